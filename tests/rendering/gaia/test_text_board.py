"""The table of Gaia Project in words: complete, in blocks that fit."""

from __future__ import annotations

from rendering.gaia.text_board import GaiaTextBoard
from rendering.kit.picture import RenderContext
from rendering.kit.text_board import MAX_BLOCK
from rendering.words import Words
from rules.gaia.galaxy import galaxy
from rules.kernel.text import name
from tests.rendering.gaia.test_pictures import game, late, setup_game

BOARD = GaiaTextBoard()
PLAYERS = ("Ann", "Ben", "Cy", "Di")


def words_of(blocks: list[str]) -> set[str]:
    return set("\n".join(blocks).replace(".", " ").replace(",", " ").replace(")", " ").split())


def test_the_map_tells_every_planet_structure_and_satellite_of_a_full_table() -> None:
    for state in (late(), game("rnd-043")[110].state):
        for language in ("en", "de"):
            said = words_of(BOARD.map(state, RenderContext(Words(language, PLAYERS))))
            for one in state.players:
                assert said >= {*one.structures, *one.satellites, *one.federated, *one.stations, *one.sent_formers}
            assert said >= set(galaxy(state).planets)


def test_the_whole_table_tells_everybodys_goods_the_research_board_and_who_must_act() -> None:
    state, words = late(), Words("en", PLAYERS)
    told = "\n".join(BOARD.board(state, RenderContext(words, waiting=(2,))))
    assert "To act: Cy." in told
    for one in state.players:
        assert f"{one.vp} VP" in told
        assert f"{words.say(name(f'gaia.booster.{one.booster}'))}." in told or not one.booster
        assert all(place in told for place in one.satellites)
    assert all(
        words.say(name(f"gaia.tile.{tile}")) in told for tile in [*state.tech.values(), *state.advanced.values()]
    )


def test_a_tableau_tells_tiles_tokens_and_satellites() -> None:
    state, words = late(), Words("en", PLAYERS)
    for seat, one in enumerate(state.players):
        told = "\n".join(BOARD.tableau(state, seat, RenderContext(words)))
        assert told.startswith(f"### {PLAYERS[seat]}\n")
        assert told == "\n".join(BOARD.hand(state, seat, RenderContext(words)))
        assert all(words.say(name(f"gaia.tile.{own.tile}")) in told for own in one.tiles)
        assert all(place in told for place in one.satellites)
        assert "Left to build: " in told


def test_the_scoring_board_tells_the_tiles_and_the_standings() -> None:
    state, words = late(), Words("de", PLAYERS)
    told = "\n".join(BOARD.scoring(state, RenderContext(words)))
    assert all(words.say(name(f"gaia.final.{tile}")) in told for tile in state.final_tiles)


def test_no_block_is_too_long_from_the_setup_to_the_end() -> None:
    scenes = [*setup_game()[::15], *game("rnd-043")[::40]]
    for state in [*(scene.state for scene in scenes), late()]:
        for language in ("en", "de"):
            context = RenderContext(Words(language, tuple(name * 8 for name in PLAYERS)))
            blocks = [
                *BOARD.board(state, context),
                *(line for part in BOARD.parts.values() for line in part(state, context)),
            ]
            for seat in range(len(state.players)):
                blocks += BOARD.tableau(state, seat, context)
            assert max(map(len, blocks)) <= MAX_BLOCK
            assert all(block.strip() for block in blocks)
