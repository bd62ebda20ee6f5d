"""Ship blueprints: what their parts add up to, and whether they are legal."""

from __future__ import annotations

from functools import cache

import msgspec

from rules.eclipse.components import BLUEPRINTS, NPC, PARTS, SPECIES, STARBASE
from rules.eclipse.state import Player


class Stats(msgspec.Struct, frozen=True):
    """What a ship can do. `cannons` and `missiles` give the damage of each of its dice, the largest first."""

    initiative: int
    hull: int
    computer: int
    shield: int = 0
    cannons: tuple[int, ...] = ()
    missiles: tuple[int, ...] = ()
    move: int = 0
    energy: int = 0
    drives: int = 0


NPC_STATS = {
    kind: Stats(npc.initiative, npc.hull, npc.computer, cannons=tuple(sorted(npc.cannons, reverse=True)))
    for kind, npc in NPC.items()
}


def printed(species: str, kind: str) -> tuple[str, ...]:
    """The printed part on each slot; empty where there is none."""
    return BLUEPRINTS[SPECIES[species].blueprints][kind].slots


def placed(me: Player, kind: str) -> list[str]:
    """The part tiles that lie on a blueprint, slot by slot."""
    return me.placed.get(kind) or [""] * len(printed(me.species, kind))


def parts(me: Player, kind: str) -> list[str]:
    """The part that counts on each slot."""
    return [tile or below for tile, below in zip(placed(me, kind), printed(me.species, kind), strict=True)]


def stats(me: Player, kind: str) -> Stats:
    """Add a player's blueprint up."""
    return sum_up(me.species, kind, tuple(me.placed.get(kind, ())))


@cache
def sum_up(species: str, kind: str, tiles: tuple[str, ...]) -> Stats:
    """Add a blueprint up; no `tiles` stand for none on any slot."""
    blueprint = BLUEPRINTS[SPECIES[species].blueprints][kind]
    shown = [tile or below for tile, below in zip(tiles, blueprint.slots, strict=True)] if tiles else blueprint.slots
    found = [PARTS[part] for part in shown if part]
    return Stats(
        initiative=blueprint.initiative + sum(part.initiative for part in found),
        hull=sum(part.hull for part in found),
        computer=blueprint.computer + sum(part.computer for part in found),
        shield=sum(part.shield for part in found),
        cannons=tuple(sorted((die for part in found for die in part.cannons), reverse=True)),
        missiles=tuple(sorted((die for part in found for die in part.missiles), reverse=True)),
        move=sum(part.move for part in found),
        energy=blueprint.energy + sum(part.energy for part in found),
        drives=sum(part.kind == "drive" for part in found),
    )


def is_legal(stats: Stats, kind: str) -> bool:
    """Whether a blueprint has energy enough, and a drive exactly where it needs one."""
    return stats.energy >= 0 and (stats.drives == 0) == (kind == STARBASE)


def legal_with(me: Player, kind: str, slot: int, part: str) -> bool:
    """Whether a blueprint would be legal with a tile laid on a slot."""
    tiles = placed(me, kind)
    return is_legal(sum_up(me.species, kind, (*tiles[:slot], part, *tiles[slot + 1 :])), kind)


def lay(me: Player, kind: str, slot: int, part: str) -> str:
    """Lay a tile on a slot, or take it off with no part; gives the tile that lay there."""
    tiles = list(placed(me, kind))
    before, tiles[slot] = tiles[slot], part
    if any(tiles):
        me.placed[kind] = tiles
    else:
        me.placed.pop(kind, None)
    return before
