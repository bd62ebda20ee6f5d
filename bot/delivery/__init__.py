"""The outbox said on Discord: posts, notices, letters, each once."""
