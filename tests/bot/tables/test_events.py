"""Who may know of an event: the seats that it is told to, whichever they are, and nobody else."""

from __future__ import annotations

import pytest

from bot.tables.core.events import decode_events, encode_events, may_know
from bot.tables.queries import visible_entries
from rules.kernel.steps import Event
from rules.kernel.text import T
from storage.schema import LogRow
from tests.at_table import Clock
from tests.bot.world import World, all_pages, reply, text_of

EVERYBODY = [0, 1, 2, None]


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_told_to_one_seat_is_told_to_no_other_and_to_no_onlooker(seat: int) -> None:
    secret, public = Event("draw", T("You draw."), seat, [seat]), Event("done", T("Done."), seat)
    data = encode_events([secret, public])
    for reader in EVERYBODY:
        expected = (secret, public) if reader == seat else (public,)
        assert decode_events(data, reader) == expected
        assert may_know(secret, reader) == (reader == seat)
        row = LogRow(table_id=1, sequence=0, revision=1, at=Clock().now, kind="answer", seat=seat, by="player")
        row.events = data
        assert visible_entries([row], reader)[0].events == expected


def test_what_is_told_to_nobody_is_told_to_nobody() -> None:
    assert not any(may_know(Event("secret", T("Nobody knows."), 0, []), reader) for reader in EVERYBODY)


@pytest.mark.parametrize("acts", [0, 1, 2])
async def test_what_a_seat_does_in_secret_stands_in_no_post_and_is_shown_to_nobody_else(
    acts: int, world: World
) -> None:
    """The first seat's as well: its number is 0."""
    seats = await world.seated(3)
    for seat, bid in enumerate("310"):
        await seats[seat].slash(world.channel, "play", move=bid)
    await seats[0].slash(world.channel, "play", move="keep")
    await seats[acts].slash(world.channel, "play", move="drop a coin")
    for seat, person in enumerate([*seats, world.dora]):
        log = await all_pages(person, reply(await person.slash(world.channel, "log", count=50)))
        assert ("You hide a coin." in log) == (seat == acts)
        if seat != acts:
            for command in ("play", "history", "board"):
                assert "You hide" not in text_of(await person.slash(world.channel, command))
            assert not any("You hide" in text_of(one) for one in world.dms(person))
    assert not any("You hide" in text_of(one) for one in world.posts())
