"""The action cards: small where they are revealed on the table, as tiles where a seat chooses among them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, PANEL_HIGH, TEXT, Colour
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rendering.race.faces import RADIUS
from rendering.race.looks import PHASE_ICONS, ROMAN
from rendering.race.marks import Box, badge, ring
from rules.kernel.text import name
from rules.race.components import ACTIONS
from rules.race.places import action_place

GAP = 8
TILE = 204
"""The height of the action cards to choose from."""
BONUSES = {
    "explore_5": "+5",
    "explore_1_1": "+1+1",
    "consume_trade": "$",
    "consume_x2": "×2",
}
"""What an action card brings besides its phase."""


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
    size = GLANCE
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
            place(image, icon(sign(key), 40, INK), (x + 29, middle))
        write(pen, (x + (54 if signs else 14), middle), text, size, INK, bold=True, anchor="lm")
        x += wide + GAP


def draw_tiles(
    image: Image.Image, actions: Sequence[str], context: RenderContext, box: tuple[int, int, int, int], *, sale: int = 0
) -> None:
    """The action cards to choose from, with their numbers: ringed, and filled where chosen.

    `sale` is the number of cards that trading would bring at most.
    """
    left, top, right, bottom = box
    wide = min(320, (right - left - (len(actions) - 1) * GAP) // len(actions))
    x = (left + right - len(actions) * (wide + GAP) + GAP) // 2
    for key in actions:
        _tile(image, key, context, (x, top, x + wide, bottom), f" +{sale}" if sale and key == "consume_trade" else "")
        x += wide + GAP


def _tile(image: Image.Image, key: str, context: RenderContext, cell: Box, more: str) -> None:
    """An action card: its number beside its icon, then its phase with the bonus, then its name."""
    left, top, right, bottom = cell
    where = action_place(key)
    picked = where in context.marks.chosen
    panel(image, cell, BRASS_LIGHT if picked else PANEL_HIGH, RADIUS)
    ring(image, cell, where, context)
    ink: Colour = INK if picked else TEXT
    pen = ImageDraw.Draw(image)
    end = badge(image, (left + 12, top + 48), where, context)
    place(image, icon(sign(key), 64, ink), ((max(end, left + 8) + right) / 2, top + 48))
    text, size = label(key) + more, 60
    while width(text, size, bold=True) > right - left - 16:
        size -= 2
    write(pen, ((left + right) / 2, top + 112), text, size, ink, bold=True, anchor="mm")
    words = context.words.say(name(f"race.action.{key}"))
    write_block(pen, (left + 6, top + 150, right - 6, bottom - 6), words, (MIN_SIZE, 28), ink, lines=2, across="middle")
