"""Decoded games are shared by all who look at them: they are found by what is stored, and nobody changes them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from bot.tables.core import positions
from bot.tables.core.positions import PositionCache
from bot.tables.service import Tables
from rules.kernel.errors import RulesError
from rules.kernel.rng import Rng
from rules.registry import GAMES
from storage.store import Store
from tests.at_table import BEN, Clock, answer, open_tables, person_in, started
from tests.bot.alike import game_of, random_picks, sitting, turn
from tests.databases import ONLY_POSTGRES, sqlite_url
from tests.toy import ToyGame

ANSWERS = 12


def unchanged(tables: Tables, key: str) -> int:
    """Make sure that all that is kept is what its bytes say; gives how much that is."""
    game = game_of(key)
    kept = tables._unit.positions._cache
    for (_, data), decoded in kept.items():
        again = game.decode(data)
        assert decoded.position == again
        assert game.encode(decoded.position) == data
        assert decoded.prompts == tuple(game.prompts(again))
        assert decoded.over == game.over(again)
    return len(kept)


@pytest.mark.skipif(ONLY_POSTGRES, reason="opens SQLite files")
@pytest.mark.parametrize("key", ["toy", *GAMES])
async def test_whoever_looks_at_a_decoded_game_leaves_it_as_it_is(key: str, tmp_path: Path) -> None:
    async with sitting(sqlite_url(tmp_path), key, 5, policies=True) as at:
        for number in range(ANSWERS):
            live = await at.live()
            seat = at.chance.choice(live.waiting)
            user = person_in(live, seat)
            picks = random_picks(live.prompt_of(seat), at.chance)
            with suppress(RulesError):
                live.after(seat, [picks])
            played = await at.tables.answer(at.table_id, user, [picks], live.revision, step=live.step)
            panel = await at.tables.queries.panel(at.table_id, user, played.live)
            await at.tables.plans.of(at.table_id, user)
            for one in range(3):
                live, _, _ = await turn(at.tables, at.table_id, user, one)
                live.view(one)
                live.scores(one)
            await at.tables.queries.posting(at.table_id)
            if panel.back is not None and number % 3 == 0:
                await at.tables.undo(at.table_id, user)
        assert unchanged(at.tables, key) >= ANSWERS // 2


async def test_what_another_process_has_done_meanwhile_is_shown(store: Store, clock: Clock) -> None:
    one, other = open_tables(store, clock), open_tables(store, clock)
    live = await started(one, BEN)
    table = live.info.id
    for picks in ("3", "1"):
        asked = (await other.game(table)).waiting[0]
        theirs = await answer(other, table, asked, picks)
        assert (await one.game(table)).prompts == theirs.prompts
    posting = await one.queries.posting(table)
    assert posting.live is not None
    for seen in (posting.live, (await turn(one, table, 101, 0))[0], (await one.queries.panel(table, 101)).live):
        assert (seen.prompts, seen.view(0), seen.view(1)) == (theirs.prompts, theirs.view(0), theirs.view(1))
    await other.rewinds.ask(table, person_in(live, 0), 1)
    vote = await other.rewinds.vote(table)
    assert vote is not None
    await other.rewinds.answer(table, person_in(live, 1), vote.revision, agree=True)
    assert (await one.game(table)).waiting == live.waiting  # another revision, and a state that was seen before
    assert (await one.game(table)).prompts == live.prompts


def test_only_the_last_that_were_looked_at_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "CACHE_SIZE", 2)
    game, kept = ToyGame(), PositionCache()
    states = []
    for seats in (2, 3, 4):
        position, _ = game.setup({}, seats, Rng("00"))
        states.append(game.encode(position))
    first = kept.get(game, states[0])
    kept.get(game, states[1])
    assert kept.get(game, states[0]) is first
    kept.get(game, states[2])
    assert kept.get(game, states[0]) is first
    assert len(kept._cache) == 2
