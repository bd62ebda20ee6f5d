"""Circadians: First Light as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from msgspec import structs

from rules.circadians import ahead, describe, guessing, policies, robot, scoring, topics
from rules.circadians.components import Components
from rules.circadians.feats import feats
from rules.circadians.means import Means
from rules.circadians.robot.reasons import WHY, reasons
from rules.circadians.sets import LEAVING, ORRERY_SET, Names, load, the_set
from rules.circadians.state import CircadiansState, Rules
from rules.circadians.steps import (
    action,
    depository,
    harvest,
    locations,
    moving,
    negotiation,
    next_roll,
    planning,
    rounds,
    setup,
    spending,
    trading,
)
from rules.circadians.steps.tiles import open_tiles
from rules.circadians.view import CircadiansView, hide
from rules.kernel.errors import BadSetup
from rules.kernel.feats import Feat
from rules.kernel.game import Choice, Game, GameInfo, Outcome, Position, TableOption, Topic
from rules.kernel.lessons import load_lesson
from rules.kernel.policies import Policy, Premove
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level
from rules.kernel.scoring import Standing
from rules.kernel.steps import Flow
from rules.kernel.text import T, Text, name
from rules.kernel.verbs import Verbs, load_verbs

CircadiansStep: TypeAlias = (
    action.GaragePhase | action.HqPhase | action.NextGarageDie | action.NextHqDie | action.Send
    | depository.DepotRow | depository.PlayItem
    | harvest.FarmChoice | harvest.Gather | harvest.Harvest | harvest.ItemLimit | harvest.Rest
    | locations.AcademyDice | locations.HqReward | locations.MineSpace | locations.PlaceFarm
    | locations.PlaceUpgrade | locations.RemoveFarm | locations.RemoveUpgrade | locations.SecondDie
    | locations.TakeFarm
    | moving.FreeStep | moving.Steer
    | negotiation.AskAdvance | negotiation.AskClan | negotiation.AskSetback | negotiation.LoseDie
    | negotiation.LoseItem | negotiation.NegotiationSpace | negotiation.Penalty
    | negotiation.SetbackToken | negotiation.TakeAdvance | negotiation.UseClan
    | next_roll.NextRoll | next_roll.NextRollSealed
    | planning.Plan | planning.Planning | planning.Reveal | planning.Seal
    | rounds.EndRound | rounds.StartRound
    | setup.ChooseCharacter | setup.Draft | setup.Opening
    | spending.Pay | spending.Receive | spending.Used
    | trading.MarketDie | trading.MarketSpace | trading.MoreTrades | trading.Times | trading.Trade
)  # fmt: skip

SET = "set"
"""The option that a game's record keeps beside those that a table chooses: the digest of its set of components."""
LIMIT, EVERY, NEXT = "limit", "every", "next"
"""Another one: whether hands are limited after every round, as once, or where there is a next one; and its choices."""
LEAVE, YES, NO = "leave", "yes", "no"
"""And whether the oldest open tile leaves where none is taken: a rule of Orrery's set, not of one somebody brings."""

OPTIONS = (
    TableOption(
        "planet",
        T("Planet"),
        (
            Choice(setup.RANDOM, T("A side at random")),
            Choice("a", T("Side A")),
            Choice("b", T("Side B")),
        ),
    ),
)


class CircadiansGame(Game[CircadiansState, CircadiansStep]):
    """Circadians: First Light, one to four players; new games are played with `parts`."""

    leeway: ClassVar[Mapping[Level, float]] = {Level.FRIENDLY: 1.5, Level.GOOD: 0.4}
    info: ClassVar[GameInfo] = GameInfo(
        key="circadians", title=name("circadians"), fewest=1, most=4, options=OPTIONS, rules_version=2
    )
    names: Mapping[str, Mapping[str, str]] = Names()
    verbs: Verbs = load_verbs("rules.circadians")
    topics: tuple[Topic, ...] = topics.TOPICS
    lesson = load_lesson("rules.circadians")
    position_type = Position[CircadiansState, CircadiansStep]
    watches = ahead.WATCHES
    unfolds = ahead.UNFOLDS
    restating = frozenset({"planned", "plan"})
    known = frozenset({"plan"})
    supposes_from = 1
    policies: tuple[Policy, ...] = policies.POLICIES
    component_sets: ClassVar[bool] = True

    def __init__(self, parts: Components = ORRERY_SET) -> None:
        self.parts = parts

    def with_components(self, data: bytes, file: str) -> CircadiansGame:
        """Read a set and give the game with it.

        Raises:
            BadData: see `rules.circadians.components.read`.

        """
        return CircadiansGame(load(data, file))

    def check_setup(self, config: Mapping[str, str], seats: int) -> dict[str, str]:
        """Complete the options, with the set of components among them: a record says what it was played with.

        Raises:
            BadSetup: see `Game.check_setup`. UnknownSet: the set is not loaded.

        """
        chosen = {key: value for key, value in config.items() if key not in {SET, LIMIT, LEAVE}}
        parts = the_set(config.get(SET, self.parts.digest))
        leave = YES if parts.digest in LEAVING else NO
        rules = {LIMIT: config.get(LIMIT, NEXT), LEAVE: config.get(LEAVE, leave)}
        for option, choices in ((LIMIT, {EVERY, NEXT}), (LEAVE, {YES, NO})):
            if rules[option] not in choices:
                raise BadSetup(T("“{value}” is not a choice for {option}.", value=rules[option], option=option))
        return {**super().check_setup(chosen, seats), SET: parts.digest, **rules}

    def setup(
        self, config: Mapping[str, str], seats: int, rng: Rng
    ) -> tuple[Position[CircadiansState, CircadiansStep], Outcome]:
        """Start a game; one whose record does not say by which of these rules is played again as it was."""
        return super().setup({LIMIT: EVERY, LEAVE: NO, **config}, seats, rng)

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[CircadiansState]) -> CircadiansState:
        """Lay out the boards; characters and item cards are chosen first."""
        flow.then(setup.Opening())
        state = setup.lay_out(the_set(config[SET]), config, seats, flow.rng)
        state.rules = Rules(limit_at_end=config[LIMIT] == EVERY, tiles_leave=config[LEAVE] == YES)
        if state.rules.tiles_leave:
            state.open_since = dict.fromkeys(open_tiles(state), state.round)
        return state

    def decode(self, data: bytes) -> Position[CircadiansState, CircadiansStep]:
        """Read a position.

        Raises:
            UnknownSet: its set of components is not loaded.

        """
        position = super().decode(data)
        the_set(position.state.set)
        return position

    def view(self, position: Position[CircadiansState, CircadiansStep], seat: int | None) -> CircadiansState:
        """Give a copy of the state as a seat may know it; it tells whether the die of the turn has been sent."""
        view = super().view(position, seat)
        sent = view.turn >= 0 and not any(isinstance(step, action.UNSENT) for step in position.stack)
        return CircadiansView(**structs.asdict(view), sent=sent)

    def hide(self, view: CircadiansState, seat: int | None) -> None:
        """Take out what a seat may not know."""
        hide(view, seat)

    def round(self, view: CircadiansState) -> int:
        """The round that is played."""
        return view.round

    def turn_order(self, view: CircadiansState) -> Sequence[int]:
        """Whose dice are used in the action phase, from the one that is used now."""
        if view.turn < 0:
            return ()
        seats = len(view.players)
        if view.phase == "hq":
            after = [die.seat for die in view.hq]
        else:
            after = [(view.turn + step) % seats for step in range(1, seats)]
            after = [seat for seat in after if Means(view, seat).next_garage() is not None]
        return list(dict.fromkeys([view.turn, *after]))

    def scores(self, view: CircadiansState) -> list[list[int]]:
        """Every seat's points after each round so far."""
        return view.scores

    def story_feats(self, view: CircadiansState) -> Sequence[Feat]:
        """What seats can be best at."""
        return feats(view)

    def look_up(self, key: str) -> Sequence[Text]:
        """Explain a card, a tile, a character or a clan."""
        return describe.explain(key)

    def sides(self, position: Position[CircadiansState, CircadiansStep]) -> list[str]:
        """The characters of the seats."""
        prefix = the_set(position.state.set).prefix
        return [one.character and f"{prefix}.{one.character}" for one in position.state.players]

    def standings(self, position: Position[CircadiansState, CircadiansStep]) -> list[Standing]:
        """Score every seat as if the game ended now."""
        return scoring.standings(position.state, over=self.over(position))

    def guess(
        self, position: Position[CircadiansState, CircadiansStep], seat: int | None, rng: Rng
    ) -> Position[CircadiansState, CircadiansStep]:
        """Give the position with all that the seat does not know drawn anew."""
        guessing.guess(position, seat, rng)
        return super().guess(position, seat, rng)

    def suppose(self, view: CircadiansState, seat: int) -> Position[CircadiansState, CircadiansStep] | Text:
        """Give the position of a turn that the seat may plan."""
        begun = ahead.suppose(view, seat)
        if not isinstance(begun, Text):
            self.run_on(begun)
        return begun

    def unfold(self, view: CircadiansState, prompt: Prompt, planned: Premove) -> list[list[str]] | Text | None:
        """Place dice as it was planned before they were rolled."""
        return ahead.unfold(view, prompt, planned)

    def asks_ahead(self, view: CircadiansState, seat: int) -> bool:
        """Ask ahead where the seat's last die of the round goes, and then what its farms yield."""
        return ahead.asks_ahead(view, seat)

    def watched(self, view: CircadiansState, seat: int) -> dict[str, str]:
        """Give what a planned turn can be dropped for."""
        return ahead.watched(view, seat)

    def appraise(
        self, view: CircadiansState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        """Say what the robot thinks of answers."""
        found = robot.appraise(view, prompt)
        if not terms:
            return [Appraisal(one.picks, one.value) for one in found]
        return [Appraisal(one.picks, one.value, reasons(one.terms), why=WHY.get(prompt.kind)) for one in found]

    def choose(self, view: CircadiansState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        """Answer as the robot, which plans the next roll in one way only."""
        if prompt.kind in ahead.UNFOLDS:
            return ahead.choose(prompt)
        if level in self.leeway:
            return super().choose(view, prompt, rng, level)
        return robot.choose(view, prompt, rng)

    def policy_answer(self, view: CircadiansState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        """Answer as the seat's policies say."""
        return policies.policy_answer(view, prompt, settings)
