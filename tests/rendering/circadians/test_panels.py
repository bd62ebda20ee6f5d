"""Panels, bases and hands: every kind of prompt has its panel with its numbers, and others' secrets stand nowhere."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import cycle, pairwise

import pytest
from PIL import Image

from rendering.circadians import alt, base, negotiation_board, panel, panel_alt, planet_map
from rendering.circadians.free_places import free_places
from rendering.circadians.ground import Sheet
from rendering.circadians.hand_cards import column, price_of
from rendering.circadians.offers import offers, open_columns
from rendering.circadians.pictures import CircadiansPictures
from rendering.circadians.queue_line import to_come
from rendering.circadians.send_panel import sending_cost
from rendering.circadians.signs import price_signs
from rendering.kit.cache import LAYERS
from rendering.kit.numbers import GLANCE, MIN_NUMBER, said
from rendering.kit.picture import Marks, RenderContext
from rendering.words import LANGUAGES, Words
from rules.circadians.boards import Case, case_of
from rules.circadians.components import DIRECTIONS
from rules.circadians.game import CircadiansGame, CircadiansStep
from rules.circadians.goods import Goods
from rules.circadians.means import HQ, Means, Sending
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.harvest import FarmChoice
from rules.circadians.steps.locations import SecondDie
from rules.circadians.steps.moving import FreeStep
from rules.circadians.steps.negotiation import LoseDie, NegotiationSpace, SetbackToken
from rules.circadians.steps.planning import Plan
from rules.kernel.game import Position
from rules.kernel.hexes import add
from rules.kernel.play import robot_rng
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.supposing import suppose
from tests.rendering.type_sizes import noted
from tests.rules.circadians.table import give, in_hq, make, negotiated, rich, table_of

GAME = CircadiansGame()
PICTURES = CircadiansPictures()
NAMES = ("Annegret", "Benjamin", "Chidi", "Dorothea")
EACH = 2
"""How many panels of each kind are drawn."""


@cache
def asked() -> list[tuple[Position[CircadiansState, CircadiansStep], Prompt]]:
    """Positions of games of robots and of games played at random, a few for each kind of prompt."""
    found: list[tuple[Position[CircadiansState, CircadiansStep], Prompt]] = []
    met: dict[str, int] = {}
    for seed, seats in enumerate((4, 2, 3, 1)):
        position, _ = GAME.setup({}, seats, Rng(f"{seed:02x}"))
        chance = Rng(f"b{seed}")
        while waiting := GAME.waiting(position):
            prompt = GAME.prompt(position, waiting[-1])
            view = GAME.view(position, prompt.seat)
            met[prompt.kind] = met.get(prompt.kind, 0) + 1
            if met[prompt.kind] <= EACH or met[prompt.kind] % 90 == 0:
                found.append((GAME.copy(position), prompt))
            picks = choose(None, prompt, chance) if seed % 2 else GAME.choose(view, prompt, robot_rng(view, prompt))
            GAME.answer(position, prompt.seat, picks)
    return [*found, *planned_rolls()]


def planned_rolls() -> list[tuple[Position[CircadiansState, CircadiansStep], Prompt]]:
    """What is asked only ahead: where the dice of the next roll go, with few farms and with all."""
    found: list[tuple[Position[CircadiansState, CircadiansStep], Prompt]] = []
    for farms in (["", "", ""], ["farm-7", "farm-5", "farm-4"]):
        state = make(3)
        rich(state.players[0], farms=farms, hand=["item-1", "item-2"])
        state.phase = "garages"
        for turn in ([], [["6>f2"], ["high"]]):
            supposed = suppose(GAME, GAME.view(Position(state, Rng("00"), []), 0), 0, [turn])
            assert supposed.position is not None
            assert supposed.prompt is not None
            found.append((supposed.position, supposed.prompt))
    return found


def context_of(position: Position[CircadiansState, CircadiansStep], prompt: Prompt, language: str) -> RenderContext:
    before = GAME.view(position, None)
    waiting = tuple(GAME.waiting(position))
    return RenderContext(Words(language, NAMES), waiting, before, 7, Marks.of(prompt), prompt.seat)


def test_every_number_that_is_offered_stands_in_the_panel_large_enough() -> None:
    with noted() as sizes:
        for (position, prompt), language in zip(asked(), cycle(LANGUAGES), strict=False):
            sizes.lines.clear()
            LAYERS.clear()  # what is kept from other pictures would not be written again
            context = context_of(position, prompt, language)
            picture = PICTURES.panel(GAME.view(position, prompt.seat), prompt.seat, context)
            wanted = tuple(said(numbers) for numbers in context.marks.numbers.values())
            assert not sizes.missing(wanted, MIN_NUMBER), prompt.kind
            assert 4 / 3 - 0.01 <= picture.image.width / picture.image.height <= 16 / 9 + 0.01
            assert picture.alt
            assert "{" not in picture.alt


def test_every_kind_of_prompt_has_a_panel_of_its_own() -> None:
    kinds = {prompt.kind for _, prompt in asked()}
    assert kinds <= set(panel.DRAW)


def test_a_panel_is_drawn_where_the_kind_is_not_told() -> None:
    for position, prompt in asked()[::5]:
        context = context_of(position, prompt, "en")
        bare = replace(context, marks=Marks(context.marks.legal))
        assert PICTURES.panel(GAME.view(position, prompt.seat), prompt.seat, bare).image.width == 1600


def test_nothing_of_another_seat_s_hand_dice_and_plan_reaches_a_picture() -> None:
    for position, prompt in asked()[::7]:
        seats = len(position.state.players)
        other = (prompt.seat + 1) % seats
        if other == prompt.seat:
            continue
        context = context_of(position, prompt, "en")
        one = PICTURES.tableau(GAME.view(position, prompt.seat), other, context)
        changed = GAME.copy(position)
        player = changed.state.players[other]
        player.hand = sorted(player.hand, reverse=True)
        player.rolled = [7 - face for face in player.rolled]
        player.plan = {place: 7 - face for place, face in player.plan.items()}
        two = PICTURES.tableau(GAME.view(changed, prompt.seat), other, context)
        assert one.alt == two.alt
        assert one.image.tobytes() == two.image.tobytes()


def test_dice_come_from_the_headquarters_first_and_then_in_turns() -> None:
    state = make()
    give(state.players[0], 6, 5)
    give(state.players[1], 4)
    in_hq(state, (1, 3))
    state.start, state.phase, state.turn = 1, "hq", 1
    assert to_come(state) == ([Die(1, 3)], [Die(1, 4), Die(0, 6), Die(0, 5)])


def test_planning_says_which_places_have_room_for_a_value() -> None:
    state = make()
    state.players[0].rolled = [2, 6, 6]
    state.players[0].hand = ["item-1"]
    assert free_places(state, 0, 6)["lab"] == ("2×",)
    assert "lab" not in free_places(state, 0, 2)
    state.hq = [Die(1, 4)] * 3
    assert "hq" not in free_places(state, 0, 6)
    # With two players column 1 of the depository is closed.
    assert "depot" not in free_places(state, 0, 1)
    assert free_places(state, 0, 2)["mine"] == ("6", "g:water")


def test_planning_says_all_that_a_new_die_costs() -> None:
    state = make(4)
    assert free_places(state, 0, 1)["academy"] == ("2", "g:algae")
    state.event = "event-13"
    assert free_places(state, 0, 1)["academy"] == ("2", "g:water", "2", "g:algae")


@pytest.mark.parametrize("dice", [(1, 2, 3, 4, 5), (6, 6, 6, 6, 6)])
def test_a_full_roll_can_be_planned_by_its_panel(dice: tuple[int, ...]) -> None:
    state = make(4)
    state.players[0].rolled = list(dice)
    state.players[0].farms = ["farm-4", "farm-5", "farm-6"]
    table = table_of(state, Plan(0))
    prompt = table.prompt()
    context = RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0)
    with noted() as sizes:
        picture = PICTURES.panel(state, 0, context)
    assert not sizes.missing(tuple(prompt.numbers.values()), MIN_NUMBER)
    assert picture.image.size[1] <= 1200


def test_what_is_seldom_asked_has_its_panel() -> None:
    state = make()
    rich(state.players[0], 4, 2, waiting=1, canteen=2, farm_dice=[0, 5, 0, 0, 0, 0])
    state.hq = [Die(0, 4), Die(0, 4), Die(1, 3)]
    pair = SecondDie(0, Sending(HQ, 4))
    for step in (LoseDie(0), SetbackToken(0, ["sum-green", "pair-green"]), pair):
        prompt = table_of(state, step).prompt()
        context = RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0)
        with noted() as sizes:
            panel.draw(state, 0, context)
        assert not sizes.missing(tuple(prompt.numbers.values()), MIN_NUMBER), prompt.kind


def test_a_base_is_drawn_before_anything_is_known_of_it() -> None:
    position, _ = GAME.setup({}, 4, Rng("00"))
    context = RenderContext(Words("en", NAMES))
    assert base.draw(GAME.view(position, None), 3, context).size == (1600, 1200)


def test_a_hand_that_nothing_is_asked_of_is_as_bright_as_without_a_question() -> None:
    state = make()
    rich(state.players[0], 3, hand=["item-1", "item-2"])
    prompt = table_of(state).prompt()
    assert prompt.kind == "send"
    asked, unasked = (RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(one), 0) for one in (prompt, None))
    pictures = [PICTURES.hand(state, 0, one).image.tobytes() for one in (asked, unasked)]
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("kind", ["market", "market-space", "times", "trade"])
def test_the_panels_of_the_market_say_how_many_trades_are_left(kind: str) -> None:
    position, prompt = next((one, prompt) for one, prompt in asked() if prompt.kind == kind)
    left = next(place.removeprefix("left:") for place in prompt.so_far if place.startswith("left:"))
    with noted() as sizes:
        PICTURES.panel(GAME.view(position, prompt.seat), prompt.seat, context_of(position, prompt, "en"))
    assert not sizes.missing((f"{left}×",), GLANCE)


def test_the_negotiation_says_what_its_spaces_cost_this_player() -> None:
    state = make(4)
    give(state.players[0], 5, water=9, algae=9, power=9, gem=9)
    state.players[0].character = "char-1"
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play("negotiate")
    prompt = table.prompt()
    context = RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0)
    with noted() as sizes:
        panel.draw(state, 0, context)
    assert state.parts.board(4).negotiation["yellow"].spaces[0].cost == Goods(power=2)
    large = [text for text, size in sizes.lines if size >= GLANCE]
    assert ("4", "1") in pairwise(large), "points, then the price with the discount of the character"


def test_the_negotiation_tells_in_words_the_sums_that_it_draws() -> None:
    state = make(4)
    rich(state.players[0], 5)
    negotiated(state, "green", 1, 1, 3)
    shown = RenderContext(
        Words("en", NAMES), (0,), None, 7, Marks.of(NegotiationSpace(0, Sending(1, 5)).prompt(state)), 0
    )
    limits = {column: one.limit for column, one in state.parts.board(4).negotiation.items()}
    with noted() as sizes:
        panel.draw(state, 0, shown)
    assert not sizes.missing((f"8/{limits['green']}", f"5/{limits['red']}"), GLANCE)
    for told in (panel_alt.panel(state, 0, shown), alt.negotiation_board(state, shown)):
        assert f"sum 3, with this die 8, limit {limits['green']}" in told
        assert f"sum 0, with this die 5, limit {limits['red']}" in told
    plain = RenderContext(Words("en", NAMES), (0,), None, 7, Marks(), 0)
    assert "this die" not in alt.negotiation_board(state, plain)


def test_a_setback_that_a_die_would_bring_stands_on_a_plate(monkeypatch: pytest.MonkeyPatch) -> None:
    state = make(4)
    rich(state.players[0], 5)
    negotiated(state, "green", 1, 1, 5)
    prompt = NegotiationSpace(0, Sending(1, 5)).prompt(state)
    drawn: list[int] = []
    monkeypatch.setattr(negotiation_board, "alarm", lambda _, box: drawn.append(box[2] - box[0]))
    LAYERS.clear()
    panel.draw(state, 0, RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0))
    assert drawn == [52], "two dice of one value, and a sum below the limit"
    state.setbacks = {"4w": "pair-green"}
    LAYERS.clear()
    panel.draw(state, 0, RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0))
    assert drawn == [52]


def test_prices_of_the_academy_are_large_beside_their_numbers() -> None:
    state = make(4)
    rich(state.players[0], 4)
    table = table_of(state)
    table.play("academy")
    context = RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(table.prompt()), 0)
    with noted() as sizes:
        PICTURES.places(state, context)
    prices = [text for space in state.parts.board(4).academy for cost in (space.one, space.two)
              for text in map(str, cost.amounts) if text != "0"]  # fmt: skip
    assert not sizes.missing(tuple(prices), 42)


def test_the_table_and_its_places_are_drawn_with_every_kind_of_question_open() -> None:
    met: set[str] = set()
    for position, prompt in asked():
        if prompt.kind in met:
            continue
        met.add(prompt.kind)
        view, context = GAME.view(position, prompt.seat), context_of(position, prompt, "de")
        assert PICTURES.board(view, context).image.size == (1600, 1200)
        with noted() as sizes:
            assert PICTURES.places(view, context).image.size == (1600, 1200)
        if prompt.kind in {"market", "trade", "academy"}:
            wanted = tuple(said(numbers) for numbers in context.marks.numbers.values())
            assert not sizes.missing(wanted, MIN_NUMBER)
            rates = {place.partition(":")[2] for place in context.marks.legal if place.startswith("rate:")}
            give = [rate.give for rate in view.parts.rates if rate.id in rates]
            assert not sizes.missing(tuple(str(n) for goods in give for n in goods.amounts if n), 42)


def test_a_way_over_the_rim_is_drawn_where_it_seems_to_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    state = make(2)
    (at, direction), to = next(iter(state.parts.arrows.items()))
    state.players[0].harvester = at
    prompt = FreeStep(0, may=True).prompt(state)
    drawn: list[dict[tuple[int, int], tuple[int, int]]] = []
    real = planet_map.PlanetMap.draw

    def draw(self: planet_map.PlanetMap, image: Image.Image) -> None:
        drawn.append(self.beyond)
        real(self, image)

    monkeypatch.setattr(planet_map.PlanetMap, "draw", draw)
    with noted() as sizes:
        panel.draw(state, 0, RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0))
    assert [one.get(add(at, DIRECTIONS[direction])) for one in drawn] == [None, to], "whole in small, then large"
    assert not sizes.missing(tuple(prompt.numbers.values()), MIN_NUMBER)


def test_the_panel_of_a_die_that_is_sent_says_price_limit_and_advance_of_the_negotiation() -> None:
    state = make(4)
    rich(state.players[0], 5)
    negotiated(state, "green", 1, 1, 4)
    negotiated(state, "green", 2, 1, 4)
    prompt = table_of(state).prompt()
    context = RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0)
    means = Means(state, 0)
    case = case_of(means, Sending(1, 5))
    assert isinstance(case, Case)
    assert open_columns(case) == {
        "green": (13, 12, ["sum-green", "pair-green"]),
        "yellow": (5, 13, []),
        "red": (5, 14, []),
    }
    assert offers(case, "negotiate") == [("4–15", "g:vp"), ("2", "g:power", "→", "4", "g:vp")]
    with noted() as sizes:
        panel.draw(state, 0, context)
    assert not sizes.missing(("13/12",), 40)
    assert ("5", 34) in sizes.lines  # the token of the advance
    state.advances = {"5w": 5}
    with noted() as sizes:
        panel.draw(state, 0, context)
    assert ("5", 34) not in sizes.lines


def test_the_prices_of_items_are_those_with_the_die_that_is_on_its_way() -> None:
    state = make(4)
    rich(state.players[0], 0, 4, hand=["item-1"], upgrades=["up-15"], water=0, algae=3)
    cost = price_signs([state.parts.items["item-1"].cost])
    base_marks = Marks(kind="item")
    sent = Marks(kind="item", so_far=("garage:2", "value:4"))
    sheets = [Sheet.new(state, 0, RenderContext(Words("de", NAMES), marks=one), 900) for one in (base_marks, sent)]
    assert [price_of(sheet, "item-1") == cost for sheet in sheets] == [True, False]
    assert [sending_cost(sheet) for sheet in sheets] == [(), ("−1", "g:algae")]


def test_a_die_that_goes_to_the_canteen_alone_costs_its_garage_and_all_together_cost_nothing() -> None:
    state = make()
    rich(state.players[0], 0, 4, 5)
    prompt = table_of(state).prompt()
    context = RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0)
    with noted() as sizes:
        panel.draw(state, 0, context)
    assert not sizes.missing(("−1", "+2", "2×", "+4"), GLANCE)


def test_the_cards_of_a_small_hand_can_be_read_beside_a_die() -> None:
    state = make()
    dear = [id for id, one in state.parts.items.items() if sum(map(bool, one.cost.amounts)) > 1][:3]
    rich(state.players[0], 6, hand=dear)
    sheet = Sheet.new(state, 0, RenderContext(Words("de", NAMES)), 500)
    with noted() as sizes:
        column(sheet, (20, 20, 364, 420))
    assert sizes.lines
    assert not sizes.smaller_than(GLANCE)


def test_what_a_farm_yields_is_asked_with_what_its_die_counts_more() -> None:
    state = make()
    rich(state.players[0], farm_dice=[1, 2, 0, 0, 0, 0])
    prompt = table_of(state, FarmChoice(0, 2)).prompt()
    context = RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0)
    with noted() as sizes:
        panel.draw(state, 0, context)
    assert not sizes.missing(("2", "2", "+3"), GLANCE)


def test_the_panel_of_a_die_that_is_sent_tells_in_words_the_sums_that_it_draws() -> None:
    state = make(4)
    rich(state.players[0], 5)
    negotiated(state, "green", 1, 1, 4)
    prompt = table_of(state).prompt()
    told = panel_alt.panel(state, 0, RenderContext(Words("en", NAMES), (0,), None, 7, Marks.of(prompt), 0))
    assert "sum 4, with this die 9, limit 12" in told
