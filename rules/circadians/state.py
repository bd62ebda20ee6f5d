"""The state of a game of Circadians: First Light; a view is the same with what is hidden taken out.

Cards and tiles are ids of the set of components that the game is played with (`CircadiansState.set`). In a view a card
that the reader may not see is `UNKNOWN`, and a die `UNSEEN`, so that both stay countable. Nothing lies in a hidden
order: which event, tile or cache comes next is drawn when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.circadians.components import CENTRE, COLUMNS, ROWS, Components
from rules.circadians.goods import Goods
from rules.circadians.sets import the_set
from rules.kernel.hexes import Hex

UNKNOWN = ""
UNSEEN = 0
EMPTY = 0
"""No die in a garage or on a farm."""


class Die(msgspec.Struct, frozen=True):
    """A die on a common board: whose, and its value."""

    seat: int
    value: int


class Rules(msgspec.Struct, frozen=True):
    """How this table plays where the sources differ, or the program has changed; no table sets it.

    `advance_by_token` follows the engine of the recorded games: an advance needs only its token, not that its value
    comes to the board for the first time (see docs/circadians.md). `limit_at_end`: hands are limited after the last
    round as well, which changes nothing any more; so it was once. `tiles_leave`: the tile that has
    lain open longest leaves at the end of a round in which none was taken; a rule of Orrery's set.
    """

    advance_by_token: bool = False
    limit_at_end: bool = True
    tiles_leave: bool = False


class Player(msgspec.Struct):
    """One seat."""

    character: str = ""
    """Empty until it is chosen."""
    water: int = 0
    algae: int = 0
    power: int = 0
    gem: int = 0
    harvester: Hex = CENTRE
    supply: int = 0
    """Dice out of play."""
    ready: int = 0
    """Dice on the base, to be rolled next."""
    waiting: int = 0
    """New dice, for the next round."""
    canteen: int = 0
    rolled: list[int] = msgspec.field(default_factory=list)
    """Faces rolled and not yet planned, sorted; known to the seat alone."""
    plan: dict[str, int] = msgspec.field(default_factory=dict)
    """Place (``g1``, ``f2``) -> face, while everybody plans; known to the seat alone."""
    garages: list[int] = msgspec.field(default_factory=lambda: [EMPTY] * 5)
    farm_dice: list[int] = msgspec.field(default_factory=lambda: [EMPTY] * 6)
    upgrades: list[str] = msgspec.field(default_factory=lambda: [""] * 4)
    """The tiles on garages 2 to 5."""
    farms: list[str] = msgspec.field(default_factory=lambda: [""] * 3)
    """The tiles on farms 4 to 6."""
    dealt: list[str] = msgspec.field(default_factory=list)
    """Characters or items to choose one from; known to the seat alone."""
    hand: list[str] = msgspec.field(default_factory=list)
    """Item cards, sorted; known to the seat alone."""
    played: list[str] = msgspec.field(default_factory=list)
    """Item cards played, in order."""
    traded: bool = False
    """Whether the free trades of this round are used."""
    choices: dict[int, str] = msgspec.field(default_factory=dict)
    """Farm -> the resource that its die yields in the running harvest."""

    @property
    def goods(self) -> Goods:
        """The resources."""
        return Goods(self.water, self.algae, self.power, self.gem)

    def base_dice(self) -> int:
        """Count the dice on the research base."""
        placed = sum(die != EMPTY for die in (*self.garages, *self.farm_dice))
        return self.ready + self.waiting + self.canteen + len(self.rolled) + len(self.plan) + placed


class CircadiansState(msgspec.Struct):
    """The whole table."""

    set: str
    """The digest of the set of components."""
    players: list[Player]
    side: str = "a"
    """The side of the planet."""
    rules: Rules = Rules()
    clans: dict[str, str] = msgspec.field(default_factory=dict)
    """Column of the negotiation board -> the clan above it."""
    caches: dict[str, int] = msgspec.field(default_factory=dict)
    """Corner -> points, once the caches are face up."""
    tokens: list[Hex] = msgspec.field(default_factory=list)
    """Hexes whose token still lies there."""
    event: str = ""
    events: list[str] = msgspec.field(default_factory=list)
    """Events that have not been seen, the last one left out; some of them are still to come. Sorted."""
    deck: list[str] = msgspec.field(default_factory=list)
    """Item cards to be drawn, sorted: which comes next is drawn when it is needed."""
    under: list[str] = msgspec.field(default_factory=list)
    """Item cards that were put under the deck, the upper first."""
    discards: list[str] = msgspec.field(default_factory=list)
    """Item cards discarded, face up, sorted."""
    farms: list[str] = msgspec.field(default_factory=list)
    """The open farm of each stack; empty where the stack is."""
    farms_under: list[int] = msgspec.field(default_factory=list)
    """How many lie face down in each stack."""
    farms_unseen: list[str] = msgspec.field(default_factory=list)
    """Which farms lie face down, in any of the stacks. Sorted."""
    upgrades: dict[str, str] = msgspec.field(default_factory=dict)
    """Stack -> its open upgrade; empty where the stack is."""
    upgrades_unseen: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Stack -> which upgrades lie face down in it. Sorted."""
    open_since: dict[str, int] = msgspec.field(default_factory=dict)
    """Open farm or upgrade -> the round in which it was turned up, where tiles leave (`Rules.tiles_leave`)."""
    tile_taken: bool = False
    """Whether a farm or an upgrade was taken in this round, where tiles leave."""
    negotiation: dict[str, list[Die | None]] = msgspec.field(default_factory=lambda: {column: [] for column in COLUMNS})
    """Column -> its spaces from the top."""
    advances: dict[str, int] = msgspec.field(default_factory=dict)
    """Reward -> the value whose token covers it."""
    setbacks: dict[str, str] = msgspec.field(default_factory=dict)
    """Penalty -> the token that covers it: ``sum-green``, ``pair-red``."""
    depository: dict[str, list[Die | None]] = msgspec.field(default_factory=lambda: {row: [None] * 6 for row in ROWS})
    """Row -> columns 1 to 6."""
    hq: list[Die] = msgspec.field(default_factory=list)
    """From left to right."""
    mine: list[list[Die]] = msgspec.field(default_factory=list)
    lab: list[Die] = msgspec.field(default_factory=list)
    """Two by two."""
    foundry: list[Die] = msgspec.field(default_factory=list)
    control: list[Die] = msgspec.field(default_factory=list)
    market: dict[str, list[Die]] = msgspec.field(default_factory=dict)
    academy: list[list[Die]] = msgspec.field(default_factory=list)
    start: int = 0
    """The start player."""
    turn: int = -1
    """Whose die is being used, in the action phase; -1 outside of it."""
    flip: bool = False
    """The leftmost die of the headquarters is the first one of this round, which may be flipped."""
    round: int = 0
    phase: str = "setup"
    """setup, planning, hq, garages, harvest, rest or over."""
    scores: list[list[int]] = msgspec.field(default_factory=list)
    """Every seat's points after each round so far."""

    @property
    def sent(self) -> bool:
        """Whether the die of the turn has been sent and what it brings is still being done; a view alone tells."""
        return False

    @property
    def parts(self) -> Components:
        """The components that the game is played with."""
        return the_set(self.set)

    def dice_on(self, place: str) -> list[Die]:
        """List the dice at one of the six locations."""
        found: list[Die] | list[list[Die]] | dict[str, list[Die]] = getattr(self, place)
        if isinstance(found, dict):
            found = list(found.values())
        return [die for one in found for die in (one if isinstance(one, list) else [one])]

    def kept_dice(self) -> Iterator[tuple[str, Die]]:
        """Give the dice that stay until the end, with the board that they lie on."""
        for column in self.negotiation.values():
            yield from (("negotiate", die) for die in column if die is not None)
        for row in self.depository.values():
            yield from (("depot", die) for die in row if die is not None)

    def hq_dice(self, seat: int) -> int:
        """Count a seat's dice in the headquarters."""
        return sum(die.seat == seat for die in self.hq)
