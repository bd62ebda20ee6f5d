"""Gaining: resources, item cards from the deck, dice from the own supply."""

from __future__ import annotations

from collections.abc import Sequence

from rules.circadians.effects import LOCATIONS, Bonus
from rules.circadians.goods import Goods, words
from rules.circadians.means import Means
from rules.circadians.state import CircadiansState, Player
from rules.kernel.steps import Flow
from rules.kernel.text import TN, T, Text, player


def pay(me: Player, cost: Goods) -> None:
    """Pay resources."""
    me.water -= cost.water
    me.algae -= cost.algae
    me.power -= cost.power
    me.gem -= cost.gem
    assert min(me.goods.amounts) >= 0


def add(me: Player, goods: Goods) -> None:
    """Take resources."""
    me.water += goods.water
    me.algae += goods.algae
    me.power += goods.power
    me.gem += goods.gem


def cards_left(state: CircadiansState) -> bool:
    """Whether an item card can still be drawn."""
    return bool(state.deck or state.under or state.discards)


def draw(state: CircadiansState, flow: Flow[CircadiansState], seat: int, n: int) -> list[str]:
    """Draw item cards onto a hand; the discards are shuffled when the deck is empty, then there may be fewer (R26)."""
    me = state.players[seat]
    drawn: list[str] = []
    for _ in range(n):
        if not state.deck and not state.under:
            state.deck, state.discards = state.discards, []
        if state.deck:
            card = flow.rng.pick(state.deck, f"circadians.item:{seat}")
            state.deck.remove(card)
        elif state.under:
            card = state.under.pop(0)
            flow.reveal()
        else:
            break
        drawn.append(card)
    me.hand = sorted([*me.hand, *drawn], key=card_order)
    if drawn:
        flow.tell(
            "draw", TN("{who} draws {n} item card.", "{who} draws {n} item cards.", n=len(drawn), who=player(seat)),
            seat=seat,
        )  # fmt: skip
        names: list[Text] = [state.parts.name(card) for card in drawn]
        flow.tell("drawn", T("You draw {cards}.", cards=names), seat=seat, to=[seat])
    else:
        flow.tell("draw", T("There is no item card left to draw."), seat=seat)
    return drawn


def card_order(card: str) -> tuple[int, str]:
    """Sort cards as people count: 2 before 10."""
    return len(card), card


def add_dice(me: Player, n: int) -> int:
    """Take new dice for the next round, as far as the supply has them (R25); give how many."""
    n = min(n, me.supply)
    me.supply -= n
    me.waiting += n
    return n


def dice_at_rest(state: CircadiansState, seat: int) -> int:
    """How many dice a seat will have when it rests, if those that are still to be sent come back."""
    away = sum(die.seat == seat for place in LOCATIONS for die in state.dice_on(place))
    return state.players[seat].base_dice() + state.hq_dice(seat) + away


def warned(state: CircadiansState, seat: int, note: Text | None, goods: Goods) -> Text | None:
    """A note that also says what of some goods a seat could not keep; as it is where it keeps all."""
    me, base = state.players[seat], state.parts.base
    dice = min(goods.die, me.supply)
    if goods.die and not dice:
        note = _warning(note, T("You have no die left to gain"))
    if dice and (beyond := dice_at_rest(state, seat) + dice - base.most_dice) > 0:
        text = TN(
            "{n} die more than you may keep when you rest", "{n} dice more than you may keep when you rest", beyond
        )
        note = _warning(note, text)
    if goods.item and (beyond := len(me.hand) + goods.item - base.most_items) > 0:
        text = TN(
            "{n} item card more than you may keep when you rest",
            "{n} item cards more than you may keep when you rest",
            beyond,
        )
        note = _warning(note, text)
    return note


def _warning(note: Text | None, warning: Text) -> Text:
    return T("⚠️ {warning}", warning=warning) if note is None else T("{note} ⚠️ {warning}", note=note, warning=warning)


def gain(state: CircadiansState, flow: Flow[CircadiansState], seat: int, goods: Goods) -> None:
    """Gain at once, and tell it; cards are drawn, dice wait for the next round."""
    me = state.players[seat]
    add(me, goods)
    if any(goods.amounts):
        flow.tell(
            "gain",
            T("{who} gains {goods}.", who=player(seat), goods=words(Goods(*goods.amounts))),
            seat=seat,
        )
    if goods.die:
        got = add_dice(me, goods.die)
        text = TN(
            "{who} gains {n} die for the next round.", "{who} gains {n} dice for the next round.", n=got,
            who=player(seat),
        )  # fmt: skip
        flow.tell("dice", text if got else T("{who} has no die left to gain.", who=player(seat)), seat=seat)
    if goods.item:
        draw(state, flow, seat, goods.item)


def bonuses(
    state: CircadiansState, flow: Flow[CircadiansState], seat: int, occasion: str, garages: Sequence[int] = ()
) -> None:
    """Gain what the seat's effects give after a place was used, a hex entered or an advance taken."""
    for bonus in Means(state, seat).of(Bonus, garages):
        if occasion in bonus.where:
            gain(state, flow, seat, bonus.gain)
