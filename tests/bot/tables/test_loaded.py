"""What was loaded for somebody who types an answer is used once, and not where the table has changed since."""

from __future__ import annotations

import pytest

from benchmarks.counts import counting
from bot.tables.core.data import fingerprint
from bot.tables.core.errors import Stale
from bot.tables.service import Tables
from rules.kernel.errors import RulesError
from storage.store import Store
from tests.at_table import Clock, answer, open_tables, person_in, started


async def test_what_was_loaded_is_answered_and_nothing_is_read_again(tables: Tables) -> None:
    live = await started(tables)
    loaded = await tables.answering.load(live.info.id)
    assert loaded.live == await tables.game(live.info.id)
    user = person_in(live, 0)
    with counting() as count:
        played = await tables.answer(live.info.id, user, [["3"]], live.revision, loaded=loaded)
    assert count.told()["transactions"] == 1
    assert played.live == await tables.game(live.info.id)
    assert played.panel == await tables.queries.panel(live.info.id, user, logged=False)


async def test_what_was_loaded_is_loaded_anew_where_another_process_was_faster(store: Store, clock: Clock) -> None:
    one, other = open_tables(store, clock), open_tables(store, clock)
    live = await started(one)
    table, user = live.info.id, person_in(live, 0)
    prompt = live.prompt_of(0)
    assert prompt is not None
    loaded = await one.answering.load(table)
    await answer(other, table, 1, "1")
    played = await one.answer(table, user, [["3"]], live.revision, fingerprint(prompt), loaded=loaded)
    assert not played.repeated
    assert played.after == live.revision + 2
    assert [one.kind for one in played.live.prompts] == ["use"]


@pytest.mark.parametrize(("picks", "repeated"), [("3", True), ("2", False)])
async def test_who_has_answered_elsewhere_since_it_was_loaded_answers_once(
    store: Store, clock: Clock, picks: str, repeated: bool
) -> None:
    one, other = open_tables(store, clock), open_tables(store, clock)
    live = await started(one)
    table, user = live.info.id, person_in(live, 0)
    prompt = live.prompt_of(0)
    assert prompt is not None
    loaded = await one.answering.load(table)
    await answer(other, table, 0, "3")
    asked = one.answer(table, user, [[picks]], live.revision, fingerprint(prompt), loaded=loaded)
    if repeated:
        assert (await asked).repeated
    else:
        with pytest.raises(Stale):
            await asked
    assert (await other.game(table)).revision == live.revision + 1


async def test_a_standing_answer_that_is_set_after_it_was_loaded_answers(store: Store, clock: Clock) -> None:
    one, other = open_tables(store, clock), open_tables(store, clock)
    live = await started(one)
    await answer(one, live.info.id, 1, "0")
    await answer(one, live.info.id, 0, "3")
    loaded = await one.answering.load(live.info.id)
    prompt = loaded.live.prompt_of(0)
    assert prompt is not None
    now = loaded.live.revision
    await other.policies.set(live.info.id, person_in(live, 1), "accept", "yes")
    played = await one.answer(live.info.id, person_in(live, 0), [["give"]], now, fingerprint(prompt), loaded=loaded)
    assert "accept" not in [one.kind for one in played.live.prompts]
    assert played.live == await one.game(live.info.id)
    assert played.live.prompts == (await other.game(live.info.id)).prompts


async def test_a_refused_line_leaves_what_others_look_at_as_it_was(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    before = await answer(tables, live.info.id, 0, "3")
    loaded = await tables.answering.load(live.info.id)
    lines = [["keep"], ["nothing of the kind"]]
    with pytest.raises(RulesError):
        await tables.answer(live.info.id, person_in(live, 0), lines, loaded.live.revision, loaded=loaded)
    assert await tables.game(live.info.id) == before
    assert before.view(0) == (await tables.game(live.info.id)).view(0)
