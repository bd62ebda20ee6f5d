"""A robot that plays any game at random: it sees what a person in its seat sees, and picks any legal answer."""

from __future__ import annotations

from math import comb
from typing import Any

from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng


def choose(view: Any, prompt: Prompt, rng: Rng) -> list[str]:
    """Pick one of all legal answers to a prompt, each equally likely; in the order in which the options stand."""
    del view  # Chance needs no knowledge; a better robot would look.
    legal = [option.id for option in prompt.legal]
    sizes = range(min(prompt.at_least, len(legal)), min(prompt.at_most, len(legal)) + 1)
    left = rng.below(sum(comb(len(legal), size) for size in sizes), "robot.size")
    size = sizes[0]
    for size in sizes:
        if left < comb(len(legal), size):
            break
        left -= comb(len(legal), size)
    picked = set(rng.shuffle(legal, "robot.picks")[:size])
    return [id for id in legal if id in picked]
