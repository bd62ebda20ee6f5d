"""A table laid by hand, with a chance that draws what a test says: for the tests of any game's rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.game import Game, Outcome, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Item, Rng
from rules.kernel.steps import Event, Step

S = TypeVar("S")
P = TypeVar("P")


class ScriptedRng(Rng):
    """Draws what a test says, by the name of the draw and in order; at random where it says nothing.

    A script gives ``pick`` the thing, ``shuffle`` the order of the things, and ``below`` the number, from 0.
    """

    script: dict[str, list[Any]] = msgspec.field(default_factory=dict)

    def below(self, n: int, why: str) -> int:
        if not self.script.get(why):
            return super().below(n, why)
        number = int(self._next(why))
        assert 0 <= number < n, f"{number} cannot be drawn"
        return number

    def pick(self, items: Sequence[Item], why: str) -> Item:
        if not self.script.get(why):
            return super().pick(items, why)
        item: Item = self._next(why)
        assert item in items, f"{item} cannot be drawn"
        return item

    def shuffle(self, items: Sequence[Item], why: str) -> list[Item]:
        if not self.script.get(why):
            return super().shuffle(items, why)
        order: list[Item] = list(self._next(why))
        assert sorted(map(repr, order)) == sorted(map(repr, items)), f"{order} is no order of {items}"
        return order

    def _next(self, why: str) -> Any:
        self.counter += 1
        return self.script[why].pop(0)


class Table(Generic[S, P]):
    """A running game that begins with some steps on a laid state, and is played by lines of option ids.

    `outcome` is what the last answer has led to.
    """

    def __init__(
        self, game: Game[S, P], state: S, *steps: Step[S], draws: Mapping[str, Sequence[Any]] | None = None
    ) -> None:
        self.game = game
        rng = ScriptedRng("00", script={why: list(drawn) for why, drawn in (draws or {}).items()})
        stack: list[Any] = list(reversed(steps))
        self.position: Position[S, P] = Position(state, rng, stack)
        self.outcome = game.run_on(self.position)

    @property
    def state(self) -> S:
        return self.position.state

    @property
    def waiting(self) -> list[int]:
        return self.game.waiting(self.position)

    @property
    def over(self) -> bool:
        return self.game.over(self.position)

    def prompt(self, seat: int | None = None) -> Prompt:
        """The open prompt of a seat, of the first that is waited for by default."""
        return self.game.prompt(self.position, self.waiting[0] if seat is None else seat)

    def asked(self) -> dict[int, str]:
        """Which seat is waited for with what kind of question."""
        return {seat: self.prompt(seat).kind for seat in self.waiting}

    def legal(self, seat: int | None = None) -> list[str]:
        return [option.id for option in self.prompt(seat).legal]

    def option(self, id: str, seat: int | None = None) -> Option:
        return self.prompt(seat).option(id)

    def refusal(self, id: str, seat: int | None = None) -> str:
        """The message of an option's refusal; fails where it is not refused."""
        refusal = self.option(id, seat).refusal
        assert refusal is not None, f"{id} is not refused"
        return refusal.id

    def play(self, line: str, seat: int | None = None) -> Outcome:
        """Play a line, ``build 7A3; done``: each word answers the next prompt of who is waited for first, or of a seat.

        Several picks of one answer are joined, ``a&b``. Words for answers that were the only legal ones, and so were
        taken already, are passed over.
        """
        taken: deque[str] = deque()
        for word in line.replace(";", " ").split():
            if taken and taken[0] == word:
                taken.popleft()
                continue
            who = self.waiting[0] if seat is None else seat
            self.outcome = self.game.answer(self.position, who, word.split("&"))
            taken = deque(pick for forced in self.outcome.forced for pick in forced.picks)
        return self.outcome

    def told(self, kind: str) -> list[Event]:
        """The events of a kind that the last answer has led to."""
        return [event for event in self.outcome.events if event.kind == kind]
