"""A record in which a partner's bankruptcy ruins somebody who is done with the upkeep of ours already."""

from __future__ import annotations

import pytest

from rules.eclipse.components import MONEY, TRACKS
from rules.eclipse.economy import balance
from rules.eclipse.state import EclipseState, Rules
from rules.eclipse.steps.upkeep import Upkeep
from tests.follow.eclipse import Follower, Json
from tests.rules.eclipse.table import EclipseTable, add, make, table_of

SPECIES = ("terran-directorate", "terran-union", "hydran", "orion")
PLACE, SECTOR = "1B", "103"
WILD = 1
"""The square of the sector that is given up whose cube may return to any track."""


def ruinous(left: int, *, recorded: bool) -> tuple[EclipseState, EclipseTable]:
    """Seat 0 is bankrupt; its partner, seat 1, has so much money left, and 2 less when its own cube is back."""
    state = make(*SPECIES, rules=Rules(as_recorded=recorded, hold_fire=recorded))
    ruined, me = state.players[:2]
    for sector in state.sectors.values():
        if sector.disc == 0:
            sector.disc, sector.cubes = -1, []
    ruined.discs, ruined.actions = 0, {"build": 13}
    ruined.goods = dict.fromkeys(TRACKS, 0)
    ruined.partners, me.partners = [1], [0]
    sector = add(state, SECTOR, PLACE, disc=1)
    sector.cubes = [WILD]
    me.cubes = {"money": 8, "science": 9, "materials": 9}
    me.discs, me.colony, me.goods = 6, 0, {"money": 0, "science": 2, "materials": 0}
    me.goods[MONEY] = left - balance(me)
    assert me.goods[MONEY] >= 0
    return state, table_of(state, Upkeep())


def line(kind: str, **values: object) -> Json:
    return {"t": "d", "s": 1, "k": kind, **values}


@pytest.mark.parametrize("left", [0, -1])
def test_relief_from_a_partners_bankruptcy_is_taken_when_our_game_asks_for_it(left: int) -> None:
    state, table = ruinous(left, recorded=True)
    sector = state.sectors[SECTOR]
    at = [sector.q, sector.r]
    follower = Follower(
        [
            {"n": 4, "techs": []},
            line("cube_home", why="ambassador", a="money", o=list(TRACKS)),
            line("relief", a=["trade", ["science", "money"]]),
            line("relief", a=["disc", at]),
            line("cube_home", why=[at, WILD], a="materials", o=list(TRACKS)),
        ]
    )
    with follower.watched():
        follower.play(table.game, table.position)
    assert not any(follower.intents)
    me = state.players[1]
    assert (state.players[0].out, me.out, sector.disc) == (True, False, -1)
    assert (me.goods["science"], me.cubes["money"], me.cubes["materials"]) == (4, 9, 10)


def test_who_is_ruined_by_a_partners_bankruptcy_sells_and_gives_up_after_all() -> None:
    state, table = ruinous(0, recorded=False)
    assert not [seat for seat in table.waiting if seat != 1]
    table.play("money", seat=1)
    prompt = table.prompt()
    assert (prompt.kind, prompt.seat, balance(state.players[1])) == ("upkeep", 1, -2)
    assert table.refusal("done") == "You lack {n} money for the upkeep."
    table.play(f"trade science-money {SECTOR} materials", seat=1)
    assert not state.players[1].out
    assert state.players[1].goods[MONEY] >= 0
