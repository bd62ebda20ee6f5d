"""A battle as a picture: both fleets with what they fight with, who acts when, dice, and the chance of winning.

The attacker stands on the left. Chances hold if all fight to the end (`rules.eclipse.odds`).
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from PIL import Image, ImageDraw

from rendering.eclipse.battle import side_text
from rendering.eclipse.battle_looks import LEAST_STALEMATE, percent, said_chance, seat_edge_across, style_of
from rendering.eclipse.blueprint import RADIUS, Box
from rendering.eclipse.forces import Forces
from rendering.eclipse.looks import NPC
from rendering.eclipse.signs import row
from rendering.eclipse.tokens import ship
from rendering.eclipse.volleys import Volley, draw_dice, draw_volleys, volleys_of
from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, fit, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE, NUMBER, badge_size, number_badge, said
from rendering.kit.palette import (
    BRASS_LIGHT,
    FAINT,
    NIGHT,
    PANEL,
    TEXT,
    blend,
)
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import panel, place
from rules.eclipse.places import side_place
from rules.eclipse.prospect import Prospect, prospect
from rules.eclipse.state import Battle, Die, EclipseState, Group
from rules.kernel.text import T

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 20, 10
HEAD, BAR, FOOT = 92, 132, 190
MOST_ROW, TALLEST_ROW = 350, 800
"""The height of a group at most: over volleys that are told, and where nothing else needs the room."""
TALL_FOOT = 340
"""In a foot that is higher volleys have lines of their own."""
LEAST_VOLLEYS = 700
"""The least width in which volleys that are over are shown."""


def draw(view: EclipseState, battle: Battle, context: RenderContext) -> Image.Image:
    """Draw a battle that is fought, or one that has been lined up to be looked at."""
    image = background((WIDE, HIGH), context.seed)
    draw_battle(image, view, battle, context, (MARGIN, 0, WIDE - MARGIN, HIGH - MARGIN))
    return image


def draw_battle(image: Image.Image, view: EclipseState, battle: Battle, context: RenderContext, box: Box) -> None:
    """Draw a battle into a box; what may be picked is ringed and has its number."""
    _Battlefield(image, view, battle, context).draw(box)


class _Battlefield:
    """Draws one battle."""

    def __init__(self, image: Image.Image, view: EclipseState, battle: Battle, context: RenderContext) -> None:
        self.image, self.view, self.battle, self.context = image, view, battle, context
        self.pen = ImageDraw.Draw(image)
        self.prospect = prospect(view, battle)
        self.fought = view.battle is battle

    def draw(self, box: Box) -> None:
        """Draw it all."""
        left, top, right, bottom = box
        self._head((left, top, right, top + HEAD))
        found = self.prospect
        if found is None:
            said_ = self.context.words.say(T("Nobody fights here any more."))
            write(self.pen, ((left + right) / 2, (top + bottom) / 2), said_, 48, FAINT, anchor="mm")
            return
        y = top + HEAD
        self._bar(found, (left, y, right, y + BAR))
        y += BAR + GAP
        foot = self._needs_foot()
        groups = max(sum(one.side == side for one in found.groups) for side in (found.attacker, found.defender))
        # What few groups leave of the room is for the dice.
        most = MOST_ROW if self._last() else TALLEST_ROW
        low = min(bottom - FOOT - GAP, y + groups * (most + GAP) - GAP) if foot else bottom
        middle = (left + right) // 2
        forces = Forces(self.image, self.view, self.battle, found, self.context)
        high = min(TALLEST_ROW, (low - y + GAP) // groups - GAP)
        self._side(forces, found.attacker, (left, y, middle - GAP // 2, y + high))
        self._side(forces, found.defender, (middle + GAP // 2, y, right, y + high))
        if foot:
            self._foot((left, low + GAP, right, bottom))

    def _head(self, box: Box) -> None:
        """Where it is fought, and in which round."""
        left, top, right, bottom = box
        middle = (top + bottom) // 2 + 4
        place(self.image, icon("swords", 72), (left + 40, middle))
        say = self.context.words.say
        text = say(T("Battle in sector {sector}", sector=self.battle.sector))
        if self.fought:
            now = T("Round {n}", n=self.battle.round) if self.battle.round else T("Missiles")
        else:
            now = T("To come")
        write_block(self.pen, (left + 92, top + 8, left + 720, bottom), text, (34, 58), TEXT, bold=True)
        where = (left + 1230, top + 8, right - 4, bottom)
        write_block(self.pen, where, say(now), (28, 48), BRASS_LIGHT, bold=True, across="right")
        where = (left + 740, top + 8, left + 1210, bottom)
        told = say(T("if all fight to the end: chance to win, → ships left"))
        write_block(self.pen, where, told, (MIN_SIZE, 34), FAINT, lines=2, across="middle")

    def _bar(self, found: Prospect, box: Box) -> None:
        """The chances of both sides, as a bar and in numbers."""
        left, top, right, bottom = box
        styles = style_of(self.view, found.attacker), style_of(self.view, found.defender)
        odds = found.odds
        line = (left, bottom - 34, right, bottom)
        panel(self.image, line, blend(FAINT, NIGHT, 0.4), 17)
        wide = right - left
        for style, share, at in ((styles[0], odds.attacker, 0), (styles[1], odds.defender, 1)):
            part = max(34, round(wide * share)) if share > 0 else 0
            if part:
                x = left if not at else right - part
                panel(self.image, (x, line[1], x + part, bottom), style.colour, 17)
                seat_edge_across(self.image, style, (x + 17, bottom - 9, x + part - 17, bottom - 3))
        y = (top + line[1]) // 2
        self._name(found.attacker, (left, top, left + 470, line[1]))
        self._name(found.defender, (right - 470, top, right, line[1]), last=True)
        write(
            self.pen,
            (left + 500, y),
            said_chance(odds, odds.attacker, self.context.words),
            72,
            TEXT,
            bold=True,
            anchor="lm",
        )
        write(
            self.pen,
            (right - 500, y),
            said_chance(odds, odds.defender, self.context.words),
            72,
            TEXT,
            bold=True,
            anchor="rm",
        )
        if odds.stalemate > LEAST_STALEMATE:
            text = f"= {percent(odds.stalemate, self.context.words)}"
            write(self.pen, ((left + right) / 2, y), text, GLANCE, FAINT, bold=True, anchor="mm")

    def _name(self, side: int, box: Box, *, last: bool = False) -> None:
        """Whose side it is, ringed and numbered where attacking it may be picked."""
        left, top, right, bottom = box
        middle = (top + bottom) // 2
        size = 64
        x = right - size // 2 - 4 if last else left + size // 2 + 4
        style = style_of(self.view, side)
        if side >= 0:
            seat_disc(self.image, style, (x, middle), size)
        else:
            group = next(one for one in self.battle.groups if one.side == side)
            place(self.image, ship(group.kind, size, NPC), (x, middle))
        marks, spot = self.context.marks, side_place(side)
        inner = (left, top, right - size - 16, bottom) if last else (left + size + 16, top, right, bottom)
        number = said(marks.numbers[spot]) if spot in marks.numbers else ""
        wide = badge_size(number, NUMBER)[0] if number else 0
        if number:
            inner = (
                (inner[0] + wide + 12, top, inner[2], bottom) if last else (inner[0], top, inner[2] - wide - 12, bottom)
            )
        text = self.context.words.say(side_text(side))
        sizes, room = (MIN_SIZE, 48), (inner[2] - inner[0], bottom - top)
        across: Literal["left", "right"] = "right" if last else "left"
        size = write_block(self.pen, inner, text, sizes, TEXT, lines=2, bold=True, across=across)
        if number:  # Beside the name, not beside the chance.
            _, lines = fit(text, room, sizes, 2, bold=True)
            long = min(room[0], max(width(line, size, bold=True) for line in lines)) + 16 + wide / 2
            at = inner[2] - long if last else inner[0] + long
            number_badge(self.image, (at, middle), number, NUMBER, chosen=spot in marks.chosen)

    def _side(self, forces: Forces, side: int, box: Box) -> None:
        """The groups of a side, below each other in the order in which they act; `box` is the first one's."""
        left, top, right, bottom = box
        found = forces.prospect
        for index in [at for at in forces.order if self.battle.groups[at].side == side]:
            left_over = found.odds.left[found.groups.index(self.battle.groups[index])]
            forces.draw(index, left_over, (left, top, right, bottom))
            top, bottom = bottom + GAP, bottom + GAP + bottom - top

    def _needs_foot(self) -> bool:
        """Whether there is anything to say under the fleets."""
        return bool(self._volley() or self._others() or self._retreats() or self._last())

    def _volley(self) -> list[Die]:
        return self.battle.volley if self.fought else []

    def _others(self) -> list[Group]:
        """Those in the sector that fight later."""
        assert self.prospect is not None
        sides = (self.prospect.attacker, self.prospect.defender)
        return [group for group in self.battle.groups if group.damage and group.side not in sides]

    def _retreats(self) -> list[str]:
        return sorted(spot for spot in self.context.marks.legal if spot.startswith("sector:"))

    def _last(self) -> list[Volley]:
        return volleys_of(self.battle) if self.fought else []

    def _foot(self, box: Box) -> None:
        """Dice to assign, ways of retreat with their numbers, who fights later, and the last volleys.

        The volleys stand beside the rest, or below it where there is room.
        """
        left, top, right, bottom = box
        panel(self.image, box, PANEL, RADIUS)
        last = self._last()
        tall = bool(last) and bottom - top > TALL_FOOT
        middle = top + FOOT * 4 // 10 if tall else (top + bottom) // 2
        x = self._asked((left + 20, middle))
        if not last:
            return
        if tall:
            high = top + (FOOT * 8 // 10 if x > left + 20 else 4)
            draw_volleys(self.image, last, self.context, (left + 20, high, right - 16, bottom - 4))
        elif right - x > LEAST_VOLLEYS:
            draw_volleys(self.image, last, self.context, (x + 4, top + 4, right - 16, bottom - 4))

    def _asked(self, at: tuple[int, int]) -> int:
        """What is to be decided, and who waits to fight; give where it ends."""
        x, middle = at
        if self._volley():
            x = draw_dice(self.image, self._volley(), (x + 6, middle))
        for spot in self._retreats():
            x = self._retreat(spot, (x, middle))
        others = self._others()
        if others:
            items = Counter((group.side, group.kind) for group in others for _ in group.damage)
            x = row(self.image, (x, middle), ("i:hourglass",), 48) + 12
            for (side, kind), n in items.items():
                place(self.image, ship(kind, 76, style_of(self.view, side)), (x + 38, middle))
                write(self.pen, (x + 80, middle), f"×{n}", GLANCE, TEXT, bold=True, anchor="lm")
                x += 160
        return x

    def _retreat(self, spot: str, at: tuple[int, int]) -> int:
        """A sector to retreat to, with its number; give where it ends."""
        x, middle = at
        marks = self.context.marks
        x = row(self.image, (x, middle), ("i:pass", spot.partition(":")[2]), 60) + 14
        if spot in marks.numbers:
            text = said(marks.numbers[spot])
            wide = badge_size(text, NUMBER)[0]
            number_badge(self.image, (x + wide / 2, middle), text, NUMBER, chosen=spot in marks.chosen)
            x += wide
        return x + 40
