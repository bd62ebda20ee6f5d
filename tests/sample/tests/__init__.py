"""Tests of Prospect."""
