"""Layouts of messages: data in, layouts out."""
