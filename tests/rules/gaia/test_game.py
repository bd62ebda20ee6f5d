"""The game as a whole: typed turns, reasons, views, storing, topics."""

from __future__ import annotations

from rules.gaia.components import FACTIONS
from rules.gaia.game import GaiaGame
from rules.gaia.topics import TOPICS
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.text import Text
from tests.game_words import GameWords
from tests.rules.gaia.table import make, rich, table_of

GAME = GaiaGame()


def test_a_whole_turn_is_typed_in_one_line() -> None:
    state = make("terrans", "xenos")
    rich(state.players[0]).structures = {"1B1": "mine", "3A7": "station"}
    state.players[0].knowledge = 3
    table_of(state).play("pw-k; upgrade lab 3A7 sci sci; k-c; done")
    assert state.players[0].structures["3A7"] == "lab"
    assert state.queue == [1, 0]


def test_every_action_that_cannot_be_taken_says_why() -> None:
    state = make("firaks", "xenos")
    one = state.players[0]
    one.ore = one.credits = one.knowledge = one.qic = 0
    one.power = [0, 1, 0, 0]
    one.structures = {"2A0": "mine"}
    # There is nothing to decide but which booster to take.
    assert table_of(state).prompt().kind == "pass"
    state = make("firaks", "xenos")
    one = state.players[0]
    one.ore = one.credits = one.qic = 0
    one.knowledge, one.power = 1, [0, 1, 0, 0]
    one.structures = {"2A0": "mine"}
    table = table_of(state)
    assert set(table.legal()) == {"pass", "k-c"}
    refused = {option.id for option in table.prompt().options if option.refusal is not None}
    assert {"build", "gaia", "upgrade", "federation", "research", "power", "qic", "special", "burn"} <= refused


def test_nothing_is_hidden_from_anybody() -> None:
    position, _ = GAME.setup({}, 3, Rng("00"))
    views = [GAME.view(position, seat) for seat in (0, 1, 2, None)]
    assert all(view == position.state for view in views)
    views[0].players[0].vp = 99
    assert position.state.players[0].vp == 10


def test_chance_decides_the_setup_and_nothing_after_it() -> None:
    position, outcome = GAME.setup({"setup": "advanced"}, 2, Rng("00"))
    assert outcome.barrier
    robots = Rng("11")
    drawn, barriers = position.rng.counter, []
    while GAME.waiting(position):
        (seat,) = GAME.waiting(position)
        barriers.append(GAME.answer(position, seat, choose(None, GAME.prompt(position, seat), robots)).barrier)
    assert position.rng.counter == drawn
    assert barriers.count(True) == 1
    assert barriers[-1], "the end alone bars the way back"


def texts(text: Text) -> list[Text]:
    found = [text]
    for value in text.args.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Text):
                found += texts(one)
    return found


def test_every_name_that_prompts_and_events_use_is_known() -> None:
    position, outcome = GAME.setup({"setup": "advanced", "map": "method3"}, 4, Rng("0a"))
    robots = Rng("0b")
    said = [event.text for event in outcome.events]
    while GAME.waiting(position):
        (seat,) = GAME.waiting(position)
        prompt = GAME.prompt(position, seat)
        said.append(prompt.text)
        for option in prompt.options:
            said += [one for one in (option.text, option.note, option.refusal) if one is not None]
        said += [event.text for event in GAME.answer(position, seat, choose(None, prompt, robots)).events]
    words = GameWords(GAME, 4)
    assert [line for line in map(words.say, said) if ".." in line or "  " in line or "{" in line] == []
    keys = {one.id for text in said for one in texts(text) if one.id.startswith("#")}
    assert keys
    assert {key for key in keys if key[1:] not in GAME.names} == set()


def test_the_topics_explain_every_part_of_the_game() -> None:
    assert [topic.key for topic in TOPICS] == [
        "goal", "round", "factions", "all-factions", "setup", "order", "power", "build", "gaia", "upgrade",
        "federation", "research", "top", "actions", "value", "charge", "free", "pass", "score", "neutral",
        "automa", "automa-factions",
    ]  # fmt: skip
    assert all(topic.body for topic in TOPICS)


def test_every_faction_is_explained() -> None:
    for faction in FACTIONS:
        assert all(text.id.endswith(".") for text in GAME.look_up(f"gaia.faction.{faction}"))
        assert GAME.look_up(f"gaia.faction.{faction}")
    assert GAME.look_up("gaia.tile.points") == ()
