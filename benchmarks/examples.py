"""Writes docs/pictures: an example of every kind of picture, in English and in German.

``python -m benchmarks.examples [FOLDER] [--game gaia] [--full] [--look]``. ``sizes-GAME-LANGUAGE-N`` has each as
it is seen: in a panel on a phone, in a post there, and on a desktop. With --look each is also written alone at these
widths, and as colour-blind eyes see it; those are to be looked at, not kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from PIL import Image

from benchmarks.scenes import PLAYERS
from rendering.kit.encode import encode
from rendering.kit.vision import Sight, simulate
from rendering.words import Words
from tests.per_game import SCENES, games_with, of_game

WIDTHS = (280, 330, 550)
"""Pixels that a picture is wide in a panel on a phone, in a post there, and on a desktop."""
KEPT = 800
"""Pixels that the pictures are wide that stay in the repository."""
KEPT_AS: dict[str, Any] = {"quality": 72, "method": 4}
GAP = 8
PER_SHEET = 8


def _shrunk(image: Image.Image, wide: int) -> Image.Image:
    return image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)


def sheet(images: Sequence[Image.Image]) -> Image.Image:
    """Pictures at the widths at which people see them, one below the other."""
    rows = [[_shrunk(image, wide) for wide in WIDTHS] for image in images]
    high = sum(row[-1].height + GAP for row in rows) + GAP
    whole = Image.new("RGB", (sum(WIDTHS) + (len(WIDTHS) + 1) * GAP, high), (49, 51, 56))
    y = GAP
    for row in rows:
        x = GAP
        for image in row:
            whole.paste(image, (x, y))
            x += image.width + GAP
        y += row[-1].height + GAP
    return whole


def sheets(images: Sequence[Image.Image]) -> list[Image.Image]:
    """All pictures of a game, in sheets of a few."""
    return [sheet(images[at : at + PER_SHEET]) for at in range(0, len(images), PER_SHEET)]


def _look(image: Image.Image, folder: Path, name: str) -> None:
    """Write a picture as it is seen elsewhere."""
    for wide in WIDTHS:
        _shrunk(image, wide).save(folder / f"look-{name}-{wide}.png")
    half = image.resize((800, round(image.height / 2)), Image.Resampling.LANCZOS)
    for sight in get_args(Sight):
        simulate(half, sight).save(folder / f"look-{name}-{sight}.png")


def kinds() -> list[str]:
    """What there are examples of: games, and statistics."""
    return [*games_with(SCENES), "statistics"]


def main() -> None:
    """Write the examples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/pictures"))
    parser.add_argument("--game", action="append", choices=kinds(), help="this game alone")
    parser.add_argument("--full", action="store_true", help="write them as they are posted")
    parser.add_argument("--look", action="store_true", help="write what others see, too")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for language in ("en", "de"):
        words = Words(language, PLAYERS)
        for game in given.game or kinds():
            images = []
            for example in of_game(SCENES, game, "examples")(words):
                picture, name = example.draw(), f"{game}-{example.name}-{language}"
                images.append(picture.image.convert("RGB"))
                if given.full:
                    (given.folder / f"{name}.webp").write_bytes(encode(picture.image)[0])
                else:
                    _shrunk(picture.image, KEPT).save(given.folder / f"{name}.webp", **KEPT_AS)
                (given.folder / f"{name}.txt").write_text(picture.alt + "\n", encoding="utf-8")
                if given.look:
                    _look(picture.image, given.folder, name)
            for number, page in enumerate(sheets(images), start=1):
                page.save(given.folder / f"sizes-{game}-{language}-{number}.webp", quality=45, method=6)


if __name__ == "__main__":
    main()
