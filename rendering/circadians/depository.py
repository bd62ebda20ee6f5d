"""The depository in words, and the headquarters beside it."""

from __future__ import annotations

from collections.abc import Sequence

from rendering.circadians.phrases import closed, dice_list, numbers
from rules.circadians.components import ROWS
from rules.circadians.describe import effect_text
from rules.circadians.goods import Goods, words
from rules.circadians.state import CircadiansState
from rules.circadians.texts import ROW_NAMES
from rules.kernel.text import TN, T, Text


def depository_lines(view: CircadiansState) -> list[Text]:
    """Tell the rows with their bonuses and what is free in them."""
    shut = view.parts.board(len(view.players)).closed
    said = closed(view, "depot")
    for row in ROWS:
        dice = view.depository[row]
        free = [n for n, die in enumerate(dice, 1) if die is None and n not in shut]
        lying = [die for die in dice if die is not None]
        name, what = ROW_NAMES[row], effect_text(view.parts.rows[row])
        if lying:
            said.append(
                T(
                    "{row}: {what} Free: {free}. Taken: {dice}.",
                    row=name,
                    what=what,
                    free=_free(free),
                    dice=dice_list(lying),
                )
            )
        else:
            said.append(T("{row}: {what} Free: {free}.", row=name, what=what, free=_free(free)))
    if shut:
        said.append(T("Not used with so few players: column {columns}.", columns=numbers(shut)))
    return said


def _free(free: Sequence[int]) -> Text:
    return T("{numbers}", numbers=numbers(free)) if free else T("none")


def hq_lines(view: CircadiansState) -> list[Text]:
    """Tell the row of the headquarters from the left."""
    parts, room = view.parts, view.parts.board(len(view.players)).hq
    said = closed(view, "hq")
    if view.hq:
        said.append(T("From the left: {dice}.", dice=dice_list(view.hq)))
    return [
        *said,
        TN("{n} of {room} spaces is free.", "{n} of {room} spaces are free.", n=room - len(view.hq), room=room),
        T(
            "A die brings {items} or {water} at once; it is used next round, without algae.",
            items=words(Goods(item=parts.hq_items)),
            water=words(Goods(water=parts.hq_water)),
        ),
    ]
