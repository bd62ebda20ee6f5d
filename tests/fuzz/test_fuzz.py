"""The fuzzer finds nothing in our games, and finds what is wrong in broken ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from rules.kernel.game import Game, Outcome, Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.scoring import Standing
from rules.kernel.steps import OVER, Event
from rules.kernel.text import T
from rules.race.game import RaceGame
from rules.race.state import RaceState
from rules.registry import GAMES
from tests.fuzz import __main__ as command
from tests.fuzz import race, toy
from tests.fuzz.play import ENDLESS, Checks, Fault, Run, Setup, Start, key_of, setups, setups_alone
from tests.per_game import FUZZ, STARTS, games_with, of_game
from tests.toy import ToyGame

LONG = int(os.environ.get("ORRERY_LONG", "1"))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_checks_whose_quick_setups_meet_every_choice_and_number_of_players(key: str) -> None:
    checks: Checks = of_game(FUZZ, key, "CHECKS")
    every = [*setups(GAMES[key]), *setups_alone(GAMES[key])]
    quick = [*checks.quick(setups(GAMES[key])), *checks.alone(setups_alone(GAMES[key]))]
    for option in GAMES[key].info.options:
        assert {config[option.key] for config, _ in quick} == {config[option.key] for config, _ in every}, option.key
    assert {seats for _, seats in quick} == {seats for _, seats in every}


def quick_setups() -> Iterator[Any]:
    """Every setup of every game that is played here, with what is checked."""
    for key in games_with(FUZZ):
        checks: Checks = of_game(FUZZ, key, "CHECKS")
        quick = [*checks.quick(setups(GAMES[key])), *checks.alone(setups_alone(GAMES[key]))]
        for config, seats in quick:
            chosen = " ".join(config[option.key] for option in GAMES[key].info.options)
            yield pytest.param(key, checks, (config, seats), id=f"{key} {seats} {chosen}".strip())


@pytest.mark.parametrize(("key", "checks", "setup"), list(quick_setups()))
def test_random_play_keeps_every_rule(key: str, checks: Checks, setup: Setup) -> None:
    for seed in range(LONG):
        Run(GAMES[key], checks, seed, setup).play()


def starts() -> Iterator[Any]:
    """Every beginning of a game where random play seldom comes."""
    for key in games_with(STARTS):
        for number, start in enumerate(of_game(STARTS, key, "STARTS")):
            yield pytest.param(start, id=f"{key} {number}")


@pytest.mark.parametrize("start", list(starts()))
def test_random_play_keeps_every_rule_where_it_seldom_comes(start: Start) -> None:
    for seed in range(4 * LONG):
        start(seed).play()


def test_random_play_of_the_toy_game_keeps_every_rule() -> None:
    for seed in range(10 * LONG):
        Run(ToyGame(), toy.CHECKS, seed).play()


@pytest.mark.parametrize("key", [*games_with(FUZZ), "toy"])
def test_games_are_played_to_their_end_on_guesses(key: str) -> None:
    game, checks = (ToyGame(), toy.CHECKS) if key == "toy" else (GAMES[key], of_game(FUZZ, key, "CHECKS"))
    every = checks.quick(setups(game))
    for seed in range(4 * LONG):
        rng = Rng(key_of("on", key, seed))
        config, seats = rng.pick(every, "setup")
        position, _ = game.setup(config, seats, Rng(key_of("game", key, seed)))
        for _ in range(ENDLESS):
            if game.over(position):
                break
            if rng.below(5, "guess") == 0:
                position = game.guess(position, rng.below(seats, "guesser"), rng)
            seat = rng.pick(game.waiting(position), "who")
            picks = checks.choose(game.view(position, seat), game.prompt(position, seat), rng)
            game.answer(position, seat, picks)
            assert not list(checks.invariants(position.state))
        assert game.over(position)


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


class Abrupt(RaceGame):
    """Ends without a word."""

    def answer(self, position: Position[RaceState, Any], seat: int, picks: Sequence[str]) -> Outcome:
        outcome = super().answer(position, seat, picks)
        events = [event for event in outcome.events if event.kind != OVER]
        return msgspec.structs.replace(outcome, events=events)


class Countless(RaceGame):
    """Counts no rounds, though it tells them."""

    def round(self, view: RaceState) -> int:
        return 0


class Whispering(RaceGame):
    """Tells another seat what is for one alone."""

    def answer(self, position: Position[RaceState, Any], seat: int, picks: Sequence[str]) -> Outcome:
        outcome = super().answer(position, seat, picks)
        seats = len(position.state.players)
        events = [
            event if event.to is None else msgspec.structs.replace(event, to=[(to + 1) % seats for to in event.to])
            for event in outcome.events
        ]
        return msgspec.structs.replace(outcome, events=events)


class Spying(RaceGame):
    """Tells who answers what a neighbour holds, as if it might."""

    def answer(self, position: Position[RaceState, Any], seat: int, picks: Sequence[str]) -> Outcome:
        spied = (seat + 1) % len(position.state.players)
        hand = str(position.state.players[spied].hand)
        outcome = super().answer(position, seat, picks)
        events = [*outcome.events, Event("spied", T("They hold {cards}.", cards=hand), to=[seat])]
        return msgspec.structs.replace(outcome, events=events, barrier=True)


class Advanced(RaceGame):
    """Counts rounds from 2."""

    def round(self, view: RaceState) -> int:
        return super().round(view) + 1


class Forgetful(RaceGame):
    """Forgets the scores of the first round."""

    def scores(self, view: RaceState) -> list[list[int]]:
        return super().scores(view)[1:]


class Provisional(RaceGame):
    """Leaves out of the last scores what counts at the end alone."""

    def scores(self, view: RaceState) -> list[list[int]]:
        scores = super().scores(view)
        return [*scores[:-1], [one - 1 for one in scores[-1]]] if view.phase == "over" else scores


class Premature(RaceGame):
    """Names winners in the middle of the game."""

    def standings(self, position: Position[RaceState, Any]) -> list[Standing]:
        return [msgspec.structs.replace(one, winner=one.rank == 1) for one in super().standings(position)]


class Knowing(RaceGame):
    """Guesses what the others hold, as it knows it."""

    def guess(self, position: Position[RaceState, Any], seat: int | None, rng: Rng) -> Position[RaceState, Any]:
        return Game.guess(self, position, seat, rng)


class Inventive(RaceGame):
    """Guesses that the seat has another hand."""

    def guess(self, position: Position[RaceState, Any], seat: int | None, rng: Rng) -> Position[RaceState, Any]:
        return super().guess(position, None, rng)


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
        (Abrupt(), race.CHECKS, "the end was told 0 times"),
        (Countless(), race.CHECKS, "round 0 after round 0, and 1 were told"),
        (Whispering(), race.CHECKS, r"the event \w+ about seat \d is told to"),
        (Spying(), race.CHECKS, "what it may not know"),
        (Advanced(), race.CHECKS, "the rounds told are 1 fewer than those counted"),
        (Forgetful(), race.CHECKS, "the scores are"),
        (Provisional(), race.CHECKS, "the last scores are"),
        (Premature(), race.CHECKS, "somebody has won, and the game is not over"),
        (Knowing(), race.CHECKS, r"what seat \d guesses depends on what is hidden"),
        (Inventive(), race.CHECKS, r"what seat \d guesses looks different"),
        (RaceGame(), Checks(poorer, race.scramble, race.public), "a card is lost"),
    ],
    ids=[
        "leaky",
        "restless",
        "miscounting",
        "chatty",
        "hasty",
        "frank",
        "secretive",
        "abrupt",
        "countless",
        "whispering",
        "spying",
        "advanced",
        "forgetful",
        "provisional",
        "premature",
        "knowing",
        "inventive",
        "invariant",
    ],
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
    monkeypatch.setattr(race, "CHECKS", Checks(broken, race.scramble, race.public))
    assert command.main(["race", "--games", "2", "--seed", "5"]) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith("python -m tests.fuzz race --games 1 --seed 5")
