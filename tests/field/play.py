"""Plays at a table as people do: whoever is asked opens a panel and picks something, until nothing is asked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.field.people import Part, Person, Seen

ANSWERS = ("pick", "choose", "none")


def questions(seen: Seen) -> list[Part]:
    """What a panel offers as an answer."""
    return [part for part in seen.parts if part.code.verb in ANSWERS]


async def answer(person: Person, seen: Seen, chance: Random) -> Seen | None:
    """Give any answer that a panel offers, and wait for the reply; None where it offers none."""
    offered = questions(seen)
    if not offered:
        return None
    part = chance.choice(offered)
    return await person.use(seen.message, part, some(part, chance)).answered()


def some(part: Part, chance: Random) -> list[str]:
    """As many values of a menu as it wants at least; none for a button."""
    fewest = max(1, int(part.raw.get("min_values", 1)))
    return chance.sample(part.values, fewest) if part.values else []


async def turn(person: Person, channel_id: int, chance: Random, *, most: int = 20) -> int:
    """Open a panel and answer until nothing is asked any more; gives how many answers that took."""
    seen = await person.slash(channel_id, "play").answered()
    for given in range(most):
        following = await answer(person, seen, chance)
        if following is None:
            return given
        seen = following
    return most


async def play(people: Sequence[Person], channel_id: int, chance: Random, *, most: int) -> int:
    """Let everybody play in turn until nobody is asked any more or so many answers are given; gives how many were."""
    given = 0
    while given < most:
        before = given
        for person in people:
            given += await turn(person, channel_id, chance, most=most - given)
        if given == before:
            break
    return given
