"""The game as a whole: names, topics, storing, a kept record."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import msgspec
import pytest

from rules.eclipse.components import (
    ANCIENT,
    DISCOVERIES,
    GCDS,
    PARTS,
    SECTORS,
    SHIPS,
    SPECIES,
    STRUCTURES,
    TECHNOLOGIES,
)
from rules.eclipse.game import EclipseGame
from rules.eclipse.topics import TOPICS
from rules.kernel.record import Record, replay
from rules.kernel.rng import Rng
from rules.kernel.text import Text
from tests.fuzz.eclipse import careful
from tests.game_words import GameWords

GAME = EclipseGame()
DATA = Path(__file__).parents[2] / "data/eclipse"


def texts(text: Text) -> list[Text]:
    found = [text]
    for value in text.args.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Text):
                found += texts(one)
    return found


@pytest.mark.parametrize(("seats", "hits"), [(2, "greedy"), (4, "chosen")])
def test_every_name_that_prompts_and_events_use_is_known(seats: int, hits: str) -> None:
    position, outcome = GAME.setup({"species": "random", "hits": hits}, seats, Rng("0a"))
    robots = Rng("0b")
    said = [event.text for event in outcome.events]
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        said.append(prompt.text)
        for option in prompt.options:
            said += [one for one in (option.text, option.note, option.refusal) if one is not None]
        picks = careful(GAME.view(position, prompt.seat), prompt, robots)
        said += [event.text for event in GAME.answer(position, prompt.seat, picks).events]
    words = GameWords(GAME, seats)
    assert [line for line in map(words.say, said) if ".." in line or "  " in line or "{" in line] == []
    keys = {one.id for text in said for one in texts(text) if one.id.startswith("#")}
    assert {key for key in keys if key[1:] not in GAME.names} == set()


def test_everything_with_a_name_can_be_looked_up() -> None:
    for kind, ids in (
        ("species", SPECIES),
        ("sector", SECTORS),
        ("technology", TECHNOLOGIES),
        ("part", PARTS),
        ("discovery", DISCOVERIES),
        ("ship", [*SHIPS, ANCIENT, GCDS]),
        ("structure", STRUCTURES),
    ):
        for id in ids:
            found = GAME.look_up(f"eclipse.{kind}.{id}")
            assert found, (kind, id)
            assert all(GameWords(GAME, 2).say(text).endswith(".") for text in found)
    assert GAME.look_up("eclipse.resource.money") == ()
    assert GAME.look_up("race.card.gem_world") == ()


def test_the_topics_explain_every_part_of_the_game() -> None:
    assert [topic.key for topic in TOPICS] == [
        "goal", "round", "species", "explore", "influence", "research", "upgrade", "build", "move", "colony", "battle",
        "ancients", "reputation", "discovery", "conquest", "diplomacy", "upkeep", "score",
    ]  # fmt: skip
    assert all(topic.body for topic in TOPICS)


def test_by_default_hits_are_chosen_and_populations_are_attacked_by_damage_as_printed() -> None:
    position, _ = GAME.setup({}, 2, Rng("00"))
    assert (position.state.rules.choose_hits, position.state.rules.by_damage) == (True, True)
    before, _ = GAME.setup({"hits": "greedy", "population": "hits"}, 2, Rng("00"))
    assert (before.state.rules.choose_hits, before.state.rules.by_damage) == (False, False)
    old = GAME.decode(GAME.encode(before))
    assert old.state.rules == before.state.rules


def test_species_are_chosen_counter_clockwise_from_the_right_of_the_start_player() -> None:
    position, _ = GAME.setup({}, 4, Rng("00"))
    start, asked = position.state.start, []
    while (prompt := GAME.prompt(position, GAME.waiting(position)[0])).kind == "species":
        asked.append(prompt.seat)
        GAME.answer(position, prompt.seat, [prompt.legal[0].id])
    assert asked == [(start - step) % 4 for step in (1, 2, 3, 4)]  # turns go round by (start + step)


@pytest.mark.parametrize("path", sorted(DATA.glob("record-*.json.gz")), ids=lambda path: path.name)
def test_a_kept_record_is_played_to_the_same_end(path: Path) -> None:
    kept = json.loads(gzip.decompress(path.read_bytes()))
    position, _ = replay(GAME, msgspec.convert(kept["record"], Record))
    assert GAME.over(position)
    assert [one.total for one in GAME.standings(position)] == kept["totals"]
    assert sorted(position.state.sectors) == kept["sectors"]
    assert [one.technologies for one in position.state.players] == kept["technologies"]
