"""Whatever stands in a component, a form or a command: nothing is played or breaks, and something kind is said."""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.results import InteractionResult

from bot.commands.handlers import FORMS, HANDLERS
from bot.commands.table import LANGUAGE, REWIND, TIMES
from bot.tables.core.data import fingerprint
from tests.bot.delivery.test_channels import info_of
from tests.bot.world import World, open_world, reply, text_of

COMPONENT, FORM = discord.InteractionType.component.value, discord.InteractionType.modal_submit.value
COMMAND, TYPING = discord.InteractionType.application_command.value, discord.InteractionType.autocomplete.value
TEXT_OPTION, NUMBER_OPTION, USER_OPTION = 3, 4, 6
HERE, MARK = "the table", "the question"
"""Stand for the number of the table and the mark of what is asked, which a strategy cannot know."""

LONG = int(os.environ.get("ORRERY_LONG", "1"))


@contextmanager
def nothing_unexpected() -> Iterator[None]:
    """See that nothing is logged as an error, or with a traceback."""
    seen: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.ERROR or record.exc_info:
                seen.append(f"{record.getMessage()} {record.exc_info}")

    ear = Ear()
    logging.getLogger().addHandler(ear)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(ear)
    assert seen == []


@dataclass(frozen=True)
class Strange:
    """Something that no message of ours and no Discord would send. `data` is what Discord calls so."""

    kind: int
    data: dict[str, Any]
    seated: bool = True
    direct: bool = False
    """Without a server, as from a direct message."""


NUMBERS = st.sampled_from(
    [
        "-1",
        "00",
        "007",
        "2147483647",
        "2147483648",
        str(2**63 - 1),
        str(2**63),
        "9" * 40,
        "٣",
        "²",
        "1e3",
        "+1",
        "",
        " ",
    ]
)
TEXTS = st.text(st.characters(exclude_categories=["N"]), max_size=30) | st.sampled_from(
    [
        "\x00",
        "\ud800",
        "\u202e",
        "@everyone",
        "None",
        "nan",
        "{who}",
        "%s",
        "a" * 150,
        "#" * 30,
        "*" * 90,
        ";;;;",
        "-" * 9,
    ]
)
ANYTHING = NUMBERS | TEXTS
ACTS_BY_ITSELF = {"abandon", "agree", "join", "leave", "mute", "refuse", "robot", "seek", "sit", "start"}
"""Verbs that do what they say at their table whatever else stands in the code."""
VERBS = sorted({*HANDLERS, *FORMS, "typed", "nonsense"})
ARGUMENTS = ANYTHING | st.sampled_from(
    [
        "zone=x",
        "muted=maybe",
        "muted=",
        "away_until=2030",
        "locale=xx",
        "quiet_from=9",
        "remind_hours=0",
        "here.",
        "here.bid",
    ]
)


@st.composite
def codes(draw: st.DrawFn, kind: str) -> str:
    """Make a custom_id: most often one that can be read, so that the deed itself comes to what is strange in it."""
    if draw(st.integers(0, 5)) == 0:
        return draw(TEXTS)
    verb = draw(st.sampled_from(VERBS))
    argument = draw(ARGUMENTS.map(lambda text: text.replace(":", "")))
    if draw(st.integers(0, 3)):
        table = draw(st.just(HERE) if verb not in ACTS_BY_ITSELF else st.sampled_from(["0", "77", "2147483647"]))
        revision = draw(st.sampled_from(["0", "1", "2", "3", "4", "2147483647"]))
        asked = draw(st.sampled_from([MARK, MARK, "", "zz"]))
    else:
        table = HERE if verb not in ACTS_BY_ITSELF and draw(st.booleans()) else draw(NUMBERS)
        revision, asked = draw(NUMBERS), draw(st.sampled_from([MARK, "", "0"]))
        kind = draw(st.sampled_from("bsfx"))
    return f"orrery-{kind}:{verb}:{table}:{revision}:{asked}:{argument}"[:100]


@st.composite
def in_flight(draw: st.DrawFn) -> Strange:
    """Make a press of a button, a choice in a menu, or a form."""
    if draw(st.integers(0, 4)) == 0:
        custom_id = draw(codes("f"))
        fields = draw(st.dictionaries(st.sampled_from(["move", "zone", "away", "quiet_from", "x"]), TEXTS, max_size=3))
        if ":typed:" not in custom_id and draw(st.booleans()):
            fields["move"] = "3"  # a legal answer, where nobody was asked for one
        rows = [{"type": 18, "component": {"type": 4, "custom_id": key, "value": text}} for key, text in fields.items()]
        data: dict[str, Any] = {"custom_id": custom_id, "components": rows}
        return Strange(FORM, data, draw(st.booleans()))
    if draw(st.booleans()):
        data = {"custom_id": draw(codes("b")), "component_type": 2}
    else:
        values = draw(st.lists(ANYTHING, max_size=3))
        data = {"custom_id": draw(codes("s")), "component_type": draw(st.sampled_from([3, 3, 3, 5])), "values": values}
    return Strange(COMPONENT, data, draw(st.booleans()), draw(st.booleans()))


OPTIONS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "play": {"move": TEXTS},
    "plan": {"question": TEXTS | st.sampled_from(["bid", "use"]), "answer": TEXTS},
    "history": {"turn": ANYTHING},
    "table rewind": {"turn": ANYTHING},
    "table move": {"table": ANYTHING},
    "table settings": {"option": TEXTS | st.sampled_from([LANGUAGE, REWIND, "length", *TIMES]), "value": ANYTHING},
    "table new": {"game": TEXTS, "like": ANYTHING},
    "table every": {"game": TEXTS, "day": TEXTS, "hour": ANYTHING},
    "board": {"part": ANYTHING},
    "rules": {"topic": ANYTHING, "game": TEXTS | st.just("toy")},
    "me": {"language": TEXTS, "pictures": TEXTS, "time-zone": TEXTS},
    "log": {"count": st.integers(-(2**53), 2**53)},
    "table invite": {"person": st.just("1")},
    "table frobnicate": {"x": TEXTS},
    "frobnicate": {},
}
TYPED = {
    "play": "move",
    "plan": "answer",
    "history": "turn",
    "table rewind": "turn",
    "table move": "table",
    "table new": "like",
    "table every": "hour",
    "table settings": "value",
    "board": "part",
    "rules": "topic",
    "me": "time-zone",
    "frobnicate": "x",
}
"""Commands and what is completed in them."""


@st.composite
def commands(draw: st.DrawFn) -> Strange:
    """Make a command, or one that is being typed."""
    typing = draw(st.booleans())
    path = draw(st.sampled_from(sorted(TYPED if typing else OPTIONS)))
    options: list[dict[str, Any]] = []
    for name, values in OPTIONS[path].items():
        value = draw(values)
        kind = {"count": NUMBER_OPTION, "person": USER_OPTION}.get(name, TEXT_OPTION)
        if path == "plan" or draw(st.integers(0, 3)):
            options.append({"name": name, "type": kind, "value": value})
    if typing:
        options = [one for one in options if one["name"] != TYPED[path]]
        options.append({"name": TYPED[path], "type": TEXT_OPTION, "value": draw(ANYTHING), "focused": True})
    first, *rest = path.split()
    for name in reversed(rest):
        options = [{"name": name, "type": 1, "options": options}]
    return Strange(
        TYPING if typing else COMMAND, {"id": "1", "name": first, "type": 1, "options": options}, draw(st.booleans())
    )


class Scene:
    """A table of two, at which the first is asked something; and somebody who does not sit there."""

    def __init__(self, world: World, seats: list[MemberActor], panel: Any, shown: dict[str, str]) -> None:
        self.world = world
        self.seats = seats
        self.panel = panel
        self.shown = shown

    async def send(self, strange: Strange) -> InteractionResult:
        """Let it come from Discord."""
        world = self.world
        data = {**strange.data}
        if "custom_id" in data:
            for stands_for, is_ in self.shown.items():
                data["custom_id"] = data["custom_id"].replace(stands_for, is_)
        actor = self.seats[0] if strange.seated else world.dora
        if strange.kind in {COMMAND, TYPING}:
            return await actor._dispatch_interaction(strange.kind, world.channel, data)
        backend = world.env.backend
        message = backend.get_message(world.channel.id, self.panel.id if strange.seated else world.last.id)
        extra: dict[str, Any] = {"message": dict(serializers.message_payload(backend, message))}
        if strange.direct and strange.kind == COMPONENT:
            extra |= {"guild_id": None, "user": dict(serializers.user_payload(backend.get_user(actor.id)))}
        return await actor._dispatch_interaction(
            strange.kind, world.channel, data, extra=extra, source_message_id=message.id
        )

    async def check(self, strange: Strange) -> None:
        """See that it is answered, and has changed nothing."""
        before = await info_of(self.world)
        result = await self.send(strange)
        assert await info_of(self.world) == before, "something was played"
        if strange.kind == TYPING:
            assert result.autocomplete_choices is not None, "no ways to go on were told"
            return
        assert result.acknowledged, "nothing was said"
        said = text_of(reply(result)) if result.followups or result.response is not None else ""
        for told in (said, text_of(self.panel)):
            assert "Something went wrong" not in told
            assert "What you did stands" not in told


async def _lay(world: World, *, started: bool) -> Scene:
    if not started:
        await world.ada.slash(world.channel, "table new", game="toy")
        await world.ben.slash(world.channel, "table join")
        shown = {HERE: str((await info_of(world)).id), MARK: "0"}
        return Scene(world, [world.ada, world.ben], world.last, shown)
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    live = await world.tables.game((await info_of(world)).id)
    prompt = live.prompt_of(0)
    assert prompt is not None
    return Scene(world, seats, panel, {HERE: str(live.info.id), MARK: fingerprint(prompt)})


async def _go_through(stranges: list[Strange], *, started: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, nothing_unexpected():
        async with open_world(Path(folder), "toy") as world:
            world.expected = (discord.app_commands.AppCommandError,)
            scene = await _lay(world, started=started)
            for one in stranges:
                try:
                    await scene.check(one)
                except AssertionError as error:
                    error.add_note(str(one))
                    raise


def go_through(strategy: st.SearchStrategy[Strange], *, started: bool) -> None:
    """Let many such things come, at one table after another."""

    @settings(
        max_examples=3 * LONG,
        deadline=None,
        phases=[Phase.generate],  # each example is a whole table with many presses, too slow to be made smaller
        derandomize=LONG == 1,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(st.lists(strategy, min_size=40, max_size=60))
    def run(stranges: list[Strange]) -> None:
        asyncio.run(_go_through(stranges, started=started))

    run()


@pytest.mark.parametrize("started", [True, False])
def test_no_component_or_form_breaks_or_plays_anything(started: bool) -> None:
    go_through(in_flight(), started=started)


@pytest.mark.parametrize("started", [True, False])
async def test_each_verb_reads_every_argument_and_value_as_if_anybody_had_written_it(
    world: World, started: bool
) -> None:
    scene = await _lay(world, started=started)
    with nothing_unexpected():
        for verb in sorted({*VERBS} - ACTS_BY_ITSELF):
            for text in ("", "x", "-1", "2147483648", "9" * 40):
                code = f"{verb}:{HERE}:2:{MARK}:{text}"
                await scene.check(Strange(COMPONENT, {"custom_id": f"orrery-b:{code}", "component_type": 2}))
                menu = {"custom_id": f"orrery-s:{verb}:{HERE}:2:{MARK}:", "component_type": 3}
                await scene.check(Strange(COMPONENT, {**menu, "values": [text]}))
            for values in ([], ["1", "2"]):
                await scene.check(Strange(COMPONENT, {**menu, "values": values}))


@pytest.mark.parametrize("started", [True, False])
def test_no_command_breaks_or_plays_anything(started: bool) -> None:
    go_through(commands(), started=started)


@pytest.mark.parametrize("language", ["en-US", "de"])
@pytest.mark.parametrize(
    "code",
    [
        f"orrery-b:pick:{HERE}:2:{MARK}:-1",
        f"orrery-b:pick:{HERE}:2:{MARK}:",
        f"orrery-b:pick:{2**63}:2:{MARK}:0",
        f"orrery-b:pick:{2**31}:2:{MARK}:0",
        f"orrery-b:vote:{HERE}:2::x",
        f"orrery-b:nonsense:{HERE}:2::",
        "orrery-b:pick",
        "something else",
    ],
)
async def test_what_means_nothing_is_refused_as_an_old_button_is(world: World, language: str, code: str) -> None:
    world.locale = language
    scene = await _lay(world, started=True)
    before = await info_of(world)
    result = await scene.send(Strange(COMPONENT, {"custom_id": code, "component_type": 2}))
    assert ("no longer does anything" if language == "en-US" else "tut nichts mehr") in text_of(reply(result))
    assert await info_of(world) == before


@pytest.mark.parametrize("language", ["en-US", "de"])
async def test_a_command_that_is_another_one_by_now_says_so(world: World, language: str) -> None:
    world.expected = (discord.app_commands.AppCommandError,)
    world.locale = language
    scene = Scene(world, [world.ada], None, {})
    with nothing_unexpected():
        result = await scene.send(Strange(COMMAND, {"id": "1", "name": "frobnicate", "type": 1}))
    assert ("type it again" if language == "en-US" else "gib ihn in einer Minute neu ein") in text_of(reply(result))
