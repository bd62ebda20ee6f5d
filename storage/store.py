"""The store."""

from __future__ import annotations


class Store:
    """An open database."""
