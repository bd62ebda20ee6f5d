"""Power, Q.I.C. and special actions (rulebook: actions 6 and 7, appendix III)."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rules.gaia.components import BOOSTERS, Goods
from rules.gaia.state import OwnTile
from rules.gaia.steps.actions import BoardActions, Specials
from rules.gaia.steps.building import ChooseUpgrade
from rules.gaia.steps.turn import Turn
from rules.kernel.prompt import Prompt
from tests.rules.gaia.table import ready, rich, table_of, token


@pytest.mark.parametrize(
    ("action", "price", "gain"),
    [
        ("3k", 7, Goods(knowledge=3)),
        ("2o", 4, Goods(ore=2)),
        ("7c", 4, Goods(credits=7)),
        ("2k", 4, Goods(knowledge=2)),
        ("2t", 3, Goods(tokens=2)),
    ],
)
def test_a_power_action_costs_power_and_gives_its_goods(action: str, price: int, gain: Goods) -> None:
    state = ready()
    me = state.players[0]
    table = table_of(state)
    table.play(f"power {action}; done")
    assert (me.ore, me.credits, me.knowledge) == (5 + gain.ore, 5 + gain.credits, 5 + gain.knowledge)
    assert me.power == [2 + price + gain.tokens, 2, 8 - price, 0]
    assert state.taken == {action: 0}


def test_an_action_is_taken_once_a_round_by_anybody() -> None:
    state = ready()
    rich(state.players[1])
    table = table_of(state)
    table.play("power 2o done power")
    assert "has taken this action" in table.refusal("2o")


@pytest.mark.parametrize(("action", "price", "place", "ore"), [("1step", 3, "1A5", 5 - 4), ("2steps", 5, "1A5", 4)])
def test_an_action_with_terraforming_steps_builds_a_mine(action: str, price: int, place: str, ore: int) -> None:
    state = ready()
    me = state.players[0]
    me.research["nav"] = 2
    state.round_tiles = ["round-terraforming"]
    table_of(state).play(f"power {action} {place} done")
    assert (me.ore, me.power[2], me.vp) == (ore, 8 - price, 14)
    assert me.structures[place] == "mine"


def test_the_qic_actions() -> None:
    state = ready()
    me = state.players[0]
    me.structures |= {"5B5": "mine", "1A6": "mine"}
    me.qic = 9
    table = table_of(state)
    assert table.option("qic").refusal is None
    table.play("qic")
    assert "no federation token" in table.refusal("again")
    table.play("types done")
    assert (me.vp, me.qic) == (10 + 3 + 3, 7)
    state.queue = [0]
    me.tokens = [token("credits", green=False)]
    table_of(state).play("qic again credits done")
    assert (me.vp, me.credits, me.qic) == (16 + 7, 11, 4)
    assert [own.green for own in me.tokens] == [False]
    state.queue = [0]
    table_of(state).play("qic tech free1 ai done")
    assert (me.qic, me.research["ai"]) == (1, 1)
    assert [own.space for own in me.tiles] == ["free1"]


def test_what_is_missing_for_an_action_is_said() -> None:
    state = ready()
    me = state.players[0]
    me.power, me.qic = [0, 0, 3, 0], 2
    table = table_of(state)
    table.play("power")
    assert "power; you have" in table.refusal("2o")
    assert table.option("2t").refusal is None
    other = table_of(state)
    assert other.option("qic").refusal is None
    me.qic = 1
    assert "not have enough Q.I.C." in other.refusal("qic")
    assert "no special action" in other.refusal("special")


@pytest.mark.parametrize(
    ("tile", "id", "goods"),
    [
        ("charge", "4pw", (5, 5, 5, 5)),
        ("adv-qic-credits", "q5c", (5, 10, 5, 6)),
        ("adv-ore", "3o", (8, 5, 5, 5)),
        ("adv-knowledge", "3k", (5, 5, 8, 5)),
    ],
)
def test_a_tile_has_its_special_action_once_a_round(tile: str, id: str, goods: tuple[int, ...]) -> None:
    state = ready()
    me = state.players[0]
    me.tiles = [OwnTile(tile, "free1")]
    table_of(state).play(f"special {id} done")
    assert (me.ore, me.credits, me.knowledge, me.qic) == goods
    assert me.power == ([0, 2, 10, 0] if tile == "charge" else [2, 2, 8, 0])
    state.queue = [0]
    assert "None of your special" in table_of(state).refusal("special")
    me.used, me.tiles[0].covered = [], True
    assert "no special action" in table_of(state).refusal("special")


@pytest.mark.parametrize(("faction", "id", "goods"), [("terrans", "q", (5, 6)), ("baltaks", "4c", (9, 5))])
def test_the_academy_has_a_special_action(faction: str, id: str, goods: tuple[int, int]) -> None:
    state = ready(faction)
    me = state.players[0]
    me.structures["1A5"] = "academy-q"
    table_of(state).play(f"special {id} done")
    assert (me.credits, me.qic) == goods


def test_the_booster_with_a_step_builds_a_mine() -> None:
    state = ready()
    me = state.players[0]
    me.booster, me.research["nav"] = "booster4", 2
    table_of(state).play("special step 1A6 done")
    assert (me.ore, me.structures["1A6"], me.used) == (4, "mine", ["step"])


def test_the_booster_with_range_builds_a_mine_or_starts_a_project() -> None:
    for place, ore in (("3A7", 4), ("3A0", 5)):
        state = ready()
        me = state.players[0]
        me.booster, me.qic, me.research["nav"] = "booster5", 0, 4
        table = table_of(state)
        table.play(f"special range {place}")
        if table.prompt().kind == "give-up":
            table.play(table.legal()[0])
        assert me.ore == ore
        assert (place in me.structures, place in me.sent_formers) == ((ore == 4), (ore == 5))


def test_the_bescods_advance_where_they_are_lowest() -> None:
    state = ready("bescods")
    me = state.players[0]
    me.research = {"terra": 1, "nav": 0, "ai": 2, "gaia": 0, "eco": 1, "sci": 1}
    table = table_of(state)
    table.play("special lowest")
    assert set(table.legal()) == {"nav", "gaia", "stay"}
    table.play("gaia done")
    assert (me.research["gaia"], me.knowledge, me.formers) == (1, 5, 1)


def test_the_brainstone_is_asked_for_where_it_and_other_tokens_would_do() -> None:
    state = ready("taklons")
    me = state.players[0]
    me.power, me.brainstone = [0, 0, 4, 0], 2
    table = table_of(state)
    table.play("power 2o")
    assert table.prompt().kind == "pay-stone"
    table.play("stone done")
    assert (me.power, me.brainstone, me.ore) == ([1, 0, 3, 0], 0, 7)
    state.queue, me.brainstone = [0], 2
    again = table_of(state)
    again.play("3pw-3c")
    assert (me.brainstone, me.credits) == (0, 8)


def test_the_bescods_cannot_advance_where_every_lowest_area_is_closed() -> None:
    state = ready("bescods")
    state.players[0].research = dict.fromkeys(state.players[0].research, 4)
    assert "None of your special" in table_of(state).refusal("special")


def test_a_place_that_is_not_asked_for_is_named_before() -> None:
    state = ready()
    me = state.players[0]
    me.ore, me.qic, me.research["nav"] = 4, 0, 2

    def notes(prompt: Prompt) -> dict[str, str]:
        return {one.id: Words("en").say(one.note) for one in prompt.legal if one.note is not None}

    turn = notes(Turn(0).prompt(state))
    assert turn["gaia"].endswith("; possible only on 1A3 (Transdim Planet)"), turn
    powers = notes(BoardActions(0, "power").prompt(state))
    assert powers["1step"] == "For 3 power; possible only on 1A5 (Volcanic)"
    assert powers["2steps"] == "For 5 power"
    me.ore = 7
    assert notes(Turn(0).prompt(state))["build"].endswith("; possible only on 1A5 (Volcanic)")
    assert notes(BoardActions(0, "power").prompt(state))["1step"] == "For 3 power"
    me.credits = 6
    assert notes(Turn(0).prompt(state))["upgrade"] == "Possible only: trading station on 1B1 (Terra)"
    me.credits = 9
    upgrade = notes(ChooseUpgrade(0).prompt(state))
    assert upgrade["station"] == "For 2 ore, 6 credits; possible only on 1B1 (Terra)"
    me.structures["1A6"] = "mine"
    assert "possible only" not in notes(ChooseUpgrade(0).prompt(state))["station"]


@pytest.mark.parametrize(("ore", "expected"), [(4, "Possible only on 1A5 (Volcanic)"), (7, "")])
def test_a_special_action_with_a_step_names_the_only_place(ore: int, expected: str) -> None:
    state = ready()
    me = state.players[0]
    me.ore, me.qic, me.research["nav"] = ore, 0, 2
    me.booster = next(id for id, booster in BOOSTERS.items() if booster.special == "step")
    note = Specials(0).prompt(state).option("step").note
    assert (Words("en").say(note) if note else "") == expected
