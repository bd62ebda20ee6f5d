"""What nobody may know: the order of the Automa's cards, and which of them are not in its deck yet."""

from __future__ import annotations

from rules.gaia.state import Automa, GaiaState

FACE_DOWN = 0
"""What a card that lies face down is in a view."""


def hide(view: GaiaState) -> None:
    """Turn the Automa's cards face down; how many there are is for everybody to see."""
    automa = view.automa
    if isinstance(automa, Automa):
        automa.deck = [FACE_DOWN] * len(automa.deck)
        automa.spare = [FACE_DOWN] * len(automa.spare)
