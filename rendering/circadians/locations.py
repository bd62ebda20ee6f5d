"""The six locations in words: spaces, prices and dice."""

from __future__ import annotations

from collections.abc import Sequence

from rendering.circadians.phrases import SHORT_WAYS, apart, closed, dice_list
from rules.circadians.components import FACES
from rules.circadians.goods import Goods, words
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.trading import rate_text
from rules.circadians.texts import MARKET_NAMES, PLACE_NAMES, RESOURCE_NAMES
from rules.kernel.text import T, Text


def location_lines(view: CircadiansState) -> list[Text]:
    """Tell spaces, prices and dice of the six locations; prices without anybody's discounts."""
    board = view.parts.board(len(view.players))
    said = closed(view, "mine", "lab", "foundry", "control", "market", "academy")
    mines = [
        _space(
            T("{n}: {x} water less the die for {gems}", n=n, x=space.x, gems=words(Goods(gem=space.gems))),
            view.mine[n - 1],
        )
        for n, space in enumerate(board.mine, 1)
    ]
    said.append(_at("mine", apart(mines)))
    said.append(_at("lab", _room(view, "lab", board.lab, len(view.lab) // 2,
                                 T("two equal dice in a row bring a farm"))))  # fmt: skip
    said.append(_at("foundry", _room(view, "foundry", board.foundry, len(view.foundry),
                                     T("an upgrade of the die’s stack"))))  # fmt: skip
    ways = [
        T("{value} {way}", value=value, way=SHORT_WAYS[view.parts.direction_by_die[value - 1]]) for value in FACES
    ]  # fmt: skip
    said.append(_at("control", _room(view, "control", board.control, len(view.control),
                                     T("a step by the die ({ways})", ways=ways))))  # fmt: skip
    markets = [
        _space(
            T("{space} for {kinds}", space=MARKET_NAMES.get(space.id, T("Space “{name}”", name=space.id)),
              kinds=[RESOURCE_NAMES[kind] for kind in space.to]),
            view.market[space.id],
        )
        for space in board.market
    ]  # fmt: skip
    said.append(_at("market", apart(markets)))
    said.append(
        T("As many trades as the die has pips: {rates}.", rates=apart([rate_text(one) for one in view.parts.rates]))
    )
    academies = [
        _space(
            T(
                "{n}: with {values}, 1 die for {one}, 2 for {two}",
                n=n,
                values="/".join(map(str, space.values)),
                one=words(space.one),
                two=words(space.two),
            ),
            view.academy[n - 1],
        )
        for n, space in enumerate(board.academy, 1)
    ]
    said.append(_at("academy", apart(academies)))
    return said


def _at(place: str, what: Text) -> Text:
    return T("{place}: {what}.", place=PLACE_NAMES[place], what=what)


def _space(what: Text, dice: Sequence[Die]) -> Text:
    return T("{what} ({dice})", what=what, dice=dice_list(dice)) if dice else T("{what} (free)", what=what)


def _room(view: CircadiansState, place: str, room: int, used: int, what: Text) -> Text:
    prices = [words(cost) for cost in view.parts.costs[place]]
    cost = T("{cost}", cost=prices[0])
    for other in prices[1:]:
        cost = T("{cost} or {other}", cost=cost, other=other)
    dice = view.dice_on(place)
    free = max(0, room - used)
    if dice:
        return T(
            "{what}, for {cost}; {free} of {room} free ({dice})", what=what, cost=cost, free=free, room=room,
            dice=dice_list(dice),
        )  # fmt: skip
    return T("{what}, for {cost}; {free} of {room} free", what=what, cost=cost, free=free, room=room)
