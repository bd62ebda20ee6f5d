"""Setting up: factions, the map, first structures, first boosters (rulebook, game setup and advanced setup)."""

from __future__ import annotations

import msgspec

from rules.gaia import automa, goods
from rules.gaia.automa_cards import CARDS, FACTION_CARDS, TOKENS
from rules.gaia.components import (
    ADVANCED,
    BOOSTERS,
    FACTIONS,
    FEDERATIONS,
    FINAL_TILES,
    FIRST_FACTIONS,
    FIRST_PLACES,
    FREE_SPACES,
    INSTITUTE,
    MINE,
    RESEARCH,
    ROUND_TILES,
    STANDARD,
    TRACKS,
    booster_number,
)
from rules.gaia.galaxy import INNER, clash, galaxy, lay, planet, variable
from rules.gaia.state import AREA_1, GaiaState
from rules.gaia.steps.automa import DRAWN, equip_automa, take_booster, tell_faction
from rules.gaia.steps.rounds import Round
from rules.gaia.texts import booster_option, takes_booster
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import T, Text, name, player


def deal(state: GaiaState, rng: Rng) -> None:
    """Lay out the tiles of the research and scoring boards and the boosters, at random."""
    tiles = rng.shuffle(list(STANDARD), "gaia.tech")
    state.tech = dict(zip((*TRACKS, *FREE_SPACES), tiles, strict=True))
    state.advanced = dict(zip(TRACKS, rng.shuffle(list(ADVANCED), "gaia.advanced"), strict=False))
    state.supply = {
        token.id: token.count if state.rival is None else TOKENS
        for token in FEDERATIONS.values()
        if token.id != "gleens"
    }
    # Each of the tokens is as likely as any other; all stacks are equally high.
    state.top_token = rng.pick(list(state.supply), "gaia.top_token")
    state.supply[state.top_token] -= 1
    state.round_tiles = rng.shuffle(list(ROUND_TILES), "gaia.rounds")[:6]
    state.final_tiles = rng.shuffle(list(FINAL_TILES), "gaia.finals")[:2]
    state.boosters = rng.shuffle(list(BOOSTERS), "gaia.boosters")[: len(state.players) + 3]


class ChooseFaction(Ask[GaiaState], tag=True):
    """Ask for a faction. The two of one colour share a board."""

    def prompt(self, state: GaiaState) -> Prompt:
        taken = {FACTIONS[one.faction].home: seat for seat, one in enumerate(state.players) if one.faction}
        known = FIRST_FACTIONS[state.persons] if state.first_game else list(FACTIONS)
        options = []
        for id in known:
            refusal: Text | None = None
            home = FACTIONS[id].home
            if home in taken:
                refusal = T("{who} has that faction board.", who=player(taken[home]))
            options.append(
                Option(
                    id,
                    name(f"gaia.faction.{id}"),
                    name(f"gaia.planet.{home}"),
                    place=f"faction:{id}",
                    refusal=refusal,
                )
            )
        return Prompt(self.seat, "faction", T("Which faction do you play?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        flow.end_turn()
        equip(state, self.seat, picks[0])
        flow.tell(
            "faction",
            T("{who} plays the {faction}.", who=player(self.seat), faction=name(f"gaia.faction.{picks[0]}")),
            seat=self.seat,
        )


class AutomaFaction(Act[GaiaState], tag=True):
    """The Automa's faction, where it is drawn: one that has not the player's colour."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        home = FACTIONS[state.players[0].faction].home
        faction = flow.rng.pick([id for id in FACTION_CARDS if FACTIONS[id].home != home], "gaia.automa.faction")
        equip_automa(state, faction)
        tell_faction(state, flow, drawn=True)


def equip(state: GaiaState, seat: int, id: str) -> None:
    """Give a player a faction board with all that lies on it at the start."""
    me, faction = state.players[seat], FACTIONS[id]
    me.faction = id
    me.points = {"start": me.vp}
    me.ore, me.credits = faction.start.ore, faction.start.credits
    me.knowledge, me.qic = faction.start.knowledge, faction.start.qic
    me.power = [*faction.power, 0]
    if faction.brainstone:
        me.brainstone = AREA_1
    me.research = {track: faction.research.get(track, 0) for track in TRACKS}
    for track, level in faction.research.items():
        goods.receive(me, RESEARCH[track].levels[level].once, "track")


class LayMap(Act[GaiaState], tag=True):
    """Lay a variable map once the factions are chosen."""

    method: str
    by_last: bool
    """Whether the last player may turn sectors."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        state.sectors = variable(state.layout, self.method, flow.rng)
        state.spaces = lay(state.sectors)
        if self.by_last:
            fixed = [] if self.method == "method3" else list(INNER)
            flow.then(TurnSectors(state.order[state.persons - 1], fixed))


class TurnSectors(Ask[GaiaState], tag=True):
    """The last player turns the sectors of the variable map as they like."""

    fixed: list[int] = msgspec.field(default_factory=list)

    def prompt(self, state: GaiaState) -> Prompt:
        touching = clash(state.spaces)
        refusal: Text | None = None
        if touching is not None:
            refusal = T(
                "{one} and {other} are planets of the same type and may not touch.",
                one=touching[0],
                other=touching[1],
            )
        options = [Option("done", T("The map stays like this"), refusal=refusal, ends=True)]
        options += [
            Option(
                str(sector.sector),
                T("Turn sector {n} clockwise", n=sector.sector),
                place=f"sector:{sector.sector}",
            )
            for sector in sorted(state.sectors, key=lambda one: one.sector)
            if sector.sector not in self.fixed
        ]
        return Prompt(self.seat, "turn-sectors", T("You may turn sectors of the map."), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        if picks == ["done"]:
            flow.end_turn()
            flow.tell("map", T("{who} has laid out the map.", who=player(self.seat)), seat=self.seat)
            return
        state.sectors = [
            msgspec.structs.replace(one, turns=(one.turns + 1) % 6) if str(one.sector) == picks[0] else one
            for one in state.sectors
        ]
        state.spaces = lay(state.sectors)
        flow.then(TurnSectors(self.seat, self.fixed))


class FirstStructures(Act[GaiaState], tag=True):
    """Ask for the first structures in their order, or place them as the first game has them."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        seats = range(len(state.players))
        flow.phase(T("The first structures"))
        if state.first_game:
            for seat in range(state.persons):
                me = state.players[seat]
                places = FIRST_PLACES[state.persons][me.faction]
                me.structures.update(dict.fromkeys(places, MINE))
                said: list[Text] = [T("{place}", place=place) for place in places]
                flow.tell("first", T("{who} starts on {places}.", who=player(seat), places=said), seat=seat)
            mines = [AutomaMine()] * (_first_number(state.rival.faction) if state.rival else 0)
            if not mines:
                head_boosters(state, flow)
            flow.then(*mines, *after_structures(state))
            return
        faction = [one.faction for one in state.players]
        order = [seat for seat in (*seats, *reversed(seats)) if faction[seat] != "ivits"]
        order += [seat for seat in seats if faction[seat] == "xenos"]
        order += [seat for seat in seats if faction[seat] == "ivits"]
        flow.then(
            *(AutomaMine() if state.by_itself(seat) else FirstStructure(seat) for seat in order),
            *after_structures(state),
        )


def after_structures(state: GaiaState) -> list[Step[GaiaState]]:
    """First boosters from the last player on, then the first round."""
    boosters = [AutomaBooster() if state.by_itself(seat) else FirstBooster(seat) for seat in reversed(state.order)]
    return [*boosters, Round()]


def _first_number(faction: str) -> int:
    """How many structures a faction begins with."""
    return {"ivits": 1, "xenos": 3}.get(faction, 2)


def head_boosters(state: GaiaState, flow: Flow[GaiaState]) -> None:
    """Head the choice of the first boosters, if this was the last of the first structures."""
    if all(len(one.structures) == _first_number(one.faction) for one in state.players):
        flow.phase(T("The first round boosters"))


class FirstStructure(Ask[GaiaState], tag=True):
    """Ask where a first mine goes (Ivits: the planetary institute)."""

    def prompt(self, state: GaiaState) -> Prompt:
        home = FACTIONS[state.players[self.seat].faction].home
        taken = {place for one in state.players for place in one.structures}
        options = [
            Option(place, T("{place}", place=place), place=f"hex:{place}")
            for place in galaxy(state).planets
            if planet(state, place) == home and place not in taken
        ]
        text = T("Where do you place a mine?")
        if state.players[self.seat].faction == "ivits":
            text = T("Where do you place your planetary institute?")
        return Prompt(self.seat, "first", text, options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        flow.end_turn()
        me = state.players[self.seat]
        me.structures[picks[0]] = INSTITUTE if me.faction == "ivits" else MINE
        flow.tell("first", T("{who} starts on {place}.", who=player(self.seat), place=picks[0]), seat=self.seat)
        head_boosters(state, flow)


class AutomaMine(Act[GaiaState], tag=True):
    """A first mine: on the free planet of its type that is nearest to the middle; a card drawn decides a tie."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        me, seat = automa.rival(state), state.persons
        places = automa.first_mine(state, FACTIONS[me.faction].home)
        tie = len(places) > 1
        if tie:
            card = CARDS[flow.rng.pick(list(CARDS), "gaia.automa.tie")]
            places = automa.in_direction(state, places, card.direction)
        me.structures[places[0]] = MINE
        text = T("{who} starts on {place}.", who=player(seat), place=places[0])
        flow.tell(DRAWN if tie else "first", text, seat=seat)
        head_boosters(state, flow)


class FirstBooster(Ask[GaiaState], tag=True):
    """Ask for the round booster of the first round."""

    def prompt(self, state: GaiaState) -> Prompt:
        options = [booster_option(booster) for booster in sorted(state.boosters, key=booster_number)]
        return Prompt(self.seat, "booster", T("Which round booster do you take?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        flow.end_turn()
        state.boosters.remove(picks[0])
        state.players[self.seat].booster = picks[0]
        flow.tell(
            "booster",
            takes_booster(self.seat, picks[0]),
            seat=self.seat,
        )


class AutomaBooster(Act[GaiaState], tag=True):
    """Its first booster: the one at the place that a card drawn shows."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        card = CARDS[flow.rng.pick(list(CARDS), "gaia.automa.booster")]
        take_booster(state, flow, card.first, DRAWN)


def next_choice(state: GaiaState, seat: int) -> Ask[GaiaState] | None:
    """What a seat without a booster chooses next while the game is set up; None before the map is laid."""
    me = state.players[seat]
    if not me.faction:
        return ChooseFaction(seat)
    if state.first_game or len(me.structures) == _first_number(me.faction):
        return FirstBooster(seat)
    return FirstStructure(seat) if state.spaces else None
