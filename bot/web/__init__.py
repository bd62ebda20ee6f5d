"""Boards on the web, to read alone: in full size, and a finished game turn by turn."""
