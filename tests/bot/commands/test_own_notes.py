"""Private notes: shown to their person alone, where they are of use, and found nowhere else."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from bot.delivery.letters.turn import OpenWait
from bot.tables.core.data import Person, Wish
from bot.tables.core.errors import GameOver, NoteTooLong, NotSeated
from bot.tables.wishes import LONGEST_NOTE
from bot.views import own_notes, phone
from storage.schema import TableWish
from tests.bot.delivery.test_notifier import to_one
from tests.bot.world import World, labels, reply, text_of

NOTE = "Quokka"
"""A word that stands in no other text."""
LONG = f"{NOTE} " + "first the lot and then the coins and the lot once more " * 5


async def test_a_note_is_written_changed_and_deleted_and_stands_on_top_of_the_panel(world: World) -> None:
    first, _ = await world.seated(2)
    panel = reply(await first.slash(world.channel, "play"))
    page = reply(await first.click(panel, label="More"))
    form = await first.click(page, label="Note")
    page = reply(await first.submit_modal(form, {"note": f"{NOTE} 1"}))
    assert f"{NOTE} 1" in text_of(page)
    panel = reply(await first.slash(world.channel, "play"))
    assert text_of(panel).startswith(f"📝 {NOTE} 1")
    assert "Whole note" not in labels(panel)
    form = await first.click(page, label="Note")
    assert f"{NOTE} 1" in json.dumps(_modal(form))
    page = reply(await first.submit_modal(form, {"note": LONG}))
    panel = reply(await first.slash(world.channel, "play"))
    assert phone.rows(text_of(panel).split("\n")[0]) <= own_notes.MAX_ROWS
    assert LONG.strip() in text_of(reply(await first.click(panel, label="Whole note")))
    page = reply(await first.click(page, label="Delete the note"))
    assert NOTE not in text_of(page)
    await first.slash(world.channel, "note", text=f"{NOTE} 2")
    assert f"{NOTE} 2" in text_of(await first.slash(world.channel, "note"))


def _modal(shown: Any) -> Any:
    return json.loads(json.dumps(shown.modal, default=lambda one: getattr(one, "__dict__", str(one))))


async def test_a_note_is_told_in_its_persons_notice_and_to_nobody_else(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await world.tables.prefer(world.ada.id, remind_hours=6)
    first, second = await to_one(world)
    await first.slash(world.channel, "note", text=NOTE)
    await world.dora.slash(world.channel, "table follow", when="end")
    seen = len(world.env.http_requests)
    for person in (second, world.dora):
        for command in ("play", "board", "score", "log", "mine", "history", "me"):
            assert NOTE not in text_of(await person.slash(world.channel, command))
        assert NOTE not in text_of(await person.slash(world.channel, "table status"))
    await world.later(hours=25)
    assert NOTE in text_of(world.dms(first)[-1])
    await first.slash(world.channel, "play", move="2")
    await world.tables.prefer(first.id, notices="channel")
    await world.later(hours=60)
    await world.ada.slash(world.channel, "table abandon")
    await world.tables.lobby.abandon(1, Person(world.ada.id, "Ada"))
    await world.later(minutes=2)
    own = f"/channels/{first.user.dm_channel.id}/"
    leaks = [one.path for one in world.env.http_requests[seen:] if NOTE in json.dumps(one.json, default=str)]
    assert leaks
    assert all(path.startswith(own) or "/webhooks/" in path for path in leaks)
    assert NOTE not in "\n".join(text_of(one) for one in [*world.posts(), *world.dms(second), *world.dms(world.dora)])
    assert NOTE.encode() not in await world.tables.export(1)
    assert NOTE not in caplog.text
    assert (await world.tables.wishes.of(1, first.id)).note == ""


async def test_a_note_stands_in_no_repr_and_no_error(world: World) -> None:
    first, second = await world.seated(2)
    await world.tables.wishes.write_note(1, first.id, NOTE)
    panel = await world.tables.queries.panel(1, first.id)
    assert panel.note == NOTE
    assert (await world.tables.queries.panel(1, second.id)).note == ""
    async with world.tables._unit.reading() as session:
        stored = await world.tables._unit.find(session, 1)
    assert stored.wishes[first.id].note == NOTE
    wish = Wish(note=NOTE)
    wait = OpenWait(panel.live, 0, (), wish)
    for one in (panel, stored, stored.wishes[first.id], wish, wait, TableWish(table_id=1, user_id=1, note=NOTE)):
        assert NOTE not in repr(one)
    with pytest.raises(NoteTooLong) as error:
        await world.tables.wishes.write_note(1, first.id, NOTE * LONGEST_NOTE)
    assert NOTE not in str(error.value) + repr(error.value)
    with pytest.raises(NotSeated) as refused:
        await world.tables.wishes.write_note(1, world.dora.id, NOTE)
    assert NOTE not in str(refused.value) + repr(refused.value)


async def test_a_note_goes_with_the_seat_and_with_the_game(world: World) -> None:
    first, second = await world.seated(2)
    for person in (first, second):
        await world.tables.wishes.write_note(1, person.id, NOTE)
    await world.tables.lobby.replace(1, Person(world.ada.id, "Ada"), 0, Person(world.cleo.id, "Cleo"))
    assert (await world.tables.wishes.of(1, first.id)).note == ""
    assert (await world.tables.wishes.of(1, second.id)).note == NOTE
    await world.tables.lobby.abandon(1, Person(world.ada.id, "Ada"))
    assert (await world.tables.wishes.of(1, second.id)).note == ""
    with pytest.raises(GameOver):
        await world.tables.wishes.write_note(1, second.id, NOTE)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("**bold** <@1> @everyone", "\\*\\*bold\\*\\* \\<@\u200b1\\> @\u200beveryone"),
        ("- item\n1. one\n# head", "\\- item\n1\\. one\n\\# head"),
        ("a-b 1.5", "a-b 1.5"),
    ],
)
def test_markdown_and_mentions_in_a_note_do_nothing(written: str, shown: str) -> None:
    assert own_notes.whole(written) == f"📝 {shown}"
    assert own_notes.folded(written).count("\n") == 0


@pytest.mark.parametrize("note", ["x" * LONGEST_NOTE, "word " * 120, "line\n" * 100, "*" * LONGEST_NOTE])
def test_a_folded_note_takes_two_rows_at_most(note: str) -> None:
    assert 1 <= phone.rows(own_notes.folded(note)) <= own_notes.MAX_ROWS
    assert not own_notes.is_whole(note)
