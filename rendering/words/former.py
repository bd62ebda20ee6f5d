"""Messages of before, and what is said in their place: they stand in logs, plans and posts of older tables.

Both have the same places. What cannot be said in other words keeps its German where its game says so
(`STORED_TEXTS`, `former_texts`).
"""

from __future__ import annotations

FORMER = {
    "Battle in {sector}, round {n}: you have {ships} against {others}. What do they do?": (
        "Battle in {sector}, round {n}: you have {ships} against {others}. What do you do?"
    ),
    "Stalemate in {sector}: you have {ships}. Do they retreat?": (
        "Stalemate in {sector}: you have {ships}. Do you retreat?"
    ),
    "Planned so far: {plan}. Without a place: {dice}.": (
        "Planned so far: {plan}. Dice that still need a place: {dice}."
    ),
    "You planned nothing yet; your dice: {dice}.": "You have planned nothing yet; your dice: {dice}.",
    "Not everybody has agreed to go back in time. The game goes on.": (
        "Not everybody agreed in time to go back. The game goes on."
    ),
    "The table has gone back to before turn {n}, where {who} was asked: {question}": (
        "The game was rolled back to before turn {n}, where {who} was asked: {question}"
    ),
    "Your planned answer was dropped, for a robot plays for you now: {plan}": (
        "Your planned answer was dropped, because a robot plays for you now: {plan}"
    ),
    "Your planned answer was dropped, for somebody else plays in your seat now: {plan}": (
        "Your planned answer was dropped, because somebody else plays in your seat now: {plan}"
    ),
    "Your planned answer was dropped, for the table has gone back: {plan}": (
        "Your planned answer was dropped, because the game was rolled back: {plan}"
    ),
    "A robot plays on in this seat: {who}.": "A robot plays on: {who}.",
    "{event} (Standing answer.)": "{event} (Automatic answer.)",
    "{question} Your standing answer: {picks}.": "{question} Your automatic answer: {picks}.",
    "{who} withdraws the wish to go back.": "{who} no longer wants to go back.",
    "The deck is used up: the one discarded card is the new deck.": (
        "The deck is used up: the one discarded card makes the new deck."
    ),
    "The deck is used up: the {n} discarded cards are the new deck.": (
        "The deck is used up: the {n} discarded cards make the new deck."
    ),
    "conquer it, giving up {cards}": "conquer it, discarding {cards}",
    "pay nothing, giving up {cards}": "pay nothing, discarding {cards}",
    "{who} gives up {card}.": "{who} discards {card}.",
    "{who} spends a good for {card}: {worlds}.": "{card}: {who} spends the good of {worlds}.",
    "{who} spends {n} goods for {card}: {worlds}.": "{card}: {who} spends {n} goods, of {worlds}.",
    "{who} spends the good of {card} there.": "{card}: {who} spends the good there.",
    "Charge {power} power for nothing": "Charge {power} power for free",
    "{who} charges {power} power for nothing ({built}).": "{who} charges {power} power for free ({built}).",
    "{who} has built nearby. Charge {power} power for nothing?": (
        "{who} has built nearby. Charge {power} power for free?"
    ),
    "{who} has built {what}. Charge {power} power for nothing?": (
        "{who} has built {what}. Charge {power} power for free?"
    ),
    "Discard {n} power token. From where?": "Remove {n} power token. From which area?",
    "Discard {n} power tokens. From where?": "Remove {n} power tokens. From which areas?",
    "Move {n} power token to the Gaia area. From where?": ("Move {n} power token to the Gaia area. From which area?"),
    "Move {n} power tokens to the Gaia area. From where?": (
        "Move {n} power tokens to the Gaia area. From which areas?"
    ),
    "You charge {n} power. Where shall the Brainstone be then?": (
        "You charge {n} power. Where should the Brainstone be then?"
    ),
    "{who} can do nothing of it.": "{who} can do none of it.",
    "{who} gains {goods} by a free action.": "{who} gains {goods} from a free action.",
    "{who} gains {goods} by a special action.": "{who} gains {goods} from a special action.",
    "{who} gains {goods} by the action.": "{who} gains {goods} from the action.",
    "How much {get} do you take?": "You take {get}: how much?",
    "From where does the {ship} move?": "Where does the {ship} move from?",
    "What comes on {slot}?": "What goes on {slot}?",
    "{who} does without reactions this round.": "{who} will not react this round.",
    "{who} gains {amount} by an artifact.": "{who} gains {amount} from an artifact.",
    (
        "Your cube of the square for {square} of {sector} is destroyed. To which track shall it return at "
        "the end of the round?"
    ): (
        "Your cube on the square for {square} in {sector} is destroyed. To which track should it return at "
        "the end of the round?"
    ),
    "Your cube of the square for {square} of {sector} returns. To which track?": (
        "Your cube on the square for {square} in {sector} returns. To which track?"
    ),
    "Your cube of the orbital of {sector} returns. To which track?": (
        "Your cube on the orbital in {sector} returns. To which track?"
    ),
    "{column}, the sum": "sum of {column}",
    "{column}, equal dice": "equal dice of {column}",
    "First garage without upgrade ({n})": "First garage without an upgrade ({n})",
    "First spot without farm ({n})": "First spot without a farm ({n})",
    "Do not pay, it goes to the canteen": "Do not pay; it goes to the canteen",
    "Do not pay, all your {n} dice in garages go to the canteen": (
        "Do not pay; all your {n} dice in garages go to the canteen"
    ),
    "{who} has gone back to “{question}”. The step that you had made in your turn went back with it.": (
        "{who} has taken a step back to “{question}”. The step that you had made in your turn was taken back with it."
    ),
    "{who} has gone back to “{question}”. The {n} steps that you had made in your turn went back with it.": (
        "{who} has taken a step back to “{question}”. The {n} steps that you had made in your turn were "
        "taken back with it."
    ),
    "A setback ({token}): which penalty do you take?": "Which penalty do you take for the setback ({token})?",
    "A setback: which condition counts?": "Which condition of the setback counts?",
    "After {where}: gain {goods}.": "After {where}, gain {goods}.",
    "An advance: where do you move the token of {value}?": "Where do you move the advance’s token of {value}?",
    "First garage without upgrade: {n}": "First garage without an upgrade ({n})",
    "First spot without farm: {n}": "First spot without a farm ({n})",
    "Harvest: what does farm {n} yield?": "What does farm {n} yield?",
    "Plan your dice: garages are filled from the left, a farm takes one die. Nobody sees it yet.": ("Plan your dice."),
    "Plan your dice. Garages are filled from the left, a farm takes one die. Nobody sees it yet.": ("Plan your dice."),
    "Your {face} in garage {n}: where does it go?": "Where does your {face} in garage {n} go?",
    "Your {face} in garage {n}: where does it go? Sending it costs {cost}.": (
        "Where does your {face} in garage {n} go? Sending it costs {cost}."
    ),
    "Your {face} in the headquarters: where does it go?": "Where does your {face} in the headquarters go?",
    "Too many item cards: discard {n} card.": "You hold too many item cards. Discard {n}.",
    "Too many item cards: discard {n} cards.": "You hold too many item cards. Discard {n}.",
    "{where}: costs {n} less of water, algae or power, as you choose.": (
        "Costs {n} less of water, algae or power, as you choose ({where})."
    ),
    "{column}: the sum": "sum of {column}",
    "{column}: equal dice": "equal dice of {column}",
    "{where}: costs {goods} less.": "Costs {goods} less ({where}).",
    "{where}: costs {goods} more.": "Costs {goods} more ({where}).",
    "{where}: each price is lower by {goods}, as far as it has that.": (
        "Each price is lower by {goods}, as far as it has that ({where})."
    ),
    "{n} VP; {things}; with cubes {income} a round; upkeep {before} → {after} money.": (
        "{n} VP; {things}; with cubes {income} per round; upkeep {before} → {after} money."
    ),
    "Take off the tile that lies there first.": "First take off the tile that lies there.",
}
