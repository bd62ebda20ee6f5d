"""``python -m benchmarks.train race --keep FOLDER [--lesson PLAYER:SEED:GAMES ...] [--write]``: teach a robot.

What each input of a position counts for (`rules.race.robot.judgement`) is learned from games of robots among
themselves, in lessons. A lesson is so many games of a seed, in turn of every number of players and setup (`TABLES`),
played by an opponent of `benchmarks.opponents` or, as `learned`, by the robot with what all lessons before it have
taught. In most games robots act at random now and then (`CHANCE`), so that all kinds of positions come about.

What seats call next is guessed from what the others see, likewise learned from what was called: by as much as an input
speaks for each phase (a softmax; `PASSES` times through all of it in order, by steps that get smaller for an input the
more was learned of it).

For every round of every seat the inputs at its end stand against the points by which the seat was ahead of the best of
the others when the game was over (within `FAR`). The weights are those of the least squares, drawn towards 0 (ridge
regression). There is no other chance in it than that of the seeds: the same lessons teach the same.

Without ``--lesson`` the lessons are those from which the weights that are in use were learned. Games are kept in the
folder, a file a lesson: a lesson that was broken off goes on where it stopped. ``--write`` puts the weights into
``rules/race/data/judgement.json``.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from operator import mul
from pathlib import Path

import msgspec

from benchmarks.opponents import OPPONENTS, Player
from rules.kernel import robots
from rules.kernel.codec import Codec
from rules.kernel.rng import Rng
from rules.race import robot
from rules.race.components import ACTIONS, PHASES
from rules.race.robot.inputs import CALLING, NAMES, calling, explored, model_of
from rules.race.robot.judgement import FILE, LEARNED, Judgement, Lesson, Round, shares, vector
from rules.race.robot.value import outlook_of
from rules.race.state import RaceState
from rules.registry import GAMES

TABLES: Sequence[tuple[int, Mapping[str, str]]] = (
    (2, {}),
    (2, {"setup": "experienced"}),
    (2, {}),
    (4, {}),
    (2, {}),
    (2, {"setup": "experienced"}),
    (3, {}),
)
"""Number of players and options of a lesson's games in turn."""
CHANCE: Mapping[str, int] = {"actions": 8, "settle": 3, "develop": 3}
"""Of 100 answers to a kind of prompt, how many are given at random; but none in one game of `QUIET`."""
QUIET = 4
FAR = 30
"""Who is further ahead or behind counts as by this."""
PULL = 300
"""How strongly weights are drawn towards 0: as if there were so many rounds more that speak for 0."""
PASSES, STEP = 5, 0.3
"""How often and by how much weights of calls follow what was called."""
AT_ONCE = 2_000
"""Rounds that are summed up at a time."""
FILE_OF_WEIGHTS = Path(__file__).parents[1] / "rules" / "race" / "data" / FILE
GAME = GAMES["race"]


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A game that was played: the table before each round and at the end, what each seat called, and the scores."""

    tables: list[RaceState]
    called: list[list[list[str]]]
    scores: list[int]


PLAYED: Codec[Played] = Codec(Played)


def _rng(*parts: object) -> Rng:
    return Rng(blake2b(repr(parts).encode(), digest_size=16).hexdigest())


def play(player: Player, seed: str, number: int) -> Played:
    """Play a game of a lesson."""
    seats, options = TABLES[number % len(TABLES)]
    position, _ = GAME.setup(options, seats, _rng(seed, number, "game"))
    chance, of_player = _rng(seed, number, "noise"), _rng(seed, number, "p")
    quiet = chance.below(QUIET, "train.quiet") == 0
    played = Played([], [], [])
    while waiting := GAME.waiting(position):
        seat, state = waiting[0], position.state
        if state.phase == "choose" and len(played.tables) < state.round:
            played.tables.append(_bare(GAME.view(position, None), position.state))
            played.called.append([[] for _ in range(seats)])
        prompt = GAME.prompt(position, seat)
        if not quiet and chance.below(100, "train.chance") < CHANCE.get(prompt.kind, 0):
            picks = robots.choose(None, prompt, chance)
        else:
            picks = player(GAME.view(position, seat), prompt, of_player)
        if prompt.kind == "actions":
            played.called[-1][seat] = picks
        GAME.answer(position, seat, picks)
    played.scores.extend(standing.total for standing in GAME.standings(position))
    return played


def _bare(view: RaceState, state: RaceState) -> RaceState:
    """Keep of a table what is learned from: nothing of deck, discards and past rounds; hands are known."""
    players = [
        msgspec.structs.replace(one, hand=list(state.players[seat].hand)) for seat, one in enumerate(view.players)
    ]
    return msgspec.structs.replace(view, players=players, deck=[], discards=[], scores=[])


def rounds(played: Played) -> Iterator[tuple[Round, float]]:
    """Go through the rounds of a game, each for every seat, with the points by which it was ahead in the end.

    The last round is left out: what a game comes to that ends is counted and not estimated.
    """
    for before, after, called in zip(played.tables, played.tables[1:], played.called, strict=False):
        phases = {ACTIONS[action].phase for picks in called for action in picks}
        for seat, picks in enumerate(called):
            exploring = [action for action in picks if ACTIONS[action].phase == "explore"]
            choice = explored(tuple(before.players[seat].tableau), exploring)[1] if "explore" in phases else 0.0
            best = max(score for other, score in enumerate(played.scores) if other != seat)
            ahead = max(-FAR, min(FAR, played.scores[seat] - best))
            yield Round(before, seat, phases, choice, model_of(after.players[seat])), float(ahead)


class Sums:
    """The sums of all products of two inputs, the first of which is always 1 and the last what is to be estimated."""

    def __init__(self) -> None:
        self.size = len(NAMES) + 2
        self.products = [[0.0] * self.size for _ in range(self.size)]
        self._columns = [array("d") for _ in range(self.size)]

    def add(self, inputs: Sequence[float], ahead: float) -> None:
        """Take in a round."""
        for column, value in zip(self._columns, (1.0, *inputs, ahead), strict=True):
            column.append(value)
        if len(self._columns[0]) == AT_ONCE:
            self.sum_up()

    def sum_up(self) -> None:
        """Add the products of what was taken in."""
        for at, left in enumerate(self._columns):
            if any(left):
                row = self.products[at]
                for other in range(at, self.size):
                    row[other] += sum(map(mul, left, self._columns[other]))
        self._columns = [array("d") for _ in range(self.size)]


def weights(sums: Sums) -> tuple[float, list[float]]:
    """Give the constant and the weights of the least squares, drawn towards 0 alike for inputs of any spread."""
    sums.sum_up()
    n = sums.products[0][0]
    means = [value / n for value in sums.products[0]]
    inputs = range(1, sums.size - 1)

    def spread(one: int, other: int) -> float:
        return sums.products[min(one, other)][max(one, other)] - n * means[one] * means[other]

    deviations = {at: (spread(at, at) / n) ** 0.5 for at in inputs if spread(at, at) > n * 1e-9}
    equations = [
        [spread(one, other) / deviations[one] / deviations[other] + PULL * (one == other) for other in deviations]
        + [spread(one, sums.size - 1) / deviations[one]]
        for one in deviations
    ]
    found = dict(zip(deviations, solve(equations), strict=True))
    result = [found[at] / deviations[at] if at in found else 0.0 for at in inputs]
    return means[-1] - sum(map(mul, means[1:-1], result)), result


def solve(equations: list[list[float]]) -> list[float]:
    """Solve linear equations, each its factors and then what they come to, by elimination; symmetric and positive."""
    size = len(equations)
    for at, row in enumerate(equations):
        for below in equations[at + 1 :]:
            share = below[at] / row[at]
            if share:
                below[at:] = [value - share * other for value, other in zip(below[at:], row[at:], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        row = equations[at]
        found[at] = (row[size] - sum(map(mul, row[at + 1 : size], found[at + 1 :]))) / row[at]
    return found


Calls = list[tuple[list[float], dict[str, float]]]
"""What was seen of a seat, and its share of each phase in what it called."""


def calls_in(played: Played) -> Iterator[tuple[list[float], dict[str, float]]]:
    """Go through what the seats have called in a game."""
    for before, called in zip(played.tables, played.called, strict=True):
        outlook = outlook_of(before)
        for one, picks in zip(before.players, called, strict=True):
            phases = [ACTIONS[action].phase for action in picks]
            found: dict[str, float] = {phase: phases.count(phase) / len(phases) for phase in PHASES}
            yield [float(value) for value in calling(model_of(one), before, outlook)], found


def call_weights(seen: Calls) -> dict[str, dict[str, float]]:
    """Learn what speaks for each phase."""
    sizes = [max(1e-9, sum(abs(inputs[at]) for inputs, _ in seen) / len(seen)) for at in range(len(CALLING))]
    found = {phase: [0.0] * len(CALLING) for phase in PHASES}
    learned = {phase: [1.0] * len(CALLING) for phase in PHASES}
    scaled = [([value / size for value, size in zip(inputs, sizes, strict=True)], called) for inputs, called in seen]
    for _ in range(PASSES):
        for inputs, called in scaled:
            expected = shares({phase: sum(map(mul, inputs, weights)) for phase, weights in found.items()})
            for phase, weights in found.items():
                wrong = expected[phase] - called[phase]
                sizes_of = learned[phase]
                for at, value in enumerate(inputs):
                    if value:
                        slope = wrong * value
                        sizes_of[at] += slope * slope
                        weights[at] -= STEP * slope / sizes_of[at] ** 0.5
    return {
        phase: {name: round(weight / size, 4) for name, weight, size in zip(CALLING, weights, sizes, strict=True)}
        for phase, weights in found.items()
    }


def kept(file: Path) -> list[Played]:
    """Read the games of a lesson that were played so far; a last one that is incomplete is cut off."""
    if not file.exists():
        return []
    data = file.read_bytes()
    found, at = [], 0
    while at + 4 <= len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            break
        found.append(PLAYED.decode(data[at + 4 : end]))
        at = end
    if at < len(data):
        file.write_bytes(data[:at])
    return found


def games_of(lesson: Lesson, player: Player, folder: Path) -> Iterable[Played]:
    """Give the games of a lesson: those that are kept, and those that are still to be played, which are kept."""
    file = folder / f"{lesson.seed}.games"
    games = kept(file)[: lesson.games]
    with file.open("ab") as out:
        for number in range(len(games), lesson.games):
            games.append(play(player, lesson.seed, number))
            data = PLAYED.encode(games[-1])
            out.write(len(data).to_bytes(4, "big") + data)
            out.flush()
    return games


def teach(lessons: Sequence[Lesson], folder: Path) -> Judgement:
    """Take lessons one after the other, and give what they have taught."""
    sums, calls = Sums(), Calls()
    for at, lesson in enumerate(lessons):
        if lesson.player == "learned":
            player: Player = partial(robot.choose, judgement=_taught(lessons[:at], sums, calls))
        else:
            player = OPPONENTS[lesson.player]["race"]
        for played in games_of(lesson, player, folder):
            calls.extend(calls_in(played))
            for done, ahead in rounds(played):
                sums.add(vector(done), ahead)
    return _taught(lessons, sums, calls)


def _taught(lessons: Sequence[Lesson], sums: Sums, calls: Calls) -> Judgement:
    constant, found = weights(sums)
    by_name = {name: round(weight, 4) for name, weight in zip(NAMES, found, strict=True)}
    return Judgement(tuple(lessons), round(constant, 4), by_name, call_weights(calls))


def _lesson(text: str) -> Lesson:
    player, _, rest = text.partition(":")
    seed, _, games = rest.partition(":")
    if player not in ("learned", *(key for key, found in OPPONENTS.items() if "race" in found)):
        raise argparse.ArgumentTypeError(f"nobody is called {player}")
    if not seed or not games.isdecimal() or not int(games):
        raise argparse.ArgumentTypeError("a lesson is given as PLAYER:SEED:GAMES")
    return Lesson(player, seed, int(games))


def main(arguments: list[str]) -> int:
    """Teach, and print or write the weights."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train", description="Teach a game's robot.")
    parser.add_argument("game", choices=["race"])
    parser.add_argument("--keep", type=Path, required=True, help="the folder in which games are kept")
    parser.add_argument("--lesson", type=_lesson, action="append", help="PLAYER:SEED:GAMES", default=[])
    parser.add_argument("--write", action="store_true", help="use the weights from now on")
    options = parser.parse_args(arguments)
    lessons = options.lesson or LEARNED.learned_from
    if lessons[0].player == "learned":
        parser.error("the first lesson cannot be one of what was learned")
    options.keep.mkdir(parents=True, exist_ok=True)
    taught = teach(lessons, options.keep)
    data = msgspec.json.format(msgspec.json.encode(taught), indent=2) + b"\n"
    if options.write:
        FILE_OF_WEIGHTS.write_bytes(data)
    else:
        print(data.decode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
