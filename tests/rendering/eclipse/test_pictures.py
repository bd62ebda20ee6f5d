"""The pictures of Eclipse's galaxy: of every kind of position, in both languages, readable and always the same."""

from __future__ import annotations

from copy import deepcopy
from math import dist
from unittest import mock

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from benchmarks.scenes.eclipse import asked, played
from rendering.eclipse import map as map_module
from rendering.eclipse import pieces as pieces_module
from rendering.eclipse import strips
from rendering.eclipse.battle import ahead
from rendering.eclipse.changes import changed, moves
from rendering.eclipse.layout import bounds, centre, corners, is_turned, whole
from rendering.eclipse.map import Map, homes_to_come, open_places
from rendering.eclipse.pieces import Extra, Nook, Pieces, Taken
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.numbers import number_badge
from rendering.kit.palette import BRASS, RED, Colour
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, Words
from rules.eclipse.components import SPECIES
from rules.eclipse.galaxy import EDGES, place
from rules.eclipse.game import EclipseGame
from rules.eclipse.places import hex_place, sector_place
from rules.eclipse.state import EclipseState
from rules.eclipse.steps.explore import places
from rules.kernel.hexes import Hex, add, within
from rules.kernel.rng import Rng
from rules.kernel.text import name
from tests.rendering.eclipse.tables import fighting, full, random_game, robots_game
from tests.rendering.ink import inscribed, watched
from tests.rendering.type_sizes import noted

DRAW = PICTURES["eclipse"]
NAMES = ("Annegret", "Benjamin der Große von Hinterwald", "🎲", "W" * 32, "Emil", "Florentine")
GAMES = (robots_game(2, 3), robots_game(4, 2), robots_game(6, 1), random_game(6, 1), random_game(3, 2))
BOX = (0, 0, 1600, 1200)


def context(before: EclipseState | None = None, marks: Marks | None = None, language: str = "en") -> RenderContext:
    """For an onlooker of a table where the second seat must act."""
    return RenderContext(Words(language, NAMES), (1,), before, 3, marks or Marks())


def check(picture: Picture) -> None:
    """What holds for every picture."""
    assert picture.image.mode == "RGB"
    assert picture.image.width == 1600
    assert 4 / 3 <= picture.image.width / picture.image.height <= 16 / 9
    assert 0 < len(picture.alt) <= MAX_ALT_TEXT


def has(image: Image.Image, colour: Colour, middle: tuple[float, float], reach: float) -> bool:
    """Whether a colour is seen within a square around a point."""
    x, y = middle
    part = image.crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach)))
    return any(one == colour for _, one in part.getcolors(part.width * part.height) or [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", range(len(GAMES)))
def test_no_text_or_sign_leaves_its_room_or_lies_over_another(game: int, language: str) -> None:
    views = GAMES[game]
    with watched() as complaints:
        for at in range(0, len(views), max(1, len(views) // 3)):
            now = context(views[max(0, at - 1)], language=language)
            check(DRAW.board(views[at], now))
            check(DRAW.parts["map"](views[at], now))
    assert not complaints


def test_every_moment_of_a_table_can_be_drawn() -> None:
    views = [full(), fighting(), played(2, 3)[0].view, *(scene.view for scene in played(4, 2)[::60])]
    for view in views:
        check(DRAW.board(view, context()))
    empty = deepcopy(full())
    empty.sectors.clear()
    empty.round, empty.phase = 0, "setup"
    for one in empty.players:
        one.species = ""
    check(DRAW.board(empty, context()))
    check(DRAW.parts["map"](empty, context()))


def test_the_same_view_gives_the_same_picture_and_stars_belong_to_the_table() -> None:
    view = robots_game(4, 2)[4]
    one, again = (DRAW.board(view, context()).image for _ in range(2))
    assert one.tobytes() == again.tobytes()
    other = DRAW.board(view, RenderContext(Words("en", NAMES), (1,), None, 4)).image
    assert ImageChops.difference(one, other).getbbox()


@pytest.mark.parametrize("turned", [False, True])
def test_neighbours_lie_across_their_edges(turned: bool) -> None:
    for hex in within((0, 0), 2):
        for edge in EDGES:
            assert dist(centre(hex, turned=turned), centre(add(hex, edge), turned=turned)) == pytest.approx(3**0.5)
    left, top, right, bottom = bounds(whole([(0, 0)]), turned=turned)
    assert (right - left > bottom - top) != turned


def test_the_whole_galaxy_is_in_the_picture_with_every_place_that_somebody_can_explore() -> None:
    for view in (views[at] for views in GAMES for at in (1, -2)):
        image = Image.new("RGB", (1600, 1200))
        drawn = Map(image, view, context(), (40, 60, 1100, 1160), full=False)
        for hex in drawn.at:
            x, y = drawn.middle(hex)
            assert 40 + drawn.side * 0.86 <= x <= 1101 - drawn.side * 0.86
            assert 60 + drawn.side * 0.86 <= y <= 1161 - drawn.side * 0.86
        free = set(open_places(view).values())
        for seat, one in enumerate(view.players):
            if one.species and not one.out:
                assert set(places(view, seat)) <= free or any(
                    "wormhole-generator" in other.technologies for other in view.players
                )


def test_in_a_small_galaxy_the_numbers_of_sectors_are_large_and_only_the_map_alone_has_everything() -> None:
    view = full()
    with noted() as sizes:
        DRAW.board(view, context())
    assert not sizes.missing(tuple(view.sectors), 32)
    with mock.patch.object(map_module, "Pieces", wraps=Pieces) as pieces:
        DRAW.board(view, context())
        DRAW.parts["map"](view, context())
    drawn = [call.kwargs["brief"] for call in pieces.call_args_list]
    assert drawn == [True] * len(view.sectors) + [False] * len(view.sectors)


def test_a_crop_fills_its_box_and_a_galaxy_is_turned_alike_in_every_picture() -> None:
    view = robots_game(6, 1)[-3]
    image = Image.new("RGB", (1600, 1200))
    sector = view.sectors["102"]
    near = Map(image, view, context(), BOX, full=True, hexes=within((sector.q, sector.r), 1))
    far = Map(image, view, context(), BOX, full=True)
    assert near.side > 2 * far.side
    assert near.turned == far.turned == is_turned(view)
    assert dist(near.middle((sector.q, sector.r)), (800, 600)) < 1
    assert near.middle_of("102") == near.middle((sector.q, sector.r))


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_rings_around_what_must_be_seen_are_not_cut_off(game: int) -> None:
    for view in GAMES[game][1::3]:
        at = [(sector.q, sector.r) for sector in view.sectors.values()] or [(0, 0)]
        drawn = Map(Image.new("RGB", (1600, 1200)), view, context(), BOX, full=False, hexes=at)
        for hex in drawn.at:
            for x, y in corners(drawn.middle(hex), drawn.side * 1.06, turned=drawn.turned):
                assert BOX[0] <= x <= BOX[2]
                assert BOX[1] <= y <= BOX[3]


def test_a_galaxy_is_turned_alike_from_the_beginning_of_a_game_to_its_end() -> None:
    for views in GAMES:
        assert len({is_turned(view) for view in views}) == 1


def test_a_tall_galaxy_is_drawn_with_upright_words() -> None:
    view = full()
    for at, sector in enumerate(view.sectors.values()):
        sector.q, sector.r = at % 2, at // 2
    check(DRAW.board(view, context()))


def test_a_battle_that_is_coming_has_a_red_ring_and_its_line() -> None:
    view = robots_game(6, 1)[-10]
    assert ahead(view)
    image = Image.new("RGB", (1600, 1200))
    drawn = Map(image, view, context(), BOX, full=False)
    drawn.draw()
    fought = {sector.id for sector in ahead(view)}
    for sector in view.sectors.values():
        x, y = drawn.middle((sector.q, sector.r))
        corner = (x + drawn.side / 2, y - drawn.side * 3**0.5 / 2)
        if sector.id in fought:
            assert has(image, RED, corner, drawn.side * 0.25)
    alt = DRAW.board(view, context()).alt
    # Many battles are told in short, so that who holds what is told, too.
    assert f"Battles in: {ahead(view)[0].id} (" in alt
    assert " holds " in alt
    first = ahead(view)[0]
    alone = replace(view, sectors={first.id: first})
    assert f"Battle in {first.id}: " in DRAW.board(alone, context()).alt


@pytest.mark.parametrize(("language", "said"), [("en", "no species yet"), ("de", "noch keine Rasse")])
def test_the_alt_text_says_of_whom_no_species_is_known_yet(language: str, said: str) -> None:
    position, _ = EclipseGame().setup({}, 2, Rng("0a"))
    view = EclipseGame().view(position, None)
    alt = DRAW.board(view, context(language=language)).alt
    assert f"{NAMES[0]}: {said}. {NAMES[1]}: {said}." in alt or f"{NAMES[1]}: {said}. {NAMES[0]}: {said}." in alt


def test_what_may_be_picked_is_ringed_and_its_number_covers_no_number_of_its_sector() -> None:
    view = robots_game(4, 2)[4]
    ids = list(view.sectors)[:3]
    free = next(iter(open_places(view).values()))
    where = [*(sector_place(id) for id in ids), hex_place(free)]
    numbers = {place: (str(at + 1),) for at, place in enumerate(where)}
    marks = Marks(frozenset(where), frozenset(), numbers)
    boxes: dict[str, tuple[int, int, int, int]] = {}

    def noted(*args: object, **kwargs: object) -> tuple[int, int, int, int]:
        box = number_badge(*args, **kwargs)  # type: ignore[arg-type]
        boxes[str(args[2])] = box
        return box

    image = Image.new("RGB", (1600, 1200))
    hexes: list[Hex] = [(view.sectors[id].q, view.sectors[id].r) for id in ids]
    drawn = Map(image, view, context(marks=marks), BOX, full=True, hexes=[*hexes, place(free)])
    with mock.patch.object(map_module, "number_badge", noted):
        drawn.draw()
    assert sorted(boxes) == ["1", "2", "3", "4"]
    for number, hex in zip("123", hexes, strict=True):
        x, y = drawn.middle(hex)
        left, top, right, bottom = boxes[number]
        # The number of the sector stands around this point.
        assert not (left < x < right and top < y - drawn.side * 0.57 < bottom)
        assert has(image, BRASS, (x, y), drawn.side)
    alt = DRAW.parts["map"](view, context(marks=marks)).alt
    assert alt.startswith(f"You may pick: 1: sector {ids[0]}")
    assert f"4: place {free}." in alt


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("side", [110, 155, 224])
def test_a_number_lies_wholly_in_its_sector_and_over_nothing_there(side: int, turned: bool) -> None:
    view = full()
    image = Image.new("RGB", (600, 600))
    middle = (300.0, 300.0)
    inside = Image.new("1", image.size)
    ImageDraw.Draw(inside).polygon(corners(middle, side, turned=turned), fill=1)
    extra = Extra("9")
    [(left, top, right, low)] = taken = Nook(middle, side, turned=turned).taken(extra)
    badge = Image.new("1", image.size)
    ImageDraw.Draw(badge).ellipse((left + 4, top, right - 4, low), fill=1)
    assert ImageChops.subtract(badge.convert("L"), inside.convert("L")).getbbox() is None
    for sector in view.sectors.values():
        lies: list[tuple[float, float, float, float]] = []

        def noted(_: Image.Image, one: Image.Image, at: tuple[float, float], *, lies: list[Taken] = lies) -> None:
            lies.append((at[0] - one.width / 2, at[1] - one.height / 2, at[0] + one.width / 2, at[1] + one.height / 2))

        with mock.patch.object(pieces_module, "place", noted):
            Pieces(image, view, sector, middle, side, turned=turned, extra=extra, taken=taken).draw()
        over = [one for one in lies if one[0] < right - 8 and one[2] > left and one[1] < low - 8 and one[3] > top + 8]
        assert over == [], sector.id


def test_a_change_gets_a_halo_and_is_told() -> None:
    views = robots_game(4, 2)
    before, view = views[3], views[4]
    hexes = changed(view, context(before))
    assert hexes
    assert changed(view, context(view)) == set()
    assert changed(view, context()) == set()
    plain, haloed = (DRAW.parts["map"](view, context(then)).image for then in (None, before))
    assert ImageChops.difference(plain, haloed).getbbox()
    shuffled = deepcopy(view)
    for sector in shuffled.sectors.values():
        sector.ships = dict(reversed(sector.ships.items()))
    assert changed(shuffled, context(view)) == set()


def test_a_ship_that_has_moved_is_found_where_it_came_from() -> None:
    view = robots_game(4, 2)[4]
    origin, end = (one for one in list(view.sectors.values())[:2])
    before, after = deepcopy(view), deepcopy(view)
    for state, sector in ((before, origin), (after, end)):
        for one in (origin, end):
            state.sectors[one.id].ships.pop(2, None)
        state.sectors[sector.id].ships[2] = {"cruiser": 2}
    assert moves(after, context(before)) == [(2, (origin.q, origin.r), (end.q, end.r))]
    assert moves(after, context(after)) == []
    check(DRAW.board(after, context(before)))


def test_every_sector_on_the_map_shows_what_lies_in_it() -> None:
    view = full()
    with mock.patch.object(map_module, "Pieces", wraps=Pieces) as pieces:
        DRAW.parts["map"](view, context())
    assert {call.args[2].id for call in pieces.call_args_list} == set(view.sectors)


def test_numbers_of_places_to_explore_are_offered() -> None:
    scene = asked(played(2, 3), "explore", 2)
    prompt = scene.prompts[0]
    picture = DRAW.panel(scene.view, prompt.seat, context(marks=Marks.of(prompt)))
    check(picture)
    assert picture.alt.startswith("You may pick: 1: ")


def test_before_all_have_a_species_the_map_shows_where_the_homes_will_lie() -> None:
    game = EclipseGame()
    position, _ = game.setup({"species": "choose"}, 4, Rng(f"{3:032x}"))
    view = game.view(position, None)
    homes = homes_to_come(view)
    assert sorted(homes.values()) == [0, 1, 2, 3]
    check(DRAW.board(view, context()))
    assert homes_to_come(robots_game(4, 2)[2]) == {}


@pytest.mark.parametrize("species", [sorted(SPECIES)[:6], sorted(SPECIES)[6:]])
def test_no_name_of_a_species_is_cut_in_german(species: list[str]) -> None:
    view = deepcopy(full())
    for one, id in zip(view.players, species, strict=True):
        one.species = id
    words = Words("de", tuple("ABCDEF"))
    points = {"total": 44, "left": 0}
    with inscribed() as said, mock.patch.object(strips, "score", return_value=points):
        DRAW.board(view, RenderContext(words, (1,)))
    written = {text for _, text in said}
    assert {words.say(name(f"eclipse.species.{id}")) for id in species} <= written
