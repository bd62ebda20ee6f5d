"""What the signs of the map mean, beside it where there is room."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.eclipse.ground import gate
from rendering.eclipse.layout import Box
from rendering.eclipse.tokens import ARTIFACT, DISCOVERY, ship, square, thing
from rendering.kit.fonts import MIN_SIZE, write_block
from rendering.kit.palette import PANEL, SEATS, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import panel, place
from rules.eclipse.components import ANCIENT, GCDS, MATERIALS, MONEY, MONOLITH, ORBITAL, SCIENCE, SHIPS, WILD
from rules.kernel.text import T, Text, name

SIGN = 44


def _entries() -> list[tuple[Image.Image, Text]]:
    squares = [(square(kind, SIGN, full=True), name(f"eclipse.square.{kind}")) for kind in (MONEY, SCIENCE, MATERIALS)]
    ships = [(ship(kind, SIGN, SEATS[0]), name(f"eclipse.ship.{kind}")) for kind in SHIPS]
    return [
        *squares,
        (square(WILD, SIGN, full=True), name(f"eclipse.square.{WILD}")),
        (square(f"{MONEY}+", SIGN, full=True), T("advanced square")),
        (square(MATERIALS, SIGN, full=False), T("square without a cube")),
        (square(ORBITAL, SIGN, full=True), name("eclipse.structure.orbital")),
        (thing(MONOLITH, SIGN), name("eclipse.structure.monolith")),
        (thing(ARTIFACT, SIGN), T("artifact")),
        (thing(DISCOVERY, SIGN), T("discovery tile")),
        *ships,
        (ship(ANCIENT, SIGN), name(f"eclipse.ship.{ANCIENT}")),
        (ship(GCDS, SIGN), name(f"eclipse.ship.{GCDS}")),
        (gate(SIGN / 0.4), T("open wormhole")),
    ]


def draw_legend(image: Image.Image, context: RenderContext, box: Box) -> None:
    """Draw the signs and their names, one below the other."""
    left, top, right, bottom = box
    panel(image, box, PANEL)
    entries = _entries()
    step = (bottom - top - 16) / len(entries)
    pen = ImageDraw.Draw(image)
    for index, (sign, text) in enumerate(entries):
        y = round(top + 8 + step * (index + 0.5))
        place(image, sign, (left + 38, y))
        said = context.words.say(text)
        half = round(step / 2)
        write_block(pen, (left + 76, y - half, right - 10, y + half), said, (MIN_SIZE, 32), TEXT, lines=2)
