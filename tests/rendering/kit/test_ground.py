"""Star dust belongs to the table."""

from __future__ import annotations

from rendering.kit.ground import ground


def test_a_table_has_the_same_stars_each_time() -> None:
    assert ground((800, 600), 5).tobytes() == ground((800, 600), 5).tobytes()


def test_another_table_has_other_stars() -> None:
    assert ground((800, 600), 5).tobytes() != ground((800, 600), 6).tobytes()


def test_drawing_on_a_ground_does_not_change_the_next_one() -> None:
    first = ground((800, 600), 5)
    before = first.tobytes()
    first.paste((255, 0, 0), (0, 0, 800, 600))
    assert ground((800, 600), 5).tobytes() == before
