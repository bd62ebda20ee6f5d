"""What a sketched seat may expect to have in the end, in victory points, if its round ended as it stands.

What is sure is counted (points, research, final tiles against what the others have); the rest is a sum of features,
each with a weight for the rounds to come. The weights are `weights.WEIGHTS`.
"""

from __future__ import annotations

from operator import mul
from typing import cast

from rules.gaia.components import BOOSTERS, GAIA, LAST_ROUND, LIMITS, TILES, TRANSDIM
from rules.gaia.federation import NEED
from rules.gaia.robot.sketch import BOOSTER_INCOME, GAIA_TRACK, NAV, RANGE, TERRA, Sketch
from rules.gaia.robot.weights import BY_FEATURE, WEIGHTS
from rules.gaia.scoring import PER_LEVEL, PER_POINT
from rules.gaia.state import AREA_2, AREA_3

#: Points for research, by level.
LEVEL_POINTS = tuple(PER_LEVEL * max(0, level - 2) for level in range(6))
#: How often a round what tiles give points for happens, and what a special action of a booster is worth.
EACH = {"research": 2.4, "mine": 1.3, "station": 0.7, "gaia-mine": 0.6}
BOOSTER_SPECIAL = {"step": 2.4, "range": 1.5}


def outlook(m: Sketch) -> float:
    """Estimate what a seat will have in the end; `reasons.parts` takes it apart."""
    left = LAST_ROUND - m.round
    points = m.vp + research_points(m) + final_points(m, left)
    if not m.passed:
        points += m.pass_points()
    if not left:
        return points + rest_points(m)
    if m.passed and m.booster:
        points += booster_promise(m, m.booster)
    promised: float = sum(map(mul, features(m, left), WEIGHTS[left]))
    return points + promised


def research_points(m: Sketch) -> float:
    """Points for the levels of research."""
    points = 0
    for level in m.research:
        points += LEVEL_POINTS[level]
    return points


def final_points(m: Sketch, left: int) -> float:
    """Points that the final tiles promise."""
    points = 0.0
    for tile in m.scene.finals:
        points += m.scene.final(tile, m.count(tile), left)
    return points


def booster_promise(m: Sketch, booster: str) -> float:
    """What a booster brings in the next round beside its income."""
    card = BOOSTERS[booster]
    if card.special:
        return BOOSTER_SPECIAL[card.special]
    return card.vp * (m.count(card.per) + 0.7) if card.per else 0.0


def booster_worth(m: Sketch, booster: str, left: int) -> float:
    """Estimate a booster for the next round, its income included."""
    income = BOOSTER_INCOME[booster]
    total = booster_promise(m, booster)
    for good, much in zip(("ore", "credits", "knowledge", "qic"), income[:4], strict=True):
        total += much * BY_FEATURE[good][left - 1]
    return total + 0.5 * (income.power + income.tokens) * BY_FEATURE["power3"][left - 1]


def rest_points(m: Sketch) -> float:
    """Points for what is left after the last round."""
    burns = (m.p2 + (m.stone == AREA_2)) // 2
    pool = (m.p3 + burns) * m.token_worth() + (3 if m.stone == AREA_3 else 0)
    return (m.ore + min(LIMITS.credits, m.credits + pool) + m.knowledge + m.qic) / PER_POINT


def features(m: Sketch, left: int) -> list[float]:
    """Measure a seat at the end of a round, after the income that comes next; `left` rounds are to come."""
    scene = m.scene
    income = m.income()
    ore, credits, knowledge, qic = m.ore, m.credits, m.knowledge, m.qic
    ore += income.ore
    credits += income.credits
    knowledge += income.knowledge
    qic += income.qic
    power, tokens = income.power, income.tokens
    if m.passed and m.booster:
        extra = BOOSTER_INCOME[m.booster]
        ore += extra.ore
        credits += extra.credits
        knowledge += extra.knowledge
        qic += extra.qic
        power += extra.power
        tokens += extra.tokens
    one, two, three = m.p1 + tokens, m.p2, float(m.p3)
    stone = m.stone
    if stone >= 0:
        # It is worth three tokens.
        if stone == AREA_3:
            three += 3
        elif stone == AREA_2:
            two += 3
        else:
            one += 3
    if scene.faction == "terrans":
        two += m.gaia_area
    else:
        one += m.gaia_area
    moved = min(power, one)
    up = min(power - moved, two + moved)
    one, two, three = one - moved, two + moved - up, three + up
    in_cycle = one + two + three
    if scene.faction == "nevlas":
        # Any of them can become knowledge, and with the institute pays twice.
        three *= 2 if m.institute else 1.5
    research = m.research
    terra, nav = research[TERRA], research[NAV]
    ore, credits, knowledge = min(15, ore), min(30, credits), min(15, knowledge)
    levels = [0, 0, 0, 0, 0, 0]
    for track, level in enumerate(research):
        if level < 4 or not scene.closed >> track & 1:
            levels[level] += 1
    special, passing, each = _promises(m)
    strength = _strength(m)
    cycle = income.power + exposed(m)
    cycle = min(cycle, 1.8 * in_cycle)
    both = credits / 2 if credits < 2 * ore else ore
    easy = _easy(m)
    return [
        min(8, ore),
        ore - 8 if ore > 8 else 0,
        min(16, credits),
        credits - 16 if credits > 16 else 0,
        min(8, knowledge),
        knowledge - 8 if knowledge > 8 else 0,
        min(3, qic),
        qic - 3 if qic > 3 else 0,
        min(8, both),
        min(10, three),
        min(10, two),
        min(8, one),
        income.ore,
        income.credits,
        income.knowledge,
        income.qic,
        income.tokens,
        terra >= 2,
        terra >= 3,
        nav >= 2,
        nav >= 4,
        levels[1],
        levels[2],
        levels[3],
        levels[4],
        min(2, m.formers),
        len(m.sent) + len(m.ready),
        (0, 0, 0, 2, 3, 3)[research[GAIA_TRACK]],
        m.trading,
        m.labs,
        INSTITUTES[scene.faction] if m.institute else 0,
        min(NEED, strength),
        max(0, min(strength - NEED, NEED * (left - 1))) if strength > NEED else 0,
        min(2, m.green),
        special,
        passing,
        each,
        min(m.covered, 2) * (m.green > 0),
        min(5, easy),
        m.mines >= 7,
        cycle,
    ]


#: What an institute promises a faction for each round, beyond its income and the power value.
INSTITUTES = {
    "terrans": 1.5, "lantids": 1.2, "xenos": 1.0, "gleens": 0.3, "taklons": 0.8, "ambas": 0.8, "hadsch-hallas": 1.8,
    "ivits": 0.5, "geodens": 1.5, "baltaks": 1.0, "firaks": 3.5, "bescods": 0.8, "nevlas": 1.5, "itars": 2.0,
}  # fmt: skip
SPECIAL_WORTH = {
    "q": 1.9, "4c": 1.8, "q5c": 4.2, "3o": 4.0, "3k": 4.0, "4pw": 1.6, "lowest": 3.0, "downgrade": 3.5, "swap": 0.5,
    "station": 0.7,
}  # fmt: skip


def _promises(m: Sketch) -> tuple[float, float, float]:
    """What every round brings by special actions, by passing, and each time that something happens."""
    special = passing = each = 0.0
    for own in m.tiles:
        tile = TILES[own]
        if tile.when == "pass":
            passing += tile.gain.vp * (m.count(tile.per) + 0.5)
        elif tile.when == "each":
            each += tile.gain.vp * EACH[tile.per]
        elif tile.special:
            special += SPECIAL_WORTH[tile.special]
    if m.acad_q:
        special += SPECIAL_WORTH["4c" if m.scene.academy.credits else "q"]
    if m.scene.faction == "bescods":
        special += SPECIAL_WORTH["lowest"]
    return special, passing, each


def _strength(m: Sketch) -> float:
    """The power value that federations could still be formed of: structures near others count more."""
    scene = m.scene
    key = ("strength", m.sig, m.own, m.fed, "strength" in m.tiles)
    known = cast("float | None", scene.memo.get(key))
    if known is None:
        if scene.faction == "ivits":
            places = (*m.structures, *m.stations)
            known = sum(m.value_at(place) for place in places) - 7.0 * m.formed
        else:
            bit, fed = scene.bit, m.fed
            loose = [place for place in (*m.structures, *m.guests) if not bit[place] & fed]
            known = 0.0
            for place in loose:
                row = scene.distance[place]
                near = min((row[other] for other in loose if other != place), default=9)
                known += m.value_at(place) * (1.0, 1.0, 0.95, 0.8, 0.55, 0.4, 0.3, 0.2, 0.2, 0.2)[min(9, near)]
        scene.memo[key] = known
    return known


def exposed(m: Sketch) -> float:
    """How much power others will let the seat charge in a round."""
    key = ("exposed", m.own)
    known = cast("float | None", m.scene.memo.get(key))
    if known is None:
        beside = m.scene.beside
        known = m.scene.memo[key] = min(6.0, 1.2 * sum(place in beside for place in (*m.structures, *m.guests)))
    return known


def _easy(m: Sketch) -> float:
    """How many planets could be settled cheaply."""
    scene = m.scene
    terra, nav = m.research[TERRA], m.research[NAV]
    key = ("easy", m.own, terra, nav)
    known = cast("float | None", scene.memo.get(key))
    if known is None:
        limit = RANGE[nav]
        ore = (3, 3, 2, 1, 1, 1)[terra]
        known = 0.0
        own = [*m.structures, *m.guests, *m.stations]
        for place in scene.planets:
            if place in m.structures or place in scene.owned or place in scene.formers:
                continue
            row = scene.distance[place]
            apart = min(row[other] for other in own)
            if apart > limit + 2:
                continue
            kind = scene.kind[place]
            if kind == TRANSDIM:
                worth = 0.4
            elif kind == GAIA:
                worth = 0.7
            else:
                worth = max(0.0, 1.0 - 0.13 * ore * scene.steps.get(place, 3))
            known += worth if apart <= limit else 0.4 * worth
        scene.memo[key] = known
    return known
