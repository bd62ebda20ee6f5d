"""The benchmark of presses counts what a person presses on the real panel, and names turns in each game's own words."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from benchmarks.presses import NotOffered, main, presses_of
from benchmarks.turns import Answered, Turns
from bot.tables.core.data import Live, Player, TableInfo
from bot.views.localizer import Localizer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import T
from rules.registry import GAMES
from tests.per_game import TURNS, of_game

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def pressed(prompt: Prompt, *picks: str) -> int:
    game = GAMES["race"]
    position, _ = game.setup({}, 2, Rng("00" * 16))
    players = (Player(0, 1, "Ann"), Player(1, 2, "Bob"))
    info = TableInfo(1, 1, 1, "race", {}, "running", 1, 1, players, (), NOW, NOW)
    live = Live(info, game, (prompt,), (0,), over=False, _position=position)
    return presses_of(live, prompt, picks, Localizer("en", info.names))


def asked(number: int, at_least: int = 1, at_most: int = 1) -> Prompt:
    options = [Option(f"o{at}", T("Choice {n}", n=at)) for at in range(number)]
    return Prompt(0, "ask", T("Which?"), options, at_least, at_most)


def test_a_button_and_a_choice_in_a_menu_are_one_press() -> None:
    assert pressed(asked(3), "o2") == 1
    assert pressed(asked(20), "o19") == 1
    assert pressed(asked(6, 0, 6)) == 1  # none of them
    assert pressed(asked(9, 2, 4), "o1", "o3", "o8") == 1  # several in one menu


def test_pages_of_a_menu_are_turned() -> None:
    assert pressed(asked(60), "o24") == 1
    assert pressed(asked(60), "o25") == 2
    assert pressed(asked(60), "o59") == 3


def test_a_choice_that_ends_a_chain_has_its_button_on_every_page() -> None:
    many = asked(60)
    done = Prompt(0, "ask", many.text, [*many.options, Option("done", T("Done"), ends=True)])
    assert pressed(done, "done") == 1


def test_what_stands_on_several_pages_is_typed() -> None:
    assert pressed(asked(40, 2, 2), "o0", "o39") == 2


def test_what_the_panel_does_not_offer_is_an_error() -> None:
    refused = Prompt(0, "ask", T("Which?"), [*asked(2).options, Option("no", T("No"), refusal=T("Too dear."))])
    with pytest.raises(NotOffered):
        pressed(refused, "no")


def kind_of(key: str, *answered: Answered, before: tuple[str, ...] = ()) -> str:
    turns: Turns = of_game(TURNS, key, "TURNS")
    return turns.kind(answered, before)


def test_turns_are_named_in_the_words_of_their_game() -> None:
    assert kind_of("gaia", ("turn", ("burn",)), ("turn", ("build",)), ("build", ("3B5",))) == "build"
    assert kind_of("gaia", ("turn", ("upgrade",)), ("upgrade", ("lab",)), ("tech", ("free3",))) == "upgrade-lab"
    assert kind_of("gaia", ("charge", ("decline",))) == "charge"
    assert kind_of("eclipse", ("turn", ("colony",)), ("turn", ("move",)), ("move", ("i1",))) == "move"
    assert kind_of("eclipse", ("turn", ("pass",)), before=("move", "pass")) == "pass-again"
    assert kind_of("eclipse", ("turn", ("build",)), before=("pass",)) == "reaction"
    assert kind_of("circadians", *(("plan", (pick,)) for pick in ("2>g1", "5>g2", "5>f3"))) == "plan-3"
    assert kind_of("circadians", *(("plan", (pick,)) for pick in ("2>g1", "anew", "5>g1"))) == "plan-1"
    assert kind_of("circadians", ("send", ("to-6",)), ("send", ("academy",))) == "send-academy"


def test_a_round_of_race_is_one_turn_and_every_figure_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", "--json", "--games", "1", "--players", "2"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures["presses"]) == {"round", "start"}
    rounds = figures["presses"]["round"]
    assert 2 <= rounds["median"] <= rounds["worst"]
    assert rounds["turns"] % 2 == 0
    assert 1 <= figures["waits_per_round"] <= figures["waits_worst_round"]
    assert 0 <= figures["plannable"] <= 100
    assert (figures["game"], figures["players"], figures["games"]) == ("race", 2, 1)


def test_figures_are_told_as_text_and_the_same_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert main(["circadians", "--games", "1", "--players", "1"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert any(line.startswith("plan-") for line in told[0].splitlines())
    waits = next(line for line in told[0].splitlines() if line.startswith("waits per round"))
    assert waits.split()[-1] == "0"  # who plays alone is waited for once, before the first round


@pytest.mark.parametrize("arguments", [["--players", "7"], ["--games", "0"]])
def test_what_cannot_be_played_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(["race", *arguments])
