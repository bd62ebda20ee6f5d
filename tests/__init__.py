"""Tests, in the shape of the project."""
