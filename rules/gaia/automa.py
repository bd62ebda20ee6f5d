"""What the Automa chooses, and why: planets, upgrades, board actions, research areas (docs/gaia.md has the rulings).

Nothing here changes a state; `rules.gaia.steps.automa` carries out what is chosen here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from rules.gaia.automa_cards import ACADEMY, STEPS, UPGRADES, DecisionCard, FactionCard, Part
from rules.gaia.components import (
    ACADEMY_K,
    ACADEMY_Q,
    ACTIONS,
    FACTIONS,
    GAIA,
    LAB,
    MINE,
    SPACE,
    STATION,
    STRUCTURES,
    TOP,
    TRACKS,
    TRANSDIM,
)
from rules.gaia.counts import pieces_used, types
from rules.gaia.galaxy import galaxy, planet, steps_between
from rules.gaia.state import GaiaState, Player
from rules.kernel.text import TN, T, Text, name, player

ARROWS = {"right": "↗", "left": "↙"}
"""The ways in which the map as we draw it is read; the printed arrows are for a map turned by a twelfth."""
MOST_NAMED = 6
"""More places than these are counted, not named."""


class Chosen(msgspec.Struct, frozen=True):
    """A place, and what has decided for it, in order."""

    place: str
    why: list[Text]


class Rebuilt(msgspec.Struct, frozen=True):
    """A place whose structure becomes another one, and what has decided for it."""

    chosen: Chosen
    before: str
    after: str


class Field:
    """Places of which one after the other criterion leaves fewer."""

    def __init__(self, state: GaiaState, places: Iterable[str]) -> None:
        self.state, self.places = state, list(places)
        self.why: list[Text] = []

    def tell(self, what: Text) -> None:
        """Note what has left these places."""
        self.why.append(T("{what}: {places}", what=what, places=_named(self.places)))

    def keep(self, fits: Callable[[str], bool], what: Text) -> None:
        """Keep the places that fit, if any do."""
        left = [place for place in self.places if fits(place)]
        if left and len(left) < len(self.places):
            self.places = left
            self.tell(what)

    def least(self, count: Callable[[str], int], what: Text) -> None:
        """Keep the places with the lowest count."""
        counts = {place: count(place) for place in self.places}
        lowest = min(counts.values())
        self.keep(lambda place: counts[place] == lowest, what)

    def nearest(self) -> None:
        """Keep the places that are nearest to a planet of the player."""
        sky, theirs = galaxy(self.state), planets_of_player(self.state)
        self.least(lambda place: sky.nearest(place, theirs), T("nearest to {who}", who=player(0)))

    def first(self, card: DecisionCard) -> Chosen:
        """Choose the first one in the direction of a card."""
        if len(self.places) > 1:
            self.places = in_direction(self.state, self.places, card.direction)[:1]
            self.tell(T("direction {arrow}", arrow=ARROWS[card.direction]))
        return Chosen(self.places[0], self.why)


def _named(places: Sequence[str]) -> Text:
    if len(places) > MOST_NAMED:
        return TN("{n} planet", "{n} planets", len(places))
    return T("{places}", places=" ".join(places))


def rival(state: GaiaState) -> Player:
    """What the Automa has on the table."""
    me = state.rival
    assert me is not None, "nobody plays against the Automa"
    return me


def planets_of_player(state: GaiaState) -> list[str]:
    """The planets where the player has a structure, the Lost Planet and those of others included."""
    return state.players[0].places()


def in_direction(state: GaiaState, places: Iterable[str], direction: str) -> list[str]:
    """Order places as a card's arrow has it: row by row from above and the left, or backwards.

    The board lies so that its spaces form rows; on our map these rise to the right.
    """
    spaces = galaxy(state).spaces
    return sorted(places, key=lambda place: (-spaces[place].q, spaces[place].r), reverse=direction == "left")


def first_mine(state: GaiaState, home: str) -> list[str]:
    """The free planets of a type that are nearest to the middle of the map."""
    sky = galaxy(state)
    taken = {place for one in state.players for place in one.structures}
    free = [place for place in sky.planets if planet(state, place) == home and place not in taken]
    row = sky.distance[sky.at[0, 0]]
    least = min(row[place] for place in free)
    return [place for place in free if row[place] == least]


def mine(state: GaiaState, card: DecisionCard, reach: int, tie: str = "") -> Chosen | None:
    """Choose where a mine goes, by the icons of the support card; None where none can be built."""
    me, sky = rival(state), galaxy(state)
    if pieces_used(state, me, MINE) >= STRUCTURES[MINE].count:
        return None
    taken = {place for one in state.players for place in (*one.structures, *one.sent_formers)}
    field = Field(state, (one for one in sky.planets if one not in taken and sky.nearest(one, me.structures) <= reach))
    if not field.places:
        return None
    field.tell(T("range {n}", n=reach))
    if tie == "transdim":
        field.keep(lambda place: planet(state, place) == TRANSDIM, T("Transdim Planets"))
    elif tie == "near":
        field.nearest()
    if card.final is not None:
        _by_final_tile(state, field, state.final_tiles[card.final])
    field.least(lambda place: steps(state, place), T("fewest terraforming steps"))
    field.nearest()
    return field.first(card)


def _by_final_tile(state: GaiaState, field: Field, tile: str) -> None:
    """Keep the places that raise what a final scoring tile counts, where that depends on the place."""
    me, spaces = rival(state), galaxy(state).spaces
    if tile == "sectors":
        known = {spaces[place].sector for place in me.structures}
        field.keep(lambda place: spaces[place].sector not in known, T("new sectors"))
    elif tile == "types":
        field.keep(lambda place: is_new_type(state, place), T("new planet types"))
    elif tile == "gaia":
        field.keep(lambda place: planet(state, place) in (GAIA, TRANSDIM), T("Gaia and Transdim Planets"))


def is_new_type(state: GaiaState, place: str) -> bool:
    """Whether the Automa has no planet of a place's type; a Transdim Planet becomes a Gaia Planet."""
    kind = planet(state, place)
    return (GAIA if kind == TRANSDIM else kind) not in types(state, rival(state))


def steps(state: GaiaState, place: str) -> int:
    """How many terraforming steps a planet counts as."""
    kind = planet(state, place)
    return STEPS[kind] if kind in STEPS else steps_between(FACTIONS[rival(state).faction].home, kind)


def satellite(state: GaiaState, place: str, card: DecisionCard) -> str:
    """Where the satellite of a mine goes that touches nothing of the Automa's; empty where it touches, or has no room.

    It counts for a final scoring tile and does nothing else, so we choose: the first free space.
    """
    me, around = rival(state), galaxy(state).neighbours[place]
    if any(other in me.structures for other in around):
        return ""
    spaces = [other for other in around if planet(state, other) == SPACE]
    free = [other for other in spaces if other not in me.satellites] or spaces
    return in_direction(state, free, card.direction)[0] if free else ""


def upgrade(state: GaiaState, card: DecisionCard, *, downgrade: bool = False) -> Rebuilt | None:
    """Choose what becomes what; None where nothing can. With `downgrade` the Firaks' goes first."""
    me = rival(state)
    for before, after in ((LAB, STATION), *UPGRADES) if downgrade else UPGRADES:
        piece = _piece(state, me, after)
        places = [place for place, kind in me.structures.items() if kind == before]
        if piece and places:
            field = Field(state, places)
            field.nearest()
            return Rebuilt(field.first(card), before, piece)
    return None


def _piece(state: GaiaState, me: Player, kind: str) -> str:
    """A piece of a kind that is left; empty where none is."""
    kinds = (ACADEMY_K, ACADEMY_Q) if kind == ACADEMY else (kind,)
    return next((one for one in kinds if pieces_used(state, me, one) < STRUCTURES[one].count), "")


def counted(options: Sequence[str], card: DecisionCard) -> str:
    """Count along the options from an end, beginning again at that end where they run out."""
    number = (card.count - 1) % len(options)
    return options[number] if card.end == "left" else options[-1 - number]


def count_text(options: Sequence[str], card: DecisionCard) -> Text:
    """Say how the options were counted."""
    if card.end == "left":
        return T("number {n} from the left of {all}", n=card.count, all=len(options))
    return T("number {n} from the right of {all}", n=card.count, all=len(options))


def board_actions(state: GaiaState) -> list[str]:
    """The power and Q.I.C. actions that are free, from left to right."""
    return [id for id in ACTIONS if id not in state.taken]


def areas(state: GaiaState, *, highest: bool = False) -> list[str]:
    """The research areas in which the Automa can do something, from left to right; with `highest` its highest ones."""
    levels = rival(state).research
    found = [track for track in TRACKS if can_research(state, track)]
    if not highest:
        return found
    most = max((levels[track] for track in found), default=0)
    return [track for track in found if levels[track] == most]


def can_research(state: GaiaState, track: str) -> bool:
    """Whether the Automa can go up in an area, or take away its advanced tile."""
    level = rival(state).research[track]
    if level < TOP - 1:
        return True
    return level == TOP - 1 and (track in state.advanced or state.players[0].research[track] < TOP)


def does_text(does: str) -> Text:
    """What a card or a part of a faction action does, in short."""
    return {
        "mine": T("build a mine"),
        "upgrade": T("upgrade"),
        "board": T("power or Q.I.C. action"),
        "highest": T("research in its highest area"),
        "random": T("research in any area"),
        "faction": T("faction action"),
    }[does]


def part_text(part: Part) -> Text:
    """What a part of a faction action does."""
    if part.does == "area":
        return T("research in {area}", area=name(f"gaia.track.{part.area}"))
    if part.does == "mine" and part.tie == "transdim":
        return T("build a mine within range {n}, Transdim Planets first", n=part.range)
    if part.does == "mine" and part.tie == "near":
        return T("build a mine within range {n}, nearest to the player first", n=part.range)
    if part.does == "mine":
        return T("build a mine within range {n}", n=part.range)
    if part.else_range:
        return T("upgrade, or else build a mine within range {n}", n=part.else_range)
    if part.downgrade:
        return T("turn a research lab into a trading station, or else upgrade")
    return does_text(part.does)


def icons_text(card: DecisionCard) -> list[Text]:
    """What a card decides when it supports another one."""
    tiles = [T("first final scoring tile"), T("second final scoring tile")]
    end = T("{n} from the left", n=card.count) if card.end == "left" else T("{n} from the right", n=card.count)
    return [
        T("no final scoring tile") if card.final is None else tiles[card.final],
        T("range {n}", n=card.range),
        T("direction {arrow}", arrow=ARROWS[card.direction]),
        end,
    ]


def abilities(faction: FactionCard) -> list[Text]:
    """What the Automa can always do with a faction."""
    said = []
    if faction.new_type_vp:
        said.append(T("each mine on a new planet type brings {n} VP", n=faction.new_type_vp))
    if faction.station_vp:
        said.append(T("each upgrade to a trading station brings {n} VP", n=faction.station_vp))
    if faction.board_twice:
        said.append(T("the power or Q.I.C. action of a card is taken twice"))
    if faction.lab_research:
        said.append(T("research in any area follows each upgrade to a research lab"))
    return said
