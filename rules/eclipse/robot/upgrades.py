"""Which parts the robot of Eclipse lays on its blueprints."""

from __future__ import annotations

import msgspec

from rules.eclipse.blueprints import is_legal, placed, stats, sum_up
from rules.eclipse.components import REACTIONS, SHIPS, SPECIES, STARBASE
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.fleet import Enemy, changed, design, power, useful_parts
from rules.eclipse.robot.table import NOTHING, PROMISE, Idea, Table, idea, promise
from rules.eclipse.state import Player


def weights(table: Table) -> dict[str, float]:
    """How much each type of ship counts: those on the map, and those that may still be built."""
    found = {}
    for kind in SHIPS:
        number = sum(sector.ships.get(table.seat, {}).get(kind, 0) for sector in table.state.sectors.values())
        likely = {"interceptor": 0.6, "cruiser": 1.0, "dreadnought": 0.6, "starbase": 0.4}[kind]
        if kind == STARBASE and "starbase" not in table.me.technologies:
            likely = 0.0
        found[kind] = number + likely * min(1.0, table.left / 4)
    return found


def upgraded(me: Player, kind: str, tiles: tuple[str, ...]) -> Player:
    """A player whose blueprint has these tiles; ancient parts that are laid leave the store."""
    before, stored = placed(me, kind), list(me.stored)
    for old, new in zip(before, tiles, strict=True):
        if new != old and new in stored:
            stored.remove(new)
    return msgspec.structs.replace(me, placed={**me.placed, kind: list(tiles)}, stored=stored)


def next_tile(me: Player, kind: str, left: int, enemy: Enemy) -> tuple[tuple[str, ...], float]:
    """The blueprint after the next tile, and what strength each tile adds on the way to the best within reach.

    A single tile that makes the ship stronger goes first; else the first one of two that do so together.
    """
    parts_ = useful_parts(me)
    tiles = tuple(placed(me, kind))
    now = power(stats(me, kind), enemy) if is_legal(stats(me, kind), kind) else 0.0
    single = design(me, kind, parts_, 1, enemy)
    if single.tiles != tiles:
        return single.tiles, single.power - now
    if left < 2:
        return tiles, 0.0
    pair = design(me, kind, parts_, 2, enemy)
    if pair.tiles == tiles:
        return tiles, 0.0
    differing = [slot for slot, tile in enumerate(tiles) if tile != pair.tiles[slot]]
    firsts = [changed(tiles, {slot: pair.tiles[slot]}) for slot in differing]
    legal = [first for first in firsts if is_legal(sum_up(me.species, kind, first), kind)]
    return (legal or firsts)[0], (pair.power - now) / 2


def next_upgrade(table: Table, me: Player, left: int) -> tuple[str, tuple[str, ...], float] | None:
    """The type of ship to change next, its blueprint then, and the strength that it adds to all ships."""
    found = []
    for kind, n in weights(table).items():
        tiles, more = next_tile(me, kind, left, table.strength.enemy)
        if n * more > 1e-6:
            found.append((n * more, kind, tiles))
    if not found:
        return None
    more, kind, tiles = max(found)
    return kind, tiles, more


def upgrade_idea(table: Table, reaction: bool) -> Idea:
    """Make ships stronger."""
    left = REACTIONS["upgrade"] if reaction else SPECIES[table.me.species].limits.upgrade
    me, total = table.me, 0.0
    while left and (found := next_upgrade(table, me, left)) is not None:
        kind, tiles, more = found
        me = upgraded(me, kind, tiles)
        total += more
        left -= 1
    if not total:
        return NOTHING
    terms = {terms_.STRENGTH: table.strength.gain(total)}
    if table.me is not me and all(is_legal(stats(me, kind), kind) for kind in SHIPS):
        players = list(table.state.players)
        players[table.seat] = me
        then = msgspec.structs.replace(table.state, players=players)
        terms[terms_.ATTACKS] = PROMISE * max(0.0, promise(table, state=then) - table.promise)
    return idea(terms, "upgrade")
