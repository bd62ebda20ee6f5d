"""The Automa's part of the table: its deck, the card that has acted, and what that card decides next, in signs."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.gaia.signs import APART, row, signs_size
from rendering.gaia.tokens import SATELLITE
from rendering.gaia.widgets import RADIUS, Box, booster_tile
from rendering.kit.fonts import MIN_SIZE, write_block
from rendering.kit.icons import icon
from rendering.kit.palette import FAINT, PANEL_HIGH
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import panel, place
from rules.gaia.automa_cards import CARDS, FACTION_CARDS, DecisionCard
from rules.gaia.components import INSTITUTE, MINE, STATION
from rules.gaia.state import Automa, GaiaState
from rules.kernel.text import T, name

DOES: dict[str, tuple[str, ...]] = {
    "mine": (f"s:{MINE}",),
    "upgrade": (f"s:{MINE}", "i:arrow", f"s:{STATION}"),
    "board": ("i:power", "/", "i:qic"),
    "highest": ("i:research", "max"),
    "random": ("i:research", "?"),
    "faction": (f"s:{INSTITUTE}", "!"),
}
"""What a card does, in signs."""
DIRECTIONS = {"right": "i:rising", "left": "i:falling"}
SIZE = 40
HEADING = 30
"""The height of the line above the signs of a card."""


def deck_signs(view: GaiaState, automa: Automa) -> tuple[str, ...]:
    """How many cards are left in its deck and how many are used, and its satellites."""
    used = len(automa.used) + bool(automa.support)
    satellites = len(view.players[view.persons].satellites)
    return ("i:deck", str(len(automa.deck)), APART, "i:discard", str(used), APART, f"s:{SATELLITE}", str(satellites))


def card_signs(view: GaiaState, card: DecisionCard) -> tuple[str, ...]:
    """A card's number, what it does, and the points that it brings."""
    faction = view.players[view.persons].faction
    points = FACTION_CARDS[faction].vp if card.does == "faction" and faction else card.vp
    return ("i:card", str(card.id), APART, *DOES[card.does], APART, str(points), "i:laurel")


def icon_signs(card: DecisionCard) -> tuple[str, ...]:
    """What a card decides when it supports the next one: final tile, range, direction, count."""
    tile = "–" if card.final is None else str(card.final + 1)
    count = f"{card.count}→" if card.end == "left" else f"←{card.count}"
    return ("i:flag", tile, APART, "i:reach", str(card.range), APART, DIRECTIONS[card.direction], APART, count)


def draw_cards(image: Image.Image, view: GaiaState, automa: Automa, context: RenderContext, box: Box) -> None:
    """Draw its cards below its name: deck, the card that has acted, what that decides next; its booster."""
    left, top, right, bottom = box
    one, pen = view.players[view.persons], ImageDraw.Draw(image)
    high = (bottom - top) // 3
    signs = deck_signs(view, automa)
    x = row(image, (left, top + high // 2), signs, signs_size(signs, (right - left) * 3 // 5, SIZE)) + 12
    cell = (x, top + 4, right, top + high - 4)
    if one.passed:
        place(image, icon("pass", 34), (x + 19, (cell[1] + cell[3]) // 2))
        write_block(pen, (x + 42, cell[1], right, cell[3]), context.words.say(T("Passed")), (MIN_SIZE, 32), FAINT)
    elif one.booster:
        panel(image, cell, PANEL_HIGH, RADIUS)
        booster_tile(image, one.booster, (x + 6, cell[1], right - 2, cell[3]), SIZE)
    y = top + high
    level = context.words.say(name(f"gaia.level.{automa.level}"))
    write_block(pen, ((left + right) // 2, y, right, y + HEADING), level, (MIN_SIZE, 26), FAINT, across="right")
    card = CARDS.get(automa.action)
    if card is None or one.passed:
        return
    for number, (said, line) in enumerate(
        ((T("Has acted"), card_signs(view, card)), (T("Decides next"), icon_signs(card))), start=1
    ):
        y = top + number * high
        write_block(pen, (left, y, (left + right) // 2, y + HEADING), context.words.say(said), (MIN_SIZE, 26), FAINT)
        row(image, (left, y + (high + HEADING) // 2), line, signs_size(line, right - left, SIZE + 4))
