"""The short rules reference of Eclipse, in our own words."""

from __future__ import annotations

from rules.eclipse.components import ANCIENT, GCDS, NPC, SPECIES
from rules.eclipse.describe import traits
from rules.kernel.game import Topic
from rules.kernel.text import T, name


def _npc(kind: str) -> dict[str, int]:
    one = NPC[kind]
    return {"initiative": one.initiative, "hull": one.hull, "computer": one.computer, "n": len(one.cannons)}


TOPICS: tuple[Topic, ...] = (
    Topic(
        "goal",
        T("Goal of the game"),
        (
            T("You lead a species among the stars. After nine rounds, whoever has the most points wins."),
            T("Points come from sectors, battles, technologies, discoveries, monoliths and ambassadors."),
        ),
        also=(T("Goal"), T("How do I win?")),
    ),
    Topic(
        "round",
        T("A round"),
        (
            T("Nine rounds: actions, battles, upkeep, cleanup."),
            T("In turn each player takes one action or passes, until all have passed; then the phase ends at once."),
            T("Whoever passes first begins the next round."),
            T("After passing you may react in later turns: one part, one ship or structure, or one move."),
            T("Each action and reaction costs a disc of your influence track; the fewer are left, the more you pay."),
        ),
    ),
    Topic(
        "species",
        T("All species"),
        tuple(T("{species}: {traits}.", species=name(f"eclipse.species.{id}"), traits=traits(id)) for id in SPECIES),
        also=(T("Species"),),
    ),
    Topic(
        "explore",
        T("Explore"),
        (
            T("Name an empty place behind a wormhole of a sector with your disc or with a ship that is not held."),
            T("Draw a sector: ring I around the centre, ring II around that, ring III beyond. Discard or place it."),
            T("A wormhole on both sides must connect it with a sector where you have a disc or a ship."),
            T("Where no Ancients are you may place a disc at once, and then use colony ships."),
        ),
    ),
    Topic(
        "influence",
        T("Influence"),
        (
            T(
                "Move up to two discs, from your track or a sector, to your track or a sector without a disc and "
                "without ships of others."
            ),
            T("The new sector must be connected with one where you have a disc or a ship."),
            T("The cubes of a sector that you leave return to their tracks. You may turn up two colony ships."),
        ),
    ),
    Topic(
        "research",
        T("Research"),
        (
            T("Buy a technology from the supply board with science; those you have of its category make it cheaper."),
            T("A category has room for seven. Four to seven of them are worth 1, 2, 3 or 5 VP."),
        ),
    ),
    Topic(
        "upgrade",
        T("Upgrade"),
        (
            T("Take off as many part tiles as you like, and take up to two new ones, also over printed parts."),
            T("A blueprint may not use more energy than it has. Starbases have no drive; all other ships need one."),
        ),
    ),
    Topic(
        "build",
        T("Build"),
        (
            T("Up to two ships or structures in your sectors, paid with materials."),
            T("Starbases, orbitals and monoliths need their technologies. One orbital and one monolith per sector."),
        ),
    ),
    Topic(
        "move",
        T("Move"),
        (
            T("Two moves (Terrans: three) of one ship each, as far as its drives carry it, through wormholes."),
            T("Each enemy ship in a sector holds one of yours there. The defence of the centre holds all."),
            T("Whoever enters a sector with a partner’s ship or disc breaks the relations."),
        ),
    ),
    Topic(
        "colony",
        T("Colony ships and trades"),
        (
            T(
                "At any time during your turn, and in the upkeep phase: a colony ship takes a cube to a matching "
                "square."
            ),
            T("Advanced squares need their technology; orbitals take money or science."),
            T("Trade two (Terrans), three or four (Orion) of one resource for one of another."),
        ),
    ),
    Topic(
        "battle",
        T("Battles"),
        (
            T("Fought from the highest sector number down; in a sector the two who came last begin."),
            T("First missiles, once; then rounds by initiative, the defender first where it is equal."),
            T(
                "A die hits with a 6 and never with a 1; otherwise it hits if number plus computer minus shield is "
                "at least 6."
            ),
            T("Whoever hits says which ship each die hits, or leaves it to an automatic answer; a die is never split."),
            T("A ship is destroyed when its damage is more than its hull."),
            T(
                "Instead of attacking, a type of ship may announce its retreat to a sector of its owner without "
                "enemies."
            ),
            T("Where nobody has a cannon the attacker may retreat; ships that stay are destroyed."),
            T("Then players draw reputation tiles: 1 for taking part, 1 to 3 for each ship destroyed, 5 at most."),
        ),
    ),
    Topic(
        "ancients",
        T("Ancients and the centre"),
        (
            T(
                "An Ancient has initiative {initiative}, hull {hull}, computer +{computer}, {n} ion cannons.",
                **_npc(ANCIENT),
            ),
            T(
                "The defence of the centre has initiative {initiative}, hull {hull}, computer +{computer},"
                " {n} ion cannons.",
                **_npc(GCDS),
            ),
            T("They destroy ships where their dice can, the largest first. They never retreat or attack a population."),
            T(
                "While they live nobody places a disc there or takes the discovery tile; Draco may place one beside"
                " Ancients."
            ),
        ),
    ),
    Topic(
        "reputation",
        T("Reputation tiles"),
        (
            T("After the battles of a sector everybody who fought there draws tiles, at most 5, and may keep one."),
            T(
                "1 for taking part, unless all ships that are left have retreated; 1 for each interceptor, starbase or"
                " Ancient destroyed, 2 for a cruiser, 3 for a dreadnought or the defence of the centre."
            ),
            T(
                "A tile kept lies face down on a slot of its own; without a free one it takes the place of"
                " another tile."
            ),
            T("They are worth 1 to 4 VP. An ambassador may need the slot of one."),
        ),
    ),
    Topic(
        "discovery",
        T("Discovery tiles"),
        (
            T(
                "Whoever places the first disc in a sector with one takes it, when no Ancient and no defence is"
                " left there."
            ),
            T(
                "Keep it for 2 VP, or use it at once: it brings resources, the cheapest technology that you lack, a"
                " cruiser, or an ancient part, which needs no technology."
            ),
            T(
                "An ancient part is built in for free, or kept aside for an upgrade. It leaves the game when"
                " it is replaced."
            ),
        ),
    ),
    Topic(
        "conquest",
        T("After the battles"),
        (
            T(
                "Ships in somebody else’s sector may attack its population once, with cannons: a cube for each point "
                "of damage (at tables that have chosen so for each hit)."
            ),
            T("Without a cube left the owner loses control, and you may place a disc."),
            T("Destroyed cubes return at the end of the round."),
        ),
    ),
    Topic(
        "diplomacy",
        T("Diplomacy"),
        (
            T("With four or more players: propose it while you explore or influence, or after the battles."),
            T("Your sectors must touch at a wormhole on both sides, and no ship may be with the other’s."),
            T("Each gives an ambassador with a cube: 1 VP, and more production."),
            T("Whoever breaks it by an attack takes the traitor card: −2 VP, and no new relations."),
        ),
    ),
    Topic(
        "upkeep",
        T("Upkeep"),
        (
            T("Money: add your income and pay for your discs. Then you produce science and materials."),
            T("Where money is lacking, trade or give up sectors. Whoever cannot pay is bankrupt and out of the game."),
        ),
    ),
    Topic(
        "score",
        T("The final score"),
        (
            T("Reputation tiles 1 to 4, ambassadors 1, sectors 1 to 4, kept discovery tiles 2, monoliths 3."),
            T("Rows of technologies up to 5 each; the traitor −2; Planta and Draco have a bonus."),
            T("If points are tied, more resources left win."),
        ),
    ),
)
