"""Prospect as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from rules.kernel.game import Choice, Game, GameInfo, Position, TableOption, Topic
from rules.kernel.policies import Policy
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level
from rules.kernel.scoring import Standing
from rules.kernel.steps import Flow
from rules.kernel.text import T, Text, name
from rules.kernel.verbs import Verbs, load_verbs
from tests.sample.rules import ahead, describe, guessing, policies, robot, scoring, topics
from tests.sample.rules.components import NAMES, PACKAGE
from tests.sample.rules.state import ProspectState
from tests.sample.rules.steps import bidding, claiming, rounds, setup
from tests.sample.rules.view import hide

ProspectStep: TypeAlias = (
    bidding.Bid | bidding.TurnUpSites
    | claiming.Claim | claiming.Follow | claiming.Work
    | rounds.End | rounds.EndRound | rounds.NextRound
    | setup.ChooseCharter
)  # fmt: skip

ROUNDS = {"normal": 5, "short": 3}

OPTIONS = (
    TableOption(
        "length",
        T("Length"),
        (Choice("normal", T("Five rounds")), Choice("short", T("Three rounds"))),
    ),
)


class ProspectGame(Game[ProspectState, ProspectStep]):
    """Prospect, two to five players."""

    info: ClassVar[GameInfo] = GameInfo(
        key="prospect", title=name("prospect"), fewest=2, most=5, options=OPTIONS, rules_version=1
    )
    names: Mapping[str, Mapping[str, str]] = NAMES
    verbs: Verbs = load_verbs(PACKAGE)
    topics: tuple[Topic, ...] = topics.TOPICS
    position_type = Position[ProspectState, ProspectStep]
    policies: tuple[Policy, ...] = policies.POLICIES

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[ProspectState]) -> ProspectState:
        """Deal charters; they are chosen before the first round."""
        flow.then(setup.ChooseCharter(list(range(seats))), rounds.NextRound())
        return setup.lay_out(seats, ROUNDS[config["length"]], flow.rng)

    def hide(self, view: ProspectState, seat: int | None) -> None:
        """Hide the deck and the others' charters."""
        hide(view, seat)

    def round(self, view: ProspectState) -> int:
        """The round that is played."""
        return view.round

    def scores(self, view: ProspectState) -> list[list[int]]:
        """Everybody's points after each round, without charters until these are turned up."""
        return scoring.by_round(view)

    def guess(
        self, position: Position[ProspectState, ProspectStep], seat: int | None, rng: Rng
    ) -> Position[ProspectState, ProspectStep]:
        """Give the position with all that the seat does not know drawn anew."""
        guessing.guess(position.state, seat, rng)
        return super().guess(position, seat, rng)

    def standings(self, position: Position[ProspectState, ProspectStep]) -> list[Standing]:
        """Score every seat as if the game ended now."""
        return scoring.standings(position.state, over=self.over(position))

    def look_up(self, key: str) -> Sequence[Text]:
        """Explain a site or a kind of site."""
        return describe.look_up(key)

    def appraise(
        self, view: ProspectState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        """Say what the robot thinks of answers; all levels think the same."""
        del level
        return robot.appraise(view, prompt, terms=terms)

    def choose(self, view: ProspectState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        """Answer as the robot, which bids by chance lest it can be seen through."""
        if prompt.kind == "bid":
            return [str(robot.bid(view, prompt.seat, rng))]
        return super().choose(view, prompt, rng, level)

    def policy_answer(self, view: ProspectState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        """Answer as the seat's policies say."""
        return policies.policy_answer(view, prompt, settings)

    def ahead(self, view: ProspectState, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
        """Ask for the next bid and the next drilling ahead."""
        return ahead.ahead(view, seat)
