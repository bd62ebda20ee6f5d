"""A complete small game of our own: the reading example, and what `python -m rules.new` makes a new game of."""
