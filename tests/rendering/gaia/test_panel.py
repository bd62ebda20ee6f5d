"""The panels of Gaia Project: the part that a choice is about, with the number of everything that may be chosen."""

from __future__ import annotations

import copy
import dataclasses
from functools import cache
from unittest import mock

import msgspec
import pytest
from PIL import Image, ImageChops

from benchmarks.scenes.gaia import played
from rendering.gaia import powers
from rendering.gaia.badges import Disc, overlap, spread
from rendering.gaia.choices import CARDS, CORNER, READABLE, _laid, _ways, draw_line, price_signs, shared
from rendering.gaia.closeup import Closeup, window
from rendering.gaia.federations import federation_line
from rendering.gaia.panel import MARGIN
from rendering.gaia.prices import Plate
from rendering.gaia.research import level_signs
from rendering.gaia.signs import apart, row, signs_width, tile_signs
from rendering.gaia.widgets import bowls
from rendering.kit.fonts import kept_together
from rendering.kit.hexes import HexLayout
from rendering.kit.numbers import GLANCE, MIN_NUMBER, badge_size, number_badge, said
from rendering.kit.picture import Marks, RenderContext
from rendering.kit.seats import seat_disc
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, Words
from rules.gaia.components import ACTIONS, FACTIONS, FEDERATIONS, RESEARCH, SPACE, TILES, Goods
from rules.gaia.describe import IN_SHORT
from rules.gaia.federation import touching
from rules.gaia.galaxy import galaxy
from rules.gaia.power import in_bowl
from rules.gaia.state import GaiaState
from rules.gaia.steps.basics import GiveUp
from rules.gaia.steps.charging import offered, strongest
from rules.gaia.texts import goods_texts
from rules.kernel.hexes import ring
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T
from rules.kernel.text import name as named
from tests.rendering.gaia.test_pictures import game, late, setup_game
from tests.rendering.ink import inscribed
from tests.rules.gaia.table import ready

DRAW = PICTURES["gaia"]
BOX = (12, 104, 1588, 1188)
#: Kinds of prompts about what lies nowhere: actions of a turn, goods for power.
PLACELESS = {"turn", "finish", "charge", "terrans", "itars"}


@cache
def asked() -> dict[str, list[tuple[GaiaState, Prompt]]]:
    """Prompts of every kind that some games ask, with the table at that time."""
    games = [
        setup_game(),
        game("rnd-043"),
        game("rnd-014"),
        list(played(4, {"setup": "advanced", "map": "method1", "turning": "last"}, seed=3, answers=1500)),
    ]
    found: dict[str, list[tuple[GaiaState, Prompt]]] = {}
    for scenes in games:
        for scene in scenes:
            for prompt in scene.prompts:
                if len(prompt.legal) > 1:
                    found.setdefault(prompt.kind, []).append((scene.state, prompt))
    return found


def context(prompt: Prompt | None, language: str = "en", seat: int = 0) -> RenderContext:
    return RenderContext(Words(language, ("Ann", "Ben", "Cy", "Di")), (seat,), None, 3, Marks.of(prompt), seat)


def hexes(*places: str, kind: str = "build") -> Prompt:
    return Prompt(0, kind, T("?"), [Option(place, T("{place}", place=place), place=f"hex:{place}") for place in places])


def test_every_kind_of_choice_that_lies_somewhere_says_where() -> None:
    for kind, found in asked().items():
        if kind in PLACELESS:
            continue
        for _, prompt in found:
            bare = {option.id for option in prompt.legal if not option.place}
            assert bare <= {"stay", "any", "enough", "done"}, kind
    assert {"first", "booster", "faction", "turn-sectors", "research", "advance", "tech", "upgrade"} <= set(asked())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_everything_that_may_be_chosen_can_be_read_on_a_phone(language: str) -> None:
    for kind, found in asked().items():
        few = sorted(found, key=lambda one: len(one[1].legal))
        for state, prompt in (few[len(few) // 2], few[-1]):
            with inscribed() as texts:
                picture = DRAW.panel(state, prompt.seat, context(prompt, language, prompt.seat))
            large = [text for size, text in texts if size >= MIN_NUMBER]
            for place, numbers in Marks.of(prompt).numbers.items():
                assert said(numbers) in large, (kind, place)
                assert f"{said(numbers)} · " in picture.alt, (kind, place)


def test_what_is_chosen_on_the_way_is_told() -> None:
    told = {kind: {len(prompt.so_far) for _, prompt in found} for kind, found in asked().items()}
    assert told["upgrade-place"] == {1}
    assert max(told["route"]) > 1
    assert 0 not in told["charge"]
    state, prompt = next(one for one in asked()["upgrade-place"] if len(one[1].legal) < 5)
    plain = Prompt(prompt.seat, prompt.kind, prompt.text, prompt.options)
    one, other = (DRAW.panel(state, prompt.seat, context(each, seat=prompt.seat)) for each in (prompt, plain))
    assert ImageChops.difference(one.image, other.image).getbbox() is not None, "the ghost of what is built"
    assert "Picked: trading station." in one.alt


def test_a_sector_keeps_its_own_number() -> None:
    _, prompt = asked()["turn-sectors"][0]
    assert all(prompt.numbers[option.id] == option.id for option in prompt.legal if option.place)


def test_few_places_are_shown_large_and_places_all_over_the_map_with_all_of_it() -> None:
    state = late()
    entire = window(state, [], BOX)
    near, far = window(state, ["3A2", "3B0"], BOX), window(state, ["4A11", "7A5", "8A4"], BOX)
    assert near.layout.side > 1.8 * entire.layout.side
    assert not near.whole
    assert far.whole
    assert far.layout.side == entire.layout.side
    for name in ("3A2", "3B0"):
        space = next(space for space in state.spaces if space.name == name)
        for hex in ring((space.q, space.r), 1):
            x, y = near.layout.middle(hex)
            assert BOX[0] < x < BOX[2]
            assert BOX[1] < y < BOX[3]


def test_numbers_stand_clear_of_planets_and_of_each_other() -> None:
    layout = HexLayout([(0, 0), (1, 0), (0, 1), (5, 0), (0, 5), (-3, 0)], (0, 0, 800, 700))
    names = {"a": (0, 0), "b": (1, 0), "c": (0, 1)}
    middles = {name: layout.middle(hex) for name, hex in names.items()}
    planets = [Disc(*middle, layout.side * 0.55) for middle in middles.values()]
    found = spread(
        {"a": "1", "b": "2", "c": "3"}, middles, layout.side, needed=planets, room=(0, 0, 800, 700), size=MIN_NUMBER
    )
    boxes = [(x - 29, y - 29, x + 29, y + 29) for x, y in found.values()]
    for one in boxes:
        assert (
            sum(disc.covered((round(one[0]), round(one[1]), round(one[2]), round(one[3]))) for disc in planets) < 0.05
        )
    for at, one in enumerate(boxes):
        for other in boxes[:at]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_the_line_around_a_federation_is_closed_and_runs_inside_of_it() -> None:
    layout = HexLayout([(0, 0), (4, 0), (0, 4), (-4, 0)], (0, 0, 900, 900))
    for inside in ([(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 0), (0, 1)], [(0, 0), (1, 0), (1, -1), (0, 2), (1, 1)]):
        ends = [pair for hex in inside for pair in federation_line(layout, hex, dict.fromkeys(inside, 0.1))]
        starts = {(round(x), round(y)) for (x, y), _ in ends}
        assert starts == {(round(x), round(y)) for _, (x, y) in ends}


def test_cards_show_what_is_offered_as_open_and_the_rest_dark() -> None:
    state = late()
    state.taken = {"3k": 2}
    options = [
        Option(id, T("{place}", place=id), place=f"action:{id}", refusal=T("No.") if id == "3k" else None)
        for id in ("3k", "2o", "2t")
    ]
    with inscribed() as texts:
        picture = DRAW.panel(state, 0, context(Prompt(0, "power", T("?"), options)))
    assert [text for size, text in texts if size >= MIN_NUMBER and text in {"1", "2", "3"}].count("2") >= 1
    assert picture.alt.startswith("May be picked: 1 · ")


def test_the_half_made_turn_of_a_seat_has_a_halo_in_its_panel() -> None:
    scenes = game("rnd-043")
    at = next(
        at
        for at in range(100, len(scenes))
        if scenes[at].state.players[3].structures != scenes[at - 1].state.players[3].structures
    )
    still = DRAW.panel(scenes[at].state, 3, context(None, seat=3))
    before = RenderContext(Words("en", ("A", "B", "C", "D")), (3,), scenes[at - 1].state, 3, Marks(), 3)
    moved = DRAW.panel(scenes[at].state, 3, before)
    assert ImageChops.difference(still.image, moved.image).getbbox() is not None


def test_who_has_advanced_in_research_alone_sees_the_level_that_it_came_from_and_what_has_changed() -> None:
    state = copy.deepcopy(late())
    before, me = copy.deepcopy(state), state.players[0]
    track = next(track for track, level in me.research.items() if level < 4)
    me.research[track] += 1
    me.knowledge += 4
    asking = context(Prompt(0, "finish", T("?"), [Option("end", T("End"))]))
    with inscribed() as texts:
        moved = DRAW.panel(state, 0, dataclasses.replace(asking, before=before))
    assert str(me.research[track] - 1) in {text for size, text in texts if size == 64}
    purse = ImageChops.difference(moved.image, DRAW.panel(state, 0, asking).image).crop((0, 0, 1600, BOX[1]))
    assert purse.getbbox() is not None


def test_the_parts_of_what_a_level_brings_stand_apart() -> None:
    signs = level_signs("gaia", RESEARCH["gaia"].levels[3])
    both = apart(signs, ("3", "i:charge"))
    assert signs_width(both, 64) >= signs_width(signs, 64) + signs_width(("3", "i:charge"), 64) + 64 // 2


def test_where_power_is_charged_only_structures_in_reach_have_their_power_value() -> None:
    for state, prompt in asked()["charge"]:
        close = Closeup(Image.new("RGB", (1600, 1200)), state, prompt.seat, context(prompt, seat=prompt.seat), BOX)
        built = [place.removeprefix("hex:") for place in prompt.so_far]
        assert max(close.values.values()) == strongest(state, prompt.seat, built)
        assert all(strongest(state, prompt.seat, built) >= worth for worth in close.values.values())
        distance = galaxy(state).distance
        assert all(min(distance[place][name] for place in built) <= 2 for name in close.values)


def test_ways_to_give_power_up_are_shown_with_what_they_leave_below_what_it_is_for() -> None:
    state = copy.deepcopy(late())
    me = state.players[0]
    for power in ([2, 1, 0, 0], [2, 3, 4, 0]):
        me.power = power
        prompt = GiveUp(0, 2, to_gaia=False, so_far=["hex:3A2", "hex:3A3", "hex:3A0"]).prompt(state)
        about, bare = context(prompt), context(GiveUp(0, 2, to_gaia=False).prompt(state))
        with inscribed() as texts:
            one = DRAW.panel(state, 0, about)
        large = [text for size, text in texts if size >= GLANCE]
        for option in prompt.legal:
            tokens, _ = in_bowl(option.place)
            assert all(str(count) in large for count in tokens)
        other = DRAW.panel(state, 0, bare)
        assert ImageChops.difference(one.image, other.image).getbbox() is not None
        assert f"{prompt.numbers[prompt.legal[0].id]} · then area I " in one.alt


def test_the_numbers_of_a_way_of_power_stand_before_what_it_leaves() -> None:
    for state, prompt in asked()["income"]:
        with mock.patch.object(powers, "number_badge", wraps=number_badge) as badge:
            DRAW.panel(state, prompt.seat, context(prompt))
        with mock.patch.object(powers, "bowls", wraps=bowls) as ways:
            DRAW.panel(state, prompt.seat, context(prompt))
        for number, way in zip(badge.call_args_list, ways.call_args_list, strict=True):
            across = number.args[1][0]
            wide = badge_size(number.args[2])[0]
            assert MARGIN < across - wide / 2 < across + wide / 2 < way.args[2][0]
    assert any(len({option.place for option in prompt.legal}) < len(prompt.legal) for _, prompt in asked()["income"])


def test_the_price_of_an_upgrade_is_a_range_where_places_differ() -> None:
    costs = [Goods(ore=2, credits=3), Goods(ore=2, credits=6)]
    assert price_signs(costs) == ("2", "i:ore", "3–6", "i:coin")
    assert price_signs(costs[:1]) == ("2", "i:ore", "3", "i:coin")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("taken", [(), ("baltaks",), ("baltaks", "itars", "ivits"), tuple(FACTIONS)[:9]])
def test_who_chooses_a_faction_reads_what_each_begins_with_and_can_do(taken: tuple[str, ...], language: str) -> None:
    state = copy.deepcopy(setup_game()[0].state)
    for one, faction in zip(state.players, taken, strict=False):
        one.faction = faction
    homes = {FACTIONS[id].home for id in taken}
    offered = [id for id, faction in FACTIONS.items() if faction.home not in homes]
    prompt = Prompt(3, "faction", T("?"), [Option(id, T("?"), place=f"faction:{id}") for id in offered])
    with inscribed() as texts:
        picture = DRAW.panel(state, 3, context(prompt, language, 3))
    assert not [text for _, text in texts if "…" in text]
    read = " ".join(text for _, text in texts)
    words = Words(language)
    for id in offered:
        assert words.say(named(f"gaia.faction.{id}")).split()[0] in read
        assert words.say(IN_SHORT[id]).split()[-1].rstrip(".") in read or len(offered) <= 4
        assert words.say(named(f"gaia.faction.{id}")) in picture.alt
    for figure, size in (("15", GLANCE), ("2/4/0", GLANCE), ("13", 30) if "lantids" in offered else ("1", GLANCE)):
        assert max(drawn for drawn, text in texts if text == figure) >= size


def test_factions_lie_in_the_order_of_their_numbers() -> None:
    offered = ["xenos", "taklons", "terrans"]
    prompt = Prompt(0, "faction", T("?"), [Option(id, T("?"), place=f"faction:{id}") for id in offered])
    with inscribed() as texts:
        picture = DRAW.panel(setup_game()[0].state, 0, context(prompt))
    names = ["Xenos", "Taklons", "Terrans"]
    assert [text for _, text in texts if text in names] == names
    assert sorted(names, key=picture.alt.index) == names


def test_all_places_of_an_offered_part_of_a_federation_are_marked() -> None:
    found = 0
    for state, prompt in asked()["federation"]:
        marks = context(prompt, seat=prompt.seat)
        joining = [touching(state, prompt.seat, option.id) for option in prompt.legal if option.place]
        shown = Closeup(Image.new("RGB", (1600, 1200)), state, prompt.seat, marks, BOX)
        assert shown.ringed == {place for places in joining for place in places}
        told = DRAW.panel(state, prompt.seat, marks).alt
        for places in joining:
            found += len(places) > 1
            assert all(place in told for place in places)
    assert found


def test_federation_tokens_say_how_many_are_left_and_which_are_grey() -> None:
    state, prompt = asked()["token"][0]
    state = copy.deepcopy(state)
    state.supply = {id: at for at, id in enumerate(state.supply, start=1)}
    for language, grey in (("en", "(grey)"), ("de", "(grau)")):
        with inscribed() as texts:
            DRAW.panel(state, prompt.seat, context(prompt, language, prompt.seat))
        said = [text for _, text in texts]
        assert {f"×{left}" for left in state.supply.values()} <= set(said)
        assert sum(grey in text for text in said) == sum(not FEDERATIONS[id].green for id in state.supply)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_offered_place_takes_is_told_on_the_picture_and_in_words(language: str) -> None:
    for kind in ("build", "upgrade-place"):
        for state, prompt in asked()[kind]:
            with inscribed() as texts:
                picture = DRAW.panel(state, prompt.seat, context(prompt, language, prompt.seat))
            read = {text for size, text in texts if size >= 30}
            for option in prompt.legal:
                assert {str(count) for good, count in option.price if good in ("ore", "credits")} <= read
                said = Words(language).say(goods_texts(Goods(**{g: n for g, n in option.price if g != "step"}))[0])
                assert said in picture.alt


def test_plates_with_prices_cover_no_planet_no_number_and_no_other_plate() -> None:
    for kind in ("build", "upgrade-place"):
        for state, prompt in asked()[kind]:
            close = Closeup(Image.new("RGB", (1600, 1200)), state, prompt.seat, context(prompt, seat=prompt.seat), BOX)
            with mock.patch.object(Plate, "draw", autospec=True) as drawn:
                close.draw()
            boxes = [call.args[0].box for call in drawn.call_args_list]
            assert boxes
            for at, box in enumerate(boxes):
                assert sum(disc.covered(box) for disc in close.needed) < 0.2
                assert not any(overlap(box, other) for other in boxes[:at])
                assert close.inset is None or not overlap(box, close.inset)


def test_no_hex_is_cut_and_the_small_map_covers_nothing_that_is_needed() -> None:
    parts = 0
    for kind in ("charge", "build", "swap", "upgrade-place", "federation", "finish"):
        for state, prompt in asked().get(kind, [])[:12]:
            close = Closeup(Image.new("RGB", (1600, 1200)), state, prompt.seat, context(prompt, seat=prompt.seat), BOX)
            for hex in close.shown:
                for x, y in close.layout.corners(hex):
                    assert BOX[0] - 1 <= x <= BOX[2] + 1
                    assert BOX[1] - 1 <= y <= BOX[3] + 1
            if close.whole:
                continue
            parts += 1
            close.draw()
            assert {name for name in close.ringed | set(close.chosen) if name in close.hexes} <= {
                close.names[hex] for hex in close.shown
            }
            assert close.inset is not None
            assert not any(disc.touched(close.inset) for disc in close.needed)
    assert parts > 3


def test_a_power_value_is_no_number_to_choose_by() -> None:
    state, prompt = asked()["charge"][0]
    with (
        mock.patch("rendering.gaia.closeup.number_badge") as badge,
        mock.patch("rendering.gaia.closeup.row", wraps=row) as signs,
    ):
        picture = DRAW.panel(state, prompt.seat, context(prompt, seat=prompt.seat))
    assert not badge.called
    assert [call.args[2][0] for call in signs.call_args_list] == ["i:power"], "the one that counts, with its sign"
    amount, _ = offered(prompt)
    assert f"You can charge {amount} power for {amount - 1} VP." in picture.alt


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_of_a_turn_shows_actions_and_what_the_round_scores(language: str) -> None:
    state, prompt = next((state, prompt) for state, prompt in asked()["turn"] if len(state.taken) > 1)
    with inscribed() as texts, mock.patch("rendering.gaia.turn.seat_disc", wraps=seat_disc) as discs:
        picture = DRAW.panel(state, prompt.seat, context(prompt, language, prompt.seat))
    assert discs.call_count == len(state.taken)
    large = [text for size, text in texts if size >= GLANCE]
    assert {str(action.price) for action in ACTIONS.values()} <= set(large)
    assert f"{state.round}/6" in large
    words = Words(language)
    assert words.say(named(f"gaia.round.{state.round_tiles[state.round - 1]}")) in picture.alt
    taken = next(iter(state.taken))
    assert words.say(named(f"gaia.action.{taken}")) in picture.alt


def test_whoever_has_acted_is_offered_no_other_action() -> None:
    for kind, promised in (("turn", True), ("finish", False)):
        state, prompt = next(
            (state, prompt)
            for state, prompt in asked()["turn"]
            if any(option.id == "power" for option in prompt.legal) and len(state.taken) > 1
        )
        prompt = msgspec.structs.replace(prompt, kind=kind, options=[] if kind == "finish" else prompt.options)
        with mock.patch("rendering.gaia.turn._cell") as cells:
            picture = DRAW.panel(state, prompt.seat, context(prompt, seat=prompt.seat))
        assert any(call.kwargs["open_"] for call in cells.call_args_list) == promised
        assert ("Actions that you can take now" in picture.alt) == promised
        assert "Still available" in picture.alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("faction", FACTIONS)
def test_what_a_structure_gives_its_faction_can_be_read_on_its_card(faction: str, language: str) -> None:
    state = ready(faction)
    cards = CARDS["structure"](state, 0, RenderContext(Words(language)))
    assert len(cards) == 5  # three beside each other
    for card in cards:
        laid, size = shared(card, kept_together(Words(language).say(card.words)), 508, 512)
        assert size >= READABLE, card.words
        assert laid.size >= READABLE, card.words


def test_few_cards_fill_the_picture() -> None:
    state, prompt = next((state, prompt) for state, prompt in asked()["pass"] if len(prompt.legal) == 3)
    with mock.patch("rendering.gaia.choices.draw_line", wraps=draw_line) as lines:
        DRAW.panel(state, prompt.seat, context(prompt, seat=prompt.seat))
    boxes = [call.args[4] for call in lines.call_args_list]
    assert len(boxes) == 3
    assert boxes[0][1] <= BOX[1]
    assert boxes[-1][3] >= BOX[3] - 2
    assert all(box[2] - box[0] > 1500 for box in boxes)


@pytest.mark.parametrize(("free", "told"), [(0, "1–c:"), (5, "6–c:"), (11, "c:"), (12, "")])
def test_what_only_some_numbers_take_is_told_with_these_numbers(free: int, told: str) -> None:
    state = late()
    empty = [space.name for space in state.spaces if space.planet == SPACE]
    names = empty[:: len(empty) // 12][:12]
    options = [
        Option(at, T("?"), place=f"hex:{at}", price=(("qic", 1),) if index >= free else ())
        for index, at in enumerate(names)
    ]
    with inscribed() as texts:
        DRAW.panel(state, 2, context(Prompt(2, "station", T("?"), options), seat=2))
    assert [text for _, text in texts if text.endswith(":")] == [told] * bool(told)


@pytest.mark.parametrize("tile", TILES)
def test_the_signs_of_a_tile_are_as_large_as_its_card_allows(tile: str) -> None:
    laid = max((_laid(lines, (0, 0, 250, 190)) for lines in _ways(tile_signs(tile))), key=lambda laid: laid.size)
    assert laid.size >= GLANCE
    for (x, y), signs, size in laid.rows:
        assert x + signs_width(signs, size) / 2 <= 250
        assert y + size / 2 <= 190
        # The number stands in the corner.
        assert x - signs_width(signs, size) / 2 >= CORNER - 8 or y - size / 2 >= CORNER - 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_may_give_tokens_for_a_tile_sees_the_tiles_without_numbers(language: str) -> None:
    state, prompt = asked()["itars"][-1]
    marks = context(prompt, language, prompt.seat)
    with inscribed() as texts, mock.patch("rendering.gaia.choices.number_badge") as badges:
        picture = DRAW.panel(state, prompt.seat, marks)
    assert not badges.called
    read = " ".join(text for _, text in texts)
    words = Words(language)
    for tile in state.tech.values():
        assert words.say(named(f"gaia.tile.{tile}")).split()[-1] in read
        assert words.say(named(f"gaia.tile.{tile}")) in picture.alt
