"""Policies, planned answers and robots, by commands, buttons and menus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.bot.world import Queries, World, all_pages, components, labels, open_world, reply, text_of


def menu(message: Queries, part: str) -> dict[str, Any]:
    """Find the menu whose code has this part."""
    return next(one for one in components(message) if one["type"] == 3 and part in one["custom_id"])


async def test_a_standing_answer_is_set_in_words_and_answers_what_is_open(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "policy"))
    assert "Bids: You bid yourself." in text_of(panel).replace("**", "")
    assert "accept" not in text_of(world.last)
    await seats[0].select(panel, ["0"], custom_id=menu(panel, "everywhere.bid")["custom_id"])
    said = text_of(panel)
    assert "You bid nothing." in said
    assert "Your automatic answer: Bid 0." in said
    assert "Answered already, still secret" in text_of(world.last)
    assert "utomatic" not in text_of(world.last)
    opened = reply(await seats[0].slash(world.channel, "play"))
    assert "You chose: Bid 0." in text_of(opened)


async def test_a_standing_answer_for_one_table_is_set_beside_that_for_all(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "policy"))
    await seats[0].click(panel, label="For this table only")
    assert menu(panel, "here.accept")["options"][0]["default"]
    await seats[0].select(panel, ["no"], custom_id=menu(panel, "here.accept")["custom_id"])
    assert "You decline." in text_of(panel)
    await seats[0].click(panel, label="For all my tables")
    assert "At this table only: You decline." in text_of(panel)
    await seats[0].click(panel, label="Play")
    assert "Bid for the lot." in text_of(panel)
    await seats[0].click(panel, label="Automatic answers")
    assert "You decline." in text_of(panel)


async def test_the_table_says_that_a_standing_answer_was_given_where_all_may_know(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[1].slash(world.channel, "policy"))
    await seats[1].select(panel, ["yes"], custom_id=menu(panel, "everywhere.accept")["custom_id"])
    await seats[1].slash(world.channel, "play", move="0")
    await seats[0].slash(world.channel, "play", move="3; give")
    await seats[0].slash(world.channel, "play", move="3")
    await seats[0].slash(world.channel, "play", move="give")
    assert "has the lot now. (Automatic answer.)" in text_of(world.last)
    assert "(Automatic answer.)" in (await all_pages(world.dora, reply(await world.dora.slash(world.channel, "log"))))


async def test_an_answer_is_planned_shown_and_cancelled_in_the_panel(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play", move="3"))
    await seats[0].click(panel, label="Plan ahead")
    await seats[0].select(panel, ["keep"], custom_id=menu(panel, ":use")["custom_id"])
    assert ": Keep it" in text_of(panel)
    assert "1. What do you do with the lot?: Keep it" in text_of(panel)
    old = next(one["custom_id"] for one in components(panel) if one.get("label") == "Cancel 1")
    await seats[0].click(panel, label="Play")
    assert "Plan ahead" not in labels(panel)
    await seats[0].click(panel, label="My plans")
    await seats[0].click(panel, label="Cancel 1")
    assert "Cancelled: Keep it" in text_of(panel)
    again = reply(await seats[0].slash(world.channel, "plan"))
    assert "Cancel 1" not in labels(again)
    assert "unplan" in old


async def test_a_typed_plan_is_completed_taken_and_told(world: World) -> None:
    seats = await world.seated(2)
    offered = await seats[0].autocomplete(world.channel, "plan", "question", "")
    assert [one["value"] for one in offered] == ["use", "accept"]
    offered = await seats[0].autocomplete(world.channel, "plan", "answer", "k", question="use")
    assert [one["value"] for one in offered] == ["keep"]
    assert await world.dora.autocomplete(world.channel, "plan", "answer", "", question="use") == []
    planned = await seats[0].slash(world.channel, "plan", question="use", answer="keep it")
    assert ": Keep it" in text_of(planned)
    await world.restart()
    await seats[1].slash(world.channel, "play", move="0")
    panel = reply(await seats[0].slash(world.channel, "play", move="3"))
    assert "keeps it. (Planned answer.)" in text_of(panel)
    assert "keeps it. (Planned answer.)" in text_of(world.last)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert len(info.waiting) == 2


async def test_a_dropped_plan_is_told_in_the_next_panel_of_its_player_alone(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="4")
    await seats[0].slash(world.channel, "plan", question="bid", answer="5")
    await seats[1].slash(world.channel, "play", move="0")
    await seats[0].slash(world.channel, "play", move="keep")
    await seats[0].slash(world.channel, "play", move="-")
    await seats[1].slash(world.channel, "play", move="-")
    assert "dropped, because it is not possible now" in text_of(await seats[0].slash(world.channel, "play"))
    assert "dropped" not in text_of(await seats[1].slash(world.channel, "play"))
    assert "dropped" not in text_of(world.last)
    assert "dropped, because it is not possible now" in text_of(world.dms(seats[0])[-1])
    assert all("dropped" not in text_of(one) for one in world.dms(seats[1]))


async def test_bad_plans_get_one_friendly_sentence(world: World) -> None:
    seats = await world.seated(2)
    assert "cannot be planned now" in text_of(await seats[0].slash(world.channel, "plan", question="bid", answer="1"))
    assert "is not among the choices" in text_of(
        await seats[0].slash(world.channel, "plan", question="use", answer="sell")
    )
    assert "You do not sit at this table" in text_of(await world.dora.slash(world.channel, "plan"))


async def test_robots_are_added_and_removed_by_the_buttons_of_the_lobby(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.click(world.last, label="Add a robot")
    await world.ada.slash(world.channel, "table robot")
    assert "Astrolabe" in text_of(world.last)
    await world.ada.click(world.last, label="Remove a robot")
    assert "Astrolabe" not in text_of(world.last)
    refused = await world.ben.click(world.last, label="Add a robot")
    assert "Only the person who opened this table" in text_of(refused)
    await world.ada.slash(world.channel, "table robot", away=True)
    assert "Remove a robot" not in labels(world.last)


async def test_a_robot_plays_for_somebody_who_takes_the_seat_back_by_button_or_command(world: World) -> None:
    seats = await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    owner = next(person for person in seats if person.id == info.owner_id)
    other = next(person for person in seats if person.id != info.owner_id)
    panel = reply(await other.slash(world.channel, "play"))
    refused = await other.slash(world.channel, "table robot", player=owner.user)
    assert "Only the person who opened this table" in text_of(refused)
    await owner.slash(world.channel, "table robot", player=other.user)
    assert "Ben \\(robot\\)" in text_of(await world.dora.slash(world.channel, "table status"))
    assert "A robot plays on: " in text_of(world.last)
    await other.click(panel, label="Refresh")
    assert "A robot plays for you here." in text_of(panel)
    await owner.slash(world.channel, "play", move="5")
    live = await world.tables.game(info.id)
    assert live.waiting == (live.seat_of(owner.id),)
    assert "Take my seat back" in labels(reply(await other.slash(world.channel, "play")))
    await other.click(panel, label="Take my seat back")
    assert "You play now." in text_of(panel)
    await other.slash(world.channel, "table robot")
    last = text_of(await owner.slash(world.channel, "table robot"))
    assert "At least one person must play" in last
    await other.slash(world.channel, "table join")
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert not any(player.robot for player in info.players)
    await owner.slash(world.channel, "table robot", player=other.user)
    await owner.slash(world.channel, "table robot", player=other.user, away=True)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert not any(player.robot for player in info.players)


async def test_robots_are_called_so_in_the_language_of_the_posts(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table settings", option="language", value="de")
    await world.ada.slash(world.channel, "table robot")
    assert "Sextant (Roboter, gut)" in text_of(world.last)
    await world.ada.slash(world.channel, "table start")
    assert "Sextant" in text_of(world.last)
    assert "Sextant" in text_of(await world.ben.slash(world.channel, "table status"))


async def test_whoever_is_replaced_at_a_seat_is_told_which_plans_fell_and_the_newcomer_is_not(world: World) -> None:
    seats = await world.seated(2)
    left, stays, newcomer = seats[0], seats[1], world.cleo
    await left.slash(world.channel, "play", move="3")
    await left.slash(world.channel, "plan", question="use", answer="keep")
    await left.slash(world.channel, "plan", question="accept", answer="no")
    await world.later(minutes=1)  # since they were told of their turn
    await world.ada.slash(world.channel, "table replace", player=left.user, by=newcomer.user)
    await newcomer.slash(world.channel, "table join")
    letter = world.dms(left)[-1]
    said = text_of(letter)
    assert "What you had planned was dropped" in said
    assert "dropped, because somebody else plays in your seat now: What do you do with the lot?: Keep it" in said
    assert said.count("Your planned answer was dropped") == 2
    assert labels(letter) == ["Board"]  # there is nothing that they could play
    assert "If the game ended now" in text_of(reply(await left.user.click(letter, label="Board")))
    await world.later(minutes=1)
    for other in (stays, newcomer):
        read = [
            *map(text_of, world.dms(other)),
            (await all_pages(other, reply(await other.slash(world.channel, "log")))),
        ]
        assert "planned" not in "".join([*read, text_of(await other.slash(world.channel, "play"))]).casefold()
    assert "planned" not in "".join(map(text_of, world.posts())).casefold()
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert not (await world.tables.plans.of(info.id, newcomer.id)).plans


async def test_plans_that_fell_are_told_even_if_the_seat_has_another_person_before_that(world: World) -> None:
    seats = await world.seated(2)
    left = seats[0]
    await left.slash(world.channel, "play", move="3")
    await left.slash(world.channel, "plan", question="use", answer="keep")
    await world.ada.slash(world.channel, "table robot", player=left.user)  # held back: they were told of their turn
    await world.ada.slash(world.channel, "table replace", player=left.user, by=world.cleo.user)
    await world.cleo.slash(world.channel, "table join")
    await world.later(minutes=2)
    letter = world.dms(left)[-1]
    assert "dropped, because a robot plays for you now: " in text_of(letter)
    assert labels(letter) == ["Board"]


async def test_who_is_played_for_by_a_robot_while_others_are_asked_has_the_button_to_take_the_seat_back(
    tmp_path: Path,
) -> None:
    async with open_world(tmp_path, "gaia") as world:
        seats = await world.seated(2)
        info = await world.tables.lobby.of_channel(world.channel.id)
        waiting = (await world.tables.game(info.id)).waiting
        idle = next(person for at, person in enumerate(seats) if at not in waiting)
        await idle.slash(world.channel, "table robot")
        panel = reply(await idle.slash(world.channel, "play"))
        assert "A robot plays for you here. You can take your seat back any time." in text_of(panel)
        await idle.click(panel, label="Take my seat back")
        assert "You play now." in text_of(panel)
