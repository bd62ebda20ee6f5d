"""Files of records of every game: whole ones are told as they were, and whatever else comes is refused or harmless."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from time import monotonic
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import BadRecord, StillRunning
from bot.tables.core.names import NAME_LENGTH
from bot.tables.record_files import MAX_BYTES, MAX_SECONDS, NO_RECORD, RecordFile, Seated, Told, told, written
from bot.tables.service import Tables
from rules.kernel.record import Record
from rules.kernel.rng import Rng
from rules.kernel.steps import Event
from rules.kernel.text import Text
from rules.registry import GAMES
from storage.persons import former
from storage.schema import Seat
from storage.store import Store
from tests.at_table import ANN, BEN, Clock, keys
from tests.records import file, picks_of, record

KEYS = ("race", "gaia", "eclipse", "circadians")
AT = datetime(2030, 3, 1, tzinfo=UTC)
FEW = 24
"""Answers of the records that are changed: what is wrong in them is found by then."""
HERE, FAR = 1, 2


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_is_told_from_its_file(key: str) -> None:
    data = file(key)
    assert len(data) * 3 < MAX_BYTES  # a game of the most players, played by people, is longer
    begun = monotonic()
    found = told(data, GAMES, AT)
    assert monotonic() - begun < MAX_SECONDS / 2
    assert found.over
    assert [(row.seat, row.picks) for row in found.rows[1:]] == [(one.seat, one.picks) for one in record(key).answers]
    assert found.rows[0].kind == "start"
    game = GAMES[key]
    assert game.over(game.decode(found.position))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["", "0", "x" * 5000, "\0", "\ud800", "race", "robot", -1, 2**64, 10**40]),
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=6), one, max_size=3),
    max_leaves=6,
)


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document, from its root."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [path, *(place for key, one in inner for place in places(one, (*path, key)))]


def with_change(node: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """A copy of a document with one place changed; what becomes `...` is left out."""
    if not path:
        return change(node)
    items = dict(node.items()) if isinstance(node, dict) else dict(enumerate(node))
    items[path[0]] = with_change(items[path[0]], path[1:], change)
    left = {key: one for key, one in items.items() if one is not ...}
    return left if isinstance(node, dict) else list(left.values())


CHANGES = st.one_of(
    JSON.map(lambda new: lambda _: new),
    st.just(lambda _: ...),
    st.just(lambda old: [old, old]),
    st.just(lambda old: old * 2 if isinstance(old, str | int | list) else old),
    st.integers(-3, 3).map(lambda by: lambda old: old + by if isinstance(old, int) else old),
    st.just(lambda old: old[::-1] if isinstance(old, list | str) else old),
)


def told_or_refused(data: bytes) -> tuple[Told | None, BadRecord]:
    try:
        return told(data, GAMES, AT), BadRecord(NO_RECORD)
    except BadRecord as refused:
        return None, refused


def check(data: bytes) -> None:
    """A file is refused with a sentence, or told as a game of which nothing is out of bounds."""
    found, why = told_or_refused(data)
    if found is None:
        assert why.text.id
        assert "0c0c" not in repr(why) + str(why)
        return
    game = GAMES[found.game]
    position = game.decode(found.position)
    assert game.over(position) == found.over
    assert [row.revision for row in found.rows] == list(range(1, len(found.rows) + 1))
    assert found.options == game.check_setup(found.options, len(found.seats))
    assert all(seat.user_id < 0 and len(seat.name) <= NAME_LENGTH + 2 and "\0" not in seat.name for seat in found.seats)
    assert len({seat.user_id for seat in found.seats}) == len(found.seats)
    for row in found.rows:
        assert "\\u0000" not in msgspec.json.encode(row.picks).decode()
    game.view(position, None)


@pytest.mark.parametrize("key", KEYS)
@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_changed_document_is_refused_or_harmless(key: str, data: st.DataObject) -> None:
    document = msgspec.json.decode(file(key, FEW))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(places(document)))
        document = with_change(document, place, data.draw(CHANGES))
    try:
        encoded = msgspec.json.encode(None if document is ... else document)
    except UnicodeEncodeError:  # half a pair of surrogates, which no UTF-8 can hold
        encoded = str(document).encode(errors="surrogatepass")
    check(encoded)


@pytest.mark.parametrize("key", KEYS)
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_changed_bytes_are_refused_or_harmless(key: str, data: st.DataObject) -> None:
    whole = bytearray(file(key, FEW))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        length = data.draw(st.integers(0, 40))
        whole[at : at + length] = data.draw(st.binary(max_size=8))
        if not whole:
            break
    check(bytes(whole))


@given(st.binary(max_size=400))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadRecord):
        told(data, GAMES, AT)


def test_every_depth_is_refused() -> None:
    for depth in (10, 1_000, 100_000, 900_000):
        for begin, end in (("[", "]"), ('{"a":', "}")):
            half = min(depth, (MAX_BYTES - 10) // (len(begin) + 1))
            for data in (begin * half, begin * half + "1" + end * half, '{"players":' + begin * half):
                with pytest.raises(BadRecord):
                    told(data[:MAX_BYTES].encode(), GAMES, AT)


def test_who_played_is_told_but_for_who_asked_to_be_forgotten() -> None:
    seats = [
        Seat(table_id=1, number=0, user_id=101, name="Ann"),
        Seat(table_id=1, number=1, user_id=-3, name="", robot=True),
        Seat(table_id=1, number=2, user_id=former(2), name=""),
    ]
    data = written(Record("race", 1, {}, 3, "00" * 16, []), seats)
    assert msgspec.json.decode(data, type=RecordFile).players == (Seated("Ann"), Seated(robot=3), Seated())
    assert b"101" not in data
    assert msgspec.json.decode(data, type=Record).seats == 3  # as a record alone, too


async def played(tables: Tables, key: str, most: int) -> TableInfo:
    """Play the beginning of a game at random, at a table of two people."""
    info = await tables.lobby.create(HERE, 20, ANN, key)
    await tables.lobby.join(info.id, BEN)
    for _ in range(max(0, GAMES[key].info.fewest - 2)):
        await tables.robots.add(info.id, ANN, 1)
    live = await tables.lobby.start(info.id, ANN)
    chance, pick = Rng("0d" * 16), picks_of(key)
    for _ in islice(iter(int, 1), most):
        prompt = live.prompt_of(live.waiting[0])
        assert prompt is not None
        person = live.info.players[prompt.seat].user_id
        live = (await tables.answer(info.id, person, [pick(live._position.state, prompt, chance)])).live
    return live.info


def bare(event: Event) -> Event:
    """An event without the remark that it was automatic, which the table adds and no record holds."""
    inner = event.text.args.get("event")
    return msgspec.structs.replace(event, text=inner) if isinstance(inner, Text) else event


@pytest.mark.parametrize("key", KEYS)
async def test_nobody_sees_more_of_an_imported_game_than_its_onlookers_saw(key: str, store: Store) -> None:
    tables = Tables(store, {key: GAMES[key]}, Clock(), keys().__next__)
    info = await played(tables, key, 25)
    with pytest.raises(StillRunning):
        await tables.export(info.id)  # what is hidden now is in no file
    onlooker = Person(909, "Zoe")
    last = (await tables.history.turns(info.id)).last
    seen = [await tables.history.at(info.id, onlooker.user_id, number) for number in range(last + 1)]
    log = [one.events for one in await tables.events(info.id, None)]
    scores = (await tables.game(info.id)).scores(None)
    board = (await tables.game(info.id)).view(None)
    half_made = (await tables.game(info.id)).half_made
    await tables.lobby.abandon(info.id, ANN)
    exported = await tables.export(info.id)
    for person in (ANN, BEN, onlooker):  # who has played sees no hand either
        one = await tables.imports.put(FAR, person, exported)
        assert not one.over
        live = await tables.game(one.info.id)
        assert live.prompts == ()
        if not half_made:
            assert live.view(None) == board
            assert live.scores(None) == scores
        for number, was in enumerate(seen):
            past = await tables.history.at(one.info.id, person.user_id, number)
            assert past.live.view(None) == was.live.view(None)
            assert list(map(bare, past.events)) == list(map(bare, was.events))
            assert past.live.seat_of(person.user_id) is None
        public = [bare(event) for entry in await tables.events(one.info.id, None) for event in entry.events]
        assert {str(event) for event in public} <= {str(bare(event)) for events in log for event in events}
