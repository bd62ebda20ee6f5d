"""Everybody is asked once for time zone and quiet hours: with the first notice, or in a panel."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from bot.tables.core.quiet_hours import zones
from bot.views.hours_question import BY_LOCALE, ZONES, guess_zone
from tests.bot.delivery.test_notifier import close_dms, to_one
from tests.bot.world import Queries, World, components, labels, reply, text_of

ASKED = "when should I be quiet?"


def asked(world: World, person: MemberActor) -> list[int]:
    """Which of a person's direct messages ask, by their place."""
    return [at for at, one in enumerate(world.dms(person)) if ASKED in text_of(one)]


def chosen(message: Queries) -> list[str]:
    """The time zone that a menu shows as chosen."""
    return [
        option["value"] for one in components(message) for option in one.get("options", []) if option.get("default")
    ]


def test_the_zones_on_offer_exist_and_are_those_that_are_guessed() -> None:
    assert len(ZONES) == len(set(ZONES)) == 25
    assert set(ZONES) <= set(zones().values())
    assert set(BY_LOCALE.values()) <= set(ZONES)
    assert guess_zone("de", "en-US") == guess_zone("de", "") == "Europe/Berlin"
    assert guess_zone("en", "fr") == "Europe/Paris"
    assert guess_zone("en", "") == "Europe/London"


async def test_the_first_notice_asks_once_and_a_button_answers(world: World) -> None:
    first, second = await to_one(world)
    assert asked(world, first) == asked(world, second) == [0]
    (notice,) = world.dms(first)
    assert chosen(notice) == ["America/New_York"]
    assert "Play" in labels(notice)
    panel = reply(await first.user.click(notice, label="Quiet from 22 to 8"))
    assert panel.ephemeral
    assert "22:00–08:00" in text_of(panel)
    kept = await world.tables.preferences(first.id)
    assert (kept.zone, kept.quiet_from, kept.quiet_to) == ("America/New_York", 22 * 60, 8 * 60)
    await world.restart()
    await world.later(days=3)
    assert len(world.dms(first)) > 1
    assert asked(world, first) == [0]


async def test_a_zone_that_was_chosen_stays_with_the_quiet_hours(world: World) -> None:
    world.locale = "de"
    first, _ = await to_one(world)
    (notice,) = world.dms(first)
    assert chosen(notice) == ["Europe/Berlin"]
    await first.user.select(notice, ["Asia/Tokyo"])
    panel = reply(await first.user.click(notice, label="Keine Ruhezeit"))
    assert "Asia/Tokyo" in text_of(panel)
    kept = await world.tables.preferences(first.id)
    assert (kept.zone, kept.quiet_from) == ("Asia/Tokyo", None)
    await first.user.click(notice, label="Ruhezeit von 23 bis 7 Uhr")
    kept = await world.tables.preferences(first.id)
    assert (kept.zone, kept.quiet_from, kept.quiet_to) == ("Asia/Tokyo", 23 * 60, 7 * 60)


async def test_who_does_not_want_to_say_is_not_asked_again(world: World) -> None:
    first, _ = await to_one(world)
    said = text_of(reply(await first.user.click(world.dms(first)[0], label="Not now")))
    assert "I will not ask again." in said
    await world.later(hours=25)
    assert asked(world, first) == [0]
    assert (await world.tables.preferences(first.id)).zone == ""


async def test_who_has_set_their_hours_is_not_asked(world: World) -> None:
    await world.tables.prefer(world.ada.id, zone="Europe/Berlin")
    await world.tables.prefer(world.ben.id, quiet_from=60, quiet_to=120)
    await world.seated(2)
    assert asked(world, world.ada) == asked(world, world.ben) == []


async def test_with_closed_messages_a_panel_asks_once_for_the_person_alone(world: World) -> None:
    close_dms(world, world.ada)
    await world.seated(2)
    shown = await world.ada.slash(world.channel, "play")
    question = reply(shown)
    assert ASKED in text_of(question)
    assert question.ephemeral
    assert ASKED not in "\n".join(map(text_of, world.posts()))
    again = await world.ada.slash(world.channel, "play")
    assert not again.followups
    said = text_of(reply(await world.ada.click(question, label="Quiet from 23 to 7")))
    assert "23:00–07:00" in said


@pytest.mark.parametrize("argument", ["hours=22-8", "hours=25-8@UTC", "hours=22-8@Mars", "hours=", "zone=Mars"])
async def test_an_answer_that_was_not_offered_changes_nothing(world: World, argument: str) -> None:
    from bot.commands.me import choose
    from bot.views.custom_ids import Unreadable

    with pytest.raises(Unreadable):
        await choose(None, argument, [])  # type: ignore[arg-type]
