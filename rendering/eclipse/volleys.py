"""The dice of a battle: those that are to be assigned, and the last volleys with what they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from rendering.eclipse.blueprint import Box
from rendering.eclipse.signs import DICE
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.palette import BRASS_LIGHT, INK, TEXT, ink_on
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel
from rules.eclipse import battle_report
from rules.eclipse.state import Battle, Die
from rules.kernel.text import Text

LARGE = 104
"""How large dice to assign are."""
MOST_LINE = 124
"""The largest height of a volley that is over."""
LEAST_TOLD = 120
"""In less width what a volley did is not told."""
MOST = 3
"""So many volleys are shown."""
FLEET = 400
"""The width of what says whose volley it was."""
_DAMAGES = {sign: damage for damage, sign in battle_report.DICE.items()}


class Volley(NamedTuple):
    """A volley that was told: whose, its dice, and what they did."""

    fleet: Text
    dice: tuple[Die, ...]
    results: tuple[Text, ...]


def volleys_of(battle: Battle) -> list[Volley]:
    """The last volleys of a battle that were told, the latest last."""
    found: list[Volley] = []
    for text in [*battle.report, *battle.line]:
        found += _volleys(text)
    return found[-MOST:]


def _volleys(text: Text) -> Iterator[Volley]:
    """Find the volleys in a text and in those that it is made of (`battle_report.volley_text`)."""
    fleet, dice = text.args.get("fleet"), text.args.get("dice")
    if isinstance(fleet, Text) and isinstance(dice, str):
        results = text.args.get("results", [])
        told = tuple(one for one in results if isinstance(one, Text)) if isinstance(results, list) else ()
        yield Volley(fleet, tuple(_read(dice)), told)
        return
    for value in text.args.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Text):
                yield from _volleys(one)


def _read(dice: str) -> Iterator[Die]:
    """Read dice as the report writes them; the reverse of `battle_report.dice_text`."""
    damage = 1
    for item in dice.split():
        if item in _DAMAGES:
            damage = _DAMAGES[item]
        else:
            yield Die(damage, int(item))


def draw_dice(image: Image.Image, dice: Sequence[Die], at: tuple[int, int]) -> int:
    """Draw dice to assign, the one that is assigned next with a bright edge; give where they end."""
    x, middle = at
    for index, die in enumerate(dice):
        box = (x, middle - LARGE // 2, x + LARGE, middle + LARGE // 2)
        if not index:
            outline(image, (box[0] - 10, box[1] - 10, box[2] + 10, box[3] + 10), BRASS_LIGHT, 8, 30)
        draw_die(image, die, box)
        x += LARGE + 20
    return x


def draw_die(image: Image.Image, die: Die, box: Box) -> None:
    """A die that was rolled: the number on its colour, over as many pips as it does damage."""
    left, top, right, bottom = box
    size = right - left
    ink, pen = DICE[die.damage], ImageDraw.Draw(image)
    panel(image, box, INK, size // 5)
    edge = max(2, size // 26)
    panel(image, (left + edge, top + edge, right - edge, bottom - edge), ink, size // 5 - edge)
    middle = (left + right) / 2
    number = round(size * 0.73)
    write(pen, (middle, (top + bottom) / 2 - size * 0.08), str(die.roll), number, ink_on(ink), bold=True, anchor="mm")
    reach, low = size * 0.055, bottom - size * 0.16
    for at in range(die.damage):
        x = middle + (at - (die.damage - 1) / 2) * size * 0.18
        pen.ellipse((x - reach, low - reach, x + reach, low + reach), fill=ink_on(ink))


def draw_volleys(image: Image.Image, volleys: Sequence[Volley], context: RenderContext, box: Box) -> None:
    """Draw volleys below each other: whose, the dice, what they did."""
    left, top, right, bottom = box
    high = min(MOST_LINE, (bottom - top) // len(volleys))
    y = (top + bottom - high * len(volleys)) // 2
    pen, say = ImageDraw.Draw(image), context.words.say
    most = max(len(one.dice) for one in volleys)
    fleet = min(FLEET, (right - left) // 3)
    largest = max(30, min(44, high // 2))
    if not any(one.results for one in volleys):  # Nothing is told behind the dice: whose they are may be longer.
        longest = max(width(say(one.fleet), largest) for one in volleys) + 18
        fleet = max(fleet, min(longest, right - left - most * high))
    step = max(30, min(high - 6, (right - left - fleet) * 6 // 10 // max(1, most)))
    for one in volleys:
        middle = y + high // 2
        where = (left, y + 2, left + fleet - 16, y + high - 2)
        write_block(pen, where, say(one.fleet), (MIN_SIZE, largest), TEXT, lines=2, across="right")
        x = left + fleet
        for die in one.dice:
            size = step - 6
            draw_die(image, die, (x, middle - size // 2, x + size, middle - size // 2 + size))
            x += step
        told = ", ".join(say(result) for result in one.results)
        if told and right - x > LEAST_TOLD:
            where = (x + 14, y + 2, right, y + high - 2)
            write_block(pen, where, told, (MIN_SIZE, largest), TEXT, lines=2)
        y += high
