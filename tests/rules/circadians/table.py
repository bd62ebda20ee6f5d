"""A table for tests: boards laid out, nobody with a character or a card, and typed turns."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from rules.circadians.game import CircadiansGame, CircadiansStep
from rules.circadians.sets import ORRERY_SET
from rules.circadians.state import EMPTY, CircadiansState, Die, Player
from rules.circadians.steps.action import GaragePhase, HqPhase
from rules.circadians.steps.setup import lay_out
from rules.kernel.game import Outcome, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow, Forced


class Prepared(CircadiansGame):
    """A game that begins with some steps on a prepared state."""

    def __init__(self, state: CircadiansState, *steps: Any) -> None:
        super().__init__()
        self.prepared, self.steps = state, steps

    def begin(self, config: Any, seats: int, flow: Flow[CircadiansState]) -> CircadiansState:
        flow.then(*self.steps)
        return self.prepared


def make(seats: int = 2, side: str = "a") -> CircadiansState:
    """Lay out a state in round 1: the clans on side A, no event, nobody has a character, cards or goods."""
    state = lay_out(ORRERY_SET, {"planet": side}, seats, Rng("00"))
    state.clans = {"green": "green-a", "yellow": "yellow-a", "red": "red-a"}
    state.start = 0
    state.round = 1
    for one in state.players:
        one.dealt = []
        one.ready = 0
        one.supply = 13
        one.water = one.algae = one.power = 0
    return state


def give(
    one: Player,
    *garages: int,
    hand: Sequence[str] = (),
    played: Sequence[str] = (),
    upgrades: Sequence[str] = (),
    **parts: Any,
) -> Player:
    """Put dice into a player's garages (0: none), and give them goods, cards, tiles."""
    for at, die in enumerate(garages):
        one.garages[at] = die
        one.supply -= die != EMPTY
    one.hand = list(hand)
    one.played = list(played)
    for at, tile in enumerate(upgrades):
        one.upgrades[at] = tile
    for key, value in parts.items():
        setattr(one, key, value)
    return one


def rich(one: Player, *garages: int, **parts: Any) -> Player:
    """Give a player plenty."""
    return give(one, *garages, **{"water": 30, "algae": 20, "power": 10, "gem": 6, **parts})


def in_hq(state: CircadiansState, *dice: tuple[int, int]) -> None:
    """Put dice into the headquarters: seat and value."""
    for seat, value in dice:
        state.hq.append(Die(seat, value))
        state.players[seat].supply -= 1


def negotiated(state: CircadiansState, column: str, row: int, seat: int, value: int) -> None:
    """Put a die on the negotiation board."""
    state.negotiation[column][row - 1] = Die(seat, value)
    state.players[seat].supply -= 1


class Table:
    """A running game that is played by typed lines; the action phase, if no steps are given."""

    def __init__(self, state: CircadiansState, *steps: Any) -> None:
        self.game = Prepared(state, *(steps or (HqPhase(), GaragePhase())))
        self.position: Position[CircadiansState, CircadiansStep]
        self.position, self.outcome = self.game.setup({}, len(state.players), Rng("00"))
        self.forced: list[Forced] = list(self.outcome.forced)

    @property
    def state(self) -> CircadiansState:
        return self.position.state

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def has(self, seat: int = 0) -> tuple[int, int, int, int]:
        """The resources of a seat: water, algae, power, gems."""
        return self.player(seat).goods.amounts

    @property
    def waiting(self) -> list[int]:
        return self.game.waiting(self.position)

    @property
    def over(self) -> bool:
        return self.game.over(self.position)

    def prompt(self, seat: int | None = None) -> Prompt:
        return self.game.prompt(self.position, self.waiting[0] if seat is None else seat)

    def legal(self, seat: int | None = None) -> list[str]:
        return [option.id for option in self.prompt(seat).legal]

    def option(self, id: str) -> Option:
        return self.prompt().option(id)

    def refusal(self, id: str) -> str:
        """The message of an option's refusal; fails where it is not refused."""
        refusal = self.option(id).refusal
        assert refusal is not None, f"{id} is not refused"
        return refusal.id

    def play(self, line: str, seat: int | None = None) -> Outcome:
        """Play a typed line: each word answers the next prompt of whoever is asked first, or of a seat.

        Words for answers that were the only legal ones, and so were taken already, are passed over.
        """
        taken: deque[str] = deque()
        for word in line.replace(";", " ").split():
            if taken and taken[0] == word:
                taken.popleft()
                continue
            who = self.waiting[0] if seat is None else seat
            self.outcome = self.game.answer(self.position, who, [word])
            taken = deque(pick for forced in self.outcome.forced for pick in forced.picks)
        return self.outcome

    def told(self, kind: str) -> list[Any]:
        """The events of a kind that the last answer led to."""
        return [event for event in self.outcome.events if event.kind == kind]
