"""Signs of Eclipse: what ships fight with, dice by their colour, energy, and rows of signs and numbers.

A row is a tuple of signs: ``i:bolt`` is a drawing of this module or of the kit, anything else is text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import Image

from rendering.eclipse.looks import INKS
from rendering.eclipse.tokens import AMBASSADOR, ARTIFACT, DISC, DISCOVERY, good, ship, square, thing
from rendering.kit.fonts import width
from rendering.kit.icons import ICONS, icon
from rendering.kit.palette import INK, WHITE, Colour, blend, rgb
from rendering.kit.shapes import Pen, Point, regular, stamp, star
from rendering.kit.sign_rows import SignRows
from rules.eclipse.components import ANCIENT, GCDS, MONOLITH, ORBITAL, TRACKS

DICE: dict[int, Colour] = {1: rgb("#f6d743"), 2: rgb("#f08a24"), 4: rgb("#e5432f")}
"""The colour of a die by its damage: yellow 1, orange 2, red 4. Its pips say the damage, too."""
PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.32, 0.32), (0.68, 0.68)),
    4: ((0.30, 0.30), (0.70, 0.30), (0.30, 0.70), (0.70, 0.70)),
}
ENERGY = rgb("#8ee36b")
COMPUTER = rgb("#7fd0f5")
SHIELD = rgb("#9db4ff")
HULL = rgb("#c3ccd8")
DRIVE = rgb("#ffd28a")
INITIATIVE = rgb("#ffe98a")


def _pip_ink(damage: int) -> Colour:
    return INK if damage < 4 else WHITE


def _die(pen: Pen, damage: int) -> None:
    """A die whose pips are its damage."""
    pen.box((0.02, 0.02, 0.98, 0.98), 0.20, INK)
    pen.box((0.06, 0.06, 0.94, 0.94), 0.17, DICE[damage])
    for x, y in PIPS[damage]:
        pen.disc(x, y, 0.145 if damage == 1 else 0.12, _pip_ink(damage))


def _missile(pen: Pen, damage: int) -> None:
    """A rocket that carries a die's pips."""
    pen.polygon([(0.5, 0.0), (0.80, 0.28), (0.80, 0.70), (1.0, 0.98), (0.0, 0.98), (0.20, 0.70), (0.20, 0.28)], INK)
    pen.polygon([(0.5, 0.06), (0.75, 0.30), (0.75, 0.72), (0.25, 0.72), (0.25, 0.30)], DICE[damage])
    pen.polygon([(0.25, 0.70), (0.34, 0.94), (0.08, 0.94)], DICE[damage])
    pen.polygon([(0.75, 0.70), (0.66, 0.94), (0.92, 0.94)], DICE[damage])
    for x, y in PIPS[damage]:
        pen.disc(0.5 + (x - 0.5) * 0.62, 0.50 + (y - 0.5) * 0.62, 0.10 if damage == 1 else 0.075, _pip_ink(damage))


def _bolt(pen: Pen) -> None:
    """Energy."""
    points = [(0.62, 0.0), (0.16, 0.56), (0.46, 0.56), (0.34, 1.0), (0.86, 0.38), (0.54, 0.38)]
    pen.polygon(points, INK)
    pen.polygon([(0.5 + (x - 0.5) * 0.84, 0.5 + (y - 0.5) * 0.86) for x, y in points], ENERGY)


def _crosshair(pen: Pen) -> None:
    """A computer: what helps to hit."""
    pen.ring(0.5, 0.5, 0.38, 0.10, COMPUTER)
    for x, y in ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)):
        pen.line([(0.5 + 0.24 * x, 0.5 + 0.24 * y), (0.5 + 0.45 * x, 0.5 + 0.45 * y)], 0.09, COMPUTER)
    pen.disc(0.5, 0.5, 0.09, COMPUTER)


def _shield(pen: Pen) -> None:
    points = [(0.5, 0.03), (0.92, 0.16), (0.86, 0.60), (0.5, 0.98), (0.14, 0.60), (0.08, 0.16)]
    pen.polygon(points, SHIELD)
    pen.polygon([(0.5 + (x - 0.5) * 0.68, 0.48 + (y - 0.48) * 0.68) for x, y in points], blend(SHIELD, INK, 0.55))


def _hull(pen: Pen) -> None:
    """A plate with rivets."""
    pen.polygon(regular(8, 1 / 16, 0.50), HULL)
    pen.polygon(regular(8, 1 / 16, 0.36), blend(HULL, INK, 0.35))
    for index in range(4):
        angle = pi * (index / 2 + 0.25)
        pen.disc(0.5 + 0.22 * cos(angle), 0.5 + 0.22 * sin(angle), 0.07, HULL)


def _drive(pen: Pen) -> None:
    """Chevrons: movement."""
    for x in (0.04, 0.44):
        pen.polygon([(x, 0.10), (x + 0.22, 0.10), (x + 0.52, 0.5), (x + 0.22, 0.90), (x, 0.90), (x + 0.30, 0.5)], DRIVE)


def _initiative(pen: Pen) -> None:
    """A clock's hand that runs: who acts first."""
    pen.disc(0.5, 0.56, 0.42, INITIATIVE)
    pen.disc(0.5, 0.56, 0.31, blend(INITIATIVE, INK, 0.8))
    pen.box((0.40, 0.0, 0.60, 0.16), 0.03, INITIATIVE)
    pen.line([(0.5, 0.56), (0.68, 0.38)], 0.11, INITIATIVE)


def _colony(pen: Pen) -> None:
    """A colony ship: a cabin under a sail."""
    pen.polygon([(0.5, 0.02), (0.98, 0.66), (0.5, 0.50), (0.02, 0.66)], rgb("#e6edf5"))
    pen.disc(0.5, 0.74, 0.22, rgb("#a9c6e6"))


def _tile(pen: Pen) -> None:
    """A reputation tile."""
    pen.polygon(regular(6, 0.0, 0.50), rgb("#caa25a"))
    pen.polygon(regular(6, 0.0, 0.41), rgb("#4a2f1a"))
    pen.polygon(star(5, 0.28, 0.12), rgb("#f0c674"))


def _robots(pen: Pen) -> None:
    """A hammer: one more thing is built."""
    pen.line([(0.30, 0.92), (0.62, 0.40)], 0.15, rgb("#d8a878"))
    pen.polygon([(0.28, 0.22), (0.52, 0.04), (0.96, 0.36), (0.78, 0.58)], rgb("#dfe7f0"))


def _bomb(pen: Pen) -> None:
    """A bomb with the sign of radiation."""
    pen.disc(0.5, 0.5, 0.48, rgb("#f6d743"))
    for index in range(3):
        start = pi * (2 * index / 3 - 0.5) - 0.52
        arc = [(0.5 + 0.42 * cos(start + step * 0.13), 0.5 + 0.42 * sin(start + step * 0.13)) for step in range(9)]
        pen.polygon([(0.5, 0.5), *arc], INK)
    pen.disc(0.5, 0.5, 0.13, rgb("#f6d743"))
    pen.disc(0.5, 0.5, 0.08, INK)


def _wormhole(pen: Pen) -> None:
    """Half a wormhole that is enough."""
    ring = rgb("#b58cff")
    pen.arc((0.5, 0.5), 0.46, 0.14, (90, 270), ring)
    pen.arc((0.5, 0.5), 0.24, 0.12, (90, 270), ring)
    for turn in range(4):
        angle = pi * (turn * 0.30 - 0.45)
        pen.disc(0.5 + 0.40 * cos(angle), 0.5 + 0.40 * sin(angle), 0.055, blend(ring, WHITE, 0.3))


def _stack(pen: Pen) -> None:
    """A stack of sectors."""
    for step, shade in ((0.16, rgb("#31445f")), (0.08, rgb("#4a648a")), (0.0, rgb("#7f9cc6"))):
        pen.polygon([(x, 0.12 + step + y * 0.62) for x, y in regular(6, 1 / 12, 0.50)], INK)
        pen.polygon([(x, 0.12 + step + y * 0.62) for x, y in regular(6, 1 / 12, 0.45)], shade)


DRAWINGS: dict[str, Callable[[Pen], None]] = {
    **{f"die{damage}": lambda pen, damage=damage: _die(pen, damage) for damage in DICE},  # type: ignore[misc]
    **{f"missile{damage}": lambda pen, damage=damage: _missile(pen, damage) for damage in DICE},  # type: ignore[misc]
    "bolt": _bolt,
    "bomb": _bomb,
    "colony": _colony,
    "crosshair": _crosshair,
    "drive": _drive,
    "hull": _hull,
    "initiative": _initiative,
    "robots": _robots,
    "shield": _shield,
    "stack": _stack,
    "tile": _tile,
    "wormhole": _wormhole,
}


def sign(name: str, size: int) -> Image.Image:
    """A drawing by its name: of this module, a good or square, a disc or discovery tile, or one of the kit's icons."""
    draw = DRAWINGS.get(name)
    if draw is not None:
        return stamp(("eclipse sign", name), size, draw)
    if name in TRACKS:
        return good(name, size)
    if name in INKS or name.rstrip("+") in TRACKS:
        return square(name, size, full=name != ORBITAL)
    if name in (DISC, DISCOVERY, ARTIFACT, MONOLITH, AMBASSADOR):
        return thing(name, size)
    if name in (ANCIENT, GCDS):
        return ship(name, size)
    assert name in ICONS, name
    return icon(name, size)


def faint(image: Image.Image, share: float) -> Image.Image:
    """A stamp as something that is not there, or used up; `share` of it is left."""
    made = image.copy()
    made.putalpha(made.getchannel("A").point(lambda value: round(value * share)))
    return made


def _gap(one: str, other: str, size: int) -> int:
    """The space between two signs: a number stands close to what it counts."""
    return size // 8 if one.startswith("i:") != other.startswith("i:") else size // 10


def _one_width(item: str, size: int) -> int:
    return size if item.startswith("i:") else width(item, size, bold=True)


def _picture(item: str, size: int, _colour: Colour) -> Image.Image | None:
    return sign(item[2:], round(size * 0.92)) if item.startswith("i:") else None


_ROWS = SignRows(_one_width, _gap, _picture)
row_width, row_size, row = _ROWS.width, _ROWS.fit, _ROWS.draw


def dice_signs(dice: Sequence[int], *, missiles: bool = False) -> tuple[str, ...]:
    """Dice by their damage, with a number where several are of a colour."""
    kind = "missile" if missiles else "die"
    found: list[str] = []
    for damage in sorted(set(dice)):
        n = dice.count(damage)
        found += [f"i:{kind}{damage}"] * n if n < 3 else [str(n), f"i:{kind}{damage}"]
    return tuple(found)
