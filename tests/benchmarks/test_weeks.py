"""The benchmark of weeks plays whole games in simulated time and tells what was waited for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.turns import Turns
from benchmarks.weeks import MODES, main
from rules.gaia.state import GaiaState, Player, Rules
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T
from tests.per_game import TURNS, of_game


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json", "--games", "1"]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    return figures


def test_a_game_takes_days_and_plans_make_them_fewer(capsys: pytest.CaptureFixture[str]) -> None:
    figures = told(capsys, "race", "--players", "2")
    assert (figures["game"], figures["players"], figures["games"]) == ("race", 2, 1)
    alone, sensible = (figures[mode] for mode in MODES)
    assert 1 < sensible["days"] < alone["days"] < 60
    assert sensible["notices"] < alone["notices"]
    assert alone["plans"] == 0 < sensible["plans"]
    assert 0 <= alone["trivial"] <= alone["notices"]
    assert alone["longest_chain"] >= 1
    shares = [*alone["waited"]["trivial"].values(), *alone["waited"]["other"].values()]
    assert sum(shares) == pytest.approx(100, abs=1)
    assert sum(alone["waited"]["trivial"].values()) == pytest.approx(alone["trivial_share"], abs=0.5)


def test_whole_turns_are_planned_and_all_is_the_same_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    figures = told(capsys, "eclipse", "--players", "2")
    assert figures["sensible"]["plans"] > figures["sensible"]["plans_dropped"]
    assert told(capsys, "eclipse", "--players", "2") == figures


def test_the_end_of_a_turn_and_power_for_nothing_are_trivial() -> None:
    turns: Turns = of_game(TURNS, "gaia", "TURNS")
    view = GaiaState(Rules(), [Player(faction="terrans")], "full")

    def charge(power: int) -> Prompt:
        offer = Option("charge", T("Charge {power} power", power=power))
        return Prompt(0, "charge", T("Charge?"), [offer, Option("decline", T("Decline"))])

    ending = Prompt(0, "finish", T("The end?"), [Option("done", T("Done")), Option("burn", T("Burn"))])
    assert turns.trivial(charge(1), ["charge"], view)
    assert not turns.trivial(charge(2), ["charge"], view)
    assert not turns.trivial(charge(1), ["decline"], view)
    assert turns.trivial(ending, ["done"], view)
    assert not turns.trivial(ending, ["burn"], view)


@pytest.mark.parametrize("arguments", [["--players", "6"], ["--games", "0"]])
def test_what_cannot_be_played_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(["gaia", *arguments])
