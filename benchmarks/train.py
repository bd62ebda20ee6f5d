"""``python -m benchmarks.train race --keep FOLDER [--lesson PLAYER:SEED:GAMES ...] [--write]``: teach a robot.

What each input of a position counts for (`rules.race.robot.judgement`) is learned from games of robots, in lessons. A
lesson is so many games of a seed (`benchmarks.lessons`). One of an opponent of `benchmarks.opponents` is played by it
among itself, in turn with every number of players and setup (`TABLES` there); one of ``learned`` is played by the robot
with what all lessons before it have taught, among itself and against others (`MATCHES`). In most games robots act at
random now and then (`CHANCE`), so that all kinds of positions come about.

For every round of every seat the inputs at its end stand against what it came to: the points by which the seat was
ahead of the best of the others when the game was over (`prospect`). Of the cards that a seat took in a round it mostly
is told only how many they are, as a robot that plays a round ahead knows no more. As the end of a game says little of a
round long before, what is learned is taken, in turns, half for what the round after it came to.

What seats call next is learned from what was called. All of it by small nets (`benchmarks.notes`, which takes numpy),
at first for all tables together, then on for each kind. There is no other chance in it than that of the seeds: on one
machine the same lessons teach the same.

Without ``--lesson`` the lessons are those from which the weights that are in use were learned. Games are kept in the
folder, a file a lesson: a lesson that was broken off goes on where it stopped. ``--write`` puts the weights into
``rules/race/data/judgement.json``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.lessons import PLAYED, Played, kept, match, play
from benchmarks.opponents import OPPONENTS, Player
from rules.race import robot
from rules.race.robot.judgement import (
    FILE,
    IN_USE,
    Judgement,
    Lesson,
    nets_of,
)

FILE_OF_WEIGHTS = Path(__file__).parents[1] / "rules" / "race" / "data" / FILE


def games_of(lesson: Lesson, player: Player, folder: Path) -> Iterator[Played]:
    """Give the games of a lesson: those that are kept, and those that are still to be played, which are kept."""
    file = folder / f"{lesson.seed}.games"
    games = kept(file)[: lesson.games]
    yield from games
    with file.open("ab") as out:
        for number in range(len(games), lesson.games):
            played = (match if lesson.player == "learned" else play)(player, lesson.seed, number)
            data = PLAYED.encode(played)
            out.write(len(data).to_bytes(4, "big") + data)
            out.flush()
            yield played


def teach(lessons: Sequence[Lesson], folder: Path) -> Judgement:
    """Take lessons one after the other, and give what they have taught."""
    # It takes numpy, which only who teaches needs.
    from benchmarks.notes import Notes  # noqa: PLC0415

    notes = Notes()
    for at, lesson in enumerate(lessons):
        player: Player = OPPONENTS.get(lesson.player, {}).get("race", robot.choose)
        if lesson.player == "learned" and not _complete(lesson, folder):
            player = partial(robot.choose, nets=nets_of(notes.taught(lessons[:at])))
        for played in games_of(lesson, player, folder):
            notes.take(played)
    return notes.taught(lessons)


def _complete(lesson: Lesson, folder: Path) -> bool:
    """Whether all games of a lesson are kept, so that nobody has to play."""
    return len(kept(folder / f"{lesson.seed}.games")) >= lesson.games


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
    lessons = options.lesson or IN_USE.learned_from
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
