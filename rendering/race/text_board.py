"""The table of Race for the Galaxy in words: everything that the pictures show."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

from rendering.kit.picture import RenderContext
from rendering.kit.text_board import blocks, listed
from rendering.race import sentences
from rendering.race.prices import reduced
from rules.kernel.text import TN, name, player
from rules.race.scoring import counted
from rules.race.state import RaceState


class RaceTextBoard:
    """A view of Race for the Galaxy in, blocks of words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[RaceState, RenderContext], list[str]]]:
        """None: the table is short enough to be read whole."""
        return {}

    def glance(self, view: RaceState, context: RenderContext) -> list[str]:
        """Tell the round and what is left."""
        return blocks(name("race"), sentences.table(view, context), context)

    def board(self, view: RaceState, context: RenderContext) -> list[str]:
        """Tell the whole table, every card by its name."""
        told = self.glance(view, context)
        for seat in range(len(view.players)):
            told += blocks(player(seat), sentences.seat_now(view, seat, context), context)
        return told

    def tableau(self, view: RaceState, seat: int, context: RenderContext) -> list[str]:
        """Tell what lies before a seat, with everything that the cards can do."""
        one = view.players[seat]
        title = TN("{n} card", "{n} cards", n=len(one.tableau))
        return [
            *blocks(player(seat), sentences.numbers(view, seat), context),
            *listed(context.words.say(title), _lines(one.tableau, context, one.goods, points=counted(one))),
        ]

    def hand(self, view: RaceState, seat: int, context: RenderContext) -> list[str]:
        """Tell what a seat holds and may choose from, with everything that the cards can do."""
        one, words, prices = view.players[seat], context.words, reduced(view, seat)
        told: list[str] = []
        if one.drawn:
            title = TN("To choose from, {n} card", "To choose from, {n} cards", n=len(one.drawn))
            told += listed(words.say(title), _lines(one.drawn, context, prices=prices))
        if one.hand or not one.drawn:
            title = TN("In hand, {n} card", "In hand, {n} cards", n=len(one.hand))
            told += listed(words.say(title), _lines(one.hand, context, prices=prices))
        return [*told, *blocks(player(seat), sentences.numbers(view, seat), context)]


def _lines(
    numbers: Iterable[int],
    context: RenderContext,
    goods: Container[int] = (),
    prices: Mapping[int, int] = sentences.NONE,
    points: Mapping[int, int] = sentences.NONE,
) -> list[str]:
    """Tell cards, each in a line of its own."""
    told = (
        sentences.card(number, good=number in goods, price=prices.get(number), points=points.get(number))
        for number in numbers
    )
    return [" ".join(map(context.words.say, one)) for one in told]
