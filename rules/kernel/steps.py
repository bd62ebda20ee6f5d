"""Steps: one small class for one kind of decision or one automatic act; its prompt and its effect stand together.

What is open in a game is data: a stack of steps, the last one on top. A step that is done may put further steps on
its stack (`Flow.then`). Where players act side by side without waiting for each other, a step opens a lane for each
of them (`Flow.side_by_side`); the stack goes on when all lanes are empty.

Concrete steps are tagged msgspec Structs, so that a position can be stored. What a step must keep secret belongs in
the game's state, where the view takes it out, never in the step.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.scoring import Standing
from rules.kernel.text import TN, Text, player

S = TypeVar("S")

ROUND, PHASE, OVER = "round", "phase", "over"
"""The kinds of events that every game tells alike: `Flow.round`, `Flow.phase` and `Flow.finish`."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A fact that happened: in words, of a kind, about a seat. `to` lists who may know it; None is everybody."""

    kind: str
    text: Text
    seat: int | None = None
    to: list[int] | None = None


class Forced(msgspec.Struct, frozen=True):
    """An answer that was the only legal one and was taken without asking; `prompt` is what would have been asked."""

    seat: int
    picks: list[str]
    prompt: Prompt


class UnknownStep(Exception):
    """Steps are not in their game's `position_type`: a position with them could be stored, but never read again."""

    def __init__(self, steps: Sequence[type]) -> None:
        named = ", ".join(sorted(f"{step.__module__}.{step.__qualname__}" for step in steps))
        super().__init__(f"not among the steps of the game's position_type: {named}")


class Flow(Generic[S]):
    """What one run of the rules hands to its steps: randomness, a place to tell what happens, and what comes next.

    `known` are the tags of the steps that a position of the game can be stored with, where a game runs.
    """

    def __init__(self, rng: Rng, known: Collection[str] | None = None) -> None:
        self.rng = rng
        self.known = known
        self.events: list[Event] = []
        self.forced: list[Forced] = []
        self.barrier = False
        self.turn_over = False
        self.stack: list[Any] = []
        self.lanes: dict[int, list[Any]] = {}
        self.in_order = False

    def tell(self, kind: str, text: Text, *, seat: int | None = None, to: Sequence[int] | None = None) -> None:
        """Record a fact; `to` keeps it to some seats."""
        self.events.append(Event(kind, text, seat, None if to is None else list(to)))

    def round(self, text: Text) -> None:
        """Tell everybody that a round begins; it heads what follows, and is where a table's posts begin anew."""
        self.tell(ROUND, text)

    def phase(self, text: Text) -> None:
        """Tell everybody that a phase of the round begins; it heads what follows."""
        self.tell(PHASE, text)

    def finish(self, standings: Sequence[Standing]) -> None:
        """Tell everybody that the game is over and who has won; the last turn is done, and what was hidden may show.

        Whoever has played alone has not won: what they have is told. Nothing may be left to do: the game is over when
        its stack is empty.
        """
        self.end_turn()
        self.reveal()
        winners = [player(one.seat) for one in standings if one.winner]
        if not winners:
            total, who = standings[0].total, player(standings[0].seat)
            alone = TN(
                "The game is over: {who} has {n} point.", "The game is over: {who} has {n} points.", total, who=who
            )
            self.tell(OVER, alone)
            return
        self.tell(
            OVER,
            TN(
                "The game is over. The winner is {winners}.",
                "The game is over. The victory is shared by {winners}.",
                n=len(winners),
                winners=winners,
            ),
        )

    def reveal(self) -> None:
        """Say that something hidden was shown: nothing before it can be undone by one player alone."""
        self.barrier = True

    def end_turn(self) -> None:
        """Say that somebody's turn is done: what they did in it is for everybody to know, and not before."""
        self.turn_over = True

    def then(self, *steps: Step[S]) -> None:
        """Do these steps next, in this order, before whatever else is open.

        Raises:
            UnknownStep: a step is not in the game's `position_type`.

        """
        self._check(steps)
        self.stack.extend(reversed(steps))

    def side_by_side(self, lanes: Mapping[int, Sequence[Step[S]]], *, in_order: bool = False) -> None:
        """Let seats go through their own steps next, all at once or, with `in_order`, one seat after the other.

        Lanes do not nest: only a step of the main stack may open them.

        Raises:
            UnknownStep: a step is not in the game's `position_type`.

        """
        if self.lanes:
            raise RuntimeError("lanes are open already")
        for steps in lanes.values():
            self._check(steps)
        self.lanes = {seat: list(reversed(steps)) for seat, steps in lanes.items() if steps}
        self.in_order = in_order

    def _check(self, steps: Sequence[Step[S]]) -> None:
        for step in steps:
            if self.known is not None and step.__struct_config__.tag not in self.known:
                raise UnknownStep([type(step)])


class Step(msgspec.Struct, Generic[S]):
    """What every step is: an `Act`, an `Ask` or an `AskAll`."""


class Act(Step[S], Generic[S]):
    """Something that happens by itself."""

    def run(self, state: S, flow: Flow[S]) -> None:
        """Change the state and tell what happened."""
        raise NotImplementedError


class Ask(Step[S], Generic[S]):
    """One question to one seat."""

    seat: int

    def prompt(self, state: S) -> Prompt:
        """Ask; every option without a refusal must be accepted by `take`."""
        raise NotImplementedError

    def take(self, state: S, picks: list[str], flow: Flow[S]) -> None:
        """Carry out a checked answer."""
        raise NotImplementedError


class AskAll(Step[S], Generic[S]):
    """The same question to several seats at once; the answers are sealed until the last one is in."""

    seats: list[int]
    sealed: dict[int, list[str]] = msgspec.field(default_factory=dict)

    def prompt(self, state: S, seat: int) -> Prompt:
        """Ask one of the seats."""
        raise NotImplementedError

    def take(self, state: S, answers: dict[int, list[str]], flow: Flow[S]) -> None:
        """Carry out all the answers together."""
        raise NotImplementedError
