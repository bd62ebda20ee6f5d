"""What the robot of Eclipse builds, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from rules.eclipse.blueprints import stats
from rules.eclipse.components import MATERIALS, MONOLITH, ORBITAL, POINTS, REACTIONS, SHIPS
from rules.eclipse.economy import own_sectors
from rules.eclipse.fleets import foreign, supply
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.fleet import power
from rules.eclipse.robot.table import NOTHING, PROMISE, Idea, Table, Trade, idea, promise, trades_for
from rules.eclipse.robot.terms import Terms, plus, total
from rules.eclipse.robot.value import Books, backlog, settle, worth
from rules.eclipse.robot.war import Ships, exposure, outcome
from rules.eclipse.steps import build

#: How many sectors are looked at to be guarded.
MOST_FEARED = 2


class Plan(NamedTuple):
    """Things to build: what they bring, what they are, and where ships among them are built."""

    gain: float
    items: tuple[str, ...]
    at: str
    trades: list[Trade]
    terms: Terms


def contested(table: Table) -> list[str]:
    """The own sectors where enemies are."""
    return [sector.id for sector in own_sectors(table.state, table.seat) if foreign(table.state, sector, table.seat)]


def yards(table: Table) -> list[str]:
    """The own sectors where ships might be built: those nearest to something to do, and those under attack."""
    own = [sector.id for sector in own_sectors(table.state, table.seat)]
    free = [id for id in own if id not in contested(table)] or own
    found = contested(table)
    for target in table.prime:
        near = [id for id in free if id in target.distance]
        if near:
            found.append(min(near, key=lambda one: (target.distance[one], one)))
    feared = sorted((one for one in table.exposed if one in own), key=lambda one: (-table.exposed[one], one))
    found += feared[:MOST_FEARED]
    return list(dict.fromkeys(found or free[:1]))


def most_items(table: Table, reaction: bool) -> int:
    """How many things one action builds."""
    return REACTIONS["build"] if reaction else build.most(table.me)


def can_build(table: Table, item: str) -> bool:
    """Whether an item may be built, its price not looked at."""
    needed = build.NEEDED.get(item, "")
    if needed and needed not in table.me.technologies:
        return False
    if item in SHIPS:
        return supply(table.state, table.seat, item) > 0
    own = own_sectors(table.state, table.seat)
    return table.state.structures > 0 and any(build.takes(sector, item) for sector in own)


def bundles(table: Table, most: int) -> Iterator[tuple[str, ...]]:
    """All that could be built together."""
    items = [item for item in build.ITEMS if can_build(table, item)]
    for size in range(1, most + 1):
        for bundle in combinations_with_replacement(items, size):
            if all(
                bundle.count(item) <= (supply(table.state, table.seat, item) if item in SHIPS else _room(table, item))
                for item in set(bundle)
            ):
                yield bundle


def _room(table: Table, item: str) -> int:
    own = own_sectors(table.state, table.seat)
    return min(table.state.structures, sum(build.takes(sector, item) for sector in own))


def structures_terms(table: Table, bundle: Iterable[str], one: Books) -> Terms:
    """What orbitals and monoliths bring; `one` is after paying for them."""
    points, economy, orbitals = 0.0, 0.0, 0
    for item in bundle:
        if item == MONOLITH:
            points += POINTS.monolith * (0.95 if table.left else 1.0)
        orbitals += item == ORBITAL
    if orbitals:
        ships = table.me.colony - backlog(table.state, table.seat)
        after, later = settle(one, [ORBITAL] * orbitals, ships, table.left)
        economy = later + worth(after, table.left) - worth(one, table.left)
    return {terms_.POINTS: points, terms_.ECONOMY: economy}


def build_plans(table: Table, most: int, *, trading: bool = True, first: str = "") -> dict[str, Plan]:
    """The best things to build with one action for each thing that is among them; `first`: only with this one."""
    best: dict[str, Plan] = {}
    places: list[str] | None = None
    now = 0.0
    for bundle in bundles(table, most):
        if first and first not in bundle:
            continue
        cost = sum(build.cost(table.me, item) for item in bundle)
        traded = (table.books, list[Trade]()) if table.books.goods[2] >= cost else None
        if traded is None and trading:
            traded = trades_for(table, MATERIALS, cost)
        if traded is None:
            continue
        after = traded[0].paid(MATERIALS, cost)
        terms = plus(structures_terms(table, bundle, after), {terms_.ECONOMY: worth(after, table.left) - table.base})
        ships = [(kind, bundle.count(kind)) for kind in SHIPS if kind in bundle]
        at = ""
        if ships:
            if places is None:
                places, now = yards(table), table.promise
            enemy = table.strength.enemy
            more = sum(n * power(stats(table.me, kind), enemy) for kind, n in ships)
            terms = plus(terms, {terms_.STRENGTH: table.strength.gain(more)})
            if places:
                found = {id: yard_terms(table, id, ships, now) for id in places}
                at = max(found, key=lambda one: (total(found[one]), one))
                terms = plus(terms, found[at])
        plan = Plan(total(terms), bundle, at, traded[1], terms)
        for item in bundle:
            if item not in best or plan.gain > best[item].gain + 1e-9:
                best[item] = plan
    return best


def build_plan(table: Table, most: int, *, trading: bool = True, first: str = "") -> Plan | None:
    """The best things to build with one action; `first`: this is among them."""
    found = build_plans(table, most, trading=trading, first=first)
    return max(found.values(), key=lambda plan: plan.gain, default=None)


def yard_terms(table: Table, id: str, ships: Ships, now: float) -> Terms:
    """What ships bring that are built in a sector; `now` is what the best attack is worth without them."""
    terms = {terms_.ATTACKS: PROMISE * max(0.0, promise(table, {id: ships}) - now)}
    if id in table.exposed:
        after = exposure(table.state, table.seat, id, table.threats[id], ships)
        terms[terms_.DEFENCE] = max(0.0, table.exposed[id] - after)
    target = next((target for target in table.targets if target.sector == id), None)
    if target is None or not target.against:
        return terms
    before = outcome(table.state, table.seat, target, target.here)
    return {**terms, terms_.DEFENCE: outcome(table.state, table.seat, target, [*target.here, *ships]) - before}


def build_idea(table: Table, reaction: bool) -> Idea:
    """Build the best things."""
    plan = build_plan(table, most_items(table, reaction))
    if plan is None:
        return NOTHING
    return idea(plan.terms, *(plan.trades[0].picks if plan.trades else ("build",)))
