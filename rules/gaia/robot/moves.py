"""What a seat can do in a turn, carried out on sketches of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from rules.gaia import federation
from rules.gaia.components import (
    ACADEMY_K,
    ACADEMY_Q,
    ACTIONS,
    FEDERATIONS,
    FREE_SPACES,
    GAIA,
    INSTITUTE,
    LAB,
    LAST_ROUND,
    LIMITS,
    MINE,
    SPACE,
    STATION,
    STRUCTURES,
    TILES,
    TOP,
    TRACKS,
    TRANSDIM,
    BoardAction,
)
from rules.gaia.reach import QIC_REACH, upgrades_to
from rules.gaia.robot.effects import advance, build, can_advance, gain_token, join, put_up, take_tile, worst_tile
from rules.gaia.robot.outlook import booster_worth, outlook
from rules.gaia.robot.paying import Picks, Price, hopeless, pay
from rules.gaia.robot.sketch import (
    ACTION_GAIN,
    CODE,
    GAIA_TRACK,
    GAIN,
    NAV,
    PROJECT,
    RANGE,
    STEP_ORE,
    TERRA,
    Bundle,
    Sketch,
)
from rules.gaia.steps.actions import FAR
from rules.gaia.steps.research import RESEARCH_COST


class Move(NamedTuple):
    """An action: the picks that begin it, and what comes of it."""

    picks: tuple[str, ...]
    after: Sketch


#: How many planets, ways to take a technology tile, federations and tokens are followed for one action.
PLACES, TILE_WAYS, FEDERATION_WAYS, TOKEN_WAYS = 12, 4, 3, 2
#: How many Q.I.C. are spent on range at most, and how many satellites are looked for.
QIC_FOR_RANGE, SATELLITES = 2, 7

RESEARCH = Price(knowledge=RESEARCH_COST.knowledge)
TileWay = tuple[str, str, int]


def tile_ways(m: Sketch, limit: int = TILE_WAYS) -> list[tuple[TileWay, Sketch]]:
    """The best ways to take a technology tile: its space, what it covers, and the area to go up in (-1: none)."""
    scene = m.scene
    key = ("tech", m.research, m.tiles, m.green > 0, m.advanced, m.round, limit, m.labs, m.mines)
    known = cast("list[TileWay] | None", scene.memo.get(key))
    if known is not None:
        found = []
        for way in known:
            after = m.copy()
            if tile_way(after, way):
                found.append((way, after))
        return found
    every = []
    for way in all_tile_ways(m):
        after = m.copy()
        if tile_way(after, way):
            every.append((outlook(after), way, after))
    every.sort(key=lambda one: -one[0])
    scene.memo[key] = [way for _, way, _ in every[:limit]]
    return [(way, after) for _, way, after in every[:limit]]


def all_tile_ways(m: Sketch) -> Iterator[TileWay]:
    """Every technology tile that can be taken, with every area to go up in."""
    scene = m.scene
    for space in (*TRACKS, *FREE_SPACES):
        if scene.tech[space] in m.standard:
            continue
        tracks = [TRACKS.index(space)] if space in TRACKS else range(6)
        open_ = [track for track in tracks if can_advance(m, track)]
        for track in open_ or [-1]:
            yield space, "", track
    if m.green and m.covered:
        for number, area in enumerate(TRACKS):
            if area in m.advanced and m.research[number] >= TOP - 1:
                cover = worst_tile(m)
                for track in range(6):
                    if can_advance(m, track) and (m.research[track] < TOP - 1 or m.green > 1):
                        yield f"adv-{area}", cover, track


def tile_way(m: Sketch, way: TileWay) -> bool:
    """Take a technology tile and go up; whether that can be done."""
    space, cover, track = way
    if space.startswith("adv-"):
        if not m.green or cover not in m.tiles or space.removeprefix("adv-") not in m.advanced:
            return False
    elif m.scene.tech[space] in m.standard:
        return False
    take_tile(m, space, cover)
    if track >= 0:
        if not can_advance(m, track):
            return False
        advance(m, track)
    return True


# Moves.


def moves(m: Sketch) -> Iterator[Move]:
    """List what a seat can do in its turn but pass."""
    yield from mines(m, ("build",))
    yield from projects(m, ("gaia",))
    yield from _upgrades(m)
    yield from _research(m)
    yield from _board(m)
    yield from _specials(m)
    yield from _federations(m)


def near(m: Sketch) -> list[tuple[int, str]]:
    """Every planet that is not the seat's, with its distance, the nearest first."""
    key = ("near", m.own)
    found = cast("list[tuple[int, str]] | None", m.scene.memo.get(key))
    if found is None:
        scene, own = m.scene, [*m.structures, *m.guests, *m.stations]
        found = []
        lantids = scene.faction == "lantids"
        for place in scene.planets:
            if place in m.structures or place in m.guests or place in scene.formers:
                continue
            if place in scene.owned and not lantids:
                continue
            row = scene.distance[place]
            apart = min(row[other] for other in own)
            if apart <= 9:
                found.append((apart, place))
        found.sort()
        scene.memo[key] = found
    return found


def mine_price(m: Sketch, place: str, apart: int, steps: int, extra: int) -> tuple[int, int, int] | None:
    """Ore and Q.I.C. for a mine beyond its own price, and terraforming steps; None where none can be built."""
    scene = m.scene
    if place in m.ready:
        return 0, 0, 0
    if place in m.sent:
        return None
    kind = scene.kind[place]
    if kind == TRANSDIM:
        return None
    beyond = apart - RANGE[m.research[NAV]] - extra
    qic = -(-beyond // QIC_REACH) if beyond > 0 else 0
    if qic > QIC_FOR_RANGE:
        return None
    if place in scene.owned:
        return 0, qic, 0
    if kind == GAIA:
        return (1, qic, 0) if scene.faction == "gleens" else (0, qic + 1, 0)
    if place not in scene.steps:
        return None
    needed = scene.steps[place]
    return STEP_ORE[m.research[TERRA]] * max(0, needed - steps), qic, needed


class Extra(NamedTuple):
    """What an action that builds a mine brings with it, and what it takes."""

    steps: int = 0
    range: int = 0
    power: int = 0
    taken: str = ""
    """The action of the research board."""
    used: str = ""
    """The special action."""
    any_place: bool = False
    """Whether planets count that do not need the steps."""


PLAIN = Extra()


def mines(m: Sketch, picks: Picks, extra: Extra = PLAIN) -> Iterator[Move]:
    """Build a mine, on the planets where it takes least."""
    if m.mines >= STRUCTURES[MINE].count:
        return
    found = []
    limit = RANGE[m.research[NAV]] + extra.range + QIC_REACH * min(QIC_FOR_RANGE, m.qic + 1)
    if hopeless(m, 1, 2, 0, extra.power):
        return
    for apart, place in near(m):
        if apart > limit:
            break
        price = mine_price(m, place, apart, extra.steps, extra.range)
        if (
            price is None
            or hopeless(m, 1 + price[0], 2, price[1], extra.power)
            or (price[2] < extra.steps and not extra.any_place)
            or (extra.range and apart <= RANGE[m.research[NAV]])
        ):
            continue
        found.append((price[0] + 2 * price[1], place, price))
    found.sort()
    for _, place, (ore, qic, needed) in found[:PLACES]:
        after = m.copy()
        paid = pay(after, Price(1 + ore, 2, 0, qic, extra.power))
        if paid is None:
            continue
        if extra.taken:
            after.taken += (extra.taken,)
        if extra.used:
            after.used += (extra.used,)
        build(after, place, needed)
        yield Move((*paid, *picks, place), after)


def projects(m: Sketch, picks: Picks, *, extra: int = 0, used: str = "") -> Iterator[Move]:
    price = PROJECT[m.research[GAIA_TRACK]]
    if not price or not m.formers or m.tokens_in_play() < price or m.round == LAST_ROUND:
        return
    scene, range_ = m.scene, RANGE[m.research[NAV]]
    many = 0
    for apart, place in near(m):
        if scene.kind[place] != TRANSDIM or place in m.sent or place in m.ready:
            continue
        if extra and apart <= range_:
            continue
        beyond = apart - range_ - extra
        qic = -(-beyond // QIC_REACH) if beyond > 0 else 0
        if qic > QIC_FOR_RANGE or many >= 4:
            return
        after = m.copy()
        paid = pay(after, Price(qic=qic))
        if paid is None or after.tokens_in_play() < price or not after.formers:
            continue
        many += 1
        after.formers -= 1
        after.sent += (place,)
        if used:
            after.used += (used,)
        after.give_up(price, to_gaia=True)
        yield Move((*paid, *picks, place), after)


def _upgrades(m: Sketch) -> Iterator[Move]:
    faction = m.scene.faction
    if m.trading < STRUCTURES[STATION].count:
        for place, standing in m.structures.items():
            if standing == MINE and place != m.lost:
                yield from _upgrade(m, STATION, place, 2, 3 if place in m.scene.beside else 6)
    if m.labs < STRUCTURES[LAB].count:
        yield from _upgrades_to(m, LAB, (STATION,), 3, 5)
    if not m.institute:
        yield from _upgrades_to(m, INSTITUTE, upgrades_to(faction, INSTITUTE), 4, 6)
    if not m.acad_k:
        yield from _upgrades_to(m, ACADEMY_K, upgrades_to(faction, ACADEMY_K), 6, 6)
    if not m.acad_q:
        yield from _upgrades_to(m, ACADEMY_Q, upgrades_to(faction, ACADEMY_Q), 6, 6)


def _upgrades_to(m: Sketch, kind: str, before: tuple[str, ...], ore: int, credits: int) -> Iterator[Move]:
    for place, standing in m.structures.items():
        if standing in before:
            yield from _upgrade(m, kind, place, ore, credits)


def _upgrade(m: Sketch, kind: str, place: str, ore: int, credits: int) -> Iterator[Move]:
    if hopeless(m, ore, credits):
        return
    after = m.copy()
    paid = pay(after, Price(ore, credits))
    if paid is None:
        return
    put_up(after, place, kind)
    picks = (*paid, "upgrade", kind, place)
    if kind in (STATION, INSTITUTE):
        yield Move(picks, after)
        return
    ways = tile_ways(after)
    if not ways:
        yield Move(picks, after)
    for way, one in ways:
        yield Move((*picks, *_way_picks(way)), one)


def _way_picks(way: TileWay) -> Picks:
    space, cover, track = way
    return (space, *((cover,) if cover else ()), TRACKS[track] if track >= 0 else "stay")


def _research(m: Sketch) -> Iterator[Move]:
    before = m.copy()
    paid = pay(before, RESEARCH)
    if paid is None:
        return
    for track in range(6):
        if can_advance(before, track):
            after = before.copy()
            advance(after, track)
            yield Move((*paid, "research", TRACKS[track]), after)


def _board(m: Sketch) -> Iterator[Move]:
    for action in ACTIONS.values():
        if action.id not in m.taken:
            yield from _action(m, action)


def _action(m: Sketch, action: BoardAction) -> Iterator[Move]:
    id = action.id
    if action.steps:
        yield from mines(m, ("power", id), Extra(steps=action.steps, power=action.price, taken=id))
        return
    if id == "again" and not m.tokens:
        return
    after = m.copy()
    paid = pay(after, Price(power=action.price) if action.pay == "power" else Price(qic=action.price))
    if paid is None:
        return
    after.taken += (id,)
    picks = (*paid, action.pay, id)
    if id == "tech":
        for way, one in tile_ways(after):
            yield Move((*picks, *_way_picks(way)), one)
    elif id == "again":
        for token in dict.fromkeys(m.tokens):
            one = after.copy()
            one.gain(Bundle.of(FEDERATIONS[token].gain))
            yield Move((*picks, token), one)
    else:
        if id == "types":
            after.vp += 3 + m.count("type")
        else:
            after.gain(ACTION_GAIN[id])
        yield Move(picks, after)


def _specials(m: Sketch) -> Iterator[Move]:
    for id in m.specials():
        picks = ("special", id)
        if id == "step":
            yield from mines(m, picks, Extra(steps=1, used=id))
        elif id == "range":
            yield from mines(m, picks, Extra(range=FAR, used=id))
            yield from projects(m, picks, extra=FAR, used=id)
        else:
            after = m.copy()
            after.used += (id,)
            if id == "lowest":
                bottom = min(m.research)
                for track in range(6):
                    if m.research[track] == bottom and can_advance(m, track):
                        one = after.copy()
                        advance(one, track)
                        yield Move((*picks, TRACKS[track]), one)
            elif id == "downgrade":
                yield from downgrades(after, picks)
            elif id == "swap":
                yield from swaps(after, picks)
            elif id == "station":
                yield from stations(after, picks)
            else:
                after.gain(special_gain(m, id))
                yield Move(picks, after)


def special_gain(m: Sketch, id: str) -> Bundle:
    """What a special action gives."""
    if id in ("q", "4c"):
        return m.scene.academy
    return next(GAIN[own] for own in m.tiles if TILES[own].special == id)


def downgrades(m: Sketch, picks: Picks) -> Iterator[Move]:
    if m.trading >= STRUCTURES[STATION].count:
        return
    for place, kind in m.structures.items():
        if kind == LAB:
            for track in range(6):
                if can_advance(m, track):
                    one = m.copy()
                    put_up(one, place, STATION)
                    advance(one, track)
                    yield Move((*picks, place, TRACKS[track]), one)


def swaps(m: Sketch, picks: Picks) -> Iterator[Move]:
    home = next(place for place, kind in m.structures.items() if kind == INSTITUTE)
    bit, index = m.scene.bit, m.scene.index
    if not bit[home] & m.fed:
        return
    for place, kind in m.structures.items():
        if kind == MINE and place != m.lost and not bit[place] & m.fed:
            one = m.copy()
            one.structures = {**m.structures, home: MINE, place: INSTITUTE}
            one.sig += (CODE[MINE] - CODE[INSTITUTE] << index[home]) + (CODE[INSTITUTE] - CODE[MINE] << index[place])
            yield Move((*picks, place), one)


def stations(m: Sketch, picks: Picks) -> Iterator[Move]:
    """The Ivits' space stations: beside their federation, or where planets come into reach."""
    if len(m.stations) >= LIMITS.stations:
        return
    scene = m.scene
    own = [*m.structures, *m.stations]
    range_ = RANGE[m.research[NAV]]
    found = []
    for place in scene.sky.names:
        if scene.kind[place] != SPACE or place in scene.no_station or place in m.stations:
            continue
        row = scene.distance[place]
        apart = min(row[other] for other in own)
        if apart > range_:
            continue
        new = sum(
            1.0 if scene.steps.get(planet, 9) <= 1 or scene.kind[planet] == GAIA else 0.4
            for far, planet in near(m)
            if row[planet] <= range_ and far > range_ and planet not in scene.owned
        )
        joins = sum(0.3 for other in own if row[other] == 1 and not scene.bit[other] & m.fed)
        found.append((new + joins + 0.5 * (apart == 1), place))
    found.sort(reverse=True)
    for _, place in found[:4]:
        one = m.copy()
        one.stations += (place,)
        one.own |= scene.bit[place]
        join(one, place)
        yield Move((*picks, place), one)


class Alliance(NamedTuple):
    """A federation that could be formed: all its places and its satellites, as bits."""

    subset: int
    places: int
    satbits: int
    satellites: int


def alliances(m: Sketch) -> list[Alliance]:
    """The federations that waste least."""
    scene = m.scene
    ivits = scene.faction == "ivits"
    if not any(m.supply.values()):
        return []
    budget = min(m.qic if ivits else m.tokens_in_play(), LIMITS.satellites - m.satellites, SATELLITES)
    key = ("fed", m.sig, m.own, m.fed, m.satbits, budget, "strength" in m.tiles, m.formed if ivits else 0)
    known = cast("list[Alliance] | None", scene.memo.get(key))
    if known is None:
        known = scene.memo[key] = _alliances(m, budget)
    return known


def _alliances(m: Sketch, budget: int) -> list[Alliance]:
    scene, sky = m.scene, m.scene.sky
    places = (*m.structures, *m.guests, *m.stations)
    need = federation.NEED
    ivits = scene.faction == "ivits"
    if ivits:
        need *= m.formed + 1
    elif scene.faction == "xenos" and m.institute:
        need = federation.NEED_OF_XENOS
    values = {place: m.value_at(place) for place in places}
    loose = [place for place in places if not scene.bit[place] & m.fed]
    if sum(values[place] for place in (places if ivits else loose)) < need:
        return []
    lost = m.lost or scene.state.lost
    case = federation.case_from(
        scene.state.spaces,
        own=m.own,
        federated=m.fed,
        blocked=m.satbits | sky.bits([*m.stations, *([lost] if lost else [])]),
        values=values,
        need=need,
        budget=budget,
        whole=ivits,
    )
    plan = federation.plan_of(case)
    ranked = sorted(plan.legal, key=lambda one: (federation.value_of(case, one) + 2 * plan.legal[one], one))
    found = []
    for subset in ranked[:FEDERATION_WAYS]:
        placed: list[str] = []
        while len(placed) < plan.legal[subset]:
            placed.append(federation.next_satellites(plan, subset, placed)[0])
        satbits = sky.bits(placed)
        found.append(Alliance(subset, satbits | sky.bits(federation.members(plan, subset)), satbits, len(placed)))
    return found


def _federations(m: Sketch) -> Iterator[Move]:
    for alliance in alliances(m):
        after = m.copy()
        after.fed |= alliance.places
        after.satbits |= alliance.satbits
        after.satellites += alliance.satellites
        after.formed += 1
        if m.scene.faction == "ivits":
            after.qic -= alliance.satellites
        else:
            after.give_up(alliance.satellites, to_gaia=False)
        yield from (Move(("federation", str(alliance.subset), token), one) for token, one in token_ways(after))


def token_ways(m: Sketch) -> list[tuple[str, Sketch]]:
    """The best federation tokens to take."""
    found = []
    for token, left in m.supply.items():
        if left:
            one = m.copy()
            one.supply = {**m.supply, token: left - 1}
            gain_token(one, token)
            found.append((outlook(one), token, one))
    found.sort(key=lambda one: -one[0])
    return [(token, one) for _, token, one in found[:TOKEN_WAYS]]


class End(NamedTuple):
    """A way to pass: the booster that is taken, what it is worth then, and the seat at the end of its round."""

    booster: str
    value: float
    after: Sketch


def passes(m: Sketch, limit: int = 99) -> list[End]:
    """Pass, with the best boosters."""
    after = m.copy()
    after.vp += after.pass_points()
    after.passed = True
    if m.round == LAST_ROUND:
        after.booster = ""
        return [End("", outlook(after), after)]
    scene = m.scene
    boosters = scene.boosters if scene.state.round == m.round else [*scene.boosters, m.booster]
    if limit < len(boosters):
        left = LAST_ROUND - m.round
        boosters = sorted(boosters, key=lambda one: -booster_worth(after, one, left))[:limit]
    found = []
    for booster in boosters:
        one = after.copy()
        one.booster = booster
        found.append(End(booster, outlook(one), one))
    found.sort(key=lambda one: -one.value)
    return found


__all__ = ["Move", "moves", "passes"]
