"""Typed lines in any order, with forced steps named or left out; and what a refused one is answered with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.core.errors import BeyondReveal
from bot.typed.line import Late, Misread, complete_move, read_line
from bot.typed.picks import _clear as clear
from bot.typed.picks import find_picks, read_on, readings
from rendering.words import LANGUAGES, Words
from rules.kernel.errors import IllegalAnswer
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import T
from rules.registry import GAMES
from tests.bot.games.test_typed_gaia import table
from tests.bot.lives import live
from tests.per_game import FUZZ, games_with, of_game

NAMES = ("Ada", "Ben")


def picked(move: str) -> str:
    return " ".join("+".join(picks) for picks in read_line(live(table()), 0, move).picks)


@pytest.mark.parametrize(
    ("move", "answers"),
    [
        ("1A6 build", "build 1A6"),
        ("1A6 mine, done", "build 1A6 done"),
        ("Mine auf 1A6 bauen", "build 1A6"),
        ("zu 1A6 eine Mine bauen", "build 1A6"),
        ("3A7 lab upgrade nav nav done", "upgrade lab 3A7 nav nav done"),
        ("nav research", "research nav"),
        ("3A7, lab, upgrade", ""),  # a comma parts what is answered one after the other
        # The only mine becomes a trading station without asking: thing and place may be named, in either order.
        ("upgrade 1B1 trading station, done", "upgrade station done"),
        ("1B1 upgrade station done", "upgrade station done"),
        ("Handelszentrum 1B1 aufwerten", "upgrade station"),
        ("upgrade; 3A7 lab; nav; done", ""),
        ("upgrade; lab 3A7; nav; nav; done", "upgrade lab 3A7 nav nav done"),
    ],
)
def test_place_and_thing_stand_in_either_order_and_forced_steps_may_be_named(move: str, answers: str) -> None:
    if answers:
        assert picked(move) == answers
    else:
        with pytest.raises(Misread):
            picked(move)


@pytest.mark.parametrize(
    ("move", "said", "nearest"),
    [
        ("build 1A6 pizza", "Understood up to there: Build a mine, 1A6 (Oxide).", "build; 1A6"),
        ("buidl 1A6, done", "“buidl 1A6” is not among the choices", "build; 1A6; done"),
        ("upgrade institut pizza 8A0", "Understood up to there: Upgrade a structure", "upgrade; institute; 8A0"),
        ("upgrade 1B1", "“1B1” is not among the choices here", "upgrade; station"),
        ("1A6", "“1A6” is not among the choices here", "build; 1A6"),
        ("build 6A4", "has colonised that planet", "build"),
        ("6A4", "has colonised that planet", ""),
        ("pizza", "“pizza” is not among the choices here", ""),
    ],
)
def test_a_refused_line_says_how_far_it_is_right_and_which_is_the_nearest(move: str, said: str, nearest: str) -> None:
    with pytest.raises(Misread) as refused:
        picked(move)
    assert said in Words("en", NAMES).say(refused.value.text)
    assert (refused.value.nearest.typed if refused.value.nearest is not None else "") == nearest
    if nearest:
        assert picked(nearest) == nearest.replace(";", "")


def test_a_line_beyond_a_barrier_is_refused_as_a_whole_and_what_leads_there_is_offered() -> None:
    for late in ("build", "pizza", "1A6 build"):
        with pytest.raises(Late) as refused:
            picked(f"nav research, done, {late}")
        assert refused.value.nearest is not None
        assert refused.value.nearest.typed == "research; nav; done"
        assert late in Words().say(refused.value.text)


def only(**options: str) -> Prompt:
    return Prompt(0, "test", T("Which?"), [Option(id, T(text)) for id, text in options.items()])


def test_whole_words_inside_a_name_are_found_where_nothing_is_called_so() -> None:
    prompt = only(
        rse="Rebel Ship Engineers", gf="Galactic Federation", fw="Federation Works", big="Take it for the last"
    )
    assert find_picks(prompt, "engineers", ()) == ["rse"]
    assert find_picks(prompt, "ship engineers", ()) == ["rse"]
    assert find_picks(prompt, "Federation Works", ()) == ["fw"]
    assert find_picks(prompt, "federation", ()) == ["fw"]  # what begins so comes first
    for nothing in ("engineer", "ship eng", "for the", "for"):
        with pytest.raises(IllegalAnswer):
            find_picks(prompt, nothing, ())
    assert next(readings(prompt, "engineers done", ())) == (["rse"], "done")
    with pytest.raises(IllegalAnswer, match="several"):
        find_picks(only(a="New Galactic Order", b="Old Galactic Trade"), "galactic", ())


def test_a_place_that_is_not_to_be_had_says_why_also_where_one_is_left() -> None:
    laid = table()
    laid.state.players[0].qic = laid.state.players[0].ore = 0
    laid.state.players[0].research["nav"] = 0
    for place in ("6A4", "9A9"):
        with pytest.raises(IllegalAnswer) as refused:
            read_line(live(laid), 0, f"build {place}")
        assert Words().say(refused.value.text)


def test_what_follows_words_in_another_order_is_completed() -> None:
    offered = [value for _, value in complete_move(live(table()), 0, "3A7 lab upgrade na", Words("en", NAMES))]
    assert "3A7 lab upgrade nav" in offered


@pytest.mark.parametrize(
    ("typed", "value"),
    [("1A6 bui", "1A6 build"), ("3A7 lab upgr", "3A7 lab upgrade"), ("upgrade 3A7 la", "upgrade 3A7 lab")],
)
def test_the_thing_is_completed_after_its_place(typed: str, value: str) -> None:
    offered = [sent for _, sent in complete_move(live(table()), 0, typed, Words("en", NAMES))]
    assert value in offered
    for one in offered:
        read_line(live(table()), 0, one)
    assert complete_move(live(table()), 0, "9Z9 upgr", Words("en", NAMES)) == []


def lines(
    game: Game[Any, Any], answers: int, count: int
) -> Iterator[tuple[Position[Any, Any], int, list[tuple[Prompt, str]]]]:
    """Turns of a game of robots: where each begins, whose it is, and single picks that are answered without waiting."""
    seats = max(2, game.info.fewest)
    position, _ = game.setup({}, seats, Rng("0d"))
    chance = Rng("0e")
    found = 0
    for _ in range(answers):
        waiting = game.waiting(position)
        if not waiting or found >= count:
            return
        seat = waiting[0]
        begun, turn = game.copy(position), []
        while seat in game.waiting(position):
            prompt = game.prompt(position, seat)
            picks = game.choose(game.view(position, seat), prompt, chance)
            outcome = game.answer(position, seat, picks)
            if len(picks) != 1 or prompt.at_most != 1:
                break
            turn.append((prompt, picks[0]))
            if outcome.barrier or outcome.turn_over or seat not in game.waiting(position):
                break
        if turn:
            found += 1
            yield begun, seat, turn


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_option_is_found_by_its_words_in_either_language(key: str) -> None:
    game, asked = GAMES[key], set()
    for _, _, turn in lines(game, 120, 60):
        for prompt, _ in turn:
            ids = (prompt.kind, *(one.id for one in prompt.legal))
            if ids in asked:
                continue
            asked.add(ids)
            for option in prompt.legal[:12]:
                for language in LANGUAGES:
                    words = Words(language, NAMES)
                    text = words.say(option.text).replace(";", ",")
                    try:
                        (found,), rest = read_on(prompt, text, NAMES, game.verbs)
                    except IllegalAnswer:  # several are called so, and say how they differ
                        assert len([one for one in prompt.options if one.text == option.text]) > 1, text
                        continue
                    assert not rest
                    assert words.say(prompt.option(found).text) == words.say(option.text)
    assert asked


@pytest.mark.parametrize("key", sorted(GAMES))
def test_whatever_the_order_of_a_line_it_means_the_same_or_nothing(key: str) -> None:
    game, read, tried = GAMES[key], 0, 0
    for position, seat, turn in lines(game, 100, 30):
        laid = live(SimpleNamespace(game=game, position=position))
        said = [pick for _, pick in turn[:3]]
        for order in permutations(said):
            tried += 1
            try:
                line = read_line(laid, seat, " ".join(order))
            except (IllegalAnswer, BeyondReveal):
                assert list(order) != said
                continue
            found = Counter(pick for picks in line.picks for pick in picks)
            assert not found - Counter(said), (order, line.picks)
            # A word may belong to another answer as well: “burn power” burns power, “use the market” sends a die there.
            left = Counter(said) - found
            answers = [(prompt.kind, pick) for prompt, pick in turn[:3] if pick in found]
            verbs = [verb for kind, pick in answers for verb in game.verbs.of(kind, pick) + game.verbs.before(kind)]
            assert left.keys() <= {word for verb in verbs for word in verb.split()}, (order, line.picks)
            read += not left
    assert read > tried // 3


def told(game: Game[Any, Any], position: Position[Any, Any], seat: int, move: str) -> tuple[object, ...]:
    """What somebody learns of a line: how it is read, or why it is refused and what is offered instead."""
    try:
        return ("read", read_line(live(SimpleNamespace(game=game, position=position)), seat, move).picks)
    except (Misread, Late) as error:
        return (error.text, error.nearest.typed if error.nearest is not None else "")
    except (IllegalAnswer, BeyondReveal) as error:
        return (error.text,)


@pytest.mark.parametrize("key", games_with(FUZZ))
def test_how_a_line_is_read_tells_nothing_that_is_hidden(key: str) -> None:
    game, checks = GAMES[key], of_game(FUZZ, key, "CHECKS")
    compared = 0
    for position, seat, turn in lines(game, 60, 12):
        other = checks.scramble(game.copy(position), seat, Rng("0f"))
        if game.prompts(other) != game.prompts(position):
            continue  # others' questions name what is hidden
        said = " ".join(pick for _, pick in turn)
        for move in (f"{said} pizza", f"{said} done {said}", " ".join(reversed(said.split())), said[:-1]):
            assert told(game, position, seat, move) == told(game, other, seat, move), move
            compared += 1
    assert compared


@pytest.mark.parametrize("move", ["mine 3A7 upgrade lab " * 20, "1A6 build " * 90, "upgrade 1B1 station " * 40])
def test_a_line_that_can_be_read_in_very_many_ways_is_given_up(move: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def counted(*args: Any, begins: bool) -> str | None:
        nonlocal calls
        calls += 1
        assert calls < 20_000
        return clear(*args, begins=begins)

    monkeypatch.setattr("bot.typed.picks._clear", counted)
    with pytest.raises((IllegalAnswer, BeyondReveal)):
        picked(move)


def test_nothing_is_looked_up_for_a_line_too_long_to_be_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("bot.typed.line._complete_after", never)
    assert complete_move(live(table()), 0, "1A6 build " * 30, Words("en", NAMES)) == []
