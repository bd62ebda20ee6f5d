"""The short rules reference of Race for the Galaxy, in our own words."""

from __future__ import annotations

from rules.kernel.game import Topic
from rules.kernel.text import T

TOPICS: tuple[Topic, ...] = (
    Topic(
        "goal",
        T("Goal of the game"),
        (
            T("You build a galactic empire of worlds and developments. Whoever has the most points at the end wins."),
            T("Points come from the cards of your tableau, chips for goods consumed, and six-cost developments."),
            T("It ends when a tableau has 12 cards or the pool of chips is used up."),
        ),
        also=(T("Goal"), T("How do I win?")),
    ),
    Topic(
        "setup",
        T("Setup"),
        (
            T("Everybody starts with a start world; whoever owns the lowest number is first where order matters."),
            T("You are dealt six cards and keep four. The first game has fixed hands of four cards instead."),
            T("The pool holds 12 victory points for each player."),
        ),
    ),
    Topic(
        "round",
        T("A round"),
        (
            T("Everybody secretly chooses an action. Only the chosen phases take place, in order, for everybody."),
            T("Whoever chose a phase has its bonus in it. A phase that several chose still takes place once."),
            T("A card’s powers count from the phase after the one in which it was placed."),
            T("Powers must be used where they can be, unless the card says that you may."),
            T("At the end of the round you discard down to ten hand cards."),
        ),
    ),
    Topic(
        "explore",
        T("I Explore"),
        (
            T("Draw two cards and keep one; the others are discarded face down."),
            T("Bonus, by action card: draw five more cards, or draw one more and keep one more."),
        ),
    ),
    Topic(
        "develop",
        T("II Develop"),
        (
            T("Place a development from your hand, or none. You pay its cost by discarding hand cards."),
            T("No development may lie twice in your tableau. Costs never fall below 0."),
            T("Bonus: pay one card less."),
        ),
    ),
    Topic(
        "settle",
        T("III Settle"),
        (
            T("Place a world from your hand, or none. Military worlds are conquered, all others are paid for."),
            T("A windfall world comes with a good, which is placed on it once it is paid for or conquered."),
            T("Bonus: draw a card at the end of the phase if you placed a world."),
        ),
    ),
    Topic(
        "military",
        T("Military"),
        (
            T("You conquer a military world, paying nothing, if your strength is at least its defence."),
            T("Some strength counts only against certain worlds. Some cards are discarded for strength in one phase."),
            T("With a Contact Specialist you may pay for a military world instead, but not for an Alien one."),
            T("Strength and payment are never combined; discounts count when a military world is paid for."),
        ),
    ),
    Topic(
        "consume",
        T("IV Consume"),
        (
            T("Use your Consume powers, each once, in any order. While you can, you must spend goods."),
            T("A power that spends up to several goods spends as many as it can once you use it."),
            T("Discarding hand cards for victory points is up to you, and these points are never doubled."),
            T("Bonus, by action card: sell a good before anything else, or double the points for your goods."),
        ),
    ),
    Topic(
        "trade",
        T("Goods and trade"),
        (
            T("A sold good brings cards: Novelty goods 2, Rare elements 3, Genes 4, Alien technology 5."),
            T("Trade powers add cards. A world holds one good at most; what it is depends on the world alone."),
            T("Only those who chose Consume: Trade sell; some cards sell a good as their Consume power."),
        ),
    ),
    Topic(
        "produce",
        T("V Produce"),
        (
            T("Every production world without a good gets one. Windfall worlds only by powers or the bonus."),
            T("Bonus: a good on one of your windfall worlds without one."),
            T("Powers that draw for goods count what was produced in this phase."),
        ),
    ),
    Topic(
        "end",
        T("End and scoring"),
        (
            T("The game ends after the round in which a tableau has 12 cards or the pool is used up."),
            T("When the pool is used up, 10-point chips pay what is still gained in this round."),
            T("You score the points on your cards, your chips, and your six-cost developments by their lists."),
            T("“Points by its own list” stands for what such a card counts; /rules with its name gives its list."),
            T("For each card only the first line of a list that fits it counts."),
            T("A tie is decided by hand cards and goods together; if these are equal too, the victory is shared."),
        ),
    ),
    Topic(
        "experienced",
        T("Two experienced players"),
        (
            T("Each player has nine action cards and chooses two per round."),
            T("Both Explore cards: one phase with both bonuses, draw eight and keep two."),
            T("Both Develop or both Settle cards: the phase takes place twice, one after the other."),
            T("Whoever chose only one of the two has the bonus in the first of these phases only."),
            T("Both Consume cards: sell a good first, then consume others for double points."),
        ),
    ),
    Topic(
        "cards",
        T("The deck"),
        (
            T("There are 114 cards: 59 worlds, 50 developments and 5 start worlds. Deck and discards lie face down."),
            T("As soon as the deck is used up, the discards make the new deck."),
        ),
    ),
)
