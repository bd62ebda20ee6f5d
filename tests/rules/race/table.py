"""A table of Race for the Galaxy laid out as a test wants it, and played by option ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rules.race.components import CARDS, card_id, card_number
from rules.race.game import RaceGame, RaceStep
from rules.race.state import Player, RaceState
from rules.race.steps.rounds import StartRound
from tests.table import Table

GAME = RaceGame()
RaceTable: TypeAlias = Table[RaceState, RaceStep]


def ids(cards: str) -> list[int]:
    """Find the physical cards of option ids, separated by blanks."""
    return [card_number(card) for card in cards.split()]


def table_of(
    tableaus: Sequence[str],
    hands: Sequence[str] = (),
    goods: Sequence[str] = (),
    *,
    chips: Sequence[int] = (),
    discards: str = "",
    deck: str | None = None,
    experienced: bool = False,
    together: bool = False,
    draws: Mapping[str, str] | None = None,
) -> RaceTable:
    """Play from the start of a round: tableaus, hands and goods per seat as card ids; all other cards are in the deck.

    `draws` are cards by the names of draws.
    """
    seats = len(tableaus)
    players = [
        Player(
            start=ids(tableaus[seat])[0],
            tableau=ids(tableaus[seat]),
            hand=sorted(ids(hands[seat])) if hands else [],
            chips=chips[seat] if chips else 0,
        )
        for seat in range(seats)
    ]
    used = {card for one in players for card in [*one.tableau, *one.hand]} | set(ids(discards))
    spare = [card for card in reversed(range(len(CARDS))) if card not in used]
    if deck is not None:
        spare = [card for card in spare if card not in ids(deck)]
    for seat, worlds in enumerate(goods):
        for world in ids(worlds):
            players[seat].goods[world] = spare.pop()
    rest = sorted(spare)
    state = RaceState(
        players=players,
        experienced=experienced,
        together=together,
        pool=12 * seats - sum(chips),
        deck=rest if deck is None else sorted(ids(deck)),
        discards=sorted(ids(discards) if deck is None else [*ids(discards), *rest]),
    )
    return Table(GAME, state, StartRound(), draws={why: ids(cards) for why, cards in (draws or {}).items()})


def act(table: RaceTable, *actions: str) -> RaceTable:
    """Let each seat choose its action cards."""
    for seat, picks in enumerate(actions):
        table.answer(seat, *picks.split())
    return table


def hand_of(table: RaceTable, seat: int) -> set[str]:
    return {card_id(card) for card in table.state.players[seat].hand}


def tableau_of(table: RaceTable, seat: int) -> list[str]:
    return [card_id(card) for card in table.state.players[seat].tableau]


def goods_of(table: RaceTable, seat: int) -> set[str]:
    """The worlds that have a good."""
    return {card_id(world) for world in table.state.players[seat].goods}
