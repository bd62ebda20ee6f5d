"""The Automa's cards as data: decision cards, levels, faction cards; loaded once from `data/automa.json` and checked.

What the facts are and where they come from: docs/gaia.md. Names of the levels are in `NAMES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from rules.gaia.components import (
    BIG,
    FACTIONS,
    FEDERATIONS,
    GAIA,
    PACKAGE,
    ROUND_TILES,
    STRUCTURES,
    TRACKS,
    TRANSDIM,
)
from rules.kernel.data import index, load_file, names_under
from rules.kernel.errors import BadData

FILE = "automa.json"
ACADEMY = "academy"
"""Either academy, as the Automa makes no difference between them."""
PLAYERS_BOOSTERS, OPEN_BOOSTERS = 2, 3
"""Of five boosters two are held by the two opponents and three lie open."""

Does: TypeAlias = Literal["mine", "upgrade", "board", "highest", "random", "area", "faction"]
"""What a card or a part of a faction action does: build a mine, upgrade, take a power or Q.I.C. action, research in
its highest area, in any area, in a certain one; the faction action."""


class DecisionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision card: its action, and the icons by which it supports the action of the next card."""

    id: int
    does: Does
    vp: int
    stops: bool
    """Whether the Automa passes where this is among the last cards of its deck."""
    final: int | None
    """The final scoring tile that decides between planets: the first, the second, or none."""
    range: int
    direction: Literal["left", "right"]
    count: int
    end: Literal["left", "right"]
    """From which end is counted."""
    booster: int
    """The place of the open booster that is taken when the Automa passes, from 0."""
    first: int
    """The place of its first booster, from 0."""


class AutomaLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How strong the Automa is: the points that it begins with, and the cards of its deck."""

    id: str
    vp: int
    fixed: tuple[int, ...]
    """The cards of its deck at the start, besides one at random."""
    out: tuple[int, ...]
    """Cards that are not in the game."""
    extra: int
    """Points gained in addition each time that it gains some."""
    names: dict[str, str]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a faction action."""

    does: Does
    area: str = ""
    range: int = 0
    tie: Literal["", "transdim", "near"] = ""
    """What decides first between planets: Transdim ones, or the nearest to the player."""
    else_range: int = 0
    """Where no upgrade is possible a mine is built within this range; 0: nothing."""
    downgrade: bool = False
    """Whether turning a research lab into a trading station goes before all upgrades."""


class FactionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A faction as the Automa plays it."""

    id: str
    level: str
    """The research area in which it begins on level 1, if there is one."""
    mines: int
    vp: int
    parts: tuple[Part, ...]
    new_type_vp: int = 0
    """For a mine on a planet type that it has not had."""
    station_vp: int = 0
    """For an upgrade to a trading station."""
    board_twice: bool = False
    """Whether a card's power or Q.I.C. action is taken twice."""
    lab_research: bool = False
    """Whether research in any area follows an upgrade to a research lab."""


class AutomaData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file."""

    cards: tuple[DecisionCard, ...]
    levels: tuple[AutomaLevel, ...]
    factions: tuple[FactionCard, ...]
    rounds: dict[str, tuple[int, int]]
    """Round tile -> points when the Automa passes, in the first and in the second half of the game."""
    steps: dict[str, int]
    """Terraforming steps that planets besides those of the seven colours count as."""
    upgrades: tuple[tuple[str, str], ...]
    """What becomes what; the first that is possible is done."""
    tokens: int
    """Federation tokens of each kind that there are."""
    pass_zone: int
    """How many cards at the end of the deck can let it pass."""


def check(data: AutomaData) -> None:
    """Check the Automa's cards against each other and against the rest of the box.

    Raises:
        BadData: a card, a level, a faction or a tile is unknown, missing or has what cannot be.

    """
    ids = [card.id for card in data.cards]
    if ids != list(range(1, 18)):
        raise BadData(f"{FILE}: needs the cards 1 to 17 in their order, not {ids}")
    for card in data.cards:
        _check_card(card)
    for level in data.levels:
        unknown = Counter([*level.fixed, *level.out]) - Counter(ids)
        if unknown or level.extra < 0 or not 0 < data.pass_zone < len(level.fixed):
            raise BadData(f"{FILE}: the level {level.id} has no deck, or unknown or doubled cards")
    homes = [FACTIONS[one.id].home for one in data.factions if one.id in FACTIONS]
    if len(homes) != len(data.factions) or len(set(homes)) != len(homes):
        raise BadData(f"{FILE}: needs factions of different colours, not {[one.id for one in data.factions]}")
    for faction in data.factions:
        _check_faction(faction)
    _check_tables(data)


def _check_tables(data: AutomaData) -> None:
    if set(data.rounds) != set(ROUND_TILES):
        raise BadData(f"{FILE}: needs points for every round tile, and no others")
    if set(data.steps) != {GAIA, TRANSDIM}:
        raise BadData(f"{FILE}: needs the steps of Gaia and Transdim Planets, and no others")
    kinds = {kind for kind in STRUCTURES if kind not in BIG} | {"institute", ACADEMY}
    if not {kind for pair in data.upgrades for kind in pair} <= kinds:
        raise BadData(f"{FILE}: an upgrade has an unknown structure")
    if not 0 < data.tokens <= min(token.count for token in FEDERATIONS.values() if token.id != "gleens"):
        raise BadData(f"{FILE}: there are not {data.tokens} federation tokens of each kind")


def _check_card(card: DecisionCard) -> None:
    if card.does == "area" or (card.does == "faction" and card.vp):
        raise BadData(f"{FILE}: card {card.id} does what only faction cards do, or has their points")
    places = 0 <= card.booster < OPEN_BOOSTERS and 0 <= card.first < PLAYERS_BOOSTERS + OPEN_BOOSTERS
    if card.final not in (None, 0, 1) or card.range < 1 or card.count < 1 or card.vp < 0 or not places:
        raise BadData(f"{FILE}: card {card.id} has an icon that cannot be")


def _check_faction(faction: FactionCard) -> None:
    if faction.level not in ("", *TRACKS) or not 0 < faction.mines < STRUCTURES["mine"].count or not faction.parts:
        raise BadData(f"{FILE}: {faction.id} has an unknown research area, or too much or too little")
    for part in faction.parts:
        known = part.does != "faction" and (part.does == "area") == (part.area in TRACKS)
        if not known or (part.does == "mine") != (part.range > 0):
            raise BadData(f"{FILE}: {faction.id} has a part that lacks what it does")
        if (part.else_range or part.downgrade) and part.does != "upgrade":
            raise BadData(f"{FILE}: {faction.id} has an upgrade's alternative for something else")


def load() -> AutomaData:
    """Read and check the data file.

    Raises:
        BadData: see `check`.

    """
    data = load_file(PACKAGE, FILE, AutomaData)
    check(data)
    return data


_data = load()

CARDS: dict[int, DecisionCard] = {card.id: card for card in _data.cards}
LEVELS: dict[str, AutomaLevel] = index(_data.levels, FILE, expect=5)
FACTION_CARDS: dict[str, FactionCard] = {faction.id: faction for faction in _data.factions}
ROUND_POINTS = _data.rounds
STEPS = _data.steps
UPGRADES = _data.upgrades
TOKENS = _data.tokens
PASS_ZONE = _data.pass_zone

NAMES: dict[str, Mapping[str, str]] = names_under("gaia.level", LEVELS.values())
