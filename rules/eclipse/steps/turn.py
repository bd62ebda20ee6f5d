"""A turn: one action, or after passing one reaction, with what is free before it; passing; giving up."""

from __future__ import annotations

import msgspec

from rules.eclipse.components import REACTIONS, SPECIES
from rules.eclipse.economy import balance, upkeep
from rules.eclipse.fleets import on_map
from rules.eclipse.scoring import score
from rules.eclipse.state import NOBODY, EclipseState, Player
from rules.eclipse.steps import build, diplomacy, explore, free, move, technology
from rules.eclipse.steps.build import Build
from rules.eclipse.steps.explore import Explore
from rules.eclipse.steps.influence import Influenced
from rules.eclipse.steps.leaving import leave
from rules.eclipse.steps.move import Move
from rules.eclipse.steps.research import Research
from rules.eclipse.steps.upgrade import Upgrade
from rules.eclipse.texts import means_text
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, Text, player

GIVE_UP = "give-up"
PASS, REST = "pass", "pass-round"
ACTIONS: dict[str, Text] = {
    "explore": T("Explore"),
    "influence": T("Influence"),
    "research": T("Research"),
    "upgrade": T("Upgrade"),
    "build": T("Build"),
    "move": T("Move"),
}


def no_disc(me: Player) -> Text | None:
    """Say that no disc is left for an action."""
    return None if me.discs else T("There is no disc left on your influence track.")


def impossible(state: EclipseState, seat: int, action: str) -> Text | None:
    """Say why an action has no legal first step."""
    never = no_disc(state.players[seat])
    if never is not None:
        return never
    if action == "explore":
        return explore.no_exploration(state, seat)
    if action == "research":
        return technology.no_research(state, seat)
    if action == "build":
        return build.no_build(state, seat)
    if action == "move":
        return move.no_move(state, seat)
    return None


def cost_note(me: Player) -> Text:
    """Say what a disc for an action costs, and whether it would ruin the player."""
    before, after, left = upkeep(me), upkeep(me, 1), balance(me, 1)
    if left < 0:
        return TN(
            "With an action: upkeep {before} → {after}; at the end of the round {n} money would be lacking, which ruins"
            " you unless you trade, settle or give up sectors.",
            "With an action: upkeep {before} → {after}; at the end of the round {n} money would be lacking, which ruins"
            " you unless you trade, settle or give up sectors.",
            -left,
            before=before,
            after=after,
        )
    return T(
        "With an action: upkeep {before} → {after}, and {n} money after this round.",
        before=before,
        after=after,
        n=left,
    )


def _warning(me: Player, action: str) -> Text | None:
    """Warn of an action that lacks a disc for its purpose; what the upkeep cannot bear stands in the detail."""
    if action == "explore" and me.discs == 1:
        return T("⚠️ No disc is left to take control with")
    return None


class Turn(Ask[EclipseState], tag=True):
    """Ask for the action or reaction of a turn, or for what is free before it."""

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        actions = REACTIONS if me.passed else ACTIONS
        options = []
        for action in actions:
            refusal = impossible(state, self.seat, action)
            warning = _warning(me, action) if refusal is None else None
            options.append(Option(action, ACTIONS[action], warning, refusal=refusal))
        options.append(Option(PASS, T("Pass"), ends=True))
        if not state.rules.as_recorded:
            options.append(Option(REST, T("Pass, and no reactions this round"), ends=True))
        more = T("More")
        for one in free.options(state, self.seat, ()):
            group = T("Use a colony ship") if free.is_colony(one.id) else more
            options.append(one if one.id == free.COLONY else msgspec.structs.replace(one, group=group))
        options.append(Option(GIVE_UP, T("Give up"), refusal=no_give_up(state, self.seat), group=more))
        if me.passed:
            text = T("You have passed: pass again, or react with one part, one ship or one move.")
        else:
            text = T("Your turn: one action, or pass.")
        means = means_text(me)
        detail = T("{means} {cost}", means=means, cost=cost_note(me)) if me.discs else means
        return Prompt(self.seat, "turn", text, options, detail=detail)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        seat, pick = self.seat, picks[0]
        if pick in {PASS, REST}:
            me = state.players[seat]
            me.could_offer = diplomacy.possible(state, seat)
            pass_on(state, seat, flow)
            if pick == REST:
                me.resting = True
                flow.tell(PASS, T("{who} will not react this round.", who=player(seat)), seat=seat)
        elif pick == GIVE_UP:
            flow.then(GiveUp(seat))
        elif pick not in ACTIONS:
            flow.then(*free.carry_out(state, seat, pick, flow), Turn(seat))
        else:
            flow.then(begin_action(state, seat, pick, flow))


def begin_action(state: EclipseState, seat: int, action: str, flow: Flow[EclipseState]) -> Step[EclipseState]:
    """Put a disc on an action, and begin it."""
    me = state.players[seat]
    me.discs -= 1
    me.actions[action] = me.actions.get(action, 0) + 1
    reaction = me.passed
    if reaction:
        text = T("{who} reacts: {action}.", who=player(seat), action=ACTIONS[action])
    else:
        text = T("{who} chooses: {action}.", who=player(seat), action=ACTIONS[action])
    flow.tell("action", text, seat=seat)
    limits = SPECIES[me.species].limits
    steps: dict[str, Step[EclipseState]] = {
        "explore": Explore(seat),
        "influence": Influenced(seat),
        "research": Research(seat),
        "upgrade": Upgrade(seat, REACTIONS["upgrade"] if reaction else limits.upgrade),
        "build": Build(seat, REACTIONS["build"] if reaction else build.most(me)),
        "move": Move(seat, REACTIONS["move"] if reaction else limits.move),
    }
    return steps[action]


def pass_on(state: EclipseState, seat: int, flow: Flow[EclipseState]) -> None:
    """Pass; whoever is the first begins the next round."""
    me = state.players[seat]
    if me.passed:
        flow.tell("pass", T("{who} passes again.", who=player(seat)), seat=seat)
        return
    me.passed = True
    if state.next_start == NOBODY:
        state.next_start = seat
        flow.tell("pass", T("{who} passes first and will begin the next round.", who=player(seat)), seat=seat)
    else:
        flow.tell("pass", T("{who} passes.", who=player(seat)), seat=seat)


def no_give_up(state: EclipseState, seat: int) -> Text | None:
    """Say why a player cannot give up."""
    if state.rules.give_up or not on_map(state, seat):
        return None
    return T("At this table only a player without any disc or ship on the map may give up.")


class GiveUp(Ask[EclipseState], tag=True):
    """Ask once more before a player is out of the game."""

    def prompt(self, state: EclipseState) -> Prompt:
        points = score(state, self.seat)["total"]
        note = T("Your ships, discs and cubes leave the map, and your score stays at {n} VP.", n=points)
        options = [Option("no", T("Play on")), Option("yes", T("Give up"), note)]
        return Prompt(self.seat, "give-up", T("Do you really give up?"), options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks == ["no"]:
            flow.then(Turn(self.seat))
            return
        flow.tell("out", T("{who} gives up.", who=player(self.seat)), seat=self.seat)
        flow.then(*leave(state, self.seat))


class NextTurn(Act[EclipseState], tag=True):
    """Give the turn to the next seat, until all have passed. `after` is the seat that had the last one.

    Whoever reacts no more is passed over.
    """

    after: int

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        flow.end_turn()
        if all(one.passed or one.out for one in state.players):
            return
        seats = len(state.players)
        seat = next(
            seat
            for seat in ((self.after + step) % seats for step in range(1, seats + 1))
            if not (state.players[seat].out or state.players[seat].resting)
        )
        state.turn = seat
        if state.players[seat].discs or state.rules.as_recorded or free.can_colonise(state, seat):
            flow.then(Turn(seat), NextTurn(seat))
        else:
            pass_on(state, seat, flow)
            flow.then(NextTurn(seat))
