"""What can be planned: the next bid, and whether to drill at the next site."""

from __future__ import annotations

import msgspec

from rules.kernel.prompt import Prompt
from rules.kernel.text import T
from tests.sample.rules.components import SITES
from tests.sample.rules.state import ProspectState
from tests.sample.rules.steps.bidding import Bid
from tests.sample.rules.steps.claiming import Work


def ahead(view: ProspectState, seat: int) -> list[Prompt]:
    """Ask ahead, with the fuel that the seat has now; what it cannot pay yet may be planned all the same."""
    if view.phase in {"setup", "over"}:
        return []
    bid = Bid(list(range(len(view.players)))).prompt(view, seat)
    work = Work(seat, next(iter(SITES))).prompt(view)
    asked = [msgspec.structs.replace(work, text=T("Whether you drill at your next site"))]
    if view.phase == "bids" or view.round < view.rounds:
        asked.append(msgspec.structs.replace(bid, text=T("Your next bid")))
    return asked
