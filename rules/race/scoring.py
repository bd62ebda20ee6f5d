"""Points at the end, line by line, the tie-break, and who wins (rulebook: end of the game, six-cost developments)."""

from __future__ import annotations

import msgspec

from rules.kernel.scoring import Line, Standing, rank_seats
from rules.kernel.text import T
from rules.race.components import CARDS, Card, Scoring
from rules.race.payment import general_strength
from rules.race.state import Player, RaceState
from rules.race.texts import card_name


def fits(card: Card, line: Scoring) -> bool:
    """Say whether a card of the tableau is one that a scoring line counts."""
    return (
        line.chips_each is None
        and not line.strength
        and line.kind in (None, card.kind)
        and line.cost in (None, card.cost)
        and line.good in (None, card.good)
        and line.mode in (None, card.mode)
        and line.military in (None, card.military)
        and (line.keyword is None or line.keyword in card.keywords)
        and (line.power is None or bool(card.powers.of(line.power)))
        and line.card in (None, card.key)
    )


def six_cost_points(player: Player, development: Card) -> int:
    """Score a six-cost development; for each card of the tableau the first line that fits counts.

    A card that was just placed counts for everything, strength included: it has no power yet, but it scores.
    """
    points = 0
    for line in development.scoring:
        if line.chips_each is not None:
            points += line.points * (player.chips // line.chips_each)
        elif line.strength:
            points += line.points * general_strength(msgspec.structs.replace(player, placed=None))
    for number in player.tableau:
        points += next((line.points for line in development.scoring if fits(CARDS[number], line)), 0)
    return points


def counted(player: Player) -> dict[int, int]:
    """What the cards of a tableau score that count at the end, by card."""
    return {number: six_cost_points(player, CARDS[number]) for number in player.tableau if CARDS[number].scoring}


def lines(player: Player) -> list[Line]:
    """Score a seat line by line."""
    cards = [CARDS[number] for number in player.tableau]
    result = [
        Line(T("Worlds"), sum(card.vp or 0 for card in cards if card.world)),
        Line(T("Developments"), sum(card.vp or 0 for card in cards if card.development)),
        Line(T("Victory point chips"), player.chips),
    ]
    return [*result, *(Line(card_name(number), points) for number, points in counted(player).items())]


def total(player: Player) -> int:
    """Score a seat."""
    return sum(line.points for line in lines(player))


def tie_break(player: Player) -> int:
    """Count hand cards and goods, which decide between equal scores."""
    return len(player.hand) + len(player.drawn) + len(player.goods)


def standings(state: RaceState, *, over: bool) -> list[Standing]:
    """Score and rank every seat; seats equal in points and tie-break share a rank, and the victory."""
    players = state.players
    ties = [tie_break(one) for one in players]
    told = [T("Tie-break, hand cards and goods: {n}", n=n) for n in ties]
    return rank_seats([lines(one) for one in players], ties, told, over=over)
