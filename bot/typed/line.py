"""Parses a typed line of several answers, each against the prompt that it would answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.tables.core.data import Ahead, Live
from bot.tables.core.errors import BeyondReveal, TableError
from bot.typed.picks import (
    LONGEST_CHOICE,
    NOTHING,
    OptionNames,
    Unknown,
    complete,
    nearest,
    pass_over,
    read_on,
    readings,
    refused,
    split_move,
    taken,
)
from rendering.words import Words
from rendering.words.folding import shorten
from rules.kernel.errors import IllegalAnswer, NotAsked, RulesError
from rules.kernel.prompt import Prompt
from rules.kernel.text import T, Text

MAX_TRIES = 40
"""How often is looked ahead to read a line."""

MAX_WAYS = 60
"""How many ways to read an answer are followed, so that no line takes long, whatever is in it."""

MAX_STEPS = 12
"""How many steps that may have been left out are tried."""


@dataclass(frozen=True)
class TypedLine:
    """A parsed line: the answers that can be given now, and the rest, which is planned for after others' answers."""

    answers: list[list[str]] = field(repr=False)
    rest: list[tuple[Prompt, list[str]]] = field(repr=False)

    @property
    def picks(self) -> list[list[str]]:
        """The picks of all answers."""
        return [*self.answers, *(picks for _, picks in self.rest)]


class Misread(IllegalAnswer):
    """A line that is refused: why, and what of it was understood.

    `nearest` is a line in ids that can be played instead, and what it picks; empty where there is none.
    """

    def __init__(self, why: Text, understood: Sequence[Text] = (), nearest: Nearest | None = None) -> None:
        said = why
        if understood:
            said = T("{why} Understood up to there: {picks}.", why=why, picks=list(understood))
        super().__init__(said)
        self.nearest = nearest


class Stuck(IllegalAnswer):
    """A line that cannot be read to its end; `prompt` is what is asked where it leads nowhere."""

    def __init__(self, why: Text, prompt: Prompt) -> None:
        super().__init__(why)
        self.prompt = prompt


class Late(BeyondReveal):
    """A line that goes on after a barrier; `nearest` is what can be played of it."""

    def __init__(self, late: str, nearest: Nearest | None = None) -> None:
        super().__init__(late)
        self.nearest = nearest


def read_line(live: Live, seat: int, move: str, *, tries: int = MAX_TRIES, offers: bool = True) -> TypedLine:
    """Parse a typed line into picks, answer by answer, without playing it.

    Forced answers may be named or left out. If others must answer in the middle of it (charge power, say), the rest is
    parsed as if they declined. Each answer is read as far as it can be; if the line cannot be read to its end so, in
    other ways (`readings`), of which the first that leaves no word is meant. `tries` limits how often is looked ahead.
    If it `offers`, an error says how far the line is right, and which is the nearest right one.

    A line that goes on after a barrier is refused as a whole: otherwise an error at its end would reveal what is only
    known once the beginning was played. So is one that can be read only so in another way.

    Raises:
        IllegalAnswer: a part of it is not found or not allowed; `Misread`, if anything of it can be played.
        NotAsked: the seat has no prompt.
        BeyondReveal: it goes on after a barrier, or the end of the turn.

    """
    parts = split_move(move)
    ahead = Ahead(live.prompt_of(seat))
    if ahead.prompt is None:
        raise NotAsked(T("Nothing is asked of you now; you will be told when it is your turn."))
    return _Reader(live, seat, tries, offers=offers).read(_At(TypedLine([], []), ahead, parts[0], tuple(parts[1:])))


@dataclass(frozen=True)
class _At:
    """How far a line is read: what is asked there, the words left of this part and of the next ones.

    `forced` are the answers that were forced on the way and not named yet; `asked` the prompts of all of them.
    """

    line: TypedLine
    ahead: Ahead
    rest: str
    parts: tuple[str, ...] = ()
    forced: tuple[OptionNames, ...] = ()
    asked: tuple[Prompt, ...] = ()
    suppose: bool = False

    @property
    def left(self) -> int:
        """The number of words that are not read."""
        return sum(len(one.split()) for one in (self.rest, *self.parts))


class _Reader:
    """Reads a line in every way until one leaves no word; remembers the one that went furthest."""

    def __init__(self, live: Live, seat: int, tries: int, *, offers: bool) -> None:
        self.live, self.seat, self.tries, self.offers = live, seat, tries, offers
        self.ways_left = min(MAX_WAYS, 2 * tries)
        self.names, self.verbs = live.info.names, live.game.verbs
        self.known: dict[tuple[bool, tuple[tuple[str, ...], ...]], Ahead] = {}
        self.furthest: tuple[int, _At, IllegalAnswer | BeyondReveal] | None = None

    @property
    def spent(self) -> bool:
        """Whether enough has been tried: from here on the likeliest way alone is followed."""
        return self.tries <= 0 or self.ways_left <= 0

    def read(self, start: _At) -> TypedLine:
        """Read to the end.

        Raises:
            IllegalAnswer, BeyondReveal: as `read_line`.

        """
        found = self.go_on(start)
        if found is not None:
            return found
        assert self.furthest is not None
        _, at, error = self.furthest
        if not self.offers:
            if isinstance(error, IllegalAnswer) and at.ahead.prompt is not None:
                raise Stuck(error.text, at.ahead.prompt) from error
            raise error
        near = self.nearest(at)
        if not isinstance(error, IllegalAnswer):
            raise Late(shorten(at.rest, 60), near) from error
        why = error.text
        if isinstance(error, Unknown) and (near is None or near.line == at.line):
            why = self.lacks(at) or why
        raise Misread(why, self.said(at.line), near) from error

    def go_on(self, at: _At, fresh: Sequence[OptionNames] = ()) -> TypedLine | None:
        """Read on from here; None if no way leads to the end. `fresh` was forced by the last answer.

        Its words are passed over before the next answer is read, those of earlier ones only where that leads nowhere.
        """
        if not at.rest:
            if not at.parts:
                return at.line
            at = replace(at, rest=at.parts[0], parts=at.parts[1:])
        known, tried = (*at.forced, *fresh), set()
        for names, kept in ((fresh, at.forced), ((), known), (known, ())):
            rest, left = pass_over(at.rest, names)
            if rest in tried:
                continue
            tried.add(rest)
            if rest:
                found = self.answer(replace(at, rest=rest, forced=(*kept, *left)))
            else:
                found = self.go_on(replace(at, rest="", forced=tuple(kept)), left)
            if found is not None or self.spent:
                return found
        return None

    def answer(self, at: _At) -> TypedLine | None:
        """Read an answer in every way, and read on."""
        if at.ahead.others:
            at = replace(at, ahead=self.after(at.line, suppose=True), suppose=True)
        prompt = at.ahead.prompt
        if prompt is None:
            self.failed(at, BeyondReveal(shorten(at.rest, 60)))
            return None
        tried = set()
        for picks, rest in self.ways(at, prompt):
            way = (tuple(picks), rest)
            if way in tried:
                continue
            tried.add(way)
            try:
                prompt.check(picks)
            except IllegalAnswer as error:
                self.failed(at, error)
                continue
            self.ways_left -= 1
            found = self.take(at, prompt, picks, rest)
            if found is not None or self.spent:
                return found
        return None

    def ways(self, at: _At, prompt: Prompt) -> Iterator[tuple[list[str], str]]:
        """The ways to read an answer; the first as ever."""
        try:
            yield read_on(prompt, at.rest, self.names, self.verbs)
        except IllegalAnswer as error:
            why = (refused(one, at.rest, self.names, self.verbs) for one in reversed(at.asked))
            said = next((one for one in why if one is not None), None)
            self.failed(at, error if said is None else IllegalAnswer(said))
        yield from readings(prompt, at.rest, self.names, self.verbs)

    def take(self, at: _At, prompt: Prompt, picks: list[str], rest: str) -> TypedLine | None:
        """Read on after an answer."""
        line = _with(at, prompt, picks)
        if not rest and not at.parts:
            return line  # no need to look ahead after the last answer
        try:
            ahead = self.after(line, suppose=at.suppose)
        except IllegalAnswer as error:
            self.failed(at, error)
            return None
        forced = taken(ahead.forced, self.names, self.verbs)
        asked = (*at.asked, *(one.prompt for one in ahead.forced))
        return self.go_on(replace(at, line=line, ahead=ahead, rest=rest, asked=asked), forced)

    def after(self, line: TypedLine, *, suppose: bool) -> Ahead:
        """What is asked after a line, each looked up once."""
        picks = line.picks
        key = (suppose, tuple(map(tuple, picks)))
        if key not in self.known:
            self.tries -= 1
            self.known[key] = self.live.after(self.seat, picks, suppose=suppose)
        return self.known[key]

    def failed(self, at: _At, error: IllegalAnswer | BeyondReveal) -> None:
        """Note how far a way has led; of several as far as each other the first counts."""
        if self.furthest is None or at.left < self.furthest[0]:
            self.furthest = (at.left, at, error)

    def said(self, line: TypedLine) -> list[Text]:
        """What a line picks, in words."""
        said, asked = [], self.live.prompt_of(self.seat)
        for at, picks in enumerate(line.answers):
            if asked is not None:
                said += [asked.option(pick).text for pick in picks]
            asked = self.after(TypedLine(line.answers[: at + 1], []), suppose=False).prompt
        return said + [prompt.option(pick).text for prompt, picks in line.rest for pick in picks]

    def nearest(self, at: _At) -> Nearest | None:
        """The line that can be played instead of one that failed here; None where nothing of it can.

        A slip of the pen is mended, or a step put in that was left out; else it is what leads here. Whatever it picks
        is legal, and it goes beyond no barrier.
        """
        line, prompt = at.line, at.ahead.prompt
        furthest = self.furthest
        if prompt is not None and prompt.at_least == 1:
            mended = nearest(prompt, at.rest, self.names, self.verbs)
            ways = [mended] if mended is not None else [(option.id, at.rest) for option in prompt.legal[:MAX_STEPS]]
            found = (self.take(at, prompt, [id], rest) for id, rest in ways)
            whole = next((one for one in found if one is not None), None)
            if whole is None and mended is not None:
                whole = self.take(replace(at, parts=()), prompt, [mended[0]], "")
            line = whole or line
        self.furthest = furthest
        return Nearest(line, self.said(line)) if line.picks else None

    def lacks(self, at: _At) -> Text | None:
        """Why what is typed here is refused one step further on, whichever way there is to it; None where it is not."""
        prompt = at.ahead.prompt
        if prompt is None or prompt.at_most != 1:
            return None
        for option in prompt.legal[:MAX_STEPS]:
            try:
                ahead = self.after(_with(at, prompt, [option.id]), suppose=at.suppose)
            except IllegalAnswer:
                continue
            asked = [one.prompt for one in ahead.forced] + ([] if ahead.prompt is None else [ahead.prompt])
            why = (refused(one, at.rest, self.names, self.verbs) for one in asked)
            said = next((one for one in why if one is not None), None)
            if said is not None:
                return said
        return None


def _with(at: _At, prompt: Prompt, picks: list[str]) -> TypedLine:
    """The line with an answer more."""
    if at.suppose:
        return TypedLine(at.line.answers, [*at.line.rest, (prompt, picks)])
    return TypedLine([*at.line.answers, picks], at.line.rest)


@dataclass(frozen=True)
class Nearest:
    """A line that can be played instead of one that was refused, and what it picks in words."""

    line: TypedLine
    said: list[Text]

    @property
    def typed(self) -> str:
        """The line as it is typed, in ids."""
        return "; ".join(", ".join(picks) or NOTHING[0] for picks in self.line.picks)


def complete_move(live: Live, seat: int, typed: str, words: Words) -> list[tuple[str, str]]:
    """Autocomplete a typed line: its first answer, else its last one.

    Each completion is a label and the whole line, short enough for Discord.
    """
    prompt = live.prompt_of(seat)
    if prompt is None or len(typed) > LONGEST_CHOICE:  # no completion of it can be offered
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
        line = read_line(live, seat, begun, tries=COMPLETION_TRIES, offers=False)
        ahead = live.after(seat, line.picks, suppose=bool(line.rest))
        if ahead.others:
            ahead = live.after(seat, line.picks, suppose=True)
    except Stuck as error:
        return _complete_swapped(live, seat, begun, last, words, prompt=error.prompt)
    except (RulesError, TableError):
        return []
    if ahead.prompt is None:
        return []
    return _completed(begun, complete(ahead.prompt, last, words, live.game.verbs))


def _complete_swapped(
    live: Live, seat: int, begun: str, last: str, words: Words, *, prompt: Prompt
) -> list[tuple[str, str]]:
    """Autocomplete what is asked where the end of a line can be read only after it: the thing after its place."""
    offered = _completed(begun, complete(prompt, last, words, live.game.verbs)) if last.strip() else []
    found = []
    for shown, value in offered[:MAX_SWAPPED]:
        try:
            read_line(live, seat, value, tries=COMPLETION_TRIES, offers=False)
        except (RulesError, TableError):
            continue
        found.append((shown, value))
    return found


def _completed(begun: str, offered: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Completions of the last answer, as those of the line."""
    return [
        (f"{begun} {shown}", f"{begun} {value}")
        for shown, value in offered
        if len(begun) + 1 + len(value) <= LONGEST_CHOICE
    ]


COMPLETION_TRIES = 8
"""How often is looked ahead to complete a line."""

MAX_SWAPPED = 4
"""How many completions are tried that would make sense of the words before them."""

MAX_CUTS = 4
"""Maximum number of the last words that may belong to the answer that is completed."""
