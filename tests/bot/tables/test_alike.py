"""Two games that differ only in a half-made turn look and behave alike to everybody but its player.

Short here; with ORRERY_LONG=N so many times as many games.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.tables.core.events import all_events, encode_events
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answerer
from rules.registry import GAMES
from storage import log
from tests.at_table import ANN, BOSS, EVE
from tests.bot.alike import Sitting, faces, outcome_of, pair, random_picks, sitting
from tests.bot.world import World, components, open_world
from tests.databases import ONLY_POSTGRES, sqlite_url

LONG = int(os.environ.get("ORRERY_LONG", "1"))
ALL = ("toy", *GAMES)
SHORT = ALL if LONG > 1 else tuple(key for key in ALL if key == "toy" or not GAMES[key].info.by_round)
"""Where everybody plays at once, it takes long until somebody has a turn of several steps."""

pytestmark = pytest.mark.skipif(ONLY_POSTGRES, reason="compares games on SQLite")

Handler = Callable[[Sitting, int], Awaitable[Any]]


async def _plan(at: Sitting, seat: int) -> None:
    planning = await at.tables.plans.of(at.table_id, await at.person(seat))
    for prompt in planning.prompts[:1]:
        await at.tables.plans.plan(at.table_id, await at.person(seat), prompt.kind, picks_ahead(prompt))


def picks_ahead(prompt: Prompt) -> list[str]:
    return [option.id for option in prompt.legal][: max(1, prompt.at_least)]


async def _set_policy(at: Sitting, seat: int) -> None:
    policy = (await at.live()).game.policies[0]
    await at.tables.policies.set(at.table_id, await at.person(seat), policy.key, policy.choices[0].value)


async def _agree_to_go_back(at: Sitting, seat: int) -> None:
    turns = await at.tables.history.turns(at.table_id)
    vote = await at.tables.rewinds.ask(at.table_id, await at.person(seat), turns.last)
    for missing in vote.missing if vote is not None else ():
        assert vote is not None
        await at.tables.rewinds.answer(at.table_id, await at.person(missing), vote.revision, agree=True)


async def _end_early(at: Sitting, seat: int) -> bytes:
    await at.tables.lobby.abandon(at.table_id, ANN)
    return await at.tables.export(at.table_id)


HANDLERS: dict[str, Handler] = {
    "undo": lambda at, seat: _with_person(at, seat, at.tables.undo),
    "reset": lambda at, seat: _with_person(at, seat, lambda table, user: at.tables.undo(table, user, all_steps=True)),
    "answer": lambda at, seat: at.give(seat, ["done"]),
    "plan": _plan,
    "policy": _set_policy,
    "go back": _agree_to_go_back,
    "end": _end_early,
    "export": lambda at, _: at.tables.export(at.table_id),
    "settings": lambda at, _: at.tables.clocks.configure(at.table_id, ANN, "clock", "hard"),
    "replace": lambda at, seat: at.tables.lobby.replace(at.table_id, BOSS, seat, EVE),
}


async def _with_person(at: Sitting, seat: int, deed: Callable[[int, int], Awaitable[Any]]) -> Any:
    return await deed(at.table_id, await at.person(seat))


async def alike(plain: Sitting, secret: Sitting) -> None:
    assert await faces(secret) == await faces(plain)
    assert await secret.said() == await plain.said()


@pytest.mark.parametrize(("key", "seed"), [*((key, 0) for key in ALL), *product(SHORT, range(1, 2 * LONG))])
async def test_what_others_are_shown_and_may_do_is_the_same_with_and_without_a_half_made_turn(
    key: str, seed: int, tmp_path: Path
) -> None:
    chance = Random(f"{key} {seed}")
    least = chance.randrange(4 if key == "toy" else 30)
    async with pair(tmp_path, key, seed, least, policies=seed % 2 == 1) as (plain, secret):
        steps = await secret.steps(chance.randrange(4))
        assert (await secret.live()).half_made
        await alike(plain, secret)
        others = [one.seat for one in (await plain.live()).info.players if one.seat != plain.then]
        for name in chance.sample(sorted(HANDLERS), 3) if seed else ("undo",):
            seat = chance.choice(others)
            hidden = (await secret.live()).half_made
            done = [await outcome_of(HANDLERS[name](one, seat)) for one in (plain, secret)]
            assert done[0] == done[1], name
            await alike(plain, secret)
            if name in {"undo", "reset"} and hidden and not (await secret.live()).half_made:
                told = [e for one in await secret.tables.events(secret.table_id, plain.then) for e in one.events]
                assert told[-1].kind == "unmade"
                assert told[-1].text.args["n"] == len(steps)
        if not (await secret.live()).half_made and (await secret.live()).info.phase == "running":
            for _ in range(4):  # the games go on alike
                live = await plain.live()
                acts = chance.choice(live.waiting)
                picks = random_picks(live.prompt_of(acts), chance)
                for one in (plain, secret):
                    await one.give(acts, picks)
                if (await plain.live()).half_made or (await plain.live()).over:
                    break
                await alike(plain, secret)


@pytest.mark.parametrize("seed", range(LONG))
@pytest.mark.parametrize("key", SHORT)
async def test_others_cannot_tell_in_how_many_steps_and_on_what_detours_a_turn_was_made(
    key: str, seed: int, tmp_path: Path
) -> None:
    chance = Random(f"{seed} {key}")
    least = chance.randrange(4 if key == "toy" else 30)
    async with pair(tmp_path, key, seed, least) as (plain, secret):
        user = await secret.person(secret.then)
        for _ in await secret.steps(3):
            await alike(plain, secret)
            await secret.tables.undo(secret.table_id, user)
        await alike(plain, secret)
        steps = await secret.steps(chance.randrange(3))
        await secret.tables.undo(secret.table_id, user)
        await alike(plain, secret)
        await secret.give(secret.then, steps[-1])
        while (live := await secret.live()).half_made:
            steps.append(random_picks(live.prompt_of(secret.then), secret.chance))
            await secret.give(secret.then, steps[-1])
        await plain.give(plain.then, *steps)
        await alike(plain, secret)


async def by_hand(at: Sitting, seat: int) -> int:
    """Make of what was answered for a seat, and is told to nobody else, what its player would have left in the log."""
    unit = at.tables._unit
    changed = 0
    async with unit.writing() as session:
        for row in await log.rows(session, at.table_id):
            events = all_events(row.events)
            own = [event for event in events if event.kind == row.by and event.to == [seat]]
            if row.seat == seat and own:
                row.by, row.events = Answerer.PLAYER, encode_events([event for event in events if event not in own])
                session.add(row)
                changed += 1
    return changed


@pytest.mark.parametrize("seed", range(LONG))
@pytest.mark.parametrize(("key", "policy", "value"), [("toy", "bid", "0"), ("race", "nothing_payable", "pass")])
async def test_others_cannot_tell_what_is_answered_in_secret_by_a_standing_answer_from_what_is_answered_by_hand(
    key: str, policy: str, value: str, seed: int, tmp_path: Path
) -> None:
    """But for what they may take back, as it was answered at once, which everybody sees."""
    changed = 0
    async with sitting(sqlite_url(tmp_path), key, seed, policies=True) as at:
        seats = range(len((await at.live()).info.players))
        for seat in seats:
            await at.tables.policies.set(at.table_id, await at.person(seat), policy, value)
        for _ in range(60):
            live = await at.live()
            if not live.over:
                seat = at.chance.choice(live.waiting)
                await at.give(seat, random_picks(live.prompt_of(seat), at.chance))
        for at.then in seats:
            before = await faces(at)
            changed += await by_hand(at, at.then)
            after = await faces(at)
            for user, shown in before.items():
                for what in shown.keys() - {"panel"}:
                    assert after[user][what] == shown[what], what
    assert changed, "choose another seed: nothing was answered in secret"


LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("play", {}),
    ("board", {}),
    ("board", {"text": True}),
    ("tableau", {}),
    ("hand", {}),
    ("score", {}),
    ("log", {}),
    ("history", {}),
    ("mine", {}),
    ("note", {}),
    ("stats", {}),
    ("games", {}),
    ("plan", {}),
    ("policy", {}),
    ("table status", {}),
    ("table list", {}),
    ("table settings", {}),
    ("table rewind", {}),
    ("table export", {}),
)
AGO = re.compile(r"<t:\d+:\w>")
"""Since when somebody has looked is another time with each look."""


async def everything(world: World, people: list[MemberActor]) -> list[Any]:
    """What people are shown by every command that only looks, and what stands in the channel and in their messages."""
    seen: list[Any] = []
    for person in people:
        for command, given in LOOKS:
            result = await person.slash(world.channel, command, **given)
            answers = [result.response, *result.followups]
            shown = repr([components(one) for one in answers if one is not None])
            seen.append((person.id, command, AGO.sub("", shown) if command == "log" else shown))
        seen.append([(one.id, repr(components(one))) for one in world.dms(person)])
    return [*seen, [(one.id, one.edited_at, repr(components(one))) for one in world.posts()]]


@pytest.mark.parametrize("key", SHORT[1:])
async def test_every_command_shows_others_the_same_before_and_in_the_middle_of_a_turn(key: str, tmp_path: Path) -> None:
    async with open_world(tmp_path, key) as world:
        seats = await world.seated(3)
        info = await world.tables.lobby.of_channel(world.channel.id)
        at = Sitting(world.tables, None, info.id, Random(key))  # type: ignore[arg-type]
        assert await at.walk(12)
        await world.env.settle()
        watching = [*[one for seat, one in enumerate(seats) if seat != at.then][:1], world.dora]
        await everything(world, watching)
        before = await everything(world, watching)
        await at.steps(2)
        assert (await at.live()).half_made
        await world.env.settle()
        for was, now in zip(before, await everything(world, watching), strict=True):
            assert now == was
