"""What placing a card takes (hand cards to pay, strength, or cards given up), and what selling a good brings."""

from __future__ import annotations

from rendering.kit.picture import RenderContext
from rendering.race.powers import ARROW, CARD, text
from rendering.race.signs import Row, Sign
from rules.race.components import CARDS, SellGood
from rules.race.goods import sale
from rules.race.payment import Way, development_price, lower_price, ways_of, ways_to_settle
from rules.race.places import card_of, card_place
from rules.race.state import UNKNOWN, RaceState


def to_pay(n: int) -> Row:
    """A number of cards to pay."""
    return (text(str(n)), CARD)


def way_row(way: Way) -> Row:
    """A way to settle a world."""
    pays: Row = (Sign("icon", "swords"), Sign("icon", "check")) if way.conquer else to_pay(way.cards)
    if not way.give_up:
        return pays
    return (*(Sign("icon", "cross") for _ in way.give_up), ARROW, *pays)


def reduced(view: RaceState, seat: int) -> dict[int, int]:
    """What the cards in a seat's hand, and the one that it pays for, cost where that is less than what stands on them.

    By card.
    """
    one = view.players[seat]
    held = (*one.drawn, *one.hand, *(() if one.placed is None else (one.placed,)))
    prices = {number: lower_price(view, seat, number) for number in held if number != UNKNOWN}
    return {number: price for number, price in prices.items() if price is not None}


def price_row(view: RaceState, seat: int, number: int) -> Row:
    """What a hand card takes to be placed: the first way of several."""
    one, card = view.players[seat], CARDS[number]
    if card.development:
        return to_pay(development_price(view, seat, card))
    ways = ways_to_settle(one, number, len(one.hand) - 1)
    if not ways:
        return ()
    return (*way_row(ways[0]), text("…")) if len(ways) > 1 else way_row(ways[0])


def due(view: RaceState, seat: int) -> int | None:
    """How many cards the card that is placed costs its seat; nothing where several prices are possible."""
    one = view.players[seat]
    number = one.chosen if one.placed is None else one.placed
    if number is None:
        return None
    card = CARDS[number]
    if card.development:
        return development_price(view, seat, card)
    prices = {way.cards for way in ways_of(one, number) if way.cards}
    return prices.pop() if len(prices) == 1 else None


def best_sale(view: RaceState, seat: int) -> int:
    """How many cards the dearest good of a seat would bring now, with its trade powers; 0 without goods."""
    one = view.players[seat]
    return max((sale(one, world) for world in one.goods), default=0)


def sales(view: RaceState, seat: int, context: RenderContext) -> dict[int, int]:
    """How many cards the good of each offered world brings where one is to be sold."""
    one, marks = view.players[seat], context.marks
    if marks.kind != "sell":
        return {}
    cause = next((card_of(where) for where in marks.so_far), None)
    trades = cause is None or any(
        isinstance(power, SellGood) and power.use_trade_powers for power in CARDS[cause].powers.consume
    )
    worlds = (world for world in one.goods if card_place(world) in marks.legal | marks.chosen)
    return {world: sale(one, world, trade_powers=trades) for world in worlds}
