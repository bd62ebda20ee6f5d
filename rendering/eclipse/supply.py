"""The supply of technologies in words, with prices for whoever reads."""

from __future__ import annotations

from rendering.kit.text_board import Line
from rules.eclipse.components import CATEGORIES, SCIENCE, TECH_TRACK, TECHNOLOGIES
from rules.eclipse.economy import in_category, price
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.texts import technology_effect
from rules.kernel.text import TN, T, Text, name


def reading(view: EclipseState, reader: int | None) -> Player | None:
    """The player who reads, once they can buy technologies."""
    if reader is None or not view.players[reader].species:
        return None
    return view.players[reader]


def supply_lines(view: EclipseState, reader: int | None) -> list[Line]:
    """List the supply, a line a category, with prices alone."""
    me = reading(view, reader)
    lines: list[Line] = []
    for category in CATEGORIES:
        offered = [_short(view, id, me) for id in _offered(view, category) if me is None or id not in me.technologies]
        line = [
            T(
                "**{category}**: {technologies}.",
                category=category_title(category),
                technologies=offered or [T("nothing")],
            )
        ]
        if me is not None:
            line += _owned(me, category)
        lines.append(line)
    return [*lines, [_explained(me), left_in_bag(view)]]


def _offered(view: EclipseState, category: str) -> list[str]:
    return [id for id, one in TECHNOLOGIES.items() if one.category == category and id in view.supply]


def category_title(category: str) -> Text:
    """Name a category at the beginning of a line."""
    return {"military": T("Military"), "grid": T("Grid"), "nano": T("Nano")}[category]


def _short(view: EclipseState, id: str, me: Player | None) -> Text:
    technology, one, n = name(f"eclipse.technology.{id}"), TECHNOLOGIES[id], view.supply[id]
    if me is None and one.cost > one.least:
        return T("{technology} ({cost}–{least}) ×{n}", technology=technology, cost=one.cost, least=one.least, n=n)
    cost = one.cost if me is None else price(me, id)
    return T("{technology} ({cost}) ×{n}", technology=technology, cost=cost, n=n)


def _owned(me: Player, category: str) -> list[Text]:
    have = [name(f"eclipse.technology.{id}") for id in me.technologies if TECHNOLOGIES[id].category == category]
    if not have:
        return []
    said = [T("You have {technologies}.", technologies=have)]
    return said if len(have) < TECH_TRACK.slots else [*said, T("This row is full.")]


def _explained(me: Player | None) -> Text:
    if me is None:
        return T("Each with its full and its least price in science, and the number of tiles.")
    return T("Each with your price in science and the number of tiles.")


def left_in_bag(view: EclipseState) -> Text:
    """Say how many tiles are still to be drawn."""
    return TN("One tile is left in the bag.", "{n} tiles are left in the bag.", sum(view.bag.values()))


def category_lines(view: EclipseState, category: str, reader: int | None) -> list[Line]:
    """Tell the supply of a category in full: a line a technology, with what it does."""
    me = reading(view, reader)
    lines: list[Line] = [standing(me, category)] if me is not None else []
    return lines + [_full(view, id, me) for id in _offered(view, category)]


def standing(me: Player, category: str) -> Line:
    """Say how many technologies of a category a player has, and the discount for the next."""
    have = in_category(me, category)
    line = [TN("You have one of them.", "You have {n} of them.", have)]
    if have >= TECH_TRACK.slots:
        return [*line, T("This row is full.")]
    return [*line, *discount(me, category), stored(me)]


def discount(me: Player, category: str) -> Line:
    """Say by how much the next technology of a category is cheaper; nothing where there is room for none."""
    have = in_category(me, category)
    return [T("Discount {n}.", n=TECH_TRACK.discount[have])] if have < TECH_TRACK.slots else []


def stored(me: Player) -> Text:
    """Say how much science a player has."""
    return TN("{n} science stored.", "{n} science stored.", me.goods[SCIENCE])


def _full(view: EclipseState, id: str, me: Player | None) -> Line:
    one = TECHNOLOGIES[id]
    line = [_short(view, id, me) if me is None or id not in me.technologies else _have(view, id)]
    if me is not None and id not in me.technologies and price(me, id) != one.cost:
        line = [
            T(
                "{technology} ({cost} instead of {full}) ×{n}",
                technology=name(f"eclipse.technology.{id}"),
                cost=price(me, id),
                full=one.cost,
                n=view.supply[id],
            )
        ]
    return [T("{technology}: {effect}.", technology=line[0], effect=technology_effect(id))]


def _have(view: EclipseState, id: str) -> Text:
    return T("{technology} ×{n} (you have it)", technology=name(f"eclipse.technology.{id}"), n=view.supply[id])
