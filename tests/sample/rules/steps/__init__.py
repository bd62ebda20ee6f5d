"""The decisions of Prospect, a file for each part of a round."""
