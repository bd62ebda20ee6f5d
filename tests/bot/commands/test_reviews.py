"""Where somebody lost points in a game that is over: told to them alone, to leaf through."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot.views.localizer import Localizer
from bot.views.reviews import review_layout
from rules.kernel.prompt import Prompt
from rules.kernel.robots import Appraisal, Level, Term, ranked
from rules.kernel.text import T
from tests.at_table import play_to_the_end
from tests.bot.world import World, labels, reply, text_of
from tests.toy import ToyGame

REVIEW = "Where did I lose it?"


def appraise(
    self: ToyGame, view: Any, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
) -> list[Appraisal]:
    """Like low bids, for what they cost."""
    if prompt.kind != "bid":
        return []
    return ranked([Appraisal([one.id], -float(one.id), (Term(T("Bids"), -float(one.id)),)) for one in prompt.legal])


async def test_whoever_has_played_is_told_where_a_robot_would_have_done_better(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyGame, "appraise", appraise)
    first, second = await world.seated(2)
    await first.slash(world.channel, "play", move="2")
    await second.slash(world.channel, "play", move="0")
    await play_to_the_end(world.tables, (await world.tables.lobby.of_channel(world.channel.id)).id)
    await world.env.settle()
    assert REVIEW in labels(world.last)
    posts = len(world.posts())
    told = reply(await first.click(world.last, label=REVIEW))
    said = text_of(told)
    assert "You chose: Bid 2" in said
    assert "By about 2.0 points better: " in said
    assert "- Bids: +2.0" in said
    assert len(world.posts()) == posts
    if "1 of 1" not in said:
        said = text_of(reply(await first.click(told, label="▶ Less bad")))
        assert "2 of " in said
        assert "Bid 2" not in said
    assert "Nowhere" in text_of(reply(await second.click(world.last, label=REVIEW)))
    assert "do not sit" in text_of(reply(await world.dora.click(world.last, label=REVIEW)))


async def test_a_game_whose_robot_has_no_opinions_has_no_review_and_a_running_one_none_yet(world: World) -> None:
    await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    with pytest.raises(Exception, match="once the game is over"):
        await world.tables.reviews.of(await world.tables.game(info.id), world.ada.id)
    await play_to_the_end(world.tables, (await world.tables.lobby.of_channel(world.channel.id)).id)
    await world.env.settle()
    assert REVIEW not in labels(world.last)


async def test_a_question_that_names_its_round_is_not_headed_by_it_as_well(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyGame, "appraise", appraise)
    first, second = await world.seated(2)
    await first.slash(world.channel, "play", move="2")
    await second.slash(world.channel, "play", move="0")
    number = (await world.tables.lobby.of_channel(world.channel.id)).id
    await play_to_the_end(world.tables, number)
    live = await world.tables.game(number)
    review = await world.tables.reviews.of(live, first.id)
    miss = msgspec.structs.replace(review.misses[0], round=3)
    for asked in (T("Round {round}: choose your action.", round=3), T("Choose your action.")):
        there = msgspec.structs.replace(miss, prompt=msgspec.structs.replace(miss.prompt, text=asked))
        layout: Any = review_layout(live, replace(review, misses=(there,)), 0, Localizer("en", live.info.names), None)
        said = str(layout.to_components())
        assert said.count("Round 3: ") == 1
        assert "hoose your action." in said
