"""The action “form a federation”: its planets one by one, then its satellites, then its token."""

from __future__ import annotations

import msgspec

from rules.gaia import federation, goods
from rules.gaia.components import SPACE, Goods
from rules.gaia.federation import Plan
from rules.gaia.galaxy import planet
from rules.gaia.state import GaiaState
from rules.gaia.steps.basics import give_up
from rules.gaia.steps.building import place_text
from rules.gaia.steps.tokens import ChooseToken
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, Text, player

#: How many satellites more than a player can pay for are still counted, to say how many are missing.
FARTHER = 3


def no_federation(state: GaiaState, seat: int) -> Text | None:
    """Say why no federation can be formed."""
    if not any(state.supply.values()):
        return T("No federation token is left.")
    plan = federation.plan(state, seat)
    if plan.legal:
        return None
    have = sum(group.value for group in plan.case.groups)
    if have < plan.case.need:
        return T(
            "A federation needs a power value of {need}; what could join has {have}.", need=plan.case.need, have=have
        )
    return TN(
        "Your planets cannot be connected with the one satellite that you can pay for.",
        "Your planets cannot be connected with the {n} satellites that you can pay for.",
        plan.case.budget,
    )


def _chosen(plan: Plan, planets: list[str]) -> int:
    """The bits of the groups with one of these planets, and of the Ivits' federation."""
    return sum(
        1 << number
        for number, group in enumerate(plan.case.groups)
        if group.base or any(place in group.places for place in planets)
    )


class ChoosePlanets(Ask[GaiaState], tag=True):
    """Ask which planets the federation unites. Touching structures come together."""

    chosen: list[str] = msgspec.field(default_factory=list)

    def prompt(self, state: GaiaState) -> Prompt:
        plan = federation.plan(state, self.seat)
        mine = _chosen(plan, self.chosen)
        options = [
            self._option(state, plan, mine, number) for number in range(len(plan.case.groups)) if not mine >> number & 1
        ]
        options.sort(key=lambda option: option.refusal is not None)
        if mine in plan.legal:
            note = TN("{n} satellite.", "{n} satellites.", plan.legal[mine])
            options.insert(0, Option("enough", T("These planets"), note, ends=True))
        text = T(
            "Choose the planets of the federation, one by one. Power value {value} of {need}.",
            value=federation.value_of(plan.case, mine),
            need=plan.case.need,
        )
        so_far = [f"hex:{place}" for place in federation.members(plan, mine)] if mine else []
        return Prompt(self.seat, "federation", text, options, so_far=so_far)

    def _option(self, state: GaiaState, plan: Plan, mine: int, number: int) -> Option:
        group = plan.case.groups[number]
        wish = mine | 1 << number
        fewest = min((cost for subset, cost in plan.legal.items() if subset & wish == wish), default=None)
        # The group is called by its first planet; a lone space station by itself.
        place = min(group.places, key=lambda one: (planet(state, one) == SPACE, one))
        note = refusal = None
        if fewest is None:
            refusal = self._why_not(plan, wish)
        else:
            note = TN(
                "Power value {value}; {n} satellite or more in all.",
                "Power value {value}; {n} satellites or more in all.",
                fewest,
                value=group.value,
            )
        # Each with its own planet type.
        places = [place_text(state, one) for one in sorted(group.places, key=lambda one: (one != place, one))]
        return Option(place, T("{places}", places=places), note, place=f"hex:{place}", refusal=refusal)

    def _why_not(self, plan: Plan, wish: int) -> Text:
        """Say why no legal federation has these groups, and maybe more."""
        case = plan.case
        if federation.value_of(case, wish) < case.need:
            return TN(
                "It cannot be connected to enough others with the one satellite that you can pay for.",
                "It cannot be connected to enough others with the {n} satellites that you can pay for.",
                case.budget,
            )
        cost = federation.fewest(case, wish, case.budget + FARTHER)
        if cost <= case.budget:
            return T("Fewer planets would do with fewer satellites, so it may not be part of this federation.")
        if cost == federation.NEVER:
            return T("It is too far away, or cannot be connected without touching another structure of yours.")
        return TN(
            "That takes {n} satellite; you can pay for {have}.",
            "That takes {n} satellites; you can pay for {have}.",
            cost,
            have=case.budget,
        )

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        if picks == ["enough"]:
            plan = federation.plan(state, self.seat)
            flow.then(*go_on(state, self.seat, plan, _chosen(plan, self.chosen), []))
            return
        chosen = [*self.chosen, picks[0]]
        flow.then(ChoosePlanets(self.seat, chosen))


class ChooseRoute(Ask[GaiaState], tag=True):
    """Ask where the satellites go. Only routes with as few as needed are offered."""

    subset: int
    placed: list[str] = msgspec.field(default_factory=list)

    def prompt(self, state: GaiaState) -> Prompt:
        plan = federation.plan(state, self.seat)
        places = federation.next_satellites(plan, self.subset, self.placed)
        options = [Option(place, T("{place}", place=place), place=f"hex:{place}") for place in places]
        left = plan.legal[self.subset] - len(self.placed)
        if len(options) > 1:
            options.insert(0, Option("any", T("Place the rest for me")))
        text = TN("Place {n} more satellite.", "Place {n} more satellites.", left)
        so_far = [f"hex:{place}" for place in (*federation.members(plan, self.subset), *self.placed)]
        return Prompt(self.seat, "route", text, options, so_far=so_far)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        plan = federation.plan(state, self.seat)
        placed = list(self.placed)
        if picks == ["any"]:
            while places := federation.next_satellites(plan, self.subset, placed):
                placed.append(places[0])
        else:
            placed += picks
        flow.then(*go_on(state, self.seat, plan, self.subset, placed))


def go_on(state: GaiaState, seat: int, plan: Plan, subset: int, placed: list[str]) -> list[Step[GaiaState]]:
    """Ask for the next satellite; where none is missing, form the federation."""
    if len(placed) < plan.legal[subset]:
        return [ChooseRoute(seat, subset, placed)]
    return _form(state, seat, [*federation.members(plan, subset), *placed], placed)


def _form(state: GaiaState, seat: int, places: list[str], placed: list[str]) -> list[Step[GaiaState]]:
    """Pay for the satellites, place them, then take a token."""
    me = state.players[seat]
    steps: list[Step[GaiaState]] = []
    if me.faction == "ivits":
        goods.pay(me, Goods(qic=len(placed)))
    elif placed:
        steps = give_up(state, seat, len(placed), to_gaia=False, so_far=[f"hex:{place}" for place in places])
    return [*steps, Form(seat, sorted(places), placed), ChooseToken(seat)]


class Form(Act[GaiaState], tag=True):
    """The federation stands."""

    seat: int
    places: list[str]
    placed: list[str]

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        me = state.players[self.seat]
        me.satellites += self.placed
        me.federated = sorted({*me.federated, *self.places})
        me.formed += 1
        planets: list[Text] = [T("{place}", place=place) for place in self.places if place not in self.placed]
        flow.tell(
            "federation",
            TN(
                "{who} forms a federation of {planets} with {n} satellite.",
                "{who} forms a federation of {planets} with {n} satellites.",
                len(self.placed),
                who=player(self.seat),
                planets=planets,
            ),
            seat=self.seat,
        )


STORED_TEXTS = (T("{places} ({planet})"),)
"""Names of options as older games keep them; here so that they keep their German."""
