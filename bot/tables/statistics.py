"""What the results of games add up to: of a person or of everybody, on a server or over all, of a game or of all.

Games of people count; those with robots, and those that were ended early, are told apart. Everything is of games that
are over: nothing here looks at one that runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.guilds import settings_of
from bot.tables.ratings import Skill, skill_of
from storage import statistics
from storage.results import MIXED, PEOPLE
from storage.statistics import Met, Scope, Tallied

MOST_PLAYERS = 10


@dataclass(frozen=True)
class Tally:
    """Placements added up. `ranks`: how often each rank was reached."""

    played: int = 0
    won: int = 0
    points: int = 0
    best: int | None = None
    ranks: Counter[int] = field(default_factory=Counter)

    @property
    def mean(self) -> float:
        """Points on average; there must be a game."""
        return self.points / self.played


@dataclass(frozen=True)
class Rival:
    """Whom a person has met most, under the name of their last table, and how it went."""

    name: str
    met: Met


@dataclass(frozen=True)
class Regular:
    """One of those who have played most on a server, and the name."""

    name: str
    played: int
    won: int
    skill: Skill | None = None


@dataclass(frozen=True)
class Statistics:
    """What placements add up to. `by_game` and `by_side` have the most played first, `by_side` by game and side.

    `games` are those of people on a server or over all, where the scope is no person.

    `mixed` are the games with robots, or with an opponent whom the rules move, or of one person; `seconds` is the
    median of a person's median times to an answer. `skills` are a person's ratings by game; there are ratings where the
    scope is a server that shows them.
    """

    scope: Scope
    whole: Tally
    games: int
    mixed: int
    abandoned: int
    by_game: Sequence[tuple[str, Tally]]
    by_side: Sequence[tuple[tuple[str, str], Tally]]
    seconds: int | None = None
    rival: Rival | None = None
    regulars: Sequence[Regular] = ()
    skills: Sequence[tuple[str, Skill]] = ()


class StatisticsOf:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def of(self, scope: Scope) -> Statistics:
        """Add up what is within a scope.

        Raises:
            DatabaseAway.

        """
        rival: Rival | None = None
        regulars: list[Regular] = []
        pace: int | None = None
        skills: dict[str, Skill] = {}
        async with self._unit.reading() as session:
            rows = await statistics.tallies(session, scope)
            abandoned = 0 if scope.side else await statistics.abandoned(session, scope)
            games = 0
            rates = scope.guild_id is not None and not scope.side
            rates = rates and (await settings_of(session, scope.guild_id or 0)).ratings == "on"
            shown = scope.guild_id if rates else None
            if scope.user_id is not None:
                mixed = sum(row.played for row in rows if row.kind != PEOPLE)
                pace = await statistics.pace(session, scope)
                met = await statistics.rival(session, scope)
                if met is not None:
                    names = await statistics.names(session, [met.user_id], scope.guild_id, scope.user_id)
                    rival = Rival(names[met.user_id], met)
                if shown is not None:
                    for of in dict.fromkeys(row.game for row in rows if row.kind == PEOPLE):
                        if (skill := await skill_of(session, scope.user_id, shown, of)) is not None:
                            skills[of] = skill
            else:
                games = await statistics.games(session, scope, PEOPLE)
                mixed = await statistics.games(session, scope, MIXED)
                if scope.guild_id is not None:
                    most = await statistics.players(session, scope.guild_id, scope.game, MOST_PLAYERS)
                    names = await statistics.names(session, [one.user_id for one in most], scope.guild_id)
                    for one in most:
                        rated = None
                        if shown is not None and scope.game is not None:
                            rated = await skill_of(session, one.user_id, shown, scope.game)
                        regulars.append(Regular(names[one.user_id], one.played, one.won, rated))
        rows = [row for row in rows if row.kind == PEOPLE]
        return Statistics(
            scope,
            _added(rows),
            games,
            mixed,
            abandoned,
            _grouped([(row.game, row) for row in rows]),
            _grouped([((row.game, row.side), row) for row in rows if row.side]),
            pace,
            rival,
            regulars,
            sorted(skills.items()),
        )

    async def sides(self, scope: Scope) -> list[tuple[str, str]]:
        """What was played with within a scope, by game, the most played first.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            rows = await statistics.tallies(session, scope)
        return [key for key, _ in _grouped([((row.game, row.side), row) for row in rows if row.side])]

    async def name(self, user_id: int, guild_id: int | None) -> str:
        """The name of a person as at their last table on a server (None: on any); empty where they have had none.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            return (await statistics.names(session, [user_id], guild_id))[user_id]


def _added(rows: Iterable[Tallied]) -> Tally:
    played = won = points = 0
    best: int | None = None
    ranks: Counter[int] = Counter()
    for row in rows:
        played += row.played
        points += row.points
        won += row.played if row.rank == 1 else 0
        best = row.best if best is None else max(best, row.best)
        ranks[row.rank] += row.played
    return Tally(played, won, points, best, ranks)


Key = TypeVar("Key", str, tuple[str, str])


def _grouped(rows: Sequence[tuple[Key, Tallied]]) -> list[tuple[Key, Tally]]:
    keys = dict.fromkeys(key for key, _ in rows)
    tallies = [(key, _added(row for one, row in rows if one == key)) for key in keys]
    return sorted(tallies, key=lambda one: (-one[1].played, one[0]))
