"""Cards in words: every power and every scoring line as a text, for options, alt texts and the rules reference."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.text import TN, T, Text, name, signed
from rules.race.components import (
    ACTIONS,
    BY_KEY,
    Card,
    Consume,
    ConsumeAll,
    DevelopPower,
    DiscardHand,
    Discount,
    Draw,
    DrawAfterPlacing,
    DrawAtStart,
    DrawIfMost,
    DrawMore,
    DrawPerGood,
    DrawPerKind,
    DrawWhenProducedHere,
    ExplorePower,
    ExtraCards,
    Gamble,
    GiveUpForCostZero,
    GiveUpForStrength,
    PayForMilitary,
    Power,
    ProduceHere,
    ProducePower,
    ProduceWindfall,
    Scoring,
    SellGood,
    SettlePower,
    Strength,
)
from rules.race.texts import facts, good_name, phase_name

CARD = "race.card."


def explore_text(power: ExplorePower) -> Text:
    """Say what an Explore power does."""
    if isinstance(power, DrawMore):
        return TN("Draw {n} more card to choose from.", "Draw {n} more cards to choose from.", n=power.n)
    return TN("Keep {n} more card.", "Keep {n} more cards.", n=power.n)


def develop_text(power: DevelopPower) -> Text:
    """Say what a Develop power does."""
    if isinstance(power, DrawAtStart):
        return TN("Draw {n} card when the phase begins.", "Draw {n} cards when the phase begins.", n=power.n)
    if isinstance(power, DrawAfterPlacing):
        return TN(
            "Draw {n} card after placing a development.", "Draw {n} cards after placing a development.", n=power.n
        )
    return TN("Developments cost {n} card less.", "Developments cost {n} cards less.", n=power.n)


def settle_text(power: SettlePower) -> Text:
    """Say what a Settle power does."""
    match power:
        case Discount(n=n, good=None):
            return TN("Worlds cost {n} card less.", "Worlds cost {n} cards less.", n=n)
        case Discount(n=n, good=good):
            return TN(
                "Worlds of this kind cost {n} card less: {good}.",
                "Worlds of this kind cost {n} cards less: {good}.",
                n=n,
                good=good_name(str(good)),
            )
        case Strength():
            return _strength_text(power)
        case GiveUpForStrength(n=n):
            return T("Discard this card for military strength +{strength} until the end of the phase.", strength=n)
        case GiveUpForCostZero(not_good=good):
            return T("Discard this card to settle a world for free; not for {good}.", good=good_name(good))
        case PayForMilitary(discount=discount, not_good=good):
            return TN(
                "You may pay for a military world: its defence less {n} card; not for {good}.",
                "You may pay for a military world: its defence less {n} cards; not for {good}.",
                n=discount,
                good=good_name(good),
            )
        case _:
            return TN("Draw {n} card after placing a world.", "Draw {n} cards after placing a world.", n=power.n)


def _strength_text(power: Strength) -> Text:
    sign = signed(power.n, plus=True)
    if power.good is not None:
        return T("Military strength {strength} against worlds with {good}.", strength=sign, good=good_name(power.good))
    if power.versus is not None:
        keyword = name(f"race.keyword.{power.versus}")
        return T("Military strength {strength} against {keyword} worlds.", strength=sign, keyword=keyword)
    return T("Military strength {strength}.", strength=sign)


def trade_text(power: ExtraCards) -> Text:
    """Say what a Trade power does."""
    if power.good == "any":
        return TN("Draw {n} more card when you sell a good.", "Draw {n} more cards when you sell a good.", n=power.n)
    if power.good == "this_world":
        return TN(
            "Draw {n} more card when you sell the good of this world.",
            "Draw {n} more cards when you sell the good of this world.",
            n=power.n,
        )
    return TN(
        "Draw {n} more card when you sell a good of this kind: {good}.",
        "Draw {n} more cards when you sell a good of this kind: {good}.",
        n=power.n,
        good=good_name(power.good),
    )


def consume_text(power: Power) -> Text:
    """Say what a Consume power does."""
    match power:
        case Consume():
            return T("Spend {goods} for {gain}.", goods=_goods_text(power), gain=_gain_text(power))
        case ConsumeAll():
            return T("Spend all goods for one victory point less than their number.")
        case SellGood(use_trade_powers=True):
            return T("Sell a good, with your Trade powers.")
        case SellGood():
            return T("Sell a good, without Trade powers.")
        case Draw(n=n):
            return TN("Draw {n} card.", "Draw {n} cards.", n=n)
        case Gamble(low=low, high=high):
            return T(
                "Guess a number from {low} to {high}; keep the next card if it has that number.", low=low, high=high
            )
        case DiscardHand(max=most, vp=vp):
            return TN(
                "You may discard {n} hand card for {vp} VP; never doubled.",
                "You may discard up to {n} hand cards for {vp} VP each; never doubled.",
                n=most,
                vp=vp,
            )
        case _:
            raise AssertionError(f"no consume power: {type(power).__name__}")


def _goods_text(power: Consume) -> Text:
    if power.good == "different_kinds":
        return T("{number} goods of different kinds", number=power.per_use)
    if power.good == "any":
        if power.uses > 1:
            return T("up to {number} goods of any kind, each", number=power.uses)
        return TN("a good of any kind", "{n} goods of any kind", n=power.per_use)
    good = good_name(power.good)
    if power.uses > 1:
        return T("up to {number} goods ({good}), each", number=power.uses, good=good)
    return TN("a good ({good})", "{n} goods ({good})", n=power.per_use, good=good)


def _gain_text(power: Consume) -> Text:
    if power.vp and power.cards:
        return TN("{vp} VP and {n} card", "{vp} VP and {n} cards", n=power.cards, vp=power.vp)
    if power.vp:
        return T("{vp} VP", vp=power.vp)
    return TN("{n} card", "{n} cards", n=power.cards)


def produce_text(power: ProducePower) -> Text:
    """Say what a Produce power does."""
    match power:
        case ProduceHere(then_draw=0):
            return T("Produce a good here.")
        case ProduceHere(then_draw=n):
            return TN(
                "Produce a good here; if you do, draw {n} card.", "Produce a good here; if you do, draw {n} cards.", n=n
            )
        case DrawWhenProducedHere(n=n):
            return TN(
                "Draw {n} card when a good is produced here.", "Draw {n} cards when a good is produced here.", n=n
            )
        case ProduceWindfall(good="any"):
            return T("Produce a good on a windfall world.")
        case ProduceWindfall(good=good):
            return T("Produce a good on a windfall world of this kind: {good}.", good=good_name(good))
        case Draw(n=n):
            return TN("Draw {n} card.", "Draw {n} cards.", n=n)
        case DrawPerGood(n=n, good=good):
            return TN(
                "Draw {n} card for each good of this kind produced this phase: {good}.",
                "Draw {n} cards for each good of this kind produced this phase: {good}.",
                n=n,
                good=good_name(good),
            )
        case DrawPerKind(n=n):
            return TN(
                "Draw {n} card for each kind of good produced this phase.",
                "Draw {n} cards for each kind of good produced this phase.",
                n=n,
            )
        case DrawIfMost(n=n, good=good):
            return TN(
                "Draw {n} card if you produced the most goods of this kind this phase: {good}.",
                "Draw {n} cards if you produced the most goods of this kind this phase: {good}.",
                n=n,
                good=good_name(good),
            )
        case _:
            return TN(
                "Draw {n} card for each of your worlds of this kind: {good}.",
                "Draw {n} cards for each of your worlds of this kind: {good}.",
                n=power.n,
                good=good_name(power.good),
            )


def scoring_text(line: Scoring) -> Text:
    """Say what a line of a six-cost development gives points for."""
    if line.chips_each is not None:
        return T("{points} VP per {number} VP in chips.", points=line.points, number=line.chips_each)
    return T("{points} VP for each: {what}.", points=line.points, what=_counted(line))


def _counted(line: Scoring) -> Text:
    if line.strength:
        return T("point of military strength, without special and temporary strength")
    if line.card is not None:
        return name(f"race.card.{line.card}")
    if line.good is not None and line.mode == "production":
        return T("production world ({good})", good=good_name(line.good))
    if line.good is not None:
        return T("windfall world ({good})", good=good_name(line.good))
    if line.power is not None and line.kind == "development":
        return T("development with a power in {phase}", phase=phase_name(line.power))
    if line.power is not None:
        return T("world with a power in {phase}", phase=phase_name(line.power))
    if line.military and line.keyword is not None:
        return T("{keyword} military world", keyword=name(f"race.keyword.{line.keyword}"))
    return _plainly_counted(line)


def _plainly_counted(line: Scoring) -> Text:
    if line.keyword is not None:
        return T("other {keyword} card", keyword=name(f"race.keyword.{line.keyword}"))
    if line.military:
        return T("other military world")
    if line.cost is not None:
        return T("development of cost {cost}", cost=line.cost)
    return T("other development") if line.kind == "development" else T("other world")


def action_text(key: str) -> Text:
    """Say what an action card brings its owner."""
    match key:
        case "explore_5" | "explore_1_1":
            bonus = ACTIONS[key].bonus
            return T("Draw {drawn} cards, keep {kept}.", drawn=2 + bonus.draw_more, kept=1 + bonus.keep_more)
        case "develop" | "develop_2":
            return T("Your development costs 1 card less.")
        case "settle" | "settle_2":
            return T("Draw a card after settling a world.")
        case "consume_trade":
            return T("Sell a good before you consume.")
        case "consume_x2":
            return T("Your goods bring double victory points.")
        case _:
            return T("Produce on one of your windfall worlds too.")


def _powers_text(card: Card) -> list[tuple[str, Text]]:
    powers = card.powers
    return [
        *(("explore", explore_text(power)) for power in powers.explore),
        *(("develop", develop_text(power)) for power in powers.develop),
        *(("settle", settle_text(power)) for power in powers.settle),
        *(("trade", trade_text(power)) for power in powers.trade),
        *(("consume", consume_text(power)) for power in powers.consume),
        *(("produce", produce_text(power)) for power in powers.produce),
    ]


def card_text(key: str) -> list[Text]:
    """Describe a card: what stands on it, its marks, each power by phase, each scoring line."""
    card = BY_KEY[key]
    said = [facts(card.ids[0])]
    if card.keywords:
        said.append(T("Keyword: {keywords}.", keywords=[name(f"race.keyword.{keyword}") for keyword in card.keywords]))
    said += [T("{phase}: {power}", phase=phase_name(phase), power=text) for phase, text in _powers_text(card)]
    if card.scoring:
        said.append(T("Points by its own list, at the end; for each card only the first line that fits it counts:"))
    said += [scoring_text(line) for line in card.scoring]
    return said


def look_up(key: str) -> Sequence[Text]:
    """Describe a card by the key of its name; nothing for other things, whose names say all."""
    card = key.removeprefix(CARD)
    return card_text(card) if key.startswith(CARD) and card in BY_KEY else ()
