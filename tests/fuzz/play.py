"""One game of random legal play, checked after each answer. Generic: what a game must keep is in its `Checks`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import product
from typing import Any

import msgspec

from rules.kernel.errors import BadSetup, IllegalAnswer, NotAsked, RulesError
from rules.kernel.game import Game, Outcome, Position, TableOption
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answer, Record, last_undoable, replay
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.steps import OVER, ROUND
from rules.kernel.text import Text

AnyGame = Game[Any, Any]
AnyPosition = Position[Any, Any]
Setup = tuple[dict[str, str], int]
"""The options of a game, complete, and its number of players."""

#: After this many answers a game counts as endless.
ENDLESS = 20_000
#: One answer in so many is followed by the costly checks.
SAMPLED = 7
OPTION_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+:.=>-]{0,59}")


class Fault(Exception):
    """A check failed."""


@dataclass(frozen=True)
class Checks:
    """What is known of one game.

    `invariants` complains about a state. `scramble` gives a position that differs in nothing that a seat may know.
    `public` complains about an outcome's events that tell everybody something hidden; it is given the views of an
    onlooker before and after. `shown` are the kinds of events that turn up something hidden for all to see, so that
    what follows may depend on it. `rare` are states with something hidden that they seldom have: what they tell is
    always checked. `quick` are those of all setups that the quick test plays: every choice of every option, and every
    number of players, must be in one of them.
    """

    invariants: Callable[[Any], Iterator[str]]
    scramble: Callable[[AnyPosition, int | None, Rng], AnyPosition]
    public: Callable[[Any, Any, Outcome], Iterator[str]]
    shown: frozenset[str] = frozenset()
    rare: Callable[[Any], bool] = lambda _: False
    choose: Callable[[Any, Prompt, Rng], list[str]] = choose
    """How the games are played; at random, but where that would end them too early."""
    quick: Callable[[list[Setup]], Sequence[Setup]] = lambda every: every
    alone: Callable[[list[Setup]], Sequence[Setup]] = lambda every: every
    """The same of what only one player can choose (`setups_alone`)."""
    measured: Mapping[str, str] = field(default_factory=dict)
    """The options under which robots are compared, where those by default leave them too little to decide."""
    seldom: Mapping[str, str] = field(default_factory=dict)
    """The kinds of prompts that `tests.every_game` does not come to, each with the reason."""


def key_of(*parts: object) -> str:
    """Make a key for randomness out of what names a run."""
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _only_alone(option: TableOption) -> bool:
    """Whether all but the default of an option is for whoever plays alone."""
    return all(choice.seats == (1,) for choice in option.choices[1:])


def setups(game: AnyGame) -> list[Setup]:
    """List every combination of options and players that makes a game, without what only one player can choose."""
    found: list[Setup] = []
    for seats in range(game.info.fewest, game.info.most + 1):
        options = [
            [
                (option.key, choice.value)
                for choice in (option.choices[:1] if _only_alone(option) else option.choices)
                if not choice.seats or seats in choice.seats
            ]
            for option in game.info.options
        ]
        for values in product(*options):
            try:
                found.append((game.check_setup(dict(values), seats), seats))
            except BadSetup:
                continue
    return found


def setups_alone(game: AnyGame) -> list[Setup]:
    """List what only one player can choose, in every combination; in all else as by default."""
    options = [one for one in game.info.options if len(one.choices) > 1 and _only_alone(one)]
    found: list[Setup] = []
    for values in [*product(*([(one.key, choice.value) for choice in one.choices] for one in options))][1:]:
        try:
            found.append((game.check_setup(dict(values), 1), 1))
        except BadSetup:
            continue
    return found


def posted(prompts: Sequence[Prompt]) -> list[tuple[int, str, Text]]:
    """What all may know of open prompts; the questions that a secret choice consists of all have its text."""
    return [(one.seat, "" if one.secret else one.kind, one.text) for one in prompts]


class Run:
    """A game being played and checked."""

    def __init__(self, game: AnyGame, checks: Checks, seed: int, setup: Setup | None = None) -> None:
        self.game = game
        self.checks = checks
        self.shown = checks.shown | {OVER}
        self.rng = Rng(key_of("robots", game.info.key, seed))
        every = [*setups(game), *setups_alone(game)]
        config, seats = setup or every[seed % len(every)]
        key = key_of("game", game.info.key, seed)
        self.record = Record(game.info.key, game.info.rules_version, config, seats, key, [])
        self.position, outcome = game.setup(config, seats, Rng(key))
        self.outcomes = [outcome]
        self.stored: list[bytes] = []
        """The position before each answer, to which what is taken back returns."""
        self.round = game.round(game.view(self.position, None))
        self.untold = self.round - [event.kind for event in outcome.events].count(ROUND)
        self.tells_rounds = self.notes_scores = False

    def fault(self, what: str) -> Fault:
        return Fault(f"after {len(self.record.answers)} answers: {what}")

    def play(self) -> None:
        """Play to the end."""
        self.check_private(self.outcomes[0])
        self.check()
        while waiting := self.game.waiting(self.position):
            if len(self.record.answers) >= ENDLESS:
                raise self.fault("the game does not end")
            self.step(self.rng.pick(waiting, "who"))
        if not self.game.over(self.position):
            raise self.fault("nobody can act, and the game is not over")
        self.check_end()

    def step(self, seat: int) -> None:
        """Let one seat answer."""
        game = self.game
        prompt = game.prompt(self.position, seat)
        sampled = self.rng.below(SAMPLED, "sampled") == 0
        if sampled:
            self.check_answers(prompt)
        if sampled or self.checks.rare(self.position.state):
            self.check_secrets()
        picks = self.checks.choose(game.view(self.position, seat), prompt, self.rng)
        if sampled:
            self.check_told(seat, picks)
            self.check_unseen(seat, picks)
            self.check_guess()
        stored = game.encode(self.position)
        before = game.view(self.position, None)
        outcome = game.answer(self.position, seat, picks)
        self.stored.append(stored)
        self.record.answers.append(Answer(seat, picks))
        self.outcomes.append(outcome)
        if any(event.kind == ROUND for event in outcome.events) and not (outcome.turn_over or outcome.barrier):
            raise self.fault("a round begins, and the turn before it is not done")
        self.check_private(outcome)
        self.check_rounds(outcome)
        shown = any(event.to is not None or event.kind in self.shown for event in outcome.events)
        telling = shown or game.over(self.position)
        if not outcome.barrier and (sampled or telling):
            self.check_barrier(stored, seat, picks)
        for problem in self.checks.public(before, game.view(self.position, None), outcome):
            raise self.fault(problem)
        self.check()
        if sampled:
            self.check_storing()
            self.check_undo()
            self.check_winners()

    def check(self) -> None:
        """Check what holds in every position."""
        for problem in self.checks.invariants(self.position.state):
            raise self.fault(problem)
        prompts = self.game.prompts(self.position)
        seats = [prompt.seat for prompt in prompts]
        if len(set(seats)) != len(seats):
            raise self.fault(f"several prompts for one seat: {seats}")
        for prompt in prompts:
            self.check_prompt(prompt)

    def check_rounds(self, outcome: Outcome) -> None:
        """Each round is told as it begins (if any is told), the end once, and each seat has a score of each round."""
        game, told = self.game, [event.kind for event in outcome.events]
        view = game.view(self.position, None)
        before, self.round = self.round, game.round(view)
        self.tells_rounds = self.tells_rounds or ROUND in told
        if self.tells_rounds and self.round - before != told.count(ROUND):
            raise self.fault(f"round {self.round} after round {before}, and {told.count(ROUND)} were told")
        if self.tells_rounds and self.untold:
            raise self.fault(f"the rounds told are {self.untold} fewer than those counted")
        if told.count(OVER) != game.over(self.position):
            raise self.fault(f"the end was told {told.count(OVER)} times, over: {game.over(self.position)}")
        scores, everybody = game.scores(view), self.record.seats + len(game.rivals(self.record.config))
        if any(len(each) != everybody for each in scores):
            raise self.fault(f"in round {self.round} of {everybody} opponents the scores are {scores}")
        self.notes_scores = self.notes_scores or bool(scores)
        if self.notes_scores and not self.round - (not game.over(self.position)) <= len(scores) <= self.round:
            raise self.fault(f"in round {self.round}, over: {game.over(self.position)}, the scores are {scores}")

    def check_private(self, outcome: Outcome) -> None:
        """What is told to some seats is about one of them."""
        for event in outcome.events:
            if event.to is not None and event.seat is not None and event.seat not in event.to:
                raise self.fault(f"the event {event.kind} about seat {event.seat} is told to {event.to}")

    def check_winners(self) -> None:
        """Nobody has won before the end."""
        if not self.game.over(self.position) and any(one.winner for one in self.game.standings(self.position)):
            raise self.fault("somebody has won, and the game is not over")

    def check_prompt(self, prompt: Prompt) -> None:
        ids = [option.id for option in prompt.options]
        if len({id.lower() for id in ids}) != len(ids):
            raise self.fault(f"{prompt.kind}: option ids are not unique: {ids}")
        for id in ids:
            if not OPTION_ID.fullmatch(id):
                raise self.fault(f"{prompt.kind}: {id!r} cannot be typed")
        if len(prompt.legal) < prompt.at_least:
            raise self.fault(f"{prompt.kind}: {len(prompt.legal)} legal options for {prompt.at_least} picks")
        if prompt.answered is None and prompt.forced() is not None:
            raise self.fault(f"{prompt.kind}: asked though there is one answer only")

    def check_answers(self, prompt: Prompt) -> None:
        """Every legal option is accepted, everything else refused and nothing changed by it."""
        game = self.game
        stored = game.encode(self.position)
        legal = [option.id for option in prompt.legal]
        for id in legal:
            others = self.rng.shuffle([other for other in legal if other != id], "others")
            game.answer(game.decode(stored), prompt.seat, [id, *others][: max(1, prompt.at_least)])
        wrong = [[option.id] for option in prompt.options if option.refusal is not None]
        wrong += [["no_such_option"], legal[: prompt.at_most + 1] * 2, legal[:1] * max(2, prompt.at_least)]
        if prompt.at_least:
            wrong.append([])
        for picks in wrong:
            try:
                game.answer(self.position, prompt.seat, picks)
            except IllegalAnswer:
                pass
            else:
                raise self.fault(f"{prompt.kind}: {picks} was accepted")
        for seat in {*range(self.record.seats + 1)} - {one.seat for one in game.prompts(self.position)}:
            try:
                game.answer(self.position, seat, legal[:1])
            except NotAsked:
                pass
            else:
                raise self.fault(f"seat {seat} could answer without being asked")
        if game.encode(self.position) != stored:
            raise self.fault(f"{prompt.kind}: a refused answer changed the position")

    def check_secrets(self) -> None:
        """What a seat sees and is asked is the same whatever is hidden from it."""
        game = self.game
        asked = {prompt.seat: prompt for prompt in game.prompts(self.position)}
        for seat in [*range(self.record.seats), None]:
            other = self.checks.scramble(game.decode(game.encode(self.position)), seat, self.rng)
            if game.view(other, seat) != game.view(self.position, seat):
                raise self.fault(f"the view of seat {seat} tells something hidden")
            if seat in asked and game.prompt(other, seat) != asked[seat]:
                raise self.fault(f"the prompt of seat {seat} tells something hidden")
            self.check_waiting(other, seat)

    def check_waiting(self, other: AnyPosition, seat: int | None) -> None:
        """Who is asked what, and how, is the same whatever is hidden from a seat, for which `other` is scrambled.

        A question stands in the table message and in the log for all to read; only its options are its seat's own.
        """
        here, there = self.game.prompts(self.position), self.game.prompts(other)
        if posted(here) != posted(there):
            raise self.fault(f"who is asked tells seat {seat} something hidden")
        for prompt in there:
            if prompt.answered is None and prompt.forced() is not None:
                raise self.fault(f"{prompt.kind}: that seat {prompt.seat} is asked tells seat {seat} something hidden")

    def check_told(self, seat: int, picks: list[str]) -> None:
        """What an answer tells everybody, and whom it lets be asked, is the same whatever is hidden from its seat."""
        game = self.game
        secret = game.prompt(self.position, seat).secret
        told = []
        here = game.copy(self.position)
        there = self.checks.scramble(game.copy(self.position), seat, self.rng)
        for position in (here, there):
            outcome = game.answer(position, seat, picks)
            events = [event for event in outcome.events if event.to is None]
            if any(event.kind in self.shown for event in events) or (secret and outcome.barrier):
                return  # The last answer in secret opens all: they may name hidden things, which are elsewhere there.
            told.append((events, [(asked, kind) for asked, kind, _ in posted(game.prompts(position))]))
        if told[0] != told[1]:
            raise self.fault(f"what everybody is told of {picks} depends on what is hidden: {told[0]}, {told[1]}")

    def check_unseen(self, seat: int, picks: list[str]) -> None:
        """What an answer tells a seat is the same whatever is hidden from that seat, if the seat sees the same then."""
        game, reader = self.game, self.rng.below(self.record.seats, "reader")
        here, other = game.copy(self.position), self.unlike(game.encode(self.position), reader)
        if self.seen(here, reader) != self.seen(other, reader) or game.prompt(here, seat) != game.prompt(other, seat):
            return
        outcome = game.answer(here, seat, picks)
        try:
            different = game.answer(other, seat, picks)
        except (RulesError, LookupError, ValueError):
            return  # Steps under way may name hidden things, which are elsewhere in a scrambled position.
        told, also = (
            [event for event in run.events if event.to is not None and reader in event.to]
            for run in (outcome, different)
        )
        if told != also and self.seen(here, reader) == self.seen(other, reader):
            raise self.fault(f"{picks} of seat {seat} tells seat {reader} what it may not know: {told}, {also}")

    def check_guess(self) -> None:
        """A guess looks the same to its seat, can be, and is the same whatever is hidden from the seat.

        It is made of the position, of one that looks the same, of another guess, and of what the seat sees alone.
        """
        game, stored = self.game, self.game.encode(self.position)
        drawn = key_of("guess", len(self.record.answers))
        for reader in [*range(self.record.seats), None]:
            blank = game.decode(stored)
            game.hide(blank.state, reader)
            alike = [game.decode(stored), blank, self.checks.scramble(game.decode(stored), reader, Rng(drawn))]
            alike += [self.resealed(stored, reader), game.guess(game.decode(stored), reader, Rng(drawn, 99))]
            guesses = [game.encode(game.guess(one, reader, Rng(drawn))) for one in alike]
            if len(set(guesses)) > 1:
                equal = [guess == guesses[0] for guess in guesses]
                raise self.fault(f"what seat {reader} guesses depends on what is hidden from it: {equal}")
            guess = game.decode(guesses[0])
            if self.seen(guess, reader) != self.seen(self.position, reader):
                raise self.fault(f"what seat {reader} guesses looks different to it")
            if game.waiting(guess) != game.waiting(self.position):
                raise self.fault(f"what seat {reader} guesses waits for others")
            for problem in self.checks.invariants(guess.state):
                raise self.fault(f"what seat {reader} guesses cannot be: {problem}")
            for prompt in game.prompts(guess):
                self.check_prompt(prompt)

    def resealed(self, stored: bytes, seat: int | None) -> AnyPosition:
        """Give the stored position with other sealed answers of others."""
        game, other = self.game, self.game.decode(stored)
        for prompt in reversed(game.prompts(other)):
            if prompt.answered is not None and prompt.seat != seat:
                game.answer(other, prompt.seat, choose(None, prompt, Rng(key_of("sealed", prompt.seat))))
        return other

    def check_barrier(self, stored: bytes, seat: int, picks: list[str]) -> None:
        """An answer that is no barrier has shown nobody anything hidden: chance, others' cards, sealed answers.

        It was given to the stored position. To whom another position looked the same before, it looks the same after
        it, and the same is told.
        """
        game, before, other = self.game, self.game.decode(stored), self.unlike(stored, seat)
        readers = [*range(self.record.seats), None]
        alike = [one for one in readers if self.seen(before, one) == self.seen(other, one)]
        try:
            outcome = game.answer(other, seat, picks)
        except IllegalAnswer:
            return
        for one in alike:
            told, also = (
                [event for event in run.events if event.to is None or one in event.to]
                for run in (self.outcomes[-1], outcome)
            )
            if told != also or self.seen(self.position, one) != self.seen(other, one):
                raise self.fault(
                    f"{picks} of seat {seat} shows seat {one} something hidden and is no barrier: {told}, {also}"
                )

    def unlike(self, stored: bytes, seat: int) -> AnyPosition:
        """Give a position that a seat cannot tell from the stored one: with others' sealed answers, or scrambled."""
        game, other = self.game, self.game.decode(stored)
        sealed = [one for one in game.prompts(other) if one.answered is not None and one.seat != seat]
        for prompt in sealed:
            game.answer(other, prompt.seat, choose(None, prompt, self.rng))
        # Sealed answers may name hidden things, which are not there in a scrambled position.
        return other if sealed else self.checks.scramble(other, seat, self.rng)

    def seen(self, position: AnyPosition, reader: int | None) -> object:
        """All that a seat (None: an onlooker) is shown of a position."""
        prompts = self.game.prompts(position)
        own = [prompt for prompt in prompts if prompt.seat == reader]
        return self.game.view(position, reader), own, posted(prompts)

    def check_storing(self) -> None:
        """A position survives being stored."""
        stored = self.game.encode(self.position)
        again = self.game.decode(stored)
        if again != self.position or self.game.encode(again) != stored:
            raise self.fault("the stored position is another one")

    def check_undo(self) -> None:
        """What may be taken back leaves a game, in which that seat is asked again and chance stands where it stood."""
        for seat in range(self.record.seats):
            try:
                index = last_undoable(self.record.answers, self.outcomes[1:], seat)
            except RulesError:
                continue
            rest = self.record.answers[index + 1 :]
            try:
                # `check_end` finds out whether the answers before it give the position before it.
                position, _ = replay(
                    self.game, msgspec.structs.replace(self.record, base=self.stored[index], answers=rest)
                )
            except RulesError as error:
                raise self.fault(f"without answer {index}, which seat {seat} may take back: {error}") from error
            if position.rng != self.position.rng:
                raise self.fault(f"taking back answer {index} asks chance anew")
            if seat not in [prompt.seat for prompt in self.game.prompts(position)]:
                raise self.fault(f"seat {seat} takes back answer {index} and is not asked again")

    def check_end(self) -> None:
        """The record gives the same game again, somebody has won, and the scores by round end with the final ones."""
        self.check_storing()
        position, outcomes = replay(self.game, self.record)
        if position != self.position or outcomes != self.outcomes:
            raise self.fault("the replay of the record is another game")
        standings = self.game.standings(self.position)
        everybody = range(self.record.seats + len(self.game.rivals(self.record.config)))
        if [standing.seat for standing in standings] != list(everybody):
            raise self.fault("the standings are not in seat order")
        for standing in standings:
            if standing.total != sum(line.points for line in standing.lines):
                raise self.fault(f"the lines of seat {standing.seat} do not add up")
            if standing.winner != (standing.rank == 1 and len(standings) > 1):
                raise self.fault(f"seat {standing.seat} has rank {standing.rank}, winner: {standing.winner}")
        totals = [standing.total for standing in standings]
        for reader in (None, *range(self.record.seats)):
            scores = self.game.scores(self.game.view(self.position, reader))
            if scores and scores[-1] != totals:
                raise self.fault(f"to seat {reader} the last scores are {scores[-1]}, not {totals}")


Start = Callable[[int], Run]
"""Makes a run of a seed."""
