"""Diplomacy: offers and answers, ambassadors with a cube each, and how relations break."""

from __future__ import annotations

from rules.eclipse.components import AMBASSADORS, DIPLOMACY_FROM, POINTS, TRACKS
from rules.eclipse.economy import fits, own_sectors
from rules.eclipse.places import reputation_place, seat_place, track_place
from rules.eclipse.state import FULL, EclipseState, Player, Sector
from rules.eclipse.steps.cubes import come_home
from rules.eclipse.texts import resource, rise
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import T, Text, name, player


def in_game(state: EclipseState) -> bool:
    """Whether ambassadors are used at all: with four or more players."""
    return len(state.players) >= DIPLOMACY_FROM


def border(state: EclipseState, one: int, other: int) -> bool:
    """Whether two seats control adjacent sectors joined by a full wormhole."""
    for sector in own_sectors(state, one):
        for id, link in zip(sector.around, sector.links, strict=True):
            if link == FULL and id and state.sectors[id].disc == other:
                return True
    return False


def meet(state: EclipseState, one: int, other: int) -> bool:
    """Whether one seat has a ship in a sector with a ship or disc of the other, or the other way round."""
    for sector in state.sectors.values():
        if one in sector.ships and (other in sector.ships or sector.disc == other):
            return True
        if other in sector.ships and sector.disc == one:
            return True
    return False


def has_slot(me: Player) -> bool:
    """Whether an ambassador has a slot, as things lie."""
    return fits(me, len(me.partners) + 1, len(me.reputation))


def can_make_slot(me: Player) -> bool:
    """Whether an ambassador has a slot, if need be for a reputation tile."""
    return has_slot(me) or (bool(me.reputation) and fits(me, len(me.partners) + 1, len(me.reputation) - 1))


def unable(me: Player) -> Text | None:
    """Say why a player can have no new relations at all."""
    if me.traitor:
        return T("Whoever holds the traitor card gets no new relations.")
    if len(me.partners) >= AMBASSADORS:
        return T("All {n} ambassadors are with others.", n=AMBASSADORS)
    if not can_make_slot(me):
        return T("There is no slot left for an ambassador.")
    if not any(me.cubes.values()):
        return T("There is no cube left to go with an ambassador.")
    return None


def refusal(state: EclipseState, one: int, other: int) -> Text | None:
    """Say why two seats can have no relations."""
    if other in state.players[one].partners:
        return T("You have relations already.")
    if not border(state, one, other):
        return T("You need sectors that touch at a wormhole on both sides.")
    if meet(state, one, other):
        return T("A ship of one of you is in a sector with a ship or disc of the other.")
    return unable(state.players[one]) or unable(state.players[other])


def possible(state: EclipseState, seat: int) -> list[int]:
    """The seats to which one can propose relations now."""
    if not in_game(state) or unable(state.players[seat]) is not None:
        return []
    return [
        other
        for other, them in enumerate(state.players)
        if other != seat and not them.out and refusal(state, seat, other) is None
    ]


def no_proposal(state: EclipseState, seat: int) -> Text | None:
    """Say why a seat can propose relations to nobody."""
    never = unable(state.players[seat])
    if never is None and not possible(state, seat):
        return T("There is nobody with whom you could have relations now.")
    return never


class Propose(Ask[EclipseState], tag=True):
    """Ask with whom relations are proposed."""

    def prompt(self, state: EclipseState) -> Prompt:
        options = [
            Option(
                them.species,
                T("{who} ({species})", who=player(other), species=name(f"eclipse.species.{them.species}")),
                place=seat_place(other),
                refusal=refusal(state, self.seat, other),
            )
            for other, them in enumerate(state.players)
            if other != self.seat and not them.out
        ]
        return Prompt(self.seat, "propose", T("To whom do you propose diplomatic relations?"), options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        to = next(seat for seat, one in enumerate(state.players) if one.species == picks[0])
        flow.tell(
            "offer",
            T("{who} proposes diplomatic relations to {to}.", who=player(self.seat), to=player(to)),
            seat=self.seat,
        )
        flow.then(ChooseCube(self.seat, to))


class ChooseCube(Ask[EclipseState], tag=True):
    """Ask which cube goes with the ambassador. `theirs` is the other side's cube; empty while an offer is made."""

    partner: int
    theirs: str = ""

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        options = [
            Option(
                track,
                resource(track),
                rise(me, track),
                track_place(track),
                None if me.cubes[track] else T("This track is empty."),
            )
            for track in TRACKS
        ]
        text = T("From which track comes the cube that goes with your ambassador to {who}?", who=player(self.partner))
        return Prompt(self.seat, "ambassador-cube", text, options, so_far=[seat_place(self.partner)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if has_slot(state.players[self.seat]):
            flow.then(Chosen(self.seat, self.partner, picks[0], self.theirs))
        else:
            flow.then(ReturnTile(self.seat, self.partner), Chosen(self.seat, self.partner, picks[0], self.theirs))


class ReturnTile(Ask[EclipseState], tag=True):
    """Ask which reputation tile makes room for an ambassador. Only its owner knows what there is to choose."""

    partner: int

    def prompt(self, state: EclipseState) -> Prompt:
        tiles = state.players[self.seat].reputation
        options = [
            Option(str(value), T("The tile of {n} VP", n=value), place=reputation_place(value))
            for value in sorted(set(tiles))
        ]
        text = T("Which reputation tile goes back into the bag, to make room for the ambassador?")
        return Prompt(self.seat, "return-tile", text, options, tells=True, so_far=[seat_place(self.partner)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        me = state.players[self.seat]
        me.reputation.remove(int(picks[0]))
        me.pledged.append(int(picks[0]))


class Chosen(Act[EclipseState], tag=True):
    """A side is ready: ask the other one, or conclude."""

    seat: int
    partner: int
    mine: str
    theirs: str

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        if not self.theirs:
            flow.then(AnswerOffer(self.partner, self.seat, self.mine))
            return
        for one, other, cube in ((self.seat, self.partner, self.mine), (self.partner, self.seat, self.theirs)):
            me = state.players[one]
            me.cubes[cube] -= 1
            me.partners = sorted([*me.partners, other])
            for tile in me.pledged:
                state.reputation[tile] = state.reputation.get(tile, 0) + 1
            me.pledged = []
        flow.tell(
            "relation",
            T("{who} and {other} have diplomatic relations.", who=player(self.partner), other=player(self.seat)),
            seat=self.seat,
        )


class AnswerOffer(Ask[EclipseState], tag=True):
    """Ask whether an offer is accepted."""

    offerer: int
    cube: str

    def prompt(self, state: EclipseState) -> Prompt:
        text = T("{who} proposes diplomatic relations. Do you agree?", who=player(self.offerer))
        note = T(
            "Each gets the other’s ambassador, worth {n} VP, and has one cube less on their own tracks.",
            n=POINTS.ambassador,
        )
        options = [Option("yes", T("Agree"), note, seat_place(self.offerer)), Option("no", T("Decline"))]
        return Prompt(self.seat, "offer", text, options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks == ["yes"]:
            flow.then(ChooseCube(self.seat, self.offerer, self.cube))
            return
        them = state.players[self.offerer]
        them.declined.append(self.seat)
        them.reputation = sorted([*them.reputation, *them.pledged])
        them.pledged = []
        flow.tell("decline", T("{who} declines.", who=player(self.seat)), seat=self.seat)


def break_relation(
    state: EclipseState, aggressor: int, partner: int, flow: Flow[EclipseState]
) -> list[Step[EclipseState]]:
    """Break a relation by an attack; the aggressor takes the traitor card."""
    for one in state.players:
        one.traitor = False
    state.players[aggressor].traitor = True
    flow.tell(
        "broken",
        T(
            "{who} breaks the relations with {other} and takes the traitor card.",
            who=player(aggressor),
            other=player(partner),
        ),
        seat=aggressor,
    )
    return dissolve(state, aggressor, partner)


def dissolve(state: EclipseState, one: int, other: int) -> list[Step[EclipseState]]:
    """End a relation: both ambassadors go home, with their cubes."""
    state.players[one].partners.remove(other)
    state.players[other].partners.remove(one)
    return [come_home(state, seat, list(TRACKS), "ambassador") for seat in (one, other)]


def offended(state: EclipseState, seat: int, sector: Sector) -> list[int]:
    """The partners that a seat attacks by entering a sector."""
    return [partner for partner in state.players[seat].partners if partner in sector.ships or sector.disc == partner]


def breaking_note(state: EclipseState, seat: int, partners: list[int]) -> Text:
    """Say what it costs a seat to break its relations with some partners."""
    who = [player(partner) for partner in partners]
    ambassadors = POINTS.ambassador * len(partners)
    if state.players[seat].traitor:
        return T("Breaks your relations with {who}: −{n} VP.", who=who, n=ambassadors)
    return T(
        "Breaks your relations with {who}: −{n} VP, and no new ones while you are the traitor.",
        who=who,
        n=ambassadors - POINTS.traitor,
    )


class LastOffers(Ask[EclipseState], tag=True):
    """At the end of the combat phase: propose relations, or go on."""

    def prompt(self, state: EclipseState) -> Prompt:
        options = [
            Option("done", T("Make no offer"), ends=True),
            Option(
                "propose",
                T("Propose diplomatic relations"),
                T("You could have them with {who}.", who=[player(other) for other in possible(state, self.seat)]),
                refusal=no_proposal(state, self.seat),
            ),
        ]
        return Prompt(self.seat, "offers", T("The battles are over. Do you propose diplomatic relations?"), options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks == ["propose"]:
            flow.then(Propose(self.seat), LastOffers(self.seat))
