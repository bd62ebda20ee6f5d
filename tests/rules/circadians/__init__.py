"""Tests of the rules of Circadians: First Light."""
