"""A seat of a running game is offered: in a direct message, in the table's post, and by typing."""

from __future__ import annotations

from tests.bot.delivery.test_notifier import close_dms
from tests.bot.world import World, labels, reply, text_of


async def test_who_is_offered_a_seat_is_written_to_and_takes_it_there(world: World) -> None:
    first, _ = await world.seated(2)
    posts = len(world.posts())
    said = await first.slash(world.channel, "table replace", player=first, by=world.cleo)
    assert "Cleo is asked to take the seat." in text_of(said)
    assert len(world.posts()) == posts  # the post is edited, and nobody is mentioned
    name = first.user.global_name
    assert f"The seat of {name} is offered to <@{world.cleo.id}>." in text_of(world.last)
    (letter,) = world.dms(world.cleo)
    assert f"<@{first.id}> offers you the seat of {name}." in text_of(letter)
    assert labels(letter) == ["Take the seat", "Decline", "Board"]
    assert "Bid for the lot." in text_of(await first.slash(world.channel, "play"))  # everything is as it was
    refused = await world.dora.click(world.last, label=f"Take the seat of {name}")
    assert "offered to somebody else" in text_of(refused)
    panel = reply(await world.cleo.user.click(letter, label="Take the seat"))
    assert "✅ You play now. This is your seat." in text_of(panel)
    assert "You do not sit" in text_of(await first.slash(world.channel, "play"))
    assert "is offered to" not in text_of(world.last)
    assert "offered to somebody else" in text_of(await world.cleo.user.click(letter, label="Decline"))


async def test_it_is_taken_in_the_channel_by_whose_messages_are_closed(world: World) -> None:
    first, _ = await world.seated(2)
    await world.tables.prefer(world.cleo.id, zone="UTC")
    close_dms(world, world.cleo)
    await first.slash(world.channel, "table replace", player=first, by=world.cleo)
    assert text_of(world.last).startswith(f"🪑 <@{world.cleo.id}>")
    table = next(one for one in world.posts() if any(label.startswith("Take the seat of") for label in labels(one)))
    panel = await world.cleo.click(table, label=f"Take the seat of {first.user.global_name}")
    assert "Bid for the lot." in text_of(reply(panel))


async def test_it_is_declined_and_a_robot_plays_for_who_wanted_to_leave(world: World) -> None:
    world.locale = "de"
    first, _ = await world.seated(2)
    await world.tables.prefer(world.cleo.id, language="de")
    await first.slash(world.channel, "table replace", player=first, by=world.cleo)
    (letter,) = world.dms(world.cleo)
    assert labels(letter) == ["Platz übernehmen", "Ablehnen", "Spieltisch"]
    assert "Du hast den Platz abgelehnt." in text_of(await world.cleo.user.click(letter, label="Ablehnen"))
    (seat,) = [one for one in (await world.tables.lobby.info(1)).players if one.user_id == first.id]
    assert seat.robot
    world.locale = "en-US"
    await first.slash(world.channel, "table join")
    assert not (await world.tables.lobby.info(1)).players[seat.seat].robot


async def quiet_for_an_hour(world: World) -> None:
    """Let whoever is asked have quiet hours now."""
    now = world.env.now()
    minute = now.hour * 60 + now.minute
    quiet = {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 60) % 1440}
    await world.tables.prefer(world.cleo.id, zone="UTC", **quiet)


async def test_it_is_taken_back_and_the_message_that_waits_is_not_sent(world: World) -> None:
    first, _ = await world.seated(2)
    await quiet_for_an_hour(world)
    await first.slash(world.channel, "table replace", player=first, by=world.cleo)
    assert world.dms(world.cleo) == []
    said = await first.slash(world.channel, "table replace", player=first, by=first)
    assert "offered to nobody any more" in text_of(said)
    await world.later(hours=2)
    assert world.dms(world.cleo) == []
    assert "is offered to" not in text_of(world.last)


async def test_an_offer_that_was_taken_back_and_made_again_is_told_once(world: World) -> None:
    first, _ = await world.seated(2)
    await quiet_for_an_hour(world)
    for by in (world.cleo, first, world.cleo):
        await first.slash(world.channel, "table replace", player=first, by=by)
    await world.later(hours=2)
    assert len(world.dms(world.cleo)) == 1


async def test_who_is_forgotten_is_named_by_the_post_no_more(world: World) -> None:
    first, _ = await world.seated(2)
    await first.slash(world.channel, "table replace", player=first, by=world.cleo)
    await world.tables.forgetting.forget(world.cleo.id)
    world.tables.wakeup.set()
    await world.env.settle()
    assert str(world.cleo.id) not in text_of(world.last)
    assert not [label for label in labels(world.last) if "the seat of" in label]


async def test_who_has_left_the_server_looks_on_no_more_and_has_changed_nothing(world: World) -> None:
    first, _ = await world.seated(2)
    await first.slash(world.channel, "table replace", player=first, by=world.cleo)
    (letter,) = world.dms(world.cleo)
    world.guild.remove_member(world.cleo)
    refused = text_of(await world.cleo.user.click(letter, label="Board"))
    assert refused.startswith("I show you that table here only while you can see its channel.")
