"""How long pictures take to draw and to encode, and how large they get.

``python -m benchmarks.pictures GAME [--json]``: each kind of picture, late in a four-player game.
“first” is the first drawing in a fresh process, whose caches are empty; “draw” is the median after that.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.scenes import play
from benchmarks.scenes_gaia import recorded
from rendering.kit.cache import LAYERS
from rendering.kit.encode import Size, encode
from rendering.kit.picture import Marks, Occasion, Picture
from rendering.registry import PICTURES
from rendering.words import Words

ROUNDS = 15


def race() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Race: each kind of picture of a full table."""
    game = list(play(4, seed=3))
    late = game[-2]
    before = game[-12].view(None)
    words = Words("de", ["Annegret", "Benjamin", "Chidi", "Dorothea"])
    table = Occasion(words, waiting=late.waiting, before=before, seed=7)
    seat = max(range(4), key=lambda one: len(late.state.players[one].hand))
    marks = Marks(frozenset(f"card:{card}" for card in late.state.players[seat].hand[::2]))
    pictures = PICTURES["race"]
    return {
        "table": lambda: pictures.board(late.view(None), table),
        "tableau": lambda: pictures.tableau(late.view(None), 0, table),
        "hand": lambda: pictures.hand(late.view(seat), seat, Occasion(words, marks=marks, seed=7)),
    }


def gaia() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Gaia Project: each kind of picture of a full table."""
    game = list(recorded("rnd-043"))
    late = game[-12]
    words = Words("de", ["Annegret", "Benjamin", "Chidi", "Dorothea"])
    table = Occasion(words, waiting=late.waiting, before=game[-20].state, seed=7)
    pictures = PICTURES["gaia"]
    marks = Occasion(words, late.waiting, None, 7, Marks(frozenset({"hex:4B5", "hex:5A0"}), frozenset({"hex:5A0"})))
    return {
        "table": lambda: pictures.board(late.state, table),
        "tableau": lambda: pictures.tableau(late.state, 3, table),
        "panel": lambda: pictures.panel(late.state, 3, marks),
        **{part: (lambda draw=draw: draw(late.state, table)) for part, draw in pictures.parts.items()},  # type: ignore[misc]
    }


SCENES: dict[str, Callable[[], dict[str, Callable[[], Picture]]]] = {"race": race, "gaia": gaia}


def _ms(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def measure(game: str) -> dict[str, dict[str, float]]:
    """Measure each kind: milliseconds, bytes, width and height."""
    result: dict[str, dict[str, float]] = {}
    for kind, draw in SCENES[game]().items():
        LAYERS.clear()
        first = _ms(draw)
        image = draw().image
        drawing, encoding = [], []
        for _ in range(ROUNDS):
            drawing.append(_ms(draw))
            encoding.append(_ms(lambda image=image: encode(image)))  # type: ignore[misc]
        data, _ = encode(image)
        small, _ = encode(image, Size.SMALL)
        result[kind] = {
            "width": image.width,
            "height": image.height,
            "first_ms": round(first, 1),
            "draw_ms": round(statistics.median(drawing), 1),
            "encode_ms": round(statistics.median(encoding), 1),
            "bytes": len(data),
            "bytes_small": len(small),
        }
    return result


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(SCENES))
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    result = measure(given.game)
    if given.json:
        print(json.dumps({"game": given.game, "pictures": result}))
        return
    print(f"{'picture':9} {'size':>10} {'first ms':>9} {'draw ms':>8} {'encode ms':>10} {'kB':>6} {'kB small':>9}")
    for kind, one in result.items():
        size = f"{one['width']}x{one['height']}"
        print(
            f"{kind:9} {size:>10} {one['first_ms']:9.0f} {one['draw_ms']:8.0f} {one['encode_ms']:10.0f}"
            f" {one['bytes'] / 1000:6.0f} {one['bytes_small'] / 1000:9.0f}"
        )


if __name__ == "__main__":
    main()
