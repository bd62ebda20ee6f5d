"""Tests of Race for the Galaxy, by section of the rulebook."""
