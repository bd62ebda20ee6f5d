"""Explore: name a place, draw a sector, place it or discard it, take control of it."""

from __future__ import annotations

from rules.eclipse.components import SECTORS, SPECIES
from rules.eclipse.fleets import least_link, may_leave, with_ancients
from rules.eclipse.galaxy import EDGES, connections, lay, least_turns, openings, place, place_name, stack_of
from rules.eclipse.places import hex_place, sector_place, tile_place, turn_place
from rules.eclipse.state import EclipseState, Sector
from rules.eclipse.steps import free
from rules.eclipse.steps.cubes import SetDisc
from rules.eclipse.steps.finish import Finish, asks, beside
from rules.eclipse.texts import contents, control_note, sector_name
from rules.kernel import hexes
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, name, player

DISCARD = "discard"


def is_origin(state: EclipseState, sector: Sector, seat: int) -> bool:
    """Whether a seat explores from a sector: it has a disc there, or a ship that is not pinned."""
    return sector.disc == seat or (seat in sector.ships and may_leave(state, sector, seat))


def places(state: EclipseState, seat: int) -> dict[str, list[str]]:
    """The places that a seat can explore: place -> the sectors that it is explored from."""
    least = least_link(state.players[seat])
    able = {ring for ring, stack in state.stacks.items() if stack.count or stack.discards}
    found: dict[str, list[str]] = {}
    for sector in state.sectors.values():
        if not is_origin(state, sector, seat):
            continue
        for edge, other in enumerate(sector.around):
            # Towards an empty place a wormhole of this sector counts as one half of a link.
            if not other and sector.links[edge] + 1 >= least:
                hex = hexes.add((sector.q, sector.r), EDGES[edge])
                if stack_of(hex) in able:
                    found.setdefault(place_name(hex), []).append(sector.id)
    return found


def no_exploration(state: EclipseState, seat: int) -> Text | None:
    """Say why a seat can explore nowhere."""
    if places(state, seat):
        return None
    return T("No unexplored place is behind a wormhole of your sectors and ships, or its stack is empty.")


class Explore(Ask[EclipseState], tag=True):
    """Ask which place is explored; `number` counts the explorations of this action."""

    number: int = 1

    def prompt(self, state: EclipseState) -> Prompt:
        options = [
            Option(
                place_name_,
                T("Place {place}", place=place_name_),
                T("Ring {ring}, next to {sectors}.", ring=stack_of(place(place_name_)), sectors=", ".join(origins)),
                hex_place(place_name_),
            )
            for place_name_, origins in sorted(places(state, self.seat).items(), key=lambda one: _order(one[0]))
        ]
        if self.number > 1:
            options.insert(0, Option("done", T("Explore no further"), ends=True))
        options += free.options(state, self.seat, options, offers=True)
        return Prompt(self.seat, "explore", T("Which place do you explore?"), options, commits=True)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        pick = picks[0]
        if beside(state, self.seat, pick, flow, Explore(self.seat, self.number), offers=True):
            return
        state.turned_for = pick
        draw(state, self.seat, flow)
        ring = state.stacks[stack_of(place(pick))]
        second = SPECIES[state.players[self.seat].species].limits.draw > 1 and (ring.count or ring.discards)
        flow.then(
            *([DrawSecond(self.seat)] if second else []), PlaceSector(self.seat), Explored(self.seat, self.number)
        )


def _order(place_name_: str) -> tuple[int, int, str]:
    ring = place_name_.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return int(ring), len(place_name_), place_name_


def draw(state: EclipseState, seat: int, flow: Flow[EclipseState]) -> None:
    """Draw the next sector for the place that is explored; an empty stack is made anew of the discards."""
    ring = stack_of(place(state.turned_for))
    stack = state.stacks[ring]
    if not stack.count:
        stack.tiles, stack.count, stack.discards = stack.discards, len(stack.discards), []
        flow.tell("reshuffle", T("The discarded sectors of ring {ring} become its new stack.", ring=ring))
    tile = flow.rng.pick(stack.tiles, f"eclipse.sector.{ring}")
    stack.tiles.remove(tile)
    stack.count -= 1
    state.turned.append(tile)
    flow.tell(
        "explore",
        T(
            "{who} explores {place} and draws {number} {star}.",
            who=player(seat),
            place=state.turned_for,
            number=tile,
            star=name(f"eclipse.sector.{tile}"),
        ),
        seat=seat,
    )


class DrawSecond(Ask[EclipseState], tag=True):
    """Ask whether a second sector is drawn, of which one is placed at most (ruling A1)."""

    def prompt(self, state: EclipseState) -> Prompt:
        text = T("You have drawn {tile}. Do you draw a second sector?", tile=drawn_text(state.turned[0]))
        options = [Option("yes", T("Draw another one")), Option("no", T("Keep to this one"))]
        drawn = [hex_place(state.turned_for), tile_place(state.turned[0])]
        return Prompt(self.seat, "second", text, options, so_far=drawn)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks == ["yes"]:
            draw(state, self.seat, flow)


def drawn_text(tile: str) -> Text:
    """Say what is on a sector."""
    star, vp, on_it = name(f"eclipse.sector.{tile}"), SECTORS[tile].vp, contents(tile)
    if not on_it:
        return T("{number} {star} ({n} VP)", number=tile, star=star, n=vp)
    return T("{number} {star} ({n} VP; {things})", number=tile, star=star, n=vp, things=on_it)


class PlaceSector(Ask[EclipseState], tag=True):
    """Ask how a sector is placed, or whether it is discarded."""

    def prompt(self, state: EclipseState) -> Prompt:
        least = least_link(state.players[self.seat])
        hex = place(state.turned_for)
        options = [Option(DISCARD, T("Discard it") if len(state.turned) == 1 else T("Discard both"), ends=True)]
        for tile in state.turned:
            for turns in range(6):
                fewest = least_turns(tile, turns)
                found = connections(state, tile, hex, turns, least)
                mine = [
                    id for id in found if state.sectors[id].disc == self.seat or self.seat in state.sectors[id].ships
                ]
                options.append(
                    Option(
                        f"{tile}-{turns}",
                        TN("{tile} turned {n} step", "{tile} turned {n} steps", turns, tile=tile)
                        if turns
                        else T("{tile} not turned", tile=tile),
                        _opening_note(state, tile, hex, turns, found),
                        turn_place(tile, fewest),
                        None if mine else T("No wormhole would meet one of a sector with your disc or ship."),
                        # Turned further it would lie as it does already: one choice, offered once.
                        former=turns != fewest,
                    )
                )
        text = T(
            "How do you place {tiles} on {place}?",
            tiles=[drawn_text(tile) for tile in state.turned],
            place=state.turned_for,
        )
        return Prompt(self.seat, "place", text, options, so_far=[hex_place(state.turned_for)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        chosen, _, turns = picks[0].partition("-")
        stack = state.stacks[stack_of(place(state.turned_for))]
        rejected = [tile for tile in state.turned if tile != chosen]
        stack.discards += rejected
        if rejected:
            flow.tell(
                "discard",
                T("{who} discards {sectors}.", who=player(self.seat), sectors=", ".join(rejected)),
                seat=self.seat,
            )
        hex = place(state.turned_for)
        state.turned, state.turned_for = [], ""
        if chosen == DISCARD:
            return
        sector = lay(state, chosen, hex, int(turns))
        tile = SECTORS[chosen]
        sector.discovery, sector.ancients = tile.discovery, tile.ancients
        flow.tell(
            "place",
            T(
                "{who} places {sector} on {place}.",
                who=player(self.seat),
                sector=sector_name(sector),
                place=place_name(hex),
            ),
            seat=self.seat,
        )
        me = state.players[self.seat]
        if me.discs and (not sector.ancients or with_ancients(me)):
            flow.then(Claim(self.seat, chosen))


def _opening_note(state: EclipseState, tile: str, hex: hexes.Hex, turns: int, found: list[str]) -> Text:
    """Say what a turned tile would be connected with, and where it would lead on."""
    taken = {(sector.q, sector.r) for sector in state.sectors.values()}
    on = [
        place_name(other)
        for edge, open_ in enumerate(openings(tile, turns))
        if open_ and (other := hexes.add(hex, EDGES[edge])) not in taken
    ]
    with_ = ", ".join(found) or "–"
    if not on:
        return T("Connected with {sectors}; leads no further.", sectors=with_)
    return T("Connected with {sectors}; leads on to {places}.", sectors=with_, places=", ".join(on))


class Claim(Ask[EclipseState], tag=True):
    """Ask whether a disc is placed in a sector without one."""

    sector: str

    def prompt(self, state: EclipseState) -> Prompt:
        sector = state.sectors[self.sector]
        me = state.players[self.seat]
        note = control_note(me, sector, spent=1)
        text = T("Do you take control of {sector} with a disc?", sector=sector_name(sector))
        return Prompt(
            self.seat,
            "claim",
            text,
            [
                Option("yes", T("Place a disc"), note, sector_place(self.sector)),
                Option("no", T("Place none"), last=asks(state, self.seat, offers=True)),
            ],
        )

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks == ["yes"]:
            flow.tell(
                "claim",
                T(
                    "{who} takes control of {sector}.",
                    who=player(self.seat),
                    sector=sector_name(state.sectors[self.sector]),
                ),
                seat=self.seat,
            )
            flow.then(SetDisc(self.seat, self.sector))


class Explored(Act[EclipseState], tag=True):
    """After an exploration: the next one, or the end of the action."""

    seat: int
    number: int

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        if self.number < SPECIES[state.players[self.seat].species].limits.explore and places(state, self.seat):
            flow.then(Explore(self.seat, self.number + 1))
        else:
            flow.then(Finish(self.seat, offers=True))
