"""Positions of Circadians for the tests of its pictures: games that the robot plays against itself."""

from __future__ import annotations

from benchmarks.scenes.circadians import GAME, Scene, played
from rendering.kit.picture import Marks, RenderContext
from rendering.words import Words
from rules.circadians.state import CircadiansState

__all__ = ["GAME", "Scene", "context", "marks", "played", "view_in"]

NAMES = ("Annegret", "Benjamin", "Chidi", "Dorothea")


def view_in(round: int, phase: str, seats: int = 4) -> CircadiansState:
    """What everybody sees in a round and phase."""
    return next(scene for scene in played(seats) if (scene.state.round, scene.state.phase) == (round, phase)).view(None)


def marks(kind: str, *places: str, chosen: tuple[str, ...] = (), so_far: tuple[str, ...] = ()) -> Marks:
    """Marked places, numbered from 1."""
    numbers = {place: (str(number),) for number, place in enumerate(places, 1)}
    return Marks(frozenset(places), frozenset(chosen), numbers, kind, so_far)


def context(one: Marks | None = None, reader: int | None = None, language: str = "en") -> RenderContext:
    """A reader's context."""
    return RenderContext(Words(language, NAMES), marks=one or Marks(), reader=reader)
