"""The position of a supposed turn in Circadians: First Light, for plans (see `rules.kernel.supposing`)."""

from __future__ import annotations

from typing import Any

from rules.circadians.components import ROUNDS
from rules.circadians.effects import LOCATIONS
from rules.circadians.means import HQ, Means
from rules.circadians.state import EMPTY, CircadiansState, Player
from rules.circadians.steps.action import Send
from rules.circadians.steps.harvest import FarmChoice, choices, clear_locations
from rules.circadians.steps.next_roll import HIGH, LOOK, LOW, SEAL, NextRoll
from rules.circadians.steps.planning import OPEN
from rules.kernel.game import Position
from rules.kernel.policies import Premove, Watch, changed, changed_text
from rules.kernel.prompt import Prompt
from rules.kernel.supposing import guess
from rules.kernel.text import T, Text

UNFOLDS = frozenset({"roll", "roll-seal"})
"""The kinds of questions about dice that are still to be rolled."""

WATCHES = (
    Watch("goods", T("you have gained or lost resources")),
    Watch("hand", T("you have gained or lost item cards")),
)


def suppose(state: CircadiansState, seat: int) -> Position[CircadiansState, Any] | Text:
    """The sending of the seat's next die: of the headquarters, else of its garages, where its plan has put them.

    Where none is left in this round: what its farms yield, else its next die of the headquarters in the next round. If
    it has none there either, where the dice of its next roll go.
    """
    if not state.round or state.phase == "over":
        return T("Turns can be planned while a round is played.")
    me = state.players[seat]
    if state.phase == "planning":
        if me.rolled:
            return T("Plan your dice first: then where they go can be planned.")
        _place(me)
    # During the garages, those in the headquarters are for the next round.
    own = [die for die in state.hq if die.seat == seat]
    garage = Means(state, seat).next_garage()
    source = HQ if own and state.phase in {"planning", "hq"} else garage
    if source is None:
        farms = [FarmChoice(seat, farm) for farm in choices(Means(state, seat)) if farm not in me.choices]
        if farms:
            return Position(state, guess(), list(reversed(farms)))
        if me.ready and state.phase != "rest":  # It is the next round that is supposed already.
            return T("What comes after that depends on your next roll.")
        if state.round >= ROUNDS:
            return T("None of your dice is left to be sent in this round.")
        _next_round(state, seat)
        if not own:
            state.phase, state.turn = "planning", -1
            return Position(state, guess(), [NextRoll(seat, [])])
        source = HQ
    if source == HQ:
        state.hq = [own[0], *(die for die in state.hq if die is not own[0])]
        state.flip = state.flip and state.phase == "hq"
        state.phase = "hq"
    else:
        state.phase, state.flip = "garages", False
    state.turn = seat
    return Position(state, guess(), [Send(seat, source)])


def _next_round(state: CircadiansState, seat: int) -> None:
    """Suppose the next round before dice are rolled, so far as the seat has to do with it; nobody knows its event."""
    me = state.players[seat]
    dice = me.ready + me.canteen + me.waiting + sum(die != EMPTY for die in me.farm_dice)
    dice += sum(die.seat == seat for place in LOCATIONS for die in state.dice_on(place))
    clear_locations(state)
    me.farm_dice = [EMPTY] * len(me.farm_dice)
    me.canteen = me.waiting = 0
    # At least one, by which the next round is known: who has none is helped (R23).
    me.ready = max(1, min(dice, state.parts.base.most_dice - state.hq_dice(seat)))
    state.round += 1
    state.event = ""


def unfold(view: CircadiansState, prompt: Prompt, planned: Premove) -> list[list[str]] | Text | None:
    """Place the dice that were rolled as it was planned before the roll.

    What it names is compared as it was planned, without the event of the round, which nobody knew.
    """
    if prompt.kind != "plan":
        return None
    me = view.players[prompt.seat]
    if me.plan:
        return T("Your plan for the roll was dropped, because you have begun to plan your dice yourself.")
    left, dice = list(me.rolled), len(me.rolled)
    placed: dict[str, int] = {}
    for pick in planned.picks:
        face, _, place = pick.partition(">")
        if place and place not in placed and int(face) in left:
            left.remove(int(face))
            placed[place] = int(face)
    if {HIGH, LOW} & {*planned.picks}:
        left.sort(reverse=HIGH in planned.picks)
        placed |= {f"g{n}": face for n, face in enumerate(left, start=1)}
    if not placed:
        return T("Your plan for the roll was dropped, because you have rolled none of the dice that it places.")
    me.plan, view.event = {}, ""
    options = {one.id: one for one in NextRoll(prompt.seat, []).prompt(view).options}
    for named in planned.named:
        if ">" in named.id and (named.id not in options or changed(named, options[named.id])):
            return changed_text(named)
    answers = [f"{face}>{place}" for place, face in placed.items()]
    if len(answers) == dice and SEAL not in planned.picks:
        answers[-1] = f"{OPEN}{answers[-1]}"
    return [[one] for one in answers]


def choose(prompt: Prompt) -> list[str]:
    """Plan like a person who says the least: every die to the garages, and a look at it before it is sealed."""
    return [next(one.id for one in prompt.legal if one.id in {HIGH, LOOK})]


def asks_ahead(state: CircadiansState, seat: int) -> bool:
    """Whether the seat's next turn is its last die of the round, or to say what its farms yield.

    What the farms offer does not change once no die of the seat is left to be sent. The last die is not asked ahead
    while everybody plans in secret, for where it goes depends on what the others have planned.
    """
    me = state.players[seat]
    if state.phase == "planning":
        if me.rolled:
            return False
        _place(me)
    left = sum(die != EMPTY for die in me.garages) + (state.hq_dice(seat) if state.phase in {"planning", "hq"} else 0)
    if left:
        return left == 1 and state.phase in {"hq", "garages"}
    return any(
        farm not in me.choices and len(FarmChoice(seat, farm).prompt(state).legal) > 1
        for farm in choices(Means(state, seat))
    )


def _place(me: Player) -> None:
    """Put the dice of a plan where it says."""
    for place, face in me.plan.items():
        dice = me.garages if place[0] == "g" else me.farm_dice
        dice[int(place[1:]) - 1] = face
    me.plan = {}


def watched(state: CircadiansState, seat: int) -> dict[str, str]:
    """The seat's resources and item cards."""
    me = state.players[seat]
    return {"goods": str(me.goods.amounts), "hand": " ".join(sorted(me.hand))}
