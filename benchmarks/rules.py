"""``python -m benchmarks.rules GAME [--json] [--seconds N] [--seats N]``: how fast the rules of a game are.

Random games through every setup, or every one for a number of players, are played for some seconds. Told are the
answers that the rules take in a second (the time of `Game.answer` alone), whole random games a second (robots and views
included), and what one call of `prompts`, of `view`, of storing and reading a position, and of copying one costs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from rules.kernel.game import Game, Position
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.registry import GAMES
from tests.fuzz.play import key_of, setups

#: Positions of one game that the single costs are measured on: one in so many answers.
EVERY = 10


class Measured:
    """Time and number of calls of what is measured."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.calls: dict[str, int] = {}

    def time(self, what: str, call: Callable[[], Any]) -> Any:
        """Call once and note how long it took."""
        begin = time.perf_counter()
        result = call()
        self.seconds[what] = self.seconds.get(what, 0.0) + time.perf_counter() - begin
        self.calls[what] = self.calls.get(what, 0) + 1
        return result

    def each(self, what: str) -> float:
        """Give the mean cost of a call in microseconds."""
        return 1e6 * self.seconds[what] / self.calls[what]


def play(game: Game[Any, Any], number: int, measured: Measured, *, costs: bool, seats: int | None = None) -> int:
    """Play one random game; give its number of answers."""
    every = [setup for setup in setups(game) if seats in (None, setup[1])]
    config, players = every[number % len(every)]
    position, _ = game.setup(config, players, Rng(key_of("bench", number)))
    robots = Rng(key_of("robots", number))
    answers = 0
    while waiting := game.waiting(position):
        prompt = game.prompt(position, robots.pick(waiting, "who"))
        picks = choose(game.view(position, prompt.seat), prompt, robots)
        if costs:
            if answers % EVERY == 0:
                measure_costs(game, position, measured)
            measured.time("answer", lambda seat=prompt.seat, picks=picks: game.answer(position, seat, picks))  # type: ignore[misc]
        else:
            game.answer(position, prompt.seat, picks)
        answers += 1
    return answers


def measure_costs(game: Game[Any, Any], position: Position[Any, Any], measured: Measured) -> None:
    """Measure what can be asked of one position."""
    measured.time("prompts", lambda: game.prompts(position))
    measured.time("view", lambda: game.view(position, 0))
    data = measured.time("encode", lambda: game.encode(position))
    measured.time("decode", lambda: game.decode(data))
    measured.time("copy", lambda: game.copy(position))


def run(key: str, seconds: float, seats: int | None = None) -> dict[str, float | int | str]:
    """Measure one game for about this long."""
    game = GAMES[key]
    play(game, 0, Measured(), costs=True, seats=seats)  # Caches are filled before the clock starts.
    measured = Measured()
    games = answers = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds / 2:
        answers += play(game, games, measured, costs=False, seats=seats)
        games += 1
    whole = time.perf_counter() - begin
    number = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds / 2:
        play(game, number, measured, costs=True, seats=seats)
        number += 1
    return {
        "game": key,
        "answers_per_second": round(measured.calls["answer"] / measured.seconds["answer"]),
        "games_per_second": round(games / whole, 2),
        "answers_per_game": round(answers / games),
        "prompts_us": round(measured.each("prompts"), 1),
        "view_us": round(measured.each("view"), 1),
        "encode_us": round(measured.each("encode"), 1),
        "decode_us": round(measured.each("decode"), 1),
        "copy_us": round(measured.each("copy"), 1),
    }


def main(arguments: list[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rules", description="How fast the rules are.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--seats", type=int, choices=range(1, 9), help="only games of this many players")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    info = GAMES[options.game].info
    if options.seats is not None and not info.fewest <= options.seats <= info.most:
        parser.error(f"{options.game} is for {info.fewest} to {info.most} players")
    figures = run(options.game, options.seconds, options.seats)
    if options.json:
        print(json.dumps(figures))
    else:
        for what, figure in figures.items():
            print(f"{what.replace('_', ' '):22} {figure}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
