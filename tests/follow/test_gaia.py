"""Recorded games of Gaia Project are followed exactly, and a difference is found."""

from __future__ import annotations

import gzip
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.gaia import federation
from rules.gaia.components import FACTIONS, TRACKS
from rules.gaia.reach import Look, mine_quotes, project_quotes, upgrade_quotes
from rules.gaia.steps.research import cannot_advance
from tests.follow.__main__ import main
from tests.follow.gaia import KIND, TRACK, Follower, follow, goods
from tests.follow.recorded import Differs, load

ROOT = Path(__file__).parents[2]
SELECTED = sorted((ROOT / "tests/data/gaia").glob("*.gz"))


def test_every_faction_is_in_the_selected_games() -> None:
    assert {one["faction"] for path in SELECTED for one in load(path)[0]["seats"]} == set(FACTIONS)


class Watcher(Follower):
    """Checks after each move that all that the record offers is offered, at the same price."""

    def watch(self, move: dict[str, Any]) -> None:
        offered, theirs = move["av"], move["s"]
        if not offered or theirs["ph"] != "roundMove":
            return
        seat = self.seat_of[theirs["tm"]]
        if self.game.waiting(self.position) != [seat]:
            return
        look = Look(self.state, seat)
        quotes = {("m", one.place): one for one in mine_quotes(look)}
        quotes |= {("gf", one.place): one for one in project_quotes(look)}
        for word, kind in KIND.items():
            if word != "m":
                quotes |= {(word, one.place): one for one in upgrade_quotes(look, kind)}
        recorded = set()
        for kind, where, price in offered.get("build", []):
            one = quotes[kind, self.place(where)]
            cost = {} if price == "~" else goods(price)
            assert one.refusal is None
            assert (one.cost.ore, one.cost.credits, one.cost.qic) == tuple(cost.get(unit, 0) for unit in "ocq")
            recorded.add((kind, self.place(where)))
        assert recorded == {key for key, one in quotes.items() if one.refusal is None}
        tracks = {TRACK[track] for track in offered.get("up", [])}
        able = self.state.players[seat].knowledge >= 4
        assert tracks == {track for track in TRACKS if able and not cannot_advance(self.state, seat, track)}
        self.watch_federations(seat, offered.get("federation", []))

    def watch_federations(self, seat: int, offered: list[Any]) -> None:
        begin = time.process_time()
        plan = federation.plan(self.state, seat)
        assert time.process_time() - begin < 1
        for places, satellites, _value in offered:
            wanted = self.wanted([self.place(place) for place in places.split(",")])
            subset = sum(
                1 << number for number, group in enumerate(plan.case.groups) if group.base or wanted & set(group.places)
            )
            assert plan.legal[subset] == satellites

    def run(self) -> None:
        for move in self.moves:
            if move["t"] == "move":
                self.play(move)
                self.watch(move)


@pytest.mark.parametrize("path", SELECTED, ids=lambda path: path.name)
def test_what_is_offered_in_a_selected_game_is_offered_here_at_the_same_price(path: Path) -> None:
    Watcher(load(path)).run()


def changed(tmp_path: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    lines = load(SELECTED[0])
    change(lines)
    path = tmp_path / "changed.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in lines)
    return path


def set_points(lines: list[dict[str, Any]]) -> None:
    lines[40]["s"]["pl"][0]["vp"] += 1


def set_power(lines: list[dict[str, Any]]) -> None:
    late = next(line for line in lines[30:] if line["s"]["ph"] == "roundMove")
    late["s"]["pl"][1]["pw"][0] += 1


def set_score(lines: list[dict[str, Any]]) -> None:
    lines[-1]["scores"][0] += 1


def set_tile(lines: list[dict[str, Any]]) -> None:
    lines[-1]["breakdown"][0]["final_tiles"][0] += 1


def set_source(lines: list[dict[str, Any]]) -> None:
    lines[-1]["breakdown"][0]["during"]["charge"] = -99


def set_move(lines: list[dict[str, Any]]) -> None:
    late = next(line for line in lines[20:] if " build " in line["m"])
    late["m"] = late["m"].split(" ")[0] + " build PI 1C."


def set_command(lines: list[dict[str, Any]]) -> None:
    lines[20]["m"] = lines[20]["m"].split(" ")[0] + " dance."


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (set_points, "vp is"),
        (set_power, "power is"),
        (set_score, "scores"),
        (set_tile, "tiles is"),
        (set_source, "sources is"),
        (set_move, "move"),
        (set_command, "unknown command 'dance'"),
    ],
)
def test_a_difference_is_found(tmp_path: Path, change: Callable[[list[dict[str, Any]]], object], found: str) -> None:
    difference = follow(changed(tmp_path, change))
    assert difference is not None
    assert found in difference


def test_goods_that_make_no_sense_are_refused() -> None:
    with pytest.raises(Differs, match="unknown goods"):
        goods("3")


def test_the_command_counts_the_games_and_names_those_that_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(SELECTED[0], tmp_path)
    assert main(["gaia", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "followed 1 of 1\n"
    changed(tmp_path, set_score)
    assert main(["gaia", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("changed.jsonl.gz: ")
    assert lines[-1] == "followed 1 of 2"


def test_a_broken_record_is_told_and_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "0-broken.jsonl.gz").write_bytes(b"no gzip")
    shutil.copy(SELECTED[0], tmp_path)
    assert main(["gaia", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("0-broken.jsonl.gz: cannot be followed")
    assert lines[-1] == "followed 1 of 2"
