"""The negotiation board in words: columns with their clans and spaces, advances and setbacks."""

from __future__ import annotations

from rendering.circadians.negotiation_board import column_sum, sums_to_come
from rendering.circadians.phrases import apart, closed, numbers
from rendering.kit.picture import RenderContext
from rules.circadians.components import COLUMNS, FACES
from rules.circadians.describe import effect_text
from rules.circadians.goods import words
from rules.circadians.state import CircadiansState
from rules.circadians.texts import COLUMN_NAMES, TOKEN_NAMES
from rules.kernel.text import T, Text, player


def negotiation_lines(view: CircadiansState, context: RenderContext) -> list[Text]:
    """Tell the columns with their clans, sums (with the prompt's die too) and spaces, then advances and setbacks."""
    board, parts = view.parts.board(len(view.players)), view.parts
    said, coming = closed(view, "negotiate"), sums_to_come(view, context)
    for column in COLUMNS:
        dice = view.negotiation[column]
        title, now, limit = COLUMN_NAMES[column], column_sum(view, column), board.negotiation[column].limit
        clan, what = parts.name(view.clans[column]), effect_text(parts.clans[view.clans[column]].effect)
        said.append(
            T("{column}: sum {sum}, with this die {coming}, limit {limit}. {clan}: {what}",
              column=title, sum=now, coming=coming[column], limit=limit, clan=clan, what=what)
            if column in coming
            else T("{column}: sum {sum}, limit {limit}. {clan}: {what}",
                   column=title, sum=now, limit=limit, clan=clan, what=what)
        )  # fmt: skip
        spaces = [
            T("{n}: {vp} VP, {who} {value}", n=at, vp=space.vp, who=player(die.seat), value=die.value)
            if die is not None
            else T("{n}: {vp} VP for {cost}", n=at, vp=space.vp, cost=words(space.cost))
            for at, (space, die) in enumerate(zip(board.negotiation[column].spaces, dice, strict=True), 1)
        ]
        said.append(T("{column}, spaces: {spaces}.", column=COLUMN_NAMES[column], spaces=apart(spaces)))
    return [*said, *_advances(view), *_setbacks(view)]


def _advances(view: CircadiansState) -> list[Text]:
    left = [value for value in FACES if value not in view.advances.values()]
    values = {die.value for column in view.negotiation.values() for die in column if die is not None}
    said = []
    if left:
        fresh = [value for value in left if value not in values]
        said.append(T("Advances for a die of {values}, the first of its value.", values=numbers(fresh))
                    if fresh else T("There is no advance left for any value."))  # fmt: skip
    rewards = [words(one.gain) for id, one in view.parts.advances.items() if id not in view.advances]
    if rewards:
        said.append(T("Rewards left: {rewards}.", rewards=[one for goods in rewards for one in goods]))
    if view.advances:
        taken = [
            T("{goods} ({value})", goods=words(view.parts.advances[id].gain), value=value)
            for id, value in view.advances.items()
        ]
        said.append(T("Taken: {rewards}.", rewards=taken))
    return said


def _setbacks(view: CircadiansState) -> list[Text]:
    waiting = [text for token, text in TOKEN_NAMES.items() if token not in view.setbacks.values()]
    said = [T("Setbacks still to come: {tokens}.", tokens=waiting)] if waiting else []
    left = [words(one.lose) for id, one in view.parts.setbacks.items() if id not in view.setbacks]
    if left:
        said.append(T("Penalties left: {penalties}.", penalties=[one for goods in left for one in goods]))
    if view.setbacks:
        taken = [
            T("{goods} ({token})", goods=words(view.parts.setbacks[id].lose), token=TOKEN_NAMES[token])
            for id, token in view.setbacks.items()
        ]
        said.append(T("Suffered: {penalties}.", penalties=taken))
    return said
