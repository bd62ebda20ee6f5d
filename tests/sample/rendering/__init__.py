"""Prospect in words; it has no pictures."""
