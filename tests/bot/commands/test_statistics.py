"""``/stats``: what one sees of games that are over, in which words, and what not."""

from __future__ import annotations

import pytest

from bot.views import phone
from bot.views.custom_ids import CustomId, Unreadable
from bot.views.localizer import Localizer
from bot.views.statistics import Asked, sheet_lines
from rendering.jobs import DrawJob, render
from rendering.statistics import KIND, Row, Sheet
from rules.kernel.text import T
from rules.registry import GAMES
from storage.results import Former
from tests.at_table import play_to_the_end
from tests.bot.world import World, reply, text_of


async def finished(world: World) -> None:
    """Play a game of two to its end and let its last post be made."""
    await world.seated(2)
    await play_to_the_end(world.tables, (await world.tables.lobby.of_channel(world.channel.id)).id)
    await world.env.settle()


async def test_one_sees_how_ones_own_games_have_ended(world: World) -> None:
    told = text_of(reply(await world.ada.slash(world.channel, "stats")))
    assert "No game is over yet" in told
    await finished(world)
    told = text_of(reply(await world.ada.slash(world.channel, "stats")))
    assert "Ada" in told
    assert "**Played** 1" in told
    assert "Auction: 1 game" in told
    assert "Met most: Ben (1 game" in told
    told = text_of(reply(await world.ada.slash(world.channel, "stats", game="toy")))
    assert "**Best**" in told
    assert "Red: 1 game" in told or "Blue: 1 game" in told
    told = text_of(reply(await world.ada.slash(world.channel, "stats", side="Red")))
    assert "Auction, Red, on this server" in told


async def test_where_only_games_with_robots_are_over_it_is_said_that_none_counts(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table robot")
    await world.ada.slash(world.channel, "table start")
    await play_to_the_end(world.tables, (await world.tables.lobby.of_channel(world.channel.id)).id)
    await world.env.settle()
    told = text_of(reply(await world.ada.slash(world.channel, "stats")))
    assert "No game counts yet" in told
    assert "Not counted: 1 game with robots" in told


async def test_others_are_seen_on_this_server_alone(world: World) -> None:
    await finished(world)
    told = text_of(reply(await world.cleo.slash(world.channel, "stats", person=world.ada)))
    assert "Ada" in told
    assert "**Played** 1" in told
    told = text_of(reply(await world.cleo.slash(world.channel, "stats", person=world.ada, everywhere=True)))
    assert "theirs to see" in told
    told = text_of(reply(await world.cleo.slash(world.channel, "stats", everybody=True)))
    assert "**Games** 1" in told
    assert "Ada: 1 game" in told
    told = text_of(reply(await world.cleo.slash(world.channel, "stats", everybody=True, everywhere=True)))
    assert "**Games** 1" in told
    assert "Ada" not in told
    told = text_of(reply(await world.cleo.slash(world.channel, "stats", everybody=True, person=world.ada)))
    assert "not both" in told


async def test_a_button_leads_to_all_servers_and_a_menu_to_a_game(world: World) -> None:
    await finished(world)
    shown = reply(await world.ada.slash(world.channel, "stats"))
    shown = reply(await world.ada.click(shown, label="On all servers"))
    assert "all games, on all servers" in text_of(shown).casefold()
    shown = reply(await world.ada.select(shown, values=["toy"]))
    assert "auction, on all servers" in text_of(shown).casefold()


async def test_the_last_post_tells_of_records(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.results.FEWEST", 0)

    async def former(*_: object) -> Former:
        return Former(5, -3)

    monkeypatch.setattr("storage.results.best_with", former)
    monkeypatch.setattr("storage.results.best_of", former)
    await finished(world)
    told = text_of(world.last)
    assert "🥇 Record of this server, most points with Red: " in told
    assert "🥇 Record of this server, most points with 2 players: " in told
    assert "(before: −3)" in told


async def test_in_german(world: World) -> None:
    world.locale = "de"
    await finished(world)
    told = text_of(reply(await world.ada.slash(world.channel, "stats")))
    assert "Alle Spiele, auf diesem Server" in told


@pytest.mark.parametrize("argument", ["", "1", "x-toy", "-1-toy", "1-", "9" * 30 + "-toy"])
def test_what_no_button_says_is_refused(argument: str) -> None:
    with pytest.raises(Unreadable):
        Asked.read(CustomId("stats", 0, fingerprint="hp", argument=argument))


def test_what_is_asked_is_read_from_its_button() -> None:
    for asked in (Asked(0), Asked(2**63, "circadians", everywhere=True, in_words=True), Asked(5, "toy")):
        assert Asked.read(asked.custom_id()) == asked


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_picture_tells_all_in_its_alt_text(language: str) -> None:
    rows = tuple(Row(T("all games"), at + 1, at, 10.5, 20) for at in range(12))
    sheet = Sheet(
        T("Everybody"),
        T("all games"),
        ((T("Games"), T("{n}", n=5)),),
        ((1, 2), (2, 3)),
        T("Game"),
        rows,
        (T("somebody"),),
    )
    drawn = render(DrawJob("", KIND, sheet, language, ()))
    assert drawn.data
    assert len(drawn.alt) <= 1024
    assert drawn.alt.startswith("Everybody" if language == "en" else "Alle")
    assert ("10.5" if language == "en" else "10,5") in drawn.alt
    empty = Sheet(T("Everybody"), T("all games"), (), (), T("Game"), (), ())
    assert render(DrawJob("", KIND, empty, language, ())).alt


@pytest.mark.parametrize("language", ["en", "de"])
def test_games_and_figures_in_words_are_short(language: str) -> None:
    played = [Row(game.info.title, 4, 1, 26.8, 42) for game in GAMES.values()]
    figures = ((T("Played"), T("{n}", n=416)), (T("Won"), T("{n} %", n=25)))
    sheet = Sheet(T("Everybody"), T("Everybody"), figures, ((1, 9), (2, 7)), T("Game"), tuple(played), ())
    title, under, played_and_won, ranks, *games = map(phone.rows, sheet_lines(sheet, Localizer(language, ["Ada"])))
    assert (title, under, played_and_won, ranks) == (1, 1, 1, 1)
    assert sum(games) <= 2 * len(GAMES) + 1  # only the longest title takes three
