"""Typed moves: words in, picks out."""
