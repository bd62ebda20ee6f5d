"""Every game of the registry keeps what all around it counts on, and whatever would not is found."""

from __future__ import annotations

import ast
import os
from functools import cache
from itertools import cycle
from typing import Any

import pytest

from rendering.registry import PICTURES, TEXT_BOARDS
from rendering.words import LANGUAGES
from rules.kernel.game import Game
from rules.kernel.play import SeatAutomation
from rules.kernel.robots import Level
from rules.registry import GAMES
from tests.every_game import (
    Seen,
    Subject,
    check_ahead,
    check_glance,
    check_keys,
    check_kinds,
    check_last,
    check_level,
    check_pictures,
    check_robots,
    check_text_board,
    check_texts,
    check_views,
    play,
)
from tests.per_game import FUZZ, ROOT, of_game

LONG = int(os.environ.get("ORRERY_LONG", "1"))
KEYS = sorted(GAMES)
WHOLE = 24 * LONG
"""The number of positions of each game that are told as a whole."""
GAMES_OF_LEVEL = {Level.FRIENDLY: 2, Level.GOOD: 2, Level.STRONG: 0 if LONG == 1 else 1}
"""The number of whole games of robots of each level; a strong one thinks for long, and takes over from a good one."""
LATE = 19 / 20
"""The share of the positions of a game that was played after which a strong robot takes over."""


def subject_of(key: str) -> Subject:
    return Subject(key, GAMES[key], of_game(FUZZ, key, "CHECKS"), TEXT_BOARDS.get(key), PICTURES.get(key))


@cache
def played(key: str) -> tuple[Seen, ...]:
    """Games played at random and games of robots."""
    subject = subject_of(key)
    games = [play(subject, seed, robots=False) for seed in range(5 * LONG)]
    return (*games, *(play(subject, seed, robots=True) for seed in range(LONG)))


def positions(key: str) -> list[Any]:
    return [position for seen in played(key) for position in seen.positions]


@pytest.mark.parametrize("key", KEYS)
def test_everything_of_a_game_is_named_by_its_key(key: str) -> None:
    check_keys(subject_of(key))


@pytest.mark.parametrize("key", KEYS)
def test_what_each_seat_plays_with_is_named_in_the_order_of_the_standings(key: str) -> None:
    game = GAMES[key]
    for position in positions(key)[::25]:
        sides = game.sides(position)
        assert len(sides) == len(game.standings(position))
        assert all(not one or one in game.names for one in sides)
    if type(game).sides is not Game.sides:  # else all play with the same
        assert all(game.sides(positions(key)[-1]))


def test_the_registries_know_no_other_games() -> None:
    assert set(PICTURES) | set(TEXT_BOARDS) <= set(GAMES)


@pytest.mark.parametrize("key", KEYS)
def test_what_a_table_and_its_players_choose_from_can_be_read(key: str) -> None:
    check_texts(subject_of(key))


@pytest.mark.parametrize("key", KEYS)
def test_robots_and_policies_give_legal_answers(key: str) -> None:
    assert played(key)


@pytest.mark.parametrize("key", KEYS)
def test_the_turn_can_be_ended_with_what_is_its_last(key: str) -> None:
    found = positions(key)
    for position in found:
        check_last(subject_of(key), position)
    ends = type(GAMES[key]).ending is not Game.ending
    assert ends == any(
        one.last for position in found for prompt in GAMES[key].prompts(position) for one in prompt.options
    )


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("key", KEYS)
def test_robots_of_a_level_play_to_the_end_and_never_in_a_circle(key: str, level: Level) -> None:
    for seed in range(GAMES_OF_LEVEL[level] * LONG):
        check_level(subject_of(key), seed, level)
    if level == Level.STRONG:
        before = played(key)[-1].positions
        position = GAMES[key].copy(before[int(len(before) * LATE)])
        good = {seat: SeatAutomation(robot=True) for seat in range(1, len(GAMES[key].standings(position)))}
        check_robots(GAMES[key], position, level, good)


def kinds_of(key: str) -> set[str]:
    """Every kind of prompt that the rules of a game name."""
    return {
        node.args[1].value
        for file in (ROOT / "rules" / key).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Prompt"
        if len(node.args) > 1 and isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str)
    }


@pytest.mark.parametrize("key", KEYS)
def test_robots_answer_every_kind_of_prompt(key: str) -> None:
    assert kinds_of(key)
    games = played(key)
    few = (*games[:5], games[-LONG])  # the same however long it is played: what is seldom met might be met at length
    check_kinds(subject_of(key), few, kinds_of(key))


@pytest.mark.parametrize("key", KEYS)
def test_what_can_be_planned_is_asked(key: str) -> None:
    check_ahead(subject_of(key), played(key))


@pytest.mark.parametrize("key", KEYS)
def test_everybody_is_told_the_table_at_a_glance(key: str) -> None:
    for position, language in zip(positions(key), cycle(LANGUAGES), strict=False):
        check_glance(subject_of(key), position, language)
        check_views(subject_of(key), position)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_everybody_is_told_the_whole_table_in_words(key: str, language: str) -> None:
    for position in positions(key)[:: max(1, len(positions(key)) // WHOLE)]:
        check_text_board(subject_of(key), position, language)


@pytest.mark.parametrize("key", KEYS)
def test_pictures_can_be_drawn(key: str) -> None:
    for language, seen in zip(LANGUAGES, played(key), strict=False):
        check_pictures(subject_of(key), seen.positions[len(seen.positions) // 2], language)


@pytest.mark.parametrize("key", KEYS)
def test_the_end_can_be_drawn(key: str) -> None:
    subject, seen = subject_of(key), played(key)[0]
    assert subject.game.over(seen.positions[-1])
    check_pictures(subject, seen.positions[-1], "de")
