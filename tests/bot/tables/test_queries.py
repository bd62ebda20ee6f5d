"""What a notice tells is read at once; what stands against one table concerns no other, and nobody who wants none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.tables import queries
from bot.tables.core.data import Preferences, Undoable
from bot.tables.core.errors import OtherRules, Stuck
from bot.tables.preferences import Reach
from bot.tables.service import Tables
from rules.kernel.game import Position
from rules.kernel.text import T
from storage.schema import LogRow
from storage.store import Store
from tests.at_table import BOSS, Clock, answer, open_tables, person_in, started
from tests.bot.alike import turn
from tests.toy import ToyGame


def answered(sequence: int, seat: int, by: str = "player", asked: tuple[int, ...] = ()) -> LogRow:
    when = datetime(2026, 1, 1, tzinfo=UTC)
    return LogRow(
        table_id=1, sequence=sequence, revision=sequence, at=when, kind="answer", seat=seat, by=by, asked=list(asked)
    )


@pytest.mark.parametrize(
    ("rows", "offered"),
    [
        ([answered(1, 0)], True),
        ([answered(1, 0), answered(2, 1, "robot")], False),
        ([answered(1, 0), answered(2, 1, "policy")], True),
        ([answered(1, 0), answered(2, 0, "robot")], True),
        ([answered(0, 1, "robot"), answered(1, 0)], True),
        ([answered(1, 0, asked=(1,)), answered(2, 1, "robot")], True),
    ],
)
def test_a_panel_offers_no_way_back_from_what_a_robot_has_played_on_from(rows: list[LogRow], offered: bool) -> None:
    back = Undoable(0, 1, T("What?"), ("x",))
    assert (queries._offered(back, rows) is back) == offered
    assert queries._offered(None, rows) is None


def whoever(_: Reach) -> bool:
    return True


def nobody(_: Reach) -> bool:
    return False


async def test_tables_that_are_gone_or_not_played_any_more_are_left_out(tables: Tables) -> None:
    live = await started(tables)
    user = person_in(live, 0)
    ended = await started(tables, channel=21)
    lobby = await tables.lobby.create(1, 22, BOSS, "toy")
    closed = await tables.lobby.create(1, 23, BOSS, "toy")
    await tables.lobby.abandon(ended.info.id, BOSS)
    await tables.lobby.abandon(closed.id, BOSS)
    waits = [(live.info.id, 0), (ended.info.id, 0), (lobby.id, 0), (closed.id, 0), (999, 0), (live.info.id, 1)]
    reach, found = await tables.queries.notice(user, waits, whoever)
    assert reach == Reach(Preferences(), None, closed=False)
    assert found[2:5] == [None, None, None]
    assert found[0] == await turn(tables, live.info.id, user, 0)
    assert found[0] is not None
    assert found[0][0] == live
    assert found[1] is not None
    assert not found[1][0].waiting
    assert found[5] is not None


async def test_a_game_that_cannot_be_read_holds_up_only_whoever_wants_to_be_told_of_it(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = open_tables(store, clock)
    live = await started(tables)
    waits = [(live.info.id, 0)]
    with monkeypatch.context() as patched:
        tables._unit.positions.clear()
        patched.setattr("bot.tables.core.positions.read", _stuck)
        with pytest.raises(Stuck):
            await tables.queries.notice(person_in(live, 0), waits, whoever)
        assert (await tables.queries.notice(person_in(live, 0), waits, nobody))[1] == []
    with monkeypatch.context() as patched:

        async def elsewhere(_: int) -> None:
            raise OtherRules

        patched.setattr(tables.upgrades, "ensure", elsewhere)
        with pytest.raises(OtherRules):
            await tables.queries.notice(person_in(live, 0), waits, whoever)
        assert (await tables.queries.notice(person_in(live, 0), waits, nobody))[1] == []


def _stuck(_game: ToyGame, _data: bytes) -> Position[object, object]:
    raise Stuck


async def test_how_somebody_is_reached_is_what_they_have_set(tables: Tables) -> None:
    live = await started(tables)
    user = person_in(live, 0)
    await tables.prefer(user, notices="channel")
    await tables.people.note_closed(user, closed=True)
    await answer(tables, live.info.id, 0, "1")
    reach, _ = await tables.queries.notice(user, [], whoever)
    assert reach == await tables.people.reach(user)
    assert reach.closed
