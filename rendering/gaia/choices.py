"""The private panel of a seat where it chooses among tiles, actions, boosters and the like: numbered cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from rendering.gaia.looks import seat_style
from rendering.gaia.panel import HEAD, MARGIN, purse
from rendering.gaia.research import level_signs
from rendering.gaia.signs import (
    GOODS,
    SPECIALS,
    TRACK_SIGNS,
    action_signs,
    apart,
    booster_lines,
    federation_signs,
    goods_signs,
    row,
    signs_size,
    tile_signs,
)
from rendering.gaia.tracks import draw_tracks
from rendering.gaia.values import upgrade_costs
from rendering.gaia.widgets import RADIUS, Box, dim
from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, fit, kept_together, width, write, write_block
from rendering.kit.numbers import NUMBER, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, LINE, NIGHT, PANEL_HIGH, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel
from rules.gaia.components import (
    ACADEMY_K,
    ACADEMY_Q,
    ACTIONS,
    FACTIONS,
    FEDERATIONS,
    FREE_SPACES,
    INSTITUTE,
    LAB,
    MINE,
    RESEARCH,
    STRUCTURES,
    TOP,
    TRACKS,
    Goods,
    booster_number,
)
from rules.gaia.counts import pieces_used
from rules.gaia.describe import institute
from rules.gaia.reach import Look
from rules.gaia.state import GaiaState
from rules.gaia.steps.actions import specials
from rules.gaia.steps.tech import ChooseTech
from rules.kernel.text import T, Text, name

WIDE, HIGH = 1600, 1200
GAP = 12
KINDS = frozenset({"action", "track", "tech", "booster", "token", "special", "tile", "structure"})
"""Kinds of places that are not on the map."""
FOR_TILE = "itars"
"""The kind of prompt whether to give tokens for a technology tile, which is chosen after it."""
#: How many columns so many cards stand in.
COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 3, 10: 4, 11: 4, 12: 4, 13: 5, 14: 5, 15: 5}
FEW = 4
"""So many cards are lines over the whole width."""
LINE_MOST = 150
"""The largest size of signs in such a line."""
MOST = 120
"""The largest size of signs on a card."""
AREA = 172
"""The height of an area's sign over tiles, and of what its next level brings."""
WORDS, WORD_LINES = (MIN_SIZE, 46), 6
"""The sizes of the words of a card, and how many lines they may take."""
READABLE = 35
"""The size from which on they are read on a phone."""
SHARES = (1.0, 0.88, 0.76, 0.64)
"""How much of their usual room signs keep beside long words."""
CORNER = 96
"""What a number takes of the corner of its card, across and down."""
CHARGES = 3
"""The level that one charges power on."""


@dataclass(frozen=True)
class Card:
    """What may be chosen, or might if a rule did not forbid it: signs in lines, and words below."""

    place: str
    lines: tuple[tuple[str, ...], ...]
    words: Text
    taker: int | None = None
    left: int | None = None
    """How many of it there are, where there are several."""
    others: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """The same signs in other lines; on a card those are drawn that come out largest."""


def draw(view: GaiaState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the cards of what is asked under what the seat has."""
    image = background((WIDE, HIGH), context.seed)
    top = MARGIN
    if view.players[seat].faction:
        purse(image, view, seat, context)
        top = HEAD
    box = (MARGIN, top, WIDE - MARGIN, HIGH - MARGIN)
    kinds = {place.partition(":")[0] for place in context.marks.legal | context.marks.chosen}
    if "track" in kinds:
        draw_tracks(image, view, seat, context, box)
    elif "tech" in kinds:
        _tech(image, view, seat, context, box)
    else:
        kind = next(kind for kind in CARDS if kind in kinds)
        _grid(image, view, context, CARDS[kind](view, seat, context), box)
    return image


def _grid(image: Image.Image, view: GaiaState, context: RenderContext, cards: list[Card], box: Box) -> None:
    left, top, right, bottom = box
    columns = 1 if len(cards) <= FEW else COLUMNS.get(len(cards), 5)
    lines = -(-len(cards) // columns)
    wide, high = (right - left + GAP) / columns, min(560, (bottom - top + GAP) / lines)
    top += round((bottom - top + GAP - high * lines) / 2)
    for index, card in enumerate(cards):
        across, down = index % columns, index // columns
        # A last line that is not full stands in the middle.
        missing = columns - (len(cards) - (lines - 1) * columns) if down == lines - 1 else 0
        x, y = left + (across + missing / 2) * wide, top + down * high
        cell = (round(x), round(y), round(x + wide) - GAP, round(y + high) - GAP)
        (draw_line if columns == 1 else draw_card)(image, view, context, card, cell)


def draw_line(image: Image.Image, view: GaiaState, context: RenderContext, card: Card, box: Box) -> None:
    """A card as a line over the whole width: its number, signs, then words to the right."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    open_ = card.place in context.marks.legal
    panel(image, box, PANEL_HIGH if open_ else NIGHT, RADIUS)
    ink = TEXT if open_ else FAINT
    start, split = left + 130, left + (right - left) * 58 // 100
    step = (bottom - top - 24) / max(1, len(card.lines))
    for index, signs in enumerate(card.lines):
        size = signs_size(signs, split - start - 20, min(LINE_MOST, int(step) - 8))
        row(image, (start, top + 12 + step * (index + 0.5)), signs, size, colour=ink)
    end = right - (130 if card.taker is not None or card.left is not None else 20)
    words = kept_together(context.words.say(card.words))
    room = (split if card.lines else start, top + 12, end, bottom - 12)
    write_block(ImageDraw.Draw(image), room, words, (MIN_SIZE, 60), ink, lines=max(2, (bottom - top) // 66))
    _finish(image, view, context, card, box, middle=middle)


def draw_card(image: Image.Image, view: GaiaState, context: RenderContext, card: Card, box: Box) -> None:
    """A card: its number at the upper left, signs in the middle, words at the bottom; dark where it is forbidden."""
    left, top, right, bottom = box
    high = bottom - top
    open_ = card.place in context.marks.legal
    panel(image, box, PANEL_HIGH if open_ else NIGHT, RADIUS)
    words = kept_together(context.words.say(card.words))
    ink = TEXT if open_ else FAINT
    laid, _ = shared(card, words, right - left, high)
    for (x, y), signs, size in laid.rows:
        row(image, (left + x, top + y), signs, size, middle=True, colour=ink)
    room = (left + 14, top + laid.bottom, right - 14, bottom - 10)
    write_block(ImageDraw.Draw(image), room, words, WORDS, ink, lines=WORD_LINES, across="middle")
    _finish(image, view, context, card, box, middle=top + 48)


def _finish(image: Image.Image, view: GaiaState, context: RenderContext, card: Card, box: Box, *, middle: int) -> None:
    """A card's number, how many of it there are, who has taken it, and its frame."""
    left, _, right, _ = box
    open_ = card.place in context.marks.legal
    if not open_:
        dim(image, box)
    if card.taker is not None:
        seat_disc(image, seat_style(view, card.taker), (right - 48, middle), 68)
    if card.left is not None:
        ink = TEXT if open_ else FAINT
        write(ImageDraw.Draw(image), (right - 22, middle), f"×{card.left}", 56, ink, bold=True, anchor="rm")
    chosen = card.place in context.marks.chosen
    outline(image, box, BRASS_LIGHT if chosen else BRASS if open_ else LINE, 8 if chosen else 4 if open_ else 2, RADIUS)
    if number := said(context.marks.numbers.get(card.place, ())):
        half = max(NUMBER, width(number, NUMBER, bold=True) + 24) // 2
        number_badge(image, (left + 12 + half, middle), number, NUMBER, chosen=chosen)


@dataclass(frozen=True)
class _Laid:
    """Lines of signs laid out on a card: where the middle of each is, and its size; below `bottom` stand words."""

    rows: tuple[tuple[tuple[float, float], tuple[str, ...], int], ...]
    bottom: int

    @property
    def size(self) -> int:
        """The size of the smallest."""
        return min((size for _, _, size in self.rows), default=0)


def shared(card: Card, words: str, wide: int, high: int) -> tuple[_Laid, int]:
    """Share a card between its signs and its words, and tell the size of the words: signs give room to long words."""
    for share in SHARES:
        laid = _best((card.lines, *card.others), wide, high, share)
        size, _ = fit(words, (wide - 28, high - 10 - laid.bottom), WORDS, WORD_LINES)
        if size >= READABLE:
            break
    return laid, size


@lru_cache(maxsize=256)
def _best(ways: tuple[tuple[tuple[str, ...], ...], ...], wide: int, high: int, share: float) -> _Laid:
    """Of several ways to break signs into lines, that which makes them largest on a card of a size.

    They take such a share of what signs take beside few words.
    """
    return max(
        (_laid(lines, (0, 0, wide, round(high * share * (0.58, 0.64, 0.76)[len(lines) - 1]))) for lines in ways),
        key=lambda laid: laid.size,
    )


def _laid(lines: Sequence[tuple[str, ...]], box: Box) -> _Laid:
    """Lay out lines of signs: below the number, beside it, or the first line beside it and others below.

    Whichever makes them largest is taken.
    """
    left, top, right, bottom = box
    below, middle = (left + 18, top + 92, right - 18), (left + 92, top + 20, right - 92)
    beside, under = (left + CORNER, top + 8, right - 14), (left + 18, top + CORNER, right - 18)
    layouts = [[(below, bottom)] * len(lines), [(middle, bottom)] * len(lines)]
    if len(lines) > 1:
        layouts.append([(beside, top + CORNER), *[(under, bottom)] * (len(lines) - 1)])
    found = []
    for layout in layouts:
        rows = []
        for index, (signs, ((start, up, end), down)) in enumerate(zip(lines, layout, strict=True)):
            together = [at for at, room in enumerate(layout) if room == layout[index]]
            step = (down - up) / len(together)
            size = signs_size(signs, end - start, max(1, min(MOST, int(step) - 10)))
            rows.append((((start + end) / 2, up + step * (together.index(index) + 0.5)), signs, size))
        found.append(_Laid(tuple(rows), bottom))
    return max(found, key=lambda laid: laid.size) if lines else _Laid((), bottom)


# What there is to choose, kind by kind


def _actions(view: GaiaState, seat: int, context: RenderContext) -> list[Card]:
    del seat
    pay = context.marks.kind or next(
        ACTIONS[place.partition(":")[2]].pay for place in context.marks.legal if place.startswith("action:")
    )
    found = []
    for action in ACTIONS.values():
        if action.pay == pay:
            price = (str(action.price), "i:power" if pay == "power" else "i:qic")
            lines = ((*price, "i:arrow", *action_signs(action.id)),)
            words = name(f"gaia.action.{action.id}")
            found.append(Card(f"action:{action.id}", lines, words, view.taken.get(action.id)))
    return found


def _boosters(view: GaiaState, seat: int, context: RenderContext) -> list[Card]:
    del seat, context
    return [
        Card(f"booster:{id}", lines := booster_lines(id), name(f"gaia.booster.{id}"), others=_led(lines))
        for id in sorted(view.boosters, key=booster_number)
    ]


def _led(lines: tuple[tuple[str, ...], ...]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The only line of a booster in two: that it is income, and what comes in."""
    return ((lines[0][:1], lines[0][1:]),) if len(lines) == 1 else ()


def _tokens(view: GaiaState, seat: int, context: RenderContext) -> list[Card]:
    """Federation tokens with how many are left, or its own; one without a green side can pay for nothing."""
    found = []
    again = context.marks.kind == "again"
    own = Counter(one.token for one in view.players[seat].tokens)
    for id, left in (own if again else view.supply).items():
        green, words = FEDERATIONS[id].green, name(f"gaia.token.{id}")
        signs = ("i:federation", *federation_signs(id)) if green else federation_signs(id)
        said = words if green or again else T("{token} (grey)", token=words)
        found.append(Card(f"token:{id}", (signs,), said, left=left))
    return found


def _specials(view: GaiaState, seat: int, context: RenderContext) -> list[Card]:
    del context
    own = specials(view.players[seat])
    return [Card(f"special:{id}", (SPECIALS[id],), text) for id, text in own.items()]


def _own_tiles(view: GaiaState, seat: int, context: RenderContext) -> list[Card]:
    own = {f"tile:{one.space}": one.tile for one in view.players[seat].tiles}
    return [
        Card(place, (tile_signs(tile),), name(f"gaia.tile.{tile}"))
        for place, tile in own.items()
        if place in context.marks.legal
    ]


def _structures(view: GaiaState, seat: int, context: RenderContext) -> list[Card]:
    """What a structure costs, and what lies under its piece on the faction board."""
    del context
    look, found = Look(view, seat), []
    faction = FACTIONS[look.me.faction]
    for kind in STRUCTURES:
        if kind == MINE:
            continue
        cost = price_signs(upgrade_costs(view, seat, kind))
        used = pieces_used(view, look.me, kind)
        brings: tuple[str, ...] = ()
        if kind == ACADEMY_Q:
            brings = ("i:act", *goods_signs(faction.academy))
        elif used < len(faction.slots[kind]):
            brings = ("i:income", *goods_signs(faction.slots[kind][used]))
        if kind in (LAB, ACADEMY_K, ACADEMY_Q):
            brings = apart(brings, ("i:tech", "i:research"))
        lines = ((f"s:{kind}",), cost, brings) if brings else ((f"s:{kind}",), cost)
        found.append(Card(f"structure:{kind}", lines, _structure_words(look.me.faction, kind)))
    return found


def _structure_words(faction: str, kind: str) -> Text:
    """A structure by its name; the institute by what it gives its faction, which begins with its name."""
    does = institute(faction) if kind == INSTITUTE else None
    return does or name(f"gaia.structure.{kind}")


def price_signs(costs: Sequence[Goods]) -> tuple[str, ...]:
    """The price that holds, or from the least to the most (3–6 credits: it is lower beside a neighbour)."""
    signs: list[str] = []
    for good, sign in GOODS.items():
        counts = [getattr(cost, good) for cost in costs]
        low, high = min(counts), max(counts)
        if high:
            signs += [str(low) if low == high else f"{low}–{high}", sign]
    return tuple(signs)


CARDS: dict[str, Callable[[GaiaState, int, RenderContext], list[Card]]] = {
    "action": _actions,
    "booster": _boosters,
    "token": _tokens,
    "special": _specials,
    "tile": _own_tiles,
    "structure": _structures,
}


# Technology tiles lie where they let one advance


def takeable(view: GaiaState, seat: int) -> frozenset[str]:
    """The places of the technology tiles that a seat could take now; all that there are, should it be none."""
    options = ChooseTech(seat).prompt(view).options
    return frozenset(one.place for one in options if one.refusal is None) or frozenset(one.place for one in options)


def _tech(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """Tiles under the areas in which they let one advance, advanced ones above where one may be taken, others below."""
    left, top, right, bottom = box
    advanced = any(place.startswith("tech:adv-") for place in context.marks.legal)
    head = AREA
    lines = 3 if advanced else 2
    high = (bottom - top - head + GAP) / lines
    wide = (right - left + GAP) / len(TRACKS)
    for index, track in enumerate(TRACKS):
        x, end = round(left + index * wide), round(left + (index + 1) * wide) - GAP
        _area(image, view, seat, track, (x, top, end, top + head))
        y = float(top + head)
        if advanced and track in view.advanced:
            card = _tile_card(f"tech:adv-{track}", view.advanced[track])
            draw_card(image, view, context, card, (x, round(y), end, round(y + high) - GAP))
        y += high if advanced else 0
        card = _tile_card(f"tech:{track}", view.tech[track])
        draw_card(image, view, context, card, (x, round(y), end, round(y + high) - GAP))
    third = (right - left + GAP) / len(FREE_SPACES)
    y = bottom - high + GAP
    for index, space in enumerate(FREE_SPACES):
        x, end = round(left + index * third), round(left + (index + 1) * third) - GAP
        card = _tile_card(f"tech:{space}", view.tech[space])
        draw_card(image, view, context, card, (x, round(y), end, bottom))


def _tile_card(place: str, tile: str) -> Card:
    first, *others = _ways(tile_signs(tile))
    return Card(place, first, name(f"gaia.tile.{tile}"), others=tuple(others))


def _ways(signs: tuple[str, ...]) -> list[tuple[tuple[str, ...], ...]]:
    """Ways to break the signs of a tile into lines: when it counts, what it brings, and what that is for."""
    lead = 1 if signs[0] in ("i:income", "i:act", "i:pass", "i:plus") else 0
    at = next((at for at, sign in enumerate(signs) if sign[0] in "/="), len(signs))
    breaks = ((), (at,), (lead,), (lead, at))
    ways = [[signs[start:end] for start, end in pairwise((0, *one, len(signs)))] for one in breaks]
    return list(dict.fromkeys(tuple(line for line in lines if line) for lines in ways))


def _area(image: Image.Image, view: GaiaState, seat: int, track: str, box: Box) -> None:
    """An area by its sign, the seat's level in it, and what the next one brings."""
    left, top, right, _ = box
    level = view.players[seat].research[track]
    x = row(image, (left + 4, top + 46), (TRACK_SIGNS[track],), 92)
    if level < TOP:
        steps = (str(level), "i:arrow", str(level + 1))
        row(image, (x + 12, top + 46), steps, signs_size(steps, right - x - 16, 64))
        signs = level_signs(track, RESEARCH[track].levels[level + 1])
        signs = apart(signs, ("3", "i:charge")) if level + 1 == CHARGES else signs
        row(image, (left + 4, top + 128), signs, signs_size(signs, right - left - 8, 56))
    else:
        row(image, (x + 12, top + 46), (str(level),), 64)
