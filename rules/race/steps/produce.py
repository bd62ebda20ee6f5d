"""Phase V, Produce: goods on production and windfall worlds, and the draws for them (rulebook: V Produce).

Each seat's powers run in a fixed order, which loses nothing (docs/race.md): plain draws, production worlds and powers
for windfall worlds of one kind, the newest card first; the bonus; powers for any windfall world; draws for what was
produced. Draws for the most goods of a kind follow when every seat has produced.
"""

from __future__ import annotations

from rules.kernel.prompt import Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import T, player
from rules.race.components import (
    CARDS,
    Draw,
    DrawIfMost,
    DrawPerGood,
    DrawPerKind,
    DrawPerWorld,
    DrawWhenProducedHere,
    ProduceHere,
    ProduceWindfall,
    card_number,
)
from rules.race.goods import kind_on
from rules.race.piles import draw, put_good
from rules.race.places import card_place
from rules.race.powers import BONUS, chose, powers, why
from rules.race.state import Player, RaceState
from rules.race.texts import card_name, card_option, good_name


def empty_windfalls(me: Player, kind: str) -> list[int]:
    """List the windfall worlds of a kind (or any) without a good."""
    return [
        card
        for card in me.tableau
        if CARDS[card].windfall and card not in me.goods and kind in ("any", CARDS[card].good)
    ]


def _most_draws(me: Player) -> int:
    """Give an upper bound of the cards that a seat can take from the deck in this phase."""
    worlds = [CARDS[card] for card in me.tableau if CARDS[card].good is not None]
    most = len(worlds)
    for card in me.tableau:
        for power in CARDS[card].powers.produce:
            if isinstance(power, ProduceHere):
                most += power.then_draw
            elif isinstance(power, DrawPerGood | DrawPerWorld):
                most += power.n * sum(world.good == power.good for world in worlds)
            elif isinstance(power, DrawPerKind):
                most += power.n * len({world.good for world in worlds})
            elif isinstance(power, Draw | DrawIfMost | DrawWhenProducedHere):
                most += power.n
    return most


class ProducePhase(Act[RaceState], tag=True):
    """Every seat produces, side by side unless the deck may run out."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Open a lane for each seat; afterwards come the draws that compare seats."""
        flow.then(DrawForMost())
        flow.side_by_side(
            {seat: [ProduceTurn(seat)] for seat in range(len(state.players))},
            in_order=sum(map(_most_draws, state.players)) >= len(state.deck),
        )


class ProduceTurn(Act[RaceState], tag=True):
    """One seat's production, as the steps that follow each other."""

    seat: int

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Line the steps up."""
        me = state.players[self.seat]
        windfalls = list(powers(me, "produce", ProduceWindfall))
        steps: list[Act[RaceState]] = []
        for card in reversed(me.tableau):
            if any(isinstance(power, Draw | DrawPerWorld | ProduceHere) for power in CARDS[card].powers.produce):
                steps.append(ProduceByCard(self.seat, card))
            steps += [
                ProduceOnWindfall(self.seat, card, power.good)
                for other, power in windfalls
                if other == card and power.good != "any"
            ]
        if chose(state, self.seat, "produce"):
            steps.append(ProduceOnWindfall(self.seat, BONUS, "any"))
        steps += [ProduceOnWindfall(self.seat, card, "any") for card, power in windfalls if power.good == "any"]
        flow.then(*steps, DrawForProduced(self.seat))


def produce_good(state: RaceState, flow: Flow[RaceState], seat: int, world: int) -> bool:
    """Produce a good on an empty world, and draw where the world draws for that."""
    if not put_good(state, flow, seat, world):
        return False
    state.players[seat].produced.append(world)
    for power in CARDS[world].powers.produce:
        if isinstance(power, DrawWhenProducedHere):
            draw(state, flow, seat, power.n, why(world))
    return True


class ProduceByCard(Act[RaceState], tag=True):
    """The draws of a card that do not count goods, or the good of a production world and its draw."""

    seat: int
    card: int

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Draw or produce."""
        for power in CARDS[self.card].powers.produce:
            if isinstance(power, Draw):
                draw(state, flow, self.seat, power.n, why(self.card))
            elif isinstance(power, DrawPerWorld):
                worlds = sum(CARDS[world].good == power.good for world in state.players[self.seat].tableau)
                draw(state, flow, self.seat, power.n * worlds, why(self.card))
            elif (
                isinstance(power, ProduceHere)
                and self.card not in state.players[self.seat].goods
                and produce_good(state, flow, self.seat, self.card)
            ):
                draw(state, flow, self.seat, power.then_draw, why(self.card))


class ProduceOnWindfall(Act[RaceState], tag=True):
    """A good on an empty windfall world, by a card or the bonus, if there is such a world."""

    seat: int
    source: int
    kind: str

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Ask where."""
        if empty_windfalls(state.players[self.seat], self.kind):
            flow.then(ChooseWindfall(self.seat, self.source, self.kind))


class ChooseWindfall(Ask[RaceState], tag=True):
    """A seat chooses the windfall world that produces."""

    source: int
    kind: str

    def prompt(self, state: RaceState) -> Prompt:
        """Offer the empty windfall worlds that fit."""
        worlds = empty_windfalls(state.players[self.seat], self.kind)
        options = [card_option(world, good_name(kind_on(world))) for world in worlds]
        if self.source == BONUS:
            text = T("Produce bonus: on which windfall world?")
        else:
            text = T("{card}: on which windfall world do you produce?", card=card_name(self.source))
        source = [] if self.source == BONUS else [card_place(self.source)]
        return Prompt(self.seat, "windfall", text, options, so_far=source)

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Produce there."""
        produce_good(state, flow, self.seat, card_number(picks[0]))


def produced_of(me: Player, good: str) -> int:
    """Count the goods of a kind that a seat produced in this phase."""
    return sum(CARDS[world].good == good for world in me.produced)


class DrawForProduced(Act[RaceState], tag=True):
    """A seat's draws for the goods and kinds that it has produced."""

    seat: int

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Count and draw, card by card, the newest first."""
        me = state.players[self.seat]
        for card in reversed(me.tableau):
            for power in CARDS[card].powers.produce:
                n = 0
                if isinstance(power, DrawPerGood):
                    n = power.n * produced_of(me, power.good)
                elif isinstance(power, DrawPerKind):
                    n = power.n * len({CARDS[world].good for world in me.produced})
                draw(state, flow, self.seat, n, why(card))


class DrawForMost(Act[RaceState], tag=True):
    """Draws for having produced more goods of a kind than every other seat."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Compare the seats."""
        for seat, one in enumerate(state.players):
            for card, power in powers(one, "produce", DrawIfMost):
                mine = produced_of(one, power.good)
                others = [produced_of(other, power.good) for other in state.players if other is not one]
                if mine > max(others):
                    flow.tell(
                        "most",
                        T("{who} has produced the most goods: {good}.", who=player(seat), good=good_name(power.good)),
                        seat=seat,
                    )
                    draw(state, flow, seat, power.n, why(card))
