"""What each harvester yields where it stands: in the corners beside a small map, where the harvester hides it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PIL import Image

from rendering.circadians.cards import Box
from rendering.circadians.looks import seat_style
from rendering.circadians.signs import Signs, goods_signs, row, signs_size, signs_width
from rendering.circadians.tokens import harvester
from rendering.kit.shapes import place
from rules.circadians.goods import RESOURCES, Goods
from rules.circadians.planet import cache_open, hex_data
from rules.circadians.state import CircadiansState

SIZE = 44
WIDE = 156
"""The width and the height of a line of signs beside the map: there are two in each corner of its box."""
TOKEN = 40
"""The size of the harvester in the line that is nearer to the middle of the map."""
EDGE = 8
CORNERS: Mapping[int, tuple[bool, bool]] = MappingProxyType(
    {0: (False, False), 1: (True, False), 2: (False, True), 3: (True, True)}
)
"""The corner of each seat: whether it is at the right, and whether at the bottom."""


def yields_of(view: CircadiansState, seat: int) -> Signs:
    """What a seat's harvester yields where it stands: the points of an open cache, or the harvest."""
    data = hex_data(view, view.players[seat].harvester)
    if data.corner and cache_open(view):
        return (str(view.caches[data.corner]), "g:vp")
    return goods_signs(data.harvest)


def corner_boxes(box: Box, seat: int) -> tuple[Box, Box]:
    """The boxes of a seat's two lines: what is yielded, and the harvester with what found no room."""
    left, top, right, bottom = box
    at_right, at_bottom = CORNERS[seat]
    x = right - EDGE - WIDE if at_right else left + EDGE
    y = bottom - SIZE - 4 if at_bottom else top + 4
    short = TOKEN + 66
    near = x + WIDE - short if at_right else x
    inner = y - SIZE + 4 if at_bottom else y + SIZE - 4  # signs have air above and below
    return (x, y, x + WIDE, y + SIZE), (near, inner, near + short, inner + SIZE)


def draw_yields(image: Image.Image, view: CircadiansState, box: Box) -> None:
    """Draw the yields of all harvesters in the corners of the box of a map, which it leaves free."""
    for seat in range(len(view.players)):
        first, second = _lines(view, seat)
        outer, inner = corner_boxes(box, seat)
        at_right, _ = CORNERS[seat]
        _line(image, outer, first, at_right=at_right)
        left, top, right, bottom = inner
        middle = (top + bottom) / 2
        place(image, harvester(TOKEN, seat_style(seat)), (right - TOKEN / 2 if at_right else left + TOKEN / 2, middle))
        rest = (left, top, right - TOKEN - 6, bottom) if at_right else (left + TOKEN + 6, top, right, bottom)
        _line(image, rest, second, at_right=at_right)


def _lines(view: CircadiansState, seat: int) -> tuple[Signs, Signs]:
    """The yield in two lines: two goods fit into the first."""
    data = hex_data(view, view.players[seat].harvester)
    kinds = [kind for kind in RESOURCES if getattr(data.harvest, kind)]
    if len(kinds) < 3 or (data.corner and cache_open(view)):
        return yields_of(view, seat), ()
    some = [Goods(**{kind: getattr(data.harvest, kind) for kind in found}) for found in (kinds[:2], kinds[2:])]
    return goods_signs(some[0]), goods_signs(some[1])


def _line(image: Image.Image, box: Box, signs: Signs, *, at_right: bool) -> None:
    left, top, right, bottom = box
    if signs:
        size = signs_size(signs, right - left, SIZE)
        row(image, (right - signs_width(signs, size) if at_right else left, (top + bottom) / 2), signs, size)
