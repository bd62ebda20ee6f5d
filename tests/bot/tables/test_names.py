"""What people are called at their tables: as they are called on the server now."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.core.data import Person, Player, TableInfo
from bot.tables.core.names import visible
from bot.tables.service import Tables
from bot.views.localizer import Localizer
from rendering.words import LANGUAGES
from tests.at_table import ANN, BEN, CEM, started
from tests.bot.world import World, components, labels, reply, text_of

FILLERS = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"
NOTHING = FILLERS + (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u2060\u2063\ufe0f\ufeff\U000e0041\U000e0101\u0301\u20dd\u00a0\u2003\u3000"
)
"""Signs of every kind that is drawn as nothing, or only upon another sign."""

NAMES = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from([*NOTHING, *"AaBb()1 "]), max_size=40)


def at_table(*players: Player) -> TableInfo:
    info: dict[str, Any] = dict.fromkeys(("guild_id", "channel_id", "revision", "owner_id"), 1)
    now = datetime(2030, 1, 1, tzinfo=UTC)
    return TableInfo(1, game="toy", options={}, phase="running", players=players, invited=(), created_at=now, **info)


def seated_as(*names: str) -> TableInfo:
    """A table of people of these names, by seat."""
    return at_table(*(Player(seat, seat + 1, name) for seat, name in enumerate(names)))


def call(world: World, number: int, name: str) -> None:
    """Give a member another name on the server."""
    world.env.backend.edit_member(world.guild.id, world.people[number].id, {"nick": name})


async def test_a_changed_name_reaches_every_table_of_the_server_with_the_next_press(world: World) -> None:
    seats = await world.seated(2)
    other = world.guild.create_text_channel("other")
    await world.ada.slash(other, "table new", game="toy")
    call(world, 0, "Countess")
    panel = reply(await world.ada.click(world.last, label="Play"))
    await world.ada.select(panel, ["3"])
    assert "Answered already, still secret: Countess" in text_of(world.last)
    assert [one.name for one in (await world.tables.lobby.of_channel(other.id)).players] == ["Countess"]
    assert "Countess" in text_of(reply(await seats[0].slash(world.channel, "table status")))


async def test_a_changed_name_reaches_the_table_with_the_next_command(world: World) -> None:
    await world.seated(2)
    call(world, 1, "Benjamin")
    said = text_of(reply(await world.ben.slash(world.channel, "table status")))
    assert "Benjamin" in said


async def test_a_name_that_is_known_is_not_written_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.seated(2)
    written: list[str] = []
    monkeypatch.setattr(world.tables.lobby, "rename", lambda *_: written.append("again"))
    for _ in range(2):
        await world.ada.slash(world.channel, "table status")
        await world.dora.slash(world.channel, "table status")
    assert written == []


async def test_a_direct_message_knows_no_name_of_the_server_and_changes_none(world: World) -> None:
    await world.seated(2)
    call(world, 0, "Countess")
    await world.ada.slash(world.channel, "table status")
    panel = reply(await world.ada.user.click(world.dms(world.ada)[0], label="Play"))
    await world.ada.user.select(panel, ["3"])
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert {one.name for one in info.players} == {"Countess", "Ben"}


async def test_who_asked_to_be_forgotten_stays_so(world: World) -> None:
    await world.seated(2)
    await world.tables.forgetting.forget(world.ada.id)
    await world.ada.slash(world.channel, "table status")
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert {one.name for one in info.players} == {"", "Ben"}


@given(st.text(st.sampled_from(NOTHING)))
def test_a_name_of_which_nothing_can_be_seen_is_that_of_the_seat(name: str) -> None:
    info = seated_as("Ann", "Ben", name)
    assert not visible(name)
    assert Localizer("en", info.names).players[2] == "Player 3"
    assert Localizer("de", info.names).players[2] == "Spieler 3"


@given(NAMES)
def test_a_name_shows_something_and_keeps_its_visible_beginning(name: str) -> None:
    (said,) = Localizer("en", seated_as(name).names).players
    assert visible(said)
    assert len(said) <= 34
    plainly = [sign for sign in name if unicodedata.category(sign)[0] in "LNPS" and sign not in FILLERS]
    assert visible(name) == bool(plainly or any(unicodedata.category(sign) in {"Mc", "Co"} for sign in name))
    if plainly and len(name) < 30:
        assert plainly[0] in said


@given(st.lists(NAMES | st.sampled_from(["Ada", "ada", "Ada (B)", "Sextant", "Player 2", "A" * 40]), max_size=6))
def test_no_two_people_at_a_table_are_called_the_same(names: list[str]) -> None:
    robot = Player(len(names), -1, "", robot=True)
    info = at_table(*seated_as(*names).players, robot)
    for language in LANGUAGES:
        called = Localizer(language, info.names).players
        assert len({one.casefold() for one in called}) == len(called)


def test_two_of_one_name_have_the_letters_of_their_seats_and_others_have_none() -> None:
    info = seated_as("Ada", "Ben", "A\u200bda\u3164", "ADA")
    assert Localizer("en", info.names).players == ("Ada (A)", "Ben", "Ada (C)", "ADA (D)")
    assert [info.mention(seat).id for seat in range(4)] == ["<@1> (A)", "<@2>", "<@3> (C)", "<@4> (D)"]


def test_a_robot_that_plays_for_one_of_two_keeps_both_letters() -> None:
    info = at_table(Player(0, 1, "Ada", robot=True), Player(1, 2, "Ada"), Player(2, -1, "", robot=True))
    assert Localizer("en", info.names).players == ("Ada (A) (robot)", "Ada (B)", "Sextant")
    assert Localizer("de", info.names).players == ("Ada (A) (Roboter)", "Ada (B)", "Sextant")


async def test_who_shows_nothing_on_a_server_is_called_as_elsewhere(world: World) -> None:
    for number, nothing in ((0, "\u3164"), (1, "\u2800\u0301")):
        call(world, number, nothing)
    world.env.backend.users[world.ben.id].global_name = "\u1160"
    await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert {one.name for one in info.players} == {"Ada", "ben"}


async def test_two_of_one_name_are_told_apart_wherever_they_are_named(world: World) -> None:
    call(world, 1, "Ada")
    seats = await world.seated(2)
    assert r"Ada \(A\)" in text_of(world.last)
    said = text_of(reply(await seats[0].slash(world.channel, "table status")))
    assert r"Ada \(A\) must act" in said
    assert r"Ada \(B\) must act" in said
    for person, move in zip(seats, "20", strict=True):
        await person.slash(world.channel, "play", move=move)
    await seats[0].slash(world.channel, "play", move="give")
    assert r"Ada \(A\) takes the lot" in "".join(map(text_of, world.posts()))
    assert "Ada \\(A\\): " in text_of(await seats[1].slash(world.channel, "score"))
    offered = await seats[0].autocomplete(world.channel, "history", "turn", "")
    assert "2 · Ada (B): Bid for the lot." in [one["name"] for one in offered]
    assert "1 · Ada (A) takes the lot for 2." in [one["name"] for one in offered]
    asked = reply(await seats[0].slash(world.channel, "table rewind"))
    menu = [option["label"] for one in components(asked) for option in one.get("options", [])]
    assert "2 · Ada (B): Bid for the lot." in menu
    await seats[0].slash(world.channel, "table rewind", turn="1")
    vote = text_of(world.last)
    assert f"Asked: <@{seats[1].id}> (B)" in vote
    assert r"In favour: Ada \(A\)" in vote
    assert labels(world.last) == ["Go back", "Do not go back"]


async def test_names_are_kept_whole_before_the_letter_of_the_seat(tables: Tables) -> None:
    long = "A" * 40
    live = await started(tables, Person(BEN.user_id, long), Person(CEM.user_id, long))
    called = Localizer("en", live.info.names).players
    twins = [one for one in called if one != ANN.name]
    assert all(one.endswith((" (A)", " (B)", " (C)")) for one in twins)
    assert len(set(twins)) == 2
