"""Notices and reminders as people see them: where they come, what they say, that each comes once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.delivery.notifier import Notifier
from storage.errors import StoreAway
from storage.outbox import Message
from tests.bot.world import World, labels, open_world, reply, text_of


def sent(world: World, channel_id: int) -> list[dict[str, Any]]:
    """Every message that the bot has posted there, as it was sent."""
    path = f"/channels/{channel_id}/messages"
    return [dict(one.json or {}) for one in world.env.http_requests if one.method == "POST" and one.path == path]


def tried(world: World, person: MemberActor) -> int:
    """How often the bot has tried to write to a person."""
    return len(sent(world, person.user.dm_channel.id))


def mentioned(world: World) -> list[int]:
    """Everybody who was mentioned in the channel, in order."""
    return [
        int(user) for one in sent(world, world.channel.id) for user in one.get("allowed_mentions", {}).get("users", [])
    ]


def close_dms(world: World, person: MemberActor, code: int = 50007) -> None:
    path = f"/channels/{person.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=code, message="Cannot send messages to this user", times=None)


async def to_one(world: World) -> tuple[MemberActor, MemberActor]:
    """A table of two that waits for the first alone: both have been told of the bids, the second has bid."""
    first, second = await world.seated(2)
    await second.slash(world.channel, "play", move="0")
    return first, second


async def test_a_turn_is_told_once_in_person_with_all_that_is_to_know(world: World) -> None:
    first, second = await world.seated(2)
    for person in (first, second):
        (notice,) = world.dms(person)
        said = text_of(notice)
        assert "It is your turn" in said
        assert "**Auction** on Observatory" in said
        assert f"discord.com/channels/{world.guild.id}/{world.channel.id}" in said
        assert "Round 1" in said
        assert "Bid for the lot." in said
        assert "is up." in said
        assert "Play" in labels(notice)
    assert mentioned(world) == []
    await world.later(hours=1)
    assert tried(world, first) == 1


async def test_who_answers_right_now_is_not_told_of_the_next_question(world: World) -> None:
    first, second = await world.seated(2)
    await first.slash(world.channel, "play", move="3")
    await second.slash(world.channel, "play", move="0")
    assert len(world.dms(first)) == 2  # the lot is theirs now: a new turn, for the other has answered last
    await first.slash(world.channel, "play", move="give")
    assert len(world.dms(first)) == 2
    assert "offers you the lot" in text_of(world.dms(second)[-1])
    assert len(world.dms(second)) == 2


async def test_a_turn_taken_back_and_given_again_is_told_once(world: World) -> None:
    first, second = await world.seated(2)
    await first.slash(world.channel, "play", move="3")
    await second.slash(world.channel, "play", move="0")
    for _ in range(2):
        await first.slash(world.channel, "play", move="give")
        await first.slash(world.channel, "undo")
    assert len(world.dms(second)) == 2
    await world.later(hours=2)
    await first.slash(world.channel, "play", move="give")
    assert len(world.dms(second)) == 3


@pytest.mark.parametrize("wish", ["channel", "none"])
async def test_who_wants_it_otherwise_is_mentioned_in_the_channel_or_left_alone(world: World, wish: str) -> None:
    await world.tables.prefer(world.ada.id, notices=wish)
    await world.seated(2)
    assert mentioned(world) == ([world.ada.id] if wish == "channel" else [])
    assert tried(world, world.ada) == 0
    assert tried(world, world.ben) == 1
    await world.later(hours=25)
    assert mentioned(world) == ([world.ada.id] * 2 if wish == "channel" else [])
    assert tried(world, world.ada) == 0


async def test_a_whole_turn_is_played_from_the_direct_message(world: World) -> None:
    first, second = await to_one(world)
    (notice,) = world.dms(first)
    panel = reply(await first.user.click(notice, label="Play"))
    assert panel.ephemeral
    assert "Bid for the lot." in text_of(panel)
    panel = reply(await first.user.select(panel, ["2"]))
    assert "What do you do with the lot?" in text_of(panel)
    panel = reply(await first.user.click(panel, label="Keep it"))
    assert "Drop a coin?" in text_of(panel)
    panel = reply(await first.user.click(panel, label="Back to: What do you do with the lot?"))
    panel = reply(await first.user.click(panel, label="Keep it"))
    panel = reply(await first.user.click(panel, label="Pick none"))
    assert "Nothing is asked of you now." in text_of(panel)
    assert "Drop a coin?" in text_of(world.dms(second)[-1])
    assert len(world.dms(first)) == 1
    again = reply(await first.user.click(notice, label="Play"))  # an old button shows the present
    assert "Nothing is asked of you now." in text_of(again)


async def test_a_notice_that_is_out_of_date_before_it_is_sent_is_dropped(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.tables.prefer(world.ada.id, quiet_from=0, quiet_to=23 * 60 + 59)
    world.clock.by = timedelta(days=1) - (world.clock() - world.clock().replace(hour=12, minute=0))
    await world.seated(2)
    assert tried(world, world.ada) == 0
    await world.ada.slash(world.channel, "play", move="1")
    await world.later(hours=12)
    assert tried(world, world.ada) == 0
    assert tried(world, world.ben) == 1


async def test_a_notice_in_the_quiet_hours_comes_at_their_end(world: World) -> None:
    await world.tables.prefer(world.ada.id, quiet_from=6 * 60, quiet_to=18 * 60)
    world.clock.by = timedelta(days=1) - (world.clock() - world.clock().replace(hour=12, minute=0, second=0))
    await world.seated(2)
    assert tried(world, world.ada) == 0
    await world.later(hours=5, minutes=50)
    assert tried(world, world.ada) == 0
    await world.later(minutes=15)
    assert tried(world, world.ada) == 1
    assert "It is your turn" in text_of(world.dms(world.ada)[-1])


async def test_a_reminder_can_be_snoozed_and_muted(world: World) -> None:
    first, _ = await to_one(world)
    await world.later(hours=25)
    reminder = world.dms(first)[-1]
    assert "This table still waits for you" in text_of(reminder)
    said = text_of(await first.user.select(reminder, ["3"]))
    assert "I will remind you again: <t:" in said
    await world.later(hours=2)
    assert tried(world, first) == 2
    await world.later(hours=2)
    assert tried(world, first) == 3
    said = text_of(await first.user.click(world.dms(first)[-1], label="No more reminders"))
    assert "/me turns reminders on again" in said or "turns reminders on again" in said
    await world.later(weeks=3)
    assert tried(world, first) == 3
    await first.user.click(reply(await first.user.slash("me")), label="Turn reminders on")
    await world.later(minutes=1)
    assert tried(world, first) == 4


@pytest.mark.parametrize(
    ("zone", "at", "due"),
    [
        ("Pacific/Auckland", "2030-06-01 22:00", "2030-06-02 20:00"),  # ten in the morning there: tomorrow at eight
        ("Pacific/Auckland", "2030-06-01 18:00", "2030-06-01 20:00"),  # six in the morning there: today
        ("Pacific/Honolulu", "2030-06-02 07:00", "2030-06-02 18:00"),  # nine in the evening of the day before
    ],
)
async def test_snoozing_in_the_morning_goes_by_the_clock_where_the_person_is(
    world: World, zone: str, at: str, due: str
) -> None:
    now, morning = (datetime.fromisoformat(one).replace(tzinfo=UTC) for one in (at, due))
    await world.tables.prefer(world.ada.id, zone=zone)
    world.clock.by = now - timedelta(hours=25) - world.env.now()
    first, second = await world.seated(2)
    other = second if first.id == world.ada.id else first
    await other.slash(world.channel, "play", move="0")
    await world.later(hours=25)
    reminder = world.dms(world.ada)[-1]
    assert "This table still waits for you" in text_of(reminder)
    world.clock.by += now - world.clock()
    said = text_of(await world.ada.user.select(reminder, ["morning"]))
    assert f"I will remind you again: <t:{int(morning.timestamp())}:f>" in said
    before = tried(world, world.ada)
    await world.later(seconds=(morning - now).total_seconds() - 60)
    assert tried(world, world.ada) == before
    await world.later(minutes=2)
    assert tried(world, world.ada) == before + 1


async def test_several_waiting_tables_are_one_digest_with_a_button_each(world: World) -> None:
    await world.seated(2)
    other = world.guild.create_text_channel("second")
    await world.ada.slash(other, "table new", game="toy")
    await world.cleo.slash(other, "table join")
    await world.ada.slash(other, "table start")
    await world.later(minutes=1)
    before = tried(world, world.ada)
    await world.later(hours=25)
    assert tried(world, world.ada) == before + 1
    digest = world.dms(world.ada)[-1]
    assert "2 tables still wait for you" in text_of(digest)
    assert labels(digest)[:2] == ["Play 1: Auction", "Play 2: Auction"]
    panel = reply(await world.ada.user.click(digest, label="Play 2: Auction"))
    await world.ada.user.select(panel, ["1"])
    info = await world.tables.lobby.of_channel(other.id)
    assert info.players[info.seat_of(world.ada.id) or 0].since is None


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_messages_fall_back_to_one_mention_a_day_and_say_how_to_open_them(world: World, code: int) -> None:
    close_dms(world, world.ada, code)
    await world.seated(2)
    assert mentioned(world) == [world.ada.id]
    said = "\n".join(text_of(one) for one in world.posts())
    assert "I cannot write to you directly." in said
    assert "Bid for the lot." in said
    await world.ada.slash(world.channel, "play", move="3")
    await world.ben.slash(world.channel, "play", move="0")  # the next turn, or a part of it, on the same day
    assert mentioned(world) == [world.ada.id]
    assert tried(world, world.ada) == 1
    await world.later(hours=25)
    assert mentioned(world).count(world.ada.id) == 2
    assert tried(world, world.ada) == 2
    await world.later(hours=12)
    assert tried(world, world.ada) == 2


async def test_opened_messages_are_used_again_after_a_day(world: World) -> None:
    close_dms(world, world.ada)
    await world.seated(2)
    world.env.backend.faults.clear()
    await world.later(hours=25)
    assert "This table still waits for you" in text_of(world.dms(world.ada)[-1])
    assert mentioned(world) == [world.ada.id]


async def second_table(world: World, with_whom: MemberActor) -> int:
    """Start another table of Ada's, in a channel of its own; gives its number."""
    other = world.guild.create_text_channel("second")
    await world.ada.slash(other, "table new", game="toy")
    await with_whom.slash(other, "table join")
    await world.ada.slash(other, "table start")
    return (await world.tables.lobby.of_channel(other.id)).id


async def quiet_for_six_hours(world: World) -> None:
    """Ada wants to be left alone for now."""
    minute = world.clock().hour * 60 + world.clock().minute
    await world.tables.prefer(world.ada.id, quiet_from=minute, quiet_to=(minute + 6 * 60) % (24 * 60))


async def test_what_quiet_hours_held_back_comes_as_one_message(world: World) -> None:
    await quiet_for_six_hours(world)
    await world.seated(2)
    other = await second_table(world, world.cleo)
    assert tried(world, world.ada) == 0
    await world.later(hours=6, minutes=1)
    assert tried(world, world.ada) == 1
    said = text_of(world.dms(world.ada)[-1])
    assert "2 tables wait for you" in said
    assert said.count("Bid for the lot.") == said.count("Asked <t:") == 2
    assert labels(world.dms(world.ada)[-1]) == ["Play 1: Auction", "Play 2: Auction"]
    panel = reply(await world.ada.user.click(world.dms(world.ada)[-1], label="Play 2: Auction"))
    await world.ada.user.select(panel, ["1"])
    info = await world.tables.lobby.info(other)
    assert info.players[info.seat_of(world.ada.id) or 0].since is None
    await world.later(minutes=5)
    assert tried(world, world.ada) == 1


async def test_who_has_waited_longest_stands_first_in_a_digest_in_whatever_order_it_was_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = Notifier.send

    async def turned(notifier: Notifier, messages: Sequence[Message]) -> None:
        await send(notifier, messages[::-1])

    monkeypatch.setattr(Notifier, "send", turned)
    await quiet_for_six_hours(world)
    await world.seated(2)
    await world.later(minutes=5)
    other = await world.tables.lobby.info(await second_table(world, world.cleo))
    await world.later(hours=6, minutes=1)
    said = text_of(world.dms(world.ada)[-1])
    assert 0 < said.index(str(world.channel.id)) < said.index(str(other.channel_id))


async def test_a_digest_joins_a_vote_with_a_turn_and_leaves_out_what_is_over(world: World) -> None:
    await quiet_for_six_hours(world)
    first, second = await world.seated(2)
    await second_table(world, world.cleo)
    await first.slash(world.channel, "play", move="3")
    await second.slash(world.channel, "play", move="0")
    await first.slash(world.channel, "play", move="keep")
    await world.ben.slash(world.channel, "table rewind", turn="1")
    await world.later(hours=6, minutes=1)
    assert tried(world, world.ada) == 1
    digest = world.dms(world.ada)[-1]
    said = text_of(digest)
    assert "News from your tables" in said
    assert "Your vote is wanted" in said
    number = next(one for one in labels(digest) if one.endswith(": Go back"))
    await world.ada.user.click(digest, label=number)
    assert "was rolled back" in text_of(world.last)


async def test_a_digest_that_may_have_arrived_is_not_sent_again_nor_added_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await quiet_for_six_hours(world)
    await world.seated(2)
    await second_table(world, world.cleo)
    monkeypatch.setattr(world.tables.outbox, "sent", _away)
    world.expected = (StoreAway,)
    await world.later(hours=6, minutes=1)
    assert tried(world, world.ada) == 1
    monkeypatch.undo()
    await world.later(minutes=3)
    await world.later(minutes=3)
    assert [text_of(one) for one in world.dms(world.ada)] == [text_of(world.dms(world.ada)[0])]
    assert await world.tables.outbox.next_due() is None


async def _away(*_: Any) -> None:
    raise StoreAway("the disk is full")


async def test_a_digest_that_is_refused_for_a_while_is_sent_once_as_a_whole(world: World) -> None:
    await quiet_for_six_hours(world)
    await world.seated(2)
    await second_table(world, world.cleo)
    path = f"/channels/{world.ada.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=500, code=0, times=None)
    await world.later(hours=6, minutes=1)
    assert not world.dms(world.ada)
    world.env.backend.faults.clear()
    await world.later(minutes=2)
    (digest,) = world.dms(world.ada)
    assert "2 tables wait for you" in text_of(digest)


async def test_what_finds_no_room_in_a_digest_is_never_taken_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.letters.digest.ROOM", 3)
    await quiet_for_six_hours(world)
    await world.seated(2)
    await second_table(world, world.cleo)
    world.env.inject_error("POST", "/users/@me/channels", status=500, code=0, times=None)
    await world.later(hours=6, minutes=1)
    world.env.backend.faults.clear()
    await world.later(minutes=2)
    await world.later(minutes=2)
    assert len(world.dms(world.ada)) == 2
    told = sent(world, world.ada.user.dm_channel.id)
    assert len({one["nonce"] for one in told}) == len(told)  # Discord drops a second message of the same


async def test_a_digest_asks_once_for_a_vote_that_was_asked_for_twice(world: World) -> None:
    await quiet_for_six_hours(world)
    first, second, _ = await world.seated(3)
    for person, move in ((first, "3"), (second, "0"), (world.cleo, "0"), (first, "keep")):
        await person.slash(world.channel, "play", move=move)
    await world.ben.slash(world.channel, "table rewind", turn="1")
    info = await world.tables.lobby.of_channel(world.channel.id)
    for on in (True, False):  # asked for again, as she had no vote meanwhile
        await world.tables.robots.play_for(info.id, info.seat_of(world.ada.id) or 0, on=on)
    await world.later(hours=6, minutes=1)
    (digest,) = world.dms(world.ada)
    assert text_of(digest).count("Your vote is wanted") == 1
    assert sum(one.endswith("Go back") for one in labels(digest)) == 1


async def test_who_is_back_early_is_told_at_once_of_what_waited(world: World) -> None:
    await world.tables.prefer(world.ada.id, away_day=f"{world.clock() + timedelta(days=9):%Y-%m-%d}")
    await world.seated(2)
    await second_table(world, world.cleo)
    await world.later(hours=30)
    assert tried(world, world.ada) == 0
    await world.tables.prefer(world.ada.id, away_until=None)
    await world.later(seconds=1)
    (digest,) = world.dms(world.ada)
    assert "2 tables wait for you" in text_of(digest)


async def test_whose_messages_are_closed_is_mentioned_at_each_table_of_a_digest(world: World) -> None:
    await quiet_for_six_hours(world)
    await world.seated(2)
    other = await second_table(world, world.cleo)
    close_dms(world, world.ada)
    await world.later(hours=6, minutes=1)
    assert tried(world, world.ada) == 1
    assert mentioned(world) == [world.ada.id]
    there = (await world.tables.lobby.info(other)).channel_id
    assert [one["allowed_mentions"]["users"] for one in sent(world, there)[-1:]] == [[world.ada.id]]


async def test_a_second_message_within_a_minute_waits_for_its_end_and_takes_along_what_comes(world: World) -> None:
    await world.seated(2)
    assert tried(world, world.ada) == 1
    await second_table(world, world.cleo)
    assert tried(world, world.ada) == 1
    await world.later(seconds=40)
    third = world.guild.create_text_channel("third")
    await world.ada.slash(third, "table new", game="toy")
    await world.dora.slash(third, "table join")
    await world.ada.slash(third, "table start")
    assert tried(world, world.ada) == 1
    assert [tried(world, one) for one in (world.ben, world.cleo, world.dora)] == [1, 1, 1]
    await world.later(seconds=21)
    assert tried(world, world.ada) == 2
    assert "2 tables wait for you" in text_of(world.dms(world.ada)[-1])
    await world.restart()
    await world.later(minutes=5)
    assert tried(world, world.ada) == 2


@pytest.mark.parametrize(("status", "code"), [(429, 40003), (400, 40003), (403, 40003), (500, 0)])
async def test_what_discord_will_take_later_is_sent_later(world: World, status: int, code: int) -> None:
    if status == 429:
        status = 400  # the library itself waits out a plain 429
    path = f"/channels/{world.ada.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=code, times=1)
    await world.seated(2)
    await world.later(minutes=5)
    (notice,) = world.dms(world.ada)
    assert "It is your turn" in text_of(notice)
    assert mentioned(world) == []


async def test_after_many_refusals_nobody_is_written_to_for_a_while(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.notifier.MAX_REFUSED", 1)
    close_dms(world, world.ada)
    close_dms(world, world.ben)
    await world.seated(2)
    assert tried(world, world.ada) + tried(world, world.ben) == 1
    await world.later(minutes=15)
    assert tried(world, world.ada) + tried(world, world.ben) == 2


async def test_a_restart_sends_what_is_due_once(world: World) -> None:
    first, _ = await to_one(world)
    await world.later(minutes=1)
    world.clock.by += timedelta(weeks=4)
    await world.restart()
    world.tables.wakeup.set()
    await world.env.settle()
    assert tried(world, first) == 2
    await world.restart()
    world.tables.wakeup.set()
    await world.env.settle()
    assert tried(world, first) == 2


async def test_a_crash_between_sending_and_noting_it_does_not_double_a_message(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await to_one(world)
    await world.later(minutes=1)

    async def lost(*_: object, **__: object) -> None:
        raise OSError("the process ends here")

    with monkeypatch.context() as crashed:
        crashed.setattr(world.tables.outbox, "sent", lost)
        crashed.setattr(world.tables.outbox, "failed", lost)
        await world.later(hours=24)
    await world.restart()
    await world.later(minutes=3)
    nonces = {one["nonce"] for one in sent(world, first.user.dm_channel.id)}
    assert len(nonces) == 2  # that of the notice, and one of the reminder, for Discord to drop a second copy by
    assert all(one["enforce_nonce"] for one in sent(world, first.user.dm_channel.id))


async def test_the_bot_wakes_at_the_earliest_time_that_something_is_due(world: World) -> None:
    await world.seated(2)
    due = await world.tables.reminders.next_due()
    assert due is not None
    job = world.bot.scheduler._scheduler.get_job("due")
    assert job is not None
    ahead = world.clock() - datetime.now(UTC)  # of the clock of the machine, by which the bot is woken
    assert abs(job.next_run_time - (due - ahead)) < timedelta(seconds=5)
    assert job.misfire_grace_time is None
    assert job.coalesce


async def test_a_deadline_stands_on_the_table_and_in_the_notice(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table settings", option="clock", value="soft")
    await world.ada.slash(world.channel, "table settings", option="clock_hours", value="24")
    await world.ben.slash(world.channel, "table join")
    await world.ada.slash(world.channel, "table start")
    info = await world.tables.lobby.of_channel(world.channel.id)
    deadline = info.players[0].deadline
    assert deadline is not None
    assert discord.utils.format_dt(deadline, "R") in text_of(world.last)
    assert discord.utils.format_dt(deadline, "R") in text_of(world.dms(world.ada)[-1])
    assert "Soft" in text_of(reply(await world.ada.slash(world.channel, "table settings")))


async def test_the_others_vote_with_a_button_and_somebody_takes_the_seat(world: World) -> None:
    seats = await world.seated(2)
    await world.ada.slash(world.channel, "table settings", option="clock", value="soft")
    await seats[1].slash(world.channel, "play", move="0")
    await world.later(hours=73)
    name = seats[0].user.global_name
    assert f"Hand over the seat of {name}" in labels(world.last)
    late = reply(await seats[0].click(world.last, label=f"Hand over the seat of {name}"))
    assert "cannot be handed over" in text_of(late)
    said = text_of(reply(await seats[1].click(world.last, label=f"Hand over the seat of {name}")))
    assert "the seat can be taken now" in said
    assert "robot" in text_of(reply(await world.dora.slash(world.channel, "table status")))
    await world.cleo.click(world.last, label=f"Take the seat of {name} (robot)")
    status = text_of(reply(await world.dora.slash(world.channel, "table status")))
    assert "Cleo" in status
    assert "robot" not in status


async def test_a_hard_clock_plays_and_says_so(world: World) -> None:
    seats = await world.seated(2)
    await world.ada.slash(world.channel, "table settings", option="clock", value="hard")
    await seats[1].slash(world.channel, "play", move="0")
    await world.later(hours=73)
    name = seats[0].user.global_name
    assert f"The time of {name} has run out, and the clock answers." in "\n".join(map(text_of, world.posts()))


async def test_notices_speak_the_language_of_the_person(world: World) -> None:
    world.locale = "de"
    await world.ben.slash(world.channel, "mine")
    world.locale = "en-US"
    await world.seated(2)
    world.locale = "de"
    await world.ben.slash(world.channel, "mine")
    await world.later(hours=25)
    assert "Dieser Tisch wartet noch auf dich" in text_of(world.dms(world.ben)[-1])
    assert "This table still waits for you" in text_of(world.dms(world.ada)[-1])


async def test_a_notice_of_race_carries_the_board_as_a_picture(tmp_path: Any) -> None:
    async with open_world(tmp_path, "race", pictures="threads") as world:
        first, _ = await world.seated(2)
        (notice,) = world.dms(first)
        assert notice.attachments
        assert len(text_of(notice)) < 1500
