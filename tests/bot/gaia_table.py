"""A table of Gaia Project in the middle of round 1, where the seats begin with what a test wants."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

import msgspec

from bot.tables import Live, Played, Tables
from rules.gaia.state import GaiaState
from rules.kernel.steps import Flow
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, Clock, keys, person_in
from tests.rules.gaia.table import Prepared


class Afresh(Prepared):
    """A prepared game that can be replayed: each beginning has a state of its own."""

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[GaiaState]) -> GaiaState:
        super().begin(config, seats, flow)
        return deepcopy(self.prepared)


def tables_of(store: Store, clock: Clock, state: GaiaState, version: int = 1) -> Tables:
    """Open tables whose game of Gaia Project begins like this."""
    game = Afresh(state)
    game.info = msgspec.structs.replace(game.info, rules_version=version)  # type: ignore[misc]
    return Tables(store, {"gaia": game}, clock, keys().__next__)


async def sit_down(tables: Tables, number: int = 2) -> Live:
    """Start a table of Ann's with Ben (and Cem)."""
    info = await tables.lobby.create(1, 20, ANN, "gaia", {})
    for other in (BEN, CEM)[: number - 1]:
        await tables.lobby.join(info.id, other)
    return await tables.lobby.start(info.id, ANN)


async def play(tables: Tables, table_id: int, line: str) -> Played:
    """Let whoever is asked answer, word by word."""
    played: Played | None = None
    for word in line.split():
        live = await tables.game(table_id)
        played = await tables.answer(table_id, person_in(live, live.waiting[0]), [[word]])
    assert played is not None
    return played
