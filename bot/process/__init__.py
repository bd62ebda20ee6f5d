"""The life of the process: start, stop, health, log, checks."""
