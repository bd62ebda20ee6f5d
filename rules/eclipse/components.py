"""The components of the game as data: loaded once from `data/`, checked, and typed.

Ids are short and typeable, as they stand in the log of a game. Names of every component in both languages are in
`NAMES`, under ``eclipse.<kind>.<id>``.

A sector's squares are named by what they take: ``money``, ``science``, ``materials``, the same with ``+`` where they
need an advanced technology, and ``wild``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.kernel.data import index, load_file, load_names, names_under
from rules.kernel.errors import BadData

MONEY, SCIENCE, MATERIALS = "money", "science", "materials"
TRACKS = (MONEY, SCIENCE, MATERIALS)
WILD, ORBITAL, MONOLITH = "wild", "orbital", "monolith"
INTERCEPTOR, CRUISER, DREADNOUGHT, STARBASE = "interceptor", "cruiser", "dreadnought", "starbase"
SHIPS = (INTERCEPTOR, CRUISER, DREADNOUGHT, STARBASE)
STRUCTURES = (ORBITAL, MONOLITH)
ANCIENT, GCDS = "ancient", "gcds"
CENTRE, RING_1, RING_2, RING_3, HOME = "centre", "I", "II", "III", "home"
RINGS = (RING_1, RING_2, RING_3)
CATEGORIES = ("military", "grid", "nano")
GENERATOR, NANOROBOTS, NEUTRON_BOMBS, ARTIFACT_KEY = (
    "wormhole-generator", "nanorobots", "neutron-bombs", "artifact-key",
)  # fmt: skip
SIZES = {GCDS: 4, DREADNOUGHT: 3, CRUISER: 2, STARBASE: 1, INTERCEPTOR: 0, ANCIENT: 0}
"""How large a type of ship is, for whoever shoots at the largest first."""


class _Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    names: dict[str, str]


class SectorTile(_Named, frozen=True):
    """A sector as printed. `wormholes` are edges 0 to 5, clockwise from the top of the upright tile."""

    id: str
    ring: Literal["centre", "I", "II", "III", "home"]
    vp: int
    wormholes: tuple[int, ...]
    squares: tuple[str, ...]
    artifact: bool = False
    discovery: bool = False
    ancients: int = 0
    gcds: bool = False


class HomePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a seat's home sector lies, and how often it is turned clockwise."""

    q: int
    r: int
    turns: int


class Technology(_Named, frozen=True):
    """A technology. `opens` is the kind of square that it lets its owner use, `discs` what it brings at once."""

    id: str
    category: Literal["military", "grid", "nano"]
    cost: int
    least: int
    tiles: int
    opens: str = ""
    discs: int = 0


class TechTrack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The three rows for technologies: discount and points by the number of technologies in a row."""

    slots: int
    discount: tuple[int, ...]
    vp: tuple[int, ...]


class Part(_Named, frozen=True):
    """A ship part. `energy` is below 0 where it is used up; `cannons` and `missiles` give the damage of each die."""

    id: str
    kind: Literal["cannon", "missile", "hull", "computer", "shield", "drive", "source"]
    technology: str = ""
    energy: int = 0
    initiative: int = 0
    move: int = 0
    computer: int = 0
    shield: int = 0
    hull: int = 0
    cannons: tuple[int, ...] = ()
    missiles: tuple[int, ...] = ()
    ancient: bool = False


class Blueprint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A blueprint as printed: the part on each slot (empty: none), and what lies beside the grid."""

    slots: tuple[str, ...]
    initiative: int
    energy: int = 0
    computer: int = 0


class Npc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an Ancient or the defence system of the centre fights with."""

    initiative: int
    hull: int
    computer: int
    cannons: tuple[int, ...]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often a species may do what its actions give; `draw` is the number of sectors to choose from."""

    explore: int
    draw: int
    research: int
    upgrade: int
    build: int
    move: int


class Slots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Slots for ambassadors, for reputation tiles, and for either."""

    ambassador: int
    either: int
    reputation: int


class Species(_Named, frozen=True):
    """A species' board. `colour` is shared by the two sides of a board, which exclude each other."""

    id: str
    colour: str
    home: str
    start: dict[str, int]
    technologies: tuple[str, ...]
    discs: int
    ships: dict[str, int]
    colony_ships: int
    trade: int
    limits: Limits
    slots: Slots
    blueprints: str
    costs: str
    reputation: int = 0
    """Reputation tiles drawn at the setup and kept."""
    extra_cube: str = ""
    """A square of the home sector that gets a cube at the setup besides the ordinary ones."""
    vp_per_sector: int = 0
    vp_per_ancient: int = 0
    defenceless: bool = False
    """Its population is destroyed without a roll."""
    with_ancients: bool = False
    """Its ships and discs share sectors with Ancients and never fight them."""


class Discovery(_Named, frozen=True):
    """A discovery tile: resources, an ancient part, or what its id says."""

    id: str
    count: int
    gain: dict[str, int] = {}
    part: str = ""


class Population(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A population track: its cubes, and the production by the number of cubes left on it."""

    cubes: int
    production: tuple[int, ...]


class Influence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The influence track: the upkeep by the number of discs left on it, and the spare discs."""

    upkeep: tuple[int, ...]
    spare: int


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points that are not printed on a tile."""

    ambassador: int
    discovery: int
    monolith: int
    traitor: int


class _Sectors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sectors: tuple[SectorTile, ...]
    layouts: dict[int, tuple[HomePlace, ...]]
    stacks: dict[str, dict[int, int]]


class _Technology(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    technologies: tuple[Technology, ...]
    track: TechTrack
    drawn: dict[str, dict[int, int]]
    parts: tuple[Part, ...]


class _Species(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    blueprints: dict[str, dict[str, Blueprint]]
    costs: dict[str, dict[str, int]]
    species: tuple[Species, ...]


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int
    ships: dict[str, int]
    population: Population
    influence: Influence
    structures: int
    ambassadors: int
    diplomacy_from: int
    reputation: dict[int, int]
    draws: dict[str, int]
    discoveries: tuple[Discovery, ...]
    npc: dict[str, Npc]
    reactions: dict[str, int]
    vp: Points


def check_sectors(sectors: Mapping[str, SectorTile]) -> None:
    """Check rings, wormholes and squares of all sectors.

    Raises:
        BadData: the number of a ring is wrong, or an edge or square is unknown.

    """
    rings = Counter(sector.ring for sector in sectors.values())
    if rings != {CENTRE: 1, RING_1: 8, RING_2: 11, RING_3: 18, HOME: 12}:
        raise BadData(f"sectors.json: wrong numbers of sectors: {dict(rings)}")
    known = {WILD, *TRACKS, *(f"{track}+" for track in TRACKS)}
    for sector in sectors.values():
        edges = sector.wormholes
        if not edges or list(edges) != sorted(set(edges)) or edges[-1] > 5 or edges[0] < 0:
            raise BadData(f"sectors.json: {sector.id} has wormholes on {edges}")
        if not known.issuperset(sector.squares):
            raise BadData(f"sectors.json: {sector.id} has squares {sector.squares}")
        if sector.ancients and not sector.discovery:
            raise BadData(f"sectors.json: {sector.id} has Ancients but no discovery tile")


def check_technology(technologies: Mapping[str, Technology], parts: Mapping[str, Part], track: TechTrack) -> None:
    """Check technologies and parts against each other.

    Raises:
        BadData: a category has not its eight technologies, a price is wrong, or a part needs what does not exist.

    """
    if Counter(one.category for one in technologies.values()) != dict.fromkeys(CATEGORIES, 8):
        raise BadData("technology.json: each category needs 8 technologies")
    for one in technologies.values():
        if not 0 < one.least <= one.cost:
            raise BadData(f"technology.json: {one.id} costs {one.cost}, at least {one.least}")
    if len(track.vp) != track.slots + 1 or len(track.discount) != track.slots:
        raise BadData("technology.json: the tracks do not go with their number of slots")
    for part in parts.values():
        if part.technology and part.technology not in technologies:
            raise BadData(f"technology.json: {part.id} needs the unknown technology {part.technology}")
        if part.ancient and part.technology:
            raise BadData(f"technology.json: {part.id} is ancient and needs a technology")


def check_species(data: _Species, sectors: Mapping[str, SectorTile], parts: Mapping[str, Part]) -> None:
    """Check every board against sectors and parts.

    Raises:
        BadData: something that it names is unknown, or a printed blueprint is not legal.

    """
    homes = Counter(species.home for species in data.species)
    for species in data.species:
        home = sectors.get(species.home)
        if home is None or home.ring != HOME or homes[species.home] > 1:
            raise BadData(f"species.json: {species.id} has no home of its own")
        if species.blueprints not in data.blueprints or species.costs not in data.costs:
            raise BadData(f"species.json: {species.id} has unknown blueprints or costs")
        if species.extra_cube and species.extra_cube not in home.squares:
            raise BadData(f"species.json: {species.id} has no square {species.extra_cube} at home")
        if set(species.start) != set(TRACKS) or not set(SHIPS).issuperset(species.ships):
            raise BadData(f"species.json: {species.id} starts with something unknown")
    for name, blueprints in data.blueprints.items():
        if tuple(blueprints) != SHIPS:
            raise BadData(f"species.json: {name} needs the blueprints {SHIPS}")
        for kind, blueprint in blueprints.items():
            printed = [parts[part] for part in blueprint.slots if part]
            drives = sum(part.kind == "drive" for part in printed)
            if blueprint.energy + sum(part.energy for part in printed) < 0 or (drives == 0) != (kind == STARBASE):
                raise BadData(f"species.json: the printed {kind} of {name} is not legal")
    for name, costs in data.costs.items():
        if set(costs) != {*SHIPS, *STRUCTURES}:
            raise BadData(f"species.json: the costs of {name} are not complete")


_sectors = load_file("rules.eclipse", "sectors.json", _Sectors)
_technology = load_file("rules.eclipse", "technology.json", _Technology)
_species = load_file("rules.eclipse", "species.json", _Species)
_board = load_file("rules.eclipse", "board.json", _Board)

SECTORS = index(_sectors.sectors, "sectors.json", expect=50)
check_sectors(SECTORS)
LAYOUTS = _sectors.layouts
STACKS = _sectors.stacks
"""Ring -> number of players -> how many of its sectors are used."""

TECHNOLOGIES = index(_technology.technologies, "technology.json", expect=24)
TECH_TRACK = _technology.track
TECHS_DRAWN = _technology.drawn
"""``setup`` or ``cleanup`` -> number of players -> how many technology tiles are drawn."""
PARTS = index(_technology.parts, "technology.json", expect=23)
check_technology(TECHNOLOGIES, PARTS, TECH_TRACK)

check_species(_species, SECTORS, PARTS)
SPECIES = index(_species.species, "species.json", expect=12)
BLUEPRINTS = _species.blueprints
COSTS = _species.costs

ROUNDS = _board.rounds
SHIP_SUPPLY = _board.ships
POPULATION = _board.population
INFLUENCE = _board.influence
STRUCTURE_SUPPLY = _board.structures
AMBASSADORS = _board.ambassadors
DIPLOMACY_FROM = _board.diplomacy_from
REPUTATION = _board.reputation
"""Value of a reputation tile -> how many there are."""
DRAWS = _board.draws
DISCOVERIES = index(_board.discoveries, "board.json", expect=11)
NPC = _board.npc
REACTIONS = _board.reactions
POINTS = _board.vp

NAMES: dict[str, Mapping[str, str]] = {
    **load_names("rules.eclipse"),
    **names_under("eclipse.sector", SECTORS.values()),
    **names_under("eclipse.technology", TECHNOLOGIES.values()),
    **names_under("eclipse.part", PARTS.values()),
    **names_under("eclipse.species", SPECIES.values()),
    **names_under("eclipse.discovery", DISCOVERIES.values()),
}
