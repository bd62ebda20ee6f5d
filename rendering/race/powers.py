"""Each power of a card as a row of signs and as a few words, and each scoring line as a row of signs."""

from __future__ import annotations

from functools import singledispatch

from rendering.race.looks import ROMAN, Row, Token
from rules.kernel.text import TN, T, Text, name
from rules.race import components as race
from rules.race.components import PowerPhase

CARD = Token("icon", "card")
ARROW = Token("icon", "arrow")


def text(words: str) -> Token:
    """A few signs of type."""
    return Token("text", words)


def minus(n: int) -> str:
    """A number with its sign, as printed: a true minus."""
    return f"−{-n}" if n < 0 else f"+{n}"


def cards(n: int) -> Row:
    """So many cards to draw."""
    return (text(f"+{n}"), CARD)


def good(kind: str) -> Token:
    """A good of a kind, or any good."""
    return Token("good", kind)


def signs(power: race.Power, phase: PowerPhase) -> Row:
    """A power as a row of signs."""
    if isinstance(power, race.DrawAfterPlacing):
        placed = Token("icon", "diamond") if phase == "develop" else Token("world")
        return (placed, ARROW, *cards(power.n))
    if isinstance(power, race.Discount):
        if phase == "develop":
            return (text(minus(-power.n)), Token("icon", "diamond"))
        return (text(minus(-power.n)), Token("world", power.good or ""))
    return _signs(power)


@singledispatch
def _signs(power: race.Power) -> Row:
    raise TypeError(type(power).__name__)


@_signs.register
def _(power: race.DrawMore) -> Row:
    return (Token("icon", "eye"), *cards(power.n))


@_signs.register
def _(power: race.KeepMore) -> Row:
    return (text(f"+{power.n}"), Token("icon", "keep"))


@_signs.register
def _(power: race.DrawAtStart) -> Row:
    return cards(power.n)


@_signs.register
def _(power: race.Strength) -> Row:
    force = Token("force", minus(power.n))
    if power.versus is not None:
        return (force, Token("icon", "flag" if power.versus == "REBEL" else "alien"))
    return (force, Token("world", power.good)) if power.good else (force,)


@_signs.register
def _(power: race.GiveUpForStrength) -> Row:
    return (Token("icon", "cross"), ARROW, Token("force", f"+{power.n}"))


@_signs.register
def _(power: race.GiveUpForCostZero) -> Row:
    del power
    return (Token("icon", "cross"), ARROW, text("0"), Token("world"))


@_signs.register
def _(power: race.PayForMilitary) -> Row:
    return (Token("icon", "coin"), ARROW, Token("force", minus(-power.discount)))


@_signs.register
def _(power: race.ExtraCards) -> Row:
    if power.good == "this_world":
        return (Token("icon", "rocket"), ARROW, *cards(power.n))
    return (good(power.good), ARROW, *cards(power.n))


@_signs.register
def _(power: race.Consume) -> Row:
    gains: Row = ()
    if power.vp:
        gains += (Token("points", str(power.vp)),)
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
    return (text("n"), good("any"), ARROW, Token("points", "n−1"))


@_signs.register
def _(power: race.SellGood) -> Row:
    extra: Row = (Token("phase", "$"),) if power.use_trade_powers else ()
    return (good("any"), Token("icon", "trade"), CARD, *extra)


@_signs.register
def _(power: race.Draw) -> Row:
    return cards(power.n)


@_signs.register
def _(power: race.Gamble) -> Row:
    return (Token("icon", "die"), text(f"{power.low}–{power.high}"), ARROW, CARD)


@_signs.register
def _(power: race.DiscardHand) -> Row:
    return (Token("icon", "discard"), ARROW, Token("points", str(power.vp)), text(f"×{power.max}"))


@_signs.register
def _(power: race.ProduceHere) -> Row:
    here: Row = (Token("icon", "produce"), good("here"))
    return (*here, *cards(power.then_draw)) if power.then_draw else here


@_signs.register
def _(power: race.DrawWhenProducedHere) -> Row:
    return (good("here"), ARROW, *cards(power.n))


@_signs.register
def _(power: race.ProduceWindfall) -> Row:
    return (Token("icon", "produce"), Token("world", power.good, "windfall"))


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
    return (Token("world", power.good), ARROW, *cards(power.n))


def at_home(row: Row, card: race.Card) -> Row:
    """Put the card's own good where a power speaks of the good here."""
    home = card.good or "any"
    return tuple(Token("good", home) if token == good("here") else token for token in row)


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
    return T("strength {force}", force=minus(power.n))


@_words.register
def _(power: race.GiveUpForStrength) -> Text:
    return T("give up: strength +{k}", k=power.n)


@_words.register
def _(power: race.GiveUpForCostZero) -> Text:
    return T("give up: pay 0, not for {good}", good=kind_name(power.not_good))


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
    points = Token("points", str(line.points))
    if line.chips_each is not None:
        return (points, text("/"), text(str(line.chips_each)), Token("icon", "chip"))
    if line.strength:
        return (points, text("/"), Token("force", "+1"))
    if line.card is not None:
        return (points,)
    what: Row = ()
    if line.keyword is not None:
        what += (Token("icon", "flag" if line.keyword == "REBEL" else "alien"),)
    if line.good is not None:
        what += (Token("world", line.good, line.mode),)
    elif line.military:
        what += (Token("force", ""),)
    elif line.cost is not None:
        what += (Token("cost", str(line.cost)),)
    elif line.kind == "world":
        what += (Token("world"),)
    elif line.kind == "development":
        what += (Token("icon", "diamond"),)
    if line.power is not None:
        what += (Token("phase", ROMAN[line.power]),)
    return (points, text("/"), *what)
