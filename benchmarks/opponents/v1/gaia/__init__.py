"""A robot for Gaia Project: it tries what it may do on a copy of the table and takes what looks best afterwards.

`plan` lists what can be done, `purse` finds the free actions that pay for it, `lookahead` plays it through, and `value`
says what the table is worth then.

It sees its seat's view and the prompt, as a person does. Whatever belongs to one action is planned as a whole; where
the action goes on with another prompt, the rest is planned again from what is there by then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from benchmarks.opponents.v1.gaia.lookahead import AT_ONCE, Lookahead, copy_table, step_for
from benchmarks.opponents.v1.gaia.plan import begin, federations, goals
from benchmarks.opponents.v1.gaia.purse import conversions
from benchmarks.opponents.v1.gaia.value import Rivals, booster_worth, rivals_of, stage, worth
from rules.gaia import federation
from rules.gaia.components import FACTIONS, GAIA, SPACE, TRANSDIM, WHEEL
from rules.gaia.galaxy import galaxy, planet, steps_between
from rules.gaia.state import GaiaState
from rules.gaia.steps.basics import charge
from rules.gaia.steps.charging import offered, takes_token
from rules.gaia.steps.federate import go_on
from rules.gaia.steps.turn import Finish
from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng

Chooser = Callable[[GaiaState, Prompt], str]

#: What another action must bring to be better than passing.
PATIENCE = 0.2
#: How many actions are looked at more closely, and how much of what the next turn could bring counts.
LOOK_AT = 6
FOLLOW_UP = 0.7


def choose(view: GaiaState, prompt: Prompt, rng: Rng) -> list[str]:
    """Answer a prompt."""
    chooser = CHOOSERS.get(prompt.kind)
    if chooser is not None:
        return [chooser(view, prompt)]
    step = step_for(view, prompt)
    if step is None:
        return robots.choose(view, prompt, rng)
    return [best(Lookahead.of(view, prompt.seat, step, Finish(prompt.seat)), rivals_of(view, prompt.seat)).pick]


def _listed_first(view: GaiaState, prompt: Prompt) -> str:
    del view
    return prompt.legal[0].id


class Found(NamedTuple):
    """A way through an action: what the table is worth afterwards, the first pick, and the table."""

    value: float
    pick: str
    ahead: Lookahead


def best(ahead: Lookahead, rivals: Rivals) -> Found:
    """Find the best way on within an action (its pick is "" where nothing more is asked)."""
    prompt = ahead.ask()
    if prompt is None:
        return Found(worth(ahead.state, ahead.seat, rivals), "", ahead)
    if prompt.kind in AT_ONCE:
        pick = prompt.legal[0].id
        ahead.take([pick])
        return best(ahead, rivals)._replace(pick=pick)
    found = []
    for option in prompt.legal:
        after = ahead.fork()
        after.take([option.id])
        found.append(best(after, rivals)._replace(pick=option.id))
    return max(found, key=lambda one: one.value)


def actions(view: GaiaState, seat: int, rivals: Rivals) -> list[Found]:
    """Try every action of a turn, free actions that pay for it first, and give the best way through each."""
    found = []
    for goal in goals(view, seat):
        picks = conversions(view, seat, goal)
        ahead = None if picks is None else begin(view, seat, goal, picks)
        if picks is not None and ahead is not None:
            found.append(best(ahead, rivals)._replace(pick=(*picks, *goal.picks)[0]))
    return found


def _turn(view: GaiaState, prompt: Prompt) -> str:
    """Choose the action after which the table looks best, what could follow in the next turn counted in part."""
    seat = prompt.seat
    rivals = rivals_of(view, seat)
    found = sorted(actions(view, seat, rivals), key=lambda one: -one.value)
    promising: list[tuple[float, str]] = []
    for one in found[:LOOK_AT]:
        value = one.value
        if one.ahead.me.passed:
            value += PATIENCE
        else:
            next_value = max(after.value for after in actions(one.ahead.state, seat, rivals))
            value += FOLLOW_UP * max(0.0, next_value - value)
        promising.append((value, one.pick))
    return max(promising)[1]


def _federation(view: GaiaState, prompt: Prompt) -> str:
    """Choose the planets of the best federation that has those chosen so far."""
    seat = prompt.seat
    plan = federation.plan(view, seat)
    groups = plan.case.groups
    names = [min(group.places, key=lambda one: (planet(view, one) == SPACE, one)) for group in groups]
    offered = {option.id for option in prompt.options}
    having = sum(1 << number for number, name in enumerate(names) if name not in offered)
    rivals = rivals_of(view, seat)
    top, chosen = float("-inf"), 0
    for subset in federations(view, seat, having):
        ahead = Lookahead.of(view, seat, Finish(seat))
        ahead.stack += reversed(go_on(ahead.state, seat, plan, subset, []))
        value = best(ahead, rivals).value
        if value > top:
            top, chosen = value, subset
    if chosen == having:
        return "enough"
    return next(name for number, name in enumerate(names) if chosen & ~having & 1 << number)


def _charge(view: GaiaState, prompt: Prompt) -> str:
    """Charge where the power is worth more than its price."""
    seat, rivals = prompt.seat, rivals_of(view, prompt.seat)
    if takes_token(view.players[seat]):
        return "charge"
    table = copy_table(view, seat)
    me = table.players[seat]
    amount, _ = offered(prompt)
    me.vp -= amount - 1
    if charge(table, seat, amount):
        return "charge"
    return "charge" if worth(table, seat, rivals) >= worth(view, seat, rivals) else "decline"


def _first(view: GaiaState, prompt: Prompt) -> str:
    """Start where many planets can be reached cheaply, and not far from the other own start."""
    sky, me = galaxy(view), view.players[prompt.seat]
    home = FACTIONS[me.faction].home
    taken = {place for one in view.players for place in one.structures}

    def appeal(place: str) -> float:
        total = 0.0
        for other in sky.planets:
            apart = sky.distance[place][other]
            if other == place or apart > 4 or other in taken:
                continue
            kind = planet(view, other)
            if kind in WHEEL:
                ease = (2.0, 1.2, 0.5, 0.25)[steps_between(home, kind)]
            else:
                ease = {GAIA: 1.1, TRANSDIM: 0.6}[kind]
            total += ease * (0, 1.6, 1.3, 0.6, 0.3)[apart]
        own = min((sky.distance[place][other] for other in me.structures), default=0)
        total += {0: 0.0, 1: 0.5, 2: 1.0, 3: 1.2, 4: 1.0, 5: 0.5}.get(own, -0.2 * own)
        rivals = sum(sky.distance[place][other] <= 2 for other in taken - set(me.structures))
        return total + (1.5, 2.0, 1.5)[min(2, rivals)] * bool(rivals)

    return max((option.id for option in prompt.legal), key=appeal)


def _booster(view: GaiaState, prompt: Prompt) -> str:
    left = stage(view)
    return max((option.id for option in prompt.legal), key=lambda one: booster_worth(view, prompt.seat, one, left))


def _income(view: GaiaState, prompt: Prompt) -> str:
    """Take tokens first, so that charging moves them."""
    del view
    return min((option.id for option in prompt.legal), key=lambda one: (one.endswith("pw"), one))


def _terrans(view: GaiaState, prompt: Prompt) -> str:
    """Take what is needed most for the power."""
    me = view.players[prompt.seat]
    legal = {option.id for option in prompt.legal}
    wish = ["q"] if me.qic < 1 else []
    wish += ["o", "k"] if me.ore < 6 else ["k", "q"]
    return next((id for id in (*wish, "k", "o", "c", "done") if id in legal), "done")


def _done(view: GaiaState, prompt: Prompt) -> str:
    del view, prompt
    return "done"


CHOOSERS: Mapping[str, Chooser] = {
    "turn": _turn,
    "finish": _done,
    "turn-sectors": _listed_first,
    "federation": _federation,
    "charge": _charge,
    "first": _first,
    "booster": _booster,
    "income": _income,
    "terrans": _terrans,
    "itars": _listed_first,
    **dict.fromkeys(AT_ONCE, _listed_first),
}
