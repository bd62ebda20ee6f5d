"""Playing a game with random robots and writing everything down: prompts, picks, events, scores."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.kernel.game import Game, Outcome
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.registry import GAMES
from tests.game_words import GameWords

FOLDER = Path(__file__).parent
COMMAND = "python -m tests.golden"
"""Begins the second line of a play-through, by which it is written anew."""


@dataclass(frozen=True)
class Golden:
    """Which game is written down: for how many seats, from which key of chance, with which options."""

    game: str
    seats: int
    key: str
    config: dict[str, str] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The command line that writes it."""
        options = "".join(f" --set {key}={value}" for key, value in self.config.items())
        return f"{COMMAND} {self.game} --write --seats {self.seats} --key {self.key}{options}"


def parser() -> ArgumentParser:
    """Read command lines, those in the texts as well."""
    parser = ArgumentParser(prog=COMMAND, description="Show what has changed in a golden play-through, or write it.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--write", action="store_true", help="write the play-through instead of comparing")
    parser.add_argument("--seats", type=int, help="players; by default as the text says, at first the fewest")
    parser.add_argument("--key", help="the key of chance, hexadecimal; by default as the text says, at first 0")
    parser.add_argument(
        "--set", action="append", metavar="OPTION=VALUE", help="options; by default as the text says, at first none"
    )
    return parser


def golden_of(game: str, seats: int | None = None, key: str | None = None, options: list[str] | None = None) -> Golden:
    """Tell which game is written down: what is given here, the rest as its text says where there is one."""
    if path_of(game).exists():
        written = path_of(game).read_text(encoding="utf-8").splitlines()[1]
        if not written.startswith(f"{COMMAND} {game} "):
            raise ValueError(f"line 2 of {path_of(game)} is not the command that writes it, but: {written}")
        known = parser().parse_args(written.removeprefix(COMMAND).split())
        seats, key, options = seats or known.seats, key or known.key, known.set if options is None else options
    config = dict(option.split("=", 1) for option in options or [])
    return Golden(game, seats or GAMES[game].info.fewest, f"{int(key or '0', 16):032x}", config)


def path_of(key: str) -> Path:
    """Find the file of a game's play-through."""
    return FOLDER / f"{key}.txt"


class Writer:
    """Writes one game down."""

    def __init__(self, golden: Golden) -> None:
        self.game: Game[Any, Any] = GAMES[golden.game]
        self.golden = golden
        self.words = GameWords(self.game, golden.seats)

    def lines(self) -> Iterator[str]:
        """Play, and give the lines of the text."""
        game, golden = self.game, self.golden
        position, outcome = game.setup(golden.config, golden.seats, Rng(golden.key))
        robots = Rng(golden.key[::-1])
        config = ", ".join(f"{key} {value}" for key, value in game.check_setup(golden.config, golden.seats).items())
        yield f"{self.words.say(game.info.title)}, {golden.seats} seats, {config}"
        yield golden.command
        yield ""
        yield from self.told(outcome)
        while waiting := game.waiting(position):
            prompt = game.prompt(position, waiting[0])
            picks = choose(game.view(position, prompt.seat), prompt, robots)
            yield from self.asked(prompt)
            yield f"  > {' '.join(picks) or 'nothing'}"
            yield from self.told(game.answer(position, prompt.seat, picks))
        yield ""
        for standing in game.standings(position):
            parts = ", ".join(f"{self.words.say(line.text)} {line.points}" for line in standing.lines)
            winner = ", winner" if standing.winner else ""
            yield f"Seat {standing.seat}: {standing.total} points, rank {standing.rank}{winner} ({parts})"

    def told(self, outcome: Outcome) -> Iterator[str]:
        """Write the events, those for some seats only with their names in front."""
        for event in outcome.events:
            if event.kind == "round":
                yield ""
            private = "" if event.to is None else f"[only {', '.join(f'seat {seat}' for seat in event.to)}] "
            yield f"{private}{self.words.say(event.text)}"

    def asked(self, prompt: Prompt) -> Iterator[str]:
        """Write a prompt and the options that it offers, the refused ones with the reason."""
        many = "" if prompt.at_least == prompt.at_most == 1 else f" ({prompt.at_least} to {prompt.at_most})"
        secret = ", in secret" if prompt.secret else ""
        yield f"  ? seat {prompt.seat}{secret}, {prompt.kind}: {self.words.say(prompt.text)}{many}"
        for option in prompt.options:
            if not option.former:
                yield f"      {self.option(option)}"

    def option(self, option: Option) -> str:
        note = "" if option.note is None else f" ({self.words.say(option.note)})"
        refusal = "" if option.refusal is None else f" - not now: {self.words.say(option.refusal)}"
        return f"{option.id}: {self.words.say(option.text)}{note}{refusal}"


def write(golden: Golden) -> str:
    """Give the whole text of a play-through."""
    return "\n".join(Writer(golden).lines()) + "\n"
