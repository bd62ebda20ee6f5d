"""Blocks of markdown out of texts: a title and its lines, none longer than a block may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rendering.kit.text_board import listed
from rendering.words import Words
from rules.kernel.text import Text

#: A line of a block: sentences that stand one after the other.
Line = Sequence[Text]


def blocks(title: Text, lines: Iterable[Line], words: Words) -> list[str]:
    """Put lines under a title, in as many blocks as their length asks for."""
    return listed(words.say(title), (" ".join(words.say(text) for text in line) for line in lines))
