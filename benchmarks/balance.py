"""``python -m benchmarks.balance GAME --games N [--seed HEX] [--json]``: whether a set of components is balanced.

Robots play N games of three; everything that is dealt is dealt at random, which character and which item cards a seat
keeps of them too. Told are:

- characters: how often each was played, by how much its mean differs from the mean of all, and from that of the
  others at its tables (each with half the width of an interval of 95 of 100), and its share of the victories.
- tiles: in how many games each farm and upgrade lay open, and in how many of them it was taken.
- items: in how many games each item card came to a hand, and in how many it was played.
- met: whether every character is within 2.5 of the mean, every tile is taken in at least one of eight games in which
  it lies open, and every item is played; with what is not.

The seed is drawn anew where none is given. So far only Circadians: First Light has a set of our own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from math import sqrt
from secrets import token_hex
from statistics import mean, stdev
from typing import Any

from rules.circadians.game import CircadiansGame
from rules.circadians.state import CircadiansState
from rules.kernel import robots
from rules.kernel.rng import Rng

SEATS = 3
DEALT = ("character", "draft")
"""The questions that chance answers: which of the cards dealt a seat keeps."""
MOST_APART = 2.5
LEAST_TAKEN = 1 / 8
SURE = 1.96
"""Standard errors to either side that 95 of 100 intervals need."""


@dataclass
class Told:
    """What some games tell."""

    scores: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Character -> its scores."""
    over: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Character -> by how much it was better than the others at its table had on average."""
    wins: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    opened: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)


class Seen:
    """Tiles and cards of one game."""

    def __init__(self) -> None:
        self.opened: set[str] = set()
        self.taken: set[str] = set()
        self.drawn: set[str] = set()
        self.played: set[str] = set()

    def look(self, state: CircadiansState) -> None:
        """Look at the table after an answer."""
        self.opened.update(state.farms, state.upgrades.values())
        for one in state.players:
            self.taken.update(one.farms, one.upgrades)
            self.drawn.update(one.hand)
            self.played.update(one.played)


def play(game: CircadiansGame, key: str, told: Told) -> None:
    """Play a game and note what it tells."""
    position, _ = game.setup(game.check_setup({}, SEATS), SEATS, Rng(_key(key, "game")))
    chance, seen = Rng(_key(key, "players")), Seen()
    while waiting := game.waiting(position):
        seat = waiting[0]
        prompt, view = game.prompt(position, seat), game.view(position, seat)
        choose = robots.choose if prompt.kind in DEALT else game.choose
        game.answer(position, seat, choose(view, prompt, chance))
        seen.look(position.state)
    standings = game.standings(position)
    winners = sum(one.winner for one in standings)
    whole = sum(one.total for one in standings)
    for one, player in zip(standings, position.state.players, strict=True):
        told.scores[player.character].append(one.total)
        told.over[player.character].append(one.total - (whole - one.total) / (SEATS - 1))
        told.wins[player.character] += one.winner / winners
    # What was taken or played at once was never seen lying open or on a hand.
    told.opened.update((seen.opened | seen.taken) - {""})
    told.taken.update(seen.taken - {""})
    told.drawn.update(seen.drawn | seen.played)
    told.played.update(seen.played)


def _key(seed: str, *parts: object) -> str:
    return blake2b(repr((seed, *parts)).encode(), digest_size=16).hexdigest()


def _apart(values: Sequence[float], middle: float) -> tuple[float, float]:
    """By how much the mean of some values differs from another, and half the width of the interval."""
    width = SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return round(mean(values) - middle, 2), round(width, 2)


def _shares(ids: Iterable[str], of: Counter[str], n: Counter[str]) -> dict[str, list[int]]:
    return {id: [of[id], n[id]] for id in ids}


def measure(games: int, seed: str, game: CircadiansGame | None = None) -> dict[str, Any]:
    """Play and sum up."""
    game, told = game or CircadiansGame(), Told()
    for number in range(games):
        play(game, _key(seed, number), told)
    return summed_up(game, told, games, seed)


def summed_up(game: CircadiansGame, told: Told, games: int, seed: str) -> dict[str, Any]:
    """Say what the games tell, and whether the goal is met."""
    parts = game.parts
    every = [score for scores in told.scores.values() for score in scores]
    middle = mean(every)
    characters = {
        id: {
            "played": len(told.scores[id]),
            "from_mean": _apart(told.scores[id], middle),
            "over_others": _apart(told.over[id], 0.0),
            "wins": round(told.wins[id] / len(told.scores[id]), 3),
        }
        for id in parts.characters
        if told.scores[id]
    }
    tiles = _shares((*parts.farms, *parts.upgrades), told.opened, told.taken)
    items = _shares(parts.items, told.drawn, told.played)
    return {
        "games": games,
        "seed": seed,
        "set": parts.digest,
        "mean_score": round(middle, 2),
        "characters": characters,
        "tiles": tiles,
        "items": items,
        "met": _verdicts(characters, tiles, items),
    }


def _verdicts(
    characters: Mapping[str, Any], tiles: Mapping[str, Sequence[int]], items: Mapping[str, Sequence[int]]
) -> dict[str, list[str]]:
    """What fails each part of the goal; nothing where it is met."""
    return {
        "characters": [id for id, one in characters.items() if abs(one["from_mean"][0]) > MOST_APART],
        "tiles": [id for id, (opened, taken) in tiles.items() if taken < LEAST_TAKEN * opened or not opened],
        "items": [id for id, (_, played) in items.items() if not played],
    }


def lines(found: Mapping[str, Any], game: CircadiansGame) -> list[str]:
    """Write it as people read it."""
    names = game.parts.names
    prefix = game.parts.prefix

    def named(id: str) -> str:
        return f"{id:8} {names[f'{prefix}.{id}']['en']:34}"

    said = [f"{found['games']} games of {SEATS}, seed {found['seed']}, mean score {found['mean_score']}", ""]
    for id, one in found["characters"].items():
        apart, over = one["from_mean"], one["over_others"]
        said.append(
            f"{named(id)} {apart[0]:+5.2f} ±{apart[1]:.2f} from the mean, {over[0]:+5.2f} ±{over[1]:.2f} over the "
            f"others, wins {one['wins']:.0%} of {one['played']}"
        )
    for part, first, second in (("tiles", "open", "taken"), ("items", "drawn", "played")):
        said.append("")
        for id, (of, n) in found[part].items():
            said.append(f"{named(id)} {first} {of:4}, {second} {n:4} {n / max(1, of):5.0%}")
    said.append("")
    for part, failed in found["met"].items():
        said.append(f"{part}: {'met' if not failed else 'not met: ' + ', '.join(failed)}")
    return said


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.balance", description="Measure a set's balance.")
    parser.add_argument("game", choices=["circadians"])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", help="hexadecimal; drawn anew where it is not given")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be at least 1")
    game = CircadiansGame()
    found = measure(options.games, options.seed or token_hex(8), game)
    print(json.dumps(found) if options.json else "\n".join(lines(found, game)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
