"""Whatever a set has can be said in signs, and drawn as a card."""

from __future__ import annotations

import pytest
from PIL import Image

from rendering.circadians.cards import FILLS, draw_card, effect_of
from rendering.circadians.looks import SIGNS, good, seat_style, sign
from rendering.circadians.signs import effect_signs, goods_signs, price_signs, signs_width, stamp_of
from rendering.circadians.tokens import die, harvester, setback_token
from rendering.words import Words
from rules.circadians.effects import PLACES, AlgaeLess, Discount, End
from rules.circadians.goods import Goods
from rules.circadians.sets import ORRERY_SET
from rules.circadians.texts import TOKEN_NAMES

CARDS = [id for part in FILLS for id in getattr(ORRERY_SET, part)]


@pytest.mark.parametrize("id", CARDS)
def test_every_card_and_tile_has_signs_that_can_be_drawn(id: str) -> None:
    signs = effect_signs(effect_of(ORRERY_SET, id))
    assert signs
    assert signs_width(signs, 40) > 0
    for one in signs:
        if one[1:2] == ":":
            assert stamp_of(one, 40).getbbox()
    draw_card(Image.new("RGB", (240, 160)), (4, 4, 236, 156), ORRERY_SET, id, Words("de", ()))


def test_prices_are_told_with_a_stroke_between_either_and_or() -> None:
    assert price_signs([Goods(power=2), Goods(water=10)]) == ("2", "g:power", "/", "10", "g:water")
    assert price_signs([Goods()]) == ("0",)
    assert goods_signs(Goods(water=-2, item=1)) == ("−2", "g:water", "1", "g:item")


def test_every_place_has_a_sign() -> None:
    assert set(PLACES) < set(SIGNS)
    assert all(sign(kind, 40).getbbox() for kind in SIGNS)


def test_owners_are_told_apart_by_letters() -> None:
    assert len({die(3, 80, seat_style(seat)).tobytes() for seat in range(4)}) == 4
    assert die(3, 80, seat_style(0)).tobytes() != die(3, 80, seat_style(0), ghost=True).tobytes()
    assert len({harvester(60, seat_style(seat)).tobytes() for seat in range(4)}) == 4


def test_every_setback_has_its_token() -> None:
    assert len({setback_token(token, 60).tobytes() for token in TOKEN_NAMES}) == len(TOKEN_NAMES)
    assert good("any", 40).getbbox()


@pytest.mark.parametrize("size", [(300, 216), (300, 254), (380, 240), (780, 560)])
def test_nothing_of_a_card_stands_where_its_number_comes(size: tuple[int, int]) -> None:
    wide, high = size
    for id in ORRERY_SET.items:
        image = Image.new("RGB", size)
        draw_card(image, (0, 0, wide, high), ORRERY_SET, id, Words("de", ()), most=80, clear=(85, 98))
        corner = image.crop((wide - 85, 6, wide - 8, 98))
        assert len(corner.getcolors(99) or ()) == 1, id


def test_a_sum_for_a_threshold_a_span_of_garages_and_two_discounts_read_as_what_they_are() -> None:
    assert effect_signs(End(vp=4, per="on_cache", most=4, least=1)) == ("≥1", "s:cache", "→", "4", "g:vp")
    assert effect_signs(AlgaeLess(n=1, garages=(2, 3, 4, 5))) == ("s:garage", "2–5:", "−1", "g:algae")
    less = effect_signs(Discount(where=("foundry",), less=Goods(water=5, power=1)))
    assert "/" not in less, "it is no choice"
