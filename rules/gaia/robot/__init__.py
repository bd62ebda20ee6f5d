"""A robot for Gaia Project: it plans the rest of the round, and takes the first action of the best plan.

It sees its seat's view and the prompt, as a person does. `sketch` is what it plans over, `moves` what can be done in a
turn, `search` follows the lines, and `outlook` says what their ends are worth. Where an action goes on with another
prompt, all is planned again from what is there by then: `answers` turns each choice into a sketch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.gaia.components import FACTIONS, GAIA, TRANSDIM, WHEEL
from rules.gaia.galaxy import galaxy, planet, steps_between
from rules.gaia.robot.answers import AT_ONCE, choices, taken_planets
from rules.gaia.robot.outlook import outlook
from rules.gaia.robot.search import QUICK, STRONG, Effort, plan
from rules.gaia.robot.sketch import Scene, Sketch, sketch_of
from rules.gaia.state import GaiaState
from rules.gaia.steps.charging import offered, takes_token
from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng

#: How much worse a plan with power may seem that was charged at a price: power that is left keeps its use.
LENIENCE = 0.3

Chooser = Callable[[GaiaState, Prompt, Effort], str]


def choose(view: GaiaState, prompt: Prompt, rng: Rng, effort: Effort = QUICK) -> list[str]:
    """Answer a prompt."""
    chooser = CHOOSERS.get(prompt.kind)
    if chooser is not None:
        return [chooser(view, prompt, effort)]
    pick = _planned(view, prompt, effort)
    return robots.choose(view, prompt, rng) if pick is None else [pick]


def _planned(view: GaiaState, prompt: Prompt, effort: Effort) -> str | None:
    """Take the choice whose best plan is worth most; None where nothing is known of what the choices lead to."""
    legal = {option.id for option in prompt.legal}
    found = [(pick, after) for pick, after in choices(view, prompt) if pick in legal]
    if not found:
        return None
    values = plan([after for _, after in found], effort)
    return max(zip(values, (pick for pick, _ in found), strict=True), key=lambda one: one[0])[1]


def _listed_first(view: GaiaState, prompt: Prompt, effort: Effort) -> str:
    del view, effort
    return prompt.legal[0].id


def _federation(view: GaiaState, prompt: Prompt, effort: Effort) -> str:
    """Choose the planets of the best federation, one after the other."""
    found = taken_planets(view, prompt)
    if not found:
        return prompt.legal[0].id
    values = plan([after for _, after in found], effort)
    return max(zip(values, (pick for pick, _ in found), strict=True), key=lambda one: one[0])[1]


def _charge(view: GaiaState, prompt: Prompt, effort: Effort) -> str:
    """Charge where the power is worth more than its price."""
    seat = prompt.seat
    if takes_token(view.players[seat]):
        return "charge"
    amount, _ = offered(prompt)
    if amount <= 1:
        return "charge"
    scene = Scene(view, seat)
    without = sketch_of(view, seat, scene)
    charged = without.copy()
    charged.charge(amount)
    charged.vp -= amount - 1
    if outlook(charged) >= outlook(without):
        return "charge"
    if without.passed:
        return "decline"
    (declined,), (accepted,) = plan([without], effort), plan([charged], effort)
    return "charge" if accepted >= declined - LENIENCE else "decline"


def _first(view: GaiaState, prompt: Prompt, effort: Effort) -> str:
    """Start where many planets can be reached cheaply, and not far from the other own start."""
    del effort
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


def _booster(view: GaiaState, prompt: Prompt, effort: Effort) -> str:
    """Take the booster with which most can be made of the first round."""
    seat = prompt.seat
    scene = Scene(view, seat)
    roots: list[Sketch] = []
    for option in prompt.legal:
        one = sketch_of(view, seat, scene)
        one.booster = option.id
        one.round = 0
        one.next_round()
        roots.append(one)
    values = plan(roots, effort)
    return max(zip(values, (option.id for option in prompt.legal), strict=True), key=lambda one: one[0])[1]


def _income(view: GaiaState, prompt: Prompt, effort: Effort) -> str:
    """Take tokens first, so that charging moves them."""
    del view, effort
    return min((option.id for option in prompt.legal), key=lambda one: (one.endswith("pw"), one))


def _terrans(view: GaiaState, prompt: Prompt, effort: Effort) -> str:
    """Take what is needed most for the power."""
    del effort
    me = view.players[prompt.seat]
    legal = {option.id for option in prompt.legal}
    wish = ["q"] if me.qic < 1 else []
    wish += ["o", "k"] if me.ore < 6 else ["k", "q"]
    return next((id for id in (*wish, "k", "o", "c", "done") if id in legal), "done")


def _done(view: GaiaState, prompt: Prompt, effort: Effort) -> str:
    del view, prompt, effort
    return "done"


__all__ = ["QUICK", "STRONG", "Effort", "choose"]

CHOOSERS: Mapping[str, Chooser] = {
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
