"""Garbage is collected where nobody waits for it."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from bot import runtime
from bot.runtime import AT_LATEST, SELDOM, FullCollections, tune_gc
from rules.kernel.prompt import Option
from rules.kernel.steps import Event
from rules.kernel.text import T, Text
from tests.bot.world import open_world


@pytest.fixture
def tuned(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Tune with small young generations; gives the generations that have been collected since."""
    monkeypatch.setattr(runtime, "YOUNG", 20)
    monkeypatch.setattr(runtime, "MIDDLE", 2)
    thresholds, switch, collected = gc.get_threshold(), sys.getswitchinterval(), list[int]()

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            collected.append(about["generation"])

    tune_gc()
    gc.callbacks.append(note)
    yield collected
    gc.callbacks.remove(note)
    gc.set_threshold(*thresholds)
    sys.setswitchinterval(switch)
    gc.unfreeze()


class Cycle:
    """What only a collection frees."""

    def __init__(self) -> None:
        self.me = self


def grown_old() -> weakref.ref[Cycle]:
    """Leave a cycle that only a full collection finds."""
    cycle = Cycle()
    gc.collect(1)
    gc.collect(1)
    return weakref.ref(cycle)


def test_no_full_collection_begins_by_itself_however_much_is_held(tuned: list[int]) -> None:
    held = [[number] for number in range(max(400_000, gc.get_freeze_count()))]
    assert {0, 1} <= {*tuned}
    assert 2 not in tuned
    assert held


def test_a_full_collection_is_made_when_nobody_waits_and_in_the_end_in_any_case(tuned: list[int]) -> None:
    collections, garbage = FullCollections(), grown_old()
    assert not collections.look(5.0, idle=True), "the time begins to count"
    assert not collections.look(4.0 + SELDOM, idle=True)
    assert not collections.look(6.0 + SELDOM, idle=False)
    assert garbage() is not None
    assert collections.look(6.0 + SELDOM, idle=True)
    assert garbage() is None
    garbage = grown_old()
    assert not collections.look(7.0 + SELDOM, idle=True)
    assert not collections.look(5.0 + SELDOM + AT_LATEST, idle=False)
    assert collections.look(7.0 + SELDOM + AT_LATEST, idle=False)
    assert garbage() is None
    assert tuned.count(2) == 2


def test_where_collections_begin_by_themselves_none_is_made() -> None:
    assert not FullCollections().look(0.0, idle=True)
    assert not FullCollections().look(AT_LATEST * 2, idle=True)


async def test_the_bot_looks_whenever_it_wakes_and_knows_whether_somebody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[bool] = []
    async with open_world(tmp_path, "race") as world:
        monkeypatch.setattr(world.bot._collections, "look", lambda _, *, idle: looked.append(idle))
        world.bot._wake()
        with world.bot.in_flight.track():
            world.bot._wake()

        async def wake() -> None:
            world.bot._wake()

        await world.tables._unit.locked(1, wake)
        world.bot._wake()
    assert looked == [True, False, False, True]


@pytest.mark.parametrize(
    "value",
    [T("{who} builds.", who=T("Ann")), Event("build", T("A"), 1), Option("a", T("A"), T("{n} ore", n=1))],
)
def test_texts_and_what_is_made_of_them_cost_no_collection_anything(value: Text | Event | Option) -> None:
    assert not gc.is_tracked(value)
    assert not gc.is_tracked(msgspec.msgpack.decode(msgspec.msgpack.encode(value), type=type(value)))
    assert not gc.is_tracked({"one": value})
