"""Race for the Galaxy, base set, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.kernel.game import Choice, Game, GameInfo, Position, TableOption, Topic
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.scoring import Standing
from rules.kernel.steps import Flow
from rules.kernel.text import T, Text, name
from rules.kernel.verbs import load_verbs
from rules.race import (
    ahead,
    consume,
    describe,
    develop,
    explore,
    payment,
    policies,
    produce,
    robot,
    rounds,
    scoring,
    settle,
    setup,
    topics,
    view,
)
from rules.race.cards import BY_KEY, DATA
from rules.race.state import RaceState

RaceStep = (
    setup.KeepFour
    | rounds.StartRound
    | rounds.ChooseActions
    | rounds.StartPhase
    | rounds.EndPhase
    | rounds.EndRound
    | rounds.HandLimit
    | rounds.NextRound
    | explore.Explore
    | explore.Keep
    | payment.PayCards
    | develop.Develop
    | develop.PlaceDevelopment
    | develop.AfterDevelopment
    | settle.Settle
    | settle.PlaceWorld
    | settle.SettleWorld
    | settle.AfterWorld
    | settle.SettleBonus
    | consume.ConsumePhase
    | consume.Sell
    | consume.UseNext
    | consume.UsePower
    | consume.SpendGoods
    | consume.SpendKinds
    | consume.SpendHand
    | consume.Guess
    | produce.ProducePhase
    | produce.ProduceTurn
    | produce.ProduceByCard
    | produce.ProduceOnWindfall
    | produce.ChooseWindfall
    | produce.DrawForProduced
    | produce.DrawForMost
)

_NAMES: Mapping[str, Mapping[str, str]] = {
    "race": {"en": "Race for the Galaxy", "de": "Race for the Galaxy"},
    "race.phase.setup": {"en": "Setup", "de": "Spielvorbereitung"},
    "race.phase.choose": {"en": "Choice of actions", "de": "Wahl der Aktionen"},
    "race.phase.develop_2": {"en": "Develop, second time", "de": "Entwickeln, zum zweiten Mal"},
    "race.phase.settle_2": {"en": "Settle, second time", "de": "Siedeln, zum zweiten Mal"},
    "race.phase.trade": {"en": "Trade", "de": "Handeln"},
    "race.phase.round_end": {"en": "End of the round", "de": "Ende der Runde"},
    "race.phase.over": {"en": "End of the game", "de": "Spielende"},
    "race.keyword.REBEL": {"en": "Rebel", "de": "Rebellen"},
    "race.keyword.ALIEN": {"en": "Alien", "de": "Alien"},
    "race.keyword.IMPERIUM": {"en": "Imperium", "de": "Imperium"},
    "race.keyword.TERRAFORMING": {"en": "Terraforming", "de": "Terraforming"},
    "race.keyword.UPLIFT": {"en": "Uplift", "de": "Genmanipuliert"},
}


def _names() -> dict[str, Mapping[str, str]]:
    names = dict(_NAMES)
    for card in DATA.cards:
        names[f"race.card.{card.key}"] = {"en": card.en, "de": card.de}
    for good in DATA.goods:
        names[f"race.good.{good.key}"] = {"en": good.en, "de": good.de}
    for action in DATA.actions:
        names[f"race.action.{action.key}"] = {"en": action.en, "de": action.de}
    for phase in DATA.phases:
        names[f"race.phase.{phase.key}"] = {"en": phase.en, "de": phase.de}
    return names


class RaceGame(Game[RaceState, RaceStep]):
    """The game as the table knows it."""

    info: ClassVar[GameInfo] = GameInfo(
        key="race",
        title=name("race"),
        fewest=2,
        most=4,
        options=(
            TableOption(
                "setup",
                T("Setup"),
                (
                    Choice("normal", T("Normal: a random start world, keep four of six cards")),
                    Choice(setup.FIRST, T("First game: fixed start worlds and hands")),
                    Choice(setup.EXPERIENCED, T("Two experienced players: two actions a round"), (2,)),
                ),
            ),
        ),
        rules_version=1,
        by_round=True,
    )
    names = _names()
    verbs = load_verbs("rules.race", "verbs.json")
    topics: tuple[Topic, ...] = topics.TOPICS
    policies = policies.POLICIES
    position_type = Position[RaceState, RaceStep]

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[RaceState]) -> RaceState:
        """Deal, then let the first round follow."""
        flow.then(rounds.StartRound())
        return setup.deal(config["setup"], seats, flow)

    def round(self, view: RaceState) -> int:
        """The round that is played."""
        return view.round

    def scores(self, view: RaceState) -> list[list[int]]:
        """Every seat's points after each round so far."""
        return view.scores

    def look_up(self, key: str) -> Sequence[Text]:
        """Describe a card by the key of its name."""
        kind, _, card = key.removeprefix("race.").partition(".")
        return describe.card_text(card) if kind == "card" and card in BY_KEY else ()

    def view(self, position: Position[RaceState, RaceStep], seat: int | None) -> RaceState:
        """Give what a seat may know."""
        return view.view(position.state, seat)

    def standings(self, position: Position[RaceState, RaceStep]) -> list[Standing]:
        """Score every seat line by line."""
        return scoring.standings(position.state, over=self.over(position))

    def ahead(self, view: RaceState, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
        """List what can be planned."""
        return ahead.ahead(view, seat, given)

    def choose(self, view: RaceState, prompt: Prompt, rng: Rng) -> list[str]:
        """Answer as the robot."""
        return robot.choose(view, prompt, rng)

    def policy_answer(self, view: RaceState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        """Answer as the seat's policies say."""
        return policies.policy_answer(view, prompt, settings)
