"""Ratings: how well people play a game, by the order in which they come in on a server (Plackett-Luce, openskill).

Every game of people counts (`bot.tables.results`), in the order in which the games have ended; each server and each
game has ratings of its own. They are kept for all servers and shown on those that have turned them on
(`bot.tables.guilds.ServerSettings`), so that turning
them on shows those of former games too. Where a game is added late, all games after it are rated anew: the ratings are
the same in whatever order results were made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from openskill.models import PlackettLuce
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import results
from storage.persons import is_former
from storage.results import Place
from storage.schema import Placement

MODEL = PlackettLuce()
AT_ONCE = 48
"""Placements, of some ten games, that are loaded and rated before others have a turn."""


@dataclass(frozen=True)
class Skill:
    """How well somebody plays, and the standard deviation of that; the model's own for who has not played."""

    skill: float = MODEL.mu
    doubt: float = MODEL.sigma


def rated(ranks: Sequence[int], before: Sequence[Skill]) -> list[Skill]:
    """The skills after a game of all seats against each other; a lower rank is better, equal ones share it."""
    teams = [[MODEL.create_rating([one.skill, one.doubt])] for one in before]
    after = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Skill(one.mu, one.sigma) for (one,) in after]


async def rate(session: AsyncSession, guild_id: int, game: str, since: Place | None = None) -> None:
    """Rate the games of a server in a game from one on, or all of them, in the transaction that adds results."""
    known: dict[int, Skill] = {}
    part = await results.to_rate(session, guild_id, game, since, AT_ONCE)
    while part:
        for _, seats in groupby(part, lambda one: one.table_id):
            played = list(seats)
            for one in played:
                if is_former(one.user_id):  # nobody knows how they played before
                    known[one.user_id] = Skill()
                elif one.user_id not in known:
                    known[one.user_id] = await _before(session, one.user_id, guild_id, game, since)
            _rate_game(played, known)
        await session.flush()
        await asyncio.sleep(0)  # whoever presses a button meanwhile goes first
        last = Place(part[-1].ended_at, part[-1].table_id)
        part = await results.to_rate(session, guild_id, game, last, AT_ONCE, beyond=True)


def _rate_game(played: Sequence[Placement], known: dict[int, Skill]) -> None:
    """Note what a game makes of the skills of its seats."""
    before = [known[one.user_id] for one in played]
    for one, then, now in zip(played, before, rated([one.rank for one in played], before), strict=True):
        one.skill_before, one.doubt_before = then.skill, then.doubt
        one.skill, one.doubt = now.skill, now.doubt
        known[one.user_id] = now


async def _before(session: AsyncSession, user_id: int, guild_id: int, game: str, place: Place | None) -> Skill:
    """The skill of a person before a game; before all of them where there is none."""
    return Skill() if place is None else await skill_of(session, user_id, guild_id, game, place) or Skill()


async def skill_of(
    session: AsyncSession, user_id: int, guild_id: int, game: str, before: Place | None = None
) -> Skill | None:
    """The skill of a person, or what it was before a game; None where nothing of theirs is rated."""
    found = await results.last_rated(session, user_id, guild_id, game, before)
    if found is None or found.skill is None or found.doubt is None:
        return None
    return Skill(found.skill, found.doubt)
