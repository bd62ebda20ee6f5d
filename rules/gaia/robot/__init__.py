"""A robot for Gaia Project: it plans the rest of the round, and takes the first action of the best plan.

It sees its seat's view and the prompt, as a person does. `sketch` is what it plans over, `moves` what can be done in a
turn (`paying` and `effects` carry it out), `search` follows the lines, and `outlook` says what their ends are worth.
Where an action goes on with another prompt, all is planned again from what is there by then: `answers` turns each
choice into a sketch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from rules.gaia.components import FACTIONS, GAIA, TRANSDIM, WHEEL
from rules.gaia.galaxy import galaxy, planet, steps_between
from rules.gaia.robot.answers import AT_ONCE, choices, taken_planets
from rules.gaia.robot.outlook import outlook
from rules.gaia.robot.reasons import NEIGHBOURS, SPREAD, TEXTS, reasons
from rules.gaia.robot.search import QUICK, STRONG, Effort, Line, plan
from rules.gaia.robot.sketch import Scene, Sketch, sketch_of
from rules.gaia.state import GaiaState
from rules.gaia.steps.charging import offered, takes_token
from rules.kernel.prompt import Prompt
from rules.kernel.robots import Appraisal, Term, ranked
from rules.kernel.text import T, Text

#: How much worse a plan with power may seem that was charged at a price: power that is left keeps its use.
LENIENCE = 0.3

Chooser = Callable[[GaiaState, Prompt, Effort], Sequence[Appraisal]]
Roots = Sequence[tuple[str, Sketch]]
"""What is picked, with what comes of it; a pick may come several times."""


def appraise(view: GaiaState, prompt: Prompt, effort: Effort, *, terms: bool = False) -> list[Appraisal]:
    """Say what the best plans after each answer come to, the best first; nothing where it knows of none."""
    chooser = CHOOSERS.get(prompt.kind)
    if chooser is not None:
        return ranked(chooser(view, prompt, effort))
    if prompt.kind == "federation":
        found = _planned(taken_planets(view, prompt), effort, terms=terms) or _listed_first(view, prompt, effort)
        return [msgspec.structs.replace(one, why=T("It belongs to the federation that I would form.")) for one in found]
    if prompt.kind == "charge":
        return ranked(_charge(view, prompt, effort, terms=terms))
    if prompt.kind == "booster":
        return _planned(_boosters(view, prompt), effort, terms=terms)
    legal = {option.id for option in prompt.legal}
    return _planned([one for one in choices(view, prompt) if one[0] in legal], effort, terms=terms)


def plans(kind: str) -> bool:
    """Whether answers to a kind of prompt are appraised by plans that begin with them, beside each other."""
    return kind not in CHOOSERS and kind != "charge"


def _planned(roots: Roots, effort: Effort, *, terms: bool) -> list[Appraisal]:
    """Appraise what is picked by the best plans that begin with it."""
    best: dict[str, Line] = {}
    for (pick, _), line in zip(roots, plan([after for _, after in roots], effort), strict=True):
        if line.value > float("-inf") and (pick not in best or line.value > best[pick].value):
            best[pick] = line
    return ranked([Appraisal([pick], line.value, reasons(line.at) if terms else ()) for pick, line in best.items()])


def _only(pick: str, why: Text | None = None) -> list[Appraisal]:
    """Think of one answer alone."""
    return [Appraisal([pick], 0.0, why=why)]


def _listed_first(view: GaiaState, prompt: Prompt, effort: Effort) -> list[Appraisal]:
    del view, effort
    return _only(prompt.legal[0].id, T("That is always good here."))


def _charge(view: GaiaState, prompt: Prompt, effort: Effort, *, terms: bool) -> list[Appraisal]:
    """Charge where the power is worth more than its price."""
    seat = prompt.seat
    if takes_token(view.players[seat]):
        return _only("charge", T("It brings you a power token as well."))
    amount, _ = offered(prompt)
    if amount <= 1:
        return _only("charge", T("It costs you nothing."))
    scene = Scene(view, seat)
    without = sketch_of(view, seat, scene)
    charged = without.copy()
    charged.charge(amount)
    charged.vp -= amount - 1
    now, then = outlook(without), outlook(charged)
    ends, lenience = (without, charged), 0.0
    if then < now and not without.passed:
        (declined,), (accepted,) = plan([without], effort), plan([charged], effort)
        ends, lenience = (declined.at, accepted.at), LENIENCE
        now, then = declined.value, accepted.value + lenience
    kept, taken = ([*reasons(end)] if terms else [] for end in ends)
    if terms:
        taken.append(Term(TEXTS["power"], lenience))
    return [Appraisal(["charge"], then, tuple(taken)), Appraisal(["decline"], now, tuple(kept))]


def _first(view: GaiaState, prompt: Prompt, effort: Effort) -> list[Appraisal]:
    """Start where many planets can be reached cheaply, and not far from the other own start."""
    del effort
    sky, me = galaxy(view), view.players[prompt.seat]
    home = FACTIONS[me.faction].home
    taken = {place for one in view.players for place in one.structures}

    def appeal(place: str) -> Appraisal:
        reach = 0.0
        for other in sky.planets:
            apart = sky.distance[place][other]
            if other == place or apart > 4 or other in taken:
                continue
            kind = planet(view, other)
            if kind in WHEEL:
                ease = (2.0, 1.2, 0.5, 0.25)[steps_between(home, kind)]
            else:
                ease = {GAIA: 1.1, TRANSDIM: 0.6}[kind]
            reach += ease * (0, 1.6, 1.3, 0.6, 0.3)[apart]
        own = min((sky.distance[place][other] for other in me.structures), default=0)
        spread = {0: 0.0, 1: 0.5, 2: 1.0, 3: 1.2, 4: 1.0, 5: 0.5}.get(own, -0.2 * own)
        rivals = sum(sky.distance[place][other] <= 2 for other in taken - set(me.structures))
        near = (1.5, 2.0, 1.5)[min(2, rivals)] * bool(rivals)
        terms = Term(TEXTS["sites"], reach), Term(SPREAD, spread), Term(NEIGHBOURS, near)
        return Appraisal([place], reach + spread + near, terms)

    return [appeal(option.id) for option in prompt.legal]


def _boosters(view: GaiaState, prompt: Prompt) -> list[tuple[str, Sketch]]:
    """Give the beginnings of the first round with each booster."""
    seat = prompt.seat
    scene = Scene(view, seat)
    roots: list[tuple[str, Sketch]] = []
    for option in prompt.legal:
        one = sketch_of(view, seat, scene)
        one.booster = option.id
        one.round = 0
        one.next_round()
        roots.append((option.id, one))
    return roots


def _income(view: GaiaState, prompt: Prompt, effort: Effort) -> list[Appraisal]:
    """Take tokens first, so that charging moves them."""
    del view, effort
    first = min((option.id for option in prompt.legal), key=lambda one: (one.endswith("pw"), one))
    return _only(first, T("New tokens come first, so that they are charged as well."))


def _terrans(view: GaiaState, prompt: Prompt, effort: Effort) -> list[Appraisal]:
    """Take what is needed most for the power."""
    del effort
    me = view.players[prompt.seat]
    legal = {option.id for option in prompt.legal}
    wish = ["q"] if me.qic < 1 else []
    wish += ["o", "k"] if me.ore < 6 else ["k", "q"]
    found = next((id for id in (*wish, "k", "o", "c", "done") if id in legal), "done")
    return _only(found, T("That helps you most in the next round."))


def _done(view: GaiaState, prompt: Prompt, effort: Effort) -> list[Appraisal]:
    del view, prompt, effort
    return _only("done", T("I plan no free action after the action."))


__all__ = ["QUICK", "STRONG", "Effort", "appraise", "plans"]

CHOOSERS: Mapping[str, Chooser] = {
    "finish": _done,
    "turn-sectors": _listed_first,
    "first": _first,
    "income": _income,
    "terrans": _terrans,
    "itars": _listed_first,
    **dict.fromkeys(AT_ONCE, _listed_first),
}
