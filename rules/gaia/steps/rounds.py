"""Rounds: income, the Gaia phase, the action phase, the clean-up, the end (rulebook, phases I to IV)."""

from __future__ import annotations

import msgspec

from rules.gaia import goods, power
from rules.gaia.components import GAIA, LAST_ROUND, Goods
from rules.gaia.counts import has_institute
from rules.gaia.galaxy import planet
from rules.gaia.income import incomes, total_income
from rules.gaia.scoring import standings
from rules.gaia.state import AREA_1, AREA_2, GAIA_AREA, GaiaState, Player
from rules.gaia.steps.automa import reshuffle
from rules.gaia.steps.basics import charge, gain
from rules.gaia.steps.charging import AskCharges
from rules.gaia.steps.tech import NO_TILE, ChooseTech, can_take
from rules.gaia.steps.turn import NextTurn
from rules.gaia.texts import goods_texts
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, player

TERRAN_PRICES: dict[str, tuple[int, Goods]] = {
    "q": (4, Goods(qic=1)),
    "k": (4, Goods(knowledge=1)),
    "o": (3, Goods(ore=1)),
    "c": (1, Goods(credits=1)),
}
ITAR_PRICE = 4


class Round(Act[GaiaState], tag=True):
    """Begin a round."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        state.round += 1
        state.phase = "income"
        state.queue = list(state.order)
        state.passed = []
        flow.round(T("Round {n} begins.", n=state.round))
        flow.end_turn()
        seats = [seat for seat in state.order if not state.by_itself(seat)]
        flow.then(
            *(Income(seat) for seat in seats),
            GaiaPlanets(),
            *(GaiaTokens(seat) for seat in seats),
            Actions(),
            NextTurn(),
            CleanUp(),
        )


class Income(Act[GaiaState], tag=True):
    """Phase I for one seat. What it gets of power may be taken in any order."""

    seat: int

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        sources, total = incomes(state, self.seat), total_income(state, self.seat)
        me, at_once = state.players[self.seat], msgspec.structs.replace(total, power=0, tokens=0)
        lost = goods.wasted(me, at_once)
        goods.receive(me, at_once, "ability")
        charges = [source.power for source in sources if source.power]
        tokens = [source.tokens for source in sources if source.tokens]
        flow.tell("income", T("{who} gains {goods} as income.", who=player(self.seat), goods=goods_texts(total)))
        goods.tell_loss(flow, self.seat, lost)
        if charges or tokens:
            flow.then(IncomePower(self.seat, charges, tokens))


class IncomePower(Ask[GaiaState], tag=True):
    """Ask which power or power tokens are taken next, while both are still to come."""

    charges: list[int]
    tokens: list[int]

    def prompt(self, state: GaiaState) -> Prompt:
        me = state.players[self.seat]
        kinds = [(f"{n}pw", n) for n in sorted(set(self.charges), reverse=True)]
        options = [Option(id, T("Charge {n} power", n=n), place=_charged(me, n)) for id, n in kinds]
        options += [
            Option(
                f"{n}t",
                TN("Gain {n} power token", "Gain {n} power tokens", n),
                place=power.bowl([me.power[AREA_1] + n, *me.power[AREA_2:]], me.brainstone),
            )
            for n in sorted(set(self.tokens))
        ]
        stone_moves = me.brainstone in (AREA_1, AREA_2)
        if not (self.charges and self.tokens) or (me.power[AREA_1] >= sum(self.charges) and not stone_moves):
            # The order makes no difference.
            options = [Option("rest", T("Take it all"))]
        return Prompt(self.seat, "income", T("Which income do you take next?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        charges, tokens, pick = list(self.charges), list(self.tokens), picks[0]
        if pick == "rest":
            both = Goods(power=sum(charges), tokens=sum(tokens))
            flow.then(*charge(state, self.seat, both.power), *gain(state, self.seat, Goods(tokens=both.tokens)))
            return
        steps: list[Step[GaiaState]] = []
        if pick.endswith("pw"):
            amount = int(pick.removesuffix("pw"))
            charges.remove(amount)
            steps = charge(state, self.seat, amount)
        else:
            amount = int(pick.removesuffix("t"))
            tokens.remove(amount)
            steps = gain(state, self.seat, Goods(tokens=amount))
        flow.then(*steps, IncomePower(self.seat, charges, tokens))


def _charged(me: Player, amount: int) -> str:
    """The place of charging power: what it leaves, with the Brainstone as far as it can get."""
    stone, tokens = max(power.charged(me, amount).items())
    return power.bowl(tokens, stone)


class GaiaPlanets(Act[GaiaState], tag=True):
    """Phase II, first: Transdim Planets with a Gaiaformer become Gaia Planets."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        state.phase = "gaia"
        for seat in state.order:
            for place in state.players[seat].sent_formers:
                if planet(state, place) != GAIA:
                    state.gaia.append(place)
                    flow.tell("gaia", T("{place} becomes a Gaia Planet.", place=place), seat=seat)


class GaiaTokens(Act[GaiaState], tag=True):
    """Phase II for one seat: tokens leave the Gaia area, after what the Terrans and Itars may do with them."""

    seat: int

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        me = state.players[self.seat]
        me.formers += me.resting_formers
        me.resting_formers = 0
        count = me.power[GAIA_AREA]
        steps: list[Step[GaiaState]] = []
        if count and has_institute(me) and me.faction == "terrans":
            steps = [TerranGaia(self.seat, count)]
        if me.faction == "itars" and has_institute(me):
            steps = [ItarGaia(self.seat)]
        flow.then(*steps, GaiaReturn(self.seat))


class GaiaReturn(Act[GaiaState], tag=True):
    """Tokens of the Gaia area go to area I, those of the Terrans to area II."""

    seat: int

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        del flow
        me = state.players[self.seat]
        area = AREA_2 if me.faction == "terrans" else AREA_1
        me.power[area] += me.power[GAIA_AREA]
        me.power[GAIA_AREA] = 0
        if me.brainstone == GAIA_AREA:
            me.brainstone = area


class TerranGaia(Ask[GaiaState], tag=True):
    """Terrans: goods for the tokens that move, as if they were spent on free actions."""

    left: int

    def prompt(self, state: GaiaState) -> Prompt:
        me = state.players[self.seat]
        options = [
            Option(
                id,
                T("{n} power for {gain}", n=price, gain=goods_texts(gained)),
                goods.warned(None, me, gained),
                refusal=None if price <= self.left else T("It takes {n}; left: {left}.", n=price, left=self.left),
            )
            for id, (price, gained) in TERRAN_PRICES.items()
        ]
        options.append(Option("done", T("Take nothing more"), ends=True))
        text = TN(
            "{n} token moves to area II. What do you gain for it?",
            "{n} tokens move to area II. What do you gain for them?",
            self.left,
        )
        return Prompt(self.seat, "terrans", text, options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        if picks == ["done"]:
            return
        price, gained = TERRAN_PRICES[picks[0]]
        flow.tell(
            "terrans",
            T("{who} gains {goods} in the Gaia phase.", who=player(self.seat), goods=goods_texts(gained)),
            seat=self.seat,
        )
        flow.then(*gain(state, self.seat, gained, flow=flow), TerranGaia(self.seat, self.left - price))


class ItarGaia(Ask[GaiaState], tag=True):
    """Itars: four tokens of the Gaia area for a technology tile, as often as they can."""

    def prompt(self, state: GaiaState) -> Prompt:
        have = state.players[self.seat].power[GAIA_AREA]
        refusal = None if can_take(state, self.seat) else NO_TILE
        if have < ITAR_PRICE:
            refusal = T("It takes {n} tokens; you have {have}.", n=ITAR_PRICE, have=have)
        options = [
            Option("tech", T("Discard 4 tokens for a technology tile"), refusal=refusal),
            Option("done", T("Keep the tokens"), ends=True),
        ]
        return Prompt(self.seat, "itars", T("Do you discard tokens of the Gaia area?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        if picks == ["tech"]:
            state.players[self.seat].power[GAIA_AREA] -= ITAR_PRICE
            # The tile may lead to the Lost Planet, for which the others may charge.
            flow.then(ChooseTech(self.seat), AskCharges(self.seat), ItarGaia(self.seat))


class Actions(Act[GaiaState], tag=True):
    """Phase III begins."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        del flow
        state.phase = "actions"


class CleanUp(Act[GaiaState], tag=True):
    """Phase IV, and the order of the next round; after the last round the game is over."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        state.scores.append([one.vp for one in state.players])
        if state.round == LAST_ROUND:
            state.phase = "over"
            flow.finish(standings(state, over=True))
            return
        state.taken = {}
        for one in state.players:
            one.used = []
            one.passed = False
        if state.rival is not None:
            reshuffle(state, flow.rng)
        seats = len(state.players)
        first = state.passed[0]
        state.order = list(state.passed) if state.rules.pass_order else [(first + n) % seats for n in range(seats)]
        flow.then(Round())
