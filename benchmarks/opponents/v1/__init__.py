"""The first generation that is kept."""
