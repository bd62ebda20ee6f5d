"""Persistence: SQLModel tables, asynchronous repositories, migrations. Games are keys and bytes here."""
