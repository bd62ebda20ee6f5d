"""Going back by vote, and the board as it was, as people see and press it in a channel."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.commands.rewind import places_to_go, whole_turns
from bot.tables.core.data import Turn, Turns
from bot.views.events import turn_line
from bot.views.localizer import Localizer
from rules.kernel.text import T
from rules.registry import GAMES
from storage.outbox import TO_ONE, Claimed
from tests.bot.delivery.test_poster import called, sends
from tests.bot.gaia_table import beginning
from tests.bot.tables.test_upgrades import Poorer, WiderAndPoorer
from tests.bot.world import World, all_pages, components, labels, open_world, reply, text_of
from tests.rules.gaia.table import neighbours


async def _played(world: World, number: int = 3) -> list[MemberActor]:
    """Seat some people and play the first round up to dropping coins."""
    seats = await world.seated(number)
    for seat, move in enumerate(["3", *["0"] * (number - 1)]):
        await seats[seat].slash(world.channel, "play", move=move)
    await seats[0].slash(world.channel, "play", move="keep")
    return seats


async def _tick(world: World) -> None:
    """Let the outbox's worker look, as it does now and then."""
    world.tables.wakeup.set()
    await world.env.settle()


async def test_somebody_chooses_where_to_and_all_others_press_go_back(world: World) -> None:
    for person in world.people:
        await world.tables.prefer(person.id, notices="channel")
    seats = await _played(world)
    asked = reply(await seats[1].slash(world.channel, "table rewind"))
    options = [option["label"] for one in components(asked) for option in one.get("options", [])]
    names = [str(seat.user.global_name) for seat in seats]
    assert options == [
        f"4 · {names[0]} keeps it.",
        f"3 · {names[2]}: Bid for the lot.",  # of which nothing was told
        f"2 · {names[1]}: Bid for the lot.",
        f"1 · {names[0]} takes the lot for 3.",
    ]
    again = [option.get("description") for one in components(asked) for option in one.get("options", [])]
    assert again == ["What do you do with the lot?", None, None, "Bid for the lot."], "what would be asked again"
    values = [option["value"] for one in components(asked) for option in one.get("options", [])]
    result = await seats[1].select(asked, [values[0]])
    assert "The table is asked." in text_of(result)
    vote = world.last
    assert called(sends(world)[-1]) == {seats[0].id, seats[2].id}
    assert f"{names[1]} asks to go back to before turn 4." in text_of(vote)
    assert f"4 · {names[0]} keeps it." in text_of(vote)
    assert labels(vote) == ["Go back", "Do not go back"]

    assert "One more has to agree." in text_of(await seats[0].click(vote, label="Go back"))
    assert world.last.id == vote.id
    said = text_of(world.last).split("In favour: ")[1]
    assert names[0] in said
    assert names[1] in said
    assert f"<@{seats[0].id}>" not in text_of(world.last)
    await world.restart()
    assert "Everybody agrees" in text_of(await seats[2].click(vote, label="Go back"))
    closed = next(one for one in world.posts() if one.id == vote.id)
    assert not labels(closed)
    assert "The game was rolled back to before turn 4" in text_of(closed)
    assert "The game was rolled back to before turn 4" in text_of(world.last)
    assert "What do you do with the lot?" in text_of(world.last)
    assert called(sends(world)[-1]) == {seats[0].id}
    await seats[0].slash(world.channel, "play", move="give")


async def test_whose_plans_fall_by_going_back_is_told_so_and_the_vote_has_said_it(world: World) -> None:
    seats = await _played(world)
    await seats[0].slash(world.channel, "plan", question="accept", answer="yes")
    await seats[1].slash(world.channel, "plan", question="bid", answer="1")
    await seats[1].slash(world.channel, "plan", question="accept", answer="no")
    await seats[2].slash(world.channel, "table rewind", turn="1")
    assert "What anybody has planned ahead would be dropped." in text_of(world.last)
    await world.later(minutes=1)  # since they were told of their turn
    asked = next(one for one in world.dms(seats[1]) if "Your vote is wanted" in text_of(one))
    assert "What anybody has planned ahead would be dropped." in text_of(asked)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.rewinds.answer(info.id, seats[0].id, info.revision, agree=True)
    await seats[1].user.click(asked, label="Go back")
    # All are asked to bid again, so the notice of that says it, and the panel.
    for person, number in zip(seats, (1, 2, 0), strict=True):
        said = text_of(world.dms(person)[-1])
        assert "It is your turn" in said
        assert said.count("Your planned answer was dropped, because the game was rolled back: ") == number
        panel = reply(await person.slash(world.channel, "play"))
        (more,) = [one for one in labels(panel) if one.startswith("What happened")]  # two of them take too many rows
        told = reply(await person.click(panel, label=more))
        assert (await all_pages(person, told)).count("Your planned answer was dropped") == number


async def test_who_is_not_asked_after_going_back_is_told_of_fallen_plans_in_a_letter(world: World) -> None:
    seats = await _played(world)
    await seats[1].slash(world.channel, "plan", question="accept", answer="yes")
    await seats[2].slash(world.channel, "table rewind", turn="4")
    info = await world.tables.lobby.of_channel(world.channel.id)
    vote = await world.tables.rewinds.vote(info.id)
    assert vote is not None
    for person in seats[:2]:
        await person.click(
            next(one for one in world.posts() if labels(one) == ["Go back", "Do not go back"]), label="Go back"
        )
    await world.later(minutes=1)  # since they were told of their turn
    letter = world.dms(seats[1])[-1]
    assert "What you had planned was dropped" in text_of(letter)
    assert f"{seats[0].user.global_name} offers you the lot.: Accept" in text_of(letter)
    assert labels(letter) == ["Play"]
    assert not [one for person in (seats[0], seats[2]) for one in world.dms(person) if "planned was" in text_of(one)]


async def test_a_refusal_and_strangers_and_old_buttons(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await _played(world)
    result = await seats[1].slash(world.channel, "table rewind", turn="2")
    first = world.last
    assert "The table is asked." in text_of(result)
    assert "You do not sit at this table." in text_of(await world.dora.click(first, label="Go back"))
    assert "is already voting on going back" in text_of(await seats[0].slash(world.channel, "table rewind", turn="1"))
    assert "The game is not rolled back." in text_of(await seats[2].click(first, label="Do not go back"))
    assert f"{seats[2].user.global_name} does not want to go back." in text_of(world.posts()[-1])
    await seats[0].slash(world.channel, "table rewind", turn="1")
    second = world.last
    assert second.id != first.id

    async def dead() -> None:
        return

    table_id = (await world.tables.lobby.of_channel(world.channel.id)).id
    with monkeypatch.context() as crashed:  # its message is not brought up to date, and another vote is open
        crashed.setattr(world.bot.poster, "drain", dead)
        await seats[0].click(second, label="Do not go back")
        await seats[0].slash(world.channel, "table rewind", turn="3")
        assert "That vote is over." in text_of(await seats[1].click(second, label="Go back"))
    vote = await world.tables.rewinds.vote(table_id)
    assert vote is not None
    assert len(vote.missing) == 2
    await _tick(world)
    assert labels(world.last) == ["Go back", "Do not go back"]
    closed = next(one for one in world.posts() if one.id == second.id)
    assert not labels(closed)
    assert "no longer wants to go back" in text_of(closed)


async def test_who_agrees_last_to_what_was_undone_meanwhile_is_not_told_that_the_table_has_gone_back(
    world: World,
) -> None:
    seats = await _played(world, 2)
    await seats[1].slash(world.channel, "table rewind", turn="3")
    vote = world.last
    await seats[0].slash(world.channel, "undo")
    said = text_of(await seats[0].click(vote, label="Go back"))
    assert "What the vote was about has been rolled back already." in said
    assert "was rolled back" not in said


async def test_a_vote_runs_out_and_its_message_says_so(world: World) -> None:
    seats = await _played(world)
    result = await world.ada.slash(world.channel, "table settings", option="rewind", value="6")
    assert "Done." in text_of(result)
    assert "Hours to vote on going back" in text_of(await world.ada.slash(world.channel, "table settings"))
    assert "not a setting of this game" in text_of(
        await world.ada.slash(world.channel, "table settings", option="rewind", value="5")
    )
    await seats[1].slash(world.channel, "table rewind", turn="2")
    vote = world.last
    now = world.bot.clock
    world.bot.clock = world.tables._unit.clock = lambda: now() + timedelta(hours=7)
    await _tick(world)
    assert "Not everybody agreed in time to go back." in text_of(world.last)
    assert world.last.id == vote.id
    assert not labels(world.last)


async def test_a_vote_that_runs_out_with_an_answer_is_told_by_the_post_of_the_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await _played(world)
    asked = reply(await seats[1].slash(world.channel, "table rewind"))
    options = [option["value"] for one in components(asked) for option in one.get("options", [])]
    await seats[1].select(asked, [options[0]])
    vote = world.last
    claimed: list[list[str]] = []
    claim = world.tables.outbox.claim

    async def seen(*given: Any, **more: Any) -> Claimed:
        found = await claim(*given, **more)
        claimed.append([one.kind for one in found.messages if one.kind not in TO_ONE])
        return found

    world.clock.by += timedelta(hours=25)  # nobody is woken by that
    monkeypatch.setattr(world.tables.outbox, "claim", seen)
    await seats[0].slash(world.channel, "play", move="coin")
    assert [kinds for kinds in claimed if kinds] == [["table", "vote"]]
    closed = next(one for one in world.posts() if one.id == vote.id)
    assert not labels(closed)


async def test_an_open_vote_is_answered_from_the_command_too(world: World) -> None:
    seats = await _played(world, 2)
    await seats[0].slash(world.channel, "table rewind", turn="3")
    await world.last.delete()
    shown = reply(await seats[1].slash(world.channel, "table rewind"))
    assert shown.ephemeral
    assert "asks to go back to before turn 3." in text_of(shown)
    assert "Everybody agrees" in text_of(await seats[1].click(shown, label="Go back"))
    assert "The game was rolled back to before turn 3" in text_of(world.last)


async def test_robots_agree(world: World) -> None:
    seats = await _played(world, 2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.seat_robot(info.id, 1, on=True)
    await seats[0].slash(world.channel, "table rewind", turn="1")
    live = await world.tables.game(info.id)
    assert live.waiting == (0,)
    assert [prompt.kind for prompt in live.prompts if prompt.answered is not None] == ["bid"]


async def test_turns_that_are_none_are_told(world: World) -> None:
    result = await world.ada.slash(world.channel, "table rewind", turn="1")
    assert "There is no table here." in text_of(result)
    seats = await world.seated(2)
    assert "Nothing has been played yet" in text_of(await seats[0].slash(world.channel, "table rewind"))
    for typed in ("0", "5", "x" * 200, "٣", "-1", "9" * 100):
        result = await seats[0].slash(world.channel, "table rewind", turn=typed)
        assert "There is no such turn." in text_of(result), typed
    assert "There is no such turn." in text_of(await seats[0].slash(world.channel, "history", turn="7"))
    assert "You do not sit" in text_of(await world.dora.slash(world.channel, "table rewind", turn="1"))


async def test_anybody_leafs_through_the_game(world: World) -> None:
    seats = await _played(world)
    await seats[1].slash(world.channel, "play", move="coin")  # in secret: no turn until something of it is public
    shown = reply(await world.dora.slash(world.channel, "history", turn="3"))
    assert shown.ephemeral
    assert "After turn 3 of 4" in text_of(shown)
    assert labels(shown) == ["⏮ Beginning", "◀ Earlier", "▶ Later", "⏭ Now"]
    for label, head in (("▶ Later", "After turn 4 of 4"), ("⏮ Beginning", "The start of the game")):
        await world.dora.click(shown, label=label)
        assert head in text_of(shown)
    assert labels(shown) == ["▶ Later", "⏭ Now"]
    await world.dora.click(shown, label="⏭ Now")
    assert text_of(shown).count("keeps it.") == 1
    assert "You hide a coin." not in text_of(shown)


async def test_turns_are_completed_in_words(world: World) -> None:
    seats = await _played(world)
    name = seats[0].user.global_name
    offered = await world.dora.autocomplete(world.channel, "history", "turn", "")
    assert [one["value"] for one in offered] == ["4", "3", "2", "1", "0"]
    assert offered[0]["name"] == f"4 · {name} keeps it."
    offered = await seats[0].autocomplete(world.channel, "table rewind", "turn", "keeps")
    assert [one["value"] for one in offered] == ["4"]
    offered = await seats[0].autocomplete(world.channel, "table rewind", "turn", "")
    assert [one["value"] for one in offered] == ["4", "3", "2", "1"]
    other = world.guild.create_text_channel("other")
    assert await seats[0].autocomplete(other, "history", "turn", "") == []


async def test_the_log_tells_what_happened_since_its_reader_last_looked(world: World) -> None:
    seats = await _played(world, 2)
    first = await all_pages(seats[0], reply(await seats[0].slash(world.channel, "log")))
    assert "takes the lot for 3" in first
    assert "Since you last looked" not in first
    nothing = await all_pages(seats[0], reply(await seats[0].slash(world.channel, "log")))
    assert "Nothing has happened since you last looked" in nothing
    assert "takes the lot for 3" in nothing
    for seat in seats:
        await seat.slash(world.channel, "play", move="none")
    since = await all_pages(seats[0], reply(await seats[0].slash(world.channel, "log")))
    assert re.search(r"Since you last looked \(<t:\d+:R>\)", since)
    assert "is up." in since
    assert "takes the lot for 3" not in since
    assert "takes the lot for 3" in (await all_pages(seats[1], reply(await seats[1].slash(world.channel, "log"))))
    counted = await all_pages(seats[0], reply(await seats[0].slash(world.channel, "log", count=1)))
    assert counted.count("\n") == 0


async def test_the_owner_is_told_of_changed_rules_and_the_game_goes_on(world: World) -> None:
    seats = await world.seated(2)
    for seat, move in enumerate(["5", "0"]):
        await seats[seat].slash(world.channel, "play", move=move)
    from rules.registry import GAMES

    GAMES["toy"] = Poorer()
    await world.restart()
    await _tick(world)
    told = [one for one in world.posts() if "the rules of this game were updated" in text_of(one)]
    assert len(told) == 1
    assert world.ada.mention in text_of(told[0])
    assert {world.ada.id} in [called(one) for one in sends(world)]
    await seats[0].slash(world.channel, "play", move="keep")
    assert "no step" not in text_of(world.last)
    assert "After turn 3 of 3" in text_of(await seats[0].slash(world.channel, "history"))
    assert "Where the rules were updated, after turn 2" in text_of(
        await seats[0].slash(world.channel, "history", turn="2")
    )


async def test_a_game_that_cannot_be_read_is_shown_as_stuck(world: World) -> None:
    seats = await world.seated(2)
    for seat, move in enumerate(["3", "0"]):
        await seats[seat].slash(world.channel, "play", move=move)
    from rules.registry import GAMES

    GAMES["toy"] = WiderAndPoorer()
    await world.restart()
    await _tick(world)
    assert "Nothing is lost" in text_of(world.last)
    assert world.ada.mention in text_of(world.last)
    for command in ("play", "board", "history", "table status", "undo", "mine"):
        said = text_of(await seats[0].slash(world.channel, command))
        assert "cannot read this game. Nothing is lost" in said, command
    assert not (await world.tables.outbox.claim(world.bot.clock())).messages


async def test_a_game_of_race_is_leafed_through_with_pictures_that_say_the_round(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race", pictures="threads") as world:
        seats = await world.seated(2)
        for _ in range(8):
            info = await world.tables.lobby.of_channel(world.channel.id)
            live = await world.tables.game(info.id)
            seat = live.waiting[0]
            prompt = live.prompt_of(seat)
            assert prompt is not None
            picks = [option.id for option in prompt.legal[: max(prompt.at_least, 1)]]
            await world.tables.answer(info.id, seats[seat].id, [picks])
        offered = await world.dora.autocomplete(world.channel, "history", "turn", "round 1")
        assert offered
        assert re.match(r"\d+ · Round 1 · ", offered[0]["name"])
        world.locale = "de"
        shown = reply(await world.dora.slash(world.channel, "history", turn=offered[0]["value"]))
        assert shown.attachments
        assert "Nach Zug" in text_of(shown)
        galleries = [one for one in components(shown) if one["type"] == 12]
        assert galleries[0]["items"][0]["description"]
        await world.dora.click(shown, label="◀ Früher")
        assert shown.attachments


def test_a_name_does_not_break_out_of_the_line_of_a_turn() -> None:
    turn = Turn(
        3, 3, 4, datetime(2030, 1, 1, tzinfo=UTC), 0, "player", T("Bid for the lot."), T("Round {n} begins.", n=1)
    )
    said = turn_line(turn, Localizer("en", ["**[x](http://x)** @everyone"]))
    assert said.startswith("-# 3 · Round 1 · ")
    assert "\\*\\*\\[x\\]" in said
    assert "@everyone" not in said


def test_what_is_offered_are_the_last_turns_and_then_where_rounds_began() -> None:
    at = datetime(2030, 1, 1, tzinfo=UTC)
    turns = [
        Turn(
            n, n, n, at, n % 2, "policy" if n % 10 == 9 else "player", T("Bid for the lot."), T("Round {n}", n=n // 10)
        )
        for n in range(1, 101)
    ]
    info: Any = None
    offered = [turn.first.number for turn in places_to_go(Turns(info, tuple(turns)))]
    assert offered[:14] == [100, 98, 97, 96, 95, 94, 93, 92, 91, 90, 88, 87, 86, 85]
    assert offered[14:] == [80, 70, 60, 50, 40, 30, 20, 10, 1]


def test_answers_of_a_player_in_a_row_are_one_turn_within_a_phase_and_those_of_a_phase_that_all_play_together() -> None:
    at = datetime(2030, 1, 1, tzinfo=UTC)
    seats = [(0, "player", 1), (0, "policy", 1), (0, "player", 1), (1, "robot", 1), (0, "player", 1), (0, "player", 2)]
    turns = [
        Turn(n, n, n, at, seat, by, T("Bid."), T("Round {n}", n=round_))
        for n, (seat, by, round_) in enumerate(seats, start=1)
    ]
    info: Any = None
    found = [[one.number for one in whole.answers] for whole in whole_turns(Turns(info, tuple(turns)))]
    assert found == [[1, 3], [5], [6]]
    found = [[one.number for one in whole.answers] for whole in whole_turns(Turns(info, tuple(turns)), together=True)]
    assert found == [[1, 3, 5], [6]]


async def test_a_whole_turn_is_offered_first_and_its_single_answers_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "gaia", beginning(neighbours(2)))
    async with open_world(tmp_path, "gaia") as world:
        first, second = await world.seated(2)
        await first.slash(world.channel, "play", move="build")
        await first.slash(world.channel, "play", move="1A6, done")
        await second.slash(world.channel, "play", move="decline")
        asked = reply(await second.slash(world.channel, "table rewind"))
        (menu,) = [one for one in components(asked) if one["type"] == 3]
        name = first.user.global_name
        (whole,) = [one for one in menu["options"] if one["label"] == f"1 · {name} builds a mine on 1A6."]
        await second.select(asked, [whole["value"]])
        (alone,) = [one for one in components(asked) if one["type"] == 3]
        assert labels(asked) == ["Before all of it"]
        number = int(whole["value"].split(".")[0])
        assert [int(one["value"].split(".")[0]) for one in alone["options"]] == [number + 1]
        assert "The table is asked." in text_of(await second.select(asked, [alone["options"][0]["value"]]))
        assert f"go back to before turn {number + 1}." in text_of(world.last)
        await first.click(world.last, label="Do not go back")
        again = reply(await second.slash(world.channel, "table rewind"))
        await second.select(again, [whole["value"]])
        assert "The table is asked." in text_of(await second.click(again, label="Before all of it"))
        assert f"go back to before turn {number}." in text_of(world.last)
