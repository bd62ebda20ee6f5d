"""What a game's board in words is given and gives back; `rendering.registry` names the text board of each game.

It takes the place of pictures where a game has none yet, and says all that they show to whoever cannot see them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from rendering.kit.picture import RenderContext
from rules.kernel.text import Text

DOUBLE_STOP = re.compile(r"(?<!\.)\.\.(?!\.)")
"""Where a name that ends in a full stop of its own (Q.I.C.) ends a sentence: one of the two is dropped."""
MAX_BLOCK = 1500
"""Maximum length of a block in characters, where a single line is not longer."""

Line: TypeAlias = Sequence[Text]
"""A line of a block: sentences that stand one after the other."""


class TextBoard(Protocol):
    """The table of one game in words. Views are what `Game.view` gives for the person who will read.

    Everything is a list of blocks of Discord's markdown, each put into words by ``context.words``, whose names cannot
    break out of markdown. A block is not torn apart when it does not fit into a message with the others.
    """

    @property
    def parts(self) -> Mapping[str, Callable[[Any, RenderContext], list[str]]]:
        """Parts of the board that can be read alone, in full: a key such as ``map``, and what tells it."""

    def glance(self, view: Any, context: RenderContext) -> list[str]:
        """Tell in a few lines what a post in the channel shows where there is no picture: a block or two.

        For a reader who sits there it is for their panel, and tells what they decide with: mostly what they have.
        """

    def board(self, view: Any, context: RenderContext) -> list[str]:
        """Tell the whole table."""

    def tableau(self, view: Any, seat: int, context: RenderContext) -> list[str]:
        """Tell what lies before one seat, in full."""

    def hand(self, view: Any, seat: int, context: RenderContext) -> list[str]:
        """Tell what one seat holds, for itself alone."""


def blocks(title: Text, lines: Iterable[Text | Line], context: RenderContext) -> list[str]:
    """Put lines under a title: a sentence, or several that stand one after the other."""
    words = context.words

    def said(line: Text | Line) -> str:
        return " ".join(words.say(text) for text in ([line] if isinstance(line, Text) else line))

    return listed(words.say(title), (DOUBLE_STOP.sub(".", said(line)) for line in lines))


def listed(title: str, lines: Iterable[str]) -> list[str]:
    """List lines under a title, in as many blocks as their length asks for."""
    found: list[str] = []
    block = f"### {title}"
    for line in lines:
        told = f"- {line}"
        if len(block) + 1 + len(told) > MAX_BLOCK:
            found.append(block)
            block = told
        else:
            block += f"\n{told}"
    return [*found, block]
