"""The rules of Prospect, tested by what decides what."""
