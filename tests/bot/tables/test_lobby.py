"""Lobby, seats, invitations, options, handing over and ending, on both databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.core.data import Person, Preferences
from bot.tables.core.errors import (
    AlreadyInvited,
    AlreadyRunning,
    AlreadySeated,
    BadPreference,
    BadRecord,
    BotPlayer,
    ChannelTaken,
    GameOver,
    MayNotInvite,
    NoTableHere,
    NotOwner,
    NotRunning,
    NotSeated,
    NotYourSeat,
    SetupFixed,
    TableError,
    TableFull,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
)
from bot.tables.core.names import letter_of
from bot.tables.service import Tables
from rules.kernel.errors import BadSetup
from rules.kernel.text import T
from storage.store import Store
from tests.at_table import ANN, BEN, BOSS, CEM, DOT, EVE, ROBOT, Clock, answer, open_tables, person_in, started


async def test_a_new_table_has_its_creator_in_the_first_seat(tables: Tables, clock: Clock) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy", {"length": "long"})
    assert (info.phase, info.owner_id, info.options) == ("lobby", ANN.user_id, {"length": "long"})
    assert [(player.seat, player.user_id, player.name) for player in info.players] == [(0, 101, "Ann")]
    assert info.created_at == clock.now
    assert await tables.lobby.of_channel(20) == info
    assert await tables.lobby.info(info.id) == info


async def test_a_table_is_not_opened_with_what_is_not_there(tables: Tables) -> None:
    with pytest.raises(UnknownGame):
        await tables.lobby.create(1, 20, ANN, "chess")
    with pytest.raises(UnknownOption):
        await tables.lobby.create(1, 20, ANN, "toy", {"length": "endless"})
    with pytest.raises(UnknownOption):
        await tables.lobby.create(1, 20, ANN, "toy", {"colour": "red"})
    with pytest.raises(BotPlayer):
        await tables.lobby.create(1, 20, ROBOT, "toy")
    with pytest.raises(NoTableHere):
        await tables.lobby.of_channel(20)


async def test_a_channel_has_one_live_table(tables: Tables) -> None:
    opened = await asyncio.gather(
        *(tables.lobby.create(1, 20, person, "toy") for person in (ANN, BEN, CEM)), return_exceptions=True
    )
    refused = [one for one in opened if isinstance(one, BaseException)]
    assert [type(one) for one in refused] == [ChannelTaken] * 2
    assert len(await tables.lobby.of_guild(1)) == 1
    await tables.lobby.create(1, 21, ANN, "toy")
    assert [info.channel_id for info in await tables.lobby.of_guild(1)] == [20, 21]
    assert await tables.lobby.of_guild(2) == []


async def test_seats_are_taken_until_the_table_is_full(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    for person in (BEN, CEM):
        await tables.lobby.join(info.id, person)
    with pytest.raises(AlreadySeated):
        await tables.lobby.join(info.id, BEN)
    with pytest.raises(BotPlayer):
        await tables.lobby.join(info.id, ROBOT)
    last = await asyncio.gather(*(tables.lobby.join(info.id, one) for one in (DOT, EVE)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in last) == ["TableFull", "TableInfo"]
    with pytest.raises(TableFull):
        await tables.lobby.invite(info.id, ANN, BOSS)
    assert len((await tables.lobby.info(info.id)).players) == 4


async def test_leaving_hands_the_table_on_and_the_last_one_closes_it(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    await tables.lobby.join(info.id, BEN)
    with pytest.raises(NotSeated):
        await tables.lobby.leave(info.id, CEM)
    info = await tables.lobby.leave(info.id, ANN)
    assert info.owner_id == BEN.user_id
    assert [(player.seat, player.user_id) for player in info.players] == [(0, BEN.user_id)]
    info = await tables.lobby.leave(info.id, BEN)
    assert info.phase == "abandoned"
    with pytest.raises(GameOver):
        await tables.lobby.join(info.id, CEM)
    await tables.lobby.create(1, 20, CEM, "toy")


async def test_those_at_the_table_invite_and_the_guest_joins(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    with pytest.raises(MayNotInvite):
        await tables.lobby.invite(info.id, CEM, DOT)
    with pytest.raises(BotPlayer):
        await tables.lobby.invite(info.id, ANN, ROBOT)
    with pytest.raises(AlreadySeated):
        await tables.lobby.invite(info.id, BOSS, ANN)
    once = await tables.lobby.invite(info.id, ANN, BEN)
    with pytest.raises(AlreadyInvited):
        await tables.lobby.invite(info.id, BOSS, BEN)
    assert once.invited == (BEN.user_id,)
    assert (await tables.lobby.join(info.id, BEN)).invited == ()
    assert (await tables.lobby.invite(info.id, BEN, CEM)).invited == (CEM.user_id,)


async def test_only_the_owner_and_managers_choose_options(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    await tables.lobby.join(info.id, BEN)
    with pytest.raises(NotOwner):
        await tables.lobby.configure(info.id, BEN, "length", "long")
    assert (await tables.lobby.configure(info.id, ANN, "length", "long")).options == {"length": "long"}
    assert (await tables.lobby.configure(info.id, BOSS, "length", "short")).options == {"length": "short"}
    with pytest.raises(UnknownOption):
        await tables.lobby.configure(info.id, ANN, "length", "endless")


async def test_a_start_needs_its_owner_and_enough_players(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy", {"length": "duel"})
    with pytest.raises(BadSetup):
        await tables.lobby.start(info.id, ANN)
    for person in (BEN, CEM):
        await tables.lobby.join(info.id, person)
    with pytest.raises(NotOwner):
        await tables.lobby.start(info.id, BEN)
    with pytest.raises(BadSetup):  # a duel of three
        await tables.lobby.start(info.id, ANN)
    assert (await tables.lobby.info(info.id)).phase == "lobby"
    await tables.lobby.configure(info.id, ANN, "length", "short")
    live = await tables.lobby.start(info.id, BOSS)
    assert live.info.phase == "running"
    assert live.waiting == (0, 1, 2)
    for late in (
        tables.lobby.join(info.id, DOT),
        tables.lobby.leave(info.id, BEN),
        tables.lobby.invite(info.id, ANN, DOT),
        tables.lobby.start(info.id, ANN),
    ):
        with pytest.raises(AlreadyRunning):
            await late
    with pytest.raises(SetupFixed):
        await tables.lobby.configure(info.id, ANN, "length", "long")


async def test_two_starts_at_once_start_once(store: Store, clock: Clock) -> None:
    one, other = open_tables(store, clock), open_tables(store, clock)
    info = await one.lobby.create(1, 20, ANN, "toy")
    await one.lobby.join(info.id, BEN)
    done = await asyncio.gather(one.lobby.start(info.id, ANN), other.lobby.start(info.id, ANN), return_exceptions=True)
    assert sorted(type(result).__name__ for result in done) == ["AlreadyRunning", "Live"]
    assert len(await one.events(info.id, None)) == 1


async def test_seats_are_given_out_at_random_by_the_key_of_the_game(tables: Tables) -> None:
    orders = set()
    for channel in range(12):
        live = await started(tables, BEN, CEM, channel=channel)
        assert sorted(player.user_id for player in live.info.players) == [101, 102, 103]
        assert [player.seat for player in live.info.players] == [0, 1, 2]
        orders.add(tuple(player.user_id for player in live.info.players))
    assert len(orders) > 2


async def test_a_seat_is_handed_over_by_who_sits_there_or_who_manages(tables: Tables, clock: Clock) -> None:
    lobby = await tables.lobby.create(1, 30, ANN, "toy")
    with pytest.raises(NotRunning):
        await tables.lobby.replace(lobby.id, ANN, 0, DOT)
    live = await started(tables, BEN, CEM)
    table_id, ben = live.info.id, live.seat_of(BEN.user_id)
    assert ben is not None
    with pytest.raises(NotYourSeat):
        await tables.lobby.replace(table_id, CEM, ben, DOT)
    with pytest.raises(AlreadySeated):
        await tables.lobby.replace(table_id, BEN, ben, CEM)
    with pytest.raises(BotPlayer):
        await tables.lobby.replace(table_id, BEN, ben, ROBOT)
    with pytest.raises(UnknownPlayer):
        await tables.lobby.replace(table_id, ANN, 9, DOT)
    clock.move(hours=1)
    info = await tables.lobby.replace(table_id, BEN, ben, DOT)
    assert info.seat_of(DOT.user_id) == ben
    assert info.seat_of(BEN.user_id) is None
    assert info.players[ben].since == clock.now
    with pytest.raises(NotSeated):
        await tables.answer(table_id, BEN.user_id, [["1"]])
    await tables.answer(table_id, DOT.user_id, [["1"]])
    assert (await tables.lobby.replace(table_id, BOSS, ben, EVE)).players[ben].since is None
    log = await tables.events(table_id, None)
    assert [entry.kind for entry in log] == ["start", "replace", "answer", "replace"]
    assert log[1].events[0].text.args["letter"] == letter_of(ben), "a channel reads which seat it is"


async def test_a_table_is_ended_by_its_owner_or_a_manager(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 0, "2")
    with pytest.raises(NotOwner):
        await tables.lobby.abandon(live.info.id, BEN)
    info = await tables.lobby.abandon(live.info.id, ANN)
    assert (info.phase, info.waiting) == ("abandoned", ())
    with pytest.raises(GameOver):
        await tables.lobby.abandon(live.info.id, ANN)
    with pytest.raises(GameOver):
        await tables.answer(live.info.id, person_in(live, 1), [["1"]])
    with pytest.raises(GameOver):
        await tables.lobby.replace(live.info.id, ANN, 0, CEM)
    assert await tables.waiting_for(ANN.user_id) == []
    assert await tables.export(live.info.id)
    with pytest.raises(NoTableHere):
        await tables.lobby.of_channel(live.info.channel_id)
    assert (await tables.lobby.of_channel(live.info.channel_id, ended=True)).id == live.info.id
    after = await tables.game(live.info.id)
    assert (after.waiting, after.prompts) == ((), ())


async def test_a_table_number_that_is_not_there_is_told_of(tables: Tables) -> None:
    for call in (
        tables.lobby.info(7),
        tables.lobby.join(7, ANN),
        tables.lobby.start(7, ANN),
        tables.lobby.abandon(7, ANN),
        tables.game(7),
        tables.events(7, None),
        tables.export(7),
        tables.undo(7, 1),
    ):
        with pytest.raises(NoTableHere):
            await call


async def test_a_person_is_renamed_on_one_server_and_forgotten_on_all(tables: Tables) -> None:
    here = (await started(tables, channel=20)).info
    there = await tables.lobby.create(2, 40, ANN, "toy")
    lobby = await tables.lobby.create(1, 21, BEN, "toy")
    await tables.lobby.invite(lobby.id, BEN, ANN)
    await tables.prefer(ANN.user_id, language="de")
    await tables.lobby.rename(1, ANN.user_id, "Anna")

    async def name(table_id: int) -> str:
        return next(one.name for one in (await tables.lobby.info(table_id)).players if one.user_id == ANN.user_id)

    assert (await name(here.id), await name(there.id)) == ("Anna", "Ann")
    await tables.forgetting.forget(ANN.user_id)
    assert ANN.user_id not in {one.user_id for one in (await tables.lobby.info(here.id)).players}
    assert (await tables.lobby.info(there.id)).phase == "abandoned"
    assert (await tables.lobby.info(lobby.id)).invited == ()
    assert await tables.preferences(ANN.user_id) == Preferences()


async def test_preferences_are_kept_one_by_one(tables: Tables) -> None:
    assert await tables.preferences(1) == Preferences("auto", "normal")
    await tables.prefer(1, language="de")
    await tables.prefer(1, picture="large")
    assert await tables.preferences(1) == Preferences("de", "large")
    with pytest.raises(BadPreference):
        await tables.prefer(1, language="tlh")
    with pytest.raises(BadPreference):
        await tables.prefer(1, picture="huge")
    assert await tables.preferences(1) == Preferences("de", "large")


async def test_the_message_of_a_table_is_remembered_by_kind(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    assert await tables.post(info.id, "table") is None
    await tables.remember_post(info.id, 20, 555, {"table": 1})
    await tables.remember_post(info.id, 20, 556, {"table": 2})
    post = await tables.post(info.id, "table")
    assert post is not None
    assert (post.message_id, post.revision) == (556, 2)
    assert await tables.post(info.id, "lobby") is None


async def test_ids_as_large_as_those_of_discord_are_kept(tables: Tables) -> None:
    huge = 2**63 - 1
    info = await tables.lobby.create(huge, huge - 1, Person(huge - 2, "Far"), "toy")
    assert (info.guild_id, info.channel_id, info.owner_id) == (huge, huge - 1, huge - 2)


def test_every_refusal_is_a_full_sentence() -> None:
    def below(kind: type[TableError]) -> list[type[TableError]]:
        return [kind, *(one for child in kind.__subclasses__() for one in below(child))]

    for kind in below(TableError)[1:]:
        code = kind.__init__.__code__
        count = code.co_argcount - 1 - len(kind.__init__.__defaults__ or ())
        chosen = dict.fromkeys(code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount], True)
        made: Any = kind
        given: Any = T("A reason.") if kind is BadRecord else "x"
        text = made(*[given] * count, **chosen).text.id
        assert text[0].isupper() or text[0] in "“{", text
        assert text.endswith((".", ":")), text  # buttons to do so may follow
