"""What a player gets as income (rulebook, phase I)."""

from __future__ import annotations

from rules.gaia.components import ACADEMY_Q, BOOSTERS, FACTIONS, LAST_ROUND, RESEARCH, STRUCTURES, TILES, Goods
from rules.gaia.counts import pieces_used
from rules.gaia.state import GaiaState


def incomes(state: GaiaState, seat: int) -> list[Goods]:
    """Every source of a player's income: board, structures, research, tiles, booster; the Automa has none."""
    if state.by_itself(seat):
        return []
    me = state.players[seat]
    faction = FACTIONS[me.faction]
    found = [faction.income]
    for kind in STRUCTURES:
        if kind != ACADEMY_Q:
            found += faction.slots[kind][: pieces_used(state, me, kind)]
    found += [RESEARCH[track].levels[level].income for track, level in me.research.items()]
    found += [TILES[own.tile].gain for own in me.tiles if TILES[own.tile].when == "income" and not own.covered]
    if me.booster:
        found.append(BOOSTERS[me.booster].income)
    return found


def total_income(state: GaiaState, seat: int) -> Goods:
    """All that a player's sources of income bring together."""
    sources = incomes(state, seat)
    return Goods(**{field: sum(getattr(one, field) for one in sources) for field in Goods.__struct_fields__})


def income_to_come(state: GaiaState, seat: int) -> Goods:
    """What the next income brings: nothing in the last round, after which none comes."""
    return total_income(state, seat) if state.round < LAST_ROUND else Goods()
