"""The action cards: small where they are revealed on the table, as tiles where a seat chooses among them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, LINE, PANEL_HIGH, TEXT, Colour
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rendering.race.looks import PHASE_ICONS, ROMAN
from rules.kernel.text import name
from rules.race.components import ACTIONS

GAP = 8
BONUSES = {
    "explore_5": "+5",
    "explore_1_1": "+1+1",
    "consume_trade": "$",
    "consume_x2": "×2",
}
"""What an action card brings besides its phase."""


def action_place(key: str) -> str:
    """The place of an action card in marks."""
    return f"action:{key}"


def label(key: str) -> str:
    """An action card in signs: its phase's number and its bonus."""
    return f"{ROMAN[ACTIONS[key].phase]} {BONUSES.get(key, '')}".strip()


def sign(key: str) -> str:
    """The icon of an action card."""
    return "trade" if key == "consume_trade" else PHASE_ICONS[ACTIONS[key].phase]


def draw_row(image: Image.Image, actions: Sequence[str], box: tuple[int, int, int, int], *, new: bool) -> None:
    """The action cards that a seat has revealed, side by side, with their icons where there is room."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    middle = (top + bottom) / 2
    size = 34
    labels = [label(key) for key in actions]
    spans = [width(text, size, bold=True) for text in labels]
    signs = sum(spans) + len(spans) * (70 + GAP) - GAP <= right - left
    while not signs and sum(spans) + len(spans) * (28 + GAP) - GAP > right - left:
        size -= 1
        spans = [width(text, size, bold=True) for text in labels]
    x = left
    for key, text, span in zip(actions, labels, spans, strict=True):
        wide = span + (70 if signs else 28)
        cell = (x, top, x + wide, bottom)
        panel(image, cell, TEXT, 10)
        if new:
            outline(image, cell, BRASS, 4, 10)
        if signs:
            place(image, icon(sign(key), 34, INK), (x + 28, middle))
        write(pen, (x + (52 if signs else 14), middle), text, size, INK, bold=True, anchor="lm")
        x += wide + GAP


def draw_tiles(
    image: Image.Image, actions: Sequence[str], context: RenderContext, box: tuple[int, int, int, int]
) -> None:
    """The action cards to choose from: ringed, and filled where chosen."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    wide = min(320, (right - left - (len(actions) - 1) * GAP) // len(actions))
    x = (left + right - len(actions) * (wide + GAP) + GAP) // 2
    for key in actions:
        cell = (x, top, x + wide, bottom)
        picked = action_place(key) in context.marks.chosen
        panel(image, cell, BRASS_LIGHT if picked else PANEL_HIGH, 12)
        legal = action_place(key) in context.marks.legal
        outline(image, cell, TEXT if picked else BRASS if legal else LINE, 4, 12)
        ink: Colour = INK if picked else TEXT
        text, size = label(key), 46
        while width(text, size, bold=True) + 50 > wide - 16:
            size -= 2
        span = width(text, size, bold=True) + 50
        start = (cell[0] + cell[2] - span) / 2
        place(image, icon(sign(key), 40, ink), (start + 20, top + 40))
        write(pen, (start + 50, top + 40), text, size, ink, bold=True, anchor="lm")
        words = context.words.say(name(f"race.action.{key}"))
        write_block(
            pen, (cell[0] + 8, top + 72, cell[2] - 8, bottom - 8), words, (MIN_SIZE, 26), ink, lines=2, across="middle"
        )
        x += wide + GAP
