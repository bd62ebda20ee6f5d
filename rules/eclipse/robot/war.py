"""Where a robot of Eclipse fights: what a sector is worth to it, and which ships it would send there.

A `Target` is a sector where ships of a seat could change something: enemies to fight, a rival's population, or nobody
at all. An `Attack` is a target with the ships that go there in the fewest moves.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from rules.eclipse.blueprints import stats
from rules.eclipse.components import COSTS, MATERIALS, NEUTRON_BOMBS, SHIPS, SPECIES, STARBASE
from rules.eclipse.fleets import enemies, foreign, least_link, with_ancients
from rules.eclipse.galaxy import near
from rules.eclipse.prospect import prospect_in
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.fleet import (
    Enemy,
    Fleet,
    Odds,
    defenders,
    draws_for,
    enemy_of,
    fleet,
    hit_chance,
    merged,
    might,
    odds,
    power,
)
from rules.eclipse.robot.terms import Terms, plus, times, total
from rules.eclipse.robot.value import (
    BEST_OF,
    UNIT,
    Books,
    control_terms,
    loss_of,
    loss_terms,
    reputation_gain,
    rounds_left,
)
from rules.eclipse.state import NOBODY, EclipseState, Player, Sector

#: What it is worth that a rival loses a point.
SPITE = 0.25
#: What one more action costs that an attack needs, as a part of what it brings.
PATIENCE = 0.8
#: What a further attack of the same action is worth: discs and money may lack to hold all that is won.
ANOTHER = 0.8
#: How many of the best attacks by the formula are weighed by the exact odds.
LOOKED_AT = 2
#: How likely rivals who could win an own sector come for it.
DANGER = 0.25
#: How far ships look, in moves.
FARTHEST = 6
#: What reputation tiles are worth less for each round to come: better ones will take their place.
REPLACED = 0.06
#: What it is worth to be much stronger than the neighbours, and how strong they are at least taken to be.
MIGHT = 4.0
CAUTION = 1.0
#: By the rounds to come, the part of that which counts: nobody attacks at first, and at last it is too late.
WARLIKE = (0.3, 0.5, 0.7, 0.8, 0.8, 0.8, 0.7, 0.5, 0.35)

Ships = Sequence[tuple[str, int]]


class Target(NamedTuple):
    """A sector worth going to."""

    sector: str
    against: Fleet
    distance: Mapping[str, int]
    """Sectors from which ships get there, by the number of steps."""
    here: Ships
    """The own ships that are there already."""
    prize: float
    """What it is worth to win there, and hold the sector or take it, reputation not counted."""
    won: Terms
    """What that is made of."""
    glory: float
    """What the reputation tiles of a victory are worth."""
    spite: float
    """What it is worth that the rival loses the sector."""


NOTHING_HELD: Mapping[str, Target] = {}


class Attack(NamedTuple):
    """Ships that go to a target. `moves` counts activations; `first` is the type and origin of the next one."""

    value: float
    target: str
    moves: int
    first: tuple[str, str]
    sent: tuple[tuple[str, str], ...]
    """The types and origins of all ships that go."""


def spared(state: EclipseState, seat: int, sector: Sector) -> bool:
    """Whether a seat keeps out of a sector, because entering it would break relations."""
    partners = state.players[seat].partners
    return sector.disc in partners or any(other in sector.ships for other in partners)


def distances(state: EclipseState, seat: int, target: str) -> dict[str, int]:
    """The steps to a target from every sector; no way leads through enemies or partners."""
    least = least_link(state.players[seat])
    found = {target: 0}
    queue = deque([target])
    while queue:
        id = queue.popleft()
        if found[id] >= FARTHEST or (id != target and foreign(state, state.sectors[id], seat)):
            continue
        for other in near(state.sectors[id], least):
            if other not in found and not spared(state, seat, state.sectors[other]):
                found[other] = found[id] + 1
                queue.append(other)
    return found


def targets(state: EclipseState, seat: int, one: Books) -> list[Target]:
    """All sectors where a seat's ships could change something; `one` are its books."""
    me = state.players[seat]
    lasting = 1 - REPLACED * rounds_left(state)
    found = []
    for sector in state.sectors.values():
        against = defenders(state, sector, seat)
        open_ = sector.disc not in (NOBODY, seat) or (sector.disc == NOBODY and not against)
        if (against or open_) and not spared(state, seat, sector):
            distance = distances(state, seat, sector.id)
            here = list(sector.ships.get(seat, {}).items())
            if here or len(distance) > 1:
                spite = 0.0
                if sector.disc == seat:
                    won = times(loss_terms(state, seat, sector), 0.8)
                else:
                    if sector.disc != NOBODY:
                        spite = SPITE * loss_of(state, sector.disc, sector)
                    won = times(control_terms(state, seat, cleared(sector), one), 0.9)
                    won = won if total(won) > 0 else {}
                glory = lasting * reputation_gain(me, draws_for(state, sector, seat)) if against else 0.0
                found.append(Target(sector.id, against, distance, here, total(won), won, glory, spite))
    return found


@lru_cache(1 << 12)
def destroyed(dice: tuple[tuple[int, float], ...], cubes: int) -> float:
    """The chance that dice, each with what a hit of it destroys and its chance to hit, destroy so many cubes."""
    chances = [1.0] + [0.0] * cubes
    for hits, chance in dice:
        after = [share * (1 - chance) for share in chances]
        for n, share in enumerate(chances):
            after[min(cubes, n + hits)] += share * chance
        chances = after
    return chances[cubes]


def population_chance(state: EclipseState, seat: int, sector: Sector, ships: Ships, left: float) -> float:
    """The chance that ships destroy all cubes of a sector, if such a share of them is there to do it."""
    me, owner = state.players[seat], state.players[sector.disc]
    cubes = len(sector.cubes) + sector.orbital_cube
    if not cubes or SPECIES[owner.species].defenceless or NEUTRON_BOMBS in me.technologies:
        return 1.0
    dice: list[tuple[int, float]] = []
    for kind, n in ships:
        can = stats(me, kind)
        chance = hit_chance(can.computer, 0)
        dice += [(die if state.rules.by_damage else 1, chance) for die in can.cannons] * n
    share = left * len(dice)
    most = min(len(dice), int(share) + 1)
    some = destroyed(tuple(dice[:most]), cubes)
    return (
        some
        if share >= most
        else some * (share - most + 1) + destroyed(tuple(dice[: most - 1]), cubes) * (most - share)
    )


class Outcome(NamedTuple):
    """What it is worth to have ships at a target when the battles are fought; the values add up."""

    prize: float = 0.0
    rivals: float = 0.0
    reputation: float = 0.0
    losses: float = 0.0


def exact_odds(state: EclipseState, seat: int, target: Target, ships: Ships) -> Odds | None:
    """The exact odds of ships at a target; None where they would not fight just one party."""
    sector = state.sectors[target.sector]
    rivals = [other for other in sector.ships if other != seat]
    ancients = bool(sector.ancients) and not with_ancients(state.players[seat])
    if len(rivals) + ancients + sector.gcds != 1 or not ships:
        return None
    there = msgspec.structs.replace(sector, ships={**sector.ships, seat: dict(ships)})
    expected = prospect_in(state, there)
    if expected is None:
        return None
    win = expected.odds.attacker if expected.attacker == seat else expected.odds.defender
    left = sum(n for group, n in zip(expected.groups, expected.odds.left, strict=True) if group.side == seat)
    return Odds(win, min(1.0, left / sum(n for _, n in ships) / win) if win else 0.0)


def outcomes(state: EclipseState, seat: int, target: Target, ships: Ships, *, exact: bool = False) -> Outcome:
    """Look at what comes of ships at a target."""
    if not ships:
        return Outcome()
    me, sector = state.players[seat], state.sectors[target.sector]
    expected = exact_odds(state, seat, target, ships) if exact else None
    win, left = expected or odds(fleet(me, ships), target.against, sector.disc == seat)
    take = win
    if sector.disc not in (NOBODY, seat):
        take *= population_chance(state, seat, sector, ships, left)
    if not target.against:
        return Outcome(take * target.prize, take * target.spite)
    lasting = 1 - REPLACED * rounds_left(state)
    reputation = win * target.glory + (1 - win) * 0.9 * lasting * min(BEST_OF[1], reputation_gain(me, 1))
    costs = COSTS[SPECIES[me.species].costs]
    material = UNIT[MATERIALS] if rounds_left(state) else 0.02
    losses = (1 - win * left) * material * 1.3 * sum(n * costs[kind] for kind, n in ships)
    return Outcome(take * target.prize, take * target.spite, reputation, -losses)


def outcome(state: EclipseState, seat: int, target: Target, ships: Ships) -> float:
    """What it is worth to have these ships at a target when the battles are fought."""
    return sum(outcomes(state, seat, target, ships))


def attack_terms(
    state: EclipseState, seat: int, target: Target, found: Attack, held: Mapping[str, Target]
) -> dict[str, float]:
    """What the value of an attack is made of, by the exact odds."""
    going = merged(target.here, Counter(kind for kind, _ in found.sent).items())
    after = outcomes(state, seat, target, going, exact=True)
    before = outcomes(state, seat, target, target.here, exact=True)
    prize, rivals, reputation, losses = (one - other for one, other in zip(after, before, strict=True))
    losses -= missed(state, seat, held, [Mover(0, *one) for one in found.sent])
    won = times(target.won, prize / target.prize) if target.prize else {}
    terms = plus(won, {terms_.RIVALS: rivals, terms_.REPUTATION: reputation, terms_.LOSSES: losses})
    limit = SPECIES[state.players[seat].species].limits.move
    return times(terms, PATIENCE ** ((found.moves - 1) // limit))


def cleared(sector: Sector) -> Sector:
    """The sector without anybody in it."""
    return Sector(
        sector.id,
        sector.q,
        sector.r,
        sector.turns,
        discovery=sector.discovery,
        orbital=sector.orbital,
        monolith=sector.monolith,
    )


class Mover(NamedTuple):
    """A ship that can go to a target in so many moves."""

    moves: int
    kind: str
    origin: str


def movers(
    state: EclipseState,
    seat: int,
    target: Target,
    more: Mapping[str, Ships],
    busy: Iterable[tuple[str, str]] = (),
) -> list[Mover]:
    """The ships that can go to a target, those with the fewest moves first, the strongest first among them.

    `more` are ships that are not built yet, by sector; `busy` are types and origins of ships that go elsewhere.
    """
    gone = Counter(busy)
    me = state.players[seat]
    reach = {kind: stats(me, kind).move for kind in SHIPS}
    cost = COSTS[SPECIES[me.species].costs]
    found = []
    for id, steps in target.distance.items():
        sector = state.sectors[id]
        own = merged(sector.ships.get(seat, {}).items(), more.get(id, ()))
        if id == target.sector or not own or sector.gcds:
            continue
        free = sum(n for _, n in own) - enemies(state, sector, seat)
        if enemies(state, sector, seat) and free < sum(n for _, n in own):
            continue
        for kind, n in own:
            if kind != STARBASE and reach[kind]:
                found += [Mover(-(-steps // reach[kind]), kind, id)] * (n - gone[kind, id])
    found.sort(key=lambda one: (one.moves, -cost[one.kind], one.origin))
    return found


def missed(state: EclipseState, seat: int, held: Mapping[str, Target], leaving: Iterable[Mover]) -> float:
    """What it costs that ships leave targets where they were of use."""
    gone: dict[str, Counter[str]] = {}
    for ship in leaving:
        if ship.origin in held:
            gone.setdefault(ship.origin, Counter())[ship.kind] += 1
    lost = 0.0
    for origin, kinds in gone.items():
        target = held[origin]
        rest = [(kind, n - kinds[kind]) for kind, n in target.here if n > kinds[kind]]
        lost += outcome(state, seat, target, target.here) - outcome(state, seat, target, rest)
    return lost


def attack(
    state: EclipseState,
    seat: int,
    target: Target,
    moves: int,
    *,
    more: Mapping[str, Ships] | None = None,
    starting: tuple[str, str] | None = None,
    busy: Iterable[tuple[str, str]] = (),
    held: Mapping[str, Target] = NOTHING_HELD,
) -> Attack | None:
    """The best attack on a target with so many moves; its value is what the moves add. `starting`: this ship goes.

    Ships that leave one of the targets `held` are missed there.
    """
    more = more or {}
    here = merged(target.here, more.get(target.sector, ()))
    before = outcome(state, seat, target, here)
    limit = SPECIES[state.players[seat].species].limits.move
    able = movers(state, seat, target, more, busy)
    if held:
        able.sort(key=lambda one: (one.moves, one.origin in held))
    if starting is not None:
        first = next((ship for ship in able if (ship.kind, ship.origin) == starting), None)
        if first is None:
            return None
        able.remove(first)
        able.insert(0, first)
    best: Attack | None = None
    spent, going = 0, here
    for at, ship in enumerate(able):
        spent += ship.moves
        if spent > moves:
            break
        going = merged(going, [(ship.kind, 1)])
        value = outcome(state, seat, target, going) - before
        if held:
            value -= missed(state, seat, held, able[: at + 1])
        value *= PATIENCE ** ((spent - 1) // limit)
        if best is None or value > best.value:
            sent = able[: at + 1]
            best = Attack(
                value,
                target.sector,
                spent,
                (able[0].kind, able[0].origin),
                tuple((one.kind, one.origin) for one in sent),
            )
    return best


def best_attack(
    state: EclipseState,
    seat: int,
    aims: Iterable[Target],
    moves: int,
    *,
    more: Mapping[str, Ships] | None = None,
    busy: Iterable[tuple[str, str]] = (),
    held: Mapping[str, Target] = NOTHING_HELD,
) -> Attack | None:
    """The best attack of all, by the formula."""
    found = [attack(state, seat, target, moves, more=more, busy=busy, held=held) for target in aims]
    return max((one for one in found if one is not None), key=lambda one: one.value, default=None)


def chosen_attack(
    state: EclipseState,
    seat: int,
    aims: Iterable[Target],
    moves: int,
    *,
    starting: tuple[str, str] | None = None,
    held: Mapping[str, Target] = NOTHING_HELD,
) -> tuple[Attack, dict[str, float]] | None:
    """The best attack by the exact odds, of the best ones by the formula, and of what its value is made."""
    found = []
    for target in aims:
        one = attack(state, seat, target, moves, starting=starting, held=held)
        if one is not None:
            found.append((one, target))
    found.sort(key=lambda one: -one[0].value)
    weighed = [(one, attack_terms(state, seat, target, one, held)) for one, target in found[:LOOKED_AT]]
    best = max(weighed, key=lambda one: total(one[1]), default=None)
    return None if best is None else (best[0]._replace(value=total(best[1])), best[1])


def campaign(
    state: EclipseState,
    seat: int,
    aims: Iterable[Target],
    moves: int,
    *,
    more: Mapping[str, Ships] | None = None,
    busy: Iterable[tuple[str, str]] = (),
    held: Mapping[str, Target] = NOTHING_HELD,
) -> float:
    """What the best attacks are worth that so many moves make one after the other, each ship in one of them."""
    aims, busy, gain = list(aims), list(busy), 0.0
    while moves > 0:
        found = best_attack(state, seat, aims, moves, more=more, busy=busy, held=held)
        if found is None or found.value <= 0:
            break
        gain += found.value * (1.0 if not gain else ANOTHER)
        moves -= found.moves
        busy += found.sent
        aims = [target for target in aims if target.sector != found.target]
    return gain


def threats(state: EclipseState, seat: int) -> dict[str, list[Fleet]]:
    """What rivals could send into each own sector with one action: own sector -> a fleet of each rival."""
    found: dict[str, list[Fleet]] = {}
    for sector in state.sectors.values():
        if sector.disc != seat:
            continue
        for other, them in enumerate(state.players):
            if other == seat or them.out or not them.species or other in state.players[seat].partners:
                continue
            reach = {kind: stats(them, kind).move for kind in SHIPS}
            near_ = _within(state, sector.id, max(reach.values()), least_link(them))
            able = [
                kind
                for id, steps in near_.items()
                for kind, n in state.sectors[id].ships.get(other, {}).items()
                if steps and reach[kind] >= steps
                for _ in range(n)
            ]
            if able:
                costs = COSTS[SPECIES[them.species].costs]
                able.sort(key=lambda kind: -costs[kind])
                sent = Counter(able[: SPECIES[them.species].limits.move])
                found.setdefault(sector.id, []).append(fleet(them, sorted(sent.items())))
    return found


def _within(state: EclipseState, origin: str, steps: int, least: int) -> dict[str, int]:
    """The sectors at most so many steps from one."""
    found, edge = {origin: 0}, [origin]
    for step in range(1, steps + 1):
        edge = [id for here in edge for id in near(state.sectors[here], least) if id not in found]
        found |= dict.fromkeys(edge, step)
    return found


def exposure(state: EclipseState, seat: int, id: str, against: Iterable[Fleet], more: Ships = ()) -> float:
    """What a seat may lose with an own sector, if these fleets could come and it has so many more ships there."""
    sector = state.sectors[id]
    guards = fleet(state.players[seat], merged(sector.ships.get(seat, {}).items(), more))
    worst = max((odds(one, guards).win for one in against), default=0.0)
    return DANGER * worst * max(0.0, loss_of(state, seat, sector)) if worst else 0.0


def rivals_might(state: EclipseState, seat: int, enemy: Enemy) -> float:
    """How strong those are who could attack a seat: the strongest counts fully."""
    me = state.players[seat]
    strengths = sorted(
        (
            might(state, other, enemy)
            for other, them in enumerate(state.players)
            if other != seat and not them.out and other not in me.partners
        ),
        reverse=True,
    )
    return strengths[0] if strengths else 0.0


class Strength(NamedTuple):
    """How strong a seat is among its neighbours."""

    enemy: Enemy
    mine: float
    theirs: float
    weight: float

    def gain(self, more: float) -> float:
        """What so much more strength is worth by itself."""
        bar = CAUTION + self.theirs
        return self.weight * ((self.mine + more) / (self.mine + more + bar) - self.mine / (self.mine + bar))


def strength_of(state: EclipseState, seat: int) -> Strength:
    """Look at the neighbours."""
    enemy = enemy_of(state, seat)
    theirs = rivals_might(state, seat, enemy)
    left = rounds_left(state)
    weight = MIGHT * (WARLIKE[left]) * (0.4 + 0.6 * min(1.0, theirs / 2))
    return Strength(enemy, might(state, seat, enemy), theirs, weight)


def ship_power(me: Player, kind: str, enemy: Enemy) -> float:
    """The strength of a ship as it is built now."""
    return power(stats(me, kind), enemy)
