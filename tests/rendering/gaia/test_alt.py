"""Alt texts of Gaia Project tell what the pictures show, within Discord's limit."""

from __future__ import annotations

from copy import deepcopy

from rendering.gaia import alt
from rendering.gaia.values import charged_for, power_values, upgrade_costs
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.picture import Marks, RenderContext
from rendering.registry import PICTURES
from rendering.words import Words
from rules.gaia.components import FINAL_TILES, LAST_ROUND, SPACE, TRACKS
from rules.gaia.galaxy import galaxy
from rules.gaia.scoring import final_points, standings
from rules.gaia.state import GaiaState, OwnTile, OwnToken
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T
from tests.rendering.gaia.test_panel import asked
from tests.rendering.gaia.test_pictures import game, late, setup_game
from tests.rendering.ink import inscribed

DRAW = PICTURES["gaia"]
WORDS = Words("en", ("Ann", "Ben", "Cy", "Di"))


def colonised(state: GaiaState) -> set[str]:
    return {place for one in state.players for place in (*one.structures, *one.sent_formers)}


def test_the_table_tells_round_tiles_numbers_and_every_structure() -> None:
    state = late()
    said = alt.board(state, RenderContext(WORDS, waiting=(0,)))
    assert said.startswith("Round 6, Actions. This round: 2 VP for each research level.")
    assert "To act: Ann." in said
    for seat, (who, one) in enumerate(zip(WORDS.players, state.players, strict=True)):
        assert f"{who} (" in said
        assert f"{one.vp} VP" in said
        assert all(place in said for place in one.structures), seat


def test_the_map_tells_every_structure_and_every_free_planet() -> None:
    state = late()
    said = alt.map(state, RenderContext(WORDS))
    for place in galaxy(state).planets:
        assert place in said.replace(".", " ").replace(",", " ").split(), place
    assert "Free planets: " in said
    free = said.partition("Free planets: ")[2]
    assert not [place for place in colonised(state) if place in free.replace(",", " ").split()]


def test_satellites_formers_and_the_value_of_federations_are_told() -> None:
    scene = game("rnd-043")[110]
    said = alt.map(scene.state, RenderContext(WORDS))
    one = scene.state.players[3]
    assert one.satellites
    assert f"Satellites: {' '.join(one.satellites)}." in said
    assert "(power value " in said


def test_a_panel_tells_first_what_may_be_picked_and_what_is() -> None:
    state = late()
    marks = Marks(frozenset({"hex:4B5", "hex:5A0"}), frozenset({"hex:5A0"}))
    said = alt.panel(state, 1, RenderContext(WORDS, (1,), marks=marks))
    assert said.startswith("May be picked: 4B5 Volcanic, 5A0 Desert. Picked: 5A0 Desert. Round 6")
    assert said.index("Ben (") < said.index("Di: ")


def test_a_panel_about_power_values_tells_them_and_what_power_is_charged_for() -> None:
    for kind in ("charge", "federation"):
        state, prompt = asked()[kind][-1]
        context = RenderContext(WORDS, (prompt.seat,), None, 3, Marks.of(prompt), prompt.seat)
        said = alt.panel(state, prompt.seat, context)
        values = power_values(state, prompt.seat, context)
        assert values
        assert f"Power values: {', '.join(f'{place} {n}' for place, n in values.items())}." in said
        for place in charged_for(context):
            assert f"Power is offered for: {place}" in said
        assert bool(charged_for(context)) == (kind == "charge")


def test_marks_on_the_boards_are_told_by_name() -> None:
    state = late()
    marks = Marks(frozenset({"action:3k", "track:eco", "booster:booster3", "sector:7", "tech:eco", "tech:adv-sci"}))
    said = alt.research(state, RenderContext(WORDS, marks=marks)).partition(".  ")[0]
    for word in (
        "3 knowledge",
        "Economy",
        "Booster 3",
        "sector 7",
        "academies count 4",
        "5 VP for each federation token",
    ):
        assert word in said.partition("Terraforming:")[0], word


def test_the_research_board_tells_every_level_and_which_actions_are_free() -> None:
    state = late()
    state.taken = {"3k": 2}
    said = alt.research(state, RenderContext(WORDS))
    for track in TRACKS:
        for who, one in zip(WORDS.players, state.players, strict=True):
            assert f"{who} {one.research[track]}" in said
    assert "Taken: 3 knowledge (Cy)." in said
    assert "Still available: Mine with 2 terraforming steps (5 power), 2 ore (4 power)" in said


def test_the_scoring_board_tells_the_standings() -> None:
    state = late()
    said = alt.scoring(state, RenderContext(WORDS))
    for tile in state.final_tiles:
        for who, (count, _) in zip(WORDS.players, final_points(state, tile), strict=True):
            assert f"{who} {count}" in said
    assert "If the game ended now: " in said
    assert "Round boosters left: " in said


def test_a_tableau_tells_goods_income_tiles_tokens_and_abilities() -> None:
    state = late()
    state.round = 5
    one = state.players[1]
    one.tiles = [OwnTile("points", "free1", covered=True), OwnTile("credits", "free2")]
    one.tokens = [OwnToken("qic", green=True), OwnToken("12vp", green=False)]
    said = alt.tableau(state, 1, RenderContext(WORDS))
    for words in (
        "Next income: ",
        "“7 VP” (covered), “Income: 4 credits”.",
        "8 VP and 1 Q.I.C. (green), 12 VP (grey).",
        "Left to build: mine",
        "In the Gaia phase your tokens of the Gaia area move to area II",
    ):
        assert words in said


def test_in_the_last_round_no_tableau_has_an_income_to_come() -> None:
    state = late()
    assert state.round == LAST_ROUND
    for seat in range(len(state.players)):
        with inscribed() as said:
            told = DRAW.tableau(state, seat, RenderContext(WORDS)).alt
        assert "Next income" not in told
        assert "Next income" not in {text for _, text in said}


def test_the_brainstone_is_told() -> None:
    said = alt.tableau(late(), 2, RenderContext(WORDS))
    assert "Brainstone in area I." in said


def test_every_alt_text_of_a_game_fits_even_with_long_names() -> None:
    words = Words("de", ("W" * 32,) * 4)
    for scene in [*game("rnd-043")[::30], *setup_game()[::15]]:
        context = RenderContext(words, scene.waiting, deepcopy(scene.state))
        said = [tell(scene.state, context) for tell in (alt.board, alt.map, alt.research, alt.scoring)]
        said += [alt.tableau(scene.state, 0, context), alt.panel(scene.state, 0, context)]
        assert max(map(len, said)) <= MAX_ALT_TEXT
        assert all(said)


def test_what_the_neutral_player_has_is_told_where_it_ranks() -> None:
    for name, told in (("rnd-014", True), ("rnd-233", False)):
        state = game(name)[-1].state
        said = alt.scoring(state, RenderContext(WORDS))
        for tile in state.final_tiles:
            assert (f"neutral player {FINAL_TILES[tile].neutral}." in said) is told


def test_in_the_end_the_final_score_is_told() -> None:
    state = game("rnd-043")[-1].state
    totals = {one.seat: one.total for one in standings(state, over=True)}
    assert "Final score: Di 93, Ben 92, Ann 78, Cy 63." in alt.scoring(state, RenderContext(WORDS))
    for seat, total in totals.items():
        assert f"{total} VP" in alt.tableau(state, seat, RenderContext(WORDS)), seat
    assert "If the game ended now" in alt.scoring(late(), RenderContext(WORDS))


def test_before_factions_are_chosen_that_is_told() -> None:
    state = deepcopy(setup_game()[0].state)
    said = alt.board(state, RenderContext(WORDS))
    assert "Ann: no faction yet." in said
    assert "Factions left to choose: Terrans, Lantids, " in said
    state.players[1].faction = "lantids"
    said = alt.board(state, RenderContext(WORDS))
    assert "Factions left to choose: Xenos, " in said
    assert "Factions left" not in alt.board(late(), RenderContext(WORDS))


def test_a_full_table_tells_research_as_numbers_in_a_stated_order() -> None:
    state = late()
    said = alt.board(state, RenderContext(Words("en", ("Annegret", "Benjamin", "Chidi", "Dorothea")), (1,)))
    assert "Research is told in this order: Terraforming, Navigation, Artificial Intelligence" in said
    for one in state.players:
        assert f"Research: {'/'.join(str(one.research[track]) for track in TRACKS)}." in said


def test_what_may_be_picked_is_told_with_its_price_and_without_commas_that_may_be_taken_for_others() -> None:
    state = late()
    state.players[2].ore = state.players[2].credits = 15
    options = [Option(kind, T("?"), place=f"structure:{kind}") for kind in ("station", "lab")]
    context = RenderContext(WORDS, marks=Marks.of(Prompt(2, "upgrade", T("?"), options)), reader=2)
    said = alt.choices(state, 2, context)
    costs = upgrade_costs(state, 2, "station")
    assert len({cost.credits for cost in costs}) == 2
    assert "1 · trading station (2 ore, 3 credits to 2 ore, 6 credits), 2 · research lab (3 ore, 5 credits)" in said
    tiles = [Option(space, T("?"), place=f"tech:{space}") for space in state.tech]
    said = alt.choices(state, 2, RenderContext(WORDS, marks=Marks.of(Prompt(2, "tech", T("?"), tiles)), reader=2))
    assert said.count("“") == said.count("”") == len(tiles)
    assert "1 · “Income: 1 ore, charge 1”, 2 · “1 knowledge for each planet type”" in said


def test_of_very_many_places_all_are_named() -> None:
    state = late()
    spaces = [space.name for space in state.spaces if space.planet == SPACE][:64]
    options = [Option(place, T("?"), place=f"hex:{place}", price=(("qic", 1),)) for place in spaces]
    prompt = Prompt(3, "station", T("?"), options)
    said = alt.panel(state, 3, RenderContext(Words("de"), marks=Marks.of(prompt), reader=3))
    assert len(said) <= MAX_ALT_TEXT
    assert all(f"{prompt.numbers[place]} · {place}" in said for place in spaces)
