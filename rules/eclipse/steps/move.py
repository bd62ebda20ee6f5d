"""Move: ships go through wormholes, held by enemies where they stay behind too few."""

from __future__ import annotations

from rules.eclipse import blueprints, fleets
from rules.eclipse.components import CRUISER, DREADNOUGHT, INTERCEPTOR
from rules.eclipse.fleets import least_link, may_leave
from rules.eclipse.galaxy import near
from rules.eclipse.places import sector_place, ship_place
from rules.eclipse.state import NOBODY, EclipseState, Sector
from rules.eclipse.steps import free
from rules.eclipse.steps.diplomacy import break_relation, offended
from rules.eclipse.steps.finish import Finish, beside
from rules.eclipse.texts import count_text, presence, sector_name
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, Text, name, player

#: One ship of a type, as it is typed.
ONE_OF = {INTERCEPTOR: "i1", CRUISER: "c1", DREADNOUGHT: "d1"}
STOP = "stop"


def movable(state: EclipseState, seat: int, kind: str) -> list[Sector]:
    """The sectors that a ship of a type can leave now."""
    least = least_link(state.players[seat])
    return [
        sector
        for sector in state.sectors.values()
        if kind in sector.ships.get(seat, {})
        and may_leave(state, sector, seat)
        and next(near(sector, least), None) is not None
    ]


def refusal(state: EclipseState, seat: int, kind: str) -> Text | None:
    """Say why no ship of a type can move."""
    if movable(state, seat, kind):
        return None
    if not any(kind in sector.ships.get(seat, {}) for sector in state.sectors.values()):
        return T("You have none on the map.")
    return T("Enemies hold it, or no wormhole leads on.")


def no_move(state: EclipseState, seat: int) -> Text | None:
    """Say why a seat can move no ship."""
    if any(movable(state, seat, kind) for kind in ONE_OF):
        return None
    return T("You have no ship that can move: no wormhole leads on, or enemies hold it. Starbases never move.")


class Move(Ask[EclipseState], tag=True):
    """Ask which type of ship moves; `left` moves are left, `first` if none is made yet."""

    left: int
    first: bool = True

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        options = [
            Option(
                ONE_OF[kind],
                name(f"eclipse.ship.{kind}"),
                TN(
                    "Up to {n} sector, from {sectors}.",
                    "Up to {n} sectors, from {sectors}.",
                    blueprints.stats(me, kind).move,
                    sectors=", ".join(sector.id for sector in movable(state, self.seat, kind)),
                ),
                ship_place(kind),
                refusal(state, self.seat, kind),
            )
            for kind in ONE_OF
        ]
        if not self.first:
            options.insert(0, Option("done", T("Move no more"), ends=True))
        options += free.options(state, self.seat)
        text = TN("Move: {n} more ship. Which one?", "Move: up to {n} ships. Which one first?", self.left)
        return Prompt(self.seat, "move", text, options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        pick = picks[0]
        if beside(state, self.seat, pick, flow, Move(self.seat, self.left, self.first)):
            return
        kind = next(kind for kind, short in ONE_OF.items() if short == pick)
        flow.then(MoveFrom(self.seat, kind), Moved(self.seat, self.left - 1))


class MoveFrom(Ask[EclipseState], tag=True):
    """Ask from where the ship moves."""

    kind: str

    def prompt(self, state: EclipseState) -> Prompt:
        options = [
            Option(
                sector.id,
                sector_name(sector),
                T("You have here: {ships}", ships=[count_text(kind, n) for kind, n in sector.ships[self.seat].items()]),
                sector_place(sector.id),
            )
            for sector in movable(state, self.seat, self.kind)
        ]
        text = T("From where does the {ship} move?", ship=name(f"eclipse.ship.{self.kind}"))
        return Prompt(self.seat, "move-from", text, options, so_far=[ship_place(self.kind)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        reach = blueprints.stats(state.players[self.seat], self.kind).move
        flow.then(MoveTo(self.seat, self.kind, picks[0], [picks[0]], reach))


class MoveTo(Ask[EclipseState], tag=True):
    """Ask for the next sector of a ship's way."""

    kind: str
    at: str
    path: list[str]
    left: int

    def prompt(self, state: EclipseState) -> Prompt:
        here = state.sectors[self.at]
        options = [
            Option(id, sector_name(state.sectors[id]), self._note(state, state.sectors[id]), sector_place(id))
            for id in near(here, least_link(state.players[self.seat]))
        ]
        if len(self.path) > 1:
            stop = T("Stop in {sector}", sector=self.at)
            options.insert(0, Option(STOP, stop, place=sector_place(self.at), ends=True))
        text = TN(
            "The {ship} is in {sector} and goes {n} sector further. Where?",
            "The {ship} is in {sector} and goes up to {n} sectors further. Where?",
            self.left,
            ship=name(f"eclipse.ship.{self.kind}"),
            sector=self.at,
        )
        way = [ship_place(self.kind), *map(sector_place, self.path)]
        return Prompt(self.seat, "move-to", text, options, commits=True, so_far=way)

    def _note(self, state: EclipseState, to: Sector) -> Text | None:
        partners = offended(state, self.seat, to)
        if partners:
            return T("You break your relations with {who}.", who=[player(partner) for partner in partners])
        if to.gcds:
            return T("The defence of the centre is there and lets no ship leave.")
        there = presence(to, self.seat)
        controlled = T("{who} controls it.", who=player(to.disc)) if to.disc not in (NOBODY, self.seat) else None
        if not there:
            return controlled
        present = T("There: {ships}.", ships=there)
        return present if controlled is None else T("{one} {other}", one=present, other=controlled)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks == [STOP]:
            self._tell(self.path, flow)
            return
        to, path = state.sectors[picks[0]], [*self.path, picks[0]]
        fleets.remove(state.sectors[self.at], self.seat, self.kind)
        fleets.add(to, self.seat, self.kind)
        steps: list[Step[EclipseState]] = []
        for partner in offended(state, self.seat, to):
            steps += break_relation(state, self.seat, partner, flow)
        least = least_link(state.players[self.seat])
        if self.left > 1 and may_leave(state, to, self.seat) and next(near(to, least), None) is not None:
            steps.append(MoveTo(self.seat, self.kind, to.id, path, self.left - 1))
        else:
            self._tell(path, flow)
        flow.then(*steps)

    def _tell(self, path: list[str], flow: Flow[EclipseState]) -> None:
        flow.tell(
            "move",
            T(
                "{who} moves: {ship}, {path}.",
                who=player(self.seat),
                ship=name(f"eclipse.ship.{self.kind}"),
                path=" → ".join(path),
            ),
            seat=self.seat,
        )


class Moved(Act[EclipseState], tag=True):
    """After a move: the next one, or the end of the action."""

    seat: int
    left: int

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        if self.left and no_move(state, self.seat) is None:
            flow.then(Move(self.seat, self.left, first=False))
        else:
            flow.then(Finish(self.seat))
