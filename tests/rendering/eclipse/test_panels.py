"""The panels of Eclipse: each number that may be typed stands in them, for every kind of prompt, in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.scenes.eclipse import played
from benchmarks.scenes.eclipse_panels import asked_in_play
from rendering.eclipse import ghosts, pieces
from rendering.eclipse import map as map_module
from rendering.eclipse.panel import BY_KIND
from rendering.eclipse.panels import home
from rendering.eclipse.panels.frame import SMALL, blank, purse
from rendering.eclipse.panels.gains import GAINS
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.cache import LAYERS
from rendering.kit.numbers import MIN_NUMBER, number_badge, said
from rendering.kit.picture import Marks, RenderContext
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, Words
from rules.eclipse.components import PARTS, POINTS, TRACKS
from rules.eclipse.economy import balance, empty_squares, production, upkeep
from rules.eclipse.fleets import add as add_ships
from rules.eclipse.galaxy import openings
from rules.eclipse.game import EclipseGame
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState
from rules.eclipse.steps.conquest import AttackPopulation
from rules.eclipse.steps.cubes import ChooseTrack
from rules.eclipse.steps.diplomacy import AnswerOffer, ChooseCube, Propose, ReturnTile
from rules.eclipse.steps.discovery import AncientPart, FreeTechnology, UseDiscovery, free_technologies
from rules.eclipse.steps.explore import PlaceSector
from rules.eclipse.steps.free import Colony, ColonySquare, Trade, TradeAmount, rate
from rules.eclipse.steps.move import MoveFrom, MoveTo
from rules.eclipse.steps.reputation import KeepReputation
from rules.eclipse.steps.upgrade import UpgradeSlot
from rules.eclipse.steps.upkeep import PrepareUpkeep
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Ask
from rules.kernel.text import name
from tests.fuzz.eclipse import careful
from tests.rendering.eclipse.tables import LONG
from tests.rendering.ink import watched
from tests.rendering.lines import lines_told
from tests.rules.eclipse.table import add, bare, make

GAME = EclipseGame()
DRAW = PICTURES["eclipse"]
SAMPLED = 60
MOST_TOLD = 12
"""So many options are told in words however long their names are."""


class Written:
    """The lines of type that are written, with their sizes."""

    def __init__(self) -> None:
        self.lines: Counter[tuple[str, int]] = Counter()

    def lacking(self, texts: list[str]) -> list[str]:
        """The texts that do not stand there as numbers to choose by."""
        large = {text for text, size in self.lines if size >= MIN_NUMBER}
        return [text for text in texts if text not in large]


@pytest.fixture
def written() -> Iterator[Written]:
    """What is written in a test."""
    found = Written()
    with lines_told(lambda _pen, text, size, _box: found.lines.update([(text, size)])):
        yield found


def check(written: Written, view: EclipseState, prompt: Prompt, language: str, before: EclipseState | None) -> None:
    """Draw a panel; every number is in it, and in its alt text."""
    written.lines.clear()
    LAYERS.clear()  # what is kept from other pictures would not be written again
    marks = Marks.of(prompt)
    words = Words(language, LONG)
    context = RenderContext(words, (prompt.seat,), before, 3, marks, prompt.seat)
    picture = DRAW.panel(view, prompt.seat, context)
    assert picture.image.size == (1600, 1200)
    assert written.lacking([said(numbers) for numbers in marks.numbers.values()]) == [], prompt.kind
    assert 0 < len(picture.alt) <= MAX_ALT_TEXT
    assert "{" not in picture.alt
    assert [n for n in marks.numbers.values() if f"{said(n)}: " not in picture.alt][:20] == [] or len(
        marks.numbers
    ) > 12


@pytest.mark.parametrize(("seats", "seed", "robots"), [(4, "1b", True), (6, "1d", False), (3, "1e", False)])
def test_every_number_stands_in_the_panel(seats: int, seed: str, robots: bool, written: Written) -> None:
    position, _ = GAME.setup({"species": "random", "hits": "chosen"}, seats, Rng(seed))
    chance, before = Rng("0b"), GAME.view(position, None)
    seen: Counter[str] = Counter()
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        view = GAME.view(position, prompt.seat)
        before = GAME.view(position, None) if prompt.kind == "turn" else before
        if not seen[prompt.kind] or seen.total() % SAMPLED == 0:
            check(written, view, prompt, LANGUAGES[seen.total() % len(LANGUAGES)], before)
        seen[prompt.kind] += 1
        GAME.answer(
            position, prompt.seat, GAME.choose(view, prompt, chance) if robots else careful(view, prompt, chance)
        )


def crowded() -> EclipseState:
    """Four players who have something of everything."""
    state = make("terran-directorate", "hydran", "planta", "orion")
    for me in state.players:
        me.loose, me.reputation, me.goods = 1, [1, 2, 3, 4], dict.fromkeys(TRACKS, 30)
        me.stored = [id for id, part in PARTS.items() if part.ancient]
    bare(add(state, "104", "1A", 3, disc=0, ships={0: {"interceptor": 1}}))
    add_ships(state.sectors["104"], 1, "cruiser", 2)
    state.players[0].drawn = [2, 3]
    return state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "step",
    [
        ChooseTrack(0, list(TRACKS), "104 wild"),
        ChooseTrack(0, list(TRACKS), "ambassador"),
        ReturnTile(0, 1),
        ChooseCube(0, 1),
        Propose(0),
        AnswerOffer(0, 3, "money"),
        FreeTechnology(0),
        AncientPart(0, "ion-turret"),
        PrepareUpkeep(0),
        UpgradeSlot(0, 2, "cruiser"),
        MoveFrom(0, "interceptor"),
        Colony(0),
        ColonySquare(0, "104"),
    ],
)
def test_what_is_seldom_asked_has_its_panel(step: Ask[EclipseState], language: str, written: Written) -> None:
    state = crowded()
    check(written, state, step.prompt(state), language, None)


def test_the_reputation_tiles_that_were_drawn_are_shown_also_where_none_is_worth_keeping() -> None:
    drawn: list[bytes] = []
    for tiles in ([1, 1], [1, 2]):
        state = crowded()
        state.players[0].reputation, state.players[0].drawn = [2, 3, 3, 4], tiles
        prompt = KeepReputation(0).prompt(state)
        assert [option.id for option in prompt.legal] == ["none"]
        context = RenderContext(Words("en"), reader=0, marks=Marks.of(prompt))
        drawn.append(DRAW.panel(state, 0, context).image.tobytes())
    assert drawn[0] != drawn[1]


def test_every_kind_that_has_a_picture_of_its_own_is_asked_in_the_examples_or_tested_here() -> None:
    seldom = {"cube", "return-tile", "propose", "offer", "free-technology", "ancient-part", "stalemate"}
    rare = {"victims", "population", "upgrade-slot", "colony", "colony-square"}
    assert set(BY_KIND) - set(asked_in_play()) <= seldom | rare


def test_each_way_to_attack_a_population_has_its_own_number(written: Written) -> None:
    state = crowded()
    state.players[1].technologies.append("neutron-bombs")
    state.sectors["104"].ships.pop(0)
    state.sectors["104"].cubes = [0]
    prompt = AttackPopulation(1, "104").prompt(state)
    assert list(Marks.of(prompt).numbers.values()) == [("1",), ("2",)]
    for language in LANGUAGES:
        check(written, state, prompt, language, None)


def test_before_anybody_has_a_species_the_species_are_shown(written: Written) -> None:
    position, _ = GAME.setup({}, 3, Rng("0a"))
    prompt = GAME.prompt(position, GAME.waiting(position)[0])
    for language in LANGUAGES:
        check(written, GAME.view(position, prompt.seat), prompt, language, GAME.view(position, None))


def test_where_nothing_is_asked_the_whole_table_is_shown() -> None:
    state = crowded()
    context = RenderContext(Words("en", LONG), (1,), None, 3)
    assert DRAW.panel(state, 0, context).alt == DRAW.board(state, context).alt


def test_a_sector_that_is_given_up_is_told_with_the_money_that_is_left_then() -> None:
    state = crowded()
    me = state.players[0]
    me.goods["money"], me.discs = 0, 2
    assert balance(me) < 0
    prompt = PrepareUpkeep(0).prompt(state)
    alt = DRAW.panel(state, 0, RenderContext(Words("en", LONG), (0,), None, 3, Marks.of(prompt), 0)).alt
    assert "sector 104 (money left then: " in alt


def test_numbers_on_the_map_lie_beside_each_other_and_are_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[tuple[int, int, int, int]] = []

    def note(*given: Any, **more: Any) -> tuple[int, int, int, int]:
        boxes.append(number_badge(*given, **more))
        return boxes[-1]

    for module in (map_module, pieces):
        monkeypatch.setattr(module, "number_badge", note)
    for kind in ("explore", "claim", "move", "move-to", "build-at", "influence", "influence-to", "upkeep"):
        view, prompt, before = asked_in_play()[kind]
        boxes.clear()
        context = RenderContext(Words("en", LONG), (prompt.seat,), before, 3, Marks.of(prompt), prompt.seat)
        DRAW.panel(view, prompt.seat, context)
        assert boxes, kind
        assert all(left >= 0 and top >= 0 and right <= 1600 and low <= 1200 for left, top, right, low in boxes), kind
        for one, other in combinations(boxes, 2):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (kind, one, other)


def below(view: EclipseState, prompt: Prompt) -> dict[str, tuple[str, str]]:
    """What the line below a panel tells, by its signs."""
    marks = Marks.of(prompt)
    context = RenderContext(Words("en", LONG), (prompt.seat,), None, 3, marks, prompt.seat)
    return {signs[0]: (then, after) for signs, then, after in GAINS[prompt.kind](view, prompt.seat, context)}


def test_only_the_tracks_that_a_cube_may_come_from_are_told() -> None:
    state = crowded()
    sector = state.sectors["104"]
    empty = empty_squares(state.players[0], sector)
    assert {track for tracks in empty.values() for track in tracks} == {"money", "science"}
    for one in state.sectors.values():
        one.disc = 0 if one is sector else 1
    assert set(below(state, Colony(0).prompt(state))) == {"money", "science"}
    money = [square for square in empty if square == "money"]
    prompt = ColonySquare(0, "104").prompt(state)
    only = replace(prompt, options=[option for option in prompt.options if option.id in money])
    assert set(below(state, only)) == {"money"}
    assert set(below(state, ChooseTrack(0, ["science"], "104 science").prompt(state))) == {"science"}


def test_money_stands_over_a_panel_as_it_comes_in_and_the_upkeep_beside_the_discs(
    written: Written,
) -> None:
    state = crowded()
    me = state.players[0]
    me.discs = 5
    prompt = Colony(0).prompt(state)
    DRAW.panel(state, 0, RenderContext(Words("en", LONG), (0,), None, 3, Marks.of(prompt), 0))
    assert written.lines[f"+{production(me, 'money')}", SMALL]
    assert written.lines[f"−{upkeep(me)}", SMALL]


def test_a_trade_is_shown_with_its_rate_and_what_is_had_then(written: Written) -> None:
    state = crowded()
    for step in (Trade(0), TradeAmount(0, "money", "science")):
        check(written, state, step.prompt(state), "de", None)
        given = rate(state.players[0])
        assert {str(given), str(30 - given), "31"} <= {text for text, _ in written.lines}


def test_with_an_offer_come_the_points_and_ships_of_who_makes_it(written: Written) -> None:
    state = crowded()
    add_ships(state.sectors["104"], 3, "dreadnought", 2)
    check(written, state, AnswerOffer(0, 3, "money").prompt(state), "en", None)
    assert {str(score(state, 3)["total"]), "2", f"+{POINTS.ambassador}"} <= {text for text, _ in written.lines}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_technologies_that_the_ancients_offer_are_shown_by_name(language: str) -> None:
    state = crowded()
    prompt = UseDiscovery(0, "104", "ancient-technology").prompt(state)
    words = Words(language, LONG)
    with watched() as complaints:
        context = RenderContext(words, (0,), None, 3, Marks.of(prompt), 0)
        alt = DRAW.panel(state, 0, context).alt
    assert not complaints
    titles = [words.say(name(f"eclipse.technology.{id}")) for id in free_technologies(state, state.players[0])]
    assert titles
    assert all(title in alt for title in titles)


def test_turns_of_a_sector_that_look_alike_are_shown_once_with_all_their_numbers() -> None:
    state = crowded()
    state.turned, state.turned_for = ["201"], "2B"
    prompt = PlaceSector(0).prompt(state)
    shown: dict[str, set[tuple[bool, ...]]] = {}
    for option in prompt.options:
        tile, _, turns = option.id.partition("-")
        if option.place:
            shown.setdefault(option.place, set()).add(openings(tile, int(turns)))
    assert list(map(len, shown.values())) == [1, 1]


@pytest.mark.parametrize("kind", ["turn", "explore", "place", "second", "move", "move-to", "influence", "upkeep"])
def test_no_text_of_a_panel_is_cut_off_or_lies_over_another(kind: str) -> None:
    view, prompt, before = asked_in_play()[kind]
    with watched() as complaints:
        marks = Marks.of(prompt)
        DRAW.panel(view, prompt.seat, RenderContext(Words("de", LONG), (prompt.seat,), before, 3, marks, prompt.seat))
    assert not complaints


def test_the_line_above_a_panel_has_room_for_the_richest_player() -> None:
    state = crowded()
    me = state.players[0]
    me.goods, me.cubes, me.discs, me.colony = dict.fromkeys(TRACKS, 88), dict.fromkeys(TRACKS, 1), 1, 3
    image = blank()
    with watched() as complaints:
        for numbers in ({}, {"track:influence": ("1",)}):
            marks = Marks(frozenset(numbers), numbers=numbers, kind="influence")
            purse(image, state, 0, RenderContext(Words("en", LONG), (0,), None, 3, marks, 0))
    assert not [one for one in complaints if "leaves" in one]


def test_who_chooses_an_action_sees_the_own_sectors_large_and_whole_and_nothing_over_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    maps: list[map_module.Map] = []
    corners: list[tuple[int, int, int, int]] = []
    draw, small = map_module.Map.draw, home._Small.draw

    def noted(one: map_module.Map) -> None:
        maps.append(one)
        draw(one)

    def laid(one: home._Small, image: Any, box: tuple[int, int, int, int], seen: Any) -> None:
        corners.append(box)
        small(one, image, box, seen)

    monkeypatch.setattr(map_module.Map, "draw", noted)
    monkeypatch.setattr(home._Small, "draw", laid)
    scenes = [one for one in played(4, 2) if any(prompt.kind == "turn" for prompt in one.prompts)]
    larger = 0
    for scene in scenes[::6]:
        seat = scene.waiting[0]
        context = RenderContext(Words("en", LONG), (seat,), scene.view, 3, Marks(kind="turn"), seat)
        maps.clear()
        corners.clear()
        DRAW.panel(scene.view, seat, context)
        (drawn,) = maps
        left, top, right, bottom = drawn.box
        for sector in home.own_sectors(scene.view, seat):
            x, y = drawn.middle_of(sector.id)
            far = drawn.side * 0.86
            assert left <= x - far <= x + far <= right
            assert top <= y - far <= y + far <= bottom
            for one in corners:
                assert max(one[0] - x, x - one[2], one[1] - y, y - one[3]) >= drawn.side * 0.6
        whole = map_module.Map(blank(), scene.view, context, drawn.box, full=False).side
        larger += drawn.side > 1.15 * whole
    assert larger > len(scenes[::6]) * 0.7


def test_a_way_into_a_battle_that_comes_anyway_has_one_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    signs: list[str] = []
    for name_ in ("swords", "battle_sign"):
        module = ghosts if name_ == "swords" else map_module
        made = getattr(module, name_)

        def noted(size: int, made: Any = made, name_: str = name_) -> Any:
            if name_ == "swords" or size:
                signs.append(name_)
            return made(size)

        monkeypatch.setattr(module, name_, noted)
    state = make("terran-directorate", "hydran")
    bare(add(state, "104", "1A", disc=0, ships={0: {"interceptor": 1}, 1: {"cruiser": 1}}))
    here = next(one for one in state.sectors.values() if one.disc == 0 and one.id != "104")
    prompt = MoveTo(0, "interceptor", here.id, [here.id], 1).prompt(state)
    near = [option.id for option in prompt.options]
    context = RenderContext(Words("en", LONG), (0,), None, 3, Marks.of(prompt), 0)
    DRAW.panel(state, 0, context)
    assert signs.count("swords") == len([id for id in near if id != "104" and state.sectors[id].ships])


def test_the_alt_text_names_a_blueprint_once_where_its_slot_is_chosen() -> None:
    position, _ = GAME.setup({"species": "terrans"}, 2, Rng("0a"))
    seat = GAME.waiting(position)[0]
    GAME.answer(position, seat, ["upgrade"])
    GAME.answer(position, seat, ["cruiser-2"])
    (prompt,) = GAME.prompts(position)
    context = RenderContext(Words("en", LONG), (seat,), None, 3, Marks.of(prompt), seat)
    assert DRAW.panel(GAME.view(position, seat), seat, context).alt.startswith("So far: cruiser, slot 2. ")
