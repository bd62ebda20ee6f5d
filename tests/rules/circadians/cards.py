"""Tables at which a card of Orrery's set lies, and what it does there."""

from __future__ import annotations

from typing import Any

from rules.circadians.state import CircadiansState
from tests.rules.circadians.table import CircadiansTable, has, make, rich, table_of


def with_(id: str, *garages: int, seats: int = 2, **parts: Any) -> CircadiansState:
    """Seat 0 has plenty, dice to send, and the card: as event, character, item, or tile on garage 2."""
    state = make(seats)
    me = rich(state.players[0], *garages, **parts)
    if id.startswith("event"):
        state.event = id
    elif id.startswith("char"):
        me.character = id
    elif id.startswith("item"):
        me.played = [id]
    elif id.startswith("up"):
        me.upgrades[0] = id
    elif id.startswith("farm"):
        me.farms[0] = id
    else:
        state.clans[id.partition("-")[0]] = id
    return state


def play(state: CircadiansState, line: str) -> CircadiansTable:
    table = table_of(state)
    table.play(line)
    return table


def spent(state: CircadiansState, line: str) -> tuple[int, ...]:
    """What seat 0 has less after a line."""
    before = state.players[0].goods.amounts
    table = play(state, line)
    return tuple(a - b for a, b in zip(before, has(table), strict=True))
