"""Gaia Project, base game."""
