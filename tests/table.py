"""A table laid by hand, with a chance that draws what a test says: for the tests of any game's rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from typing import Any, Generic, TypeVar

import msgspec
import pytest

from rules.kernel.game import Game, Outcome, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Item, Rng
from rules.kernel.scoring import Standing
from rules.kernel.steps import Event, Flow, Step
from rules.kernel.text import Text

S = TypeVar("S")
P = TypeVar("P")
G = TypeVar("G", bound=Game[Any, Any])

scripts: list[Script] = []
"""What chance was told in the running test."""


def pytest_runtest_setup() -> None:
    """Forget the scripts of earlier tests, and of tables that are laid for parameters."""
    scripts.clear()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Iterator[None]:
    """Let a test fail whose script says more than was drawn."""
    result = yield
    left = [script.left() for script in scripts if script.left()]
    assert not left, f"these draws were not made: {left}"
    return result


class Script(msgspec.Struct):
    """What is drawn, by the names of draws and in order; called by `ScriptedRng`.

    A name, ``eclipse.die``, stands for all draws whose names begin with it, ``eclipse.die.red``. They draw at random
    only where the script has no name for them: a name says everything, neither too little nor too much.
    """

    draws: dict[str, list[Any]]

    def __call__(self, why: str, items: Sequence[Any]) -> Any:
        del items
        names = [name for name in self.draws if why == name or why.startswith((f"{name}.", f"{name}:"))]
        if not names:
            return None
        drawn = self.draws[max(names, key=len)]
        assert drawn, f"the script says nothing of one more draw of {why}"
        return drawn.pop(0)

    def left(self) -> dict[str, list[Any]]:
        """What it says of draws that were not made."""
        return {name: drawn for name, drawn in self.draws.items() if drawn}


class ScriptedRng(Rng, kw_only=True):
    """Draws what a script says, and at random where that gives None.

    The script is called with the name of the draw and what can be drawn. It gives ``pick`` one of the things, ``below``
    the number, from 0, and ``shuffle`` the order of the things.
    """

    script: Callable[[str, Sequence[Any]], Any]

    def below(self, n: int, why: str) -> int:
        number = self._scripted(why, range(n))
        return super().below(n, why) if number is None else int(number)

    def pick(self, items: Sequence[Item], why: str) -> Item:
        item: Item | None = self._scripted(why, items)
        return super().pick(items, why) if item is None else item

    def shuffle(self, items: Sequence[Item], why: str) -> list[Item]:
        order: Sequence[Item] | None = self.script(why, items)
        if order is None:
            return super().shuffle(items, why)
        assert sorted(map(repr, order)) == sorted(map(repr, items)), f"{order} is no order of {items}"
        self.counter += 1
        return list(order)

    def _scripted(self, why: str, items: Sequence[Item]) -> Item | None:
        item: Item | None = self.script(why, items)
        if item is not None:
            assert item in items, f"{item} cannot be drawn ({why})"
            self.counter += 1
        return item


class Table(Generic[S, P]):
    """A running game that begins with some steps on a laid state, and is played by lines of option ids.

    `outcome` is what the last answer has led to, `events` are all that were told so far.
    """

    def __init__(
        self, game: Game[S, P], state: S, *steps: Step[S], draws: Mapping[str, Sequence[Any]] | None = None
    ) -> None:
        self.game = game
        script = Script({why: list(drawn) for why, drawn in (draws or {}).items()})
        scripts.append(script)
        stack: list[Any] = list(reversed(steps))
        self.position: Position[S, P] = Position(state, ScriptedRng("00", script=script), stack)
        self.outcome = game.run_on(self.position)
        self.events = list(self.outcome.events)

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

    def view(self, seat: int | None) -> S:
        """What a seat, or an onlooker, sees."""
        return self.game.view(self.position, seat)

    def standings(self) -> list[Standing]:
        return self.game.standings(self.position)

    def legal(self, seat: int | None = None) -> list[str]:
        return [option.id for option in self.prompt(seat).legal]

    def option(self, id: str, seat: int | None = None) -> Option:
        return self.prompt(seat).option(id)

    def refusal(self, id: str, seat: int | None = None) -> str:
        """The message of an option's refusal; fails where it is not refused."""
        refusal = self.option(id, seat).refusal
        assert refusal is not None, f"{id} is not refused"
        return refusal.id

    def answer(self, seat: int, *picks: str) -> Outcome:
        """Let a seat answer."""
        self.outcome = self.game.answer(self.position, seat, picks)
        self.events += self.outcome.events
        return self.outcome

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
            self.answer(self.waiting[0] if seat is None else seat, *word.split("&"))
            taken = deque(pick for forced in self.outcome.forced for pick in forced.picks)
        return self.outcome

    def told(self, kind: str) -> list[Event]:
        """The events of a kind that the last answer has led to."""
        return [event for event in self.outcome.events if event.kind == kind]

    def kinds(self, seat: int | None = None) -> list[str]:
        """The kinds of all the events so far, or of those about a seat."""
        return [event.kind for event in self.events if seat is None or event.seat == seat]

    def said(self) -> list[Text]:
        """The texts of all the events so far."""
        return [event.text for event in self.events]


def begun_with(game: G, state: S, *steps: Step[S]) -> G:
    """Give a game that always begins with some steps on a laid state, for a table of the service."""

    def begin(config: Mapping[str, str], seats: int, flow: Flow[S]) -> S:
        del config, seats
        flow.then(*deepcopy(steps))
        return deepcopy(state)

    begun = copy(game)
    begun.begin = begin  # type: ignore[method-assign]
    return begun
