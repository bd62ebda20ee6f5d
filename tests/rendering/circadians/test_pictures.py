"""The table of Circadians and its parts: what they show, and what they mark."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from rendering.circadians import table, yields
from rendering.circadians.board_tiles import PLACES_SHOWN, draw_location
from rendering.circadians.negotiation_board import draw_negotiation
from rendering.circadians.pictures import CircadiansPictures
from rendering.circadians.planet_map import PlanetMap, place_of, turned
from rendering.circadians.queue_line import to_come
from rendering.circadians.strips import dice_of, tally
from rendering.circadians.table import next_die
from rendering.circadians.tokens import SEALED
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.cache import LAYERS
from rendering.kit.numbers import GLANCE, MIN_NUMBER
from rendering.words import LANGUAGES
from rules.circadians.components import DIRECTIONS, ROWS
from rules.circadians.effects import Close
from rules.circadians.planet import hex_data
from rules.circadians.state import UNSEEN, CircadiansState, Die, Rules
from rules.circadians.steps.tiles import open_tiles
from rules.kernel import hexes
from tests.rendering.circadians.tables import GAME, context, marks, played, view_in
from tests.rendering.type_sizes import noted

PICTURES = CircadiansPictures()
BOX = (10, 10, 1010, 810)


def _place(view: CircadiansState, key: str, *, full: bool = True, **more: object) -> bytes:
    image = Image.new("RGB", (1020, 820))
    draw_location(image, view, context(**more), key, BOX, full=full)  # type: ignore[arg-type]
    return image.tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_positions_all_through_games_can_be_drawn_for_everybody(language: str) -> None:
    for seats in (1, 3):
        for scene in played(seats)[::90]:
            for reader in (*range(seats), None):
                view = scene.view(reader)
                for draw in (PICTURES.board, *PICTURES.parts.values()):
                    picture = draw(view, context(None, reader, language))
                    assert picture.image.size == (1600, 1200)
                    assert 0 < len(picture.alt) <= MAX_ALT_TEXT
                    assert "{" not in picture.alt


@pytest.mark.parametrize("key", PLACES_SHOWN)
@pytest.mark.parametrize("full", [False, True])
def test_a_die_at_a_place_is_seen(key: str, full: bool) -> None:
    view = view_in(2, "planning")
    view.hq = []
    bare = _place(view, key, full=full)
    die = Die(1, 5)
    if key == "depot":
        row = next(row for row in ROWS if view.depository[row][4] is None)
        view.depository[row][4] = die
    elif key in ("mine", "academy"):
        getattr(view, key)[0].append(die)
    elif key == "market":
        view.market["left"].append(die)
    else:
        getattr(view, key).append(die)
    assert _place(view, key, full=full) != bare


@pytest.mark.parametrize("key", PLACES_SHOWN)
def test_a_place_that_may_be_picked_has_its_number(key: str) -> None:
    view = view_in(2, "planning")
    for full in (False, True):
        with noted() as sizes:
            _place(view, key, full=full, one=marks("send", "elsewhere", key))
        assert ("2", MIN_NUMBER) in sizes.lines or ("2", 72) in sizes.lines


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        ("mine", ("mine:1", "mine:3")),
        ("academy", ("academy:1-1", "academy:1-2", "academy:4-1")),
        ("market-space", ("market:left", "market:any")),
        ("market", ("rate:3w=p", "rate:p=2a")),
        ("row", ("depot:upper-2", "depot:lower-2")),
    ],
)
def test_offered_spaces_are_numbered_with_the_die_as_a_ghost(kind: str, places: tuple[str, ...]) -> None:
    view = view_in(1, "planning")
    key = {"market-space": "market", "row": "depot"}.get(kind, kind)
    with noted() as sizes:
        asked = _place(view, key, one=marks(kind, *places, so_far=("garage:1", "value:2")), reader=0)
    assert not sizes.missing(tuple(str(n) for n in range(1, len(places) + 1)), MIN_NUMBER)
    other = _place(view, key, one=marks(kind, *places, so_far=("garage:1", "value:5")), reader=0)
    assert (asked != other) == (kind != "market")


def test_the_trade_that_a_space_is_asked_for_is_the_one_that_is_framed() -> None:
    view = view_in(1, "planning")
    asked = [
        _place(view, "market", one=marks("market-space", "market:left", "market:any", so_far=("garage:1", rate)))
        for rate in ("rate:3w=p", "rate:p=2a")
    ]
    assert asked[0] != asked[1]


def test_farms_may_be_picked_in_the_laboratory_and_each_has_its_number() -> None:
    view = view_in(2, "planning")
    with noted() as sizes:
        _place(view, "lab", one=marks("farm", *(f"farm-tile:{tile}" for tile in view.farms)))
    assert not sizes.missing(("1", "2", "3"), MIN_NUMBER)


@pytest.mark.parametrize("key", ["lab", "foundry"])
def test_the_tile_that_leaves_is_seen_among_the_open_ones(key: str) -> None:
    view = view_in(2, "planning")
    view.rules, view.tile_taken = Rules(tiles_leave=True), False
    view.open_since = dict.fromkeys(open_tiles(view), 2)
    tile = view.farms[1] if key == "lab" else view.upgrades["II"]
    before = _place(view, key)
    view.open_since[tile] = 1
    leaves = _place(view, key)
    assert leaves != before
    view.tile_taken = True
    assert _place(view, key) != leaves


def test_a_closed_place_looks_closed() -> None:
    view = view_in(2, "planning")
    view.event = next(id for id, one in view.parts.events.items() if isinstance(one.effect, Close))
    closed = view.parts.events[view.event].effect
    assert isinstance(closed, Close)
    shut = _place(view, closed.where[0])
    view.event = next(id for id, one in view.parts.events.items() if not isinstance(one.effect, Close))
    assert _place(view, closed.where[0]) != shut


def test_the_negotiation_board_numbers_spaces_and_warns_of_a_sum_beyond_the_limit() -> None:
    view = view_in(1, "planning")
    limit = view.parts.board(4).negotiation["red"].limit
    view.negotiation["red"][0] = Die(1, limit - 2)
    image = Image.new("RGB", (1600, 1100))
    with noted() as sizes:
        places = ("negotiation:green-2", "negotiation:red-2", "setback:4w", "clan:green")
        shown = context(marks("negotiate", *places, so_far=("value:4",)), 0)
        draw_negotiation(image, view, shown, (0, 0, 1600, 1100), full=True)
    assert not sizes.missing(("1", "2", "3", "4", f"{limit + 2}/{limit}"), MIN_NUMBER - 4)


def test_the_map_lies_as_the_rules_step() -> None:
    for name, direction in zip(DIRECTIONS, hexes.DIRECTIONS, strict=True):
        assert turned(DIRECTIONS[name]) == direction


def test_the_planet_can_be_drawn_around_a_harvester_with_numbers() -> None:
    view = view_in(3, "garages")
    at = view.players[0].harvester
    around = [hexes.add(at, step) for step in DIRECTIONS.values()]
    around = [one for one in around if one in view.parts.planet[view.side]]
    with noted() as sizes:
        shown = context(marks("move", *map(place_of, around)), 0)
        planet = PlanetMap(view, shown, (0, 0, 1600, 1100), some=[at, *around])
        planet.draw(Image.new("RGB", (1600, 1100)))
    assert planet.side > 130
    assert not sizes.missing(tuple(str(n) for n in range(1, len(around) + 1)), MIN_NUMBER)


def test_what_is_rolled_in_secret_reaches_no_picture_of_others() -> None:
    scene = next(scene for scene in played(3) if scene.state.phase == "planning" and scene.state.round == 2)
    one = scene.state.players[0]
    faces, plan = list(one.rolled), dict(one.plan)
    drawn = []
    for face in (1, 6):
        one.rolled, one.plan = [face] * len(faces), dict.fromkeys(plan, face)
        LAYERS.clear()
        picture = PICTURES.board(GAME.view(scene.position, 1), context(None, 1))
        drawn.append((picture.image.tobytes(), picture.alt))
    one.rolled, one.plan = faces, plan
    assert drawn[0] == drawn[1]


def test_dice_that_are_planned_are_sealed() -> None:
    view = view_in(2, "planning")
    hidden, _, _ = dice_of(view.players[0])
    assert hidden == [UNSEEN] * len(view.players[0].rolled)
    assert set(dice_of(view.players[0], sealed=True)[0]) == {SEALED}


def test_the_die_that_is_used_is_the_leftmost_one() -> None:
    scene = next(scene for scene in played(4) if scene.state.phase == "garages" and scene.state.turn >= 0)
    garages = scene.state.players[scene.state.turn].garages
    assert next_die(scene.state) == next(filter(None, garages))
    assert next_die(view_in(1, "planning")) == 0


def test_who_has_won_is_told_at_the_end_alone() -> None:
    last, early = played(3)[-1].view(None), view_in(2, "planning", 3)
    points = tally(last, context())
    assert points.winners
    assert max(points.points) == points.points[points.winners[0]]
    assert not tally(early, context()).winners


def test_marked_places_stand_first_in_the_alt_text_with_their_numbers() -> None:
    view = view_in(2, "planning")
    alt = PICTURES.board(view, context(marks("send", "mine", "hq"))).alt
    assert alt.startswith("May be picked: 1 · Mining camp")
    assert "2 · Headquarters" in alt
    places = ("academy:2-1", "depot:upper-3", "hex:0,0", "negotiation:red-1", "plan:4>g2", "rate:p=2a", "farm-tile:x")
    told = PICTURES.places(view, context(marks("send", *places), language="de")).alt
    for number in range(1, len(places) + 1):
        assert f"{number} · " in told


def test_the_next_die_is_not_told_before_what_the_last_one_brings_is_done() -> None:
    kinds = {"advance": 0, "send": 0}
    for scene in played(4):
        for prompt in GAME.prompts(scene.position):
            view = scene.view(None)
            if scene.state.phase != "garages" or prompt.kind not in kinds:
                continue
            kinds[prompt.kind] += 1
            _, garages = to_come(view)
            if prompt.kind == "send":
                assert next_die(view) == garages[0].value
                assert garages[0].seat == prompt.seat
            else:
                assert next_die(view) == 0
                assert not garages or garages[0].seat != prompt.seat or {die.seat for die in garages} == {prompt.seat}
    assert all(kinds.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_places_in_words_say_what_can_be_taken_there(language: str) -> None:
    view, told = view_in(4, "garages"), context(language=language)
    said = PICTURES.parts["places"](view, told).alt
    for tile in (*view.farms, *view.upgrades.values()):
        assert told.words.say(view.parts.name(tile)) in said


@pytest.mark.parametrize("side", ["a", "b"])
def test_what_harvesters_yield_stands_large_beside_the_map_of_the_table_and_covers_nothing(side: str) -> None:
    view = view_in(1, "planning")
    view.side = side
    for one, at in zip(view.players, [(0, -3), (3, -3), (-3, 1), (1, 0)], strict=True):
        one.harvester = at
    (box,) = drawn_maps(view)
    ink = Image.new("RGB", (1600, 1200))
    with noted() as sizes:
        yields.draw_yields(ink, view, box)
    amounts = [hex_data(view, one.harvester).harvest.amounts for one in view.players]
    counted = sorted(str(n) for goods in amounts for n in goods if n)
    assert sorted(said for said, size in sizes.lines if size == yields.SIZE >= GLANCE) == counted
    base = PlanetMap(view, context(), box)._base().getchannel("A")
    over = ImageChops.multiply(ink.convert("L").crop(box).point(lambda n: 255 * (n > 0)), base)
    assert ink.getbbox() is not None
    assert over.getbbox() is None, "nothing stands over the map"


def test_an_open_cache_yields_its_points_beside_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_in(1, "planning")
    view.players[0].harvester = (0, -3)
    assert yields.yields_of(view, 0) == ("2", "g:water", "2", "g:algae", "1", "g:power")
    monkeypatch.setattr(yields, "cache_open", lambda _: True)
    view.caches = {hex_data(view, (0, -3)).corner: 12}
    assert yields.yields_of(view, 0) == ("12", "g:vp")
    with noted() as sizes:
        yields.draw_yields(Image.new("RGB", (1600, 1200)), view, (14, 108, 510, 517))
    assert ("12", yields.SIZE) in sizes.lines


def drawn_maps(view: CircadiansState) -> list[tuple[int, int, int, int]]:
    """The boxes of the maps that the table has."""
    found: list[tuple[int, int, int, int]] = []

    class Noted(PlanetMap):
        def draw(self, image: Image.Image) -> None:
            found.append(self.box)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(table, "PlanetMap", Noted)
        table.draw(view, context())
    return found
