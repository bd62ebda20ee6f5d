"""How the robot of Eclipse carries out an action, prompt by prompt."""

from __future__ import annotations

from collections.abc import Mapping

from rules.eclipse.blueprints import placed, stats, sum_up
from rules.eclipse.components import PARTS, SHIPS, SPECIES
from rules.eclipse.economy import own_sectors
from rules.eclipse.galaxy import EDGES, openings, opposite, place
from rules.eclipse.places import split
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.builds import build_plan, build_plans
from rules.eclipse.robot.fleet import power, useful_parts
from rules.eclipse.robot.plan import (
    explorations,
    influence_targets,
    move_plan,
    own_neighbours,
    researches,
    tile_terms,
)
from rules.eclipse.robot.prompts import Weighed, Weigher, ids, named, number
from rules.eclipse.robot.table import Table, able_to_pay
from rules.eclipse.robot.terms import Terms, plus, times, total
from rules.eclipse.robot.turn import free_too
from rules.eclipse.robot.upgrades import next_tile, next_upgrade, weights
from rules.eclipse.robot.value import control_terms, loss_of, loss_terms
from rules.eclipse.state import NOBODY
from rules.eclipse.steps import build, diplomacy
from rules.eclipse.steps.explore import DISCARD
from rules.eclipse.steps.influence import TRACK
from rules.eclipse.steps.move import ONE_OF, STOP, TO
from rules.eclipse.steps.upgrade import REMOVE, faults
from rules.kernel import hexes
from rules.kernel.prompt import Prompt
from rules.kernel.text import Text

#: What it is worth to come to border on somebody with whom relations are possible.
BORDER = 1.5
#: What a further exploration of the same action, or a sector that is laid, must bring.
FURTHER, LAID = 0.2, 0.05
#: What keeps tiles from slots in which none makes a ship stronger: more than any level of a robot overlooks.
WASTED, LEAST_GAIN = 3.5, 1e-6
#: How much worse it is to go back from a slot that was chosen for a part than to lay the part.
BACK = 10.0
#: What keeps discs from sectors that could not be paid for, and from moving between sectors for little.
UNPAID, MOVED = 10.0, 0.6


def _explore(table: Table, prompt: Prompt) -> Weighed:
    return free_too(table, prompt, {**explorations(table), "done": {terms_.OTHER: FURTHER}})


def _second(table: Table, prompt: Prompt) -> Weighed:
    del table, prompt
    return {"yes": {terms_.POINTS: 0.5}, "no": {}}


def _place(table: Table, prompt: Prompt) -> Weighed:
    """Lay the best of the sectors drawn as it fits best."""
    gains = {tile: tile_terms(table, tile) for tile in table.state.turned}
    found: dict[str, Terms] = {}
    for pick in ids(prompt):
        tile, _, turns = pick.partition("-")
        found[pick] = (
            {terms_.OTHER: LAID}
            if pick == DISCARD
            else plus(gains[tile], {terms_.WAYS: fitting(table, tile, int(turns))})
        )
    return found


def fitting(table: Table, tile: str, turns: int) -> float:
    """What the wormholes of a sector are worth as it is turned: ways on, ways home, ways to others."""
    state, seat, me = table.state, table.seat, table.me
    hex = place(state.turned_for)
    at = {(one.q, one.r): one for one in state.sectors.values()}
    friends = {sector.disc for sector in own_neighbours(table)}
    found = 0.0
    for edge, open_ in enumerate(openings(tile, turns)):
        other = at.get(hexes.add(hex, EDGES[edge]))
        if other is None:
            found += 0.15 * open_
        elif open_ and openings(other.id, other.turns)[opposite(edge)]:
            if other.disc == seat:
                found += 0.3
            elif other.disc == NOBODY:
                found += 0.15
            elif other.disc in me.partners:
                found += 0.02
            elif diplomacy.in_game(state) and other.disc not in friends and diplomacy.unable(me) is None:
                found += BORDER
            else:
                found -= 0.2
    return found


def _paid(table: Table, terms: Terms) -> Terms:
    """What a disc in a sector brings; one that cannot be paid for is kept."""
    one = table.books
    if able_to_pay(table, one._replace(discs=one.discs - 1)):
        return terms
    return plus(terms, {terms_.OTHER: -UNPAID})


def _claim(table: Table, prompt: Prompt) -> Weighed:
    sector = table.state.sectors[split(prompt.option("yes").place)[1]]
    return {"yes": _paid(table, control_terms(table.state, table.seat, sector, table.books)), "no": {}}


def _influence(table: Table, prompt: Prompt) -> Weighed:
    found: dict[str, Terms] = {"done": {}}
    targets = influence_targets(table)
    for _, id, terms in targets:
        found[f"{TRACK}-{id}"] = _paid(table, terms)
    if targets:
        found[TRACK] = plus(_paid(table, targets[0][2]), {terms_.OTHER: -0.001 * (len(targets) > 1)})
    for sector in own_sectors(table.state, table.seat):
        elsewhere = targets[0][2] if targets and targets[0][0] > 0 else {}
        lost = times(loss_terms(table.state, table.seat, sector), -1.0)
        found[sector.id] = plus(lost, elsewhere, {terms_.OTHER: -MOVED})
    return free_too(table, prompt, {id: terms for id, terms in found.items() if id in ids(prompt)})


def _influence_to(table: Table, prompt: Prompt) -> Weighed:
    del prompt
    return {TRACK: {}, **{id: terms for _, id, terms in influence_targets(table)}}


def _research(table: Table, prompt: Prompt) -> Weighed:
    del prompt
    return {"done": {}, **{one.technology: one.terms for one in researches(table, trading=False)}}


def changed_slot(table: Table, kind: str) -> tuple[int, str, float] | None:
    """The slot that is changed next on a blueprint, the part that it gets, and the strength that this adds."""
    tiles, more = next_tile(table.me, kind, 2, table.strength.enemy)
    for slot, (now, then) in enumerate(zip(placed(table.me, kind), tiles, strict=True)):
        if now != then:
            return slot, then, more
    return None


def laid(table: Table, kind: str, slot: int, part: str) -> Terms:
    """What it brings to lay a part on a slot, or to take off what lies there."""
    me, enemy, n = table.me, table.strength.enemy, weights(table).get(kind, 0.0)
    tiles = placed(me, kind)
    able = kind not in faults(me)
    now = power(stats(me, kind), enemy) if able else 0.0
    can = sum_up(me.species, kind, (*tiles[:slot], part, *tiles[slot + 1 :]))
    if can.energy < 0 or (can.drives == 0) != (kind == "starbase"):
        return {terms_.STRENGTH: -1.0}
    return {terms_.STRENGTH: table.strength.gain(n * max(-now, power(can, enemy) - now))}


def _slots(table: Table, kind: str, left: int) -> dict[int, Terms]:
    """What the best part for each slot of a blueprint brings; what the robot wants counts as far as it goes."""
    me, found = table.me, dict[int, Terms]()
    parts = useful_parts(me)
    for slot, tile in enumerate(placed(me, kind)):
        if tile and PARTS[tile].ancient:
            found[slot] = {terms_.STRENGTH: -1.0}
        elif left:
            found[slot] = max((laid(table, kind, slot, part) for part in parts if part != tile), key=total, default={})
        elif tile:
            found[slot] = laid(table, kind, slot, "")
    wanted = changed_slot(table, kind) if left else None
    if wanted is not None:
        slot, _, more = wanted
        gain = table.strength.gain(weights(table).get(kind, 0.0) * more)
        found[slot] = {terms_.STRENGTH: max([gain, *(total(terms) for terms in found.values())]), terms_.OTHER: 0.01}
    return {
        slot: terms if total(terms) > LEAST_GAIN else plus(terms, {terms_.OTHER: -WASTED})
        for slot, terms in found.items()
    }


def _upgrade(table: Table, prompt: Prompt) -> Weighed:
    """Change the slot that makes most of the ships; where a blueprint cannot stay so, one of its slots."""
    wrong, left = faults(table.me), number(prompt)
    chosen = next_upgrade(table, table.me, left) if left else None
    found: dict[str, Terms] = {"done": {}}
    for kind in SHIPS:
        slots = _slots(table, kind, left)
        for slot, terms in slots.items():
            first = chosen is not None and kind == chosen[0] and slot == (changed_slot(table, kind) or (-1,))[0]
            mended = kind in wrong and (not left or chosen is None or chosen[0] == kind)
            rule = 10.0 * first + 20.0 * mended
            found[f"{kind}-{slot + 1}"] = plus(terms, {terms_.OTHER: rule}) if rule else terms
        found[kind] = max(slots.values(), key=total, default={})
    return found


def _upgrade_slot(table: Table, prompt: Prompt) -> Weighed:
    kind = named(prompt, "ship")
    found: dict[str, Terms] = {str(slot + 1): terms for slot, terms in _slots(table, kind, 1).items()}
    back = {terms_.OTHER: -100.0 if kind in faults(table.me) else 0.0}
    return {**found, "back": back}


def _upgrade_part(table: Table, prompt: Prompt) -> Weighed:
    """Lay the part that is wanted; a tile that lies there, or that cannot stay, is taken off first.

    Back goes only who came here for nothing: a robot never does, and would come again (`_slots`).
    """
    slot = prompt.text.args["slot"]
    assert isinstance(slot, Text)
    ship = slot.args["ship"]
    assert isinstance(ship, Text)
    n = slot.args["n"]
    assert isinstance(n, int)
    kind, legal = ship.id.rsplit(".", 1)[-1], ids(prompt)
    wanted = changed_slot(table, kind)
    here = wanted is not None and wanted[0] + 1 == n
    found: dict[str, Terms] = {
        pick: laid(table, kind, n - 1, "" if pick == REMOVE else pick) for pick in legal if pick != "back"
    }
    if wanted is not None and here and wanted[1] in legal:
        found[wanted[1]] = plus(found[wanted[1]], {terms_.OTHER: 10.0})
    elif REMOVE in legal and (here or kind in faults(table.me)):
        found[REMOVE] = plus(found[REMOVE], {terms_.OTHER: 10.0})
    best = max(map(total, found.values()), default=0.0)
    of_use = best > LEAST_GAIN or kind in faults(table.me)
    return {**found, "back": {terms_.OTHER: best - BACK if of_use else BACK}}


def _build(table: Table, prompt: Prompt) -> Weighed:
    """Build what brings most, each thing with the best that goes with it, where it is needed most."""
    found: dict[str, Terms] = {"done": {}}
    legal = ids(prompt)
    for item, plan in build_plans(table, number(prompt), trading=False).items():
        found[item] = plan.terms
        sectors = [id.partition("-")[2] for id in legal if id.startswith(f"{item}-")]
        for id, off in _where(table, item, sectors, plan.at).items():
            found[f"{item}-{id}"] = plus(plan.terms, {terms_.OTHER: off}) if off else plan.terms
    return found


def _build_at(table: Table, prompt: Prompt) -> Weighed:
    """Build ships where they are needed, structures where they are safe."""
    item, legal = named(prompt, "item"), ids(prompt)
    plan = build_plan(table, build.most(table.me), trading=False, first=item) if item in SHIPS else None
    return {id: {terms_.OTHER: off} for id, off in _where(table, item, legal, plan.at if plan else "").items()}


def _where(table: Table, item: str, sectors: list[str], at: str) -> dict[str, float]:
    """How much worse sectors are to build a thing in than the best one: where it is wanted, else the dearest."""
    if item in SHIPS and at in sectors:
        return {id: 0.0 if id == at else -0.1 for id in sectors}
    dear = {id: loss_of(table.state, table.seat, table.state.sectors[id]) for id in sectors}
    order = sorted(dear, key=lambda one: (dear[one], one), reverse=True)
    return {id: -0.01 * rank for rank, id in enumerate(order)}


def _starting(table: Table, moves: int, kind: str, origin: str) -> Terms:
    """What the best attack is worth that a ship begins."""
    plan = move_plan(table, moves, (kind, origin))
    return {terms_.OTHER: -1.0} if plan is None else plan.terms


def _move(table: Table, prompt: Prompt) -> Weighed:
    found: dict[str, Terms] = {"done": {}}
    legal, moves = ids(prompt), number(prompt)
    best = move_plan(table, moves)
    for kind, short in ONE_OF.items():
        origins = [id for id, sector in table.state.sectors.items() if kind in sector.ships.get(table.seat, {})]
        begun = {origin: _starting(table, moves, kind, origin) for origin in origins}
        if best is not None and best.attack.first[0] == kind:
            begun[best.attack.first[1]] = best.terms
        found |= {f"{short}-{origin}": terms for origin, terms in begun.items()}
        if begun:
            found[short] = max(begun.values(), key=total)
    return {id: terms for id, terms in found.items() if id in legal}


def _move_from(table: Table, prompt: Prompt) -> Weighed:
    kind, limit = named(prompt, "ship"), SPECIES[table.me.species].limits.move
    return {id: _starting(table, limit, kind, id) for id in ids(prompt)}


def _move_to(table: Table, prompt: Prompt) -> Weighed:
    """Go on to the target of the best attack that this ship can be a part of."""
    legal, kind, at = ids(prompt), named(prompt, "ship"), str(prompt.text.args["sector"])
    limit = SPECIES[table.me.species].limits.move
    targets = {target.sector: target for target in table.targets}
    plan = move_plan(table, limit, (kind, at))
    here = targets.get(at)
    goes = plan is not None and plan.attack.value > 0
    found: dict[str, Terms] = {}
    for pick in legal:
        id = pick.removeprefix(TO)
        if pick == STOP:
            found[pick] = {terms_.OTHER: 100.0 if not goes or (here is not None and here.against) else -1.0}
        elif plan is None or not goes:
            found[pick] = {terms_.OTHER: -0.5 * (table.state.sectors[id].disc != table.seat)}
        else:
            off = targets[plan.attack.target].distance.get(id, 99)
            found[pick] = plus(plan.terms, {terms_.OTHER: -0.1 * off}) if off else plan.terms
    return found


WEIGHERS: Mapping[str, Weigher] = {
    "explore": _explore,
    "second": _second,
    "place": _place,
    "claim": _claim,
    "influence": _influence,
    "influence-to": _influence_to,
    "research": _research,
    "upgrade": _upgrade,
    "upgrade-slot": _upgrade_slot,
    "upgrade-part": _upgrade_part,
    "build": _build,
    "build-at": _build_at,
    "move": _move,
    "move-from": _move_from,
    "move-to": _move_to,
}
