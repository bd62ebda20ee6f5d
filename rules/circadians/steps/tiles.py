"""The open farms and upgrades: the next are turned up, and the oldest leaves where none is taken, lest a stack stop."""

from __future__ import annotations

from collections.abc import Iterator

from rules.circadians.components import ROUNDS, STACKS
from rules.circadians.state import CircadiansState
from rules.kernel.steps import Flow
from rules.kernel.text import T


def open_tiles(state: CircadiansState) -> Iterator[str]:
    """Give every open farm, from the left, and every open upgrade."""
    yield from filter(None, state.farms)
    yield from filter(None, (state.upgrades[stack] for stack in STACKS))


def take_farm(state: CircadiansState, farm: str, flow: Flow[CircadiansState]) -> None:
    """Take an open farm away, and turn up the next of its stack."""
    stack = state.farms.index(farm)
    state.farms[stack] = ""
    if state.farms_under[stack]:
        state.farms_under[stack] -= 1
        state.farms[stack] = flow.rng.pick(state.farms_unseen, f"circadians.farm:{stack}")
        state.farms_unseen.remove(state.farms[stack])
    _note(state, farm, state.farms[stack])


def take_upgrade(state: CircadiansState, stack: str, flow: Flow[CircadiansState]) -> None:
    """Take the open upgrade of a stack away, and turn up the next."""
    tile, unseen = state.upgrades[stack], state.upgrades_unseen[stack]
    state.upgrades[stack] = ""
    if unseen:
        state.upgrades[stack] = flow.rng.pick(unseen, f"circadians.upgrade:{stack}")
        unseen.remove(state.upgrades[stack])
    _note(state, tile, state.upgrades[stack])


def _note(state: CircadiansState, gone: str, turned_up: str) -> None:
    """Note since when tiles lie open, where that matters."""
    if state.rules.tiles_leave:
        del state.open_since[gone]
        state.tile_taken = True
        if turned_up:
            state.open_since[turned_up] = state.round


def leaving(state: CircadiansState) -> str:
    """The tile that leaves at the end of the round as things stand; empty where none does.

    It is the one that has lain open longest: of several the farm that lies farthest left, then the upgrade of the first
    stack. A tile stays where nothing lies under it.
    """
    if not state.rules.tiles_leave or state.tile_taken or not 0 < state.round < ROUNDS:
        return ""
    found = [farm for farm, under in zip(state.farms, state.farms_under, strict=True) if under]
    found += [state.upgrades[stack] for stack in STACKS if state.upgrades_unseen[stack]]
    return min(found, key=state.open_since.__getitem__, default="")


def leave(state: CircadiansState, flow: Flow[CircadiansState]) -> None:
    """Let the oldest tile leave at the end of a round in which none was taken."""
    tile = leaving(state)
    if tile:
        name = state.parts.name(tile)
        flow.tell("leave", T("No farm or upgrade was taken in this round: {tile} leaves the game.", tile=name))
        if tile in state.parts.farms:
            take_farm(state, tile, flow)
        else:
            take_upgrade(state, state.parts.upgrades[tile].stack, flow)
    state.tile_taken = False
