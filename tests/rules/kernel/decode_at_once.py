"""A process in which eight threads decode everything that is stored at the same instant, as after a start.

``python -m tests.rules.kernel.decode_at_once`` ends with 0, or is ended by the fault of a type that was not learnt yet.
"""

from __future__ import annotations

import sys
from threading import Barrier, Thread
from typing import Any

from bot.tables.core import codecs
from rules.kernel import codec
from rules.kernel.policies import Named, Premove
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.toy import ToyGame

THREADS, TIMES = 8, 25


def samples() -> list[tuple[Any, bytes]]:
    """Something encoded for each codec that there is; nothing has been decoded yet."""
    found: dict[int, tuple[Any, bytes]] = {}

    def add(made: codec.Codec[Any], thing: object) -> None:
        found[id(made)] = (made, made.encode(thing))

    states: dict[type, object] = {}
    for game in [*GAMES.values(), ToyGame()]:
        position, outcome = game.setup({}, max(2, game.info.fewest), Rng("5a" * 16))
        add(game._positions, position)
        states[type(position.state)] = position.state
        add(codecs.EVENTS, outcome.events)
        prompt = game.prompts(position)[0]
        add(codecs.QUESTIONS, prompt.text)
        add(codecs.PREMOVES, Premove(prompt.kind, [Named(prompt.options[0].id, prompt.options[0].text)]))
    for made in codec.MADE:
        if made.kind in states:
            add(made, states[made.kind])
    missing = [made.kind for made in codec.MADE if id(made) not in found]
    assert not missing, f"nothing is decoded as {missing}"
    return list(found.values())


def main() -> None:
    """Decode everything in every thread, each beginning with another type."""
    sys.setswitchinterval(1e-6)
    things = samples()
    begin = Barrier(THREADS)

    def work(thread: int) -> None:
        at = thread * len(things) // THREADS
        begin.wait()
        for _ in range(TIMES):
            for made, data in [*things[at:], *things[:at]]:
                assert made.encode(made.decode(data)) == data

    threads = [Thread(target=work, args=(number,)) for number in range(THREADS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


if __name__ == "__main__":
    main()
