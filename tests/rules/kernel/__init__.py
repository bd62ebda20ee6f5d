"""Tests of the kernel, with the toy game."""
