"""Measurements: run as modules, each prints what it saw."""
