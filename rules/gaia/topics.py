"""The short rules reference of Gaia Project, in our own words."""

from __future__ import annotations

from rules.gaia.automa import abilities, part_text
from rules.gaia.automa_cards import FACTION_CARDS, FactionCard
from rules.gaia.components import FACTIONS, FINAL_TILES
from rules.gaia.describe import IN_SHORT, in_full
from rules.kernel.game import Topic
from rules.kernel.text import TN, T, Text, name


def _told(card: FactionCard) -> list[Text]:
    """What the Automa does with a faction."""
    return [*(part_text(part) for part in card.parts), *abilities(card)]


TOPICS: tuple[Topic, ...] = (
    Topic(
        "goal",
        T("Goal of the game"),
        (
            T("Your faction settles the planets of the galaxy. After six rounds, whoever has the most points wins."),
            T("Points come during the game from round scoring tiles, boosters, technology tiles and federations."),
            T("They come at the end from two final scoring tiles, research and goods left."),
        ),
        also=(T("Goal"), T("How do I win?")),
    ),
    Topic(
        "round",
        T("A round"),
        (
            T("Six rounds: income, Gaia phase, actions, clean-up."),
            T("Income comes from the faction board, structures, research, technology tiles and the round booster."),
            T("In the Gaia phase Transdim Planets with a Gaiaformer become Gaia Planets, and tokens come back."),
            T("Then players take one action in turn until all have passed."),
        ),
    ),
    Topic(
        "factions",
        T("Factions"),
        tuple(
            T(
                "{faction} ({planet}): {does}.",
                faction=name(f"gaia.faction.{id}"),
                planet=name(f"gaia.planet.{one.home}"),
                does=IN_SHORT[id],
            )
            for id, one in FACTIONS.items()
        ),
    ),
    Topic("all-factions", T("All factions with everything about them"), tuple(map(in_full, FACTIONS))),
    Topic(
        "setup",
        T("First mines and first round boosters"),
        (
            T(
                "From the first player on, each places a mine on a planet of the home type; then each places "
                "another, from the last player back."
            ),
            T("Then the Xenos place a third mine, and last the Ivits their institute, all that they begin with."),
            T("These cost nothing, and nobody charges power for them."),
            T("In a first game the mines stand as arranged here, not as in the rulebook’s picture."),
            T(
                "From the last player to the first, each takes a round booster; there are three more of them than "
                "players."
            ),
        ),
        also=(T("Setup"), T("First mines"), T("First boosters"), T("First round boosters")),
    ),
    Topic(
        "order",
        T("Turn order"),
        (
            T("First game: clockwise, in each round from whoever passed first in the round before."),
            T("Advanced setup: players act in the order in which they passed in the round before."),
            T("Either way whoever passes first begins the next round. A table may choose either order."),
        ),
        also=(T("Order of passing"), T("Variable turn order")),
    ),
    Topic(
        "power",
        T("Power"),
        (
            T("Charging moves tokens from area I to II; only when I is empty from II to III."),
            T("Spending moves tokens from area III to I. Gained tokens come into area I."),
            T("Burning discards one token of area II to move another one to area III."),
        ),
    ),
    Topic(
        "build",
        T("Build a mine"),
        (
            T("A mine costs 1 ore and 2 credits and stands on a free planet in reach."),
            T("The range comes from Navigation; each Q.I.C. adds 2."),
            T("Each terraforming step costs 3, 2 or 1 ore; a Gaia Planet costs 1 Q.I.C. instead."),
            T("Your own gaiaformed planet needs neither range nor Q.I.C."),
        ),
    ),
    Topic(
        "gaia",
        T("Gaia projects"),
        (
            T("Send a Gaiaformer to a Transdim Planet in reach and move 6, 4 or 3 tokens to the Gaia area."),
            T("From the next Gaia phase on you may build a mine there; the Gaiaformer then comes back."),
        ),
    ),
    Topic(
        "upgrade",
        T("Upgrading structures"),
        (
            T("Mine to trading station: 2 ore and 6 credits (only 3 credits within 2 spaces of somebody else)."),
            T("Trading station to research lab: 3 ore, 5 credits; to planetary institute: 4 ore, 6 credits."),
            T("Research lab to academy: 6 ore, 6 credits. Labs and academies bring a technology tile."),
            T("A tile lets you advance: those below an area in that area, the other three and advanced ones anywhere."),
            T("Advanced tiles need level 4 or 5 of their area, a green federation token and a tile to cover."),
        ),
    ),
    Topic(
        "federation",
        T("Federations"),
        (
            T("Connect own planets with a power value of 7 in all; each satellite costs a power token."),
            T("Use as few satellites as these planets need, and no planet that only costs more satellites."),
            T("Nothing of it may touch another federation of yours. You choose a federation token."),
        ),
    ),
    Topic(
        "research",
        T("Research"),
        (
            T("Four knowledge for one level. From level 2 to 3 you charge 3 power."),
            T("Level 5 is for one player in each area and needs a green federation token."),
            T("Level 5 of Navigation lets you place the Lost Planet."),
        ),
    ),
    Topic(
        "top",
        T("Level 5 and the Lost Planet"),
        (
            T("One player reaches level 5 of an area; a green federation token of theirs turns grey for it."),
            T("Terraforming: the federation token that lies there. Navigation: range 4 and the Lost Planet."),
            T("Artificial Intelligence: 4 Q.I.C. Gaia Project: 4 VP, and 1 VP for each of your Gaia Planets."),
            T("Economy: 3 ore, 6 credits, 6 power charged. Science: 9 knowledge. Their income ends with level 4."),
            T(
                "The Lost Planet goes on a space in reach without a planet, satellite or space station. It is a planet"
                " type of its own with a mine of yours, which takes no piece, brings no income and is never upgraded."
            ),
            T("Whoever has a structure within 2 spaces of it may charge power, as for any mine."),
        ),
        also=(T("Lost Planet"), T("Level 5")),
    ),
    Topic(
        "actions",
        T("Power, Q.I.C. and special actions"),
        (
            T("Each power and Q.I.C. action can be taken once per round, by one player."),
            T("Special actions are free; each can be taken once per round by its owner."),
        ),
    ),
    Topic(
        "value",
        T("Power values"),
        (
            T("Mine 1; trading station and research lab 2; planetary institute and academies 3."),
            T("A technology tile makes institute and academies worth 4. Bescods with institute: 1 more on titanium."),
            T("A space station of the Ivits is worth 1, in federations only. The Lost Planet is worth 1, as a mine."),
            T("They count for federations, and say how much power you may charge when others build near."),
        ),
        also=(T("Power value"),),
    ),
    Topic(
        "charge",
        T("Charging when others build"),
        (
            T("Whoever has a structure within 2 spaces of what is built may charge its power value."),
            T("It costs one victory point less than the power charged: all or nothing."),
            T("You charge less only where there is no room for more, or where you have too few points."),
        ),
    ),
    Topic(
        "free",
        T("Free actions"),
        (
            T("Before or after your action, as often as you can pay."),
            T("4 power: 1 Q.I.C. or 1 knowledge. 3 power: 1 ore. 1 power: 1 credit."),
            T("1 Q.I.C.: 1 ore. 1 ore: 1 credit or 1 power token. 1 knowledge: 1 credit."),
        ),
    ),
    Topic(
        "pass",
        T("Passing"),
        (
            T("Take another round booster and return yours; some boosters and tiles score now."),
            T("Whoever passes first begins the next round."),
        ),
    ),
    Topic(
        "score",
        T("The final score"),
        (
            T("Two final scoring tiles: 18, 12, 6 and 0 points by rank; tied players share."),
            T("Whoever has none of what a final scoring tile counts gets no points for it."),
            T("Four points for each of levels 3, 4 and 5 in research."),
            T("One point for every three ore, credits and knowledge left in all, after free actions."),
        ),
        also=(T("Final scoring tiles"),),
    ),
    Topic(
        "neutral",
        T("The neutral player"),
        (
            T("With one or two players a neutral player ranks with them on both final scoring tiles, and only there."),
            *(T("{tile}: {n}.", tile=name(f"gaia.final.{id}"), n=one.neutral) for id, one in FINAL_TILES.items()),
        ),
        also=(T("Neutral player"),),
    ),
    Topic(
        "automa",
        T("Alone, and the Automa"),
        (
            T("One player plays for points on the map for two, or against the Automa, which cards direct."),
            T("It pays nothing, has no goods, income or federations, and charges no power; you charge when it builds."),
            T("Each turn it draws a card, whose action it takes; the icons of the card before it decide where."),
            T("It passes by a card with a red cross among the last three of its deck, or when no card is left."),
            T("Each round one more card comes into its deck."),
            T("A mine: in range; what a final scoring tile counts; fewest steps; nearest to you; in the direction."),
            T(
                "An upgrade: institute, otherwise trading station, academy, research lab; nearest to you; in the "
                "direction."
            ),
            T("Board actions that it takes bring it nothing and are gone for the round. It finds one by counting."),
            T("In research it takes the advanced tile of an area out of the game before it goes on to level 5."),
            T("When it passes it scores the tile of the round. In the end its levels from 3 on score."),
            T("For the final scoring tiles all its structures but one count as federated."),
        ),
        also=(T("Automa"), T("Solo"), T("Alone")),
    ),
    Topic(
        "automa-factions",
        T("The Automa’s factions"),
        tuple(
            TN(
                "{faction}: {parts} ({n} VP).",
                "{faction}: {parts} ({n} VP).",
                one.vp,
                faction=name(f"gaia.faction.{id}"),
                parts=_told(one),
            )
            for id, one in FACTION_CARDS.items()
        ),
    ),
)
