"""The third generation: Race for the Galaxy, whose robot judged by a weighted sum of what it sees."""
