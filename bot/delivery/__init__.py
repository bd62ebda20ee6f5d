"""Delivers the outbox on Discord: posts and messages to one person, each once."""
