"""The battles of the oracle come out as often as they must; `ORRERY_LONG` fights more of them."""

from __future__ import annotations

import copy
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from tests.rules.eclipse.battles.__main__ import main
from tests.rules.eclipse.battles.fight import Result, Setup, WrongBlueprint, check, load, run

ROOT = Path(__file__).parents[4]
SHARED = ROOT.parent / "shared/reference/eclipse/combat.json"
OWN = ROOT / "tests/data/eclipse/combat.json"
LONG = int(os.environ.get("ORRERY_LONG", "1"))
BATTLES = 20_000 if LONG > 1 else 300


def setups() -> list[Setup]:
    return load(SHARED if SHARED.exists() else OWN)


@pytest.mark.parametrize("setup", setups(), ids=lambda setup: setup.id)
def test_a_battle_ends_as_often_in_each_way_as_it_must(setup: Setup) -> None:
    result = run(setup, BATTLES, "07" * 8)
    assert result.within, "\n".join(result.lines())


def test_our_own_duel_of_equal_interceptors_favours_the_defender() -> None:
    (duel,) = [setup for setup in load(OWN) if setup.id == "duel"]
    assert duel.exact["defender"] == pytest.approx(6 / 11)
    assert run(duel, 2_000, "01" * 8).within


def test_what_is_too_far_off_is_found() -> None:
    setup = load(OWN)[0]
    assert not Result(setup, 1_000, Counter(attacker=900, defender=100)).within
    impossible = Result(setup, 1_000, Counter(attacker=500, defender=499, stalemate=1))
    assert impossible.distance("stalemate") == float("inf")


def test_a_blueprint_that_does_not_add_up_is_refused() -> None:
    battle = json.loads(OWN.read_text(encoding="utf-8"))["battles"][0]
    group = copy.deepcopy(battle["attacker"][0])
    check(group)
    group["hull"] += 1
    with pytest.raises(WrongBlueprint, match="interceptor"):
        check(group)


def test_the_command_tells_every_battle_and_counts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([str(OWN), "--battles", "400"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("duel: attacker 0.")
    assert lines[-1] == f"within bounds {len(lines) - 1} of {len(lines) - 1}"
    data = json.loads(OWN.read_text(encoding="utf-8"))
    data["battles"][0]["result"].update(p_attacker=0.9, p_defender=0.1)
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(data), encoding="utf-8")
    assert main([str(wrong), "--battles", "400"]) == 1
    assert main([str(tmp_path / "none.json")]) == 2
