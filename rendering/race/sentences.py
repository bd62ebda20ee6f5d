"""What lies on the table of Race, in sentences: alt texts and text boards are made of them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from rendering.kit.alt import winners
from rendering.kit.numbers import said as said_numbers
from rendering.kit.picture import RenderContext
from rendering.race.changes import changed, in_hand, military_strength
from rendering.race.powers import words as power_words
from rendering.race.prices import best_sale, due, sales
from rules.kernel.text import TN, T, Text, name, player, signed
from rules.race.components import CARDS
from rules.race.describe import card_text
from rules.race.goods import kinds_held
from rules.race.payment import development_price, ways_of, ways_to_settle
from rules.race.places import NOTHING_PLACE, action_place, card_of, card_place, good_place
from rules.race.scoring import standings, total
from rules.race.state import UNKNOWN, RaceState
from rules.race.steps.settle import way_text
from rules.race.texts import card_name, phase_name

PLACING = {"develop", "settle"}
"""Kinds of prompts in which a card is placed."""
NONE: Mapping[int, int] = {}


def table(view: RaceState, context: RenderContext) -> list[Text]:
    """Tell the round, who must act or has won, and what is left."""
    said = [T("Round {round}, {phase}.", round=view.round, phase=phase_name(view.phase))]
    if view.phases:
        said.append(T("Phases of this round: {phases}.", phases=[phase_name(phase) for phase in view.phases]))
    if context.waiting:
        said.append(T("To act: {players}.", players=[player(seat) for seat in context.waiting]))
    if view.phase == "over":
        said += winners(standings(view, over=True))
    said.append(
        T(
            "Left: {pool} VP, {deck} in the deck; {discards} discarded.",
            pool=max(0, view.pool),
            deck=len(view.deck),
            discards=len(view.discards),
        )
    )
    return said


def numbers(view: RaceState, seat: int) -> list[Text]:
    """Tell a seat's points, strength and cards in hand, and its actions once they are revealed."""
    one = view.players[seat]
    said = [
        T(
            "{who}: {points} VP ({chips} in chips), strength {strength}, {hand} in hand.",
            who=player(seat),
            points=total(one),
            chips=one.chips,
            strength=signed(military_strength(one).general),
            hand=in_hand(view, seat),
        )
    ]
    if one.actions:
        said.append(T("Action: {actions}.", actions=[name(f"race.action.{key}") for key in one.actions]))
    return said


def seat_now(view: RaceState, seat: int, context: RenderContext, degree: int = 2) -> list[Text]:
    """Tell a seat of the table; degree 0 names no card, 1 those that are new or bear a good, 2 all."""
    one = view.players[seat]
    change = changed(view, context.before, seat)
    said = numbers(view, seat)
    cards: list[Text] = []
    for number in one.tableau:
        named = card_name(number)
        if number in one.goods:
            named = T("{card} with a good", card=named)
        if number in change.gone:
            named = T("{card} (its good gone)", card=named)
        if number in change.cards:
            named = T("{card} (new)", card=named)
        if degree == 2 or (degree == 1 and (number in (*one.goods, *change.gone, *change.cards))):
            cards.append(named)
    count = len(one.tableau)
    if not cards:
        said.append(TN("{n} card.", "{n} cards.", n=count))
    elif degree == 2:
        said.append(_lying(cards))
    else:
        said.append(TN("{n} card, among them {cards}.", "{n} cards, among them {cards}.", n=count, cards=cards))
    return said


def _lying(cards: list[Text]) -> Text:
    return TN("{n} card: {cards}.", "{n} cards: {cards}.", n=len(cards), cards=cards)


def tableau(view: RaceState, seat: int) -> list[Text]:
    """Tell by name what lies before a seat."""
    one = view.players[seat]
    cards = [
        T("{card} with a good", card=card_name(number)) if number in one.goods else card_name(number)
        for number in one.tableau
    ]
    return [_lying(cards)] if cards else []


def card(
    number: int,
    degree: int = 2,
    *,
    good: bool = False,
    price: int | None = None,
    points: int | None = None,
    new: bool = False,
) -> list[Text]:
    """Tell a card in sentences; degree 0 is its name, 1 adds what stands on it, 2 its powers too.

    `price` is what its holder pays for it where that is less than what stands on it; `points` is what it scores now
    where that is counted at the end.
    """
    if number == UNKNOWN:
        return [T("A hidden card.")]
    named = card_name(number)
    if good:
        named = T("{card} with a good", card=named)
    if new:
        named = T("{card} (new)", card=named)
    if degree == 0:
        return [T("{card}.", card=named)]
    stands, *powers = card_text(CARDS[number].key)
    now = [] if price is None else [_costs(price)]
    if points is not None:
        now.append(T("It scores {points} VP now.", points=points))
    return [T("{card}: {facts}.", card=named, facts=stands), *now, *(powers if degree >= 2 else ())]


def cards(
    numbers: Iterable[int],
    degree: int,
    goods: Container[int] = (),
    *,
    prices: Mapping[int, int] = NONE,
    points: Mapping[int, int] = NONE,
    new: Container[int] = (),
) -> list[Text]:
    """Tell several cards, as `card` does; `goods` are the worlds with a good, `new` what was not there before."""
    return [
        text
        for one in numbers
        for text in card(one, degree, good=one in goods, price=prices.get(one), points=points.get(one), new=one in new)
    ]


def marked(view: RaceState, seat: int, context: RenderContext, *, all_prices: bool = False) -> list[Text]:
    """Tell what a seat may pick, each with its number, what it has picked, and the card that the choice is about.

    Unless `all_prices` nothing is told of what a card takes where that is what stands on it.
    """
    marks = context.marks
    order = [*marks.numbers, *sorted(marks.legal - marks.numbers.keys())]
    notes = _notes(view, seat, context, all_prices=all_prices)
    legal = [
        _numbered(_noted(_named(view, seat, where, marks.kind), notes.get(where)), marks.numbers.get(where, ()))
        for where in order
    ]
    chosen = [_named(view, seat, where, marks.kind) for where in sorted(marks.chosen)]
    said = [T("May be picked: {cards}.", cards=legal)] if legal else []
    if chosen:
        told = T("This is about: {cards}.", cards=chosen)
        said.append(told if marks.about else T("Picked: {cards}.", cards=chosen))
    about = [number for number in map(card_of, marks.so_far[:1]) if number is not None]
    said += [T("This is about {card}.", card=card_name(number)) for number in about]
    price = due(view, seat) if marks.kind == "pay" else None
    return said if price is None else [*said, _costs(price)]


def _costs(price: int) -> Text:
    return TN("It costs {n} card now.", "It costs {n} cards now.", n=price)


def _notes(view: RaceState, seat: int, context: RenderContext, *, all_prices: bool) -> dict[str, Text | list[Text]]:
    """What is told beside what may be picked: what placing a card takes, what a good brings, how many there are."""
    one, marks = view.players[seat], context.marks
    if marks.kind in PLACING:
        return {
            card_place(number): _takes(view, seat, number, all_prices=all_prices)
            for number in one.hand
            if card_place(number) in marks.legal
        }
    if marks.kind == "actions" and one.goods:
        best = best_sale(view, seat)
        return {action_place("consume_trade"): TN("brings up to {n} card", "brings up to {n} cards", n=best)}
    notes: dict[str, Text | list[Text]] = {
        card_place(world): TN("brings {n} card", "brings {n} cards", n=n)
        for world, n in sales(view, seat, context).items()
    }
    kinds = {good_place(kind): T("{n} of them", n=n) for kind, n in kinds_held(one).items()}
    return {**notes, **kinds}


def _takes(view: RaceState, seat: int, number: int, *, all_prices: bool) -> list[Text]:
    """What placing a hand card takes: every way."""
    one, placed = view.players[seat], CARDS[number]
    if placed.development:
        price = development_price(view, seat, placed)
        told = all_prices or price != placed.number
        return [TN("pay {n} card", "pay {n} cards", n=price)] if told else []
    ways = ways_to_settle(one, number, len(one.hand) - 1)
    plain = [(way.conquer, way.cards) for way in ways] == [(placed.military, 0 if placed.military else placed.number)]
    return [] if plain and not ways[0].give_up and not all_prices else [way_text(way) for way in ways]


def _noted(what: Text, note: Text | list[Text] | None) -> Text:
    return T("{card} ({power})", card=what, power=note) if note else what


def _numbered(what: Text, numbers: Sequence[str]) -> Text:
    return T("{number} · {option}", number=said_numbers(numbers), option=what) if numbers else what


def _named(view: RaceState, seat: int, where: str, kind_of: str = "") -> Text:
    """What stands at a marked place."""
    kind, _, id = where.partition(":")
    one = view.players[seat]
    number = card_of(where)
    if where == NOTHING_PLACE:
        return T("Place nothing") if kind_of in PLACING else T("Use nothing more")
    if kind == "action":
        return name(f"race.action.{id}")
    if kind == "good":
        return name(f"race.good.{id}")
    if kind == "way" and one.tableau:
        ways = {way.id: way for way in ways_of(one, one.tableau[-1] if one.chosen is None else one.chosen)}
        return way_text(ways[id]) if id in ways else T("{place}", place=id)
    if number is None:
        return T("{place}", place=where)
    if kind == "power":
        power = CARDS[number].powers.consume[int(id.partition(":")[2])]
        return T("{card} ({power})", card=card_name(number), power=power_words(power, "consume"))
    return card_name(number)
