"""Trades at the market's rates: with a die, a clan or a character."""

from __future__ import annotations

from rules.circadians import places
from rules.circadians.boards import (
    Case,
    case_of,
    market_rates,
    market_spaces,
    rates_as_printed,
    trades,
)
from rules.circadians.components import Rate
from rules.circadians.gains import add, pay
from rules.circadians.goods import words
from rules.circadians.means import Means, Sending, shortage
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.spending import Used, leave
from rules.circadians.texts import MARKET_NAMES
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, player

STORED_TEXTS = (
    TN("{who} trades {n} time: {trade}.", "{who} trades {n} times: {trade}.", 1),
    TN("{n} time: {trade}", "{n} times: {trade}", 1),
)
"""What older games have told; here so that it keeps its German."""
STOP = "stop"
ANY = ("water", "algae", "power")


def rate_of(state: CircadiansState, id: str) -> Rate:
    """Find a rate."""
    return next(rate for rate in state.parts.rates if rate.id == id)


def rate_text(rate: Rate) -> Text:
    """Say what a trade is."""
    return T("{give} for {get}", give=words(rate.give), get=words(rate.get))


def affordable(state: CircadiansState, seat: int, to: tuple[str, ...]) -> list[Rate]:
    """The trades that a seat can make now."""
    have = state.players[seat].goods
    return [rate for rate in state.parts.rates if brings(rate, to) and shortage(have, [rate.give]) is None]


def brings(rate: Rate, to: tuple[str, ...]) -> bool:
    """Whether a trade brings one of some resources."""
    return any(getattr(rate.get, kind) for kind in to)


class MarketDie(Ask[CircadiansState], tag=True):
    """The first trade with a die, which says where it may lie."""

    sending: Sending

    def case(self, state: CircadiansState) -> Case:
        """What the die could do."""
        case = case_of(Means(state, self.seat), self.sending)
        assert isinstance(case, Case)
        return case

    def prompt(self, state: CircadiansState) -> Prompt:
        case = self.case(state)
        options = [
            Option(spot.id, rate_text(rate_of(state, spot.id)), place=places.rate(spot.id), refusal=spot.refusal)
            for spot in market_rates(case)
        ]
        n = trades(case)
        text = TN(
            "You may make {n} trade with this die. Which is the first?",
            "You may make up to {n} trades with this die. Which is the first?",
            n=n,
        )
        return Prompt(self.seat, "market", text, options, so_far=[*places.sent(self.sending), places.trades_left(n)])

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        flow.then(MarketSpace(self.seat, self.sending, picks[0]))


class MarketSpace(Ask[CircadiansState], tag=True):
    """On which space the die lies; only those where the first trade can be made."""

    sending: Sending
    rate: str

    def prompt(self, state: CircadiansState) -> Prompt:
        case = case_of(Means(state, self.seat), self.sending)
        assert isinstance(case, Case)
        options = [
            Option(
                spot.id,
                MARKET_NAMES.get(spot.id, T("Space “{name}”", name=spot.id)),
                place=places.market(spot.id),
                refusal=spot.refusal,
            )
            for spot in market_spaces(case, rate_of(state, self.rate))
        ]
        so_far = [*places.sent(self.sending), places.rate(self.rate), places.trades_left(trades(case))]
        return Prompt(self.seat, "market-space", T("On which space of the market?"), options, so_far=so_far)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        case = case_of(Means(state, self.seat), self.sending)
        assert isinstance(case, Case)
        left = trades(case)
        leave(state, self.seat, self.sending, "market", flow)
        state.market[picks[0]].append(Die(self.seat, self.sending.value))
        space = next(one for one in case.means.boards.market if one.id == picks[0])
        flow.then(Times(self.seat, left, tuple(space.to), self.rate), Used(self.seat, "market", self.sending.garages))


class Times(Ask[CircadiansState], tag=True):
    """How often a trade is made."""

    left: int
    to: tuple[str, ...]
    rate: str

    def most(self, state: CircadiansState) -> int:
        """How often it can be made in a row."""
        give = rate_of(state, self.rate).give.amounts
        have = state.players[self.seat].goods.amounts
        return min([self.left, *(have[at] // n for at, n in enumerate(give) if n)])

    def prompt(self, state: CircadiansState) -> Prompt:
        text = rate_text(rate_of(state, self.rate))
        options = [
            Option(f"x{n}", TN("Once: {trade}", "{n} times: {trade}", n=n, trade=text), place=places.times(n))
            for n in range(1, self.most(state) + 1)
        ]
        so_far = [places.rate(self.rate), places.trades_left(self.left)]
        return Prompt(self.seat, "times", T("How often?"), options, so_far=so_far)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        me, rate, n = state.players[self.seat], rate_of(state, self.rate), int(picks[0][1:])
        for _ in range(n):
            pay(me, rate.give)
            add(me, rate.get)
        flow.tell(
            "trade",
            TN(
                "{who} trades once: {trade}.",
                "{who} trades {n} times: {trade}.",
                n=n,
                who=player(self.seat),
                trade=rate_text(rate),
            ),
            seat=self.seat,
        )
        flow.then(MoreTrades(self.seat, self.left - n, self.to))


class MoreTrades(Act[CircadiansState], tag=True):
    """Ask for the next trade, if one is left and possible."""

    seat: int
    left: int
    to: tuple[str, ...]
    must: bool = False

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        if self.left and affordable(state, self.seat, self.to):
            flow.then(Trade(self.seat, self.left, self.to, self.must))


class Trade(Ask[CircadiansState], tag=True):
    """The next trade, or none."""

    left: int
    to: tuple[str, ...]
    must: bool

    def prompt(self, state: CircadiansState) -> Prompt:
        have = state.players[self.seat].goods
        options = [
            Option(rate.id, rate_text(rate), place=places.rate(rate.id), refusal=shortage(have, [rate.give]))
            for rate in rates_as_printed(state.parts, state.parts.board(len(state.players)))
            if brings(rate, self.to)
        ]
        if not self.must:
            options.append(Option(STOP, T("No more trades")))
        text = TN("You may make {n} more trade.", "You may make {n} more trades.", n=self.left)
        return Prompt(self.seat, "trade", text, options, so_far=[places.trades_left(self.left)])

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        if picks[0] != STOP:
            flow.then(Times(self.seat, self.left, self.to, picks[0]))
