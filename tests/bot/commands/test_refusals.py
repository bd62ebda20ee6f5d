"""What is refused, asked and told calls people by the names of their table, wherever it is said."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

import pytest
from simcord.actors import MemberActor

from rules.kernel.errors import IllegalAnswer
from rules.kernel.text import T, Text, names_players, player
from tests.bot.commands.test_plans import menu
from tests.bot.world import World, components, reply, text_of

Handler = Callable[[World, MemberActor], Awaitable[Any]]


async def refuse(*_: Any, **__: Any) -> NoReturn:
    """Refuse as the rules do, with a text that names whoever sits in seat 1, deep inside."""
    choice = T("{choice} ({id})", choice=T("Give it to {who}", who=player(1)), id="give")
    raise IllegalAnswer(T("You can pick: {choices}", choices=[choice]))


def command(name: str, **options: Any) -> Handler:
    return lambda world, person: person.slash(world.channel, name, **options)


async def panel_of(world: World, person: MemberActor) -> Any:
    return reply(await person.slash(world.channel, "play"))


async def choose_in_panel(world: World, person: MemberActor) -> Any:
    panel = await panel_of(world, person)
    return await person.select(panel, ["3"], custom_id=menu(panel, "choose")["custom_id"])


async def plan_in_panel(world: World, person: MemberActor) -> Any:
    panel = reply(await person.slash(world.channel, "plan"))
    return await person.select(panel, ["keep"], custom_id=menu(panel, "planned")["custom_id"])


REFUSED: dict[str, tuple[str, Handler]] = {
    "a typed move": ("answer", command("play", move="1")),
    "a choice in a panel": ("answer", choose_in_panel),
    "a typed plan": ("plans.plan", command("plan", question="use", answer="keep")),
    "a plan in a panel": ("plans.plan", plan_in_panel),
    "the plans": ("plans.of", command("plan")),
    "an undo": ("undo", command("undo")),
    "a policy": ("policies.of", command("policy")),
    "a wish to go back": ("rewinds.ask", command("table rewind", turn="1")),
    "the board": ("game", command("board")),
    "the hand": ("game", command("hand")),
    "the tableau": ("game", command("tableau")),
    "the score": ("game", command("score")),
    "the log": ("events", command("log")),
    "the past": ("history.at", command("history")),
    "the turns": ("history.turns", command("history", turn="1")),
    "the record": ("export", command("table export")),
    "the status": ("rewinds.vote", command("table status")),
    "a robot": ("robots.send_in", command("table robot")),
    "a setting": ("clocks.configure", command("table settings", option="clock", value="soft")),
    "leaving": ("lobby.leave", command("table leave")),
    "starting": ("lobby.start", command("table start")),
}


@pytest.mark.parametrize("what", sorted(REFUSED))
async def test_a_refusal_names_the_people_of_the_table(
    world: World, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    seats = await world.seated(2)
    await seats[1].slash(world.channel, "play", move="0")
    place, deed = REFUSED[what]
    *part, method = place.split(".")
    owner: Any = getattr(world.tables, part[0]) if part else world.tables
    monkeypatch.setattr(owner, method, refuse)
    said = text_of(await deed(world, seats[0]))
    assert f"Give it to {seats[1].user.global_name}" in said
    assert "#2" not in said


async def test_a_refusal_in_a_direct_message_names_the_people_of_the_table(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await world.seated(2)
    for person in seats:
        await person.slash(world.channel, "play", move="0")
    await seats[1].slash(world.channel, "table rewind", turn="1")
    await world.later(minutes=1)  # since they were told of their turn
    monkeypatch.setattr(world.tables.rewinds, "answer", refuse)
    letter = next(one for one in world.dms(seats[0]) if "Your vote is wanted" in text_of(one))
    said = text_of(reply(await seats[0].user.click(letter, label="Go back")))
    assert f"Give it to {seats[1].user.global_name}" in said


async def test_what_is_asked_is_asked_by_name_everywhere(world: World) -> None:
    seats = await world.seated(2)
    name = seats[0].user.global_name
    offered = await seats[1].autocomplete(world.channel, "plan", "question", "")
    assert f"{name} offers you the lot." in [one["name"] for one in offered]
    panel = reply(await seats[1].slash(world.channel, "plan"))
    assert f"{name} offers you the lot." in [one.get("placeholder") for one in components(panel)]
    await seats[1].slash(world.channel, "plan", question="accept", answer="yes")
    planned = text_of(reply(await seats[1].slash(world.channel, "plan")))
    assert f"{name} offers you the lot.: " in planned
    for person, move in zip(seats, "30", strict=True):
        await person.slash(world.channel, "play", move=move)
    await seats[0].slash(world.channel, "play", move="give")
    asked = [*map(text_of, world.posts()), *map(text_of, world.dms(seats[1]))]
    asked += [text_of(await seats[1].slash(world.channel, one)) for one in ("play", "history", "log", "table status")]
    assert any(f"{name} takes the lot" in one for one in asked)
    assert not [one for one in asked if "#1" in one or "#2" in one]


def test_a_text_knows_whether_it_names_anybody() -> None:
    inner = T("Give it to {who}", who=player(1))
    assert names_players(inner)
    assert names_players(T("{a}", a=[T("x"), T("{b}", b=inner)]))
    assert not names_players(T("{a} {b}", a="@1", b=[Text("#toy.lot")]))
