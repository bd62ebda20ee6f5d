"""The state of a game of Race for the Galaxy; a view is the same with what is hidden taken out.

Cards are physical cards, numbered 0 to 113 (`rules.race.components`); in a view a card that the reader may not see
is `UNKNOWN`, so that numbers of cards stay countable.
"""

from __future__ import annotations

import msgspec

UNKNOWN = -1


class Player(msgspec.Struct):
    """One seat. Seats are numbered in player order: seat 0 has the lowest start world, the others follow clockwise."""

    start: int
    hand: list[int] = msgspec.field(default_factory=list)
    """Cards in hand, sorted; known to the seat alone."""
    drawn: list[int] = msgspec.field(default_factory=list)
    """Cards drawn to choose from and not yet kept (setup and Explore), sorted; known to the seat alone."""
    tableau: list[int] = msgspec.field(default_factory=list)
    """Cards on the table in the order of placing."""
    goods: dict[int, int] = msgspec.field(default_factory=dict)
    """World -> the card that lies on it as its good; that card is known to nobody."""
    chips: int = 0
    """Victory points in chips."""
    actions: list[str] = msgspec.field(default_factory=list)
    """Action cards revealed this round (keys as in the data)."""
    placed: int | None = None
    """The card revealed in the running Develop or Settle phase, until the phase ends."""
    chosen: int | None = None
    """The card that the seat has chosen to place, before all are revealed; known to the seat alone, as what follows."""
    way: str = ""
    """The way in which it settles the chosen world, by its option's id."""
    pays: list[int] = msgspec.field(default_factory=list)
    """The hand cards that it pays for the chosen card."""
    produced: list[int] = msgspec.field(default_factory=list)
    """Worlds on which a good was produced in the running Produce phase."""
    used: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """Consume powers used in the running Consume phase, as card and index; the last one may still be going on."""


class RaceState(msgspec.Struct):
    """The whole table."""

    players: list[Player]
    experienced: bool
    """The two-player game with nine action cards and two picks a round."""
    pool: int
    """Victory points left in the pool; below 0 once the 10-point chips of the last round are used."""
    deck: list[int]
    """Cards still to be drawn, sorted: which of them comes next is drawn when it is needed."""
    discards: list[int] = msgspec.field(default_factory=list)
    round: int = 0
    phase: str = "setup"
    """setup, choose, explore, develop, develop_2, settle, settle_2, consume, produce, round_end or over."""
    phases: list[str] = msgspec.field(default_factory=list)
    """The phases of this round in order, once the action cards are revealed."""
    scores: list[list[int]] = msgspec.field(default_factory=list)
    """Every seat's score after each round so far."""
    together: bool = False
    """Whether cards are paid for with the sealed choice of what to place, and not after all are revealed."""
