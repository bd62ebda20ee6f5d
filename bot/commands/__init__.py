"""Interactions: one file a slash command or kind of component."""
