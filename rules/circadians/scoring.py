"""Points, line by line, the tie-break, and who wins (end of the game; R20, R29, R30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.circadians.components import CENTRE, TILE_FARMS, TILE_GARAGES
from rules.circadians.effects import End
from rules.circadians.planet import hex_data
from rules.circadians.state import CircadiansState
from rules.circadians.texts import COLUMN_NAMES, PLACE_NAMES
from rules.kernel.hexes import distance
from rules.kernel.scoring import Line, Standing, rank_seats
from rules.kernel.text import T


def _dice(state: CircadiansState, seat: int, column: str = "") -> int:
    columns = [column] if column else list(state.negotiation)
    return sum(die is not None and die.seat == seat for one in columns for die in state.negotiation[one])


def _free_dice(state: CircadiansState, seat: int) -> int:
    """Dice that are neither in the supply nor on a board where they stay."""
    kept = sum(die.seat == seat for _, die in state.kept_dice())
    return state.parts.base.dice - state.players[seat].supply - kept


_COUNTERS: dict[str, Callable[[CircadiansState, int], int]] = {
    "gem": lambda state, seat: state.players[seat].gem,
    "water": lambda state, seat: state.players[seat].water,
    "algae": lambda state, seat: state.players[seat].algae,
    "power": lambda state, seat: state.players[seat].power,
    "negotiation_dice": _dice,
    "green_dice": lambda state, seat: _dice(state, seat, "green"),
    "yellow_dice": lambda state, seat: _dice(state, seat, "yellow"),
    "red_dice": lambda state, seat: _dice(state, seat, "red"),
    "farm_tiles": lambda state, seat: sum(map(bool, state.players[seat].farms)),
    "upgrade_tiles": lambda state, seat: sum(map(bool, state.players[seat].upgrades)),
    "items": lambda state, seat: len(state.players[seat].played),
    "on_cache": lambda state, seat: int(bool(hex_data(state, state.players[seat].harvester).corner)),
    "ring": lambda state, seat: distance(CENTRE, state.players[seat].harvester),
    "values": lambda state, seat: len({die.value for _, die in state.kept_dice() if die.seat == seat}),
    "free_dice": _free_dice,
    "hq_dice": lambda state, seat: state.hq_dice(seat),
    "columns": lambda state, seat: sum(_dice(state, seat, column) > 0 for column in state.negotiation),
}


def counted(state: CircadiansState, seat: int, per: str) -> int:
    """Count what an end bonus counts."""
    return _COUNTERS[per](state, seat)


def end_bonus(state: CircadiansState, seat: int, effect: End) -> int:
    """The points of an end bonus."""
    n = counted(state, seat, effect.per)
    times = int(n >= effect.least) if effect.least else n // effect.each
    return min(effect.most, times * effect.vp)


def grouped(state: CircadiansState, seat: int) -> Iterator[tuple[str, Line]]:
    """Score a seat line by line, each with what it is for: negotiate, item, cache, garage, farm or gem."""
    me, parts = state.players[seat], state.parts
    for column, dice in state.negotiation.items():
        for row, die in enumerate(dice):
            if die is not None and die.seat == seat:
                vp = parts.board(len(state.players)).negotiation[column].spaces[row].vp
                text = T(
                    "{board}: {column} {n}", board=PLACE_NAMES["negotiate"], column=COLUMN_NAMES[column], n=row + 1
                )
                yield "negotiate", Line(text, vp)
    for item in me.played:
        card = parts.items[item]
        yield "item", Line(parts.name(item), card.vp)
        if isinstance(card.effect, End):
            yield "item", Line(T("{card}, bonus", card=parts.name(item)), end_bonus(state, seat, card.effect))
    corner = hex_data(state, me.harvester).corner
    if corner and state.caches:
        yield "cache", Line(T("Gem cache"), state.caches[corner])
    for tile in (*me.upgrades, *me.farms):
        if tile:
            kind = "farm" if tile in parts.farms else "garage"
            yield kind, Line(parts.name(tile), (parts.farms.get(tile) or parts.upgrades[tile]).vp)
    garage = next((n for n, tile in zip(TILE_GARAGES, me.upgrades, strict=True) if not tile), None)
    if garage is None:
        yield "garage", Line(T("Every garage has an upgrade"), parts.base.garages_full)
    else:
        yield "garage", Line(T("First garage without an upgrade ({n})", n=garage), parts.base.garages[garage - 1].vp)
    farm = next((n for n, tile in zip(TILE_FARMS, me.farms, strict=True) if not tile), None)
    if farm is None:
        yield "farm", Line(T("Every farm spot has a farm"), parts.base.farms_full)
    else:
        yield "farm", Line(T("First spot without a farm ({n})", n=farm), parts.base.farms[farm - 1].vp)
    yield "gem", Line(T("Gems"), me.gem)


def lines(state: CircadiansState, seat: int) -> Iterator[Line]:
    """Score a seat line by line."""
    return (line for _, line in grouped(state, seat))


def tie_break(state: CircadiansState, seat: int) -> tuple[int, int, int, int]:
    """Gems, power, algae and water, which decide between equal scores in this order (R30)."""
    me = state.players[seat]
    return me.gem, me.power, me.algae, me.water


def standings(state: CircadiansState, *, over: bool) -> list[Standing]:
    """Score and rank every seat; seats equal in points and tie-break share a rank, and the victory."""
    seats = range(len(state.players))
    ties = [tie_break(state, seat) for seat in seats]
    told = [
        T("Tie-break, in this order: gems {gem}, power {power}, algae {algae}, water {water}", **_named(tie))
        for tie in ties
    ]
    return rank_seats([list(lines(state, seat)) for seat in seats], ties, told, over=over)


def _named(tie: tuple[int, int, int, int]) -> dict[str, int]:
    return dict(zip(("gem", "power", "algae", "water"), tie, strict=True))
