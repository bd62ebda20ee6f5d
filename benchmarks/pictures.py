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

from rendering.kit.cache import LAYERS
from rendering.kit.encode import Size, encode
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
    parser.add_argument("game", choices=games_with(SCENES))
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
