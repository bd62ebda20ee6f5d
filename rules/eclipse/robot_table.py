"""A copy of the table on which a robot tries something: discs, colony ships, technologies."""

from __future__ import annotations

import msgspec

from rules.eclipse.components import ARTIFACT_KEY, MATERIALS, ORBITAL, SECTORS, TECHNOLOGIES
from rules.eclipse.economy import empty_squares, own_sectors, square_index
from rules.eclipse.fleets import foreign
from rules.eclipse.robot_value import worth
from rules.eclipse.state import EclipseState, Player, Sector


class Plan(msgspec.Struct, frozen=True):
    """An action: what it gains, and the answers that follow it, as far as they are planned."""

    gain: float
    action: str
    picks: tuple[str, ...] = ()


class Colony(msgspec.Struct, frozen=True):
    """A colony ship's way: the sector, and the square with its track as the prompt names them."""

    gain: float
    sector: str
    square: str


def copy_player(me: Player) -> Player:
    """Copy a seat's board."""
    return msgspec.structs.replace(
        me,
        goods=dict(me.goods),
        actions=dict(me.actions),
        cubes=dict(me.cubes),
        graveyard=dict(me.graveyard),
        technologies=list(me.technologies),
        placed={kind: list(tiles) for kind, tiles in me.placed.items()},
        stored=list(me.stored),
        partners=list(me.partners),
        reputation=list(me.reputation),
    )


def copy_sector(sector: Sector) -> Sector:
    """Copy what an action changes of a sector."""
    return msgspec.structs.replace(
        sector, cubes=list(sector.cubes), ships={seat: dict(ships) for seat, ships in sector.ships.items()}
    )


class Table:
    """A copy of the table to try something on; `me` and the sectors that were asked for may be changed."""

    def __init__(self, state: EclipseState, seat: int) -> None:
        players = list(state.players)
        players[seat] = self.me = copy_player(players[seat])
        self.state = msgspec.structs.replace(state, players=players, sectors=dict(state.sectors))
        self.seat = seat

    def sector(self, id: str) -> Sector:
        """A sector that may be changed."""
        sector = self.state.sectors[id] = copy_sector(self.state.sectors[id])
        return sector

    def claim(self, id: str) -> None:
        """Put a disc into a sector, and settle it with the colony ships that there are."""
        self.me.discs -= 1
        sector = self.sector(id)
        sector.disc = self.seat
        for _ in range(self.me.colony):
            best = best_colony(self.state, self.seat, only=id)
            if best is None or best.gain <= 0:
                break
            settle(self.state, self.seat, best)

    def pay(self, action: str) -> None:
        """Put a disc on an action."""
        self.me.discs -= 1
        self.me.actions[action] = self.me.actions.get(action, 0) + 1


def settle(state: EclipseState, seat: int, colony: Colony) -> None:
    """Use a colony ship, on a table that may be changed."""
    me = state.players[seat]
    sector = state.sectors[colony.sector]
    square, _, track = colony.square.partition("-")
    if not track:
        track = empty_squares(me, sector)[square][0]
    if square == ORBITAL:
        sector.orbital_cube = True
    else:
        sector.cubes = sorted([*sector.cubes, square_index(sector, square)])
    me.cubes[track] -= 1
    me.colony -= 1


def best_colony(state: EclipseState, seat: int, *, only: str = "", upkeep: bool = False) -> Colony | None:
    """Find the square that is best settled next; None where there is none."""
    me = state.players[seat]
    if not me.colony:
        return None
    before = worth(state, seat)
    found: list[Colony] = []
    values: dict[str, float] = {}
    for sector in own_sectors(state, seat):
        if (only and sector.id != only) or (upkeep and foreign(state, sector, seat)):
            continue
        for square, tracks in empty_squares(me, sector).items():
            for track in tracks:
                if track not in values:
                    me.cubes[track] -= 1
                    values[track] = worth(state, seat) - before
                    me.cubes[track] += 1
                # What few cubes fit is kept for those: a wild square takes any.
                spare = 0.05 * (len(tracks) > 1)
                pick = square if len(tracks) == 1 else f"{square}-{track}"
                found.append(Colony(values[track] + 0.3 - spare, sector.id, pick))
    return max(found, key=lambda one: one.gain, default=None)


def learn(table: Table, id: str) -> None:
    """Gain a technology, with what it brings at once."""
    me = table.me
    me.technologies.append(id)
    discs = min(TECHNOLOGIES[id].discs, me.spare)
    me.discs += discs
    me.spare -= discs
    if id == ARTIFACT_KEY:
        me.goods[MATERIALS] += 5 * sum(SECTORS[one.id].artifact for one in own_sectors(table.state, table.seat))
