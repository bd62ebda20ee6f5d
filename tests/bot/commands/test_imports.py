"""Importing records by command and by button: export here, import there, leaf through, try, film, show, remove."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.results import ResponseMessage

from bot.tables import imports as imports_module
from bot.tables.core.data import Person
from bot.tables.record_files import MAX_BYTES
from bot.views.custom_ids import CustomId
from tests.at_table import play_to_the_end
from tests.bot.commands.test_practice import forge
from tests.bot.world import World, labels, open_world, reply, text_of
from tests.records import file


async def record(world: World) -> bytes:
    """Play a game of two to its end, and download its record by the button below the last post."""
    await world.seated(2)
    table_id = (await world.tables.lobby.of_channel(world.channel.id)).id
    await play_to_the_end(world.tables, table_id)
    await world.env.settle()
    downloaded = reply(await world.cleo.click(world.last, label="Record"))
    return bytes(await downloaded.attachments[0].read())


class Far:
    """Another server, with a channel and somebody on it."""

    def __init__(self, world: World) -> None:
        self.guild = world.env.create_guild("Far away")
        self.channel = self.guild.create_text_channel("elsewhere")
        self.eve: MemberActor = self.guild.add_member(world.env.create_user("eve", global_name="Eve"))
        self.fay: MemberActor = self.guild.add_member(world.env.create_user("fay", global_name="Fay"))

    async def take(self, data: bytes, name: str = "game.json") -> ResponseMessage:
        return reply(await self.eve.slash(self.channel, "table import", file=(name, data)))


async def test_the_whole_way_from_an_export_to_a_line_that_is_tried(world: World) -> None:
    data = await record(world)
    far = Far(world)
    shown = await far.take(data)
    told = text_of(shown)
    assert told.startswith("### 📥 Imported: Auction")
    assert "nobody plays here" in told
    assert "Ada" in told
    assert "📖" in told
    assert "🏆" in told
    assert "<@" not in told
    assert labels(shown) == ["Leaf through", "Board", "Show here", "Take the names out", "Remove", "Imported games"]
    past = reply(await far.eve.click(shown, label="Leaf through"))
    assert "📥 Imported: Auction" in text_of(past)
    assert "The start of the game" in text_of(past)
    later = reply(await far.eve.click(past, label="▶ Later"))
    assert "After turn 1 of" in text_of(later)
    tried = reply(await far.eve.click(later, label="Try a line"))
    assert "Imported game, after turn 1, as" in text_of(tried)
    assert "none of it happens" in text_of(tried)
    went_on = reply(await far.eve.select(tried, values=["2"]))
    assert "Reset" in labels(went_on)
    assert "Play this" not in labels(went_on)
    closed = reply(await far.eve.click(went_on, label="Close"))
    assert "After turn 1 of" in text_of(closed)
    end = reply(await far.eve.click(closed, label="⏭ End"))
    assert "Try a line" not in labels(end)
    board = reply(await far.eve.click(shown, label="Board"))
    assert "📥 Imported: Auction" in text_of(board)
    tableau = reply(await far.eve.select(board, values=["1"]))
    assert "📥 Imported: Auction" in text_of(tableau)
    assert not [one for one in far.channel.history() if not one.flags.ephemeral]


async def test_pictures_chart_and_film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.commands.history.MAX_FRAMES", 2)
    async with open_world(tmp_path, "race", pictures="threads") as world:
        far = Far(world)
        shown = await far.take(file("race"))
        assert labels(shown) == [
            "Leaf through",
            "Board",
            "Film",
            "Show here",
            "Take the names out",
            "Remove",
            "Imported games",
        ]
        assert len(shown.attachments) == len({one.filename for one in shown.attachments}) == 2
        film = reply(await far.eve.click(shown, label="Film"))
        assert "🎬 Imported: Race for the Galaxy" in text_of(film)
        assert [one.filename for one in film.attachments] == ["film.webp"]


async def test_it_is_private_until_it_is_shown(world: World) -> None:
    data = await record(world)
    far = Far(world)
    shown = await far.take(data)
    bare = (await far.eve.click(shown, label="Take the names out")).response
    assert bare is not None
    assert "Former player 1" in text_of(bare)
    assert "Ada" not in text_of(bare)
    assert "Take the names out" not in labels(bare)
    after = (await far.eve.click(bare, label="Show here")).response
    assert after is not None
    assert "Shown." in text_of(after)
    post = [one for one in far.channel.history() if not one.flags.ephemeral][-1]
    assert text_of(post).startswith("### 📥 Imported: Auction")
    assert labels(post) == ["Leaf through", "Board"]
    assert "The start of the game" in text_of(reply(await far.fay.click(post, label="Leaf through")))
    assert "📥 Imported: Auction" in text_of(reply(await far.fay.click(post, label="Board")))
    asked = reply(await far.eve.click(after, label="Remove"))
    assert "Remove this game?" in text_of(asked)
    gone = reply(await far.eve.click(asked, label="Remove"))
    assert "Here you can look at games of other servers" in text_of(gone)
    assert "no table here" in text_of(reply(await far.fay.click(post, label="Leaf through")))


async def test_by_buttons_alone(world: World) -> None:
    data = await record(world)
    listed = reply(await world.dora.slash(world.channel, "games"))
    own = reply(await world.dora.click(listed, label="Imported games"))
    assert "Here you can look at games of other servers" in text_of(own)
    form = await world.dora.click(own, label="Import a file")
    taken = reply(await world.dora.submit_modal(form, {"file": [("game.json", data)]}))
    assert text_of(taken).startswith("### 📥 Imported: Auction")
    own = reply(await world.dora.click(taken, label="Imported games"))
    assert ", imported on 1 January 2026" in text_of(own)
    opened = reply(await world.dora.select(own, values=["2"]))
    assert text_of(opened).startswith("### 📥 Imported: Auction")
    listed = reply(await world.dora.slash(world.channel, "games"))
    assert text_of(listed).count("- Auction") == 1  # the server's own alone
    assert "- Auction" in text_of(reply(await world.dora.slash(world.channel, "table import")))


async def test_no_file_is_asked_for_where_none_can_be_imported(world: World) -> None:
    ada = world.ada.user
    own = reply(await ada.slash("games"))
    own = reply(await ada.click(own, label="Imported games"))
    refused = reply(await ada.click(own, label="Import a file"))
    assert text_of(refused) == "That works in a channel of a server, not here."


async def test_what_is_wrong_is_told_in_private_and_nothing_is_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = await record(world)
    far = Far(world)
    document = msgspec.json.decode(data)
    for content, said in (
        (b"", "no record of mine"),
        (b"\x89PNG", "no record of mine"),
        (b" " * (MAX_BYTES + 1), "at most 1000 kilobytes"),
        (msgspec.json.encode(document | {"game": "chess"}), "not played here: “chess”"),
        (msgspec.json.encode(document | {"rules_version": 500}), "newer rules"),
        (msgspec.json.encode(document | {"answers": document["answers"][1:]}), "does not follow the rules"),
    ):
        assert said in text_of(await far.take(content))
    await world.tables.guilds.change(far.guild.id, Person(0, "", manages=True), opens="managers")
    assert "not everybody opens tables" in text_of(await far.take(data))
    await world.tables.guilds.change(far.guild.id, Person(0, "", manages=True), opens="everybody")
    monkeypatch.setattr(imports_module, "MAX_A_PERSON", 0)
    assert "Remove one first" in text_of(await far.take(data))
    assert await world.tables.imports.of_person(far.eve.id) == []
    assert not [one for one in far.channel.history() if not one.flags.ephemeral]


async def test_a_file_that_is_too_long_is_not_fetched(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    far = Far(world)

    async def fails(*_: Any) -> bytes:
        raise AssertionError

    monkeypatch.setattr("discord.Attachment.read", fails)
    assert "at most 1000 kilobytes" in text_of(await far.take(b" " * (MAX_BYTES + 1)))


async def test_a_file_that_is_longer_than_discord_said_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = Far(world)

    async def longer(*_: Any) -> bytes:
        return b" " * (MAX_BYTES * 2)

    monkeypatch.setattr("discord.Attachment.read", longer)
    assert "at most 1000 kilobytes" in text_of(await far.take(b" "))


async def test_a_file_that_cannot_be_fetched(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    far = Far(world)

    async def fails(*_: Any) -> bytes:
        raise TimeoutError

    monkeypatch.setattr("discord.Attachment.read", fails)
    assert "could not fetch that file" in text_of(await far.take(b" "))


async def test_whoever_may_not_write_there_shows_nothing(world: World) -> None:
    data = await record(world)
    far = Far(world)
    silent = discord.PermissionOverwrite(send_messages=False)
    quiet = far.guild.create_text_channel("quiet", overwrites={far.eve: silent})
    there = reply(await far.eve.slash(quiet, "table import", file=("game.json", data)))
    assert "You may not write in this channel" in text_of(reply(await far.eve.click(there, label="Show here")))
    assert not [one for one in quiet.history() if not one.flags.ephemeral]
    assert not (await world.tables.imports.of_person(far.eve.id))[0].shown


async def test_in_german(world: World) -> None:
    data = await record(world)
    far = Far(world)
    world.locale = "de"
    shown = reply(await far.eve.slash(far.channel, "table import", file=("spiel.json", data)))
    assert text_of(shown).startswith("### 📥 Importiert: ")
    assert labels(shown) == [
        "Durchblättern",
        "Spieltisch",
        "Hier zeigen",
        "Namen entfernen",
        "Entfernen",
        "Importierte Partien",
    ]
    past = reply(await far.eve.click(shown, label="Durchblättern"))
    tried = reply(await far.eve.click(past, label="Ausprobieren"))
    assert "Importierte Partie, zu Beginn, wie" in text_of(tried)


async def test_a_game_that_was_not_played_to_its_end(world: World) -> None:
    await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.lobby.abandon(info.id, Person(info.owner_id, "Ada"))
    far = Far(world)
    shown = await far.take(await world.tables.export(info.id))
    assert "The record ends before the game does." in text_of(shown)
    assert "Film" not in labels(shown)


async def test_it_works_after_a_restart(world: World) -> None:
    data = await record(world)
    far = Far(world)
    shown = await far.take(data)
    await world.restart()
    assert "The start of the game" in text_of(reply(await far.eve.click(shown, label="Leaf through")))


async def test_its_status_says_that_it_is_only_to_look_at(world: World) -> None:
    far = Far(world)
    shown = await far.take(await record(world))
    (one,) = await world.tables.imports.of_person(far.eve.id)
    forge(world, CustomId("board", one.info.id, one.info.revision).button(), CustomId("status", one.info.id).button())
    said = text_of(reply(await far.eve.click(shown, label="Board")))
    assert "From a record, only to look at" in said


@pytest.mark.parametrize(
    "verb",
    ["board", "film", "moves", "past", "score", "tableau", "status", "log", "try", "policy", "rewind", "settings"],
)
async def test_whoever_guesses_its_number_sees_nothing(world: World, verb: str) -> None:
    """No client sends that, but nothing private hangs on it."""
    far = Far(world)
    await far.take(await record(world))
    table_id = (await world.tables.imports.of_person(far.eve.id))[0].info.id
    backend = world.env.backend
    last = {"message": dict(serializers.message_payload(backend, backend.get_message(world.channel.id, world.last.id)))}
    alone = {"guild_id": None, "user": dict(serializers.user_payload(backend.get_user(world.dora.id)))}
    data = {"custom_id": CustomId(verb, table_id, 1, step=1, argument="0").button(), "component_type": 2}
    for extra in (last, last | alone):
        said = text_of(
            reply(
                await world.dora._dispatch_interaction(
                    3, world.channel, data, extra=extra, source_message_id=world.last.id
                )
            )
        )
        assert "no table here" in said or "earlier table of this channel" in said
