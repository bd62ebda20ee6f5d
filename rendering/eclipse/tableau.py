"""The players' boards in words: tracks, storage, technologies, tiles; blueprints with what they add up to."""

from __future__ import annotations

from rendering.eclipse.supply import category_title
from rendering.kit.palette import SEATS
from rendering.kit.text_board import Line
from rules.eclipse.blueprints import parts, placed, printed, stats
from rules.eclipse.components import (
    CATEGORIES,
    COSTS,
    MONEY,
    POINTS,
    SHIPS,
    SPECIES,
    STRUCTURES,
    TECH_TRACK,
    TECHNOLOGIES,
    TRACKS,
)
from rules.eclipse.economy import balance, in_category, production, upkeep
from rules.eclipse.fleets import supply
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.steps import build
from rules.eclipse.steps.influence import MOVES as INFLUENCES
from rules.eclipse.steps.turn import ACTIONS
from rules.eclipse.texts import amount, colony_text, count_text, discs_text, goods_text, totals
from rules.kernel.text import TN, T, Text, name, player, signed


def short_line(view: EclipseState, seat: int) -> Line:
    """Say in a line what a player has to act with, and whether they still do."""
    me = view.players[seat]
    said = [title(me, seat, bold=True)]
    if me.species:
        said.append(points(view, seat))
    if me.out:
        return [*said, T("Out of the game.")]
    if not me.species:
        return said
    said += [goods_text(me), discs_text(me), colony_text(me)]
    said += [T("Passed.")] if me.passed else []
    return said + ([T("Holds the traitor card.")] if me.traitor else [])


def glance_line(view: EclipseState, seat: int) -> Line:
    """Say in a few words how a player stands, with the mark on the map."""
    me = view.players[seat]
    said = [T("`{mark}` {who}.", mark=SEATS[seat].mark, who=player(seat))]
    if not me.species:
        return said
    said.append(points(view, seat))
    if me.out:
        return [*said, T("Out of the game.")]
    return [*said, discs_text(me), *([T("Passed.")] if me.passed else [])]


def points(view: EclipseState, seat: int) -> Text:
    """Say a seat's victory points; reputation tiles that the reader may not know are said apart."""
    me, counted = view.players[seat], score(view, seat)
    if view.phase == "over" or any(me.reputation):
        return T("{n} VP.", n=counted["total"])
    open_ = counted["total"] - counted["reputation"]
    if not me.reputation:
        return T("{n} VP.", n=open_)
    return TN("{vp} VP and one reputation tile.", "{vp} VP and {n} reputation tiles.", len(me.reputation), vp=open_)


def title(me: Player, seat: int, *, bold: bool = False) -> Text:
    """Name a player with the species."""
    if not me.species:
        return T("**{who}**.", who=player(seat)) if bold else player(seat)
    species = name(f"eclipse.species.{me.species}")
    if bold:
        return T("**{who}** ({species}).", who=player(seat), species=species)
    return T("{who} ({species})", who=player(seat), species=species)


def tableau_lines(view: EclipseState, seat: int) -> list[Line]:
    """Tell a player's tracks, tiles and ships in full; blueprints are told apart."""
    me = view.players[seat]
    if not me.species:
        return [[T("No species chosen yet.")]]
    lines: list[Line] = [[points(view, seat), *([T("Out of the game.")] if me.out else [])]]
    lines += [_money(me), *(_track(me, track) for track in TRACKS[1:])]
    lines += [
        _influence(me),
        [colony_text(me), T("Trades {n} of one resource for 1 of another.", n=SPECIES[me.species].trade)],
    ]
    lines += [_cubes(me), *_technologies(me), *_slots(me), *_kept(me)]
    return [*lines, _fleet(view, seat), _limits(me)]


def _money(me: Player) -> Line:
    line = [
        T(
            "Money {n}: income {income}, upkeep {upkeep}, so {left} at the end of the round.",
            n=me.goods[MONEY],
            income=production(me, MONEY),
            upkeep=upkeep(me),
            left=signed(balance(me)),
        )
    ]
    if me.discs:
        line.append(
            T("With the next disc: upkeep {upkeep}, so {left}.", upkeep=upkeep(me, 1), left=signed(balance(me, 1)))
        )
    return line


def _track(me: Player, track: str) -> Line:
    more = production(me, track)
    if track == "science":
        return [T("Science {n}, production {more}.", n=me.goods[track], more=more)]
    return [T("Materials {n}, production {more}.", n=me.goods[track], more=more)]


def _influence(me: Player) -> Line:
    line = [TN("One disc on the influence track.", "{n} discs on the influence track.", me.discs)]
    used = [T("{action} {n}", action=text, n=me.actions[one]) for one, text in ACTIONS.items() if me.actions.get(one)]
    if used:
        line.append(T("On actions: {actions}.", actions=used))
    if me.spare:
        line.append(TN("One spare disc.", "{n} spare discs.", me.spare))
    return [*line, T("Passed.")] if me.passed else line


def _cubes(me: Player) -> Line:
    line = [T("Cubes left: {cubes}.", cubes=[amount(track, me.cubes[track]) for track in TRACKS])]
    if any(me.graveyard.values()):
        lost = [amount(track, me.graveyard[track]) for track in TRACKS if me.graveyard[track]]
        line.append(T("In the graveyard: {cubes}.", cubes=lost))
    return line


def _technologies(me: Player) -> list[Line]:
    lines: list[Line] = []
    for category in CATEGORIES:
        have = [name(f"eclipse.technology.{id}") for id in me.technologies if TECHNOLOGIES[id].category == category]
        n = in_category(me, category)
        line = [
            T("{category}: {technologies}.", category=category_title(category), technologies=have or [T("nothing")])
        ]
        if 0 < n < TECH_TRACK.slots:
            line.append(T("Discount {n}.", n=TECH_TRACK.discount[n]))
        if TECH_TRACK.vp[n]:
            line.append(T("{n} VP.", n=TECH_TRACK.vp[n]))
        lines.append(line)
    return lines


def _slots(me: Player) -> list[Line]:
    """Reputation tiles as far as they are seen, and ambassadors."""
    slots = SPECIES[me.species].slots
    line = [reputation(me)]
    if me.partners:
        line.append(T("Ambassadors of {players}.", players=[player(seat) for seat in me.partners]))
    kinds = (
        (slots.either, T("{n} for either kind", n=slots.either)),
        (slots.ambassador, TN("one for an ambassador", "{n} for ambassadors", slots.ambassador)),
        (slots.reputation, TN("one for a reputation tile", "{n} for reputation tiles", slots.reputation)),
    )
    line.append(T("Slots: {slots}.", slots=[text for n, text in kinds if n]))
    if me.traitor:
        line.append(T("Holds the traitor card."))
    return [line]


def reputation(me: Player) -> Text:
    """Say a player's reputation tiles: their values where the reader knows them, else how many there are."""
    if any(me.reputation):
        values = [T("{n}", n=value) for value in me.reputation]
        return T("Reputation tiles: {values} ({n} VP).", values=values, n=sum(me.reputation))
    return TN("One reputation tile.", "{n} reputation tiles.", len(me.reputation))


def _kept(me: Player) -> list[Line]:
    line = []
    if me.discoveries:
        tiles = [name(f"eclipse.discovery.{id}") for id in me.discoveries]
        worth = POINTS.discovery * len(tiles)
        line.append(T("Discovery tiles kept: {tiles} ({n} VP).", tiles=tiles, n=worth))
    if me.stored:
        line.append(T("Ancient parts stored: {parts}.", parts=[name(f"eclipse.part.{id}") for id in me.stored]))
    return [line] if line else []


def _fleet(view: EclipseState, seat: int) -> Line:
    places = [
        T("{sector} ({ships})", ships=[count_text(kind, ships[kind]) for kind in SHIPS if kind in ships], sector=id)
        for id, ships in ((sector.id, sector.ships.get(seat)) for sector in view.sectors.values())
        if ships
    ]
    return [T("Ships: {places}.", places=places) if places else T("No ships.")]


def _limits(me: Player) -> Line:
    species = SPECIES[me.species]
    limits = species.limits
    most = {
        "explore": limits.explore,
        "influence": INFLUENCES,
        "research": limits.research,
        "upgrade": limits.upgrade,
        "build": build.most(me),
        "move": limits.move,
    }
    line = [
        T("In one action: {limits}.", limits=[T("{action} {n}", action=ACTIONS[one], n=n) for one, n in most.items()])
    ]
    costs = COSTS[species.costs]
    things = [
        T("{structure} {n}", structure=name(f"eclipse.structure.{structure}"), n=costs[structure])
        for structure in STRUCTURES
        if structure in me.technologies
    ]
    return [*line, T("Materials for structures: {prices}.", prices=things)] if things else line


def blueprint_lines(view: EclipseState, seat: int) -> list[Line]:
    """Tell the four blueprints: price, ships left, totals, and what lies on each slot as moves number them."""
    me = view.players[seat]
    if not me.species or me.out:
        return []
    return [_blueprint(view, seat, kind) for kind in SHIPS]


def ship_title(kind: str) -> Text:
    """Name a type of ship at the beginning of a line."""
    return {
        "interceptor": T("Interceptor"),
        "cruiser": T("Cruiser"),
        "dreadnought": T("Dreadnought"),
        "starbase": T("Starbase"),
    }[kind]


def _blueprint(view: EclipseState, seat: int, kind: str) -> Line:
    me = view.players[seat]
    head = T(
        "**{ship}** ({cost} materials, {left} left to build): {totals}.",
        ship=ship_title(kind),
        cost=COSTS[SPECIES[me.species].costs][kind],
        left=supply(view, seat, kind),
        totals=totals(stats(me, kind)),
    )
    slots = [
        _slot(at + 1, shown, tile, below)
        for at, (shown, tile, below) in enumerate(
            zip(parts(me, kind), placed(me, kind), printed(me.species, kind), strict=True)
        )
    ]
    line = [head, T("Slots: {slots}.", slots=slots)]
    if kind == "starbase" and "starbase" not in me.technologies:
        line.append(T("Needs its technology."))
    return line


def _slot(n: int, shown: str, tile: str, below: str) -> Text:
    if not shown:
        return T("{n} empty", n=n)
    part = name(f"eclipse.part.{shown}")
    if not tile:
        return T("{n} {part}", n=n, part=part)
    if below:
        return T("{n} {part} (tile over {printed})", n=n, part=part, printed=name(f"eclipse.part.{below}"))
    return T("{n} {part} (tile)", n=n, part=part)
