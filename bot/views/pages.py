"""Pages of what has more choices than Discord shows in one menu, or more words than a phone shows at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from discord import ui

from bot.views import components, phone
from bot.views.components import MAX_CHOICES, Button, Piece, button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rules.kernel.text import T, Text

Choice = TypeVar("Choice")

MAX_ROWS = 12
"""Rows of a phone that the words of one page take."""


def page_of(choices: Sequence[Choice], page: int) -> tuple[Sequence[Choice], int, int]:
    """The choices on a page, counted from 0, its number (the last one if there is no such page), and that of all pages.

    >>> page_of(range(30), 7)
    (range(25, 30), 1, 2)
    """
    pages = max(1, -(-len(choices) // MAX_CHOICES))
    page = min(page, pages - 1)
    return choices[page * MAX_CHOICES : (page + 1) * MAX_CHOICES], page, pages


def titled(title: Text, page: int, pages: int) -> Text:
    """The title of a menu, with its page if there are several."""
    if pages == 1:
        return title
    return T("{how_many} (page {page} of {pages})", how_many=title, page=page + 1, pages=pages)


def turning(localizer: Localizer, page: int, pages: int, to: Callable[[int], CustomId]) -> list[Button]:
    """Buttons to the pages before and after; `to` says what shows a page."""
    return [
        button(localizer.label(T("Previous page")), to(page - 1), disabled=page == 0),
        button(localizer.label(T("Next page")), to(page + 1), disabled=page == pages - 1),
    ]


def leaves(blocks: Sequence[str], localizer: Localizer) -> list[list[str]]:
    """Blocks of text in pages that a phone shows at once; each says which it is, where there are several."""
    if sum(map(phone.rows, blocks)) <= MAX_ROWS:
        return [list(blocks)]
    found = phone.pages(blocks, MAX_ROWS - 1)
    return [
        [*page, "-# " + localizer.post(T("Page {page} of {pages}", page=at, pages=len(found)))]
        for at, page in enumerate(found, start=1)
    ]


def leaf_layout(
    blocks: Sequence[str],
    page: int,
    localizer: Localizer,
    to: Callable[[int], CustomId],
    *,
    pieces: Sequence[Piece] = (),
    below: Sequence[Piece] = (),
) -> ui.LayoutView:
    """Build the message of one page of a text, with buttons to those beside it; `to` says what shows a page.

    `pieces` stand below its words, and `below` under the frame, the same on every page.
    """
    found = leaves(blocks, localizer)
    page = min(page, len(found) - 1)
    turns = turning(localizer, page, len(found), to) if len(found) > 1 else []
    return components.layout(*map(components.words, found[page]), *pieces, below=[*rows(turns), *below])
