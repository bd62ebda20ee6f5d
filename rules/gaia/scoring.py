"""The end: final scoring tiles, research, what is left over (rulebook, game end and scoring)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.gaia import power
from rules.gaia.automa_cards import LEVELS
from rules.gaia.components import FINAL_TILES, LIMITS, RANKS, Goods
from rules.gaia.counts import count
from rules.gaia.state import AREA_2, AREA_3, Automa, GaiaState, Player
from rules.gaia.texts import SOURCES, goods_texts
from rules.kernel.scoring import Line, Standing, rank_seats
from rules.kernel.text import T, name

PER_LEVEL = 4
PER_POINT = 3
ORE_POWER, KNOWLEDGE_POWER = 3, 4


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


def neutral(state: GaiaState, tile: str) -> int:
    """What the neutral player has of what a final tile counts; it ranks with one or two players alone, else 0."""
    return FINAL_TILES[tile].neutral if len(state.players) <= 2 else 0


def final_points(state: GaiaState, tile: str) -> list[tuple[int, int]]:
    """What every seat has of what a final tile counts, and its points. With one or two players a neutral one ranks."""
    counts = [count(state, one, tile) for one in state.players]
    rival = neutral(state, tile)
    rivals = [rival] if rival else []
    return list(zip(counts, ranked([*counts, *rivals])[: len(counts)], strict=True))


def research_points(player: Player) -> int:
    """Four points for every level from 3 on."""
    return sum(PER_LEVEL * max(0, level - 2) for level in player.research.values())


def left_over(state: GaiaState, player: Player) -> Goods:
    """Ore, credits and knowledge after the free actions that make the most points of what is left."""
    tokens, stone = _power_left(player)
    # A token that pays for 2 power pays for one credit all the same, but two of them for an ore of 3 power.
    worth = power.token_worth(player)
    if state.rules.paired_power:
        tokens, worth = worth * tokens, 1
    pool = tokens + (power.BRAINSTONE_WORTH if stone else 0)
    ore, credits, knowledge = player.ore + player.qic, player.credits, player.knowledge
    if state.rules.plain_end:
        return Goods(min(LIMITS.ore, ore), min(LIMITS.credits, credits + pool), knowledge)
    if player.faction == "baltaks":
        ore += player.formers
    # Ore beyond the limit can only become credits; power goes there next, and what is still left is worth less.
    credits = min(LIMITS.credits, credits + max(0, ore - LIMITS.ore))
    ore = min(LIMITS.ore, ore)
    to_credits = min(pool, LIMITS.credits - credits)
    pool, credits = pool - to_credits, credits + to_credits
    if player.faction == "nevlas":
        to_knowledge = min(pool, LIMITS.knowledge - knowledge)
        pool, knowledge = pool - to_knowledge, knowledge + to_knowledge
    for_ore, for_knowledge = -(-ORE_POWER // worth), -(-KNOWLEDGE_POWER // worth)
    to_ore = min(pool // for_ore, LIMITS.ore - ore)
    pool, ore = pool - for_ore * to_ore, ore + to_ore
    knowledge = min(LIMITS.knowledge, knowledge + pool // for_knowledge)
    return Goods(ore, credits, knowledge)


def left_over_points(left: Goods) -> int:
    """One point for every three ore, credits and knowledge."""
    return (left.ore + left.credits + left.knowledge) // PER_POINT


def _power_left(player: Player) -> tuple[int, bool]:
    """Tokens in area III, and whether the Brainstone is there, when all that can be burnt is burnt."""
    burns = power.burnable(player)
    moves_up = player.brainstone == AREA_2 and burns > 0
    return player.power[AREA_3] + burns - moves_up, moves_up or player.brainstone == AREA_3


def points(state: GaiaState) -> list[int]:
    """What every seat has; in the end with the final scoring, which nobody's own points hold."""
    if state.phase == "over":
        return [one.total for one in standings(state, over=True)]
    return [one.vp for one in state.players]


def by_round(state: GaiaState) -> list[list[int]]:
    """What every seat had after each round; after the last with the final scoring."""
    return [*state.scores[:-1], points(state)] if state.phase == "over" else state.scores


def extra_points(state: GaiaState, seat: int) -> int:
    """What a seat gains in addition each time that it gains points: something for the Automa of the highest level."""
    automa = state.automa
    return LEVELS[automa.level].extra if isinstance(automa, Automa) and state.by_itself(seat) else 0


def lines(state: GaiaState, seat: int) -> Iterator[Line]:
    """Score a seat as if the game ended now, line by line."""
    me, extra = state.players[seat], extra_points(state, seat)
    for source, text in SOURCES.items():
        if me.points.get(source):
            yield Line(text, me.points[source])
    for tile in state.final_tiles if state.spaces else ():
        have, gained = final_points(state, tile)[seat]
        yield Line(T("{tile} ({n})", tile=name(f"gaia.final.{tile}"), n=have), gained + extra * (gained > 0))
    climbed = research_points(me)
    yield Line(T("Research levels 3 to 5"), climbed + extra * (climbed > 0))
    if state.by_itself(seat):
        return
    left = left_over(state, me)
    yield Line(T("Left over after free actions ({goods})", goods=goods_texts(left)), left_over_points(left))


def standings(state: GaiaState, *, over: bool) -> list[Standing]:
    """Score and rank every seat as if the game ended now. Equals share the victory."""
    found = rank_seats([list(lines(state, seat)) for seat in range(len(state.players))], over=over)
    if over:
        return found
    return [msgspec.structs.replace(one, now=state.players[one.seat].vp) for one in found]
