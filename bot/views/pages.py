"""Pages of a menu that has more choices than Discord shows in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.views.components import MAX_CHOICES, Button, button
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rules.kernel.text import T, Text

Choice = TypeVar("Choice")


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
