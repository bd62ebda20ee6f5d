"""Writes docs/pictures: an example of every kind of picture, in English and in German.

``python -m benchmarks.examples [FOLDER] [--game gaia] [--size full] [--look]``. With --look each is also written as a
phone and a desktop client show it (380 and 550 pixels wide) and as colour-blind eyes see it; those are to be looked at,
not kept.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from PIL import Image

from benchmarks.scenes import PLAYERS
from rendering.kit.encode import Size, encode
from rendering.kit.vision import Sight, simulate
from rendering.words import Words
from tests.per_game import SCENES, games_with, of_game


def _look(image: Image.Image, folder: Path, name: str) -> None:
    """Write a picture as it is seen elsewhere."""
    for wide in (380, 550):
        small = image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)
        small.save(folder / f"look-{name}-{wide}.png")
    half = image.resize((800, round(image.height / 2)), Image.Resampling.LANCZOS)
    for sight in get_args(Sight):
        simulate(half, sight).save(folder / f"look-{name}-{sight}.png")


def main() -> None:
    """Write the examples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/pictures"))
    parser.add_argument("--game", action="append", choices=games_with(SCENES), help="this game alone")
    parser.add_argument("--size", type=Size, default=Size.SMALL, help="full, or small (the default)")
    parser.add_argument("--look", action="store_true", help="write what others see, too")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for language in ("en", "de"):
        words = Words(language, PLAYERS)
        for game in given.game or games_with(SCENES):
            for name, picture in of_game(SCENES, game, "examples")(words):
                data, extension = encode(picture.image, given.size)
                (given.folder / f"{game}-{name}-{language}.{extension}").write_bytes(data)
                (given.folder / f"{game}-{name}-{language}.txt").write_text(picture.alt + "\n", encoding="utf-8")
                if given.look:
                    _look(picture.image, given.folder, f"{game}-{name}-{language}")


if __name__ == "__main__":
    main()
