"""What lies on the table of Gaia Project, in sentences: alt texts and text boards are made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rendering.gaia import automa_words
from rendering.gaia.changes import changed_places
from rendering.gaia.values import charged_for, power_values, upgrade_costs
from rendering.kit.alt import winners
from rendering.kit.numbers import said as numbers_said
from rendering.kit.picture import RenderContext
from rules.gaia.components import (
    ACTIONS,
    BIG,
    FACTIONS,
    FREE_SPACES,
    LAST_ROUND,
    RESEARCH,
    SPACE,
    STRUCTURES,
    TRACKS,
    Goods,
)
from rules.gaia.counts import pieces_used, power_value
from rules.gaia.describe import ABILITIES, IN_SHORT
from rules.gaia.federation import touching
from rules.gaia.galaxy import galaxy, planet
from rules.gaia.income import income_to_come
from rules.gaia.power import in_bowl
from rules.gaia.reach import Look
from rules.gaia.scoring import final_points, neutral, points, standings
from rules.gaia.state import NO_BRAINSTONE, Automa, GaiaState, Player
from rules.gaia.steps.actions import board_refusal, special_refusal, specials
from rules.gaia.steps.charging import chargeable
from rules.gaia.texts import AREA_NAMES, goods_texts, round_title
from rules.kernel.text import TN, T, Text, name, player

FULL_SCORING, FULL_TABLEAU, FULL_FACTIONS = 2, 2, 2
"""The highest degrees of detail of these."""


def research(view: GaiaState) -> list[Text]:
    """Everybody's level in every area."""
    said = []
    for track in TRACKS:
        levels = [
            T("{who} {level}", who=player(seat), level=one.research[track])
            for seat, one in enumerate(view.players)
            if one.research
        ]
        if levels:
            said.append(T("{area}: {levels}.", area=name(f"gaia.track.{track}"), levels=levels))
    return said


def scoring(view: GaiaState, context: RenderContext, degree: int) -> list[Text]:
    """What lies on the scoring board and how everybody stands, in up to `FULL_SCORING` degrees of detail."""
    said = round_now(view, context)
    coming = [name(f"gaia.round.{tile}") for tile in view.round_tiles[view.round :]]
    if coming and degree > 0:
        said.append(T("Round tiles to come: {tiles}.", tiles=coming))
    said += finals(view)
    if all(one.faction for one in view.players):
        totals = [
            T("{who} {level}", who=player(one.seat), level=one.total)
            for one in sorted(standings(view, over=False), key=lambda one: one.rank)
        ]
        over = view.phase == "over"
        said.append(
            T("Final score: {totals}.", totals=totals) if over else T("If the game ended now: {totals}.", totals=totals)
        )
    boosters = [name(f"gaia.booster.{booster}") for booster in view.boosters]
    if boosters and degree > 1:
        said.append(T("Round boosters left: {boosters}.", boosters=boosters))
    if degree > 1:
        said += tokens_left(view)
    if view.passed:
        said.append(T("Passed: {players}.", players=[player(seat) for seat in view.passed]))
    return said


def finals(view: GaiaState) -> list[Text]:
    """What everybody has of what each final tile counts, once the map is laid."""
    said = []
    for tile in view.final_tiles if view.spaces else ():
        have = [
            T("{who} {level}", who=player(seat), level=count)
            for seat, (count, _) in enumerate(final_points(view, tile))
        ]
        rival = neutral(view, tile)
        have += [T("neutral player {n}", n=rival)] if rival else []
        said.append(T("{area}: {levels}.", area=name(f"gaia.final.{tile}"), levels=have))
    return said


def tokens_left(view: GaiaState) -> list[Text]:
    """How many federation tokens of each kind are left."""
    tokens = [T("{token} ×{n}", token=name(f"gaia.token.{id}"), n=count) for id, count in view.supply.items()]
    return [T("Federation tokens left: {tokens}.", tokens=tokens)] if tokens else []


def tableau(view: GaiaState, seat: int, degree: int) -> list[Text]:
    """A seat's faction tableau, in up to `FULL_TABLEAU` degrees of detail."""
    one = view.players[seat]
    said = stock(view, seat, short=False)
    if not one.faction:
        return said
    if view.by_itself(seat):
        return [*said, *levels(view, seat), structures(view, seat), *(automa_words.faction(view) if degree else [])]
    said += [*_income(view, seat), *levels(view, seat), structures(view, seat), *_owned(one)]
    if degree > 0:
        said.append(_left(view, seat))
    if degree > 1:
        said += ABILITIES[one.faction]
    return said


def round_now(view: GaiaState, context: RenderContext) -> list[Text]:
    """Which round it is, what it and the end score, and who must act."""
    title, now = round_title(view)
    said = [T("{round}, {phase}.", round=title, phase=now)]
    if 0 < view.round <= LAST_ROUND and view.round_tiles:
        tile = view.round_tiles[view.round - 1]
        said.append(T("This round: {tile}.", tile=name(f"gaia.round.{tile}")))
    if view.final_tiles:
        tiles = [name(f"gaia.final.{tile}") for tile in view.final_tiles]
        said.append(T("Final scoring: {tiles}.", tiles=tiles))
    if context.waiting:
        said.append(T("To act: {players}.", players=[player(seat) for seat in context.waiting]))
    return said + (winners(standings(view, over=True)) if view.phase == "over" else [])


def new(view: GaiaState, context: RenderContext) -> list[Text]:
    """Places where something changed since the last post."""
    places = changed_places(view, context)
    return [T("New since the last post: {places}.", places=" ".join(sorted(places)))] if places else []


def stock(view: GaiaState, seat: int, *, short: bool) -> list[Text]:
    """A seat's points, goods and power; unless `short` its Gaiaformers and booster, too. Of the Automa its cards."""
    one = view.players[seat]
    if isinstance(view.automa, Automa) and view.by_itself(seat):
        return automa_words.stock(view, view.automa, short=short)
    if not one.faction:
        return [T("{who}: no faction yet.", who=player(seat))]
    said = [
        T(
            "{who} ({faction}): {vp} VP; {goods}; power {power}.",
            who=player(seat),
            faction=name(f"gaia.faction.{one.faction}"),
            vp=points(view)[seat],
            goods=goods_texts(Goods(ore=one.ore, credits=one.credits, knowledge=one.knowledge, qic=one.qic)),
            power=_power(one),
        )
    ]
    if one.passed:
        said.append(T("Passed."))
    if short:
        return said
    if one.brainstone != NO_BRAINSTONE:
        area = AREA_NAMES[one.brainstone]
        said.append(T("Brainstone in area {area}.", area=area))
    said.append(TN("{n} Gaiaformer ready.", "{n} Gaiaformers ready.", n=one.formers))
    if one.booster:
        said.append(T("{booster}.", booster=name(f"gaia.booster.{one.booster}")))
    return said


def outlook(view: GaiaState, seat: int) -> list[Text]:
    """A seat's next income and its range."""
    one = view.players[seat]
    if not one.faction or view.by_itself(seat):
        return []
    return [T("Range {n}.", n=RESEARCH["nav"].levels[one.research.get("nav", 0)].range), *_income(view, seat)]


def _income(view: GaiaState, seat: int) -> list[Text]:
    goods = income_to_come(view, seat)
    return [T("Next income: {goods}.", goods=goods_texts(goods))] if goods != Goods() else []


def _power(one: Player) -> str:
    """Areas I, II and III, and the Gaia area after a plus."""
    areas = "/".join(str(count) for count in one.power[:3])
    return f"{areas}+{one.power[3]}" if one.power[3] else areas


def _grouped(pairs: Iterable[tuple[str, str]]) -> list[Text]:
    """Structures by kind, with their places."""
    by_kind: dict[str, list[str]] = {}
    for place, kind in pairs:
        by_kind.setdefault(kind, []).append(place)
    return [
        T("{structure} {places}", structure=name(f"gaia.structure.{kind}"), places=" ".join(by_kind[kind]))
        for kind in STRUCTURES
        if kind in by_kind
    ]


def structures(view: GaiaState, seat: int) -> Text:
    """What a seat has built, and where."""
    one = view.players[seat]
    pairs = [*one.structures.items(), *((place, "mine") for place in one.guests)]
    return T("Built: {structures}.", structures=_grouped(pairs)) if pairs else T("Nothing built.")


def structure_counts(view: GaiaState, seat: int) -> Text:
    """How much a seat has built."""
    one = view.players[seat]
    big = sum(kind in BIG for kind in one.structures.values())
    return TN("{n} structure, {big} large.", "{n} structures, {big} large.", n=len(one.places()), big=big)


def levels(view: GaiaState, seat: int) -> list[Text]:
    """A seat's levels in research, by name."""
    one = view.players[seat]
    levels = [
        T("{area} {level}", area=name(f"gaia.track.{track}"), level=level)
        for track, level in one.research.items()
        if level
    ]
    return [T("Research: {levels}.", levels=levels)] if levels else []


def factions(view: GaiaState) -> list[Text]:
    """Factions whose colour nobody has yet, while the map waits for everybody's."""
    taken = {FACTIONS[one.faction].home for one in view.players if one.faction}
    free = [name(f"gaia.faction.{id}") for id, faction in FACTIONS.items() if faction.home not in taken]
    return [T("Factions left to choose: {factions}.", factions=free)]


def offered_factions(context: RenderContext, degree: int) -> list[Text]:
    """The factions that may be chosen: by name; with their planet types; with what they can do in short."""
    said: list[Text] = []
    for place, numbers in context.marks.numbers.items():
        id = place.removeprefix("faction:")
        named: Text = T("{number} · {option}", number=numbers_said(numbers), option=name(f"gaia.faction.{id}"))
        if degree > 0:
            named = T("{place} {planet}", place=named, planet=name(f"gaia.planet.{FACTIONS[id].home}"))
        said.append(T("{area}: {tile}", area=named, tile=IN_SHORT[id]) if degree > 1 else named)
    return [T("May be picked: {places}.", places=said)] if said else []


def chosen_faction(view: GaiaState, seat: int) -> list[Text]:
    """Which faction a seat has, if it has one."""
    id = view.players[seat].faction
    return [T("{who} plays the {faction}.", who=player(seat), faction=name(f"gaia.faction.{id}"))] if id else []


def areas() -> list[Text]:
    """The order in which `short_levels` gives the research areas."""
    areas = [name(f"gaia.track.{track}") for track in TRACKS]
    return [T("Research is told in this order: {areas}.", areas=areas)]


def short_levels(view: GaiaState, seat: int) -> Text:
    """A seat's levels in research, as numbers."""
    levels = "/".join(str(view.players[seat].research[track]) for track in TRACKS)
    return T("Research: {levels}.", levels=levels)


def on_map(view: GaiaState, seat: int, *, full: bool) -> list[Text]:
    """What a seat has on the map; in full with federations, satellites and Gaiaformers."""
    one = view.players[seat]
    pairs = [*one.structures.items(), *((place, "mine") for place in one.guests)]
    if not pairs:
        return []
    said = [T("{who}: {structures}.", who=player(seat), structures=_grouped(pairs))]
    if one.sent_formers:
        said.append(T("Gaiaformers: {places}.", places=" ".join(one.sent_formers)))
    if one.stations:
        said.append(T("Space stations: {places}.", places=" ".join(one.stations)))
    return [*said, *satellites(view, seat)] if full else said


def satellites(view: GaiaState, seat: int) -> list[Text]:
    """Where a seat's satellites and federations are."""
    one = view.players[seat]
    said = []
    if one.satellites:
        said.append(T("Satellites: {places}.", places=" ".join(one.satellites)))
    if one.federated:
        inside = [place for place in one.places() if place in one.federated]
        inside += [place for place in one.stations if place in one.federated]
        worth = sum(power_value(view, one, place) for place in inside)
        said.append(T("In federations: {places} (power value {n}).", places=" ".join(inside), n=worth))
    return said


def free_planets(view: GaiaState) -> list[Text]:
    """Planets that nobody has colonised, by type."""
    if not view.spaces:
        return []
    taken = {place for one in view.players for place in (*one.structures, *one.sent_formers)}
    by_kind: dict[str, list[str]] = {}
    for place in galaxy(view).planets:
        if place not in taken:
            by_kind.setdefault(planet(view, place), []).append(place)
    kinds = [
        T("{planet} {places}", planet=name(f"gaia.planet.{kind}"), places=" ".join(places))
        for kind, places in by_kind.items()
    ]
    return [T("Free planets: {planets}.", planets=kinds)] if kinds else []


def actions(view: GaiaState) -> list[Text]:
    """Which board actions are free, and who has taken the others."""
    free = [_action(id) for id in ACTIONS if id not in view.taken]
    taken = [
        T("{action} ({who})", action=name(f"gaia.action.{id}"), who=player(seat)) for id, seat in view.taken.items()
    ]
    said = [T("Still available: {actions}.", actions=free)] if free else []
    return [*said, T("Taken: {actions}.", actions=taken)] if taken else said


def _action(id: str) -> Text:
    """A board action with its price."""
    rule, named = ACTIONS[id], name(f"gaia.action.{id}")
    if rule.pay == "power":
        return T("{action} ({n} power)", action=named, n=rule.price)
    return T("{action} ({n} Q.I.C.)", action=named, n=rule.price)


def _tile(id: str) -> Text:
    """A technology tile by its name, which may have commas in it, as a part of a list."""
    return T("“{tile}”", tile=name(f"gaia.tile.{id}"))


def tiles(view: GaiaState, *, advanced: bool, alone: bool = False) -> list[Text]:
    """The technology tiles by where they lie; `alone` gives each a sentence of its own."""
    standard = [
        T("{area}: {tile}", area=name(f"gaia.track.{space}"), tile=_tile(tile))
        for space, tile in view.tech.items()
        if space not in FREE_SPACES
    ]
    free = [_tile(view.tech[space]) for space in FREE_SPACES if space in view.tech]
    above = [
        T("{area}: {tile}", area=name(f"gaia.track.{space}"), tile=_tile(tile)) for space, tile in view.advanced.items()
    ]

    def lines(found: list[Text]) -> list[list[Text]]:
        return [[tile] for tile in found] if alone else [found] if found else []

    said = [T("Tiles: {tiles}.", tiles=line) for line in lines(standard)]
    said += [T("For any area: {tiles}.", tiles=line) for line in lines(free)]
    return said + [T("Advanced: {tiles}.", tiles=line) for line in lines(above if advanced else [])]


def _owned(one: Player) -> list[Text]:
    """Tiles, tokens and special actions of a seat."""
    said: list[Text] = []
    tiles = [T("{tile} (covered)", tile=_tile(own.tile)) if own.covered else _tile(own.tile) for own in one.tiles]
    if tiles:
        said.append(T("Technology: {tiles}.", tiles=tiles))
    tokens = [
        T("{token} (green)", token=name(f"gaia.token.{own.token}"))
        if own.green
        else T("{token} (grey)", token=name(f"gaia.token.{own.token}"))
        for own in one.tokens
    ]
    if tokens:
        said.append(T("Federation tokens: {tokens}.", tokens=tokens))
    own = specials(one)
    if own:
        used = sum(id in one.used for id in own)
        said.append(TN("{n} special action, {used} used.", "{n} special actions, {used} used.", n=len(own), used=used))
    return said


def _left(view: GaiaState, seat: int) -> Text:
    """Pieces still on the faction board."""
    one = view.players[seat]
    left = [
        T("{structure} {n}", structure=name(f"gaia.structure.{kind}"), n=rule.count - pieces_used(view, one, kind))
        for kind, rule in STRUCTURES.items()
    ]
    return T("Left to build: {structures}.", structures=left)


def marked(view: GaiaState, context: RenderContext, *, priced: bool = True) -> list[Text]:
    """What may be picked, and what is; with `priced` what each takes."""
    said, marks = [], context.marks

    def order(place: str) -> tuple[int, str, str]:
        number = marks.numbers.get(place, ("",))[0]
        return len(number), number, place

    legal = [
        _numbered(_option(view, place, context) if priced else _named(view, place), marks.numbers.get(place, ()))
        for place in sorted(marks.legal, key=order)
    ]
    # What power is charged for somebody else has built: `worth` tells of it.
    so_far = () if marks.kind == "charge" else marks.so_far
    chosen = [_named(view, place) for place in dict.fromkeys((*so_far, *sorted(marks.chosen)))]
    if legal:
        said.append(T("May be picked: {places}.", places=legal))
    if chosen:
        told = T("This is about: {places}.", places=chosen)
        said.append(told if marks.about else T("Picked: {places}.", places=chosen))
    return said


def worth(view: GaiaState, seat: int, context: RenderContext) -> list[Text]:
    """What power is charged for, and the power values that a choice is about."""
    built = [_named(view, f"hex:{place}") for place in charged_for(context)]
    values = [T("{place} {n}", place=place, n=n) for place, n in power_values(view, seat, context).items()]
    said = [T("Power is offered for: {places}.", places=built)] if built else []
    said += [T("Power values: {values}.", values=values)] if values else []
    if context.marks.kind == "charge" and values:
        amount = chargeable(view, seat, max(power_values(view, seat, context).values()))
        said.append(
            TN(
                "You can charge {power} power for {n} VP.",
                "You can charge {power} power for {n} VP.",
                max(0, amount - 1),
                power=amount,
            )
        )
    return said


def doable(view: GaiaState, seat: int, *, acted: bool) -> list[Text]:
    """Which board actions and special actions a seat could take now unless it has acted, and who has taken which."""
    look = Look(view, seat)
    if acted:
        return actions(view)
    now = [_action(id) for id, action in ACTIONS.items() if board_refusal(look, action) is None]
    now += [text for id, text in specials(look.me).items() if special_refusal(look, id) is None]
    said = [T("Actions that you can take now: {actions}.", actions=now)] if now else []
    return [*said, *actions(view)]


def _option(view: GaiaState, where: str, context: RenderContext) -> Text:
    """A place that may be picked by its name, with those that come along."""
    kind, _, id = where.partition(":")
    named = _named(view, where)
    places: tuple[str, ...] = (id,)
    if context.marks.kind == "federation" and kind == "hex" and context.reader is not None:
        places = touching(view, context.reader, id)
    others = [T("{place}", place=other) for other in sorted(places) if other != id]
    if price := context.marks.prices.get(where):
        return T("{place} ({price})", place=named, price=_price(price))
    if kind == "structure" and context.reader is not None:
        return T("{place} ({price})", place=named, price=_upgrade(upgrade_costs(view, context.reader, id)))
    return T("{place} with {places}", place=named, places=others) if others else named


def _upgrade(costs: Sequence[Goods]) -> list[Text]:
    """What an upgrade takes: of credits from the least to the most, as they are fewer beside a neighbour."""
    low, high = min(costs, key=lambda cost: cost.credits), max(costs, key=lambda cost: cost.credits)
    if low == high:
        return list(goods_texts(low))
    return [T("{low} to {high}", low=list(goods_texts(low)), high=list(goods_texts(high)))]


def _price(price: Sequence[tuple[str, int]]) -> list[Text]:
    """What a place takes, in the words of its goods."""
    counts = dict(price)
    steps = counts.pop("step", 0)
    said = [] if not counts else goods_texts(Goods(**counts))
    return [*said, TN("{n} terraforming step", "{n} terraforming steps", steps)] if steps else [*said]


def _numbered(named: Text, numbers: Sequence[str]) -> Text:
    """What may be picked, with its number where it has one."""
    return T("{number} · {option}", number=numbers_said(numbers), option=named) if numbers else named


def _named(view: GaiaState, where: str) -> Text:
    """A marked place by its name."""
    kind, _, id = where.partition(":")
    match kind:
        case "hex" if view.spaces and id in galaxy(view).spaces and planet(view, id) != SPACE:
            return T("{place} {planet}", place=id, planet=name(f"gaia.planet.{planet(view, id)}"))
        case "sector":
            return T("sector {n}", n=int(id))
        case "action":
            return _action(id)
        case "track" | "booster" | "faction" | "structure" | "token":
            return name(f"gaia.{kind}.{id}")
        case "special":
            return next((own[id] for own in map(specials, view.players) if id in own), T("{place}", place=id))
        case "bowl":
            return _bowl(where)
        case "tile":
            own = next((own.tile for one in view.players for own in one.tiles if own.space == id), "")
            return _tile(own) if own else T("{place}", place=id)
        case "tech":
            tile = view.advanced.get(id.removeprefix("adv-")) if id.startswith("adv-") else view.tech.get(id)
            return _tile(tile) if tile else T("{place}", place=id)
        case _:
            return T("{place}", place=id)


def _bowl(where: str) -> Text:
    """What a way to move power leaves."""
    (one, two, three, gaia), stone = in_bowl(where)
    left = T("then area I {one}, II {two}, III {three}, Gaia {gaia}", one=one, two=two, three=three, gaia=gaia)
    if not 0 <= stone < len(AREA_NAMES):
        return left
    return T("{areas}, the Brainstone in {area}", areas=left, area=AREA_NAMES[stone])
