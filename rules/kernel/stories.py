"""The story of a game that is over: its turning points, told by rules from what everybody could see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from rules.kernel.feats import Feat, honours
from rules.kernel.game import Game, Position
from rules.kernel.record import Record, replay
from rules.kernel.scoring import Standing
from rules.kernel.text import TN, T, Text, player

FEWEST_HONOURS = 2
LINES = 5
"""Lines of a story."""
CLOSE = 2
"""So few points apart is close, however few points there are."""


class Story(msgspec.Struct, frozen=True):
    """What is told of a game: its story line by line, the most telling first, and the honours of its players."""

    lines: list[Text]
    honours: list[Text]


class Gain(msgspec.Struct, frozen=True):
    """What a seat got in a turn or a round of its own."""

    seat: int
    points: int
    round: int


class Course(msgspec.Struct, frozen=True):
    """The course of a game as everybody saw it.

    `rounds` are the points of each seat after each round, `turns` what was won in turns: empty in a game in which all
    play at once, whose rounds count instead.
    """

    rounds: list[list[int]]
    turns: list[Gain]
    standings: list[Standing]
    feats: list[Feat]

    @property
    def seats(self) -> range:
        """Every seat."""
        return range(len(self.standings))

    @property
    def leaders(self) -> list[int | None]:
        """Who led alone after each round; None where several did."""
        return [found[0] if len(found := _best(row)) == 1 else None for row in self.rounds]


def story(game: Game[Any, Any], record: Record) -> Story:
    """Tell the story of a game that is over. Takes seconds.

    Raises:
        RulesError: the record does not follow the rules as they are now.

    """
    course = follow(game, record)
    lines = list(_lines(course))[:LINES]
    told = [
        T("{feat}: {who} ({n})", feat=feat.text, who=[player(seat) for seat in seats], n=max(feat.values))
        for feat, seats in best_at(course)
        if len(course.seats) > 1
    ]
    return Story(lines, told)


def follow(game: Game[Any, Any], record: Record) -> Course:
    """Play a game again, and note what everybody could see of it."""
    position, _ = replay(game, msgspec.structs.replace(record, answers=[]))
    turns: list[Gain] = []
    seen = position if game.info.by_round else _seen(game, position)
    points = [] if game.info.by_round else _points(game, seen)
    round_ = game.round(seen.state)
    answers = record.answers
    for at, answer in enumerate(answers):
        game.answer(position, answer.seat, answer.picks)
        last = at + 1 == len(answers)
        if game.info.by_round or last or answers[at + 1].seat == answer.seat:
            continue  # The last turn is not told from the scoring at the end.
        seen = _seen(game, position)
        now = _points(game, seen)
        if round_:  # What is chosen before the first round is no turn.
            turns.append(Gain(answer.seat, now[answer.seat] - points[answer.seat], round_))
        points, round_ = now, game.round(seen.state)
    seen = _seen(game, position)
    return Course(game.scores(seen.state), turns, game.standings(seen), list(game.story_feats(seen.state)))


def _seen(game: Game[Any, Any], position: Position[Any, Any]) -> Position[Any, Any]:
    """A position as an onlooker sees it."""
    return msgspec.structs.replace(position, state=game.view(position, None))


def _points(game: Game[Any, Any], seen: Position[Any, Any]) -> list[int]:
    return [one.total if one.now is None else one.now for one in game.standings(seen)]


def _best(row: Sequence[int]) -> list[int]:
    return [seat for seat, points in enumerate(row) if points == max(row)]


def _lines(course: Course) -> Iterator[Text]:
    """Tell what there is to tell, the most telling first."""
    if len(course.seats) > 1:
        yield from _lead(course)
        yield from _biggest(course)
        yield from _race(course)
        yield from _behind(course)
        yield from _greatest_lead(course)
    else:
        yield from _biggest(course)
        yield from _alone(course)


def _lead(course: Course) -> Iterator[Text]:
    """Tell who led when: from the beginning to the end, or where the lead changed."""
    led = [(number, seat) for number, seat in enumerate(course.leaders, start=1) if seat is not None]
    if not led:
        if course.rounds:
            yield T("Nobody was ever alone in the lead.")
        return
    changes = [(number, before, seat) for (_, before), (number, seat) in pairwise(led) if before != seat]
    first, leader = led[0]
    winners = [one.seat for one in course.standings if one.winner]
    if not changes:
        if first == 1 and leader in winners:
            yield T("{who} led from the first round to the last.", who=player(leader))
        else:
            yield T("{who} took the lead in round {n}, and nobody else ever had it.", who=player(leader), n=first)
        return
    number, before, seat = changes[-1]
    yield TN("The lead changed once.", "The lead changed {n} times.", len(changes))
    if seat in winners:
        yield T(
            "The turning point was round {n}: {who} took the lead from {before} and kept it.",
            n=number,
            who=player(seat),
            before=player(before),
        )
    else:
        yield T("{who} led last, from round {n} on, and did not win all the same.", who=player(seat), n=number)


def _gains(course: Course) -> list[Gain]:
    """What was won in turns; where all play at once, in rounds."""
    if course.turns:
        return course.turns
    before = [[0] * len(course.seats), *course.rounds]
    return [
        Gain(seat, now - then, number)
        for number, (row, former) in enumerate(zip(course.rounds, before, strict=False), start=1)
        for seat, (now, then) in enumerate(zip(row, former, strict=True))
    ]


def _biggest(course: Course) -> Iterator[Text]:
    """Tell the turn, or the round, that brought most."""
    most = max(_gains(course), key=lambda one: one.points, default=None)
    if most is None or most.points <= 0:
        return
    who, n = player(most.seat), most.points
    if course.turns:
        yield TN(
            "The biggest turn was that of {who} in round {round}: {n} point.",
            "The biggest turn was that of {who} in round {round}: {n} points.",
            n,
            who=who,
            round=most.round,
        )
    else:
        yield TN(
            "The biggest round was round {round}: {n} point for {who}.",
            "The biggest round was round {round}: {n} points for {who}.",
            n,
            who=who,
            round=most.round,
        )


def _race(course: Course) -> Iterator[Text]:
    """Tell the closest race at the end, unless it was not close: more than a tenth of the points apart."""
    order = sorted(course.standings, key=lambda one: (one.rank, one.seat))
    pairs = [(better.total - worse.total, better, worse) for better, worse in pairwise(order)]
    gap, better, worse = min(pairs, key=lambda one: one[0])
    one, other = player(better.seat), player(worse.seat)
    if gap == 0:
        yield T(
            "It could not have been closer between {one} and {other}: as many points at the end.", one=one, other=other
        )
    elif gap <= max(CLOSE, better.total // 10):
        yield TN(
            "The closest race: {one} ended {n} point ahead of {other}.",
            "The closest race: {one} ended {n} points ahead of {other}.",
            gap,
            one=one,
            other=other,
        )


def _behind(course: Course) -> Iterator[Text]:
    """Tell from how far behind the winner came."""
    winners = [one.seat for one in course.standings if one.winner]
    if len(winners) != 1:
        return
    seat = winners[0]
    gaps = [(max(row) - row[seat], number) for number, row in enumerate(course.rounds[:-1], start=1)]
    gap, number = max(gaps, default=(0, 0))
    if gap > 0:
        yield TN(
            "After round {round}, {who} was {n} point behind, and won.",
            "After round {round}, {who} was {n} points behind, and won.",
            gap,
            who=player(seat),
            round=number,
        )


def _greatest_lead(course: Course) -> Iterator[Text]:
    """Tell the record of the game: the greatest lead that anybody had."""
    leads = []
    for number, (row, leader) in enumerate(zip(course.rounds, course.leaders, strict=True), start=1):
        if leader is not None:
            leads.append((row[leader] - sorted(row)[-2], -number, leader))
    if leads:
        lead, number, leader = max(leads)
        yield TN(
            "The greatest lead of the game: {who}, {n} point after round {round}.",
            "The greatest lead of the game: {who}, {n} points after round {round}.",
            lead,
            who=player(leader),
            round=-number,
        )


def _alone(course: Course) -> Iterator[Text]:
    """Tell of a game for one when half of its points were there, and which round brought least."""
    totals = [row[0] for row in course.rounds]
    if not totals or totals[-1] <= 0:
        return
    half = next(number for number, total in enumerate(totals, start=1) if 2 * total >= totals[-1])
    yield T("Half of the points were there after round {n}.", n=half)


def best_at(course: Course) -> list[tuple[Feat, list[int]]]:
    """The honours, with their seats: of the biggest turn or round, which the story tells, only where there are few."""
    feats = list(_feats(course))
    found = honours(feats)
    if len(found) >= FEWEST_HONOURS:
        return found
    best = [max((one.points for one in _gains(course) if one.seat == seat), default=0) for seat in course.seats]
    return honours([*feats, Feat(T("Best turn") if course.turns else T("Best round"), best)])


def _feats(course: Course) -> Iterator[Feat]:
    """What the players can be best at: what the game counts, then what any game has."""
    yield from course.feats
    seats = course.seats
    yield Feat(T("Longest in the lead, in rounds"), [course.leaders.count(seat) for seat in seats])
    worst = [max((max(row) - row[seat] for row in course.rounds), default=0) for seat in seats]
    made_up = [
        far - (max(course.rounds[-1]) - course.rounds[-1][seat]) if course.rounds else 0
        for seat, far in enumerate(worst)
    ]
    yield Feat(T("Most points caught up"), made_up)
