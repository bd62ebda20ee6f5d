"""A table of Gaia Project in the middle of round 1, where the seats begin with what a test wants."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.tables.core.data import Live, Played
from bot.tables.service import Tables
from rules.gaia.game import GaiaGame
from rules.gaia.state import GaiaState
from rules.gaia.steps.rounds import CleanUp
from rules.gaia.steps.turn import NextTurn
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, Clock, keys, person_in
from tests.table import begun_with


def beginning(state: GaiaState, *, asked: bool = True) -> GaiaGame:
    """Give the game that begins with the next turn of a state; everybody is `asked` whether to charge power."""
    game = begun_with(GaiaGame(), state, NextTurn(), CleanUp())
    if asked:
        game.table_settings = _nothing  # type: ignore[method-assign]
    return game


def _nothing(options: Mapping[str, str]) -> Mapping[str, str]:
    del options
    return {}


def tables_of(store: Store, clock: Clock, state: GaiaState, version: int = 1) -> Tables:
    """Open tables whose game of Gaia Project begins like this."""
    game = beginning(state)
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
