"""Data files of components are read into what they must hold, and what is wrong is named."""

from __future__ import annotations

import msgspec
import pytest

from rules.kernel.data import decode_file, index
from rules.kernel.errors import BadData


class Tile(msgspec.Struct, forbid_unknown_fields=True):
    """Something with names."""

    id: str
    names: dict[str, str]


CREDITS = Tile("credits", {"en": "Credits", "de": "Credits"})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "truncated"),
        (b'{"id": "credits"}', "missing required field `names`"),
        (b'{"id": "credits", "names": {}, "vp": 1}', "unknown field `vp`"),
        (b'{"id": 1, "names": {}}', r"Expected `str`, got `int` - at `\$\.id`"),
    ],
)
def test_a_file_of_another_shape_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(BadData, match=rf"^tiles\.json: .*{said}"):
        decode_file(data, Tile, "tiles.json")


def test_entries_are_found_by_their_ids() -> None:
    assert decode_file(msgspec.json.encode(CREDITS), Tile, "tiles.json") == CREDITS
    assert index([CREDITS], "tiles.json", expect=1) == {"credits": CREDITS}


@pytest.mark.parametrize(
    ("tiles", "expect", "said"),
    [
        ([CREDITS, CREDITS], 2, "credits stands twice"),
        ([CREDITS], 2, "1 entries where 2 are needed: credits"),
        ([Tile("ore", {"en": "Ore"})], 1, "ore needs an English and a German name"),
        ([Tile("ore", {"en": "Ore", "de": ""})], 1, "ore needs an English and a German name"),
    ],
)
def test_a_doubled_a_missing_and_an_unnamed_entry_are_refused(tiles: list[Tile], expect: int, said: str) -> None:
    with pytest.raises(BadData, match=rf"^tiles\.json: {said}"):
        index(tiles, "tiles.json", expect=expect)
