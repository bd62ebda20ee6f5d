"""What one change of a table is made of: its data and errors, the unit of work, waits, votes, answers. No Discord."""
