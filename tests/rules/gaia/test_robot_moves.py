"""What the robot plans over comes to the same as what the game's own steps do."""

from __future__ import annotations

from typing import Any

import pytest

from rules.gaia import federation
from rules.gaia.components import SPACE
from rules.gaia.galaxy import planet
from rules.gaia.robot import Effort, appraise
from rules.gaia.robot.answers import AT_ONCE
from rules.gaia.robot.moves import Move, moves, passes
from rules.gaia.robot.sketch import Sketch, sketch_of
from rules.kernel import robots
from rules.kernel.game import Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.registry import GAMES

GAME = GAMES["gaia"]
#: What is compared: all but what only orders the search, and what names of hidden order differ in.
COMPARED = (
    "vp", "ore", "credits", "knowledge", "qic", "p1", "p2", "p3", "gaia_area", "stone", "research", "formers",
    "resting", "sent", "ready", "structures", "guests", "stations", "satellites", "satbits", "fed", "formed", "green",
    "tokens", "covered", "advanced", "booster", "used", "taken", "passed", "supply", "top_token", "lost", "mines",
    "trading", "labs", "institute", "acad_k", "acad_q", "own", "sig",
)  # fmt: skip


def planets(position: Position[Any, Any], seat: int, subset: int) -> list[str]:
    """Name the planets of a federation as they are asked for, and that they are enough."""
    groups = federation.plan(position.state, seat).case.groups
    names = [min(one.places, key=lambda at: (planet(position.state, at) == SPACE, at)) for one in groups]
    return [*(name for number, name in enumerate(names) if subset >> number & 1), "enough"]


def carry_out(position: Position[Any, Any], seat: int, picks: list[str]) -> Position[Any, Any]:
    """Answer what is asked until the turn is done; others decline."""
    position, passes_ = GAME.copy(position), "pass" in picks
    if "federation" in picks:
        at = picks.index("federation") + 1
        picks[at : at + 1] = planets(position, seat, int(picks[at]))
    while (waiting := GAME.waiting(position)) and position.state.phase == "actions":
        asked = waiting[0]
        prompt = GAME.prompt(position, asked)
        if asked != seat:
            if prompt.kind != "charge":
                break
            GAME.answer(position, asked, ["decline"])
            continue
        if (prompt.kind == "turn" and not picks) or (prompt.kind == "pass" and not passes_):
            break
        GAME.answer(position, asked, [answer(position, prompt, picks)])
        if prompt.kind == "finish" or position.state.players[seat].passed:
            break
    return position


def answer(position: Position[Any, Any], prompt: Prompt, picks: list[str]) -> str:
    """Give the next of the picks that is offered; those before it were the only ones, and not asked for."""
    legal = [option.id for option in prompt.legal]
    if prompt.kind == "finish":
        return "done"
    if prompt.kind in AT_ONCE:
        return legal[0]
    if prompt.kind == "cover":
        tiles = position.state.players[prompt.seat].tiles
        space: str = next(own.space for own in tiles if own.tile in picks and not own.covered)
        return space
    while picks[0] not in legal:
        picks.pop(0)
    return picks.pop(0)


def compared(m: Sketch) -> dict[str, object]:
    found = {name: getattr(m, name) for name in COMPARED}
    for name in ("used", "taken", "tokens", "advanced"):
        found[name] = sorted(found[name])
    found["tiles"], found["standard"] = sorted(m.tiles), sorted(m.standard)
    return found


@pytest.mark.parametrize("seed", range(2))
def test_moves_come_to_what_the_game_makes_of_them(seed: int) -> None:
    chance = Rng(f"{seed:032x}")
    position, _ = GAME.setup({"setup": "advanced", "map": "method3"}, 4, Rng(f"c{seed}"))
    checked = set()
    while waiting := GAME.waiting(position):
        seat = waiting[0]
        prompt, view = GAME.prompt(position, seat), GAME.view(position, seat)
        if prompt.kind == "turn":
            made = list(moves(sketch_of(view, seat)))
            made += [Move(("pass", end.booster), end.after) for end in passes(sketch_of(view, seat))]
            for move in chance.shuffle(made, "moves")[:2]:
                if move.after.lost != view.lost and move.after.lost in move.after.structures:
                    continue  # Where the Lost Planet goes is asked by itself.
                kind = [pick for pick in move.picks if pick in KINDS]
                after = carry_out(position, seat, list(move.picks))
                mine = sketch_of(GAME.view(after, seat), seat)
                if mine.round != move.after.round or mine.lost != move.after.lost:
                    continue
                assert compared(mine) == compared(move.after), move.picks
                checked.add(kind[0])
        found = appraise(view, prompt, Effort(1))
        GAME.answer(position, seat, found[0].picks if found else robots.choose(view, prompt, chance))
    assert {"build", "upgrade", "research", "pass"} <= checked


KINDS = ("build", "gaia", "upgrade", "federation", "research", "power", "qic", "special", "pass")
