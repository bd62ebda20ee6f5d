"""Race for the Galaxy, base set, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from rules.kernel.feats import Feat
from rules.kernel.game import Choice, Game, GameInfo, Outcome, Position, TableOption, Topic
from rules.kernel.lessons import load_lesson
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level
from rules.kernel.scoring import Standing
from rules.kernel.steps import Flow
from rules.kernel.text import T, Text, name
from rules.kernel.verbs import Verbs, load_verbs
from rules.race import ahead, describe, guessing, policies, robot, scoring, topics
from rules.race.components import CARDS, NAMES
from rules.race.feats import feats
from rules.race.state import RaceState
from rules.race.steps import consume, develop, explore, placing, produce, rounds, settle, setup
from rules.race.view import hide

RaceStep: TypeAlias = (
    setup.KeepFour
    | rounds.ChooseActions | rounds.EndPhase | rounds.EndRound | rounds.HandLimit | rounds.NextRound
    | rounds.StartPhase | rounds.StartRound
    | explore.Explore | explore.Keep
    | placing.ChoosePayment | placing.PayCards
    | develop.AfterDevelopment | develop.ChooseDevelopment | develop.Develop | develop.PlaceDevelopment
    | develop.RevealDevelopments
    | settle.AfterWorld | settle.ChooseWay | settle.ChooseWorld | settle.PlaceWorld | settle.RevealWorlds
    | settle.Settle | settle.SettleBonus | settle.SettleWorld
    | consume.ConsumePhase | consume.Guess | consume.Sell | consume.SpendGoods | consume.SpendHand
    | consume.SpendKinds | consume.UseNext | consume.UsePower
    | produce.ChooseWindfall | produce.DrawForMost | produce.DrawForProduced | produce.ProduceByCard
    | produce.ProduceOnWindfall | produce.ProducePhase | produce.ProduceTurn
)  # fmt: skip


PAYMENT, TOGETHER, STRICT = "payment", "together", "strict"
"""The table's option of when cards are paid for, and its choices."""


class RaceGame(Game[RaceState, RaceStep]):
    """The game as the table knows it."""

    leeway: ClassVar[Mapping[Level, float]] = {Level.FRIENDLY: 1.0, Level.GOOD: 0.4}
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
                    Choice(setup.EXPERIENCED, T("Two experienced players: two actions per round"), (2,)),
                ),
            ),
            TableOption(
                PAYMENT,
                T("Payment"),
                (
                    Choice(TOGETHER, T("Together: you choose the cards to pay with as you choose what to place")),
                    Choice(STRICT, T("Strict order: you pay once all have revealed what they place")),
                ),
            ),
            TableOption(
                "nothing",
                T("Nothing to place"),
                (
                    Choice(policies.LATER, T("Later: after a random while nothing is placed, where no answer came")),
                    Choice("asked", T("Asked: players are asked, unless their automatic answers say otherwise")),
                ),
            ),
        ),
        rules_version=2,
        by_round=True,
    )
    names: Mapping[str, Mapping[str, str]] = NAMES
    verbs: Verbs = load_verbs("rules.race")
    topics: tuple[Topic, ...] = topics.TOPICS
    lesson = load_lesson("rules.race")
    policies = policies.POLICIES
    known = frozenset({"action", "chosen", "kept", "explore", "pass", "place", "give_up", "conquer"}) | frozenset(
        {"power", "sell", "consume", "discard"}
    )
    slight = frozenset({"draw", "hand_limit", "pay", "reshuffle"})
    explained = frozenset({"start", "explore", "develop", "settle", "hand"})
    position_type = Position[RaceState, RaceStep]

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[RaceState]) -> RaceState:
        """Deal, then let the first round follow."""
        flow.then(rounds.StartRound())
        state = setup.deal(config["setup"], seats, flow)
        state.together = config[PAYMENT] == TOGETHER
        return state

    def setup(self, config: Mapping[str, str], seats: int, rng: Rng) -> tuple[Position[RaceState, RaceStep], Outcome]:
        """Start a game; one that was begun before there was a choice of payment is played again in strict order."""
        return super().setup({PAYMENT: STRICT, **config}, seats, rng)

    def table_settings(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Who can place nothing places nothing after a while, if the table has it so; older tables have not."""
        return {"nothing_payable": policies.LATER} if options.get("nothing") == policies.LATER else {}

    def round(self, view: RaceState) -> int:
        """The round that is played."""
        return view.round

    def scores(self, view: RaceState) -> list[list[int]]:
        """Every seat's points after each round so far."""
        return view.scores

    def story_feats(self, view: RaceState) -> Sequence[Feat]:
        """What seats can be best at."""
        return feats(view)

    def look_up(self, key: str) -> Sequence[Text]:
        """Describe a card by the key of its name."""
        return describe.look_up(key)

    def hide(self, view: RaceState, seat: int | None) -> None:
        """Take out of a view what its seat may not know."""
        hide(view, seat)

    def guess(
        self, position: Position[RaceState, RaceStep], seat: int | None, rng: Rng
    ) -> Position[RaceState, RaceStep]:
        """Give the position with all that the seat does not know drawn anew."""
        guessing.guess(position, seat, rng)
        return super().guess(position, seat, rng)

    def sides(self, position: Position[RaceState, RaceStep]) -> list[str]:
        """The start worlds of the seats."""
        return [f"race.card.{CARDS[one.start].key}" for one in position.state.players]

    def standings(self, position: Position[RaceState, RaceStep]) -> list[Standing]:
        """Score every seat line by line."""
        return scoring.standings(position.state, over=self.over(position))

    def ahead(self, view: RaceState, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
        """List what can be planned."""
        return ahead.ahead(view, seat, given)

    def appraise(
        self, view: RaceState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        """Say what the robot thinks of answers."""
        return robot.appraise(view, prompt, terms=terms)

    def policy_answer(self, view: RaceState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        """Answer as the seat's policies say."""
        return policies.policy_answer(view, prompt, settings)
