"""Influence: move discs between the track and sectors, and turn colony ships face up."""

from __future__ import annotations

from rules.eclipse.economy import own_sectors, upkeep
from rules.eclipse.fleets import foreign, is_near
from rules.eclipse.places import INFLUENCE_TRACK, sector_place, track_place
from rules.eclipse.state import NOBODY, EclipseState
from rules.eclipse.steps import free
from rules.eclipse.steps.cubes import SetDisc, lift_disc
from rules.eclipse.steps.finish import Finish, asks, beside
from rules.eclipse.texts import control_note, lift_note, means_text, sector_name
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, player

TRACK = "track"
MOVES = 2


def targets(state: EclipseState, seat: int, origin: str) -> list[str]:
    """The sectors to which a disc may move from another one or the track.

    The sector that it leaves does not count as controlled for this move.
    """
    found = []
    for sector in state.sectors.values():
        if sector.disc != NOBODY or foreign(state, sector, seat):
            continue
        near = is_near(state, sector, seat, but=origin)
        if near or (state.rules.near_ships and seat in sector.ships):
            found.append(sector.id)
    return found


def can_move(state: EclipseState, seat: int) -> bool:
    """Whether a seat can move any disc."""
    return bool(own_sectors(state, seat)) or (state.players[seat].discs > 0 and bool(targets(state, seat, TRACK)))


class Influence(Ask[EclipseState], tag=True):
    """Ask from where a disc moves; `left` moves and `flips` of colony ships are left."""

    left: int = MOVES
    flips: int = free.MOST_FLIPS

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        options = [
            Option("done", T("Move no more discs"), ends=True),
            *self._from_track(state),
            *(
                Option(
                    sector.id,
                    T("The disc of {sector}", sector=sector_name(sector))
                    if targets(state, self.seat, sector.id)
                    else T("The disc of {sector}, back to your track", sector=sector_name(sector)),
                    lift_note(me, sector, to_track=not targets(state, self.seat, sector.id)),
                    sector_place(sector.id),
                )
                for sector in own_sectors(state, self.seat)
            ),
        ]
        options += free.options(state, self.seat, options, offers=True, flips=self.flips)
        text = TN(
            "Influence: {n} disc left to move. From where?", "Influence: {n} discs left to move. From where?", self.left
        )
        return Prompt(self.seat, "influence", text, options, detail=means_text(me))

    def _from_track(self, state: EclipseState) -> list[Option]:
        """Offer a disc of the track for each sector that it can go to; by the track alone where there is one."""
        me, found = state.players[self.seat], [state.sectors[id] for id in targets(state, self.seat, TRACK)]
        refusal = self._no_track(state)
        if refusal is not None or not found:
            return [Option(TRACK, T("A disc from your track"), None, track_place(INFLUENCE_TRACK), refusal)]
        several = len(found) > 1
        last = self.left > 1 or asks(state, self.seat, offers=True, flips=self.flips)
        options = [
            Option(
                f"{TRACK}-{one.id}" if several else TRACK,
                T("A disc from your track to {sector}", sector=sector_name(one)),
                control_note(me, one, spent=1),
                sector_place(one.id),
                last=last and not one.discovery,
            )
            for one in found
        ]
        former = Option(TRACK, T("A disc from your track"), None, track_place(INFLUENCE_TRACK), former=True)
        return [*options, former] if several else options

    def _no_track(self, state: EclipseState) -> Text | None:
        if not state.players[self.seat].discs:
            return T("There is no disc left on your track.")
        if not targets(state, self.seat, TRACK):
            return T("No sector without a disc and without ships of others is connected with a disc or ship of yours.")
        return None

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        pick = picks[0]
        again = Influence(self.seat, self.left, self.flips - (pick == free.FLIP))
        if beside(state, self.seat, pick, flow, again, offers=True, flips=self.flips):
            return
        origin, _, to = pick.partition("-")
        flow.then(Influenced(self.seat, self.left - 1, self.flips))
        if to:
            MoveDisc(self.seat, origin).take(state, [to], flow)
        else:
            flow.then(MoveDisc(self.seat, origin))


class MoveDisc(Ask[EclipseState], tag=True):
    """Ask where a disc goes."""

    origin: str

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        options = [
            Option(
                id,
                sector_name(state.sectors[id]),
                control_note(me, state.sectors[id], spent=int(self.origin == TRACK)),
                sector_place(id),
            )
            for id in targets(state, self.seat, self.origin)
            if id != self.origin
        ]
        if self.origin != TRACK:
            note = T("Upkeep {before} → {after} money.", before=upkeep(me), after=upkeep(me, -1))
            options.insert(0, Option(TRACK, T("Back to your track"), note, track_place(INFLUENCE_TRACK)))
        origin = track_place(INFLUENCE_TRACK) if self.origin == TRACK else sector_place(self.origin)
        return Prompt(self.seat, "influence-to", T("Where does the disc go?"), options, so_far=[origin])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        to, who = picks[0], player(self.seat)
        if self.origin != TRACK:
            flow.then(*lift_disc(state, state.sectors[self.origin]), *self._place(to))
            if to == TRACK:
                text = T("{who} takes the disc of {sector} back.", who=who, sector=self.origin)
            else:
                text = T("{who} moves a disc from {sector} to {to}.", who=who, sector=self.origin, to=to)
        else:
            flow.then(*self._place(to))
            text = T("{who} takes control of {sector}.", who=who, sector=sector_name(state.sectors[to]))
        flow.tell("influence", text, seat=self.seat)

    def _place(self, to: str) -> list[SetDisc]:
        return [] if to == TRACK else [SetDisc(self.seat, to)]


class Influenced(Act[EclipseState], tag=True):
    """Ask for the next move, or end the action where there is none left."""

    seat: int
    left: int = MOVES
    flips: int = free.MOST_FLIPS

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        if self.left and can_move(state, self.seat):
            flow.then(Influence(self.seat, self.left, self.flips))
        else:
            flow.then(Finish(self.seat, offers=True, flips=self.flips))
