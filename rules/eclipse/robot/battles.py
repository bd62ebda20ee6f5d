"""How the robot of Eclipse fights, and what it does with what comes of it: cubes, discoveries, technologies."""

from __future__ import annotations

from collections.abc import Mapping

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
from rules.eclipse.prospect import prospect
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.fleet import power
from rules.eclipse.robot.prompts import Weighed, Weigher, ids, named
from rules.eclipse.robot.table import Table
from rules.eclipse.robot.terms import Terms, plus, times, total
from rules.eclipse.robot.upgrades import upgraded, weights
from rules.eclipse.robot.value import (
    UNIT,
    control_terms,
    loss_terms,
    reputation_gain,
    technology_terms,
    worth,
)
from rules.eclipse.robot.war import cleared, ship_power
from rules.eclipse.steps.battle import ATTACK, HALF, HOLD, ON
from rules.eclipse.steps.discovery import STORE, free_technologies
from rules.kernel.prompt import Prompt
from rules.kernel.text import Text

#: The part of ships on their retreat that gets away.
SAVED = 0.6


def _fight(table: Table, prompt: Prompt) -> Weighed:
    """Attack to the end, but leave where the sector is less likely won than the ships are saved."""
    battle, legal, seat, me = table.state.battle, ids(prompt), prompt.seat, table.me
    assert battle is not None
    retreats = [id for id in legal if id.startswith("retreat-")]
    if not retreats:
        return {ON: {}, ATTACK: {terms_.OTHER: -0.01}, HOLD: {terms_.OTHER: -1.0}, HALF: {terms_.OTHER: -0.1}}
    expected = prospect(table.state, battle)
    assert expected is not None
    chances, sector = expected.odds, table.state.sectors[battle.sector]
    win = chances.attacker if battle.attacker == seat else chances.defender
    material = UNIT[MATERIALS] if table.left else 0.02
    costs, ships, kept = COSTS[SPECIES[me.species].costs], 0.0, 0.0
    for group, left in zip(expected.groups, chances.left, strict=True):
        if group.side == seat:
            ships += material * costs[group.kind] * len(group.damage)
            kept += material * costs[group.kind] * left
    own = sector.disc == seat
    prize = (
        loss_terms(table.state, seat, sector) if own else control_terms(table.state, seat, cleared(sector), table.books)
    )
    fought = plus(
        times(prize, win if total(prize) > 0 else 0.0),
        {terms_.REPUTATION: reputation_gain(me, 1), terms_.LOSSES: kept - ships},
    )
    found: dict[str, Terms] = {ON: fought, ATTACK: plus(fought, {terms_.OTHER: -0.01})}
    found |= {HOLD: plus(fought, {terms_.OTHER: -1.0}), HALF: plus(fought, {terms_.OTHER: -0.1})}
    return {**found, **{id: {terms_.LOSSES: (SAVED - 1) * ships} for id in retreats}}


def _by_policy(table: Table, prompt: Prompt) -> Weighed:
    """Answer by a standing order that says what a robot wants, too."""
    settings = {"fight": "attack", "hits": "greedy", "population": "attack"}
    picks = policy_answer(table.state, prompt, settings)
    return {pick: {} for pick in picks or ()}


def _reputation(table: Table, prompt: Prompt) -> Weighed:
    """Keep the best tile drawn, in place of the worst one held where there is no free slot."""
    del table
    found: dict[str, Terms] = {}
    for pick in ids(prompt):
        new, _, old = pick.partition("-for-")
        found[pick] = {terms_.REPUTATION: float(new) - float(old or 0) if new.isdecimal() else 0.0}
    return found


def _to_track(table: Table, prompt: Prompt) -> Weighed:
    """Let a cube return where it is missed least."""
    one, found = table.books, dict[str, Terms]()
    for track in ids(prompt):
        room = table.me.cubes[track] < POPULATION.cubes
        after = one._replace(cubes=_more(one.cubes, track)) if room else one
        found[track] = {terms_.ECONOMY: worth(after, table.left) - table.base - 100.0 * (not room)}
    return found


def _more(cubes: tuple[int, ...], track: str) -> tuple[int, ...]:
    at = TRACKS.index(track)
    return (*cubes[:at], cubes[at] + 1, *cubes[at + 1 :])


def _discovery(table: Table, prompt: Prompt) -> Weighed:
    """Use a discovery tile if that is worth more than its points."""
    keep: Terms = {terms_.DISCOVERY: POINTS.discovery + 0.001}
    if "use" not in ids(prompt):
        return {"keep": keep}
    named_ = prompt.text.args["tile"]
    assert isinstance(named_, Text)
    tile = DISCOVERIES[named_.id.rsplit(".", 1)[-1]]
    one = table.books
    gain = {terms_.ECONOMY: sum(worth(one.paid(track, -n), table.left) - table.base for track, n in tile.gain.items())}
    if tile.id == "ancient-technology":
        free = free_technologies(table.state, table.me)
        gain = max((technology_terms(table.state, table.seat, id) for id in free), key=total)
    elif tile.id == "ancient-cruiser":
        strength = table.strength.gain(ship_power(table.me, CRUISER, table.strength.enemy))
        ship = 0.9 * (worth(one.paid(MATERIALS, -5), table.left) - table.base)
        gain = {terms_.STRENGTH: strength, terms_.ECONOMY: ship}
    elif tile.part:
        gain = {terms_.STRENGTH: table.strength.gain(max(part_gains(table, tile.part).values(), default=0.0))}
    return {"keep": keep, "use": gain}


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


def _ancient_part(table: Table, prompt: Prompt) -> Weighed:
    gains = part_gains(table, named(prompt, "part"))
    found = {id: {terms_.STRENGTH: table.strength.gain(gain)} for id, gain in sorted(gains.items()) if gain > 0}
    return {**found, STORE: {}}


def _free_technology(table: Table, prompt: Prompt) -> Weighed:
    return {id: technology_terms(table.state, table.seat, id) for id in ids(prompt)}


def _artifact(table: Table, prompt: Prompt) -> Weighed:
    one = table.books
    return {track: {terms_.ECONOMY: worth(one.paid(track, -5), table.left) - table.base} for track in ids(prompt)}


WEIGHERS: Mapping[str, Weigher] = {
    "fight": _fight,
    "stalemate": _by_policy,
    "hit": _by_policy,
    "population": _by_policy,
    "reputation": _reputation,
    "cube": _to_track,
    "grave": _to_track,
    "discovery": _discovery,
    "ancient-part": _ancient_part,
    "free-technology": _free_technology,
    "artifact": _artifact,
}
