"""Tiles and cards in words: what lies open, how much lies below, and what that can be."""

from __future__ import annotations

from rules.circadians.components import FACES, ROUNDS, STACKS
from rules.circadians.describe import tile_text
from rules.circadians.state import CircadiansState
from rules.circadians.steps.tiles import leaving
from rules.kernel.text import TN, T, Text


def open_lines(view: CircadiansState) -> list[Text]:
    """Tell the open farms and upgrades, and which of them leaves."""
    parts, said = view.parts, []
    for number, tile in enumerate(view.farms):
        if tile:
            said.append(
                T("Farm: {tile}. {what} {n} below.", tile=parts.name(tile), what=tile_text(parts, tile),
                  n=view.farms_under[number])
            )  # fmt: skip
        else:
            said.append(T("A stack of farms is empty."))
    for stack in STACKS:
        values = [value for value in FACES if parts.stack_by_die[value - 1] == stack]
        tile = view.upgrades.get(stack, "")
        dice = "/".join(map(str, values))
        if tile:
            said.append(
                T(
                    "Upgrade for a {dice}: {tile}. {what} {n} below.",
                    dice=dice,
                    tile=parts.name(tile),
                    what=tile_text(parts, tile),
                    n=len(view.upgrades_unseen[stack]),
                )
            )
        else:
            said.append(T("Upgrade for a {dice}: the stack is empty.", dice=dice))
    if tile := leaving(view):
        text = T("If no farm or upgrade is taken in this round, {tile} leaves the game.", tile=parts.name(tile))
        said.append(text)
    return said


def stack_lines(view: CircadiansState) -> list[Text]:
    """Tell the open farms and upgrades, and the item cards."""
    parts, said = view.parts, open_lines(view)
    deck = len(view.deck) + len(view.under)
    said.append(TN("{n} item card to draw.", "{n} item cards to draw.", n=deck))
    if view.discards:
        said.append(T("Discarded: {cards}.", cards=[parts.name(card) for card in view.discards]))
    return said


def unseen_lines(view: CircadiansState) -> list[Text]:
    """Tell what lies face down, which everybody can work out: farms, upgrades, events."""
    parts, said = view.parts, []
    if view.farms_unseen:
        said.append(T("Farms face down: {tiles}.", tiles=[parts.name(tile) for tile in view.farms_unseen]))
    for stack in STACKS:
        if view.upgrades_unseen[stack]:
            tiles = [parts.name(tile) for tile in view.upgrades_unseen[stack]]
            said.append(T("Upgrades face down in stack {stack}: {tiles}.", stack=stack, tiles=tiles))
    if view.events and view.round < ROUNDS:
        last = T("{event} comes in the last round.", event=parts.name(parts.last_event))
        n = ROUNDS - 1 - view.round
        if n:
            events = [parts.name(event) for event in view.events]
            said.append(
                TN("{n} of these events is to come: {events}.", "{n} of these events are to come: {events}.", n=n,
                   events=events)
            )  # fmt: skip
        said.append(last)
    return said
