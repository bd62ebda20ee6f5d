"""The games of robots from which robots learn, and what is seen in them; `benchmarks.train` says how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from math import tanh
from pathlib import Path

import msgspec

from benchmarks.opponents import OPPONENTS, Player
from rules.kernel import robots
from rules.kernel.codec import Codec
from rules.kernel.rng import Rng
from rules.race.components import ACTIONS, DATA
from rules.race.robot.inputs import Model, calling, explored, model_of
from rules.race.robot.judgement import (
    CHOICES,
    Round,
    kind_of_table,
)
from rules.race.robot.plan import FAR, WIN
from rules.race.robot.value import outlook_of
from rules.race.state import RaceState
from rules.race.steps.rounds import actions_of, phases_of
from rules.registry import GAMES

EXPERIENCED: Mapping[str, str] = {"setup": "experienced"}
TABLES: Sequence[tuple[int, Mapping[str, str]]] = (
    (2, {}),
    (2, EXPERIENCED),
    (2, {}),
    (4, {}),
    (2, {}),
    (2, EXPERIENCED),
    (3, {}),
)
"""Number of players and options of the games of an opponent's lesson in turn."""
MATCHES: Sequence[tuple[Mapping[str, str], tuple[str, ...]]] = (
    ({}, ("learned", "v3")),
    (EXPERIENCED, ("learned", "v3")),
    ({}, ("learned", "learned")),
    (EXPERIENCED, ("learned", "learned")),
    ({}, ("learned", "v3", "v3", "learned")),
    (EXPERIENCED, ("learned", "v1")),
)
"""Options and players of the games of a lesson of the robot in turn; they change seats from one time to the next."""
CHANCE: Mapping[str, int] = {"actions": 8, "settle": 3, "develop": 3}
"""Of 100 answers to a kind of prompt, how many are given at random; but none in some games (`QUIET`)."""
QUIET = 4
"""Of so many games one is without chance where all are the same player, and one with it where they are not."""
BLIND = 7
"""In so many of ten rounds cards that a seat took are not told."""
GAME = GAMES["race"]


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A game that was played: the table before each round and at the end, what each seat called, and the scores."""

    tables: list[RaceState]
    called: list[list[list[str]]]
    scores: list[int]


PLAYED: Codec[Played] = Codec(Played)


def _rng(*parts: object) -> Rng:
    return Rng(blake2b(repr(parts).encode(), digest_size=16).hexdigest())


def play(player: Player, seed: str, number: int) -> Played:
    """Play a game of an opponent's lesson."""
    seats, options = TABLES[number % len(TABLES)]
    chance = _rng(seed, number, "noise")
    quiet = chance.below(QUIET, "train.quiet") == 0
    return play_out([player] * seats, options, (seed, number), None if quiet else chance)


def match(learned: Player, seed: str, number: int) -> Played:
    """Play a game of a lesson of the robot."""
    options, names = MATCHES[number % len(MATCHES)]
    turn, seats = number // len(MATCHES), len(names)
    quiet = len(set(names)) > 1 and turn // seats % QUIET != QUIET - 1
    seated = [names[(seat + turn) % seats] for seat in range(seats)]
    players = [learned if name == "learned" else OPPONENTS[name]["race"] for name in seated]
    return play_out(players, options, (seed, number), None if quiet else _rng(seed, number, "noise"))


def play_out(
    players: Sequence[Player], options: Mapping[str, str], seed: tuple[str, int], chance: Rng | None
) -> Played:
    """Play a game, in which robots may act by chance now and then."""
    position, _ = GAME.setup(options, len(players), _rng(*seed, "game"))
    of_player = _rng(*seed, "p")
    played = Played([], [], [])
    while waiting := GAME.waiting(position):
        seat, state = waiting[0], position.state
        if state.phase == "choose" and len(played.tables) < state.round:
            played.tables.append(_bare(GAME.view(position, None), position.state))
            played.called.append([[] for _ in players])
        prompt = GAME.prompt(position, seat)
        if chance is not None and chance.below(100, "train.chance") < CHANCE.get(prompt.kind, 0):
            picks = robots.choose(None, prompt, chance)
        else:
            picks = players[seat](GAME.view(position, seat), prompt, of_player)
        if prompt.kind == "actions":
            played.called[-1][seat] = picks
        GAME.answer(position, seat, picks)
    played.tables.append(_bare(GAME.view(position, None), position.state))
    played.scores.extend(standing.total for standing in GAME.standings(position))
    return played


def _bare(view: RaceState, state: RaceState) -> RaceState:
    """Keep of a table what is learned from: nothing of deck, discards and past rounds; hands are known."""
    players = [
        msgspec.structs.replace(one, hand=list(state.players[seat].hand)) for seat, one in enumerate(view.players)
    ]
    return msgspec.structs.replace(view, players=players, deck=[], discards=[], scores=[])


def prospect(ahead: float) -> float:
    """Say what being ahead by so many points at the end counts for (`rules.race.robot.plan`), winning beyond doubt."""
    return FAR * tanh(ahead / FAR) + WIN * ((ahead > 0) - (ahead < 0))


class Sample(msgspec.Struct, frozen=True):
    """A round of a seat: its number in the game, and by how many points the seat was ahead in the end."""

    done: Round
    number: int
    ahead: float


def rounds(played: Played, game: int = 0) -> Iterator[Sample]:
    """Go through the rounds of a game, each for every seat.

    Left out is the end of a game that the seat itself brought about: what it comes to is counted and not estimated.
    """
    for number, (before, after, called) in enumerate(
        zip(played.tables, played.tables[1:], played.called, strict=False)
    ):
        acts = [actions_of(list(picks)) for picks in called]
        phases = phases_of(acts)
        over = number + 1 == len(played.called)
        for seat, mine in enumerate(acts):
            was, model = before.players[seat], model_of(after.players[seat])
            if over and (len(model.tableau) >= DATA.limits.tableau or before.pool <= model.chips - was.chips):
                continue
            exploring = [action for action in mine if ACTIONS[action].phase == "explore"]
            choice = explored(tuple(was.tableau), exploring)[1] if "explore" in phases else 0.0
            if (game * 31 + number * 7 + seat) % 10 < BLIND:
                model = _blind(model, was.hand)
            calls = [dict.fromkeys(picks, 1.0) for other, picks in enumerate(acts) if other != seat]
            best = max(score for other, score in enumerate(played.scores) if other != seat)
            done = Round(before, seat, phases, calls, choice, model)
            yield Sample(done, number, float(played.scores[seat] - best))


def _blind(model: Model, had: Sequence[int]) -> Model:
    """Take out which cards came to a hand."""
    known = tuple(card for card in model.hand if card in had)
    return model._replace(hand=known, unknown=model.unknown + len(model.hand) - len(known))


def calls_in(played: Played) -> Iterator[tuple[list[float], int]]:
    """Go through what seats have called in a game: what was seen of a seat, and which of its `CHOICES` it took."""
    choices = CHOICES[kind_of_table(played.tables[0])]
    for before, called in zip(played.tables, played.called, strict=False):
        outlook = outlook_of(before)
        models = [model_of(one) for one in before.players]
        for seat, picks in enumerate(called):
            others = [model for other, model in enumerate(models) if other != seat]
            seen = calling(models[seat], others, before, outlook)
            yield [float(value) for value in seen], choices.index(tuple(actions_of(list(picks))))


def kept(file: Path) -> list[Played]:
    """Read the games of a lesson that were played so far; a last one that is incomplete is cut off."""
    if not file.exists():
        return []
    data = file.read_bytes()
    found, at = [], 0
    while at + 4 <= len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            break
        found.append(PLAYED.decode(data[at + 4 : end]))
        at = end
    if at < len(data):
        file.write_bytes(data[:at])
    return found
