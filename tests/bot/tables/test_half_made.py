"""A half-made turn is its player's alone: the others learn of it when it is done, and then of all of it, once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import msgspec
import pytest
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.answers import Run
from bot.tables.core.automatic import AutomaticRun, Given
from bot.tables.core.data import Live, fingerprint
from bot.tables.core.errors import Stale
from bot.tables.service import Tables
from rules.kernel.errors import NotAsked
from rules.kernel.game import Outcome
from rules.kernel.record import Answerer, Record
from storage import log
from storage.schema import LogRow
from storage.store import Store
from tests.at_table import ANN, Clock, person_in
from tests.bot.gaia_table import play, sit_down, tables_of
from tests.rules.gaia.table import neighbours

ONLOOKER = None


async def told(tables: Tables, table_id: int, seat: int | None, since: int = 0) -> list[str]:
    """The kinds of what a reader may know."""
    return [event.kind for one in await tables.events(table_id, seat, since) for event in one.events]


async def posted(tables: Tables, clock: Clock) -> list[str]:
    """The kinds of what waits to be posted at the table, taken out of the outbox."""
    rows = (await tables.outbox.claim(clock.now)).messages
    await tables.outbox.sent([row.id for row in rows], clock.now)
    return [row.kind for row in rows if row.kind != "notice"]


@pytest.fixture
async def far(store: Store, clock: Clock) -> Tables:
    """Two players who cannot charge power from each other."""
    return tables_of(store, clock, neighbours(near=False))


def whose(live: Live) -> tuple[int, int]:
    """The seat that must act, and the other one."""
    (seat,) = live.waiting
    return seat, 1 - seat


async def test_nobody_else_learns_of_a_turn_before_it_is_done(far: Tables, clock: Clock) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    acts, other = whose(live)
    await posted(far, clock)
    before = {seat: (live.view(seat), live.scores(seat)) for seat in (other, ONLOOKER)}
    known = {seat: await far.events(table_id, seat) for seat in (other, ONLOOKER)}
    asked = live.public_prompt_of(acts)

    for word in ("pw-o", "build", "1A6", "k-c"):
        played = await play(far, table_id, word)
        assert played.public == ()
        live = await far.game(table_id)
        assert live.half_made
        assert live == played.live
        assert await posted(far, clock) == []
        for seat in (other, ONLOOKER):
            assert (live.view(seat), live.scores(seat)) == before[seat]
            assert await far.events(table_id, seat) == known[seat]
        assert live.public_prompt_of(acts) == asked
        assert (await far.history.turns(table_id)).last == 0

    assert live.view(acts).players[acts].structures["1A6"] == "mine"
    assert (await told(far, table_id, acts))[-3:] == ["free", "build", "free"]

    since = live.revision
    done = await play(far, table_id, "done")
    live = done.live
    assert not live.half_made
    assert await posted(far, clock) == ["turn"]
    for seat in (acts, other, ONLOOKER):
        assert live.view(seat).players[acts].structures["1A6"] == "mine"
    # All of it is news since whatever was posted or read in the middle of the turn.
    assert await told(far, table_id, ONLOOKER, since) == ["free", "build", "free"]
    assert await told(far, table_id, other, since) == ["free", "build", "free"]
    assert (await far.history.turns(table_id)).last == 5


async def test_a_step_in_secret_wakes_nobody(far: Tables, clock: Clock) -> None:
    live = await sit_down(far)
    far.wakeup.clear()
    far.take_outbox_filled()
    await play(far, live.info.id, "pw-o")
    assert (await far.game(live.info.id)).half_made
    assert not far.wakeup.is_set()
    assert not far.outbox_filled


async def test_a_step_back_within_a_turn_is_nobody_elses_business(far: Tables, clock: Clock) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    acts, other = whose(live)
    await posted(far, clock)
    known = await told(far, table_id, other)
    await play(far, table_id, "pw-o build 1A6")
    undone = await far.undo(table_id, person_in(live, acts))
    assert undone.live.half_made
    assert "1A6" not in undone.live.view(acts).players[acts].structures
    await play(far, table_id, "1A6")
    undone = await far.undo(table_id, person_in(live, acts), all_steps=True)
    assert undone.answers == 3
    assert not undone.live.half_made
    assert undone.live.view(other) == live.view(other) == undone.live.view(acts)
    assert await posted(far, clock) == []
    assert await told(far, table_id, other) == known

    await play(far, table_id, "research nav done")
    assert await posted(far, clock) == ["turn"]
    assert (await told(far, table_id, other))[-1:] == ["research"]
    assert "undo" not in await told(far, table_id, other)
    assert "build" not in await told(far, table_id, other)


async def test_a_half_made_turn_outlives_a_restart(store: Store, clock: Clock) -> None:
    tables = tables_of(store, clock, neighbours(near=False))
    live = await sit_down(tables)
    acts, other = whose(live)
    await play(tables, live.info.id, "pw-o build")
    again = tables_of(store, clock, neighbours(near=False))
    after = await again.game(live.info.id)
    assert after.half_made
    assert after.view(other) == live.view(other)
    played = await play(again, live.info.id, "1A6 done")
    assert played.live.view(other).players[acts].structures["1A6"] == "mine"
    assert (await told(again, live.info.id, other))[-2:] == ["free", "build"]


async def test_what_another_must_answer_is_public_at_once(store: Store, clock: Clock) -> None:
    tables = tables_of(store, clock, neighbours())
    live = await sit_down(tables)
    acts, other = whose(live)
    await posted(tables, clock)
    played = await play(tables, live.info.id, "pw-o build 1A6")
    assert not played.live.half_made
    assert played.live.waiting == (other,)
    assert await posted(tables, clock) == ["turn"]
    assert (await told(tables, live.info.id, other))[-2:] == ["free", "build"]
    assert played.live.view(other).players[acts].structures["1A6"] == "mine"
    played = await play(tables, live.info.id, "charge")
    assert await posted(tables, clock) == ["turn"]
    public = played.live.view(ONLOOKER)
    played = await play(tables, live.info.id, "k-c")  # what comes after that is private again
    assert played.live.half_made
    assert played.live.view(ONLOOKER) == public


async def test_what_a_standing_answer_answers_is_told_with_the_turn_and_goes_with_it(
    store: Store, clock: Clock
) -> None:
    tables = tables_of(store, clock, neighbours())
    live = await sit_down(tables)
    acts, other = whose(live)
    await tables.policies.set(live.info.id, person_in(live, other), "charge_up_to", "1")
    await posted(tables, clock)
    before = (await tables.game(live.info.id)).view(other)
    played = await play(tables, live.info.id, "build 1A6")
    assert played.live.half_made
    assert played.live.view(acts).players[other].power == [3, 5, 0, 0]
    assert played.live.view(other) == before
    assert "charge" not in await told(tables, live.info.id, other)
    undone = await tables.undo(live.info.id, person_in(live, acts))
    assert undone.live.view(acts).players[other].power == [4, 4, 0, 0]
    await play(tables, live.info.id, "1A6 done")
    assert (await told(tables, live.info.id, other))[-2:] == ["build", "charge"]
    assert await posted(tables, clock) == ["turn"]


async def test_a_standing_answer_that_ends_the_turn_makes_it_public(far: Tables, clock: Clock) -> None:
    live = await sit_down(far)
    acts, other = whose(live)
    await play(far, live.info.id, "build 1A6")
    await posted(far, clock)
    await far.policies.set(live.info.id, person_in(live, acts), "end_of_turn", "done")
    after = await far.game(live.info.id)
    assert not after.half_made
    assert after.waiting == (other,)
    assert (await told(far, live.info.id, ONLOOKER))[-1] == "build"
    assert await posted(far, clock) == ["turn"]


async def test_a_robot_that_takes_the_seat_ends_the_half_made_turn_in_public(far: Tables) -> None:
    live = await sit_down(far)
    acts, other = whose(live)
    await play(far, live.info.id, "build 1A6")
    await far.seat_robot(live.info.id, acts, on=True)
    after = await far.game(live.info.id)
    assert not after.half_made
    assert after.waiting == (other,)
    assert "build" in await told(far, live.info.id, ONLOOKER)


async def test_going_back_by_vote_takes_a_half_made_turn_along_and_never_tells_it(far: Tables, clock: Clock) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    acts, other = whose(live)
    await play(far, table_id, "research nav done")
    turns = await far.history.turns(table_id)
    await play(far, table_id, "k-c")
    assert (await far.history.turns(table_id)).last == turns.last
    vote = await far.rewinds.ask(table_id, person_in(live, acts), 1)
    assert vote is not None
    await posted(far, clock)
    assert await far.rewinds.answer(table_id, person_in(live, other), vote.revision, agree=True) is None
    after = await far.game(table_id)
    assert not after.half_made
    assert after.waiting == (acts,)
    assert after.view(ONLOOKER) == live.view(ONLOOKER) == after.view(acts)
    assert "free" not in [
        event.kind for one in await far.events(table_id, ONLOOKER, taken_back=True) for event in one.events
    ]
    assert (await far.history.turns(table_id)).last == 0


async def test_changed_rules_make_a_half_made_turn_public(store: Store, clock: Clock) -> None:
    tables = tables_of(store, clock, neighbours(near=False))
    live = await sit_down(tables)
    await play(tables, live.info.id, "build 1A6")
    newer = tables_of(store, clock, neighbours(near=False), version=2)
    after = await newer.game(live.info.id)
    assert not after.half_made
    assert (await told(newer, live.info.id, ONLOOKER))[-1] == "build"


async def test_history_and_an_abandoned_table_show_no_half_made_turn(far: Tables) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    _, other = whose(live)
    await play(far, table_id, "research nav done")
    public = await far.game(table_id)
    await play(far, table_id, "k-c")
    past = await far.history.at(table_id, person_in(live, other))
    assert past.live.view(ONLOOKER) == public.view(ONLOOKER)
    assert past.number == past.last == 3
    await far.lobby.abandon(table_id, ANN)
    ended = await far.game(table_id)
    assert ended.view(ONLOOKER) == public.view(ONLOOKER)


async def test_a_failure_in_the_middle_of_a_turn_leaves_it_as_it_was(
    far: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await sit_down(far)
    acts, other = whose(live)
    await play(far, live.info.id, "k-c")
    before = await far.game(live.info.id)

    async def fail(*given: object, **named: object) -> None:
        raise RuntimeError

    for place in ("storage.log.put_snapshot", "storage.log.append", "storage.outbox.put"):
        with monkeypatch.context() as patch:
            patch.setattr(place, fail)
            with pytest.raises(RuntimeError):
                await far.answer(live.info.id, person_in(live, acts), [["research"], ["nav"], ["done"]])
        after = await far.game(live.info.id)
        assert after == before
        assert after.half_made
        assert after.view(other) == live.view(other)
    await play(far, live.info.id, "research nav done")
    assert (await told(far, live.info.id, other))[-2:] == ["free", "research"]


async def test_the_record_holds_the_steps_of_every_turn_in_order(far: Tables) -> None:
    live = await sit_down(far)
    await play(far, live.info.id, "pw-o research nav done")
    async with far._unit.reading() as session:
        stored = await far._unit.find(session, live.info.id)
        kept = await far._unit.history(session, stored)
    assert [row.picks for row in kept.rows if row.kind == "answer"] == [["pw-o"], ["research"], ["nav"], ["done"]]
    assert all(row.public is not None for row in kept.rows)


async def test_since_when_a_seat_is_asked_does_not_tell_that_its_turn_has_begun(far: Tables, clock: Clock) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    acts, other = whose(live)
    await far.clocks.configure(table_id, ANN, "clock", "hard")
    await far.clocks.configure(table_id, ANN, "clock_hours", "24")
    before = (await far.game(table_id)).info.players
    for line in ("pw-o", "build", "1A6"):
        clock.move(hours=1)
        await play(far, table_id, line)
    await far.undo(table_id, person_in(live, acts))
    assert (await far.game(table_id)).half_made
    assert (await far.game(table_id)).info.players == before
    await far.undo(table_id, person_in(live, acts), all_steps=True)
    assert (await far.game(table_id)).info.players == before
    done = await play(far, table_id, "research nav done")
    assert done.live.info.players[other].since == clock.now


async def test_who_is_overdue_is_back_with_the_first_step_of_a_turn(far: Tables, clock: Clock) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    acts, _ = whose(live)
    await far.clocks.configure(table_id, ANN, "clock", "soft")
    await far.clocks.configure(table_id, ANN, "clock_hours", "24")
    clock.move(hours=25)
    await far.clocks.expire()
    assert (await far.game(table_id)).info.players[acts].overdue
    played = await play(far, table_id, "pw-o")
    assert not played.live.info.players[acts].overdue
    assert played.live.info.players[acts].since == clock.now


async def test_what_a_seat_has_read_of_its_own_turn_is_no_news_to_it_when_the_turn_is_done(far: Tables) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    acts, other = whose(live)
    await play(far, table_id, "pw-o build 1A6")
    for seat in (acts, other):
        await far.history.read(table_id, person_in(live, seat))
    await play(far, table_id, "k-c done")
    news: dict[int, list[str]] = {}
    for seat in (acts, other):
        before = await far.history.read(table_id, person_in(live, seat))
        assert before is not None
        known = await far.events(table_id, seat)
        read = (before.revision, before.step)
        news[seat] = [event.kind for one in known if (one.revision, one.step) > read for event in one.events]
    assert news == {acts: ["free"], other: ["free", "build", "free"]}


async def until_the_other_has_begun(tables: Tables, line: str) -> tuple[Live, int, int, str]:
    """Let one player do a turn and the next begin theirs; gives the first, the next, and what the first was asked."""
    live = await sit_down(tables)
    first, then = whose(live)
    done = await play(tables, live.info.id, "research nav done")
    back = await tables.undoable(live.info.id, person_in(live, first))
    assert back is not None
    await play(tables, live.info.id, line)
    return done.live, first, then, back.question.id


async def test_what_somebody_has_begun_in_secret_bars_nobody_from_taking_back(far: Tables, clock: Clock) -> None:
    before, first, then, question = await until_the_other_has_begun(far, "k-c k-c")
    table_id = before.info.id
    assert (await far.game(table_id)).half_made
    assert (await far.game(table_id)).revision == before.revision
    back = await far.undoable(table_id, person_in(before, first))
    assert back is not None
    assert (back.question.id, back.steps) == (question, 3)
    await posted(far, clock)
    undone = await far.undo(table_id, person_in(before, first), only=back)
    assert (undone.answers, undone.live.waiting, undone.live.half_made) == (1, (first,), False)
    assert await posted(far, clock) == ["undo"]
    assert undone.live.view(then) == undone.live.view(ONLOOKER)
    assert undone.live.view(then).players[then] == before.view(then).players[then]

    news = {
        seat: [event for one in await far.events(table_id, seat, before.revision) for event in one.events]
        for seat in (first, then, ONLOOKER)
    }
    assert [event.kind for event in news[first]] == [event.kind for event in news[ONLOOKER]] == ["undo"]
    assert [event.kind for event in news[then]] == ["undo", "unmade"]
    why = news[then][-1].text
    assert why.args["n"] == 2
    everything = await far.events(table_id, ONLOOKER, taken_back=True)
    assert "free" not in [event.kind for one in everything for event in one.events]

    await play(far, table_id, "done")
    assert "free" not in await told(far, table_id, ONLOOKER)
    await play(far, table_id, "k-c research nav done")
    assert (await told(far, table_id, ONLOOKER))[-2:] == ["free", "research"]


async def test_an_old_panel_of_a_turn_that_went_back_with_anothers_step_does_nothing(far: Tables) -> None:
    before, first, then, _ = await until_the_other_has_begun(far, "k-c")
    table_id = before.info.id
    shown = await far.game(table_id)
    prompt = shown.prompt_of(then)
    assert prompt is not None
    await far.undo(table_id, person_in(before, first))
    with pytest.raises((Stale, NotAsked)):
        await far.answer(
            table_id, person_in(before, then), [["k-c"]], shown.revision, fingerprint(prompt), step=shown.step
        )
    await play(far, table_id, "done")
    for step in (0, shown.step):  # the same is asked again, and what was answered then stands no more
        with pytest.raises(Stale):
            await far.answer(
                table_id, person_in(before, then), [["k-c"]], shown.revision, fingerprint(prompt), step=step
            )


async def test_a_double_press_in_the_middle_of_a_turn_is_one_step(far: Tables) -> None:
    live = await sit_down(far)
    acts, _ = whose(live)
    table_id = live.info.id
    first = await play(far, table_id, "k-c")
    prompt = first.prompt
    assert prompt is not None
    again = [
        await far.answer(
            table_id, person_in(live, acts), [["k-c"]], first.live.revision, fingerprint(prompt), step=first.live.step
        )
        for _ in range(2)
    ]
    assert [one.repeated for one in again] == [False, True]
    assert again[1].live.view(acts).players[acts].knowledge == live.view(acts).players[acts].knowledge - 2
    with pytest.raises(Stale):
        await far.answer(
            table_id, person_in(live, acts), [["done"]], first.live.revision, fingerprint(prompt), step=first.live.step
        )


async def test_steps_in_secret_raise_no_revision_and_two_processes_do_not_lose_one(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = neighbours(near=False)
    tables, other_process = tables_of(store, clock, state), tables_of(store, clock, state)
    live = await sit_down(tables)
    first, then = whose(live)
    done = await play(tables, live.info.id, "research nav done")
    await play(tables, live.info.id, "k-c")
    assert (await tables.game(live.info.id)).revision == done.live.revision
    begun = other_process._unit.writing
    late = True

    @asynccontextmanager
    async def writing() -> AsyncIterator[AsyncSession]:
        nonlocal late
        if late:
            late = False
            await play(tables, live.info.id, "k-c")  # after the other process has looked, before it writes
        async with begun() as session:
            yield session

    monkeypatch.setattr(other_process._unit, "writing", writing)
    await other_process.undo(live.info.id, person_in(live, first))
    after = await tables.game(live.info.id)
    assert (after.waiting, after.half_made) == ((first,), False)
    rows = [row for row in await whole_log(tables, live.info.id) if row.seat == then and row.kind == "answer"]
    assert len(rows) == 2
    assert all(row.public is None and row.taken_back is not None for row in rows)


async def whole_log(tables: Tables, table_id: int) -> list[LogRow]:
    """Everything that is logged of a table, whoever may know of it."""
    async with tables._unit.reading() as session:
        return await log.rows(session, table_id)


async def test_the_record_of_a_table_that_was_ended_early_holds_no_half_made_turn(far: Tables) -> None:
    live = await sit_down(far)
    await play(far, live.info.id, "research nav done k-c")
    await far.lobby.abandon(live.info.id, ANN)
    record = msgspec.json.decode(await far.export(live.info.id), type=Record)
    assert [answer.picks for answer in record.answers] == [["research"], ["nav"], ["done"]]


async def test_an_answer_that_uses_up_anothers_plan_is_public_at_once(far: Tables) -> None:
    """Its list of plans would tell its player what has been begun."""
    live = await sit_down(far)
    acts, other = whose(live)
    run = Run(
        live._position,
        b"",
        asked_before=(acts,),
        waiting=(acts,),
        automatic_run=AutomaticRun(
            live._position, b"", (acts,), over=False, given=(given(live, other, Answerer.POLICY),)
        ),
    )
    assert run.half_made(acts)
    assert run.automatic_run is not None
    planned = replace(run, automatic_run=replace(run.automatic_run, given=(given(live, other, Answerer.PREMOVE),)))
    assert not planned.half_made(acts)
    assert not replace(run, asked_before=(acts, other)).half_made(acts)


def given(live: Live, seat: int, by: Answerer) -> Given:
    """An automatic answer that led to nothing."""
    return Given(seat, by, (), live.prompts[0], Outcome([], barrier=False))


async def planned(tables: Tables, live: Live, seat: int, line: str) -> None:
    """Plan the beginning of a seat's next turn, word by word."""
    await tables.drafts.keep(live.info.id, person_in(live, seat), turns=[[[word] for word in line.split()]])


@pytest.mark.parametrize("way", ["by hand", "by a standing answer"])
async def test_a_turn_that_a_plan_begins_is_told_once_it_is_done(far: Tables, clock: Clock, way: str) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    acts, other = whose(live)
    await planned(far, live, other, "k-c research nav")
    await play(far, table_id, "research nav")
    since = (await far.game(table_id)).revision
    await posted(far, clock)
    if way == "by hand":
        played = await play(far, table_id, "done")
        assert [event.kind for event in played.public] == []
        assert "free" not in [event.kind for event in played.events]
    else:
        await far.policies.set(table_id, person_in(live, acts), "end_of_turn", "done")

    begun = await far.game(table_id)
    assert begun.half_made
    assert begun.waiting == (other,)
    assert begun.revision > since
    assert begun.step == 1
    assert (await told(far, table_id, ONLOOKER))[-1:] == ["research"]
    for seat in (acts, ONLOOKER):
        assert "free" not in await told(far, table_id, seat)
        assert begun.view(seat).players[other] == live.view(seat).players[other]
        assert begun.view(seat).players[acts] != live.view(seat).players[acts]
    asked = begun.public_prompt_of(other)
    assert asked is not None
    assert asked.kind == "turn"
    assert {"free", "premove"} <= {*(await told(far, table_id, other))}
    assert await posted(far, clock) == ["turn"]
    assert (await far.history.turns(table_id)).last == 3

    await play(far, table_id, "done")
    assert not (await far.game(table_id)).half_made
    assert (await told(far, table_id, ONLOOKER))[-2:] == ["free", "research"]
    assert await posted(far, clock) == ["turn"]


async def test_a_turn_that_a_plan_has_begun_goes_with_the_end_of_the_one_before_and_is_planned_again(
    far: Tables, clock: Clock
) -> None:
    live = await sit_down(far)
    table_id = live.info.id
    acts, other = whose(live)
    await planned(far, live, other, "k-c research nav")
    await play(far, table_id, "research nav done")
    begun = await far.game(table_id)
    await posted(far, clock)
    back = await far.undo(table_id, person_in(live, acts))
    assert back.live.waiting == (acts,)
    assert not back.live.half_made
    assert await posted(far, clock) == ["undo"]
    assert "free" not in await told(far, table_id, ONLOOKER)
    assert "unmade" not in await told(far, table_id, other)
    (plan,) = (await far.plans.of(table_id, person_in(live, other))).plans
    assert len(plan.rest) == 2
    await play(far, table_id, "done")
    assert (await far.game(table_id)).view(other) == begun.view(other)

    for step in range(3):  # its player may take it back, and nobody learns of it
        undone = await far.undo(table_id, person_in(live, other))
        assert undone.live.waiting == (other,)
        assert undone.live.half_made == (step < 2)
        assert undone.live.view(ONLOOKER) == begun.view(ONLOOKER)
    assert undone.live.view(other) == begun.view(ONLOOKER)
    assert "free" not in await told(far, table_id, ONLOOKER)


async def test_a_turn_that_a_plan_begins_in_secret_outlives_a_restart(store: Store, clock: Clock) -> None:
    tables = tables_of(store, clock, neighbours(near=False))
    live = await sit_down(tables)
    _, other = whose(live)
    await planned(tables, live, other, "k-c")
    await play(tables, live.info.id, "research nav done")
    before = await tables.game(live.info.id)
    again = tables_of(store, clock, neighbours(near=False))
    after = await again.game(live.info.id)
    assert after.half_made
    for seat in (0, 1, ONLOOKER):
        assert after.view(seat) == before.view(seat)
    assert "free" not in await told(again, live.info.id, ONLOOKER)
