"""``python -m benchmarks.crowd [--tables N] [--seconds S] [--games KEY ...] [--json]``: people who play against robots.

At each of N tables (40) one person plays against robots; all people press at the same time, and again a while after
they have seen what they are asked next. No Discord is in it: it measures the Table service on a fresh SQLite file.

- press_*_s: from a press to the game as it stands after it, which the panel shows.
- turn_*_s: from a press to the person's next question, robots and all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.scenes import picks
from bot.runtime import tune_gc
from bot.tables.core.data import Person
from bot.tables.core.errors import GameOver, Stale
from bot.tables.service import Tables
from rules.kernel.errors import RulesError
from rules.registry import GAMES
from storage.store import Store

THINKS = 0.5
"""Seconds from seeing a question to pressing."""


@dataclass
class Seen:
    """What the people noted, in seconds."""

    presses: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)


async def play(tables: Tables, table_id: int, user_id: int, until: float, seen: Seen) -> None:
    """Press, see, think, until it is time to stop."""
    chance = Random(user_id)
    while time.perf_counter() < until:
        live = await tables.game(table_id)
        seat = live.seat_of(user_id)
        if live.over or seat is None:
            return
        prompt = live.prompt_of(seat)
        if prompt is None or seat not in live.waiting:
            await asyncio.sleep(0.02)
            continue
        begun = time.perf_counter()
        with suppress(RulesError, Stale, GameOver):
            played = await tables.answer(table_id, user_id, [picks(prompt, chance)])
            seen.presses.append(time.perf_counter() - begun)
            if played.live.robots_asked:
                await tables.robot_turns.finished(table_id, 120)
            seen.turns.append(time.perf_counter() - begun)
        await asyncio.sleep(THINKS)


async def run(number: int, seconds: float, games: Sequence[str]) -> dict[str, float]:
    """Open the tables, let the people play, and sum up what they noted."""
    with tempfile.TemporaryDirectory(prefix="orrery-") as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'orrery.sqlite3'}")
        tables = Tables(store)
        opened: list[tuple[int, int]] = []
        for at in range(number):
            person = Person(1000 + at, f"Player {at}")
            key = games[at % len(games)]
            info = await tables.lobby.create(1, 100 + at, person, key)
            await tables.robots.add(info.id, person, min(3, GAMES[key].info.most - 1))
            await tables.lobby.start(info.id, person)
            opened.append((info.id, person.user_id))
        tune_gc()
        seen, until = Seen(), time.perf_counter() + seconds
        await asyncio.gather(*(play(tables, table_id, user_id, until, seen) for table_id, user_id in opened))
        await tables.robot_turns.close()
        await store.close()
    presses, turns = sorted(seen.presses), sorted(seen.turns)
    return {
        "presses": len(presses),
        "press_median_s": statistics.median(presses),
        "press_p95_s": presses[int(len(presses) * 0.95)],
        "press_worst_s": presses[-1],
        "turn_median_s": statistics.median(turns),
        "turn_p95_s": turns[int(len(turns) * 0.95)],
        "turn_worst_s": turns[-1],
    }


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description="Measure people among robots.")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--games", nargs="+", default=["gaia"], choices=sorted(GAMES), help="what is played")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.seconds <= 0 or options.tables < 1:
        parser.error("--seconds and --tables must be more than 0")
    measured = asyncio.run(run(options.tables, options.seconds, options.games))
    measured = {key: round(value, 4) for key, value in measured.items()}
    print(json.dumps(measured) if options.json else "\n".join(f"{key:18} {value}" for key, value in measured.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
