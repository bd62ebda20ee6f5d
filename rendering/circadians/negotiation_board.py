"""The negotiation board: three clans with their columns of spaces, and the tokens of advances and setbacks."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PIL import Image, ImageDraw

from rendering.circadians.cards import RADIUS, Box, alarm, darken, points_width
from rendering.circadians.looks import CLAN_COLOURS, CLOSED, seat_style, sign
from rendering.circadians.marks import before, fresh, ghost, number, number_size, numbered, ring
from rendering.circadians.sent_die import case_now
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import (
    Signs,
    effect_signs,
    fitted,
    goods_signs,
    price_signs,
    row,
    signs_size,
    signs_width,
)
from rendering.circadians.spaces import shut
from rendering.circadians.tokens import clan_disc, die, setback_token, space, value_token
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import LAUREL, icon
from rendering.kit.numbers import GLANCE, MIN_NUMBER
from rendering.kit.palette import BRASS_LIGHT, FAINT, LINE, NIGHT, PANEL, PANEL_HIGH, TEXT, blend
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place, rounded
from rules.circadians.boards import negotiation_spots
from rules.circadians.components import COLUMNS, FACES
from rules.circadians.means import Means
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.negotiation import can_advance, penalty_left, setback_tokens
from rules.circadians.texts import TOKEN_NAMES
from rules.kernel.text import T

TOKEN = 64
STACKED = 88
"""From this size of a space on, points stand above the price beside a ghost."""
COVERING = 46
"""The size of a token on a reward or a penalty: what lies under it can still be read."""
LEAST_PRICE = 40
"""Of two prices that would be smaller the first stands, with three dots for the other."""
KINDS = frozenset({"negotiate", "negotiation", "clan", "advance", "setback", "token"})
"""The kinds of places in marks that are shown here."""


def draw_negotiation(
    image: Image.Image, view: CircadiansState, context: RenderContext, box: Box, *, full: bool = False
) -> None:
    """Draw the negotiation board in a box: small beside a strip of tokens, in `full` over rewards and penalties."""
    left, top, right, bottom = box
    board = _Board(view, context, (right - left, bottom - top), full=full)
    drawn = LAYERS.get(board.known_by(), board.draw)
    image.paste(drawn, (left, top), rounded(drawn.size, RADIUS))
    ring(image, context, box, "negotiate")


def column_sum(view: CircadiansState, column: str) -> int:
    """The sum of the dice in a column."""
    return sum(one.value for one in view.negotiation[column] if one is not None)


def sums_to_come(view: CircadiansState, context: RenderContext) -> dict[str, int]:
    """The sums with the prompt's die, of the columns where it could come."""
    spirit, offered = ghost(context), context.marks.legal | context.marks.chosen
    if spirit is None:
        return {}
    columns = {where.removeprefix("negotiation:").split("-")[0] for where in offered if "negotiation:" in where}
    return {column: column_sum(view, column) + spirit.value for column in COLUMNS if column in columns}


def _prices(view: CircadiansState, context: RenderContext) -> dict[str, Signs]:
    """What the reader's die would pay on each space; nothing where none is on its way."""
    if context.reader is None or context.marks.kind != "negotiate":
        return {}
    case = case_now(Means(view, context.reader), context.marks.so_far)
    return {spot.id: price_signs(spot.prices) for spot in negotiation_spots(case)} if case else {}


class _Board:
    """One drawing of the board, which is kept as long as nothing that it shows changes."""

    def __init__(self, view: CircadiansState, context: RenderContext, size: tuple[int, int], *, full: bool) -> None:
        self.view, self.context, self.full = view, context, full
        self.image = Image.new("RGB", size, PANEL)
        self.pen = ImageDraw.Draw(self.image)
        self.board = view.parts.board(len(view.players)).negotiation
        self.old = before(view, context)
        self.spirit = ghost(context)
        self.closed = shut(view, "negotiate")
        self.coming = sums_to_come(view, context)
        self.prices = _prices(view, context)
        self.moves = ""
        """The token that could be moved for the prompt's die: it allows an advance."""
        if self.prices and self.spirit and can_advance(view, self.spirit.value, coming=True):
            self.moves = f"token:{self.spirit.value}"

    def known_by(self) -> Hashable:
        """What the drawing depends on."""
        view, marks = self.view, self.context.marks
        marked = tuple(
            (where, marks.numbers.get(where, ()), where in marks.chosen)
            for where in sorted(marks.legal | marks.chosen)
            if where.partition(":")[0] in KINDS
        )
        dice = tuple(tuple(one.negotiation[column]) for one in (view, self.old or view) for column in COLUMNS)
        return (
            "circadians negotiation", view.set, len(view.players), dice, tuple(view.clans.items()),
            tuple(view.advances.items()), tuple(view.setbacks.items()), self.closed, self.image.size, self.full,
            self.context.words.language, marked, self.spirit if marked else None,
            tuple(self.prices.items()),
        )  # fmt: skip

    def draw(self) -> Image.Image:
        """Draw the columns; under them, or in small beside them, the tokens."""
        left, top, right, bottom = 0, 0, *self.image.size
        closed = self.closed
        outline(self.image, (left, top, right, bottom), CLOSED if closed else LINE, 4 if closed else 2, RADIUS)
        if self.full:
            below = bottom - 2 * (TOKEN + 34) - 20
            self._rewards((left + 14, below, right - 14, below + TOKEN + 34))
            self._penalties((left + 14, below + TOKEN + 42, right - 14, bottom - 8))
            inside = (left + 10, top + 10, right - 10, below - 12)
        else:
            self._left((right - TOKEN - 22, top + 8, right - 8, bottom - 8))
            inside = (left + 8, top + 8, right - TOKEN - 26, bottom - 8)
        wide = (inside[2] - inside[0] + 8) // 3
        for index, column in enumerate(COLUMNS):
            x = inside[0] + index * wide
            self._column(column, (x, inside[1], x + wide - 8, inside[3]))
        if closed:
            darken(self.image, (inside[0], inside[1], inside[2], inside[3]))
        return self.image

    # Columns.

    def _column(self, column: str, box: Box) -> None:
        left, top, right, bottom = box
        colour = CLAN_COLOURS[column]
        panel(self.image, box, blend(PANEL, colour, 0.13), RADIUS)
        high = 142 if self.full else 66
        self._clan(column, (left, top, right, top + high))
        spaces = self.board[column].spaces
        each = min((bottom - top - high - 6) / len(spaces), 190 if self.full else 100)
        # A number and a ghost take room from the price.
        asked = any(numbered(self.context, f"negotiation:{column}-{n + 1}") for n in range(len(spaces)))
        size = min(round(each) - (14 if self.full else 4), 100 if asked else 140 if self.full else 88)
        for index, (printed, lying) in enumerate(zip(spaces, self.view.negotiation[column], strict=False)):
            y = round(top + high + 4 + index * each)
            where = f"negotiation:{column}-{index + 1}"
            known = self.old.negotiation[column][index] if self.old else lying
            x = left + 10
            middle = y + size // 2
            if numbered(self.context, where):
                wide, _ = number_size(self.context, where)
                number(self.image, self.context, (x + wide / 2, middle), where)
                x += wide + 12
            spot = (x, y, x + size, y + size)
            self._die(spot, lying, known, where, printed.vp)
            shown = lying is not None or self._haunted(where)
            x += size + 12
            cost = self.prices.get(f"{column}-{index + 1}", goods_signs(printed.cost))
            if shown and lying is None and size >= STACKED:
                # The choice is about these: they have the height up to the next space.
                line = min(62, (round(each) - 4) // 2)
                self._points((x, middle - line // 2 - 1), printed.vp, line - 4)
                beside = right - 4 - x
                if "/" in cost and signs_size(cost, beside, line - 4) < LEAST_PRICE:
                    cost = (*cost[: cost.index("/")], "/…")
                row(self.image, (x, middle + line // 2 + 1), cost, signs_size(cost, beside, line - 4))
                continue
            if shown:
                x = self._points((x, middle), printed.vp, max(GLANCE, size // 2)) + 14
            if lying is None:
                room = (x, y, right - 8, y + size)
                fitted(self.image, room, cost, max(GLANCE, size * 56 // 100))

    def _haunted(self, where: str) -> bool:
        return self.spirit is not None and where in self.context.marks.legal | self.context.marks.chosen

    def _die(self, spot: Box, lying: Die | None, known: Die | None, where: str, vp: int) -> None:
        """The die on a space; a free one shows the points that it is worth, in the green of laurels."""
        left, top, right, bottom = spot
        size = bottom - top
        middle = ((left + right) / 2, (top + bottom) / 2)
        if lying is not None:
            if lying != known:
                fresh(self.image, spot, size // 5)
            place(self.image, die(lying.value, size, seat_style(lying.seat)), middle)
            return
        place(self.image, space(size, colour=LAUREL), middle)
        if self._haunted(where) and self.spirit is not None:
            place(self.image, die(self.spirit.value, size, seat_style(self.spirit.seat), ghost=True), middle)
        else:
            write(self.pen, middle, str(vp), max(GLANCE, size * 6 // 10), LAUREL, bold=True, anchor="mm")
        ring(self.image, self.context, spot, where, size // 5)

    def _points(self, at: tuple[int, int], vp: int, size: int) -> int:
        said = str(vp)
        wide = width(said, size, bold=True)
        write(self.pen, at, said, size, LAUREL, bold=True, anchor="lm")
        place(self.image, icon("laurel", size), (at[0] + wide + size // 8 + size / 2, at[1]))
        return at[0] + points_width(vp, size)

    def _clan(self, column: str, box: Box) -> None:
        """A column's head: its clan with what it gives; the sum of its dice, its limit, its setbacks' tokens."""
        left, top, right, bottom = box
        clan = self.view.parts.clans[self.view.clans[column]]
        where = f"clan:{column}"
        line = 66
        first = (left, top, right, top + line)
        middle = top + line // 2
        x = left + 8
        if numbered(self.context, where):
            wide, _ = number_size(self.context, where, MIN_NUMBER)
            number(self.image, self.context, (x + wide / 2, middle), where, MIN_NUMBER)
            x += wide + 8
        place(self.image, clan_disc(column, 46), (x + 23, middle))
        x += 54
        said, beyond = self._sum(column)
        size = 56 if self.full else GLANCE
        wide = width(said, size, bold=True)
        if beyond:
            alarm(self.image, (right - 16 - wide, middle - size * 54 // 100, right - 4, middle + size * 54 // 100))
        write(self.pen, (right - 10, middle), said, size, TEXT, bold=True, anchor="rm")
        end = right - 10 - wide - 10
        tokens = [token for token in (f"sum-{column}", f"pair-{column}") if token not in self.view.setbacks.values()]
        end = self._before_sum(tokens, end, middle, self._falls(column))
        signs = effect_signs(clan.effect)
        if self.full:
            second = (left + 12, bottom - 70, right - 10, bottom - 4)
            wide = min(signs_width(signs, 60), (right - left) // 2)
            fitted(self.image, (second[0], second[1], second[0] + wide + 4, second[3]), signs, 60)
            name = self.context.words.say(self.view.parts.name(clan.id))
            block = (second[0] + wide + 18, second[1], second[2], second[3])
            write_block(self.pen, block, name, (MIN_SIZE, 32), FAINT, lines=2)
        else:
            sign_block(self.image, (x, first[1] + 4, end - 4, first[3] - 4), signs, GLANCE)
        ring(self.image, self.context, (left + 6, top + 6, right - 6, bottom - 2), where)

    def _falls(self, column: str) -> list[str]:
        """The setbacks that follow if the prompt's die comes into a column."""
        if self.spirit is None or column not in self.coming or not penalty_left(self.view):
            return []
        return setback_tokens(self.view, column, self.spirit.value)

    def _before_sum(self, tokens: Sequence[str], end: int, middle: int, falls: Sequence[str] = ()) -> int:
        """The setbacks' tokens that a column still has, small above each other; give where they begin.

        Those on a plate would follow now.
        """
        mark = 44 if self.full else 30
        for at, token in enumerate(reversed(tokens)):
            if self.full:
                if token in falls:
                    alarm(self.image, (end - mark - 4, middle - mark // 2 - 6, end + 4, middle + mark // 2 + 6))
                place(self.image, setback_token(token, mark), (end - mark / 2, middle))
                end -= mark + 5
            else:
                down = (at - (len(tokens) - 1) / 2) * (mark + 2)
                place(self.image, setback_token(token, mark), (end - mark / 2, middle - down))
        return end - (mark + 5) * (bool(tokens) and not self.full)

    def _sum(self, column: str) -> tuple[str, bool]:
        """The sum and the limit, and whether it is beyond; with the die of the prompt, if it could come here."""
        limit = self.board[column].limit
        added = self.coming.get(column, column_sum(self.view, column))
        return f"{added}/{limit}", added > limit

    # Tokens.

    def _values(self) -> list[int]:
        """The values whose advance is still to be had."""
        return [value for value in FACES if value not in self.view.advances.values()]

    def _left(self, box: Box) -> None:
        """The tokens of the advances, in a column: bright while they can be had."""
        left, top, right, bottom = box
        x, lead = (left + right) / 2, 40
        if numbered(self.context, "negotiate"):
            lead = 80
            number(self.image, self.context, (x, top + 36), "negotiate")
        else:
            place(self.image, sign("advance", lead - 4, FAINT), (x, top + lead / 2))
        each = (bottom - top - lead) / len(FACES)
        have = self._values()
        size = min(TOKEN, round(each) - 2)
        for index, value in enumerate(FACES):
            token = value_token(str(value), size, spent=value not in have)
            place(self.image, token, (x, top + lead + each * (index + 0.5)))

    def _rewards(self, box: Box) -> None:
        """Every reward of the advances, with the token that covers it; before them the tokens that are left."""
        tokens = [(value_token(str(value), 60), f"token:{value}") for value in self._values()]
        x = self._before_cells(box, "advance", self.context.words.say(T("Advances")), tokens)
        rewards = self.view.parts.advances
        for cell, (id, reward) in zip(_cells((x, *box[1:]), len(rewards)), rewards.items(), strict=True):
            value = self.view.advances.get(id)
            token = value_token(str(value), COVERING) if value is not None else None
            self._cell(cell, f"advance:{id}", goods_signs(reward.gain, before="+"), token)

    def _penalties(self, box: Box) -> None:
        """Every penalty of the setbacks, with the token that covers it; before them the tokens that are left."""
        left = [token for token in TOKEN_NAMES if token not in self.view.setbacks.values()]
        tokens = [(setback_token(token, 56), f"token:{token}") for token in left]
        x = self._before_cells(box, "setback", self.context.words.say(T("Setbacks")), tokens)
        penalties = self.view.parts.setbacks
        for cell, (id, penalty) in zip(_cells((x, *box[1:]), len(penalties)), penalties.items(), strict=True):
            covering = self.view.setbacks.get(id)
            token = setback_token(covering, COVERING) if covering is not None else None
            self._cell(cell, f"setback:{id}", goods_signs(penalty.lose, before="−"), token)

    def _before_cells(self, box: Box, kind: str, said: str, tokens: Sequence[tuple[Image.Image, str]]) -> int:
        """A row's sign, name and tokens; where its cells have numbers the sign alone. Give where it ends."""
        left, top, _, bottom = box
        middle = (top + bottom) // 2
        place(self.image, sign(kind, 44, FAINT), (left + 24, middle))
        if any(where.startswith(f"{kind}:") for where in self.context.marks.numbers):
            return left + 56
        write_block(self.pen, (left + 54, middle - 30, left + 290, middle + 30), said, (MIN_SIZE, 38), FAINT)
        x = left + 300
        for token, where in tokens:
            wide, _ = number_size(self.context, where, MIN_NUMBER)
            number(self.image, self.context, (x + wide / 2, middle), where, MIN_NUMBER)
            x += wide + 4 if wide else 0
            if where == self.moves:
                outline(self.image, (x - 3, middle - 34, x + 63, middle + 34), BRASS_LIGHT, 6, 10)
            place(self.image, token, (x + 30, middle))
            ring(self.image, self.context, (x + 2, middle - 28, x + 58, middle + 28), where)
            x += 64
        return max(left + 700, x + 10)

    def _cell(self, box: Box, where: str, signs: tuple[str, ...], token: Image.Image | None) -> None:
        left, top, right, bottom = box
        panel(self.image, box, PANEL_HIGH if token is None else NIGHT, 10)
        ring(self.image, self.context, (left + 5, top + 5, right - 5, bottom - 5), where, 6)
        start = left
        if numbered(self.context, where):
            wide, _ = number_size(self.context, where)
            number(self.image, self.context, (left + 8 + wide / 2, (top + bottom) / 2), where)
            start = left + wide + 8
        if token is not None:
            place(self.image, token, (left + token.width / 2 + 4, (top + bottom) / 2))
            start = left + token.width + 2
        ink = TEXT if token is None else FAINT
        size = 52 if token is None else GLANCE
        fitted(self.image, (start + 4, top, right - 4, bottom), signs, size, colour=ink)


def _cells(box: Box, count: int) -> list[Box]:
    left, top, right, bottom = box
    wide = (right - left) / count
    return [
        (round(left + at * wide + 3), top + 2, round(left + (at + 1) * wide - 3), bottom - 2) for at in range(count)
    ]
