"""The map: laying it from sector tiles, and what can be asked of it (distances, neighbours, planets)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from rules.gaia.components import GAIA, LAYOUTS, LOST, SIDES, SLOTS, SPACE, WHEEL
from rules.gaia.state import GaiaState, Placement, Space
from rules.kernel import hexes
from rules.kernel.hexes import Hex
from rules.kernel.rng import Rng

#: Sectors that stand upright in the middle of the map in methods 1 and 2.
INNER = (1, 2, 3, 4)


class Galaxy:
    """What does not change about a map. Places are named; get one with `galaxy`."""

    def __init__(self, spaces: tuple[Space, ...]) -> None:
        self.spaces = {space.name: space for space in spaces}
        self.at: dict[Hex, str] = {(space.q, space.r): space.name for space in spaces}
        self.names = list(self.spaces)
        where = {name: (space.q, space.r) for name, space in self.spaces.items()}
        self.neighbours: dict[str, list[str]] = {
            name: [self.at[other] for other in hexes.neighbours(hex) if other in self.at] for name, hex in where.items()
        }
        self.distance: dict[str, dict[str, int]] = {
            name: {other: hexes.distance(hex, there) for other, there in where.items()} for name, hex in where.items()
        }
        self.planets = [name for name, space in self.spaces.items() if space.planet != SPACE]
        # Sets of places as bits of a number, row by row with a free column between rows, so that all the
        # neighbours of a set are six shifts away; what falls off the map is masked out.
        low_q, low_r = min(space.q for space in spaces), min(space.r for space in spaces)
        self._row = max(space.r for space in spaces) - low_r + 2
        self._bit = {name: 1 << ((q - low_q + 1) * self._row + r - low_r + 1) for name, (q, r) in where.items()}
        self._name = {bit: name for name, bit in self._bit.items()}
        self._all = sum(self._bit.values())
        self.empty = self.bits(name for name in self.names if self.spaces[name].planet == SPACE)

    def bits(self, places: Iterable[str]) -> int:
        """Turn places into a number with their bits set."""
        return sum(self._bit[place] for place in set(places))

    def unbits(self, bits: int) -> list[str]:
        """Turn such a number back into places."""
        names = []
        while bits:
            low = bits & -bits
            names.append(self._name[low])
            bits ^= low
        return names

    def around(self, bits: int) -> int:
        """All neighbours of a set of places, as bits; some of the set may be among them."""
        row = self._row
        return (bits << row | bits >> row | bits << 1 | bits >> 1 | bits << row - 1 | bits >> row - 1) & self._all

    def nearest(self, place: str, others: Iterable[str]) -> int:
        """The distance to the nearest of some places; a number beyond every range where there is none."""
        row = self.distance[place]
        return min((row[other] for other in others), default=999)

    @staticmethod
    def of(spaces: tuple[Space, ...]) -> Galaxy:
        """Get the map with these hexes; it is made once."""
        # The same map is asked for over and over: the last one is known without comparing 190 hexes.
        if _latest is None or _latest[0] is not spaces:
            _remember(spaces)
        assert _latest is not None
        return _latest[1]


_latest: tuple[tuple[Space, ...], Galaxy] | None = None


def _remember(spaces: tuple[Space, ...]) -> None:
    global _latest  # noqa: PLW0603 - a cache: nothing but speed depends on it
    _latest = (spaces, _galaxy(spaces))


@lru_cache(maxsize=256)
def _galaxy(spaces: tuple[Space, ...]) -> Galaxy:
    return Galaxy(spaces)


def galaxy(state: GaiaState) -> Galaxy:
    """The map of a game."""
    return Galaxy.of(state.spaces)


def planet(state: GaiaState, place: str) -> str:
    """What a place is now: a planet type, or ``space``."""
    if place in state.gaia:
        return GAIA
    if place == state.lost:
        return LOST
    return galaxy(state).spaces[place].planet


def steps_between(home: str, other: str) -> int:
    """Terraforming steps between two of the seven colours: the shorter way round the wheel."""
    apart = abs(WHEEL.index(home) - WHEEL.index(other))
    return min(apart, len(WHEEL) - apart)


def lay(sectors: Sequence[Placement]) -> tuple[Space, ...]:
    """Make the hexes of a map from its sectors.

    Names stay with their place when a sector is turned; the planets move on to other names.
    """
    spaces = []
    slot_of = {offset: slot for slot, offset in SLOTS.items()}
    for sector in sectors:
        turned = {
            slot_of[hexes.turn(SLOTS[slot], sector.turns)]: planet
            for slot, planet in SIDES[sector.sector, sector.side].planets.items()
        }
        for slot, offset in SLOTS.items():
            q, r = hexes.add((sector.q, sector.r), offset)
            spaces.append(Space(f"{sector.sector}{slot}", q, r, turned.get(slot, SPACE), sector.sector))
    return tuple(spaces)


def clash(spaces: Iterable[Space]) -> tuple[str, str] | None:
    """Find two touching planets of the same one of the seven colours, which the rules forbid."""
    coloured = {(space.q, space.r): space for space in spaces if space.planet in WHEEL}
    for hex, space in coloured.items():
        for other in hexes.neighbours(hex)[:3]:
            if other in coloured and coloured[other].planet == space.planet:
                return space.name, coloured[other].name
    return None


def standard(layout: str) -> list[Placement]:
    """The printed map of a layout, every sector upright."""
    plan = LAYOUTS[layout]
    return [Placement(place.sector, _side(place.sector, plan.side), place.q, place.r, 0) for place in plan.sectors]


def _side(sector: int, side: str) -> str:
    return "single" if (sector, "single") in SIDES else side


def variable(layout: str, method: str, rng: Rng) -> list[Placement]:
    """Lay a random map without equal neighbours.

    ``method1``: 01 to 04 as printed, the others shuffled and turned; ``method2``: 01 to 04 shuffled among themselves
    and upright, the others shuffled and turned; ``method3``: all sectors shuffled and turned.
    """
    places = {place.sector: (place.q, place.r) for place in LAYOUTS[layout].sectors}
    while True:
        inner = [sector for sector in places if sector in INNER]
        outer = [sector for sector in places if sector not in INNER]
        if method == "method3":
            inner, outer = [], list(places)
        moved_inner = rng.shuffle(inner, "gaia.map.inner") if method == "method2" else inner
        moved_outer = rng.shuffle(outer, "gaia.map.outer")
        spots: Mapping[int, Hex] = {
            sector: places[spot]
            for spot, sector in (*zip(inner, moved_inner, strict=True), *zip(outer, moved_outer, strict=True))
        }
        turns = [
            rng.shuffle(range(6), "gaia.map.turn") if sector in outer or method == "method3" else [0]
            for sector in spots
        ]
        found = _turned(layout, list(spots.items()), turns, [])
        if found is not None:
            return found


def _turned(
    layout: str, spots: list[tuple[int, Hex]], turns: list[list[int]], so_far: list[Placement]
) -> list[Placement] | None:
    """Turn the sectors one after the other so that nothing clashes; None where it cannot be done."""
    if len(so_far) == len(spots):
        return so_far
    sector, (q, r) = spots[len(so_far)]
    side = _side(sector, LAYOUTS[layout].side)
    for turn in turns[len(so_far)]:
        sectors = [*so_far, Placement(sector, side, q, r, turn)]
        if clash(lay(sectors)) is None:
            found = _turned(layout, spots, turns, sectors)
            if found is not None:
                return found
    return None
