"""Whatever is put into a message, Discord takes it."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from bot.views import components


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
