"""Practice games: against robots, for one person alone, in direct messages, on servers, and where the bot is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from sqlmodel import select

from bot.commands.context import Context
from bot.commands.serving import serve
from bot.tables.core.data import Person
from bot.tables.practice import MOST, NotYourPractice
from bot.tables.preferences import ASK_IN_PANEL
from bot.views import components as view_components
from bot.views.custom_ids import BUTTON, Unreadable, find_custom_id
from bot.views.practice import Wanted
from rules.kernel.robots import Level
from rules.registry import GAMES
from storage import results
from storage.schema import OutboxRow
from storage.statistics import Scope
from tests.at_table import play_to_the_end
from tests.bot.world import World, components, labels, open_world, reply, text_of
from tests.toy import ToyGame

ELSEWHERE = 987654321
"""A server where the bot is not."""


class Away:
    """A person who has the bot installed, on a server or in a group where the bot is not."""

    def __init__(self, world: World, person: MemberActor, *, group: bool = False) -> None:
        self.world, self.person, self.group = world, person, group
        self.seen: list[dict[str, Any]] = []
        world.env.backend.subscribers.insert(0, self._move)

    def _move(self, event: str, payload: Any) -> None:
        """Let the interactions of the person come from there, as Discord tells them."""
        if event != "INTERACTION_CREATE":
            return
        user = payload.get("user") or payload["member"]["user"]
        if user["id"] != str(self.person.id):
            return
        payload["authorizing_integration_owners"] = {"1": user["id"]}
        payload["context"] = 2 if self.group else 0
        payload["app_permissions"] = "0"
        if self.group:
            payload["channel"] = {**payload["channel"], "type": 3, "recipients": [user], "name": "group"}
        else:
            payload["guild_id"] = str(ELSEWHERE)
            payload["guild"] = {"id": str(ELSEWHERE), "locale": "en-US", "features": []}
        self.seen.append(payload)


async def practise(world: World, who: Any, **given: Any) -> ResponseMessage:
    """Type /practice: in the channel, or as a user in direct messages."""
    if isinstance(who, MemberActor):
        return reply(await who.slash(world.channel, "practice", **given))
    return reply(await who.slash("practice", **given))


async def running(world: World, person: MemberActor) -> Any:
    return (await world.tables.practice.of(person.id)).running


def asks(panel: ResponseMessage) -> bool:
    return any(
        ":pick:" in str(one.get("custom_id")) or ":choose:" in str(one.get("custom_id")) for one in components(panel)
    )


async def answer(who: Any, panel: ResponseMessage) -> None:
    """Answer what a panel asks with the first button or choice."""
    raw = components(panel)
    button = next((one for one in raw if one["type"] == 2 and ":pick:" in str(one.get("custom_id"))), None)
    if button is not None:
        await who.click(panel, custom_id=button["custom_id"])
        return
    menu = next(one for one in raw if one["type"] == 3 and ":choose:" in one["custom_id"])
    await who.select(panel, [menu["options"][0]["value"]], custom_id=menu["custom_id"])


async def play(who: Any, panel: ResponseMessage, most: int = 60) -> int:
    """Answer until the panel asks nothing any more."""
    count = 0
    while asks(panel) and count < most:
        await answer(who, panel)
        count += 1
    return count


async def nothing_public(world: World) -> None:
    """Nobody has been told anything, in whatever way, and nothing is left to be said."""
    await world.later(days=9)
    assert world.posts() == []
    assert all(world.dms(person) == [] for person in world.people)
    async with world.store.reading() as session:
        assert list(await session.exec(select(OutboxRow))) == []


@pytest.mark.parametrize("place", ["dm", "guild", "elsewhere", "group"])
async def test_a_game_is_practised_from_its_beginning_to_its_end_with_a_restart_in_between(
    world: World, place: str
) -> None:
    away = Away(world, world.ada, group=place == "group") if place in {"elsewhere", "group"} else None
    who: Any = world.ada.user if place in {"dm", "group"} else world.ada
    panel = await practise(world, who, game="toy", robots=2, level="friendly")
    assert panel.flags.ephemeral
    (info,) = await running(world, world.ada)
    assert (info.phase, info.owner_id, info.clock, info.reminders, info.hinted) == (
        "running",
        world.ada.id,
        "none",
        0,
        True,
    )
    assert [(one.robot, one.level) for one in info.players if one.robot] == [(True, "friendly")] * 2
    await answer(who, panel)
    await world.restart()
    page = await practise(world, who)
    assert "Auction" in text_of(page)
    await who.click(page, label=next(one for one in labels(page) if one.startswith("Play 1")))
    assert asks(page)
    await play(who, page)
    said = text_of(page)
    assert "has won!" in said or "share the victory" in said
    assert {"Again", "Practice games", "Leaf through", "Record", "Board"} <= set(labels(page))
    assert await running(world, world.ada) == ()
    await who.click(page, label="Again")
    (again,) = await running(world, world.ada)
    assert [(one.robot, one.level) for one in again.players if one.robot] == [(True, "friendly")] * 2
    await world.tables.practice.give_up(again.id, Person(world.ada.id, "Ada"))
    assert away is None or away.seen
    if away is not None:
        world.env.backend.subscribers.remove(away._move)
    await nothing_public(world)
    assert not await world.tables.results.ensure(info.id)
    async with world.store.reading() as session:
        assert await results.missing(session, 10) == []
        assert await results.finished(session) == []


async def test_the_game_is_chosen_in_menus(world: World) -> None:
    page = await practise(world, world.ada)
    assert page.flags.ephemeral

    def custom_id(what: str) -> str:
        return next(str(one["custom_id"]) for one in components(page) if f":{what}:" in str(one.get("custom_id")))

    await world.ada.select(page, ["toy"], custom_id=custom_id("game"))
    await world.ada.select(page, ["3"], custom_id=custom_id("robots"))
    await world.ada.select(page, ["strong"], custom_id=custom_id("level"))
    await world.ada.click(page, label="Begin")
    (info,) = await running(world, world.ada)
    assert [one.level for one in info.players if one.robot] == ["strong"] * 3
    assert asks(page)
    await world.ada.click(page, label="Practice games")
    assert "1\\. **Auction** against " in text_of(page)
    assert text_of(page).count("(robot, strong)") == 3
    await world.ada.click(page, label="End 1")
    assert "End this practice game of Auction for good?" in text_of(page)
    await world.ada.click(page, label="Keep it")
    await world.ada.click(page, label="End 1")
    await world.ada.click(page, label="End it")
    assert "The practice game is ended." in text_of(page)
    assert await running(world, world.ada) == ()
    await nothing_public(world)


async def test_a_person_has_so_many_practice_games_and_is_led_to_end_one(world: World) -> None:
    for _ in range(MOST):
        await practise(world, world.ada, game="toy")
    page = await practise(world, world.ada, game="toy")
    assert f"You have {MOST} practice games running" in text_of(page)
    assert len(await running(world, world.ada)) == MOST
    await world.ada.click(page, label=f"End {MOST}")
    await world.ada.click(page, label="End it")
    await practise(world, world.ada, game="toy")
    assert len(await running(world, world.ada)) == MOST
    assert len(components(await practise(world, world.ada))) <= 40
    await practise(world, world.ben, game="toy")
    assert len(await running(world, world.ben)) == 1


@pytest.mark.parametrize("robots", [0, 20])
async def test_robots_that_cannot_play_are_refused_in_a_sentence(world: World, robots: int) -> None:
    shown = await practise(world, world.ada, game="toy", robots=robots)
    assert "Auction can be practised against 1 to 3 robots." in text_of(shown)
    assert shown.flags.ephemeral
    assert await running(world, world.ada) == ()


@pytest.mark.parametrize("wrong", ["chess.1.good", "toy.9.good", "toy.1.perfect", "toy", "", "toy.x.good"])
async def test_a_button_that_was_made_up_begins_nothing(world: World, wrong: str) -> None:
    page = await practise(world, world.ada)
    old = next(one["custom_id"] for one in components(page) if ":practicebegin:" in str(one.get("custom_id")))
    forge(world, old, replace(find_custom_id(BUTTON, old), argument=wrong).button())
    shown = reply(await world.ada.click(page, custom_id=old))
    assert "no longer does anything" in text_of(shown)
    assert await running(world, world.ada) == ()


def forge(world: World, old: str, new: str) -> None:
    """Let the next press of one component arrive as that of another."""

    def exchange(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE" and payload["data"].get("custom_id") == old:
            payload["data"]["custom_id"] = new

    world.env.backend.subscribers.insert(0, exchange)


@pytest.mark.parametrize("place", ["dm", "guild"])
@pytest.mark.parametrize(
    "verb", ["fresh", "board", "hand", "score", "log", "past", "pick", "practiceend", "practiceendit", "export",
             "status", "practicefilm", "join", "again", "abandon", "tableau", "draft", "hint", "hinted",
             "note"]
)  # fmt: skip
async def test_somebody_else_who_has_a_button_of_it_is_refused(world: World, place: str, verb: str) -> None:
    await practise(world, world.ada, game="toy")
    (info,) = await running(world, world.ada)
    who: Any = world.ben.user if place == "dm" else world.ben
    page = await practise(world, who)
    old = next(one["custom_id"] for one in components(page) if ":0:" in str(one.get("custom_id")) and one["type"] == 2)
    forge(world, old, f"orrery-b:{verb}:{info.id}:{info.revision}::0")
    if verb == "note":  # a form, which holds nothing of the table
        with pytest.raises(NotYourPractice):
            await world.tables.practice.give_up(info.id, Person(world.ben.id, "Ben", manages=True))
        return
    shown = reply(await who.click(page, custom_id=old))
    assert "somebody else’s practice game" in text_of(shown)
    assert shown.flags.ephemeral
    assert len(await running(world, world.ada)) == 1


@pytest.mark.parametrize("verb", ["join", "again", "abandon", "own", "follow", "close", "vote", "seek"])
async def test_what_is_for_several_people_is_refused_at_a_practice_table(world: World, verb: str) -> None:
    panel = await practise(world, world.ada, game="toy")
    (info,) = await running(world, world.ada)
    old = next(one["custom_id"] for one in components(panel) if ":fresh:" in str(one.get("custom_id")))
    forge(world, old, f"orrery-b:{verb}:{info.id}:{info.revision}::0")
    shown = reply(await world.ada.click(panel, custom_id=old))
    assert "for tables with other people" in text_of(shown)
    assert len(await running(world, world.ada)) == 1
    await nothing_public(world)


async def test_a_command_without_a_table_finds_the_only_practice_game_or_offers_several(world: World) -> None:
    ada = world.ada.user
    assert "begins one against robots" in text_of(reply(await ada.slash("play")))
    await practise(world, ada, game="toy")
    assert asks(reply(await ada.slash("play")))
    offered = await ada.autocomplete("play", "move", "")
    assert offered
    (before,) = await running(world, world.ada)
    await ada.slash("play", move=offered[0]["value"])
    assert (await world.tables.lobby.info(before.id)).revision > before.revision
    assert "If the game ended now" in text_of(reply(await ada.slash("board")))
    await ada.slash("undo")
    for command in ("score", "log", "hand", "tableau", "history", "policy"):
        said = text_of(reply(await ada.slash(command)))
        assert "no table here" not in said, command
        assert "went wrong" not in said, command
    await practise(world, ada, game="toy")
    shown = reply(await ada.slash("play"))
    assert "Which of yours do you mean?" in text_of(shown)
    await ada.click(shown, label="2: Auction")
    assert asks(shown)
    shown = reply(await ada.slash("board"))
    await ada.click(shown, label="1: Auction")
    assert "Which of yours do you mean?" in text_of(reply(await world.ada.slash(world.channel, "play")))
    await nothing_public(world)


async def test_tables_of_servers_are_played_from_where_the_bot_is_not(world: World) -> None:
    (first, second) = await world.seated(2)
    away = Away(world, first)
    panel = reply(await first.slash(world.channel, "play"))
    assert panel.flags.ephemeral
    assert asks(panel)
    mine = reply(await first.slash(world.channel, "mine"))
    await first.click(mine, label=next(one for one in labels(mine) if one.startswith("Play 1")))
    await answer(first, mine)
    assert "If the game ended now" in text_of(reply(await first.slash(world.channel, "board")))
    me = reply(await first.slash(world.channel, "me"))
    assert "went wrong" not in text_of(me)
    world.env.backend.subscribers.remove(away._move)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert [one.user_id for one in info.waiting] == [second.id]


async def test_mine_lists_practice_games_below_all_others_and_nobody_is_reminded(world: World) -> None:
    await world.ada.slash(world.channel, "practice", game="toy")
    said = text_of(reply(await world.ada.user.slash("mine")))
    assert "Practice games" in said
    assert "waits for you" not in said
    await world.tables.prefer(world.ada.id, digest_at=600)
    await world.tables.people.snooze(world.ada.id, world.bot.now())
    await nothing_public(world)


async def test_a_process_that_ends_before_the_game_begins_leaves_one_to_begin(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ends(*_: Any) -> Any:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(world.tables.lobby, "start", ends)
        with pytest.raises(RuntimeError):
            await world.tables.practice.begin(Person(world.ada.id, "Ada"), "toy", 1, Level.GOOD)
    (info,) = await running(world, world.ada)
    assert info.phase == "lobby"
    page = await practise(world, world.ada)
    await world.ada.click(page, label="Play 1: Auction")
    assert asks(page)


async def test_a_practice_panel_asks_for_no_quiet_hours(world: World) -> None:
    await world.tables.prefer(world.ada.id, hours_asked=ASK_IN_PANEL)
    await practise(world, world.ada, game="toy", robots=1, level="friendly")
    panel = await world.ada.slash(world.channel, "play")
    assert asks(reply(panel))
    assert panel.followups == []
    assert (await world.tables.preferences(world.ada.id)).hours_asked == ASK_IN_PANEL  # a table of several asks yet


async def test_a_practice_game_is_in_german(world: World) -> None:
    world.locale = "de"
    page = await practise(world, world.ada)
    assert "Übungspartie" in text_of(page)
    assert "Practice" not in text_of(page)


async def test_the_end_has_what_others_have_but_a_channel(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyGame, "appraise", lambda *_, **__: [])
    panel = await practise(world, world.ada, game="toy")
    (info,) = await running(world, world.ada)
    await play_to_the_end(world.tables, info.id)
    await world.ada.click(panel, label="Refresh")
    for label in ("Where did I lose it?", "Board"):
        shown = reply(await world.ada.click(panel, label=label))
        assert shown.flags.ephemeral
        assert "went wrong" not in text_of(shown)
    exported = reply(await world.ada.click(panel, label="Record"))
    assert exported.attachments
    page = await practise(world, world.ada)
    await world.ada.click(page, label="Look back: Auction")
    assert "Again" in labels(page)
    assert "Again" in labels(reply(await world.ada.user.slash("play")))
    assert "no game running" in text_of(reply(await world.ben.user.slash("play")))
    assert (await world.tables.archive.page(None, world.ada.id, None, 0)).entries == []


def test_what_a_page_holds_is_read_again_and_anything_else_refused() -> None:
    games = {key: GAMES[key] for key in ("race", "gaia")}
    wanted = Wanted.usual(games, "gaia")
    assert Wanted.read(str(wanted), games) == wanted
    assert wanted.with_("robots", "3", games).with_("game", "race", games).robots in range(1, 4)
    for wrong in (
        "",
        "race",
        "race.1",
        "race.9.good",
        "chess.1.good",
        "race.1.perfect",
        "race.x.good",
        "race.1.good.1",
    ):
        with pytest.raises(Unreadable):
            Wanted.read(wrong, games)


async def test_the_end_has_its_pictures_and_its_film_in_private_replies(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race", pictures="threads") as world:
        ada = world.ada.user
        panel = await practise(world, ada, game="race", robots=1, level="friendly")
        assert panel.attachments
        (info,) = await running(world, world.ada)
        await play_to_the_end(world.tables, info.id)
        await ada.click(panel, label="Refresh")
        assert len(panel.attachments) == 2  # the board, and the scores by round
        assert "Film" in labels(panel)
        film = reply(await ada.click(panel, label="Film"))
        assert film.flags.ephemeral
        assert len(film.attachments) == 1
        await nothing_public(world)


async def test_where_only_its_person_has_it_a_reply_has_so_many_further_messages(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await practise(world, world.ada, game="toy")
    monkeypatch.setattr(view_components, "in_messages", lambda _: [[f"Page {number}"] for number in range(9)])

    async def pages() -> list[ResponseMessage]:
        return list((await world.ada.slash(world.channel, "rules", game="toy", topic="how-to-play")).followups)

    assert len(await pages()) == 8
    away = Away(world, world.ada)
    followed = await pages()
    assert away.seen
    assert len(followed) == 5
    assert "…" in text_of(followed[-1])


async def test_one_that_was_ended_early_is_in_no_statistics(world: World) -> None:
    await practise(world, world.ada, game="toy")
    (info,) = await running(world, world.ada)
    await world.tables.practice.give_up(info.id, Person(world.ada.id, "Ada"))
    assert (await world.tables.statistics.of(Scope(user_id=world.ada.id))).abandoned == 0
    assert (await world.tables.statistics.of(Scope())).abandoned == 0


async def test_a_film_is_of_what_is_over_and_of_nobody_else(world: World) -> None:
    for channel in ("first", "second"):
        there = world.guild.create_text_channel(channel)
        info = await world.tables.lobby.create(world.guild.id, there.id, Person(world.ada.id, "Ada"), "toy")
        await world.tables.lobby.join(info.id, Person(world.ben.id, "Ben"))
        await world.tables.lobby.start(info.id, Person(world.ada.id, "Ada"))
    ada = world.ada.user
    offered = reply(await ada.slash("history", film=True))
    assert "Which of yours" in text_of(offered)
    assert "There is a film of a game once it is over" in text_of(reply(await ada.click(offered, label="1: Auction")))
    await practise(world, ada, game="toy")
    (info,) = await running(world, world.ada)
    await play_to_the_end(world.tables, info.id)
    assert "no pictures of this game" in text_of(reply(await ada.slash("history", film=True)))


async def test_the_rules_are_those_of_the_game_that_is_practised(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race", "circadians") as world:
        ada = world.ada.user
        told = reply(await ada.slash("rules", topic="help"))
        assert "</practice:" in text_of(told) + text_of(await ada.click(told, label="Next page"))
        menu_before = next(one["custom_id"] for one in components(reply(await ada.slash("rules"))) if one["type"] == 3)
        assert menu_before.endswith(":race")
        await practise(world, ada, game="circadians")
        menu = next(one["custom_id"] for one in components(reply(await ada.slash("rules"))) if one["type"] == 3)
        assert menu.endswith(":circadians")


async def test_whoever_manages_a_server_where_the_bot_is_not_manages_no_table(world: World) -> None:
    await world.seated(2)
    ruler = world.guild.create_role("ruler", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.ben.id, ruler.id)
    told: list[bool] = []

    async def note(context: Context, *_: Any, **__: Any) -> None:
        told.append(context.person.manages)

    world.bot.tree.remove_command("mine")

    @app_commands.command(name="mine", description="Tells who manages.")
    async def mine(interaction: discord.Interaction[Any]) -> None:
        await serve(interaction, note)

    world.bot.tree.add_command(mine)
    await world.bot.sync_commands()
    await world.ben.slash(world.channel, "mine")
    Away(world, world.ben)
    await world.ben.slash(world.channel, "mine")
    assert told == [True, False]
