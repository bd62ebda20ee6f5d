"""A set of components: every board, card and tile as data, in one file, checked and typed.

`data/orrery.json` is Orrery's set: designed for this bot in the shape and counts of the real game, not its printed
content; `data/orrery-1.json` and `data/orrery-2.json` are what it was before. Whoever has another one (a transcription
of their own cards, say) can load it from a file of the same form. A set is known by a digest of what is in it, which
every game keeps, so that no game goes on under another set.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args

import msgspec

from rules.circadians.effects import (
    Boost,
    Change,
    ClanEffect,
    Count,
    Effect,
    EventEffect,
    FarmEffect,
    Income,
    ItemEffect,
    Pip,
    Positive,
    Resource,
    RevealCaches,
    RowEffect,
    Sixth,
    Some,
    Standing,
    UpgradeEffect,
)
from rules.circadians.goods import Goods
from rules.kernel.errors import BadData
from rules.kernel.hexes import Hex, add
from rules.kernel.text import Text, name

COLUMNS = ("green", "yellow", "red")
ROWS = ("upper", "middle", "lower")
STACKS = ("I", "II", "III")
GARAGES = (1, 2, 3, 4, 5)
TILE_GARAGES = (2, 3, 4, 5)
FARMS = (1, 2, 3, 4, 5, 6)
TILE_FARMS = (4, 5, 6)
FACES = (1, 2, 3, 4, 5, 6)
ROUNDS = 8
#: Clockwise, as steps on the map (flat-topped hexes).
DIRECTIONS: dict[str, Hex] = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}
CENTRE: Hex = (0, 0)
LANGUAGES = ("en", "de")
ORRERY = "orrery.json"
FIRST, SECOND = "orrery-1.json", "orrery-2.json"
"""The sets that came with the bot before; games that were begun with them go on."""
#: The parts whose entries have names.
NAMED_PARTS = ("clans", "items", "events", "characters", "farms", "upgrades")
LONGEST_NAME = 60
MARKUP = "*_`~|<>[]\\@"
"""What Discord would read as more than a letter."""
FARTHEST = 6
"""So far from the centre a hex may lie along its axes: wider maps fit on no phone."""
#: The entries whose goods are paid, saved or exchanged: resources alone.
PAID = ("cost", "pay", "less", "more", "one", "two", "give", "get", "start")
#: Refuses a set with what is amiss unless something holds.
Demand: TypeAlias = Callable[[bool, str], None]
#: What names a thing as players type it.
Id: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9A-Za-z=-]{1,40}$")]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class _Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    names: dict[str, str]


class Garage(_Data, frozen=True):
    """A garage of the research base: its price, what is printed, or the points if it is the first without a tile."""

    algae: Count
    effect: Change | None = None
    vp: Count = 0


class FarmSpot(_Data, frozen=True):
    """A farm of the research base: printed, or a spot for a tile with the points if it is the first without one."""

    effect: FarmEffect | None = None
    vp: Count = 0


class Base(_Data, frozen=True):
    """The research base and how a player begins."""

    dice: Positive
    start_dice: Positive
    start: Goods
    most_dice: Positive
    most_items: Positive
    canteen: Count
    characters_dealt: Positive
    items_dealt: Positive
    items_kept: Positive
    garages: tuple[Garage, ...]
    garages_full: Count
    farms: tuple[FarmSpot, ...]
    farms_full: Count
    table: dict[Resource, tuple[Count, Count, Count, Count, Count, Count]]


Space = TypeVar("Space")
#: The spaces of a board; players count them by one figure.
Spaces: TypeAlias = Annotated[tuple[Space, ...], msgspec.Meta(min_length=1, max_length=9)]


class NegotiationSpace(_Data, frozen=True):
    """A space of the negotiation board."""

    vp: Count
    cost: Goods


class Column(_Data, frozen=True):
    """A column of the negotiation board, from the top; `limit` is the sum that dice may have without a setback."""

    limit: Count
    spaces: Spaces[NegotiationSpace]


class MineSpace(_Data, frozen=True):
    """A space of the mining camp: it costs `x` less the die in water."""

    x: Count
    gems: Positive


class MarketSpace(_Data, frozen=True):
    """A space of the market, and what is gained there."""

    id: Id
    to: Some[Resource]


class AcademySpace(_Data, frozen=True):
    """A space of the academy: which dice, and the prices of one and of two new dice."""

    values: Some[Sixth]
    one: Goods
    two: Goods


class Boards(_Data, frozen=True):
    """The sides of the boards for a number of players."""

    negotiation: dict[str, Column]
    closed: tuple[Sixth, ...]
    """Columns of the depository that are not used."""
    hq: Positive
    mine: Spaces[MineSpace]
    lab: Positive
    foundry: Positive
    control: Positive
    market: Spaces[MarketSpace]
    academy: Spaces[AcademySpace]


class Advance(_Data, frozen=True):
    """A reward of the advances."""

    id: str
    gain: Goods


class Setback(_Data, frozen=True):
    """A penalty of the setbacks."""

    id: str
    lose: Goods


class Rate(_Data, frozen=True):
    """A trade of the market."""

    id: Id
    give: Goods
    get: Goods


class HexData(_Data, frozen=True):
    """A hex of the planet; with `corner`, a gem cache, whose yield counts while it is face down."""

    q: int
    r: int
    harvest: Goods
    token: Goods | None = None
    corner: str = ""


class Arrow(_Data, frozen=True):
    """A step that leaves the map over an arrow and comes back on the other side."""

    start: Hex
    direction: str
    end: Hex


class Clan(_Named, frozen=True):
    """A side of a clan board."""

    column: Literal["green", "yellow", "red"]
    side: Literal["a", "b"]
    effect: ClanEffect


class Item(_Named, frozen=True):
    """An item card."""

    cost: Goods
    vp: Count
    effect: ItemEffect


class EventCard(_Named, frozen=True):
    """An event card."""

    effect: EventEffect


class Character(_Named, frozen=True):
    """A character."""

    effect: Standing


class FarmTile(_Named, frozen=True):
    """A farm tile; one with an income needs no die and takes none."""

    vp: Count
    effect: FarmEffect

    @property
    def takes_die(self) -> bool:
        """Whether a die can lie on it."""
        return not isinstance(self.effect, Income)


class Upgrade(_Named, frozen=True):
    """An upgrade tile for a garage."""

    stack: Literal["I", "II", "III"]
    vp: Count
    effect: UpgradeEffect


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A whole set. `digest` is made of its contents; `title` is what players are told that it is."""

    title: dict[str, str]
    base: Base
    boards: dict[str, Boards]
    rows: dict[str, RowEffect]
    """The bonuses of the depository's rows."""
    hq_items: Count
    hq_water: Count
    costs: dict[str, tuple[Goods, ...]]
    """Either-or prices of laboratory, foundry and control room."""
    stack_by_die: tuple[str, str, str, str, str, str]
    direction_by_die: tuple[str, str, str, str, str, str]
    rates: tuple[Rate, ...]
    advances: dict[str, Advance]
    setbacks: dict[str, Setback]
    caches: tuple[Count, ...]
    planet: dict[str, dict[Hex, HexData]]
    arrows: dict[tuple[Hex, str], Hex]
    clans: dict[str, Clan]
    items: dict[str, Item]
    events: dict[str, EventCard]
    last_event: str
    characters: dict[str, Character]
    farms: dict[str, FarmTile]
    upgrades: dict[str, Upgrade]
    digest: str = ""
    prefix: str = "circadians"
    """What the names of this set begin with."""

    def board(self, players: int) -> Boards:
        """Give the boards for a number of players."""
        return self.boards["1-2" if players < 3 else str(players)]

    @cached_property
    def names(self) -> dict[str, Mapping[str, str]]:
        """Every name of the set, by its key."""
        named: dict[str, Mapping[str, str]] = {f"{self.prefix}.set": self.title}
        for part in NAMED_PARTS:
            for one in getattr(self, part).values():
                named[f"{self.prefix}.{one.id}"] = one.names
        return named

    def name(self, id: str) -> Text:
        """Name a card or tile."""
        return name(f"{self.prefix}.{id}")


Part = TypeVar("Part")


def _one(data: Any, kind: Any, where: str) -> Any:
    """Read one entry; the message of a fault names it."""
    label = data.get("id", "") if isinstance(data, dict) else ""
    try:
        return msgspec.convert(data, type=kind)
    except msgspec.ValidationError as error:
        raise BadData(f"{where}{f' {label}' if label else ''}: {error}") from error


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise BadData(f"{where}: must be a list")
    return data


def _index(data: Any, kind: type[Part], where: str, *, least: int) -> dict[str, Part]:
    found: dict[str, Part] = {}
    for number, entry in enumerate(_list(data, where), start=1):
        id = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(id, str) or not id:
            raise BadData(f"{where}: entry {number} has no id")
        if not re.fullmatch("[0-9A-Za-z-]{1,40}", id):
            raise BadData(f"{where} {id[:60]}: an id is made of letters, digits and hyphens, 40 at most")
        if id in found:
            raise BadData(f"{where} {id}: stands twice")
        found[id] = one = _one(entry, kind, where)
        if isinstance(one, _Named):
            _check_names(one.names, f"{where} {id}")
    if len(found) < least:
        raise BadData(f"{where}: {len(found)} entries where at least {least} are needed")
    return found


def _check_names(names: Mapping[str, str], where: str) -> None:
    if not all(names.get(language, "").strip() for language in LANGUAGES):
        raise BadData(f"{where}: needs an English and a German name")
    if not all(one.isprintable() and len(one) <= LONGEST_NAME for one in names.values()):
        raise BadData(f"{where}: a name is one line of at most {LONGEST_NAME} characters")
    if any(sign in one for one in names.values() for sign in MARKUP):
        raise BadData(f"{where}: a name has none of these in it: {MARKUP}")


def _mapping(data: Any, where: str, keys: Iterable[str]) -> dict[str, Any]:
    if not isinstance(data, dict) or set(data) != set(keys):
        raise BadData(f"{where}: needs exactly these entries: {', '.join(keys)}")
    return data


def read(data: bytes, file: str, prefix: str = "") -> Components:
    """Read a set of components and check it; without a prefix its names begin with its digest.

    Raises:
        BadData: something is missing, unknown, of the wrong kind or amiss; the message names file and entry.

    """
    raw = _decode(data, file)
    parts = _mapping(raw, file, [field for field in Components.__struct_fields__ if field not in ("digest", "prefix")])
    read_parts: dict[str, Any] = {}
    for key, kind, least in (
        ("clans", Clan, 6), ("items", Item, 32), ("events", EventCard, ROUNDS), ("characters", Character, 8),
        ("farms", FarmTile, 3), ("upgrades", Upgrade, 3), ("advances", Advance, 6), ("setbacks", Setback, 6),
    ):  # fmt: skip
        read_parts[key] = _index(parts[key], kind, f"{file}: {key}", least=least)
    read_parts["boards"] = {
        key: _one(boards, Boards, f"{file}: boards {key}")
        for key, boards in _mapping(parts["boards"], f"{file}: boards", ("1-2", "3", "4")).items()
    }
    read_parts["rows"] = {
        key: _one(row, RowEffect, f"{file}: rows {key}")
        for key, row in _mapping(parts["rows"], f"{file}: rows", ROWS).items()
    }
    planet = {}
    for side, entries in _mapping(parts["planet"], f"{file}: planet", ("a", "b")).items():
        where = f"{file}: planet {side}"
        hexes = [_one(one, HexData, f"{where}, hex {number}") for number, one in enumerate(_list(entries, where), 1)]
        planet[side] = {(one.q, one.r): one for one in hexes}
        if len(planet[side]) != len(hexes):
            raise BadData(f"{file}: planet {side}: a hex stands twice")
    read_parts["planet"] = planet
    where = f"{file}: arrows"
    arrows = [
        _one(one, Arrow, f"{where}, entry {number}") for number, one in enumerate(_list(parts["arrows"], where), 1)
    ]
    read_parts["arrows"] = {(one.start, one.direction): one.end for one in arrows}
    read_parts["rates"] = tuple(_one(one, Rate, f"{file}: rates") for one in _list(parts["rates"], f"{file}: rates"))
    for key in ("title", "base", "hq_items", "hq_water", "costs", "stack_by_die", "direction_by_die", "caches",
                "last_event"):  # fmt: skip
        read_parts[key] = _one(parts[key], _type_of(key), f"{file}: {key}")
    found = Components(**read_parts)
    _check(found, file)
    digest = blake2b(msgspec.json.encode(_nameless(raw), order="deterministic"), digest_size=8).hexdigest()
    return msgspec.structs.replace(found, digest=digest, prefix=prefix or f"circadians.{digest}")


def _decode(data: bytes, file: str) -> Any:
    """Read JSON as people write it: with the mark that some editors put in front; the message says the line."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            label = found.get("id")
            raise ValueError(f"{label if isinstance(label, str) else 'an entry'} has “{twice}” twice")
        return found

    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=once)
    except UnicodeDecodeError as error:
        raise BadData(f"{file}: is not written in UTF-8 (byte {error.start})") from error
    except (ValueError, RecursionError) as error:
        raise BadData(f"{file}: {error}") from error


def _nameless(data: Any) -> Any:
    """Leave the names out: a game goes on when one of them is corrected."""
    if isinstance(data, dict):
        return {key: _nameless(value) for key, value in data.items() if key not in ("names", "title")}
    return [_nameless(one) for one in data] if isinstance(data, list) else data


def _type_of(key: str) -> Any:
    return next(field.type for field in msgspec.structs.fields(Components) if field.name == key)


def _check(found: Components, file: str) -> None:
    """Check the parts against each other."""

    def demand(holds: bool, what: str) -> None:
        if not holds:
            raise BadData(f"{file}: {what}")

    _check_names(found.title, f"{file}: title")
    _check_base(found.base, demand)
    for key, boards in found.boards.items():
        _check_boards(key, boards, demand)
    demand(set(found.costs) == {"lab", "foundry", "control"}, "costs: needs lab, foundry and control")
    demand(all(found.costs.values()), "costs: needs at least one price each")
    demand(set(found.stack_by_die) <= set(STACKS), "stack_by_die: a stack is I, II or III")
    demand(set(found.direction_by_die) <= set(DIRECTIONS), f"direction_by_die: one of {', '.join(DIRECTIONS)}")
    for rate in found.rates:
        demand(bool(rate.id and any(rate.give.amounts) and any(rate.get.amounts[:3])), f"rates {rate.id}: no trade")
    demand(len({rate.id for rate in found.rates}) == len(found.rates), "rates: an id stands twice")
    for kind in get_args(Resource):
        demand(any(getattr(rate.get, kind) for rate in found.rates), f"rates: nothing brings {kind}")
    for start, direction in found.arrows:
        demand(direction in DIRECTIONS, f"arrows {start}: {direction} is no direction")
    for side, hexes in found.planet.items():
        _check_planet(side, hexes, found, demand)
    for column in COLUMNS:
        for side in ("a", "b"):
            fits = [one for one in found.clans.values() if (one.column, one.side) == (column, side)]
            demand(len(fits) == 1, f"clans: needs one for {column}, side {side}")
    _check_cards(found, demand)


def _check_base(base: Base, demand: Demand) -> None:
    demand(len(base.garages) == len(GARAGES), f"base: needs {len(GARAGES)} garages")
    demand(len(base.farms) == len(FARMS), f"base: needs {len(FARMS)} farms")
    demand(base.garages[0].algae == 0, "base: the first garage costs nothing")
    printed = [number for number, spot in enumerate(base.farms, 1) if spot.effect is not None]
    demand(printed == [1, 2, 3], "base: farms 1 to 3 are printed, 4 to 6 are for tiles")
    demand(set(base.table) == set(get_args(Resource)), "base: the farm table needs water, algae and power")
    demand(base.most_dice <= len(GARAGES) <= base.dice, "base: every die needs a garage")
    demand(base.start_dice <= base.most_dice, "base: start_dice must be 1 to most_dice")
    demand(base.items_kept <= base.items_dealt <= 8, "base: items_kept must be 1 to items_dealt, which is 8 at most")
    demand(base.characters_dealt <= 2, "base: one or two characters are dealt")


def _check_boards(key: str, boards: Boards, demand: Demand) -> None:
    demand(set(boards.negotiation) == set(COLUMNS), f"boards {key}: negotiation needs {', '.join(COLUMNS)}")
    demand(set(boards.closed) < set(FACES), f"boards {key}: closed columns are among 1 to 6")
    demand(len({space.id for space in boards.market}) == len(boards.market), f"boards {key}: a market space twice")


def _check_planet(side: str, hexes: Mapping[Hex, HexData], found: Components, demand: Demand) -> None:
    demand(CENTRE in hexes, f"planet {side}: there is no hex 0, 0")
    corners = [one.corner for one in hexes.values() if one.corner]
    demand(len(set(corners)) == len(corners) == len(found.caches), f"planet {side}: one corner for each cache")
    for at in hexes:
        demand(max(map(abs, at)) <= FARTHEST, f"planet {side}: {at} lies more than {FARTHEST} from the centre")
        demand(any(add(at, step) in hexes for step in DIRECTIONS.values()), f"planet {side}: {at} lies alone")
    for (start, direction), end in found.arrows.items():
        demand(start in hexes and end in hexes, f"planet {side}: the arrow from {start} leads from or to nowhere")
        demand(add(start, DIRECTIONS[direction]) not in hexes, f"planet {side}: the arrow at {start} is no way out")


def _check_cards(found: Components, demand: Demand) -> None:
    demand(found.last_event in found.events, f"last_event: there is no event {found.last_event}")
    for stack in STACKS:
        demand(any(one.stack == stack for one in found.upgrades.values()), f"upgrades: nothing for stack {stack}")
    demand(len(found.farms) % 3 == 0, "farms: three stacks of the same height")
    demand(not any(isinstance(one.effect, Boost) for one in found.farms.values()), "farms: a tile cannot boost")
    for id, event in found.events.items():
        opens = isinstance(event.effect, RevealCaches)
        demand(opens == (id == found.last_event), f"events {id}: only the last event opens the caches")
    for where, effect in _effects(found):
        if isinstance(effect, Pip):
            demand(0 not in effect.choices and all(-5 <= n <= 5 for n in effect.choices), f"{where}: pips are 1 to 5")
    _check_ids(found, demand)
    for path, goods in _goods(found, ""):
        _check_goods(path, goods, demand)


def _check_ids(found: Components, demand: Demand) -> None:
    """Names are found by the ids alone, and some words have a meaning of their own where an id is typed."""
    at: dict[str, str] = {}
    for part in NAMED_PARTS:
        for id in getattr(found, part):
            demand(id not in at, f"{part} {id}: its id stands in {at.get(id)}, too")
            at[id] = part
    for part, word in (("advances", "skip"), ("rates", "stop")):
        ids = [one.id for one in found.rates] if part == "rates" else getattr(found, part)
        demand(word not in ids, f"{part} {word}: that word means something else; choose another id")


def _check_goods(path: tuple[str, ...], goods: Goods, demand: Demand) -> None:
    """What is paid are resources; nothing is negative but what an income takes, which is all that it does."""
    entry, field = " ".join(path[:-1]), path[-1]
    numbers = msgspec.structs.astuple(goods)
    if field == "income":
        demand(min(numbers) >= 0 or max(numbers) <= 0 == goods.item == goods.die,
               f"{entry}: an income gives, or takes resources; not both")  # fmt: skip
        numbers = tuple(map(abs, numbers))
    elif field in PAID or path[0] == "costs":
        demand(min(numbers) >= 0, f"{entry}: a negative price")
        demand(not goods.item and not goods.die, f"{entry}: cards and dice pay for nothing")
    demand(min(numbers) >= 0, f"{entry}: a negative number")
    demand(max(numbers) <= 99, f"{entry}: at most 99 of anything")


def _goods(part: Any, key: str, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Goods]]:
    """Give all goods of a part with the names of what they are in; the last one says what they are there for."""
    if isinstance(part, Goods):
        yield (*path, key), part
    elif isinstance(part, Income):
        yield from _goods(part.gain, "income", path)
    elif isinstance(part, msgspec.Struct):
        for field in part.__struct_fields__:
            yield from _goods(getattr(part, field), field, (*path, key) if key else path)
    elif isinstance(part, Mapping):
        for name, one in part.items():
            yield from _goods(one, str(name), (*path, key))
    elif isinstance(part, tuple):
        for number, one in enumerate(part, 1):
            yield from _goods(one, str(getattr(one, "id", number)), (*path, key))


def _effects(found: Components) -> Iterable[tuple[str, Effect | None]]:
    for part in NAMED_PARTS:
        for id, one in getattr(found, part).items():
            yield f"{part} {id}", one.effect
    for number, garage in enumerate(found.base.garages, 1):
        yield f"base, garage {number}", garage.effect
