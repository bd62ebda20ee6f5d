"""Gaia Project as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

import msgspec

from rules.gaia import ahead, automa_cards, describe, guessing, policies, robot, scoring
from rules.gaia.automa_cards import FACTION_CARDS
from rules.gaia.components import FACTIONS, FIRST_FACTIONS, NAMES
from rules.gaia.feats import feats
from rules.gaia.galaxy import lay, standard
from rules.gaia.state import GaiaState, Player, Rules
from rules.gaia.steps.actions import BoardActions, Specials
from rules.gaia.steps.automa import AutomaTurn, equip_automa, new_automa, tell_faction
from rules.gaia.steps.basics import Burn, ChargeStone, Gain, GiveUp, PayStone
from rules.gaia.steps.building import (
    BuildMine,
    ChooseUpgrade,
    Downgrade,
    FarReach,
    GaiaProject,
    SpaceStation,
    Swap,
    Upgrade,
)
from rules.gaia.steps.charging import AskCharges, Charge, NewToken
from rules.gaia.steps.federate import ChoosePlanets, ChooseRoute, Form
from rules.gaia.steps.research import Advance, LostPlanet, Research
from rules.gaia.steps.rounds import (
    Actions,
    CleanUp,
    GaiaPlanets,
    GaiaReturn,
    GaiaTokens,
    Income,
    IncomePower,
    ItarGaia,
    Round,
    TerranGaia,
)
from rules.gaia.steps.setup import (
    AutomaBooster,
    AutomaFaction,
    AutomaMine,
    ChooseFaction,
    FirstBooster,
    FirstStructure,
    FirstStructures,
    LayMap,
    TurnSectors,
    deal,
    equip,
)
from rules.gaia.steps.tech import ChooseTech, Cover
from rules.gaia.steps.tokens import ChooseToken, ScoreAgain
from rules.gaia.steps.turn import EndTurn, Finish, NextTurn, Pass, Turn
from rules.gaia.topics import TOPICS
from rules.gaia.view import hide
from rules.kernel.errors import BadSetup
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

GaiaStep: TypeAlias = (
    Actions | Advance | AskCharges | AutomaBooster | AutomaFaction | AutomaMine | AutomaTurn | BoardActions | BuildMine
    | Burn | Charge | ChargeStone | ChooseFaction
    | ChoosePlanets | ChooseRoute | ChooseTech | ChooseToken | ChooseUpgrade | CleanUp | Cover | Downgrade
    | EndTurn | FarReach | Finish | FirstBooster | FirstStructure | FirstStructures | Form | GaiaPlanets
    | GaiaProject | GaiaReturn | GaiaTokens | Gain | GiveUp | Income | IncomePower | ItarGaia | LayMap
    | LostPlanet | NewToken | NextTurn | Pass | PayStone | Research | Round | ScoreAgain | SpaceStation
    | Specials | Swap | TerranGaia | Turn | TurnSectors | Upgrade
)  # fmt: skip

ALONE = (1,)
"""The numbers of players that an option of a game against the Automa is for."""
RANDOM = "random"
FIRST_RIVAL = "taklons"
"""What the Automa plays in a first game, as the book suggests it."""

OPTIONS = (
    TableOption(
        "setup",
        T("Setup"),
        (
            Choice("first", T("First game: factions and map as given, mines as arranged here")),
            Choice("advanced", T("Advanced: choose factions and first mines")),
        ),
    ),
    TableOption(
        "ending",
        T("End of turn"),
        (
            Choice("idle", T("By itself where free actions can wait, unless automatic answers say otherwise")),
            Choice("asked", T("Players are asked, unless their automatic answers say otherwise")),
        ),
    ),
    TableOption(
        "charging",
        T("Charging"),
        (
            Choice("action", T("After the action, before free actions that follow it")),
            Choice("turn", T("After the whole turn (not as in the rules): fewer waits")),
        ),
    ),
    TableOption(
        "map",
        T("Map"),
        (
            Choice("standard", T("As in the basic setup")),
            Choice("method1", T("Variable: sectors 05 to 10 shuffled and turned"), (3, 4)),
            Choice("method2", T("Variable: 01 to 04 shuffled, 05 to 10 shuffled and turned"), (3, 4)),
            Choice("method3", T("Variable: all sectors shuffled and turned")),
        ),
    ),
    TableOption(
        "sectors",
        T("Map size"),
        (Choice("all", T("As the number of players has it")), Choice("eight", T("Without sectors 09 and 10"), (3,))),
    ),
    TableOption(
        "turning",
        T("Turning sectors"),
        (Choice("last", T("The last player may turn those of a variable map")), Choice("random", T("At random"))),
    ),
    TableOption(
        "order",
        T("Turn order"),
        (
            Choice("setup", T("First game clockwise, otherwise in the order of passing")),
            Choice("passing", T("In the order of passing")),
            Choice("clockwise", T("Clockwise from the first to pass")),
        ),
    ),
    TableOption(
        "charges",
        T("Free power"),
        (
            Choice("unasked", T("Without being asked, unless a player’s automatic answers say otherwise")),
            Choice("asked", T("Players are asked, unless their automatic answers say otherwise")),
        ),
    ),
    TableOption(
        "solo",
        T("Alone"),
        (
            Choice("score", T("For the score alone")),
            Choice("automalein", T("Automalein: against the Automa, to get to know it"), ALONE),
            Choice("automa", T("Automa: against the Automa, as in the book"), ALONE),
            Choice("automaechtig", T("Automächtig: against the Automa, harder"), ALONE),
            Choice("ultoma", T("Ultoma: against the Automa, harder still"), ALONE),
            Choice("alptrauma", T("Alptrauma: against the Automa, hardest"), ALONE),
        ),
    ),
    TableOption(
        "automa",
        T("Automa’s faction"),
        (
            Choice(RANDOM, T("At random (in a first game the Taklons)")),
            *(Choice(id, name(f"gaia.faction.{id}"), ALONE) for id in FACTION_CARDS),
        ),
    ),
)


class GaiaGame(Game[GaiaState, GaiaStep]):
    """Gaia Project, base game, one to four players; one may play against the Automa."""

    leeway: ClassVar[Mapping[Level, float]] = {Level.FRIENDLY: 3.0}
    info: ClassVar[GameInfo] = GameInfo(
        key="gaia", title=name("gaia"), fewest=1, most=4, options=OPTIONS, rules_version=1, hands=False
    )
    names: Mapping[str, Mapping[str, str]] = {**NAMES, **automa_cards.NAMES}
    verbs: Verbs = load_verbs("rules.gaia")
    topics: tuple[Topic, ...] = TOPICS
    lesson = load_lesson("rules.gaia")
    position_type = Position[GaiaState, GaiaStep]
    watches = ahead.WATCHES
    explained = frozenset({"faction"})
    policies: tuple[Policy, ...] = policies.POLICIES

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[GaiaState]) -> GaiaState:
        """Set up the boards; players choose their factions, then the map is laid."""
        first = config["setup"] == "first"
        against = seats == 1 and config["solo"] != "score"
        layout = "full" if seats > 2 else "small"
        if config["sectors"] == "eight" and not first:
            layout = "compact"
        state = GaiaState(
            rules=Rules(
                pass_order=config["order"] == "passing" or (config["order"] == "setup" and not first),
                late_charges=config["charging"] == "turn",
            ),
            players=[Player() for _ in range(seats + against)],
            layout=layout,
            first_game=first,
            order=list(range(seats + against)),
        )
        if against:
            state.automa = new_automa(config["solo"], flow.rng)
        deal(state, flow.rng)
        flow.phase(T("The factions"))
        steps: list[Step[GaiaState]] = [ChooseFaction(seat) for seat in range(seats)]
        if against:
            rival = config["automa"]
            if rival == RANDOM and not first:
                steps.append(AutomaFaction())
            else:
                equip_automa(state, FIRST_RIVAL if rival == RANDOM else rival)
                tell_faction(state, flow, drawn=False)
        if config["map"] == "standard" or first:
            state.sectors = standard(layout)
            state.spaces = lay(state.sectors)
        else:
            steps.append(LayMap(config["map"], config["turning"] == "last"))
        flow.then(*steps, FirstStructures())
        return state

    def check_setup(self, config: Mapping[str, str], seats: int) -> dict[str, str]:
        """Complete a table's options; in a first game the Automa cannot have the colour of the player.

        Raises:
            BadSetup: as for every game, and that.

        """
        full = super().check_setup(config, seats)
        rival = full["automa"]
        if seats == 1 and full["solo"] != "score" and full["setup"] == "first" and rival != RANDOM:
            (own,) = FIRST_FACTIONS[seats]
            if FACTIONS[own].home == FACTIONS[rival].home:
                raise BadSetup(
                    T(
                        "In a first game you play the {faction} yourself: choose another faction for the Automa.",
                        faction=name(f"gaia.faction.{own}"),
                    )
                )
        return full

    def rivals(self, options: Mapping[str, str]) -> Sequence[Text]:
        """Name the Automa where the only player plays against it."""
        return [] if options.get("solo", "score") == "score" else [T("Automa")]

    def hide(self, view: GaiaState, seat: int | None) -> None:
        """Turn the Automa's cards face down; nothing else is hidden."""
        del seat
        hide(view)

    def guess(
        self, position: Position[GaiaState, GaiaStep], seat: int | None, rng: Rng
    ) -> Position[GaiaState, GaiaStep]:
        """Shuffle the Automa's cards."""
        guessing.guess(position.state, rng)
        return super().guess(position, seat, rng)

    def suppose(self, view: GaiaState, seat: int) -> Position[GaiaState, GaiaStep] | Text:
        """Give the position of a turn, or of a choice of the set-up, that the seat may plan."""
        begun = ahead.suppose(view, seat)
        if isinstance(begun, Text):
            return begun
        if not begun.state.round:
            self.run_on(begun)
            return begun
        return run_to(self, begun, seat, "turn")

    def watched(self, view: GaiaState, seat: int) -> dict[str, str]:
        """Give what a planned turn can be dropped for."""
        return ahead.watched(view, seat)

    def appraise(
        self, view: GaiaState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        """Say what the robot thinks of answers; a strong one looks into the next round as well."""
        effort = robot.STRONG if level == Level.STRONG else robot.QUICK
        return robot.appraise(view, prompt, effort, terms=terms)

    def consider(self, view: GaiaState, prompt: Prompt, picks: Sequence[str]) -> Appraisal | None:
        """Say what the best plan comes to that begins with this answer: beside others it may be dropped on the way."""
        if not robot.plans(prompt.kind):
            return None
        options = [option for option in prompt.options if [option.id] == list(picks)]
        found = self.appraise(view, msgspec.structs.replace(prompt, options=options), terms=True) if options else []
        return found[0] if found else None

    def policy_answer(self, view: GaiaState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        """Answer as the seat's policies say."""
        return policies.policy_answer(view, prompt, settings)

    def ending(self, view: GaiaState, seat: int, asked: Prompt | None = None) -> tuple[Prompt, list[str]] | None:
        """The question for free actions after the action, and that there are none."""
        del asked
        if not view.acts(seat):
            return None
        return Finish(seat).prompt(view), [policies.DONE]

    def table_settings(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Charging for nothing, and the end of a turn, as the table has it; those older than an option are asked."""
        charged = {"charge_up_to": policies.FREE} if options.get("charges") == "unasked" else {}
        ended = {"end_of_turn": policies.IDLE} if options.get("ending") == "idle" else {}
        return charged | ended

    def standing_offers(self, view: GaiaState, prompt: Prompt) -> Sequence[StandingOffer]:
        """Offer to charge always for as many points, and to end turns at once."""
        return policies.standing_offers(view, prompt)

    def gathers(self, view: GaiaState) -> bool:
        """Whether the game is being set up: factions, first structures and boosters have a post each."""
        return view.phase == "setup"

    def round(self, view: GaiaState) -> int:
        """The round that is played."""
        return view.round

    def turn_order(self, view: GaiaState) -> Sequence[int]:
        """Those who have not passed, in the order of this round."""
        return view.queue if view.phase == "actions" else ()

    def scores(self, view: GaiaState) -> list[list[int]]:
        """Every seat's points after each round so far; after the last those of the final scoring."""
        return scoring.by_round(view)

    def story_feats(self, view: GaiaState) -> Sequence[Feat]:
        """What seats can be best at."""
        return feats(view)

    def look_up(self, key: str) -> Sequence[Text]:
        """Explain what a faction can do."""
        return describe.look_up(key)

    def as_chosen(self, view: GaiaState, prompt: Prompt, pick: str) -> GaiaState | None:
        """Give a faction its board."""
        if prompt.kind != "faction":
            return None
        equip(view, prompt.seat, pick)
        return view

    def sides(self, position: Position[GaiaState, GaiaStep]) -> list[str]:
        """The factions of the seats."""
        return [one.faction and f"gaia.faction.{one.faction}" for one in position.state.players]

    def standings(self, position: Position[GaiaState, GaiaStep]) -> list[Standing]:
        """Score every seat as if the game ended now."""
        return scoring.standings(position.state, over=self.over(position))
