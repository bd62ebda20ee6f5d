"""Golden play-throughs: one game of each kind as a text that a person can read; see `tests.golden.play`."""
