"""The table of Eclipse in words: complete, nothing hidden, short enough for a phone, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.views.components import in_messages
from rendering.eclipse.text_board import EclipseTextBoard
from rendering.kit.picture import RenderContext
from rendering.kit.text_board import MAX_BLOCK
from rendering.words import Words, _catalog
from rules.eclipse.blueprints import parts, placed, stats
from rules.eclipse.components import SECTORS, SHIPS, TECHNOLOGIES
from rules.eclipse.economy import price, production, upkeep
from rules.eclipse.galaxy import place_name
from rules.eclipse.game import EclipseGame
from rules.eclipse.state import NOBODY, EclipseState, Sector
from rules.kernel.game import Position
from rules.kernel.rng import Rng
from rules.kernel.text import Text, name
from tests.rendering.eclipse.tables import LONG, PLAYERS, fighting, full, random_game, robots_game

BOARD = EclipseTextBoard()
EN = Words("en", PLAYERS)
VIEWS = [full(), fighting(), *random_game(6, 1), *random_game(3, 2), *robots_game(4, 3)]
MOST_MESSAGES = 4


def told(blocks: list[str]) -> str:
    return "\n".join(blocks)


def everything(view: EclipseState, context: RenderContext) -> Iterator[list[str]]:
    """All that a text board can tell of a view."""
    yield BOARD.board(view, context)
    yield BOARD.glance(view, context)
    for part in BOARD.parts.values():
        yield part(view, context)
    for seat in range(len(view.players)):
        yield BOARD.tableau(view, seat, context)
        yield BOARD.hand(view, seat, context)


def line_of(said: str, sector: Sector) -> str:
    head = f"- **{sector.id}** ({place_name((sector.q, sector.r))}, "
    (line,) = [line for line in said.split("\n") if line.startswith(head)]
    return line


@pytest.mark.parametrize("view", VIEWS)
def test_every_sector_is_told_with_its_owner_cubes_ships_and_what_lies_there(view: EclipseState) -> None:
    context = RenderContext(EN)
    said = told(BOARD.board(view, context))
    assert told(BOARD.sectors(view, context)) in said
    for sector in view.sectors.values():
        line = line_of(said, sector)
        squares = SECTORS[sector.id].squares
        for kind in set(squares):
            cubes = sum(squares[index] == kind for index in sector.cubes)
            assert f" {cubes}/{squares.count(kind)} {EN.say(name(f'eclipse.square.{kind}'))}" in line
        assert (" orbital" in line) == sector.orbital
        assert f"{int(sector.orbital_cube)}/1 orbital" in line or not sector.orbital
        assert ("monolith" in line) == sector.monolith
        assert ("discovery tile" in line) == sector.discovery
        assert ("artifact" in line) == SECTORS[sector.id].artifact
        assert (f"{sector.ancients} Ancient" in line) == bool(sector.ancients)
        assert ("defence system" in line) == sector.gcds
        for seat, ships in sector.ships.items():
            fleet = line.split(f" {PLAYERS[seat]}: ")[1].split(". ")[0]
            for kind in SHIPS:
                assert (f"{ships.get(kind, 0)} {kind}" in fleet) == (kind in ships)
        for other, link in zip(sector.around, sector.links, strict=True):
            if other:
                assert other in line.split(("Closed to", "Half open to", "Open to")[link])[1].split(".")[0]
        before = said[: said.index(line)]
        title = before[before.rindex("### ") :].split("\n")[0]
        assert ("without a disc" in title) == (sector.disc == NOBODY)
        assert sector.disc == NOBODY or title.startswith(f"### {PLAYERS[sector.disc]}: ")


@pytest.mark.parametrize("view", VIEWS)
def test_the_board_tells_round_points_discs_and_everybodys_resources(view: EclipseState) -> None:
    said = told(BOARD.board(view, RenderContext(EN, waiting=(1,))))
    assert "To act: Ben." in said
    assert view.phase == "over" or not view.round or f"Round {view.round} of 9" in said
    for seat, me in enumerate(view.players):
        line = next(line for line in said.split("\n") if line.startswith(f"- **{PLAYERS[seat]}** ("))
        if me.out:
            assert "Out of the game." in line
            continue
        assert f"Money {me.goods['money']} (+{production(me, 'money')} −{upkeep(me)})" in line
        assert f"science {me.goods['science']} (+{production(me, 'science')})" in line
        assert f"materials {me.goods['materials']} (+{production(me, 'materials')})" in line
        assert f"{'One disc' if me.discs == 1 else f'{me.discs} discs'} left." in line
        assert ("Passed." in line) == me.passed
        assert ("traitor" in line) == me.traitor


@pytest.mark.parametrize("view", VIEWS)
def test_no_block_is_too_long_and_the_whole_board_takes_few_messages(view: EclipseState) -> None:
    for language in ("en", "de"):
        context = RenderContext(Words(language, LONG), waiting=tuple(range(len(view.players))), reader=0)
        for blocks in everything(view, context):
            assert all(block.strip() for block in blocks)
            assert max(map(len, blocks)) <= MAX_BLOCK
            assert all(block.count("```") % 2 == 0 for block in blocks)
        assert len(in_messages(BOARD.board(view, RenderContext(Words(language, PLAYERS), reader=0)))) <= MOST_MESSAGES


class Listening(Words):
    """Words that keep which messages were said."""

    said: set[str]

    def say(self, text: Text) -> str:
        self.said.add(text.id)
        return super().say(text)


@pytest.mark.parametrize("view", VIEWS)
def test_all_that_is_said_is_translated(view: EclipseState) -> None:
    words = Listening("de", PLAYERS)
    words.said = set()
    for _ in everything(view, RenderContext(words, waiting=(0,), reader=1)):
        pass
    catalog = _catalog("de")
    made_here = {"{who} rolls.", "{who} rolls again."}
    missing = [id for id in words.said if not id.startswith(("#", "@")) and id not in catalog and id not in made_here]
    assert not missing


def test_the_supply_has_the_readers_prices_and_for_onlookers_the_printed_ones() -> None:
    view = full()
    for reader, me in enumerate(view.players):
        for said in (
            BOARD.board(view, RenderContext(EN, reader=reader)),
            BOARD.technologies(view, RenderContext(EN, reader=reader)),
        ):
            for id in view.supply:
                title = EN.say(name(f"eclipse.technology.{id}"))
                bought = re.search(rf"{title} \((\d+)(?: instead of \d+)?\) ×(\d+)", told(said))
                assert (bought is None) == (id in me.technologies)
                if bought is not None:
                    assert (int(bought[1]), int(bought[2])) == (price(me, id), view.supply[id])
    for id, one in TECHNOLOGIES.items():
        costs = f"{one.cost}–{one.least}" if one.cost > one.least else f"{one.cost}"
        title = EN.say(name(f"eclipse.technology.{id}"))
        assert f"{title} ({costs}) ×{view.supply[id]}" in told(BOARD.board(view, RenderContext(EN)))


@pytest.mark.parametrize("view", [full(), robots_game(4, 3)[-2]])
def test_a_tableau_has_tracks_tiles_and_blueprints_with_slots_as_moves_number_them(view: EclipseState) -> None:
    for seat, me in enumerate(view.players):
        said = told(BOARD.tableau(view, seat, RenderContext(EN)))
        left = str(me.goods["money"] + production(me, "money") - upkeep(me)).replace("-", "−")
        assert f"income {production(me, 'money')}, upkeep {upkeep(me)}, so {left} at the end of the round." in said
        assert all(EN.say(name(f"eclipse.technology.{id}")) in said for id in me.technologies)
        assert all(EN.say(name(f"eclipse.part.{id}")) in said for id in me.stored)
        assert all(EN.say(name(f"eclipse.discovery.{id}")) in said for id in me.discoveries)
        assert all(PLAYERS[other] in said for other in me.partners)
        for kind in SHIPS:
            line = next(line for line in said.split("\n") if line.startswith(f"- **{kind.capitalize()}** ("))
            ship = stats(me, kind)
            assert f"initiative {ship.initiative}, " in line
            assert f"hull {ship.hull}, " in line
            assert f"energy left {str(ship.energy).replace('-', '−')}." in line
            for at, (part, tile) in enumerate(zip(parts(me, kind), placed(me, kind), strict=True), start=1):
                shown = EN.say(name(f"eclipse.part.{part}")) if part else "empty"
                assert f"{at} {shown}" in line
                assert not tile or f"{at} {shown} (tile" in line


def test_a_battle_is_told_with_who_fights_what_happened_and_what_comes() -> None:
    view = fighting()
    said = told(BOARD.battle(view, RenderContext(EN)))
    assert "### Battle in sector 316" in said
    assert "Ann attacks the Ancients. Engagement round 2." in said
    assert (
        "**Ann (1 cruiser, 1 cruiser with 1 damage)**: initiative 2, hull 1, computer +1, cannons 1×1. One destroyed."
        in said
    )
    assert "Retreats to 224." in said
    assert "Still to act in this round: 1 Ancient with 1 damage, Ann (1 interceptor)." in said
    assert "Dice to assign: 🟡 6 🔴 5." in said
    assert said.index("- Somebody rolls.") < said.index("- Somebody rolls again.") < said.index("### 2 battles to come")
    assert said.index("- **306** (Flo)") < said.index("- **101** (Ann)")
    assert told(BOARD.board(view, RenderContext(EN))).endswith(said)
    calm = robots_game(4, 3)[0]
    assert "No battle is in sight." in told(BOARD.battle(calm, RenderContext(EN)))


def test_before_a_battle_those_to_come_are_told_from_the_highest_number() -> None:
    view = full()
    said = told(BOARD.battle(view, RenderContext(EN)))
    fought = re.findall(r"- \*\*(\d+)\*\*", said)
    assert fought == sorted(fought, reverse=True)
    assert set(fought) == {id for id, one in view.sectors.items() if len(one.ships) > 1}


def hidden(position: Position[EclipseState, object], seat: int) -> Position[EclipseState, object]:
    """The same position with other hidden tiles for everybody but a seat."""
    game = EclipseGame()
    other = game.copy(position)  # type: ignore[arg-type]
    for at, me in enumerate(other.state.players):
        if at != seat:
            me.reputation = [5 - value for value in me.reputation]
            me.drawn = [5 - value for value in me.drawn]
    return other  # type: ignore[return-value]


def test_views_that_differ_only_in_hidden_things_read_the_same() -> None:
    game = EclipseGame()
    position, _ = game.setup({"species": "random"}, 6, Rng("07" * 16))
    position.state = full()
    position.state.players[2].drawn = [1, 3]
    assert game.view(position, None) != position.state
    for seat in (None, 0, 2):
        other = hidden(position, -1 if seat is None else seat)  # type: ignore[arg-type]
        assert other.state != position.state
        for language in ("en", "de"):
            context = RenderContext(Words(language, PLAYERS), reader=seat)
            one = list(everything(game.view(position, seat), context))
            assert one == list(everything(game.view(other, seat), context))  # type: ignore[arg-type]


def test_a_hand_has_the_readers_own_tiles_and_nobody_elses() -> None:
    game = EclipseGame()
    position, _ = game.setup({"species": "random"}, 6, Rng("07" * 16))
    position.state = full()
    position.state.players[2].drawn = [1, 3]
    own = told(BOARD.hand(game.view(position, 2), 2, RenderContext(EN, reader=2)))
    assert "Reputation tiles: 1, 2, 4 (7 VP)." in own
    assert "you may keep one: 1, 3." in own
    assert "Reputation tiles" in told(BOARD.tableau(game.view(position, 2), 2, RenderContext(EN, reader=2)))
    assert "3 reputation tiles." in told(BOARD.tableau(game.view(position, 1), 2, RenderContext(EN, reader=1)))


def test_a_glance_is_short_and_has_everybodys_points() -> None:
    for view in VIEWS:
        blocks = BOARD.glance(view, RenderContext(EN))
        assert sum(map(len, blocks)) < 1600
        if not view.round:
            assert not blocks
            continue
        assert all(f" {PLAYERS[seat]}." in blocks[0] for seat in range(len(view.players)))
        assert len(blocks) == 1 + bool(view.sectors)
        own = BOARD.glance(view, RenderContext(EN, reader=1))
        assert own == [blocks[0].splitlines()[[f" {PLAYERS[1]}." in one for one in blocks[0].splitlines()].index(True)]]
