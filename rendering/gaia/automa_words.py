"""The Automa in sentences: its deck, its open cards and what they decide, its faction."""

from __future__ import annotations

from rules.gaia.automa import abilities, does_text, icons_text, part_text
from rules.gaia.automa_cards import CARDS, FACTION_CARDS
from rules.gaia.scoring import points
from rules.gaia.state import Automa, GaiaState
from rules.kernel.text import TN, T, Text, name, player


def stock(view: GaiaState, automa: Automa, *, short: bool) -> list[Text]:
    """Its points, its deck and the card that decides next; unless `short` the cards used and its booster, too."""
    seat = view.persons
    one = view.players[seat]
    if not one.faction:
        return [T("{who} ({level}): no faction yet.", who=player(seat), level=name(f"gaia.level.{automa.level}"))]
    said = [
        TN(
            "{who} ({faction}, {level}): {vp} VP; {n} card in its deck.",
            "{who} ({faction}, {level}): {vp} VP; {n} cards in its deck.",
            len(automa.deck),
            who=player(seat),
            faction=name(f"gaia.faction.{one.faction}"),
            level=name(f"gaia.level.{automa.level}"),
            vp=points(view)[seat],
        )
    ]
    if one.passed:
        said.append(T("Passed."))
    if automa.action and not one.passed:
        card = CARDS[automa.action]
        text = T(
            "Card {card} has acted ({does}) and decides next: {icons}.",
            card=card.id,
            does=does_text(card.does),
            icons=icons_text(card),
        )
        said.append(text)
    if short:
        return said
    used = [str(card) for card in (*automa.used, automa.support) if card]
    said += [T("Cards used in this round: {cards}.", cards=" ".join(used))] if used else []
    return said + ([T("{booster}.", booster=name(f"gaia.booster.{one.booster}"))] if one.booster else [])


def faction(view: GaiaState) -> list[Text]:
    """What its faction does."""
    one = view.players[view.persons]
    if not one.faction:
        return []
    card = FACTION_CARDS[one.faction]
    action = TN(
        "Its faction action, for {n} VP: {parts}.",
        "Its faction action, for {n} VP: {parts}.",
        card.vp,
        parts=[part_text(part) for part in card.parts],
    )
    always = abilities(card)
    return [action, T("Always: {rules}.", rules=always)] if always else [action]
