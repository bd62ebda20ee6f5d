"""Battles whose probabilities are known exactly, fought by the rules of Eclipse; see `tests.battles.fight`."""
