"""Each power of a card as a row of signs and as a few words, and each scoring line as a row of signs."""

from __future__ import annotations

from functools import singledispatch

from rendering.race.looks import ROMAN
from rendering.race.signs import Row, Sign
from rules.kernel.text import TN, T, Text, name, signed
from rules.race import components as race
from rules.race.components import PowerPhase

CARD = Sign("icon", "card")
ARROW = Sign("icon", "arrow")


def text(words: str) -> Sign:
    """A few signs of type."""
    return Sign("text", words)


def cards(n: int) -> Row:
    """A number of cards to draw."""
    return (text(f"+{n}"), CARD)


def good(kind: str) -> Sign:
    """A good of a kind, or any good."""
    return Sign("good", kind)


def signs(power: race.Power, phase: PowerPhase) -> Row:
    """A power as a row of signs."""
    if isinstance(power, race.DrawAfterPlacing):
        placed = Sign("icon", "diamond") if phase == "develop" else Sign("world")
        return (placed, ARROW, *cards(power.n))
    if isinstance(power, race.Discount):
        if phase == "develop":
            return (text(signed(-power.n, plus=True)), Sign("icon", "diamond"))
        return (text(signed(-power.n, plus=True)), Sign("world", power.good or ""))
    return _signs(power)


@singledispatch
def _signs(power: race.Power) -> Row:
    raise TypeError(type(power).__name__)


@_signs.register
def _(power: race.DrawMore) -> Row:
    return (Sign("icon", "eye"), *cards(power.n))


@_signs.register
def _(power: race.KeepMore) -> Row:
    return (text(f"+{power.n}"), Sign("icon", "keep"))


@_signs.register
def _(power: race.DrawAtStart) -> Row:
    return cards(power.n)


@_signs.register
def _(power: race.Strength) -> Row:
    strength = Sign("strength", signed(power.n, plus=True))
    if power.versus is not None:
        return (strength, Sign("icon", "flag" if power.versus == "REBEL" else "alien"))
    return (strength, Sign("world", power.good)) if power.good else (strength,)


@_signs.register
def _(power: race.GiveUpForStrength) -> Row:
    return (Sign("icon", "cross"), ARROW, Sign("strength", f"+{power.n}"))


@_signs.register
def _(power: race.GiveUpForCostZero) -> Row:
    del power
    return (Sign("icon", "cross"), ARROW, text("0"), Sign("world"))


@_signs.register
def _(power: race.PayForMilitary) -> Row:
    return (Sign("icon", "coin"), ARROW, Sign("strength", signed(-power.discount, plus=True)))


@_signs.register
def _(power: race.ExtraCards) -> Row:
    if power.good == "this_world":
        return (Sign("icon", "rocket"), ARROW, *cards(power.n))
    return (good(power.good), ARROW, *cards(power.n))


@_signs.register
def _(power: race.Consume) -> Row:
    gains: Row = ()
    if power.vp:
        gains += (Sign("points", str(power.vp)),)
    if power.cards:
        gains += cards(power.cards)
    if power.good == "different_kinds":
        taken: Row = (good("novelty"), good("rare"), good("genes"))
        if power.per_use > 3:
            taken += (good("alien"),)
    else:
        taken = (good(power.good),) * power.per_use
    times: Row = (text(f"×{power.uses}"),) if power.uses > 1 else ()
    return (*taken, ARROW, *gains, *times)


@_signs.register
def _(power: race.ConsumeAll) -> Row:
    del power
    return (text("n"), good("any"), ARROW, Sign("points", "n−1"))


@_signs.register
def _(power: race.SellGood) -> Row:
    extra: Row = (Sign("phase", "$"),) if power.use_trade_powers else ()
    return (good("any"), Sign("icon", "trade"), CARD, *extra)


@_signs.register
def _(power: race.Draw) -> Row:
    return cards(power.n)


@_signs.register
def _(power: race.Gamble) -> Row:
    return (Sign("icon", "die"), text(f"{power.low}–{power.high}"), ARROW, CARD)


@_signs.register
def _(power: race.DiscardHand) -> Row:
    return (Sign("icon", "discard"), ARROW, Sign("points", str(power.vp)), text(f"×{power.max}"))


@_signs.register
def _(power: race.ProduceHere) -> Row:
    here: Row = (Sign("icon", "produce"), good("here"))
    return (*here, *cards(power.then_draw)) if power.then_draw else here


@_signs.register
def _(power: race.DrawWhenProducedHere) -> Row:
    return (good("here"), ARROW, *cards(power.n))


@_signs.register
def _(power: race.ProduceWindfall) -> Row:
    return (Sign("icon", "produce"), Sign("world", power.good, "windfall"))


@_signs.register
def _(power: race.DrawPerGood) -> Row:
    return (good(power.good), ARROW, *cards(power.n))


@_signs.register
def _(power: race.DrawPerKind) -> Row:
    return (*cards(power.n), text("/"), good("novelty"), good("rare"), good("genes"), good("alien"))


@_signs.register
def _(power: race.DrawIfMost) -> Row:
    return (text(">"), good(power.good), ARROW, *cards(power.n))


@_signs.register
def _(power: race.DrawPerWorld) -> Row:
    return (Sign("world", power.good), ARROW, *cards(power.n))


def at_home(row: Row, card: race.Card) -> Row:
    """Put the card's own good where a power speaks of the good here."""
    home = card.good or "any"
    return tuple(Sign("good", home) if sign == good("here") else sign for sign in row)


def kind_name(kind: str) -> Text:
    """The name of a kind of good."""
    return name(f"race.good.{kind}")


def words(power: race.Power, phase: PowerPhase) -> Text:
    """A power in a few words, beside its signs: they tell which goods and worlds it is about."""
    if isinstance(power, race.DrawAfterPlacing):
        if phase == "develop":
            return T("draw {k} after a development", k=power.n)
        return T("draw {k} after a world", k=power.n)
    if isinstance(power, race.Discount):
        return T("pay {k} less", k=power.n)
    return _words(power)


@singledispatch
def _words(power: race.Power) -> Text:
    raise TypeError(type(power).__name__)


@_words.register
def _(power: race.DrawMore) -> Text:
    return T("see {k} more", k=power.n)


@_words.register
def _(power: race.KeepMore) -> Text:
    return T("keep {k} more", k=power.n)


@_words.register
def _(power: race.DrawAtStart) -> Text:
    return T("draw {k} first", k=power.n)


@_words.register
def _(power: race.Strength) -> Text:
    return T("strength {force}", force=signed(power.n, plus=True))


@_words.register
def _(power: race.GiveUpForStrength) -> Text:
    return T("discard: strength +{k}", k=power.n)


@_words.register
def _(power: race.GiveUpForCostZero) -> Text:
    return T("discard: pay 0, not for {good}", good=kind_name(power.not_good))


@_words.register
def _(power: race.PayForMilitary) -> Text:
    return T("pay defence −{k}, not for {good}", k=power.discount, good=kind_name(power.not_good))


@_words.register
def _(power: race.ExtraCards) -> Text:
    if power.good == "this_world":
        return T("{k} more, sold from here", k=power.n)
    return T("{k} more when sold", k=power.n)


@_words.register
def _(power: race.Consume) -> Text:
    if power.good == "different_kinds":
        return T("{k} kinds: {vp} VP", k=power.per_use, vp=power.vp)
    if power.per_use > 1:
        return T("{k} goods: {vp} VP", k=power.per_use, vp=power.vp)
    if power.uses > 1 and power.cards:
        return TN(
            "up to {times} goods: {vp} VP, {n} card each",
            "up to {times} goods: {vp} VP, {n} cards each",
            n=power.cards,
            times=power.uses,
            vp=power.vp,
        )
    if power.uses > 1:
        return T("up to {times} goods: {vp} VP each", times=power.uses, vp=power.vp)
    if not power.vp:
        return TN("good: {n} card", "good: {n} cards", n=power.cards)
    if power.cards:
        return TN("good: {vp} VP, {n} card", "good: {vp} VP, {n} cards", n=power.cards, vp=power.vp)
    return T("good: {vp} VP", vp=power.vp)


@_words.register
def _(power: race.ConsumeAll) -> Text:
    del power
    return T("all goods: number −1 VP")


@_words.register
def _(power: race.SellGood) -> Text:
    if power.use_trade_powers:
        return T("sell a good, with $ powers")
    return T("sell a good, no $ powers")


@_words.register
def _(power: race.Draw) -> Text:
    return T("draw {k}", k=power.n)


@_words.register
def _(power: race.Gamble) -> Text:
    return T("guess {low} to {high}", low=power.low, high=power.high)


@_words.register
def _(power: race.DiscardHand) -> Text:
    return T("up to {k} hand cards: {vp} VP each", k=power.max, vp=power.vp)


@_words.register
def _(power: race.ProduceHere) -> Text:
    if power.then_draw:
        return T("produce, draw {k}", k=power.then_draw)
    return T("produce")


@_words.register
def _(power: race.DrawWhenProducedHere) -> Text:
    return T("good here: draw {k}", k=power.n)


@_words.register
def _(power: race.ProduceWindfall) -> Text:
    del power
    return T("on a windfall world")


@_words.register
def _(power: race.DrawPerGood) -> Text:
    return TN("{n} card for each made", "{n} cards for each made", n=power.n)


@_words.register
def _(power: race.DrawPerKind) -> Text:
    return TN("{n} card for each kind made", "{n} cards for each kind made", n=power.n)


@_words.register
def _(power: race.DrawIfMost) -> Text:
    return T("most made: draw {k}", k=power.n)


@_words.register
def _(power: race.DrawPerWorld) -> Text:
    return TN("{n} card for each such world", "{n} cards for each such world", n=power.n)


def scoring_signs(line: race.Scoring) -> Row:
    """What a six-cost development counts, as signs; a named card is left to be written."""
    points = Sign("points", str(line.points))
    if line.chips_each is not None:
        return (points, text("/"), text(str(line.chips_each)), Sign("icon", "chip"))
    if line.strength:
        return (points, text("/"), Sign("strength", "+1"))
    if line.card is not None:
        return (points,)
    what: Row = ()
    if line.keyword is not None:
        what += (Sign("icon", "flag" if line.keyword == "REBEL" else "alien"),)
    if line.good is not None:
        what += (Sign("world", line.good, line.mode),)
    elif line.military:
        what += (Sign("military"),)
    elif line.cost is not None:
        what += (Sign("cost", str(line.cost)),)
    elif line.kind == "world":
        what += (Sign("world"),)
    elif line.kind == "development":
        what += (Sign("icon", "diamond"),)
    if line.power is not None:
        what += (Sign("phase", ROMAN[line.power]),)
    return (points, text("/"), *what)
