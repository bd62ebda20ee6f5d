"""What species, sectors, technologies, parts and discovery tiles are and do, for whoever looks them up."""

from __future__ import annotations

from collections.abc import Sequence

from rules.eclipse.blueprints import NPC_STATS, printed, sum_up
from rules.eclipse.components import (
    COSTS,
    DISCOVERIES,
    DRAWS,
    MATERIALS,
    MONEY,
    ORBITAL,
    PARTS,
    POINTS,
    SCIENCE,
    SECTORS,
    SHIP_SUPPLY,
    SHIPS,
    SPECIES,
    TECHNOLOGIES,
)
from rules.eclipse.texts import amount, count_text, part_note, strength, technology_effect, totals
from rules.kernel.text import TN, T, Text, name

PREFIX = "eclipse."


def species_note(id: str) -> Text:
    """Say in short what is special about a species."""
    return T("{traits}.", traits=traits(id))


def traits(id: str) -> list[Text]:
    """All that is special about a species; what several have in common comes last."""
    one = SPECIES[id]
    limits = one.limits
    technologies: list[Text] = [name(f"eclipse.technology.{tech}") for tech in one.technologies]
    known: list[tuple[bool, Text]] = [
        (limits.explore > 1, T("explores twice in an action")),
        (limits.draw > 1, T("draws two sectors and places one at most")),
        (limits.research > 1, T("researches two technologies in an action")),
        (limits.move > 2, T("moves {n} times in an action", n=limits.move)),
        (limits.upgrade > 2, T("takes {n} parts in an upgrade", n=limits.upgrade)),
        (limits.build > 2, T("builds {n} things in an action", n=limits.build)),
        (one.colony_ships > 3, T("has {n} colony ships", n=one.colony_ships)),
        (one.discs < 13, T("has only {n} influence discs", n=one.discs)),
        (one.costs != "standard", T("builds more cheaply")),
        (one.blueprints != "standard", T("has blueprints of its own")),
        (one.reputation > 0, T("starts with {n} reputation tiles", n=one.reputation)),
        (bool(one.extra_cube), T("starts with a cube on its advanced science square")),
        ("cruiser" in one.ships, T("starts with a cruiser instead of an interceptor")),
        (one.with_ancients, T("shares sectors with Ancients and never fights them")),
        (one.defenceless, T("loses its population to any enemy ship")),
        (one.vp_per_sector > 0, T("{n} VP more for each sector at the end", n=one.vp_per_sector)),
        (one.vp_per_ancient > 0, T("{n} VP for each Ancient on the map at the end", n=one.vp_per_ancient)),
        (bool(technologies), T("starts with {technologies}", technologies=technologies)),
        (True, T("trades {n} for 1", n=one.trade)),
    ]
    return [text for holds, text in known if holds]


def explain(key: str) -> Sequence[Text]:
    """Explain a thing that `NAMES` knows; nothing where its name says all."""
    kind, _, id = key.removeprefix(PREFIX).partition(".")
    if not key.startswith(PREFIX):
        return ()
    if kind == "species" and id in SPECIES:
        return _species(id)
    if kind == "sector" and id in SECTORS:
        return _sector(id)
    if kind == "technology" and id in TECHNOLOGIES:
        tech = TECHNOLOGIES[id]
        return (
            T(
                "{category}: {cost} science, at least {least}; {effect}.",
                category=name(f"eclipse.category.{tech.category}"),
                cost=tech.cost,
                least=tech.least,
                effect=technology_effect(id),
            ),
        )
    if kind == "part" and id in PARTS:
        return (part_note(id),)
    if kind == "ship":
        return _ship(id)
    if kind == "structure":
        return _structure(id)
    if kind == "discovery" and id in DISCOVERIES:
        return _discovery(id)
    return ()


def _species(id: str) -> tuple[Text, ...]:
    one = SPECIES[id]
    start = T(
        "Starts in {sector} with {money}, {science} and {materials}.",
        sector=one.home,
        money=amount(MONEY, one.start[MONEY]),
        science=amount(SCIENCE, one.start[SCIENCE]),
        materials=amount(MATERIALS, one.start[MATERIALS]),
    )
    costs = COSTS[one.costs]
    prices = T(
        "Prices in materials: interceptor {i}, cruiser {c}, dreadnought {d}, starbase {s}, orbital {o}, monolith {m}.",
        i=costs["interceptor"],
        c=costs["cruiser"],
        d=costs["dreadnought"],
        s=costs["starbase"],
        o=costs["orbital"],
        m=costs["monolith"],
    )
    forces = T(
        "It begins with {ships}, {discs} influence discs and {colony} colony ships.",
        ships=[count_text(kind, n) for kind, n in one.ships.items()],
        discs=one.discs,
        colony=one.colony_ships,
    )
    limits = one.limits
    actions = T(
        "In one action: explore {explore}, research {research}, upgrade {upgrade}, build {build}, move {move}.",
        explore=limits.explore,
        research=limits.research,
        upgrade=limits.upgrade,
        build=limits.build,
        move=limits.move,
    )
    slots = T(
        "Slots: {ambassador} for ambassadors, {reputation} for reputation tiles, {either} for either.",
        ambassador=one.slots.ambassador,
        reputation=one.slots.reputation,
        either=one.slots.either,
    )
    blueprints = [_blueprint(id, kind) for kind in SHIPS]
    return (T("Its traits: {traits}.", traits=traits(id)), start, forces, actions, slots, prices, *blueprints)


def _blueprint(species: str, kind: str) -> Text:
    """What a ship of a species has printed, and what that adds up to."""
    parts = [name(f"eclipse.part.{part}") if part else T("free slot") for part in printed(species, kind)]
    return T(
        "{ship}: {totals} ({parts}).",
        ship=name(f"eclipse.ship.{kind}"),
        totals=totals(sum_up(species, kind, ())),
        parts=parts,
    )


def _ship(id: str) -> tuple[Text, ...]:
    """What one fights with that nobody plays, how many figures there are of the others, what destroying one brings."""
    draws = TN(
        "Whoever destroys it draws {n} reputation tile.", "Whoever destroys it draws {n} reputation tiles.", DRAWS[id]
    )
    if id in NPC_STATS:
        return (T("It has: {effects}.", effects=strength(NPC_STATS[id])), draws)
    return (
        T("Everybody has {n} of them; the player board says what they can do and cost.", n=SHIP_SUPPLY[id]),
        draws,
    )


def _structure(id: str) -> tuple[Text, ...]:
    if id == ORBITAL:
        return (T("Room for one cube of money or science. A sector has one at most, and it stays there."),)
    return (T("{n} VP for whoever controls the sector. A sector has one at most, and it stays.", n=POINTS.monolith),)


def _sector(id: str) -> tuple[Text, ...]:
    one = SECTORS[id]
    lines = [T("{n} VP; wormholes on {sides} of 6 sides.", n=one.vp, sides=len(one.wormholes))]
    if one.squares:
        lines.append(T("Squares: {squares}.", squares=[name(f"eclipse.square.{square}") for square in one.squares]))
    if one.ancients:
        lines.append(TN("{n} Ancient guards it.", "{n} Ancients guard it.", one.ancients))
    if one.gcds:
        lines.append(T("The defence of the centre guards it until it is destroyed."))
    if one.discovery:
        lines.append(T("A discovery tile lies there for whoever takes control first."))
    if one.artifact:
        lines.append(T("An artifact is there."))
    return tuple(lines)


def _discovery(id: str) -> tuple[Text, ...]:
    one = DISCOVERIES[id]
    count = TN("There is {n} of these.", "There are {n} of these.", one.count)
    for track, n in one.gain.items():
        return (T("You gain {amount}.", amount=amount(track, n)), count)
    if one.part:
        return (part_note(one.part), count)
    if id == "ancient-cruiser":
        return (T("One of your cruisers comes into the sector."), count)
    return (T("You take the cheapest technology on the supply board that you do not have."), count)
