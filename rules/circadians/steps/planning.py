"""Planning: the event, dice rolled once, and everybody's secret plan (phase 1)."""

from __future__ import annotations

from rules.circadians import places
from rules.circadians.components import FARMS, ROUNDS
from rules.circadians.describe import effect_text
from rules.circadians.effects import Boost, FarmPips, Fixed, RevealCaches, Table, Threshold
from rules.circadians.goods import NOTHING, Goods, words
from rules.circadians.means import Means, takes_die
from rules.circadians.state import EMPTY, CircadiansState, Player
from rules.circadians.steps.harvest import farm_effect, table_yield
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, player

ANEW, SEAL, OPEN = "anew", "seal", "open-"
"""`OPEN` stands before the id of a place for the last die that does not seal the plan."""


class Planning(Act[CircadiansState], tag=True):
    """The event, help for whoever has no die, and the roll (R23); then everybody plans."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        state.phase = "planning"
        turn_up_event(state, flow)
        lanes = {}
        for seat, one in enumerate(state.players):
            one.traded = False
            if not one.ready and not state.hq_dice(seat) and one.supply:
                one.supply -= 1
                one.ready = 1
                flow.tell("help", T("{who} has no die left and takes one.", who=player(seat)), seat=seat)
            if one.ready:
                one.rolled = sorted(1 + flow.rng.below(6, f"circadians.roll:{seat}") for _ in range(one.ready))
                one.ready = 0
                rolled = ", ".join(map(str, one.rolled))
                flow.tell("roll", T("You roll {dice}.", dice=rolled), seat=seat, to=[seat])
                lanes[seat] = [Plan(seat)]
        flow.side_by_side(lanes)


def turn_up_event(state: CircadiansState, flow: Flow[CircadiansState]) -> None:
    """Turn up the event of the round; the last one turns the gem caches over."""
    parts = state.parts
    if state.round == ROUNDS:
        state.event = parts.last_event
    else:
        state.event = flow.rng.pick(state.events, "circadians.event")
        state.events.remove(state.event)
    effect = parts.events[state.event].effect
    flow.tell("event", T("Event: {event}. {what}", event=parts.name(state.event), what=effect_text(effect)))
    if isinstance(effect, RevealCaches):
        left = list(parts.caches)
        for corner in sorted(one.corner for one in parts.planet[state.side].values() if one.corner):
            state.caches[corner] = flow.rng.pick(left, f"circadians.cache:{corner}")
            left.remove(state.caches[corner])


def next_garage(me: Player) -> int:
    """The leftmost garage that is not planned for yet."""
    return 1 + sum(place.startswith("g") for place in me.plan)


class Plan(Ask[CircadiansState], tag=True):
    """One die after the other goes to the next garage or to a farm; until all have planned it can be begun anew.

    It is never answered by itself, for that would tell the others something of the dice. The last die seals the plan,
    unless it is placed with one more look at it (`OPEN`).
    """

    def prompt(self, state: CircadiansState) -> Prompt:
        means = Means(state, self.seat)
        me = means.me
        targets = [f"g{next_garage(me)}"]
        targets += [f"f{farm}" for farm in FARMS if f"f{farm}" not in me.plan and takes_die(state.parts, me, farm)]
        options: list[Option] = []
        for face in sorted(set(me.rolled), reverse=True):
            if len(me.rolled) > 1:
                die = TN("Your {face}", "Your {n} dice with {face}", n=me.rolled.count(face), face=face)
                options += [_placing(means, face, target, die) for target in targets]
            else:
                die = T("Your {face}, the last die: it seals the plan", face=face)
                options += [_placing(means, face, target, die, seals=True) for target in targets]
                die = T("Your {face}, and look at the plan again", face=face)
                options += [_placing(means, face, target, die, looks=True) for target in targets]
        if me.plan:
            options.append(Option(ANEW, T("Start the plan over")))
        return Prompt(self.seat, "plan", T("Plan your dice."), options, tells=True, detail=_detail(means))

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        me = state.players[self.seat]
        if picks[0] == ANEW:
            begin_anew(me)
        else:
            face, place = picks[0].removeprefix(OPEN).split(">")
            me.rolled.remove(int(face))
            me.plan[place] = int(face)
        if me.rolled:
            ask_on(state, self.seat, flow)
        elif picks[0].startswith(OPEN):
            said = T("Your plan, not sealed yet: {plan}", plan=plan_words(me))
            flow.tell("planned", said, seat=self.seat, to=[self.seat])
            flow.then(Seal(self.seat))
        else:
            seal(state, self.seat, flow)


def _detail(means: Means) -> Text:
    """What the plan costs so far, or how it is made; and of the last die what the lock on its places means."""
    cost = cost_text(means) if means.me.plan else None
    if len(means.me.rolled) > 1:
        return cost or T("Garages are filled from the left, a farm takes one die. Nobody sees it yet.")
    if cost is None:
        return T("The last die seals the plan (🔒), or you look at it once more first.")
    return T("{cost} The last die seals the plan (🔒), or you look at it once more first.", cost=cost)


def _placing(means: Means, face: int, target: str, die: Text, *, seals: bool = False, looks: bool = False) -> Option:
    """Offer a garage or a farm for a die; what `seals` the plan has no place, since a number shall not do that."""
    n = int(target[1:])
    if target[0] == "g":
        text, note, brief = T("{face} to garage {n}", face=face, n=n), _with_the_plan(means, n), T("G{n}", n=n)
    else:
        text, note, brief = T("{face} to farm {n}", face=face, n=n), farm_note(means, n, face), T("F{n}", n=n)
    where = places.planned(face, target)
    if seals:
        return Option(f"{face}>{target}", text, note, group=die, brief=T("{place} 🔒", place=brief))
    if looks:
        return Option(
            f"{OPEN}{face}>{target}", T("{plan}, then look again", plan=text), note, where, group=die, brief=brief
        )
    return Option(f"{face}>{target}", text, note, where, group=die, brief=brief)


def begin_anew(me: Player) -> None:
    """Take all dice of a plan back."""
    me.rolled = sorted([*me.rolled, *me.plan.values()])
    me.plan = {}


def ask_on(state: CircadiansState, seat: int, flow: Flow[CircadiansState]) -> None:
    """Ask for the next die, and tell what is planned so far."""
    me = state.players[seat]
    flow.then(Plan(seat))
    left = ", ".join(map(str, reversed(me.rolled)))
    said = T("You have planned nothing yet; your dice: {dice}.", dice=left)
    if me.plan:
        said = T("Planned so far: {plan}. Dice that still need a place: {dice}.", plan=plan_words(me), dice=left)
    flow.tell("planned", said, seat=seat, to=[seat])


def seal(state: CircadiansState, seat: int, flow: Flow[CircadiansState]) -> None:
    """Tell a plan that is done to whose it is, and what it lacks."""
    means = Means(state, seat)
    if any(one.rolled for one in state.players):  # Otherwise all plans are shown at once, this one with them.
        flow.tell("planned", T("Your plan: {plan}", plan=plan_words(means.me)), seat=seat, to=[seat])
    warning = cost_text(means)
    if warning is not None and plan_cost(means) > means.me.algae:
        flow.tell("short", warning, seat=seat, to=[seat])


class Seal(Ask[CircadiansState], tag=True):
    """Whether a plan that was placed to be looked at once more is sealed."""

    def prompt(self, state: CircadiansState) -> Prompt:
        options = [Option(SEAL, T("Seal the plan"), ends=True), Option(ANEW, T("Start the plan over"))]
        detail = cost_text(Means(state, self.seat))
        return Prompt(self.seat, "seal", T("Do you seal your plan?"), options, tells=True, detail=detail)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        if picks[0] == SEAL:
            seal(state, self.seat, flow)
        else:
            begin_anew(state.players[self.seat])
            ask_on(state, self.seat, flow)


def garage_note(means: Means, garage: int) -> Text | None:
    """Say what it will cost to send the die of a garage, and what its tile does."""
    algae = means.algae(garage)
    cost = T("{cost} when it is sent", cost=words(Goods(algae=algae))) if algae else T("Free when it is sent")
    effect = means.tile(garage)
    return cost if effect is None else T("{cost}. {what}", cost=cost, what=effect_text(effect))


def plan_cost(means: Means) -> int:
    """The algae that sending all dice planned for garages costs, with today's prices."""
    return sum(means.algae(int(place[1:])) for place in means.me.plan if place.startswith("g"))


def cost_text(means: Means) -> Text | None:
    """Say what a plan costs, and that it cannot be paid yet; nothing where it is free."""
    cost, have = words(Goods(algae=plan_cost(means))), words(Goods(algae=means.me.algae))
    if not plan_cost(means):
        return None
    if plan_cost(means) > means.me.algae:
        return T("You cannot pay for this plan yet: sending its dice costs {cost}, and you have {have}.",
                 cost=cost, have=have)  # fmt: skip
    return T("Sending the dice planned so far costs {cost}; you have {have}.", cost=cost, have=have)


def _with_the_plan(means: Means, garage: int) -> Text | None:
    """The note of a garage, with a warning where the plan would cost more than there is."""
    note, cost = garage_note(means, garage), plan_cost(means) + means.algae(garage)
    if note is None or not means.algae(garage) or cost <= means.me.algae:
        return note
    return T("{note} ⚠️ More than you have, {all} in all", note=note, all=words(Goods(algae=cost)))


def farm_yields(means: Means, farm: int, face: int) -> list[Goods]:
    """What a die on a farm would yield, each choice, with the other dice as they are planned so far."""
    effect = farm_effect(means, farm)
    pips = face + sum(one.more for one in means.of(FarmPips))
    for other in FARMS:
        boost = farm_effect(means, other)
        if isinstance(boost, Boost) and other != farm and f"f{other}" in means.me.plan:
            pips += boost.more
    match effect:
        case Table():
            return [table_yield(means, effect, kind, min(6, pips)) for kind in effect.of]
        case Fixed():
            return [effect.gain]
        case Threshold():
            return [effect.gain if pips >= effect.least else effect.otherwise]
    return []


def farm_note(means: Means, farm: int, face: int) -> Text | None:
    """Say what a die on a farm would yield."""
    effect = farm_effect(means, farm)
    if isinstance(effect, Boost):
        return T("Your other farm dice count {n} more", n=effect.more)
    yields = farm_yields(means, farm, face)
    if isinstance(effect, Table):
        kinds = [one for goods in yields if not goods.nothing for one in words(goods)] or words(NOTHING)
        return T("Yields one of {kinds}", kinds=kinds) if len(kinds) > 1 else T("Yields {goods}", goods=kinds)
    return T("Yields {goods}", goods=words(yields[0])) if yields else None


def plan_words(me: Player) -> list[Text]:
    """Say where the planned dice go."""
    garages = [(place, face) for place, face in sorted(me.plan.items()) if place[0] == "g"]
    farms = [(place, face) for place, face in sorted(me.plan.items()) if place[0] == "f"]
    return [
        *(T("{face} to garage {n}", face=face, n=int(place[1:])) for place, face in garages),
        *(T("{face} to farm {n}", face=face, n=int(place[1:])) for place, face in farms),
    ]


class Reveal(Act[CircadiansState], tag=True):
    """Everybody has planned: the plans are shown."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        flow.reveal()
        for seat, one in enumerate(state.players):
            if one.plan:
                flow.tell("plan", T("{who} plans: {plan}", who=player(seat), plan=plan_words(one)), seat=seat)
            for place, face in one.plan.items():
                dice = one.garages if place[0] == "g" else one.farm_dice
                assert dice[int(place[1:]) - 1] == EMPTY
                dice[int(place[1:]) - 1] = face
            one.plan = {}
