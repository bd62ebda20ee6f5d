"""The negotiation board: a space, the clan, an advance, a setback, in this order."""

from __future__ import annotations

from collections.abc import Iterator

from rules.circadians import places
from rules.circadians.boards import Case, case_of, negotiation_spots
from rules.circadians.describe import effect_text
from rules.circadians.effects import ClanEffect, FreeMove, Gain, PayGain, Trades
from rules.circadians.gains import bonuses, card_order, cards_left, gain, pay, warned
from rules.circadians.goods import Goods, gain_text, words
from rules.circadians.means import Means, Sending, covers
from rules.circadians.options import item_option, spot_option
from rules.circadians.state import EMPTY, CircadiansState, Die, Player
from rules.circadians.steps.moving import FreeStep
from rules.circadians.steps.spending import Used, leave, leaves, then_pay
from rules.circadians.steps.trading import MoreTrades, affordable
from rules.circadians.texts import COLUMN_NAMES, TOKEN_NAMES, price_text
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, player

SKIP, USE = "skip", "use"


def place_name(column: str, row: int) -> Text:
    """Name a space by its column and its place from the top."""
    return T("{column} {n}", column=COLUMN_NAMES[column], n=row)


def clan_brief(effect: ClanEffect) -> Text:
    """Say in few words what a clan gives."""
    match effect:
        case Gain():
            return T("clan gives {goods}", goods=words(effect.gain))
        case PayGain():
            return T("clan gives {goods} for {cost}", goods=words(effect.gain), cost=words(effect.pay))
        case Trades():
            return TN("clan gives {n} trade", "clan gives {n} trades", n=effect.n)
        case FreeMove():
            return T("clan gives 1 step")


def _follows(case: Case, column: str) -> Iterator[Text]:
    """What comes with a die in a column: its clan, an advance, a setback."""
    state = case.means.state
    yield clan_brief(state.parts.clans[state.clans[column]].effect)
    if can_advance(state, case.value, coming=True) and len(state.advances) < len(state.parts.advances):
        yield T("advance")
    if penalty_left(state) and setback_tokens(state, column, case.value):
        yield T("⚠️ setback")


class NegotiationSpace(Ask[CircadiansState], tag=True):
    """Which space the die takes; it stays there and scores at the end."""

    sending: Sending

    def prompt(self, state: CircadiansState) -> Prompt:
        case = case_of(Means(state, self.seat), self.sending)
        assert isinstance(case, Case)
        options = []
        for spot in negotiation_spots(case):
            column, row = spot.id.split("-")
            vp = case.means.boards.negotiation[column].spaces[int(row) - 1].vp
            cost = price_text(spot.prices)
            note = T("{vp} VP", vp=vp) if cost is None else T("{vp} VP. {cost}", vp=vp, cost=cost)
            if spot.refusal is None:
                for more in _follows(case, column):
                    note = T("{note} · {more}", note=note, more=more)
            options.append(spot_option(spot, place_name(column, int(row)), note, places.negotiation(spot.id)))
        text, so_far = T("Which space of the negotiation board?"), places.sent(self.sending)
        return Prompt(self.seat, "negotiate", text, options, so_far=so_far)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        column, row = picks[0].split("-")
        space = Means(state, self.seat).boards.negotiation[column].spaces[int(row) - 1]
        leave(state, self.seat, self.sending, "negotiate", flow)
        assert state.negotiation[column][int(row) - 1] is None
        state.negotiation[column][int(row) - 1] = Die(self.seat, self.sending.value)
        where = place_name(column, int(row))
        flow.tell("negotiate", T("{who} negotiates: {space}.", who=player(self.seat), space=where), seat=self.seat)
        flow.then(
            then_pay(state, self.seat, "negotiate", [space.cost], self.sending),
            AskClan(self.seat, column),
            AskAdvance(self.seat, self.sending.value),
            AskSetback(self.seat, column),
            Used(self.seat, "negotiate", self.sending.garages),
        )


# The clan.


def clan_works(state: CircadiansState, seat: int, column: str) -> bool:
    """Whether the clan above a column could do something for a seat."""
    me = state.players[seat]
    effect = state.parts.clans[state.clans[column]].effect
    match effect:
        case Trades():
            return bool(affordable(state, seat, effect.to))
        case PayGain():
            return covers(me.goods, effect.pay) and gives(state, me, effect.gain)
        case Gain():
            return gives(state, me, effect.gain)
        case FreeMove():
            return True


def gives(state: CircadiansState, me: Player, goods: Goods) -> bool:
    """Whether anything of some goods can be had: cards and dice may be used up."""
    return any(goods.amounts) or bool(goods.item and cards_left(state)) or bool(goods.die and me.supply)


class AskClan(Act[CircadiansState], tag=True):
    """The clan is offered where it could do something."""

    seat: int
    column: str

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        if clan_works(state, self.seat, self.column):
            flow.then(UseClan(self.seat, self.column))


class UseClan(Ask[CircadiansState], tag=True):
    """The clan above the column may be used (R11)."""

    column: str

    def prompt(self, state: CircadiansState) -> Prompt:
        clan = state.parts.clans[state.clans[self.column]]
        note: Text | None = effect_text(clan.effect)
        if isinstance(clan.effect, Gain | PayGain):
            note = warned(state, self.seat, note, clan.effect.gain)
        use = Option(USE, T("Use the clan"), note, places.clan(self.column))
        options = [use, Option(SKIP, T("Leave it"))]
        text = T("Do you use {clan}?", clan=state.parts.name(clan.id))
        return Prompt(self.seat, "clan", text, options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        if picks[0] == SKIP:
            return
        clan = state.parts.clans[state.clans[self.column]]
        effect = clan.effect
        used = T("{who} uses {clan}.", who=player(self.seat), clan=state.parts.name(clan.id))
        flow.tell("clan", used, seat=self.seat)
        match effect:
            case Gain():
                gain(state, flow, self.seat, effect.gain)
            case PayGain():
                pay(state.players[self.seat], effect.pay)
                gain(state, flow, self.seat, effect.gain)
            case FreeMove():
                flow.then(FreeStep(self.seat, may=False))
            case Trades():
                flow.then(MoreTrades(self.seat, effect.n, effect.to, must=True))


# Advances.


def can_advance(state: CircadiansState, value: int, *, coming: bool = False) -> bool:
    """Whether a die that was just placed, or is `coming`, allows an advance: its value is new, its token is there.

    The recorded games look at the token alone (`Rules.advance_by_token`).
    """
    if value in state.advances.values():
        return False
    dice = [die for column in state.negotiation.values() for die in column if die is not None]
    return state.rules.advance_by_token or sum(die.value == value for die in dice) + coming == 1


class AskAdvance(Act[CircadiansState], tag=True):
    """An advance is offered for a value that is new on the board (R15)."""

    seat: int
    value: int

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        if can_advance(state, self.value) and len(state.advances) < len(state.parts.advances):
            flow.then(TakeAdvance(self.seat, self.value))


class TakeAdvance(Ask[CircadiansState], tag=True):
    """Move the token of the value to a reward that is not covered."""

    value: int

    def prompt(self, state: CircadiansState) -> Prompt:
        options = [
            Option(
                reward.id,
                gain_text(reward.gain),
                warned(state, self.seat, None, reward.gain) if reward.id not in state.advances else None,
                places.advance(reward.id),
                None if reward.id not in state.advances else T("A token covers that reward."),
            )
            for reward in state.parts.advances.values()
        ]
        options.append(Option(SKIP, T("Take no advance")))
        text = T("Where do you move the advance’s token of {value}?", value=self.value)
        return Prompt(self.seat, "advance", text, options, so_far=[places.token(str(self.value))])

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        if picks[0] == SKIP:
            return
        state.advances[picks[0]] = self.value
        flow.tell(
            "advance",
            T("{who} advances: the token of {value} is moved.", who=player(self.seat), value=self.value),
            seat=self.seat,
        )
        gain(state, flow, self.seat, state.parts.advances[picks[0]].gain)
        bonuses(state, flow, self.seat, "advance")


# Setbacks.


def setback_tokens(state: CircadiansState, column: str, *coming: int) -> list[str]:
    """The tokens of the conditions that a column fulfils with dice that come, as far as they still lie there (R16)."""
    dice = [*(die.value for die in state.negotiation[column] if die is not None), *coming]
    limit = state.parts.board(len(state.players)).negotiation[column].limit
    found = []
    if sum(dice) > limit:
        found.append(f"sum-{column}")
    if len(set(dice)) < len(dice):
        found.append(f"pair-{column}")
    return [token for token in found if token not in state.setbacks.values()]


def penalty_left(state: CircadiansState) -> bool:
    """Whether a penalty is still to be had, without which there is no setback."""
    return len(state.setbacks) < len(state.parts.setbacks)


def lose_places(me: Player) -> list[str]:
    """Where on the base a player has dice that could be lost (R17)."""
    return [
        *(["waiting"] if me.waiting else []),
        *(f"g{n}" for n, die in enumerate(me.garages, 1) if die != EMPTY),
        *(f"f{n}" for n, die in enumerate(me.farm_dice, 1) if die != EMPTY),
        *(["canteen"] if me.canteen else []),
    ]


def can_lose(me: Player, lose: Goods) -> bool:
    """Whether a penalty can be paid in full."""
    return covers(me.goods, lose) and len(me.hand) >= lose.item and me.base_dice() >= lose.die


class AskSetback(Act[CircadiansState], tag=True):
    """A setback follows where a condition is fulfilled and its token is still there."""

    seat: int
    column: str

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        tokens = setback_tokens(state, self.column)
        if tokens and penalty_left(state):
            flow.then(SetbackToken(self.seat, tokens))


class SetbackToken(Ask[CircadiansState], tag=True):
    """Which of the fulfilled conditions moves its token."""

    tokens: list[str]

    def prompt(self, state: CircadiansState) -> Prompt:
        options = [Option(token, TOKEN_NAMES[token], place=places.token(token)) for token in self.tokens]
        return Prompt(self.seat, "setback", T("Which condition of the setback counts?"), options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        flow.then(Penalty(self.seat, picks[0]))


class Penalty(Ask[CircadiansState], tag=True):
    """Which penalty the token covers: one that can be paid in full, or if none can, any."""

    token: str

    def prompt(self, state: CircadiansState) -> Prompt:
        me = state.players[self.seat]
        open_ = [one for one in state.parts.setbacks.values() if one.id not in state.setbacks]
        any_ = not any(can_lose(me, one.lose) for one in open_)
        options = []
        for one in state.parts.setbacks.values():
            refusal: Text | None = None
            if one.id in state.setbacks:
                refusal = T("A token covers that penalty.")
            elif not any_ and not can_lose(me, one.lose):
                refusal = T("You cannot pay that in full, but you can pay another penalty.")
            text = T("Lose {goods}", goods=words(one.lose))
            note = T("Nothing is paid") if any_ else leaves(me.goods, Goods(*one.lose.amounts))
            options.append(Option(one.id, text, note, places.setback(one.id), refusal))
        text = T("Which penalty do you take for the setback ({token})?", token=TOKEN_NAMES[self.token])
        return Prompt(self.seat, "penalty", text, options, so_far=[places.token(self.token)])

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        me = state.players[self.seat]
        state.setbacks[picks[0]] = self.token
        lose = state.parts.setbacks[picks[0]].lose
        token = TOKEN_NAMES[self.token]
        if not can_lose(me, lose):
            text = T("{who} has a setback ({token}) and can pay nothing.", who=player(self.seat), token=token)
            flow.tell("setback", text, seat=self.seat)
            return
        flow.tell(
            "setback",
            T("{who} has a setback ({token}) and loses {goods}.", who=player(self.seat), token=token,
              goods=words(lose)),
            seat=self.seat,
        )  # fmt: skip
        pay(me, Goods(*lose.amounts))
        flow.then(
            *(LoseItem(self.seat) for _ in range(lose.item)),
            *(LoseDie(self.seat) for _ in range(lose.die)),
        )


class LoseItem(Ask[CircadiansState], tag=True):
    """Which item card of the hand is discarded."""

    def prompt(self, state: CircadiansState) -> Prompt:
        options = [item_option(state.parts, item) for item in state.players[self.seat].hand]
        return Prompt(self.seat, "lose-item", T("Which item card do you lose?"), options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        discard(state, self.seat, picks, flow)


def discard(state: CircadiansState, seat: int, items: list[str], flow: Flow[CircadiansState]) -> None:
    """Put cards of a hand on the discards, for all to see."""
    for item in items:
        state.players[seat].hand.remove(item)
    state.discards = sorted([*state.discards, *items], key=card_order)
    cards: list[Text] = [state.parts.name(item) for item in items]
    flow.tell("discard", T("{who} discards {cards}.", who=player(seat), cards=cards), seat=seat)


class LoseDie(Ask[CircadiansState], tag=True):
    """Which die of the base goes back to the supply; the others stay where they are."""

    def prompt(self, state: CircadiansState) -> Prompt:
        me = state.players[self.seat]
        options = [Option(place, lose_text(me, place), place=places.on_base(place)) for place in lose_places(me)]
        return Prompt(self.seat, "lose-die", T("Which die do you lose?"), options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        me = state.players[self.seat]
        text = lose_text(me, picks[0])
        flow.tell("lose-die", T("{who} loses a die: {which}.", who=player(self.seat), which=text), seat=self.seat)
        me.supply += 1
        match picks[0][0], picks[0][1:]:
            case "w", _:
                me.waiting -= 1
            case "c", _:
                me.canteen -= 1
            case "g", n:
                me.garages[int(n) - 1] = EMPTY
            case _, n:
                me.farm_dice[int(n) - 1] = EMPTY


def lose_text(me: Player, place: str) -> Text:
    """Name a die of the base."""
    if place == "waiting":
        return TN("the new die", "one of {n} new dice", n=me.waiting)
    if place == "canteen":
        return TN("the die in the canteen", "one of {n} dice in the canteen", n=me.canteen)
    n = int(place[1:])
    if place[0] == "g":
        return T("the {face} in garage {n}", face=me.garages[n - 1], n=n)
    return T("the {face} on farm {n}", face=me.farm_dice[n - 1], n=n)
