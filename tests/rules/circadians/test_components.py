"""The set of components: what comes with the bot, and files of the same form that replace it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from rules.circadians.components import COLUMNS, DIRECTIONS, ORRERY, STACKS, read
from rules.circadians.describe import effect_text
from rules.circadians.effects import End
from rules.circadians.goods import Goods
from rules.circadians.sets import ORRERY_SET
from rules.kernel.errors import BadData
from rules.kernel.hexes import add, distance

DATA = (resources.files("rules.circadians") / "data" / ORRERY).read_bytes()


def changed(change: Callable[[Any], object]) -> bytes:
    raw = json.loads(DATA)
    change(raw)
    return json.dumps(raw).encode()


def test_the_set_has_as_many_cards_and_tiles_as_the_box() -> None:
    parts = ORRERY_SET
    kinds = (parts.items, parts.events, parts.characters, parts.farms, parts.upgrades, parts.clans)
    assert [len(kind) for kind in kinds] == [36, 16, 8, 15, 18, 6]
    assert sum(isinstance(one.effect, End) for one in parts.items.values()) == 18
    assert sum(one.takes_die for one in parts.farms.values()) == 10
    assert [sum(one.stack == stack for one in parts.upgrades.values()) for stack in STACKS] == [6, 6, 6]


def test_the_set_agrees_with_every_number_of_the_rules_summary() -> None:
    parts, base = ORRERY_SET, ORRERY_SET.base
    assert sorted(parts.caches) == [4, 5, 6, 6, 7, 8]
    assert (base.garages_full, base.farms_full) == (8, 7)
    assert (base.most_dice, base.most_items, base.canteen) == (5, 8, 2)
    assert [garage.algae for garage in base.garages[1:]] == [1, 1, 2, 3]
    assert (parts.hq_items, parts.hq_water) == (2, 5)
    assert parts.costs["lab"] == (Goods(algae=3), Goods(water=10))
    assert parts.costs["foundry"] == parts.costs["control"] == (Goods(power=2), Goods(water=10))
    assert {rate.id for rate in parts.rates} >= {"3w=2a", "p=2a"}
    for boards in parts.boards.values():
        points = [space.vp for column in boards.negotiation.values() for space in column.spaces]
        assert (min(points), max(points)) == (3, 15)
        assert boards.foundry == 2
        assert {space.gems for space in boards.mine} == {1, 2}


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_planet_has_six_caches_three_steps_from_the_centre_and_six_tokens_of_each_kind(side: str) -> None:
    hexes = ORRERY_SET.planet[side]
    assert len(hexes) == 37
    assert {distance((0, 0), at) for at, one in hexes.items() if one.corner} == {3}
    tokens = [(distance((0, 0), at), one.token) for at, one in hexes.items() if one.token]
    assert tokens.count((2, Goods(water=3))) == tokens.count((3, Goods(gem=1))) == 6


def test_every_arrow_leads_to_the_opposite_hex_and_back() -> None:
    arrows = ORRERY_SET.arrows
    assert len(arrows) == 12
    opposite = dict(zip(DIRECTIONS, [*DIRECTIONS][3:] + [*DIRECTIONS][:3], strict=True))
    for (start, direction), end in arrows.items():
        assert end == (-start[0], -start[1])
        assert arrows[end, opposite[direction]] == start
        assert add(start, DIRECTIONS[direction]) not in ORRERY_SET.planet["a"]


def test_every_thing_of_the_set_has_two_names_and_says_what_it_does() -> None:
    parts = ORRERY_SET
    for kind in (parts.items, parts.events, parts.characters, parts.farms, parts.upgrades, parts.clans):
        for id, one in kind.items():
            assert set(parts.names[f"{parts.prefix}.{id}"]) == {"en", "de"}
            assert effect_text(one.effect).id
    assert parts.names[f"{parts.prefix}.set"] == {"en": "Orrery’s third set", "de": "Orrerys dritter Satz"}


def test_a_set_is_known_by_what_is_in_it_and_not_by_its_names() -> None:
    def rename(raw: Any) -> None:
        raw["title"]["en"] = "Another"
        raw["items"][0]["names"]["de"] = "Anders"

    def reprice(raw: Any) -> None:
        raw["items"][0]["vp"] += 1

    assert read(DATA, "other.json").digest == ORRERY_SET.digest
    assert read(changed(rename), "other.json").digest == ORRERY_SET.digest
    assert read(changed(reprice), "other.json").digest != ORRERY_SET.digest


def drop(*path: Any) -> Callable[[Any], object]:
    def change(raw: Any) -> None:
        for step in path[:-1]:
            raw = raw[step]
        del raw[path[-1]]

    return change


def put(value: Any, *path: Any) -> Callable[[Any], object]:
    def change(raw: Any) -> None:
        for step in path[:-1]:
            raw = raw[step]
        raw[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (drop("items"), "needs exactly these entries"),
        (put({}, "more"), "needs exactly these entries"),
        (drop("items", 3, "cost"), "items item-4: .*cost"),
        (put("fly", "items", 3, "effect", "op"), "items item-4: .*fly"),
        (put("item-1", "items", 3, "id"), "items item-1: stands twice"),
        (put("Ü", "items", 3, "id"), "items Ü: an id is made of"),
        (put({"en": "x"}, "items", 3, "names"), "items item-4: needs an English and a German name"),
        (put(7, "items", 3), "items: entry 4 has no id"),
        (put({"water": -1}, "items", 3, "cost"), "items item-4: a negative price"),
        (put({"die": 1}, "items", 3, "cost"), "items item-4: cards and dice"),
        (put("market", "items", 3, "effect", "where", 0), "items item-4: .*market"),
        (put("moon", "items", 3, "effect", "where", 0), "items item-4: .*moon"),
        (lambda raw: raw["items"].clear(), "items: 0 entries where at least 32"),
        (put({"op": "end", "per": "gem", "vp": 1, "most": 1}, "characters", 0, "effect"), "characters char-1: .*end"),
        (put({"op": "boost", "more": 1}, "farms", 0, "effect"), "a tile cannot boost"),
        (lambda raw: raw["farms"].pop(), "farms: three stacks"),
        (put("IV", "upgrades", 0, "stack"), "upgrades up-1: .*IV"),
        (put([0], "upgrades", 1, "effect", "choices"), "upgrades up-2: pips"),
        (put("b", "clans", 0, "side"), "clans: needs one for green"),
        (put("event-99", "last_event"), "there is no event event-99"),
        (put({"op": "reveal_caches"}, "events", 0, "effect"), "events event-1: only the last event"),
        (drop("boards", "3", "hq"), "boards 3: .*hq"),
        (drop("boards", "4"), "boards: needs exactly"),
        (put(0, "boards", "4", "foundry"), "boards 4: .*foundry"),
        (lambda raw: raw["boards"]["3"]["negotiation"].pop("red"), "boards 3: negotiation needs"),
        (
            put({"gem": -1}, "boards", "3", "negotiation", "red", "spaces", 0, "cost"),
            "boards 3 negotiation red spaces 1: a negative",
        ),
        (put(1, "base", "garages", 0, "algae"), "the first garage costs nothing"),
        (lambda raw: raw["base"]["garages"].pop(), "needs 5 garages"),
        (lambda raw: raw["base"]["farms"].pop(), "needs 6 farms"),
        (lambda raw: raw["base"]["table"].pop("water"), "farm table"),
        (put(6, "base", "most_dice"), "every die needs a garage"),
        (put("u", "direction_by_die", 0), "direction_by_die: one of"),
        (put("IV", "stack_by_die", 0), "stack_by_die"),
        (put("up", "arrows", 0, "direction"), "arrows .*: up is no direction"),
        (put({}, "arrows"), "arrows: must be a list"),
        (put({}, "rates"), "rates: must be a list"),
        (put({}, "planet", "a"), "planet a: must be a list"),
        (put({}, "items"), "items: must be a list"),
        (put([9, 9], "arrows", 0, "end"), "from or to nowhere"),
        (put("s", "arrows", 0, "direction"), "no way out"),
        (lambda raw: raw["planet"]["a"].append(raw["planet"]["a"][0]), "planet a: a hex stands twice"),
        (put("n", "planet", "b", 0, "corner"), "planet b: one corner for each cache"),
        (drop("planet", "b", 0, "harvest"), "planet b, hex 1: .*harvest"),
        (put({}, "rows", "upper"), "rows upper"),
        (put({"en": "", "de": ""}, "title"), "title: needs"),
        (put([], "costs", "lab"), "costs: needs at least one price"),
        (put([], "rates"), "rates: nothing brings water"),
        (put({"item": 1}, "costs", "lab", 0), "costs lab: cards and dice"),
        (put({"water": -1}, "base", "start"), "base: a negative"),
        (put({"item": 2}, "base", "start"), "base: cards and dice"),
        (put(-1, "base", "canteen"), "base: .*canteen"),
        (put([1, 1, 1, 1, 1, -1], "base", "table", "water"), "base: .*table"),
        (put({"water": -2}, "planet", "a", 0, "harvest"), "planet a .*: a negative number"),
        (put({"algae": 2**70}, "planet", "a", 0, "harvest"), "planet a .*: at most 99"),
        (put(7, "planet", "a", 30, "q"), "planet a: .*more than 6 from the centre"),
        (put(2**70, "caches", 0), "caches: .*<= 99"),
        (put(-1, "caches", 0), "caches: .*>= 0"),
        (put(1.5, "items", 3, "vp"), "items item-4: .*vp"),
        (put("3", "items", 3, "vp"), "items item-4: .*vp"),
        (put(-1, "farms", 3, "vp"), "farms farm-4: .*vp"),
        (put({"op": "end", "per": "gem", "vp": 1, "most": 1, "each": 0}, "items", 3, "effect"), "items item-4: .*each"),
        (put({"op": "end", "per": "gem", "vp": 1, "most": -1}, "items", 3, "effect"), "items item-4: .*most"),
        (put({"op": "discount", "where": [], "less": {"water": 1}}, "items", 3, "effect"), "items item-4: .*where"),
        (put({"op": "discount", "where": ["mine"], "less": {"die": 1}}, "items", 3, "effect"), "item-4 .*cards and"),
        (put({"op": "income", "gain": {"water": 1, "power": -1}}, "items", 3, "effect"), "items item-4: .*not both"),
        (put({"op": "income", "gain": {"item": -1}}, "items", 3, "effect"), "items item-4: .*not both"),
        (put({"op": "discount_any", "where": ["mine"], "n": 40}, "items", 3, "effect"), "items item-4: .*n"),
        (put({"op": "table", "of": []}, "farms", 0, "effect"), "farms farm-1: .*of"),
        (put({"op": "pay_gain", "pay": {"item": 1}, "gain": {"gem": 1}}, "clans", 0, "effect"), "green-a .*cards and"),
        (put({"op": "gain", "gain": {"water": -1}}, "rows", "lower"), "rows lower: a negative"),
        (put({"op": "extra_step", "n": 99}, "upgrades", 0, "effect"), "upgrades up-1: .*n"),
        (put([], "boards", "3", "academy"), "boards 3: .*academy"),
        (put([7], "boards", "3", "academy", 0, "values"), "boards 3: .*values"),
        (lambda raw: raw["boards"]["3"]["mine"].extend(raw["boards"]["3"]["mine"] * 3), "boards 3: .*mine"),
        (put({"algae": 1, "item": 1}, "rates", 0, "get"), "rates 3w=2a: cards and dice"),
        (put("a b", "rates", 0, "id"), "rates a b: .*id"),
        (put("stop", "rates", 0, "id"), "rates stop: that word"),
        (put("skip", "advances", 0, "id"), "advances skip: that word"),
        (put("item-1", "events", 0, "id"), "events item-1: its id stands in items"),
        (put({"en": "A\nB", "de": "A"}, "items", 3, "names"), "items item-4: a name is one line"),
        (put({"en": "A" * 61, "de": "A"}, "items", 3, "names"), "items item-4: a name is one line"),
        (put({"en": "A*", "de": "A"}, "items", 3, "names"), "items item-4: a name has none of these"),
        (put({"en": "A", "de": "@A"}, "title"), "title: a name has none of these"),
        (put({"en": " ", "de": "A"}, "items", 3, "names"), "items item-4: needs an English"),
    ],
)
def test_a_fault_in_a_set_is_told_with_its_entry(change: Callable[[Any], object], said: str) -> None:
    with pytest.raises(BadData, match=rf"^own\.json: .*(?:{said})|^own\.json: {said}"):
        read(changed(change), "own.json")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "line 1"),
        (b'{\n"items": [,]}', "line 2"),
        (b'{"items": [{"id": "item-1", "vp": 1, "vp": 2}]}', "item-1 has “vp” twice"),
        ("{“items”: 1}".encode("cp1252"), "not written in UTF-8"),
        (b"[" * 100_000, "recursion"),
        (b"[" + b"9" * 5000 + b"]", "integer"),
        (b"[]", "needs exactly these entries"),
        (b'{"items": NaN}', "needs exactly these entries"),
    ],
)
def test_a_file_that_is_no_json_is_told_with_the_place(data: bytes, said: str) -> None:
    with pytest.raises(BadData, match=rf"^own\.json: .*{said}"):
        read(data, "own.json")


def test_a_file_may_begin_with_the_mark_that_some_editors_write() -> None:
    assert read(b"\xef\xbb\xbf" + DATA, "own.json").digest == ORRERY_SET.digest


def test_columns_and_clans_fit() -> None:
    assert {one.column for one in ORRERY_SET.clans.values()} == set(COLUMNS)
