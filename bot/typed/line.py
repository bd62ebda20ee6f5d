"""Parses a typed line of several answers, each against the prompt that it would answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.tables.core.data import Ahead, Live
from bot.tables.core.errors import BeyondReveal, TableError
from bot.typed.picks import LONGEST_CHOICE, OptionNames, complete, pass_over, read_on, split_move, taken
from rendering.words import Words
from rendering.words.folding import shorten
from rules.kernel.errors import NotAsked, RulesError
from rules.kernel.prompt import Prompt
from rules.kernel.text import T


@dataclass(frozen=True)
class TypedLine:
    """A parsed line: the answers that can be given now, and the rest, which is planned for after others' answers."""

    answers: list[list[str]] = field(repr=False)
    rest: list[tuple[Prompt, list[str]]] = field(repr=False)

    @property
    def picks(self) -> list[list[str]]:
        """The picks of all answers."""
        return [*self.answers, *(picks for _, picks in self.rest)]


def read_line(live: Live, seat: int, move: str) -> TypedLine:
    """Parse a typed line into picks, answer by answer, without playing it.

    Forced answers may be named or left out. If others must answer in the middle of it (charge power, say), the rest is
    parsed as if they declined.

    A line that goes on after a barrier is refused as a whole: otherwise an error at its end would reveal what is only
    known once the beginning was played.

    Raises:
        IllegalAnswer: a part of it is not found or not allowed.
        NotAsked: the seat has no prompt.
        BeyondReveal: it goes on after a barrier, or the end of the turn.

    """
    line = TypedLine([], [])
    forced: list[OptionNames] = []
    names, verbs = live.info.names, live.game.verbs
    suppose = False
    ahead = Ahead(live.prompt_of(seat))
    if ahead.prompt is None:
        raise NotAsked(T("Nothing is asked of you now; you will be told when it is your turn."))
    parts = split_move(move)
    for number, typed in enumerate(parts, start=1):
        rest, forced = pass_over(typed, forced)
        while rest:
            suppose = suppose or ahead.others
            if ahead.others:
                ahead = live.after(seat, line.picks, suppose=True)
            if ahead.prompt is None:
                raise BeyondReveal(shorten(rest, 60))
            picks, rest = read_on(ahead.prompt, rest, names, verbs)
            ahead.prompt.check(picks)
            if suppose:
                line.rest.append((ahead.prompt, picks))
            else:
                line.answers.append(picks)
            if not rest and number == len(parts):
                break  # no need to look ahead after the last answer
            ahead = live.after(seat, line.picks, suppose=suppose)
            rest, forced = pass_over(rest, taken(ahead.forced, names, verbs))
    return line


def complete_move(live: Live, seat: int, typed: str, words: Words) -> list[tuple[str, str]]:
    """Autocomplete a typed line: its first answer, else its last one.

    Each completion is a label and the whole line, short enough for Discord.
    """
    prompt = live.prompt_of(seat)
    if prompt is None:
        return []
    offered = _complete_after(live, seat, typed.strip(), "", words) if typed.endswith(" ") else []
    offered = offered or complete(prompt, typed, words, live.game.verbs)
    cuts = [at for at, letter in enumerate(typed, 1) if letter in "; "]
    for cut in reversed(cuts[-MAX_CUTS:]):
        offered = offered or _complete_after(live, seat, typed[:cut].strip(), typed[cut:], words)
    return offered


def _complete_after(live: Live, seat: int, begun: str, last: str, words: Words) -> list[tuple[str, str]]:
    """Autocomplete the last answer of a line whose beginning can be parsed."""
    if not begun.strip(";"):
        return []
    try:
        line = read_line(live, seat, begun)
        ahead = live.after(seat, line.picks, suppose=bool(line.rest))
        if ahead.others:
            ahead = live.after(seat, line.picks, suppose=True)
    except (RulesError, TableError):
        return []
    if ahead.prompt is None:
        return []
    return [
        (f"{begun} {shown}", f"{begun} {value}")
        for shown, value in complete(ahead.prompt, last, words, live.game.verbs)
        if len(begun) + 1 + len(value) <= LONGEST_CHOICE
    ]


MAX_CUTS = 4
"""Maximum number of the last words that may belong to the answer that is completed."""
