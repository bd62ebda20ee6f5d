"""A failure or a kill at every place between a press and its post loses nothing and says nothing twice."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot.tables.core.data import Live, Person
from rules.kernel.record import Answerer
from rules.registry import GAMES
from tests.at_table import play_to_the_end
from tests.bot.faults import Killed, Places, Watch, prepare, start_anew, watched
from tests.bot.tables.test_upgrades import Poorer
from tests.bot.world import World, components, labels, reply, text_of

NEVER = "nobody is there to be told"


@dataclass
class Scene:
    """A table at which somebody is about to do something, and how one sees what came of it."""

    table_id: int
    channel: ChannelHandle
    press: Callable[[], Awaitable[InteractionResult | None]]
    """What happens; None where nobody presses anything, as the time does."""
    acknowledged: str
    """What the reply says to whoever has been heard."""
    kind: str
    """The kind of row that the log then has once more."""
    announced: str
    """What the channel is told once."""
    edited: bool = False
    """It is told by an edit of the last message."""
    posts: int = 1
    """The number of new messages in the channel, where nothing is edited."""
    calls: MemberActor | None = None
    letters: Sequence[tuple[MemberActor, str]] = ()
    """Who is written to, each once, and what that says."""
    here: bool = False
    """The letters name the channel, though nothing is posted there."""


def person(actor: MemberActor) -> Person:
    return Person(actor.id, actor.user.global_name or actor.name)


async def opened(world: World, at: int) -> tuple[int, ChannelHandle]:
    """Open a table of Ada's and Ben's in a channel of its own, where they want to be told."""
    channel = world.guild.create_text_channel(f"table-{at}")
    world.env.backend.faults.clear()
    for one in world.people:
        await world.tables.prefer(one.id, notices="channel")
    lobby = world.tables.lobby
    info = await lobby.create(world.guild.id, channel.id, person(world.ada), "toy", {"length": "short"})
    await lobby.join(info.id, person(world.ben))
    return info.id, channel


async def running(world: World, at: int, *answers: tuple[int, str]) -> tuple[Live, ChannelHandle, list[MemberActor]]:
    """Start such a table and give some answers; gives the people by seat."""
    table_id, channel = await opened(world, at)
    live = await world.tables.lobby.start(table_id, person(world.ada))
    for seat, pick in answers:
        live = (
            await world.tables.answering.answer_seat(table_id, seat, [[pick] if pick else []], Answerer.PLAYER)
        ).live
    people = {one.id: one for one in world.people}
    return live, channel, [people[one.user_id] for one in live.info.players]


async def start_scene(world: World, at: int) -> Scene:
    table_id, channel = await opened(world, at)
    return Scene(
        table_id,
        channel,
        lambda: world.ada.slash(channel, "table start"),
        "Bid for the lot.",
        "start",
        "Bid for the lot.",
        calls=world.ben,
    )


async def invite_scene(world: World, at: int) -> Scene:
    table_id, channel = await opened(world, at)
    return Scene(
        table_id,
        channel,
        lambda: world.ada.slash(channel, "table invite", person=world.cleo),
        "Cleo is invited.",
        "",
        "there is a seat for you",
        calls=world.cleo,
    )


async def sealed_scene(world: World, at: int) -> Scene:
    live, channel, seats = await running(world, at)
    panel = reply(await seats[0].slash(channel, "play"))

    def press() -> Awaitable[InteractionResult]:
        """Choose, if the panel does not say already that this was heard."""
        chosen = "You chose" in text_of(panel)
        return seats[0].click(panel, label="Refresh") if chosen else seats[0].select(panel, ["3"])

    return Scene(
        live.info.id,
        channel,
        press,
        "You chose: Bid 3",
        "answer",
        f"still secret: {seats[0].user.global_name}",
        edited=True,
    )


async def turn_scene(world: World, at: int) -> Scene:
    live, channel, seats = await running(world, at, (0, "3"), (1, "1"))
    return Scene(
        live.info.id,
        channel,
        lambda: seats[0].slash(channel, "play", move="give"),
        "The table waits for",
        "answer",
        "offers you the lot",
        calls=seats[1],
    )


async def over_scene(world: World, at: int) -> Scene:
    round_ = ((0, "2"), (1, "0"), (0, "keep"))
    live, channel, seats = await running(world, at, *round_, (0, ""), (1, ""), *round_, (0, ""))
    return Scene(
        live.info.id,
        channel,
        lambda: seats[1].slash(channel, "play", move="none"),
        "The game is over.",
        "answer",
        " has won!",
    )


async def replace_scene(world: World, at: int) -> Scene:
    live, channel, _seats = await running(world, at)
    await world.ada.slash(channel, "table replace", player=world.ben, by=world.cleo)
    return Scene(
        live.info.id,
        channel,
        lambda: world.cleo.slash(channel, "table join"),
        "You play now. This is your seat.",
        "replace",
        "Cleo has taken over seat ",
        calls=world.cleo,
    )


async def abandon_scene(world: World, at: int) -> Scene:
    live, channel, _ = await running(world, at)
    ask = reply(await world.ada.slash(channel, "table abandon"))
    return Scene(
        live.info.id,
        channel,
        lambda: world.ada.click(ask, label="End it"),
        "The table is closed.",
        "abandon",
        "was ended before its game was over",
    )


async def told_scene(world: World, at: int) -> Scene:
    """As the turn, but whose turn it is wants to be written to."""
    scene = await turn_scene(world, at)
    assert scene.calls is not None
    await world.tables.prefer(scene.calls.id, notices="dm")
    scene.letters, scene.calls = [(scene.calls, "It is your turn")], None
    return scene


async def closed_scene(world: World, at: int) -> Scene:
    """As before, but they cannot be written to."""
    scene = await told_scene(world, at)
    ((person, _),) = scene.letters
    await world.tables.people.note_closed(person.id, closed=False)
    path = f"/channels/{person.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=None)
    scene.announced, scene.calls, scene.letters, scene.posts = "🔔 ", person, [], 2
    return scene


async def vote_scene(world: World, at: int) -> Scene:
    live, channel, seats = await running(world, at, (0, "3"), (1, "1"))
    await world.tables.prefer(seats[1].id, notices="dm")
    return Scene(
        live.info.id,
        channel,
        lambda: seats[0].slash(channel, "table rewind", turn="1"),
        "The table is asked.",
        "vote",
        "asks to go back to before turn 1.",
        letters=[(seats[1], "Your vote is wanted")],
    )


async def move_scene(world: World, at: int) -> Scene:
    live, _, _ = await running(world, at)
    target = world.guild.create_text_channel(f"target-{at}")
    return Scene(
        live.info.id,
        target,
        lambda: world.ada.slash(target, "table move", table=str(live.info.id)),
        "The table is in this channel now.",
        "move",
        "The table has moved to this channel.",
    )


async def lost_scene(world: World, at: int) -> Scene:
    """As the turn, in a channel in which the bot may not write any more."""
    scene = await turn_scene(world, at)
    assert scene.calls is not None
    path = f"/channels/{scene.channel.id}/messages*"
    world.tables.wakeup.set()
    await world.env.settle()
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    scene.letters = [(scene.calls, "It is your turn"), (world.ada, "Your table has lost its channel")]
    scene.calls, scene.posts, scene.announced = None, 0, ""
    return scene


async def undo_scene(world: World, at: int) -> Scene:
    """A step is taken back of which the others have been told."""
    live, channel, seats = await running(world, at, (0, "3"), (1, "1"), (0, "give"))
    return Scene(
        live.info.id,
        channel,
        lambda: seats[0].slash(channel, "undo"),
        "Taken back. You are asked again",
        "undo",
        "takes a step back",
        edited=True,
    )


async def back_scene(world: World, at: int) -> Scene:
    """The last one who is asked agrees to go back."""
    live, channel, seats = await running(world, at, (0, "3"), (1, "1"), (0, "keep"))
    world.tables.wakeup.set()
    await world.env.settle()
    await world.tables.rewinds.ask(live.info.id, seats[1].id, 3)
    world.tables.wakeup.set()
    await world.env.settle()
    vote = posts_of(channel)[-1]
    assert "asks to go back to before turn 3." in text_of(vote)

    def press() -> Awaitable[InteractionResult]:
        """Agree, if the vote is not over already."""
        (now,) = [one for one in posts_of(channel) if one.id == vote.id]
        still = "Go back" in labels(now)
        return seats[0].click(now, label="Go back") if still else seats[0].slash(channel, "table status")

    return Scene(
        live.info.id,
        channel,
        press,
        "Everybody agrees: the game was rolled back.",
        "rewind",
        "The game was rolled back to before turn 3",
        calls=seats[0],
    )


async def alone(world: World, at: int, **settings: str) -> tuple[int, ChannelHandle, list[MemberActor]]:
    """Start a table of these settings that waits for the first seat, and for which nothing but it can fall due."""
    for other in await world.tables.lobby.of_guild(world.guild.id):
        await world.tables.lobby.abandon(other.id, person(world.ada))
    table_id, channel = await opened(world, at)
    for option, value in settings.items():
        await world.tables.clocks.configure(table_id, person(world.ada), option, value)
    live = await world.tables.lobby.start(table_id, person(world.ada))
    await world.tables.answering.answer_seat(table_id, 1, [["0"]], Answerer.PLAYER)
    people = {one.id: one for one in world.people}
    return table_id, channel, [people[one.user_id] for one in live.info.players]


def falls_due(world: World, hours: float) -> Callable[[], Awaitable[None]]:
    """Let the time come, once; after that the bot but looks once more, as it does now and then."""
    waits = iter([timedelta(hours=hours)])

    async def comes() -> None:
        await world.later(seconds=next(waits, timedelta(seconds=31)).total_seconds())

    return comes


async def reminder_scene(world: World, at: int) -> Scene:
    table_id, channel, seats = await alone(world, at)
    await world.tables.prefer(seats[0].id, notices="dm")
    letters = [(seats[0], "This table still waits for you")]
    return Scene(table_id, channel, falls_due(world, 24), NEVER, "", "", posts=0, letters=letters, here=True)


async def hard_clock_scene(world: World, at: int) -> Scene:
    table_id, channel, _ = await alone(world, at, clock="hard", clock_hours="24", reminders="0")
    return Scene(table_id, channel, falls_due(world, 24), NEVER, "answer", "has run out, and the clock answers")


async def soft_clock_scene(world: World, at: int) -> Scene:
    table_id, channel, seats = await alone(world, at, clock="soft", clock_hours="24", reminders="0")
    announced = "The others may vote to hand the seat over."
    return Scene(table_id, channel, falls_due(world, 24), NEVER, "overdue", announced, calls=seats[1])


SCENES = {
    "start": start_scene,
    "invite": invite_scene,
    "sealed": sealed_scene,
    "turn": turn_scene,
    "over": over_scene,
    "replace": replace_scene,
    "abandon": abandon_scene,
    "told": told_scene,
    "closed": closed_scene,
    "vote": vote_scene,
    "move": move_scene,
    "lost": lost_scene,
    "undo": undo_scene,
    "back": back_scene,
    "reminder": reminder_scene,
    "hard clock": hard_clock_scene,
    "soft clock": soft_clock_scene,
}


def written(world: World, scene: Scene, actor: MemberActor, text: str) -> int:
    """How often a person was written to with this text about the table of a scene."""
    here = f"/{scene.channel.id}" if scene.posts or scene.here else "without a channel"
    return sum(text in text_of(one) and here in text_of(one) for one in world.dms(actor))


def posts(scene: Scene) -> list[discord.Message]:
    return posts_of(scene.channel)


def posts_of(channel: ChannelHandle) -> list[discord.Message]:
    return [one for one in channel.history() if not one.flags.ephemeral]


async def rows_of(world: World, scene: Scene) -> int:
    told = await world.tables.events(scene.table_id, None)
    return sum(one.kind == scene.kind for one in told)


async def try_at(world: World, watch: Watch, make: Callable[[World, int], Awaitable[Scene]], places: Places) -> Scene:
    """Let somebody do something while something goes wrong, then see to it that nothing has gone wrong."""
    number = next(NUMBERS)
    scene = await make(world, number)
    world.tables.wakeup.set()
    await world.env.settle()
    before = await rows_of(world, scene)
    posts_before = len(posts(scene))
    letters_before = [written(world, scene, actor, text) for actor, text in scene.letters]
    watch.places = places
    result = await scene.press()
    watch.places = None
    said = text_of(reply(result)) if result is not None and (result.followups or result.response is not None) else ""
    if places.dead:
        await start_anew(world, watch)
    if scene.acknowledged in said and scene.kind:
        assert await rows_of(world, scene) == before + 1, "an acknowledged answer was lost"
    for seconds in (1, 20, 240):  # at once; after a refusal; after the lease of the dead, when nonces are forgotten
        if await world.tables.outbox.next_due() is not None:
            await world.later(seconds=seconds)
    if scene.acknowledged not in said:  # the person tries again
        await scene.press()
    if scene.kind:
        assert await rows_of(world, scene) == before + 1, "an answer was lost or doubled"
    announcing = [one for one in posts(scene)[0 if scene.edited else posts_before :] if scene.announced in text_of(one)]
    if scene.announced:
        assert len(announcing) == 1, "an announcement was lost or doubled"
    new = len(posts(scene)) - posts_before
    assert new == (0 if scene.edited else scene.posts), "something else was posted"
    for (actor, text), before_it in zip(scene.letters, letters_before, strict=True):
        assert written(world, scene, actor, text) - before_it == 1, f"“{text}” was lost or doubled"
    if scene.calls is not None:
        assert scene.calls.mention in text_of(announcing[0]), "somebody was not called"
    assert await world.tables.outbox.next_due() is None, "something is still to be said"
    info = await world.tables.lobby.info(scene.table_id)
    assert bool(info.waiting) == (info.phase == "running"), "nobody can go on"
    return scene


async def to_the_end(world: World, scene: Scene) -> None:
    """Play on until the game is over."""
    info = await world.tables.lobby.info(scene.table_id)
    if info.phase == "lobby":
        await world.tables.lobby.start(scene.table_id, person(world.ada))
    if info.phase == "abandoned" or not (scene.posts or scene.here):
        return
    assert (await play_to_the_end(world.tables, scene.table_id)).over
    world.tables.wakeup.set()
    await world.env.settle()
    endings = [one for one in posts(scene) if "🏆" in text_of(one)]
    assert len(endings) == 1


NUMBERS = count(1)

LONG = int(os.environ.get("ORRERY_LONG", "1")) > 1
"""Go through every place, in every scene; else through those that leave something else behind."""

EVERY = 1 if LONG else 20
"""All scenes go through the same places. All of them are gone through in one scene, every so manieth in the others."""
OWN = {"undo", "back", "reminder", "hard clock", "soft clock"}
"""Scenes whose transactions are their own: each of these is failed, and killed after."""


def wanted(passed: Sequence[str], way: str) -> list[int]:
    """Choose the places at which something shall go wrong.

    After the last that changed anything the bot only looks whether there is more to do, now and then once more.
    """
    last = max(at for at, place in enumerate(passed) if place == "committed" or place.endswith(" done"))
    return [at for at in range(last + 1) if LONG or matters(passed, at, way)]


def matters(passed: Sequence[str], at: int, way: str) -> bool:
    """Whether a fault at a place leaves something else behind than one at the place before it.

    A statement that fails undoes its transaction, as a commit that fails does; nothing is left behind by what only
    reads. A process that is killed leaves what it has last committed or told Discord, so it is killed after each of
    these, and before each commit.
    """
    place = passed[at]
    if way == "kill":
        return place.startswith("commit") or place.endswith(" done")
    if place == "begin":
        return at == 0 or passed[at - 1] != "begin"
    return " " not in place or place.endswith(" done")


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("way", ["fail", "kill"])
async def test_nothing_is_lost_or_doubled_wherever_it_happens(
    world: World, name: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await prepare(world)
    with watched(world, monkeypatch) as watch:
        calm = Places()
        scene = await try_at(world, watch, SCENES[name], calm)
        await to_the_end(world, scene)
        said = "PATCH/channels/…/messages/…" if scene.edited else "POST/channels/…/messages"
        assert {"begin", "commit", "committed", said, f"{said} done"} <= set(calm.passed)
        chosen = wanted(calm.passed, way)
        if name in OWN and not LONG:
            chosen = [at for at in chosen if calm.passed[at] == ("committed" if way == "kill" else "commit")]
        elif name != "turn":
            chosen = chosen[::EVERY]
        set_table_here = 0
        for number, at in enumerate(chosen):
            whole = number % 8 == 0 if LONG else number == 0
            set_table_here += await _goes_well(world, watch, name, way, at, whole=whole)
        sys.stdout.write(f" {name}: {way} at {set_table_here} places\n")
        # Not every run passes as many: what is done side by side is sometimes done together.
        assert set_table_here >= len(chosen) - 3


async def _goes_well(world: World, watch: Watch, name: str, way: str, at: int, *, whole: bool) -> bool:
    """Let something go wrong at one place; gives whether it was come to."""
    places = Places(at, way == "kill")
    try:
        scene = await try_at(world, watch, SCENES[name], places)
        if whole:
            await to_the_end(world, scene)
    except AssertionError as error:
        error.add_note(f"{way} at number {at} of {places.passed}")
        raise
    return len(places.passed) > at


async def kill_after(
    world: World, watch: Watch, place: str, path: str, happens: Callable[[], Awaitable[object]]
) -> None:
    """Let something happen, end the bot as soon as Discord has taken a call of this kind, and start another one."""
    really = watch.passing

    def passing(name: str, failure: Exception) -> None:
        really(name, failure)
        if name == f"{place} done" and world.env.http_requests[-1].path == path and watch.places is not None:
            watch.places.dead = True
            raise Killed(name)

    watch.places = Places()
    watch.passing = passing  # type: ignore[method-assign]
    await happens()
    assert watch.places.dead
    watch.passing = really  # type: ignore[method-assign]
    await start_anew(world, watch)


async def test_a_mention_whose_right_was_taken_before_a_crash_is_still_made_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.expected = (Killed,)
    with watched(world, monkeypatch) as watch:
        scene = await closed_scene(world, 1)
        world.tables.wakeup.set()
        await world.env.settle()
        person, before = scene.calls, len(posts(scene))
        assert person is not None
        really, rights = watch.passing, 0

        def passing(name: str, failure: Exception) -> None:
            nonlocal rights
            really(name, failure)
            places = watch.places
            rights += name == "INSERT day_mention"
            if places is not None and rights and name == "committed":
                places.dead = True  # nothing is said yet, but the right for today is taken
                raise Killed(name)

        watch.places = Places()
        watch.passing = passing  # type: ignore[method-assign]
        await scene.press()
        assert watch.places.dead
        watch.passing = really  # type: ignore[method-assign]
        await start_anew(world, watch)
        for _ in range(3):
            await world.later(minutes=3)
        said = [one for one in posts(scene)[before:] if f"🔔 {person.mention}: " in text_of(one)]
    assert len(said) == 1
    assert await world.tables.outbox.next_due() is None


@pytest.mark.parametrize("quiet", [False, True])
async def test_a_direct_message_is_not_doubled_by_a_restart_after_an_hour(
    world: World, quiet: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.expected = (Killed,)
    with watched(world, monkeypatch) as watch:
        live, channel, seats = await running(world, 1, (0, "3"), (1, "1"))
        world.tables.wakeup.set()
        await world.env.settle()
        await world.tables.prefer(seats[1].id, notices="dm")
        path = f"/channels/{seats[1].user.dm_channel.id}/messages"
        await kill_after(
            world, watch, "POST/channels/…/messages", path, lambda: seats[0].slash(channel, "play", move="give")
        )
        if quiet:  # the row that is tried again is put off first
            await world.tables.prefer(seats[1].id, quiet_from=0, quiet_to=20 * 60)
        await world.later(hours=1)  # Discord has long forgotten what was said
        await world.later(hours=20)
    assert len(world.dms(seats[1])) == 1
    assert "It is your turn" in text_of(world.dms(seats[1])[0])
    assert await world.tables.outbox.next_due() is None
    assert live.info.id


async def test_what_the_owner_is_told_of_changed_rules_is_not_doubled_by_a_restart_after_an_hour(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.expected = (Killed,)
    with watched(world, monkeypatch) as watch:
        live, channel, _ = await running(world, 1, (0, "5"), (1, "0"))
        world.tables.wakeup.set()
        await world.env.settle()
        GAMES["toy"] = world.tables._unit.games["toy"] = Poorer()  # type: ignore[index]
        world.tables._unit.current.clear()
        path = f"/channels/{channel.id}/messages"

        async def look() -> None:
            with suppress(Killed):
                await world.tables.game(live.info.id)
            await world.env.settle()

        await kill_after(world, watch, "POST/channels/…/messages", path, look)
        await world.later(hours=1)
    told = [one for one in channel.history() if "the rules of this game were updated" in text_of(one)]
    assert len(told) == 1
    assert "Status" in [one["label"] for one in components(told[0]) if one["type"] == 2]
    assert await world.tables.outbox.next_due() is None
