"""The state of a game of Gaia Project. Hidden is the Automa's deck alone, in games against it (`rules.gaia.view`).

Places on the map are named by sector and slot, ``7A10``: the name that players type.
"""

from __future__ import annotations

import msgspec

#: Areas of the power cycle, as indices of `Player.power`.
AREA_1, AREA_2, AREA_3, GAIA_AREA = 0, 1, 2, 3
NO_BRAINSTONE = -1


class Space(msgspec.Struct, frozen=True, cache_hash=True):
    """A hex of the map as it was when the map was laid."""

    name: str
    q: int
    r: int
    planet: str
    sector: int


class Placement(msgspec.Struct, frozen=True):
    """A sector on the map: which side is up, where its centre is, how often it is turned clockwise."""

    sector: int
    side: str
    q: int
    r: int
    turns: int


class OwnTile(msgspec.Struct):
    """A technology tile that a player owns. `space` is where it came from: a space or ``adv-`` and an area."""

    tile: str
    space: str
    covered: bool = False


class OwnToken(msgspec.Struct):
    """A federation token that a player owns; a green one can still be flipped."""

    token: str
    green: bool


class Player(msgspec.Struct):
    """One seat. Before it has chosen a faction, `faction` is empty."""

    faction: str = ""
    vp: int = 10
    ore: int = 0
    credits: int = 0
    knowledge: int = 0
    qic: int = 0
    power: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    """Power tokens in areas I, II, III and the Gaia area, the Brainstone not counted."""
    brainstone: int = NO_BRAINSTONE
    """The area that the Brainstone is in."""
    research: dict[str, int] = msgspec.field(default_factory=dict)
    formers: int = 0
    """Gaiaformers on the faction board, ready to use."""
    resting_formers: int = 0
    """Gaiaformers in the Gaia area (Bal T'aks)."""
    sent_formers: list[str] = msgspec.field(default_factory=list)
    """Where the player's Gaiaformers stand on the map."""
    structures: dict[str, str] = msgspec.field(default_factory=dict)
    """Place -> kind of structure, in the order of colonising; a mine on the Lost Planet is in it."""
    guests: list[str] = msgspec.field(default_factory=list)
    """Places of mines beside another faction's structure (Lantids)."""
    stations: list[str] = msgspec.field(default_factory=list)
    """Places of space stations (Ivits)."""
    satellites: list[str] = msgspec.field(default_factory=list)
    federated: list[str] = msgspec.field(default_factory=list)
    """Every place that belongs to a federation of the player: planets, stations, satellites. Sorted."""
    formed: int = 0
    """Federations formed (Ivits: times theirs was formed or enlarged for a token)."""
    tokens: list[OwnToken] = msgspec.field(default_factory=list)
    tiles: list[OwnTile] = msgspec.field(default_factory=list)
    booster: str = ""
    used: list[str] = msgspec.field(default_factory=list)
    """Special actions taken this round."""
    passed: bool = False
    points: dict[str, int] = msgspec.field(default_factory=dict)
    """Where the victory points came from: source -> points."""

    def places(self) -> list[str]:
        """Every place with a structure of the player."""
        return [*self.structures, *self.guests] if self.guests else list(self.structures)


class Rules(msgspec.Struct, frozen=True):
    """How this table plays where there is a choice.

    `pass_order` is the variable turn order. The other switches follow the engine of the recorded games where it
    differs from the rulebook (see docs/gaia.md); a table can set `late_charges` alone.
    """

    pass_order: bool = True
    late_charges: bool = False
    """Power is charged after the builder's whole turn, free actions included."""
    charge_each: bool = False
    """Two structures built in one turn let the others charge twice."""
    paired_power: bool = False
    """Nevlas with institute may pay several free actions together, so that no power is lost."""
    plain_end: bool = False
    """At the end power becomes credits and Q.I.C. ore, and what is beyond a limit is lost."""


class Automa(msgspec.Struct):
    """The Automa of a game for one: its cards. What it has on the table is its seat's, as of any player.

    Cards are numbers; in a view those that lie face down are 0.
    """

    level: str
    deck: list[int] = msgspec.field(default_factory=list)
    """Face down, the next one first; hidden."""
    spare: list[int] = msgspec.field(default_factory=list)
    """Cards that are not in its deck yet, face down, the next one first; hidden."""
    support: int = 0
    """The open card whose icons decide; 0 where there is none."""
    action: int = 0
    """The open card whose action is taken; 0 where there is none."""
    used: list[int] = msgspec.field(default_factory=list)
    """Cards of this round that have done their work, open."""
    known: list[int] = msgspec.field(default_factory=list)
    """The cards that everybody knows to be in its game: those of its level, and all that were ever open. Sorted."""
    removed: list[str] = msgspec.field(default_factory=list)
    """Advanced tiles that it has taken out of the game."""


class GaiaState(msgspec.Struct):
    """The whole table."""

    rules: Rules
    players: list[Player]
    layout: str
    first_game: bool = False
    sectors: list[Placement] = msgspec.field(default_factory=list)
    spaces: tuple[Space, ...] = ()
    """The hexes of the map; empty until it is laid."""
    gaia: list[str] = msgspec.field(default_factory=list)
    """Transdim Planets that have become Gaia Planets."""
    lost: str = ""
    """Where the Lost Planet lies."""
    boosters: list[str] = msgspec.field(default_factory=list)
    """Boosters beside the board."""
    tech: dict[str, str] = msgspec.field(default_factory=dict)
    """Space of the research board -> standard technology tile."""
    advanced: dict[str, str] = msgspec.field(default_factory=dict)
    """Research area -> advanced tile still there."""
    supply: dict[str, int] = msgspec.field(default_factory=dict)
    """Federation tokens left."""
    top_token: str = ""
    """The federation token on level 5 of Terraforming, until it is taken."""
    round_tiles: list[str] = msgspec.field(default_factory=list)
    final_tiles: list[str] = msgspec.field(default_factory=list)
    round: int = 0
    phase: str = "setup"
    """setup, income, gaia, actions or over."""
    order: list[int] = msgspec.field(default_factory=list)
    """Turn order of this round."""
    queue: list[int] = msgspec.field(default_factory=list)
    """Seats still in this round, the next to move first."""
    passed: list[int] = msgspec.field(default_factory=list)
    """Seats that have passed this round, in the order of passing."""
    taken: dict[str, int] = msgspec.field(default_factory=dict)
    """Power and Q.I.C. actions taken this round -> by which seat."""
    built: list[str] = msgspec.field(default_factory=list)
    """Places built on or upgraded in the running turn for which others may charge power."""
    scores: list[list[int]] = msgspec.field(default_factory=list)
    """Every seat's victory points after each round so far."""
    automa: Automa | msgspec.UnsetType = msgspec.UNSET
    """The Automa, whose seat is the last one; unset where nobody plays against it, so that such tables are stored as
    they were before there was one."""

    @property
    def persons(self) -> int:
        """How many seats are a player's; the Automa's comes after them."""
        return len(self.players) - isinstance(self.automa, Automa)

    @property
    def rival(self) -> Player | None:
        """What the Automa has on the table, where there is one."""
        return self.players[-1] if isinstance(self.automa, Automa) else None

    def by_itself(self, seat: int) -> bool:
        """Whether a seat is the Automa's, which the rules move."""
        return seat >= self.persons

    def acts(self, seat: int) -> bool:
        """Whether it is the turn of a seat."""
        return self.phase == "actions" and bool(self.queue) and self.queue[0] == seat

    def turn_order(self) -> list[int]:
        """Every seat in the turn order of this round."""
        return self.order or list(range(len(self.players)))
