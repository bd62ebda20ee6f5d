"""The components of the game as data: loaded once from `data/`, checked, and typed.

Ids are short and typeable, as they stand in the log of a game. Names of every component in both languages are in
`NAMES`, under ``gaia.<kind>.<id>``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from rules.kernel.data import index, load_file, load_names, names_under
from rules.kernel.errors import BadData

PACKAGE = "rules.gaia"
SPACE, GAIA, TRANSDIM, LOST = "space", "gaia", "transdim", "lost"
MINE, STATION, LAB, INSTITUTE, ACADEMY_K, ACADEMY_Q = "mine", "station", "lab", "institute", "academy-k", "academy-q"
BIG = (INSTITUTE, ACADEMY_K, ACADEMY_Q)
TRACKS = ("terra", "nav", "ai", "gaia", "eco", "sci")
FREE_SPACES = ("free1", "free2", "free3")
TOP = 5
"""The highest level of a research area."""
LAST_ROUND = 6


class Goods(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Things gained or paid. `power` is power charged, `tokens` are new power tokens in area I."""

    ore: int = 0
    credits: int = 0
    knowledge: int = 0
    qic: int = 0
    power: int = 0
    tokens: int = 0
    formers: int = 0
    vp: int = 0

    def times(self, n: int) -> Goods:
        """Multiply every part."""
        return Goods(**{field: getattr(self, field) * n for field in self.__struct_fields__ if getattr(self, field)})


class _Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    names: dict[str, str]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a sector tile: its planets by slot, the tile upright."""

    sector: int
    side: Literal["single", "solid", "outlined"]
    planets: dict[str, str]


class SectorPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a layout puts the centre of a sector."""

    sector: int
    q: int
    r: int


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map outline, and which side of the double-sided sectors lies up in it."""

    id: str
    side: Literal["solid", "outlined"]
    sectors: tuple[SectorPlace, ...]


class Faction(_Named, frozen=True):
    """A faction board. `slots` gives for each structure taken off the board the income that it uncovers."""

    id: str
    home: str
    start: Goods
    power: tuple[int, int, int]
    brainstone: bool
    research: dict[str, int]
    income: Goods
    slots: dict[str, tuple[Goods, ...]]
    academy: Goods


class Structure(_Named, frozen=True):
    """A kind of structure: what it replaces, what it costs, how many there are, its power value."""

    id: str
    after: tuple[str, ...]
    cost: Goods
    count: int
    value: int
    neighbour_cost: Goods | None = None


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of a research area: a bonus once, an income, and what it makes better."""

    once: Goods = Goods()
    income: Goods = Goods()
    step_ore: int = 0
    range: int = 0
    project: int = 0


class Track(_Named, frozen=True):
    """A research area."""

    id: str
    levels: tuple[Level, ...]


class BoardAction(_Named, frozen=True):
    """A power or Q.I.C. action of the research board."""

    id: str
    pay: Literal["power", "qic"]
    price: int
    gain: Goods = Goods()
    steps: int = 0


class Tile(_Named, frozen=True):
    """A standard or advanced technology tile. `per` counts something, `special` is the id of its action."""

    id: str
    when: Literal["once", "income", "each", "pass", "special", "always"]
    gain: Goods = Goods()
    per: str = ""
    special: str = ""


class Booster(_Named, frozen=True):
    """A round booster: its income, and a special action or points for something when it is returned."""

    id: str
    income: Goods
    special: str = ""
    per: str = ""
    vp: int = 0


class RoundTile(_Named, frozen=True):
    """A round scoring tile: points each time something happens."""

    id: str
    on: Literal["step", "research", "mine", "federation", "station", "gaia-mine", "big"]
    vp: int


class FinalTile(_Named, frozen=True):
    """A final scoring tile, and what the neutral player has of what it counts."""

    id: str
    neutral: int


class FederationToken(_Named, frozen=True):
    """A federation token; one without a green side cannot pay for anything."""

    id: str
    count: int
    gain: Goods
    green: bool


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a player can hold or place."""

    ore: int
    knowledge: int
    credits: int
    formers: int
    satellites: int
    stations: int


class _Map(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wheel: tuple[str, ...]
    slots: dict[str, tuple[int, int]]
    sides: tuple[Side, ...]
    layouts: tuple[Layout, ...]


class _Factions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    factions: tuple[Faction, ...]


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    structures: tuple[Structure, ...]
    limits: Limits
    tracks: tuple[Track, ...]
    actions: tuple[BoardAction, ...]
    ranks: tuple[int, ...]
    first_factions: dict[int, tuple[str, ...]]
    first_places: dict[int, dict[str, tuple[str, ...]]]


class _Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    standard: tuple[Tile, ...]
    advanced: tuple[Tile, ...]
    boosters: tuple[Booster, ...]
    rounds: tuple[RoundTile, ...]
    finals: tuple[FinalTile, ...]
    federations: tuple[FederationToken, ...]


def check_map(data: _Map) -> None:
    """Check the sectors and layouts against each other.

    Raises:
        BadData: a slot, a planet or a sector is unknown, or something is missing.

    """
    known = set(data.wheel) | {GAIA, TRANSDIM}
    for side in data.sides:
        for slot, planet in side.planets.items():
            if slot not in data.slots or planet not in known:
                raise BadData(f"map.json: sector {side.sector} ({side.side}) has {planet} on {slot}")
    faces = {(side.sector, side.side) for side in data.sides}
    if len(faces) != 13 or len(data.slots) != 19 or len(data.wheel) != 7:
        raise BadData("map.json: needs 13 sector sides, 19 slots and 7 colours")
    for layout in data.layouts:
        for place in layout.sectors:
            if (place.sector, "single") not in faces and (place.sector, layout.side) not in faces:
                raise BadData(f"map.json: layout {layout.id} uses an unknown sector {place.sector}")


def check_factions(factions: Mapping[str, Faction], structures: Mapping[str, Structure], wheel: Iterable[str]) -> None:
    """Check that each faction has a home, start research and an income for every structure.

    Raises:
        BadData: it has not.

    """
    for faction in factions.values():
        if faction.home not in wheel or not set(faction.research) <= set(TRACKS):
            raise BadData(f"factions.json: {faction.id} has an unknown home or research area")
        for kind, structure in structures.items():
            slots = faction.slots.get(kind, ()) if kind != ACADEMY_Q else (faction.academy,)
            if len(slots) != structure.count:
                raise BadData(f"factions.json: {faction.id} has {len(slots)} spaces for {kind}")


def booster_number(id: str) -> int:
    """The number of a round booster, by which they are ordered."""
    return int(id.removeprefix("booster"))


_map = load_file(PACKAGE, "map.json", _Map)
_board = load_file(PACKAGE, "board.json", _Board)
_tiles = load_file(PACKAGE, "tiles.json", _Tiles)
check_map(_map)

WHEEL = _map.wheel
SLOTS = _map.slots
SIDES: dict[tuple[int, str], Side] = {(side.sector, side.side): side for side in _map.sides}
LAYOUTS = {layout.id: layout for layout in _map.layouts}

STRUCTURES = index(_board.structures, "board.json", expect=6)
RESEARCH = index(_board.tracks, "board.json", expect=6)
ACTIONS = index(_board.actions, "board.json", expect=10)
LIMITS = _board.limits
RANKS = _board.ranks
FIRST_FACTIONS = _board.first_factions
FIRST_PLACES = _board.first_places

FACTIONS = index(load_file(PACKAGE, "factions.json", _Factions).factions, "factions.json", expect=14)
check_factions(FACTIONS, STRUCTURES, WHEEL)

STANDARD = index(_tiles.standard, "tiles.json", expect=9)
ADVANCED = index(_tiles.advanced, "tiles.json", expect=15)
TILES: dict[str, Tile] = {**STANDARD, **ADVANCED}
BOOSTERS = index(_tiles.boosters, "tiles.json", expect=10)
ROUND_TILES = index(_tiles.rounds, "tiles.json", expect=10)
FINAL_TILES = index(_tiles.finals, "tiles.json", expect=6)
FEDERATIONS = index(_tiles.federations, "tiles.json", expect=7)

NAMES: dict[str, Mapping[str, str]] = {
    **load_names(PACKAGE),
    **names_under("gaia.structure", STRUCTURES.values()),
    **names_under("gaia.track", RESEARCH.values()),
    **names_under("gaia.action", ACTIONS.values()),
    **names_under("gaia.faction", FACTIONS.values()),
    **names_under("gaia.tile", TILES.values()),
    **names_under("gaia.booster", BOOSTERS.values()),
    **names_under("gaia.round", ROUND_TILES.values()),
    **names_under("gaia.final", FINAL_TILES.values()),
    **names_under("gaia.token", FEDERATIONS.values()),
}
