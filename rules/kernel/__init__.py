"""The kernel: what every game of Orrery is made of, and nothing of any one game."""
