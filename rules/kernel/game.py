"""What a game is to everything around it, and the loop that runs its steps until somebody must decide.

Positions are opaque outside rules/: they are stored, answered and viewed, never looked into.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, ClassVar, Generic, TypeVar, Union, get_args, get_origin

import msgspec

from rules.kernel import robots
from rules.kernel.codec import Codec
from rules.kernel.errors import BadData, BadSetup, NotAsked
from rules.kernel.feats import Feat
from rules.kernel.lessons import Lesson
from rules.kernel.policies import Policy, Premove, StandingOffer, Watch
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level
from rules.kernel.scoring import Standing
from rules.kernel.steps import Act, Ask, AskAll, Event, Flow, Forced, Step, UnknownStep
from rules.kernel.text import T, Text
from rules.kernel.verbs import SHARED, Verbs

S = TypeVar("S")  # the game's state: plain data, also the type of its views
P = TypeVar("P")  # the union of the game's steps


class Choice(msgspec.Struct, frozen=True):
    """One value of a table option."""

    value: str
    text: Text
    seats: tuple[int, ...] = ()  # the numbers of players it is for; empty: any


class TableOption(msgspec.Struct, frozen=True):
    """Something that a table decides before it starts. The first choice is the default."""

    key: str
    text: Text
    choices: tuple[Choice, ...]


class Topic(msgspec.Struct, frozen=True):
    """A page of the short rules reference; it is found by its key and title, and by what it is called `also`."""

    key: str
    title: Text
    body: tuple[Text, ...]
    also: tuple[Text, ...] = ()


class GameInfo(msgspec.Struct, frozen=True):
    """What a table must know of a game before it starts. `rules_version` is raised when a rule changes.

    `by_round`: everybody plays at once, so what happened is one post a round and not one a turn. `hands`: players hold
    something that the others do not see.
    """

    key: str
    title: Text
    fewest: int
    most: int
    options: tuple[TableOption, ...]
    rules_version: int
    by_round: bool = False
    hands: bool = True


class Position(msgspec.Struct, Generic[S, P]):
    """A whole game at one instant. `lanes` are the stacks of seats that act side by side (see `steps`)."""

    state: S
    rng: Rng
    stack: list[P]
    lanes: dict[int, list[P]] = {}
    in_order: bool = False

    def __repr__(self) -> str:
        """Keep hands, sealed answers and the key of chance out of logs and error messages."""
        return f"Position({len(self.stack)} steps, lanes of {list(self.lanes)}, {self.rng})"


class Outcome(msgspec.Struct, frozen=True):
    """What an answer led to.

    `barrier`: chance was asked or something hidden shown, so undo cannot cross it. `asked`: the seats whose next answer
    does not depend on it, since they had an open prompt side by side when it came; nobody where it was the last one
    that the others waited for, because whatever is asked after that depends on it. `forced`: answers that were the
    only legal ones and were taken at once; who types a whole turn may have named them all the same. `turn_over`: a turn
    was done in it.
    """

    events: list[Event]
    barrier: bool
    asked: list[int] = []
    forced: list[Forced] = []
    turn_over: bool = False


def _modules_of(game: type) -> str:
    """Name where a game's steps are defined: a game in a module `game` has its package, any other its module alone."""
    package, _, module = game.__module__.rpartition(".")
    return package if module == "game" else game.__module__


def _concrete_steps(where: str, base: type[Step[Any]] = Step) -> Iterator[type]:
    """Find the steps, which have a tag, that a module, or the modules of a package, have defined so far."""
    for step in base.__subclasses__():
        tagged = step.__struct_config__.tag is not None
        if tagged and f"{step.__module__}.".startswith(f"{where}."):
            yield step
        yield from _concrete_steps(where, step)


class Game(ABC, Generic[S, P]):
    """A game. Stateless: everything that changes is in the position."""

    info: ClassVar[GameInfo]
    #: ``#key`` names of the game's data in every language: key -> language -> name.
    names: Mapping[str, Mapping[str, str]]
    #: What people type for its options besides their ids and texts.
    verbs: Verbs = SHARED
    topics: tuple[Topic, ...]
    #: The first lesson, if there is one; it is played with the components of this package.
    lesson: Lesson | None = None
    #: The policies that a player can set; `policy_answer` gives them.
    policies: tuple[Policy, ...] = ()
    #: What a planned turn can be dropped for, besides that what it names has changed; `watched` gives their facts.
    watches: tuple[Watch, ...] = ()
    #: The kinds of prompts that are only planned, never asked: `unfold` makes answers of a plan for one of them.
    unfolds: ClassVar[frozenset[str]] = frozenset()
    #: The round from which on turns can be supposed (`suppose`); 0 where those of the set-up can be, too.
    supposes_from: ClassVar[int] = 0
    #: The kinds of prompts whose choices are explained whole (`look_up`) on request: what is new to who chooses.
    explained: ClassVar[frozenset[str]] = frozenset()
    #: The kinds of events that nobody shall miss, such as how a battle ends; told before others where room is short.
    weighty: ClassVar[frozenset[str]] = frozenset()
    #: The kinds of events that tell all that a seat has chosen so far: the newest says again what those before it said.
    restating: ClassVar[frozenset[str]] = frozenset()
    #: The kinds of events that tell what a seat has chosen, often in secret and long before: no news to that seat.
    known: ClassVar[frozenset[str]] = frozenset()
    #: The kinds of events of which little is missed, such as what somebody pays; told last where room is short.
    slight: ClassVar[frozenset[str]] = frozenset()
    #: Whether something that counts at the end is hidden from the others before, so that what they see scores less.
    hides_points: ClassVar[bool] = False
    #: By how many points, roughly, the answers of its robots are worse than the best that they see.
    leeway: ClassVar[Mapping[Level, float]] = {}
    #: Whether whoever runs the bot can give it a set of components of their own; `with_components` reads one.
    component_sets: ClassVar[bool] = False
    #: The concrete type of positions, ``Position[State, Step | ...]``, for storing them. Every step of the game is in
    #: it, which is checked when the class is defined.
    position_type: Any
    _positions: ClassVar[Codec[Any]]
    _states: ClassVar[Codec[Any]]
    _tags: ClassVar[frozenset[str]]
    #: What a run of the rules tells its events to; a test that looks on while they happen has its own.
    flow_type: ClassVar[type[Flow[Any]]] = Flow

    def __init_subclass__(cls) -> None:
        """Learn how positions are stored before any thread stores one.

        Raises:
            UnknownStep: `position_type` lacks steps of the game's own modules.

        """
        super().__init_subclass__()
        if "position_type" in vars(cls):
            state, steps = get_args(cls.position_type)
            known = get_args(steps) if get_origin(steps) in (Union, UnionType) else (steps,)
            lacking = [step for step in _concrete_steps(_modules_of(cls)) if step not in known]
            if lacking:
                raise UnknownStep(lacking)
            cls._tags = frozenset(step.__struct_config__.tag for step in known)
            cls._positions, cls._states = Codec(cls.position_type), Codec(state)

    @abstractmethod
    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[S]) -> S:
        """Set up the state for this many players and put the first steps on the flow."""

    def view(self, position: Position[S, P], seat: int | None) -> S:
        """Give a copy of the state without anything that this seat (None: an onlooker) may not know."""
        view: S = self._states.copy(position.state)
        self.hide(view, seat)
        return view

    def hide(self, view: S, seat: int | None) -> None:
        """Take out of a copy of the state what this seat (None: an onlooker) may not know; it is changed in place.

        By default nothing is hidden.
        """
        del view, seat

    @abstractmethod
    def standings(self, position: Position[S, P]) -> list[Standing]:
        """Score every seat, in seat order, as if the game ended now."""

    def sides(self, position: Position[S, P]) -> list[str]:
        """Give what each seat plays with, such as its faction: keys of `names`, in the order of the standings.

        Empty for a seat that has chosen nothing yet, and in a game in which all seats are alike.
        """
        return ["" for _ in self.standings(position)]

    def round(self, view: S) -> int:
        """The round that is played, from 1; 0 before the first, and where the game has no rounds."""
        del view
        return 0

    def turn_order(self, view: S) -> Sequence[int]:
        """The seats by when they have their turns: whose turn it is, and those that are known to come after it.

        Empty where nobody has a turn, as where all act at once, and by default. It is told to everybody.
        """
        del view
        return ()

    def scores(self, view: S) -> list[list[int]]:
        """Every seat's score after each round so far, a list a round; empty where the game does not note them.

        Those of a game that is over end with the totals of its standings, whatever was hidden or not scored before.
        """
        del view
        return []

    def story_feats(self, view: S) -> Sequence[Feat]:
        """What seats can be best at, for the honours at the end, the finest first; as an onlooker sees it."""
        del view
        return []

    def rivals(self, options: Mapping[str, str]) -> Sequence[Text]:
        """Name who plays at a table of these options without a person or a robot: opponents whom the rules move.

        Their seats come after those of the players. They are never asked; they are in the standings and the scores.
        """
        del options
        return ()

    def gathers(self, view: S) -> bool:
        """Whether the turns of now are told in one post, until the next phase or round is told of; by default not."""
        del view
        return False

    def alerts(self, view: S, seat: int | None) -> Sequence[Text]:
        """Say what nobody may overlook now, such as a battle that is coming; what a seat (None: all) sees first."""
        del view, seat
        return ()

    def look_up(self, key: str) -> Sequence[Text]:
        """Explain a thing that `names` knows, such as a card; nothing where there is nothing to explain."""
        del key
        return ()

    def as_chosen(self, view: S, prompt: Prompt, pick: str) -> S | None:
        """Give the view of a prompt's seat as if it had picked a thing, such as a faction, for a picture of all of it.

        The view is used up. None where there is nothing to show but the thing itself.
        """
        del view, prompt, pick
        return None

    def appraise(self, view: S, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False) -> list[Appraisal]:
        """Say what a robot of this level thinks of answers to a prompt of the view's seat, the best first.

        With their `terms` on request. Answers that it does not consider are left out; by default it knows of none.
        """
        del view, prompt, level, terms
        return []

    def consider(self, view: S, prompt: Prompt, picks: Sequence[str]) -> Appraisal | None:
        """Say what a strong robot thinks of one answer if it looks at that one alone, with its terms.

        None where it thinks of each answer by itself anyway; for a robot that drops answers on its way which seem worse
        than others, so that little or nothing is said of them.
        """
        del view, prompt, picks
        return None

    def choose(self, view: S, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        """Answer as a robot of this level that sees its seat's view; `rng` is its own.

        That is the best of what it appraises, or near it (`leeway`); at random where it appraises nothing.
        """
        found = self.appraise(view, prompt, level)
        return robots.pick(found, self.leeway.get(level, 0.0), rng) if found else robots.choose(view, prompt, rng)

    def policy_answer(self, view: S, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        """Answer as the seat's policies say (policy -> choice); None where they leave it to the player."""
        return None

    def table_settings(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Policies that hold at a table of these options for whoever has set nothing else."""
        del options
        return {}

    def standing_offers(self, view: S, prompt: Prompt) -> Sequence[StandingOffer]:
        """Policies that would answer this prompt of a seat and others like it, to be offered beside it.

        By default those that give the only answer of a prompt that must be asked all the same.
        """
        only = prompt.only
        if only is None:
            return ()
        return [
            StandingOffer(policy.key, choice.value, T("Always: {answer}", answer=choice.label))
            for policy in self.policies
            for choice in policy.choices
            if self.policy_answer(view, prompt, {policy.key: choice.value}) == [only.id]
        ]

    def ending(self, view: S, seat: int, asked: Prompt | None = None) -> tuple[Prompt, list[str]] | None:
        """The question whether a seat's turn is done, as it would be asked now, and the answer that it is.

        In a game in which several questions end a turn it is the one that is `asked`, where that is one of them. None
        where a turn ends by itself, or the seat is not in its turn.
        """
        del view, seat, asked
        return None

    def ahead(self, view: S, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
        """List what the seat may answer ahead, each prompt as it would be asked as far as that is known now.

        `given` are the answers by kind that it has given or planned already, for others may depend on them.
        """
        del view, seat, given
        return []

    def suppose(self, view: S, seat: int) -> Position[S, P] | Text:
        """Give the position as if it were the seat's turn now, made of its view alone, for plans; or say why not.

        The view is used up. What chance or others decide after the turn need not be on the stack. Whoever has passed
        plans the next round, so far as what begins it is known.
        """
        del view, seat
        return T("Whole turns cannot be planned in this game.")

    def unfold(self, view: S, prompt: Prompt, planned: Premove) -> list[list[str]] | Text | None:
        """Give the answers that a plan of a kind in `unfolds` comes to now that chance has decided what it is for.

        They are given one after the other, from this prompt on, all or none; there is one at least. None where this is
        not what was planned for; a text says why the plan is dropped. The view is the seat's, and used up.
        """
        del view, prompt, planned
        return None

    def asks_ahead(self, view: S, seat: int) -> bool:
        """Whether a seat that is not asked anything shall be shown at once the plan of its next turn (`suppose`).

        So it is where little can come in between, so that nobody waits for what can be said already. The view is used
        up.
        """
        del view, seat
        return False

    def guess(self, position: Position[S, P], seat: int | None, rng: Rng) -> Position[S, P]:
        """Give the position with all that a seat (None: an onlooker) does not know drawn anew.

        The seat cannot tell the two apart: it sees and is asked the same, and whoever has answered in secret still has.
        How far others are in a secret choice of several questions may differ. The position is used up. What comes of it
        depends on what the seat knows and on `rng` alone, from which also the key of what chance decides after it is
        drawn. Games that hide something override it: they draw anew what they hide, and call it for that key and for
        the sealed answers of others.
        """
        top = position.stack[-1] if position.stack and not position.lanes else None
        if isinstance(top, AskAll):
            top.sealed = {
                other: picks if other == seat else robots.choose(None, top.prompt(position.state, other), rng)
                for other, picks in sorted(top.sealed.items())  # The order in which they came in tells something, too.
            }
        position.rng = Rng(f"{rng.below(2**64, 'guess'):032x}")
        return position

    def watched(self, view: S, seat: int) -> dict[str, str]:
        """Give the fact of each of the `watches` as a seat sees it, by key; equal as long as it has not happened."""
        del view, seat
        return {}

    def with_components(self, data: bytes, file: str) -> Game[S, P]:
        """Read a set of components and give this game with it: what new games are played with.

        Games of other sets that this process has read go on with those. `file` names the set in messages.

        Raises:
            BadData: something in it is wrong, or this game has no `component_sets`.

        """
        del data
        raise BadData(f"{file}: the components of {self.info.key} cannot be replaced")

    def check_setup(self, config: Mapping[str, str], seats: int) -> dict[str, str]:
        """Complete a table's options with their defaults.

        Raises:
            BadSetup: an option or a value is unknown, or does not go with this number of players.

        """
        info = self.info
        if not info.fewest <= seats <= info.most:
            raise BadSetup(
                T(
                    "{game} is for {low} to {high} players, not {given}.",
                    game=info.title,
                    low=info.fewest,
                    high=info.most,
                    given=seats,
                )
            )
        known = {option.key for option in info.options}
        for key in config:
            if key not in known:
                raise BadSetup(T("There is no option “{option}”.", option=key))
        full: dict[str, str] = {}
        for option in info.options:
            value = config.get(option.key, option.choices[0].value)
            choice = next((one for one in option.choices if one.value == value), None)
            if choice is None:
                raise BadSetup(T("“{value}” is not a choice for {option}.", value=value, option=option.text))
            if choice.seats and seats not in choice.seats:
                raise BadSetup(
                    T(
                        "“{choice}” needs another number of players: {numbers}.",
                        choice=choice.text,
                        numbers=", ".join(map(str, choice.seats)),
                    )
                )
            full[option.key] = value
        return full

    def setup(self, config: Mapping[str, str], seats: int, rng: Rng) -> tuple[Position[S, P], Outcome]:
        """Start a game and run it until somebody must decide.

        Raises:
            BadSetup: see `check_setup`.

        """
        flow: Flow[S] = self.flow_type(rng, self._tags)
        state = self.begin(self.check_setup(config, seats), seats, flow)
        position: Position[S, P] = Position(state, rng, flow.stack)
        _advance(position, flow)
        return position, Outcome(flow.events, barrier=True, forced=flow.forced)

    def prompts(self, position: Position[S, P]) -> list[Prompt]:
        """Every open prompt, by seat; those with a sealed answer too, marked as `answered`."""
        return [_prompt(position, seat) for seat in sorted(_asked(position))]

    def waiting(self, position: Position[S, P]) -> list[int]:
        """The seats that must still answer before the game goes on."""
        top = position.stack[-1] if position.stack and not position.lanes else None
        sealed = top.sealed if isinstance(top, AskAll) else {}
        return sorted(seat for seat in _asked(position) if seat not in sealed)

    def over(self, position: Position[S, P]) -> bool:
        """Whether the game has ended: nobody is asked any more."""
        return not position.stack and not position.lanes

    def prompt(self, position: Position[S, P], seat: int) -> Prompt:
        """The open prompt of a seat.

        Raises:
            NotAsked: there is none.

        """
        if seat in _asked(position):
            return _prompt(position, seat)
        if self.over(position):
            raise NotAsked(T("The game is over."))
        raise NotAsked(T("Nothing is asked of you now; you will be told when it is your turn."))

    def answer(self, position: Position[S, P], seat: int, picks: Sequence[str]) -> Outcome:
        """Carry out a seat's answer and run on until somebody must decide. Changes the position in place.

        Raises:
            NotAsked: the seat has no open prompt.
            IllegalAnswer: the prompt does not offer that. The position is as it was.

        """
        self.prompt(position, seat).check(picks)
        asked = _asked(position)
        flow: Flow[S] = self.flow_type(position.rng, self._tags)
        drawn = position.rng.counter
        lanes = position.lanes
        stack: list[Any] = lanes[seat] if lanes else position.stack
        top = stack[-1]
        others_missing = False
        if isinstance(top, AskAll):
            top.sealed[seat] = list(picks)
            others_missing = len(top.sealed) < len(top.seats)
        else:
            stack.pop()
            flow.stack = stack
            top.take(position.state, list(picks), flow)
        _advance(position, flow)
        side_by_side = asked if lanes or others_missing else []  # Lanes that are done have emptied `lanes`.
        return Outcome(
            flow.events, flow.barrier or position.rng.counter != drawn, side_by_side, flow.forced, flow.turn_over
        )

    def run_on(self, position: Position[S, P]) -> Outcome:
        """Run on until somebody must decide: nothing, but where the rules have changed since the last answer.

        What was a question then may have one legal answer now. Changes the position in place.
        """
        flow: Flow[S] = self.flow_type(position.rng, self._tags)
        drawn = position.rng.counter
        _advance(position, flow)
        return Outcome(flow.events, flow.barrier or position.rng.counter != drawn, forced=flow.forced)

    def copy(self, position: Position[S, P]) -> Position[S, P]:
        """Copy a position."""
        return self.decode(self.encode(position))

    def encode(self, position: Position[S, P]) -> bytes:
        """Turn a position into bytes; `decode` gives it back exactly."""
        return self._positions.encode(position)

    def decode(self, data: bytes) -> Position[S, P]:
        """Turn bytes made by `encode` back into a position."""
        position: Position[S, P] = self._positions.decode(data)
        return position

    def encode_view(self, view: S) -> bytes:
        """Turn a view into bytes: a tenth of the memory; `decode_view` gives it back exactly."""
        return self._states.encode(view)

    def decode_view(self, data: bytes) -> S:
        """Turn bytes made by `encode_view` back into a view."""
        view: S = self._states.decode(data)
        return view


def _asked(position: Position[Any, Any]) -> list[int]:
    """List the seats that have an open prompt; in order, only the first lane has run up to a question."""
    if position.lanes:
        return list(position.lanes)[: 1 if position.in_order else None]
    if not position.stack:
        return []
    top = position.stack[-1]
    return list(top.seats) if isinstance(top, AskAll) else [top.seat]


def _prompt(position: Position[Any, Any], seat: int) -> Prompt:
    """Give the open prompt of a seat that is asked."""
    top = (position.lanes[seat] if position.lanes else position.stack)[-1]
    prompt: Prompt
    if isinstance(top, AskAll):
        prompt = top.prompt(position.state, seat)
        return msgspec.structs.replace(prompt, secret=True, answered=top.sealed.get(seat))
    prompt = top.prompt(position.state)
    return prompt


def _advance(position: Position[Any, Any], flow: Flow[Any]) -> None:
    """Run acts and forced answers until every open step waits for a person, or nothing is open."""
    while position.lanes or position.stack or flow.lanes:
        if flow.lanes:
            position.lanes, position.in_order = flow.lanes, flow.in_order
            flow.lanes = {}
        if not position.lanes:
            if _blocked(position, position.stack, flow):
                return
            continue
        for seat, stack in list(position.lanes.items()):
            blocked = _blocked(position, stack, flow)
            if flow.lanes:
                raise RuntimeError("lanes do not nest")
            if not blocked:
                del position.lanes[seat]
            elif position.in_order:
                break
        if position.lanes:
            return


def _blocked(position: Position[Any, Any], stack: list[Any], flow: Flow[Any]) -> bool:
    """Run one stack until it waits for a person (True), or is empty or has opened lanes (False)."""
    while stack and not flow.lanes:
        top = stack[-1]
        if isinstance(top, Act):
            stack.pop()
            flow.stack = stack
            top.run(position.state, flow)
        elif isinstance(top, Ask):
            prompt = top.prompt(position.state)
            picks = prompt.forced()
            if picks is None:
                prompt.check_askable()
                return True
            if picks:
                flow.forced.append(Forced(top.seat, picks, prompt))
            stack.pop()
            flow.stack = stack
            top.take(position.state, picks, flow)
        elif isinstance(top, AskAll):
            if not top.sealed:  # Sealing changes nothing else, so what is forced is known from the beginning.
                for seat in top.seats:
                    prompt = top.prompt(position.state, seat)
                    forced = prompt.forced()
                    if forced is not None:
                        top.sealed[seat] = forced
                    else:
                        prompt.check_askable()
            if len(top.sealed) < len(top.seats):
                return True
            stack.pop()
            flow.stack = stack
            if len(top.seats) > 1:
                flow.reveal()
            top.take(position.state, top.sealed, flow)
    return False
