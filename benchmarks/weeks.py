"""``python -m benchmarks.weeks GAME [--players N] [--games N] [--set OPTION=VALUE] [--json]``: days, and waits.

How many days a game takes, and what its people wait for.

Robots choose for people who live in four time zones and look three times a day, about 7:30, 12:30 and 20:00 where they
are. Whoever looks answers whatever is asked of them, until nothing more is. In between only the bot answers, as it
does at tables (`bot.tables.core.answers`): policies and plans.

Two kinds of people are measured. With `defaults` nobody sets anything, and nobody plans but what the panel asks ahead
by itself after an answer (`Game.asks_ahead`), which all answer. The `sensible` take a policy wherever one is
offered beside a question that they answer just so, press "and end the turn" where that is offered, plan each third of
their turns besides, and in a game of plans for single answers whatever can be planned.

- days: from the start to the end of a game.
- notices, trivial: how often a person was asked, and how often there was nothing to decide, a person and game. So is a
  notice when all that was answered to it was: the only legal option; or what the game's own `Turns.trivial` says
  (`benchmarks.turns`), such as that the turn is over or that power is charged for nothing.
- trivial_share: of 100 of the time that people were waited for, how much was for trivial notices.
- longest_chain: the most waits one after the other within one turn; within a round where everybody plays at once.
- waited: of 100 of that time, how much was for notices that began with each kind of question; trivial ones apart.

All of it is the same each time: the one seed is `SEED`, with the number of each game. These people never miss a look
and take no vacation, so the weeks of real ones are longer.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from benchmarks.plans import plans_left
from benchmarks.turns import Turns
from bot.commands.play import to_the_end
from bot.tables.core import pauses
from bot.tables.core.answers import Run, run
from bot.tables.core.automatic import Automation, answer_automatically, line_of, planned
from bot.tables.core.data import Live, Player, TableInfo
from bot.tables.drafts import MAX_TURNS
from bot.tables.plans import prompts_ahead
from rules.kernel.errors import BadSetup
from rules.kernel.game import Game, Position
from rules.kernel.play import SeatAutomation
from rules.kernel.policies import after_pause, planned_turns, premove
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.supposing import asks_on, suppose
from rules.registry import GAMES
from storage.schema import PlannedAnswer
from tests.fuzz.play import Checks, key_of
from tests.per_game import FUZZ, TURNS, games_with, of_game

SEED = "weeks"
MODES = ("defaults", "sensible")
NAMES = ("Annegret", "Benjamin", "Chidi", "Dorothea", "Emil", "Fatou")
ZONES = (1, -5, 9, -8, 0, 5)
"""Hours that the people are ahead of UTC: Berlin, New York, Tokyo, Los Angeles."""
LOOKS = (7.5, 12.5, 20.0)
"""When a person looks, in hours of their day."""
JITTER = 45
"""Minutes that a look may come before or after that."""
PAUSE = (pauses.LEAST + pauses.MOST) / 2
"""How long the bot takes for an answer that would tell something if it came at once."""
PLANNED = 3
"""One turn of so many is planned."""
MOST_DAYS = 1000
BEGIN = datetime(2030, 1, 7, 18, tzinfo=UTC)


class Endless(Exception):
    """A game does not come to its end."""


@dataclass
class _Notice:
    """A person is asked since `since`; `kinds` are the questions that they answered to it."""

    since: datetime
    kinds: list[str] = field(default_factory=list)
    trivial: bool = True


@dataclass
class Counted:
    """What the games of one mode came to."""

    days: list[float] = field(default_factory=list)
    notices: list[int] = field(default_factory=list)
    """Of each person in each game."""
    trivial: list[int] = field(default_factory=list)
    minutes: Counter[str] = field(default_factory=Counter)
    """Waited, by the kind of the first question."""
    trivial_minutes: Counter[str] = field(default_factory=Counter)
    longest: int = 0
    planned: int = 0
    dropped: int = 0


class _Weeks:
    """One game."""

    def __init__(
        self, key: str, seats: int, number: int, counted: Counted, *, sensible: bool, chosen: Mapping[str, str]
    ) -> None:
        checks: Checks = of_game(FUZZ, key, "CHECKS")
        self.game: Game[Any, Any] = GAMES[key]
        self.turns: Turns = of_game(TURNS, key, "TURNS") if key in games_with(TURNS) else Turns()
        self.sensible = sensible
        self.counted = counted
        options = self.game.check_setup({**checks.measured, **chosen}, seats)
        players = tuple(Player(seat, seat + 1, NAMES[seat]) for seat in range(seats))
        self.info = TableInfo(1, 1, 1, key, options, "running", 1, 1, players, (), BEGIN, BEGIN)
        self.settings = [dict(self.game.table_settings(options)) for _ in range(seats)]
        self.plans: list[PlannedAnswer] = []
        self.ids = count(1)
        self.chance = Rng(key_of(SEED, key, seats, number))
        self.position: Position[Any, Any]
        self.position, _ = self.game.setup(options, seats, Rng(key_of(f"{SEED} game", key, seats, number)))
        started = answer_automatically(self.game, self.position, self._automation())
        self.position, self.prompts, self.waiting = started.position, started.prompts, started.waiting
        self.notices: dict[int, _Notice] = {}
        self.noticed, self.trivial = [0] * seats, [0] * seats
        self.round, self.chain = 0, 0
        self.now = BEGIN

    def play(self) -> None:
        """Play it to its end."""
        self._ask(self.waiting)
        for day in range(MOST_DAYS):
            looks = [
                (self._look(day, zone, hour), seat)
                for seat, zone in zip(range(len(self.noticed)), ZONES, strict=False)
                for hour in LOOKS
            ]
            for at, seat in sorted(looks):
                if at < BEGIN:
                    continue
                self._answer_late(at)
                self.now = at
                self._looks(seat)
                if not self.waiting:
                    self.counted.days.append((at - BEGIN) / timedelta(days=1))
                    self.counted.notices += self.noticed
                    self.counted.trivial += self.trivial
                    return
        raise Endless(self.game.info.key)

    def _look(self, day: int, zone: int, hour: float) -> datetime:
        late = self.chance.below(2 * JITTER + 1, "look") - JITTER
        midnight = BEGIN.replace(hour=0) + timedelta(days=day, hours=-zone)
        return midnight + timedelta(hours=hour, minutes=late)

    def _answer_late(self, now: datetime) -> None:
        """Give until then what the bot answers after a pause."""
        due = {seat: notice.since + PAUSE for seat, notice in self.notices.items() if notice.since + PAUSE <= now}
        given = answer_automatically(self.game, self.position, self._automation(due)) if due else None
        if given is None or not given.given:
            return
        self.now = max(due.values())
        before = self.waiting
        self.position, self.prompts, self.waiting = given.position, given.prompts, given.waiting
        for one in given.given:
            notice = self.notices.pop(one.seat, None)
            if notice is not None:
                notice.kinds.append(one.prompt.kind)
                self._close(one.seat, notice)
        self._ask([one for one in self.waiting if one not in before])

    def _looks(self, seat: int) -> None:
        """A person answers what is asked of them until nothing more is, and may plan."""
        answered = False
        while seat in self.waiting:
            self._answer(seat)
            answered = True
        notice = self.notices.pop(seat, None)
        if notice is not None and notice.kinds:
            self._close(seat, notice)
        if not self.waiting or any(plan.seat == seat for plan in self.plans):
            return
        if answered and self.game.asks_ahead(self.game.view(self.position, seat), seat):
            self._plan_turns(seat)
        elif self.sensible and type(self.game).suppose is Game.suppose:
            self._plan_answers(seat)
        elif self.sensible and answered and not self.chance.below(PLANNED, "plan"):
            self._plan_turns(seat)

    def _answer(self, seat: int) -> None:
        prompt = next(one for one in self.prompts if one.seat == seat)
        view = self.game.view(self.position, seat)
        picks = self.turns.pressed(prompt, self.game.choose(view, prompt, self.chance))
        notice = self.notices.setdefault(seat, _Notice(self.now))
        notice.kinds.append(prompt.kind)
        notice.trivial = notice.trivial and self._nothing_to_decide(prompt, picks, view)
        answers: list[list[str]] = [picks]
        rest: list[PlannedAnswer] = []
        if self.sensible:
            self._take_offers(seat, prompt, picks)
            if len(picks) == 1 and prompt.option(picks[0]).last:
                answers, ending = to_the_end(self.game, self.position, seat, picks[0])
                rest = line_of(1, seat, ending)
        before = self.waiting
        automation = self._automation().with_line(seat, rest)
        outcome = run(self.game, b"", seat, answers, None, automation, position=self.position)
        self.position, self.prompts, self.waiting = outcome.position, outcome.prompts, outcome.waiting
        self._use_up(outcome, rest)
        self._turn_over(outcome)
        self._ask([one for one in self.waiting if one != seat and one not in before])
        for other in [one for one in self.notices if one != seat and one not in self.waiting]:
            del self.notices[other]  # it was answered without them

    def _nothing_to_decide(self, prompt: Prompt, picks: Sequence[str], view: Any) -> bool:
        return len(prompt.legal) == prompt.at_least or self.turns.trivial(prompt, picks, view)

    def _automation(self, late: Collection[int] = ()) -> Automation:
        """What answers automatically; `late` are the seats whose pause is over."""
        policies = self.game.policies
        seats = {
            seat: SeatAutomation(settings=settings, now=after_pause(policies, settings) if seat in late else {})
            for seat, settings in enumerate(self.settings)
        }
        return Automation(seats).with_plans(self.plans)

    def _take_offers(self, seat: int, prompt: Prompt, picks: Sequence[str]) -> None:
        """Take a policy that is offered, where it answers as the person does now."""
        view = self.game.view(self.position, seat)
        for offer in self.game.standing_offers(view, prompt):
            if self.game.policy_answer(view, prompt, {offer.key: offer.value}) == list(picks):
                self.settings[seat][offer.key] = offer.value

    def _plan_answers(self, seat: int) -> None:
        """Plan each answer that can be planned."""
        for prompt in prompts_ahead(self._live(), seat):
            view = self.turns.ahead(self.game.view(self.position, seat), prompt)
            if view is not None:
                picks = self.game.choose(view, prompt, self.chance)
                self._keep(seat, [(prompt, premove(prompt, picks))])

    def _plan_turns(self, seat: int) -> None:
        """Plan the next turn to its end, as it looks now, and what is asked by itself after that."""
        turns: list[list[list[str]]] = [[]]
        while True:
            supposed = suppose(self.game, self.game.view(self.position, seat), seat, turns)
            if supposed.refused is not None:
                return
            if len(turns) < MAX_TURNS and asks_on(self.game, supposed, seat):
                turns.append([])
                continue
            if supposed.prompt is None or supposed.position is None:
                break
            if supposed.prompt.kind in self.game.unfolds:
                break  # no turn: what chance has yet to decide is answered when it has
            view = self.game.view(supposed.position, seat)
            picks = self.game.choose(view, supposed.prompt, self.chance)
            turns[-1].append(self.turns.pressed(supposed.prompt, picks))
        planned = [[(step.prompt, step.picks) for step in turn] for turn in supposed.turns if turn]
        watched = self.game.watched(self.game.view(self.position, seat), seat) if self.sensible else {}
        made = planned_turns(planned, watched=watched)
        steps = [step for turn in planned for step in turn]
        self._keep(seat, [(prompt, one) for (prompt, _), one in zip(steps, made, strict=True)])

    def _keep(self, seat: int, plans: Sequence[tuple[Prompt, Any]]) -> None:
        for prompt, made in plans:
            row = planned(1, seat, prompt, made)
            row.id = next(self.ids)
            self.plans.append(row)
            self.counted.planned += 1

    def _use_up(self, outcome: Run, rest: Sequence[PlannedAnswer]) -> None:
        """Take away the plans that have answered or were dropped; the end of a turn that still waits stays."""
        done = outcome.automatic_run
        self.counted.dropped += 0 if done is None else sum(reason is not None for _, _, reason in done.dropped)
        self.plans = plans_left(outcome, [*self.plans, *rest], self.ids)

    def _live(self) -> Live:
        return Live(
            self.info, self.game, tuple(self.prompts), self.waiting, over=not self.waiting, _position=self.position
        )

    def _turn_over(self, outcome: Run) -> None:
        now = self.game.round(self.game.view(self.position, None))
        if outcome.ends_turn or now != self.round:
            self.chain = 0
        self.round = now

    def _ask(self, newly: Sequence[int]) -> None:
        for seat in newly:
            self.notices[seat] = _Notice(self.now)
        self.chain += bool(newly)
        self.counted.longest = max(self.counted.longest, self.chain)

    def _close(self, seat: int, notice: _Notice) -> None:
        """A person has answered all that they were asked."""
        minutes = (self.now - notice.since) // timedelta(minutes=1)
        self.noticed[seat] += 1
        self.trivial[seat] += notice.trivial
        self.counted.minutes[notice.kinds[0]] += minutes
        if notice.trivial:
            self.counted.trivial_minutes[notice.kinds[0]] += minutes


def measure(key: str, seats: int, games: int, mode: str, chosen: Mapping[str, str]) -> dict[str, Any]:
    """Play some games with these of the table's options chosen, and sum up."""
    counted = Counted()
    for number in range(games):
        _Weeks(key, seats, number, counted, sensible=mode == "sensible", chosen=chosen).play()
    minutes = counted.minutes.total() or 1

    def shares(of: Counter[str]) -> dict[str, float]:
        return {kind: round(100 * one / minutes, 1) for kind, one in of.most_common() if one}

    return {
        "days": round(statistics.mean(counted.days), 1),
        "notices": round(statistics.mean(counted.notices), 1),
        "trivial": round(statistics.mean(counted.trivial), 1),
        "trivial_share": round(100 * counted.trivial_minutes.total() / minutes, 1),
        "longest_chain": counted.longest,
        "plans": counted.planned,
        "plans_dropped": counted.dropped,
        "waited": {
            "trivial": shares(counted.trivial_minutes),
            "other": shares(counted.minutes - counted.trivial_minutes),
        },
    }


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weeks", description="Play games in simulated weeks.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--players", type=int, choices=range(1, len(ZONES) + 1), help="four, or as many as can")
    parser.add_argument("--games", type=int, default=2, help="how many games of each kind of people; two")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the table")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    info = GAMES[options.game].info
    players = min(info.most, 4) if options.players is None else options.players
    if not info.fewest <= players <= info.most:
        parser.error(f"{options.game} is for {info.fewest} to {info.most} players")
    if options.games < 1:
        parser.error("--games must be at least 1")
    chosen = dict(one.split("=", 1) for one in options.set if "=" in one)
    try:
        GAMES[options.game].check_setup(chosen, players)
    except BadSetup as error:
        parser.error(error.text.id)
    figures: dict[str, Any] = {"game": options.game, "players": players, "games": options.games}
    for mode in MODES:
        figures[mode] = measure(options.game, players, options.games, mode, chosen)
    if options.json:
        print(json.dumps(figures))
        return 0
    for mode in MODES:
        print(f"{mode}:")
        for what, figure in figures[mode].items():
            print(f"  {what.replace('_', ' '):16} {figure}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
