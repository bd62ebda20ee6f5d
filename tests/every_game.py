"""What must hold of every game beside its rules: what answers for players, what is planned, and what is shown.

`tests.fuzz` checks the rules by random play; this checks, in positions of random games and of games of robots, what
robots and policies pick, what may be planned ahead, boards in words and pictures, and the keys by which all is found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import msgspec

from bot.commands.play import to_the_end
from rendering.kit.alt import winners
from rendering.kit.numbers import said as numbers_said
from rendering.kit.picture import NO_MARKS, Marks, Picture, Pictures, RenderContext
from rendering.kit.text_board import MAX_BLOCK, TextBoard
from rendering.words import LANGUAGES, Words
from rules.kernel.errors import IllegalAnswer, RulesError
from rules.kernel.game import Game, Position
from rules.kernel.play import SeatAutomation, answer_automatically, robot_rng
from rules.kernel.policies import ASK
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.kernel.text import T, Text, player
from tests.fuzz.play import Checks, key_of, setups

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay")
LONGEST_ALT = 1024
SAMPLED = 20
"""One position in this number is looked at closely, besides the first that ask something of a kind, and the last."""
FIRST = 2
"""The number of positions of each kind that are the first ones."""
ROUNDING = 1e-6
"""By how much sums of the same numbers in another order may differ."""
MOST_GAMES, ROBOT_GAMES = 30, 10
"""Maximum number of games, and of further games of robots, played until all has been asked that there is."""


class Wrong(Exception):
    """Something does not hold."""


@dataclass(frozen=True)
class Subject:
    """A game with all that goes with it, under the key by which the registries know it."""

    key: str
    game: Game[Any, Any]
    checks: Checks
    text_board: TextBoard | None = None
    pictures: Pictures | None = None

    def say(self, language: str, text: Text) -> str:
        """Put a text into words and look whether all of it is."""
        said = Words(language, NAMES).say(text)
        if not said.strip() or "{" in said:
            raise Wrong(f"{text.id!r} is {said!r} in {language}")
        return said


@dataclass
class Seen:
    """What was met while games were played: sampled positions, the kinds of prompts, and their options."""

    positions: list[Position[Any, Any]] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    options: dict[str, set[str]] = field(default_factory=dict)
    """The ids of all options that were met, by kind."""
    ahead: dict[str, set[str]] = field(default_factory=dict)
    """The ids of all options that could be planned, by kind."""


def check_keys(subject: Subject) -> None:
    """Everything that belongs to a game is named by its key."""
    game, key = subject.game, subject.key
    if game.info.key != key:
        raise Wrong(f"the registry knows the game {game.info.key} as {key}")
    if game.info.title.id != f"#{key}":
        raise Wrong(f"the title of {key} is {game.info.title.id}")
    for name in game.names:
        if name != key and not name.startswith(f"{key}."):
            raise Wrong(f"the name {name} does not begin with {key}")
        if missing := [one for one in LANGUAGES if not game.names[name].get(one)]:
            raise Wrong(f"the name {name} is missing in {missing}")
    for board in (subject.text_board, subject.pictures):
        for part in board.parts if board is not None else ():
            if f"{key}.part.{part}" not in game.names:
                raise Wrong(f"there is no name {key}.part.{part}")


def check_texts(subject: Subject) -> None:
    """Options, topics, what is explained and policies can be read in every language."""
    game = subject.game
    texts = [game.info.title]
    for option in game.info.options:
        texts += [option.text, *(choice.text for choice in option.choices)]
    for topic in game.topics:
        texts += [topic.title, *topic.body, *topic.also]
    texts += [text for name in game.names for text in game.look_up(name)]
    for policy in game.policies:
        texts += [policy.title, *(text for choice in policy.all_choices for text in (choice.text, choice.label))]
    for language in LANGUAGES:
        for text in texts:
            subject.say(language, text)


def play(subject: Subject, seed: int, *, robots: bool) -> Seen:
    """Play a game at random, or let robots play it; what robots, policies and plans give is checked on the way."""
    game, seen = subject.game, Seen()
    chance = Rng(key_of("every game", game.info.key, seed, robots))
    config, seats = chance.pick(subject.checks.quick(setups(game)), "setup")
    position, _ = game.setup(config, seats, Rng(key_of("every game", game.info.key, seed)))
    asked: Counter[str] = Counter()
    been: set[bytes] = set()
    while waiting := game.waiting(position):
        prompt = game.prompt(position, chance.pick(waiting, "who"))
        view = game.view(position, prompt.seat)
        if asked[prompt.kind] < FIRST or asked.total() % SAMPLED == 0:
            seen.positions.append(game.copy(position))
            for level in Level if asked[prompt.kind] < FIRST else (Level.GOOD,):
                check_robot(game, position, prompt, level)
            check_appraisal(subject, view, prompt)
        asked[prompt.kind] += 1
        here = game.encode(position)
        if robots and here in been:
            raise Wrong(f"robots come back to where {prompt.kind} was asked")
        been.add(here)
        check_policies(game, position, prompt, chance)
        note_planned(game, position, seen)
        for one in game.prompts(position):
            seen.options.setdefault(one.kind, set()).update(option.id for option in one.options)
        picks = check_robot(game, position, prompt) if robots else subject.checks.choose(view, prompt, chance)
        outcome = game.answer(position, prompt.seat, picks)
        if outcome.barrier or outcome.turn_over:
            been.clear()
    seen.positions.append(position)
    note_planned(game, position, seen)
    seen.asked |= set(asked)
    return seen


def check_level(subject: Subject, seed: int, level: Level) -> None:
    """Robots of a level play a game to its end: each picks what is offered, and none goes round in a circle."""
    game = subject.game
    chance = Rng(key_of("level", game.info.key, seed, level))
    number = game.info.fewest if level == Level.STRONG else game.info.most  # strong ones may think for long
    config, seats = chance.pick([one for one in setups(game) if one[1] == number], "setup")
    position, _ = game.setup(config, seats, Rng(key_of("level of", game.info.key, seed)))
    check_robots(game, position, level)


def check_robots(
    game: Game[Any, Any],
    position: Position[Any, Any],
    level: Level,
    beside: Mapping[int, SeatAutomation] = MappingProxyType({}),
) -> None:
    """Robots of a level, and those beside them, end a game from a position on, which changes it; none in a circle."""
    robots = {seat: SeatAutomation(robot=True, level=level) for seat in range(len(game.standings(position)))}
    run = answer_automatically(game, position, {**robots, **beside})
    if run.circles or run.illegal:
        raise Wrong(f"{level} robots: {run.circles} {run.illegal}")
    if not game.over(position):
        raise Wrong(f"{level} robots leave the game at {[prompt.kind for prompt in run.open]}")


def check_last(subject: Subject, position: Position[Any, Any]) -> None:
    """What is said to be the last of a turn can be taken with the end of it, and ends it unless more turns out."""
    game = subject.game
    for prompt in game.prompts(position):
        last = [one.id for one in prompt.legal if one.last]
        if last and (prompt.at_least, prompt.at_most) != (1, 1):
            raise Wrong(f"{prompt.kind} says which of several picks is the last")
        for pick in last:
            answers, rest = to_the_end(game, position, prompt.seat, pick)
            after, ended = game.copy(position), False
            for picks in answers:
                outcome = game.answer(after, prompt.seat, picks)
                ended = outcome.turn_over or outcome.barrier
            if ended or rest or prompt.seat in game.waiting(after):
                continue
            ending = game.ending(game.view(after, prompt.seat), prompt.seat)
            if ending is not None and ending[0].forced() is None:
                raise Wrong(f"{pick} of {prompt.kind} does not end the turn of seat {prompt.seat}")


def tried(game: Game[Any, Any], position: Position[Any, Any], prompt: Prompt, picks: Sequence[str], by: str) -> None:
    """Answer a prompt in a copy of the position."""
    try:
        game.answer(game.copy(position), prompt.seat, picks)
    except RulesError as error:
        raise Wrong(f"{by} answers {prompt.kind} of seat {prompt.seat} with {picks}: {error}") from error


def check_robot(
    game: Game[Any, Any], position: Position[Any, Any], prompt: Prompt, level: Level = Level.GOOD
) -> list[str]:
    """Whatever a robot is asked, it gives a legal answer, and the same one whenever it sees the same."""
    view = game.view(position, prompt.seat)
    picks = game.choose(view, prompt, robot_rng(view, prompt), level)
    again = game.view(position, prompt.seat)
    if view != again:
        raise Wrong(f"a robot changes the view by which it answers {prompt.kind}")
    if game.choose(again, prompt, robot_rng(again, prompt), level) != picks:
        raise Wrong(f"a robot does not answer {prompt.kind} alike twice")
    tried(game, position, prompt, picks, "a robot")
    return picks


def check_appraisal(subject: Subject, view: Any, prompt: Prompt) -> None:
    """What a robot thinks of is legal and ordered; its reasons account for the difference to what is worse."""
    game = subject.game
    found = game.appraise(view, prompt, Level.GOOD)
    explained = game.appraise(view, prompt, Level.GOOD, terms=True)
    if [(one.picks, one.value) for one in explained] != [(one.picks, one.value) for one in found]:
        raise Wrong(f"a robot thinks otherwise of {prompt.kind} when it is asked why")
    if any(one.value < other.value for one, other in pairwise(found)):
        raise Wrong(f"what a robot thinks of {prompt.kind} does not begin with the best")
    for one in explained:
        try:
            prompt.check(one.picks)
        except IllegalAnswer as error:
            raise Wrong(f"a robot thinks of {one.picks} as an answer to {prompt.kind}: {error}") from error
        for term in one.terms:
            for language in LANGUAGES:
                subject.say(language, term.text)
        best = explained[0]
        if best.terms and one.terms:
            told = sum(term.value for term in best.terms) - sum(term.value for term in one.terms)
            told += best.steer - one.steer
            if abs(told - (best.value - one.value)) > ROUNDING:
                raise Wrong(f"the reasons for {best.picks} of {prompt.kind} do not make up what it is better by")


def check_policies(game: Game[Any, Any], position: Position[Any, Any], prompt: Prompt, chance: Rng) -> None:
    """Each choice of each policy, and some of all together, give a legal answer, or none; none is given unasked."""
    view = game.view(position, prompt.seat)
    settings: list[Mapping[str, str]] = [
        {policy.key: choice.value} for policy in game.policies for choice in policy.choices
    ]
    settings.append({one.key: chance.pick(one.all_choices, "policy").value for one in game.policies})
    for setting in settings:
        picks = game.policy_answer(view, prompt, setting)
        if picks is not None:
            tried(game, position, prompt, picks, f"the policy {dict(setting)}")
    if game.policy_answer(view, prompt, {one.key: ASK for one in game.policies}) is not None:
        raise Wrong(f"{prompt.kind} is answered by a policy that nobody has set")


def note_planned(game: Game[Any, Any], position: Position[Any, Any], seen: Seen) -> None:
    """Note what every seat may plan, whether it is asked or not, and whether the game is over or not."""
    for seat in range(len(game.standings(position))):
        for prompt in planned(game, game.view(position, seat), seat):
            seen.ahead.setdefault(prompt.kind, set()).update(option.id for option in prompt.options)


def planned(game: Game[Any, Any], view: Any, seat: int) -> Iterator[Prompt]:
    """Give all that a seat may plan, also after it has planned the first legal answer of each."""
    given: dict[str, list[str]] = {}
    while True:
        prompts = game.ahead(view, seat, given)
        for prompt in prompts:
            if prompt.seat != seat:
                raise Wrong(f"seat {seat} may plan {prompt.kind} for seat {prompt.seat}")
            yield prompt
        left = [prompt for prompt in prompts if prompt.kind not in given]
        if not left:
            return
        legal = [option.id for option in left[0].legal]
        given[left[0].kind] = legal[: max(left[0].at_least, min(1, left[0].at_most))]


def check_ahead(subject: Subject, seen: Sequence[Seen]) -> None:
    """What can be planned is asked in some game."""
    ahead, asked = together([one.ahead for one in seen]), together([one.options for one in seen])
    for seed in range(MOST_GAMES):
        if all(kind in asked and (ids & asked[kind] or not ids) for kind, ids in ahead.items()):
            break
        asked = together([asked, asked_at_random(subject, seed)])
    if never := sorted(set(ahead) - set(asked)):
        raise Wrong(f"can be planned and is never asked: {never}")
    for kind, ids in sorted(ahead.items()):
        if ids and not ids & asked[kind]:
            raise Wrong(f"{kind} can be planned as {sorted(ids)}, and is asked as {sorted(asked[kind])}")


def check_kinds(subject: Subject, seen: Sequence[Seen], kinds: Collection[str]) -> None:
    """A robot has answered every kind of prompt, in games played on until it has, but those said to be seldom met."""
    game, left = subject.game, set(kinds).difference(*(one.asked for one in seen))
    for seed in range(MOST_GAMES + ROBOT_GAMES):
        robots = seed >= MOST_GAMES  # they come to what random play does not
        if not left or (robots and left <= set(subject.checks.seldom)):
            break
        chance = Rng(key_of("left", game.info.key, seed))
        config, seats = chance.pick(setups(game), "setup")
        position, _ = game.setup(config, seats, Rng(key_of("left of", game.info.key, seed)))
        while waiting := game.waiting(position):
            prompt = game.prompt(position, chance.pick(waiting, "who"))
            if prompt.kind in left:
                check_robot(game, position, prompt)
                left.remove(prompt.kind)
            view = game.view(position, prompt.seat)
            choose = game.choose if robots else subject.checks.choose
            game.answer(position, prompt.seat, choose(view, prompt, chance))
    seldom = set(subject.checks.seldom)
    if left - seldom:
        raise Wrong(f"no robot was asked {sorted(left - seldom)}")
    if seldom - left:
        raise Wrong(f"said to be seldom asked, and asked or unknown: {sorted(seldom - left)}")


def together(several: Sequence[Mapping[str, set[str]]]) -> dict[str, set[str]]:
    """Give all ids of each kind."""
    return {kind: set().union(*(one.get(kind, set()) for one in several)) for one in several for kind in one}


def asked_at_random(subject: Subject, seed: int) -> dict[str, set[str]]:
    """Play at random, and give the ids of all options by kind."""
    game = subject.game
    chance = Rng(key_of("kinds", game.info.key, seed))
    config, seats = chance.pick(setups(game), "setup")
    position, _ = game.setup(config, seats, Rng(key_of("kinds of", game.info.key, seed)))
    found: dict[str, set[str]] = {}
    while waiting := game.waiting(position):
        prompt = game.prompt(position, chance.pick(waiting, "who"))
        found.setdefault(prompt.kind, set()).update(option.id for option in prompt.options)
        view = game.view(position, prompt.seat)
        game.answer(position, prompt.seat, subject.checks.choose(view, prompt, chance))
    return found


def readers(
    subject: Subject, position: Position[Any, Any], language: str
) -> Iterator[tuple[int | None, Any, RenderContext]]:
    """Everybody who may look at a position, an onlooker too."""
    game = subject.game
    waiting, seats = tuple(game.waiting(position)), range(len(game.standings(position)))
    for reader in (*seats, None):
        yield (
            reader,
            game.view(position, reader),
            RenderContext(Words(language, NAMES), waiting, None, 1, NO_MARKS, reader),
        )


def check_glance(subject: Subject, position: Position[Any, Any], language: str) -> None:
    """Everybody can be told the table at a glance; there may be nothing to tell before it begins."""
    if subject.text_board is not None:
        for reader, view, context in readers(subject, position, language):
            check_blocks(f"the glance for seat {reader} in {language}", subject.text_board.glance(view, context))


def check_text_board(subject: Subject, position: Position[Any, Any], language: str) -> None:
    """Everybody can be told the whole table in words."""
    board = subject.text_board
    if board is None:
        return
    for reader, view, context in readers(subject, position, language):
        said = {"board": board.board(view, context)}
        said |= {part: tell(view, context) for part, tell in board.parts.items()}
        for seat in range(len(subject.game.standings(position))):
            said[f"tableau of seat {seat}"] = board.tableau(view, seat, context)
        if reader is not None and subject.game.info.hands:
            said["hand"] = board.hand(view, reader, context)
        for what, blocks in said.items():
            if not blocks:
                raise Wrong(f"{what} for seat {reader} in {language} says nothing")
            check_blocks(f"{what} for seat {reader} in {language}", blocks)


def check_blocks(what: str, blocks: list[str]) -> None:
    """Each block of markdown says something, and is not too long."""
    for block in blocks:
        if not block.strip():
            raise Wrong(f"{what} has an empty block: {blocks}")
        if len(block) > MAX_BLOCK:
            raise Wrong(f"{what} has a block of {len(block)} characters: {block[:80]}")
        if "{" in block:
            raise Wrong(f"{what} has something not put into words: {block}")


def check_pictures(subject: Subject, position: Position[Any, Any], language: str) -> None:
    """Every picture of a position can be drawn, with an alt text that fits."""
    game, draw = subject.game, subject.pictures
    if draw is None:
        return
    waiting = game.waiting(position)
    seat = waiting[0] if waiting else 0
    places = [option.place for prompt in game.prompts(position) if prompt.seat == seat for option in prompt.legal]
    marks = Marks(frozenset(filter(None, places)), frozenset(filter(None, places[:1])))
    view, own = game.view(position, None), game.view(position, seat)
    context = RenderContext(Words(language, NAMES), tuple(waiting), None, 1)
    marked = RenderContext(Words(language, NAMES), tuple(waiting), None, 1, marks, seat)
    asked = replace(marked, marks=Marks.of(next((one for one in game.prompts(position) if one.seat == seat), None)))
    drawn: dict[str, Picture] = {
        "board": draw.board(view, context),
        **{part: paint(view, context) for part, paint in draw.parts.items()},
        "tableau": draw.tableau(view, seat, context),
        "panel": draw.panel(own, seat, asked),
    }
    if game.info.hands:
        drawn["hand"] = draw.hand(own, seat, marked)
    for what, picture in drawn.items():
        if not picture.alt.strip() or len(picture.alt) > LONGEST_ALT or "{" in picture.alt:
            raise Wrong(f"the alt text of {what} in {language}: {picture.alt}")
        if not all(picture.image.size):
            raise Wrong(f"{what} is empty")
    check_told("the board", drawn["board"].alt, told_of_board(game, position, language))
    numbers = [numbers_said(one) for one in asked.marks.numbers.values()]
    check_told("the panel", drawn["panel"].alt, numbers, then="(:| ·) ")


def told_of_board(game: Game[Any, Any], position: Position[Any, Any], language: str) -> list[str]:
    """What the alt text of a board must say: everybody, who must act, and at the end who has won."""
    standings = game.standings(position)
    said = list(NAMES[: len(standings)])
    words = Words(language, NAMES)
    if game.over(position):
        said += map(words.say, winners(standings))
    elif game.waiting(position):
        said.append(words.say(T("{players}", players=[player(seat) for seat in game.waiting(position)])))
    return said


def check_told(what: str, alt: str, wanted: Collection[str], then: str = "") -> None:
    """An alt text says all of this, each with what matches `then` after it, unless that is more than has room."""
    missing = [one for one in wanted if not re.search(rf"(?<!\w){re.escape(one)}(?!\w){then}", alt)]
    if missing and not alt.endswith("…"):
        raise Wrong(f"the alt text of {what} does not say {missing}: {alt}")


def check_views(subject: Subject, position: Position[Any, Any]) -> None:
    """A view is a state apart from the game's, or more, and can be stored (robots take their chance from it)."""
    game = subject.game
    for reader in (*range(len(game.standings(position))), None):
        view = game.view(position, reader)
        if not isinstance(view, type(position.state)):
            raise Wrong(f"the view of seat {reader} is a {type(view).__name__}")
        msgspec.msgpack.encode(view)
        if shared := mutable(view).keys() & mutable(position.state).keys():
            raise Wrong(f"the view of seat {reader} shares {[mutable(view)[one] for one in shared]} with the state")


def mutable(whole: Any) -> dict[int, Any]:
    """Give all that can be changed in a state, by identity."""
    found: dict[int, Any] = {}
    left = [whole]
    while left:
        one = left.pop()
        if isinstance(one, msgspec.Struct):
            inner = [getattr(one, name) for name in one.__struct_fields__]
            changes = not one.__struct_config__.frozen
        elif isinstance(one, Mapping):
            inner, changes = [*one.keys(), *one.values()], True
        elif isinstance(one, list | tuple | set | frozenset):
            inner, changes = list(one), isinstance(one, list | set)
        else:
            continue
        if changes and id(one) in found:
            continue
        if changes:
            found[id(one)] = one
        left += inner
    return found
