"""The steps of a game, by what they are about."""
