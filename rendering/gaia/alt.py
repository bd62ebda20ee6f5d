"""The pictures of Gaia Project in words: alt texts from which somebody who does not see them can play."""

from __future__ import annotations

from collections.abc import Iterable

from rendering.gaia.map import changed_places
from rendering.gaia.tableau import total_income
from rendering.gaia.widgets import round_title
from rendering.kit.alt import fullest
from rendering.kit.picture import Occasion
from rules.gaia.components import ACTIONS, BIG, FACTIONS, FREE_SPACES, LAST_ROUND, SPACE, STRUCTURES, TRACKS, Goods
from rules.gaia.counts import pieces_used, value
from rules.gaia.describe import ABILITIES
from rules.gaia.galaxy import galaxy, planet
from rules.gaia.scoring import final_points, neutral, points, standings
from rules.gaia.state import NO_BRAINSTONE, GaiaState, Player
from rules.gaia.steps.actions import specials
from rules.gaia.texts import goods_texts
from rules.kernel.text import TN, Arg, T, Text, name, player

FULL_SCORING, FULL_TABLEAU = 2, 2
"""The highest degrees of detail of these."""
COMPACT = 3
"""The degree at which levels are numbers in the order of the areas."""


def board(view: GaiaState, occasion: Occasion) -> str:
    """Say what the table shows."""

    def detail(degree: int) -> list[Text]:
        said = [*_marked(view, occasion), *_round(view, occasion)]
        said += _new(view, occasion) if degree > 1 else []
        said += _areas() if degree == COMPACT else []
        said += _factions(view) if not view.spaces else []
        for seat in seats(view):
            said += _numbers(view, seat, short=degree < COMPACT + 2)
            if degree == 0 or not view.players[seat].faction:
                continue
            said += [_structures(view, seat)] if degree > 1 else [_structure_counts(view, seat)]
            if degree == COMPACT:
                said.append(_short_levels(view, seat))
            elif degree > COMPACT:
                said += _levels(view, seat)
        return said

    return fullest(occasion.words, detail, COMPACT + 3)


def map(view: GaiaState, occasion: Occasion) -> str:
    """Say what the map shows."""

    def detail(degree: int) -> list[Text]:
        said = [*_marked(view, occasion), *_round(view, occasion)[:1]]
        said += _new(view, occasion) if degree not in {1, 3} else []
        for seat in seats(view):
            said += on_map(view, seat, full=degree in {0, 3, 4})
        return said + (free(view) if degree > 0 else [])

    # Free planets are worth more than satellites, and these more than nothing.
    return fullest(occasion.words, detail, 5)


def panel(view: GaiaState, seat: int, occasion: Occasion) -> str:
    """Say what a seat has to decide with: what may be picked, its goods, the map."""

    def detail(degree: int) -> list[Text]:
        said = [*_marked(view, occasion), *_round(view, occasion)[:1], *_numbers(view, seat, short=False)]
        for other in [seat, *(one for one in seats(view) if one != seat)]:
            if other == seat or degree > 0:
                said += on_map(view, other, full=degree > 1)
        return said + (free(view) if degree > 2 else [])

    return fullest(occasion.words, detail, 4)


def research(view: GaiaState, occasion: Occasion) -> str:
    """Say what the research board shows."""

    def detail(degree: int) -> list[Text]:
        said = [*_marked(view, occasion), *_research(view), *_actions(view)]
        if degree > 0:
            said += _tiles(view, advanced=degree > 1)
        return said

    return fullest(occasion.words, detail, 3)


def _research(view: GaiaState) -> list[Text]:
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


def scoring(view: GaiaState, occasion: Occasion) -> str:
    """Say what the scoring board shows."""
    return fullest(
        occasion.words,
        lambda degree: [*_marked(view, occasion), *_scoring(view, occasion, degree)],
        FULL_SCORING + 1,
    )


def _scoring(view: GaiaState, occasion: Occasion, degree: int) -> list[Text]:
    said = _round(view, occasion)
    coming = [name(f"gaia.round.{tile}") for tile in view.round_tiles[view.round :]]
    if coming and degree > 0:
        said.append(T("Round tiles to come: {tiles}.", tiles=coming))
    if view.spaces:
        for tile in view.final_tiles:
            have = [
                T("{who} {level}", who=player(seat), level=count)
                for seat, (count, _) in enumerate(final_points(view, tile))
            ]
            rival = neutral(view, tile)
            have += [T("Neutral player: {n}", n=rival)] if rival else []
            said.append(T("{area}: {levels}.", area=name(f"gaia.final.{tile}"), levels=have))
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
    if view.passed:
        said.append(T("Passed: {players}.", players=[player(seat) for seat in view.passed]))
    return said


def tableau(view: GaiaState, seat: int, occasion: Occasion) -> str:
    """Say what lies before a seat."""
    return fullest(
        occasion.words, lambda degree: [*_marked(view, occasion), *_tableau(view, seat, degree)], FULL_TABLEAU + 1
    )


def _tableau(view: GaiaState, seat: int, degree: int) -> list[Text]:
    one = view.players[seat]
    said = _numbers(view, seat, short=False)
    if not one.faction:
        return said
    said.append(T("Next income: {goods}.", goods=goods_texts(total_income(view, seat))))
    said += [*_levels(view, seat), _structures(view, seat), *_owned(one)]
    if degree > 0:
        said.append(_left(view, seat))
    if degree > 1:
        said += ABILITIES[one.faction]
    return said


def research_told(view: GaiaState) -> list[Text]:
    """Tell all that lies on the research board, a tile a line, without regard to length."""
    tiles = _tiles(view, advanced=True)
    alone = [Text(line.id, {"tiles": [tile]}) for line in tiles for tile in _listed(line.args["tiles"])]
    return [*_research(view), *_actions(view), *alone]


def _listed(tiles: Arg) -> list[Text]:
    assert isinstance(tiles, list)
    return tiles


def scoring_told(view: GaiaState, occasion: Occasion) -> list[Text]:
    """Tell all that lies on the scoring board."""
    return _scoring(view, occasion, FULL_SCORING)


def tableau_told(view: GaiaState, seat: int) -> list[Text]:
    """Tell a seat's faction tableau, with its satellites and federations."""
    return [*_tableau(view, seat, FULL_TABLEAU), *_satellites(view, seat)]


def seat_told(view: GaiaState, seat: int) -> list[Text]:
    """Tell what a seat has: goods, research, what stands on the map."""
    return [*_numbers(view, seat, short=False), *_levels(view, seat), *on_map(view, seat, full=True)]


def round_told(view: GaiaState, occasion: Occasion) -> list[Text]:
    """Tell which round it is, what it scores, who must act and what is new."""
    return [*_round(view, occasion), *_new(view, occasion)]


def seats(view: GaiaState) -> list[int]:
    """List the seats in turn order."""
    return view.order if len(view.order) == len(view.players) else list(range(len(view.players)))


def _round(view: GaiaState, occasion: Occasion) -> list[Text]:
    title, now = round_title(view)
    said = [T("{round}, {phase}.", round=title, phase=now)]
    if 0 < view.round <= LAST_ROUND and view.round_tiles:
        tile = view.round_tiles[view.round - 1]
        said.append(T("This round: {tile}.", tile=name(f"gaia.round.{tile}")))
    if view.final_tiles:
        tiles = [name(f"gaia.final.{tile}") for tile in view.final_tiles]
        said.append(T("Final scoring: {tiles}.", tiles=tiles))
    if occasion.waiting:
        said.append(T("To act: {players}.", players=[player(seat) for seat in occasion.waiting]))
    return said


def _new(view: GaiaState, occasion: Occasion) -> list[Text]:
    """Places where something changed since the last post."""
    places = changed_places(view, occasion.before)
    return [T("New since the last post: {places}.", places=" ".join(sorted(places)))] if places else []


def _numbers(view: GaiaState, seat: int, *, short: bool) -> list[Text]:
    one = view.players[seat]
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
        area = ("I", "II", "III", "Gaia")[one.brainstone]
        said.append(T("Brainstone in area {area}.", area=area))
    said.append(TN("{n} Gaiaformer ready.", "{n} Gaiaformers ready.", n=one.formers))
    if one.booster:
        said.append(T("{booster}.", booster=name(f"gaia.booster.{one.booster}")))
    return said


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


def _structures(view: GaiaState, seat: int) -> Text:
    one = view.players[seat]
    pairs = [*one.structures.items(), *((place, "mine") for place in one.guests)]
    return T("Built: {structures}.", structures=_grouped(pairs)) if pairs else T("Nothing built.")


def _structure_counts(view: GaiaState, seat: int) -> Text:
    one = view.players[seat]
    big = sum(kind in BIG for kind in one.structures.values())
    return T("{n} structures, {big} large ones.", n=len(one.places()), big=big)


def _levels(view: GaiaState, seat: int) -> list[Text]:
    one = view.players[seat]
    levels = [
        T("{area} {level}", area=name(f"gaia.track.{track}"), level=level)
        for track, level in one.research.items()
        if level
    ]
    return [T("Research: {levels}.", levels=levels)] if levels else []


def _factions(view: GaiaState) -> list[Text]:
    """Factions whose colour nobody has yet, while the map waits for everybody's."""
    taken = {FACTIONS[one.faction].home for one in view.players if one.faction}
    free = [name(f"gaia.faction.{id}") for id, faction in FACTIONS.items() if faction.home not in taken]
    return [T("Factions left to choose: {factions}.", factions=free)]


def _areas() -> list[Text]:
    areas = [name(f"gaia.track.{track}") for track in TRACKS]
    return [T("Research is told in this order: {areas}.", areas=areas)]


def _short_levels(view: GaiaState, seat: int) -> Text:
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
    return [*said, *_satellites(view, seat)] if full else said


def _satellites(view: GaiaState, seat: int) -> list[Text]:
    """Where a seat's satellites and federations are."""
    one = view.players[seat]
    said = []
    if one.satellites:
        said.append(T("Satellites: {places}.", places=" ".join(one.satellites)))
    if one.federated:
        inside = [place for place in one.places() if place in one.federated]
        inside += [place for place in one.stations if place in one.federated]
        worth = sum(value(view, one, place) for place in inside)
        said.append(T("In federations: {places} (power value {n}).", places=" ".join(inside), n=worth))
    return said


def free(view: GaiaState) -> list[Text]:
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


def _actions(view: GaiaState) -> list[Text]:
    free = [name(f"gaia.action.{id}") for id in ACTIONS if id not in view.taken]
    taken = [
        T("{action} ({who})", action=name(f"gaia.action.{id}"), who=player(seat)) for id, seat in view.taken.items()
    ]
    said = [T("Actions free: {actions}.", actions=free)] if free else []
    return [*said, T("Taken: {actions}.", actions=taken)] if taken else said


def _tiles(view: GaiaState, *, advanced: bool) -> list[Text]:
    tiles = [
        T("{area}: {tile}", area=name(f"gaia.track.{space}"), tile=name(f"gaia.tile.{tile}"))
        for space, tile in view.tech.items()
        if space not in FREE_SPACES
    ]
    said = [T("Tiles: {tiles}.", tiles=tiles)] if tiles else []
    free = [name(f"gaia.tile.{view.tech[space]}") for space in FREE_SPACES if space in view.tech]
    if free:
        said.append(T("Of any area: {tiles}.", tiles=free))
    if advanced and view.advanced:
        above = [
            T("{area}: {tile}", area=name(f"gaia.track.{space}"), tile=name(f"gaia.tile.{tile}"))
            for space, tile in view.advanced.items()
        ]
        said.append(T("Advanced: {tiles}.", tiles=above))
    return said


def _owned(one: Player) -> list[Text]:
    """Tiles, tokens and special actions of a seat."""
    said: list[Text] = []
    tiles = [
        T("{tile} (covered)", tile=name(f"gaia.tile.{own.tile}")) if own.covered else name(f"gaia.tile.{own.tile}")
        for own in one.tiles
    ]
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


def _marked(view: GaiaState, occasion: Occasion) -> list[Text]:
    said = []
    legal = [_named(view, place) for place in sorted(occasion.marks.legal)]
    chosen = [_named(view, place) for place in sorted(occasion.marks.chosen)]
    if legal:
        said.append(T("May be picked: {places}.", places=legal))
    if chosen:
        said.append(T("Picked: {places}.", places=chosen))
    return said


def _named(view: GaiaState, where: str) -> Text:
    """A marked place by its name."""
    kind, _, id = where.partition(":")
    match kind:
        case "hex" if view.spaces and id in galaxy(view).spaces and planet(view, id) != SPACE:
            return T("{place} {planet}", place=id, planet=name(f"gaia.planet.{planet(view, id)}"))
        case "sector":
            return T("sector {n}", n=int(id))
        case "action" | "track" | "booster":
            return name(f"gaia.{kind}.{id}")
        case "tech":
            tile = view.advanced.get(id.removeprefix("adv-")) if id.startswith("adv-") else view.tech.get(id)
            return name(f"gaia.tile.{tile}") if tile else T("{place}", place=id)
        case _:
            return T("{place}", place=id)
