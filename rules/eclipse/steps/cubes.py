"""Cubes that return to their tracks, and discs that come and go."""

from __future__ import annotations

import msgspec

from rules.eclipse.components import MONEY, ORBITAL, POPULATION, SECTORS, TRACKS
from rules.eclipse.economy import balance, square_id, tracks_for
from rules.eclipse.places import square_place, track_place
from rules.eclipse.state import NOBODY, EclipseState, Player, Sector
from rules.eclipse.steps.discovery import TakeDiscovery
from rules.eclipse.texts import fall, resource
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import T, Text, name


def homes(me: Player, preferred: list[str]) -> list[str]:
    """The tracks to which a cube may return: one of the preferred, or any other where those are full."""
    with_room = [track for track in preferred if me.cubes[track] < POPULATION.cubes]
    return with_room or [track for track in TRACKS if me.cubes[track] < POPULATION.cubes]


class CubeHome(Act[EclipseState], tag=True):
    """Return a cube to its track; ask where there is a choice. `square` says where it came from."""

    seat: int
    preferred: list[str]
    square: str

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        me = state.players[self.seat]
        found = homes(me, self.preferred)
        if len(found) == 1:
            me.cubes[found[0]] += 1
            me.loose -= 1
        else:
            flow.then(ChooseTrack(self.seat, self.preferred, self.square))


class ChooseTrack(Ask[EclipseState], tag=True):
    """Ask to which track a cube returns."""

    preferred: list[str]
    square: str

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        options = [
            Option(track, resource(track), fall(me, track), track_place(track)) for track in homes(me, self.preferred)
        ]
        sector, _, square = self.square.partition(" ")
        so_far = [square_place(sector, square)] if square else []
        return Prompt(self.seat, "cube", self._text(), options, so_far=so_far)

    def _text(self) -> Text:
        if self.square == "ambassador":
            return T("Your cube comes back with your ambassador. To which track?")
        if self.square == "graveyard":
            return T("A cube comes back from your graveyard, and its track is full. To which track?")
        sector, _, square = self.square.partition(" ")
        if square == ORBITAL:
            return T("Your cube on the orbital in {sector} returns. To which track?", sector=sector)
        return T(
            "Your cube on the square for {square} in {sector} returns. To which track?",
            square=name(f"eclipse.square.{square.rstrip('23')}"),
            sector=sector,
        )

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        del flow
        me = state.players[self.seat]
        me.cubes[picks[0]] += 1
        me.loose -= 1


def come_home(state: EclipseState, seat: int, preferred: list[str], origin: str) -> CubeHome:
    """Let a cube that has just left its place return to a track."""
    state.players[seat].loose += 1
    return CubeHome(seat, preferred, origin)


def lift_cubes(state: EclipseState, sector: Sector, owner: int) -> list[Step[EclipseState]]:
    """Take all cubes off a sector; gives the steps by which they return."""
    squares = SECTORS[sector.id].squares
    steps: list[Step[EclipseState]] = [
        come_home(state, owner, tracks_for(squares[index]), f"{sector.id} {square_id(sector, index)}")
        for index in sector.cubes
    ]
    if sector.orbital_cube:
        steps.append(come_home(state, owner, tracks_for(ORBITAL), f"{sector.id} {ORBITAL}"))
    sector.cubes = []
    sector.orbital_cube = False
    return steps


def balances_without(me: Player, sector: Sector) -> tuple[int, int]:
    """The least and the most money left at the end of the round if a player's disc and cubes came back from a sector.

    They differ where a cube may return to the track of money or to another one.
    """
    wanted = [tracks_for(SECTORS[sector.id].squares[index]) for index in sector.cubes]
    wanted += [tracks_for(ORBITAL)] if sector.orbital_cube else []
    found = []
    for to_money in (True, False):
        after = msgspec.structs.replace(me, discs=me.discs + 1, cubes=dict(me.cubes))
        for preferred in wanted:
            tracks = homes(after, preferred)
            after.cubes[min(tracks, key=lambda track: (track == MONEY) != to_money)] += 1
        found.append(balance(after))
    return found[0], found[1]


def lift_disc(state: EclipseState, sector: Sector) -> list[Step[EclipseState]]:
    """Return the disc of a sector to its owner's track, and then all cubes."""
    owner = sector.disc
    sector.disc = NOBODY
    state.players[owner].discs += 1
    return lift_cubes(state, sector, owner)


class SetDisc(Act[EclipseState], tag=True):
    """Place a disc from the track, and take the discovery tile if nobody guards it."""

    seat: int
    sector: str

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        sector = state.sectors[self.sector]
        sector.disc = self.seat
        state.players[self.seat].discs -= 1
        if sector.discovery and not sector.ancients and not sector.gcds:
            flow.then(TakeDiscovery(self.seat, self.sector))
