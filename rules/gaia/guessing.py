"""A guess of what nobody knows in a game against the Automa: which card lies where in its deck."""

from __future__ import annotations

from rules.gaia.automa_cards import CARDS, LEVELS
from rules.gaia.state import Automa, GaiaState
from rules.gaia.view import hide
from rules.kernel.rng import Rng


def guess(state: GaiaState, rng: Rng) -> None:
    """Shuffle the cards that lie face down: each that may be in the deck is as likely to be there."""
    hide(state)
    automa = state.automa
    if not isinstance(automa, Automa):
        return
    seen = {automa.support, automa.action, *automa.used}
    sure = [card for card in automa.known if card not in seen]
    out = LEVELS[automa.level].out
    others = rng.shuffle([card for card in CARDS if card not in automa.known and card not in out], "guess")
    more = len(automa.deck) - len(sure)
    automa.deck = rng.shuffle([*sure, *others[:more]], "guess")
    automa.spare = others[more:]
