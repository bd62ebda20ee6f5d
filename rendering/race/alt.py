"""The pictures in words: alt texts from which somebody who does not see them can play.

Each alt text has several degrees of detail; the fullest that Discord takes is taken.
"""

from __future__ import annotations

from rendering.kit.alt import fullest
from rendering.kit.picture import RenderContext
from rendering.race import sentences
from rendering.race.changes import fresh
from rendering.race.prices import reduced
from rules.kernel.text import TN, Text
from rules.race.scoring import counted
from rules.race.state import RaceState

FULL_CARDS = 2
"""The degree at which cards are told with their powers."""


def board(view: RaceState, context: RenderContext) -> str:
    """Say what the table shows."""

    def detail(degree: int) -> list[Text]:
        said = sentences.table(view, context)
        for seat in range(len(view.players)):
            said += sentences.seat_now(view, seat, context, degree)
        return said

    return fullest(context.words, detail, 3)


def tableau(view: RaceState, seat: int, context: RenderContext) -> str:
    """Say what lies before a seat."""
    one = view.players[seat]

    def detail(degree: int) -> list[Text]:
        return [
            *sentences.marked(view, seat, context),
            *sentences.numbers(view, seat),
            TN("{n} card:", "{n} cards:", n=len(one.tableau)),
            *sentences.cards(one.tableau, degree, one.goods, points=counted(one)),
        ]

    return fullest(context.words, detail, 3)


def hand(view: RaceState, seat: int, context: RenderContext) -> str:
    """Say what a seat holds and may choose from."""
    one, prices = view.players[seat], reduced(view, seat)
    new = fresh(view, seat, context.held)

    def detail(degree: int) -> list[Text]:
        said = sentences.marked(view, seat, context, all_prices=degree == 0)
        if one.drawn:
            said.append(TN("To choose from, {n} card:", "To choose from, {n} cards:", n=len(one.drawn)))
            said += sentences.cards(one.drawn, degree, prices=prices)
        if one.hand or not one.drawn:
            said.append(TN("In hand, {n} card:", "In hand, {n} cards:", n=len(one.hand)))
            said += sentences.cards(one.hand, degree, prices=prices, new=new)
        said += sentences.numbers(view, seat)
        # A panel has what lies before the seat below its cards.
        return said + (sentences.tableau(view, seat) if degree > FULL_CARDS and context.marks.kind else [])

    return fullest(context.words, detail, FULL_CARDS + 2)
