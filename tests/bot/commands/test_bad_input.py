"""Every wrong call gets one private, friendly sentence, and nothing is changed."""

from __future__ import annotations

import asyncio

import discord
import pytest
from simcord.results import InteractionResult

from bot.commands.handlers import HANDLERS
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import NoTableHere, Stale
from storage.errors import StoreAway
from tests.bot.world import World, all_pages, labels, reply, text_of


async def table(world: World) -> TableInfo:
    return await world.tables.lobby.of_channel(world.channel.id, ended=True)


async def refused(world: World, result: InteractionResult, *said: str) -> None:
    """See that a reply is private and says this; and that the call has changed nothing is seen by the caller."""
    shown = reply(result)
    assert shown.ephemeral
    for one in said:
        assert one in text_of(shown)


async def test_it_is_not_my_turn(world: World) -> None:
    seats = await world.seated(2)
    for seat, bid in ((0, "3"), (1, "1")):
        await seats[seat].slash(world.channel, "play", move=bid)
    before = await table(world)
    await refused(world, await seats[1].slash(world.channel, "play", move="keep"), "Nothing is asked of you now")
    assert await table(world) == before
    panel = reply(await seats[1].slash(world.channel, "play"))
    assert "The table waits for" in text_of(panel)


async def test_i_do_not_sit_at_the_table(world: World) -> None:
    await world.seated(2)
    before = await table(world)
    for result in (
        await world.dora.slash(world.channel, "play"),
        await world.dora.slash(world.channel, "play", move="3"),
        await world.dora.slash(world.channel, "hand"),
        await world.dora.slash(world.channel, "undo"),
        await world.dora.click(world.last, label="Play"),
    ):
        await refused(world, result, "You do not sit at this table")
    assert await table(world) == before


async def test_the_channel_has_no_table_and_mine_is_elsewhere(world: World) -> None:
    await world.seated(2)
    other = world.guild.create_text_channel("other")
    await refused(world, await world.dora.slash(other, "play"), "There is no table here", "table new")
    await refused(world, await world.ada.slash(other, "play", move="3"), f"<#{world.channel.id}>")


async def test_the_table_is_full(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    for person in (world.ben, world.cleo, world.dora):
        await person.click(world.last, label="Join")
    fifth = world.guild.add_member(world.env.create_user("eve", global_name="Eve"))
    await refused(world, await fifth.click(world.last, label="Join"), "This table is full")
    assert len((await table(world)).players) == 4


async def test_the_game_runs_already(world: World) -> None:
    await world.seated(2)
    before = await table(world)
    for result in (
        await world.cleo.slash(world.channel, "table join"),
        await world.ada.slash(world.channel, "table start"),
        await world.ada.slash(world.channel, "table leave"),
    ):
        await refused(world, result, "This game is running already")
    result = await world.ada.slash(world.channel, "table settings", option="length", value="long")
    await refused(world, result, "The setup of a running game stays as it is")
    await refused(world, await world.ada.slash(world.channel, "table new", game="toy"), "has a table already")
    await refused(world, await world.ada.slash(world.channel, "table export"), "once it is over")
    assert await table(world) == before


async def test_only_whoever_opened_the_table_or_manages_the_server_manages_it(world: World) -> None:
    await world.seated(2)
    for result in (
        await world.cleo.slash(world.channel, "table abandon"),
        await world.cleo.slash(world.channel, "table settings", option="language", value="de"),
    ):
        await refused(world, result, "Only the person who opened this table")
    assert (await table(world)).phase == "running"
    role = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    keeper = world.guild.add_member(world.env.create_user("kay"), roles=[role])
    asked = reply(await keeper.slash(world.channel, "table abandon"))
    await keeper.click(asked, label="End it")
    assert (await table(world)).phase == "abandoned"


async def test_an_unknown_player_is_named(world: World) -> None:
    await world.seated(2)
    await refused(
        world, await world.ada.slash(world.channel, "tableau", player=world.dora), "does not sit at this table"
    )
    await refused(
        world,
        await world.ada.slash(world.channel, "table replace", player=world.dora, by=world.cleo),
        "does not sit at this table",
    )


async def test_a_bot_cannot_take_a_seat(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("beep", bot=True))
    await world.seated(2)
    await refused(world, await world.ada.slash(world.channel, "table replace", player=world.ada, by=robot), "is a bot")
    await world.ada.slash(world.channel, "table abandon")
    other = world.guild.create_text_channel("other")
    await world.ada.slash(other, "table new", game="toy")
    await refused(world, await world.ada.slash(other, "table invite", person=robot), "is a bot")


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("pizza", "“pizza” is not among the choices here"),
        ("bid", "could mean several choices"),
        ("3, 4", "“4” comes too late: before it, something is drawn, shown or decided by others"),
        ("3; 2", "“2” comes too late: before it, something is drawn, shown or decided by others"),
        ("x" * 6000, "That is too long for a move"),
        ("🍕🚀", "is not among the choices here"),
        ("مرحبا", "is not among the choices here"),
        ("**3** @everyone <@1> [x](http://y)", "is not among the choices here"),
        (";;", "nothing between two semicolons"),
        ("   ", "nothing between two semicolons"),
    ],
)
async def test_a_move_is_malformed(world: World, move: str, said: str) -> None:
    seats = await world.seated(2)
    before = await table(world)
    result = await seats[0].slash(world.channel, "play", move=move)
    await refused(world, result, said)
    assert len(text_of(reply(result))) < 600
    assert await table(world) == before


async def test_what_was_typed_cannot_mention_or_mark_up_anything(world: World) -> None:
    seats = await world.seated(2)
    said = text_of(reply(await seats[0].slash(world.channel, "play", move="**b** @everyone <@1> [x](http://y)")))
    assert "**b**" not in said
    assert "@everyone" not in said
    assert "<@1>" not in said.replace("\\<@1>", "")
    assert "[x](" not in said.replace("\\[x](", "")


async def test_an_illegal_move_names_the_rule_that_forbids_it(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    await seats[0].slash(world.channel, "play", move="keep")
    for person in seats:
        await person.slash(world.channel, "play", move="-")
    before = await table(world)
    await refused(world, await seats[0].slash(world.channel, "play", move="5"), "You have only 2 coins, not 5.")
    assert await table(world) == before


async def test_several_typed_answers_are_all_taken_or_none(world: World) -> None:
    seats = await world.seated(2)
    for seat, bid in ((0, "3"), (1, "1")):
        await seats[seat].slash(world.channel, "play", move=bid)
    before = await table(world)
    result = await seats[0].slash(world.channel, "play", move="keep; pizza")
    await refused(world, result, "“pizza” is not among the choices")
    assert await table(world) == before
    await seats[0].slash(world.channel, "play", move="keep; none")
    assert (await table(world)).revision == before.revision + 1
    assert (await table(world)).players[0].since is None


async def test_an_old_button_shows_the_present_question_and_does_nothing(world: World) -> None:
    seats = await world.seated(2)
    first = reply(await seats[0].slash(world.channel, "play"))
    second = reply(await seats[0].slash(world.channel, "play"))
    await seats[0].select(second, ["3"])
    await seats[1].slash(world.channel, "play", move="1")
    before = await table(world)
    await seats[0].select(first, ["5"])
    assert "The table has moved on" in text_of(first)
    assert "What do you do with the lot?" in text_of(first)
    assert await table(world) == before
    await seats[0].click(first, label="Keep it")
    assert (await table(world)).revision > before.revision


async def test_a_button_of_another_table_does_nothing(world: World) -> None:
    seats = await world.seated(2)
    old_panel, other = [reply(await seats[0].slash(world.channel, "play")) for _ in range(2)]
    await world.ada.click(reply(await world.ada.slash(world.channel, "table abandon")), label="End it")
    await world.seated(2)
    before = await table(world)
    await refused(world, await seats[0].select(old_panel, ["3"]), "belongs to an earlier table", "play")
    await refused(world, await seats[0].click(other, label="Refresh"), "belongs to an earlier table")
    assert await table(world) == before


async def test_the_same_answer_given_twice_counts_once(world: World) -> None:
    seats = await world.seated(2)
    panels = [reply(await seats[0].slash(world.channel, "play")) for _ in range(2)]
    await seats[0].select(panels[0], ["3"])
    before = await table(world)
    await seats[0].select(panels[1], ["3"])
    assert "You chose: Bid 3" in text_of(panels[1])
    assert await table(world) == before
    # Another one from a panel that was shown before is no change that was meant.
    assert "Change" in labels(panels[1])


@pytest.mark.parametrize("missing", ["send_messages", "attach_files"])
async def test_the_bot_lacks_a_permission_in_the_channel(world: World, missing: str) -> None:
    lacks = discord.PermissionOverwrite(**{missing: False})
    quiet = world.guild.create_text_channel("quiet", overwrites={world.guild.default_role: lacks})
    result = await world.ada.slash(quiet, "table new", game="toy")
    await refused(world, result, "I cannot host a table here", missing.replace("_", " ").title())
    with pytest.raises(NoTableHere):
        await world.tables.lobby.of_channel(quiet.id)


async def test_the_database_is_away(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    before = await table(world)

    def away(*_: object) -> None:
        raise StoreAway("away")

    with monkeypatch.context() as broken:
        broken.setattr(world.store, "reading", away)
        broken.setattr(world.store, "writing", away)
        for result in (
            await seats[0].slash(world.channel, "play", move="3"),
            await seats[0].select(panel, ["3"]),
            await seats[0].slash(world.channel, "board"),
        ):
            await refused(world, result, "cannot be reached just now", "try again")
    assert await table(world) == before
    await seats[0].select(panel, ["3"])
    assert (await table(world)).revision == before.revision + 1


async def test_an_unforeseen_error_is_told_by_a_code_and_logged_under_it(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.seated(2)

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(world.tables, "events", broken)
    said = await all_pages(world.ada, reply(await world.ada.slash(world.channel, "log")))
    code = said.rpartition("code ")[2].strip(".")
    assert len(code) == 6
    assert any(code in record.getMessage() for record in caplog.records)


async def test_a_button_that_no_version_knows_any_more_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    monkeypatch.delitem(HANDLERS, "board")
    result = await seats[0].click(panel, label="Board")
    await refused(world, result, "no longer does anything")
    assert "code" not in text_of(reply(result))


async def test_pressing_back_twice_in_one_moment_takes_back_one_answer(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    await seats[0].slash(world.channel, "play", move="keep")
    await seats[0].slash(world.channel, "play", move="-")
    info = await table(world)
    back = await world.tables.undoable(info.id, seats[0].id)
    assert back is not None
    both = await asyncio.gather(
        *(world.tables.undo(info.id, seats[0].id, only=back) for _ in range(2)), return_exceptions=True
    )
    assert [type(one) for one in both if isinstance(one, Exception)] == [Stale]
    live = await world.tables.game(info.id)
    prompt = live.prompt_of(0)
    assert prompt is not None
    assert prompt.text.id == "Drop a coin?"
