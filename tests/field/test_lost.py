"""Connections that end at the wrong moment: before Discord has carried a call out, or after it, without an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases import sqlite_url
from tests.field.checks import check
from tests.field.faults import ACKNOWLEDGEMENTS, EDITS, POSTS, REPLIES
from tests.field.play import answer, questions, turn
from tests.field.scene import LONG, Scene, open_scene

NOT_TRUE = "nothing was changed"


@pytest.mark.parametrize("kind", ["lose", "cut"])
async def test_a_press_whose_connection_ends_is_carried_out_and_answered(tmp_path: Path, kind: str) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        await scene.start()
        for calls in (ACKNOWLEDGEMENTS, REPLIES):
            channel = await opened(scene)
            for person, reset in zip(scene.pair(0), (False, True), strict=True):
                panel = await person.slash(channel, "play").answered()
                ended = getattr(scene.discord.faults, kind)(calls, reset=reset)
                seen = await answer(person, panel, scene.chance)
                assert seen is not None
                assert ended.happened.is_set()
                assert not seen.thinks
                assert NOT_TRUE not in seen.text
                # A command, whose reply is a message of its own, and not in the place of a panel.
                ended = getattr(scene.discord.faults, kind)(calls, reset=reset)
                seen = await person.slash(channel, "play").answered()
                assert ended.happened.is_set()
                assert seen.parts
        await scene.said()
        assert sum(row.kind == "answer" for row in await scene.log()) == 4
        await check(scene)


async def opened(scene: Scene) -> int:
    """Open a table by commands and start its game; gives the channel."""
    channel = scene.channel()
    ada, ben = scene.pair(0)
    await ada.slash(channel, "table new", game="race", where="here").answered()
    await ben.slash(channel, "table join").answered()
    await ada.slash(channel, "table start").answered()
    return channel


async def test_a_post_whose_connection_ends_is_posted_once(tmp_path: Path) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        [channel] = await scene.lay("race")
        await scene.start()
        for kind in ("lose", "cut") * (3 if LONG else 1):
            for at, calls in enumerate([POSTS, EDITS, POSTS]):
                ended = getattr(scene.discord.faults, kind)(calls, reset=bool(at % 2))
                scene.discord.forget_nonces()  # as if minutes had passed: the channel alone tells what was posted
                for person in scene.pair(0):
                    await turn(person, channel, scene.chance)
                await scene.said()
                ended.lift()
        await check(scene)


async def test_a_refused_press_says_that_nothing_was_changed_only_where_it_is_true(tmp_path: Path) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        [channel] = await scene.lay("race")
        await scene.start()
        ada, _ = scene.pair(0)
        panel = await ada.slash(channel, "play").answered()
        fingerprint = questions(panel)[0].code.fingerprint
        scene.discord.faults.refuse(REPLIES, 400, code=50035)  # Discord takes the panel for invalid
        seen = await answer(ada, panel, scene.chance)
        assert seen is not None
        assert NOT_TRUE not in seen.text
        again = await ada.slash(channel, "play").answered()
        assert fingerprint not in {part.code.fingerprint for part in questions(again)}
        await scene.said()
        await check(scene, traced="made up")
