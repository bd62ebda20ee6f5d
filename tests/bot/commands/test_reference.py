"""The rules reference: help, the goal, how to play, and things by their names, in either language."""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord.results import InteractionResult

from bot.commands.reference import HELP, HOW, complete_topics, find_pages, find_topic
from bot.views.localizer import Localizer
from rules.registry import GAMES
from tests.bot.world import World, open_world, reply, text_of


def messages(result: InteractionResult) -> str:
    assert result.response is not None
    return "\n".join(map(text_of, [result.response, *result.followups]))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_help_the_goal_and_how_to_play_are_found_in_both_languages(game: str, language: str) -> None:
    known, localizer = GAMES[game], Localizer(language)
    for typed in ("help", "Hilfe", "befehle"):
        assert find_topic(known, typed, localizer) == (HELP.title, HELP.body)
    for typed in ("goal", "Ziel", "spielziel", "how do I win", "Wie gewinne ich?"):
        found = find_topic(known, typed, localizer)
        assert found is not None
        assert found[0].id == "Goal of the game"
    for typed in ("how to play", "Spielanleitung", "rules", "Regeln", "Wie spiele ich?"):
        pages = find_pages(known, typed, localizer)
        assert [title for title, _ in pages] == [HOW.title, *(one.title for one in known.topics)]
    assert not find_pages(known, "", localizer)
    assert not find_pages(known, "nothing of the kind", localizer)


@pytest.mark.parametrize(
    ("game", "typed", "said"),
    [
        ("gaia", "Der Schwarm", "You begin with your planetary institute and no mines."),
        ("gaia", "schwarm", "You begin with your planetary institute and no mines."),
        ("gaia", "ivits", "Home planet type: Oxide."),
        ("gaia", "völker", "Ivits (Oxide): Begins with its institute, no mines"),
        ("gaia", "power value", "Mine 1; trading station and research lab 2;"),
        ("gaia", "Machtwert", "Mine 1; trading station and research lab 2;"),
        ("gaia", "neutral", "Most sectors: 6."),
        ("gaia", "neutraler Spieler", "Most structures: 11."),
        ("gaia", "first boosters", "each takes a round booster"),
        ("gaia", "erste Minen", "each places a mine on a planet of the home type"),
        ("gaia", "order of passing", "in the order in which they passed in the round before"),
        ("gaia", "Zugreihenfolge", "First game: clockwise"),
        ("gaia", "final scoring tiles", "none of what a final scoring tile counts"),
        ("gaia", "lost planet", "It is a planet type of its own"),
        ("gaia", "Schwarzer Planet", "It is a planet type of its own"),
        ("gaia", "level 5", "Science: 9 knowledge."),
        ("gaia", "all factions", "Itars: Home planet type: Ice."),
        ("gaia", "alle Völker", "in the Gaia phase you may discard 4 tokens"),
        ("eclipse", "draco", "It begins with 1 interceptor"),
        ("eclipse", "Nachkommen der Draco", "In one action: explore 1"),
        ("eclipse", "species", "Eridani Empire: "),
        ("race", "New Sparta", "Military strength +2."),
        ("race", "sparta", "Military strength +2."),
        ("circadians", "tiefe schmiede", "Tarkhun"),
    ],
)
def test_things_are_found_by_their_names_in_either_language(game: str, typed: str, said: str) -> None:
    localizer = Localizer("en")
    pages = find_pages(GAMES[game], typed, localizer)
    text = "\n".join(localizer.post(one) for title, body in pages for one in (title, *body))
    assert said in text


def test_the_whole_of_a_name_counts_before_a_word_of_it() -> None:
    found = find_topic(GAMES["eclipse"], "planta", Localizer("en"))
    assert found is not None
    assert found[0].id == "Planta"


def test_completions_offer_help_and_what_topics_are_also_called() -> None:
    assert ("Goal of the game", "goal") in complete_topics(GAMES["gaia"], "win", Localizer("en"))
    assert ("Spielanleitung", "how-to-play") in complete_topics(GAMES["gaia"], "regeln", Localizer("de"))
    assert complete_topics(GAMES["gaia"], "", Localizer("en"))[0] == ("Help", "help")


async def test_the_rules_are_read_without_a_topic_and_without_a_table(tmp_path: Path) -> None:
    async with open_world(tmp_path, "gaia") as world:
        said = reply(await world.ada.slash(world.channel, "rules"))
        assert "/play shows" in text_of(said) or "shows what is asked of you: what can be chosen" in text_of(said)
        await world.ada.select(said, ["power"])
        assert "### Power" in text_of(said)
        await world.ada.select(said, ["how-to-play"])
        assert "### How to play" in text_of(said)
        whole = messages(await world.ada.slash(world.channel, "rules", topic="Spielanleitung"))
        assert "### The final score" in whole


async def test_the_rules_are_read_at_a_table_of_another_game(tmp_path: Path) -> None:
    async with open_world(tmp_path, "gaia", "race") as world:
        await _table(world)
        said = reply(await world.ada.slash(world.channel, "rules", topic="goal", game="race"))
        await world.ada.select(said, ["military"])
        assert "### Military" in text_of(said)


async def _table(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="gaia")
