"""Phase IV, Consume: sales and consume powers, in the order that each player chooses (rulebook: IV Consume).

A power is named by its card and its index among the card's consume powers. Each is used once a phase. Powers that
can be used must be used, but for discarding hand cards; what can be used changes as goods are spent.
"""

from __future__ import annotations

import msgspec

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, player
from rules.race.components import (
    CARDS,
    DATA,
    Consume,
    ConsumeAll,
    DiscardHand,
    Draw,
    Gamble,
    Power,
    SellGood,
    card_number,
)
from rules.race.describe import consume_text
from rules.race.goods import (
    Used,
    consume_power,
    eligible,
    factor,
    goods_needed,
    kind_on,
    power_id,
    price_of,
    sale,
    usable_powers,
)
from rules.race.piles import discard, discard_from_hand, discard_goods, draw, gain_points, take
from rules.race.places import NOTHING_PLACE, card_place, good_place, power_place
from rules.race.powers import BONUS, chose, powers, why
from rules.race.state import RaceState
from rules.race.texts import card_name, card_names, card_option, good_name, held_option

DONE = "done"


def _most_draws(state: RaceState, seat: int) -> int:
    """Give an upper bound of the cards that a seat can take from the deck in this phase."""
    me = state.players[seat]
    best_sale = max((sale(me, world) for world in me.goods), default=0)
    most = best_sale if chose(state, seat, "consume_trade") else 0
    for card in me.tableau:
        for power in CARDS[card].powers.consume:
            if isinstance(power, Consume):
                most += power.cards * min(power.uses, len(me.goods))
            elif isinstance(power, SellGood):
                most += best_sale
            elif isinstance(power, Draw):
                most += power.n
            elif isinstance(power, Gamble):
                most += 1
    return most


def _most_points(state: RaceState, seat: int) -> int:
    """Give an upper bound of the points that a seat can take from the pool in this phase."""
    me = state.players[seat]
    most = 0
    for card in me.tableau:
        for power in CARDS[card].powers.consume:
            if isinstance(power, Consume):
                most += factor(state, seat) * power.vp * min(power.uses, len(me.goods))
            elif isinstance(power, ConsumeAll):
                most += factor(state, seat) * max(0, len(me.goods) - 1)
            elif isinstance(power, DiscardHand):
                most += power.max * power.vp
    return most


def _order_matters(state: RaceState) -> bool:
    """Say whether the seats must act in player order: see docs/race.md."""
    seats = range(len(state.players))
    if sum(_most_draws(state, seat) for seat in seats) >= len(state.deck):
        return True
    if state.pool <= 0 or sum(_most_points(state, seat) for seat in seats) < state.pool:
        return False
    return sum(_chooses_points(state, seat) for seat in seats) > 1


def _chooses_points(state: RaceState, seat: int) -> bool:
    """Say whether it may be up to a seat how many points it takes: by hand cards, by the good that it sells, by order.

    The order of powers decides which goods are left for which power, and which goods are not spent at all.
    """
    me = state.players[seat]
    if any(True for _ in powers(me, "consume", DiscardHand)):
        return True
    spending = [power for _, _, power in usable_powers(me) if isinstance(power, Consume | ConsumeAll | SellGood)]
    sells = chose(state, seat, "consume_trade") and len(me.goods) > 1
    return len(spending) + sells > 1


def _beyond(state: RaceState, seat: int, note: Text, cards: int) -> Text:
    """A note that also says how many cards will be too many for the hand limit: none can be spent before it."""
    over = len(state.players[seat].hand) + cards - DATA.limits.hand
    if not cards or over <= 0:
        return note
    return TN(
        "{note} ⚠️ {n} card beyond the hand limit",
        "{note} ⚠️ {n} cards beyond the hand limit",
        over,
        note=note,
    )


def _power_note(state: RaceState, seat: int, power: Power) -> Text:
    """Say what a power does, and what would be lost by it now."""
    me, note = state.players[seat], consume_text(power)
    match power:
        case Consume():
            return _beyond(state, seat, note, goods_needed(me, power) // power.per_use * power.cards)
        case Draw(n=n):
            return _beyond(state, seat, note, n)
        case ConsumeAll() if len(me.goods) == 1:
            return T("{note} ⚠️ A single good brings nothing", note=note)
        case _:
            return note


class ConsumePhase(Act[RaceState], tag=True):
    """Every seat sells if it chose to, then uses its powers; side by side unless the order matters."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Open a lane for each seat."""
        lanes: dict[int, list[Sell | UseNext]] = {}
        for seat in range(len(state.players)):
            lanes[seat] = [UseNext(seat)]
            if chose(state, seat, "consume_trade") and state.players[seat].goods:
                lanes[seat].insert(0, Sell(seat))
        flow.side_by_side(lanes, in_order=_order_matters(state))


class Sell(Ask[RaceState], tag=True):
    """A seat chooses the good to sell, for the bonus or by the power of a card."""

    source: int = BONUS

    def _trade_powers(self) -> bool:
        if self.source == BONUS:
            return True
        return any(
            isinstance(power, SellGood) and power.use_trade_powers for power in CARDS[self.source].powers.consume
        )

    def prompt(self, state: RaceState) -> Prompt:
        """Offer every world with a good."""
        me = state.players[self.seat]
        options = []
        for world in sorted(me.goods):
            cards = sale(me, world, trade_powers=self._trade_powers())
            note = TN("{good}: brings {n} card", "{good}: brings {n} cards", n=cards, good=good_name(kind_on(world)))
            options.append(card_option(world, _beyond(state, self.seat, note, cards)))
        source = [] if self.source == BONUS else [card_place(self.source)]
        return Prompt(self.seat, "sell", T("Which good do you sell?"), options, so_far=source)

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Discard the good, then draw."""
        me = state.players[self.seat]
        world = card_number(picks[0])
        cards = sale(me, world, trade_powers=self._trade_powers())
        discard_goods(state, self.seat, [world])
        flow.tell(
            "sell",
            TN(
                "{who} sells the good of {world} ({good}) for {n} card.",
                "{who} sells the good of {world} ({good}) for {n} cards.",
                n=cards,
                who=player(self.seat),
                world=card_name(world),
                good=good_name(kind_on(world)),
            ),
            seat=self.seat,
        )
        draw(state, flow, self.seat, cards, "sell")


class UseNext(Act[RaceState], tag=True):
    """A seat goes on with its powers until none can be used."""

    seat: int

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Ask for the next power if there is any."""
        if usable_powers(state.players[self.seat]):
            flow.then(UsePower(self.seat))


class UsePower(Ask[RaceState], tag=True):
    """A seat chooses the power to use next."""

    def prompt(self, state: RaceState) -> Prompt:
        """Offer every power that can be used; stopping only where all of them are optional."""
        found = usable_powers(state.players[self.seat])
        options = [
            Option(
                power_id(card, index), card_name(card), _power_note(state, self.seat, power), power_place(card, index)
            )
            for card, index, power in found
        ]
        must = any(not isinstance(power, DiscardHand) for _, _, power in found)
        refusal = T("Powers that can be used must be used.") if must else None
        done = Option(DONE, T("Use nothing more"), place=NOTHING_PLACE, refusal=refusal, ends=True)
        text = T("Consume: which power do you use next?")
        if factor(state, self.seat) > 1:
            text = T("Consume, points doubled: which power do you use next?")
        return Prompt(self.seat, "power", text, [*options, done])

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Start the power; what it spends is asked next."""
        if picks == [DONE]:
            return
        found = usable_powers(state.players[self.seat])
        card, index, power = next(use for use in found if power_id(use[0], use[1]) == picks[0])
        state.players[self.seat].used.append((card, index))
        steps: list[Act[RaceState] | Ask[RaceState]] = []
        if isinstance(power, Consume) and power.good == "different_kinds":
            steps = [SpendKinds(self.seat, card, index)]
        elif isinstance(power, Consume):
            steps = [SpendGoods(self.seat, card, index)]
        elif isinstance(power, ConsumeAll):
            spend_all(state, self.seat, card, flow)
        elif isinstance(power, SellGood):
            steps = [Sell(self.seat, card)]
        elif isinstance(power, Gamble):
            steps = [Guess(self.seat, card, index)]
        elif isinstance(power, DiscardHand):
            steps = [SpendHand(self.seat, card, index)]
        elif isinstance(power, Draw):
            flow.tell("power", T("{who} uses {card}.", who=player(self.seat), card=card_name(card)), seat=self.seat)
            draw(state, flow, self.seat, power.n, why(card))
        flow.then(*steps, UseNext(self.seat))


def _tell_spent(seat: int, card: int, worlds: list[int], flow: Flow[RaceState]) -> None:
    if worlds == [card]:
        text = T("{card}: {who} spends the good there.", who=player(seat), card=card_name(card))
        flow.tell("consume", text, seat=seat)
        return
    flow.tell(
        "consume",
        TN(
            "{card}: {who} spends the good of {worlds}.",
            "{card}: {who} spends {n} goods, of {worlds}.",
            n=len(worlds),
            who=player(seat),
            card=card_name(card),
            worlds=card_names(worlds),
        ),
        seat=seat,
    )


def spend(state: RaceState, flow: Flow[RaceState], seat: int, used: Used, worlds: list[int]) -> None:
    """Spend the goods of some worlds and take what the power gives for them."""
    card, index = used
    power = consume_power(card, index)
    discard_goods(state, seat, worlds)
    _tell_spent(seat, card, worlds, flow)
    uses = len(worlds) // power.per_use
    gain_points(state, flow, seat, uses * power.vp * factor(state, seat))
    draw(state, flow, seat, uses * power.cards, why(card))


def spend_all(state: RaceState, seat: int, card: int, flow: Flow[RaceState]) -> None:
    """Spend all goods for one point less than their number."""
    worlds = sorted(state.players[seat].goods)
    discard_goods(state, seat, worlds)
    _tell_spent(seat, card, worlds, flow)
    gain_points(state, flow, seat, (len(worlds) - 1) * factor(state, seat))


def good_option(state: RaceState, seat: int, world: int, cards: int) -> Option:
    """Offer the good of a world, which is spent for some cards."""
    return card_option(world, _beyond(state, seat, good_name(kind_on(world)), cards))


class SpendGoods(Ask[RaceState], tag=True):
    """A seat chooses the goods that a power spends: as many as the power can."""

    card: int
    index: int

    def prompt(self, state: RaceState) -> Prompt:
        """Offer the goods that fit."""
        me = state.players[self.seat]
        power = consume_power(self.card, self.index)
        n = goods_needed(me, power)
        text = TN("{card}: spend {n} good.", "{card}: spend {n} goods.", n=n, card=card_name(self.card))
        cards = n // power.per_use * power.cards
        options = [good_option(state, self.seat, world, cards) for world in eligible(me, power)]
        return Prompt(self.seat, "goods", text, options, n, n, so_far=[power_place(self.card, self.index)])

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Spend them."""
        spend(state, flow, self.seat, (self.card, self.index), sorted(card_number(pick) for pick in picks))


class SpendKinds(Ask[RaceState], tag=True):
    """A seat chooses goods of different kinds: first the kinds, then for each kind the world."""

    card: int
    index: int
    kinds: list[str] = msgspec.field(default_factory=list)
    worlds: list[int] = msgspec.field(default_factory=list)

    def prompt(self, state: RaceState) -> Prompt:
        """Ask for the kinds, or for the world of the next kind."""
        goods = state.players[self.seat].goods
        n = consume_power(self.card, self.index).per_use
        so_far = [power_place(self.card, self.index), *map(card_place, self.worlds)]
        if not self.kinds:
            kinds = sorted({kind_on(world) for world in goods}, key=price_of)
            text = TN(
                "{card}: spend {n} kind of good.",
                "{card}: spend {n} different kinds of goods; which?",
                n=n,
                card=card_name(self.card),
            )
            cards = consume_power(self.card, self.index).cards
            notes = [_beyond(state, self.seat, good_name(kind), cards) for kind in kinds]
            options = [
                Option(kind, good_name(kind), note if note != good_name(kind) else None, place=good_place(kind))
                for kind, note in zip(kinds, notes, strict=True)
            ]
            return Prompt(self.seat, "kinds", text, options, n, n, so_far=so_far)
        kind = self.kinds[len(self.worlds)]
        cards = consume_power(self.card, self.index).cards
        options = [good_option(state, self.seat, world, cards) for world in sorted(goods) if kind_on(world) == kind]
        text = T("{card}: which of these goods ({good}) do you spend?", card=card_name(self.card), good=good_name(kind))
        return Prompt(self.seat, "goods", text, options, so_far=so_far)

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Go on to the next kind, or spend them all."""
        if not self.kinds:
            flow.then(SpendKinds(self.seat, self.card, self.index, list(picks)))
            return
        worlds = [*self.worlds, card_number(picks[0])]
        if len(worlds) < len(self.kinds):
            flow.then(SpendKinds(self.seat, self.card, self.index, self.kinds, worlds))
        else:
            spend(state, flow, self.seat, (self.card, self.index), sorted(worlds))


class SpendHand(Ask[RaceState], tag=True):
    """A seat may discard hand cards for points; these are never doubled."""

    card: int
    index: int

    def _power(self) -> DiscardHand:
        power = CARDS[self.card].powers.consume[self.index]
        assert isinstance(power, DiscardHand), "asked for hand cards by another power"
        return power

    def prompt(self, state: RaceState) -> Prompt:
        """Offer the hand; none is an answer too."""
        hand = state.players[self.seat].hand
        most = min(self._power().max, len(hand))
        text = TN(
            "{card}: discard up to {n} card for points.",
            "{card}: discard up to {n} cards for points.",
            n=most,
            card=card_name(self.card),
        )
        options = [held_option(state, self.seat, card) for card in hand]
        return Prompt(self.seat, "hand", text, options, 0, most, so_far=[power_place(self.card, self.index)])

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Discard them face down and take the points."""
        discard_from_hand(state, self.seat, [card_number(pick) for pick in picks])
        flow.tell(
            "discard",
            TN(
                "{who} discards {n} card for {card}.",
                "{who} discards {n} cards for {card}.",
                n=len(picks),
                who=player(self.seat),
                card=card_name(self.card),
            ),
            seat=self.seat,
        )
        gain_points(state, flow, self.seat, len(picks) * self._power().vp)


class Guess(Ask[RaceState], tag=True):
    """A seat guesses the cost or defence of the next card of the deck."""

    card: int
    index: int

    def prompt(self, state: RaceState) -> Prompt:
        """Offer the numbers."""
        power = CARDS[self.card].powers.consume[self.index]
        assert isinstance(power, Gamble), "asked for a number by another power"
        options = [Option(str(number), T("{number}", number=number)) for number in range(power.low, power.high + 1)]
        text = T("{card}: guess the cost or defence of the next card.", card=card_name(self.card))
        return Prompt(self.seat, "guess", text, options, so_far=[power_place(self.card, self.index)])

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Turn the card over: a hit goes to the hand, anything else is discarded."""
        guess = int(picks[0])
        card = take(state, flow, f"race.flip:{self.seat}")
        if card is None:
            flow.tell("guess", T("There is no card left to guess."), seat=self.seat)
            return
        hit = CARDS[card].number == guess
        flow.tell("guess", self._outcome(guess, card, hit=hit), seat=self.seat)
        if hit:
            hand = state.players[self.seat].hand
            hand.append(card)
            hand.sort()
        else:
            discard(state, [card])

    def _outcome(self, guess: int, card: int, *, hit: bool) -> Text:
        facts: dict[str, int | Text] = {
            "who": player(self.seat),
            "guess": guess,
            "card": card_name(card),
            "number": CARDS[card].number,
        }
        if hit:
            return T("{who} guesses {guess} and keeps {card}.", **facts)
        return T("{who} guesses {guess}; {card} has {number} and is discarded.", **facts)
