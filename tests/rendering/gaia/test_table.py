"""The table of Gaia Project at a glance: what everybody must see of every seat is large enough for a phone."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import pairwise
from typing import Any
from unittest import mock

import pytest
from PIL import Image

from rendering.gaia import board, research
from rendering.gaia.board import FIGURE, SHOWN, SPARES, laid
from rendering.gaia.signs import GOODS, row
from rendering.kit.hexes import HexLayout
from rendering.kit.numbers import GLANCE
from rendering.kit.picture import RenderContext
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, Words
from rules.gaia.components import ACTIONS, BOOSTERS, LAST_ROUND, RESEARCH, booster_number
from rules.gaia.income import total_income
from rules.gaia.scoring import final_points
from rules.gaia.state import GaiaState, OwnTile, OwnToken, Player
from rules.kernel.text import name
from tests.rendering.gaia.test_pictures import game, late
from tests.rendering.ink import inscribed

DRAW = PICTURES["gaia"]
SEATS = {2: "rnd-014", 3: "rnd-233", 4: "rnd-043"}


def texts(state: GaiaState, language: str = "en") -> tuple[Counter[str], Counter[str]]:
    """All that is written on the table, and what of it is large."""
    with inscribed() as said:
        DRAW.board(state, RenderContext(Words(language, ("Ann", "Ben", "Cy", "Di")), (0,)))
    return Counter(text for _, text in said), Counter(text for size, text in said if size >= GLANCE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_goods_power_levels_final_tiles_and_prices_are_large(seats: int, language: str) -> None:
    scenes = game(SEATS[seats])
    for at in (len(scenes) // 6, len(scenes) // 2, -5):
        state = scenes[at].state
        wanted: Counter[str] = Counter()
        for one in state.players:
            wanted.update(map(str, (one.ore, one.credits, one.knowledge, one.qic, *one.power, *one.research.values())))
        wanted.update(str(have) for tile in state.final_tiles for have, _ in final_points(state, tile))
        wanted.update(str(action.price) for action in ACTIONS.values() if action.id not in state.taken)
        assert not wanted - texts(state, language)[1]


@pytest.mark.parametrize("seats", SEATS)
def test_no_number_of_goods_stands_close_to_the_sign_after_it(seats: int) -> None:
    state = copy.deepcopy(game(SEATS[seats])[-5].state)
    state.players[0].ore, state.players[0].credits, state.players[1].knowledge = 12, 30, 10
    lines: dict[float, list[tuple[float, int]]] = {}

    def drawn(image: Image.Image, at: tuple[float, float], signs: tuple[str, ...], size: int, **given: Any) -> int:
        end = row(image, at, signs, size, **given)
        if size == FIGURE and signs[0] in {GOODS[good] for good in SHOWN}:
            lines.setdefault(at[1], []).append((at[0], end))
        return end

    with mock.patch.object(board, "row", drawn):
        DRAW.board(state, RenderContext(Words("de")))
    assert [len(line) for line in lines.values()] == [len(SHOWN)] * seats
    for line in lines.values():
        assert all(start - end >= 6 for (_, end), (start, _) in pairwise(line))
        assert [start for start, _ in line] == [start for start, _ in next(iter(lines.values()))]


def test_income_and_range_of_every_seat_are_on_the_table_until_the_last_round() -> None:
    state = next(scene.state for scene in game("rnd-043") if scene.state.round == 4)
    written, _ = texts(state)
    for seat, one in enumerate(state.players):
        income = total_income(state, seat)
        for count in (income.ore, income.credits, income.knowledge, income.qic, income.power, income.tokens):
            assert not count or written[f"+{count}"]
        assert written[str(RESEARCH["nav"].levels[one.research["nav"]].range)]
    alt = DRAW.board(state, RenderContext(Words("en", ("Ann", "Ben", "Cy", "Di")))).alt
    assert alt.count("Next income: ") in {0, 4}
    last = late()
    assert last.round == LAST_ROUND
    last.boosters = []  # One of them adds to a range.
    for one in last.players:
        one.booster = ""
    assert not [text for text in texts(last)[0] if text.startswith("+")], "no income is to come"


def test_the_boosters_left_stand_where_neither_seats_nor_the_map_are() -> None:
    box = (12, 116, 1140, 900)
    for key in SEATS.values():
        state = game(key)[-5].state
        written, _ = texts(state)
        assert all(written[str(booster_number(id))] for id in state.boosters)
        lies, corner = laid(state, box, wanted=True)
        assert corner is not None
        assert (corner[2] - corner[0], corner[3] - corner[1]) in SPARES
        layout = HexLayout([(space.q, space.r) for space in state.spaces], lies)
        for space in state.spaces:
            x, y = layout.middle((space.q, space.r))
            assert not (corner[0] < x < corner[2] and corner[1] < y < corner[3])
    assert laid(state, box, wanted=False) == (box, None)


@pytest.mark.parametrize("recorded", ["rnd-043", "rnd-233", "rnd-014"])
def test_every_booster_that_is_left_is_shown_or_counted(recorded: str) -> None:
    state = copy.deepcopy(game(recorded)[30].state)
    state.boosters = list(BOOSTERS)[: len(state.players) + 3]
    with inscribed() as said:
        DRAW.board(state, RenderContext(Words("en", ("Ann", "Ben", "Cy", "Di"))))
    shown = [text for size, text in said if size == 28 and text in {str(booster_number(id)) for id in state.boosters}]
    counted = [int(text[1:]) for size, text in said if size == 46 and text.startswith("+")]
    assert len(set(shown)) + sum(counted) >= len(state.boosters)


def test_federation_tokens_of_a_seat_are_counted_green_and_grey() -> None:
    for sides, expected in (((), ["0"]), ((True,), ["1"]), ((False,), ["1"]), ((False, True, False), ["1", "+2"])):
        one = Player(tokens=[OwnToken("qic", green) for green in sides])
        with inscribed() as said:
            board._tokens(Image.new("RGB", (200, 60)), one, (10, 30), 36)
        assert [text for _, text in said] == expected


def test_an_advanced_tile_that_was_taken_stays_where_it_was_with_who_has_it() -> None:
    state = copy.deepcopy(late())
    track = next(iter(state.advanced))
    tile = state.advanced.pop(track)
    state.players[1].tiles.append(OwnTile(tile, f"adv-{track}"))
    context = RenderContext(Words("en", ("Ann", "Ben", "Cy", "Di")), (), None, 3)
    with inscribed() as said:
        research.draw(state, context)
    words = Words("en").say(name(f"gaia.tile.{tile}"))
    assert words.split()[-1] in " ".join(text for _, text in said)
