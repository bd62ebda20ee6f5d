"""Texts that several steps use: what a part or a technology does, a slot, a place."""

from __future__ import annotations

from functools import cache

from rules.eclipse.components import PARTS, TECHNOLOGIES
from rules.eclipse.galaxy import place_name
from rules.eclipse.state import Sector
from rules.kernel.text import TN, T, Text, name


@cache
def part_effects(id: str) -> tuple[Text, ...]:
    """Say all that a part does."""
    part = PARTS[id]
    said: list[Text] = []
    if part.cannons:
        n = len(part.cannons)
        said.append(
            TN("a cannon die of {damage} damage", "{n} cannon dice of {damage} damage", n, damage=part.cannons[0])
        )
    if part.missiles:
        n = len(part.missiles)
        said.append(
            TN("a missile die of {damage} damage", "{n} missile dice of {damage} damage", n, damage=part.missiles[0])
        )
    for value, text in (
        (part.hull, T("hull +{n}", n=part.hull)),
        (part.computer, T("computer +{n}", n=part.computer)),
        (part.shield, T("shield −{n}", n=part.shield)),
        (part.move, T("movement +{n}", n=part.move)),
        (part.initiative, T("initiative +{n}", n=part.initiative)),
        (max(0, part.energy), T("gives {n} energy", n=part.energy)),
        (max(0, -part.energy), T("uses {n} energy", n=-part.energy)),
    ):
        if value:
            said.append(text)
    return tuple(said)


@cache
def part_note(id: str) -> Text:
    """Say what a part does, as a note."""
    return T("It has: {effects}.", effects=list(part_effects(id)))


@cache
def technology_effect(id: str) -> Text:
    """Say what a technology does."""
    one = TECHNOLOGIES[id]
    if id in PARTS:
        return T("unlocks a ship part: {effects}", effects=list(part_effects(id)))
    if one.opens:
        return T("lets you use the squares for {square}", square=name(f"eclipse.square.{one.opens}"))
    if one.discs:
        return TN("{n} more influence disc at once", "{n} more influence discs at once", one.discs)
    return {
        "neutron-bombs": T("destroys a population without rolling"),
        "starbase": T("lets you build starbases"),
        "orbital": T("lets you build orbitals"),
        "monolith": T("lets you build monoliths"),
        "nanorobots": T("one more ship or structure in each build action"),
        "artifact-key": T("5 resources at once for each artifact in your sectors"),
        "wormhole-generator": T("lets you explore, influence and move where one side has a wormhole"),
    }[id]


@cache
def technology_note(id: str, price: int) -> Text:
    """Say what a technology costs and does."""
    return T("{n} science; {effect}", n=price, effect=technology_effect(id))


@cache
def slot_text(kind: str, slot: int, part: str) -> Text:
    """Name a slot of a blueprint with the part that shows there; slots count from 1."""
    ship = name(f"eclipse.ship.{kind}")
    if not part:
        return T("{ship} {n} (empty)", ship=ship, n=slot + 1)
    return T("{ship} {n} ({part})", ship=ship, n=slot + 1, part=name(f"eclipse.part.{part}"))


def sector_name(sector: Sector) -> Text:
    """Name a sector with its star."""
    return T("{number} {star}", number=sector.id, star=name(f"eclipse.sector.{sector.id}"))


def where(sector: Sector) -> str:
    """Name the place that a sector lies on."""
    return place_name((sector.q, sector.r))
