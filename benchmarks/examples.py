"""Writes docs/pictures: an example of every kind of picture, in English and in German.

``python -m benchmarks.examples [FOLDER] [--game gaia] [--size full] [--look]``. With --look each is also written as a
phone and a desktop client show it (380 and 550 pixels wide) and as colour-blind eyes see it; those are to be looked at,
not kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from PIL import Image

from benchmarks.scenes import Scene, play
from benchmarks.scenes_gaia import Scene as SceneGaia
from benchmarks.scenes_gaia import played, recorded
from rendering.kit import chart
from rendering.kit.encode import Size, encode
from rendering.kit.picture import Marks, Occasion, Picture
from rendering.kit.vision import Sight, simulate
from rendering.registry import PICTURES
from rendering.words import Words
from rules.gaia.reach import Look, mine_quotes

PLAYERS = ("Annegret", "Benjamin", "Chidi", "Dorothea")
PICTURES_OF_RACE = PICTURES["race"]


def _marks(scene: Scene, seat: int) -> Marks:
    """What the seat is asked in this scene, with the first choice picked."""
    places = [one.place for prompt in scene.prompts if prompt.seat == seat for one in prompt.legal if one.place]
    return Marks(frozenset(places), frozenset(places[:1]))


def _asked(game: list[Scene], kind: str) -> tuple[Scene, int]:
    """The last scene in which a seat is asked something of a kind with several choices, and that seat."""
    for scene in reversed(game):
        for prompt in scene.prompts:
            if (
                prompt.kind == kind
                and len(prompt.legal) > 1
                and len(scene.state.players[prompt.seat].hand) in range(5, 11)
            ):
                return scene, prompt.seat
    raise LookupError(kind)


def race(words: Words) -> Iterator[tuple[str, Picture]]:
    """Every example of Race, by name."""
    draw = PICTURES_OF_RACE
    four = list(play(4, seed=3))
    middle, late = four[len(four) * 6 // 10], four[-2]

    def table(game: list[Scene], scene: Scene, back: int) -> Picture:
        before = game[max(0, game.index(scene) - back)].view(None)
        return draw.board(scene.view(None), Occasion(words, scene.waiting, before, 7))

    yield "table-4-middle", table(four, middle, 12)
    yield "table-4-late", table(four, late, 16)
    two = list(play(2, setup="experienced", seed=5))
    yield "table-2-experienced", table(two, two[len(two) * 7 // 10], 8)
    three = list(play(3, setup="first", seed=4))
    yield "table-3-early", table(three, three[len(three) // 4], 10)
    yield "tableau", draw.tableau(late.view(None), 0, Occasion(words, late.waiting, None, 7))
    for kind in ("settle", "explore", "actions"):
        scene, seat = _asked(four, kind)
        occasion = Occasion(words, (seat,), None, 7, _marks(scene, seat))
        yield f"hand-{kind}", draw.hand(scene.view(seat), seat, occasion)
    yield "chart", chart.draw(four[-1].view(None).scores, Occasion(words, (), None, 7))
    start = four[0]
    yield "hand-start", draw.hand(start.view(0), 0, Occasion(words, (0,), None, 7, _marks(start, 0)))


def gaia(words: Words) -> Iterator[tuple[str, Picture]]:
    """Every example of Gaia Project, by name."""
    draw = PICTURES["gaia"]
    four, three, two = (list(recorded(name)) for name in ("rnd-043", "rnd-233", "rnd-014"))

    def occasion(game: list[SceneGaia], at: int, back: int) -> Occasion:
        return Occasion(words, game[at].waiting, game[at - back].state, 7)

    yield "table-4-late", draw.board(four[-12].state, occasion(four, -12, 8))
    yield "table-4-middle", draw.board(four[110].state, occasion(four, 110, 8))
    yield "table-3-late", draw.board(three[80].state, occasion(three, 80, 8))
    yield "table-2-late", draw.board(two[60].state, occasion(two, 60, 6))
    yield "table-4-over", draw.board(four[-1].state, occasion(four, -1, 8))
    factions = next(
        scene for scene in played(4, {"setup": "advanced", "map": "method1"}) if scene.state.players[1].faction
    )
    yield "table-4-factions", draw.board(factions.state, Occasion(words, factions.waiting, None, 7))
    for part, paint in draw.parts.items():
        yield part, paint(four[-12].state, occasion(four, -12, 8))
    yield "tableau", draw.tableau(four[-12].state, 2, occasion(four, -12, 8))
    look = Look(four[120].state, 3)
    places = [f"hex:{quote.place}" for quote in mine_quotes(look) if quote.refusal is None]
    marks = Marks(frozenset(places), frozenset(places[:1]))
    yield "panel-build", draw.panel(four[120].state, 3, Occasion(words, (3,), None, 7, marks))


EXAMPLES = {"race": race, "gaia": gaia}


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
    parser.add_argument("--game", action="append", choices=EXAMPLES, help="this game alone")
    parser.add_argument("--size", type=Size, default=Size.SMALL, help="full, or small (the default)")
    parser.add_argument("--look", action="store_true", help="write what others see, too")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for language in ("en", "de"):
        words = Words(language, PLAYERS)
        for game in given.game or EXAMPLES:
            for name, picture in EXAMPLES[game](words):
                data, extension = encode(picture.image, given.size)
                (given.folder / f"{game}-{name}-{language}.{extension}").write_bytes(data)
                (given.folder / f"{game}-{name}-{language}.txt").write_text(picture.alt + "\n", encoding="utf-8")
                if given.look:
                    _look(picture.image, given.folder, f"{game}-{name}-{language}")


if __name__ == "__main__":
    main()
