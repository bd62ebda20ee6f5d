"""Cards laid on a picture with what a prompt says of them: ringed where they may be picked, filled where they are."""

from __future__ import annotations

from PIL import Image

from rendering.kit.icons import icon
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, NIGHT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import glow, outline, panel, place, rounded
from rendering.race.faces import RADIUS, back, full, paste, small
from rules.race.state import UNKNOWN

DIM = 120
"""How far a card that may not be picked is darkened, of 255."""


def card_place(number: int) -> str:
    """The place of a card in marks."""
    return f"card:{number}"


def lay(
    image: Image.Image,
    number: int,
    box: tuple[int, int, int, int],
    context: RenderContext,
    *,
    good: bool = False,
    new: bool = False,
    dims: bool = False,
    small_face: bool = False,
) -> None:
    """Lay a card, marked. `new` gives it the halo of a change, `dims` darkens what may not be picked."""
    left, top, right, bottom = box
    at, size = (left, top), (right - left, bottom - top)
    marks = context.marks
    where = card_place(number)
    if new:
        glow(image, box, BRASS, 8, RADIUS)
    draw = small if small_face else full
    face = back(size) if number == UNKNOWN else draw(number, size, context.words, good=good)
    paste(image, face, at)
    if where in marks.chosen:
        chosen(image, box)
    elif where in marks.legal:
        legal(image, box)
    elif dims:
        darken(image, box)


def legal(image: Image.Image, box: tuple[int, int, int, int]) -> None:
    """A ring around a card that may be picked."""
    left, top, right, bottom = box
    outline(image, (left - 3, top - 3, right + 3, bottom + 3), BRASS, 6, RADIUS + 3)


def chosen(image: Image.Image, box: tuple[int, int, int, int]) -> None:
    """A broad ring and a filled badge with a check at a card that is picked."""
    left, top, right, bottom = box
    outline(image, (left - 4, top - 4, right + 4, bottom + 4), BRASS_LIGHT, 10, RADIUS + 4)
    side = max(40, min(64, (bottom - top) // 5))
    # Beside the picture of a wide card there is room; a narrow one has it in its lower corner.
    y = top + 96 if right - left >= 300 and bottom - top >= 300 else bottom - side - 2
    badge = (right - side - 10, y, right - 10, y + side)
    panel(image, badge, INK, side // 2)
    panel(image, (badge[0] + 3, badge[1] + 3, badge[2] - 3, badge[3] - 3), BRASS_LIGHT, side // 2 - 3)
    place(image, icon("check", side * 5 // 8, INK), ((badge[0] + badge[2]) / 2, (badge[1] + badge[3]) / 2))


def darken(image: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Take the light from a card that may not be picked."""
    size = (box[2] - box[0], box[3] - box[1])
    image.paste(NIGHT, box, rounded(size, RADIUS).point(lambda value: value * DIM // 255))
