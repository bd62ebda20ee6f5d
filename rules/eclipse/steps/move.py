"""Move: ships go through wormholes, held by enemies where they stay behind too few."""

from __future__ import annotations

from itertools import pairwise

from rules.eclipse import blueprints, fleets
from rules.eclipse.components import CRUISER, DREADNOUGHT, INTERCEPTOR
from rules.eclipse.fleets import enemies, least_link, may_leave
from rules.eclipse.galaxy import near
from rules.eclipse.places import sector_place, ship_place
from rules.eclipse.state import NOBODY, EclipseState, Sector
from rules.eclipse.steps import free
from rules.eclipse.steps.diplomacy import break_relation, breaking_note, offended
from rules.eclipse.steps.finish import Finish, asks, beside
from rules.eclipse.texts import count_text, presence, sector_name
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, Text, name, player

#: One ship of a type, as it is typed.
ONE_OF = {INTERCEPTOR: "i1", CRUISER: "c1", DREADNOUGHT: "d1"}
STOP = "stop"
TO = "to-"
"""What the id of a sector begins with that a ship goes to by the best way, and no further."""


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
        others = free.can_colonise(state, self.seat) or free.no_trade(state.players[self.seat]) is None
        options = self._ships(state, chosen=not self.first or others)
        if not self.first:
            options.insert(0, Option("done", T("Move no more"), ends=True))
        options += free.options(state, self.seat, options)
        text = TN("Move: {n} more ship. Which one?", "Move: up to {n} ships. Which one first?", self.left)
        return Prompt(self.seat, "move", text, options)

    def _ships(self, state: EclipseState, *, chosen: bool) -> list[Option]:
        """Offer the ships that can move: by type and sector, by their type alone where that is in one sector.

        Where nothing else is `chosen` here, a type that is the only one is taken unasked, and its sector asked then.
        """
        found = {kind: movable(state, self.seat, kind) for kind in ONE_OF}
        several = chosen or sum(map(bool, found.values())) > 1
        options: list[Option] = []
        for kind, sectors in found.items():
            short, ship = ONE_OF[kind], name(f"eclipse.ship.{kind}")
            reach = blueprints.stats(state.players[self.seat], kind).move
            note = TN("Up to {n} sector far.", "Up to {n} sectors far.", reach)
            if len(sectors) == 1:
                text = T("{ship} in {sector}", ship=ship, sector=sectors[0].id)
                options.append(Option(short, text, note, ship_place(kind, sectors[0].id)))
                continue
            split_up = several and len(sectors) > 1
            whole = Option(short, ship, note, ship_place(kind), refusal(state, self.seat, kind), former=split_up)
            options.append(whole)
            for sector in sectors if split_up else ():
                text = T("{ship} in {sector}", ship=ship, sector=sector.id)
                options.append(Option(f"{short}-{sector.id}", text, note, ship_place(kind, sector.id)))
        return options

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        pick = picks[0]
        if beside(state, self.seat, pick, flow, Move(self.seat, self.left, self.first)):
            return
        short, _, origin = pick.partition("-")
        kind = next(kind for kind, one in ONE_OF.items() if one == short)
        after, more = Moved(self.seat, self.left - 1), self.left > 1
        if origin:
            flow.then(MoveTo(self.seat, kind, origin, [origin], reach_of(state, self.seat, kind), more), after)
        else:
            flow.then(MoveFrom(self.seat, kind, more), after)


class MoveFrom(Ask[EclipseState], tag=True):
    """Ask from where the ship moves."""

    kind: str
    more: bool = False
    """Whether a further ship may move after it."""

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
        text = T("Where does the {ship} move from?", ship=name(f"eclipse.ship.{self.kind}"))
        return Prompt(self.seat, "move-from", text, options, so_far=[ship_place(self.kind)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        reach = reach_of(state, self.seat, self.kind)
        flow.then(MoveTo(self.seat, self.kind, picks[0], [picks[0]], reach, self.more))


def reach_of(state: EclipseState, seat: int, kind: str) -> int:
    """How many sectors far a ship of a type goes."""
    return blueprints.stats(state.players[seat], kind).move


def goes_on(state: EclipseState, seat: int, to: Sector) -> bool:
    """Whether one more ship of a seat that came to a sector could leave it again."""
    return not to.gcds and to.count(seat) >= enemies(state, to, seat)


def ways(state: EclipseState, seat: int, at: str, left: int) -> dict[str, list[str]]:
    """The sectors that a ship comes to, nearest first: sector -> the best way, itself included.

    Of several ways that which breaks the fewest relations, then the shortest.
    """
    least = least_link(state.players[seat])
    found: dict[str, tuple[int, list[str]]] = {}
    edge: dict[str, tuple[int, list[str]]] = {at: (0, [])}
    for _ in range(left):
        further: dict[str, tuple[int, list[str]]] = {}
        for here, (broken, way) in edge.items():
            if way and not goes_on(state, seat, state.sectors[here]):
                continue
            for id in near(state.sectors[here], least):
                if id == at:
                    continue
                cost = broken + len(offended(state, seat, state.sectors[id]))
                known = min((one[0] for one in (found.get(id), further.get(id)) if one is not None), default=cost + 1)
                if cost < known:
                    further[id] = (cost, [*way, id])
        found.update(further)
        edge = further
    return {id: way for id, (_, way) in found.items()}


class MoveTo(Ask[EclipseState], tag=True):
    """Ask where a ship goes, or for the next sector of its way."""

    kind: str
    at: str
    path: list[str]
    left: int
    more: bool = False
    """Whether a further ship may move after it."""

    def prompt(self, state: EclipseState) -> Prompt:
        options = []
        last = self.more or asks(state, self.seat)
        for id, way in ways(state, self.seat, self.at, self.left).items():
            text, note = sector_name(state.sectors[id]), self._note(state, way)
            if len(way) == 1 and not self._asks_on(state, id):
                options.append(Option(id, text, note, sector_place(id), last=last))
            else:
                options.append(Option(f"{TO}{id}", text, note, sector_place(id), last=last))
        # Sector by sector, which is how a way of one's own is typed.
        options += [
            Option(id, sector_name(state.sectors[id]), self._note(state, [id]), sector_place(id), former=True)
            for id in near(state.sectors[self.at], least_link(state.players[self.seat]))
            if self._asks_on(state, id)
        ]
        if len(self.path) > 1:
            stop = T("Stop in {sector}", sector=self.at)
            options.insert(0, Option(STOP, stop, place=sector_place(self.at), ends=True, last=last))
        text = TN(
            "The {ship} is in {sector} and goes {n} sector further. Where?",
            "The {ship} is in {sector} and goes up to {n} sectors further. Where?",
            self.left,
            ship=name(f"eclipse.ship.{self.kind}"),
            sector=self.at,
        )
        way = [ship_place(self.kind), *map(sector_place, self.path)]
        return Prompt(self.seat, "move-to", text, options, commits=True, so_far=way)

    def _asks_on(self, state: EclipseState, id: str) -> bool:
        """Whether a ship that goes to a sector next is asked how it goes on."""
        return self.left > 1 and goes_on(state, self.seat, state.sectors[id])

    def _note(self, state: EclipseState, way: list[str]) -> Text | None:
        to = state.sectors[way[-1]]
        partners = list(dict.fromkeys(one for id in way for one in offended(state, self.seat, state.sectors[id])))
        if partners:
            return breaking_note(state, self.seat, partners)
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
        id = picks[0].removeprefix(TO)
        there = id != picks[0]
        way = ways(state, self.seat, self.at, self.left)[id] if there else [id]
        asks_on = not there and self._asks_on(state, id)
        steps: list[Step[EclipseState]] = []
        for here, next_ in pairwise([self.at, *way]):
            fleets.remove(state.sectors[here], self.seat, self.kind)
            fleets.add(state.sectors[next_], self.seat, self.kind)
            for partner in offended(state, self.seat, state.sectors[next_]):
                steps += break_relation(state, self.seat, partner, flow)
        path = [*self.path, *way]
        if asks_on:
            steps.append(MoveTo(self.seat, self.kind, id, path, self.left - 1, self.more))
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
