"""Icons that several games share: one plain shape each, told apart by outline, drawn on a unit square."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image

from rendering.kit.palette import BRASS, FAINT, INK, LINE, RED, TEXT, Colour, rgb
from rendering.kit.shapes import Pen, regular, stamp, star

COIN = rgb("#e8c35a")
COIN_EDGE = rgb("#8a6a1c")
LAUREL = rgb("#8fd0a0")
STEEL = rgb("#ff9a8c")
PAPER = rgb("#d4dde9")
STONE, STONE_SHADE = rgb("#a9b4c4"), rgb("#76839a")
SKY = rgb("#6fb7f2")
QUBIT, QUBIT_LIGHT, QUBIT_SHADE = rgb("#3cba72"), rgb("#8fe3ae"), rgb("#278653")
VIOLET, VIOLET_LIGHT = rgb("#7c4fd0"), rgb("#b794ff")


def icon(name: str, size: int, colour: Colour | None = None) -> Image.Image:
    """An icon by its name; `colour` where the icon has one main colour that may be chosen."""
    draw = ICONS[name]
    return stamp(("icon", name, colour), size, lambda pen: draw(pen, colour))


def _coin(pen: Pen, colour: Colour | None) -> None:
    pen.disc(0.5, 0.5, 0.46, COIN_EDGE)
    pen.disc(0.5, 0.5, 0.41, colour or COIN)
    pen.ring(0.5, 0.5, 0.33, 0.05, COIN_EDGE)
    pen.line([(0.5, 0.32), (0.5, 0.68)], 0.09, COIN_EDGE)


def _laurel(pen: Pen, colour: Colour | None) -> None:
    """Two branches, open at the top, with room for a number between them."""
    fill = colour or LAUREL
    for side in (-1, 1):
        for index in range(6):
            angle = pi / 2 + side * (0.16 + index * 0.42)
            x, y = 0.5 + 0.39 * cos(angle), 0.5 + 0.39 * sin(angle)
            lean = angle + side * (pi / 2 - 0.45)
            _leaf(pen, x, y, lean, fill)
        pen.arc((0.5, 0.5), 0.405, 0.035, (90 if side > 0 else -10, 190 if side > 0 else 90), fill)


def _leaf(pen: Pen, x: float, y: float, angle: float, colour: Colour) -> None:
    length = 0.155
    ax, ay = cos(angle), sin(angle)
    nx, ny = -ay, ax
    wide = length * 0.42
    points = []
    for step in range(9):
        share = step / 8
        bulge = wide * sin(pi * share)
        points.append((x + ax * length * (share * 2 - 1) + nx * bulge, y + ay * length * (share * 2 - 1) + ny * bulge))
    for step in range(7, 0, -1):
        share = step / 8
        bulge = wide * sin(pi * share)
        points.append((x + ax * length * (share * 2 - 1) - nx * bulge, y + ay * length * (share * 2 - 1) - ny * bulge))
    pen.polygon(points, colour)


def _swords(pen: Pen, colour: Colour | None) -> None:
    fill = colour or STEEL
    for side in (-1, 1):
        x = 0.5
        pen.line([(x - side * 0.28, 0.74), (x + side * 0.34, 0.14)], 0.10, fill)
        pen.line([(x - side * 0.36, 0.60), (x - side * 0.12, 0.82)], 0.08, fill)
        pen.disc(x - side * 0.36, 0.84, 0.07, fill)


def _card(pen: Pen, colour: Colour | None) -> None:
    pen.box((0.18, 0.06, 0.82, 0.94), 0.10, INK)
    pen.box((0.22, 0.10, 0.78, 0.90), 0.07, colour or PAPER)
    pen.disc(0.5, 0.42, 0.15, rgb("#5d7290"))
    pen.box((0.32, 0.68, 0.68, 0.76), 0.03, rgb("#5d7290"))


def _cards(pen: Pen, colour: Colour | None) -> None:
    """A fan of cards: a hand."""
    for turn, shade in ((-0.32, rgb("#8fa2ba")), (0.32, rgb("#aebdd0")), (0.0, colour or PAPER)):
        box = [(-0.20, -0.62), (0.20, -0.62), (0.20, 0.0), (-0.20, 0.0)]
        for grow, fill in ((1.0, INK), (0.86, shade)):
            points = []
            for x, y in box:
                right, down = x * grow, (y + 0.31) * grow - 0.31
                points.append((0.5 + right * cos(turn) - down * sin(turn), 0.86 + right * sin(turn) + down * cos(turn)))
            pen.polygon(points, fill)


def _deck(pen: Pen, colour: Colour | None) -> None:
    """Cards face down in a pile."""
    for step in range(3):
        up = 0.10 * step
        pen.box((0.14, 0.26 - up, 0.76 + 0.06, 0.98 - up), 0.08, INK)
        pen.box((0.17, 0.29 - up, 0.79, 0.95 - up), 0.06, colour or rgb("#6f86a6"))
    pen.ring(0.48, 0.42, 0.16, 0.05, PAPER)


def _discard(pen: Pen, colour: Colour | None) -> None:
    _card(pen, rgb("#98a7bb"))
    fill = colour or RED
    pen.line([(0.12, 0.22), (0.88, 0.84)], 0.17, INK)
    pen.line([(0.88, 0.22), (0.12, 0.84)], 0.17, INK)
    pen.line([(0.12, 0.22), (0.88, 0.84)], 0.11, fill)
    pen.line([(0.88, 0.22), (0.12, 0.84)], 0.11, fill)


def _keep(pen: Pen, colour: Colour | None) -> None:
    _card(pen, colour)
    pen.line([(0.40, 0.70), (0.56, 0.88), (0.90, 0.48)], 0.20, INK)
    pen.line([(0.40, 0.70), (0.56, 0.88), (0.90, 0.48)], 0.13, LAUREL)


def _eye(pen: Pen, colour: Colour | None) -> None:
    fill = colour or TEXT
    points = [(0.03 + 0.94 * step / 24, 0.5 - 0.34 * sin(pi * step / 24)) for step in range(25)]
    points += [(0.97 - 0.94 * step / 24, 0.5 + 0.34 * sin(pi * step / 24)) for step in range(25)]
    pen.polygon(points, fill)
    pen.disc(0.5, 0.5, 0.21, None)
    pen.disc(0.5, 0.5, 0.10, fill)


def _diamond(pen: Pen, colour: Colour | None) -> None:
    fill = colour or PAPER
    pen.polygon([(0.5, 0.02), (0.98, 0.5), (0.5, 0.98), (0.02, 0.5)], fill)
    pen.polygon([(0.5, 0.17), (0.83, 0.5), (0.5, 0.83), (0.17, 0.5)], None)
    pen.polygon([(0.5, 0.29), (0.71, 0.5), (0.5, 0.71), (0.29, 0.5)], fill)


def _world(pen: Pen, colour: Colour | None) -> None:
    fill = colour or PAPER
    pen.disc(0.5, 0.5, 0.36, fill)
    pen.line([(0.10, 0.64), (0.90, 0.36)], 0.17, None)
    pen.line([(0.05, 0.66), (0.95, 0.34)], 0.08, fill)


def _trade(pen: Pen, colour: Colour | None) -> None:
    """Two arrows that pass each other."""
    fill = colour or COIN
    for y, side in ((0.33, 1), (0.67, -1)):
        tip = 0.5 + side * 0.44
        pen.line([(0.5 - side * 0.38, y), (0.5 + side * 0.22, y)], 0.13, fill)
        pen.polygon([(tip, y), (tip - side * 0.26, y - 0.21), (tip - side * 0.26, y + 0.21)], fill)


def _consume(pen: Pen, colour: Colour | None) -> None:
    """A cup that is filled and emptied."""
    fill = colour or TEXT
    pen.polygon([(0.14, 0.10), (0.86, 0.10), (0.74, 0.56), (0.26, 0.56)], fill)
    pen.disc(0.5, 0.52, 0.24, fill)
    pen.line([(0.5, 0.62), (0.5, 0.88)], 0.11, fill)
    pen.line([(0.28, 0.90), (0.72, 0.90)], 0.11, fill)


def _produce(pen: Pen, colour: Colour | None) -> None:
    """A toothed wheel."""
    fill = colour or TEXT
    for step in range(8):
        angle = 2 * pi * step / 8
        pen.line([(0.5, 0.5), (0.5 + 0.40 * cos(angle), 0.5 + 0.40 * sin(angle))], 0.15, fill)
    pen.disc(0.5, 0.5, 0.34, fill)
    pen.disc(0.5, 0.5, 0.15, None)


def _arrow(pen: Pen, colour: Colour | None) -> None:
    fill = colour or FAINT
    pen.line([(0.12, 0.5), (0.60, 0.5)], 0.12, fill)
    pen.polygon([(0.94, 0.5), (0.54, 0.22), (0.54, 0.78)], fill)


def _rising(pen: Pen, colour: Colour | None) -> None:
    fill = colour or TEXT
    pen.line([(0.16, 0.84), (0.62, 0.38)], 0.12, fill)
    pen.polygon([(0.86, 0.14), (0.82, 0.58), (0.42, 0.18)], fill)


def _falling(pen: Pen, colour: Colour | None) -> None:
    fill = colour or TEXT
    pen.line([(0.84, 0.16), (0.38, 0.62)], 0.12, fill)
    pen.polygon([(0.14, 0.86), (0.18, 0.42), (0.58, 0.82)], fill)


def _chip(pen: Pen, colour: Colour | None) -> None:
    """A chip of victory points: a hexagon with a laurel's green."""
    pen.polygon(regular(6, 1 / 12, 0.48), INK)
    pen.polygon(regular(6, 1 / 12, 0.44), colour or LAUREL)
    pen.polygon(regular(6, 1 / 12, 0.30), rgb("#1f4a34"))
    pen.polygon(star(5, 0.22, 0.09), colour or LAUREL)


def _hourglass(pen: Pen, colour: Colour | None) -> None:
    fill = colour or BRASS
    pen.polygon([(0.20, 0.14), (0.80, 0.14), (0.55, 0.5), (0.80, 0.86), (0.20, 0.86), (0.45, 0.5)], fill)
    pen.line([(0.18, 0.10), (0.82, 0.10)], 0.11, fill)
    pen.line([(0.18, 0.90), (0.82, 0.90)], 0.11, fill)
    pen.polygon([(0.30, 0.20), (0.70, 0.20), (0.64, 0.29), (0.36, 0.29)], None)


def _check(pen: Pen, colour: Colour | None) -> None:
    pen.line([(0.16, 0.54), (0.40, 0.78), (0.84, 0.24)], 0.16, colour or TEXT)


def _cross(pen: Pen, colour: Colour | None) -> None:
    pen.line([(0.18, 0.18), (0.82, 0.82)], 0.16, colour or RED)
    pen.line([(0.82, 0.18), (0.18, 0.82)], 0.16, colour or RED)


def _die(pen: Pen, colour: Colour | None) -> None:
    pen.box((0.08, 0.08, 0.92, 0.92), 0.16, INK)
    pen.box((0.12, 0.12, 0.88, 0.88), 0.13, colour or PAPER)
    for x, y in ((0.3, 0.3), (0.7, 0.3), (0.5, 0.5), (0.3, 0.7), (0.7, 0.7)):
        pen.disc(x, y, 0.085, INK)


def _flag(pen: Pen, colour: Colour | None) -> None:
    fill = colour or RED
    pen.line([(0.20, 0.10), (0.20, 0.92)], 0.10, fill)
    pen.polygon([(0.20, 0.08), (0.92, 0.20), (0.66, 0.36), (0.92, 0.54), (0.20, 0.62)], fill)


def _alien(pen: Pen, colour: Colour | None) -> None:
    """A triangle with an eye in it."""
    fill = colour or rgb("#f2dc4f")
    pen.polygon([(0.5, 0.04), (0.98, 0.92), (0.02, 0.92)], fill)
    pen.oval((0.28, 0.50, 0.72, 0.78), INK)
    pen.disc(0.5, 0.64, 0.09, fill)


def _lock(pen: Pen, colour: Colour | None) -> None:
    """Answered, and still sealed."""
    fill = colour or FAINT
    pen.arc((0.5, 0.40), 0.26, 0.10, (180, 360), fill)
    pen.line([(0.29, 0.40), (0.29, 0.52)], 0.09, fill)
    pen.line([(0.71, 0.40), (0.71, 0.52)], 0.09, fill)
    pen.box((0.16, 0.46, 0.84, 0.92), 0.08, fill)
    pen.disc(0.5, 0.66, 0.08, None)


def _rocket(pen: Pen, colour: Colour | None) -> None:
    fill = colour or TEXT
    pen.polygon([(0.5, 0.02), (0.66, 0.22), (0.68, 0.62), (0.32, 0.62), (0.34, 0.22)], fill)
    pen.polygon([(0.33, 0.44), (0.33, 0.66), (0.12, 0.82)], fill)
    pen.polygon([(0.67, 0.44), (0.67, 0.66), (0.88, 0.82)], fill)
    pen.polygon([(0.40, 0.68), (0.60, 0.68), (0.5, 0.96)], BRASS)
    pen.disc(0.5, 0.32, 0.09, None)


def _rule(pen: Pen, colour: Colour | None) -> None:
    pen.line([(0.2, 0.5), (0.8, 0.5)], 0.06, colour or LINE)


def _ore(pen: Pen, colour: Colour | None) -> None:
    """A cut stone."""
    pen.polygon([(0.24, 0.10), (0.76, 0.10), (0.98, 0.42), (0.5, 0.96), (0.02, 0.42)], INK)
    pen.polygon([(0.27, 0.15), (0.73, 0.15), (0.92, 0.42), (0.5, 0.89), (0.08, 0.42)], colour or STONE)
    pen.polygon([(0.30, 0.42), (0.70, 0.42), (0.5, 0.89)], STONE_SHADE)
    pen.polygon([(0.27, 0.15), (0.5, 0.15), (0.30, 0.42), (0.08, 0.42)], PAPER)


def _knowledge(pen: Pen, colour: Colour | None) -> None:
    """An open book."""
    fill = colour or SKY
    pen.polygon([(0.5, 0.18), (0.98, 0.10), (0.98, 0.82), (0.5, 0.94), (0.02, 0.82), (0.02, 0.10)], INK)
    pen.polygon([(0.47, 0.25), (0.08, 0.18), (0.08, 0.77), (0.47, 0.86)], fill)
    pen.polygon([(0.53, 0.25), (0.92, 0.18), (0.92, 0.77), (0.53, 0.86)], fill)
    for y in (0.36, 0.52, 0.68):
        pen.line([(0.16, y - 0.04), (0.39, y)], 0.05, INK)
        pen.line([(0.84, y - 0.04), (0.61, y)], 0.05, INK)


def _qic(pen: Pen, colour: Colour | None) -> None:
    """A die seen from above, standing on an edge."""
    pen.polygon(regular(6, 0, 0.5), INK)
    pen.polygon([(0.5, 0.06), (0.88, 0.27), (0.5, 0.48), (0.12, 0.27)], QUBIT_LIGHT)
    pen.polygon([(0.10, 0.32), (0.47, 0.53), (0.47, 0.93), (0.10, 0.72)], colour or QUBIT)
    pen.polygon([(0.90, 0.32), (0.53, 0.53), (0.53, 0.93), (0.90, 0.72)], QUBIT_SHADE)
    pen.disc(0.5, 0.27, 0.08, INK)


def _spark(pen: Pen, at: tuple[float, float], size: float, colour: Colour) -> None:
    x, y = at
    corners = [(0.10, -1.0), (-0.62, 0.16), (-0.08, 0.16), (-0.16, 1.0), (0.62, -0.22), (0.08, -0.22)]
    pen.polygon([(x + size * right, y + size * down) for right, down in corners], colour)


def _power(pen: Pen, colour: Colour | None) -> None:
    """A disc with a spark: a token of power."""
    pen.disc(0.5, 0.5, 0.48, INK)
    pen.disc(0.5, 0.5, 0.43, colour or VIOLET)
    _spark(pen, (0.5, 0.5), 0.34, PAPER)


def _token(pen: Pen, colour: Colour | None) -> None:
    """A token of power that one gains: the disc with a plus beside it."""
    pen.disc(0.42, 0.58, 0.42, INK)
    pen.disc(0.42, 0.58, 0.37, colour or VIOLET)
    _spark(pen, (0.42, 0.58), 0.29, PAPER)
    for wide, fill in ((0.22, INK), (0.13, PAPER)):
        pen.line([(0.82, 0.04), (0.82, 0.36)], wide, fill)
        pen.line([(0.66, 0.20), (0.98, 0.20)], wide, fill)


def _charge(pen: Pen, colour: Colour | None) -> None:
    """Power that is charged: the spark on its own, rising."""
    fill = colour or VIOLET_LIGHT
    _spark(pen, (0.38, 0.5), 0.46, fill)
    pen.line([(0.82, 0.36), (0.82, 0.88)], 0.10, fill)
    pen.polygon([(0.82, 0.10), (0.98, 0.40), (0.66, 0.40)], fill)


def _stone(pen: Pen, colour: Colour | None) -> None:
    """A token of power that is worth more: a star in a hexagon."""
    pen.polygon(regular(6, 0, 0.5), INK)
    pen.polygon(regular(6, 0, 0.44), colour or rgb("#f08ad0"))
    pen.polygon(star(5, 0.30, 0.13), INK)


def _step(pen: Pen, colour: Colour | None) -> None:
    """A spade: a planet is reshaped."""
    fill = colour or rgb("#d8a878")
    pen.line([(0.5, 0.10), (0.5, 0.52)], 0.11, fill)
    pen.line([(0.34, 0.10), (0.66, 0.10)], 0.11, fill)
    pen.polygon([(0.26, 0.46), (0.74, 0.46), (0.74, 0.70), (0.5, 0.98), (0.26, 0.70)], fill)


def _reach(pen: Pen, colour: Colour | None) -> None:
    """An arc from one place to another."""
    fill = colour or SKY
    pen.disc(0.14, 0.78, 0.13, fill)
    pen.arc((0.48, 0.74), 0.38, 0.10, (190, 330), fill)
    pen.polygon([(0.98, 0.82), (0.64, 0.72), (0.88, 0.46)], fill)


def _research(pen: Pen, colour: Colour | None) -> None:
    """Stairs with an arrow up."""
    fill = colour or SKY
    pen.polygon(
        [
            (0.04, 0.94),
            (0.04, 0.72),
            (0.28, 0.72),
            (0.28, 0.52),
            (0.52, 0.52),
            (0.52, 0.32),
            (0.62, 0.32),
            (0.62, 0.94),
        ],
        fill,
    )
    pen.line([(0.82, 0.34), (0.82, 0.90)], 0.12, fill)
    pen.polygon([(0.82, 0.04), (1.0, 0.38), (0.64, 0.38)], fill)


def _federation(pen: Pen, colour: Colour | None) -> None:
    """Three worlds that are joined."""
    fill = colour or LAUREL
    spots = [(0.5, 0.20), (0.18, 0.76), (0.82, 0.76)]
    pen.line([*spots, spots[0]], 0.09, fill)
    for x, y in spots:
        pen.disc(x, y, 0.19, INK)
        pen.disc(x, y, 0.15, fill)


def _sector(pen: Pen, colour: Colour | None) -> None:
    """A ring of seven hexes, as a hex with a hex in it."""
    fill = colour or rgb("#b9c7da")
    pen.polygon(regular(6, 1 / 12, 0.48), fill)
    pen.polygon(regular(6, 1 / 12, 0.38), None)
    pen.polygon(regular(6, 1 / 12, 0.22), fill)


def _tech(pen: Pen, colour: Colour | None) -> None:
    """A tile with a cog's teeth at its edges."""
    fill = colour or rgb("#b9c7da")
    pen.box((0.10, 0.10, 0.90, 0.90), 0.12, fill)
    for at in (0.30, 0.70):
        pen.box((at - 0.08, 0.0, at + 0.08, 1.0), 0.03, fill)
        pen.box((0.0, at - 0.08, 1.0, at + 0.08), 0.03, fill)
    pen.disc(0.5, 0.5, 0.20, None)


def _act(pen: Pen, colour: Colour | None) -> None:
    """An octagon: an action once a round."""
    pen.polygon(regular(8, 1 / 16, 0.50), INK)
    pen.polygon(regular(8, 1 / 16, 0.46), colour or BRASS)
    pen.polygon([(0.38, 0.28), (0.74, 0.5), (0.38, 0.72)], INK)


def _income(pen: Pen, colour: Colour | None) -> None:
    """An arrow into a bowl."""
    fill = colour or PAPER
    pen.line([(0.5, 0.08), (0.5, 0.42)], 0.13, fill)
    pen.polygon([(0.5, 0.66), (0.26, 0.36), (0.74, 0.36)], fill)
    pen.line([(0.12, 0.58), (0.12, 0.90), (0.88, 0.90), (0.88, 0.58)], 0.11, fill)


def _pass(pen: Pen, colour: Colour | None) -> None:
    """A door that one leaves by."""
    fill = colour or FAINT
    pen.line([(0.52, 0.10), (0.14, 0.10), (0.14, 0.90), (0.52, 0.90)], 0.11, fill)
    pen.line([(0.36, 0.5), (0.70, 0.5)], 0.12, fill)
    pen.polygon([(0.98, 0.5), (0.66, 0.26), (0.66, 0.74)], fill)


def _plus(pen: Pen, colour: Colour | None) -> None:
    fill = colour or TEXT
    pen.line([(0.5, 0.16), (0.5, 0.84)], 0.16, fill)
    pen.line([(0.16, 0.5), (0.84, 0.5)], 0.16, fill)


ICONS: dict[str, Callable[[Pen, Colour | None], None]] = {
    "act": _act,
    "alien": _alien,
    "arrow": _arrow,
    "card": _card,
    "cards": _cards,
    "charge": _charge,
    "check": _check,
    "chip": _chip,
    "coin": _coin,
    "consume": _consume,
    "cross": _cross,
    "deck": _deck,
    "diamond": _diamond,
    "die": _die,
    "discard": _discard,
    "eye": _eye,
    "falling": _falling,
    "federation": _federation,
    "flag": _flag,
    "hourglass": _hourglass,
    "income": _income,
    "keep": _keep,
    "knowledge": _knowledge,
    "laurel": _laurel,
    "lock": _lock,
    "ore": _ore,
    "pass": _pass,
    "plus": _plus,
    "power": _power,
    "produce": _produce,
    "qic": _qic,
    "reach": _reach,
    "research": _research,
    "rising": _rising,
    "rocket": _rocket,
    "rule": _rule,
    "sector": _sector,
    "step": _step,
    "stone": _stone,
    "swords": _swords,
    "tech": _tech,
    "token": _token,
    "trade": _trade,
    "world": _world,
}
