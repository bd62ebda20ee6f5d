"""The parser of typed moves: text in, picks out."""
