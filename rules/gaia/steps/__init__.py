"""The steps of a game: every decision and every automatic act, by theme."""
