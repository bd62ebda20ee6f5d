"""Playing a game with random robots and writing everything down: prompts, picks, events, scores."""

from __future__ import annotations

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


@dataclass(frozen=True)
class Golden:
    """Which game is written down."""

    seats: int
    key: str
    config: dict[str, str] = field(default_factory=dict)


GOLDEN: dict[str, Golden] = {
    "circadians": Golden(3, "0000000000000000000000000000008f"),
    "eclipse": Golden(2, f"{125:032x}", {"species": "random", "giving_up": "hopeless"}),
    "gaia": Golden(2, "00000000000000000000000000000028", {"setup": "advanced", "map": "method3"}),
    "race": Golden(3, "0000000000000000000000000000007e"),
}


def path_of(key: str) -> Path:
    """Find the file of a game's play-through."""
    return FOLDER / f"{key}.txt"


class Writer:
    """Writes one game down."""

    def __init__(self, key: str) -> None:
        self.game: Game[Any, Any] = GAMES[key]
        self.golden = GOLDEN[key]
        self.words = GameWords(self.game, self.golden.seats)

    def lines(self) -> Iterator[str]:
        """Play, and give the lines of the text."""
        game, golden = self.game, self.golden
        position, outcome = game.setup(golden.config, golden.seats, Rng(golden.key))
        robots = Rng(golden.key[::-1])
        config = ", ".join(f"{key} {value}" for key, value in game.check_setup(golden.config, golden.seats).items())
        yield f"{self.words.say(game.info.title)}, {golden.seats} seats, {config}"
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
        """Write a prompt and its options, the refused ones with the reason."""
        many = "" if prompt.at_least == prompt.at_most == 1 else f" ({prompt.at_least} to {prompt.at_most})"
        secret = ", in secret" if prompt.secret else ""
        yield f"  ? seat {prompt.seat}{secret}, {prompt.kind}: {self.words.say(prompt.text)}{many}"
        for option in prompt.options:
            yield f"      {self.option(option)}"

    def option(self, option: Option) -> str:
        note = "" if option.note is None else f" ({self.words.say(option.note)})"
        refusal = "" if option.refusal is None else f" - not now: {self.words.say(option.refusal)}"
        return f"{option.id}: {self.words.say(option.text)}{note}{refusal}"


def write(key: str) -> str:
    """Give the whole text of a game's play-through."""
    return "\n".join(Writer(key).lines()) + "\n"
