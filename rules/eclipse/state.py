"""The state of a game of Eclipse: plain data. Hidden are the reputation tiles alone; see `rules.eclipse.view`.

Stacks and bags are sets: which tile comes next is drawn when it is needed, so no order could leak. Sectors on the map
are named by their number (``224``), places without one by ring and letter (``2B``, see `rules.eclipse.galaxy`).
"""

from __future__ import annotations

import msgspec

from rules.eclipse.components import TRACKS
from rules.kernel.text import Text

NOBODY = -1
#: Sides of a battle that no player plays.
ANCIENTS, DEFENCE = -1, -2
#: What lies between two sectors, or a sector and an empty place: nothing, a wormhole on one side, on both.
SHUT, HALF, FULL = 0, 1, 2


class Sector(msgspec.Struct):
    """A sector on the map. `turns` says how often it is turned clockwise by 60 degrees."""

    id: str
    q: int
    r: int
    turns: int
    around: list[str] = msgspec.field(default_factory=lambda: [""] * 6)
    """The sectors that it touches, by edge 0 (top) to 5, clockwise; empty where none lies."""
    links: list[int] = msgspec.field(default_factory=lambda: [SHUT] * 6)
    """By edge: SHUT, HALF or FULL. Towards an empty place: HALF where this sector has a wormhole."""
    disc: int = NOBODY
    cubes: list[int] = msgspec.field(default_factory=list)
    """The squares with a cube, as sorted indices of the tile's `squares`."""
    orbital: bool = False
    orbital_cube: bool = False
    monolith: bool = False
    ancients: int = 0
    gcds: bool = False
    discovery: bool = False
    """Whether a discovery tile lies here face down. Which one is drawn when it is taken."""
    ships: dict[int, dict[str, int]] = msgspec.field(default_factory=dict)
    """Seat -> type of ship -> how many, never 0. In the order of entry: the first seat entered first."""

    def count(self, seat: int) -> int:
        """Count a seat's ships here."""
        return sum(self.ships.get(seat, {}).values())


class Player(msgspec.Struct):
    """One seat. Before it has chosen a species, `species` is empty."""

    species: str = ""
    goods: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    discs: int = 0
    """Discs on the influence track, those beyond its end included."""
    spare: int = 0
    """Discs that a technology can still bring."""
    actions: dict[str, int] = msgspec.field(default_factory=dict)
    """Action -> discs on it."""
    cubes: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    """Cubes left on the population tracks."""
    graveyard: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    loose: int = 0
    """Cubes that have left the map and are just on their way to a track or the graveyard."""
    technologies: list[str] = msgspec.field(default_factory=list)
    placed: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Type of ship -> the part tile on each slot; empty where the printed content shows."""
    stored: list[str] = msgspec.field(default_factory=list)
    """Ancient parts kept for an upgrade."""
    colony: int = 0
    """Colony ships that lie face up."""
    reputation: list[int] = msgspec.field(default_factory=list)
    """Values of the reputation tiles, sorted; in the view of others 0 for each."""
    drawn: list[int] = msgspec.field(default_factory=list)
    """Reputation tiles drawn, of which one may be kept; in the view of others 0 for each."""
    pledged: list[int] = msgspec.field(default_factory=list)
    """The reputation tile that goes back for an ambassador if an offer is accepted; hidden like the others."""
    declined: list[int] = msgspec.field(default_factory=list)
    """Seats that have declined this seat’s offers of relations in this round."""
    partners: list[int] = msgspec.field(default_factory=list)
    """Seats with which an ambassador is exchanged, each carrying a cube."""
    discoveries: list[str] = msgspec.field(default_factory=list)
    """Discovery tiles kept for their points."""
    passed: bool = False
    resting: bool = False
    """Has passed and reacts no more in this round."""
    could_offer: list[int] = msgspec.field(default_factory=list)
    """The seats to which relations could have been proposed when the player passed, in this round for the last time."""
    traitor: bool = False
    out: bool = False
    """Bankrupt, or has given up."""
    frozen: dict[str, int] = msgspec.field(default_factory=dict)
    """The score of a player who is out: what for -> points; `left` is what breaks ties."""


class Stack(msgspec.Struct):
    """Sectors of a ring that may still be drawn: `count` of `tiles` lie in the stack, the rest is not in the game."""

    tiles: list[str]
    count: int
    discards: list[str] = msgspec.field(default_factory=list)


class Group(msgspec.Struct):
    """All ships of one type of one side in a battle. `damage` has one entry for each ship that is still there."""

    side: int
    """A seat, or ANCIENTS or DEFENCE."""
    kind: str
    damage: list[int]
    began: int
    """How many there were when the first battle of the sector began."""
    retreat: str = ""
    """The sector to which the group has announced its retreat."""


class Fighter(msgspec.Struct):
    """What a player has done in the battles of a sector; decides on the reputation tiles drawn."""

    seat: int
    fought: bool = False
    kills: int = 0
    """Tiles to draw for destroyed ships."""
    retreated: bool = False
    all_announced: bool = False
    """Whether at the player's last decision all ships that lived were on their retreat."""
    orders: str = ""
    """How the player's groups fight without being asked in this battle; empty: they ask."""
    greedy: bool = False
    """Whether the player's dice are assigned by the greedy policy in this battle, without being asked."""


class Die(msgspec.Struct, frozen=True):
    """A die that was rolled: its damage and its number."""

    damage: int
    roll: int


class Battle(msgspec.Struct):
    """The battles of one sector while they are fought."""

    sector: str
    fighters: list[Fighter]
    """The players with ships, in the order of entry, whoever controls the sector first."""
    groups: list[Group]
    attacker: int = NOBODY
    defender: int = NOBODY
    round: int = 0
    """0 for the missiles, then the rounds of engagement."""
    queue: list[int] = msgspec.field(default_factory=list)
    """The groups (indices) that have still to act in this round."""
    volley: list[Die] = msgspec.field(default_factory=list)
    """Dice that still have to be assigned by hand."""
    shooter: int = NOBODY
    """The group whose volley that is."""
    report: list[Text] = msgspec.field(default_factory=list)
    """What happened so far, line by line."""
    told: int = 0
    """Lines of the report that the table knows already, because somebody had to decide."""
    line: list[Text] = msgspec.field(default_factory=list)
    """What happened in this round."""
    effect: bool = False
    """Whether anything in this round was more than dice that hit nothing."""
    quiet: list[Text] = msgspec.field(default_factory=list)
    """Lines of the last rounds, if nothing was hit in them; many of them become one line of the report."""


class Rules(msgspec.Struct, frozen=True):
    """How this table plays where there is a choice.

    `hold_fire` and `as_recorded` are set by no table: in recorded games groups with cannons hold fire, and players are
    asked at other moments whether they trade (see docs/eclipse.md).
    """

    by_damage: bool = False
    """An attack on population removes a cube for each point of damage, not for each hit."""
    near_ships: bool = False
    """Influence may go to a sector with an own ship without a connection (second printing)."""
    choose_hits: bool = False
    """Players say which ships their dice hit."""
    give_up: bool = True
    """A player may give up in any turn of their own; otherwise only without disc and ship on the map."""
    hold_fire: bool = False
    as_recorded: bool = False


class EclipseState(msgspec.Struct):
    """The whole table."""

    rules: Rules
    players: list[Player]
    sectors: dict[str, Sector] = msgspec.field(default_factory=dict)
    """Sectors on the map by number, in the order in which they were laid."""
    stacks: dict[str, Stack] = msgspec.field(default_factory=dict)
    """Ring (``I``, ``II``, ``III``) -> its stack."""
    turned: list[str] = msgspec.field(default_factory=list)
    """Sectors drawn that are not yet placed or discarded."""
    turned_for: str = ""
    """The place that they are for."""
    supply: dict[str, int] = msgspec.field(default_factory=dict)
    """Technology -> tiles on the supply board, never 0."""
    bag: dict[str, int] = msgspec.field(default_factory=dict)
    """Technology -> tiles in the bag, never 0."""
    discoveries: dict[str, int] = msgspec.field(default_factory=dict)
    """Discovery tile -> how many nobody has seen: in the stack and face down on sectors. Never 0."""
    reputation: dict[int, int] = msgspec.field(default_factory=dict)
    """Value -> tiles in the bag. In a view: those that the seat has not, wherever they are."""
    structures: int = 0
    """Orbital and monolith tiles left."""
    round: int = 0
    phase: str = "setup"
    """setup, action, combat, upkeep, cleanup or over."""
    start: int = 0
    """The start player of this round."""
    next_start: int = NOBODY
    """Who has passed first in this round."""
    turn: int = 0
    """Whose turn it is."""
    battles: list[str] = msgspec.field(default_factory=list)
    """Sectors whose battles are still to be fought, the next one first."""
    battle: Battle | None = None
    scores: list[list[int]] = msgspec.field(default_factory=list)
    """Every seat's victory points after each round so far, reputation tiles not counted."""
