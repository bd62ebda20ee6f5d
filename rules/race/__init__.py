"""Race for the Galaxy, base set."""
