"""Positions to draw of each game with pictures: one module a game, found by its key.

Each has `examples(words)`, the pictures that stand in docs/pictures with their names, and `measured()`, the names of
the kinds of pictures with what draws one of a full table.
"""

from __future__ import annotations

from random import Random

from rules.kernel.prompt import Prompt

PLAYERS = ("Annegret", "Benjamin", "Chidi", "Dorothea")


def picks(prompt: Prompt, chance: Random) -> list[str]:
    """A random legal answer that rather does something than nothing."""
    legal = [option.id for option in prompt.legal]
    most = min(prompt.at_most, len(legal))
    low = min(most, max(prompt.at_least, 1))
    chosen = chance.sample(legal, chance.randint(low, most))
    if chosen == ["pass"] and len(legal) > 1:
        chosen = [next(one for one in legal if one != "pass")]
    return chosen
