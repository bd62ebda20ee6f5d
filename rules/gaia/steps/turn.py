"""A turn: one action, with free actions before and after it, or passing (rulebook, phase III)."""

from __future__ import annotations

from rules.gaia import goods, reach
from rules.gaia.components import ACTIONS, BOOSTERS, LAST_ROUND, MINE, STRUCTURES, TILES, TRACKS, booster_number
from rules.gaia.counts import count
from rules.gaia.reach import Look
from rules.gaia.state import GaiaState, Player
from rules.gaia.steps import free
from rules.gaia.steps.actions import (
    BoardActions,
    Specials,
    board_refusal,
    no_mine,
    special_refusal,
    specials,
)
from rules.gaia.steps.automa import AutomaTurn
from rules.gaia.steps.building import BuildMine, ChooseUpgrade, GaiaProject, place_text, with_lone_place
from rules.gaia.steps.charging import AskCharges
from rules.gaia.steps.federate import ChoosePlanets, no_federation
from rules.gaia.steps.research import RESEARCH_COST, Research, cannot_advance
from rules.gaia.texts import COUNTED, booster_option, goods_texts, takes_booster
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, Text, name, player


class Turn(Ask[GaiaState], tag=True):
    """The action of a turn, or a free action before it."""

    def prompt(self, state: GaiaState) -> Prompt:
        seat, look = self.seat, Look(state, self.seat)
        options = [
            Option(
                "build",
                T("Build a mine"),
                with_lone_place(
                    state,
                    T("For {goods}, and what range and terraforming take", goods=goods_texts(STRUCTURES[MINE].cost)),
                    reach.lone(reach.mine_places(look)),
                ),
                refusal=no_mine(look),
            ),
            Option(
                "gaia",
                T("Start a Gaia project"),
                with_lone_place(
                    state,
                    _project_takes(look.me),
                    reach.lone(reach.project_places(look)),
                ),
                refusal=_no_project(look),
            ),
            Option(
                "upgrade",
                T("Upgrade a structure"),
                _upgrades(look),
                refusal=_no_upgrade(look),
            ),
            Option(
                "federation",
                T("Form a federation"),
                T("A token for connected planets; satellites take power tokens"),
                refusal=no_federation(state, seat),
            ),
            Option("research", T("Advance in research (4 knowledge)"), refusal=_no_research(state, seat)),
            Option(
                "power", T("Take a power action"), T("With power of area III"), refusal=_no_board_action(look, "power")
            ),
            Option("qic", T("Take a Q.I.C. action"), T("With Q.I.C."), refusal=_no_board_action(look, "qic")),
            Option("special", T("Take a special action"), T("Each once per round"), refusal=_no_special(look)),
            Option("pass", T("Pass"), _passing(state, look.me)),
            *free.options(state, seat),
        ]
        return Prompt(seat, "turn", T("Your turn: one action, and free actions before or after it."), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        seat, pick = self.seat, picks[0]
        if pick == "pass":
            flow.then(Pass(seat))
            return
        actions: dict[str, Step[GaiaState]] = {
            "build": BuildMine(seat),
            "gaia": GaiaProject(seat),
            "upgrade": ChooseUpgrade(seat),
            "federation": ChoosePlanets(seat),
            "research": Research(seat),
            "power": BoardActions(seat, "power"),
            "qic": BoardActions(seat, "qic"),
            "special": Specials(seat),
        }
        if pick not in actions:
            flow.then(*free.carry_out(state, seat, pick, flow), Turn(seat))
        elif state.rules.late_charges:
            flow.then(actions[pick], Finish(seat), AskCharges(seat))
        else:
            flow.then(actions[pick], AskCharges(seat), Finish(seat))


def _project_takes(me: Player) -> Text:
    """Say what a Gaia project takes; before level 1, where none can be started, what it will take."""
    price = reach.project_price(me)
    if not price:
        return T("A Gaiaformer, and power tokens go to the Gaia area: 6, later 4 or 3")
    return TN(
        "A Gaiaformer, and {n} power token goes to the Gaia area",
        "A Gaiaformer, and {n} power tokens go to the Gaia area",
        price,
    )


class Finish(Ask[GaiaState], tag=True):
    """Free actions after the action, until the turn is done."""

    def prompt(self, state: GaiaState) -> Prompt:
        options = [Option("done", T("End the turn"), ends=True), *free.options(state, self.seat)]
        return Prompt(self.seat, "finish", T("Free actions, or the end of your turn."), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        if picks != ["done"]:
            flow.then(*free.carry_out(state, self.seat, picks[0], flow), Finish(self.seat))


def _passing(state: GaiaState, me: Player) -> Text:
    """What passing means, and what it brings."""
    points = sum(points for _, points, _ in pass_points(state, me))
    if points:
        return TN(
            "Your last turn of this round; it brings {n} VP", "Your last turn of this round; it brings {n} VP", points
        )
    return T("Your last turn of this round")


def _no_project(look: Look) -> Text | None:
    never = reach.no_project(look.me)
    if never is None and not reach.can_project(look):
        return T("No Transdim Planet without a Gaiaformer is in reach.")
    return never


def _upgrades(look: Look) -> Text:
    """What a structure may become: where there is one kind only, which is not asked for, that one."""
    kinds = [kind for kind in STRUCTURES if kind != MINE and reach.can_upgrade(look, kind)]
    if len(kinds) != 1:
        return T("To a trading station, research lab, planetary institute or academy")
    (kind,) = kinds
    structure = name(f"gaia.structure.{kind}")
    place = reach.lone([quote.place for quote in reach.upgrade_quotes(look, kind) if quote.refusal is None])
    if not place:
        return T("Possible only: {structure}", structure=structure)
    return T("Possible only: {structure} on {place}", structure=structure, place=place_text(look.state, place))


def _no_upgrade(look: Look) -> Text | None:
    if any(reach.can_upgrade(look, kind) for kind in STRUCTURES if kind != MINE):
        return None
    return T("You cannot pay for any upgrade of your structures.")


def _no_research(state: GaiaState, seat: int) -> Text | None:
    short = goods.shortage(state.players[seat], RESEARCH_COST)
    if short is not None:
        return short
    if all(cannot_advance(state, seat, track) for track in TRACKS):
        return T("You cannot advance in any research area.")
    return None


def _no_board_action(look: Look, pay: str) -> Text | None:
    if any(board_refusal(look, action) is None for action in ACTIONS.values() if action.pay == pay):
        return None
    if pay == "power":
        return T("You do not have enough power in area III for a power action that is still available.")
    return T("You do not have enough Q.I.C. for a Q.I.C. action that is still available.")


def _no_special(look: Look) -> Text | None:
    mine = specials(look.me)
    if not mine:
        return T("You have no special action.")
    if all(special_refusal(look, id) for id in mine):
        return T("None of your special actions can be taken now.")
    return None


class Pass(Ask[GaiaState], tag=True):
    """Passing: a new round booster, except in the last round."""

    def prompt(self, state: GaiaState) -> Prompt:
        last = state.round == LAST_ROUND
        options = [booster_option(booster) for booster in ([] if last else sorted(state.boosters, key=booster_number))]
        text = T("You pass. Which round booster do you take?")
        if last:
            return Prompt(self.seat, "pass", text, [], 0, 0)
        return Prompt(self.seat, "pass", text, options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me = state.players[self.seat]
        flow.tell("pass", T("{who} passes.", who=player(self.seat)), seat=self.seat)
        for counted, points, source in pass_points(state, me):
            if points:
                goods.score(me, points, source)
                flow.tell(
                    "pass-points",
                    TN(
                        "{who} gains {n} VP for {counted}.",
                        "{who} gains {n} VP for {counted}.",
                        points,
                        who=player(self.seat),
                        counted=counted,
                    ),
                    seat=self.seat,
                )
        state.boosters.append(me.booster)
        me.booster = ""
        if picks:
            state.boosters.remove(picks[0])
            me.booster = picks[0]
            flow.tell(
                "booster",
                takes_booster(self.seat, picks[0]),
                seat=self.seat,
            )
        me.passed = True
        state.passed.append(self.seat)


def pass_points(state: GaiaState, me: Player) -> list[tuple[Text, int, str]]:
    """What a player gains by passing now: for what, how much, from which source."""
    found: list[tuple[Text, int, str]] = []
    booster = BOOSTERS.get(me.booster)
    if booster is not None and booster.per:
        found.append((COUNTED[booster.per], booster.vp * count(state, me, booster.per), "booster"))
    for own in me.tiles:
        tile = TILES[own.tile]
        if tile.when == "pass" and not own.covered:
            found.append((COUNTED[tile.per], tile.gain.vp * count(state, me, tile.per), "tech"))
    return found


class NextTurn(Act[GaiaState], tag=True):
    """Give the turn to the next seat that has not passed."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        if state.queue:
            seat = state.queue[0]
            flow.then(AutomaTurn() if state.by_itself(seat) else Turn(seat), EndTurn(), NextTurn())


class EndTurn(Act[GaiaState], tag=True):
    """Move the seat to the end of the queue, or out of it."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        flow.end_turn()
        seat = state.queue.pop(0)
        if not state.players[seat].passed:
            state.queue.append(seat)
