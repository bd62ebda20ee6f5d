"""The harvester moves: for nothing, or from the control room."""

from __future__ import annotations

from rules.circadians import places
from rules.circadians.boards import Case, ways
from rules.circadians.gains import bonuses, gain
from rules.circadians.goods import words
from rules.circadians.means import Means, Sending
from rules.circadians.planet import CLOCKWISE, cache_open, hex_data, hex_names, step, token, walk
from rules.circadians.state import CircadiansState
from rules.circadians.texts import DIRECTION_NAMES
from rules.kernel.hexes import Hex
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow
from rules.kernel.text import TN, T, Text, player

STAY = "stay"


def move(state: CircadiansState, flow: Flow[CircadiansState], seat: int, direction: str) -> None:
    """Move one hex: take a token that lies there (R22), and what effects give for entering a hex."""
    me = state.players[seat]
    to = step(state, me.harvester, direction)
    assert to is not None
    me.harvester = to
    text = T("{who} moves the harvester: {direction}.", who=player(seat), direction=DIRECTION_NAMES[direction])
    flow.tell("move", text, seat=seat)
    found = token(state, to)
    if found is not None and found.token is not None:
        state.tokens.remove(to)
        gain(state, flow, seat, found.token)
    bonuses(state, flow, seat, "move")


def way_text(state: CircadiansState, way: Text, to: Hex | None) -> Text:
    """Say where a way leads and what a harvester finds there."""
    if to is None:
        return way
    data, at = hex_data(state, to), hex_names(state)[to]
    goods = words(data.harvest)
    if data.corner and cache_open(state):
        return T("{way} to {at}: gem cache, {vp} VP", way=way, at=at, vp=state.caches[data.corner])
    if data.corner:
        return T("{way} to {at}: {goods}, gem cache face down", way=way, at=at, goods=goods)
    if data.token is not None and to in state.tokens:
        return T("{way} to {at}: {goods}, and {token} at once", way=way, at=at, goods=goods, token=words(data.token))
    return T("{way} to {at}: {goods}", way=way, at=at, goods=goods)


def hex_note(state: CircadiansState, at: Hex | None) -> Text | None:
    """Say what a harvester finds on a hex."""
    if at is None:
        return None
    data = hex_data(state, at)
    if data.corner and cache_open(state):
        return T("Gem cache, {vp} VP", vp=state.caches[data.corner])
    harvest = words(data.harvest)
    if data.corner:
        return T("Gem cache, face down. Harvest {goods}", goods=harvest)
    if data.token is not None and at in state.tokens:
        return T("Take {token}. Harvest {goods}", token=words(data.token), goods=harvest)
    return T("Harvest {goods}", goods=harvest)


class FreeStep(Ask[CircadiansState], tag=True):
    """A free step to any neighbouring hex; `may` be declined."""

    may: bool

    def prompt(self, state: CircadiansState) -> Prompt:
        at = state.players[self.seat].harvester
        options = [
            Option(
                direction,
                way_text(state, DIRECTION_NAMES[direction], step(state, at, direction)),
                place=places.planet(step(state, at, direction)),
                refusal=None if step(state, at, direction) is not None else T("There is no hex there."),
            )
            for direction in CLOCKWISE
        ]
        if self.may:
            options.append(Option(STAY, T("Stay")))
        return Prompt(self.seat, "move", T("Where does your harvester move?"), options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        if picks[0] != STAY:
            move(state, flow, self.seat, picks[0])


class Steer(Ask[CircadiansState], tag=True):
    """The direction and number of steps from the control room; the price is paid already."""

    sending: Sending

    def prompt(self, state: CircadiansState) -> Prompt:
        case = Case(Means(state, self.seat), self.sending, state.players[self.seat].goods)
        at = state.players[self.seat].harvester
        options = []
        for direction, n in ways(case):
            to, way = walk(state, at, direction, n)[-1], DIRECTION_NAMES[direction]
            if n > 1:
                way = TN("{direction}, {n} hex", "{direction}, {n} hexes", n=n, direction=way)
            id = direction if n == 1 else f"{direction}-{n}"
            options.append(Option(id, way_text(state, way, to), place=places.planet(to)))
        text, so_far = T("Where does your harvester move?"), [places.value(self.sending.value)]
        return Prompt(self.seat, "direction", text, options, so_far=so_far)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        direction, _, n = picks[0].partition("-")
        for _ in range(int(n or 1)):
            move(state, flow, self.seat, direction)
