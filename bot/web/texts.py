"""What the web's pages say of a table, as data in the reader's language: what its channel shows, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.tables.core.data import Live, Past
from bot.views.events import turn_heads
from bot.views.localizer import Localizer
from bot.views.score import points_text
from rendering.words.folding import verbatim
from rules.kernel.scoring import Standing
from rules.kernel.text import T, player, signed


def table_said(live: Live, localizer: Localizer, seat: int | None = None) -> dict[str, Any]:
    """A game as it stands: a mark that changes with it, who has to act, the scores; as a seat may know.

    `seat` None: an onlooker.
    """
    return {
        "mark": mark_of(live, seat),
        "phase": live.info.phase,
        "status": [] if live.over else _status(live, localizer),
        "scores": _scores(live.scores(seat), localizer),
    }


def mark_of(live: Live, seat: int | None) -> str:
    """Whatever this seat may see is the same while this is; the steps of a half-made turn are its own seat's alone."""
    prompt = None if seat is None else live.prompt_of(seat)
    own = prompt is not None and prompt.answered is None
    return f"{live.revision}.{live.step if own else 0}"


def past_said(past: Past, localizer: Localizer) -> dict[str, Any]:
    """A game after one of its turns: which, what happened, the scores."""
    return {
        "number": past.number,
        "heads": [] if past.turn is None else turn_heads(past.turn, localizer),
        "events": [localizer.words.say(one.text) for one in past.events],
        "scores": _scores(past.live.scores(None), localizer),
    }


def _status(live: Live, localizer: Localizer) -> list[str]:
    """Who has to do what; who has answered in secret."""
    tasks: dict[str, list[int]] = {}
    for one in live.info.waiting:
        prompt = live.public_prompt_of(one.seat)
        if prompt is not None:
            tasks.setdefault(localizer.words.say(prompt.text), []).append(one.seat)
    say = localizer.words.say
    lines = [
        say(T("{who}: {task}", who=[player(one) for one in seats], task=verbatim(task)))
        for task, seats in tasks.items()
    ]
    sealed = [player(prompt.seat) for prompt in live.public_prompts if prompt.answered is not None]
    if sealed:
        lines.append(say(T("Answered already, still secret: {who}", who=sealed)))
    return lines


def _scores(standings: Sequence[Standing], localizer: Localizer) -> list[dict[str, Any]]:
    """The scores, best first, with their lines."""
    return [
        {
            "rank": one.rank,
            "winner": one.winner,
            "points": localizer.words.say(points_text(one)),
            "lines": [f"{localizer.words.say(line.text)}: {signed(line.points)}" for line in one.lines if line.points],
        }
        for one in sorted(standings, key=lambda one: (one.rank, one.seat))
    ]
