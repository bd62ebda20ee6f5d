"""What a person may try depends on what they know: games that differ in what is hidden from them show the same."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from bot.tables.core.data import Live, Player, TableInfo
from bot.tables.trials import NOW, Trial, _start_of, _trial_of, may_try
from bot.views.drafts import turn_line
from bot.views.localizer import Localizer
from bot.views.pictures import panel_job
from bot.views.trials import trial_layout
from rules.kernel import robots
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.supposing import SupposedStep, Tried
from rules.kernel.text import T
from rules.registry import GAMES
from storage.schema import Trial as StoredTrial

KEY = "7" * 32
AT = datetime(2030, 1, 1, tzinfo=UTC)
ANSWERS = {"race": 60, "gaia": 40, "eclipse": 60, "circadians": 60}
EVERY = 12


def live_at(game: Game[Any, Any], position: Position[Any, Any], seats: int) -> Live:
    """The running game of a table at a position."""
    players = tuple(Player(seat, seat + 1, "ABCD"[seat]) for seat in range(seats))
    info = TableInfo(1, 2, 3, game.info.key, {}, "running", 4, 1, players, (), AT)
    waiting = tuple(game.waiting(position))
    return Live(info, game, tuple(game.prompts(position)), waiting, game.over(position), position)


def line_of(live: Live, seat: int, answers: list[list[str]], draws: int) -> Trial:
    row = StoredTrial(
        user_id=1, table_id=1, turn=NOW, begins="", key=KEY, answers=[*answers], draws=draws, at=AT
    )  # fmt: skip
    return _trial_of(_start_of(live, seat, NOW, ""), row)


def shown(trial: Trial) -> Any:
    """All that a panel shows, its picture and its buttons included."""
    job = panel_job(trial.shown, trial.seat, "de", "normal")
    layout: Any = trial_layout(trial, Localizer("de", trial.live.info.names), None)
    return layout.to_components(), job.marks, trial.live.game.encode_view(job.view)


@pytest.mark.parametrize("key", GAMES)
def test_what_is_tried_depends_on_what_its_seat_knows_alone(key: str) -> None:
    game, seats = GAMES[key], 3
    position, _ = game.setup(game.check_setup({}, seats), seats, Rng("11" * 16))
    chance = Rng("22" * 16)
    compared = 0
    for answered in range(ANSWERS[key]):
        if answered % EVERY == 0:
            seat = answered // EVERY % seats
            other = game.guess(game.copy(position), seat, Rng("33" * 16))
            here, there = (live_at(game, one, seats) for one in (position, other))
            answers: list[list[str]] = []
            draws = 0
            for _ in range(5):
                mine, theirs = line_of(here, seat, answers, draws), line_of(there, seat, answers, draws)
                assert shown(mine) == shown(theirs)
                compared += 1
                if mine.prompt is not None:
                    answers.append(robots.choose(None, mine.prompt, chance))
                elif mine.may_guess and draws < 2:
                    draws += 1
                else:
                    break
        asked = next(one for one in game.prompts(position) if one.answered is None)
        game.answer(position, asked.seat, robots.choose(None, asked, chance))
    assert compared > ANSWERS[key] // EVERY


def test_a_line_begins_where_its_seat_knows_the_same_under_the_same_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["gaia"]
    position, _ = game.setup(game.check_setup({}, 2), 2, Rng("11" * 16))
    live = live_at(game, position, 2)
    begins = _start_of(live, 0, NOW, "").begins
    assert _start_of(live_at(game, game.copy(position), 2), 0, NOW, "").begins == begins
    assert _start_of(live, 1, NOW, "").begins != begins
    monkeypatch.setattr(
        type(game), "info", msgspec.structs.replace(game.info, rules_version=game.info.rules_version + 1)
    )
    assert _start_of(live, 0, NOW, "").begins != begins


def test_no_line_is_tried_in_a_game_that_hides_something_and_cannot_guess_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["race"]
    position, _ = game.setup(game.check_setup({}, 2), 2, Rng("11" * 16))
    live = live_at(game, position, 2)
    assert may_try(live, 0)
    monkeypatch.setattr(type(game), "guess", Game.guess)
    assert not may_try(live, 0)


def test_what_is_picked_in_a_line_is_named_as_on_its_button() -> None:
    option = Option("c", T("{ship} in {at}", ship=T("cruiser"), at="7A"), place="sector:7A")
    steps = [SupposedStep(Prompt(0, "turn", T("What?"), [Option("move", T("Move"))]), ["move"])]
    steps.append(SupposedStep(Prompt(0, "move", T("Which?"), [option]), ["c"]))
    assert turn_line(steps, Localizer("en")) == "- Move → 1 · Cruiser in 7A"


def test_whoever_goes_back_goes_back_before_what_came_without_a_choice() -> None:
    prompt = Prompt(0, "turn", T("What?"), [Option("a", T("A")), Option("b", T("B"))])
    steps = [SupposedStep(prompt, [one], unasked=one == "b") for one in "abab"]
    live: Any = None
    for length, kept in ((4, 2), (3, 2), (2, 0), (1, 0)):
        trial = Trial(live, 0, NOW, "", KEY, AT, Tried(steps[:length], live, None))
        assert trial.before_last == trial.answers[:kept]


@pytest.mark.parametrize(("seats", "others"), [(1, False), (2, True)])
def test_others_who_decline_in_a_line_are_told_of_where_there_are_others(seats: int, others: bool) -> None:
    game = GAMES["gaia"]
    position, _ = game.setup(game.check_setup({}, seats), seats, Rng("11" * 16))
    chance = Rng("22" * 16)
    live = live_at(game, position, seats)
    while not (may_try(live, live.waiting[0]) and game.round(position.state)):
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        game.answer(position, seat, robots.choose(game.view(position, seat), prompt, chance))
        live = live_at(game, position, seats)
    seat, answers = live.waiting[0], list[list[str]]()
    trial = line_of(live, seat, answers, 0)
    while trial.tried is not None and trial.tried.prompt is not None:
        answers.append(robots.choose(game.view(position, seat), trial.tried.prompt, chance))
        trial = line_of(live, seat, answers, 0)
    said = str(shown_in(trial, "en"))
    assert "Nobody sees it." in said
    assert ("Whoever else would be asked declines here." in said) == others


def shown_in(trial: Trial, language: str) -> Any:
    layout: Any = trial_layout(trial, Localizer(language, trial.live.info.names), None)
    return layout.to_components()
