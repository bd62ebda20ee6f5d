"""Positions in which the steps of a game lie, with the answers that led there and what the next answer led to.

``python -m tests.before_rooms.positions FOLDER KEY...`` plays anew and writes a file a game; the files in tests/data
were made before bot/ had rooms and are kept as they are.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any, get_args

import msgspec

from rules.kernel import robots
from rules.kernel.errors import BadSetup
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answer, Record
from rules.kernel.rng import Rng
from rules.registry import GAMES

DATA = Path(__file__).parents[1] / "data" / "before-rooms"
MOST_OF_A_STEP = 3
"""Maximum number of positions stored in which the same step lies."""
MOST_ANSWERS = 4000
GAMES_PLAYED = {"race": 160, "gaia": 160, "eclipse": 160, "circadians": 40}

AnyGame = Game[Any, Any]
Choose = Callable[[Any, Prompt, Rng], list[str]]


class Asked(msgspec.Struct, frozen=True):
    """An open prompt, as far as it must stay: its option ids, and those that are refused."""

    seat: int
    kind: str
    options: list[str]
    refused: list[str]
    answered: list[str] | None = None


class KeptPosition(msgspec.Struct, frozen=True):
    """A position after so many answers of its game. `then` is the form of the one that the next answer led to."""

    answers: int
    steps: list[str]
    position: bytes
    form: str
    prompts: list[Asked]
    then: str


class KeptGame(msgspec.Struct, frozen=True):
    """A game that was played to its end, and positions from it. `totals` are its scores by seat."""

    record: Record
    positions: list[KeptPosition]
    totals: list[int]


class KeptGames(msgspec.Struct, frozen=True):
    """All that is kept of one game. `missing` are steps that lay in no position: they happen by themselves."""

    games: list[KeptGame]
    missing: list[str]


GAINED = {
    "Pay": ("place",),
    "UpgradePart": ("direct",),
    "Build": ("last",),
    "MoveFrom": ("more",),
    "MoveTo": ("more",),
    "GiveUp": ("so_far",),
    "NextHit": ("asked",),
    "": (
        "now",
        "chosen",
        "way",
        "pays",
        "together",
        "resting",
        "could_offer",
        "limit_at_end",
        "greedy",
        "tiles_leave",
        "open_since",
        "tile_taken",
    ),
}
"""Fields, with a default, that a step has gained since; ``""``: a standing or a state, which are no steps."""


def _as_before(plain: Any) -> Any:
    """Leave out what steps and standings have gained since."""
    if isinstance(plain, dict):
        gained = GAINED.get(plain.get("type", ""), ())
        return {name: _as_before(value) for name, value in plain.items() if name not in gained}
    return [_as_before(one) for one in plain] if isinstance(plain, list) else plain


def form(value: Any) -> str:
    """Give a short form of plain data: two that differ in a name or a value have two forms."""
    plain = _as_before(msgspec.to_builtins(value, str_keys=True, order="sorted"))
    return blake2b(msgspec.json.encode(plain), digest_size=12).hexdigest()


def asked(prompts: list[Prompt]) -> list[Asked]:
    """Give what is asked, by seat."""
    return [
        Asked(
            one.seat,
            one.kind,
            [option.id for option in one.options],
            [option.id for option in one.options if option.refusal is not None],
            one.answered,
        )
        for one in prompts
    ]


def lost(then: list[Asked], now: list[Prompt]) -> list[str]:
    """Say what was asked then and cannot be answered so any more.

    Options may be offered in another order, further ones beside them, and some no more (`Option.former`).
    """
    if [(one.seat, one.kind, one.answered) for one in then] != [(one.seat, one.kind, one.answered) for one in now]:
        return [f"{then}, now {asked(now)}"]
    found = []
    for before, prompt in zip(then, now, strict=True):
        followed = {option.id for option in prompt.options if option.refusal is None}
        found += [f"{before.kind}: {id}" for id in before.options if id not in before.refused and id not in followed]
        found += [f"{before.kind}: {id} was refused" for id in before.refused if id in followed]
    return found


def tags(game: AnyGame) -> set[str]:
    """The names under which the steps of a game are stored."""
    union = get_args(game.position_type)[1]
    return {str(one.__struct_config__.tag) for one in get_args(union)}


def steps_in(position: Position[Any, Any]) -> set[str]:
    """The names of all the steps that lie in a position."""
    stacks = [position.stack, *position.lanes.values()]
    return {str(type(step).__struct_config__.tag) for stack in stacks for step in stack}


def path_of(key: str, folder: Path = DATA) -> Path:
    """Find the file of a game."""
    return folder / f"{key}.positions.msgpack.gz"


def load(key: str) -> KeptGames:
    """Read what is kept of a game."""
    return msgspec.msgpack.decode(gzip.decompress(path_of(key).read_bytes()), type=KeptGames)


def _setups(game: AnyGame) -> list[tuple[dict[str, str], int]]:
    found = []
    for seats in range(game.info.fewest, game.info.most + 1):
        options = [
            [(option.key, choice.value) for choice in option.choices if not choice.seats or seats in choice.seats]
            for option in game.info.options
        ]
        for values in product(*options):
            try:
                found.append((game.check_setup(dict(values), seats), seats))
            except BadSetup:
                continue
    return found


def _ways(game: AnyGame) -> list[Choose]:
    """Ways to play: at random, as its robots do, and now one and then the other."""

    def by_turns(often: int) -> Choose:
        def choose(view: Any, prompt: Prompt, rng: Rng) -> list[str]:
            at_random = rng.below(10, "way") < often
            return (robots.choose if at_random else game.choose)(view, prompt, rng)

        return choose

    return [robots.choose, game.choose, by_turns(2), by_turns(5)]


def _played(game: AnyGame, number: int) -> tuple[Record, list[tuple[set[str], bytes]], Position[Any, Any]]:
    """Play a game: gives its record, and before each answer the steps and the position; and the end."""
    setups = _setups(game)
    config, seats = setups[number * 7919 % len(setups)]
    choose = _ways(game)[number % 4]
    key = f"{number:032x}"
    rng = Rng(f"{number:031x}a")
    position, _ = game.setup(config, seats, Rng(key))
    record = Record(game.info.key, game.info.rules_version, config, seats, key, [])
    met: list[tuple[set[str], bytes]] = []
    while (waiting := game.waiting(position)) and len(met) < MOST_ANSWERS:
        met.append((steps_in(position), game.encode(position)))
        seat = rng.pick(waiting, "who")
        picks = choose(game.view(position, seat), game.prompt(position, seat), rng)
        game.answer(position, seat, picks)
        record.answers.append(Answer(seat, picks))
    return record, met, position


def collect(key: str) -> KeptGames:
    """Play many games, and keep those in which steps lie that have not been met often enough."""
    game = GAMES[key]
    count = dict.fromkeys(sorted(tags(game)), 0)
    games: list[KeptGame] = []
    for number in range(GAMES_PLAYED[key]):
        record, met, end = _played(game, number)
        kept: list[KeptPosition] = []
        here: set[str] = set()
        for at, (steps, data) in enumerate(met):
            news = {one for one in steps if count[one] < MOST_OF_A_STEP} - here
            if not news:
                continue
            here |= steps
            for one in steps:
                count[one] += 1
            kept.append(_keep(game, at, steps, data, record.answers[at]))
        if kept:
            games.append(KeptGame(record, kept, [one.total for one in game.standings(end)]))
    return KeptGames(games, [one for one, often in count.items() if not often])


def _keep(game: AnyGame, at: int, steps: set[str], data: bytes, answer: Answer) -> KeptPosition:
    position = game.decode(data)
    before, prompts = form(position), asked(game.prompts(position))
    game.answer(position, answer.seat, answer.picks)
    return KeptPosition(at, sorted(steps), data, before, prompts, form(position))


def _lines(folder: Path, keys: list[str]) -> Iterator[str]:
    for key in keys:
        kept = collect(key)
        path = path_of(key, folder)
        path.write_bytes(gzip.compress(msgspec.msgpack.encode(kept), mtime=0))
        positions = sum(len(one.positions) for one in kept.games)
        yield f"{key}: {len(kept.games)} games, {positions} positions, {path.stat().st_size} bytes; not {kept.missing}"


if __name__ == "__main__":
    for line in _lines(Path(sys.argv[1]), sys.argv[2:]):
        sys.stdout.write(f"{line}\n")
