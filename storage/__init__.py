"""Where games are kept: tables, logs, snapshots, settings, the outbox. A game is a key and bytes here."""
