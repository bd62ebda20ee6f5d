"""``python -m benchmarks.robots GAME --games N [--config KEY=VALUE] [--json]``: how well a robot plays, and how fast.

- win_share_vs_random: N two-player games of the robot against random legal play, in turn in every seat; a shared
  victory counts half. (A game that two cannot play takes its smallest number of players, one of them the robot.)
- mean_score: the mean score of all seats of N/10 games (at least 3) in which the robot plays every seat, as many as
  the game is for, but four at most.
- seconds_per_move: from the same games, per answer, the robot's thinking and the rules together.
- seconds_per_game: the same, per game.

Games are set up as a table has it by default, or as the game's own checks say (`Checks.measured`): Gaia Project by the
advanced setup, in which a robot takes its faction by chance, as it takes its species in Eclipse; ``--config`` changes
an option.

``python -m benchmarks.robots GAME --against v1 [--seats N] [--among N] [--games N] [--seed N] ...``: the robot against
one of before (`benchmarks.opponents`), or one of another level (``--against good``; ``--level`` is that of the robot,
strong by default). It has `among` of the seats, in turn every set of so many, and the other the rest. Every run draws
games of its own; the seed that it tells plays them again.

- win_share: the share of the victories that went to the robot's seats, a shared one in parts; fair is `among` of
  `seats`.
- low, high: the 95 % interval of that share (Wilson).
- mean_score, mean_opponent: mean scores of the two.
- seconds_per_move, worst_move: what an answer takes the robot to think, on average and at most.
- longest_game: the rounds of the longest game.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import combinations
from math import sqrt
from statistics import mean
from time import perf_counter
from typing import Any

from benchmarks.opponents import OPPONENTS, Player
from rules.kernel import robots
from rules.kernel.errors import BadSetup
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.registry import GAMES
from tests.fuzz.play import Checks
from tests.per_game import FUZZ, of_game

MOST_SEATS = 4

#: Standard deviations to either side that 95 of 100 lie within.
BOUNDS = 1.96


def _key(*parts: object) -> str:
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def play_out(
    game: Game[Any, Any], players: Sequence[Player], config: Mapping[str, str], seed: object
) -> tuple[Position[Any, Any], int]:
    """Play a game; give its end and the number of answers."""
    position, _ = game.setup(config, len(players), Rng(_key("game", seed)))
    chance = Rng(_key("players", seed))
    answers = 0
    while waiting := game.waiting(position):
        seat = waiting[0]
        picks = players[seat](game.view(position, seat), game.prompt(position, seat), chance)
        game.answer(position, seat, picks)
        answers += 1
    return position, answers


def outcome(game: Game[Any, Any], position: Position[Any, Any]) -> tuple[list[float], list[int]]:
    """Give each seat's share of the victory (nobody wins alone) and its score."""
    standings = game.standings(position)
    winners = sum(standing.winner for standing in standings)
    shares = [standing.winner / max(1, winners) for standing in standings]
    return shares, [standing.total for standing in standings]


def play(
    game: Game[Any, Any], players: Sequence[Player], config: Mapping[str, str], seed: object
) -> tuple[list[float], list[int], int]:
    """Play a game; give each seat's share of the victory, its score, and the number of answers."""
    position, answers = play_out(game, players, config, seed)
    return *outcome(game, position), answers


def win_share(
    game: Game[Any, Any],
    games: int,
    config: Mapping[str, str],
    rival: Player = robots.choose,
    robot: Player | None = None,
) -> float:
    """Let the robot play against a rival in every other seat."""
    seats = max(2, game.info.fewest)
    shares = []
    for seed in range(games):
        seat = seed % seats
        players = [(robot or game.choose) if at == seat else rival for at in range(seats)]
        shares.append(play(game, players, config, seed)[0][seat])
    return mean(shares)


def measured(game: Game[Any, Any], changes: Mapping[str, str]) -> dict[str, str]:
    """Give the options of games that are played to be measured."""
    checks: Checks = of_game(FUZZ, game.info.key, "CHECKS")
    return {**checks.measured, **changes}


def measure(
    game: Game[Any, Any], games: int, changes: Mapping[str, str] | None = None, level: Level = Level.STRONG
) -> dict[str, float]:
    """Measure everything that is reported of a robot among itself and against chance."""
    robot = partial(game.choose, level=level)
    among = max(3, games // 10)
    config, seats = measured(game, changes or {}), min(game.info.most, MOST_SEATS)
    scores: list[int] = []
    moves = 0
    started = perf_counter()
    for seed in range(among):
        _, totals, answers = play(game, [robot] * seats, config, seed)
        scores += totals
        moves += answers
    seconds = perf_counter() - started
    return {
        "win_share_vs_random": round(win_share(game, games, config, robot=robot), 4),
        "mean_score": round(mean(scores), 2),
        "seconds_per_move": round(seconds / moves, 5),
        "seconds_per_game": round(seconds / among, 3),
    }


class Timed:
    """A player whose thinking is timed."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds: list[float] = []

    def __call__(self, view: Any, prompt: Prompt, rng: Rng) -> list[str]:
        """Answer."""
        started = perf_counter()
        picks = self.player(view, prompt, rng)
        self.seconds.append(perf_counter() - started)
        return picks


def bounds(share: float, games: int) -> tuple[float, float]:
    """Give the 95 % interval of a share of so many games (Wilson)."""
    spread = BOUNDS**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = BOUNDS / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def against(
    game: Game[Any, Any],
    rival: Player,
    games: int,
    config: Mapping[str, str],
    *,
    seats: int,
    among: int,
    seed: int,
    level: Level = Level.STRONG,
) -> dict[str, float]:
    """Let the robot play in `among` of the seats against another in all others."""
    robot = Timed(partial(game.choose, level=level))
    places = list(combinations(range(seats), among))
    shares: list[float] = []
    scores: tuple[list[int], list[int]] = ([], [])
    longest = 0
    for number in range(games):
        mine = places[number % len(places)]
        players = [robot if seat in mine else rival for seat in range(seats)]
        position, _ = play_out(game, players, config, (seed, number))
        won, totals = outcome(game, position)
        shares.append(sum(won[seat] for seat in mine))
        for seat, total in enumerate(totals):
            scores[seat not in mine].append(total)
        longest = max(longest, game.round(game.view(position, None)))
    low, high = bounds(mean(shares), games)
    return {
        "games": games,
        "seats": seats,
        "among": among,
        "seed": seed,
        "win_share": round(mean(shares), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_score": round(mean(scores[0]), 2),
        "mean_opponent": round(mean(scores[1]), 2),
        "seconds_per_move": round(mean(robot.seconds), 5),
        "worst_move": round(max(robot.seconds), 4),
        "longest_game": longest,
    }


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("an option is given as KEY=VALUE")
    return key, value


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robots", description="Measure a game's robot.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--config", type=_option, action="append", default=[], help="KEY=VALUE: an option of the table")
    parser.add_argument("--level", choices=[*Level], default=Level.STRONG, type=Level, help="how well the robot plays")
    parser.add_argument("--against", choices=[*sorted(OPPONENTS), *Level], help="a robot of before, or a level of now")
    parser.add_argument("--seats", type=int, help="against: the number of players (the smallest from two on)")
    parser.add_argument("--among", type=int, default=1, help="against: the seats of the robot of now")
    parser.add_argument("--seed", type=int, help="against: play the games of a run again")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be at least 1")
    game, changes = GAMES[options.game], dict(options.config)
    seats = options.seats or max(2, game.info.fewest)
    try:
        game.check_setup(measured(game, changes), seats)
    except BadSetup as error:
        parser.error(str(error))
    if options.against is None:
        figures = measure(game, options.games, changes, options.level)
    else:
        if not 1 <= options.among < seats:
            parser.error("--among must leave the other robot a seat")
        seed = secrets.randbelow(2**32) if options.seed is None else options.seed
        of_before = OPPONENTS.get(options.against)
        if of_before is None:
            rival: Player = partial(game.choose, level=Level(options.against))
        elif game.info.key in of_before:
            rival = of_before[game.info.key]
        else:
            parser.error(f"{options.against} has no robot of {game.info.key}")
        config = measured(game, changes)
        figures = against(
            game, rival, options.games, config, seats=seats, among=options.among, seed=seed, level=options.level
        )
    if options.json:
        print(json.dumps(figures))
    else:
        for key, value in figures.items():
            print(f"{key:24} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
