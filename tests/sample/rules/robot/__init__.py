"""The robot of Prospect: it plays by what sites are worth to it."""

from __future__ import annotations

from rules.kernel.prompt import Prompt
from rules.kernel.robots import Appraisal, Term, ranked
from rules.kernel.text import T
from tests.sample.rules.robot.plan import bid, spares_fuel
from tests.sample.rules.robot.value import site_value
from tests.sample.rules.state import ProspectState

__all__ = ["appraise", "bid"]


def appraise(view: ProspectState, prompt: Prompt, *, terms: bool) -> list[Appraisal]:
    """Say what the answers to a prompt are worth, the best first."""
    seat = prompt.seat
    match prompt.kind:
        case "claim":
            return ranked([_claim(view, seat, option.id, terms=terms) for option in prompt.legal])
        case "work":
            return [Appraisal(["drill" if spares_fuel(view, seat) else "done"], 0.0)]
        case "follow":
            return [Appraisal(["yes" if spares_fuel(view, seat) else "no"], 0.0)]
        case _:  # Which charter is better, nobody knows before the first round.
            return []


def _claim(view: ProspectState, seat: int, site: str, *, terms: bool) -> Appraisal:
    value = site_value(view, seat, site)
    return Appraisal([site], value, (Term(T("what the site holds"), value),) if terms else ())
