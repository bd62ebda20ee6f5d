"""How long pictures take to draw and to encode, and how large they get.

``python -m benchmarks.pictures [GAME ...] [--json]``: each kind of picture of a full table, of all games with scenes.
“first” is the first drawing of its kind, with an empty cache of layers; “draw” is the median after that. “jpg” is what
encoding it takes as for a panel or a letter, “webp” as for a post, and “kB” what comes of each.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from PIL import Image

from rendering.kit.cache import LAYERS
from rendering.kit.encode import Format, Size, encode
from tests.per_game import SCENES, games_with, of_game

ROUNDS = 15


def _ms(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def measure(game: str) -> dict[str, dict[str, float]]:
    """Measure each kind: milliseconds, bytes, width and height."""
    result: dict[str, dict[str, float]] = {}
    for kind, draw in of_game(SCENES, game, "measured")().items():
        LAYERS.clear()
        first = _ms(draw)
        image = draw().image
        drawing = [_ms(draw) for _ in range(ROUNDS)]
        passing, lasting = (_encoding(image, format_) for format_ in (Format.PASSING, Format.LASTING))
        result[kind] = {
            "width": image.width,
            "height": image.height,
            "first_ms": round(first, 1),
            "draw_ms": round(statistics.median(drawing), 1),
            "jpg_ms": passing,
            "webp_ms": lasting,
            "jpg_bytes": len(encode(image, Size.FULL, Format.PASSING)[0]),
            "webp_bytes": len(encode(image, Size.FULL, Format.LASTING)[0]),
            "small_bytes": len(encode(image, Size.SMALL, Format.PASSING)[0]),
        }
    return result


def _encoding(image: Image.Image, format_: Format) -> float:
    """The milliseconds that encoding takes, the median of some rounds."""
    return round(statistics.median(_ms(lambda: encode(image, Size.FULL, format_)) for _ in range(ROUNDS)), 1)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(games_with(SCENES))}; all of them")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    games = given.games or games_with(SCENES)
    if unknown := set(games) - set(games_with(SCENES)):
        parser.error(f"no game with scenes: {', '.join(sorted(unknown))}")
    result = {game: measure(game) for game in games}
    if given.json:
        print(json.dumps(result))
        return
    print(f"{'picture':24} {'size':>10} {'first':>6} {'draw':>5} {'jpg':>4} {'webp':>5} ms {'jpg':>5} {'webp':>5} kB")
    for game, kinds in result.items():
        for kind, one in kinds.items():
            print(
                f"{game + ' ' + kind:24} {one['width']:>5}x{one['height']:4} {one['first_ms']:6.0f}"
                f" {one['draw_ms']:5.0f} {one['jpg_ms']:4.0f} {one['webp_ms']:5.0f}   "
                f" {one['jpg_bytes'] / 1000:5.0f} {one['webp_bytes'] / 1000:5.0f}"
            )


if __name__ == "__main__":
    main()
