"""Eclipse: its board in words."""
