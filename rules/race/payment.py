"""What placing a card costs, and the ways to pay for it (rulebook: II Develop, III Settle)."""

from __future__ import annotations

from itertools import combinations

import msgspec

from rules.race.components import (
    ACTIONS,
    CARDS,
    Card,
    Discount,
    GiveUpForCostZero,
    GiveUpForStrength,
    PayForMilitary,
    Strength,
)
from rules.race.powers import chose, powers
from rules.race.state import Player, RaceState

UNLIMITED = 99
"""More hand cards than anything costs: asks what a card would cost, whatever the hand holds."""


def lasting_price(me: Player, card: Card) -> int:
    """Count the cards to pay for a card in any round: its cost less discounts, never below 0; military worlds as is."""
    if card.development:
        return max(0, card.number - sum(power.n for _, power in powers(me, "develop", Discount)))
    return card.number if card.cost is None else max(0, card.cost - _discounts(me, card))


def development_price(state: RaceState, seat: int, card: Card) -> int:
    """Count the cards to pay for a development now: its cost less bonus and discounts, never below 0."""
    price = lasting_price(state.players[seat], card)
    if chose(state, seat, "develop"):
        price -= ACTIONS["develop"].bonus.discount
    return max(0, price)


def lower_price(state: RaceState, seat: int, number: int) -> int | None:
    """Count the cards that a card would cost its holder where that is less than what stands on it; None elsewhere.

    The bonus of Develop counts until its seat has placed a card in the phase: the cards left in hand cost more then.
    """
    me, card = state.players[seat], CARDS[number]
    placed = me.chosen if me.placed is None else me.placed
    bonus = card.development and state.phase.startswith("develop") and placed in {None, number}
    price = development_price(state, seat, card) if bonus else lasting_price(me, card)
    return price if price < card.number else None


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One way to settle a world: conquer it or pay `cards` hand cards, giving up these cards of the tableau."""

    conquer: bool = False
    cards: int = 0
    give_up: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """The option's id: the devices given up, else how it is done."""
        if self.give_up:
            return "+".join(CARDS[card].key for card in self.give_up)
        return "conquer" if self.conquer else "pay"


def general_strength(me: Player) -> int:
    """Sum the strength that counts against every world, negative values included."""
    return sum(power.n for _, power in powers(me, "settle", Strength) if power.general)


def strength_against(me: Player, world: Card) -> int:
    """Sum the strength against a world, special strength included, without what giving up cards would add."""
    return sum(
        power.n
        for _, power in powers(me, "settle", Strength)
        if (power.good is None or power.good == world.good) and (power.versus is None or power.versus in world.keywords)
    )


def _discounts(me: Player, world: Card) -> int:
    return sum(power.n for _, power in powers(me, "settle", Discount) if power.good is None or power.good == world.good)


def _paid(me: Player, world: Card, price: int, hand: int) -> list[Way]:
    """Pay a price, or give up a card that makes it 0 where that changes anything."""
    price = max(0, price - _discounts(me, world))
    ways = [Way(cards=price)] if price <= hand else []
    if price > 0:
        for card, power in powers(me, "settle", GiveUpForCostZero):
            if power.not_good != world.good:
                ways.append(Way(give_up=(card,)))
    return ways


def _conquered(me: Player, world: Card) -> list[Way]:
    """Conquer, giving up as few cards for strength as will do."""
    missing = world.number - strength_against(me, world)
    if missing <= 0:
        return [Way(conquer=True)]
    helpers = list(powers(me, "settle", GiveUpForStrength))
    ways: list[Way] = []
    for n in range(1, len(helpers) + 1):
        for group in combinations(helpers, n):
            cards = tuple(card for card, _ in group)
            if sum(power.n for _, power in group) >= missing and not any(set(way.give_up) < set(cards) for way in ways):
                ways.append(Way(conquer=True, give_up=cards))
    return ways


def ways_of(me: Player, number: int) -> list[Way]:
    """List the ways to settle a world that the seat has placed, or has in hand and is about to place."""
    return ways_to_settle(me, number, len(me.hand) - (number in me.hand))


def ways_to_settle(me: Player, number: int, hand: int) -> list[Way]:
    """List the ways to settle a world with `hand` other cards in hand; ways with the same outcome appear once.

    A card is given up only where that changes what must be paid or can be conquered. Strength and payment are never
    combined.
    """
    world = CARDS[number]
    if world.cost is not None:
        return _paid(me, world, world.cost, hand)
    ways = _conquered(me, world)
    for _, power in powers(me, "settle", PayForMilitary):
        if power.not_good != world.good:
            ways += _paid(me, world, world.number - power.discount, hand)
    unique: dict[tuple[int, tuple[int, ...]], Way] = {}
    for way in ways:
        unique.setdefault((way.cards, way.give_up), way)
    return list(unique.values())
