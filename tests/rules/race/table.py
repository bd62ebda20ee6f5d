"""A table of Race for the Galaxy laid out as a test wants it, and played by option ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from rules.kernel.game import Position, _advance
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.scoring import Standing
from rules.kernel.steps import Event, Flow
from rules.race.components import CARDS, card_id, card_number
from rules.race.game import RaceGame
from rules.race.state import Player, RaceState
from rules.race.steps.rounds import StartRound

Item = TypeVar("Item")
GAME = RaceGame()


class Scripted(Rng):
    """Gives the cards that a test wants for a named draw; else the lowest there is."""

    script: dict[str, list[int]] = msgspec.field(default_factory=dict)

    def pick(self, items: Sequence[Item], why: str) -> Item:
        self.counter += 1
        wanted = self.script.get(why)
        if wanted:
            card: Any = wanted.pop(0)
            assert card in items, f"{card_id(card)} cannot be drawn"
            return card  # type: ignore[no-any-return]
        return items[0]


def ids(cards: str) -> list[int]:
    """Find the physical cards of option ids, separated by blanks."""
    return [card_number(card) for card in cards.split()]


class Table:
    """Tableaus, hands and goods per seat as strings of card ids; everything else is in the deck."""

    def __init__(
        self,
        tableaus: Sequence[str],
        hands: Sequence[str] = (),
        goods: Sequence[str] = (),
        *,
        chips: Sequence[int] = (),
        discards: str = "",
        deck: str | None = None,
        experienced: bool = False,
        script: dict[str, str] | None = None,
    ) -> None:
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
        self.state = RaceState(
            players=players,
            experienced=experienced,
            pool=12 * seats - sum(chips),
            deck=rest if deck is None else sorted(ids(deck)),
            discards=sorted(ids(discards) if deck is None else [*ids(discards), *rest]),
        )
        wanted = {why: ids(cards) for why, cards in (script or {}).items()}
        self.position: Position[Any, Any] = Position(self.state, Scripted("00", script=wanted), [StartRound()])
        self.events: list[Event] = []
        flow: Flow[Any] = Flow(self.position.rng)
        _advance(self.position, flow)
        self.events += flow.events

    def actions(self, *actions: str) -> Table:
        """Let each seat choose its action cards."""
        for seat, picks in enumerate(actions):
            self.do(seat, picks)
        return self

    def do(self, seat: int, picks: str = "") -> Table:
        """Let a seat answer."""
        self.events += GAME.answer(self.position, seat, picks.split()).events
        return self

    def prompt(self, seat: int) -> Prompt:
        return GAME.prompt(self.position, seat)

    def asked(self) -> dict[int, str]:
        """Tell which seat is asked what."""
        return {prompt.seat: prompt.kind for prompt in GAME.prompts(self.position) if prompt.answered is None}

    def legal(self, seat: int) -> list[str]:
        return [option.id for option in self.prompt(seat).legal]

    def refusal(self, seat: int, option: str) -> str | None:
        """Give the message of why an option is refused."""
        refusal = self.prompt(seat).option(option).refusal
        return None if refusal is None else refusal.id

    def hand(self, seat: int) -> set[str]:
        return {card_id(card) for card in self.state.players[seat].hand}

    def tableau(self, seat: int) -> list[str]:
        return [card_id(card) for card in self.state.players[seat].tableau]

    def goods(self, seat: int) -> set[str]:
        return {card_id(world) for world in self.state.players[seat].goods}

    def chips(self, seat: int) -> int:
        return self.state.players[seat].chips

    def kinds(self, seat: int | None = None) -> list[str]:
        """List the kinds of the events told so far."""
        return [event.kind for event in self.events if seat is None or event.seat == seat]

    def standings(self) -> list[Standing]:
        return GAME.standings(self.position)
