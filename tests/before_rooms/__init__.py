"""Databases and positions that were made before bot/ had rooms, and what was true of them then."""
