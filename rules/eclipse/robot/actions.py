"""How the robot of Eclipse carries out an action, prompt by prompt."""

from __future__ import annotations

from collections.abc import Mapping

from rules.eclipse.blueprints import placed
from rules.eclipse.components import SHIPS, SPECIES
from rules.eclipse.economy import own_sectors
from rules.eclipse.galaxy import EDGES, openings, opposite, place
from rules.eclipse.places import split
from rules.eclipse.robot.builds import build_plan
from rules.eclipse.robot.plan import (
    exploration,
    flip_gain,
    influence_targets,
    move_plan,
    researches,
    tile_gain,
)
from rules.eclipse.robot.prompts import Chooser, ids, named, number
from rules.eclipse.robot.table import Table, able_to_pay
from rules.eclipse.robot.turn import settled
from rules.eclipse.robot.upgrades import next_tile, next_upgrade
from rules.eclipse.robot.value import control_gain, loss_of
from rules.eclipse.state import FULL, NOBODY, Sector
from rules.eclipse.steps import build, diplomacy, free
from rules.eclipse.steps.explore import DISCARD
from rules.eclipse.steps.influence import TRACK
from rules.eclipse.steps.move import ONE_OF, STOP, TO
from rules.eclipse.steps.upgrade import REMOVE, faults
from rules.kernel import hexes
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import Text


#: What it is worth to come to border on somebody with whom relations are possible.
BORDER = 1.5


def _explore(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal, colony = ids(prompt), settled(table, prompt)
    if colony:
        return colony
    gain, name = exploration(table)
    return "done" if "done" in legal and gain < 0.2 else name


def _second(table: Table, prompt: Prompt, rng: Rng) -> str:
    del table, prompt, rng
    return "yes"


def _place(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Lay the best of the sectors drawn as it fits best."""
    del rng
    gains = {tile: tile_gain(table, tile) for tile in table.state.turned}
    legal = ids(prompt)

    def gain(pick: str) -> float:
        if pick == DISCARD:
            return 0.05
        tile, _, turns = pick.partition("-")
        return gains[tile] + fitting(table, tile, int(turns))

    return max(legal, key=gain)


def fitting(table: Table, tile: str, turns: int) -> float:
    """What the wormholes of a sector are worth as it is turned: ways on, ways home, ways to others."""
    state, seat, me = table.state, table.seat, table.me
    hex = place(state.turned_for)
    at = {(one.q, one.r): one for one in state.sectors.values()}
    friends = {sector.disc for sector in own_neighbours(table)}
    total = 0.0
    for edge, open_ in enumerate(openings(tile, turns)):
        other = at.get(hexes.add(hex, EDGES[edge]))
        if other is None:
            total += 0.15 * open_
        elif open_ and openings(other.id, other.turns)[opposite(edge)]:
            if other.disc == seat:
                total += 0.3
            elif other.disc == NOBODY:
                total += 0.15
            elif other.disc in me.partners:
                total += 0.02
            elif diplomacy.in_game(state) and other.disc not in friends and diplomacy.unable(me) is None:
                total += BORDER
            else:
                total -= 0.2
    return total


def own_neighbours(table: Table) -> list[Sector]:
    """The sectors of others that own sectors are fully connected with."""
    return [
        table.state.sectors[id]
        for sector in own_sectors(table.state, table.seat)
        for id, link in zip(sector.around, sector.links, strict=True)
        if id and link == FULL and table.state.sectors[id].disc not in (NOBODY, table.seat)
    ]


def _claim(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    one = table.books
    option = prompt.option("yes")
    sector = table.state.sectors[split(option.place)[1]]
    payable = able_to_pay(table, one._replace(discs=one.discs - 1))
    return "yes" if payable and control_gain(table.state, table.seat, sector, one) > 0 else "no"


def _influence(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal, colony = ids(prompt), settled(table, prompt)
    if colony:
        return colony
    one = table.books
    if TRACK in legal and able_to_pay(table, one._replace(discs=one.discs - 1)):
        found = influence_targets(table)
        if found and found[0][0] > 0:
            return TRACK
    for gain, id in influence_targets(table):
        direct = f"{TRACK}-{id}"
        if direct in legal and gain > 0 and able_to_pay(table, one._replace(discs=one.discs - 1)):
            return direct
    if free.FLIP in legal and flip_gain(table, 1) > 0.01:
        return free.FLIP
    return "done"


def _influence_to(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    return next((id for _, id in influence_targets(table) if id in legal), legal[0])


def _research(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    found = sorted(researches(table, trading=False), key=lambda one: (-one[0], one[1]))
    best = next((one for one in found if one[1] in legal), None)
    if best is None or ("done" in legal and best[0] <= 0):
        return "done" if "done" in legal else legal[0]
    return best[1]


def _upgrade(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Change the slot that makes most of the ships; where a blueprint cannot stay so, one of its slots."""
    del rng
    wrong, left = faults(table.me), number(prompt)
    found = next_upgrade(table, table.me, left) if left else None
    kind = wrong[0] if wrong and not left else found[0] if found is not None else wrong[0] if wrong else ""
    if not kind:
        return "done"
    able = [id for id in ids(prompt) if id.startswith(f"{kind}-")]
    slot = changed_slot(table, kind)
    if slot is not None and f"{kind}-{slot[0] + 1}" in able:
        return f"{kind}-{slot[0] + 1}"
    return able[0] if kind in wrong else "done"


def changed_slot(table: Table, kind: str) -> tuple[int, str] | None:
    """The slot that is changed next on a blueprint, and the part that it gets."""
    tiles, _ = next_tile(table.me, kind, 2, table.strength.enemy)
    for slot, (now, then) in enumerate(zip(placed(table.me, kind), tiles, strict=True)):
        if now != then:
            return slot, then
    return None


def _upgrade_slot(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal, kind = ids(prompt), named(prompt, "ship")
    found = changed_slot(table, kind)
    if found is not None and str(found[0] + 1) in legal:
        return str(found[0] + 1)
    return legal[0] if kind in faults(table.me) else "back"


def _upgrade_part(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Lay the part that is wanted; a tile that lies there, or that cannot stay, is taken off first."""
    del rng
    slot = prompt.text.args["slot"]
    assert isinstance(slot, Text)
    ship = slot.args["ship"]
    assert isinstance(ship, Text)
    legal, kind = ids(prompt), ship.id.rsplit(".", 1)[-1]
    found = changed_slot(table, kind)
    here = found is not None and found[0] + 1 == slot.args["n"]
    if found is not None and here and found[1] in legal:
        return found[1]
    return REMOVE if REMOVE in legal and (here or kind in faults(table.me)) else "back"


def _build(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    plan = build_plan(table, number(prompt), trading=False)
    if plan is None or ("done" in legal and plan.gain <= 0):
        return "done" if "done" in legal else legal[0]
    at = {item: [id for id in legal if id.startswith(f"{item}-")] for item in build.ITEMS}
    item = next((item for item in plan.items if item in legal or at[item]), legal[0])
    if f"{item}-{plan.at}" in legal or item in legal:
        return f"{item}-{plan.at}" if f"{item}-{plan.at}" in legal else item
    return f"{item}-{_where(table, item, [id.partition('-')[2] for id in at[item]])}"


def _build_at(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Build ships where they are needed, structures where they are safe."""
    del rng
    return _where(table, named(prompt, "item"), ids(prompt))


def _where(table: Table, item: str, sectors: list[str]) -> str:
    """The best of some sectors to build a thing in."""
    if item in SHIPS:
        plan = build_plan(table, build.most(table.me), trading=False, first=item)
        if plan is not None and plan.at in sectors:
            return plan.at
    safe = {id: loss_of(table.state, table.seat, table.state.sectors[id]) for id in sectors}
    return max(safe, key=lambda one: (safe[one], one))


def _move(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    plan = move_plan(table, number(prompt))
    if plan is None or ("done" in legal and plan.value <= 0):
        return "done" if "done" in legal else legal[0]
    kind = plan.first[0]
    short = ONE_OF[kind]
    if short in legal:
        return short
    found = {id.removeprefix(f"{short}-"): id for id in legal if id.startswith(f"{short}-")}
    return found[_origin(table, kind, list(found))]


def _origin(table: Table, kind: str, sectors: list[str]) -> str:
    """Of some sectors with ships of a type, that from which one is worth most."""
    limit = SPECIES[table.me.species].limits.move
    found = []
    for id in sectors:
        plan = move_plan(table, limit, (kind, id))
        if plan is not None:
            found.append((plan.value, id))
    return max(found)[1] if found else sectors[0]


def _move_from(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    return _origin(table, named(prompt, "ship"), ids(prompt))


def _move_to(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Go on to the target of the best attack that this ship can be a part of."""
    del rng
    legal, kind, at = ids(prompt), named(prompt, "ship"), str(prompt.text.args["sector"])
    limit = SPECIES[table.me.species].limits.move
    targets = {target.sector: target for target in table.targets}
    plan = move_plan(table, limit, (kind, at))
    here = targets.get(at)
    if STOP in legal and here is not None and (plan is None or plan.value <= 0 or here.against):
        return STOP
    found = {id.removeprefix(TO): id for id in legal if id != STOP}
    if plan is None or (plan.value <= 0 and STOP in legal):
        own = [id for id in found if table.state.sectors[id].disc == table.seat]
        return STOP if STOP in legal else found[(own or list(found))[0]]
    distance = targets[plan.target].distance
    return found[min(found, key=lambda one: (distance.get(one, 99), one))]


CHOOSERS: Mapping[str, Chooser] = {
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
