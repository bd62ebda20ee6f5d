"""A robot for Circadians: it plans its whole round by trying, and again before each die, from what it sees.

`value` says what things are worth, `uses` what a die could do, `plan` finds the best way through the round. What
follows on a die is asked step by step; there each answer is the one after which the rest of the round is worth most.
It knows its seat's view and the prompt, and nothing else: cards that it does not see count as average ones, and
others' plans not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.opponents.v1.circadians.plan import Search
from benchmarks.opponents.v1.circadians.uses import CANTEEN, RECALL, ZERO
from benchmarks.opponents.v1.circadians.value import Worth, minus, plus
from rules.circadians.components import TILE_FARMS
from rules.circadians.effects import Bonus, FreeMove, Gain, PayGain, Table, Trades
from rules.circadians.goods import Amounts, Goods, letters
from rules.circadians.planet import step
from rules.circadians.state import CircadiansState
from rules.circadians.steps.action import TRADE
from rules.circadians.steps.harvest import by_table, farm_effect
from rules.circadians.steps.locations import KEEP
from rules.circadians.steps.moving import STAY
from rules.circadians.steps.negotiation import SKIP, USE
from rules.circadians.steps.planning import SEAL
from rules.circadians.steps.trading import STOP, rate_text
from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng

Chooser = Callable[[CircadiansState, Prompt], list[str]]

#: How many lines are kept where many ways on are compared with each other.
QUICK = 16
#: What a trade must bring to be made at once.
BETTER = 0.05


def choose(view: CircadiansState, prompt: Prompt, rng: Rng) -> list[str]:
    """Answer a prompt."""
    if len(prompt.legal) == 1 and prompt.at_least == 1:
        return [prompt.legal[0].id]
    chooser = CHOOSERS.get(prompt.kind)
    return robots.choose(view, prompt, rng) if chooser is None else chooser(view, prompt)


def _best_of(prompt: Prompt, worth: Mapping[str, float]) -> list[str]:
    """Pick the legal option that is worth most, the first of equals."""
    return [max((option.id for option in prompt.legal), key=lambda one: worth.get(one, 0.0))]


def _fitting(prompt: Prompt, wish: str) -> list[str]:
    """Pick what was found, or if that is not to be had, the first that is."""
    legal = [option.id for option in prompt.legal]
    return [wish if wish in legal else legal[0]]


# Before the first round.


def _character(view: CircadiansState, prompt: Prompt) -> list[str]:
    worth, characters = Worth(view, prompt.seat), view.parts.characters
    return _best_of(prompt, {one.id: worth.effect(characters[one.id].effect) for one in prompt.legal})


def _draft(view: CircadiansState, prompt: Prompt) -> list[str]:
    worth = Worth(view, prompt.seat)
    return _best_of(prompt, {one.id: worth.net(one.id) for one in prompt.legal})


# Planning.


def _plan(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Place the next die of the best plan, garages first."""
    best = Search(view, prompt.seat).best()
    me = view.players[prompt.seat]
    if best.plan:
        garage = 1 + sum(place.startswith("g") for place in me.plan)
        return _fitting(prompt, f"{best.plan[0]}>g{garage}")
    if best.farms:
        farm, face = best.farms[0]
        return _fitting(prompt, f"{face}>f{farm}")
    return [prompt.legal[0].id]


# Sending a die.


def _send(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Send the die to the place of the best line, turned before where that needs it."""
    search = Search(view, prompt.seat)
    legal = {option.id for option in prompt.legal}
    face = prompt.text.args["face"]
    assert isinstance(face, int)
    stays = (CANTEEN, RECALL)
    turned = not any(option.id.startswith("to-") or option.id in stays for option in prompt.options)
    if turned:
        best = search.best(value=face)
    else:
        best = search.best()
        if TRADE in legal and _better_trades(search, best.worth):
            return [TRADE]
    use = best.first
    if use is None:
        return [RECALL] if RECALL in legal else [prompt.legal[0].id]
    if use.value != face and f"to-{use.value}" in legal:
        return [f"to-{use.value}"]
    return _fitting(prompt, RECALL if use.place == CANTEEN and CANTEEN not in legal else use.place)


def _better_trades(search: Search, now: float) -> bool:
    """Whether a trade before the die makes the round better."""
    have = search.me.goods.amounts
    for rate in search.worth.parts.rates:
        after = minus(rate.get.amounts, rate.give.amounts)
        if min(plus(have, after)) >= 0 and search.best(after, beam=QUICK).worth > now + BETTER:
            return True
    return False


def _place(place: str) -> Chooser:
    """Choose the space of the best line that begins at a place."""

    def choose(view: CircadiansState, prompt: Prompt) -> list[str]:
        use = Search(view, prompt.seat).best(place=place).first
        return _fitting(prompt, use.spot if use else "")

    return choose


def _more(place: str) -> Chooser:
    """Choose what else the best line that begins at a place says."""

    def choose(view: CircadiansState, prompt: Prompt) -> list[str]:
        use = Search(view, prompt.seat).best(place=place).first
        return _fitting(prompt, use.more.split(" ")[0] if use else "")

    return choose


def _academy(view: CircadiansState, prompt: Prompt) -> list[str]:
    use = Search(view, prompt.seat).best(place="academy").first
    if use is None:
        return [prompt.legal[0].id]
    number, n = use.spot.split("-")
    word = "one" if n == "1" else "two"
    legal = [option.id for option in prompt.legal]
    return _fitting(prompt, f"{word}-{number}" if f"{word}-{number}" in legal else word)


# What follows on a die: the rest of the round decides.


class _After:
    """The rest of a round after each of several answers."""

    def __init__(self, view: CircadiansState, seat: int) -> None:
        self.search = Search(view, seat)
        self.worth = self.search.worth

    def rest(self, goods: Amounts = ZERO, *, items: int = 0, dice: int = 0) -> float:
        """What the round is worth with so much more, or less."""
        new = min(dice, self.search.me.supply)
        return self.search.best(goods, new, beam=QUICK).worth + items * self.worth.card

    def goods(self, goods: Goods) -> float:
        """What the round is worth after gaining this."""
        return self.rest(goods.amounts, items=goods.item, dice=goods.die)

    def trade(self, to: tuple[str, ...], left: int) -> tuple[float, str, int]:
        """The best trade of some that bring one of these resources: what the round is worth then, and how often."""
        have = self.search.me.goods.amounts
        found = self.rest(), STOP, 0
        for rate in self.worth.parts.rates:
            if not any(getattr(rate.get, kind) for kind in to):
                continue
            for n in range(1, left + 1):
                once = minus(rate.get.amounts, rate.give.amounts)
                after: Amounts = once[0] * n, once[1] * n, once[2] * n, once[3] * n
                if any(have[at] < give * n for at, give in enumerate(rate.give.amounts)):
                    break
                found = max(found, (self.rest(after) - BETTER, rate.id, n))
        return found


def _negative(amounts: Amounts) -> Amounts:
    return minus(ZERO, amounts)


def _pay(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Pay so that the rest is worth most."""
    after = _After(view, prompt.seat)
    return _best_of(prompt, {one.id: after.rest(_negative(_amounts(one.id))) for one in prompt.legal})


def _amounts(id: str) -> Amounts:
    """Read a price as the options of a payment write it."""
    found = dict.fromkeys("wapg", 0)
    if id != letters(Goods()):
        for part in id.split("-"):
            found[part[-1]] = int(part[:-1])
    return found["w"], found["a"], found["p"], found["g"]


def _clan(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Use a clan where it helps: it is the one whose name is asked for."""
    after = _After(view, prompt.seat)
    asked = prompt.text.args["clan"]
    parts = view.parts
    clan = next(one for one in view.clans.values() if parts.name(one) == asked)
    effect = parts.clans[clan].effect
    match effect:
        case Gain():
            return [USE]
        case FreeMove():
            return [USE] if after.worth.free_step() > 0 else [SKIP]
        case Trades():
            return [USE] if after.trade(effect.to, effect.n)[1] != STOP else [SKIP]
        case PayGain():
            net = effect.gain.plus(Goods(*_negative(effect.pay.amounts)))
            return [USE] if after.goods(net) > after.rest() else [SKIP]


def _advance(view: CircadiansState, prompt: Prompt) -> list[str]:
    after = _After(view, prompt.seat)
    rewards = view.parts.advances
    worth = {one.id: after.goods(rewards[one.id].gain) for one in prompt.legal if one.id != SKIP}
    return _best_of(prompt, {SKIP: float("-inf"), **worth})


def _penalty(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Pay what the rest of the round misses least."""
    after = _After(view, prompt.seat)
    have = after.search.me.goods.amounts
    worth = {}
    for one in prompt.legal:
        lose = view.parts.setbacks[one.id].lose
        goods = _negative(lose.amounts)
        if min(plus(have, goods)) >= 0:
            worth[one.id] = after.rest(goods, items=-lose.item) - lose.die * after.worth.new_die
    return _best_of(prompt, worth)


def _lose_item(view: CircadiansState, prompt: Prompt) -> list[str]:
    worth = Worth(view, prompt.seat)
    return _best_of(prompt, {one.id: -worth.net(one.id) for one in prompt.legal})


def _discard(view: CircadiansState, prompt: Prompt) -> list[str]:
    worth = Worth(view, prompt.seat)
    return sorted((one.id for one in prompt.legal), key=worth.net)[: prompt.at_least]


def _lose_die(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Lose a die that has done its work, or else the one that would do least."""
    legal = [option.id for option in prompt.legal]
    for place in ("canteen", "waiting"):
        if place in legal:
            return [place]
    me = view.players[prompt.seat]
    farms = [place for place in legal if place[0] == "f"]
    if farms:
        return [min(farms, key=lambda place: me.farm_dice[int(place[1:]) - 1])]
    return [legal[-1]]


def _hq(view: CircadiansState, prompt: Prompt) -> list[str]:
    after = _After(view, prompt.seat)
    parts = view.parts
    cards, water = Goods(item=parts.hq_items), Goods(water=parts.hq_water)
    return _best_of(prompt, {"items": after.goods(cards), "water": after.goods(water)})


def _farm(view: CircadiansState, prompt: Prompt) -> list[str]:
    worth = Worth(view, prompt.seat)
    spot = next((n for n, tile in zip(TILE_FARMS, worth.me.farms, strict=True) if not tile), TILE_FARMS[-1])
    return _best_of(prompt, {one.id: worth.farm(one.id, spot) for one in prompt.legal})


def _remove(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Keep all, or where that cannot be, give up the tile with the fewest points."""
    if any(option.id == KEEP for option in prompt.legal):
        return [KEEP]
    me, parts = view.players[prompt.seat], view.parts
    worth = {}
    for one in prompt.legal:
        n = int(one.id[1:])
        vp = parts.farms[me.farms[n - 4]].vp if one.id[0] == "f" else parts.upgrades[me.upgrades[n - 2]].vp
        worth[one.id] = -float(vp)
    return _best_of(prompt, worth)


def _move(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Go where it is best to stand at the harvest, tokens on the way counted."""
    worth = Worth(view, prompt.seat)
    found = {STAY: 0.0}
    for one in prompt.legal:
        if one.id == STAY:
            continue
        direction, _, n = one.id.partition("-")
        at, total = worth.me.harvester, 0.0
        for _ in range(int(n or 1)):
            to = step(view, at, direction)
            assert to is not None
            total += worth.hexes[to] - worth.hexes[at] + worth.token(to)
            total += sum(worth.linear(bonus.gain) for bonus in worth.means.of(Bonus) if "move" in bonus.where)
            at = to
        found[one.id] = total
    return _best_of(prompt, found)


def _trade(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Make the trade after which the round is worth most, or none."""
    left = prompt.text.args["n"]
    assert isinstance(left, int)
    rates = {rate.id: rate for rate in view.parts.rates}
    offered = [option.id for option in prompt.options if option.id in rates]
    kinds = {
        kind for id in offered for kind in ("water", "algae", "power") if getattr(rates[id].get, kind)
    }  # fmt: skip
    _, rate, _ = _After(view, prompt.seat).trade(tuple(sorted(kinds)), left)
    legal = {option.id for option in prompt.legal}
    if rate == STOP and STOP not in legal:
        return [prompt.legal[0].id]
    return _fitting(prompt, rate)


def _times(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Trade as often as is best."""
    trade = prompt.legal[0].text.args["trade"]
    after = _After(view, prompt.seat)
    rate = next(one for one in view.parts.rates if rate_text(one) == trade)
    once = minus(rate.get.amounts, rate.give.amounts)
    worth = {}
    for one in prompt.legal:
        n = int(one.id[1:])
        worth[one.id] = after.rest((once[0] * n, once[1] * n, once[2] * n, once[3] * n))
    return _best_of(prompt, worth)


# Harvest.


def _harvest(view: CircadiansState, prompt: Prompt) -> list[str]:
    """Take the resource that is worth most with what is there."""
    worth = Worth(view, prompt.seat)
    farm = prompt.text.args["n"]
    assert isinstance(farm, int)
    effect = farm_effect(worth.means, farm)
    assert isinstance(effect, Table)
    have = worth.me.goods.amounts
    gains = {kind: by_table(worth.means, farm, effect, kind) for kind in effect.of}
    return _best_of(prompt, {kind: worth.goods(plus(have, gain.amounts)) for kind, gain in gains.items()})


CHOOSERS: Mapping[str, Chooser] = {
    "character": _character,
    "draft": _draft,
    "plan": _plan,
    "seal": lambda _view, _prompt: [SEAL],
    "send": _send,
    "negotiate": _place("negotiate"),
    "item": _place("depot"),
    "row": _more("depot"),
    "mine": _place("mine"),
    "pair": _more("lab"),
    "academy": _academy,
    "market": _place("market"),
    "market-space": _more("market"),
    "trade": _trade,
    "times": _times,
    "pay": _pay,
    "clan": _clan,
    "advance": _advance,
    "penalty": _penalty,
    "lose-item": _lose_item,
    "lose-die": _lose_die,
    "hq": _hq,
    "farm": _farm,
    "remove-farm": _remove,
    "remove-upgrade": _remove,
    "direction": _move,
    "move": _move,
    "harvest": _harvest,
    "discard": _discard,
}
