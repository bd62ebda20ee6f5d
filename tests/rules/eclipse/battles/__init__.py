"""Battles whose probabilities are known exactly, fought by the rules of Eclipse; see `fight`."""
