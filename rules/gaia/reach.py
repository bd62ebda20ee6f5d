"""Where a player can build, what it costs, and why not elsewhere (rulebook, actions 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from rules.gaia import power
from rules.gaia.components import (
    BIG,
    FACTIONS,
    GAIA,
    INSTITUTE,
    LAB,
    LIMITS,
    MINE,
    RESEARCH,
    STATION,
    STRUCTURES,
    TRANSDIM,
    Goods,
)
from rules.gaia.counts import pieces_used
from rules.gaia.galaxy import galaxy, planet, steps_between
from rules.gaia.goods import covers, shortage
from rules.gaia.state import GaiaState, Player
from rules.kernel.text import TN, T, Text, name, player

QIC_REACH = 2
NEIGHBOURHOOD = 2


class Quote(msgspec.Struct, frozen=True):
    """What it takes to do something on a place. `refusal` is set where it cannot be done."""

    place: str
    cost: Goods = Goods()
    steps: int = 0
    """Terraforming steps taken, free ones included."""
    tokens: int = 0
    """Power tokens that go to the Gaia area."""
    refusal: Text | None = None
    guest: bool = False
    """A mine beside another faction's structure (Lantids)."""


class Look:
    """Who stands where, looked up once for all the places of a prompt."""

    def __init__(self, state: GaiaState, seat: int) -> None:
        self.state, self.seat = state, seat
        self.me = state.players[seat]
        self.map = galaxy(state)
        self.owner = {place: at for at, other in enumerate(state.players) for place in other.structures}
        self.former = {place: at for at, other in enumerate(state.players) for place in other.sent_formers}
        self.starts = [*self.me.places(), *self.me.stations]
        self.mines_left = STRUCTURES[MINE].count - pieces_used(state, self.me, MINE)
        self.step_ore = RESEARCH["terra"].levels[self.me.research["terra"]].step_ore
        self.range = RESEARCH["nav"].levels[self.me.research["nav"]].range
        self.home = FACTIONS[self.me.faction].home

    def qic_for(self, place: str, extra: int) -> int:
        """Q.I.C. needed to reach a place with a basic range raised by `extra`."""
        beyond = self.map.nearest(place, self.starts) - self.range - extra
        return -(-beyond // QIC_REACH) if beyond > 0 else 0

    def foreign(self) -> list[str]:
        """Every planet where the player has no structure."""
        lost = [self.state.lost] if self.state.lost else []
        own = {*self.me.structures, *self.me.guests}
        return [place for place in [*self.map.planets, *lost] if place not in own]


def _mine_price(look: Look, place: str, kind: str, steps: int, extra: int) -> tuple[int, int, int]:
    """Ore and Q.I.C. on top of the price of a mine, and terraforming steps, on a planet that is not forbidden."""
    if look.former.get(place) == look.seat:
        return 0, 0, 0
    qic = look.qic_for(place, extra)
    if place in look.owner:
        return 0, qic, 0
    if kind == GAIA:
        return (1, qic, 0) if look.me.faction == "gleens" else (0, qic + 1, 0)
    needed = steps_between(look.home, kind)
    return look.step_ore * max(0, needed - steps), qic, needed


def mine(look: Look, place: str, *, steps: int = 0, extra: int = 0) -> Quote:
    """Quote a mine on a planet, with free terraforming steps and a raised range."""
    kind, price = planet(look.state, place), STRUCTURES[MINE].cost
    if not look.mines_left:
        return Quote(place, refusal=T("All your mines are built."))
    refusal = _forbidden(look, place, kind)
    if refusal is not None:
        return Quote(place, refusal=refusal)
    ore, qic, needed = _mine_price(look, place, kind, steps, extra)
    cost = Goods(ore=price.ore + ore, credits=price.credits, qic=qic)
    return Quote(place, cost, needed, refusal=shortage(look.me, cost), guest=place in look.owner)


def lone(places: Iterable[str]) -> str:
    """The place if there is only one, which is then not asked for; else nothing."""
    two = list(islice(places, 2))
    return two[0] if len(two) == 1 else ""


def can_mine(look: Look, *, steps: int = 0, extra: int = 0) -> bool:
    """Whether a mine can be built anywhere."""
    return any(mine_places(look, steps=steps, extra=extra))


def mine_places(look: Look, *, steps: int = 0, extra: int = 0) -> Iterator[str]:
    """Every place where a mine can be built; its price is not worked out."""
    me, price = look.me, STRUCTURES[MINE].cost
    if not look.mines_left or me.credits < price.credits or me.ore < price.ore:
        return
    for place in look.foreign():
        kind = planet(look.state, place)
        if _forbidden(look, place, kind) is None:
            ore, qic, _ = _mine_price(look, place, kind, steps, extra)
            if me.ore >= price.ore + ore and me.qic >= qic:
                yield place


def _forbidden(look: Look, place: str, kind: str) -> Text | None:
    """Say why a mine may not stand on a planet at any price."""
    former = look.former.get(place)
    if former is not None and former != look.seat:
        return T("A Gaiaformer of {who} stands there; only they may colonise the planet.", who=player(former))
    if former is not None:
        if kind == GAIA:
            return None
        return T("Your Gaiaformer is still at work there; it is a Gaia Planet from the next Gaia phase on.")
    if kind == TRANSDIM:
        return T("A Transdim Planet must first become a Gaia Planet by a Gaia project.")
    owner = look.owner.get(place)
    if owner is None:
        return None
    if owner == look.seat or place in look.me.guests:
        return T("You have a structure there already.")
    if look.me.faction != "lantids":
        return T("{who} has colonised that planet.", who=player(owner))
    return None


def mine_quotes(look: Look, *, steps: int = 0, extra: int = 0) -> list[Quote]:
    """Quote a mine on every planet that is not the player's own, possible ones first."""
    return possible_first(mine(look, place, steps=steps, extra=extra) for place in look.foreign())


def possible_first(quotes: Iterable[Quote]) -> list[Quote]:
    """Put what can be done before what cannot, and of the former the cheapest first."""

    def place(quote: Quote) -> tuple[int, ...]:
        return (1,) if quote.refusal is not None else (0, quote.cost.qic, quote.cost.ore, quote.tokens)

    return sorted(quotes, key=place)


def project_price(me: Player) -> int:
    """Power tokens that a Gaia project takes."""
    return RESEARCH["gaia"].levels[me.research["gaia"]].project


def no_project(me: Player) -> Text | None:
    """Say why no Gaia project at all can be started."""
    if not project_price(me):
        return T("You need level 1 of Gaia Project.")
    if not me.formers:
        return T("You have no Gaiaformer ready.")
    if power.tokens(me) < project_price(me):
        return TN(
            "A Gaia project takes {n} power token; you have {have}.",
            "A Gaia project takes {n} power tokens; you have {have}.",
            project_price(me),
            have=power.tokens(me),
        )
    return None


def project_quotes(look: Look, *, extra: int = 0) -> list[Quote]:
    """Quote a Gaia project on every Transdim Planet without a Gaiaformer."""
    me, quotes = look.me, []
    never = no_project(me)
    for place in look.map.planets:
        if planet(look.state, place) == TRANSDIM and place not in look.former:
            cost = Goods(qic=look.qic_for(place, extra))
            quotes.append(Quote(place, cost, tokens=project_price(me), refusal=never or shortage(me, cost)))
    return possible_first(quotes)


def can_project(look: Look, *, extra: int = 0) -> bool:
    """Whether a Gaia project can be started anywhere."""
    return any(project_places(look, extra=extra))


def project_places(look: Look, *, extra: int = 0) -> Iterator[str]:
    """Every place where a Gaia project can be started."""
    if no_project(look.me) is not None:
        return
    for place in look.map.planets:
        if planet(look.state, place) != TRANSDIM or place in look.former:
            continue
        if look.qic_for(place, extra) <= look.me.qic:
            yield place


def empty_quotes(look: Look, *, satellites_block: bool) -> list[Quote]:
    """Quote the reach of every empty space: for a space station, or for the Lost Planet (no satellites there)."""
    state, taken = look.state, set()
    for other in state.players:
        taken.update(other.stations)
        if satellites_block:
            taken.update(other.satellites)
    if state.lost:
        taken.add(state.lost)
    planets = set(look.map.planets)
    quotes = []
    for place in look.map.names:
        if place not in planets and place not in taken:
            cost = Goods(qic=look.qic_for(place, 0))
            quotes.append(Quote(place, cost, refusal=shortage(look.me, cost)))
    return possible_first(quotes)


def upgrades_to(faction: str, kind: str) -> tuple[str, ...]:
    """Which structures may become this one. The Bescods' institute and academies have changed places."""
    if faction == "bescods" and kind in BIG:
        return (LAB,) if kind == INSTITUTE else (STATION,)
    return STRUCTURES[kind].after


def upgrade_cost(look: Look, kind: str, place: str) -> Goods:
    """What an upgrade costs; a trading station is cheaper near another player's structure."""
    structure = STRUCTURES[kind]
    if structure.neighbour_cost is not None:
        row = look.map.distance[place]
        for at, other in enumerate(look.state.players):
            if at != look.seat and any(row[there] <= NEIGHBOURHOOD for there in other.places()):
                return structure.neighbour_cost
    return structure.cost


def upgrade_quotes(look: Look, kind: str) -> list[Quote]:
    """Quote an upgrade to this structure on every place where it could stand."""
    me, quotes = look.me, []
    built = pieces_used(look.state, me, kind) >= STRUCTURES[kind].count
    for place, standing in me.structures.items():
        if standing not in upgrades_to(me.faction, kind):
            continue
        cost = upgrade_cost(look, kind, place)
        refusal = shortage(me, cost)
        if built:
            refusal = T("You have no {structure} left to build.", structure=name(f"gaia.structure.{kind}"))
        elif place == look.state.lost:
            refusal = T("The mine on the Lost Planet cannot be upgraded.")
        quotes.append(Quote(place, cost, refusal=refusal))
    return possible_first(quotes)


def can_upgrade(look: Look, kind: str) -> bool:
    """Whether anything can be upgraded to this structure."""
    state, me = look.state, look.me
    if me.ore < STRUCTURES[kind].cost.ore or pieces_used(state, me, kind) >= STRUCTURES[kind].count:
        return False
    before = upgrades_to(me.faction, kind)
    return any(
        standing in before and place != state.lost and covers(me, upgrade_cost(look, kind, place))
        for place, standing in me.structures.items()
    )


def satellites_left(me: Player) -> int:
    """How many satellites a player can still place."""
    return LIMITS.satellites - len(me.satellites)
