"""The board, its parts, tableaus and hands: as pictures where a game has some, else in words over several messages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.commands.board import complete_part, find_part
from bot.commands.errors import Refused
from bot.views import panel as panels
from bot.views.components import MAX_BLOCKS, MAX_BLOCKS_TEXT, in_messages
from bot.views.localizer import Localizer
from rendering import registry
from rendering.kit.picture import RenderContext
from rules.registry import GAMES
from tests.bot.world import World, components, labels, open_world, reply, text_of
from tests.toy import ToyGame, ToyState
from tests.toy_text_board import ToyTextBoard


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> ToyGame:
    game = ToyGame()
    monkeypatch.setitem(GAMES, "toy", game)
    monkeypatch.setitem(registry.TEXT_BOARDS, "toy", ToyTextBoard())
    return game


def messages(result: InteractionResult) -> list[ResponseMessage]:
    """Every message of a reply, from top to bottom."""
    assert result.response is not None
    return [result.response, *result.followups]


def texts(message: ResponseMessage) -> list[str]:
    return text_of(message).split("\n")


async def start(world: World, game: str, number: int = 2) -> None:
    await world.ada.slash(world.channel, "table new", game=game)
    for person in world.people[1:number]:
        await person.slash(world.channel, "table join")
    await world.ada.slash(world.channel, "table start")


async def test_a_tableau_is_looked_at_by_its_seat_and_so_is_a_robots(tmp_path: Path, toy: ToyGame) -> None:
    async with open_world(tmp_path, "toy") as world:
        await world.ada.slash(world.channel, "table new", game="toy")
        await world.ben.slash(world.channel, "table join")
        await world.ada.click(world.last, label="Add a robot")
        await world.ada.slash(world.channel, "table start")
        info = await world.tables.lobby.of_channel(world.channel.id)
        ben = info.seat_of(world.ben.id)
        robot = next(one.seat for one in info.players if one.robot)
        assert ben is not None
        for typed in (str(ben + 1), "ABC"[ben], "ben", "Be", f"<@{world.ben.id}>"):
            assert "Ben has 5 coins." in text_of(reply(await world.dora.slash(world.channel, "tableau", seat=typed)))
        for typed in (str(robot + 1), "sextant", "Sex"):
            said = text_of(reply(await world.dora.slash(world.channel, "tableau", seat=typed)))
            assert "Sextant has" in said
        for typed in ("7", "Zoe"):
            said = text_of(reply(await world.dora.slash(world.channel, "tableau", seat=typed)))
            assert "does not sit at this table" in said
        offered = await world.dora.autocomplete(world.channel, "tableau", "seat", "b")
        assert [(one["name"], one["value"]) for one in offered] == [("Ben", str(ben + 1))]


async def test_a_game_without_pictures_is_looked_at_in_words(tmp_path: Path, toy: ToyGame) -> None:
    async with open_world(tmp_path, "toy") as world:
        await start(world, "toy")
        board = reply(await world.dora.slash(world.channel, "board"))
        assert not board.attachments
        assert "### Lot " in text_of(board)
        assert "Ada has 5 coins." in text_of(board)
        # Both are first: a numbered list of Discord's would make Ben second.
        assert r"1\. Ada: 0 points" in text_of(board)
        assert "-# If the game ended now:\n" in text_of(board)
        assert r"1\. Ben: 0 points" in text_of(board)
        assert labels(board) == ["Lots", "Long"]
        tableau = reply(await world.dora.slash(world.channel, "tableau", player=world.ben.user))
        assert "Ben has 5 coins." in text_of(tableau)
        assert "-# If the game ended now:\n### 1" in text_of(tableau)
        score = reply(await world.dora.slash(world.channel, "score"))
        assert text_of(score).startswith("-# If the game ended now:\n**1")
        hand = reply(await world.ada.slash(world.channel, "hand"))
        assert "Hidden coins: 0" in text_of(hand)
        past = reply(await world.ada.slash(world.channel, "history"))
        assert "Ben has 5 coins." in text_of(past)
        panel = reply(await world.ada.slash(world.channel, "play"))
        await world.ada.select(panel, ["1"])
        assert "Answered already" in text_of(world.last)


async def test_the_posts_and_the_board_have_a_menu_of_whose_tableau_to_show(tmp_path: Path, toy: ToyGame) -> None:
    async with open_world(tmp_path, "toy") as world:
        await start(world, "toy", 3)
        info = await world.tables.lobby.of_channel(world.channel.id)
        ben = info.seat_of(world.ben.id)
        board = reply(await world.dora.slash(world.channel, "board"))
        for message in (world.last, board):
            menu = next(one for one in components(message) if ":tableau:" in one.get("custom_id", ""))
            assert [one["label"] for one in menu["options"]] == [str(name) for name in info.names]
            shown = reply(await world.dora.select(message, [str(ben)], custom_id=menu["custom_id"]))
            assert shown.ephemeral
            assert "Ben has 5 coins." in text_of(shown)
            assert "Ada has" not in text_of(shown)
        assert "### Lot " in text_of(board)  # it stays


class Wordy(ToyTextBoard):
    def glance(self, view: ToyState, context: RenderContext) -> list[str]:
        return ["a" * 50, "b" * 500, "c" * 60]


async def test_a_post_of_a_game_without_pictures_shows_the_board_at_a_glance(
    tmp_path: Path, toy: ToyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_world(tmp_path, "toy") as world:
        await start(world, "toy")
        assert re.search(r"^### Lot \d$", text_of(world.last), re.MULTILINE)
        live = await world.tables.game(1)
        monkeypatch.setitem(registry.TEXT_BOARDS, "toy", Wordy())
        assert panels.glance(live, None, Localizer("en"), 120) == ["a" * 50, "c" * 60]  # no block is torn
        assert panels.glance(live, None, Localizer("en"), 40) == []
        monkeypatch.setitem(registry.PICTURES, "toy", registry.PICTURES["race"])
        assert panels.glance(live, None, Localizer("en"), 4000) == []


async def test_a_long_board_takes_several_messages_and_tears_only_a_block_that_is_too_long(
    tmp_path: Path, toy: ToyGame
) -> None:
    async with open_world(tmp_path, "toy") as world:
        await start(world, "toy")
        sent = messages(await world.ada.slash(world.channel, "board", part="long"))
        assert len(sent) == 4
        said = [text_of(one) for one in sent]
        for one in said:
            assert len(one) <= 4000
            assert one.count("```") % 2 == 0
        assert said[0].count("row 19 ") == said[0].count("row 0 ") == 2  # whole blocks only
        assert "line 0 " in said[2]
        assert "line 79 " in said[3]
        assert not labels(sent[0])
        assert labels(sent[-1]) == ["Whole board", "Lots"]
        back = await world.ada.click(sent[-1], label="Whole board")
        assert "### Lot " in text_of(sent[-1])  # in the place of what was shown
        assert not back.followups


async def test_a_part_is_drawn_alone_and_can_be_told_in_words(tmp_path: Path) -> None:
    async with open_world(tmp_path, "gaia", pictures="threads") as world:
        world.locale = "de"
        await start(world, "gaia")
        part = reply(await world.ada.slash(world.channel, "board", part="forschungstab"))
        assert [one.filename for one in part.attachments] == ["research.jpg"]
        assert labels(part) == ["Ganzer Tisch", "Spielplan", "Wertungstableau", "In Worten"]
        await world.ada.click(part, label="Wertungstableau")
        assert [one.filename for one in part.attachments] == ["scoring.jpg"]
        await world.ada.click(part, label="In Worten")
        assert not part.attachments
        assert "### Wertungstableau" in text_of(part)
        wrong = reply(await world.dora.slash(world.channel, "board", part="Rückseite"))
        assert "Es gibt: Spielplan, Forschungstableau, Wertungstableau" in text_of(wrong)


async def test_a_game_without_a_text_board_tells_its_alt_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(registry.TEXT_BOARDS, "race")
    async with open_world(tmp_path, "race", pictures="threads") as world:
        await start(world, "race")
        board = reply(await world.ada.slash(world.channel, "board", text=True))
        assert not board.attachments
        assert "Ben" in text_of(board)
        assert "Ada: " in text_of(board)
        tableau = reply(await world.dora.slash(world.channel, "tableau", player=world.ben.user, text=True))
        assert not tableau.attachments
        assert "Ben" in text_of(tableau)
        wrong = reply(await world.dora.slash(world.channel, "board", part="x"))
        assert "no parts of its own" in text_of(wrong)


async def test_a_hand_and_a_tableau_of_race_are_told_where_nothing_is_drawn(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race", pictures="off") as world:
        world.locale = "de"
        await start(world, "race")
        hand = text_of(await world.ada.slash(world.channel, "hand"))
        assert "### Zur Auswahl, 6 Karten\n- " in hand
        assert "### 1 Karte\n- " in text_of(await world.ada.slash(world.channel, "tableau"))
        assert "### Race for the Galaxy\n- " in text_of(await world.ada.slash(world.channel, "board"))


async def test_words_take_the_place_of_a_picture_that_cannot_be_drawn(tmp_path: Path) -> None:
    async with open_world(tmp_path, "gaia", pictures="off") as world:
        await start(world, "gaia")
        board = reply(await world.ada.slash(world.channel, "board"))
        assert "### Gaia Project" in text_of(board)
        assert labels(board) == ["Map", "Research board", "Scoring board"]  # neither words nor pictures to go to
        assert "Free planets" in text_of(board)


async def test_circadians_is_looked_at_in_words(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        await start(world, "circadians")
        board = messages(await world.ada.slash(world.channel, "board"))
        assert "### Circadians: First Light" in text_of(board[0])
        assert len(board) == 2
        planet = text_of(reply(await world.dora.slash(world.channel, "board", part="planet")))
        assert "A  B  C  D  E  F  G" in planet
        assert "Harvesters: 1: " in planet
        assert "### Negotiation board" not in planet
        tableau = text_of(reply(await world.dora.slash(world.channel, "tableau", player=world.ben.user)))
        assert "Garage 5: no die (3 algae)." in tableau
        hand = text_of(reply(await world.ada.slash(world.channel, "hand")))
        assert "To choose from" in hand
        assert all("To choose from" not in text_of(one) for one in board)


async def test_what_is_told_in_words_alone_offers_no_picture(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians", pictures="threads") as world:
        await start(world, "circadians")
        assert labels(reply(await world.ada.slash(world.channel, "board", part="planet")))[-1] == "In words"
        stacks = messages(await world.ada.slash(world.channel, "board", part="stacks"))
        assert labels(stacks[-1])[-1] == "Locations"


def test_every_part_of_every_board_has_a_name_in_both_languages() -> None:
    for key, game in GAMES.items():
        for part in registry.parts_of(key):
            names = game.names[f"{key}.part.{part}"]
            assert names["en"]
            assert names["de"]


def test_a_part_is_found_by_its_key_and_its_name_in_the_readers_language() -> None:
    game, german = GAMES["gaia"], Localizer("de")
    assert find_part(game, "map", german) == "map"
    assert find_part(game, " SPIELPLAN ", german) == "map"
    assert find_part(game, "Wert", german) == "scoring"
    assert complete_part(game, "tableau", german) == [("Forschungstableau", "research"), ("Wertungstableau", "scoring")]
    with pytest.raises(Refused):
        find_part(game, "", german)


def test_blocks_are_spread_over_messages_by_their_length_and_number() -> None:
    assert in_messages(["a" * MAX_BLOCKS_TEXT, "b"]) == [["a" * MAX_BLOCKS_TEXT], ["b"]]
    assert [len(one) for one in in_messages(["c"] * (MAX_BLOCKS + 1))] == [MAX_BLOCKS, 1]
    torn = in_messages(["d" * (2 * MAX_BLOCKS_TEXT)])
    assert "".join("".join(one) for one in torn) == "d" * (2 * MAX_BLOCKS_TEXT)
    assert all(len("".join(one)) <= MAX_BLOCKS_TEXT for one in torn)
