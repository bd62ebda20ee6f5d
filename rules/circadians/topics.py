"""The short rules reference of Circadians: First Light, in our own words."""

from __future__ import annotations

from rules.circadians.sets import ORRERY_SET, SECOND_SET
from rules.kernel.game import Topic
from rules.kernel.text import T

LEAVES = T(
    "With {set}, the oldest open tile leaves the game after a round in which none was taken.",
    set=ORRERY_SET.name("set"),
)

TOPICS: tuple[Topic, ...] = (
    Topic(
        "goal",
        T("Goal of the game"),
        (
            T("You lead a research base on a strange planet. After eight rounds, whoever has the most points wins."),
            T("Points come from negotiations, items, farms, upgrades, gems and the gem cache that you stand on."),
        ),
        also=(T("Goal"), T("How do I win?")),
    ),
    Topic(
        "round",
        T("A round"),
        (
            T("Eight rounds of four phases: planning, action, harvest, rest."),
            T("An event is turned up at the beginning and holds for the round; the eighth turns the gem caches up."),
            T("The start marker goes to the left after each round."),
        ),
    ),
    Topic(
        "plan",
        T("Planning"),
        (
            T("Everybody rolls their dice in secret, once; they cannot be changed now."),
            T("Each die goes to a garage, filled from the left without gaps, or to a farm, one die each."),
            T("Dice in garages act on the boards this round; dice on farms bring resources at the harvest."),
            T("A plan can be changed until everybody has planned; then all are shown."),
            T("Typed: plan 6>g1 4>g2 2>f1"),
        ),
    ),
    Topic(
        "send",
        T("Sending dice"),
        (
            T("First the dice of the headquarters, from left to right, for free; they cannot go there again."),
            T("The first of them, and only that one, may be turned to its opposite face."),
            T("Then, from the start player round the table, one die each from the leftmost garage."),
            T("The first garage is free and may add one pip; the others cost algae."),
            T("Whoever does not pay sends this die and all to its right to the canteen, for 2 water each."),
            T("A die that is paid for may go to the canteen alone."),
            T("What a die was turned to counts everywhere, and stays. Each die is changed once at most."),
        ),
    ),
    Topic(
        "negotiate",
        T("Negotiation board"),
        (
            T("Any free space, for its price. The die stays, and scores 3 to 15 points at the end."),
            T("Then you may use the clan above the column."),
            T("If the value is on the board for the first time, you may move its token to a reward and take it."),
            T(
                "If the column’s sum is above its limit, or two of its dice are equal, one such token that is still "
                "there moves to a penalty, which you pay; one that you can pay, if there is any."
            ),
            T("Typed: negotiate red 3"),
        ),
    ),
    Topic(
        "depot",
        T("Depository"),
        (
            T("Any free row in the column of the die’s value. The die stays. Play an item card and pay for it."),
            T("Upper row: your harvester may move one hex. Middle row: a new die. Lower row: two item cards."),
            T("Alone and with two players a column is not used."),
            T("Typed: depot item 12 upper"),
        ),
    ),
    Topic(
        "hq",
        T("Headquarters"),
        (
            T("Two item cards or 5 water at once."),
            T("The die acts from there at the beginning of the next action phase."),
        ),
    ),
    Topic(
        "mine",
        T("Mining camp"),
        (T("Each space gives one or two gems for its number less the die in water, never less than nothing."),),
    ),
    Topic(
        "lab",
        T("Laboratory"),
        (
            T("Two dice of one value in one turn; the second must be the next one due where it comes from."),
            T("3 algae or 10 water for one of the open farms; it goes to your leftmost free farm spot."),
            T("You may first remove one of your farm tiles from the game."),
            LEAVES,
        ),
    ),
    Topic(
        "foundry",
        T("Foundry"),
        (
            T("2 power or 10 water for the open upgrade of the stack for the die’s value."),
            T("It goes to your leftmost garage without one, never the first, and works at once."),
            T("You may first remove one of your upgrades from the game."),
            LEAVES,
        ),
    ),
    Topic(
        "control",
        T("Control room"),
        (
            T("2 power or 10 water: your harvester moves one hex in the direction of the die."),
            T("You take the token that lies there. Any number of harvesters may share a hex."),
            T("At the middle of each side of the planet an arrow leads to the opposite side."),
        ),
    ),
    Topic(
        "market",
        T("Market"),
        (
            T("As many trades as the die has pips; the space says what you gain."),
            T("3 water, 1 power and 2 algae are worth the same; a gem is worth two of that and can only be given."),
            T("Typed: market 3w=p x2"),
        ),
    ),
    Topic(
        "academy",
        T("Academy"),
        (T("One or two new dice for the next round. Each space takes certain values, and says the price."),),
    ),
    Topic(
        "harvest",
        T("Harvest"),
        (
            T("Everybody at once: the hex of your harvester, then your farms."),
            T("A die on farm 1 makes all other farm dice count 3 more, up to 6."),
            T("A gem cache yields resources while it is face down, nothing when it is face up."),
        ),
    ),
    Topic(
        "rest",
        T("Rest"),
        (
            T("Dice come back from the six locations, farms and canteen, and new dice join them."),
            T("Dice on the negotiation board, in the depository and the headquarters stay."),
            T(
                "Keep at most 5 dice, those in the headquarters included, and 8 item cards; after the last round, "
                "any number."
            ),
            T("Whoever begins a round without any die gets one."),
        ),
    ),
    Topic(
        "score",
        T("The final score"),
        (
            T("Points beside your dice on the negotiation board; of items played and their bonuses."),
            T("The gem cache under your harvester; each harvester there scores it."),
            T("Upgrades and farms, and the first garage and the first farm spot without one; more if all are full."),
            T("One point for each gem. Ties: most gems, power, algae, water; then the victory is shared."),
        ),
    ),
    Topic(
        "set",
        T("Cards and tiles"),
        (
            T(
                "Unless another one is named, the game is played with {set}: items, events, characters, farms, "
                "upgrades, clans, the planet and the prices were designed for this bot in the shape of the real game. "
                "They are not what is printed in the box.",
                set=ORRERY_SET.name("set"),
            ),
            T(
                "A rule of {set} and {former} alone: if nobody takes a farm or an upgrade in a round, the open tile "
                "that has lain there longest leaves the game at its end, and the next of its stack is turned up. Of "
                "several it is the leftmost farm, otherwise the upgrade of the first stack. The last tile of a stack "
                "stays.",
                set=ORRERY_SET.name("set"),
                former=SECOND_SET.name("set"),
            ),
            T("Whoever runs the bot can load their own cards and boards instead."),
        ),
    ),
    Topic(
        "solo",
        T("Alone"),
        (T("One player plays for points on the boards for two; there is no opponent."),),
    ),
)
