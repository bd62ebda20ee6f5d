"""A table for tests: species in their homes, sectors where a test wants them, and typed turns."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from rules.eclipse import fleets
from rules.eclipse.components import SECTORS
from rules.eclipse.galaxy import lay, place
from rules.eclipse.game import EclipseGame, EclipseStep
from rules.eclipse.state import NOBODY, EclipseState, Player, Rules, Sector
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.rounds import EndOfRound
from rules.eclipse.steps.setup import equip, lay_out, settle_home
from rules.eclipse.steps.turn import NextTurn
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel.game import Outcome, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow, Forced
from rules.kernel.text import Text

Item = TypeVar("Item")


class Prepared(EclipseGame):
    """A game that begins with given steps in a prepared state."""

    def __init__(self, state: EclipseState, *steps: Any) -> None:
        self.prepared, self.steps = state, steps

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[EclipseState]) -> EclipseState:
        flow.then(*(self.steps or (NextTurn(self.prepared.start - 1), Combat(), Upkeep(), EndOfRound())))
        return self.prepared


class Chance(Rng):
    """Draws what a test says, by the beginning of the draw's name; else at random."""

    wanted: dict[str, list[Any]] | None = None

    def _next(self, why: str) -> Any:
        for name, values in (self.wanted or {}).items():
            if why.startswith(f"eclipse.{name}") and values:
                return values.pop(0)
        return None

    def below(self, n: int, why: str) -> int:
        value = self._next(why)
        return super().below(n, why) if value is None else int(value) - 1

    def pick(self, items: Sequence[Item], why: str) -> Item:
        value = self._next(why)
        if value is None:
            return super().pick(items, why)
        assert value in items, f"{value} cannot be drawn"
        item: Item = value
        return item


def make(*species: str, rules: Rules | None = None) -> EclipseState:
    """Lay out a state in the action phase of round 1, every species in its home; seat 0 begins."""
    state = EclipseState(rules or Rules(), [Player() for _ in species])
    lay_out(state, Rng("00"))
    for seat, one in enumerate(species):
        equip(state, seat, one)
    for seat in range(len(species)):
        settle_home(state, seat)
    state.round, state.phase = 1, "action"
    return state


def add(
    state: EclipseState,
    tile: str,
    at: str,
    turns: int = 0,
    *,
    disc: int = NOBODY,
    ships: dict[int, dict[str, int]] | None = None,
) -> Sector:
    """Lay a sector at a place such as ``1A``, out of its stack; its Ancients and discovery tile come with it."""
    ring = state.stacks[SECTORS[tile].ring]
    if tile in ring.tiles:
        ring.tiles.remove(tile)
        ring.count -= 1
    sector = lay(state, tile, place(at), turns)
    sector.ancients, sector.discovery = SECTORS[tile].ancients, SECTORS[tile].discovery
    if disc != NOBODY:
        sector.disc = disc
        state.players[disc].discs -= 1
    for seat, fleet in (ships or {}).items():
        for kind, n in fleet.items():
            fleets.add(sector, seat, kind, n)
    return sector


def bare(sector: Sector) -> Sector:
    """Take Ancients, the defence and the discovery tile away."""
    sector.ancients, sector.discovery, sector.gcds = 0, False, False
    return sector


def home(state: EclipseState, seat: int) -> Sector:
    """The home sector of a seat."""
    return next(
        sector for sector in state.sectors.values() if sector.disc == seat and SECTORS[sector.id].ring == "home"
    )


class Table:
    """A running game that is played by typed lines."""

    def __init__(self, state: EclipseState, *steps: Any, draws: dict[str, list[Any]] | None = None) -> None:
        self.game = Prepared(state, *steps)
        rng = Chance("00")
        rng.wanted = draws
        self.position: Position[EclipseState, EclipseStep]
        self.position, self.outcome = self.game.setup({}, len(state.players), rng)
        self.said: list[Text] = [event.text for event in self.outcome.events]
        self.forced: list[Forced] = list(self.outcome.forced)

    @property
    def state(self) -> EclipseState:
        return self.position.state

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    @property
    def waiting(self) -> list[int]:
        return self.game.waiting(self.position)

    def prompt(self, seat: int | None = None) -> Prompt:
        return self.game.prompt(self.position, self.waiting[0] if seat is None else seat)

    @property
    def kind(self) -> str:
        return self.prompt().kind

    def legal(self) -> list[str]:
        return [option.id for option in self.prompt().legal]

    def option(self, id: str) -> Option:
        return self.prompt().option(id)

    def refusal(self, id: str) -> str:
        """The message of an option's refusal; fails where it is not refused."""
        refusal = self.option(id).refusal
        assert refusal is not None, f"{id} is not refused"
        return refusal.id

    def play(self, line: str, seat: int | None = None) -> Outcome:
        """Play a typed line, ``build cruiser 224; done``: each word answers the next prompt.

        Words for answers that were the only legal ones, and so were taken already, are passed over.
        """
        taken: deque[str] = deque()
        for word in line.replace(";", " ").split():
            if word in taken:
                while taken.popleft() != word:
                    pass
                continue
            who = self.waiting[0] if seat is None else seat
            self.outcome = self.game.answer(self.position, who, word.split("&"))
            self.said += [event.text for event in self.outcome.events]
            taken = deque(pick for forced in self.outcome.forced for pick in forced.picks)
        return self.outcome
