"""How Circadians: First Light looks: its table in words."""
