"""The fuzzer finds nothing in our games, and finds what is wrong in broken ones."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any

import msgspec
import pytest

from rules.circadians import sets
from rules.circadians.game import CircadiansGame
from rules.eclipse.state import EclipseState
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.prompt import Prompt
from rules.kernel.scoring import Standing
from rules.kernel.text import T
from rules.race.game import RaceGame
from rules.race.state import RaceState
from rules.registry import GAMES
from tests.fuzz import __main__ as command
from tests.fuzz import circadians, eclipse, gaia, race, toy
from tests.fuzz.play import Checks, Fault, Run, setups
from tests.toy import ToyGame

LONG = int(os.environ.get("ORRERY_LONG", "1"))


def test_every_game_has_checks() -> None:
    assert set(command.CHECKS) == set(GAMES)


@pytest.mark.parametrize("setup", setups(GAMES["race"]), ids=str)
def test_random_play_of_race_keeps_every_rule(setup: tuple[dict[str, str], int]) -> None:
    for seed in range(LONG):
        Run(GAMES["race"], race.CHECKS, seed, setup).play()


#: Every option of Gaia Project is met by one of these; all combinations are for the command.
GAIA = [
    setup
    for number, setup in enumerate(setups(GAMES["gaia"]))
    if (setup[0]["setup"] == "first" and number % 19 == 0) or (setup[0]["setup"] == "advanced" and number % 5 == 0)
]


@pytest.mark.parametrize("setup", GAIA, ids=str)
def test_random_play_of_gaia_project_keeps_every_rule(setup: tuple[dict[str, str], int]) -> None:
    for seed in range(LONG):
        Run(GAMES["gaia"], gaia.CHECKS, seed, setup).play()


#: Each side of the planet with each number of players; a side at random is one of them.
CIRCADIANS = [setup for setup in setups(GAMES["circadians"]) if setup[0]["planet"] != "random"]


@pytest.mark.parametrize("setup", CIRCADIANS, ids=lambda setup: f"{setup[0]['planet']}-{setup[1]}")
def test_random_play_of_circadians_keeps_every_rule(setup: tuple[dict[str, str], int]) -> None:
    for seed in range(LONG):
        Run(GAMES["circadians"], circadians.CHECKS, seed, setup).play()


#: Every option of Eclipse and every number of players is met by one of these.
ECLIPSE = setups(GAMES["eclipse"])[::41]


@pytest.mark.parametrize("setup", ECLIPSE, ids=str)
def test_random_play_of_eclipse_keeps_every_rule(setup: tuple[dict[str, str], int]) -> None:
    for seed in range(LONG):
        Run(GAMES["eclipse"], eclipse.CHECKS, seed, setup).play()


def test_the_setups_of_eclipse_meet_every_option() -> None:
    for option in GAMES["eclipse"].info.options:
        assert {config[option.key] for config, _ in ECLIPSE} == {choice.value for choice in option.choices}
    assert {seats for _, seats in ECLIPSE} == {2, 3, 4, 5, 6}


def courtly(game: eclipse.Courtly, seed: int) -> Run:
    """A run of the end of a game in which offers of relations cost reputation tiles."""
    return Run(game, eclipse.COURTLY, seed, (game.check_setup({}, 4), 4))


def test_random_play_of_eclipse_with_many_offers_keeps_every_secret() -> None:
    for seed in range(2 * LONG):
        courtly(eclipse.Courtly(), seed).play()


class Unveiled(eclipse.Courtly):
    """Shows the reputation tile that lies aside for an offer."""

    def view(self, position: Position[EclipseState, Any], seat: int | None) -> EclipseState:
        view = super().view(position, seat)
        for one, other in zip(view.players, position.state.players, strict=True):
            one.pledged = list(other.pledged)
        return view


def test_a_tile_that_is_shown_while_it_lies_aside_is_found() -> None:
    for seed in range(3):
        with pytest.raises(Fault, match="the view of seat"):
            courtly(Unveiled(), seed).play()


def other_circadians() -> CircadiansGame:
    """A game with effects where Orrery's set has others, and other numbers on the boards."""
    raw = json.loads((resources.files("rules.circadians") / "data" / "orrery.json").read_bytes())
    every = [
        {"op": "income", "gain": {"item": 1, "die": 1, "gem": 1}},
        {"op": "discount_any", "where": ["mine", "lab", "foundry", "control", "academy"], "n": 3},
        {"op": "surcharge", "where": ["depot", "lab"], "more": {"algae": 1}},
        {"op": "bonus", "where": ["hq", "lab", "market", "control", "mine", "advance"], "gain": {"item": 1, "die": 1}},
        {"op": "algae_less", "n": 2, "garages": [5]},
        {"op": "free_trades", "n": 1},
        {"op": "steer", "turn": 3},
        {"op": "extra_step", "n": 2},
        {"op": "hq_both"},
        {"op": "end", "per": "ring", "vp": 2, "most": 9, "each": 2},
    ]
    for at, item in enumerate(raw["items"]):
        item["effect"] = every[at % len(every)]
        item["cost"] = {"water": at % 4}
    for at, upgrade in enumerate(raw["upgrades"]):
        upgrade["effect"] = [{"op": "gain", "gain": {"item": 1, "die": 1}}, {"op": "flip"}, {"op": "share"}][at % 3]
    for at, farm in enumerate(raw["farms"][:10]):
        farm["effect"] = [
            {"op": "threshold", "least": 3, "gain": {"item": 2}, "otherwise": {"die": 1}},
            {"op": "table", "of": ["power", "algae"], "more": 2},
        ][at % 2]
    raw["clans"][0]["effect"] = {"op": "pay_gain", "pay": {"gem": 1}, "gain": {"item": 1, "water": 9}}
    raw["rows"] = {
        "upper": {"op": "gain", "gain": {"gem": 1}},
        "middle": {"op": "free_move"},
        "lower": {"op": "free_move"},
    }
    raw["setbacks"][4]["lose"] = {"item": 2}
    raw["setbacks"][5]["lose"] = {"die": 2, "water": 1}
    raw["base"]["start"] = {"water": 20, "algae": 9, "power": 6, "gem": 3}
    for boards in raw["boards"].values():
        boards["closed"] = [2, 6]
        boards["hq"], boards["lab"], boards["control"] = 6, 3, 1
        for column in boards["negotiation"].values():
            column["limit"] = 3
    return CircadiansGame(sets.load(json.dumps(raw).encode(), "other.json"))


def test_random_play_of_circadians_with_another_set_keeps_every_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "SETS", {**sets.SETS})
    game = other_circadians()
    for seed in range(4 * LONG):
        Run(game, circadians.CHECKS, seed, (game.check_setup({}, 1 + seed % 4), 1 + seed % 4)).play()


def test_random_play_of_the_toy_game_keeps_every_rule() -> None:
    for seed in range(10 * LONG):
        Run(ToyGame(), toy.CHECKS, seed).play()


class Leaky(RaceGame):
    def view(self, position: Position[RaceState, Any], seat: int | None) -> RaceState:
        view = super().view(position, seat)
        view.players[0].hand = list(position.state.players[0].hand)
        return view


class Restless(RaceGame):
    def decode(self, data: bytes) -> Position[RaceState, Any]:
        position = super().decode(data)
        position.rng.counter += 1
        return position


class Miscounting(RaceGame):
    def standings(self, position: Position[RaceState, Any]) -> list[Standing]:
        return [msgspec.structs.replace(one, total=one.total + 1) for one in super().standings(position)]


class Chatty(RaceGame):
    """Tells everybody what was said to one seat."""

    def answer(self, position: Position[RaceState, Any], seat: int, picks: Sequence[str]) -> Outcome:
        outcome = super().answer(position, seat, picks)
        events = [msgspec.structs.replace(event, to=None) for event in outcome.events]
        return msgspec.structs.replace(outcome, events=events)


class Hasty(RaceGame):
    """Does not ask who has nothing to place, and so tells it."""

    def prompts(self, position: Position[RaceState, Any]) -> list[Prompt]:
        return [msgspec.structs.replace(prompt, tells=False) for prompt in super().prompts(position)]


class Frank(RaceGame):
    """Says in its questions what is in a hand."""

    def prompts(self, position: Position[RaceState, Any]) -> list[Prompt]:
        hands = [one.hand for one in position.state.players]
        return [
            msgspec.structs.replace(prompt, text=T("Your hand: {cards}", cards=str(hands[prompt.seat])))
            for prompt in super().prompts(position)
        ]

    def prompt(self, position: Position[RaceState, Any], seat: int) -> Prompt:
        return next((one for one in self.prompts(position) if one.seat == seat), super().prompt(position, seat))


class Secretive(RaceGame):
    """Never says that a turn is done."""

    def answer(self, position: Position[RaceState, Any], seat: int, picks: Sequence[str]) -> Outcome:
        return msgspec.structs.replace(super().answer(position, seat, picks), turn_over=False, barrier=False)


def poorer(state: RaceState) -> Any:
    yield from (["a card is lost"] if state.round == 3 else [])


@pytest.mark.parametrize(
    ("game", "checks", "found"),
    [
        (Leaky(), race.CHECKS, "the view of seat 1 tells something hidden"),
        (Restless(), race.CHECKS, "another one"),
        (Miscounting(), race.CHECKS, "do not add up"),
        (Chatty(), race.CHECKS, "tells everybody about"),
        (Hasty(), race.CHECKS, "asked"),
        (Frank(), race.CHECKS, "who is asked tells"),
        (Secretive(), race.CHECKS, "the turn before it is not done"),
        (RaceGame(), Checks(poorer, race.scramble, race.public), "a card is lost"),
    ],
    ids=["leaky", "restless", "miscounting", "chatty", "hasty", "frank", "secretive", "invariant"],
)
def test_what_is_wrong_is_found(game: Game[Any, Any], checks: Checks, found: str) -> None:
    with pytest.raises(Fault, match=found):
        Run(game, checks, 0).play()


def test_the_command_says_how_many_games_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["race", "--games", "2", "--seed", "5"]) == 0
    assert capsys.readouterr().out == "played 2 games, 0 faults\n"


def test_the_command_says_how_to_meet_a_fault_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: Callable[[RaceState], Any] = poorer
    monkeypatch.setitem(command.CHECKS, "race", Checks(broken, race.scramble, race.public))
    assert command.main(["race", "--games", "2", "--seed", "5"]) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith("python -m tests.fuzz race --games 1 --seed 5")
