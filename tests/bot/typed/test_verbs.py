"""Moves typed in the words of the rules, English and German, reach the options that they mean."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.typed.picks import complete, find_picks, pass_over, read_on, taken
from rendering.words import LANGUAGES, Words
from rendering.words.folding import shorten
from rules.kernel.errors import IllegalAnswer
from rules.kernel.game import Game
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.kernel.steps import Forced
from rules.kernel.text import T
from rules.registry import GAMES
from tests.bot.gaia_table import beginning
from tests.bot.world import open_world
from tests.per_game import LINES, games_with, of_game
from tests.rules.gaia.lines import token
from tests.rules.gaia.table import neighbours
from tests.typed_lines import Completed, Lines, Placed

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay")


def picked(placed: Placed, line: str) -> str:
    """Read a line as the bot does; gives the ids, those of one answer joined with ``+``."""
    game, position = placed
    position = game.copy(position)
    seat = game.waiting(position)[0]
    found: list[str] = []
    rest = line
    while rest:
        prompt = game.prompt(position, seat)
        picks, rest = read_on(prompt, rest, NAMES, game.verbs)
        found.append("+".join(picks))
        if rest:
            outcome = game.answer(position, seat, picks)
            rest, _ = pass_over(rest, taken([one for one in outcome.forced if one.seat == seat], NAMES, game.verbs))
    return " ".join(found)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_lines_that_people_type(key: str) -> None:
    assert of_game(LINES, key, "LINES")
    assert of_game(LINES, key, "COMPLETED")


def typed_lines() -> Iterator[Any]:
    """Every line of every game, with where it is typed and what it picks."""
    for key in games_with(LINES):
        lines: Lines = of_game(LINES, key, "LINES")
        for place, meanings in lines.items():
            for typed, picks in meanings.items():
                for line in typed.split("|"):
                    yield pytest.param(place, line, picks, id=f"{key}: {line} = {picks}")


def completed() -> Iterator[Any]:
    """Every beginning of a line that a game names, with what is offered for it."""
    for key in games_with(LINES):
        offered: Completed = of_game(LINES, key, "COMPLETED")
        for place, typed, shown, value in offered:
            yield pytest.param(place, typed, shown, value, id=f"{key}: {typed} = {value}")


@pytest.mark.parametrize(("place", "line", "picks"), list(typed_lines()))
def test_a_line_is_read_in_the_words_of_either_language(place: Callable[[], Placed], line: str, picks: str) -> None:
    assert picked(place(), line) == picks


def asked_in_play(game: Game[Any, Any], seed: int, turns: int) -> Iterator[Prompt]:
    """Every different question of the beginning of a game that is played at random."""
    chance = random.Random(seed)
    seats = max(2, game.info.fewest)
    options = {one.key: one.choices[-1].value for one in game.info.options if not one.choices[-1].seats}
    position, _ = game.setup(options if seed % 2 else {}, seats, Rng(f"{seed:02d}"))
    seen = set()
    for _ in range(turns):
        open_ = [one for one in game.prompts(position) if one.answered is None]
        if not open_:
            return
        for prompt in open_:
            known = (prompt.kind, *(option.id for option in prompt.options))
            if known not in seen:
                seen.add(known)
                yield prompt
        prompt = chance.choice(open_)
        most = min(prompt.at_most, len(prompt.legal))
        picks = [one.id for one in chance.sample(prompt.legal, chance.randint(prompt.at_least, most))]
        try:
            game.answer(position, prompt.seat, picks)
        except IllegalAnswer:  # some picks are legal alone and not together
            view = game.view(position, prompt.seat)
            game.answer(position, prompt.seat, game.choose(view, prompt, Rng("00"), Level.GOOD))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_verb_of_every_option_means_that_option_and_no_other(key: str) -> None:
    game = GAMES[key]
    read = set()
    for seed in (1, 2):
        for prompt in asked_in_play(game, seed, 120):
            for option in (one for one in prompt.options if not one.former):
                for verb in game.verbs.of(prompt.kind, option.id):
                    (found,) = find_picks(prompt, verb, NAMES, game.verbs)
                    assert prompt.option(found).text == option.text, (prompt.kind, verb)
                    assert read_on(prompt, verb, NAMES, game.verbs) == ([found], ""), (prompt.kind, verb)
                    read.add(prompt.kind)
    assert read, "no option of what was asked has a verb"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_completion_offers_is_in_the_reader_s_language_and_is_accepted_as_shown_and_as_sent(key: str) -> None:
    game = GAMES[key]
    asked, offered = set(), set()
    for prompt in asked_in_play(game, 3, 60):
        asked.add(prompt.kind)
        for language in LANGUAGES:
            words = Words(language, NAMES)
            for shown, value in complete(prompt, "", words, game.verbs):
                option = prompt.option(value)
                assert shown.startswith(words.label(prompt.numbered(option)).replace(";", ","))
                for sent in (shorten(shown, 100), value):
                    ((found,), rest) = read_on(prompt, sent, NAMES, game.verbs)
                    assert not rest
                    assert prompt.option(found).text == option.text
                    offered.add(prompt.kind)
    assert offered == asked


@pytest.mark.parametrize(("place", "typed", "shown", "value"), list(completed()))
def test_a_german_verb_is_completed_to_what_the_option_is_called(
    place: Callable[[], Placed], typed: str, shown: str, value: str
) -> None:
    game, position = place()
    prompt = game.prompt(position, game.waiting(position)[0])
    name, sent = complete(prompt, typed, Words("de", NAMES), game.verbs)[0]
    number, _, unnumbered = name.rpartition(" · ")
    assert number == prompt.numbers.get(value, "")
    assert unnumbered.split(" – ")[0] == shown
    assert sent == value


async def test_a_line_begun_with_german_verbs_is_completed_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "gaia", beginning(neighbours(3)))
    async with open_world(tmp_path, "gaia") as world:
        first, *_ = await world.seated(3)
        await world.tables.prefer(first.id, language="de")
        offered = await first.autocomplete(world.channel, "play", "move", "forsche Wirt")
        assert re.match(r"forsche \d · Wirtschaft: Level 1", offered[0]["name"])
        assert offered[0]["value"] == "forsche eco"
        await first.slash(world.channel, "play", move=offered[0]["name"])
        info = await world.tables.lobby.of_channel(world.channel.id)
        events = [one for told in await world.tables.events(info.id, 0) for one in told.events]
        assert events[-1].kind == "research"


def test_a_choice_that_was_taken_already_may_be_named_in_words() -> None:
    prompt = Prompt(0, "upgrade", T("To which?"), [Option("lab", T("research lab"))])
    assert [one.own[0] for one in taken([Forced(0, ["lab"], prompt)], NAMES, GAMES["gaia"].verbs)] == ["lab"]
    for line in ("Labor 1A6", "research lab 1A6", "zu Labor 1A6", "lab 1A6", "research 1A6"):
        assert pass_over(line, taken([Forced(0, ["lab"], prompt)], NAMES, GAMES["gaia"].verbs)) == ("1A6", [])


def test_a_comma_parts_two_answers_that_would_be_one_verb_without_it() -> None:
    prompt = Prompt(0, "turn", T("Your turn."), [Option("burn", T("Discard a token")), Option("power", T("Take one"))])
    verbs = GAMES["gaia"].verbs
    assert read_on(prompt, "burn power", NAMES, verbs) == (["burn"], "")
    assert read_on(prompt, "burn, power", NAMES, verbs) == (["burn"], "power")
    assert read_on(prompt, "opfere, Macht nutzen", NAMES, verbs) == (["burn"], "Macht nutzen")
    powers = [Option("gem_world", T("Gem World")), Option("gem_world-2", T("Gem World"))]
    assert read_on(Prompt(0, "power", T("Which power?"), powers), "gem_world, 2", NAMES) == (["gem_world"], "2")


def test_choices_of_one_name_that_do_not_do_the_same_are_told_apart_and_never_taken_for_each_other() -> None:
    game, position = token()
    prompt = game.prompt(position, 1)
    for words in (Words(language, NAMES) for language in LANGUAGES):
        (text,) = {words.say(prompt.option(id).text) for id in ("charge", "token-first")}
        with pytest.raises(IllegalAnswer) as refused:
            find_picks(prompt, text, NAMES, game.verbs)
        said = words.say(refused.value.text)
        assert all(f"{words.say(one.note)} ({one.id})" in said for one in prompt.options if one.note is not None)
    assert find_picks(prompt, "charge", NAMES, game.verbs) == ["charge"]
    assert find_picks(prompt, "token-first", NAMES, game.verbs) == ["token-first"]


def test_the_preposition_of_a_verb_belongs_to_it() -> None:
    options = [Option("track", T("A disc")), Option("228", T("The disc of 228")), Option("enough", T("No more"))]
    prompt = Prompt(0, "influence", T("Which disc?"), options)
    verbs = GAMES["eclipse"].verbs
    assert read_on(prompt, "von der Leiste 103", NAMES, verbs) == (["track"], "103")
    assert read_on(prompt, "Einfluss von der Leiste nach 103", NAMES, verbs) == (["track"], "nach 103")
    assert read_on(prompt, "Einfluss von 228 nach 103", NAMES, verbs) == (["228"], "nach 103")
