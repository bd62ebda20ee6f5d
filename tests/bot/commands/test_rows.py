"""What is shown privately takes no more rows than a phone shows at once, page by page, in every game and language."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from benchmarks.scenes import picks
from bot.commands.policies import _pages
from bot.commands.reference import HELP, HOW, pages_of
from bot.views import components as view_components
from bot.views import phone
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.pages import MAX_ROWS, leaves
from rules.kernel.game import Topic
from rules.registry import GAMES
from tests.bot.world import World, components, labels, open_world, reply

NEXT = {"en": "Next page", "de": "Seite weiter"}
LANGUAGES = sorted(NEXT)


def rows(message: Any) -> int:
    return sum(phone.rows(one["content"]) for one in components(message) if one.get("content"))


def said(message: Any) -> str:
    return "\n".join(one["content"] for one in components(message) if one.get("content"))


async def leafed(person: MemberActor, message: Any, language: str) -> list[str]:
    """Leaf through a message to its end: what each page says, of which none is longer than a phone shows."""
    pages = [said(message)]
    assert rows(message) <= MAX_ROWS, pages
    while NEXT[language] in labels(message):
        await person.click(message, label=NEXT[language])
        pages.append(said(message))
        assert rows(message) <= MAX_ROWS, pages
        assert len(pages) < 30
    return pages


async def table_of(world: World, game: str, language: str) -> None:
    for person in world.people:
        await world.tables.prefer(person.id, language=language)
    await world.ada.slash(world.channel, "table new", game=game)
    await world.ben.slash(world.channel, "table join")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_automatic_answers_come_page_by_page_and_the_one_that_was_set_stays_in_sight(
    tmp_path: Path, key: str, language: str
) -> None:
    async with open_world(tmp_path, key) as world:
        await table_of(world, key, language)
        titles = [Localizer(language).post(one.title) for one in GAMES[key].policies]
        shown = reply(await world.ben.slash(world.channel, "policy"))
        pages = await leafed(world.ben, shown, language)
        assert [title for page in pages for title in titles if f"**{title}**" in page] == titles
        assert len(pages) > 1 or key == "circadians"
        last = [one for one in components(shown) if one["type"] == 3][-1]
        await world.ben.select(shown, [last["options"][-1]["value"]], custom_id=last["custom_id"])
        assert f"**{titles[-1]}**" in said(shown)
        assert rows(shown) <= MAX_ROWS
        here = "Nur für diesen Tisch" if language == "de" else "For this table only"
        await world.ben.click(shown, label=here)
        assert rows(shown) <= MAX_ROWS
        again = next(one for one in components(shown) if one["type"] == 3)
        await world.ben.select(shown, [again["options"][-1]["value"]], custom_id=again["custom_id"])
        everywhere = reply(await world.ben.slash(world.channel, "policy"))
        assert "".join(await leafed(world.ben, everywhere, language)).count("-# ") == 1  # what is so at this table only


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_settings_of_a_table_come_page_by_page_in_its_lobby_and_while_it_runs(
    tmp_path: Path, key: str, language: str
) -> None:
    async with open_world(tmp_path, key) as world:
        await table_of(world, key, language)
        for _ in range(2):
            for person in (world.ben, world.ada):  # whoever opened it has menus instead of words
                shown = reply(await person.slash(world.channel, "table settings"))
                pages = await leafed(person, shown, language)
                if person is world.ben:
                    told = " ".join(pages)
                    assert all(f"`{setting}`" in told for setting in ("language", "remind_hours", "clock", "rewind"))
                    assert len(pages) > 1
            await world.ada.slash(world.channel, "table start")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(GAMES))
def test_topics_of_the_rules_come_page_by_page_and_lose_no_word(key: str, language: str) -> None:
    game, localizer = GAMES[key], Localizer(language)
    known: list[Topic | str] = [HELP, *game.topics, *(one for one in game.names if game.look_up(one))]
    for topic in known:
        ((title, body),) = pages_of(game, topic, localizer)
        blocks = [f"### {localizer.post(title)}", *map(localizer.post, body)]
        found = leaves(blocks, localizer)
        assert all(sum(map(phone.rows, page)) <= MAX_ROWS for page in found), title
        words = " ".join(block for page in found for block in page)
        assert re.sub(r" -# (?:Page|Seite) \d+ (?:of|von) \d+", "", words).split() == " ".join(blocks).split()
    assert len(pages_of(game, HOW, localizer)) == 1 + len(game.topics)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_and_a_topic_are_leafed_through(tmp_path: Path, language: str) -> None:
    async with open_world(tmp_path, "eclipse") as world:
        await world.tables.prefer(world.ada.id, language=language)
        shown = reply(await world.ada.slash(world.channel, "rules"))
        pages = await leafed(world.ada, shown, language)
        assert "/learn" in pages[1]
        await world.ada.select(shown, ["battle"])
        assert len(await leafed(world.ada, shown, language)) > 2
        await world.ada.select(shown, ["ancients"])
        assert rows(shown) <= MAX_ROWS


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_cannot_be_chosen_is_told_page_by_page_beside_the_panel(tmp_path: Path, language: str) -> None:
    async with open_world(tmp_path, "gaia") as world:
        seats = await world.seated(2)
        for person in seats:
            await world.tables.prefer(person.id, language=language)
        for _ in range(12):
            live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
            seat = live.waiting[0]
            prompt = live.prompt_of(seat)
            assert prompt is not None
            panel = reply(await seats[seat].slash(world.channel, "play"))
            why = next((one for one in components(panel) if ":why:" in one.get("custom_id", "")), None)
            if why is not None and len(prompt.refused) > 8:
                beside = reply(await seats[seat].click(panel, custom_id=why["custom_id"]))
                assert beside.id != panel.id
                pages = await leafed(seats[seat], beside, language)
                localizer = Localizer(language, live.info.names)
                refused = [localizer.title(one.text) for one, _ in prompt.refused]
                assert all(any(one in page for page in pages) for one in refused)
                assert len(pages) > 1
                return
            await world.tables.answer(live.info.id, live.info.players[seat].user_id, [[prompt.legal[0].id]])
        pytest.fail("nothing was refused")


def test_a_policy_of_which_more_is_said_than_a_page_holds_has_its_menu_on_each_of_its_pages() -> None:
    policy = GAMES["race"].policies[4]
    text = "**A policy**: " + "is told in many words " * 60
    pages = _pages([(policy, text), (policy, "**Another**: in few.")], 10)
    assert len(pages) > 2
    assert all(sum(phone.rows(part) for _, part in page) <= 10 for page in pages)
    assert " ".join(part for page in pages for _, part in page).split() == f"{text} **Another**: in few.".split()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_what_has_happened_comes_page_by_page_and_stays_as_it_was_while_others_play_on(
    tmp_path: Path, key: str, language: str
) -> None:
    random = Random(7)

    async def play(times: int) -> None:
        for _ in range(times):
            live = await world.tables.game(1)
            prompt = live.prompt_of(live.waiting[0])
            assert prompt is not None
            await world.tables.answer(1, live.info.players[prompt.seat].user_id, [picks(prompt, random)])

    async with open_world(tmp_path, key) as world:
        await table_of(world, key, language)
        await world.ada.slash(world.channel, "table start")
        await play(3)
        await world.dora.slash(world.channel, "log")
        await play(40)
        since = reply(await world.dora.slash(world.channel, "log"))
        shown = reply(await world.dora.slash(world.channel, "log", count=50))
        pages = await leafed(world.dora, shown, language)
        assert min(len(pages), len(await leafed(world.dora, since, language))) > 1
        back = "Seite zurück" if language == "de" else "Previous page"
        await play(3)
        for page in reversed(pages[:-1]):
            await world.dora.click(shown, label=back)
            assert said(shown) == page
        live = await world.tables.game(1)
        view = components_view(CustomId("log", 1, live.info.revision, argument="1"))
        for person in (world.dora, world.ada):
            post = await world.bot.get_channel(world.channel.id).send(view=view)  # type: ignore[union-attr]
            told = reply(await person.click(post, label="What happened"))
            pages = await leafed(person, told, language)
            assert len(pages) > 2
            assert "Page" in pages[0] or "Seite" in pages[0]


def components_view(custom_id: CustomId) -> Any:
    """Build a message with a button to what happened, as posts have one."""
    return view_components.layout(
        view_components.words("…"), below=view_components.rows([view_components.button("What happened", custom_id)])
    )


async def test_a_page_of_a_log_that_was_made_up_is_refused(tmp_path: Path) -> None:
    async with open_world(tmp_path, "toy") as world:
        await world.seated(2)
        for wrong in ("", "n", "q1x1x1", "n1x1", "s1xax2", f"n{10**12}x0x0"):
            view = components_view(CustomId("lines", 1, 9, wrong, "0"))
            post = await world.bot.get_channel(world.channel.id).send(view=view)  # type: ignore[union-attr]
            assert "no longer does anything" in said(reply(await world.ada.click(post, label="What happened")))
