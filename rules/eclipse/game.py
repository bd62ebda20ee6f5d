"""Eclipse as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from rules.eclipse import ahead, alerts, guessing, robot, scoring
from rules.eclipse.components import NAMES
from rules.eclipse.describe import explain
from rules.eclipse.feats import feats
from rules.eclipse.policies import POLICIES, policy_answer, standing_offers
from rules.eclipse.robot.reasons import reasons, why
from rules.eclipse.robot.terms import OTHER
from rules.eclipse.state import EclipseState, Player, Rules
from rules.eclipse.steps.battle import (
    AssignHit,
    CloseBattle,
    Combat,
    Fight,
    LeaveStalemate,
    NextGroup,
    NextHit,
    NextPairing,
    NextSector,
    StuckGroup,
)
from rules.eclipse.steps.build import Build, BuildAt
from rules.eclipse.steps.conquest import (
    AttackPopulation,
    Bury,
    ChooseGrave,
    ChooseVictims,
    Conquest,
    Control,
    Offers,
    Population,
)
from rules.eclipse.steps.cubes import ChooseTrack, CubeHome, SetDisc
from rules.eclipse.steps.diplomacy import AnswerOffer, ChooseCube, Chosen, LastOffers, Propose, ReturnTile
from rules.eclipse.steps.discovery import AncientPart, FreeTechnology, TakeDiscovery, UseDiscovery
from rules.eclipse.steps.explore import Claim, DrawSecond, Explore, Explored, PlaceSector
from rules.eclipse.steps.finish import DONE, ENDINGS, EndOfTurn, Finish
from rules.eclipse.steps.free import Colony, ColonySquare, Trade, TradeAmount
from rules.eclipse.steps.influence import Influence, Influenced, MoveDisc
from rules.eclipse.steps.move import Move, Moved, MoveFrom, MoveTo
from rules.eclipse.steps.reputation import DrawReputation, KeepReputation
from rules.eclipse.steps.research import Research, Researched
from rules.eclipse.steps.rounds import EndOfRound, Round
from rules.eclipse.steps.setup import ChooseSpecies, DealSpecies, SettleHomes, equip, lay_out
from rules.eclipse.steps.technology import UseArtifact
from rules.eclipse.steps.turn import GiveUp, NextTurn, Turn
from rules.eclipse.steps.upgrade import Upgrade, UpgradePart, UpgradeSlot
from rules.eclipse.steps.upkeep import Pay, Prepare, PrepareUpkeep, Upkeep
from rules.eclipse.topics import TOPICS
from rules.eclipse.view import hide
from rules.kernel.feats import Feat
from rules.kernel.game import Choice, Game, GameInfo, Position, TableOption, Topic
from rules.kernel.lessons import load_lesson
from rules.kernel.policies import Policy, StandingOffer
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level
from rules.kernel.scoring import Standing
from rules.kernel.steps import Flow, Step
from rules.kernel.supposing import run_to
from rules.kernel.text import T, Text, name
from rules.kernel.verbs import Verbs, load_verbs

EclipseStep: TypeAlias = (
    AncientPart | AnswerOffer | AssignHit | AttackPopulation | Build | BuildAt | Bury | ChooseCube | ChooseGrave
    | ChooseSpecies | ChooseTrack | ChooseVictims | Chosen | Claim | CloseBattle | Colony | ColonySquare | Combat
    | Conquest | Control | CubeHome | DealSpecies | DrawReputation | DrawSecond | EndOfRound | EndOfTurn | Explore
    | Explored | Fight | Finish | FreeTechnology | GiveUp | Influence | Influenced | KeepReputation | LastOffers
    | LeaveStalemate | Move | MoveDisc | MoveFrom | MoveTo | Moved | NextGroup | NextHit | NextPairing | NextSector
    | NextTurn | Offers | Pay | PlaceSector | Population | Prepare | PrepareUpkeep | Propose | Research | Researched
    | ReturnTile | Round | SetDisc | SettleHomes | StuckGroup | TakeDiscovery | Trade | TradeAmount | Turn | Upgrade
    | UpgradePart | UpgradeSlot | Upkeep | UseArtifact | UseDiscovery
)  # fmt: skip

OPTIONS = (
    TableOption(
        "species",
        T("Species"),
        (
            Choice("choose", T("Chosen counter-clockwise from the start player’s right, the start player last")),
            Choice("random", T("Dealt at random")),
            Choice("terrans", T("Terrans for everybody")),
        ),
    ),
    TableOption(
        "offers",
        T("Late offers"),
        (
            Choice("new", T("New ones: after the battles players are asked who could make none when they passed")),
            Choice("asked", T("All: after the battles players are asked wherever they can make one")),
        ),
    ),
    TableOption(
        "reputation",
        T("Reputation tiles"),
        (
            Choice("best", T("The best is kept, unless a player’s automatic answers say otherwise")),
            Choice("asked", T("Players are asked, unless their automatic answers say otherwise")),
        ),
    ),
    TableOption(
        "hits",
        T("Hits in battles"),
        (
            Choice("chosen", T("Chosen by whoever hits, die by die, or left to their automatic answers")),
            Choice("greedy", T("Assigned at once, so that ships are destroyed, the largest first")),
        ),
    ),
    TableOption(
        "population",
        T("Population"),
        (
            Choice("damage", T("Each point of damage destroys a cube")),
            Choice("hits", T("Each hit destroys a cube")),
        ),
    ),
    TableOption(
        "influence",
        T("Influence by ship"),
        (
            Choice("connected", T("The sector must be connected with a disc or ship of yours")),
            Choice("ships", T("A ship of your own there is enough (second printing)")),
        ),
    ),
    TableOption(
        "giving_up",
        T("Giving up"),
        (
            Choice("allowed", T("In any of one’s own turns")),
            Choice("hopeless", T("Only without any disc or ship on the map")),
        ),
    ),
)


class EclipseGame(Game[EclipseState, EclipseStep]):
    """Eclipse, first edition, two to six players."""

    leeway: ClassVar[Mapping[Level, float]] = {Level.FRIENDLY: 1.0, Level.GOOD: 0.3}
    info: ClassVar[GameInfo] = GameInfo(
        key="eclipse", title=name("eclipse"), fewest=2, most=6, options=OPTIONS, rules_version=3, hands=False
    )
    names: Mapping[str, Mapping[str, str]] = NAMES
    verbs: Verbs = load_verbs("rules.eclipse")
    topics: tuple[Topic, ...] = TOPICS
    lesson = load_lesson("rules.eclipse")
    position_type = Position[EclipseState, EclipseStep]
    watches = ahead.WATCHES
    supposes_from = 1
    explained = frozenset({"species"})
    hides_points = True
    weighty = frozenset({"battle"})
    policies: tuple[Policy, ...] = POLICIES

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[EclipseState]) -> EclipseState:
        """Lay everything out; players choose their species counter-clockwise, the start player last."""
        rules = Rules(
            by_damage=config["population"] == "damage",
            near_ships=config["influence"] == "ships",
            choose_hits=config["hits"] == "chosen",
            give_up=config["giving_up"] == "allowed",
        )
        state = EclipseState(rules=rules, players=[Player() for _ in range(seats)])
        state.start = flow.rng.below(seats, "eclipse.start")
        lay_out(state, flow.rng)
        steps: list[Step[EclipseState]]
        if config["species"] == "choose":
            steps = [ChooseSpecies((state.start - step) % seats) for step in range(1, seats + 1)]
        else:
            steps = [DealSpecies(config["species"] == "terrans")]
        flow.then(*steps, SettleHomes())
        return state

    def hide(self, view: EclipseState, seat: int | None) -> None:
        """Take out what a seat may not know."""
        hide(view, seat)

    def guess(
        self, position: Position[EclipseState, EclipseStep], seat: int | None, rng: Rng
    ) -> Position[EclipseState, EclipseStep]:
        """Give the position with all that the seat does not know drawn anew."""
        guessing.guess(position, seat, rng)
        return super().guess(position, seat, rng)

    def suppose(self, view: EclipseState, seat: int) -> Position[EclipseState, EclipseStep] | Text:
        """Give the position of a turn that the seat may plan."""
        begun = ahead.suppose(view, seat)
        return begun if isinstance(begun, Text) else run_to(self, begun, seat, "turn")

    def watched(self, view: EclipseState, seat: int) -> dict[str, str]:
        """Give what a planned turn can be dropped for."""
        return ahead.watched(view, seat)

    def appraise(
        self, view: EclipseState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        """Say what the robot thinks of answers."""
        found = robot.appraise(view, prompt)
        if not terms:
            return [Appraisal(list(one.picks), one.value) for one in found]
        return [
            Appraisal(
                list(one.picks), one.value, reasons(one.terms), one.terms.get(OTHER, 0.0), why(prompt.kind, one.picks)
            )
            for one in found
        ]

    def choose(self, view: EclipseState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        """Answer as the robot; what it leaves to chance, such as its species, is no matter of levels."""
        if level in self.leeway and prompt.kind not in {*robot.BY_CHANCE, "victims"}:
            return super().choose(view, prompt, rng, level)
        return robot.choose(view, prompt, rng)

    def policy_answer(self, view: EclipseState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        """Answer as the seat's policies say."""
        return policy_answer(view, prompt, settings)

    def ending(self, view: EclipseState, seat: int, asked: Prompt | None = None) -> tuple[Prompt, list[str]] | None:
        """The question whether there is more of an action, or for what is free after it; and that there is not."""
        del view, seat
        if asked is None or asked.kind not in ENDINGS or DONE not in {one.id for one in asked.legal}:
            return None
        return asked, [DONE]

    def table_settings(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Pass again where nothing else is possible; tiles and offers as the table has it, if it is not older."""
        settings = {"passed": "unable"}
        if options.get("offers") == "new":
            settings["own_offers"] = "new"
        if options.get("reputation") == "best":
            settings["reputation"] = "best"
        return settings

    def standing_offers(self, view: EclipseState, prompt: Prompt) -> Sequence[StandingOffer]:
        """Offer to answer questions of this kind always so."""
        return standing_offers(view, prompt)

    def round(self, view: EclipseState) -> int:
        """The round that is played."""
        return view.round

    def turn_order(self, view: EclipseState) -> Sequence[int]:
        """Round the table from whose turn it is, without those who do not even react any more."""
        if view.phase != "action":
            return ()
        seats = len(view.players)
        order = [(view.turn + step) % seats for step in range(seats)]
        return [seat for seat in order if not (view.players[seat].out or view.players[seat].resting)]

    def scores(self, view: EclipseState) -> list[list[int]]:
        """Every seat's points after each round so far, without reputation tiles until these are turned up."""
        return scoring.by_round(view)

    def alerts(self, view: EclipseState, seat: int | None) -> Sequence[Text]:
        """The battles that will be fought, a seat's own first."""
        return alerts.alerts(view, seat)

    def story_feats(self, view: EclipseState) -> Sequence[Feat]:
        """What seats can be best at."""
        return feats(view)

    def look_up(self, key: str) -> Sequence[Text]:
        """Explain a species, sector, technology, part or discovery tile."""
        return explain(key)

    def as_chosen(self, view: EclipseState, prompt: Prompt, pick: str) -> EclipseState | None:
        """Give a species its board."""
        if prompt.kind != "species":
            return None
        equip(view, prompt.seat, pick)
        return view

    def sides(self, position: Position[EclipseState, EclipseStep]) -> list[str]:
        """The species of the seats."""
        return [one.species and f"eclipse.species.{one.species}" for one in position.state.players]

    def standings(self, position: Position[EclipseState, EclipseStep]) -> list[Standing]:
        """Score every seat as if the game ended now."""
        return scoring.standings(position.state, over=self.over(position))
