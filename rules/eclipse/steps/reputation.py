"""Reputation tiles: drawn after the battles of a sector, one may be kept, face down."""

from __future__ import annotations

from rules.eclipse.components import DRAWS
from rules.eclipse.economy import fits
from rules.eclipse.places import reputation_place
from rules.eclipse.state import EclipseState, Player
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, player

NONE = "none"


def draw_tiles(state: EclipseState, count: int, rng: Rng) -> list[int]:
    """Draw reputation tiles from the bag, as many as there are; sorted."""
    drawn: list[int] = []
    for _ in range(count):
        tiles = [value for value, left in state.reputation.items() for _ in range(left)]
        if tiles:
            value = rng.pick(tiles, "eclipse.reputation")
            state.reputation[value] -= 1
            drawn.append(value)
    return sorted(drawn)


def has_slot(me: Player) -> bool:
    """Whether one more reputation tile has a slot."""
    return fits(me, len(me.partners), len(me.reputation) + 1)


class DrawReputation(Act[EclipseState], tag=True):
    """Draw reputation tiles for a battle."""

    seat: int
    count: int

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        me = state.players[self.seat]
        me.drawn = draw_tiles(state, min(self.count, DRAWS["most"]), flow.rng)
        if not me.drawn:
            return
        flow.tell(
            "reputation",
            TN(
                "{who} draws {n} reputation tile.",
                "{who} draws {n} reputation tiles.",
                len(me.drawn),
                who=player(self.seat),
            ),
            seat=self.seat,
        )
        flow.tell(
            "reputation-drawn",
            T("You have drawn: {tiles}.", tiles=", ".join(map(str, me.drawn))),
            seat=self.seat,
            to=[self.seat],
        )
        flow.then(KeepReputation(self.seat))


class KeepReputation(Ask[EclipseState], tag=True):
    """Ask which of the tiles drawn is kept, and without a free slot which lesser one goes back for it."""

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        options: list[Option] = []
        for value in sorted(set(me.drawn), reverse=True):
            if has_slot(me):
                options.append(Option(str(value), T("Keep the tile of {n} VP", n=value), place=reputation_place(value)))
            else:
                options += [
                    Option(
                        f"{value}-for-{old}",
                        T("Keep {n} VP, and return {old} VP", n=value, old=old),
                        place=reputation_place(value, old),
                        # Nobody gives a better tile for a lesser one, or one that is not the least of theirs.
                        former=value <= old or old > min(me.reputation),
                    )
                    for old in sorted(set(me.reputation))
                ]
        options.append(Option(NONE, T("Keep none")))
        text = T("Which reputation tile do you keep? The others go back.")
        # Where no tile is better than one that is held, that is told, and not passed over.
        return Prompt(self.seat, "reputation", text, options, commits=True)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        me, who = state.players[self.seat], player(self.seat)
        back = list(me.drawn)
        me.drawn = []
        if picks == [NONE]:
            text = T("{who} keeps no reputation tile.", who=who)
        else:
            kept, _, old = picks[0].partition("-for-")
            back.remove(int(kept))
            tiles = [*me.reputation, int(kept)]
            if old:
                tiles.remove(int(old))
                back.append(int(old))
                text = T("{who} keeps a reputation tile and returns another one.", who=who)
            else:
                text = T("{who} keeps a reputation tile.", who=who)
            me.reputation = sorted(tiles)
        for value in back:
            state.reputation[value] = state.reputation.get(value, 0) + 1
        flow.tell("reputation", text, seat=self.seat)
