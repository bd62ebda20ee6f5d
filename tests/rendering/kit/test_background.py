"""Star dust belongs to the table."""

from __future__ import annotations

from rendering.kit.background import background


def test_a_table_has_the_same_stars_each_time() -> None:
    assert background((800, 600), 5).tobytes() == background((800, 600), 5).tobytes()


def test_another_table_has_other_stars() -> None:
    assert background((800, 600), 5).tobytes() != background((800, 600), 6).tobytes()


def test_drawing_on_a_ground_does_not_change_the_next_one() -> None:
    first = background((800, 600), 5)
    before = first.tobytes()
    first.paste((255, 0, 0), (0, 0, 800, 600))
    assert background((800, 600), 5).tobytes() == before
