"""Random legal play with every check that holds in every position; see `tests.fuzz.play`."""
