"""Technology tiles: choosing one, covering one with an advanced tile (rulebook, action 3, gaining a tech tile)."""

from __future__ import annotations

from rules.gaia import goods
from rules.gaia.components import FREE_SPACES, TILES, TRACKS, Goods
from rules.gaia.counts import count, green_token
from rules.gaia.state import GaiaState, OwnTile, Player
from rules.gaia.steps.basics import gain
from rules.gaia.steps.research import Advance
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import T, Text, name, player

ADVANCED = "adv-"


def _refuse_standard(state: GaiaState, seat: int, space: str) -> Text | None:
    if any(own.tile == state.tech[space] for own in state.players[seat].tiles):
        return T("You own that tile already.")
    return None


def _refuse_advanced(state: GaiaState, seat: int, track: str) -> Text | None:
    me = state.players[seat]
    if me.research[track] < 4:
        return T("You need level 4 or 5 of {area}.", area=name(f"gaia.track.{track}"))
    if not green_token(me):
        return T("You must flip a federation token from green to grey, and you have none.")
    if not any(not own.covered and not own.space.startswith(ADVANCED) for own in me.tiles):
        return T("You have no standard tile left to cover.")
    return None


class ChooseTech(Ask[GaiaState], tag=True):
    """Ask for a technology tile. Standard tiles are named by their space, advanced ones by ``adv-`` and the area."""

    def prompt(self, state: GaiaState) -> Prompt:
        options, me = [], state.players[self.seat]
        for space in (*TRACKS, *FREE_SPACES):
            tile = name(f"gaia.tile.{state.tech[space]}")
            text = T("{tile} (any area)", tile=tile)
            if space in TRACKS:
                text = T("{tile} ({area})", tile=tile, area=name(f"gaia.track.{space}"))
            refusal = _refuse_standard(state, self.seat, space)
            note = goods.warned(None, me, at_once(state, me, state.tech[space])) if refusal is None else None
            options.append(Option(space, text, note, place=f"tech:{space}", refusal=refusal))
        for track, advanced in state.advanced.items():
            text = T(
                "Advanced: {tile} ({area})",
                tile=name(f"gaia.tile.{advanced}"),
                area=name(f"gaia.track.{track}"),
            )
            refusal = _refuse_advanced(state, self.seat, track)
            note = goods.warned(None, me, at_once(state, me, advanced)) if refusal is None else None
            options.append(Option(ADVANCED + track, text, note, place=f"tech:{ADVANCED}{track}", refusal=refusal))
        # Who owns every tile takes none.
        at_least = min(1, sum(option.refusal is None for option in options))
        return Prompt(self.seat, "tech", T("Which technology tile do you take?"), options, at_least)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        if not picks:
            return
        space = picks[0]
        if space.startswith(ADVANCED):
            flow.then(Cover(self.seat, space.removeprefix(ADVANCED)))
            return
        tile = state.tech[space]
        state.players[self.seat].tiles.append(OwnTile(tile, space))
        tracks = [space] if space in TRACKS else list(TRACKS)
        flow.then(*take_tile(state, self.seat, tile, flow), Advance(self.seat, tracks))


class Cover(Ask[GaiaState], tag=True):
    """Ask which standard tile the advanced tile covers."""

    track: str

    def prompt(self, state: GaiaState) -> Prompt:
        options = [
            Option(
                own.space,
                name(f"gaia.tile.{own.tile}"),
                T("It has no effect from then on."),
                place=f"tile:{own.space}",
            )
            for own in state.players[self.seat].tiles
            if not own.covered and not own.space.startswith(ADVANCED)
        ]
        text = T("Which of your tiles does the advanced tile cover?")
        return Prompt(self.seat, "cover", text, options, so_far=[f"tech:{ADVANCED}{self.track}"])

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me = state.players[self.seat]
        next(own for own in me.tiles if own.space == picks[0]).covered = True
        next(token for token in me.tokens if token.green).green = False
        tile = state.advanced.pop(self.track)
        me.tiles.append(OwnTile(tile, ADVANCED + self.track))
        flow.then(*take_tile(state, self.seat, tile, flow), Advance(self.seat, list(TRACKS)))


def take_tile(state: GaiaState, seat: int, id: str, flow: Flow[GaiaState]) -> list[Step[GaiaState]]:
    """Carry out what a tile gives at once."""
    tile = TILES[id]
    flow.tell(
        "tech",
        T("{who} takes “{tile}” as a technology tile.", who=player(seat), tile=name(f"gaia.tile.{id}")),
        seat=seat,
    )
    if tile.when != "once":
        return []
    me = state.players[seat]
    return gain(state, seat, at_once(state, me, id), "tech", flow)


def at_once(state: GaiaState, me: Player, id: str) -> Goods:
    """What a tile gives a player at once, if it gives something."""
    tile = TILES[id]
    if tile.when != "once":
        return Goods()
    return tile.gain.times(count(state, me, tile.per)) if tile.per else tile.gain


def can_take(state: GaiaState, seat: int) -> bool:
    """Whether there is a technology tile that a player can take."""
    return any(_refuse_standard(state, seat, space) is None for space in state.tech) or any(
        _refuse_advanced(state, seat, track) is None for track in state.advanced
    )


NO_TILE = T("There is no technology tile that you can take.")
