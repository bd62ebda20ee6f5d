"""What the robot thinks of the answers to a prompt: what the rest of the round is worth after each, and what for.

A question about dice is answered by one search of the round (`plan`): each of its lines begins with an answer, and an
answer is worth what its best line is. What follows on a die is asked step by step; there the rest of the round is
looked through once for each answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import combinations, islice
from typing import NamedTuple, TypeAlias

from rules.circadians.components import TILE_FARMS
from rules.circadians.effects import Bonus, FreeMove, Gain, PayGain, Table, Trades
from rules.circadians.goods import RESOURCES, Amounts, Goods, read_letters
from rules.circadians.planet import step
from rules.circadians.robot.judgement import LEARNED, Judgement
from rules.circadians.robot.plan import Best, Search
from rules.circadians.robot.uses import CANTEEN, RECALL, ZERO
from rules.circadians.robot.value import Worth, minus, plus
from rules.circadians.state import CircadiansState
from rules.circadians.steps.action import TRADE
from rules.circadians.steps.harvest import by_table, farm_effect
from rules.circadians.steps.locations import KEEP
from rules.circadians.steps.moving import STAY
from rules.circadians.steps.negotiation import SKIP, USE
from rules.circadians.steps.planning import SEAL
from rules.circadians.steps.trading import STOP, rate_text
from rules.kernel.prompt import Prompt

#: How many lines are kept where many ways on are compared with each other.
QUICK = 24
#: What a trade must bring to be made at once.
BETTER = 0.05
#: How many ways to discard cards are compared.
MOST_DISCARDS = 200

Terms: TypeAlias = Mapping[str, float]
"""What a value is made of: points, water, algae, power, gem, dice, cards, items, upgrades, farms, harvester, trades,
setback."""


class Appraisal(NamedTuple):
    """An answer, what it is worth in points to come, and the parts of that by what they are for."""

    picks: list[str]
    value: float
    terms: Terms


Appraiser: TypeAlias = Callable[[CircadiansState, Prompt, Judgement], list[Appraisal]]


def appraise(view: CircadiansState, prompt: Prompt, judgement: Judgement = LEARNED) -> list[Appraisal]:
    """Say what the answers to a prompt are worth, the best first, and of equal ones that which is listed first.

    Answers that are not worth thinking of are left out; all are, where the robot knows nothing of the kind of prompt.
    Values say something beside those of other answers to the same prompt only.
    """
    appraiser = APPRAISERS.get(prompt.kind)
    return [] if appraiser is None else sorted(appraiser(view, prompt, judgement), key=lambda one: -one.value)


def _appraised(prompt: Prompt, found: Iterable[tuple[str, float, Terms]]) -> list[Appraisal]:
    """Keep of each legal pick the best that was found, in the order in which they stand in the prompt."""
    best: dict[str, Appraisal] = {}
    for pick, value, terms in found:
        if pick not in best or value > best[pick].value:
            best[pick] = Appraisal([pick], value, terms)
    return [best[option.id] for option in prompt.legal if option.id in best]


def _each(prompt: Prompt, worth: Mapping[str, float], name: str) -> list[Appraisal]:
    """Appraise picks by one thing alone; those that are not named are worth nothing."""
    return [
        Appraisal([option.id], value := worth.get(option.id, 0.0), {name: value}) for option in prompt.legal
    ]  # fmt: skip


def _first(prompt: Prompt) -> list[Appraisal]:
    """Think of the first legal answer alone."""
    return [Appraisal([prompt.legal[0].id], 0.0, {})]


def _by_line(prompt: Prompt, search: Search, found: Iterable[tuple[str, Best]]) -> list[Appraisal]:
    """Appraise picks by the best line that begins with each."""
    best: dict[str, Best] = {}
    for pick, line in found:
        if pick not in best or line.worth > best[pick].worth:
            best[pick] = line
    told = [
        Appraisal([option.id], best[option.id].worth, search.terms(best[option.id]))
        for option in prompt.legal
        if option.id in best
    ]
    return told or _first(prompt)


# Before the first round.


def _character(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    worth, characters = Worth(view, prompt.seat, judgement), view.parts.characters
    return _each(prompt, {one.id: worth.effect(characters[one.id].effect) for one in prompt.legal}, "character")


def _draft(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    worth = Worth(view, prompt.seat, judgement)
    return _each(prompt, {one.id: worth.net(one.id) for one in prompt.legal}, "cards")


# Planning.


def _plan(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Place the next die as the best plans do; any die of a plan can be the next."""
    search = Search(view, prompt.seat, judgement)
    garage = 1 + sum(place.startswith("g") for place in view.players[prompt.seat].plan)
    return _garage_first(_by_line(prompt, search, _placings(search, garage)))


def _placings(search: Search, garage: int) -> Iterable[tuple[str, Best]]:
    for line in search.lines():
        if line.plan:
            yield f"{line.plan[0]}>g{garage}", line
        for farm, face in line.farms:
            yield f"{face}>f{farm}", line


def _garage_first(found: list[Appraisal]) -> list[Appraisal]:
    """Of placings that belong to one plan that of the garage comes first."""
    return sorted(found, key=lambda one: ">f" in one.picks[0])


def _seal(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    del view, prompt, judgement
    return [Appraisal([SEAL], 0.0, {})]


# Sending a die.


def _send(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Send the die as the best lines do, turned before where they turn it."""
    search = Search(view, prompt.seat, judgement)
    legal = {option.id for option in prompt.legal}
    face = prompt.text.args["face"]
    assert isinstance(face, int)
    stays = (CANTEEN, RECALL)
    turned = not any(option.id.startswith("to-") or option.id in stays for option in prompt.options)
    lines = search.lines(value=face) if turned else search.lines()
    found = [(_sending(line, face, legal), line) for line in lines if line.path is not None]
    if TRADE in legal:
        found += _traded(search, max(lines, key=lambda line: line.worth).worth)
    return _by_line(prompt, search, found)


def _sending(line: Best, face: int, legal: set[str]) -> str:
    """What is picked for the first use of a line."""
    use = line.first
    assert use is not None
    if use.value != face and f"to-{use.value}" in legal:
        return f"to-{use.value}"
    return RECALL if use.place == CANTEEN and CANTEEN not in legal else use.place


def _traded(search: Search, now: float) -> Iterable[tuple[str, Best]]:
    """A trade before the die, where it makes the round better."""
    have = search.me.goods.amounts
    for rate in search.worth.parts.rates:
        after = minus(rate.get.amounts, rate.give.amounts)
        if min(plus(have, after)) >= 0:
            line = search.best(after, beam=QUICK)
            if line.worth > now + BETTER:
                yield TRADE, line


def _of_place(place: str, picked: Callable[[Best], str]) -> Appraiser:
    """Appraise what lines that begin at a place go on with."""

    def appraiser(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
        search = Search(view, prompt.seat, judgement)
        lines = [line for line in search.lines(place=place) if line.path is not None]
        return _by_line(prompt, search, [(picked(line), line) for line in lines])

    return appraiser


def _spot(line: Best) -> str:
    use = line.first
    assert use is not None
    return use.spot


def _more(line: Best) -> str:
    use = line.first
    assert use is not None
    return use.more.split(" ")[0]


def _academy(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    legal = {option.id for option in prompt.legal}

    def picked(line: Best) -> str:
        number, n = _spot(line).split("-")
        word = "one" if n == "1" else "two"
        return f"{word}-{number}" if f"{word}-{number}" in legal else word

    return _of_place("academy", picked)(view, prompt, judgement)


# What follows on a die: the rest of the round decides.


class _After:
    """The rest of a round after each of several answers."""

    def __init__(self, view: CircadiansState, seat: int, judgement: Judgement) -> None:
        self.search = Search(view, seat, judgement)
        self.worth = self.search.worth

    def rest(self, goods: Amounts = ZERO, *, items: int = 0, new: int = 0, **more: float) -> tuple[float, Terms]:
        """What the round is worth with so much more, or less, with new dice, and with `more` worth of other things."""
        line = self.search.best(goods, min(new, self.search.me.supply), beam=QUICK)
        terms = self.search.terms(line)
        more["cards"] = more.get("cards", 0.0) + items * self.worth.card
        for name, part in more.items():
            terms[name] = terms.get(name, 0.0) + part
        return line.worth + sum(more.values()), terms

    @cached_property
    def now(self) -> tuple[float, Terms]:
        """What the round is worth as it is."""
        return self.rest()

    def goods(self, goods: Goods) -> tuple[float, Terms]:
        """What the round is worth after gaining this."""
        return self.rest(goods.amounts, items=goods.item, new=goods.die)

    def trades(self, to: Iterable[str], left: int) -> list[tuple[str, float, Terms]]:
        """What the round is worth after trades that bring one of these resources, or none of them."""
        have, to = self.search.me.goods.amounts, set(to)
        found = [(STOP, *self.now)]
        for rate in self.worth.parts.rates:
            if not any(getattr(rate.get, kind) for kind in to):
                continue
            once = minus(rate.get.amounts, rate.give.amounts)
            for n in range(1, left + 1):
                if any(have[at] < give * n for at, give in enumerate(rate.give.amounts)):
                    break
                found.append((rate.id, *self.rest(_times(once, n), trades=-BETTER)))
        return found


def _times(once: Amounts, n: int) -> Amounts:
    return once[0] * n, once[1] * n, once[2] * n, once[3] * n


def _negative(amounts: Amounts) -> Amounts:
    return minus(ZERO, amounts)


def _pay(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Pay so that the rest is worth most."""
    after = _After(view, prompt.seat, judgement)
    prices = {one.id: read_letters(one.id).amounts for one in prompt.legal}
    return _appraised(prompt, [(id, *after.rest(_negative(price))) for id, price in prices.items()])


def _clan(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Use a clan where it helps: it is the one whose name is asked for."""
    after = _After(view, prompt.seat, judgement)
    asked = prompt.text.args["clan"]
    parts = view.parts
    clan = next(one for one in view.clans.values() if parts.name(one) == asked)
    effect = parts.clans[clan].effect
    found = [(SKIP, *after.now)]
    match effect:
        case Gain():
            # It is never declined, be it worth nothing any more.
            found = [(USE, *after.goods(effect.gain))]
        case FreeMove():
            moved = after.worth.free_step()
            if moved > 0:
                found.append((USE, *after.rest(harvester=moved)))
        case Trades():
            found += [(USE, value, terms) for rate, value, terms in after.trades(effect.to, effect.n) if rate != STOP]
        case PayGain():
            found.append((USE, *after.goods(effect.gain.plus(Goods(*_negative(effect.pay.amounts))))))
    return _appraised(prompt, found) or _first(prompt)


def _advance(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    after = _After(view, prompt.seat, judgement)
    rewards = view.parts.advances
    return _appraised(
        prompt, [(one.id, *after.goods(rewards[one.id].gain)) for one in prompt.legal if one.id != SKIP]
    )  # fmt: skip


def _setback(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Which token is moved changes nothing for the seat: any penalty can be chosen after either."""
    del view, judgement
    return _each(prompt, {}, "setback")


def _penalty(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Pay what the rest of the round misses least."""
    after = _After(view, prompt.seat, judgement)
    have = after.search.me.goods.amounts
    found = []
    for one in prompt.legal:
        lose = view.parts.setbacks[one.id].lose
        goods = _negative(lose.amounts)
        if min(plus(have, goods)) >= 0:
            found.append((one.id, *after.rest(goods, items=-lose.item, dice=-lose.die * after.worth.new_die)))
    return _appraised(prompt, found) or _first(prompt)


def _lose_item(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    worth = Worth(view, prompt.seat, judgement)
    return _each(prompt, {one.id: -worth.net(one.id) for one in prompt.legal}, "cards")


def _discard(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Compare some ways to discard, those with the cards of least worth first."""
    worth = Worth(view, prompt.seat, judgement)
    cards = sorted((one.id for one in prompt.legal), key=worth.net)
    found = []
    for lost in islice(combinations(cards, prompt.at_least), MOST_DISCARDS):
        value = -sum(worth.net(card) for card in lost)
        found.append(Appraisal(list(lost), value, {"cards": value}))
    return found


def _lose_die(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Lose a die that has done its work, or else the one that would do least."""
    worth = Worth(view, prompt.seat, judgement)
    me, found = worth.me, {}
    for one in prompt.legal:
        loss = worth.new_die
        if one.id[0] == "f":
            loss += 1.0 + 0.1 * me.farm_dice[int(one.id[1:]) - 1]
        elif one.id[0] == "g":
            loss += 3.0 - 0.1 * int(one.id[1:])
        elif one.id == "waiting":
            loss += 0.01
        found[one.id] = -loss
    return _each(prompt, found, "dice")


def _hq(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    after, parts = _After(view, prompt.seat, judgement), view.parts
    gains = {"items": Goods(item=parts.hq_items), "water": Goods(water=parts.hq_water)}
    return _appraised(prompt, [(id, *after.goods(gain)) for id, gain in gains.items()])


def _farm(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    worth = Worth(view, prompt.seat, judgement)
    spot = next((n for n, tile in zip(TILE_FARMS, worth.me.farms, strict=True) if not tile), TILE_FARMS[-1])
    return _appraised(prompt, [(one.id, worth.farm(one.id, spot), dict(worth.farm_terms(one.id, spot)))
                               for one in prompt.legal])  # fmt: skip


def _remove(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Keep all, or where that cannot be, give up the tile with the fewest points."""
    del judgement
    if any(option.id == KEEP for option in prompt.legal):
        return [Appraisal([KEEP], 0.0, {})]
    me, parts = view.players[prompt.seat], view.parts
    worth = {}
    for one in prompt.legal:
        n = int(one.id[1:])
        vp = parts.farms[me.farms[n - 4]].vp if one.id[0] == "f" else parts.upgrades[me.upgrades[n - 2]].vp
        worth[one.id] = -float(vp)
    return _each(prompt, worth, "points")


def _move(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Go where it is best to stand at the harvest, tokens on the way counted."""
    worth = Worth(view, prompt.seat, judgement)
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
    return _each(prompt, found, "harvester")


def _trade(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Make the trade after which the round is worth most, or none."""
    left = prompt.text.args["n"]
    assert isinstance(left, int)
    rates = {rate.id: rate for rate in view.parts.rates}
    offered = [rates[option.id] for option in prompt.options if option.id in rates]
    kinds = [kind for kind in RESOURCES[:3] if any(getattr(rate.get, kind) for rate in offered)]
    return _appraised(prompt, _After(view, prompt.seat, judgement).trades(kinds, left)) or _first(prompt)


def _times_traded(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Trade as often as is best."""
    trade = prompt.legal[0].text.args["trade"]
    after = _After(view, prompt.seat, judgement)
    rate = next(one for one in view.parts.rates if rate_text(one) == trade)
    once = minus(rate.get.amounts, rate.give.amounts)
    return _appraised(prompt, [(one.id, *after.rest(_times(once, int(one.id[1:])))) for one in prompt.legal])


# Harvest.


def _harvest(view: CircadiansState, prompt: Prompt, judgement: Judgement) -> list[Appraisal]:
    """Take the resource that is worth most with what is there."""
    worth = Worth(view, prompt.seat, judgement)
    farm = prompt.text.args["n"]
    assert isinstance(farm, int)
    effect = farm_effect(worth.means, farm)
    assert isinstance(effect, Table)
    found = []
    for kind in effect.of:
        have = plus(worth.me.goods.amounts, by_table(worth.means, farm, effect, kind).amounts)
        terms = {name: stock[n] for name, stock, n in zip(RESOURCES, worth.stock, have, strict=True)}
        found.append((kind, sum(terms.values()), terms))
    return _appraised(prompt, found)


APPRAISERS: Mapping[str, Appraiser] = {
    "character": _character,
    "draft": _draft,
    "plan": _plan,
    "seal": _seal,
    "send": _send,
    "negotiate": _of_place("negotiate", _spot),
    "item": _of_place("depot", _spot),
    "row": _of_place("depot", _more),
    "mine": _of_place("mine", _spot),
    "pair": _of_place("lab", _more),
    "academy": _academy,
    "market": _of_place("market", _spot),
    "market-space": _of_place("market", _more),
    "trade": _trade,
    "times": _times_traded,
    "pay": _pay,
    "clan": _clan,
    "advance": _advance,
    "setback": _setback,
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
