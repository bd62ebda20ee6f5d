"""Going back by vote, on both databases."""

from __future__ import annotations

import msgspec
import pytest

from bot.commands.rewind import places_to_go
from bot.tables.core.data import Vote
from bot.tables.core.errors import (
    GameOver,
    NoSuchTurn,
    NothingToUndo,
    NotOwner,
    NotSeated,
    UnknownOption,
    VoteOpen,
    VoteOver,
)
from bot.tables.service import Tables
from rules.kernel.errors import RulesError
from rules.kernel.record import Record, replay
from tests.at_table import ANN, BEN, BOSS, CEM, DOT, EVE, Clock, answer, person_in, play_to_the_end, said, started
from tests.toy import ToyGame


async def _second_round(tables: Tables) -> int:
    """Play a round of three and bid in the next: two barriers and two draws lie behind."""
    live = await started(tables, BEN, CEM, length="long")
    table_id = live.info.id
    for seat, picks in ((0, "1"), (1, "0"), (2, "0"), (0, "keep"), (0, ""), (1, "coin"), (2, "")):
        live = await answer(tables, table_id, seat, *picks.split())
    return (await answer(tables, table_id, 0, "2")).info.id


async def _ask(tables: Tables, table_id: int, seat: int, number: int) -> Vote:
    live = await tables.game(table_id)
    vote = await tables.rewinds.ask(table_id, person_in(live, seat), number)
    assert vote is not None
    return vote


async def _say(tables: Tables, vote: Vote, seat: int, *, agree: bool = True) -> Vote | None:
    return await tables.rewinds.answer(vote.info.id, vote.info.players[seat].user_id, vote.revision, agree=agree)


async def test_the_table_goes_back_beyond_barriers_once_all_others_agree(tables: Tables, clock: Clock) -> None:
    table_id = await _second_round(tables)
    before = await tables.game(table_id)
    lot = before.view(None).lot
    vote = await _ask(tables, table_id, 1, 4)
    assert (vote.asked_by, vote.agreed, vote.missing) == (1, (1,), (0, 2))
    assert vote.turn is not None
    assert (vote.turn.number, vote.turn.seat, vote.turn.question.id) == (4, 0, "What do you do with the lot?")
    assert (vote.due_at - clock.now).total_seconds() == 24 * 3600
    vote_then = await _say(tables, vote, 0)
    assert vote_then is not None
    assert vote_then.missing == (2,)
    assert (await tables.game(table_id)).view(None).round == 2
    clock.move(hours=3)
    assert await _say(tables, vote, 2) is None
    live = await tables.game(table_id)
    assert live.waiting == (0,)
    assert live.info.players[0].since == clock.now
    assert (live.view(None).round, live.view(None).points) == (1, [0, 0, 0])
    # The same stream of chance: the second lot is worth what it was worth before.
    for seat, picks in ((0, "keep"), (0, ""), (1, "coin"), (2, "")):
        live = await answer(tables, table_id, seat, *picks.split())
    assert live.view(None).lot == lot
    assert live.view(1) == msgspec.structs.replace(before.view(1))


async def test_only_what_all_know_to_be_automatic_is_left_out_of_the_places_to_go(tables: Tables) -> None:
    """That a bid of nothing was a policy is its player's business: it might say that no coin is left."""
    live = await started(tables, BEN, CEM, length="long")
    table_id = live.info.id
    await tables.policies.set(table_id, person_in(live, 1), "bid", "0")
    await tables.policies.set(table_id, person_in(live, 0), "use", "keep")
    for seat, bid in ((0, "3"), (2, "0")):
        await answer(tables, table_id, seat, bid)
    turns = await tables.history.turns(table_id)
    assert [(turn.seat, turn.by) for turn in turns.turns] == [
        (1, "player"),
        (0, "player"),
        (2, "player"),
        (0, "policy"),
    ]
    assert [turn.first.number for turn in places_to_go(turns)] == [3, 2, 1]
    assert next(one.by for one in await tables.events(table_id, 1) if one.kind == "answer") == "policy"


async def test_what_was_taken_back_stays_in_the_log_and_the_rest_stands(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 4)
    for seat in (0, 2):
        await _say(tables, vote, seat)
    kinds = [one.kind for one in await tables.events(table_id, None)]
    assert kinds == ["start", "answer", "answer", "answer", "vote", "vote", "vote", "rewind"]
    whole = await tables.events(table_id, None, taken_back=True)
    assert sum(one.taken_back for one in whole) == 5
    assert [one.sequence for one in whole] == list(range(len(whole)))
    (agrees,), (last,) = (one.events for one in (await tables.events(table_id, None))[-2:])
    assert (agrees.text.id, agrees.seat) == ("{who} agrees to go back.", 2), "the last one, too"
    assert last.kind == "rewind"
    messages = [
        row for row in (await tables.outbox.claim(tables.history._unit.clock(), 100)).messages if row.kind == "rewind"
    ]
    assert [message.payload["call"] for message in messages] == [[0]]


async def test_one_refusal_ends_the_vote_and_the_game_stays(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 2)
    await _say(tables, vote, 0)
    assert await _say(tables, vote, 2, agree=False) is None
    with pytest.raises(VoteOver):
        await _say(tables, vote, 0)
    assert (await tables.game(table_id)).view(None).round == 2
    again = await _ask(tables, table_id, 0, 2)
    assert again.revision != vote.revision
    with pytest.raises(VoteOver):  # the buttons of the earlier vote
        await _say(tables, vote, 2)
    with pytest.raises(VoteOpen):
        await tables.rewinds.ask(table_id, person_in(await tables.game(table_id), 2), 1)
    assert await _say(tables, again, 0, agree=False) is None  # withdrawn
    event = (await tables.events(table_id, None))[-1].events[0]
    assert event.text.id == "{who} no longer wants to go back."


async def test_a_vote_ends_when_its_time_is_up(tables: Tables, clock: Clock) -> None:
    table_id = await _second_round(tables)
    await tables.rewinds.set_hours(table_id, ANN, 6)
    assert await tables.rewinds.next_due() is None
    vote = await _ask(tables, table_id, 1, 2)
    assert await tables.rewinds.next_due() == vote.due_at
    await _say(tables, vote, 0)
    clock.move(hours=5.9)
    await tables.rewinds.expire()
    assert await tables.rewinds.vote(table_id) is not None
    clock.move(hours=0.1)
    for _ in range(2):
        await tables.rewinds.expire()
    assert await tables.rewinds.vote(table_id) is None
    told = await tables.events(table_id, None)
    assert [one.events[0].text.id for one in told if one.kind == "vote"][-1].startswith("Not everybody agreed")
    assert sum("Not everybody" in one.events[0].text.id for one in told if one.events) == 1
    with pytest.raises(VoteOver):
        await _say(tables, vote, 2)


async def test_the_game_goes_on_and_what_is_played_meanwhile_is_taken_back_too(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 8)
    await answer(tables, table_id, 1, "1")
    live = await answer(tables, table_id, 2, "0")
    assert live.waiting == (0,)
    await tables.undoable(table_id, person_in(live, 0))
    for seat in (0, 2):
        await _say(tables, vote, seat)
    live = await tables.game(table_id)
    assert live.waiting == (0, 1, 2)
    assert live.prompt_of(1).answered is None  # type: ignore[union-attr]


async def test_what_is_undone_meanwhile_does_not_spoil_the_vote(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 8)
    live = await tables.game(table_id)
    await tables.undo(table_id, person_in(live, 0))
    await _say(tables, vote, 0)
    assert await _say(tables, vote, 2) is None
    assert (await tables.events(table_id, None))[-1].events[0].text.id.startswith("What the vote was about")
    assert (await tables.game(table_id)).waiting == (0, 1, 2)


async def test_whoever_takes_a_seat_over_must_agree_too(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 2)
    await _say(tables, vote, 0)
    await tables.lobby.replace(table_id, BOSS, 0, EVE)
    vote_then = await tables.rewinds.vote(table_id)
    assert vote_then is not None
    assert vote_then.missing == (0, 2)
    with pytest.raises(NotSeated):
        await _say(tables, vote, 0)
    await _say(tables, vote, 2)
    assert await tables.rewinds.answer(table_id, EVE.user_id, vote.revision, agree=True) is None
    assert (await tables.game(table_id)).view(None).round == 1


async def test_a_vote_is_counted_again_when_its_last_missing_voter_becomes_a_robot(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 4)
    await _say(tables, vote, 2)
    await tables.seat_robot(table_id, 0, on=True)
    assert await tables.rewinds.vote(table_id) is None
    kinds = [one.kind for one in await tables.events(table_id, None)]
    assert kinds[:8] == ["start", "answer", "answer", "answer", "vote", "vote", "robot", "rewind"]
    rows = [row.kind for row in await said(tables)]
    assert rows[rows.index("replace") :][:2] == ["replace", "rewind"]
    assert (await tables.game(table_id)).view(None).round == 1


async def test_a_robot_plays_on_from_the_turn_that_the_table_goes_back_to(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 4)
    await _say(tables, vote, 2)
    await tables.seat_robot(table_id, 0, on=True)
    live = await play_to_the_end(tables, table_id)
    assert live.info.players[0].robot


async def test_a_vote_is_counted_again_when_its_last_missing_voter_has_left_the_server(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 4)
    await _say(tables, vote, 2)
    live = await tables.game(table_id)
    for _ in range(2):
        await tables.members.note(table_id, person_in(live, 0), gone=True)
    assert await tables.rewinds.vote(table_id) is None
    assert (await tables.game(table_id)).waiting == (0,)
    again = await _ask(tables, table_id, 1, 2)
    assert again.missing == (2,)
    await tables.members.note(table_id, person_in(live, 0), gone=False)
    ballots = sorted((row for row in await said(tables) if row.kind == "ballot"), key=lambda row: row.id)
    assert [row.payload["seat"] for row in ballots] == [0, 2, 2, 0]
    counted = await tables.rewinds.vote(table_id)
    assert counted is not None
    assert counted.missing == (0, 2)


async def test_a_vote_whose_asker_has_left_the_table_goes_on_with_the_others(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 4)
    await _say(tables, vote, 2)
    await tables.lobby.replace(table_id, BOSS, 1, EVE)
    counted = await tables.rewinds.vote(table_id)
    assert counted is not None
    assert (counted.asked_by, counted.agreed, counted.missing) == (None, (2,), (0, 1))
    await tables.seat_robot(table_id, 0, on=True)
    assert await tables.rewinds.vote(table_id) is not None
    await tables.seat_robot(table_id, 1, on=True)
    assert await tables.rewinds.vote(table_id) is None


async def test_a_robot_takes_the_seat_though_the_vote_cannot_be_carried_out(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 4)
    await _say(tables, vote, 2)

    def fail(*_: object) -> None:
        raise NothingToUndo

    monkeypatch.setattr("bot.tables.core.answers.go_back", fail)
    await tables.seat_robot(table_id, 0, on=True)
    assert await tables.rewinds.vote(table_id) is None
    told = (await tables.events(table_id, None))[-1]
    assert (told.kind, told.events[0].text) == ("vote", NothingToUndo().text)
    assert (await tables.game(table_id)).view(None).round == 2


async def test_nobody_takes_back_alone_what_the_table_has_gone_back_to(tables: Tables) -> None:
    """Everybody has seen what came after it."""
    live = await started(tables, length="long")
    table_id = live.info.id
    for seat, picks in ((0, "1"), (1, "0"), (0, "give"), (1, "yes")):
        await answer(tables, table_id, seat, picks)
    await answer(tables, table_id, 0, "coin")
    vote = await _ask(tables, table_id, 1, 4)
    await _say(tables, vote, 0)
    live = await tables.game(table_id)
    assert live.waiting == (1,)
    assert await tables.undoable(table_id, person_in(live, 0)) is None
    with pytest.raises(RulesError):
        await tables.undo(table_id, person_in(live, 0))
    live = await answer(tables, table_id, 1, "no")
    await tables.undo(table_id, person_in(live, 1))
    further = await _ask(tables, table_id, 0, 1)
    await _say(tables, further, 1)
    assert (await tables.game(table_id)).waiting == (0, 1)


async def test_an_old_panel_does_not_answer_what_the_table_went_back_to(tables: Tables) -> None:
    from bot.tables.core.data import fingerprint
    from bot.tables.core.errors import Stale

    live = await started(tables)
    table_id = live.info.id
    shown = live.prompt_of(0)
    assert shown is not None
    for seat, picks in ((0, "1"), (1, "0"), (0, "keep")):
        await answer(tables, table_id, seat, picks)
    vote = await _ask(tables, table_id, 0, 1)
    await _say(tables, vote, 1)
    with pytest.raises(Stale):
        await tables.answer(table_id, person_in(live, 0), [["1"]], live.revision, fingerprint(shown))
    assert (await tables.game(table_id)).waiting == (0, 1)


async def test_only_people_at_a_running_table_ask_and_only_for_turns_that_stand(tables: Tables) -> None:
    table_id = await _second_round(tables)
    live = await tables.game(table_id)
    with pytest.raises(NotSeated):
        await tables.rewinds.ask(table_id, DOT.user_id, 1)
    for number in (0, 9, -1, 10**9):
        with pytest.raises(NoSuchTurn):
            await tables.rewinds.ask(table_id, person_in(live, 0), number)
    with pytest.raises(NotOwner):
        await tables.rewinds.set_hours(table_id, BEN, 6)
    with pytest.raises(UnknownOption):
        await tables.rewinds.set_hours(table_id, ANN, 5)
    vote = await _ask(tables, table_id, 1, 2)
    await play_to_the_end(tables, table_id)
    with pytest.raises(GameOver):
        await _say(tables, vote, 0)
    with pytest.raises(GameOver):
        await tables.rewinds.ask(table_id, person_in(live, 0), 1)
    await tables.rewinds.expire()
    assert await tables.rewinds.vote(table_id) is None


async def test_a_game_that_went_back_is_exported_as_it_was_played_in_the_end(tables: Tables) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 3)
    for seat in (0, 2):
        await _say(tables, vote, seat)
    live = await play_to_the_end(tables, table_id)
    record = msgspec.json.decode(await tables.export(table_id), type=Record)
    position, _ = replay(ToyGame(), record)
    assert ToyGame().standings(position) == live.standings


@pytest.mark.parametrize("place", ["storage.log.take_back", "storage.log.put_snapshot", "storage.outbox.put"])
async def test_a_failure_while_the_table_goes_back_leaves_nothing_of_it(
    tables: Tables, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await _second_round(tables)
    vote = await _ask(tables, table_id, 1, 2)
    await _say(tables, vote, 0)
    before = await tables.events(table_id, None, taken_back=True)

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the process dies here")

    with monkeypatch.context() as broken:
        broken.setattr(place, fail)
        with pytest.raises(RuntimeError):
            await _say(tables, vote, 2)
    assert await tables.events(table_id, None, taken_back=True) == before
    assert await _say(tables, vote, 2) is None
    assert (await tables.game(table_id)).view(None).round == 1


async def test_the_trouble_of_one_vote_holds_up_no_other(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first = await _second_round(tables)
    await _ask(tables, first, 1, 4)
    once = tables.rewinds._expire_once

    async def fail(table_id: int) -> None:
        if table_id == first:
            raise ZeroDivisionError
        await once(table_id)

    monkeypatch.setattr(tables.rewinds, "_expire_once", fail)
    clock.move(hours=25)
    await tables.rewinds.expire()
    assert "could not be ended" in caplog.text
    assert await tables.rewinds.vote(first) is not None
