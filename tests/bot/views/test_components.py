"""Whatever is put into a message, Discord takes it."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from bot.views import components
from bot.views.custom_ids import CustomId


def lengths(view: ui.LayoutView) -> list[int]:
    return [len(one.content) for one in view.walk_children() if isinstance(one, ui.TextDisplay)]


@pytest.mark.parametrize("given", [[4000, 300], [2500, 2500, 100], [3999, 1], [1500] * 4])
def test_the_texts_of_a_message_fit_together_and_the_short_ones_stay_whole(given: list[int]) -> None:
    view = components.layout(*(components.words("x" * length) for length in given))
    kept = lengths(view)
    assert sum(kept) <= 4000
    assert [short for short in given if short <= 300] == [short for short in kept if short <= 300]


def test_a_message_that_fits_is_not_touched() -> None:
    pieces: list[ui.Item[Any]] = [components.words("x" * 2000), components.words("y" * 2000)]
    assert lengths(components.layout(*pieces)) == [2000, 2000]


def test_the_menu_of_another_question_is_another_component() -> None:
    """A client, as the local page, keeps what was chosen in a menu, and tells nothing where it is chosen again."""
    asked = [CustomId("choose", 1, 7, "abc", "0", step) for step in (1, 1, 2)]
    first, again, other = (components.menu(one, [("1", "One", ""), ("2", "Two", "")], "Choose").id for one in asked)
    assert first == again
    assert first != other
    assert first is not None
    assert 0 < first < 2**31
