"""Rules that change under running games: the same result, another one, a game that cannot be read; both databases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import pytest

from bot.tables.core.data import Person
from bot.tables.core.errors import HistoryClosed, NoSuchTurn, Stuck
from bot.tables.core.events import encode_events
from bot.tables.service import Tables
from bot.tables.upgrades import _matches
from rules.kernel.errors import RulesError
from rules.kernel.game import Game, GameInfo, Outcome, Position
from rules.kernel.prompt import Prompt
from rules.kernel.record import Record, replay
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.steps import Event, Flow
from rules.kernel.text import T
from rules.race.game import RaceGame
from rules.race.state import RaceState
from storage import log
from storage.schema import LogRow
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, Clock, answer, keys, open_tables, person_in, play_to_the_end, started
from tests.toy import Accept, Bid, Drop, End, Round, Sort, ToyGame, ToyState, ToyStep, Use


def _version(number: int) -> GameInfo:
    return msgspec.structs.replace(ToyGame.info, rules_version=number)


class Reworded(ToyGame):
    """Another version with no other rule."""

    info: ClassVar[GameInfo] = _version(2)


class Poorer(ToyGame):
    """Everybody begins with four coins: what was bid before may be more than that, and the rest differs."""

    info: ClassVar[GameInfo] = _version(2)

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[ToyState]) -> ToyState:
        return msgspec.structs.replace(super().begin(config, seats, flow), coins=[4] * seats)


class WiderState(ToyState, kw_only=True):
    """A state with a part that the snapshots of before lack."""

    jokers: list[int]


class Wider(ToyGame):
    """The state has a new part, and the rest is as before."""

    info: ClassVar[GameInfo] = _version(2)
    position_type = Position[WiderState, ToyStep]

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[ToyState]) -> ToyState:
        state = super().begin(config, seats, flow)
        return WiderState(**msgspec.structs.asdict(state), jokers=[0] * seats)


class WiderAndPoorer(Wider):
    """The state has a new part, and the game would have gone another way."""

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[ToyState]) -> ToyState:
        flow.tell("jokers", T("Nobody has a joker."))  # whatever chance brings, the log tells something else
        return super().begin(config, seats, flow)


class Keep(Use, tag="Use"):
    """Lots cannot be given away any more, so nothing is asked."""

    def prompt(self, state: ToyState) -> Prompt:
        prompt = super().prompt(state)
        return msgspec.structs.replace(prompt, options=[prompt.option("keep")])


class NoGifts(ToyGame):
    """Another version, in which a lot is always kept."""

    info: ClassVar[GameInfo] = _version(2)
    position_type = Position[ToyState, Round | Bid | Keep | Accept | Sort | Drop | End]


class Mended(ToyGame):
    """A later version that reads the old games again."""

    info: ClassVar[GameInfo] = _version(3)


def under(store: Store, clock: Clock, game: Game[Any, Any]) -> Tables:
    """Start the bot's tables anew, with these rules."""
    return Tables(store, {game.info.key: game}, clock, keys().__next__)


async def _two_turns(store: Store, clock: Clock) -> int:
    tables = open_tables(store, clock)
    live = await started(tables, BEN, CEM, length="long")
    table_id = live.info.id
    for seat, picks in ((0, "5"), (1, "0"), (2, "0"), (0, "keep"), (1, "coin"), (2, "")):
        await answer(tables, table_id, seat, *picks.split())
    await answer(tables, table_id, 0, "0")
    await _drain(tables, clock)
    return table_id


async def _drain(tables: Tables, clock: Clock) -> list[str]:
    kinds = []
    while batch := (await tables.outbox.claim(clock.now)).messages:
        for message in batch:
            kinds.append(message.kind)
            await tables.outbox.sent([message.id], clock.now)
    return kinds


async def test_where_a_replay_leads_to_the_same_position_the_game_just_goes_on(store: Store, clock: Clock) -> None:
    table_id = await _two_turns(store, clock)
    before = await open_tables(store, clock).game(table_id)
    tables = under(store, clock, Reworded())
    await tables.upgrades.run()
    live = await tables.game(table_id)
    assert live.view(0) == before.view(0)
    assert (await tables.history.at(table_id, ANN.user_id, 0)).first == 0
    assert (await tables.undo(table_id, person_in(live, 0))).answers == 1
    assert await _drain(tables, clock) == ["table"]  # what is taken back was still sealed
    async with tables._unit.reading() as session:
        assert (await tables._unit.find(session, table_id)).table.rules_version == 2
        assert await log.base(session, table_id) is None


@pytest.mark.parametrize("lazily", [False, True])
async def test_where_a_rule_has_changed_the_game_goes_on_from_where_it_stands(
    store: Store, clock: Clock, lazily: bool
) -> None:
    table_id = await _two_turns(store, clock)
    before = await open_tables(store, clock).game(table_id)
    tables = under(store, clock, Poorer())
    if not lazily:
        await tables.upgrades.run()
    live = await tables.game(table_id)
    assert live.view(0) == before.view(0)
    assert live.waiting == before.waiting
    assert await _drain(tables, clock) == ["rules"]
    assert (await tables.events(table_id, None))[-1].kind == "rules"

    # Undo, history and rewind begin here.
    assert await tables.undoable(table_id, person_in(live, 0)) is None
    with pytest.raises(RulesError):
        await tables.undo(table_id, person_in(live, 0))
    past = await tables.history.at(table_id, ANN.user_id)
    assert (past.number, past.first, past.last) == (7, 7, 7)
    assert past.live.view(0) == before.view(0)
    for call in (tables.history.at(table_id, ANN.user_id, 6), tables.rewinds.ask(table_id, ANN.user_id, 7)):
        with pytest.raises(NoSuchTurn):
            await call

    # What is played from here on can be taken back, gone back to and looked at.
    await answer(tables, table_id, 1, "3")
    assert (await tables.undo(table_id, person_in(live, 1))).answers == 1
    for seat, picks in ((1, "3"), (2, "0"), (1, "keep")):
        await answer(tables, table_id, seat, picks)
    assert (await tables.history.at(table_id, ANN.user_id, 8)).last == 10
    vote = await tables.rewinds.ask(table_id, person_in(live, 0), 9)
    assert vote is not None
    for seat in vote.missing:
        await tables.rewinds.answer(table_id, person_in(live, seat), vote.revision, agree=True)
    assert (await tables.game(table_id)).waiting == (2,)
    again = under(store, clock, Poorer())
    await again.upgrades.run()
    assert (await again.history.turns(table_id)).last == 8


async def test_a_game_whose_rules_changed_is_exported_so_that_it_can_be_played_again(
    store: Store, clock: Clock
) -> None:
    table_id = await _two_turns(store, clock)
    tables = under(store, clock, Poorer())
    live = await play_to_the_end(tables, table_id)
    record = msgspec.json.decode(await tables.export(table_id), type=Record)
    assert record.rules_version == 2
    assert len(record.earlier) == 7
    position, _ = replay(Poorer(), record)
    assert Poorer().standings(position) == live.standings


async def test_a_second_change_of_the_rules_begins_at_the_first_ones_base(store: Store, clock: Clock) -> None:
    table_id = await _two_turns(store, clock)
    await under(store, clock, Poorer()).upgrades.run()
    tables = under(store, clock, Mended())
    await answer(tables, table_id, 1, "3")
    turns = await tables.history.turns(table_id)
    assert (turns.first, turns.last) == (7, 8)
    assert await _drain(tables, clock) == ["rules", "table"]


async def test_a_state_with_a_new_part_is_made_anew_by_a_replay_that_tells_the_same(store: Store, clock: Clock) -> None:
    table_id = await _two_turns(store, clock)
    before = await open_tables(store, clock).game(table_id)
    tables = under(store, clock, Wider())
    live = await tables.game(table_id)
    assert live.view(0).coins == before.view(0).coins
    assert live.view(0).jokers == [0, 0, 0]
    assert await _drain(tables, clock) == []
    await answer(tables, table_id, 1, "3")


async def test_a_game_that_cannot_be_read_waits_and_goes_on_under_rules_that_can(store: Store, clock: Clock) -> None:
    table_id = await _two_turns(store, clock)
    before = await open_tables(store, clock).game(table_id)
    broken = under(store, clock, WiderAndPoorer())
    await broken.upgrades.run()
    user = person_in(before, 1)
    for call in (
        broken.game(table_id),
        broken.answer(table_id, user, [["3"]]),
        broken.undo(table_id, user),
        broken.undoable(table_id, user),
        broken.history.at(table_id, user),
        broken.rewinds.ask(table_id, user, 1),
    ):
        with pytest.raises(Stuck):
            await call
    (waiting,) = await broken.waiting_for(user)
    assert waiting.task == Stuck().text
    assert await _drain(broken, clock) == ["stuck"]
    again = under(store, clock, WiderAndPoorer())
    await again.upgrades.run()
    with pytest.raises(Stuck):
        await again.game(table_id)
    assert await _drain(again, clock) == []  # told once

    mended = under(store, clock, Mended())
    live = await mended.game(table_id)
    assert live.view(1) == before.view(1)
    await answer(mended, table_id, 1, "3")
    assert await _drain(mended, clock) == ["table"]


async def test_a_snapshot_that_is_broken_under_the_same_rules_says_so_too(store: Store, clock: Clock) -> None:
    table_id = await _two_turns(store, clock)
    tables = open_tables(store, clock)
    async with store.writing() as session:
        await log.put_snapshot(session, table_id, 1, b"nonsense")
    with pytest.raises(Stuck):
        await tables.game(table_id)
    with pytest.raises(Stuck):
        await tables.answer(table_id, ANN.user_id, [["1"]])


async def test_a_finished_game_of_other_rules_is_not_shown_wrongly(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    live = await play_to_the_end(tables, (await started(tables)).info.id)
    table_id = live.info.id
    assert (await under(store, clock, Reworded()).history.at(table_id, ANN.user_id, 1)).number == 1
    with pytest.raises(HistoryClosed):
        await under(store, clock, Poorer()).history.at(table_id, ANN.user_id, 1)
    exported = msgspec.json.decode(await under(store, clock, Poorer()).export(table_id), type=Record)
    assert exported.rules_version == 1


@pytest.mark.parametrize("lazily", [False, True])
async def test_what_changed_rules_leave_one_answer_to_is_taken_at_the_first_look(
    store: Store, clock: Clock, lazily: bool
) -> None:
    tables = open_tables(store, clock)
    table_id = (await started(tables, BEN, CEM, length="long")).info.id
    await tables.seat_robot(table_id, 1, on=True)
    await answer(tables, table_id, 0, "5")
    await answer(tables, table_id, 2, "0")
    live = await tables.game(table_id)
    assert live.waiting == (0,)
    assert live.prompt_of(0).kind == "use"  # type: ignore[union-attr]
    points = live.view(0).points[0]
    await _drain(tables, clock)

    tables = under(store, clock, NoGifts())
    if not lazily:
        await tables.upgrades.run()
    live = await tables.game(table_id)
    assert live.view(0).points[0] > points
    assert 0 not in live.waiting or live.prompt_of(0).kind != "use"  # type: ignore[union-attr]
    assert 1 not in live.waiting  # the robot has answered what was asked of it then
    info = await tables.lobby.info(table_id)
    assert [one.seat for one in info.waiting] == list(live.waiting)
    told = [event.text.id for one in await tables.events(table_id, None) for event in one.events]
    assert told.index("{who} keeps it.") > told.index(next(one for one in told if one.startswith("The rules of this")))
    assert sorted(await _drain(tables, clock)) == ["notice"] * len(live.waiting) + ["rules"]
    await play_to_the_end(tables, table_id)


async def test_a_vote_does_not_outlive_a_change_of_the_rules(store: Store, clock: Clock) -> None:
    table_id = await _two_turns(store, clock)
    tables = open_tables(store, clock)
    live = await tables.game(table_id)
    assert await tables.rewinds.ask(table_id, person_in(live, 0), 1) is not None
    changed = under(store, clock, Poorer())
    await changed.upgrades.run()
    assert await changed.rewinds.vote(table_id) is None


class LongerRace(RaceGame):
    """Race with more victory points to play for."""

    info: ClassVar[GameInfo] = msgspec.structs.replace(RaceGame.info, rules_version=RaceGame.info.rules_version + 1)

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[RaceState]) -> RaceState:
        state = super().begin(config, seats, flow)
        state.pool += 5
        return state


async def test_a_changed_rule_of_race_leaves_a_running_game_as_it_stands(store: Store, clock: Clock) -> None:
    chance = Rng("ab" * 16)
    tables = Tables(store, {"race": RaceGame()}, clock, keys().__next__)
    info = await tables.lobby.create(1, 20, ANN, "race", {})
    await tables.lobby.join(info.id, BEN)
    live = await tables.lobby.start(info.id, Person(ANN.user_id, ANN.name))

    async def play_on(tables: Tables, live: Any, most: int) -> Any:
        for _ in range(most):
            if live.over:
                break
            seat = live.waiting[0]
            prompt = live.prompt_of(seat)
            live = (await tables.answer(info.id, person_in(live, seat), [choose(None, prompt, chance)])).live
        return live

    live = await play_on(tables, live, 25)
    pool = live.view(None).pool
    changed = Tables(store, {"race": LongerRace()}, clock, keys().__next__)
    after = await changed.game(info.id)
    assert after.view(0) == live.view(0)
    assert after.view(None).pool == pool
    assert (await changed.history.at(info.id, ANN.user_id)).first == 25
    after = await play_on(changed, after, 5)
    past = await changed.history.at(info.id, ANN.user_id, 25)
    assert past.live.view(None) == live.view(None)
    assert (await changed.history.at(info.id, ANN.user_id, 30)).live.view(1) == after.view(1)


def test_what_the_table_itself_has_told_before_an_answer_does_not_count_in_the_comparison() -> None:
    def row(*events: Event) -> LogRow:
        return LogRow(table_id=1, sequence=0, revision=1, at=Clock().now, kind="answer", events=encode_events(events))

    late, keeps, gives = (Event("x", T("{who} {does}", who="Ann", does=does)) for does in ("late", "keeps", "gives"))
    assert _matches(row(late, keeps), Outcome([keeps], barrier=False))
    assert _matches(row(late), Outcome([], barrier=False))
    for other in (row(keeps, late), row(late, gives), row()):
        assert not _matches(other, Outcome([keeps], barrier=False))
