"""Prospect in words."""
