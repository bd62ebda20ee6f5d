"""Around a game: what `/table status` says, and what it leads to."""

from __future__ import annotations

from pathlib import Path

from tests.bot.world import World, labels, open_world, reply, text_of


async def test_the_status_names_the_task_of_whoever_must_act_and_leads_to_it(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    status = reply(await seats[1].slash(world.channel, "table status"))
    name = seats[1].user.global_name
    (line,) = [one for one in text_of(status).splitlines() if "must act" in one]
    assert line.startswith(f"- {name} must act (asked <t:")
    assert line.endswith(": Bid for the lot.")
    assert labels(status) == ["Play"]
    await seats[1].click(status, label="Play")
    assert "Bid 5" in text_of(status)


async def test_who_does_not_sit_there_has_nothing_to_play(world: World) -> None:
    await world.seated(2)
    status = reply(await world.dora.slash(world.channel, "table status"))
    assert "Bid for the lot." in text_of(status)
    assert labels(status) == ["Follow"]


async def test_the_status_names_the_round(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        seats = await world.seated(2)
        before = text_of(reply(await seats[0].slash(world.channel, "table status")))
        assert "The game is running.\n" in before  # what comes before the first round is in none
        for seat in seats:
            info = await world.tables.lobby.of_channel(world.channel.id)
            prompt = (await world.tables.game(info.id)).prompt_of(info.seat_of(seat.id) or 0)
            assert prompt is not None
            first = [one.id for one in prompt.legal][: prompt.at_least]
            await world.tables.answer(info.id, seat.id, [first])
        assert "The game is running. Round 1\n" in text_of(reply(await seats[0].slash(world.channel, "table status")))
