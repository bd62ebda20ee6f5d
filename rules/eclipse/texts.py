"""Texts that steps and tables share: what a part, a technology or a ship does, what a player has, slots, places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from rules.eclipse.blueprints import Stats
from rules.eclipse.components import (
    ANCIENT,
    CRUISER,
    DREADNOUGHT,
    INTERCEPTOR,
    MONEY,
    ORBITAL,
    PARTS,
    POPULATION,
    SCIENCE,
    SECTORS,
    SPECIES,
    STARBASE,
    TECHNOLOGIES,
    TRACKS,
    WILD,
)
from rules.eclipse.economy import balance, opened, production, tracks_for, upkeep
from rules.eclipse.galaxy import place_name
from rules.eclipse.state import Player, Sector
from rules.kernel.text import TN, T, Text, name, player, signed


def joined(lines: Sequence[Text]) -> Text:
    """Put lines under each other; halved again and again, so that nothing is nested deeply."""
    if len(lines) == 1:
        return lines[0]
    half = len(lines) // 2
    return T("{above}\n{below}", above=joined(lines[:half]), below=joined(lines[half:]))


def damages(dice: tuple[int, ...]) -> str:
    """Write dice by their damage: ``2×1 + 1×4`` are two dice of damage 1 and one of damage 4."""
    return " + ".join(f"{dice.count(damage)}×{damage}" for damage in sorted(set(dice)))


def strength(ship: Stats) -> list[Text]:
    """Say what a ship fights with; what it has not is left out."""
    said = [T("initiative {n}", n=ship.initiative), T("hull {n}", n=ship.hull)]
    said += [T("computer +{n}", n=ship.computer)] if ship.computer else []
    said += [T("shield −{n}", n=ship.shield)] if ship.shield else []
    said += [T("cannons {dice}", dice=damages(ship.cannons))] if ship.cannons else [T("no cannons")]
    return [*said, *([T("missiles {dice}", dice=damages(ship.missiles))] if ship.missiles else [])]


def totals(ship: Stats) -> list[Text]:
    """Say all that a blueprint adds up to."""
    initiative, *others = strength(ship)
    moves = [T("movement {n}", n=ship.move)] if ship.drives else []
    return [initiative, *moves, *others, T("energy left {n}", n=signed(ship.energy))]


@cache
def amount(track: str, n: int) -> Text:
    """Say an amount of a resource."""
    return {
        MONEY: TN("{n} money", "{n} money", n),
        SCIENCE: TN("{n} science", "{n} science", n),
    }.get(track) or TN("{n} material", "{n} materials", n)


STORED_TEXTS = (TN("{n} materials", "{n} materials", 1),)
"""Amounts as logs of older games keep them; here so that they keep their German."""


def resource(track: str) -> Text:
    """Name a resource."""
    return name(f"eclipse.resource.{track}")


def rise(me: Player, track: str) -> Text:
    """Say what one cube less on a track makes of its production; an empty track stays as it is."""
    return _with_cubes(me, track, max(0, me.cubes[track] - 1))


def fall(me: Player, track: str) -> Text:
    """Say what one cube more on a track makes of its production; a full track stays as it is."""
    return _with_cubes(me, track, min(me.cubes[track] + 1, POPULATION.cubes))


def _with_cubes(me: Player, track: str, cubes: int) -> Text:
    after = amount(track, POPULATION.production[cubes])
    return T("{before} → {after} per round", before=production(me, track), after=after)


def goods_text(me: Player) -> Text:
    """Say what a player has stored, and what comes and goes at the end of the round."""
    return T(
        "Money {money} (+{income} −{upkeep}), science {science} (+{more_science}), materials {materials}"
        " (+{more_materials}).",
        money=me.goods[MONEY],
        income=production(me, MONEY),
        upkeep=upkeep(me),
        science=me.goods["science"],
        more_science=production(me, "science"),
        materials=me.goods["materials"],
        more_materials=production(me, "materials"),
    )


def discs_text(me: Player) -> Text:
    """Say how many discs a player has left to act with."""
    return TN("One disc left.", "{n} discs left.", me.discs)


def colony_text(me: Player) -> Text:
    """Say how many colony ships a player has face up."""
    most = SPECIES[me.species].colony_ships
    return T("{n}/{most} colony ships ready.", n=me.colony, most=most)


def means_text(me: Player) -> Text:
    """Say what a player has to act with."""
    return T("{goods} {discs} {colony}", goods=goods_text(me), discs=discs_text(me), colony=colony_text(me))


@cache
def count_text(kind: str, n: int) -> Text:
    """Say a number of ships."""
    return {
        INTERCEPTOR: TN("{n} interceptor", "{n} interceptors", n),
        CRUISER: TN("{n} cruiser", "{n} cruisers", n),
        DREADNOUGHT: TN("{n} dreadnought", "{n} dreadnoughts", n),
        STARBASE: TN("{n} starbase", "{n} starbases", n),
    }.get(kind) or TN("{n} Ancient", "{n} Ancients", n)


@cache
def part_effects(id: str) -> tuple[Text, ...]:
    """Say all that a part does."""
    part = PARTS[id]
    said: list[Text] = []
    if part.cannons:
        n = len(part.cannons)
        said.append(
            TN("a cannon die of {damage} damage", "{n} cannon dice of {damage} damage", n, damage=part.cannons[0])
        )
    if part.missiles:
        n = len(part.missiles)
        said.append(
            TN("a missile die of {damage} damage", "{n} missile dice of {damage} damage", n, damage=part.missiles[0])
        )
    for value, text in (
        (part.hull, T("hull +{n}", n=part.hull)),
        (part.computer, T("computer +{n}", n=part.computer)),
        (part.shield, T("shield −{n}", n=part.shield)),
        (part.move, T("movement +{n}", n=part.move)),
        (part.initiative, T("initiative +{n}", n=part.initiative)),
        (max(0, part.energy), T("gives {n} energy", n=part.energy)),
        (max(0, -part.energy), T("uses {n} energy", n=-part.energy)),
    ):
        if value:
            said.append(text)
    return tuple(said)


@cache
def part_note(id: str) -> Text:
    """Say what a part does, as a note."""
    return T("It has: {effects}.", effects=list(part_effects(id)))


@cache
def technology_effect(id: str) -> Text:
    """Say what a technology does."""
    one = TECHNOLOGIES[id]
    if id in PARTS:
        return T("unlocks a ship part: {effects}", effects=list(part_effects(id)))
    if one.opens:
        return T("lets you use the squares for {square}", square=name(f"eclipse.square.{one.opens}"))
    if one.discs:
        return TN("{n} more influence disc at once", "{n} more influence discs at once", one.discs)
    return {
        "neutron-bombs": T("destroys a population without rolling"),
        "starbase": T("lets you build starbases"),
        "orbital": T("lets you build orbitals"),
        "monolith": T("lets you build monoliths"),
        "nanorobots": T("one more ship or structure in each build action"),
        "artifact-key": T("5 resources at once for each artifact in your sectors"),
        "wormhole-generator": T("lets you explore, influence and move where one side has a wormhole"),
    }[id]


@cache
def technology_note(id: str, price: int) -> Text:
    """Say what a technology costs and does."""
    return T("{n} science; {effect}", n=price, effect=technology_effect(id))


@cache
def slot_text(kind: str, slot: int, part: str) -> Text:
    """Name a slot of a blueprint with the part that shows there; slots count from 1."""
    ship = name(f"eclipse.ship.{kind}")
    if not part:
        return T("{ship} {n} (empty)", ship=ship, n=slot + 1)
    return T("{ship} {n} ({part})", ship=ship, n=slot + 1, part=name(f"eclipse.part.{part}"))


def sector_name(sector: Sector) -> Text:
    """Name a sector with its star."""
    return T("{number} {star}", number=sector.id, star=name(f"eclipse.sector.{sector.id}"))


def where(sector: Sector) -> str:
    """Name the place that a sector lies on."""
    return place_name((sector.q, sector.r))


def contents(tile: str) -> list[Text]:
    """Name what is printed on a sector: its squares, and what guards or lies on it at first."""
    one = SECTORS[tile]
    on_it = [name(f"eclipse.square.{square}") for square in one.squares]
    if one.ancients:
        on_it.append(TN("{n} Ancient", "{n} Ancients", one.ancients))
    if one.discovery:
        on_it.append(T("a discovery tile"))
    if one.artifact:
        on_it.append(T("an artifact"))
    return on_it


def finds(sector: Sector) -> list[Text]:
    """Name what whoever takes control of a sector finds there: squares, structures, and what else is of use."""
    found = [name(f"eclipse.square.{square}") for square in SECTORS[sector.id].squares]
    found += [name(f"eclipse.structure.{ORBITAL}")] if sector.orbital else []
    found += [name("eclipse.structure.monolith")] if sector.monolith else []
    found += [T("a discovery tile")] if sector.discovery else []
    return [*found, T("an artifact")] if SECTORS[sector.id].artifact else found


def money_lacking(me: Player, spent: int) -> Text | None:
    """Warn of an upkeep that cannot be paid as things stand when so many more discs have left the track."""
    left = balance(me, spent)
    return TN("Upkeep: {n} money lacking", "Upkeep: {n} money lacking", -left) if left < 0 else None


def with_warning(note: Text | None, warning: Text | None) -> Text | None:
    """A note with a warning, where there is one."""
    if note is None or warning is None:
        return note or warning
    return T("{note} ⚠️ {warning}", note=note, warning=warning)


def control_note(me: Player, sector: Sector, *, spent: int) -> Text | None:
    """Say what control of a sector brings, with cubes too, and the upkeep when so many more discs are off the track."""
    return with_warning(_control(me, sector, spent=spent), money_lacking(me, spent) if spent else None)


def _control(me: Player, sector: Sector, *, spent: int) -> Text:
    values = {"n": SECTORS[sector.id].vp, "before": upkeep(me), "after": upkeep(me, spent)}
    things, income = finds(sector), income_texts(me, settled(me, sector))
    if income:
        return T(
            "{n} VP; {things}; with cubes {income} per round; upkeep {before} → {after} money.",
            things=things,
            income=income,
            **values,
        )
    if not things:
        return T("{n} VP; upkeep {before} → {after} money.", **values)
    return T("{n} VP; {things}; upkeep {before} → {after} money.", things=things, **values)


def settled(me: Player, sector: Sector) -> dict[str, int]:
    """The cubes by track that colony ships would take off to the squares of a sector that take one kind alone."""
    squares = [square for square in SECTORS[sector.id].squares if square != WILD and opened(me, square)]
    wanted = Counter(track for square in squares for track in tracks_for(square))
    return {track: min(n, me.cubes[track]) for track, n in wanted.items()}


def lifted(sector: Sector) -> dict[str, int]:
    """The cubes by track that come back from the squares of a sector that take one kind alone, below 0 each."""
    squares = [SECTORS[sector.id].squares[index] for index in sector.cubes]
    return {track: -n for track, n in Counter(square.rstrip("+") for square in squares if square != WILD).items()}


def income_texts(me: Player, off: Mapping[str, int]) -> list[Text]:
    """Say by how much production rises where so many cubes leave each track; below 0, where they come back."""
    said = []
    for track in TRACKS:
        left = min(max(0, me.cubes[track] - off.get(track, 0)), POPULATION.cubes)
        more = POPULATION.production[left] - production(me, track)
        if more > 0:
            said.append(T("+{amount}", amount=amount(track, more)))
        elif more < 0:
            said.append(T("−{amount}", amount=amount(track, -more)))
    return said


def lift_note(me: Player, sector: Sector, *, to_track: bool) -> Text:
    """Say what it costs to take a disc off a sector, and where it comes to the track the upkeep then."""
    cubes = TN("{n} cube returns", "{n} cubes return", len(sector.cubes) + sector.orbital_cube)
    less = income_texts(me, lifted(sector))
    returns = T("{cubes}: {income} per round", cubes=cubes, income=less) if less else cubes
    before, after = upkeep(me), upkeep(me, -1)
    if to_track and before != after:
        return T("{returns}; upkeep {before} → {after} money.", returns=returns, before=before, after=after)
    return T("{returns}.", returns=returns)


def presence(sector: Sector, seat: int) -> list[Text]:
    """Say which ships in a sector are not a seat's; the defence of the centre is not among them."""
    said: list[Text] = []
    for other, ships in sector.ships.items():
        if other != seat:
            fleet = [count_text(kind, n) for kind, n in ships.items()]
            said.append(T("{who} ({ships})", who=player(other), ships=fleet))
    if sector.ancients:
        said.append(count_text(ANCIENT, sector.ancients))
    return said
