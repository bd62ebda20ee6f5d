"""Alt texts: as much detail as fits into the length that Discord allows, and what those of all games say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rendering.words import Words
from rules.kernel.scoring import Standing
from rules.kernel.text import T, Text, player

MAX_ALT_TEXT = 1024
"""Maximum length in characters, which is Discord's."""


def fullest(words: Words, detail: Callable[[int], list[Text]], degrees: int) -> str:
    """Say the fullest of several degrees of detail that fits; the barest is cut where even that does not."""
    said = ""
    # What several degrees say is put into words once; held, so that no other text is taken for it.
    known: dict[int, tuple[Text, str]] = {}

    def say(text: Text) -> str:
        if id(text) not in known:
            known[id(text)] = (text, words.say(text))
        return known[id(text)][1]

    for degree in range(degrees - 1, -1, -1):
        said = " ".join(map(say, detail(degree)))
        if len(said) <= MAX_ALT_TEXT:
            return said
    return said[: MAX_ALT_TEXT - 1].rstrip() + "…"


def winners(standings: Sequence[Standing]) -> list[Text]:
    """Who has won."""
    won = [player(one.seat) for one in standings if one.winner]
    return [T("Won by {players}.", players=won)] if won else []
