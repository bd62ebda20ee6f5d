"""The history of the database's tables."""
