"""A typed line read to its end: several answers in a row, each against the question that it would meet."""

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
    """A typed move: the answers that can be given now, and what is planned for when others have answered."""

    answers: list[list[str]] = field(repr=False)
    rest: list[tuple[Prompt, list[str]]] = field(repr=False)

    @property
    def picks(self) -> list[list[str]]:
        """All that it picks, answer by answer."""
        return [*self.answers, *(picks for _, picks in self.rest)]


def read_line(live: Live, seat: int, move: str) -> TypedLine:
    """Find what a typed move picks, answer by answer, without playing it.

    Answers that were the only legal ones, and so are taken without asking, may be named or left out. Where others must
    answer in the middle of it (charge power, say), the rest is read as if they declined.

    A move that goes on after chance or something hidden is refused as a whole: otherwise a mistake at its end would
    show what is only known once the beginning stands.

    Raises:
        IllegalAnswer: something of it is not found or not allowed.
        NotAsked: nothing is asked of the seat.
        BeyondReveal: it goes on after chance, something hidden, or the end of the turn.

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
                break  # where that leads is seen once it is given
            ahead = live.after(seat, line.picks, suppose=suppose)
            rest, forced = pass_over(rest, taken(ahead.forced, names, verbs))
    return line


def complete_move(live: Live, seat: int, typed: str, words: Words) -> list[tuple[str, str]]:
    """Offer ways to go on with a half-typed move: with its first answer, else with the last one begun.

    Each is what is shown and the whole move that it stands for, short enough to be offered.
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
    """Offer ways to go on with the last answer of a move whose beginning can be read."""
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
"""Maximum number of the last words of a half-typed move that may belong to the answer that is completed."""
