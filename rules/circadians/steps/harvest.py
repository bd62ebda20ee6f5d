"""Harvest and rest (phases 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.circadians import places
from rules.circadians.components import FARMS, ROUNDS, TILE_FARMS
from rules.circadians.effects import LOCATIONS, Boost, FarmEffect, FarmPips, Fixed, Income, Table, Threshold
from rules.circadians.gains import add, add_dice, draw
from rules.circadians.goods import Goods, gain_text, total, words
from rules.circadians.means import Means
from rules.circadians.options import item_option, with_former
from rules.circadians.planet import cache_open, hex_data
from rules.circadians.state import EMPTY, CircadiansState
from rules.circadians.steps.negotiation import discard
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, AskAll, Flow
from rules.kernel.text import TN, T, Text, player


def farm_effect(means: Means, farm: int) -> FarmEffect | None:
    """What is printed on a farm, or on its tile."""
    if farm not in TILE_FARMS:
        return means.parts.base.farms[farm - 1].effect
    tile = means.me.farms[farm - TILE_FARMS[0]]
    return means.parts.farms[tile].effect if tile else None


def pips(means: Means, farm: int) -> int:
    """What the die on a farm counts: the booster and other pips added, at most 6."""
    more = sum(one.more for one in means.of(FarmPips))
    for other in FARMS:
        effect = farm_effect(means, other)
        if isinstance(effect, Boost) and other != farm and means.me.farm_dice[other - 1] != EMPTY:
            more += effect.more
    return min(6, means.me.farm_dice[farm - 1] + more)


def choices(means: Means) -> list[int]:
    """The farms whose die yields one of several resources."""
    found = []
    for farm in FARMS:
        effect = farm_effect(means, farm)
        if isinstance(effect, Table) and len(effect.of) > 1 and means.me.farm_dice[farm - 1] != EMPTY:
            found.append(farm)
    return found


def by_table(means: Means, farm: int, effect: Table, kind: str) -> Goods:
    """What the die on a farm yields by the table."""
    return table_yield(means, effect, kind, pips(means, farm))


def table_yield(means: Means, effect: Table, kind: str, n: int) -> Goods:
    """What a die that counts `n` yields by the table."""
    amounts: Any = means.parts.base.table
    return Goods(**{kind: amounts[kind][n - 1] + effect.more})


def yields(means: Means) -> Iterator[Goods]:
    """Everything that a seat harvests, part by part; its choices are made."""
    at = hex_data(means.state, means.me.harvester)
    if not at.corner or not cache_open(means.state):  # R19
        yield at.harvest
    for farm in FARMS:
        effect = farm_effect(means, farm)
        if isinstance(effect, Income):
            yield effect.gain
        elif means.me.farm_dice[farm - 1] != EMPTY:
            match effect:
                case Table():
                    yield by_table(means, farm, effect, means.me.choices.get(farm, effect.of[0]))
                case Fixed():
                    yield effect.gain
                case Threshold():
                    yield effect.gain if pips(means, farm) >= effect.least else effect.otherwise
    yield from (one.gain for one in means.of(Income))


class Harvest(Act[CircadiansState], tag=True):
    """Everybody chooses what farms yield, side by side."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        state.phase = "harvest"
        flow.phase(T("Harvest phase."))
        flow.side_by_side(
            {
                seat: [FarmChoice(seat, farm) for farm in choices(Means(state, seat))]
                for seat in range(len(state.players))
            }
        )
        flow.then(Gather())


class FarmChoice(Ask[CircadiansState], tag=True):
    """Which resource the die on a farm yields."""

    farm: int

    def prompt(self, state: CircadiansState) -> Prompt:
        means = Means(state, self.seat)
        effect = farm_effect(means, self.farm)
        assert isinstance(effect, Table)
        options: list[Option] = []
        gains = {kind: by_table(means, self.farm, effect, kind) for kind in effect.of}
        for kind, gain in gains.items():
            useless = gain.nothing and any(not other.nothing for other in gains.values())
            text, place = gain_text(gain), places.harvested(self.farm, kind)
            options.append(Option(kind, text, place=place, former=useless))
        text = T("What does farm {n} yield?", n=self.farm)
        so_far = [places.farm(self.farm)]
        return Prompt(self.seat, "harvest", text, options, so_far=so_far, asked_before=with_former(options))

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        state.players[self.seat].choices[self.farm] = picks[0]


class Gather(Act[CircadiansState], tag=True):
    """All gain what planet and farms yield; what lowers a harvest lowers its sum, not below nothing."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        flow.end_turn()
        seats = len(state.players)
        for seat in ((state.start + n) % seats for n in range(seats)):
            means = Means(state, seat)
            found = total(yields(means))
            found = Goods(*(max(0, n) for n in (*found.amounts, found.item, found.die)))
            add(means.me, found)
            got = Goods(*found.amounts, die=add_dice(means.me, found.die))
            flow.tell("harvest", T("{who} harvests {goods}.", who=player(seat), goods=words(got)), seat=seat)
            means.me.choices = {}
            if found.item:
                draw(state, flow, seat, found.item)


def clear_locations(state: CircadiansState) -> None:
    """Take the dice off the locations."""
    state.mine = [[] for _ in state.mine]
    state.lab, state.foundry, state.control = [], [], []
    state.market = {space: [] for space in state.market}
    state.academy = [[] for _ in state.academy]


class Rest(Act[CircadiansState], tag=True):
    """Dice come back from locations, farms and canteen; the start marker goes on; then the limits (R24)."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        state.phase = "rest"
        flow.phase(T("Rest phase."))
        base = state.parts.base
        for place in LOCATIONS:
            for die in state.dice_on(place):
                state.players[die.seat].ready += 1
        clear_locations(state)
        state.start = (state.start + 1) % len(state.players)
        too_many = []
        for seat, one in enumerate(state.players):
            one.ready += one.canteen + one.waiting + sum(die != EMPTY for die in one.farm_dice)
            one.canteen = one.waiting = 0
            one.farm_dice = [EMPTY] * len(one.farm_dice)
            excess = min(one.ready, one.ready + state.hq_dice(seat) - base.most_dice)
            if excess > 0:
                one.ready -= excess
                one.supply += excess
                text = TN(
                    "{who} has too many dice and gives {n} back.",
                    "{who} has too many dice and gives {n} back.",
                    n=excess,
                    who=player(seat),
                )
                flow.tell("dice-limit", text, seat=seat)
            if len(one.hand) > base.most_items:
                too_many.append(seat)
        if too_many and (state.round < ROUNDS or state.rules.limit_at_end):
            flow.then(ItemLimit(too_many))


class ItemLimit(AskAll[CircadiansState], tag=True):
    """Who holds too many item cards discards down to the limit."""

    def prompt(self, state: CircadiansState, seat: int) -> Prompt:
        hand = state.players[seat].hand
        n = len(hand) - state.parts.base.most_items
        text = TN("You hold too many item cards. Discard {n}.", "You hold too many item cards. Discard {n}.", n=n)
        return Prompt(seat, "discard", text, [item_option(state.parts, item) for item in hand], n, n, secret=True)

    def take(self, state: CircadiansState, answers: dict[int, list[str]], flow: Flow[CircadiansState]) -> None:
        for seat in sorted(answers):
            discard(state, seat, answers[seat], flow)


def harvest_words(means: Means) -> list[Text]:
    """Say what a seat would harvest now, as far as it has chosen."""
    return words(total(yields(means)))
