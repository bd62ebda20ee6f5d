"""Data files of components are read into what they must hold, and what is wrong is named."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from rules.kernel.data import decode_file, index, load_file, load_names, names_under
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


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package of a game with a folder for its data."""
    (tmp_path / "small_game" / "data").mkdir(parents=True)
    (tmp_path / "small_game" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "small_game", raising=False)
    return "small_game"


def write(tmp_path: Path, file: str, thing: object) -> None:
    (tmp_path / "small_game" / "data" / file).write_bytes(msgspec.json.encode(thing))


def test_a_file_in_the_data_folder_of_a_game_is_read_into_what_it_must_hold(package: str, tmp_path: Path) -> None:
    write(tmp_path, "tiles.json", [CREDITS])
    assert load_file(package, "tiles.json", list[Tile]) == [CREDITS]
    write(tmp_path, "tiles.json", [{"id": "credits"}])
    with pytest.raises(BadData, match=r"^tiles\.json: .*`names`"):
        load_file(package, "tiles.json", list[Tile])


def test_names_are_data_and_stand_in_both_languages(package: str, tmp_path: Path) -> None:
    write(tmp_path, "names.json", {"small": {"en": "Small", "de": "Klein"}})
    assert {**load_names(package), **names_under("small.tile", [CREDITS])} == {
        "small": {"en": "Small", "de": "Klein"},
        "small.tile.credits": {"en": "Credits", "de": "Credits"},
    }
    write(tmp_path, "names.json", {"small.part.map": {"en": "Map"}})
    with pytest.raises(BadData, match=r"^names\.json: small\.part\.map needs an English and a German name"):
        load_names(package)
