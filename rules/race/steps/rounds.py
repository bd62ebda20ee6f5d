"""A round: everybody chooses actions, the chosen phases run in order, then hand limit and end of the game."""

from __future__ import annotations

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, AskAll, Flow
from rules.kernel.text import TN, T, name, player
from rules.race.components import ACTIONS, DATA, PHASES, card_number
from rules.race.describe import action_text
from rules.race.piles import discard_from_hand
from rules.race.places import action_place
from rules.race.scoring import standings, total
from rules.race.state import RaceState
from rules.race.steps.consume import ConsumePhase
from rules.race.steps.develop import Develop
from rules.race.steps.explore import Explore
from rules.race.steps.produce import ProducePhase
from rules.race.steps.settle import Settle
from rules.race.texts import held_option, phase_name


class StartRound(Act[RaceState], tag=True):
    """A new round: action cards go back to their owners."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Count the round and ask everybody for actions."""
        flow.round(T("Round {n} begins.", n=state.round + 1))
        flow.end_turn()
        state.round += 1
        state.phase = "choose"
        state.phases = []
        for one in state.players:
            one.actions = []
        flow.then(ChooseActions(list(range(len(state.players)))))


def actions_of(picks: list[str]) -> list[str]:
    """Order chosen action cards; the second Develop or Settle card alone counts as the first, as they are alike."""
    for first in ("develop", "settle"):
        if f"{first}_2" in picks and first not in picks:
            picks = [first if pick == f"{first}_2" else pick for pick in picks]
    return [key for key in ACTIONS if key in picks]


def phases_of(actions: list[list[str]]) -> list[str]:
    """List the phases that somebody chose, in order; Develop and Settle twice where one seat chose both cards."""
    chosen = {action for cards in actions for action in cards}
    phases: list[str] = []
    for phase in PHASES:
        if any(ACTIONS[action].phase == phase for action in chosen):
            phases.append(phase)
            if f"{phase}_2" in chosen:
                phases.append(f"{phase}_2")
    return phases


class ChooseActions(AskAll[RaceState], tag=True):
    """Everybody secretly chooses one action card, in the experienced two-player game two."""

    def prompt(self, state: RaceState, seat: int) -> Prompt:
        """Offer the seat's action cards."""
        n = 2 if state.experienced else 1
        options = [
            Option(card.key, name(f"race.action.{card.key}"), action_text(card.key), action_place(card.key))
            for card in ACTIONS.values()
            if state.experienced or not card.experienced
        ]
        text = TN(
            "Round {round}: choose your action.",
            "Round {round}: choose {n} action cards.",
            n=n,
            round=state.round,
        )
        return Prompt(seat, "actions", text, options, n, n, secret=True)

    def take(self, state: RaceState, answers: dict[int, list[str]], flow: Flow[RaceState]) -> None:
        """Reveal all, and line up the phases that were chosen."""
        for seat in sorted(answers):
            me = state.players[seat]
            me.actions = actions_of(answers[seat])
            chosen = [name(f"race.action.{action}") for action in me.actions]
            flow.tell("action", T("{who} chooses {actions}.", who=player(seat), actions=chosen), seat=seat)
        state.phases = phases_of([one.actions for one in state.players])
        steps = [step for phase in state.phases for step in (StartPhase(phase), EndPhase())]
        flow.then(*steps, EndRound())


class StartPhase(Act[RaceState], tag=True):
    """A phase begins for everybody."""

    phase: str

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Do what the phase consists of."""
        state.phase = self.phase
        flow.phase(phase_name(self.phase))
        flow.end_turn()
        step: Act[RaceState]
        match self.phase.removesuffix("_2"):
            case "explore":
                step = Explore()
            case "develop":
                step = Develop()
            case "settle":
                step = Settle()
            case "consume":
                step = ConsumePhase()
            case _:
                step = ProducePhase()
        flow.then(step)


class EndPhase(Act[RaceState], tag=True):
    """A phase ends: from now on the cards placed in it have their powers."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Forget what mattered in the phase only."""
        del flow
        for one in state.players:
            one.placed = one.chosen = None
            one.way, one.pays = "", []
            one.produced = []
            one.used = []


class EndRound(Act[RaceState], tag=True):
    """All phases are done: the hand limit is next."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Ask whoever holds too many cards."""
        state.phase = "round_end"
        flow.phase(phase_name("round_end"))
        flow.end_turn()
        seats = [seat for seat, one in enumerate(state.players) if len(one.hand) > DATA.limits.hand]
        flow.then(*([HandLimit(seats)] if seats else []), NextRound())


class HandLimit(AskAll[RaceState], tag=True):
    """Who holds more than ten cards discards down to ten."""

    def prompt(self, state: RaceState, seat: int) -> Prompt:
        """Ask for the cards to discard."""
        hand = state.players[seat].hand
        n = len(hand) - DATA.limits.hand
        text = TN(
            "Hand limit: discard {n} card.",
            "Hand limit: discard {n} cards.",
            n=n,
        )
        return Prompt(seat, "hand_limit", text, [held_option(state, seat, card) for card in hand], n, n, secret=True)

    def take(self, state: RaceState, answers: dict[int, list[str]], flow: Flow[RaceState]) -> None:
        """Discard them face down."""
        for seat in sorted(answers):
            discard_from_hand(state, seat, [card_number(pick) for pick in answers[seat]])
            flow.tell(
                "hand_limit",
                TN("{who} discards {n} card.", "{who} discards {n} cards.", n=len(answers[seat]), who=player(seat)),
                seat=seat,
            )


def ends(state: RaceState) -> bool:
    """Say whether the game ends after this round: a tableau of twelve cards, or no points left in the pool."""
    return state.pool <= 0 or any(len(one.tableau) >= DATA.limits.tableau for one in state.players)


class NextRound(Act[RaceState], tag=True):
    """The round is over: another one, or the end of the game."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Note the scores and go on or end."""
        state.scores.append([total(one) for one in state.players])
        if not ends(state):
            flow.then(StartRound())
            return
        state.phase = "over"
        flow.finish(standings(state, over=True))
