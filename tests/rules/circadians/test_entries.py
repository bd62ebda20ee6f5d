"""Every card, tile, character and clan of Orrery's set does what its effect says: one case for each entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.circadians.describe import explain
from rules.circadians.means import Means
from rules.circadians.scoring import lines
from rules.circadians.sets import ORRERY_SET
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.harvest import Harvest
from rules.circadians.steps.planning import Planning
from tests.rules.circadians.cards import play, spent, with_
from tests.rules.circadians.table import give, has, in_hq, make, negotiated, table_of


def harvest(id: str, *dice: int, line: str = "") -> tuple[int, ...]:
    """What a card adds to the harvest of these farm dice; the centre yields 3 water."""
    state = make(2)
    me = state.players[0]
    if id.startswith("farm"):
        me.farms[0] = id
    else:
        state.event = id if id.startswith("event") else ""
        me.character = id if id.startswith("char") else ""
        me.played = [id] if id.startswith("item") else []
    for at, die in enumerate(dice):
        me.farm_dice[at] = die
    table = table_of(state, Harvest())
    table.play(line)
    return (has(table)[0] - 3, *has(table)[1:])


def bonus(id: str, prepare: Callable[[CircadiansState], object] = lambda _: None) -> int:
    """The points of an end bonus."""
    state = with_(id, water=0, algae=0, power=0, gem=0)
    prepare(state)
    return next(line.points for line in lines(state, 0) if "bonus" in line.text.id)


def dice(*where: tuple[str, int, int]) -> Callable[[CircadiansState], None]:
    """Put own dice on the negotiation board: column, row, value."""

    def prepare(state: CircadiansState) -> None:
        for column, row, value in where:
            negotiated(state, column, row, 0, value)

    return prepare


def own(**parts: Any) -> Callable[[CircadiansState], object]:
    def prepare(state: CircadiansState) -> None:
        for key, value in parts.items():
            setattr(state.players[0], key, value)

    return prepare


CASES: dict[str, Callable[[], None]] = {}


def case(function: Callable[[], None]) -> Callable[[], None]:
    CASES[function.__name__.replace("_", "-")] = function
    return function


# Items.


@case
def item_1() -> None:
    assert harvest("item-1") == (2, 0, 0, 0)


@case
def item_2() -> None:
    assert harvest("item-2") == (0, 1, 0, 0)


@case
def item_3() -> None:
    assert harvest("item-3") == (0, 0, 1, 0)


@case
def item_4() -> None:
    assert spent(with_("item-4", 2), "mine 2") == (9, 0, 0, -2)


@case
def item_5() -> None:
    assert spent(with_("item-5", 2), "market 3w=2a x4") == (12, -8, 0, 0)


@case
def item_6() -> None:
    table = play(with_("item-6", 2), "control 2p")
    assert set(table.legal()) == {"n", "ne", "se"}


@case
def item_7() -> None:
    assert spent(with_("item-7", 2), "control 1p") == (0, 0, 1, 0)
    assert spent(with_("item-7", 2), "control 5w") == (5, 0, 0, 0)


@case
def item_8() -> None:
    assert spent(with_("item-8", 2), "foundry 1p") == (0, 0, 1, 0)
    assert spent(with_("item-8", 2), "foundry 5w") == (5, 0, 0, 0)


@case
def item_9() -> None:
    assert spent(with_("item-9", 2, 2), "lab garage 1a") == (0, 2, 0, 0)
    assert spent(with_("item-9", 2, 2), "lab garage 4w") == (4, 1, 0, 0)


@case
def item_10() -> None:
    assert spent(with_("item-10", 5), "academy one") == (1, 0, 0, 0)


@case
def item_11() -> None:
    assert spent(with_("item-11", 5), "canteen") == (-4, 0, 0, 0)


@case
def item_12() -> None:
    assert harvest("item-12", 0, 2, line="water") == (3, 0, 0, 0)
    assert harvest("item-12", 0, 6, line="water") == (5, 0, 0, 0)


@case
def item_13() -> None:
    means = Means(with_("item-13"), 0)
    assert [means.algae(garage) for garage in range(1, 6)] == [0, 0, 0, 1, 2]


@case
def item_14() -> None:
    assert spent(with_("item-14", 5), "negotiate green-1 skip skip") == (-3, 3, 0, 0)


@case
def item_15() -> None:
    state = with_("item-15", 3)
    state.players[0].hand = ["item-1"]
    assert spent(state, "depot item-1 middle 2a") == (0, 2, 0, 0)


@case
def item_16() -> None:
    state = with_("item-16", 3)
    assert spent(state, "hq") == (-5, 0, 0, 0)
    assert len(state.players[0].hand) == 2


@case
def item_17() -> None:
    assert spent(with_("item-17", 1), "control 2p") == (-2, -1, 2, 0)
    state = with_("item-17", 3, hand=["item-1"])
    assert spent(state, "depot item-1 upper n") == (-2, 1, 1, 0)


@case
def item_18() -> None:
    assert spent(with_("item-18", 5), "negotiate green-1 skip 1g") == (0, 1, 0, -1)
    assert spent(with_("item-18", 5), "negotiate green-1 skip skip") == (0, 3, 0, 0)


@case
def item_19() -> None:
    assert [bonus("item-19", own(gem=n)) for n in (0, 1, 2, 7, 20)] == [0, 0, 1, 3, 4]


@case
def item_20() -> None:
    assert bonus("item-20", dice(("green", 1, 1), ("red", 1, 1), ("red", 2, 1))) == 3
    every = [(column, row, 1) for column in ("green", "red") for row in (1, 2, 3)]
    assert bonus("item-20", dice(*every)) == 5


@case
def item_21() -> None:
    assert bonus("item-21", dice(("green", 1, 1), ("green", 2, 1), ("red", 2, 1))) == 4


@case
def item_22() -> None:
    assert bonus("item-22", dice(("yellow", 1, 1), ("green", 2, 1), ("red", 2, 1))) == 2


@case
def item_23() -> None:
    assert bonus("item-23", dice(("red", 1, 1), ("red", 2, 1), ("red", 3, 1))) == 6


@case
def item_24() -> None:
    assert bonus("item-24", own(farms=["farm-1", "farm-2", ""])) == 4


@case
def item_25() -> None:
    assert bonus("item-25", own(upgrades=["up-1", "up-2", "up-3", ""])) == 3


@case
def item_26() -> None:
    assert bonus("item-26", own(played=["item-1", "item-26", "item-2"])) == 3
    assert bonus("item-26", own(played=["item-26", *(f"item-{n}" for n in range(1, 9))])) == 6


@case
def item_27() -> None:
    assert [bonus("item-27", own(water=n)) for n in (4, 5, 14, 99)] == [0, 1, 2, 4]


@case
def item_28() -> None:
    assert [bonus("item-28", own(algae=n)) for n in (1, 5, 99)] == [0, 2, 4]


@case
def item_29() -> None:
    assert [bonus("item-29", own(power=n)) for n in (0, 3, 99)] == [0, 3, 4]


@case
def item_30() -> None:
    assert [bonus("item-30", own(harvester=at)) for at in ((0, 0), (0, -3), (1, -3))] == [0, 4, 0]


@case
def item_31() -> None:
    assert [bonus("item-31", own(harvester=at)) for at in ((0, 0), (1, 0), (2, -1), (1, -3))] == [0, 1, 2, 3]


@case
def item_32() -> None:
    def prepare(state: CircadiansState) -> None:
        dice(("green", 1, 2), ("red", 1, 2), ("red", 2, 5))(state)
        state.depository["upper"][3] = Die(0, 4)
        state.depository["upper"][5] = Die(1, 6)

    assert bonus("item-32", prepare) == 3


@case
def item_33() -> None:
    def prepare(state: CircadiansState) -> None:
        state.players[0].ready, state.players[0].supply = 2, 11
        in_hq(state, (0, 3))
        dice(("green", 1, 2))(state)

    assert bonus("item-33", prepare) == 3
    assert bonus("item-33", own(ready=5, supply=8)) == 4


@case
def item_34() -> None:
    assert bonus("item-34", lambda state: in_hq(state, (0, 3), (1, 4), (0, 1))) == 2


@case
def item_35() -> None:
    four = ["item-35", "item-1", "item-2", "item-3"]
    assert bonus("item-35", own(played=four)) == 0
    assert bonus("item-35", own(played=[*four, "item-4"])) == 3
    assert bonus("item-35", own(played=[*four, "item-4", "item-5"])) == 3


@case
def item_36() -> None:
    assert bonus("item-36", dice(("green", 1, 1), ("red", 1, 1))) == 0
    assert bonus("item-36", dice(("green", 1, 1), ("red", 1, 1), ("yellow", 1, 1))) == 4


# Events.


@case
def event_1() -> None:
    assert harvest("event-1") == (3, 0, 0, 0)


@case
def event_2() -> None:
    assert harvest("event-2") == (0, 1, 0, 0)


@case
def event_3() -> None:
    assert harvest("event-3", 0, 4, line="algae") == (0, 3, 0, 0)


@case
def event_4() -> None:
    assert spent(with_("event-4", 2), "foundry 1p") == (0, 0, 1, 0)
    assert spent(with_("event-4", 2), "control 5w") == (5, 0, 0, 0)


@case
def event_5() -> None:
    assert spent(with_("event-5", 1), "market 3w=2a x3") == (9, -6, 0, 0)


@case
def event_6() -> None:
    assert spent(with_("event-6", 5), "academy one") == (1, 0, 0, 0)


@case
def event_7() -> None:
    assert spent(with_("event-7", 2), "mine 1") == (3, 0, 0, -1)


@case
def event_8() -> None:
    assert spent(with_("event-8", 5), "negotiate green-1 skip skip") == (-3, 3, 0, 0)


@case
def event_9() -> None:
    state = with_("event-9", 3, hand=["item-1"])
    play(state, "depot item-1 middle")
    assert len(state.players[0].hand) == 1


@case
def event_10() -> None:
    assert spent(with_("event-10", 5), "canteen") == (-3, 0, 0, 0)


@case
def event_11() -> None:
    assert "control" not in table_of(with_("event-11", 1)).legal()


@case
def event_12() -> None:
    assert spent(with_("event-12", 2), "mine 1") == (8, 0, 0, -1)


@case
def event_13() -> None:
    assert spent(with_("event-13", 1), "academy one") == (2, 2, 0, 0)


@case
def event_14() -> None:
    assert spent(with_("event-14", 5), "negotiate green-1 skip skip") == (2, 3, 0, 0)


@case
def event_15() -> None:
    assert harvest("event-15", 0, 4, line="water") == (2, 0, 0, 0)
    state = make(2)
    state.event = "event-15"
    give(state.players[0], harvester=(-1, 0), water=5)
    assert has(table_of(state, Harvest())) == (5, 3, 0, 0)


@case
def event_16() -> None:
    state = make(2)
    state.round = 8
    assert sorted(table_of(state, Planning()).state.caches.values()) == [4, 5, 6, 6, 7, 8]


# Characters.


@case
def char_1() -> None:
    assert spent(with_("char-1", 5), "negotiate yellow-2 3w-2p") == (3, 0, 2, 0)
    assert spent(with_("char-1", 5), "negotiate yellow-2 2w-3p") == (2, 0, 3, 0)


@case
def char_2() -> None:
    assert spent(with_("char-2", 2), "control 1p") == (0, 0, 1, 0)


@case
def char_3() -> None:
    assert harvest("char-3", 0, 3, line="algae") == (0, 3, 0, 0)


@case
def char_4() -> None:
    state = with_("char-4", 1, 1)
    assert spent(state, "trade 3w=p x1 2a=p x1 canteen canteen") == (-1, 3, -2, 0)
    assert state.players[0].traded
    state = with_("char-4", 1, 1)
    table = play(state, "canteen")
    assert "trade" in table.legal()
    table.play("trade 3w=p x1 stop")
    assert "trade" not in table.legal()


@case
def char_5() -> None:
    assert spent(with_("char-5", 5), "academy one") == (2, 0, 0, 0)


@case
def char_6() -> None:
    assert spent(with_("char-6", 2), "mine 1") == (2, 0, 0, -1)


@case
def char_7() -> None:
    means = Means(with_("char-7"), 0)
    assert [means.algae(garage) for garage in range(1, 6)] == [0, 1, 0, 1, 2]


@case
def char_8() -> None:
    assert spent(with_("char-8", 3, hand=["item-1"]), "depot item-1 middle") == (-2, 1, 1, 0)


# Clans.


@case
def green_a() -> None:
    assert spent(with_("green-a", 5), "negotiate green-1 use skip") == (0, 1, 0, 0)


@case
def green_b() -> None:
    table = play(with_("green-b", 5), "negotiate green-1 use")
    assert set(table.legal()) == {"n", "ne", "se", "s", "sw", "nw"}
    table.play("s skip")
    assert table.state.players[0].harvester == (0, 1)


@case
def yellow_a() -> None:
    table = play(with_("yellow-a", 5), "negotiate yellow-1 use")
    assert "stop" not in table.legal()
    table.play("3w=2a x2")
    assert "stop" in table.legal()
    table.play("g=2p x1 skip")
    assert has(table) == (24, 24, 10, 5)
    poor = with_("yellow-a", 5, water=0, algae=0, power=2, gem=0)
    assert play(poor, "negotiate yellow-1").prompt().kind == "advance"


@case
def yellow_b() -> None:
    state = with_("yellow-b", 5)
    play(state, "negotiate yellow-1 use skip")
    assert len(state.players[0].hand) == 2
    state = with_("yellow-b", 5)
    state.deck = []
    assert play(state, "negotiate yellow-1").prompt().kind == "advance"


@case
def red_a() -> None:
    assert spent(with_("red-a", 5), "negotiate red-1 use skip") == (5, 0, 0, 0)
    assert play(with_("red-a", 5, water=4), "negotiate red-1").prompt().kind == "advance"


@case
def red_b() -> None:
    state = with_("red-b", 5)
    assert spent(state, "negotiate red-1 use skip") == (3, 1, 0, 1)
    assert state.players[0].waiting == 1
    state = with_("red-b", 5, supply=0)
    assert play(state, "negotiate red-1").prompt().kind == "advance"


# Farms: the tile lies on farm 4.


@case
def farm_1() -> None:
    assert harvest("farm-1", 0, 0, 0, 3) == (0, 4, 0, 0)


@case
def farm_2() -> None:
    assert harvest("farm-2", 0, 0, 0, 3) == (6, 0, 0, 0)


@case
def farm_3() -> None:
    assert harvest("farm-3", 0, 0, 0, 3) == (0, 0, 2, 0)


@case
def farm_4() -> None:
    for line, gained in (("water", (3, 0, 0, 0)), ("algae", (0, 2, 0, 0)), ("power", (0, 0, 1, 0))):
        assert harvest("farm-4", 0, 0, 0, 3, line=line) == gained


@case
def farm_5() -> None:
    assert harvest("farm-5", 0, 0, 0, 4) == (4, 0, 0, 0)
    assert harvest("farm-5", 0, 0, 0, 5) == (0, 1, 0, 1)
    assert harvest("farm-5", 1, 0, 0, 2) == (0, 1, 0, 1)


@case
def farm_6() -> None:
    assert harvest("farm-6", 0, 0, 0, 1) == harvest("farm-6", 0, 0, 0, 6) == (2, 3, 0, 0)


@case
def farm_7() -> None:
    assert harvest("farm-7", 0, 0, 0, 1) == (5, 1, 0, 0)


@case
def farm_8() -> None:
    assert harvest("farm-8", 0, 0, 0, 1) == (4, 0, 1, 0)


@case
def farm_9() -> None:
    state = with_("farm-9", water=0, algae=0, power=0, gem=0)
    state.players[0].farm_dice[3] = 2
    assert has(table_of(state, Harvest())) == (8, 0, 0, 0)
    assert len(state.players[0].hand) == 1


@case
def farm_10() -> None:
    assert harvest("farm-10", 0, 0, 0, 3) == (0, 3, 0, 0)
    state = with_("farm-10")
    state.players[0].farm_dice[3] = 4
    table_of(state, Harvest())
    assert state.players[0].waiting == 1


@case
def farm_11() -> None:
    assert harvest("farm-11") == (3, 0, 0, 0)


@case
def farm_12() -> None:
    assert harvest("farm-12") == (0, 1, 0, 0)


@case
def farm_13() -> None:
    assert harvest("farm-13") == (0, 0, 1, 0)


@case
def farm_14() -> None:
    assert harvest("farm-14") == (1, 1, 0, 0)


@case
def farm_15() -> None:
    assert harvest("farm-15") == (1, 0, 0, 0)


# Upgrades: the tile lies on garage 2, whose die costs 1 algae.


@case
def up_1() -> None:
    means = Means(with_("up-1"), 0)
    assert [means.algae(garage) for garage in (2, 3)] == [0, 1]
    state = with_("up-1")
    state.players[0].upgrades = ["", "", "", "up-1"]
    assert Means(state, 0).algae(5) == 2


@case
def up_2() -> None:
    assert {"to-2", "to-4"} <= set(table_of(with_("up-2", 0, 3)).legal())
    assert "to-0" not in {option.id for option in table_of(with_("up-2", 0, 1)).prompt().options}


@case
def up_3() -> None:
    assert spent(with_("up-3", 0, 3), "mine 1") == (3, 1, 0, -1)


@case
def up_4() -> None:
    state = with_("up-4")
    assert Means(state, 0).algae(2) == 0
    state.players[0].upgrades = ["", "", "", "up-4"]
    assert Means(state, 0).algae(5) == 1


@case
def up_5() -> None:
    assert spent(with_("up-5", 0, 2), "mine 1") == (3, 1, 0, -1)
    assert spent(with_("up-5", 2), "mine 1") == (6, 0, 0, -1)


@case
def up_6() -> None:
    assert spent(with_("up-6", 0, 1), "market 3w=2a x3") == (9, -5, 0, 0)


@case
def up_7() -> None:
    table = table_of(with_("up-7", 0, 3))
    assert [id for id in table.legal() if id.startswith("to-")] == ["to-1", "to-2", "to-4", "to-5"]


@case
def up_8() -> None:
    assert spent(with_("up-8", 0, 3), "mine 1") == (5, 0, 0, -1)


@case
def up_9() -> None:
    def occupied(garage: int) -> list[str]:
        state = with_("up-9", *([0] * (garage - 1)), 3, 3)
        state.mine = [[Die(1, 1)] for _ in state.mine]
        state.foundry = [Die(1, 1)] * 2
        state.control = [Die(1, 1)] * 2
        state.lab = [Die(1, 1)] * 2
        state.market = {space: [Die(1, 1)] for space in state.market}
        state.academy = [[Die(1, 1)] for _ in state.academy]
        return table_of(state).legal()

    six = {"mine", "lab", "foundry", "control", "market", "academy"}
    assert six <= set(occupied(2))
    assert not (six - {"lab"}) & set(occupied(1))
    state = with_("up-9", 0, 3)
    state.mine = [[Die(1, 1)] for _ in state.mine]
    play(state, "mine 1")
    assert state.mine[0] == [Die(1, 1), Die(0, 3)]
    state = with_("up-9", 0, 3)
    in_hq(state, (1, 1), (1, 2), (1, 3))
    state.event = "event-11"
    table = table_of(state)
    assert "control" not in table.legal()


@case
def up_10() -> None:
    table = play(with_("up-10", 0, 3), "control 2p")
    assert len(table.legal()) == 6


@case
def up_11() -> None:
    assert spent(with_("up-11", 0, 5), "academy one") == (1, 1, 0, 0)
    assert spent(with_("up-11", 5), "academy one") == (4, 0, 0, 0)


@case
def up_12() -> None:
    assert spent(with_("up-12", 0, 3), "foundry 1p keep") == (0, 1, 1, 0)
    assert spent(with_("up-12", 0, 3), "foundry 5w keep") == (5, 1, 0, 0)
    assert spent(with_("up-12", 0, 3, 3), "lab garage 2a") == (0, 4, 0, 0)


@case
def up_13() -> None:
    assert "to-4" in table_of(with_("up-13", 0, 3)).legal()


@case
def up_14() -> None:
    assert spent(with_("up-14", 0, 5), "negotiate green-1 skip skip") == (0, 3, 0, 0)


@case
def up_15() -> None:
    assert spent(with_("up-15", 0, 3, hand=["item-1"]), "depot item-1 middle 2a") == (0, 3, 0, 0)


@case
def up_16() -> None:
    assert spent(with_("up-16", 0, 3), "mine 1") == (5, 1, -1, -1)


@case
def up_17() -> None:
    table = play(with_("up-17", 0, 1), "control 2p")
    assert table.legal() == ["n", "n-2"]
    table.play("n-2")
    assert table.state.players[0].harvester == (0, -2)


@case
def up_18() -> None:
    table = table_of(with_("up-18", 0, 3))
    assert [id for id in table.legal() if id.startswith("to-")] == ["to-1", "to-2", "to-4", "to-5", "to-6"]
    assert spent(with_("up-18", 0, 3), "to-6 mine 1") == (4, 1, 0, -1)
    assert not [id for id in table_of(with_("up-18", 0, 3, water=1)).legal() if id.startswith("to-")]


ENTRIES = [
    *ORRERY_SET.items, *ORRERY_SET.events, *ORRERY_SET.characters, *ORRERY_SET.clans, *ORRERY_SET.farms,
    *ORRERY_SET.upgrades,
]  # fmt: skip


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_does_what_it_says(entry: str) -> None:
    CASES[entry]()


def test_no_case_is_left_over() -> None:
    assert set(CASES) == set(ENTRIES)


def test_every_entry_is_explained_and_says_that_it_is_not_the_printed_one() -> None:
    for entry in ENTRIES:
        said = explain(f"{ORRERY_SET.prefix}.{entry}")
        assert len(said) == 2, entry
        assert "not what is printed" in said[1].id
    assert explain("circadians.none") == explain("nonsense") == ()
