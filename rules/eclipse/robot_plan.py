"""What a robot may do in a turn, tried on copies of what it sees: each action with what it would gain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from rules.eclipse import blueprints, fleets
from rules.eclipse.blueprints import is_legal, parts, placed, stats, sum_up
from rules.eclipse.components import (
    ARTIFACT_KEY,
    CRUISER,
    DRAWS,
    DREADNOUGHT,
    GCDS,
    INTERCEPTOR,
    MATERIALS,
    MONOLITH,
    ORBITAL,
    PARTS,
    SCIENCE,
    SECTORS,
    SHIPS,
    SPECIES,
    STARBASE,
    TECHNOLOGIES,
)
from rules.eclipse.economy import balance, empty_squares, own_sectors, price, square_index
from rules.eclipse.fleets import foreign, least_link, with_ancients
from rules.eclipse.galaxy import EDGES, connections, near, openings, place, stack_of
from rules.eclipse.robot_value import (
    DISCOVERY,
    LIKELY,
    Foe,
    Target,
    npcs,
    odds,
    rating,
    reputation_gain,
    worth,
)
from rules.eclipse.state import NOBODY, EclipseState, Player, Sector
from rules.eclipse.steps import build, explore, influence, technology
from rules.eclipse.steps.diplomacy import offended
from rules.kernel import hexes

#: How many sectors of a stack are looked at for one place.
TILES = 4
#: How likely a battle must be won before a robot goes into it.
BRAVE = 0.6
#: How far away sectors to fight for may be.
FAR = 4


class Plan(msgspec.Struct, frozen=True):
    """An action: what it gains, and the answers that follow it, as far as they are planned."""

    gain: float
    action: str
    picks: tuple[str, ...] = ()


class Colony(msgspec.Struct, frozen=True):
    """A colony ship's way: the sector, and the square with its track as the prompt names them."""

    gain: float
    sector: str
    square: str


def copy_player(me: Player) -> Player:
    """Copy a seat's board."""
    return msgspec.structs.replace(
        me,
        goods=dict(me.goods),
        actions=dict(me.actions),
        cubes=dict(me.cubes),
        graveyard=dict(me.graveyard),
        technologies=list(me.technologies),
        placed={kind: list(tiles) for kind, tiles in me.placed.items()},
        stored=list(me.stored),
        partners=list(me.partners),
        reputation=list(me.reputation),
    )


def copy_sector(sector: Sector) -> Sector:
    """Copy what an action changes of a sector."""
    return msgspec.structs.replace(
        sector, cubes=list(sector.cubes), ships={seat: dict(ships) for seat, ships in sector.ships.items()}
    )


class Table:
    """A copy of the table to try something on; `me` and the sectors that were asked for may be changed."""

    def __init__(self, state: EclipseState, seat: int) -> None:
        players = list(state.players)
        players[seat] = self.me = copy_player(players[seat])
        self.state = msgspec.structs.replace(state, players=players, sectors=dict(state.sectors))
        self.seat = seat

    def sector(self, id: str) -> Sector:
        """A sector that may be changed."""
        sector = self.state.sectors[id] = copy_sector(self.state.sectors[id])
        return sector

    def claim(self, id: str) -> None:
        """Put a disc into a sector, and settle it with the colony ships that there are."""
        self.me.discs -= 1
        sector = self.sector(id)
        sector.disc = self.seat
        for _ in range(self.me.colony):
            best = best_colony(self.state, self.seat, only=id)
            if best is None or best.gain <= 0:
                break
            settle(self.state, self.seat, best)

    def pay(self, action: str) -> None:
        """Put a disc on an action."""
        self.me.discs -= 1
        self.me.actions[action] = self.me.actions.get(action, 0) + 1


def settle(state: EclipseState, seat: int, colony: Colony) -> None:
    """Use a colony ship, on a table that may be changed."""
    me = state.players[seat]
    sector = state.sectors[colony.sector]
    square, _, track = colony.square.partition("-")
    if not track:
        track = empty_squares(me, sector)[square][0]
    if square == ORBITAL:
        sector.orbital_cube = True
    else:
        sector.cubes = sorted([*sector.cubes, square_index(sector, square)])
    me.cubes[track] -= 1
    me.colony -= 1


def best_colony(state: EclipseState, seat: int, *, only: str = "", upkeep: bool = False) -> Colony | None:
    """Find the square that is best settled next; None where there is none."""
    me = state.players[seat]
    if not me.colony:
        return None
    before = worth(state, seat)
    found: list[Colony] = []
    values: dict[str, float] = {}
    for sector in own_sectors(state, seat):
        if (only and sector.id != only) or (upkeep and foreign(state, sector, seat)):
            continue
        for square, tracks in empty_squares(me, sector).items():
            for track in tracks:
                if track not in values:
                    me.cubes[track] -= 1
                    values[track] = worth(state, seat) - before
                    me.cubes[track] += 1
                # What few cubes fit is kept for those: a wild square takes any.
                spare = 0.05 * (len(tracks) > 1)
                pick = square if len(tracks) == 1 else f"{square}-{track}"
                found.append(Colony(values[track] + 0.3 - spare, sector.id, pick))
    return max(found, key=lambda one: one.gain, default=None)


def targets(state: EclipseState, seat: int) -> list[Target]:
    """List the sectors that a seat could fight for, with what they would bring."""
    me = state.players[seat]
    reach = _distances(state, seat)
    found = []
    for sector in state.sectors.values():
        foes = npcs(sector)
        if not foes or sector.id not in reach or reach[sector.id] > FAR or (sector.ancients and with_ancients(me)):
            continue
        prize = prize_of(state, seat, sector)
        found.append(Target(sector.id, prize * (1.0, 1.0, 0.9, 0.7, 0.5)[reach[sector.id]], tuple(foes)))
    return sorted(found, key=lambda one: -one.prize)[:6]


def prize_of(state: EclipseState, seat: int, sector: Sector) -> float:
    """Estimate what winning the battle in a sector brings: reputation, and the sector if it can be taken."""
    me = state.players[seat]
    kills = DRAWS["ancient"] * sector.ancients + DRAWS[GCDS] * sector.gcds
    gain = reputation_gain(me, 1 + kills)
    if me.discs:
        table = Table(state, seat)
        freed = table.sector(sector.id)
        freed.ancients, freed.gcds = 0, False
        before = worth(table.state, seat)
        table.claim(sector.id)
        gain += max(0.0, worth(table.state, seat) - before) + DISCOVERY * sector.discovery
    return gain


def _distances(state: EclipseState, seat: int) -> dict[str, int]:
    """How far each sector is from where a seat has discs or ships."""
    least = least_link(state.players[seat])
    found = {one.id: 0 for one in state.sectors.values() if one.disc == seat or seat in one.ships}
    edge = list(found)
    while edge:
        following = []
        for id in edge:
            sector = state.sectors[id]
            if found[id] and (npcs(sector) or any(other != seat for other in sector.ships)):
                continue
            for other in near(sector, least):
                if other not in found:
                    found[other] = found[id] + 1
                    following.append(other)
        edge = following
    return found


def plans(state: EclipseState, seat: int, actions: Sequence[str]) -> list[Plan]:
    """Plan every action that is allowed, the best first."""
    reaction = state.players[seat].passed
    prizes = targets(state, seat)
    found: list[Plan] = []
    for action in actions:
        if action == "explore":
            found += explorations(state, seat, prizes)
        elif action == "influence":
            found += influences(state, seat, prizes)
        elif action == "research":
            found += researches(state, seat, prizes)
        elif action == "upgrade":
            found += upgrades(
                state, seat, prizes, 1 if reaction else SPECIES[state.players[seat].species].limits.upgrade
            )
        elif action == "build":
            found += builds(state, seat, prizes, 1 if reaction else build.most(state.players[seat]))
        elif action == "move":
            found += moves(state, seat, 1 if reaction else SPECIES[state.players[seat].species].limits.move)
    return sorted(found, key=lambda one: -one.gain)


def explorations(state: EclipseState, seat: int, prizes: Sequence[Target]) -> Iterator[Plan]:
    """Plan to explore each place, by what the sectors of its stack would bring on average."""
    before = worth(state, seat, prizes)
    table = Table(state, seat)
    table.pay("explore")
    cost = worth(table.state, seat, prizes) - before
    values: dict[str, float] = {}
    for name in explore.places(state, seat):
        ring = stack_of(place(name))
        if ring not in values:
            stack = state.stacks[ring]
            tiles = list(islice(sorted(stack.tiles or stack.discards, key=lambda tile: tile[::-1]), 3 * TILES))[::3]
            values[ring] = sum(tile_value(table.state, seat, tile) for tile in tiles) / max(1, len(tiles))
        times = SPECIES[state.players[seat].species].limits.explore
        yield Plan(
            cost + values[ring] * (1 + 0.7 * (times - 1)) + 0.02 * _ways_in(state, seat, name), "explore", (name,)
        )


def _ways_in(state: EclipseState, seat: int, name: str) -> int:
    """How many sectors of a seat a place touches."""
    return sum(one.disc == seat for one in neighbours(state, name))


def neighbours(state: EclipseState, name: str) -> list[Sector]:
    """The sectors that touch a place."""
    around = {hexes.add(place(name), edge) for edge in EDGES}
    return [sector for sector in state.sectors.values() if (sector.q, sector.r) in around]


def tile_value(state: EclipseState, seat: int, tile: str) -> float:
    """Estimate what a newly placed sector brings."""
    me = state.players[seat]
    one = SECTORS[tile]
    guarded = one.ancients and not with_ancients(me)
    if not me.discs and not guarded:
        return 0.25
    table = Table(state, seat)
    sector = Sector(tile, 99, 99, 0, discovery=one.discovery, ancients=one.ancients)
    table.state.sectors[tile] = sector
    if guarded:
        return 0.3 * LIKELY * prize_of(table.state, seat, sector)
    before = worth(table.state, seat)
    table.claim(tile)
    gain = worth(table.state, seat) - before + (DISCOVERY if one.discovery and not one.ancients else 0.0)
    return max(0.1, gain)


def influences(state: EclipseState, seat: int, prizes: Sequence[Target]) -> Iterator[Plan]:
    """Plan to take control of up to two sectors, and to turn colony ships up where there is something to settle."""
    before = worth(state, seat, prizes)
    table = Table(state, seat)
    table.pay("influence")
    most = SPECIES[table.me.species].colony_ships
    table.me.colony = min(most, table.me.colony + 2)
    picks: list[str] = []
    extra = 0.0
    for _ in range(influence.MOVES):
        best = best_claim(table.state, seat)
        if best is None or best.gain <= 0:
            break
        if table.state.sectors[best.picks[0]].discovery and not table.state.sectors[best.picks[0]].ancients:
            extra += DISCOVERY
        table.claim(best.picks[0])
        picks.append(best.picks[0])
    while (colony := best_colony(table.state, seat)) is not None and colony.gain > 0:
        table.sector(colony.sector)
        settle(table.state, seat, colony)
    yield Plan(worth(table.state, seat, prizes) - before + extra, "influence", tuple(picks))


def best_claim(state: EclipseState, seat: int) -> Plan | None:
    """Find the sector that is best taken with a disc from the track."""
    if not state.players[seat].discs:
        return None
    before = worth(state, seat)
    found = []
    for id in influence.targets(state, seat, influence.TRACK):
        table = Table(state, seat)
        table.claim(id)
        sector = state.sectors[id]
        gain = worth(table.state, seat) - before + DISCOVERY * (sector.discovery and not sector.ancients)
        found.append(Plan(gain, "influence", (id,)))
    return max(found, key=lambda one: one.gain, default=None)


def researches(state: EclipseState, seat: int, prizes: Sequence[Target]) -> list[Plan]:
    """Plan to buy each technology that can be paid for."""
    before = worth(state, seat, prizes)
    me = state.players[seat]
    found = []
    for id in state.supply:
        if technology.refusal(me, id) is not None:
            continue
        table = Table(state, seat)
        table.pay("research")
        table.me.goods[SCIENCE] -= price(me, id)
        learn(table, id)
        found.append(Plan(worth(table.state, seat, prizes) - before, "research", (id,)))
    return sorted(found, key=lambda one: -one.gain)


def learn(table: Table, id: str) -> None:
    """Gain a technology, with what it brings at once."""
    me = table.me
    me.technologies.append(id)
    discs = min(TECHNOLOGIES[id].discs, me.spare)
    me.discs += discs
    me.spare -= discs
    if id == ARTIFACT_KEY:
        me.goods[MATERIALS] += 5 * sum(SECTORS[one.id].artifact for one in own_sectors(table.state, table.seat))


def upgrades(state: EclipseState, seat: int, prizes: Sequence[Target], n: int) -> Iterator[Plan]:
    """Plan to lay up to `n` parts, each the best there is."""
    before = worth(state, seat, prizes)
    table = Table(state, seat)
    table.pay("upgrade")
    picks: list[str] = []
    for _ in range(n):
        best = best_part(table.state, seat)
        if best is None:
            break
        kind, slot, part = best
        lay(table.me, kind, slot, part)
        picks.append(f"{kind} {slot + 1} {part}")
    if picks:
        yield Plan(worth(table.state, seat, prizes) - before, "upgrade", tuple(picks))


def lay(me: Player, kind: str, slot: int, part: str) -> None:
    """Lay a part on a slot; what lay there goes."""
    if part in me.stored:
        me.stored.remove(part)
    blueprints.lay(me, kind, slot, part)


def parts_for(me: Player) -> list[str]:
    """The parts that a player may lay."""
    return [
        id
        for id, part in PARTS.items()
        if (id in me.stored if part.ancient else not part.technology or part.technology in me.technologies)
    ]


def best_part(state: EclipseState, seat: int) -> tuple[str, int, str] | None:
    """Find the part that makes the ships of a seat better by most: type of ship, slot and part."""
    me = state.players[seat]
    own = count_ships(state, seat)
    best, chosen = 0.02, None
    for kind in SHIPS:
        weight = 0.4 + own.get(kind, 0) if kind != STARBASE else 0.3 * own.get(kind, 0)
        tiles, now = placed(me, kind), rating(stats(me, kind))
        for slot, shown in enumerate(parts(me, kind)):
            for part in parts_for(me):
                if part == shown:
                    continue
                after = sum_up(me.species, kind, (*tiles[:slot], part, *tiles[slot + 1 :]))
                if not is_legal(after, kind):
                    continue
                move = 0.15 * (after.move - stats(me, kind).move)
                gain = weight * (rating(after) - now + 0.03 * (after.initiative - stats(me, kind).initiative) + move)
                gain -= 0.5 * (bool(tiles[slot]) and PARTS[tiles[slot]].ancient) if tiles[slot] else 0
                if gain > best:
                    best, chosen = gain, (kind, slot, part)
    return chosen


def count_ships(state: EclipseState, seat: int) -> Mapping[str, int]:
    """Count a seat's ships on the map by type."""
    counts: dict[str, int] = {}
    for sector in state.sectors.values():
        for kind, n in sector.ships.get(seat, {}).items():
            counts[kind] = counts.get(kind, 0) + n
    return counts


def builds(state: EclipseState, seat: int, prizes: Sequence[Target], n: int) -> Iterator[Plan]:
    """Plan to build up to `n` things, each the best there is."""
    before = worth(state, seat, prizes)
    table = Table(state, seat)
    table.pay("build")
    picks: list[str] = []
    for _ in range(n):
        best = best_item(table.state, seat, prizes, forced=not picks)
        if best is None:
            break
        build_on(table, best[0], best[1])
        picks.append(f"{best[0]} {best[1]}")
    if picks:
        yield Plan(worth(table.state, seat, prizes) - before, "build", tuple(picks))


def build_on(table: Table, item: str, id: str) -> None:
    """Build a thing in a sector."""
    sector = table.sector(id)
    table.me.goods[MATERIALS] -= build.cost(table.me, item)
    if item in SHIPS:
        fleets.add(sector, table.seat, item)
    elif item == ORBITAL:
        sector.orbital = True
    else:
        sector.monolith = True


def best_item(
    state: EclipseState, seat: int, prizes: Sequence[Target], *, forced: bool = False
) -> tuple[str, str] | None:
    """Find what is best built next, and where."""
    before = worth(state, seat, prizes)
    sectors = own_sectors(state, seat)
    top, chosen = (-9.0 if forced else 0.0), None
    for item in build.ITEMS:
        if build.refusal(state, seat, item, sectors) is not None:
            continue
        where = site(state, seat, item, prizes)
        if where is None:
            continue
        table = Table(state, seat)
        build_on(table, item, where)
        gain = worth(table.state, seat, prizes) - before
        if gain > top:
            top, chosen = gain, (item, where)
    return chosen


def site(state: EclipseState, seat: int, item: str, prizes: Sequence[Target]) -> str | None:
    """Choose where a thing is built: ships near what is to be won, structures where they are safe."""
    sectors = [one for one in own_sectors(state, seat) if build.takes(one, item)]
    if not sectors:
        return None
    if item in (ORBITAL, MONOLITH):
        return max(sectors, key=lambda one: (seat in one.ships, SECTORS[one.id].vp, one.id)).id
    goals = {target.sector for target in prizes[:2]}
    steps = _steps_to(state, seat, goals)
    calm = [one for one in sectors if not foreign(state, one, seat)] or sectors
    return min(calm, key=lambda one: (steps.get(one.id, 99), one.id)).id


def _steps_to(state: EclipseState, seat: int, goals: set[str]) -> dict[str, int]:
    """How far each sector is from the nearest of some sectors."""
    least = least_link(state.players[seat])
    found = dict.fromkeys(goals, 0)
    edge = list(goals)
    while edge:
        following = []
        for id in edge:
            for other in near(state.sectors[id], least):
                if other not in found:
                    found[other] = found[id] + 1
                    following.append(other)
        edge = following
    return found


class Trip(msgspec.Struct, frozen=True):
    """A ship's way to a battle."""

    kind: str
    path: tuple[str, ...]


SHORT = {INTERCEPTOR: "i1", CRUISER: "c1", DREADNOUGHT: "d1"}


def moves(state: EclipseState, seat: int, n: int) -> Iterator[Plan]:
    """Plan to bring ships to a sector and win it, in as many actions as it takes."""
    me = state.players[seat]
    for sector in state.sectors.values():
        foes = [*npcs(sector), *enemy_ships(state, sector, seat)]
        if sector.ancients and with_ancients(me):
            continue
        if not foes or offended(state, seat, sector):
            continue
        if any(other != seat for other in sector.ships) or sector.disc not in (NOBODY, seat):
            continue
        found = attack(state, seat, sector, foes, n)
        if found is not None:
            yield found


def enemy_ships(state: EclipseState, sector: Sector, seat: int) -> list[Foe]:
    """Ships of other players in a sector."""
    return [
        Foe(stats(state.players[other], kind), n)
        for other, ships in sector.ships.items()
        if other != seat
        for kind, n in ships.items()
    ]


def ships_here(state: EclipseState, sector: Sector, seat: int) -> list[Foe]:
    """A seat's own ships in a sector."""
    me = state.players[seat]
    return [Foe(stats(me, kind), n) for kind, n in sector.ships.get(seat, {}).items()]


def attack(state: EclipseState, seat: int, sector: Sector, foes: Sequence[Foe], n: int) -> Plan | None:
    """Plan the attack on a sector with the fewest ships that are likely to win."""
    me = state.players[seat]
    there = ships_here(state, sector, seat)
    trips = ways(state, seat, sector.id)
    prize = prize_of(state, seat, sector)
    now = odds(there, foes)
    base = now * prize if there else 0.0
    best: Plan | None = None
    force = list(there)
    discs = me.discs
    for count, trip in enumerate(trips, start=1):
        force.append(Foe(stats(me, trip.kind), 1))
        needed = -(-count // n)
        if needed > min(discs, 3) or (me.passed and needed > 1):
            break
        chance = odds(force, foes)
        if chance < BRAVE and chance < now + 0.15:
            continue
        table = Table(state, seat)
        for _ in range(needed):
            table.pay("move")
        price = worth(table.state, seat) - worth(state, seat)
        risk = (1 - chance) * 0.35 * sum(build.cost(me, one.kind) * 0.2 for one in trips[:count])
        gain = chance * prize - base + price - risk
        if balance(table.me) < 0:
            continue
        if best is None or gain > best.gain:
            best = Plan(
                gain, "move", (sector.id, *(f"{SHORT[one.kind]} {' '.join(one.path)}" for one in trips[:count]))
            )
    return best


def ways(state: EclipseState, seat: int, goal: str) -> list[Trip]:
    """All ships that reach a sector in one move each, the strongest first."""
    me = state.players[seat]
    found: list[tuple[float, Trip]] = []
    for sector in state.sectors.values():
        if sector.id == goal or seat not in sector.ships:
            continue
        free_ = free_to_leave(state, sector, seat)
        fighting = bool(npcs(sector)) and not with_ancients(me)
        for kind in sorted(SHORT, key=lambda kind: -rating(stats(me, kind))):
            count = sector.ships[seat].get(kind, 0)
            if not count or not free_ or fighting:
                continue
            path = way(state, seat, sector.id, goal, stats(me, kind).move)
            if path is not None:
                going = min(count, free_)
                free_ -= going
                found += [(rating(stats(me, kind)), Trip(kind, path))] * going
    return [trip for _, trip in sorted(found, key=lambda one: -one[0])]


def free_to_leave(state: EclipseState, sector: Sector, seat: int) -> int:
    """Count the ships that may leave a sector."""
    if sector.gcds:
        return 0
    return max(0, sector.count(seat) - fleets.enemies(state, sector, seat))


def way(state: EclipseState, seat: int, start: str, goal: str, reach: int) -> tuple[str, ...] | None:
    """Find a way for a ship that meets nobody before it gets there."""
    least = least_link(state.players[seat])
    paths: dict[str, tuple[str, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(reach):
        following = []
        for id in edge:
            for other in near(state.sectors[id], least):
                if other in paths:
                    continue
                sector = state.sectors[other]
                if other != goal and (foreign(state, sector, seat) or sector.disc not in (NOBODY, seat)):
                    continue
                paths[other] = (*paths[id], other)
                if other == goal:
                    return paths[other]
                following.append(other)
        edge = following
    return None


def placement(state: EclipseState, seat: int, tile: str, turns: int) -> float:
    """How well a turned sector fits: ways to own sectors, ways to go on exploring, no ways to others."""
    hex = place(state.turned_for)
    value = 0.0
    for id in connections(state, tile, hex, turns, 2):
        owner = state.sectors[id].disc
        value += 1.0 if owner == seat else 0.1 if owner == NOBODY else -0.3
    return value + 0.25 * sum(openings(tile, turns))
