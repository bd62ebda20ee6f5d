"""Federation tokens, and structures that join a federation by standing next to it."""

from __future__ import annotations

from rules.gaia import goods
from rules.gaia.components import FEDERATIONS
from rules.gaia.galaxy import galaxy
from rules.gaia.state import GaiaState, OwnToken
from rules.gaia.steps.basics import gain
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import T, Text, name, player


def gain_token(state: GaiaState, seat: int, token: str, flow: Flow[GaiaState]) -> list[Step[GaiaState]]:
    """Give a player a federation token, which has left its stack already, and all that it shows."""
    me = state.players[seat]
    me.tokens.append(OwnToken(token, FEDERATIONS[token].green))
    points = goods.happened(state, me, "federation")
    flow.tell(
        "token",
        T("{who} gains “{token}” as a federation token.", who=player(seat), token=name(f"gaia.token.{token}")),
        seat=seat,
    )
    goods.tell_points(flow, seat, points)
    return gain(state, seat, FEDERATIONS[token].gain, "federation", flow)


def _left(token: str, left: int) -> Text:
    """How many of a token there are, and that it is grey where it is."""
    if FEDERATIONS[token].green:
        return T("{n} left", n=left)
    return T("{n} left. Grey: it cannot pay for level 5 or an advanced tile", n=left)


class ChooseToken(Ask[GaiaState], tag=True):
    """Ask for the token of the new federation."""

    def prompt(self, state: GaiaState) -> Prompt:
        options = [
            Option(
                token,
                name(f"gaia.token.{token}"),
                goods.warned(_left(token, left), state.players[self.seat], FEDERATIONS[token].gain),
                place=f"token:{token}",
                refusal=None if left else T("None is left."),
                last=bool(left) and state.acts(self.seat),
            )
            for token, left in state.supply.items()
        ]
        return Prompt(self.seat, "token", T("Which federation token do you take?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        state.supply[picks[0]] -= 1
        flow.then(*gain_token(state, self.seat, picks[0], flow))


class ScoreAgain(Ask[GaiaState], tag=True):
    """Ask which of the own tokens the Q.I.C. action scores again."""

    def prompt(self, state: GaiaState) -> Prompt:
        tokens = dict.fromkeys(own.token for own in state.players[self.seat].tokens)
        options = [Option(token, name(f"gaia.token.{token}"), place=f"token:{token}") for token in tokens]
        return Prompt(self.seat, "again", T("Which of your federation tokens do you score again?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        flow.then(*gain(state, self.seat, FEDERATIONS[picks[0]].gain, "action", flow))


def join_federation(state: GaiaState, seat: int, place: str) -> None:
    """Let a new structure or space station join a federation of its owner that it touches.

    What touched it and belonged to none joins with it.
    """
    me, sky = state.players[seat], galaxy(state)
    if not me.federated or place in me.federated:
        return
    inside = sky.bits(me.federated)
    own = sky.bits([*me.places(), *me.stations])
    group, grown = 0, sky.bits([place])
    while grown != group:
        group, grown = grown, grown | (sky.around(grown) & own & ~inside)
    if sky.around(group) & inside:
        me.federated = sorted({*me.federated, *sky.unbits(group)})
