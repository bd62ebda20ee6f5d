"""/me: one panel for all that a person can set, with friendly answers to what is none."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.commands.errors import Refused
from bot.commands.me import complete_zone, find_zone
from bot.tables.core.data import Player, TableInfo
from bot.tables.core.errors import BadPreference
from bot.tables.core.quiet_hours import Hours, end_of_day, morning_after
from bot.views.localizer import Localizer
from bot.views.status import away_lines
from storage import tables as stored
from storage.schema import Preference
from tests.bot.world import World, labels, reply, text_of

FORM = "Time zone, quiet hours, vacation"


async def test_the_panel_shows_and_changes_everything(world: World) -> None:
    panel = reply(await world.ada.slash(world.channel, "me"))
    assert panel.ephemeral
    for value in ("de", "channel", "48", "small"):
        panel = reply(await world.ada.select(panel, [value], custom_id=_menu_with(panel, value)))
    kept = await world.tables.preferences(world.ada.id)
    assert (kept.language, kept.notices, kept.remind_hours, kept.picture) == ("de", "channel", 48, "small")
    assert "Ruhezeit" in text_of(panel)


def _menu_with(panel: object, value: str) -> str:
    from tests.bot.world import components

    menus = [one for one in components(panel) if one["type"] == 3]  # type: ignore[arg-type]
    return str(next(one["custom_id"] for one in menus if value in [option["value"] for option in one["options"]]))


async def test_the_form_sets_zone_quiet_hours_and_vacation(world: World) -> None:
    panel = reply(await world.ada.slash(world.channel, "me"))
    shown = await world.ada.click(panel, label=FORM)
    day = (world.clock() + timedelta(days=10)).date()
    result = await world.ada.submit_modal(
        shown, {"zone": "berlin", "quiet_from": "22:30", "quiet_to": "7", "away": str(day)}
    )
    said = text_of(reply(result))
    assert "Europe/Berlin" in said
    assert "22:30–07:00" in said
    assert "I am back" in labels(reply(result))
    kept = await world.tables.preferences(world.ada.id)
    assert kept.away_until is not None
    again = await world.ada.click(reply(result), label="I am back")
    assert "I am back" not in labels(reply(again))
    assert (await world.tables.preferences(world.ada.id)).away_until is None
    shown = await world.ada.click(reply(again), label=FORM)
    result = await world.ada.submit_modal(shown, {"quiet_from": "none"})
    kept = await world.tables.preferences(world.ada.id)
    assert (kept.zone, kept.quiet_from, kept.quiet_to) == ("Europe/Berlin", None, None)


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("zone", "Bärlin", "I know of no time zone “Bärlin”"),
        ("quiet_from", "late", "“late” is not a time of day"),
        ("quiet_from", "22:30", "Quiet hours need both a beginning and an end"),
        ("away", "soon", "“soon” is not a date"),
        ("away", "2001-01-01", "A vacation must end between today and a year from now."),
        ("away", "2999-12-31", "A vacation must end between today and a year from now."),
        ("away", "9999-12-31", "“9999-12-31” is not a date"),
        ("away_from", "soon", "“soon” is not a date"),
        ("away_from", "2030-01-01", "A vacation needs its last day, too."),
    ],
)
async def test_what_is_wrong_in_the_form_is_said_and_changes_nothing(
    world: World, field: str, typed: str, said: str
) -> None:
    panel = reply(await world.ada.slash(world.channel, "me"))
    before = await world.tables.preferences(world.ada.id)
    shown = await world.ada.click(panel, label=FORM)
    assert said in text_of(reply(await world.ada.submit_modal(shown, {field: typed})))
    assert await world.tables.preferences(world.ada.id) == before


async def test_a_vacation_has_a_first_day_and_offers_a_robot(world: World) -> None:
    seats = await world.seated(2)
    first, last = ((world.clock() + timedelta(days=days)).date() for days in (3, 9))
    shown = await seats[0].click(reply(await seats[0].slash(world.channel, "me")), label=FORM)
    panel = reply(await seats[0].submit_modal(shown, {"away_from": str(last), "away": str(first)}))
    assert "A vacation must begin before it ends." in text_of(panel)
    shown = await seats[0].click(panel, label=FORM)
    panel = reply(await seats[0].submit_modal(shown, {"away_from": str(first), "away": str(last)}))
    english = [f"{day.day} {day:%B} {day.year}" for day in (first, last)]
    assert f"Vacation**: {english[0]} to {english[1]}\n" in text_of(panel)
    assert "During the vacation**: the tables wait for you" in text_of(panel)
    assert {"A robot plays meanwhile", "No vacation"} <= set(labels(panel))
    panel = reply(await seats[0].click(panel, label="A robot plays meanwhile"))
    assert "During the vacation**: a robot plays for you" in text_of(panel)
    await world.later(days=4)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert info.players[0].robot
    panel = reply(await seats[0].slash(world.channel, "me"))
    assert f"Vacation until**: {english[1]}\n" in text_of(panel)
    panel = reply(await seats[0].click(panel, label="I am back"))
    await world.later(seconds=1)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert not info.players[0].robot
    assert not {"I am back", "No vacation"} & set(labels(panel))


async def test_a_vacation_is_shown_at_the_table(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "me"))
    shown = await seats[0].click(panel, label=FORM)
    await seats[0].submit_modal(shown, {"away": str((world.clock() + timedelta(days=5)).date())})
    await world.later(seconds=1)
    name = seats[0].user.global_name
    assert f"{name} is away until" in text_of(world.last)
    assert f"{name} is away until" in text_of(reply(await world.dora.slash(world.channel, "table status")))
    await world.later(days=7)
    assert "is away until" not in text_of(reply(await world.dora.slash(world.channel, "table status")))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "🌴 Ann is away until 5 March 2030; a robot plays meanwhile."),
        ("de", "🌴 Ann ist weg bis 5. März 2030; solange spielt ein Roboter."),
    ],
)
def test_it_is_not_the_robot_who_is_away(language: str, said: str) -> None:
    now = datetime(2030, 3, 1, tzinfo=UTC)
    ann = Player(0, 1, "Ann", robot=True, away=date(2030, 3, 5))
    info = TableInfo(1, 1, 1, "race", {}, "running", 1, 1, (ann, Player(1, 2, "Bob")), (), now, now)
    assert away_lines(info, Localizer(language, info.names)) == [said]


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles", "Pacific/Kiritimati", ""])
async def test_the_last_day_of_a_vacation_is_the_same_day_for_everybody(world: World, zone: str) -> None:
    seats = await world.seated(2)
    name = seats[0].user.global_name
    day = (world.clock() + timedelta(days=30)).date()
    english = f"{day.day} {day:%B} {day.year}"
    shown = await seats[0].click(reply(await seats[0].slash(world.channel, "me")), label=FORM)
    panel = reply(await seats[0].submit_modal(shown, {"zone": zone or "none", "away": str(day)}))
    assert f"Vacation until**: {english}\n" in text_of(panel)
    kept = await world.tables.preferences(seats[0].id)
    assert (kept.away_day, kept.away_until) == (str(day), morning_after(day, Hours(zone)))
    await world.later(seconds=1)
    for said in (world.last, reply(await world.dora.slash(world.channel, "table status"))):
        assert f"{name} is away until {english}." in text_of(said)
        assert ":D>" not in text_of(said)
    world.locale = "de"
    assert f"{day.day}. " in text_of(reply(await world.dora.slash(world.channel, "table status")))
    shown = await seats[0].click(reply(await seats[0].slash(world.channel, "me")), label="Zeitzone, Ruhezeit, Urlaub")
    assert str(day) in str(shown.modal)


async def test_a_vacation_keeps_its_last_day_when_its_person_moves(world: World) -> None:
    seats = await world.seated(2)
    day = (world.clock() + timedelta(days=30)).date()
    await world.tables.prefer(seats[0].id, zone="Europe/Berlin", away_day=str(day))
    kept = await world.tables.prefer(seats[0].id, zone="America/New_York")
    assert (kept.away_day, kept.away_until) == (str(day), morning_after(day, Hours("America/New_York")))
    kept = await world.tables.prefer(seats[0].id, away_day="")
    assert (kept.away_day, kept.away_until) == ("", None)
    for bad in ("soon", "2999-01-01", "2001-01-01"):
        with pytest.raises(BadPreference):
            await world.tables.prefer(seats[0].id, away_day=bad)


async def test_a_vacation_that_was_set_before_its_day_was_kept_has_the_day_of_its_zone(world: World) -> None:
    seats = await world.seated(2)
    day = (world.clock() + timedelta(days=30)).date()
    async with world.store.writing() as session:
        old = Preference(user_id=seats[0].id, zone="Europe/Berlin", away_until=end_of_day(day, "Europe/Berlin"))
        await stored.prefer(session, old)
    assert (await world.tables.preferences(seats[0].id)).away_day == str(day)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert info.players[0].away == day


async def test_me_works_in_direct_messages_and_as_a_command(world: World) -> None:
    panel = reply(await world.ada.user.slash("me", **{"time-zone": "Asia/Tokyo"}))
    assert "Asia/Tokyo" in text_of(panel)
    panel = reply(await world.ada.user.click(panel, label="No more reminders"))
    assert "Turn reminders on" in labels(panel)
    assert (await world.tables.preferences(world.ada.id)).muted
    said = text_of(reply(await world.ada.user.slash("me", **{"time-zone": "Atlantis"})))
    assert "I know of no time zone “Atlantis”" in said


def test_time_zones_are_found_by_their_city_and_completed() -> None:
    assert find_zone("europe/berlin") == find_zone("Berlin") == "Europe/Berlin"
    assert find_zone("new york") == "America/New_York"
    assert complete_zone("berl")[0] == "Europe/Berlin"
    assert len(complete_zone("")) == 25
    with pytest.raises(Refused) as told:
        find_zone("Europe/Berlim")
    assert "`Europe/Berlin`" in str(told.value.text.args["examples"])
    with pytest.raises(Refused):
        find_zone("x" * 6000)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_what_is_set_can_be_read_whole_in_the_menus_on_a_phone(world: World, language: str) -> None:
    from tests.bot.world import components

    await world.ada.slash(world.channel, "me", language=language)
    panel = reply(await world.ada.slash(world.channel, "me"))
    menus = [one["options"] for one in components(panel) if one["type"] == 3]
    assert len(menus) == 4
    for options in menus:
        for one in options:
            assert ": " in one["label"], "what is set, and to what"
            assert len(one["label"]) <= 29
    await world.ada.slash(world.channel, "table new", game="toy")
    settings = reply(await world.ada.slash(world.channel, "table settings"))
    told = {one["custom_id"].split(":")[-1]: one["options"] for one in components(settings) if one["type"] == 3}
    for key in ("language", "remind_hours", "reminders", "clock_hours", "rewind"):
        assert [one["label"] for one in told[key] if len(one["label"]) > 29] == []
    form = await world.ada.click(panel, label=next(one for one in labels(panel) if one.startswith(("Time", "Zeit"))))
    assert form.modal is not None
    examples = [field["component"]["placeholder"] for field in form.modal["components"]]
    assert [one for one in examples if len(one) > 38] == []
