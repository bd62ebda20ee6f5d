"""Circadians: First Light, for one to four players: the rules, played with a set of components that is data."""
