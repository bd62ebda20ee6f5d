"""``python -m benchmarks.robots GAME --games N [--json]``: how well a game's robot plays, and how fast.

- win_share_vs_random: N two-player games of the robot against random legal play, in turn in every seat; a shared
  victory counts half. (A game that two cannot play takes its smallest number of players, one of them the robot.)
- mean_score: the mean score of all seats of N/10 games (at least 3) in which the robot plays every seat, as many as
  the game is for, but four at most.
- seconds_per_move: from the same games, per answer, the robot's thinking and the rules together.
- seconds_per_game: the same, per game.

Games are set up as a table has it by default, or as the game's own checks say (`Checks.measured`): Gaia Project by the
advanced setup, in which a robot takes its faction by chance, as it takes its species in Eclipse.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from statistics import mean
from time import perf_counter
from typing import Any

from rules.kernel import robots
from rules.kernel.game import Game
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.fuzz.play import Checks
from tests.per_game import FUZZ, of_game

MOST_SEATS = 4

Player = Callable[[Any, Prompt, Rng], list[str]]


def _key(*parts: object) -> str:
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def play(
    game: Game[Any, Any], players: Sequence[Player], config: Mapping[str, str], seed: int
) -> tuple[list[float], list[int], int]:
    """Play a game; give each seat's share of the victory (nobody wins alone), its score, and the number of answers."""
    position, _ = game.setup(config, len(players), Rng(_key("game", seed)))
    chance = Rng(_key("players", seed))
    answers = 0
    while waiting := game.waiting(position):
        seat = waiting[0]
        picks = players[seat](game.view(position, seat), game.prompt(position, seat), chance)
        game.answer(position, seat, picks)
        answers += 1
    standings = game.standings(position)
    winners = sum(standing.winner for standing in standings)
    shares = [standing.winner / max(1, winners) for standing in standings]
    return shares, [standing.total for standing in standings], answers


def win_share(game: Game[Any, Any], games: int, config: Mapping[str, str], rival: Player = robots.choose) -> float:
    """Let the robot play against a rival in every other seat."""
    seats = max(2, game.info.fewest)
    shares = []
    for seed in range(games):
        seat = seed % seats
        players = [game.choose if at == seat else rival for at in range(seats)]
        shares.append(play(game, players, config, seed)[0][seat])
    return mean(shares)


def measure(game: Game[Any, Any], games: int) -> dict[str, float]:
    """Measure everything that is reported."""
    among = max(3, games // 10)
    checks: Checks = of_game(FUZZ, game.info.key, "CHECKS")
    config, seats = checks.measured, min(game.info.most, MOST_SEATS)
    scores: list[int] = []
    moves = 0
    started = perf_counter()
    for seed in range(among):
        _, totals, answers = play(game, [game.choose] * seats, config, seed)
        scores += totals
        moves += answers
    seconds = perf_counter() - started
    return {
        "win_share_vs_random": round(win_share(game, games, config), 4),
        "mean_score": round(mean(scores), 2),
        "seconds_per_move": round(seconds / moves, 5),
        "seconds_per_game": round(seconds / among, 3),
    }


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robots", description="Measure a game's robot.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be at least 1")
    figures = measure(GAMES[options.game], options.games)
    if options.json:
        print(json.dumps(figures))
    else:
        for key, value in figures.items():
            print(f"{key:24} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
