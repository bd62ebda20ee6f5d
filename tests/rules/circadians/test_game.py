"""The game as a whole: policies, storing, names and the moves that are typed."""

from __future__ import annotations

import pytest

from bot.typed.picks import pass_over, read_on, taken
from rendering.words import LANGUAGES, Words
from rules.circadians.components import ORRERY_SET
from rules.circadians.game import CircadiansGame
from rules.circadians.policies import POLICIES
from rules.circadians.topics import TOPICS
from rules.kernel.errors import BadSetup
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.rules.circadians.table import Table, give, in_hq, make, rich
from tests.rules.circadians.test_planning import planning

GAME = CircadiansGame()


def typed(table: Table, line: str, seat: int = 0) -> Table:
    """Play a line as the bot reads it."""
    rest, names, verbs = line, ("Ann", "Ben"), table.game.verbs
    while rest:
        prompt = table.game.prompt(table.position, seat)
        picks, rest = read_on(prompt, rest, names, verbs)
        outcome = table.game.answer(table.position, seat, picks)
        rest, _ = pass_over(rest, taken([one for one in outcome.forced if one.seat == seat], names, verbs))
    return table


def test_a_plan_is_typed_in_one_line() -> None:
    table = typed(planning(6, 4, 2), "plan 6>g1 4>g2 2>f1")
    assert table.player().garages == [6, 4, 0, 0, 0]
    assert typed(planning(6, 4, 2), "6>g1 4>g2 2>f1").over


def test_moves_of_a_whole_die_are_typed_in_one_line() -> None:
    state = make(2)
    rich(state.players[0], 4, hand=["item-1", "item-12", "item-2"])
    table = typed(Table(state), "depot item 12 middle")
    assert table.player().played == ["item-12"]

    state = make(2)
    rich(state.players[0], 4)
    table = typed(Table(state), "negotiate red 3 use 5w")
    assert table.state.negotiation["red"][2] is not None
    assert table.state.advances == {"5w": 4}

    state = make(3)
    rich(state.players[0], 4)
    table = typed(Table(state), "market 3w=p x2 stop")
    assert table.has() == (24, 20, 12, 6)

    state = make(2)
    rich(state.players[0], 3, 4)
    table = typed(Table(state), f"to-4 lab garage 3a {state.farms[0]}")
    assert table.over


def test_names_are_typed_in_both_languages() -> None:
    for line in ("depot Hydro Pump upper stay", "Lager Wasserpumpe Obere Reihe Bleiben"):
        state = make(2)
        rich(state.players[0], 4, hand=["item-1", "item-12"])
        table = typed(Table(state), line)
        assert table.player().played == ["item-12"]
    state = make(2)
    rich(state.players[0], 4)
    assert typed(Table(state), "Verhandlungs-Tableau Rot 2").state.negotiation["red"][1] is not None


def test_every_name_and_topic_can_be_said_in_both_languages() -> None:
    for key, names in GAME.names.items():
        assert set(names) == set(LANGUAGES), key
    assert len(GAME.names) == len(dict(GAME.names))
    for language in LANGUAGES:
        words = Words(language)
        for topic in TOPICS:
            assert words.say(topic.title)
            assert all(words.say(text) for text in topic.body)
        for entry in ORRERY_SET.names:
            for text in GAME.look_up(entry):
                assert words.say(text)
    assert len({topic.key for topic in TOPICS}) == len(TOPICS)


def test_an_option_that_does_not_exist_is_refused() -> None:
    for config in ({"planet": "c"}, {"colour": "red"}):
        with pytest.raises(BadSetup):
            GAME.setup(config, 2, Rng("00"))


def test_a_position_survives_being_stored_at_every_answer() -> None:
    position, _ = GAME.setup({}, 3, Rng("0a"))
    robots = Rng("0b")
    while waiting := GAME.waiting(position):
        stored = GAME.encode(position)
        again = GAME.decode(stored)
        assert again == position
        assert GAME.encode(again) == stored
        GAME.answer(position, waiting[0], choose(None, GAME.prompt(position, waiting[0]), robots))


# Policies.

OFF = {policy.key: "ask" for policy in POLICIES}


def policy(table: Table, seat: int = 0, **settings: str) -> list[str] | None:
    """What the policies answer to the open prompt of a seat."""
    prompt = table.game.prompt(table.position, seat)
    return table.game.policy_answer(table.game.view(table.position, seat), prompt, {**OFF, **settings})


def test_without_settings_everything_is_asked() -> None:
    position, _ = GAME.setup({}, 2, Rng("0a"))
    robots = Rng("0b")
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        assert GAME.policy_answer(GAME.view(position, waiting[0]), prompt, {}) is None
        GAME.answer(position, waiting[0], choose(None, prompt, robots))


def test_farms_yield_what_the_policy_says_where_they_offer_it() -> None:
    from rules.circadians.steps.harvest import Harvest

    state = make(1)
    state.players[0].farm_dice[1:3] = [3, 3]
    table = Table(state, Harvest())
    assert policy(table, harvest="water") == ["water"]
    assert policy(table, harvest="algae") == ["algae"]
    assert policy(table, harvest="power") is None
    table.play("water")
    assert policy(table, harvest="power") == ["power"]
    assert policy(table, harvest="algae") is None


def test_the_headquarters_give_what_the_policy_says_as_long_as_there_is_a_card() -> None:
    state = make(2)
    rich(state.players[0], 3)
    table = Table(state)
    table.play("hq")
    assert policy(table, hq="items") == ["items"]
    assert policy(table, hq="water") == ["water"]
    assert policy(table) is None


def test_a_die_that_can_go_nowhere_goes_to_the_canteen() -> None:
    from rules.circadians.steps.action import GaragePhase

    state = make(2)
    give(state.players[0], 0, 3, 3, algae=1)
    in_hq(state, (1, 1), (1, 2), (1, 3))
    for row in state.depository.values():
        row[2] = state.hq[0]
    state.players[0].supply = 0
    table = Table(state, GaragePhase())
    assert set(table.legal()) == {"canteen", "recall"}
    assert policy(table) is None
    assert policy(table, stranded="canteen") is None
    assert policy(table, stranded="all") == ["recall"]
    table.state.players[0].garages = [0, 3, 0, 0, 0]
    assert policy(table, stranded="canteen") == ["recall"]
    rich(state.players[0])
    assert policy(table, stranded="all") is None


def test_a_clan_that_only_gives_is_used() -> None:
    for clan, answer in (("green-a", ["use"]), ("red-a", None)):
        state = make(2)
        rich(state.players[0], 4)
        table = Table(state)
        table.play(f"negotiate {clan[:-2]}-1")
        assert policy(table, clan="use") == answer
        assert policy(table) is None
