"""The spaces of the eight places as a picture needs them: what lies on each, and what it gives and costs, in signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rendering.circadians.signs import Signs, effect_signs, goods_signs, price_signs
from rules.circadians.components import FACES, ROWS
from rules.circadians.effects import Close
from rules.circadians.goods import Goods
from rules.circadians.state import CircadiansState, Die


@dataclass(frozen=True)
class Line:
    """A line of signs under a space; it may be a place of its own, as one and two dice of the academy are."""

    signs: Signs
    place: str = ""


@dataclass(frozen=True)
class Space:
    """A space for a die (or `room` dice side by side): its place in marks, and what it says.

    `inside` is what it gives, shown while it is free; `below` stands under it, prices mostly.
    """

    place: str
    dice: tuple[Die, ...]
    inside: Signs = ()
    below: tuple[Line, ...] = ()
    room: int = 1


@dataclass(frozen=True)
class Location:
    """A place: its spaces, what one line says of all of them, and what stands beside its name."""

    spaces: tuple[Space, ...]
    line: Signs = ()
    head: Signs = ()


def shut(view: CircadiansState, key: str) -> bool:
    """Whether the event closes a place for this round."""
    event = view.parts.events[view.event].effect if view.event else None
    return isinstance(event, Close) and key in event.where


def _one_each(key: str, dice: list[Die], room: int) -> tuple[Space, ...]:
    """Spaces that all are the same, filled from the left; a tile may bring more dice than there is room for."""
    spaces = max(room, len(dice))
    return tuple(Space(f"{key}:{at + 1}", tuple(dice[at : at + 1])) for at in range(spaces))


def _hq(view: CircadiansState) -> Location:
    parts = view.parts
    gains = price_signs([Goods(item=parts.hq_items), Goods(water=parts.hq_water)])
    return Location(_one_each("hq", view.hq, parts.board(len(view.players)).hq), head=gains)


def _mine(view: CircadiansState) -> Location:
    board = view.parts.board(len(view.players))
    spaces = tuple(
        Space(
            f"mine:{n}",
            tuple(view.mine[n - 1]),
            goods_signs(Goods(gem=space.gems)),
            (Line(goods_signs(Goods(water=space.x))),),
        )
        for n, space in enumerate(board.mine, 1)
    )
    return Location(spaces, head=("−", "g:die"))


def _lab(view: CircadiansState) -> Location:
    room, dice = view.parts.board(len(view.players)).lab, view.lab
    pairs = max(room, -(-len(dice) // 2))
    spaces = tuple(Space(f"lab:{at + 1}", tuple(dice[2 * at : 2 * at + 2]), room=2) for at in range(pairs))
    return Location(spaces, (*price_signs(view.parts.costs["lab"]), "→", "s:farm"))


def _foundry(view: CircadiansState) -> Location:
    room = view.parts.board(len(view.players)).foundry
    line = (*price_signs(view.parts.costs["foundry"]), "→", "s:garage")
    return Location(_one_each("foundry", view.foundry, room), line)


def _control(view: CircadiansState) -> Location:
    room = view.parts.board(len(view.players)).control
    line = (*price_signs(view.parts.costs["control"]), "→", "s:move")
    return Location(_one_each("control", view.control, room), line)


def _market(view: CircadiansState) -> Location:
    board = view.parts.board(len(view.players))
    spaces = tuple(
        Space(
            f"market:{space.id}",
            tuple(view.market[space.id]),
            ("g:any",) if len(space.to) == 3 else tuple(f"g:{kind}" for kind in space.to),
        )
        for space in board.market
    )
    return Location(spaces, ("g:die", "×", "i:trade"))


def _academy(view: CircadiansState) -> Location:
    board = view.parts.board(len(view.players))
    spaces = tuple(
        Space(
            f"academy:{n}",
            tuple(view.academy[n - 1]),
            (_span(space.values),),
            tuple(Line(goods_signs(price), f"academy:{n}-{dice}") for dice, price in ((1, space.one), (2, space.two))),
        )
        for n, space in enumerate(board.academy, 1)
    )
    return Location(spaces, head=("+1", "/", "+2", "g:die"))


def _span(values: tuple[int, ...]) -> str:
    return f"{values[0]}–{values[-1]}" if len(values) > 1 else str(values[0])


LOCATIONS: dict[str, Callable[[CircadiansState], Location]] = {
    "hq": _hq,
    "mine": _mine,
    "lab": _lab,
    "foundry": _foundry,
    "control": _control,
    "market": _market,
    "academy": _academy,
}
"""The seven places whose spaces stand in a row; the depository is a grid (`depot_rows`)."""


def depot_rows(view: CircadiansState) -> list[tuple[str, Signs, list[Space | None]]]:
    """The rows of the depository with what each gives, and its spaces; None for one that is not used."""
    closed = view.parts.board(len(view.players)).closed
    found: list[tuple[str, Signs, list[Space | None]]] = []
    for row in ROWS:
        spaces: list[Space | None] = []
        for value in FACES:
            die = view.depository[row][value - 1]
            spaces.append(
                None if value in closed and die is None else Space(f"depot:{row}-{value}", (die,) if die else ())
            )
        found.append((row, effect_signs(view.parts.rows[row]), spaces))
    return found
