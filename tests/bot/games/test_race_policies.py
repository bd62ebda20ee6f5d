"""Each policy of Race at a table of the service, on both databases."""

from __future__ import annotations

import pytest

from bot.tables.service import Tables
from storage import log
from storage.store import Store
from tests.at_table import ANN, BEN, Clock, keys, person_in
from tests.rules.race.table import GAME, RaceTable, table_of

ELEVEN = (
    "expedition_force colony_ship spice_world comet_zone drop_ships lost_species_ark_world rebel_homeworld "
    "galactic_trendsetters tourist_world mining_league alien_robotic_factory"
)


@pytest.mark.parametrize(
    ("key", "value", "table", "actions", "picks"),
    [
        ("explore", "dearest", table_of(["old_earth", "new_sparta"]), ("explore_5", "develop"), None),
        (
            "hand_limit",
            "dearest",
            table_of(["old_earth", "new_sparta"], [ELEVEN, ""]),
            ("consume_trade", "produce"),
            ["expedition_force"],
        ),
        (
            "nothing_payable",
            "pass",
            table_of(["old_earth", "new_sparta"], ["lost_species_ark_world drop_ships", "comet_zone spice_world"]),
            ("settle", "settle"),
            ["pass"],
        ),
        (
            "consume",
            "most_points",
            table_of(
                ["new_sparta galactic_trendsetters public_works gem_world", "new_sparta"], goods=["gem_world", ""]
            ),
            ("produce", "consume_trade"),
            ["galactic_trendsetters"],
        ),
        (
            "produce",
            "alike",
            table_of(["old_earth radioactive_world destroyed_world", "new_sparta"]),
            ("produce", "produce"),
            ["radioactive_world"],
        ),
    ],
    ids=["explore", "hand_limit", "nothing_payable", "consume", "produce"],
)
async def test_a_standing_answer_is_given_at_the_table(  # noqa: PLR0917
    store: Store,
    clock: Clock,
    key: str,
    value: str,
    table: RaceTable,
    actions: tuple[str, str],
    picks: list[str] | None,
) -> None:
    tables = Tables(store, {"race": GAME}, clock, keys().__next__)
    info = await tables.lobby.create(1, 20, ANN, "race")
    await tables.lobby.join(info.id, BEN)
    live = await tables.lobby.start(info.id, ANN)
    async with store.writing() as session:  # as if it had been played so far
        await log.put_snapshot(session, info.id, live.revision, GAME.encode(table.position))
    await tables.policies.set(info.id, person_in(live, 0), key, value)
    for seat, action in reversed(list(enumerate(actions))):
        await tables.answer(info.id, person_in(live, seat), [[action]])
    async with store.reading() as session:
        rows = await log.rows(session, info.id)
    given = [list(row.picks) for row in rows if row.by == "policy"]
    assert {row.seat for row in rows if row.by == "policy"} == {0}
    assert picks is None or given[0] == picks
    private = [event for one in await tables.events(info.id, 0) for event in one.events if event.kind == "policy"]
    public = [event for one in await tables.events(info.id, 1) for event in one.events if "utomatic" in event.text.id]
    assert private or public
    if key in {"explore", "hand_limit", "nothing_payable"}:
        assert not public
