"""Names and short facts of cards as texts, and the options that stand for cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.kernel.prompt import Option
from rules.kernel.text import TN, T, Text, name
from rules.race.components import CARDS, Card, card_id
from rules.race.payment import lower_price
from rules.race.places import card_place
from rules.race.state import RaceState


@cache
def card_name(number: int) -> Text:
    """Name a physical card."""
    return name(f"race.card.{CARDS[number].key}")


def card_names(numbers: Iterable[int]) -> list[Text]:
    """Name several physical cards."""
    return [card_name(number) for number in numbers]


@cache
def good_name(kind: str) -> Text:
    """Name a kind of good."""
    return name(f"race.good.{kind}")


def phase_name(phase: str) -> Text:
    """Name a phase of the state, a second Develop or Settle included."""
    return name(f"race.phase.{phase}")


def good_text(card: Card) -> Text | None:
    """Say what a world has to do with goods; None where it has none."""
    if card.good is None:
        return None
    if card.windfall:
        return T("windfall: {good}", good=good_name(card.good))
    return T("produces {good}", good=good_name(card.good))


@cache
def brings(number: int) -> tuple[Text, ...]:
    """List what a card brings once it is placed: points, good."""
    card = CARDS[number]
    points = T("points by its own list") if card.vp is None else T("{vp} VP", vp=card.vp)
    good = good_text(card)
    return (points,) if good is None else (points, good)


def pay_cards(n: int) -> Text:
    """Say how many cards are to be paid."""
    return TN("pay {n} card", "pay {n} cards", n=n) if n else T("pay nothing")


def costs_and_brings(costs: Text, number: int) -> Text:
    """Say what placing a card takes, and then what it brings, which is read even where the former has no room."""
    return T("{costs} · {brings}", costs=costs, brings=list(brings(number)))


@cache
def facts(number: int, price: int | None = None) -> Text:
    """List what stands on a card: kind, cost or defence, points, good; `price` is what its holder pays if less."""
    card = CARDS[number]
    if price is not None:
        kind = (
            T("development, cost {cost}, for you {price}", cost=card.number, price=price)
            if card.development
            else T("world, cost {cost}, for you {price}", cost=card.number, price=price)
        )
    elif card.development:
        kind = T("development, cost {cost}", cost=card.number)
    elif card.military:
        kind = T("military world, defence {defence}", defence=card.number)
    else:
        kind = T("world, cost {cost}", cost=card.number)
    return T("{facts}", facts=[kind, *brings(number)])


def card_option(number: int, note: Text | None = None, refusal: Text | None = None) -> Option:
    """Offer a physical card; the note says what stands on it where nothing better is known."""
    return Option(card_id(number), card_name(number), note or facts(number), card_place(number), refusal)


def held_option(state: RaceState, seat: int, number: int) -> Option:
    """Offer a card that a seat holds; the note says what stands on it, and what it costs the seat if that is less."""
    return card_option(number, facts(number, lower_price(state, seat, number)))


def costs_too_much(price: int, have: int) -> Text:
    """Say why a card cannot be paid for."""
    return TN("It costs {n} card, you can pay {have}.", "It costs {n} cards, you can pay {have}.", n=price, have=have)
