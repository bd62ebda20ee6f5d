"""Rules engines: pure, deterministic, and the only place that knows how a game is played."""
