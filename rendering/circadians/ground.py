"""What the pictures of one seat are drawn on: the ground, which is covered almost everywhere and so without stars."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from PIL import Image, ImageDraw

from rendering.circadians.looks import seat_style
from rendering.kit.background import starless
from rendering.kit.palette import SeatStyle
from rendering.kit.picture import RenderContext
from rules.circadians.means import Means
from rules.circadians.state import CircadiansState, Player

WIDE = 1600
MARGIN = 20
RIGHT = WIDE - MARGIN
GAP = 10


@dataclass(frozen=True)
class Sheet:
    """A picture of one seat that is being drawn."""

    image: Image.Image
    view: CircadiansState
    seat: int
    context: RenderContext

    @classmethod
    def new(cls, view: CircadiansState, seat: int, context: RenderContext, high: int) -> Sheet:
        """Begin a picture of the common width."""
        return cls(starless((WIDE, high)), view, seat, context)

    @property
    def me(self) -> Player:
        """Whose picture it is."""
        return self.view.players[self.seat]

    @property
    def style(self) -> SeatStyle:
        """The seat's colour and mark."""
        return seat_style(self.seat)

    @cached_property
    def means(self) -> Means:
        """What holds for the seat."""
        return Means(self.view, self.seat)

    @cached_property
    def pen(self) -> ImageDraw.ImageDraw:
        """What writes on the picture."""
        return ImageDraw.Draw(self.image)
