"""Follow recorded games: their draws script our chance, their decisions answer our prompts, everything is compared."""
