"""A group of ships in the picture of a battle: when it acts, how many there are, how damaged, what they fight with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.eclipse.battle_looks import average, style_of
from rendering.eclipse.blueprint import RADIUS, Box
from rendering.eclipse.signs import HULL, dice_signs, row, row_width, sign
from rendering.eclipse.tokens import ship
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE, MIN_NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, FAINT, INK, NIGHT, PANEL, PANEL_HIGH, RED, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_edge
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.blueprints import Stats
from rules.eclipse.combat import need, rolls
from rules.eclipse.places import group_place
from rules.eclipse.prospect import Prospect, acting
from rules.eclipse.state import NOBODY, Battle, EclipseState, Group
from rules.eclipse.steps.battle import order, stats_of

TALL = 430
"""In a higher box a group stands over what it fights with."""
ROOMY = 500
"""In a wider box what a group fights with is larger."""
ENEMY = "enemy:"
"""What a sign begins with that is the silhouette of a group: its side and type follow."""


class Forces:
    """Draws the groups of a battle, each into a box of its own."""

    def __init__(
        self, image: Image.Image, view: EclipseState, battle: Battle, found: Prospect, context: RenderContext
    ) -> None:
        self.image, self.view, self.battle, self.prospect, self.context = image, view, battle, found, context
        self.pen = ImageDraw.Draw(image)
        self.fought = view.battle is battle
        self.now = acting(view) if self.fought else NOBODY
        self.order = order(view, battle if battle.attacker != NOBODY else self._paired())

    def _paired(self) -> Battle:
        """The battle with its two sides told, before it is fought."""
        battle = self.battle
        return Battle(battle.sector, battle.fighters, battle.groups, self.prospect.attacker, self.prospect.defender)

    def draw(self, index: int, left_over: float, box: Box) -> None:
        """One group: when it acts, what it is and how many, how damaged, what it fights with, what will be left."""
        left, top, right, bottom = box
        group, image = self.battle.groups[index], self.image
        style, can = style_of(self.view, group.side), stats_of(self.view, group)
        acts = index == self.now
        panel(image, box, PANEL_HIGH if acts else PANEL, RADIUS)
        seat_edge(image, style, (left + 4, top + 10, left + 14, bottom - 10))
        high = bottom - top
        tall = high > TALL
        size = min(230, round(high * 0.38)) if tall else min(150, round(high * 0.60))
        y = top + round(high * (0.25 if tall else 0.34))
        self._turn(index, (left + 52, y))
        place(image, ship(group.kind, size, style), (left + 94 + size / 2, y))
        n, type_size = len(group.damage), 108 if tall else 72
        x = left + 100 + size
        write(self.pen, (x, y), f"×{n}", type_size, TEXT, bold=True, anchor="lm")
        lost = group.began - n
        if lost:
            x += width(f"×{n}", type_size, bold=True) + 28
            place(image, sign("cross", 32), (x, y - 16))
            write(self.pen, (x, y + 24), str(lost), 36, RED, bold=True, anchor="mm")
        if tall:  # What it fights with stands below it, else beside it.
            self._health(group, can, (left + 28, top + round(high * 0.47), right - 28, top + round(high * 0.60)))
            self._strength(group, can, left_over, (left + 28, top + round(high * 0.61), right - 12, bottom - 8))
        else:
            self._health(group, can, (left + 28, top + round(high * 0.70), left + 372, bottom - 8))
            self._strength(group, can, left_over, (left + 388, top + 8, right - 12, bottom - 8))
        if acts:
            outline(image, box, BRASS, 6, RADIUS)
        if group_place(group.side, group.kind) in self.context.marks.so_far and not acts:
            outline(image, box, BRASS, 6, RADIUS)

    def _turn(self, index: int, at: tuple[int, int]) -> None:
        """Which turn of the round this group has; one that has acted is ticked, whoever acts has the hourglass."""
        if index == self.now:
            place(self.image, icon("hourglass", 60), at)
            return
        if self.fought and index not in self.battle.queue:
            place(self.image, icon("check", 44, FAINT), at)
            return
        x, y = at
        panel(self.image, (x - 28, y - 28, x + 28, y + 28), NIGHT, 28)
        write(self.pen, at, str(self.order.index(index) + 1), GLANCE, TEXT, bold=True, anchor="mm")

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
            ink = RED if cell >= cells - damage else HULL
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
        expected = f"×{average(left_over, self.context.words)}"
        third: list[tuple[str, ...]] = [("i:initiative", str(can.initiative)), ("i:arrow", expected)]
        third += [("i:pass", group.retreat)] if group.retreat else []
        high = (bottom - top) / 3
        most = max(GLANCE, min(68 if right - left < ROOMY else 96, round(high * 0.86)))
        for at, facts in enumerate((self._hits(group, can), second, third)):
            self._facts(facts, (left, top + high * (at + 0.5), right), most)

    def _hits(self, group: Group, can: Stats) -> list[tuple[str, ...]]:
        """The rolls that hit: one fact, or one for each type of enemy where they differ."""
        if not (can.cannons or can.missiles):
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
