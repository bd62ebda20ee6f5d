"""The die that a prompt is about, on its way with its value."""

from __future__ import annotations

from collections.abc import Sequence

from rules.circadians.boards import Case, case_of
from rules.circadians.goods import Goods
from rules.circadians.means import HQ, Means, Sending
from rules.circadians.places import read_source
from rules.kernel.text import Text


def case_now(means: Means, so_far: Sequence[str]) -> Case | None:
    """The die that a prompt is about, with its value; None where it cannot be told or cannot be sent."""
    source = next((found for place in so_far if (found := read_source(place)) is not None), None)
    values = [int(place.removeprefix("value:")) for place in so_far if place.startswith("value:")]
    if source is None or (source == HQ and not means.state.hq) or (source != HQ and not means.face(source)):
        return None
    face = means.face(source)
    value = values[-1] if values else face
    price = Goods() if value == face else means.changes(source, face, flip=means.state.flip).get(value, Goods())
    case = case_of(means, Sending(source, value, price))
    return None if isinstance(case, Text) else case
