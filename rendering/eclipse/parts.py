"""Ship parts and technologies as tiles of signs: what a part does stands on it in drawings and numbers."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.eclipse.looks import NPC
from rendering.eclipse.signs import COMPUTER, DICE, DRIVE, ENERGY, HULL, SHIELD, faint, row, row_size, row_width
from rendering.eclipse.tokens import ARTIFACT, ship, thing
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE
from rendering.kit.palette import DUSK, INK, LINE_HIGH, NIGHT, TEXT, Colour, SeatStyle, blend, rgb
from rendering.kit.shapes import outline, panel, place, rounded
from rules.eclipse.components import ARTIFACT_KEY, MONOLITH, ORBITAL, PARTS, STARBASE, TECHNOLOGIES, Part

KINDS: dict[str, Colour] = {
    "cannon": DICE[2],
    "missile": DICE[4],
    "computer": COMPUTER,
    "shield": SHIELD,
    "hull": HULL,
    "drive": DRIVE,
    "source": ENERGY,
}
CATEGORIES: dict[str, Colour] = {"military": rgb("#e0563f"), "grid": rgb("#45b36b"), "nano": rgb("#c9a43c")}
"""Military red, grid green, nano yellow, as on the tray; the rows stand in this order, too."""
ANCIENT_INK = NPC.colour
FOOT = 0.90
"""The part of a tile's width that its lower line may take."""
STEEL = SeatStyle(rgb("#cfd8e4"), "", ())


@lru_cache(64)
def part_signs(id: str) -> tuple[str, ...]:
    """What a part mainly does: its dice, or its sign with a number."""
    part = PARTS[id]
    if part.cannons:
        return tuple(f"i:die{damage}" for damage in part.cannons)
    if part.missiles:
        return tuple(f"i:missile{damage}" for damage in part.missiles)
    return {
        "computer": ("i:crosshair", f"+{part.computer}"),
        "shield": ("i:shield", f"−{part.shield}"),
        "hull": ("i:hull", f"{part.hull}"),
        "drive": ("i:drive", f"{part.move}"),
        "source": ("i:bolt", f"+{part.energy}"),
    }[part.kind]


def part_tile(id: str, size: int, *, printed: bool = False) -> Image.Image:
    """A part as a square tile, `size` across: what it does, below it the energy it uses and the initiative it gives.

    What is printed on the blueprint lies flat; a tile stands out; an ancient part is violet.
    """

    def make() -> Image.Image:
        part = PARTS[id]
        ink = ANCIENT_INK if part.ancient else KINDS[part.kind]
        image = _plate(size, ink, flat=printed)
        foot = _foot(part, size)
        middle = size * (0.38 if any(foot) else 0.5)
        signs = part_signs(id)
        largest = round(size * (0.56 if len(signs) == 1 else 0.44))
        high = row_size(signs, round(size * 0.84), largest)
        row(image, (size / 2, middle), signs, high, middle=True)
        _draw_foot(image, foot, size)
        return image

    return LAYERS.get(("eclipse part", id, size, printed), make)


def _plate(size: int, ink: Colour, *, flat: bool) -> Image.Image:
    """The ground of a tile, in the tint of what it is."""
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    radius = max(4, size // 9)
    box = (0, 0, size, size)
    image.paste((*blend(NIGHT, ink, 0.16 if flat else 0.30), 255), box, rounded((size, size), radius))
    outline(image, box, blend(DUSK, ink, 0.40 if flat else 0.95), 2 if flat else max(3, size // 28), radius)
    return image


def _foot(part: Part, size: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The initiative that a part gives, and the energy that it uses; what a small tile has no room for is left out."""
    early = ("i:initiative", str(part.initiative)) if part.initiative else ()
    cost = ("i:bolt", f"−{-part.energy}") if part.energy < 0 else ()
    for foot in ((early, cost), ((), cost)):
        if sum(row_width(items, MIN_SIZE) for items in foot) <= size * FOOT:
            return foot
    return (), ()


def _draw_foot(image: Image.Image, foot: tuple[tuple[str, ...], tuple[str, ...]], size: int) -> None:
    """Initiative on the left, energy on the right."""
    early, cost = foot
    small = max(MIN_SIZE, round(size * 0.27))
    while small > MIN_SIZE and row_width(early, small) + row_width(cost, small) > size * FOOT:
        small -= 1
    y = size * 0.79
    if early:
        row(image, (size * 0.05, y), early, small)
    if cost:
        row(image, (size * 0.95 - row_width(cost, small), y), cost, small, colour=blend(ENERGY, TEXT, 0.3))


TECHNOLOGY_SIGNS: dict[str, tuple[str, ...]] = {
    "advanced-mining": ("i:materials+",),
    "advanced-economy": ("i:money+",),
    "advanced-labs": ("i:science+",),
    "neutron-bombs": ("i:bomb",),
    "nanorobots": ("+1", "i:robots"),
    "quantum-grid": ("+2", "i:disc"),
    "advanced-robotics": ("+1", "i:disc"),
    "wormhole-generator": ("i:wormhole",),
}


def technology_tile(id: str, size: int, share: float = 1.0) -> Image.Image:
    """A technology as a square tile: the part that it unlocks, or what else it brings, on its category's colour.

    A `share` below 1 lets the ground through: it is not to be had.
    """

    def make() -> Image.Image:
        return _technology(id, size) if share == 1 else faint(technology_tile(id, size), share)

    return LAYERS.get(("eclipse technology", id, size, share), make)


def _technology(id: str, size: int) -> Image.Image:
    image = _plate(size, CATEGORIES[TECHNOLOGIES[id].category], flat=False)
    middle = (size / 2, size / 2)
    if id in PARTS:
        place(image, part_tile(id, round(size * 0.90), printed=True), middle)
    elif id == STARBASE:
        place(image, ship(STARBASE, round(size * 0.78), STEEL), middle)
    elif id in {ORBITAL, MONOLITH}:
        place(image, thing(id, round(size * 0.78)), middle)
    elif id == ARTIFACT_KEY:
        place(image, thing(ARTIFACT, round(size * 0.78)), middle)
    else:
        signs = TECHNOLOGY_SIGNS[id]
        high = row_size(signs, round(size * 0.86), round(size * (0.66 if len(signs) == 1 else 0.46)))
        row(image, middle, signs, high, middle=True)
    return image


def empty_slot(size: int) -> Image.Image:
    """A slot on which nothing lies or is printed."""

    def make() -> Image.Image:
        image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        panel(image, (0, 0, size, size), blend(NIGHT, INK, 0.3), max(4, size // 9))
        outline(image, (0, 0, size, size), LINE_HIGH, 2, max(4, size // 9))
        return image

    return LAYERS.get(("eclipse slot", size), make)
