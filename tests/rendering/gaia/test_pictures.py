"""The pictures of Gaia Project: of every kind of position, in both languages, readable and always the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from functools import cache
from multiprocessing import get_context
from types import ModuleType
from unittest import mock

import msgspec
import pytest
from PIL import Image, ImageChops

from benchmarks.scenes.gaia import Scene, played, recorded
from rendering.gaia import board, choices, research, scoring, tableau, tracks, widgets
from rendering.gaia.looks import PLANETS
from rendering.gaia.signs import signs_size, signs_width
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.cache import LAYERS
from rendering.kit.encode import encode
from rendering.kit.fonts import ELLIPSIS, MIN_SIZE
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, Colour
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, Words
from rules.gaia.components import BOOSTERS, FACTIONS, FEDERATIONS, FINAL_TILES, ROUND_TILES, TILES
from rules.gaia.components import NAMES as NAMES_OF_GAIA
from rules.gaia.scoring import final_points, standings
from rules.gaia.state import GaiaState, OwnTile, OwnToken
from rules.gaia.steps.actions import specials
from tests.rendering.ink import inscribed, watched

DRAW = PICTURES["gaia"]
NAMES = ("Annegret", "Benjamin der Große von Hinterwald", "🎲", "W" * 32)
SHORT = ("Ann", "Ben", "Cy", "Di")
PARTS = ("map", "research", "scoring")
EXAMPLES = ("rnd-014", "rnd-233", "rnd-043", "setup")


@cache
def game(name: str) -> list[Scene]:
    """A recorded game: rnd-014 two players, rnd-233 three, rnd-043 four."""
    return list(recorded(name))


@cache
def setup_game() -> list[Scene]:
    """The beginning of a game: no faction yet, no map yet, sectors turned, first mines, boosters."""
    config = {"setup": "advanced", "map": "method1", "turning": "last"}
    return list(played(4, config, seed=3, answers=90))


def late() -> GaiaState:
    """A full table."""
    return deepcopy(game("rnd-043")[-12].state)


def marks(scene: Scene, seat: int) -> Marks:
    """What a seat is asked."""
    return Marks.of(next((prompt for prompt in scene.prompts if prompt.seat == seat), None))


def check(picture: Picture) -> None:
    """What holds for every picture."""
    assert picture.image.mode == "RGB"
    assert picture.image.width == 1600
    assert 4 / 3 <= picture.image.width / picture.image.height <= 16 / 9
    assert 0 < len(picture.alt) <= MAX_ALT_TEXT


def draw_all(scene: Scene, before: GaiaState | None, words: Words) -> None:
    """Draw every kind of picture of a position."""
    context = RenderContext(words, scene.waiting, before, 3)
    check(DRAW.board(scene.state, context))
    for part in PARTS:
        check(DRAW.parts[part](scene.state, context))
    for seat in range(len(scene.state.players)):
        check(DRAW.tableau(scene.state, seat, context))
    for seat in scene.waiting[:1]:
        check(DRAW.hand(scene.state, seat, context))
        check(DRAW.panel(scene.state, seat, RenderContext(words, scene.waiting, None, 3, marks(scene, seat))))


def draw_game(name: str, words: Words, *, scenes: int) -> None:
    """Draw everything of so many scenes of an example, from its first to its last."""
    every = setup_game() if name == "setup" else game(name)
    for number in range(scenes):
        at = number * (len(every) - 1) // (scenes - 1)
        draw_all(every[at], every[max(0, at - 6)].state, words)


@contextmanager
def cramped() -> Iterator[list[str]]:
    """Collect rows of signs that do not fit their room even at the least size."""
    complaints: list[str] = []

    def size(signs: tuple[str, ...], room: int, most: int, least: int = MIN_SIZE) -> int:
        chosen = signs_size(signs, room, most, least)
        if signs_width(signs, chosen) > room:
            complaints.append(f"{signs} are {signs_width(signs, chosen)} wide in {room}")
        return chosen

    modules: tuple[ModuleType, ...] = (board, choices, research, scoring, tableau, tracks, widgets)
    with ExitStack() as stack:
        for module in modules:
            stack.enter_context(mock.patch.object(module, "signs_size", size))
        yield complaints


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_no_text_or_sign_leaves_its_room_or_lies_over_another(name: str, language: str) -> None:
    with watched() as complaints, cramped() as rows:
        draw_game(name, Words(language, NAMES), scenes=6)
    assert complaints == []
    assert rows == []


def test_the_beginning_has_every_kind_of_panel() -> None:
    kinds = {prompt.kind for scene in setup_game() for prompt in scene.prompts}
    assert {"faction", "turn-sectors", "first", "booster"} <= kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_booster_and_token_fits_wherever_it_may_lie(language: str) -> None:
    context = RenderContext(Words(language, NAMES), (0,))
    with watched() as complaints, cramped() as rows:
        for step in range(10):
            state = late()
            state.round, state.phase = 1 + step % 6, "actions"
            state.round_tiles = [list(ROUND_TILES)[(step + at) % 10] for at in range(6)]
            state.final_tiles = [list(FINAL_TILES)[(step + at) % 6] for at in range(2)]
            state.boosters = [list(BOOSTERS)[(step + at) % 10] for at in range(3 if step < 5 else 7)]
            for seat, one in enumerate(state.players):
                one.booster = list(BOOSTERS)[(step + seat) % 10]
                one.passed = step == seat
                ids = list(TILES)
                one.tiles = [OwnTile(ids[(6 * step + at) % len(ids)], "free1", at == 1) for at in range(3 * seat)]
                one.tokens = [OwnToken(list(FEDERATIONS)[(step + at) % 7], at % 2 == 0) for at in range(2 * seat)]
            state.tech = dict(zip(state.tech, ([*list(TILES)[step % 9 :], *TILES])[:9], strict=True))
            adv = [id for id in TILES if id.startswith("adv-")]
            state.advanced = {
                track: adv[(step * 2 + at) % len(adv)] for at, track in enumerate(state.players[0].research)
            }
            draw_all(Scene(state, []), None, context.words)
    assert complaints == []
    assert rows == []


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_tableau_of_every_faction_can_be_drawn(faction: str) -> None:
    state = late()
    one = state.players[1]
    one.faction = faction
    one.structures = dict.fromkeys(list(one.structures)[:1], "institute")
    for language in LANGUAGES:
        with watched() as complaints, cramped() as rows:
            check(DRAW.tableau(state, 1, RenderContext(Words(language, NAMES))))
        assert complaints == rows == []


def test_parts_of_the_board_can_be_looked_at_alone() -> None:
    assert tuple(DRAW.parts) == PARTS
    assert PICTURES["race"].parts == {}


def _has(image: Image.Image, colour: Colour) -> int:
    """How many pixels have exactly a colour."""
    return sum(count for count, one in image.getcolors(image.width * image.height) or [] if one == colour)


def _difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    return box


def test_what_changed_since_the_last_post_has_a_halo() -> None:
    state, words = late(), Words("en", NAMES)
    then = deepcopy(state)
    place = next(reversed(then.players[3].structures))
    del then.players[3].structures[place]
    still = DRAW.parts["map"](state, RenderContext(words, before=deepcopy(state)))
    moved = DRAW.parts["map"](state, RenderContext(words, before=then))
    left, top, right, bottom = _difference(still.image, moved.image)
    assert right - left < 160
    assert bottom - top < 160
    assert place in moved.alt.partition("New since the last post: ")[2].partition(".")[0]
    assert "New since" not in still.alt


def test_research_and_actions_that_changed_have_a_halo() -> None:
    state, words = late(), Words("en", NAMES)
    state.taken = {"3k": 1}
    then = deepcopy(state)
    then.taken = {}
    then.players[2].research["eco"] -= 0 if then.players[2].research["eco"] == 0 else 1
    still = DRAW.parts["research"](state, RenderContext(words, before=deepcopy(state))).image
    moved = DRAW.parts["research"](state, RenderContext(words, before=then)).image
    assert _has(moved, BRASS) > _has(still, BRASS) + 300


def test_whoever_must_act_is_marked() -> None:
    state, words = late(), Words("en", NAMES)
    for draw in (DRAW.board, DRAW.parts["map"], DRAW.parts["scoring"]):
        idle, due = (draw(state, RenderContext(words, waiting)) for waiting in ((), (1,)))
        assert _has(due.image, BRASS) > _has(idle.image, BRASS) + 500
    assert "To act: Benjamin der Große von Hinterwald." in due.alt


def test_a_taken_action_bears_the_disc_of_its_seat_and_a_free_one_none() -> None:
    state, words = late(), Words("en", NAMES)
    state.taken = {}
    free = DRAW.parts["research"](state, RenderContext(words)).image
    state.taken = {"3k": 0, "types": 1}
    taken = DRAW.parts["research"](state, RenderContext(words)).image
    left, top, right, bottom = _difference(free, taken)
    assert left < 60
    assert right > 1540
    assert bottom - top < 110


def test_the_round_is_marked_in_brass() -> None:
    state, words = late(), Words("en", NAMES)
    pictures = []
    for number in (2, 5):
        state.round = number
        pictures.append(DRAW.parts["scoring"](state, RenderContext(words)).image)
    assert [image.getpixel((30, 110 + 150 * (number - 1))) for image, number in zip(pictures, (2, 5), strict=True)] == [
        BRASS,
        BRASS,
    ]
    assert pictures[0].getpixel((30, 110 + 150 * 4)) != BRASS


def test_the_same_position_gives_the_same_picture() -> None:
    scenes = game("rnd-043")
    context = RenderContext(Words("en", NAMES), (1,), scenes[-20].state, 9)
    first = DRAW.board(scenes[-5].state, context)
    LAYERS.clear()
    again = DRAW.board(deepcopy(scenes[-5].state), context)
    assert again.image.tobytes() == first.image.tobytes()
    assert again.alt == first.alt


def _fingerprint(seat: int) -> str:
    picture = DRAW.tableau(late(), seat, RenderContext(Words("en", NAMES)))
    board = DRAW.board(late(), RenderContext(Words("de", NAMES), (seat,)))
    return hashlib.sha256(picture.image.tobytes() + board.image.tobytes() + board.alt.encode()).hexdigest()


def test_threads_do_not_disturb_each_other() -> None:
    seats = [0, 1, 2, 3, 0, 1]
    alone = [_fingerprint(seat) for seat in seats]
    LAYERS.clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(_fingerprint, seats)) == alone


def test_another_process_draws_the_same() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(_fingerprint, 2).result() == _fingerprint(2)


def test_drawing_changes_nothing_in_the_view() -> None:
    scene = game("rnd-043")[-12]
    before = msgspec.msgpack.encode(scene.state)
    draw_all(scene, scene.state, Words("en", NAMES))
    assert msgspec.msgpack.encode(scene.state) == before


def test_the_pictures_of_a_full_table_stay_under_a_megabyte() -> None:
    context = RenderContext(Words("de", NAMES), (0, 1, 2, 3))
    for picture in (DRAW.board(late(), context), *(DRAW.parts[part](late(), context) for part in PARTS)):
        assert len(encode(picture.image)[0]) < 1_000_000


def small_or_cut(said: list[tuple[int, str]]) -> set[tuple[int, str]]:
    """Texts that are cut or too small; the marks on pieces are told by their colour, too."""
    return {
        (size, text)
        for size, text in said
        if text and (text.endswith(ELLIPSIS) or size < (12 if text in {"A", "B", "C", "D"} else MIN_SIZE))
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_is_written_small_or_cut(name: str, language: str) -> None:
    with inscribed() as said, cramped() as rows:
        draw_game(name, Words(language, SHORT), scenes=3)
    assert small_or_cut(said) == set()
    assert rows == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_faction_has_its_whole_name_beside_many_points(language: str) -> None:
    names = [faction for faction in FACTIONS for _ in "ab"]
    words = Words(language, SHORT)
    with inscribed() as said:
        for start in range(0, len(names), 4):
            state = late()
            for one, faction in zip(state.players, names[start : start + 4], strict=False):
                one.faction, one.vp = faction, 188
            before = deepcopy(state)
            for one in before.players:
                one.vp = 120
            context = RenderContext(words, (0, 1, 2, 3), before)
            for draw in (DRAW.board, *DRAW.parts.values()):
                draw(state, context)
    assert small_or_cut(said) == set()
    told = {text for _, text in said}
    assert {NAMES_OF_GAIA[f"gaia.faction.{faction}"][language] for faction in FACTIONS} <= told
    assert "+68" in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("tiles", "tokens"), [(6, 4), (12, 8)])
def test_nothing_on_a_full_tableau_is_written_small_or_cut(language: str, tiles: int, tokens: int) -> None:
    with inscribed() as said, cramped() as rows:
        for start in range(0, len(TILES), tiles):
            state = late()
            one = state.players[0]
            one.tiles = [OwnTile(tile, "free1") for tile in list(TILES)[start : start + tiles]]
            one.tokens = [OwnToken(token, green=True) for token in [*FEDERATIONS, "qic"][:tokens]]
            tableau.draw(state, 0, RenderContext(Words(language, SHORT)))
    assert small_or_cut(said) == set()
    assert rows == []


@pytest.mark.parametrize("faction", ["ambas", "firaks", "bescods", "ivits"])
def test_all_special_actions_at_once_have_room_on_a_tableau(faction: str) -> None:
    state = late()
    one = state.players[0]
    one.faction, one.booster = faction, "booster5"
    one.structures = dict(zip(one.structures, ["institute", "academy-q", "mine"], strict=False))
    one.tiles = [OwnTile(tile, "free1") for tile, rule in TILES.items() if rule.when == "special"]
    one.used = list(specials(one))
    assert len(one.used) == 7
    with watched() as complaints, cramped() as rows:
        tableau.draw(state, 0, RenderContext(Words("en", SHORT)))
    assert complaints == rows == []


def test_when_the_game_is_over_every_picture_has_the_final_score() -> None:
    state = game("rnd-043")[-1].state
    totals = [one.total for one in standings(state, over=True)]
    assert state.phase == "over"
    assert totals != [one.vp for one in state.players]
    context = RenderContext(Words("en", SHORT), before=deepcopy(state))
    for draw in (DRAW.board, DRAW.parts["map"], DRAW.parts["scoring"]):
        with inscribed() as said:
            picture = draw(state, context)
        assert {str(total) for total in totals} <= {text for _, text in said}
        if draw == DRAW.board:
            assert not [text for _, text in said if text.startswith(("+", "−"))], "nothing has changed"
        if draw != DRAW.parts["map"]:
            assert all(str(total) in picture.alt for total in totals)
    for seat, total in enumerate(totals):
        with inscribed() as said:
            DRAW.tableau(state, seat, context)
        assert str(total) in {text for _, text in said}


def test_before_the_map_is_laid_the_table_names_every_faction_and_who_has_chosen_it() -> None:
    state = deepcopy(setup_game()[0].state)
    assert not state.spaces
    context = RenderContext(Words("de", SHORT))
    with inscribed() as said:
        free = DRAW.board(state, context).image
    assert {NAMES_OF_GAIA[f"gaia.faction.{faction}"]["de"] for faction in FACTIONS} <= {text for _, text in said}
    state.players[0].faction = "itars"
    chosen = DRAW.board(state, context).image
    middle = (0, 120, 1150, 900)
    ice = PLANETS["ice"][0]
    assert _has(chosen.crop(middle), ice) > _has(free.crop(middle), ice) + 400, "the disc of whoever has chosen"


@pytest.mark.parametrize(("name", "rivals"), [("rnd-014", True), ("rnd-233", False)])
def test_the_table_of_two_shows_what_the_neutral_player_has(name: str, rivals: bool) -> None:
    state = game(name)[-1].state
    counts = [str(count) for tile in state.final_tiles for count, _ in final_points(state, tile)]
    neutrals = [str(FINAL_TILES[tile].neutral) for tile in state.final_tiles]
    with inscribed() as said:
        scoring.strip(Image.new("RGB", (1400, 100)), state, (0, 0, 1400, 100))
    shown = [text for size, text in said if size == GLANCE]
    assert sorted(shown) == sorted(counts + neutrals * rivals)
