"""The pictures of players' boards, the supply and battles: of every kind of position, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageChops, ImageDraw

from benchmarks.scenes.eclipse import SIX, at_round, laid_battle, largest_fight, played
from rendering.eclipse import battlefield, coming, sheet, tray
from rendering.eclipse.battle_looks import percent
from rendering.eclipse.blueprint import total_signs
from rendering.eclipse.parts import part_signs, part_tile, technology_tile
from rendering.eclipse.titles import breakable, part_title, technology_title
from rendering.eclipse.volleys import volleys_of
from rendering.kit import fonts
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import SOFT
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, Words
from rules.eclipse.battle_report import dice_text
from rules.eclipse.blueprints import stats
from rules.eclipse.combat import COLOURS
from rules.eclipse.components import PARTS, SHIPS, SPECIES, TECHNOLOGIES
from rules.eclipse.places import (
    blueprint_place,
    group_place,
    part_place,
    sector_place,
    side_place,
    slot_place,
    technology_place,
    track_place,
)
from rules.eclipse.prospect import Prospect, prospect_in
from rules.eclipse.state import ANCIENTS, EclipseState, Sector
from rules.eclipse.steps.battle import open_battle
from tests.rendering.eclipse.tables import fighting, full, random_game, robots_game
from tests.rendering.ink import watched

DRAW = PICTURES["eclipse"]
NAMES = ("Annegret", "Benjamin der Große von Hinterwald", "🎲", "W" * 32, "Emil", "Florentine")
GAMES = (robots_game(2, 3), robots_game(6, 1), random_game(6, 1), random_game(3, 2))


def context(language: str = "en", reader: int | None = None, marks: Marks | None = None) -> RenderContext:
    return RenderContext(Words(language, NAMES), (1,), None, 3, marks or Marks(), reader)


def marked(*places: str, kind: str = "") -> Marks:
    """All places offered, numbered from 1; the first is chosen."""
    numbers = {place: (str(at + 1),) for at, place in enumerate(places)}
    return Marks(frozenset(places), frozenset(places[:1]), numbers, kind)


def check(picture: Picture) -> None:
    assert picture.image.mode == "RGB"
    assert picture.image.size == (1600, 1200)
    assert 0 < len(picture.alt) <= MAX_ALT_TEXT
    assert "**" not in picture.alt


def pictures(view: EclipseState, language: str) -> Iterator[Picture]:
    for seat in range(len(view.players)):
        yield DRAW.tableau(view, seat, context(language))
    yield DRAW.parts["supply"](view, context(language, 0))
    yield DRAW.parts["supply"](view, context(language))
    yield DRAW.parts["battle"](view, context(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", range(len(GAMES)))
def test_no_text_or_sign_leaves_its_room_or_lies_over_another(game: int, language: str) -> None:
    views = GAMES[game]
    with watched() as complaints:
        for view in views[:: max(1, len(views) // 4)]:
            for picture in pictures(view, language):
                check(picture)
    assert not complaints


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_table_can_be_drawn(language: str) -> None:
    with watched() as complaints:
        for view in (full(), fighting()):
            for picture in pictures(view, language):
                check(picture)
    assert not complaints


def great_battle() -> EclipseState:
    late = played(6, 1)[at_round(played(6, 1), 8)].view
    home = next(id for id, sector in late.sectors.items() if sector.disc == 3 and not sector.ancients)
    return laid_battle(late, home, (3, 1)).view


def test_a_great_battle_is_drawn_with_the_chances_of_both_sides() -> None:
    view = great_battle()
    with watched() as complaints:
        picture = DRAW.post(view, context())
    assert not complaints
    check(picture)
    assert "If all fight to the end" in picture.alt
    assert "%" in picture.alt


def test_a_post_shows_the_battle_that_is_fought_and_else_the_galaxy() -> None:
    scene = largest_fight(played(3, 6), "fight")
    assert DRAW.post(scene.view, context()).alt == DRAW.parts["battle"](scene.view, context()).alt
    calm = played(3, 6)[3].view
    assert DRAW.post(calm, context()).alt == DRAW.board(calm, context()).alt


def test_who_is_without_a_species_has_an_empty_board() -> None:
    view = deepcopy(full())
    view.players[0].species = ""
    check(DRAW.tableau(view, 0, context()))
    assert "No species" in DRAW.tableau(view, 0, context()).alt


def test_reputation_tiles_of_others_are_not_told() -> None:
    scene = next(one for one in played(6, 1) if one.own(2).players[2].reputation and one.view.phase != "over")
    others = DRAW.tableau(scene.own(1), 2, context(reader=1))
    public = DRAW.tableau(scene.view, 2, context(reader=1))
    assert others.image.tobytes() == public.image.tobytes()
    assert others.alt == public.alt
    own = DRAW.tableau(scene.own(2), 2, context(reader=1))
    assert ImageChops.difference(own.image, public.image).getbbox()


@pytest.mark.parametrize(
    "places",
    [
        [slot_place(kind, slot) for kind in SHIPS for slot in range(3)],
        [blueprint_place(kind) for kind in SHIPS],
        [track_place("money"), track_place("influence")],
    ],
)
def test_what_may_be_picked_on_a_board_is_marked(places: list[str]) -> None:
    view = full()
    with watched() as complaints:
        picture = DRAW.tableau(view, 0, context(marks=marked(*places)))
    assert not complaints
    plain = DRAW.tableau(view, 0, context())
    assert ImageChops.difference(picture.image, plain.image).getbbox()
    assert picture.alt.startswith("Chosen: ")
    assert "You may pick: 2: " in picture.alt


@pytest.mark.parametrize("language", LANGUAGES)
def test_technologies_and_parts_are_marked_in_the_supply(language: str) -> None:
    view = full()
    places = [*map(technology_place, list(TECHNOLOGIES)[:9]), *map(part_place, tray.available(view.players[1])[:12])]
    with watched() as complaints:
        picture = DRAW.parts["supply"](view, context(language, 1, marked(*places)))
    assert not complaints
    plain = DRAW.parts["supply"](view, context(language, 1))
    assert ImageChops.difference(picture.image, plain.image).getbbox()


def test_whom_to_attack_and_where_to_retreat_is_marked_in_a_battle() -> None:
    view = fighting()
    places = [side_place(ANCIENTS), group_place(ANCIENTS, "ancient", 1), sector_place("224"), sector_place("101")]
    with watched() as complaints:
        picture = DRAW.parts["battle"](view, context(marks=marked(*places, kind="fight")))
    assert not complaints
    check(picture)
    assert picture.alt.startswith("Chosen: the Ancients. You may pick: 2: ")


def test_what_a_player_has_changed_is_bright() -> None:
    before, view = full(), full()
    view.players[0].placed["cruiser"] = ["", "plasma-cannon", "", "", "", ""]
    view.players[0].goods["money"] += 3
    now = context()
    plain, new = (sheet.draw(view, 0, replace(now, before=then)) for then in (None, before))
    assert ImageChops.difference(plain, new).getbbox()


def test_prices_are_the_readers_own() -> None:
    view = full()
    mine, base = (tray.draw(view, context(reader=reader)) for reader in (0, None))
    assert ImageChops.difference(mine, base).getbbox()
    assert "(3)" in DRAW.parts["supply"](view, context(reader=1)).alt


def test_no_chance_is_called_certain_that_is_not() -> None:
    told = [percent(one, Words("de")) for one in (0, 1e-4, 0.5, 0.9999, 1)]
    assert told == ["0 %", "1 %", "50 %", "99 %", "100 %"]
    assert percent(0.5, Words("en")) == "50%"


@pytest.mark.parametrize("exact", [True, False])
def test_chances_that_were_found_by_trying_are_marked_in_a_list_of_battles(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def write(pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, *given: Any, **more: Any) -> None:
        said.append(text)
        fonts.write(pen, at, text, *given, **more)

    def found(view: EclipseState, sector: Sector) -> Prospect | None:
        one = prospect_in(view, sector)
        return one and one._replace(odds=one.odds._replace(exact=exact))

    monkeypatch.setattr(coming, "write", write)
    monkeypatch.setattr(coming, "prospect_in", found)
    six = played(6, 1)
    DRAW.parts["battle"](six[at_round(six, 8)].view, context())
    chances = [text for text in said if "%" in text]
    assert chances
    assert all(text.startswith("~ ") != exact for text in chances)


def test_every_part_and_technology_has_its_own_tile() -> None:
    LAYERS.clear()
    for tiles in ([part_tile(id, 100) for id in PARTS], [technology_tile(id, 100) for id in TECHNOLOGIES]):
        assert len({tile.tobytes() for tile in tiles}) == len(tiles)
    assert part_signs("plasma-missile") == ("i:missile2", "i:missile2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_can_break_and_lose_nothing_by_it(language: str) -> None:
    words = Words(language, NAMES)
    titles = [*(technology_title(id, words) for id in TECHNOLOGIES), *(part_title(id, words) for id in PARTS)]
    assert all("eclipse." not in one for one in titles)
    assert breakable("Plasmakanonen").replace(SOFT, "") == "Plasmakanonen"
    longest = max(len(piece) for one in titles for word in one.split() for piece in word.replace("-", SOFT).split(SOFT))
    assert longest <= 13


def test_totals_of_every_printed_blueprint_are_signs() -> None:
    view = full()
    for seat, one in enumerate(view.players):
        assert one.species in SPECIES
        for kind in SHIPS:
            assert all(total_signs(stats(view.players[seat], kind)))


def test_a_battle_without_two_sides_is_said_to_be_over() -> None:
    view = full()
    sector = next(iter(view.sectors.values()))
    sector.ships, sector.ancients, sector.gcds = {0: {"cruiser": 1}}, 0, False
    assert battlefield.draw(view, open_battle(sector), context()).size == (1600, 1200)


def test_the_last_volleys_are_shown_with_the_dice_that_the_report_tells() -> None:
    scenes = [one for one in played(3, 6) if one.view.battle is not None]
    told = [volley for one in scenes if one.view.battle is not None for volley in volleys_of(one.view.battle)]
    assert told
    for volley in told:
        assert volley.dice
        assert all(1 <= die.roll <= 6 and die.damage in COLOURS for die in volley.dice)
        assert dice_text(volley.dice)
    assert any(volley.results for volley in told)
    with watched() as complaints:
        for scene in scenes:
            check(DRAW.post(scene.view, context("de")))
    assert not complaints


def test_the_supply_in_words_says_the_science_once_and_the_discount_of_each_category() -> None:
    scenes = played(4, 2)
    said = DRAW.parts["supply"](scenes[at_round(scenes, 5)].view, context(reader=1)).alt
    assert said.count("science stored") == 1
    assert said.count("Discount") == 3
    assert said.index("Discount") < said.index("Grid: ") < said.rindex("Discount")


def test_many_battles_to_come_are_told_with_who_fights_with_what() -> None:
    late = played(6, 1)[at_round(played(6, 1), 5)].view
    said = DRAW.parts["battle"](late, context()).alt
    assert said.count("If all fight") == said.count("Battle in") == 5


def test_a_late_board_is_told_in_german_with_all_its_technologies() -> None:
    late = played(6, 1)[at_round(played(6, 1), 8)].view
    for seat in range(len(late.players)):
        said = DRAW.tableau(late, seat, replace(context(), words=Words("de", SIX))).alt
        assert all(category in said for category in ("Militär: ", "Gitter: ", "Nano: "))
