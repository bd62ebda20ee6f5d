"""The table service: all that can be done at a table, without Discord."""
