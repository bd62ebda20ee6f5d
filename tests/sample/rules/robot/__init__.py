"""The robot of Prospect: it plays by what sites are worth to it."""

from __future__ import annotations

from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from tests.sample.rules.robot.plan import bid, spares_fuel
from tests.sample.rules.robot.value import site_value
from tests.sample.rules.state import ProspectState


def choose(view: ProspectState, prompt: Prompt, rng: Rng) -> list[str]:
    """Answer a prompt as a robot that sees its seat's view; `rng` is its own."""
    seat = prompt.seat
    match prompt.kind:
        case "bid":
            return [str(bid(view, seat, rng))]
        case "claim":
            return [max((option.id for option in prompt.legal), key=lambda site: site_value(view, seat, site))]
        case "work":
            return ["drill" if spares_fuel(view, seat) else "done"]
        case "follow":
            return ["yes" if spares_fuel(view, seat) else "no"]
        case _:  # Which charter is better, nobody knows before the first round.
            return robots.choose(view, prompt, rng)
