"""Tables at which the Automa of Gaia Project plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rendering.words import Words
from rules.gaia import automa_cards as c
from rules.gaia.components import ROUND_TILES
from rules.gaia.game import GaiaGame
from rules.gaia.state import Automa, GaiaState, Player
from rules.gaia.steps.automa import equip_automa
from rules.kernel.game import Position
from rules.kernel.rng import Rng
from tests.rules.gaia.table import GaiaTable, make, table_of

GAME = GaiaGame()
WORDS = Words("en", ["Ann", "Automa"])
REST = (1, 2, 3, 8, 10)
"""Cards that lie below those that a test is about, so that the end of the deck is far."""


def against(
    rival: str,
    mines: Sequence[str] | Mapping[str, str],
    *cards: int,
    human: Mapping[str, str] | None = None,
    own: str = "ambas",
    level: str = "automa",
    rest: Sequence[int] = REST,
) -> GaiaState:
    """Lay a table whose Automa is to move: with these mines (or structures), and these cards on top of its deck."""
    state = make(own, layout="small")
    state.players.append(Player())
    deck = [*cards, *(card for card in rest if card not in cards)]
    spare = [card for card in c.CARDS if card not in deck]
    state.automa = Automa(level, deck, spare, known=sorted(deck))
    equip_automa(state, rival)
    state.players[0].structures = dict(human or {"6A4": "mine"})
    it = state.players[1]
    it.structures = dict(mines) if isinstance(mines, Mapping) else dict.fromkeys(mines, "mine")
    it.booster = "booster7"
    state.boosters = ["booster1", "booster2", "booster3"]
    state.round_tiles = list(ROUND_TILES)[:6]
    state.order, state.queue = [0, 1], [1, 0]
    return state


def automa(state: GaiaState) -> Automa:
    assert isinstance(state.automa, Automa)
    return state.automa


def move(state: GaiaState) -> GaiaTable:
    """Let the Automa take its turn."""
    return table_of(state)


def said(table: GaiaTable) -> list[str]:
    return [WORDS.say(event.text) for event in table.events]


def begun(seed: int = 7, **config: str) -> Position[GaiaState, Any]:
    """Begin a game against the Automa."""
    position, _ = GAME.setup({"solo": "automa", "setup": "advanced", **config}, 1, Rng(f"{seed:032x}"))
    return position


def played(position: Position[GaiaState, Any], until: str, faction: str = "") -> Position[GaiaState, Any]:
    """Answer with the first legal option until a kind of prompt comes."""
    while (prompt := GAME.prompt(position, 0)).kind != until:
        pick = faction if prompt.kind == "faction" and faction else prompt.legal[0].id
        GAME.answer(position, 0, [pick])
    return position
