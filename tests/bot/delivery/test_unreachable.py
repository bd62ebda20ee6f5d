"""Whom nobody can write to any more, and a channel that takes no pictures: the game goes on, the owner knows how."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import BackendError
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType
from simcord.http import router
from sqlmodel import select

from bot.connection.file_rights import FileRights
from bot.tables.core.data import Person
from rules.kernel.record import Answerer
from storage.schema import OutboxRow
from tests.bot.delivery.test_channels import homeless, info_of
from tests.bot.delivery.test_notifier import mentioned, to_one, tried
from tests.bot.world import World, open_world, text_of

GONE = [(404, 10013), (400, 50033)]


def delete_account(world: World, person: MemberActor, status: int = 404, code: int = 10013) -> None:
    """Let Discord know nobody any more who could be written to."""
    path = f"/channels/{person.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=code, message="gone", times=None)


async def rows(world: World) -> list[OutboxRow]:
    async with world.store.reading() as session:
        return list(await session.exec(select(OutboxRow)))


def warnings(world: World, person: MemberActor, text: str) -> list[str]:
    return [text_of(one) for one in world.dms(person) if text in text_of(one)]


@pytest.mark.parametrize(("status", "code"), GONE)
async def test_who_has_no_account_any_more_is_mentioned_and_the_owner_is_told_once_how_to_go_on(
    world: World, status: int, code: int
) -> None:
    delete_account(world, world.ben, status, code)
    await world.seated(2)
    (told,) = warnings(world, world.ada, "no longer has an account")
    assert "**Auction** on Observatory" in told
    assert "the account of Ben was deleted" in told
    assert "/table replace" in told or "</table replace:" in told
    assert "/table robot" in told or "</table robot:" in told
    assert mentioned(world) == [world.ben.id]
    assert tried(world, world.ben) == 1
    await world.ada.slash(world.channel, "play", move="3")
    await world.later(hours=12)
    assert tried(world, world.ben) == 1  # not written to for a day
    await world.later(hours=60)
    assert tried(world, world.ben) > 1
    assert len(warnings(world, world.ada, "no longer has an account")) == 1
    assert {(row.given_up_at, row.attempts) for row in await rows(world)} == {(None, 0)}
    said = await world.ada.slash(world.channel, "table replace", player=world.ben.user, by=world.cleo)
    await world.cleo.slash(world.channel, "table join")
    assert "Cleo is asked to take the seat." in text_of(said)


async def test_an_account_that_is_gone_before_a_conversation_was_opened_is_treated_alike(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = world.bot.create_dm

    async def create_dm(user: Any) -> Any:
        if user.id == world.ben.id:
            response: Any = type("Response", (), {"status": 400, "reason": "", "headers": {}})
            raise discord.HTTPException(response, {"code": 50033, "message": "Invalid Recipient(s)"})
        return await really(user)

    monkeypatch.setattr(world.bot, "create_dm", create_dm)
    await world.seated(2)
    assert mentioned(world) == [world.ben.id]
    assert len(warnings(world, world.ada, "no longer has an account")) == 1


async def test_where_it_is_the_owner_whose_account_is_gone_the_table_is_told(world: World) -> None:
    delete_account(world, world.ada)
    await world.seated(2)
    said = [text_of(one) for one in world.posts() if "was deleted" in text_of(one)]
    assert len(said) == 1
    assert "the account of Ada was deleted" in said[0]
    assert "/table replace" in said[0] or "</table replace:" in said[0]


async def test_an_owner_who_wants_no_notices_is_told_all_the_same_in_their_language(world: World) -> None:
    await world.tables.prefer(world.ada.id, notices="none", language="de")
    delete_account(world, world.ben)
    await world.seated(2)
    (told,) = warnings(world, world.ada, "kein Konto mehr")
    assert "das Konto von Ben gelöscht wurde" in told


async def test_a_seat_that_was_handed_over_meanwhile_is_no_news(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await to_one(world)
    assert first is not second
    table = await info_of(world)
    await world.ada.slash(world.channel, "table replace", player=world.ben.user, by=world.cleo)
    await world.cleo.slash(world.channel, "table join")
    await world.tables.channels.warn_owner(table.id, "deleted", world.ben.id)
    await world.env.settle()
    assert warnings(world, world.ada, "no longer has an account") == []


@pytest.fixture
async def pictured(tmp_path: Path) -> AsyncIterator[World]:
    """A world in which Race for the Galaxy is played with pictures, and everybody is told in the channel."""
    async with open_world(tmp_path, "race", pictures="threads") as world:
        for person in world.people:
            await world.tables.prefer(person.id, notices="channel")
        yield world


def forbid_files(world: World, monkeypatch: pytest.MonkeyPatch, *, known: bool) -> None:
    """Take the bot's right to attach files in the channel; not `known`: nothing but a refusal tells."""
    really = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **more: Any) -> Any:
        if more.get("files") and path.startswith(f"/channels/{world.channel.id}/messages"):
            raise BackendError(403, 50013, "Missing Permissions")
        return really(backend, method, path, **more)

    monkeypatch.setattr(router, "dispatch", dispatch)
    if known:
        right = discord.Permissions(attach_files=True).value
        assert world.bot.user is not None
        world.env.backend.set_overwrite(world.channel.id, Overwrite(world.bot.user.id, OverwriteType.MEMBER, 0, right))
    else:
        monkeypatch.setattr(world.bot, "get_channel", lambda _: None)


@pytest.mark.parametrize("known", [True, False])
async def test_without_the_right_to_attach_files_the_board_is_posted_in_words_and_the_owner_is_told_which_is_missing(
    pictured: World, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    world = pictured
    await world.seated(2)
    forbid_files(world, monkeypatch, known=known)
    await world.env.settle()
    await world.ada.slash(world.channel, "table replace", player=world.ben.user, by=world.cleo)
    await world.cleo.slash(world.channel, "table join")
    (post,) = [one for one in world.posts() if "taken over seat" in text_of(one)]
    assert not post.attachments
    assert "⏳" in text_of(post)
    assert (await info_of(world)).lost == ""
    assert homeless(world, world.ada) == []
    told = [text_of(one) for one in world.posts() if "I lack the permission Attach Files" in text_of(one)]
    assert len(told) == 1
    assert world.ada.mention in told[0]
    prompt = (await world.tables.game(1)).prompt_of(0)
    assert prompt is not None
    picks = [option.id for option in prompt.legal[: prompt.at_least]]
    await world.tables.answering.answer_seat(1, 0, [picks], Answerer.PLAYER)
    await world.later(minutes=1)
    assert len([one for one in world.posts() if "I lack the permission" in text_of(one)]) == 1
    assert await world.tables.outbox.next_due() is None
    assert {row.attempts for row in await rows(world)} == {0}


async def test_pictures_are_posted_again_when_they_may_be(pictured: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world = pictured
    await world.seated(2)
    assert any(one.attachments for one in world.posts())
    with monkeypatch.context() as forbidden:
        forbid_files(world, forbidden, known=False)
        await world.ada.slash(world.channel, "table replace", player=world.ben.user, by=world.cleo)
        await world.cleo.slash(world.channel, "table join")
        assert not world.last.attachments
        assert world.bot.file_rights.may_attach(world.channel.id) is False
    assert world.bot.file_rights.may_attach(world.channel.id) is True
    await world.ada.slash(world.channel, "table replace", player=world.cleo.user, by=world.ben)
    await world.ben.slash(world.channel, "table join")
    newest = [one for one in world.posts() if "taken over seat" in text_of(one)][-1]
    assert newest.attachments


async def test_a_channel_in_which_nothing_may_be_posted_is_lost_as_ever(
    pictured: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = pictured
    await world.seated(2)
    monkeypatch.setattr(FileRights, "may_attach", lambda *_: None)
    path = f"/channels/{world.channel.id}/messages*"
    world.env.inject_error("*", path, status=403, code=50013, times=None)
    seat = (await info_of(world)).seat_of(world.ben.id) or 0
    await world.tables.lobby.replace(1, Person(world.ada.id, "Ada"), seat, Person(world.cleo.id, "Cleo"))
    world.tables.wakeup.set()
    await world.env.settle()
    assert (await info_of(world)).lost == "shut"
    assert len(homeless(world, world.ada)) == 1
