"""The setup: the supply, the choice of species, the start sectors."""

from __future__ import annotations

from rules.eclipse import fleets
from rules.eclipse.components import (
    CENTRE,
    DISCOVERIES,
    INFLUENCE,
    LAYOUTS,
    POPULATION,
    REPUTATION,
    RINGS,
    SECTORS,
    SPECIES,
    STACKS,
    STRUCTURE_SUPPLY,
    TECHNOLOGIES,
    TECHS_DRAWN,
    TRACKS,
)
from rules.eclipse.describe import species_note
from rules.eclipse.galaxy import lay
from rules.eclipse.places import species_place
from rules.eclipse.state import EclipseState, Stack
from rules.eclipse.steps.reputation import draw_tiles
from rules.eclipse.steps.rounds import Round, draw_technologies
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import T, Text, name, player


def lay_out(state: EclipseState, rng: Rng) -> None:
    """Lay out everything that is not a player's: the centre, stacks, technologies."""
    seats = len(state.players)
    state.bag = {one.id: one.tiles for one in TECHNOLOGIES.values()}
    state.discoveries = {one.id: one.count for one in DISCOVERIES.values()}
    state.reputation = dict(REPUTATION)
    state.structures = STRUCTURE_SUPPLY
    for ring in RINGS:
        state.stacks[ring] = Stack([one.id for one in SECTORS.values() if one.ring == ring], STACKS[ring][seats])
    centre = lay(state, next(one.id for one in SECTORS.values() if one.ring == CENTRE), (0, 0), 0)
    centre.gcds = centre.discovery = True
    draw_technologies(state, TECHS_DRAWN["setup"][seats], rng)


def equip(state: EclipseState, seat: int, species: str) -> None:
    """Give a seat what its species starts with; nothing is on the map yet."""
    one = SPECIES[species]
    me = state.players[seat]
    me.species = species
    me.goods = dict(one.start)
    me.discs = one.discs
    me.spare = INFLUENCE.spare
    me.cubes = dict.fromkeys(TRACKS, POPULATION.cubes)
    me.technologies = list(one.technologies)
    me.colony = one.colony_ships


def settle_home(state: EclipseState, seat: int) -> None:
    """Lay a seat's home sector, with a disc, cubes and ships."""
    me = state.players[seat]
    species = SPECIES[me.species]
    place = LAYOUTS[len(state.players)][seat]
    sector = lay(state, species.home, (place.q, place.r), place.turns)
    sector.disc = seat
    me.discs -= 1
    for index, square in enumerate(SECTORS[sector.id].squares):
        if square in TRACKS or square == species.extra_cube:
            sector.cubes.append(index)
            me.cubes[square.rstrip("+")] -= 1
    for kind, n in species.ships.items():
        fleets.add(sector, seat, kind, n)


def refusal(state: EclipseState, species: str) -> Text | None:
    """Say why a species cannot be chosen: it, or the other side of its board, is taken."""
    for seat, one in enumerate(state.players):
        if not one.species:
            continue
        if one.species == species:
            return T("{who} plays it.", who=player(seat))
        if SPECIES[one.species].colour == SPECIES[species].colour:
            return T("It is on the other side of the board of {other}.", other=name(f"eclipse.species.{one.species}"))
    return None


class ChooseSpecies(Ask[EclipseState], tag=True):
    """Ask for the species."""

    def prompt(self, state: EclipseState) -> Prompt:
        options = [
            Option(id, name(f"eclipse.species.{id}"), species_note(id), species_place(id), refusal(state, id))
            for id in SPECIES
        ]
        return Prompt(self.seat, "species", T("Which species do you play?"), options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        flow.end_turn()
        equip(state, self.seat, picks[0])
        flow.tell(
            "species",
            T("{who} plays {species}.", who=player(self.seat), species=name(f"eclipse.species.{picks[0]}")),
            seat=self.seat,
        )


class DealSpecies(Act[EclipseState], tag=True):
    """Give everybody a species at random; `terrans`: only Terrans."""

    terrans: bool

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        for seat in range(len(state.players)):
            able = [
                id
                for id, one in SPECIES.items()
                if refusal(state, id) is None
                and (not self.terrans or (one.blueprints == "standard" == one.costs and one.trade == 2))
            ]
            species = flow.rng.pick(able, "eclipse.species")
            equip(state, seat, species)
            flow.tell(
                "species",
                T("{who} plays {species}.", who=player(seat), species=name(f"eclipse.species.{species}")),
                seat=seat,
            )


class SettleHomes(Act[EclipseState], tag=True):
    """Lay all home sectors, let the Eridani draw their reputation tiles, and begin."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        for seat in range(len(state.players)):
            settle_home(state, seat)
        for seat, me in enumerate(state.players):
            count = SPECIES[me.species].reputation
            if count:
                me.reputation = draw_tiles(state, count, flow.rng)
                told(me.reputation, seat, flow)
        flow.then(Round())


def told(tiles: list[int], seat: int, flow: Flow[EclipseState]) -> None:
    """Tell a player alone what reputation tiles are drawn at the setup, and the others that they are."""
    flow.tell("reputation", T("{who} begins with {n} reputation tiles.", who=player(seat), n=len(tiles)), seat=seat)
    flow.tell(
        "reputation-drawn",
        T("Your reputation tiles: {tiles}.", tiles=", ".join(map(str, tiles))),
        seat=seat,
        to=[seat],
    )
