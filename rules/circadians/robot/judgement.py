"""What resources, dice and cards are worth to a robot with so many rounds to come, and other weights, found by games.

Robots with weights a little larger or smaller by chance played against each other (`benchmarks.tune`); what goods and
dice are worth before the last round came from plans of that round with other goods and dice. What was found stands in
``data/judgement.json``.
"""

from __future__ import annotations

from importlib import resources

import msgspec

from rules.circadians.components import ROUNDS
from rules.circadians.effects import LOCATIONS
from rules.circadians.goods import RESOURCES
from rules.kernel.data import decode_file
from rules.kernel.errors import BadData

FILE = "judgement.json"
#: Up to where one more of a resource is worth the same: the first few are worth more than those beyond.
KNOTS = {"water": (5, 10, 16, 24), "algae": (2, 5, 9), "power": (2, 4, 7), "gem": (1, 2, 4)}
#: How many of a resource a seat has when it needs some: what one is worth in general is the mean of so many.
USUAL = {"water": 14, "algae": 7, "power": 5, "gem": 3}
DICE = GARAGES = 5


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What things are worth with so many rounds to come.

    `stock`: resource -> what one is worth up to the first of its `KNOTS`, from there to the next one, and so on.
    `dice`: the first to the fifth die. `card`: one drawn from the deck. `hand`: how much of what cards promise is kept.
    """

    stock: dict[str, tuple[float, ...]]
    dice: tuple[float, ...]
    card: float
    hand: float

    def slope(self, kind: str, n: int) -> float:
        """What the n-th of a resource is worth, counted from 0."""
        at = sum(n >= knot for knot in KNOTS[kind])
        return self.stock[kind][at]

    def unit(self, kind: str) -> float:
        """What one of a resource is worth in general."""
        return sum(self.slope(kind, n) for n in range(USUAL[kind])) / USUAL[kind]


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the robot goes by, and what it was learned from.

    `stages`: the worth of things with 0, 1, 2, ... rounds to come. `places`: what using a place is worth beside what is
    reckoned. `sent`: how often a round an upgrade on garage 1, 2, ... does its work. `income`: how much of what comes
    at harvests finds its use.
    """

    learned_from: str
    places: dict[str, float]
    sent: tuple[float, ...]
    income: float
    stages: tuple[Stage, ...]


def read(data: bytes) -> Judgement:
    """Read and check a file of weights.

    Raises:
        BadData: something is missing or unknown, or no number.

    """
    found = decode_file(data, Judgement, FILE)
    if len(found.stages) != ROUNDS + 1:
        raise BadData(f"{FILE}: there are {len(found.stages)} stages, not {ROUNDS + 1}")
    if set(found.places) != {"negotiate", "depot", "hq", *LOCATIONS} or len(found.sent) != GARAGES:
        raise BadData(f"{FILE}: its places or garages are not those of the game")
    for left, stage in enumerate(found.stages):
        shape = {kind: len(slopes) for kind, slopes in stage.stock.items()}
        if shape != {kind: len(KNOTS[kind]) + 1 for kind in RESOURCES} or len(stage.dice) != DICE:
            raise BadData(f"{FILE}: the stage with {left} rounds to come has other knots or dice")
    return found


LEARNED = read((resources.files("rules.circadians") / "data" / FILE).read_bytes())
