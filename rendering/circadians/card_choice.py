"""Cards and tiles to choose from, large, each with its number: items, characters, farms; and the whole hand."""

from __future__ import annotations

from rendering.circadians.cards import Box, draw_card
from rendering.circadians.ground import GAP, Sheet
from rendering.circadians.hand_cards import affordable, price_of
from rendering.circadians.marks import number, ring
from rendering.kit.grid import grid
from rendering.kit.numbers import badge_size, said

BADGE_AT = 50
"""How far below the upper edge of a card the middle of its number is."""


def draw_choice(sheet: Sheet, cards: list[str], box: Box, kind: str) -> None:
    """Draw cards of one kind (`item`, `character`, `farm-tile`) as large as they fit a box, ringed and numbered."""
    if not cards:
        return
    left, top, right, bottom = box
    few = len(cards) <= 6
    columns, shape = (range(1, 4), (0.5, 0.85)) if few else (range(3, 6), (0.5, 0.72))
    laid = grid(len(cards), (right - left, bottom - top), left, gap=GAP + 10, shape=shape, columns=columns)
    start = top + max(0, bottom - top - laid.high) // 2
    for index, card in enumerate(cards):
        _card(sheet, card, laid.box(index, start), kind)


def _card(sheet: Sheet, card: str, box: Box, kind: str) -> None:
    _left, top, right, bottom = box
    where, marks, me = f"{kind}:{card}", sheet.context.marks, sheet.me
    item = kind == "item"
    asked = marks.legal | marks.chosen
    if any(one.startswith(f"{kind}:") for one in asked):
        dim = where not in asked
    else:  # The question is about something else: these cards are only looked at.
        dim = item and card in me.hand and not affordable(sheet, card)
    price = price_of(sheet, card) if item else None
    badge, high = badge_size(said(marks.numbers[where]), 84) if where in marks.numbers else (0, 0)
    most = max(56, min(132, (bottom - top) // 4))
    words = sheet.context.words
    clear = (badge + 4, BADGE_AT + high // 2 + 8) if badge else (0, 0)
    draw_card(sheet.image, box, sheet.view.parts, card, words, price=price, most=most, dim=dim, clear=clear)
    ring(sheet.image, sheet.context, box, where)
    if badge:
        number(sheet.image, sheet.context, (right - badge / 2 - 10, top + BADGE_AT), where, 84)
