"""The game as a whole: storing, names and the moves that are typed."""

from __future__ import annotations

import pytest

from bot.typed.picks import pass_over, read_on, taken
from rendering.words import LANGUAGES, Words
from rules.circadians.game import CircadiansGame
from rules.circadians.sets import ORRERY_SET
from rules.circadians.topics import TOPICS
from rules.kernel.errors import BadSetup
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.rules.circadians.table import CircadiansTable, has, make, rich, table_of
from tests.rules.circadians.test_planning import planning

GAME = CircadiansGame()


def typed(table: CircadiansTable, line: str, seat: int = 0) -> CircadiansTable:
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
    assert table.state.players[0].garages == [6, 4, 0, 0, 0]
    assert typed(planning(6, 4, 2), "6>g1 4>g2 2>f1").over


def test_moves_of_a_whole_die_are_typed_in_one_line() -> None:
    state = make(2)
    rich(state.players[0], 4, hand=["item-1", "item-12", "item-2"])
    table = typed(table_of(state), "depot item 12 middle")
    assert table.state.players[0].played == ["item-12"]

    state = make(2)
    rich(state.players[0], 4)
    table = typed(table_of(state), "negotiate red 3 use 5w")
    assert table.state.negotiation["red"][2] is not None
    assert table.state.advances == {"5w": 4}

    state = make(3)
    rich(state.players[0], 4)
    table = typed(table_of(state), "market 3w=p x2 stop")
    assert has(table) == (24, 20, 12, 6)

    state = make(2)
    rich(state.players[0], 3, 4)
    table = typed(table_of(state), f"to-4 lab garage 3a {state.farms[0]}")
    assert table.over


def test_names_are_typed_in_both_languages() -> None:
    for line in ("depot Hydro Pump upper stay", "Lager Wasserpumpe Obere Reihe Bleiben"):
        state = make(2)
        rich(state.players[0], 4, hand=["item-1", "item-12"])
        table = typed(table_of(state), line)
        assert table.state.players[0].played == ["item-12"]
    state = make(2)
    rich(state.players[0], 4)
    assert typed(table_of(state), "Verhandlungs-Tableau Rot 2").state.negotiation["red"][1] is not None


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
