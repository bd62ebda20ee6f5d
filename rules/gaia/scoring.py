"""The end: final scoring tiles, research, what is left over (rulebook, game end and scoring)."""

from __future__ import annotations

from rules.gaia import power
from rules.gaia.components import FINAL_TILES, LIMITS, RANKS, Goods
from rules.gaia.counts import count
from rules.gaia.goods import SOURCES
from rules.gaia.state import AREA_2, AREA_3, GaiaState, Player
from rules.kernel.game import Line, Standing
from rules.kernel.text import T, name

PER_LEVEL = 4
PER_POINT = 3


def ranked(counts: list[int]) -> list[int]:
    """Points by rank, 18, 12, 6, 0; equals share the points of their ranks. A count of 0 gets nothing.

    >>> ranked([3, 5, 3, 0])
    [9, 18, 9, 0]
    """
    points = []
    for mine in counts:
        better = sum(other > mine for other in counts)
        equal = counts.count(mine)
        shared = sum(RANKS[rank] if rank < len(RANKS) else 0 for rank in range(better, better + equal))
        points.append(shared // equal if mine else 0)
    return points


def final_points(state: GaiaState, tile: str) -> list[tuple[int, int]]:
    """What every seat has of what a final tile counts, and its points. With one or two players a neutral one ranks."""
    counts = [count(state, one, tile) for one in state.players]
    rivals = [FINAL_TILES[tile].neutral] if len(counts) <= 2 else []
    return list(zip(counts, ranked([*counts, *rivals])[: len(counts)], strict=True))


def research_points(player: Player) -> int:
    """Four points for every level from 3 on."""
    return sum(PER_LEVEL * max(0, level - 2) for level in player.research.values())


def left_over(state: GaiaState, player: Player) -> Goods:
    """Ore, credits and knowledge after the free actions that bring the most points: burning, power to credits,
    Q.I.C. to ore, the Bal T'aks' Gaiaformers to Q.I.C.
    """  # fmt: skip
    burns = power.burnable(player)
    stone = player.brainstone
    if stone == AREA_2 and burns:
        stone = AREA_3
    tokens = player.power[AREA_3] + burns - (stone == AREA_3 and player.brainstone == AREA_2)
    worth = power.token_worth(player) if state.rules.paired_power else 1
    available = tokens * worth + (power.BRAINSTONE_WORTH if stone == AREA_3 else 0)
    credits = min(LIMITS.credits, player.credits + available)
    spare = available - (credits - player.credits)
    qic = player.qic
    if player.faction == "baltaks" and not state.rules.keep_formers:
        qic += player.formers
    ore = min(LIMITS.ore, player.ore + qic + spare // PER_POINT)
    return Goods(ore=ore, credits=credits, knowledge=player.knowledge)


def standings(state: GaiaState, *, over: bool) -> list[Standing]:
    """Score every seat as if the game ended now."""
    finals = {tile: final_points(state, tile) for tile in state.final_tiles} if state.spaces else {}
    lines: list[list[Line]] = []
    for seat, one in enumerate(state.players):
        mine = [Line(text, one.points[source]) for source, text in SOURCES.items() if one.points.get(source)]
        for tile, points in finals.items():
            have, gained = points[seat]
            mine.append(Line(T("{tile}: {n}", tile=name(f"gaia.final.{tile}"), n=have), gained))
        mine.append(Line(T("Research levels 3 to 5"), research_points(one)))
        rest = left_over(state, one)
        worth = (rest.ore + rest.credits + rest.knowledge) // PER_POINT
        text = T(
            "Left over after free actions: {ore} ore, {credits} credits, {knowledge} knowledge",
            ore=rest.ore,
            credits=rest.credits,
            knowledge=rest.knowledge,
        )
        mine.append(Line(text, worth))
        lines.append(mine)
    totals = [sum(line.points for line in mine) for mine in lines]
    return [
        Standing(
            seat,
            total,
            lines[seat],
            1 + sum(other > total for other in totals),
            over and total == max(totals),
        )
        for seat, total in enumerate(totals)
    ]


