"""The table of Circadians in words: complete, secret where it must be, in blocks that fit."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest

from bot.views import components
from rendering.circadians.letter_map import short
from rendering.circadians.text_board import CircadiansTextBoard
from rendering.kit.picture import RenderContext
from rendering.kit.text_board import MAX_BLOCK
from rendering.words import Words
from rendering.words.extract import GERMAN, read_catalog
from rules.circadians.describe import effect_text
from rules.circadians.game import CircadiansGame
from rules.circadians.goods import words
from rules.circadians.planet import hex_names
from rules.circadians.state import UNKNOWN, CircadiansState, Die, Rules
from rules.circadians.steps.tiles import leaving, open_tiles
from rules.kernel import robots
from rules.kernel.game import Position
from rules.kernel.rng import Rng

BOARD, GAME = CircadiansTextBoard(), CircadiansGame()
PLAYERS = ("Ann", "Ben", "Cy", "Di")


@cache
def _game(seats: int, key: str) -> list[bytes]:
    """Every position of a game of random play."""
    position, _ = GAME.setup({}, seats, Rng(key))
    chance, found = Rng(key), [GAME.encode(position)]
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        options = [option for option in prompt.options if option.id != "anew"]
        picks = robots.choose(None, msgspec.structs.replace(prompt, options=options), chance)
        GAME.answer(position, waiting[0], picks)
        found.append(GAME.encode(position))
    return found


def game(seats: int = 4, key: str = "03") -> list[Position[Any, Any]]:
    """Some positions of a game, from its setup to its end."""
    found = _game(seats, key)
    return [GAME.decode(data) for data in [*found[::17], found[-1]]]


def late(seats: int = 4) -> Position[Any, Any]:
    """A position in the garages of a late round, with much on the boards."""
    found = (GAME.decode(data) for data in reversed(_game(seats, "03")))
    return next(one for one in found if one.state.phase == "garages" and one.state.round >= 7)


def planning() -> Position[Any, Any]:
    """A position in which somebody has planned a part."""
    found = (GAME.decode(data) for data in _game(4, "03"))
    return next(one for one in found if one.state.players[1].plan and one.state.players[1].rolled)


def context(language: str = "en", waiting: tuple[int, ...] = ()) -> RenderContext:
    return RenderContext(Words(language, PLAYERS), waiting=waiting)


def told(view: CircadiansState, language: str = "en") -> str:
    return "\n".join(BOARD.board(view, context(language)))


def say(text: Any) -> str:
    return Words("en", PLAYERS).say(text)


def named(view: CircadiansState, id: str) -> str:
    return say(view.parts.name(id))


# What is said.


def test_the_round_tells_the_event_what_it_does_and_who_must_act() -> None:
    view = GAME.view(late(), None)
    said = "\n".join(BOARD.board(view, context(waiting=(2,))))
    assert f"Round {view.round} of 8" in said
    assert f"Event: {named(view, view.event)}. {say(effect_text(view.parts.events[view.event].effect))}" in said
    assert "To act: Cy." in said
    assert f"The die of {PLAYERS[view.turn]} is being used." in said
    assert f"Start player: {PLAYERS[view.start]}." in said


def test_everybodys_goods_dice_tiles_and_cards_are_told() -> None:
    for position in game():
        view = GAME.view(position, None)
        said = told(view)
        for seat, one in enumerate(view.players):
            block = next(block for block in BOARD.board(view, context()) if block.startswith(f"### {PLAYERS[seat]}\n"))
            assert ", ".join(map(say, words(one.goods))) in block
            assert f"{GAME.standings(position)[seat].total} VP" in block
            assert f"{one.supply} in the supply" in block
            assert f"{len(one.hand)} item card" in block
            assert not one.character or named(view, one.character) in block
            assert all(named(view, tile) in block for tile in (*one.upgrades, *one.farms, *one.played) if tile)
            assert all(f"garage {n}: {die}" in block for n, die in enumerate(one.garages, 1) if die)
            assert all(f"farm {n}: {die}" in block for n, die in enumerate(one.farm_dice, 1) if die)
        assert "{" not in said


def test_a_glance_tells_all_to_a_post_and_to_a_panel_what_its_reader_has() -> None:
    for position in game():
        view = GAME.view(position, 1)
        everybody = "\n".join(BOARD.glance(view, context()))
        own = "\n".join(BOARD.glance(view, RenderContext(Words("en", PLAYERS), reader=1)))
        assert bool(own) == bool(everybody) == bool(view.round)
        if own:
            assert "Event: " in own
            assert set(own.splitlines()) < set(everybody.splitlines())
            assert [who for who in PLAYERS if f" {who}: " in own] == [PLAYERS[1]]
            assert all(f" {who}: " in everybody for who in PLAYERS)


def test_who_has_planned_is_told_while_others_have_not_and_never_how_far_somebody_is() -> None:
    position = planning()
    view = GAME.view(position, None)
    waiting = tuple(GAME.waiting(position))
    assert 1 in waiting
    seats = context(waiting=waiting)
    done = [name for seat, name in enumerate(PLAYERS) if seat not in waiting]
    line = f"Planned already: {', '.join(done)}."
    for said in (BOARD.board(view, seats), BOARD.glance(view, seats)):
        assert (line in "\n".join(said)) == bool(done)
    assert "Planned already: Ann, Di." in "\n".join(BOARD.glance(view, context(waiting=(1, 2))))
    assert "Planned" not in "\n".join(BOARD.glance(view, context(waiting=(0, 1, 2, 3))))
    assert "Planned" not in "\n".join(BOARD.board(GAME.view(late(), None), context(waiting=(2,))))


def test_the_counts_of_a_seats_dice_are_all_its_dice() -> None:
    for position in game():
        view = GAME.view(position, None)
        for seat in range(4):
            block = next(block for block in BOARD.board(view, context()) if block.startswith(f"### {PLAYERS[seat]}\n"))
            line = next(line for line in block.splitlines() if line.startswith("- Dice: "))
            assert sum(map(int, re.findall(r"\d+", line))) == view.parts.base.dice


def test_the_planet_tells_harvesters_tokens_caches_and_arrows() -> None:
    for position in game():
        view = GAME.view(position, None)
        drawing, lines = BOARD.planet(view, context())
        names = hex_names(view)
        for seat, one in enumerate(view.players):
            found = view.parts.planet[view.side][one.harvester]
            here = short(found.harvest) if not found.corner else f"◊{view.caches.get(found.corner, '')}"
            assert f"{seat + 1}: {PLAYERS[seat]} {names[one.harvester]} ({here})" in lines
        for at in view.tokens:
            token = view.parts.planet[view.side][at].token
            assert token is not None
            assert f"{names[at]} {short(token)}" in lines
        for at, data in view.parts.planet[view.side].items():
            assert data.corner or short(data.harvest) in drawing + lines
            if data.corner:
                cache = f"{view.caches[data.corner]} VP" if view.caches else short(data.harvest)
                assert f"{names[at]} {cache}" in lines
        assert len(re.search(r"Arrows at the rim: (.*)", lines)[1].split(", ")) == 12  # type: ignore[index]


def test_a_base_tells_where_its_harvester_can_go_and_with_which_die() -> None:
    position = game()[0]
    view = GAME.view(position, 0)
    said = "\n".join(BOARD.tableau(view, 0, context()))
    assert "Harvester on D4: 3 water." in said
    assert all(
        f"{value} {way}" in said for value, way in enumerate(("N D3", "NE E3", "SE E4", "NW C3", "SW C4", "S D5"), 1)
    )


def test_the_negotiation_board_tells_clans_sums_spaces_advances_and_setbacks() -> None:
    for position in game():
        view = GAME.view(position, None)
        said = "\n".join(BOARD.negotiation(view, context()))
        boards = view.parts.board(4).negotiation
        for column, dice in view.negotiation.items():
            total = sum(die.value for die in dice if die is not None)
            assert f"{column.capitalize()}: sum {total}, limit {boards[column].limit}." in said
            clan = view.parts.clans[view.clans[column]]
            assert named(view, clan.id) in said
            assert say(effect_text(clan.effect)) in said
            for row, (space, die) in enumerate(zip(boards[column].spaces, dice, strict=True), 1):
                cost = ", ".join(map(say, words(space.cost)))
                there = f"for {cost}" if die is None else f"{PLAYERS[die.seat]} {die.value}"
                assert f"{row}: {space.vp} VP{' ' if die is None else ', '}{there}" in said
        for id, value in view.advances.items():
            assert f"{say(words(view.parts.advances[id].gain)[0])} ({value})" in said
        for id, setback in view.parts.setbacks.items():
            goods = say(words(setback.lose)[0])
            line = "Suffered" if id in view.setbacks else "Penalties left"
            assert re.search(rf"{line}: [^\n]*{goods}", said)


def test_the_depository_and_the_headquarters_tell_what_is_free_and_who_lies_where() -> None:
    for seats in (2, 4):
        for position in game(seats):
            view = GAME.view(position, None)
            said = "\n".join(BOARD.depository(view, context()))
            shut = view.parts.board(seats).closed
            for row, dice in view.depository.items():
                line = next(line for line in said.splitlines() if line.lower().startswith(f"- {row} row"))
                free = [str(n) for n, die in enumerate(dice, 1) if die is None and n not in shut]
                assert f"Free: {', '.join(free) or 'none'}." in line
                assert all(f"{PLAYERS[die.seat]} {die.value}" in line for die in dice if die is not None)
            assert all(f"{PLAYERS[die.seat]} {die.value}" in said for die in view.hq)
            room = view.parts.board(seats).hq
            assert re.search(rf"{room - len(view.hq)} of {room} spaces (is|are) free", said)


def test_the_locations_tell_each_space_its_price_and_who_stands_there() -> None:
    view = GAME.view(late(), None)
    view.mine[1], view.lab = [Die(0, 5)], [Die(1, 4), Die(1, 4)]
    view.foundry, view.control = [Die(2, 1)], [Die(3, 6), Die(0, 2)]
    view.market["left"], view.academy[2] = [Die(1, 3)], [Die(2, 6)]
    said = "\n".join(BOARD.locations(view, context()))
    assert "2: 9 water less the die for 1 gem (Ann 5)" in said
    assert (
        "Laboratory: two equal dice in a row bring a farm, for 3 algae or 10 water; 1 of 2 free (Ben 4, Ben 4)" in said
    )
    assert "1 of 2 free (Cy 1)" in said
    assert "1 of 3 free (Di 6, Ann 2)" in said
    assert "Left space for water (Ben 3)" in said
    assert "3: with 5/6, 1 die for 4 water, 2 for 10 water (Cy 6)" in said
    assert "3 water for 2 algae" in said
    assert "(1 N, 2 NE, 3 SE, 4 NW, 5 SW, 6 S)" in said


def test_a_location_that_the_event_closes_is_told() -> None:
    view = GAME.view(late(), None)
    view.event = "event-11"
    assert "Closed this round by the event: Control room." in "\n".join(BOARD.locations(view, context()))


def test_open_tiles_cards_and_what_is_still_face_down_are_told() -> None:
    for position in game():
        view = GAME.view(position, None)
        said = "\n".join(BOARD.stacks(view, context()))
        shown = [*view.farms, *view.upgrades.values(), *view.discards, *view.farms_unseen]
        shown += [tile for tiles in view.upgrades_unseen.values() for tile in tiles]
        shown += view.events if view.round < 7 else []
        assert all(named(view, id) in said for id in shown if id)
        assert f"{len(view.deck) + len(view.under)} item card" in said
        assert all(f"{n} below." in said for n, tile in zip(view.farms_under, view.farms, strict=True) if tile)


def test_a_base_tells_garages_with_their_algae_farms_and_what_everything_does() -> None:
    for position in game():
        view = GAME.view(position, None)
        for seat, one in enumerate(view.players):
            said = "\n".join(BOARD.tableau(view, seat, context()))
            assert all(f"Garage {n}: {die or 'no die'} (" in said for n, die in enumerate(one.garages, 1))
            assert all(f"Farm {n}: " in said for n in range(1, 7))
            for tile in (*one.upgrades, *one.farms):
                if tile:
                    effect = (view.parts.farms.get(tile) or view.parts.upgrades[tile]).effect
                    assert f"{named(view, tile)}: " in said
                    assert say(effect_text(effect)) in said
            assert all(say(effect_text(view.parts.items[card].effect)) in said for card in one.played)
            if one.character:
                assert say(effect_text(view.parts.characters[one.character].effect)) in said


def test_orrerys_set_is_named_wherever_cards_could_be_taken_for_the_printed_ones() -> None:
    view = GAME.view(late(), 0)
    for blocks in (BOARD.board(view, context()), BOARD.tableau(view, 0, context()), BOARD.stacks(view, context())):
        assert "From Orrery’s third set, designed for this bot" in "\n".join(blocks)
    assert "Orrerys dritter Satz" in told(view, "de")


def test_which_tile_leaves_is_told_while_none_is_taken() -> None:
    position = late()
    view, state = GAME.view(position, 0), position.state
    assert "leaves the game" not in told(view)
    view.round, view.rules, view.open_since = 3, Rules(tiles_leave=True), dict.fromkeys(open_tiles(view), 1)
    tile = leaving(view)
    assert tile
    name = state.parts.names[state.parts.name(tile).id[1:]]
    for language, said in (("en", f"{name['en']} leaves the game"), ("de", f"kommt „{name['de']}“ aus dem Spiel")):
        assert said in "\n".join(BOARD.stacks(view, context(language)))
        assert said in told(view, language)
    view.tile_taken = True
    assert "leaves the game" not in told(view)


# What is hidden.


def test_my_hand_and_my_plan_are_told_to_me() -> None:
    position = planning()
    view = GAME.view(position, 1)
    me = view.players[1]
    said = "\n".join(BOARD.hand(view, 1, context()))
    assert all(f"{named(view, card)}: " in said for card in me.hand)
    assert all(f"{face} to garage {place[1:]}" in said for place, face in me.plan.items() if place[0] == "g")
    rolled = ", ".join(map(str, sorted(me.rolled, reverse=True)))
    assert f"Rolled, without a place yet: {rolled}." in said


def test_what_i_choose_from_is_told_to_me_before_the_first_round() -> None:
    view = GAME.view(game()[0], 2)
    said = "\n".join(BOARD.hand(view, 2, context()))
    assert all(f"{named(view, one)}: " in said for one in view.players[2].dealt)


def test_views_that_differ_only_in_what_is_hidden_read_the_same() -> None:
    for position in [*game()[:-1], planning()]:
        other = GAME.decode(GAME.encode(position))
        state = other.state
        hidden = state.deck
        for one in state.players[1:]:
            hidden = [*hidden, *one.hand]
        hidden = hidden[1:] + hidden[:1]
        state.deck, rest = hidden[: len(state.deck)], hidden[len(state.deck) :]
        for one in state.players[1:]:
            one.hand, rest = rest[: len(one.hand)], rest[len(one.hand) :]
            one.rolled = [1] * (len(one.rolled) + len(one.plan))
            one.plan = {}
        for seat in (0, None):
            mine, others = GAME.view(position, seat), GAME.view(other, seat)
            assert told(mine) == told(others)
            for whose in range(4):
                assert BOARD.tableau(mine, whose, context()) == BOARD.tableau(others, whose, context())
            assert BOARD.hand(mine, 1, context()) == BOARD.hand(others, 1, context())


def test_anothers_hand_is_told_by_its_number_only() -> None:
    view = GAME.view(late(), 0)
    assert set(view.players[1].hand) <= {UNKNOWN}
    said = "\n".join(BOARD.hand(view, 1, context()))
    assert f"{len(view.players[1].hand)} item card" in said


# How it is said.


def all_blocks(view: CircadiansState, seen_by: RenderContext) -> list[str]:
    blocks = [*BOARD.board(view, seen_by), *(one for part in BOARD.parts.values() for one in part(view, seen_by))]
    for seat in range(len(view.players)):
        blocks += [*BOARD.tableau(view, seat, seen_by), *BOARD.hand(view, seat, seen_by)]
    return blocks


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_block_is_too_long_from_the_setup_to_the_end(seats: int) -> None:
    for language in ("en", "de"):
        seen_by = RenderContext(Words(language, tuple(name * 8 for name in PLAYERS)), waiting=tuple(range(seats)))
        for position in game(seats):
            blocks = all_blocks(GAME.view(position, 0), seen_by)
            assert max(map(len, blocks)) <= MAX_BLOCK
            assert all(block.strip() for block in blocks)
            assert all(block.count("```") in {0, 2} for block in blocks)


def test_the_whole_table_of_a_late_game_of_four_takes_two_messages() -> None:
    for language in ("en", "de"):
        assert len(components.in_messages(BOARD.board(GAME.view(late(), 0), context(language)))) == 2


def test_everything_that_the_board_says_is_translated() -> None:
    assert (GERMAN / "circadians.po").exists()
    for message in read_catalog("circadians"):
        if message.id and any(path.startswith("rendering/") for path, _ in message.locations):
            forms = (message.string,) if isinstance(message.string, str) else message.string
            assert forms, message.id
            assert all(forms), message.id
