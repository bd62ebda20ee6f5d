"""What a table is worth to a seat, in victory points: those it has and those it may still make of what it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from rules.gaia.components import (
    BOOSTERS,
    FINAL_TILES,
    LAB,
    LAST_ROUND,
    MINE,
    RANKS,
    STATION,
    TILES,
    Goods,
)
from rules.gaia.counts import count, has_institute, has_tile, power_value
from rules.gaia.galaxy import galaxy
from rules.gaia.income import incomes
from rules.gaia.power import token_worth
from rules.gaia.scoring import PER_POINT, left_over, research_points
from rules.gaia.state import AREA_2, AREA_3, NO_BRAINSTONE, GaiaState, Player
from rules.gaia.steps.actions import special_gain, specials
from rules.gaia.steps.turn import pass_points

#: What goods are worth while they can still be used, by the rounds left after this one.
FACTOR = (0.8, 1.0, 1.15, 1.3, 1.4, 1.5)
ORE, CREDIT, KNOWLEDGE, QIC = 1.5, 0.5, 1.2, 2.2
#: How many credits go with an ore, what both are worth together, and what is to spare of either.
PER_ORE, BUNDLE, SPARE_ORE, SPARE_CREDIT = 1.7, 2.5, 0.9, 0.4
#: How many incomes of the rounds left count: later ones bring less.
TIMES = (0.0, 0.92, 1.8, 2.6, 3.3, 3.85)
#: Power charged in a round by what others build, what a charge is worth, and a token, up to so many.
LEECH, CHARGED, TOKEN, ENOUGH = 3, 0.24, 0.2, 9
#: The same of goods that come as income: ore, credits, knowledge, Q.I.C., power charged, power tokens.
COMING = (1.7, 0.6, 1.2, 2.2, 0.34, 0.5)
#: Power: a token in area I, in II, in III and in the Gaia area.
POWER = (0.08, 0.42, 0.72, 0.1)
#: The same for Nevlas, what a charge is worth to them, and a token: every token in area III is a knowledge to them, and
#: comes back in the next round.
NEVLAS = ((0.1, 0.6, 1.05, 0.1), 0.42, 0.35)
#: The same in the last round: ore, credits, knowledge, Q.I.C.; power by area.
LAST = (0.5, 0.34, 0.5, 0.9)
LAST_POWER = (0.02, 0.12, 0.26, 0.0)
#: From how much on goods are worth half: they cannot be used at once.
PLENTY = {"ore": 7, "credits": 16, "knowledge": 8, "qic": 4}
#: What a level of research promises beyond what it brings at once, for each round left.
PROMISE: dict[str, tuple[float, ...]] = {
    "terra": (0, 0.1, 0.7, 1.3, 1.4, 1.4),
    "nav": (0, 0.2, 0.8, 0.9, 1.3, 1.5),
    "ai": (0, 0.1, 0.2, 0.3, 0.4, 0.4),
    "gaia": (0, 0.5, 0.6, 1.2, 1.7, 1.7),
    "eco": (0, 0, 0, 0, 0, 0),
    "sci": (0, 0, 0, 0, 0, 0),
}
#: What a level is worth as a step to the levels that score.
CLIMB = (0.0, 0.9, 2.0, 1.5, 1.0, 0.0)
#: What an institute promises for each round left.
INSTITUTES = {
    "terrans": 1.5, "lantids": 1.0, "xenos": 1.0, "gleens": 0.4, "taklons": 0.8, "ambas": 0.8, "hadsch-hallas": 1.5,
    "ivits": 0, "geodens": 1.2, "baltaks": 0.8, "firaks": 3.5, "bescods": 0.8, "nevlas": 1.5, "itars": 2.0,
}  # fmt: skip
#: What a structure promises as a step to the next one, while there are rounds left.
STEP_TO = {MINE: 0.3, STATION: 1.9, LAB: 1.2}
#: A point of power value that a federation can still use.
STRENGTH = 1.0
FORMER, SENT = 0.8, 2.6


def goods_value(goods: Goods, left: int) -> float:
    """Estimate goods that are still to come."""
    ore, credit, knowledge, qic, charge, token = COMING
    return goods.vp + FACTOR[left] * (
        goods.ore * ore
        + goods.credits * credit
        + goods.knowledge * knowledge
        + goods.qic * qic
        + goods.power * charge
        + goods.tokens * token
    )


def stage(state: GaiaState) -> int:
    """Count the rounds that are left after this one."""
    return LAST_ROUND - max(1, state.round)


Rivals = Mapping[str, Sequence[int]]


def worth(state: GaiaState, seat: int, rivals: Rivals) -> float:
    """Estimate what a seat will have in the end; `rivals` are what `rivals_of` counts."""
    me, left = state.players[seat], stage(state)
    total = me.vp + research_points(me) + finals(state, seat, rivals)
    if left == 0 and me.passed:
        rest = left_over(state, me)
        return total + (rest.ore + rest.credits + rest.knowledge) / PER_POINT
    if not me.passed:
        total += sum(points for _, points, _ in pass_points(state, me))
    return (
        total
        + _economy(state, seat, left)
        + _research(me, left)
        + _tiles(state, me, left)
        + _strength(state, me, left)
        + _structures(me, left)
        + _booster(state, seat, left)
    )


def _curve(amount: int, plenty: int) -> float:
    return amount if amount <= plenty else plenty + 0.5 * (amount - plenty)


def _economy(state: GaiaState, seat: int, left: int) -> float:
    """Estimate what a seat has and what it will get as income, the next booster's left out."""
    me = state.players[seat]
    if not left:
        return _last_stock(me)
    sources = incomes(state, seat)
    if me.booster:
        sources.remove(BOOSTERS[me.booster].income)
    times = TIMES[left]
    ore = _curve(me.ore, PLENTY["ore"]) + times * sum(one.ore for one in sources)
    credits = _curve(me.credits, PLENTY["credits"]) + times * sum(one.credits for one in sources)
    knowledge = _curve(me.knowledge, PLENTY["knowledge"]) + times * sum(one.knowledge for one in sources)
    qic = _curve(me.qic, PLENTY["qic"]) + times * sum(one.qic for one in sources)
    return FACTOR[left - 1 if me.passed else left] * (
        _bundle(ore, credits) + KNOWLEDGE * knowledge + QIC * qic + _power(me, sources, left)
    )


def _bundle(ore: float, credits: float) -> float:
    """Estimate ore and credits together: nearly everything takes both."""
    both = min(ore, credits / PER_ORE)
    balanced = BUNDLE * both + SPARE_ORE * (ore - both) + SPARE_CREDIT * (credits - PER_ORE * both)
    return 0.5 * (balanced + ORE * ore + CREDIT * credits)


def _power(me: Player, sources: Sequence[Goods], left: int) -> float:
    """Estimate the power cycle: where tokens are, how many there are, and what moves them."""
    areas, charge, token = NEVLAS if me.faction == "nevlas" else (POWER, CHARGED, TOKEN)
    total = sum(worth * tokens for worth, tokens in zip(areas, me.power, strict=True))
    if token_worth(me) == 2:
        total += 0.4 * me.power[AREA_3] + 0.2 * me.power[AREA_2]
    tokens = float(sum(me.power))
    if me.brainstone != NO_BRAINSTONE:
        total += 2.2 * POWER[me.brainstone]
        tokens += 2
    tokens += TIMES[left] * 0.5 * sum(one.tokens for one in sources)
    charged = min(sum(one.power for one in sources) + LEECH, 1.7 * tokens)
    return total + TIMES[left] * (charge * charged + token * min(tokens, ENOUGH))


def _last_stock(me: Player) -> float:
    """Estimate goods in the last round: a little more than what is given for them at its end."""
    ore, credit, knowledge, qic = LAST
    power = sum(worth * tokens for worth, tokens in zip(LAST_POWER, me.power, strict=True))
    if me.brainstone != NO_BRAINSTONE:
        power += 2.5 * LAST_POWER[me.brainstone]
    return me.ore * ore + me.credits * credit + me.knowledge * knowledge + me.qic * qic + power


def _research(me: Player, left: int) -> float:
    total = 0.0
    for track, level in me.research.items():
        total += PROMISE[track][level] * left + CLIMB[level] * min(1.0, 0.3 * left)
    return total


def _tiles(state: GaiaState, me: Player, left: int) -> float:
    """Estimate what technology tiles and special actions still bring."""
    total = 0.0
    for own in me.tiles:
        tile = TILES[own.tile]
        if own.covered:
            continue
        if tile.when == "pass":
            total += left * tile.gain.vp * (count(state, me, tile.per) + 0.5)
        elif tile.when == "each":
            total += tile.gain.vp * left * {"research": 2.5, "mine": 1.2, "station": 0.7, "gaia-mine": 0.5}[tile.per]
        elif tile.when == "always":
            total += 0.6 * left
    for id in specials(me):
        times = left + (id not in me.used and not me.passed) * 0.9
        gain = special_gain(me, id)
        if gain is not None:
            total += times * goods_value(gain, 2)
        elif id in ("downgrade", "lowest"):
            total += times * (3.5 if id == "downgrade" else 3.0)
        elif id == "station":
            total += times * 1.0
        elif id in ("step", "range") and id not in me.used and not me.passed:
            total += 1.5
    return total


def _strength(state: GaiaState, me: Player, left: int) -> float:
    """Estimate what structures outside of federations promise: those near others more."""
    if me.faction == "ivits":
        have = sum(power_value(state, me, place) for place in (*me.places(), *me.stations))
        return STRENGTH * min(1.0, 0.3 + 0.25 * left) * have
    inside, distance = set(me.federated), galaxy(state).distance
    loose = [place for place in me.places() if place not in inside]
    total = 0.0
    for place in loose:
        row = distance[place]
        near = min((row[other] for other in loose if other != place), default=9)
        total += power_value(state, me, place) * (1.0, 1.0, 0.95, 0.8, 0.55, 0.4, 0.3, 0.2, 0.2, 0.2)[min(9, near)]
    need = 6 if me.faction == "xenos" and has_institute(me) else 7
    useful = min(total, need * (1 + left))
    return STRENGTH * (min(1.0, 0.4 + 0.2 * left)) * useful


def _structures(me: Player, left: int) -> float:
    """Estimate what structures promise to become."""
    if not left:
        return 0.0
    early = min(1.0, 0.3 * left)
    total = sum(STEP_TO.get(kind, 0.0) for kind in me.structures.values()) * early
    if has_institute(me):
        total += INSTITUTES[me.faction] * left
    total += FORMER * left * 0.5 * (me.formers + me.resting_formers)
    return total + sum(SENT + (1.5 if has_tile(me, "gaia-mines") else 0) for _ in me.sent_formers) * early


def booster_worth(state: GaiaState, seat: int, booster: str, left: int) -> float:
    """Estimate a booster for the round to come, `left` rounds before the end."""
    me, card = state.players[seat], BOOSTERS[booster]
    total = goods_value(card.income, left)
    if card.special == "step":
        total += 2.6
    elif card.special == "range":
        total += 1.7
    elif card.per:
        total += card.vp * (count(state, me, card.per) + 0.8)
    return total


def _booster(state: GaiaState, seat: int, left: int) -> float:
    """Estimate the booster of the next round: the one that is taken, or the best there is."""
    if not left:
        return 0.0
    if state.players[seat].passed:
        return booster_worth(state, seat, state.players[seat].booster, left - 1)
    return max(booster_worth(state, seat, booster, left - 1) for booster in state.boosters) - 0.5


def rivals_of(state: GaiaState, seat: int) -> Rivals:
    """Count what the others have of what each final tile counts; it stays the same while a seat plans its turn."""
    left, found = stage(state), {}
    for tile in state.final_tiles:
        counts = [count(state, one, tile) for at, one in enumerate(state.players) if at != seat]
        if len(state.players) <= 2:
            # The neutral player has at once what others have in the end.
            counts.append(round(FINAL_TILES[tile].neutral * (1 - 0.13 * left)))
        found[tile] = counts
    return found


def finals(state: GaiaState, seat: int, rivals: Rivals) -> float:
    """Estimate the points of the final tiles: each rival behind is worth as much, six where there are three."""
    spread = 0.35 + 0.3 * stage(state)
    total = 0.0
    for tile in state.final_tiles:
        mine = count(state, state.players[seat], tile)
        each = RANKS[0] / max(3, len(rivals[tile]))
        total += sum(each / (1 + exp((other - mine) / (SOFT[tile] * spread))) for other in rivals[tile])
    return total


#: How far apart two seats are usually, in what a final tile counts.
SOFT = {"structures": 1.3, "federated": 1.8, "types": 0.7, "gaia": 0.7, "sectors": 0.8, "satellites": 1.5}
