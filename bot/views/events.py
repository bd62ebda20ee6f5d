"""Events as lines of a post or a panel: the newest that fit, with headings of rounds and phases."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bot.tables.core.data import LogEntry, Turn
from bot.views import phone
from bot.views.localizer import Localizer, escaped
from rendering.words.folding import shorten
from rules.kernel.game import Game
from rules.kernel.record import Answerer
from rules.kernel.steps import PHASE, ROUND, Event
from rules.kernel.text import TN, T, Text, names_seat, player

HEADINGS = frozenset({ROUND, PHASE})
"""Kinds of events that head what follows them."""
GONE_BACK = "rewind"
"""The kind of the event that tells that a game was rolled back: what is asked now is asked for that."""
ASKED_BACK = "vote"
"""The kind of the events that tell who asks to go back, and who agrees: no news to that seat."""
_ASIDE = re.compile(r" \(\{(\w+)\}\)")
"""A place in parentheses: it says why something happens."""
FEWEST = 2
"""Rows of a phone that the beginning and the end of a report take at least."""


@dataclass(frozen=True)
class Newest:
    """The newest events in words; `left` counts those before that are not told. `cut`: the first told is not whole."""

    text: str
    left: int = 0
    cut: bool = False

    @property
    def whole(self) -> bool:
        """Whether everything is told."""
        return not (self.left or self.cut)


def newest_events(
    events: Sequence[Event], localizer: Localizer, most: int, rows: int, *, small: bool = False
) -> Newest:
    """List the newest events in at most so many characters, and rows of a phone.

    Of a report of many lines for which there is no room, such as one of a battle, the beginning and the end are told,
    rather the end: there is what came of it. Any other event for which there is no room is left out, the newest cut.
    """
    runs = _runs(_headed(events))
    room, free = most, rows
    for at in range(len(runs) - 1, -1, -1):
        lines = _lines(*runs[at], localizer, small=small)
        if _length(lines) > room or sum(map(phone.rows, lines)) > free:
            after = runs[at + 1 :]
            ends = _ends(lines, room, free)
            if ends or not after:
                told = [*(ends or [_first(lines, room, free)]), *_in_turn(after, localizer, small=small)]
                return Newest("\n".join(told), at, cut=True)
            return Newest("\n".join(_in_turn(after, localizer, small=small)), at + 1)
        room -= _length(lines)
        free -= sum(map(phone.rows, lines))
    return Newest("\n".join(_in_turn(runs, localizer, small=small)))


def weightiest_events(
    events: Sequence[Event],
    localizer: Localizer,
    most: int,
    rows: int,
    weight: Callable[[Event], int],
    *,
    small: bool = True,
) -> Newest:
    """List what there is room for as `newest_events` does, but what weighs more (`weight_of`) before what weighs less.

    They stand in the order in which they happened.
    """
    newest = newest_events(events, localizer, most, rows, small=small)
    if newest.whole or not any(map(weight, events)):
        return newest
    runs = _runs(_headed(events))
    told: set[int] = set()
    room, free = most, rows
    for at in sorted(range(len(runs)), key=lambda at: (weight(runs[at][0]), at), reverse=True):
        lines = _lines(*runs[at], localizer, small=small)
        if _length(lines) > room or sum(map(phone.rows, lines)) > free:
            if not told:
                kept = _ends(lines, room, free) or [_first(lines, room, free)]
                return Newest("\n".join(kept), len(runs) - 1, cut=True)
            if weight(runs[at][0]) > 0:
                continue
            break
        told.add(at)
        room -= _length(lines)
        free -= sum(map(phone.rows, lines))
    shown = sorted(told)
    heads = {id(one) for one in _headed([runs[at][0] for at in shown])}
    shown = [at for at in shown if id(runs[at][0]) in heads]
    lines = _in_turn([runs[at] for at in shown], localizer, small=small)
    return Newest("\n".join(lines), len(runs) - len(shown))


def weight_of(event: Event, seat: int | None, game: Game[Any, Any], own: Collection[int] = ()) -> int:
    """How much a seat (onlookers: none) would miss an event: 1 where most, -1 where hardly, 0 otherwise.

    `own` are the ids of the events of the seat's own last answer, which it knows.
    """
    if event.kind == GONE_BACK:
        return 1
    if seat is not None and game.info.by_round and event.kind in HEADINGS:
        return -1  # where all play at once, the question says in which phase of which round it is asked
    own_choice = seat is not None and event.seat == seat and event.kind in {*game.known, ASKED_BACK}
    if own_choice or event.kind in game.slight:
        return -1
    return int(event.kind in game.weighty if seat is None else is_weighty(event, seat, own, game.weighty))


def is_weighty(event: Event, seat: int, own: Collection[int], kinds: Collection[str]) -> bool:
    """Whether a seat would miss an event most: it is of such a kind, or about the seat, and not its `own` doing.

    `own` are the ids of the events of the seat's own last answer, which it knows.
    """
    if event.kind in kinds:
        return True
    if id(event) in own or event.kind in HEADINGS:
        return False
    return event.seat == seat or event.to is not None or names_seat(event.text, seat)


def said_once(events: Sequence[Event], seat: int, restating: Collection[str]) -> list[Event]:
    """The events without those of such kinds about a seat that say what a later one of them says again."""
    newest = next((one for one in reversed(events) if one.seat == seat and one.kind in restating), None)
    return [one for one in events if one is newest or one.seat != seat or one.kind not in restating]


def happened_text(events: Sequence[Event], localizer: Localizer, most: int) -> str:
    """List the newest events in at most so many characters; the first line tells how many earlier ones are left out."""
    newest = newest_events(events, localizer, most, sys.maxsize)
    if not newest.left:
        return newest.text
    earlier = TN("One event before this: see /log.", "{n} events before this: see /log.", newest.left)
    return f"-# {localizer.post(earlier)}\n{newest.text}"


def number_told(events: Sequence[Event]) -> int:
    """How many events `event_lines` tells: no headings that head nothing, and several equal ones in a row once."""
    return len(_runs(_headed(events)))


def event_lines(events: Sequence[Event], localizer: Localizer) -> list[str]:
    """Every line of all events, with headings."""
    return _in_turn(_runs(_headed(events)), localizer, small=False)


def _headed(events: Sequence[Event]) -> list[Event]:
    """The events without headings that head nothing, but for the newest."""
    followed = zip(events, [*events[1:], None], strict=True) if events else ()
    return [one for one, after in followed if one.kind not in HEADINGS or after is None or after.kind not in HEADINGS]


def _runs(events: Sequence[Event]) -> list[tuple[Event, int]]:
    """The events, each with how often it happened: of several equal ones in a row only the last, with their number."""
    told: list[tuple[Event, int]] = []
    for _, same in groupby(events, lambda one: one):
        run = list(same)
        told.append((run[-1], len(run)))
    return told


def _in_turn(runs: Sequence[tuple[Event, int]], localizer: Localizer, *, small: bool) -> list[str]:
    """All lines of these; why something happens is said once where it is the same several times in a row."""
    lines: list[str] = []
    why: Text | None = None
    for event, times in runs:
        before, why = why, _why(event.text)
        lines += _lines(event, times, localizer, small=small, but=why if why == before else None)
    return lines


def _why(text: Text) -> Text | None:
    """What a text, or one within it, says in parentheses."""
    found = _ASIDE.search(text.id)
    why = text.args.get(found.group(1)) if found else None
    if isinstance(why, Text):
        return why
    within = (_why(one) for one in text.args.values() if isinstance(one, Text))
    return next((one for one in within if one is not None), None)


def _without(text: Text, why: Text) -> Text:
    """A text that says nothing in the place of this."""
    args = {
        key: Text("") if one == why else _without(one, why) if isinstance(one, Text) else one
        for key, one in text.args.items()
    }
    return Text(text.id, args, text.plural)


def _lines(event: Event, times: int, localizer: Localizer, *, small: bool, but: Text | None = None) -> list[str]:
    """The lines of an event, without what it says in parentheses where that is given."""
    said = localizer.post(event.text) if but is None else localizer.post(_without(event.text, but)).replace(" ()", "")
    first, *others = said.split("\n")
    if times > 1:
        first = f"{first} ({times}×)"
    heads = event.kind in HEADINGS
    if small:
        return [f"-# **{first}**" if heads else f"-# {first}", *(f"-# {line}" for line in others)]
    return [f"### {first}" if heads else f"- {first}", *others]


def _length(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + len(lines)


def _first(lines: Sequence[str], most: int, rows: int) -> str:
    """The first line, as much of it as there is room for."""
    return phone.cut(shorten(lines[0], max(1, most - 1)), rows)


def _ends(lines: list[str], most: int, rows: int) -> list[str]:
    """The beginning and the end of a report that has more lines than there is room for; empty where not even they fit.

    In the least room the last line is cut, after the first one: it says who is left.
    """
    if len(lines) < FEWEST or rows < FEWEST:
        return []
    first = phone.cut(lines[0], 1).removesuffix("…").rstrip() + " …"
    for last in range(len(lines) - 2, 0, -1):
        kept = [first, *lines[len(lines) - last :]]
        if _length(kept) <= most and sum(map(phone.rows, kept)) <= rows:
            return kept
    kept = [first, phone.cut(lines[-1], rows - 1)]
    return kept if _length(kept) <= most else []


def since_mine(log: Sequence[LogEntry], seat: int, *, own: bool = True) -> list[LogEntry]:
    """The entries since a seat's last answer, with `own` that answer included."""
    mine = max((at for at, one in enumerate(log) if one.seat == seat and one.by == Answerer.PLAYER), default=-1)
    return list(log[max(mine, 0) if own else mine + 1 :])


def events_of(log: Sequence[LogEntry]) -> list[Event]:
    """The events of entries of a log, in order."""
    return [event for one in log for event in one.events]


def turn_label(turn: Turn, localizer: Localizer) -> str:
    """A plain-text label of a turn: its number, round and phase, and what was done; else its seat and prompt."""
    return " · ".join([str(turn.number), *turn_heads(turn, localizer), turn_done(turn, localizer)])


def turn_heads(turn: Turn, localizer: Localizer) -> list[str]:
    """Plain-text labels of the round and the phase in which a turn is."""
    number = None if turn.round is None else turn.round.args.get("n")
    begun = turn.round if number is None else T("Round {n}", n=number)
    return [localizer.label(head).rstrip(".") for head in (begun, turn.phase) if head is not None]


def turn_done(turn: Turn, localizer: Localizer) -> str:
    """A plain-text label of what was done by a turn; else of its seat and prompt."""
    if turn.done is not None:
        return localizer.label(turn.done).split("\n")[0]
    return f"{localizer.label(player(turn.seat))}: {localizer.label(turn.question)}"


def turn_line(turn: Turn, localizer: Localizer) -> str:
    """A line about a turn in a message, with markdown escaped."""
    return f"-# {escaped(turn_label(turn, localizer))}"


def turn_below(turn: Turn, events: Sequence[Event], localizer: Localizer, restating: Collection[str] = ()) -> str:
    """A line about a turn between a heading with its number and its events: nothing stands there that these say.

    Nor what events of kinds in `restating` tell its own seat, in other words than the others. Empty where nothing is
    left to say.
    """
    told = turn.done is not None and any(
        event.text == turn.done or (event.seat == turn.seat and event.kind in restating) for event in events
    )
    about = " · ".join([*turn_heads(turn, localizer), *([] if told else [turn_done(turn, localizer)])])
    return about and f"-# {escaped(about)}"
