"""Tiles and goods in signs: rows of icons and numbers, such as a coin, a slash and a mine.

A sign is written ``kind:name``: ``i:ore`` an icon of the kit, ``s:mine`` a structure, ``p:gaia`` a planet; anything
else is text, a number mostly.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.gaia.looks import planet_ball
from rendering.gaia.tokens import FORMER, SATELLITE, token
from rendering.kit.fonts import width
from rendering.kit.icons import icon
from rendering.kit.palette import Colour, SeatStyle, rgb
from rendering.kit.sign_rows import SignRows
from rules.gaia.components import (
    ACADEMY_K,
    ACTIONS,
    BOOSTERS,
    FEDERATIONS,
    FINAL_TILES,
    GAIA,
    INSTITUTE,
    LAB,
    MINE,
    ROUND_TILES,
    STATION,
    TILES,
    Goods,
)

APART = ""
"""A sign that only keeps apart what stands before and after it."""
NEUTRAL = SeatStyle(rgb("#b9c7da"), "", ())
GOODS: dict[str, str] = {
    "vp": "i:laurel",
    "ore": "i:ore",
    "credits": "i:coin",
    "knowledge": "i:knowledge",
    "qic": "i:qic",
    "power": "i:charge",
    "tokens": "i:token",
    "formers": f"s:{FORMER}",
}
COUNTS: dict[str, tuple[str, ...]] = {
    "type": ("i:world",),
    "types": ("i:world",),
    "sector": ("i:sector",),
    "sectors": ("i:sector",),
    "gaia": (f"p:{GAIA}",),
    "gaia-mine": (f"s:{MINE}", f"p:{GAIA}"),
    "mine": (f"s:{MINE}",),
    "station": (f"s:{STATION}",),
    "lab": (f"s:{LAB}",),
    "big": (f"s:{INSTITUTE}", f"s:{ACADEMY_K}"),
    "federation": ("i:federation",),
    "step": ("i:step",),
    "research": ("i:research",),
    "structures": (f"s:{MINE}", f"s:{STATION}", f"s:{LAB}"),
    "federated": ("i:federation", f"s:{MINE}"),
    "satellites": (f"s:{SATELLITE}",),
}


TRACK_SIGNS: dict[str, str] = {
    "terra": "i:step",
    "nav": "i:reach",
    "ai": "i:qic",
    "gaia": f"s:{FORMER}",
    "eco": "i:coin",
    "sci": "i:knowledge",
}
"""What each research area is known by."""


def apart(*parts: tuple[str, ...]) -> tuple[str, ...]:
    """Rows of signs in one row, with a gap between them."""
    return tuple(sign for part in parts if part for sign in (APART, *part))[1:]


def goods_signs(goods: Goods) -> tuple[str, ...]:
    """Goods as numbers and icons."""
    signs: list[str] = []
    for field, sign in GOODS.items():
        number = getattr(goods, field)
        if number:
            signs += [str(number), sign]
    return tuple(signs)


@lru_cache(maxsize=128)
def tile_signs(id: str) -> tuple[str, ...]:
    """A technology tile."""
    tile = TILES[id]
    if id == "strength":
        return (f"s:{INSTITUTE}", f"s:{ACADEMY_K}", "= 4")
    lead = {"income": ("i:income",), "special": ("i:act",), "pass": ("i:pass",), "each": ("i:plus",)}
    per = ("/", *COUNTS[tile.per]) if tile.per else ()
    return (*lead.get(tile.when, ()), *goods_signs(tile.gain), *per)


@lru_cache(maxsize=32)
def booster_signs(id: str) -> tuple[str, ...]:
    """A round booster."""
    booster = BOOSTERS[id]
    signs = ("i:income", *goods_signs(booster.income))
    if booster.special == "step":
        return (*signs, "i:act", "i:step")
    if booster.special == "range":
        return (*signs, "i:act", "+3", "i:reach")
    if booster.per:
        return (*signs, "i:pass", str(booster.vp), "i:laurel", "/", *COUNTS[booster.per])
    return signs


@lru_cache(maxsize=32)
def booster_lines(id: str) -> tuple[tuple[str, ...], ...]:
    """A round booster in lines: its income, and below it its special action or what passing brings."""
    signs = booster_signs(id)
    at = next((at for at, sign in enumerate(signs) if sign in ("i:act", "i:pass")), len(signs))
    return (signs[:at], signs[at:]) if at < len(signs) else (signs,)


@lru_cache(maxsize=32)
def round_signs(id: str) -> tuple[str, ...]:
    """A round scoring tile."""
    tile = ROUND_TILES[id]
    return (str(tile.vp), "i:laurel", "/", *COUNTS[tile.on])


def final_signs(id: str) -> tuple[str, ...]:
    """A final scoring tile."""
    return COUNTS[FINAL_TILES[id].id]


def federation_signs(id: str) -> tuple[str, ...]:
    """A federation token."""
    return goods_signs(FEDERATIONS[id].gain)


@lru_cache(maxsize=32)
def action_signs(id: str) -> tuple[str, ...]:
    """What a power or Q.I.C. action brings."""
    if id == "again":
        return ("i:federation",)
    if id == "tech":
        return ("i:tech",)
    if id == "types":
        return ("i:laurel", "/", "i:world")
    action = ACTIONS[id]
    return (str(action.steps), "i:step") if action.steps else goods_signs(action.gain)


SPECIALS: dict[str, tuple[str, ...]] = {
    "step": ("1", "i:step"),
    "range": ("+3", "i:reach"),
    "4pw": ("4", "i:charge"),
    "q": ("1", "i:qic"),
    "4c": ("4", "i:coin"),
    "q5c": ("1", "i:qic", "5", "i:coin"),
    "3o": ("3", "i:ore"),
    "3k": ("3", "i:knowledge"),
    "swap": ("s:institute", "i:trade", "s:mine"),
    "downgrade": ("s:lab", "i:arrow", "s:station", "i:research"),
    "station": ("s:space-station",),
    "lowest": ("i:research",),
}


def _pictured(sign: str) -> bool:
    return sign[:2] in ("i:", "s:", "p:")


def _gap(one: str, other: str, size: int) -> int:
    """The space between two signs: a number stands close to what it counts, parts of several effects apart."""
    if APART in (one, other):
        return size // 4
    return size // 8 if not _pictured(one) or not _pictured(other) or one[0] == other[0] == "s" else size // 5


def _one_width(sign: str, size: int) -> int:
    if sign == APART:
        return 0
    if _pictured(sign):
        return size
    return width(sign, size, bold=True)


def stamp_of(sign: str, size: int) -> Image.Image:
    """The picture of a sign that is not text."""
    kind, _, name = sign.partition(":")
    if kind == "s":
        return token(name, size, NEUTRAL)
    return planet_ball(name, size) if kind == "p" else icon(name, size)


def _picture(sign: str, size: int, _colour: Colour) -> Image.Image | None:
    return stamp_of(sign, size) if _pictured(sign) else None


_ROWS = SignRows(_one_width, _gap, _picture)
signs_width, signs_size, row = _ROWS.width, _ROWS.fit, _ROWS.draw
