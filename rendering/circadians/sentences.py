"""What pictures of Circadians say in words, in few of them: marked places, dice at each place, columns, harvesters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from rendering.circadians.board_tiles import PLACES_SHOWN
from rendering.circadians.letter_map import contents
from rendering.circadians.negotiation_board import column_sum
from rendering.circadians.phrases import dice_list, numbers
from rendering.kit.numbers import said as numbers_said
from rendering.kit.picture import RenderContext
from rules.circadians.components import COLUMNS, FACES
from rules.circadians.goods import Goods, read_letters, words
from rules.circadians.planet import hex_names
from rules.circadians.state import EMPTY, CircadiansState, Die
from rules.circadians.steps.trading import rate_text
from rules.circadians.texts import COLUMN_NAMES, MARKET_NAMES, PLACE_NAMES, RESOURCE_NAMES, ROW_NAMES, TOKEN_NAMES
from rules.kernel.text import TN, T, Text, player

BASE_PLACES: dict[str, Text] = {
    "canteen": T("canteen"),
    "waiting": T("new dice"),
    "trade": T("free trades"),
    "recall": T("all dice to the canteen"),
}


NOTHING_COMES: Mapping[str, int] = MappingProxyType({})


def marked(view: CircadiansState, context: RenderContext) -> list[Text]:
    """What may be picked, with its number, and what is."""
    said, marks = [], context.marks

    def order(place: str) -> tuple[int, str]:
        short = marks.numbers.get(place, ("zz",))[0]
        return len(short), short + place

    legal = [_numbered(view, place, marks.numbers.get(place, ())) for place in sorted(marks.legal, key=order)]
    chosen = [named(view, place) for place in dict.fromkeys((*marks.so_far, *sorted(marks.chosen)))]
    if legal:
        said.append(T("May be picked: {places}.", places=legal))
    if chosen:
        told = T("This is about: {places}.", places=chosen)
        said.append(told if marks.about else T("Picked: {places}.", places=chosen))
    return said


def _numbered(view: CircadiansState, where: str, short: Sequence[str]) -> Text:
    text = named(view, where)
    return T("{number} · {option}", number=numbers_said(short), option=text) if short else text


def named(view: CircadiansState, where: str) -> Text:
    """A marked place by its name."""
    kind, _, id = where.partition(":")
    if where in PLACE_NAMES or where in BASE_PLACES:
        return PLACE_NAMES.get(where) or BASE_PLACES[where]
    if kind in _NAMED:
        return _NAMED[kind](view, id)
    if f"{view.parts.prefix}.{id}" in view.parts.names:
        return view.parts.name(id)
    return T("{place}", place=id or where)


def _hex(view: CircadiansState, id: str) -> Text:
    q, r = map(int, id.split(","))
    return T("{place} ({goods})", place=hex_names(view)[q, r], goods=contents(view, (q, r)))


def _space(kind: str) -> Callable[[CircadiansState, str], Text]:
    return lambda _, key: T("{place}, space {n}", place=PLACE_NAMES[kind], n=int(key.partition("-")[0]))


_NAMED: dict[str, Callable[[CircadiansState, str], Text]] = {
    "garage": lambda _, key: T("garage {n}", n=int(key)),
    "farm": lambda _, key: T("farm {n}", n=int(key)),
    "plan": lambda _, key: _planned(key),
    "value": lambda _, key: T("value {n}", n=int(key)),
    "negotiation": lambda view, key: _negotiation(view, *key.split("-")),
    "depot": lambda _, key: T("{row}, column {n}", row=ROW_NAMES[key.split("-")[0]], n=int(key.split("-")[1])),
    "mine": _space("mine"),
    "academy": lambda view, key: _academy(view, *map(int, key.split("-"))),
    "hq": _space("hq"),
    "market": lambda _, key: MARKET_NAMES.get(key, T("Space “{name}”", name=key)),
    "clan": lambda view, key: view.parts.name(view.clans[key]),
    "advance": lambda view, key: T("{goods}", goods=words(view.parts.advances[key].gain)),
    "setback": lambda view, key: T("{goods}", goods=words(view.parts.setbacks[key].lose)),
    "token": lambda _, key: TOKEN_NAMES.get(key, T("value {n}", n=key)),
    "harvest": lambda _, key: T("farm {n}: {kind}", n=int(key.split("-")[0]), kind=RESOURCE_NAMES[key.split("-")[1]]),
    "hex": _hex,
    "price": lambda _, key: T("{goods}", goods=words(read_letters(key))),
    "reward": lambda view, key: T("{goods}", goods=words(_reward(view, key))),
    "rate": lambda view, key: rate_text(next(one for one in view.parts.rates if one.id == key)),
    "left": lambda _, key: TN("{n} trade left", "{n} trades left", n=int(key)),
    "times": lambda _, key: TN("{n} time", "{n} times", n=int(key)),
}


def _reward(view: CircadiansState, key: str) -> Goods:
    """What the headquarters give."""
    return Goods(item=view.parts.hq_items) if key == "items" else Goods(water=view.parts.hq_water)


def _academy(view: CircadiansState, space: int, dice: int = 1) -> Text:
    board = view.parts.board(len(view.players)).academy[space - 1]
    cost = words(board.one if dice == 1 else board.two)
    return TN("space {space}, {n} die for {cost}", "space {space}, {n} dice for {cost}", n=dice, space=space, cost=cost)


def _planned(id: str) -> Text:
    face, _, short = id.partition(">")
    if short.startswith("g"):
        return T("{face} to garage {n}", face=int(face), n=int(short[1:]))
    return T("{face} to farm {n}", face=int(face), n=int(short[1:]))


def _negotiation(view: CircadiansState, column: str, row: str) -> Text:
    printed = view.parts.board(len(view.players)).negotiation[column].spaces[int(row) - 1]
    return T(
        "{column} {n} ({vp} VP for {cost})",
        column=COLUMN_NAMES[column], n=int(row), vp=printed.vp, cost=words(printed.cost),
    )  # fmt: skip


def at_places(view: CircadiansState) -> list[Text]:
    """Whose dice lie at the eight places."""
    found = []
    for key in PLACES_SHOWN:
        dice = _lying(view, key)
        if dice:
            found.append(T("{place}: {dice}.", place=PLACE_NAMES[key], dice=dice_list(dice)))
    empty: list[Text] = [PLACE_NAMES[key] for key in PLACES_SHOWN if not _lying(view, key)]
    if empty:
        found.append(T("No die: {places}.", places=empty))
    return found


def _lying(view: CircadiansState, key: str) -> list[Die]:
    if key == "hq":
        return view.hq
    if key == "depot":
        return [die for row in view.depository.values() for die in row if die is not None]
    return view.dice_on(key)


def columns(view: CircadiansState, coming: Mapping[str, int] = NOTHING_COMES) -> list[Text]:
    """The columns of the negotiation board: sum and limit, whose dice, what is free; `coming` as in `sums`."""
    board, said = view.parts.board(len(view.players)).negotiation, []
    for column, sum_ in zip(COLUMNS, sums(view, coming), strict=True):
        lying = [die for die in view.negotiation[column] if die is not None]
        pairs = zip(board[column].spaces, view.negotiation[column], strict=False)
        free = [
            T("{vp} VP for {cost}", vp=printed.vp, cost=words(printed.cost)) for printed, die in pairs if die is None
        ]
        said.append(sum_)
        if lying:
            said.append(T("Dice: {dice}.", dice=dice_list(lying)))
        if free:
            said.append(T("Free: {spaces}.", spaces=free))
    return said


def sums(view: CircadiansState, coming: Mapping[str, int]) -> list[Text]:
    """The sum and the limit of each column; `coming` are the sums with the prompt's die, which are drawn."""
    board = view.parts.board(len(view.players)).negotiation
    return [
        T("{column}: sum {sum}, with this die {coming}, limit {limit}.", column=COLUMN_NAMES[column],
          sum=column_sum(view, column), coming=coming[column], limit=board[column].limit)
        if column in coming
        else T("{column}: sum {sum}, limit {limit}.", column=COLUMN_NAMES[column], sum=column_sum(view, column),
               limit=board[column].limit)
        for column in COLUMNS
    ]  # fmt: skip


def advances(view: CircadiansState) -> list[Text]:
    """Which values still have their advance."""
    left = [value for value in FACES if value not in view.advances.values()]
    return [T("Advances left for {values}.", values=numbers(left))] if left else []


def harvesters(view: CircadiansState) -> list[Text]:
    """Where each harvester stands, and what it yields there."""
    names = hex_names(view)
    return [
        T(
            "{who}: {place} ({goods})",
            who=player(seat), place=names[one.harvester], goods=contents(view, one.harvester),
        )
        for seat, one in enumerate(view.players)
    ]  # fmt: skip


def on_planet(view: CircadiansState) -> list[Text]:
    """The harvesters in one sentence."""
    return [T("Harvesters: {places}.", places=harvesters(view))]


def seat(view: CircadiansState, seat: int, points: int) -> Text:
    """A seat in short: points, resources and cards, the dice in its garages from the left."""
    me = view.players[seat]
    have = words(msgspec.structs.replace(me.goods, item=len(me.hand)))
    garages = [str(value) for value in me.garages if value != EMPTY]
    hidden = len(me.rolled) + len(me.plan)
    if garages:
        return T(
            "{who}: {n} VP; {goods}; garages: {dice}.",
            who=player(seat), n=points, goods=have, dice=", ".join(garages),
        )  # fmt: skip
    if hidden:
        return T(
            "{who}: {n} VP; {goods}; dice rolled: {hidden}.", who=player(seat), n=points, goods=have, hidden=hidden
        )
    return T("{who}: {n} VP; {goods}.", who=player(seat), n=points, goods=have)
