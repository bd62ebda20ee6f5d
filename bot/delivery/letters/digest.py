"""Several letters to one person as one message, in words: what each is about, and its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from discord import ui

from bot.delivery.letters.letter import Item, Letter
from bot.delivery.letters.turn import TurnLetter, digest_title, put_off_rows
from bot.views import components
from bot.views.components import MAX_BUTTONS, rows
from bot.views.localizer import Localizer
from rules.kernel.text import T

ROOM = 26
"""Components that the items of a digest take at most: Discord allows 40 in all, with frame, title, what puts reminders
off, and the question for quiet hours."""


@dataclass
class Digest:
    """Letters that are one message."""

    letters: list[Letter] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)

    def add(self, letter: Letter, items: Sequence[Item]) -> bool:
        """Add a letter with its items; False if there is no room for it."""
        more = [*self.items, *items]
        buttons = sum(len(one.buttons) for one in more)
        if self.letters and len(more) + buttons + -(-buttons // MAX_BUTTONS) > ROOM:
            return False
        self.letters.append(letter)
        self.items = more
        return True

    def view(self, localizer: Localizer) -> ui.LayoutView:
        """Build the message."""
        turns = [one for one in self.letters if isinstance(one, TurnLetter)]
        if len(turns) == len(self.letters):
            reminds = all(one.reminds for one in turns)
            title = digest_title(sum(len(one.waits) for one in turns), localizer, reminds=reminds)
        else:
            title = "🔔 " + localizer.post(T("News from your tables"))
        texts = [components.words(f"### {title}"), *(components.words(one.text) for one in self.items)]
        reminder = next((one for one in turns if one.reminds), None)
        below = rows([button for one in self.items for button in one.buttons])
        return components.layout(*texts, below=[*below, *(put_off_rows(reminder, localizer) if reminder else ())])


def tables_of(letters: Sequence[Letter]) -> set[int]:
    """The tables that letters are about."""
    return {info.id for one in letters for info in (one.about, *one.places)}
