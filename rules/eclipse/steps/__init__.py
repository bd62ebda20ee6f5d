"""The steps of Eclipse, one module for each part of a round."""
