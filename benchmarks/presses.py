"""``python -m benchmarks.presses GAME [--players N] [--games N] [--json]``: what a game asks of people's time.

Robots play, and each of their answers is pressed on the panel that the bot would show the person in that seat, made by
`bot.views.panel`: only what stands there can be pressed. What answers for people without being asked is done as the
bot does it (`bot.tables.core.answers`): the policies that a table has by default, as nobody has set any.

- waits_per_round: how often the table has to wait for somebody who was not asked before, in a round; those who are
  asked at once are one wait, and whoever has just answered and is asked again goes on without one. `waits_worst_round`:
  in the worst round. What comes before the first round is `waits_before`, a game.
- presses: `median`, `worst` and number (`turns`) of each kind of turn (`benchmarks.turns`), set-up and what is
  answered in the turns of others included. A press is: Play, each time that a person comes to the table; a button; a
  choice in a menu, be it of several things; a page of a menu turned. Choices over several pages are typed: two presses.
- plannable: of 100 positions off turn, in how many a seat can plan something. One position is what one seat, that is
  not asked, sees when the table begins to wait for others.

Whoever is asked comes in an order of chance, and stays until nothing more is asked. All of it is the same each time.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any

from discord import ui

from benchmarks.plans import plans_left
from benchmarks.turns import Answered, Turns
from bot.commands.play import to_the_end
from bot.tables.core.answers import Run, run
from bot.tables.core.automatic import Automation, answer_automatically, line_of
from bot.tables.core.data import Live, Player, TableInfo
from bot.tables.drafts import may_draft
from bot.tables.plans import prompts_ahead
from bot.views.custom_ids import BUTTON, SELECT, find_custom_id
from bot.views.localizer import Localizer
from bot.views.panel import panel_layout
from rendering.jobs import Drawn
from rules.kernel.game import Game, Position
from rules.kernel.play import SeatAutomation
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.supposing import suppose
from rules.registry import GAMES
from storage.schema import PlannedAnswer
from tests.fuzz.play import Checks, key_of
from tests.per_game import FUZZ, TURNS, games_with, of_game

MOST_SEATS = 4
GAMES_EACH = 10
SECONDS = 40.0
"""Seconds for games whose number is not said: no further one begins that would come to more."""

NAMES = ("Annegret", "Benjamin", "Chidi", "Dorothea", "Emil", "Fatou")
NOW = datetime(2030, 1, 1, tzinfo=UTC)
PICTURE = Drawn(b"", "panel.webp", "")
TYPED = 2
"""Presses of what is typed: the form, and sending it."""


def _can_plan(live: Live, seat: int) -> bool:
    """Whether a seat that is not asked can plan an answer, or the first question of a turn is asked in its draft."""
    if prompts_ahead(live, seat):
        return True
    return may_draft(live, seat) and suppose(live.game, live.view(seat), seat, [[]]).prompt is not None


class NotOffered(Exception):
    """The panel has nothing to press for a legal answer."""


def presses_of(live: Live, prompt: Prompt, picks: Sequence[str], localizer: Localizer, *, ends: bool = False) -> int:
    """How many presses an answer takes on the panel of its seat, once that is open; with `ends` it ends the turn, too.

    Raises:
        NotOffered: there is no way to it.

    """
    page, turned = 0, 0
    pick, choose = ("end", "end") if ends else ("pick", "choose")
    while True:
        view = panel_layout(live, prompt.seat, localizer, PICTURE, page=page, changing=True)
        buttons = {
            (custom_id.verb, custom_id.argument)
            for one in view.walk_children()
            if isinstance(one, ui.Button) and one.custom_id and not one.disabled
            for custom_id in [find_custom_id(BUTTON, one.custom_id)]
        }
        if (
            len(picks) == 1
            and (pick, picks[0] if ends else str(prompt.options.index(prompt.option(picks[0])))) in buttons
        ):
            return turned + 1
        if not picks and ("none", "") in buttons:
            return turned + 1
        for one in view.walk_children():
            if (
                isinstance(one, ui.Select)
                and find_custom_id(SELECT, one.custom_id).verb == choose
                and one.min_values <= len(picks) <= one.max_values
                and {choice.value for choice in one.options} >= set(picks)
            ):
                return turned + 1
        if ("page", str(page + 1)) in buttons:
            page, turned = page + 1, turned + 1
        elif ("type", "") in buttons:
            return TYPED
        else:
            raise NotOffered(f"{prompt.kind}: {list(picks)}")


@dataclass
class _Turn:
    """What a seat has answered and pressed in the turn that it is in; the turns before are `done` by kind."""

    answered: list[Answered] = field(default_factory=list)
    presses: int = 0
    here: bool = False
    """Whether the person is at the panel."""
    done: list[str] = field(default_factory=list)
    """The kinds of its turns in this round."""


@dataclass
class Counted:
    """What the games of one run came to."""

    presses: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    waits: list[int] = field(default_factory=list)
    """The waits of each round."""
    before: list[int] = field(default_factory=list)
    """The waits of each game before its first round."""
    seen: int = 0
    plannable: int = 0


class _Play:
    """One game."""

    def __init__(self, key: str, seats: int, number: int, counted: Counted) -> None:
        checks: Checks = of_game(FUZZ, key, "CHECKS")
        self.game: Game[Any, Any] = GAMES[key]
        self.turns: Turns = of_game(TURNS, key, "TURNS") if key in games_with(TURNS) else Turns()
        self.counted = counted
        players = tuple(Player(seat, seat + 1, NAMES[seat % len(NAMES)]) for seat in range(seats))
        options = self.game.check_setup(dict(checks.measured), seats)
        self.info = TableInfo(1, 1, 1, key, options, "running", 1, 1, players, (), NOW, NOW)
        self.localizer = Localizer("en", self.info.names)
        settings = self.game.table_settings(options)
        self.automation = Automation({seat: SeatAutomation(settings=settings) for seat in range(seats)})
        self.chance = Rng(key_of("presses", key, seats, number))
        self.position: Position[Any, Any]
        self.position, _ = self.game.setup(options, seats, Rng(key_of("presses game", key, seats, number)))
        started = answer_automatically(self.game, self.position, self.automation)
        self.position, self.prompts, self.waiting = started.position, started.prompts, started.waiting
        self.seats = [_Turn() for _ in players]
        self.plans: list[PlannedAnswer] = []
        """The ends of turns for which others must answer first."""
        self.ids = count(1)
        self.round = 0
        self.waits = 0

    def play(self) -> None:
        """Play it to its end."""
        self._wait(self.waiting)
        seat: int | None = None
        while self.waiting:
            if seat not in self.waiting:
                seat = self.chance.pick(self.waiting, "who")
            self._answer(seat)
        self._close_round(0)

    def _live(self) -> Live:
        return Live(
            self.info, self.game, tuple(self.prompts), self.waiting, over=not self.waiting, _position=self.position
        )

    def _answer(self, seat: int) -> None:
        turn, before = self.seats[seat], self.waiting
        prompt = next(one for one in self.prompts if one.seat == seat)
        picks = self.game.choose(self.game.view(self.position, seat), prompt, self.chance)
        if prompt.kind in self.turns.opens and not self._opened(turn):
            self._close(turn)  # what was answered in the turn of another is no part of this one
        if not turn.here:
            turn.here = True
            turn.presses += 1
        answers, rest = self._to_the_end(prompt, picks)
        ends = len(answers) > 1 or bool(rest)
        turn.presses += presses_of(self._live(), prompt, picks, self.localizer, ends=ends)
        turn.answered.append((prompt.kind, tuple(picks)))
        line = line_of(1, seat, rest)
        automation = self.automation.with_plans(self.plans).with_line(seat, line)
        outcome = run(self.game, b"", seat, answers, None, automation, position=self.position)
        self.plans = plans_left(outcome, [*self.plans, *line], self.ids)
        self.position, self.prompts, self.waiting = outcome.position, outcome.prompts, outcome.waiting
        self._close_turns(outcome)
        self._close_round(self.game.round(self.game.view(self.position, None)))
        newly = [one for one in self.waiting if one != seat and one not in before]
        if newly:
            self._wait(newly)

    def _to_the_end(self, prompt: Prompt, picks: list[str]) -> tuple[list[list[str]], list[tuple[Prompt, list[str]]]]:
        """The answers of one press, and what follows when others have answered.

        The end of the turn is among them where the robot would end it then, and that would be asked.
        """
        game, seat = self.game, prompt.seat
        if not (prompt.at_least == prompt.at_most == 1 and prompt.option(picks[0]).last):
            return [picks], []
        answers, rest = to_the_end(game, self.position, seat, picks[0])
        after = game.copy(self.position)
        game.answer(after, seat, picks)
        for ends in answers[1:]:
            if game.choose(game.view(after, seat), game.prompt(after, seat), self.chance) != ends:
                return [picks], []
            game.answer(after, seat, ends)
        for ending, ends in rest:
            if game.choose(game.view(after, seat), ending, self.chance) != ends:
                return [picks], []
        return answers, rest

    def _close_turns(self, outcome: Run) -> None:
        """Note who has left the table, and whose turn is done."""
        for one in (*outcome.outcomes, *(given.outcome for given in _given(outcome))):
            for forced in one.forced:
                if self.seats[forced.seat].answered:
                    self.seats[forced.seat].answered.append((forced.prompt.kind, tuple(forced.picks)))
        for seat, turn in enumerate(self.seats):
            stays = seat in self.waiting
            turn.here = turn.here and stays
            if self.game.info.by_round or not turn.answered:
                continue
            if outcome.ends_turn or not (stays or self._opened(turn)):
                self._close(turn)

    def _opened(self, turn: _Turn) -> bool:
        return bool(turn.answered) and turn.answered[0][0] in self.turns.opens

    def _close(self, turn: _Turn) -> None:
        if not turn.answered:
            return
        by_round = self.game.info.by_round and self.round > 0
        kind = "round" if by_round else self.turns.kind(turn.answered, turn.done)
        self.counted.presses[kind].append(turn.presses)
        turn.done.append(kind)
        turn.answered, turn.presses = [], 0

    def _close_round(self, now: int) -> None:
        """Note the waits of a round that is done; `now` is the round that is played, 0 after the end."""
        if now == self.round:
            return
        for turn in self.seats:
            if self.game.info.by_round or not now:
                self._close(turn)
            turn.done = []
        (self.counted.waits if self.round else self.counted.before).append(self.waits)
        self.round, self.waits = now, 0

    def _wait(self, newly: Sequence[int]) -> None:
        """The table waits from now on for these seats; the others might plan."""
        self.waits += bool(newly)
        live = self._live()
        for seat in range(len(self.seats)):
            if seat not in self.waiting and self.waiting:
                self.counted.seen += 1
                self.counted.plannable += _can_plan(live, seat)


def _given(outcome: Run) -> Sequence[Any]:
    return outcome.automatic_run.given if outcome.automatic_run is not None else ()


def measure(key: str, seats: int, games: int, seconds: float | None = None) -> dict[str, Any]:
    """Play some games and sum up; with `seconds` fewer where they would take longer."""
    counted = Counted()
    begun = time.perf_counter()
    played = 0
    for number in range(games):
        _Play(key, seats, number, counted).play()
        played = number + 1
        if seconds is not None and (time.perf_counter() - begun) * (played + 1) / played > seconds:
            break
    presses: Mapping[str, Sequence[int]] = dict(sorted(counted.presses.items()))
    return {
        "game": key,
        "players": seats,
        "games": played,
        "waits_per_round": round(statistics.mean(counted.waits), 2),
        "waits_worst_round": max(counted.waits),
        "waits_before": round(statistics.mean(counted.before), 2),
        "presses": {
            kind: {"median": statistics.median(found), "worst": max(found), "turns": len(found)}
            for kind, found in presses.items()
        },
        "plannable": round(100 * counted.plannable / counted.seen, 1) if counted.seen else 0,
    }


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.presses", description="Count waits and presses.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--players", type=int, choices=range(1, 9), help="how many play; four or as many as can")
    parser.add_argument("--games", type=int, help="how many games; ten, or as many as take a minute")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    info = GAMES[options.game].info
    players = min(info.most, MOST_SEATS) if options.players is None else options.players
    if not info.fewest <= players <= info.most:
        parser.error(f"{options.game} is for {info.fewest} to {info.most} players")
    if options.games is not None and options.games < 1:
        parser.error("--games must be at least 1")
    if options.games is None:
        figures = measure(options.game, players, GAMES_EACH, SECONDS)
    else:
        figures = measure(options.game, players, options.games)
    if options.json:
        print(json.dumps(figures))
        return 0
    for kind, one in figures.pop("presses").items():
        print(f"{kind:24} {one['median']:>4} {one['worst']:>4}  ({one['turns']} turns)")
    for what, figure in figures.items():
        print(f"{what.replace('_', ' '):24} {figure}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
