"""How the robot of Eclipse fights, and what it does with what comes of it: cubes, discoveries, technologies."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.opponents.v1.eclipse.fleet import odds, power
from benchmarks.opponents.v1.eclipse.prompts import Chooser, ids, named
from benchmarks.opponents.v1.eclipse.table import Table
from benchmarks.opponents.v1.eclipse.upgrades import upgraded, weights
from benchmarks.opponents.v1.eclipse.value import UNIT, reputation_gain, technology_gain, worth
from benchmarks.opponents.v1.eclipse.war import ship_power
from rules.eclipse.blueprints import parts, placed, stats
from rules.eclipse.components import (
    COSTS,
    CRUISER,
    DISCOVERIES,
    MATERIALS,
    POINTS,
    POPULATION,
    SPECIES,
    STARBASE,
    TRACKS,
)
from rules.eclipse.policies import policy_answer
from rules.eclipse.steps.battle import ATTACK, HOLD, ON, living, stats_of
from rules.eclipse.steps.discovery import STORE, free_technologies
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import Text

#: The chance to win below which ships leave a battle, if they can.
HOPELESS = 0.2
#: The part of ships on their retreat that gets away.
SAVED = 0.6


def _fight(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Attack to the end, but leave where there is no hope and the ships are worth more than the tile for fighting."""
    del rng
    battle, legal, seat, me = table.state.battle, ids(prompt), prompt.seat, table.me
    assert battle is not None
    own, theirs = (
        living(battle, side) for side in (seat, battle.defender if battle.attacker == seat else battle.attacker)
    )
    chance = odds(
        tuple((stats_of(table.state, group), len(group.damage)) for group in own),
        tuple((stats_of(table.state, group), len(group.damage)) for group in theirs),
        battle.defender == seat,
    ).win
    retreat = next((id for id in legal if id.startswith("retreat-")), None)
    if retreat is not None and table.left and chance < HOPELESS:
        costs = COSTS[SPECIES[me.species].costs]
        saved = UNIT[MATERIALS] * sum(len(group.damage) * costs[group.kind] for group in own)
        if SAVED * saved > reputation_gain(me, 1):
            return retreat
    if ON in legal and chance > HOPELESS:
        return ON
    return ATTACK if ATTACK in legal else HOLD


def _by_policy(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Answer by a standing order that says what a robot wants, too."""
    del rng
    settings = {"fight": "attack", "hits": "greedy", "population": "attack", "reputation": "best"}
    picks = policy_answer(table.state, prompt, settings)
    return picks[0] if picks else ""


def _to_track(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Let a cube return where it is missed least."""
    del rng
    one = table.books

    def after(track: str) -> float:
        if table.me.cubes[track] >= POPULATION.cubes:
            return float("-inf")
        return worth(one._replace(cubes=_more(one.cubes, track)), table.left)

    return max(ids(prompt), key=after)


def _more(cubes: tuple[int, ...], track: str) -> tuple[int, ...]:
    at = TRACKS.index(track)
    return (*cubes[:at], cubes[at] + 1, *cubes[at + 1 :])


def _discovery(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Use a discovery tile if that is worth more than its points."""
    del rng
    if "use" not in ids(prompt):
        return "keep"
    named_ = prompt.text.args["tile"]
    assert isinstance(named_, Text)
    tile = DISCOVERIES[named_.id.rsplit(".", 1)[-1]]
    one = table.books
    gain = 0.0
    for track, n in tile.gain.items():
        gain += worth(one.paid(track, -n), table.left) - table.base
    if tile.id == "ancient-technology":
        gain = max(technology_gain(table.state, table.seat, id) for id in free_technologies(table.state, table.me))
    elif tile.id == "ancient-cruiser":
        strength = ship_power(table.me, CRUISER, table.strength.enemy)
        gain = table.strength.gain(strength) + 0.9 * (worth(one.paid(MATERIALS, -5), table.left) - table.base)
    elif tile.part:
        gain = table.strength.gain(max(part_gains(table, tile.part).values(), default=0.0))
    return "use" if gain > POINTS.discovery else "keep"


def part_gains(table: Table, part: str) -> dict[str, float]:
    """The strength that an ancient part brings in each slot where it may be laid."""
    me, found = table.me, {}
    for kind, n in weights(table).items():
        tiles = placed(me, kind)
        before = ship_power(me, kind, table.strength.enemy)
        for slot in range(len(parts(me, kind))):
            changed = upgraded(me, kind, (*tiles[:slot], part, *tiles[slot + 1 :]))
            can = stats(changed, kind)
            if can.energy >= 0 and (can.drives == 0) == (kind == STARBASE):
                found[f"{kind}-{slot + 1}"] = n * (power(can, table.strength.enemy) - before)
    return found


def _ancient_part(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    part = named(prompt, "part")
    gains = {id: gain for id, gain in part_gains(table, part).items() if id in ids(prompt) and gain > 0}
    return max(gains, key=lambda one: (gains[one], one)) if gains else STORE


def _free_technology(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    return max(ids(prompt), key=lambda one: technology_gain(table.state, table.seat, one))


def _artifact(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    one = table.books
    return max(ids(prompt), key=lambda track: worth(one.paid(track, -5), table.left))


CHOOSERS: Mapping[str, Chooser] = {
    "fight": _fight,
    "stalemate": _by_policy,
    "hit": _by_policy,
    "population": _by_policy,
    "reputation": _by_policy,
    "cube": _to_track,
    "grave": _to_track,
    "discovery": _discovery,
    "ancient-part": _ancient_part,
    "free-technology": _free_technology,
    "artifact": _artifact,
}
