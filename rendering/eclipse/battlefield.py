"""A battle as a picture: both fleets with what they fight with, who acts when, dice, and the chance of winning.

The attacker stands on the left. Chances hold if all fight to the end (`rules.eclipse.odds`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.eclipse.battle import side_text
from rendering.eclipse.blueprint import RADIUS, Box
from rendering.eclipse.looks import NPC, seat_style
from rendering.eclipse.signs import DICE, HULL, dice_signs, row, row_width, sign
from rendering.eclipse.tokens import ship
from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE, MIN_NUMBER, NUMBER, badge_size, number_badge, said
from rendering.kit.palette import (
    BRASS,
    BRASS_LIGHT,
    FAINT,
    INK,
    NIGHT,
    PANEL,
    PANEL_HIGH,
    RED,
    TEXT,
    SeatStyle,
    blend,
    ink_on,
)
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc, seat_edge
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.blueprints import Stats
from rules.eclipse.combat import need, rolls
from rules.eclipse.odds import Prospect, acting, prospect
from rules.eclipse.places import group_place, side_place
from rules.eclipse.state import NOBODY, Battle, Die, EclipseState, Group
from rules.eclipse.steps.battle import order, stats_of
from rules.kernel.text import T

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 20, 10
HEAD, BAR, FOOT = 92, 132, 190
MOST_ROW = 350
LEAST_STALEMATE = 0.005
"""Less likely stalemates are not told."""
ENEMY = "enemy:"
"""What a sign begins with that is the silhouette of a group: its side and type follow."""
HURT = RED


def style_of(view: EclipseState, side: int) -> SeatStyle:
    """How a side looks."""
    return seat_style(view, side) if side >= 0 else NPC


def percent(chance: float) -> str:
    """A chance in whole per cent; certain only where it is."""
    n = round(100 * chance)
    n = min(n, 99) if chance < 1 - 1e-9 else n
    n = max(n, 1) if chance > 1e-9 else n
    return f"{n} %"


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
        self.now = acting(view) if self.fought else NOBODY

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
        low = bottom - (FOOT + GAP if foot else 0)
        middle = (left + right) // 2
        self._side(found, found.attacker, (left, y, middle - GAP // 2, low))
        self._side(found, found.defender, (middle + GAP // 2, y, right, low))
        if foot:
            self._foot((left, bottom - FOOT, right, bottom))

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
        write_block(self.pen, where, say(T("if all fight to the end")), (MIN_SIZE, 30), FAINT, across="middle")

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
        about = "" if odds.exact else "≈ "
        write(self.pen, (left + 500, y), about + percent(odds.attacker), 72, TEXT, bold=True, anchor="lm")
        write(self.pen, (right - 500, y), about + percent(odds.defender), 72, TEXT, bold=True, anchor="rm")
        if odds.stalemate > LEAST_STALEMATE:
            text = f"= {percent(odds.stalemate)}"
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
        if spot in marks.numbers:
            text = said(marks.numbers[spot])
            wide = badge_size(text, NUMBER)[0]
            at = inner[0] + wide / 2 if last else inner[2] - wide / 2
            number_badge(self.image, (at, middle), text, NUMBER, chosen=spot in marks.chosen)
            inner = (
                (inner[0] + wide + 12, top, inner[2], bottom) if last else (inner[0], top, inner[2] - wide - 12, bottom)
            )
        text = self.context.words.say(side_text(side))
        write_block(self.pen, inner, text, (MIN_SIZE, 48), TEXT, bold=True, across="right" if last else "left")

    def _side(self, found: Prospect, side: int, box: Box) -> None:
        """The groups of a side, below each other in the order in which they act."""
        left, top, right, bottom = box
        indices = [at for at in self._order() if self.battle.groups[at].side == side]
        if not indices:
            return
        high = min(MOST_ROW, (bottom - top - GAP * (len(indices) - 1)) // len(indices))
        for at, index in enumerate(indices):
            y = top + at * (high + GAP)
            where = found.groups.index(self.battle.groups[index])
            left_over = found.odds.left[where]
            self._group(index, left_over, (left, y, right, y + high))

    def _order(self) -> list[int]:
        if self.prospect is None:
            return []
        sides = (self.prospect.attacker, self.prospect.defender)
        battle = self.battle
        if battle.attacker == NOBODY:
            battle = Battle(battle.sector, battle.fighters, battle.groups, *sides)
        return order(self.view, battle)

    def _group(self, index: int, left_over: float, box: Box) -> None:
        """One group: when it acts, what it is and how many, how damaged, what it fights with, what will be left."""
        left, top, right, bottom = box
        group, image = self.battle.groups[index], self.image
        style, can = style_of(self.view, group.side), stats_of(self.view, group)
        acts = index == self.now
        panel(image, box, PANEL_HIGH if acts else PANEL, RADIUS)
        seat_edge(image, style, (left + 4, top + 10, left + 14, bottom - 10))
        high = bottom - top
        size = min(150, round(high * 0.60))
        y = top + round(high * 0.34)
        self._turn(index, (left + 52, y))
        place(image, ship(group.kind, size, style), (left + 94 + size / 2, y))
        n = len(group.damage)
        x = left + 100 + size
        write(self.pen, (x, y), f"×{n}", 72, TEXT, bold=True, anchor="lm")
        lost = group.began - n
        if lost:
            place(image, sign("cross", 32), (x + width(f"×{n}", 72, bold=True) + 28, y - 16))
            write(
                self.pen, (x + width(f"×{n}", 72, bold=True) + 28, y + 24), str(lost), 36, RED, bold=True, anchor="mm"
            )
        self._health(group, can, (left + 28, top + round(high * 0.70), left + 372, bottom - 8))
        self._strength(group, can, left_over, (left + 388, top + 8, right - 12, bottom - 8))
        if acts:
            outline(image, box, BRASS, 6, RADIUS)
        if group_place(group.side, group.kind) in self.context.marks.so_far and not acts:
            outline(image, box, BRASS, 6, RADIUS)

    def _turn(self, index: int, at: tuple[int, int]) -> None:
        """Which turn of the round this group has; one that has acted is ticked, whoever acts has the hourglass."""
        order_ = self._order()
        if index == self.now:
            place(self.image, icon("hourglass", 60), at)
            return
        if self.fought and index not in self.battle.queue:
            place(self.image, icon("check", 44, FAINT), at)
            return
        x, y = at
        panel(self.image, (x - 28, y - 28, x + 28, y + 28), NIGHT, 28)
        write(self.pen, at, str(order_.index(index) + 1), GLANCE, TEXT, bold=True, anchor="mm")

    def _health(self, group: Group, can: Stats, box: Box) -> None:
        """Each ship as a bar of the damage that it takes, what it has taken in red; numbers where a hit is placed."""
        left, top, right, bottom = box
        marks = self.context.marks
        found = Counter(group.damage)
        offered = {damage: group_place(group.side, group.kind, damage) for damage in found}
        if any(spot in marks.numbers for spot in offered.values()):
            x = left
            for damage in sorted(found):
                x = self._offered(offered[damage], can, damage, (x, top, right, bottom))
            return
        ships = sorted(group.damage, reverse=True)
        cells, gap = can.hull + 1, 10
        wide = min(120, (right - left - gap * (len(ships) - 1)) // max(1, len(ships)))
        for at, damage in enumerate(ships):
            x = left + at * (wide + gap)
            self._health_bar((x, (top + bottom) // 2 - 15, x + wide, (top + bottom) // 2 + 15), cells, damage)

    def _offered(self, spot: str, can: Stats, damage: int, box: Box) -> int:
        """A ship that may be hit: its bar and its number; give where it ends."""
        left, top, _, bottom = box
        middle = (top + bottom) // 2
        wide = 26 + 18 * can.hull
        self._health_bar((left, middle - 15, left + wide, middle + 15), can.hull + 1, damage)
        left += wide + 8
        numbers = self.context.marks.numbers.get(spot)
        if numbers is None:
            return left + 12
        text = said(numbers)
        across = badge_size(text, MIN_NUMBER)[0]
        chosen = spot in self.context.marks.chosen
        number_badge(self.image, (left + across / 2, middle), text, MIN_NUMBER, chosen=chosen)
        return left + across + 20

    def _health_bar(self, box: Box, cells: int, damage: int) -> None:
        left, top, right, bottom = box
        panel(self.image, (left - 2, top - 2, right + 2, bottom + 2), INK, 6)
        step = (right - left + 3) / cells
        for cell in range(cells):
            x = round(left + cell * step)
            ink = HURT if cell >= cells - damage else HULL
            self.pen.rectangle((x, top, round(left + (cell + 1) * step) - 4, bottom), fill=ink)

    def _strength(self, group: Group, can: Stats, left_over: float, box: Box) -> None:
        """What a group fights with, and how many are left on average at the end."""
        left, top, right, bottom = box
        second: list[tuple[str, ...]] = []
        if can.cannons:
            second.append(dice_signs(can.cannons))
        if can.missiles and (not self.fought or self.battle.round == 0):
            second.append(dice_signs(can.missiles, missiles=True))
        second.append(("i:hull", str(can.hull)))
        second += [("i:shield", f"−{can.shield}")] if can.shield else []
        expected = f"×{left_over:.1f}".replace(".", "," if self.context.words.language == "de" else ".")
        third: list[tuple[str, ...]] = [("i:initiative", str(can.initiative)), ("i:arrow", expected)]
        third += [("i:pass", group.retreat)] if group.retreat else []
        high = (bottom - top) / 3
        most = max(GLANCE, min(68, round(high * 0.86)))
        for at, facts in enumerate((self._hits(group, can), second, third)):
            self._facts(facts, (left, top + high * (at + 0.5), right), most)

    def _hits(self, group: Group, can: Stats) -> list[tuple[str, ...]]:
        """The rolls that hit: one fact, or one for each type of enemy where they differ."""
        if not (can.cannons or can.missiles) or self.prospect is None:
            return [("i:crosshair", "–")]
        enemies = [one for one in self.prospect.groups if one.side != group.side]
        by_roll: dict[str, list[str]] = {}
        for one in enemies:
            least = rolls(need(can.computer, stats_of(self.view, one).shield))
            by_roll.setdefault(least, []).append(f"{ENEMY}{one.side}:{one.kind}")
        if len(by_roll) == 1:
            return [("i:crosshair", *by_roll)]
        return [("i:crosshair",), *((*kinds, least) for least, kinds in by_roll.items())]

    def _facts(self, facts: Sequence[tuple[str, ...]], at: tuple[int, float, int], most: int) -> None:
        """A line of facts, at the size at which it fits."""
        left, y, right = at
        # For its width an enemy's silhouette is a sign like others.
        plain = [tuple("i:cross" if item.startswith(ENEMY) else item for item in fact) for fact in facts]
        size = most
        while size > MIN_SIZE and sum(row_width(fact, size) + size // 2 for fact in plain) > right - left + size // 2:
            size -= 1
        x = left
        for fact in facts:
            for item in fact:
                if item.startswith(ENEMY):
                    side, _, kind = item.removeprefix(ENEMY).partition(":")
                    place(self.image, ship(kind, size, style_of(self.view, int(side))), (x + size / 2, y))
                    x += size + size // 10
                else:
                    x = row(self.image, (x, y), (item,), size) + size // 10
            x += size // 2 - size // 10

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

    def _last(self) -> str:
        """The last thing that happened, in words."""
        told = [*self.battle.report, *self.battle.line] if self.fought else []
        return self.context.words.say(told[-1]) if told else ""

    def _foot(self, box: Box) -> None:
        """Dice to assign, ways of retreat with their numbers, who fights later, and what happened last."""
        left, top, right, bottom = box
        panel(self.image, box, PANEL, RADIUS)
        middle, x = (top + bottom) // 2, left + 20
        for at, die in enumerate(self._volley()):
            box_ = (x, middle - 52, x + 104, middle + 52)
            if not at:  # the die that is assigned next
                outline(self.image, (x - 10, middle - 62, x + 114, middle + 62), BRASS_LIGHT, 8, 30)
            self._die(die, box_)
            x += 124
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
        last = self._last()
        if last and right - x > 300:
            write_block(self.pen, (x + 4, top + 8, right - 16, bottom - 8), last, (MIN_SIZE, 36), TEXT, lines=4)

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

    def _die(self, die: Die, box: Box) -> None:
        """A die that was rolled: the number on its colour."""
        ink = DICE[die.damage]
        panel(self.image, box, INK, 22)
        left, top, right, bottom = box
        panel(self.image, (left + 4, top + 4, right - 4, bottom - 4), ink, 18)
        middle = (left + right) / 2
        write(self.pen, (middle, (top + bottom) / 2 - 8), str(die.roll), 76, ink_on(ink), bold=True, anchor="mm")
        for at in range(die.damage):
            x = middle + (at - (die.damage - 1) / 2) * 18
            self.pen.ellipse((x - 6, bottom - 24, x + 6, bottom - 12), fill=ink_on(ink))


def seat_edge_across(image: Image.Image, style: SeatStyle, box: Box) -> None:
    """A seat's pattern as a lying line in the ink that stands out on its colour."""
    left, top, right, bottom = box
    if right <= left:
        return
    ink = blend(style.colour, ink_on(style.colour), 0.7)
    x, index = left, 0
    while x < right:
        long = style.pattern[index % len(style.pattern)] * 8 if style.pattern else right - left
        if index % 2 == 0:
            image.paste(ink, (x, top, min(right, x + long), bottom))
        x += long
        index += 1
