"""Building: mines, Gaia projects, upgrades, and the factions' own ways to change structures (actions 1 to 3)."""

from __future__ import annotations

import msgspec

from rules.gaia import goods, power, reach
from rules.gaia.components import BIG, INSTITUTE, LAB, LIMITS, MINE, STATION, STRUCTURES, TRACKS, Goods
from rules.gaia.counts import pieces_used
from rules.gaia.galaxy import planet
from rules.gaia.reach import Look, Quote
from rules.gaia.state import GaiaState
from rules.gaia.steps.basics import give_up
from rules.gaia.steps.research import Advance, settle
from rules.gaia.steps.tech import ChooseTech
from rules.gaia.steps.tokens import gain_token, join_federation
from rules.gaia.texts import goods_texts
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import TN, T, Text, name, player

PAID = ("ore", "credits", "knowledge", "qic")
"""The goods that something on the map may cost."""


def place_text(state: GaiaState, place: str) -> Text:
    """A place on the map with its planet."""
    return T("{place} ({planet})", place=place, planet=name(f"gaia.planet.{planet(state, place)}"))


def with_lone_place(state: GaiaState, note: Text, place: str) -> Text:
    """A note that also names the only place, which is not asked for; as it is where there are several (``""``)."""
    return T("{price}; possible only on {place}", price=note, place=place_text(state, place)) if place else note


def place_option(state: GaiaState, quote: Quote, *, id: str = "", last: bool = False) -> Option:
    """Offer a place on the map, with what it costs there; `last` as options have it."""
    return Option(
        id or quote.place,
        place_text(state, quote.place),
        _price(quote) if quote.refusal is None else None,
        place=f"hex:{quote.place}",
        refusal=quote.refusal,
        price=_goods_price(quote) if quote.refusal is None else (),
        last=last and quote.refusal is None,
    )


def _goods_price(quote: Quote) -> tuple[tuple[str, int], ...]:
    """What it takes in goods, terraforming steps and power tokens, for pictures."""
    counts = {"step": quote.steps, "tokens": quote.tokens} | {good: getattr(quote.cost, good) for good in PAID}
    return tuple((good, count) for good, count in counts.items() if count)


def _price(quote: Quote) -> Text:
    """What it takes: goods, and terraforming steps or power tokens."""
    cost = goods_texts(quote.cost)
    if quote.steps:
        return TN(
            "For {cost}, with {n} terraforming step", "For {cost}, with {n} terraforming steps", quote.steps, cost=cost
        )
    if quote.tokens and quote.cost == Goods():
        return TN("{n} power token goes to the Gaia area", "{n} power tokens go to the Gaia area", quote.tokens)
    if quote.tokens:
        return TN(
            "For {cost}; {n} power token goes to the Gaia area",
            "For {cost}; {n} power tokens go to the Gaia area",
            quote.tokens,
            cost=cost,
        )
    return T("For {cost}", cost=cost)


def spare_steps(option: Option, quote: Quote, free: int) -> Option:
    """An option that also says how many free terraforming steps its planet does not need."""
    if option.refusal is not None or option.note is None:
        return option
    return msgspec.structs.replace(option, note=with_spare_steps(option.note, quote, free))


def with_spare_steps(note: Text, quote: Quote, free: int) -> Text:
    """A note that also says how many free terraforming steps a planet does not need; as it is where it needs all."""
    if quote.steps >= free:
        return note
    return TN(
        "{note}; {n} free step is not needed",
        "{note}; {n} free steps are not needed",
        free - quote.steps,
        note=note,
    )


class BuildMine(Ask[GaiaState], tag=True):
    """Ask where the mine goes, with free terraforming steps or a raised range where an action gives them."""

    steps: int = 0
    extra: int = 0

    def quotes(self, state: GaiaState) -> list[Quote]:
        """Every planet with what a mine costs there."""
        return reach.mine_quotes(Look(state, self.seat), steps=self.steps, extra=self.extra)

    def prompt(self, state: GaiaState) -> Prompt:
        last = state.acts(self.seat)
        options = [
            spare_steps(place_option(state, quote, last=last), quote, self.steps) for quote in self.quotes(state)
        ]
        return Prompt(self.seat, "build", T("Where do you build a mine?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        flow.then(*build_mine(state, self.seat, picks[0], flow, steps=self.steps, extra=self.extra))


def build_mine(
    state: GaiaState, seat: int, place: str, flow: Flow[GaiaState], *, steps: int, extra: int
) -> list[Step[GaiaState]]:
    """Pay for a mine, take back a Gaiaformer that stands there, and settle."""
    me = state.players[seat]
    quote = reach.mine(Look(state, seat), place, steps=steps, extra=extra)
    goods.pay(me, quote.cost)
    if place in me.sent_formers:
        me.sent_formers.remove(place)
        me.formers += 1
    points = goods.happened(state, me, "step", quote.steps)
    flow.tell("build", T("{who} builds a mine on {place}.", who=player(seat), place=place), seat=seat)
    return settle(state, seat, place, flow, guest=quote.guest, points=points)


class GaiaProject(Ask[GaiaState], tag=True):
    """Ask which Transdim Planet is to become a Gaia Planet."""

    extra: int = 0

    def prompt(self, state: GaiaState) -> Prompt:
        quotes = reach.project_quotes(Look(state, self.seat), extra=self.extra)
        last = project_is_last(state, self.seat)
        options = [place_option(state, quote, last=last) for quote in quotes]
        return Prompt(self.seat, "gaia", T("Where do you start a Gaia project?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        flow.then(*start_project(state, self.seat, picks[0], flow, extra=self.extra))


def project_is_last(state: GaiaState, seat: int) -> bool:
    """Whether nothing more is asked when a Gaia project is started: where the tokens come from is clear."""
    me = state.players[seat]
    return state.acts(seat) and len(power.discard_ways(me, reach.project_price(me))) == 1


def start_project(
    state: GaiaState, seat: int, place: str, flow: Flow[GaiaState], *, extra: int
) -> list[Step[GaiaState]]:
    """Send a Gaiaformer, and power tokens to the Gaia area."""
    me = state.players[seat]
    goods.pay(me, Goods(qic=Look(state, seat).qic_for(place, extra)))
    me.formers -= 1
    me.sent_formers.append(place)
    flow.tell("project", T("{who} starts a Gaia project on {place}.", who=player(seat), place=place), seat=seat)
    return give_up(state, seat, reach.project_price(me), to_gaia=True, so_far=[f"hex:{place}"])


class FarReach(Ask[GaiaState], tag=True):
    """The booster's action: a mine or a Gaia project with a raised range."""

    extra: int

    def prompt(self, state: GaiaState) -> Prompt:
        look = Look(state, self.seat)
        mines = reach.mine_quotes(look, extra=self.extra)
        projects = reach.project_quotes(look, extra=self.extra)
        taken = {quote.place for quote in projects}
        quotes = reach.possible_first([*(quote for quote in mines if quote.place not in taken), *projects])
        mine, project = state.acts(self.seat), project_is_last(state, self.seat)
        options = [place_option(state, quote, last=project if quote.tokens else mine) for quote in quotes]
        text = T("Where do you build a mine or start a Gaia project, with a range raised by {n}?", n=self.extra)
        return Prompt(self.seat, "far", text, options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        place = picks[0]
        look = Look(state, self.seat)
        if reach.mine(look, place, extra=self.extra).refusal is None:
            flow.then(*build_mine(state, self.seat, place, flow, steps=0, extra=self.extra))
        else:
            flow.then(*start_project(state, self.seat, place, flow, extra=self.extra))


class ChooseUpgrade(Ask[GaiaState], tag=True):
    """Ask to which structure to upgrade."""

    def prompt(self, state: GaiaState) -> Prompt:
        look = Look(state, self.seat)
        options = [upgrade_option(look, kind) for kind in STRUCTURES if kind != MINE]
        return Prompt(self.seat, "upgrade", T("To which structure do you upgrade?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        flow.then(Upgrade(self.seat, picks[0]))


def upgrade_option(look: Look, kind: str) -> Option:
    """Offer a kind of upgrade, or say why there is no place for it."""
    quotes = reach.upgrade_quotes(look, kind)
    refusal: Text | None = None
    if not quotes:
        needs: list[Text] = [name(f"gaia.structure.{old}") for old in reach.upgrades_to(look.me.faction, kind)]
        refusal = T("You need a {structure} to upgrade.", structure=needs)
    elif quotes[0].refusal is not None:
        refusal = quotes[0].refusal
    if refusal is not None:
        return Option(kind, name(f"gaia.structure.{kind}"), place=structure_place(kind), refusal=refusal)
    possible = [quote for quote in quotes if quote.refusal is None]
    costs = [quote.cost for quote in possible]
    cheapest = goods_texts(min(costs, key=lambda cost: (cost.ore, cost.credits)))
    note = (
        T("For {cost}", cost=cheapest) if all(cost == costs[0] for cost in costs) else T("From {cost}", cost=cheapest)
    )
    note = with_lone_place(look.state, note, reach.lone(quote.place for quote in possible))
    return Option(kind, name(f"gaia.structure.{kind}"), note, place=structure_place(kind))


def structure_place(kind: str) -> str:
    """The place of a kind of structure on the faction board."""
    return f"structure:{kind}"


class Upgrade(Ask[GaiaState], tag=True):
    """Ask where to upgrade."""

    kind: str

    def prompt(self, state: GaiaState) -> Prompt:
        # A lab or an academy brings a tile, and the Gleens' institute a token.
        last = state.acts(self.seat) and self.kind in (STATION, INSTITUTE)
        quotes = reach.upgrade_quotes(Look(state, self.seat), self.kind)
        options = [place_option(state, quote, last=last) for quote in quotes]
        text = T("Where do you build the {structure}?", structure=name(f"gaia.structure.{self.kind}"))
        return Prompt(self.seat, "upgrade-place", text, options, so_far=[structure_place(self.kind)])

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me, place = state.players[self.seat], picks[0]
        goods.pay(me, reach.upgrade_cost(Look(state, self.seat), self.kind, place))
        flow.tell(
            "upgrade",
            T(
                "{who} builds the {structure} on {place}.",
                who=player(self.seat),
                structure=name(f"gaia.structure.{self.kind}"),
                place=place,
            ),
            seat=self.seat,
        )
        flow.then(*put_up(state, self.seat, self.kind, place, flow))


def put_up(state: GaiaState, seat: int, kind: str, place: str, flow: Flow[GaiaState]) -> list[Step[GaiaState]]:
    """Replace a structure, score it, and do what it brings at once."""
    me = state.players[seat]
    me.structures[place] = kind
    state.built.append(place)
    if kind == STATION:
        goods.tell_points(flow, seat, goods.happened(state, me, "station"))
    elif kind in BIG:
        goods.tell_points(flow, seat, goods.happened(state, me, "big"))
    if kind == LAB or (kind in BIG and kind != INSTITUTE):
        return [ChooseTech(seat)]
    if kind == INSTITUTE and me.faction == "gleens":
        return gain_token(state, seat, "gleens", flow)
    return []


class SpaceStation(Ask[GaiaState], tag=True):
    """Ask the Ivits where the space station goes."""

    def prompt(self, state: GaiaState) -> Prompt:
        quotes = reach.empty_quotes(Look(state, self.seat), satellites_block=False)
        last = state.acts(self.seat)
        options = [place_option(state, quote, last=last) for quote in quotes if quote.refusal is None]
        return Prompt(self.seat, "station", T("Where do you place a space station?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me, place = state.players[self.seat], picks[0]
        goods.pay(me, Goods(qic=Look(state, self.seat).qic_for(place, 0)))
        me.stations.append(place)
        join_federation(state, self.seat, place)
        flow.tell(
            "station", T("{who} places a space station on {place}.", who=player(self.seat), place=place), seat=self.seat
        )


def can_place_station(state: GaiaState, seat: int) -> Text | None:
    """Say why no space station can be placed."""
    if len(state.players[seat].stations) >= LIMITS.stations:
        return T("All your space stations are placed.")
    if all(quote.refusal for quote in reach.empty_quotes(Look(state, seat), satellites_block=False)):
        return T("No free space is in reach.")
    return None


class Swap(Ask[GaiaState], tag=True):
    """Ask the Ambas which mine changes places with the planetary institute."""

    def prompt(self, state: GaiaState) -> Prompt:
        last = state.acts(self.seat)
        options = [place_option(state, Quote(place), last=last) for place in swappable(state, self.seat)]
        return Prompt(self.seat, "swap", T("With which mine does your institute change places?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me = state.players[self.seat]
        home = next(place for place, kind in me.structures.items() if kind == INSTITUTE)
        me.structures[home], me.structures[picks[0]] = MINE, INSTITUTE
        flow.tell(
            "swap",
            T("{who} moves the planetary institute to {place}.", who=player(self.seat), place=picks[0]),
            seat=self.seat,
        )


def swappable(state: GaiaState, seat: int) -> list[str]:
    """Mines that the Ambas' institute can change places with; the Lost Planet has no mine piece on it."""
    structures = state.players[seat].structures
    return [place for place, kind in structures.items() if kind == MINE and place != state.lost]


class Downgrade(Ask[GaiaState], tag=True):
    """Ask the Firaks which research lab becomes a trading station again."""

    def prompt(self, state: GaiaState) -> Prompt:
        me = state.players[self.seat]
        options = [place_option(state, Quote(place)) for place, kind in me.structures.items() if kind == LAB]
        return Prompt(self.seat, "downgrade", T("Which research lab becomes a trading station?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        flow.tell(
            "downgrade",
            T("{who} turns the research lab on {place} into a trading station.", who=player(self.seat), place=picks[0]),
            seat=self.seat,
        )
        flow.then(
            *put_up(state, self.seat, STATION, picks[0], flow),
            Advance(self.seat, list(TRACKS)),
        )


def can_downgrade(state: GaiaState, seat: int) -> Text | None:
    """Say why no research lab can become a trading station."""
    me = state.players[seat]
    if LAB not in me.structures.values():
        return T("You have no research lab on the map.")
    if pieces_used(state, me, STATION) >= STRUCTURES[STATION].count:
        return T("You have no trading station left.")
    return None
