"""What the channel sees: edits in place, new posts that call once, nothing lost by a crash or a refusal of Discord."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from msgspec import structs
from sqlmodel import col, select

from bot.tables.core.data import Person, Player, TableInfo
from bot.tables.core.names import tidy_name
from bot.views.components import Menu
from bot.views.localizer import Localizer
from bot.views.posts import MAX_GUESTS, final_post, lobby_post
from rendering.jobs import Drawn
from rules.kernel.robots import Appraisal
from rules.kernel.scoring import Line, Standing
from rules.kernel.steps import OVER, Event
from rules.kernel.text import T, player
from rules.registry import GAMES
from storage.outbox import TO_ONE
from storage.schema import OutboxRow
from tests.bot.world import World, all_pages, labels, reply, text_of
from tests.toy import ToyGame


@pytest.fixture(autouse=True)
async def told_in_the_channel(world: World) -> None:
    """Everybody here wants to be told in the channel."""
    for person in world.people:
        await world.tables.prefer(person.id, notices="channel")


def sends(world: World) -> list[dict[str, Any]]:
    """Every new message that the bot has posted in the channel."""
    path = f"/channels/{world.channel.id}/messages"
    return [dict(one.json or {}) for one in world.env.http_requests if one.method == "POST" and one.path == path]


def called(payload: dict[str, Any]) -> set[int]:
    """Whom a message may notify."""
    assert not payload["allowed_mentions"].get("parse")
    return {int(user) for user in payload["allowed_mentions"].get("users", [])}


async def test_the_lobby_message_is_edited_as_people_come_and_go(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    lobby = world.last
    assert "It takes at least 2 players." in text_of(lobby)
    await world.ben.click(lobby, label="Join")
    await world.cleo.slash(world.channel, "table join")
    await world.ben.click(lobby, label="Leave")
    await world.ada.select(lobby, ["long"])
    assert world.last.id == lobby.id
    assert len(sends(world)) == 1
    said = text_of(world.last)
    assert "Ada" in said
    assert "Cleo" in said
    assert "Ben" not in said
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert info.options == {"length": "long"}


async def test_the_lobby_message_tells_who_starts_the_game_also_when_its_opener_has_left(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ben.click(world.last, label="Join")
    assert "Ada presses Start" in text_of(world.last)
    await world.ada.click(world.last, label="Leave")
    assert "Ben presses Start" in text_of(world.last)


async def test_starting_closes_the_lobby_and_calls_those_who_must_act_naming_the_task(world: World) -> None:
    await world.seated(2)
    lobby, message = world.posts()
    assert not labels(lobby)
    assert "The game has started." in text_of(lobby)
    assert called(sends(world)[-1]) == {world.ada.id, world.ben.id}
    assert "Bid for the lot." in text_of(message)
    assert world.ada.mention in text_of(message)


async def test_simultaneous_answers_edit_the_table_message_and_tell_who_but_not_what(world: World) -> None:
    seats = await world.seated(3)
    message = world.last
    await seats[0].slash(world.channel, "play", move="3")
    assert world.last.id == message.id
    said = text_of(world.last)
    assert f"still secret: {seats[0].user.global_name}" in said
    assert "Bid 3" not in said
    assert "<@" not in said


async def test_whoever_must_act_next_is_called_once_in_a_new_post(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    before = len(sends(world))
    await seats[0].slash(world.channel, "play", move="give")
    assert len(sends(world)) == before + 1
    assert called(sends(world)[-1]) == {seats[1].id}
    assert "offers you the lot" in text_of(world.last)
    assert "takes the lot for 3" not in text_of(world.last)  # that was told before


@pytest.mark.parametrize("why", ["scrolled", "old", "deleted", "edited too often"])
async def test_a_table_message_out_of_sight_is_posted_anew_without_calling_again(world: World, why: str) -> None:
    seats = await world.seated(3)
    message = world.last
    if why == "scrolled":
        for number in range(7):
            await world.dora.send(world.channel, f"chatter {number}")
    elif why == "deleted":
        await message.delete()
    elif why == "edited too often":
        path = f"/channels/{world.channel.id}/messages/{message.id}"
        world.env.inject_error("PATCH", path, status=400, code=30046)
    else:
        now = world.bot.clock
        world.bot.clock = lambda: now() + timedelta(hours=2)
    await seats[0].slash(world.channel, "play", move="3")
    newest = [one for one in world.posts() if one.author.id == world.env.backend.bot_user.id][-1]
    assert newest.id != message.id
    assert "still secret" in text_of(newest)
    assert called(sends(world)[-1]) == set()


async def test_the_last_post_explains_the_score_line_by_line_and_hands_out_the_record(world: World) -> None:
    seats = await world.seated(2)
    for _ in range(2):
        await seats[0].slash(world.channel, "play", move="2")
        await seats[1].slash(world.channel, "play", move="0")
        await seats[0].slash(world.channel, "play", move="keep")
        for person in seats:
            await person.slash(world.channel, "play", move="none")
    said = text_of(world.last)
    assert f"{seats[0].user.global_name} has won!" in said
    assert "Lots: " in said
    record = reply(await world.dora.click(world.last, label="Record"))
    assert record.ephemeral
    assert record.attachments
    again = reply(await world.ada.slash(world.channel, "table export"))
    assert again.attachments
    await world.ada.slash(world.channel, "table new", game="toy")
    assert (await world.tables.lobby.of_channel(world.channel.id)).phase == "lobby"


async def test_a_post_that_discord_refuses_is_sent_later(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ben.click(world.last, label="Join")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=1)
    await world.ada.slash(world.channel, "table start")
    assert "Bid for the lot." not in text_of(world.last)
    now = world.bot.clock
    world.bot.clock = lambda: now() + timedelta(minutes=5)
    world.tables.wakeup.set()
    await world.env.settle()
    assert "Bid for the lot." in text_of(world.last)


async def test_a_crash_between_change_and_post_loses_no_announcement(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ben.click(world.last, label="Join")

    async def dead() -> None:
        return

    with monkeypatch.context() as crashed:
        crashed.setattr(world.bot.poster, "drain", dead)
        await world.ada.slash(world.channel, "table start")
        assert len(world.posts()) == 1
    await world.restart()
    world.tables.wakeup.set()
    await world.env.settle()
    assert called(sends(world)[-1]) == {world.ada.id, world.ben.id}


async def test_a_post_that_was_sent_before_a_crash_is_not_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ben.click(world.last, label="Join")

    async def lost(*_: object, **__: object) -> None:
        raise OSError("the process ends here")

    before = len(sends(world))
    with monkeypatch.context() as crashed:
        crashed.setattr(world.tables, "remember_post", lost)
        crashed.setattr(world.tables.outbox, "failed", lost)
        await world.ada.slash(world.channel, "table start")
    assert len(sends(world)) == before + 1
    await world.restart()
    now = world.bot.clock
    world.bot.clock = lambda: now() + timedelta(minutes=5)
    world.tables.wakeup.set()
    await world.env.settle()
    assert len(sends(world)) == before + 1
    assert await unsent(world) == []


async def test_a_post_and_what_it_says_are_noted_together_or_not_at_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await world.seated(2)
    await seats[1].slash(world.channel, "play", move="3")
    before = len(sends(world))
    ended = asyncio.Event()

    async def cancelled(*_: object, **__: object) -> None:
        ended.set()
        raise asyncio.CancelledError

    with monkeypatch.context() as crashed:
        crashed.setattr(world.tables, "remember_post", cancelled)
        await seats[0].slash(world.channel, "play", move="1")
        await ended.wait()
    info = await world.tables.lobby.of_channel(world.channel.id)
    post = await world.tables.post(info.id, "table")
    assert post is not None
    assert post.revision < info.revision
    assert await unsent(world) != []
    posted = len(sends(world))
    assert posted == before + 1
    await world.restart()
    await world.later(minutes=5)
    assert len(sends(world)) == posted
    post = await world.tables.post(info.id, "table")
    assert post is not None
    assert post.revision == info.revision
    assert await unsent(world) == []


async def unsent(world: World) -> list[str]:
    """The kinds of rows for the channel that are not noted as sent."""
    async with world.store.reading() as session:
        rows = await session.exec(select(OutboxRow).where(col(OutboxRow.sent_at).is_(None)))
        return [row.kind for row in rows if row.kind not in TO_ONE]


async def test_every_post_carries_a_nonce_that_discord_shall_enforce(world: World) -> None:
    await world.seated(2)
    nonces = [one["nonce"] for one in sends(world)]
    assert len(nonces) == len(set(nonces)) == 2
    assert all(one["enforce_nonce"] for one in sends(world))


async def test_posts_speak_the_language_of_the_server_or_as_the_table_is_set(world: World) -> None:
    world.env.backend.get_guild(world.guild.id).preferred_locale = "de"
    await world.restart()
    await world.ada.slash(world.channel, "table new", game="toy")
    assert "Beitreten" in labels(world.last)
    await world.ada.slash(world.channel, "table settings", option="language", value="en")
    assert "Join" in labels(world.last)


async def test_a_message_that_cannot_be_refreshed_holds_up_no_other_table(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    path = f"/channels/{world.channel.id}/messages/{world.last.id}"
    world.env.inject_error("PATCH", path, status=403, code=40002, times=None)
    said = text_of(reply(await world.ada.slash(world.channel, "table settings", option="language", value="de")))
    assert "Done." in said
    assert "could not be done" not in caplog.text
    assert "could not be posted: Discord 403 40002" in caplog.text


async def test_who_is_no_longer_waited_for_when_a_post_goes_out_is_not_mentioned(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    before = len(sends(world))
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=1)
    await seats[1].slash(world.channel, "play", move="0")  # the post that would call the first one fails
    await seats[0].slash(world.channel, "play", move="give")  # who has answered before it is tried again
    await world.later(minutes=1)
    _, post = sends(world)[before:]
    assert called(post) == {seats[1].id}
    assert seats[0].mention not in text_of(world.last)
    assert seats[1].mention in text_of(world.last)
    assert "takes the lot for 3" in text_of(world.last)  # but what happened is told all the same


async def test_who_has_voted_by_the_time_a_post_goes_out_is_not_asked_there(world: World) -> None:
    seats = await world.seated(4)
    await world.tables.prefer(seats[0].id, muted=True)  # no reminder comes between
    await world.ada.slash(world.channel, "table settings", option="clock", value="soft")
    for person in seats[1:]:
        await person.slash(world.channel, "play", move="0")
    before = len(sends(world))
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=1)
    await world.later(hours=73)
    info = await world.tables.lobby.of_channel(world.channel.id)
    for person in seats[1:3]:
        await world.tables.clocks.vote(info.id, person.id, 0)
    await world.later(minutes=1)
    _, post = sends(world)[before:]
    assert called(post) == {seats[3].id}
    said = text_of(world.last)
    assert [person.mention in said for person in seats] == [False, False, False, True]
    assert "2 votes to hand the seat over." in said


async def test_what_was_said_long_ago_is_cleared_away_while_the_bot_runs(world: World) -> None:
    seats = await world.seated(2)
    for person in seats:
        await world.tables.prefer(person.id, notices="none")
    before = await stored_rows(world)
    assert before
    await world.later(days=29)
    assert await stored_rows(world) == before
    await world.later(days=2)
    assert await stored_rows(world) == before[-1:]  # the newest one stays
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="0")
    assert "What do you do with the lot?" in text_of(world.last)


async def stored_rows(world: World) -> list[int | None]:
    """The numbers of the rows of the outbox that the database still has."""
    async with world.store.reading() as session:
        return list(await session.exec(select(OutboxRow.id).order_by(col(OutboxRow.id))))


async def test_an_invitation_calls_the_guest_once(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table invite", person=world.ben)
    assert [called(one) for one in sends(world)] == [set(), {world.ben.id}]
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert info.invited == (world.ben.id,)


async def test_a_seat_is_handed_over_and_the_successor_is_called(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "table replace", player=seats[0], by=world.cleo)
    await world.cleo.slash(world.channel, "table join")
    assert called(sends(world)[-1]) == {world.cleo.id}
    assert "You do not sit" in text_of(reply(await seats[0].slash(world.channel, "play")))
    assert "Bid for the lot." in text_of(reply(await world.cleo.slash(world.channel, "play")))


async def test_status_list_mine_score_and_log_can_be_read(world: World) -> None:
    seats = await world.seated(2)
    name = seats[0].user.global_name
    assert f"{name} must act" in text_of(reply(await world.dora.slash(world.channel, "table status")))
    assert "waits for" in text_of(reply(await world.dora.slash(world.channel, "table list")))
    assert "Bid for the lot." in text_of(reply(await seats[0].slash(world.channel, "mine")))
    assert "No table waits for you." in text_of(reply(await world.dora.slash(world.channel, "mine")))
    assert f"{name}: 0 points" in text_of(reply(await world.dora.slash(world.channel, "score")))
    assert "is up." in (await all_pages(world.dora, reply(await world.dora.slash(world.channel, "log"))))
    assert "Two rounds" in text_of(reply(await world.dora.slash(world.channel, "table settings")))


async def test_the_score_tells_nobody_what_only_its_seat_may_know(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="1")
    await seats[1].slash(world.channel, "play", move="0")
    await seats[0].slash(world.channel, "play", move="keep")
    panel = reply(await seats[1].slash(world.channel, "play"))
    await seats[1].click(panel, label="Drop a coin")
    name = seats[1].user.global_name
    assert f"{name}: 1 point" in text_of(reply(await seats[1].slash(world.channel, "score")))
    assert f"{name}: 0 points" in text_of(reply(await seats[0].slash(world.channel, "score")))
    assert "You hide a coin." in (await all_pages(seats[1], reply(await seats[1].slash(world.channel, "log"))))
    assert "You hide a coin." not in (await all_pages(seats[0], reply(await seats[0].slash(world.channel, "log"))))


@pytest.mark.parametrize(
    "name",
    [
        "**Bold**",
        "@everyone",
        "<@1234>",
        "[x](http://y)",
        "# Title",
        "> quote",
        "a\nb",
        "\u202egnp.exe",
        "`x`",
        "x" * 90,
    ],
)
def test_a_name_cannot_mark_up_mention_or_break_a_post(name: str) -> None:
    said = Localizer("en", [name]).post(T("{who} passes.", who=player(0)))
    assert "\n" not in said
    assert "\u202e" not in said
    assert "@everyone" not in said
    assert len(said) < 120
    assert said.endswith(" passes.")
    unescaped = re.sub(r"\\.", "", said)
    assert not set(unescaped) & set("\\*`<>[]()#")


def test_a_name_from_right_to_left_is_isolated_and_an_empty_one_has_a_sign() -> None:
    assert tidy_name("مرحبا") == "\u2068مرحبا\u2069"
    assert tidy_name("\u200b") == "?"
    assert tidy_name("Ann") == "Ann"


@pytest.mark.parametrize("name", ["http://evil.example", "/table new", "see /play", "https://discord.gg/x"])
def test_a_name_becomes_neither_a_link_nor_a_command(name: str) -> None:
    said = Localizer("en", [name], {"table new": "</table new:1>", "play": "</play:2>"}).post(
        T("{who} is {what}. See /play.", who=player(0), what=name)
    )
    assert "://" not in said
    assert "</table new:1>" not in said
    assert said.count("</play:2>") == 1
    assert said.endswith("See </play:2>.")


async def test_nobody_is_called_by_a_second_invitation(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table invite", person=world.ben)
    before = await world.tables.lobby.of_channel(world.channel.id)
    again = reply(await world.ada.slash(world.channel, "table invite", person=world.ben))
    assert "Ben is invited already" in text_of(again)
    assert again.ephemeral
    assert len(sends(world)) == 2
    assert await world.tables.lobby.of_channel(world.channel.id) == before


async def test_each_of_many_guests_is_called_once_and_the_lobby_message_names_a_few(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    info = await world.tables.lobby.of_channel(world.channel.id)
    owner = Person(world.ada.id, "Ada")
    for number in range(MAX_GUESTS + 2):
        await world.tables.lobby.invite(info.id, owner, Person(10**18 + number, f"Guest {number}"))
    await world.env.settle()
    said = [text_of(one) for one in world.posts()]
    for number in range(MAX_GUESTS + 2):
        assert sum(one.startswith(f"<@{10**18 + number}>, there is a seat for you") for one in said) == 1
    lobby = [one for one in world.posts() if "2 more" in text_of(one)][-1]
    await world.ben.click(lobby, label="Join")
    assert any("2 more" in text_of(one) and "Ben" in text_of(one) for one in world.posts())


async def test_the_lobby_message_has_room_for_very_many_guests(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    info = await world.tables.lobby.of_channel(world.channel.id)
    crowded = replace(info, invited=tuple(range(10**18, 10**18 + 200)))
    view = lobby_post(crowded, GAMES["toy"], Localizer("en", crowded.names))
    assert view.content_length() < 1000
    said = [one.content for one in view.walk_children() if isinstance(one, ui.TextDisplay)]
    assert any("190 more" in one for one in said)


async def test_a_table_message_in_an_archived_thread_is_posted_anew(world: World) -> None:
    seats = await world.seated(3)
    message = world.last
    path = f"/channels/{world.channel.id}/messages/{message.id}"
    world.env.inject_error("PATCH", path, status=400, code=50083, times=None)
    await seats[0].slash(world.channel, "play", move="3")
    assert world.last.id != message.id
    assert "still secret" in text_of(world.last)


async def test_a_post_that_a_newer_one_replaces_loses_its_hourglass_and_its_play_button(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    former = world.last
    assert "⏳" in text_of(former)
    assert labels(former) == ["Play", "My hand", "Board"]
    before = [one for one in text_of(former).splitlines() if not one.startswith(("⏳", "✅", "Play"))]
    await seats[1].slash(world.channel, "play", move="1")
    assert world.last.id != former.id
    old = next(one for one in world.posts() if one.id == former.id)
    assert labels(old) == ["My hand", "Board"]
    assert [one for one in text_of(old).splitlines() if one != "Play"] == before
    assert "Play" in labels(world.last)
    assert "⏳" in text_of(world.last)


async def test_where_a_former_post_cannot_be_edited_the_new_one_stands_all_the_same(world: World) -> None:
    seats = await world.seated(2)
    former = world.last
    world.env.inject_error(
        "GET", f"/channels/{world.channel.id}/messages/{former.id}", status=403, code=50001, times=None
    )
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    assert world.last.id != former.id
    assert "Play" in labels(world.last)
    assert len([one for one in world.posts() if "takes the lot for 3" in text_of(one)]) == 1


class LongGame(ToyGame):
    """A toy of thirty rounds, with a robot that has opinions, so that there is a button to a review."""

    def scores(self, view: Any) -> list[list[int]]:
        return [[100] * 4] * 30  # four players at most

    def appraise(self, *_: Any, **__: Any) -> list[Appraisal]:
        return []


def over(names: Sequence[str], lines: int) -> Any:
    """A game that has ended, as far as its last post asks."""
    kept = [Line(T("Galactic Federation and what it counts"), at) for at in range(1, lines + 1)]
    return SimpleNamespace(
        info=SimpleNamespace(id=1, players=tuple(Player(seat, seat + 1, one) for seat, one in enumerate(names))),
        revision=9,
        standings=[Standing(seat, sum(range(lines + 1)), kept, 1, winner=True) for seat in range(len(names))],
        view=lambda _: None,
        game=LongGame(),
    )


@pytest.mark.parametrize("lines", [0, 12, 40])
def test_the_last_post_fits_with_the_longest_names_and_scores_and_a_long_round(lines: int) -> None:
    names = ["*" * 32, "👩‍🚀" * 10, "||@everyone||[x](http://y)<@1>", "[" * 32]
    happened = [Event("draw", T("{who} draws {n} cards.", who=player(at % 4), n=at)) for at in range(80)]
    view = final_post(over(names, lines), Localizer("de", names), happened, None)
    texts = [one.content for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay)]
    assert sum(map(len, texts)) <= 4000
    assert not any(text.endswith("…") for text in texts)  # chosen, not cut
    assert all(text.strip() for text in texts)


def test_the_last_post_tells_what_decided_a_tie_also_where_the_scores_are_too_long_for_it() -> None:
    live = over(["Ann", "Ben", "Cem", "Dea"], 40)
    live.standings = [structs.replace(one, tie=T("Cards left: {n}", n=one.seat)) for one in live.standings]
    view = final_post(live, Localizer("en", ["Ann", "Ben", "Cem", "Dea"]), [], None)
    said = "\n".join(one.content for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay))
    assert "Galactic Federation" not in said
    assert [f"Cards left: {n}" in said for n in range(4)] == [True] * 4


def test_the_last_post_tells_the_winner_and_the_points_once_and_what_came_before() -> None:
    localizer = Localizer("en", ["Ann", "Ben"])
    events = [("battle", "Ben is beaten."), (OVER, "The winner is Ann."), ("score", "Ann has 6 VP.")]
    view = final_post(over(["Ann"], 3), localizer, [Event(kind, T(text)) for kind, text in events], None)
    said = "\n".join(one.content for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay))
    assert "Ben is beaten." in said
    assert "The winner is" not in said
    assert "6 VP" not in said


def test_the_scores_over_the_rounds_are_text_only_where_there_is_no_picture_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LongGame, "scores", lambda *_: [[1, 2]] * 9)
    live, localizer = over(["Ann", "Ben"], 3), Localizer("en", ["Ann", "Ben"])
    for chart in (None, Drawn(b"RIFF", "chart.webp", "Scores.")):
        view = final_post(live, localizer, [], None, chart)
        pictures = [one for one in view.walk_children() if isinstance(one, discord.ui.MediaGallery)]
        said = "".join(one.content for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay))
        assert len(pictures) == (chart is not None)
        assert ("Score after each round" in said) == (chart is None)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_menus_of_a_setup_cut_nothing(key: str, language: str) -> None:
    game, localizer = GAMES[key], Localizer(language)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    info = TableInfo(1, 1, 1, key, {}, "lobby", 1, 101, (Player(0, 101, "Ann"),), (), now)
    view = lobby_post(info, game, localizer)
    shown = [option for item in view.walk_children() if isinstance(item, Menu) for option in item.options]
    assert len(shown) == sum(len(option.choices) for option in game.info.options)
    for option in shown:
        assert "…" not in option.label
        assert "…" not in (option.description or "")


@pytest.mark.parametrize(
    ("language", "label", "below"),
    [
        ("en", "Setup: Two experienced players", "Two actions per round. For 2 players only"),
        ("de", "Spielvorbereitung: Zwei erfahrene Spieler", "Zwei Aktionen pro Runde. Nur für 2 Spieler"),
    ],
)
def test_a_closed_menu_of_a_setup_shows_the_name_of_what_is_chosen_alone(language: str, label: str, below: str) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    info = TableInfo(1, 1, 1, "race", {}, "lobby", 1, 101, (Player(0, 101, "Ann"),), (), now)
    view = lobby_post(info, GAMES["race"], Localizer(language))
    shown = [option for item in view.walk_children() if isinstance(item, Menu) for option in item.options]
    assert (label, below) in [(one.label, one.description) for one in shown]
    assert max(len(one.label) for one in shown) <= 45
