"""What prompts mark: every option that is somewhere has a place, and what was chosen on the way is told."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rules.eclipse.alerts import battle_text, coming, threatened
from rules.eclipse.components import DISCOVERIES, PARTS, SHIPS, SPECIES, STRUCTURES, TECHNOLOGIES, TRACKS
from rules.eclipse.game import EclipseGame
from rules.eclipse.places import INFLUENCE_TRACK, SIDES, split
from rules.eclipse.state import EclipseState
from rules.eclipse.steps import free
from rules.eclipse.steps.battle import Combat, LeaveStalemate, open_battle
from rules.eclipse.steps.cubes import ChooseTrack
from rules.eclipse.steps.diplomacy import AnswerOffer, ChooseCube, Propose, ReturnTile
from rules.eclipse.steps.discovery import AncientPart, FreeTechnology
from rules.eclipse.steps.influence import MoveDisc
from rules.eclipse.steps.move import MoveTo
from rules.eclipse.steps.technology import UseArtifact
from rules.eclipse.steps.upgrade import UpgradeSlot
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Ask
from tests.fuzz.eclipse import careful
from tests.rules.eclipse.table import add, bare, home, make, table_of

GAME = EclipseGame()
FREE = {"done", "colony", "trade", "flip", "propose"}
WITHOUT: dict[str, set[str]] = {
    "explore": FREE, "move": FREE, "build": FREE, "influence": FREE, "research": FREE, "upkeep": FREE,
    "upgrade": FREE, "upgrade-slot": {"back"}, "upgrade-part": {"back"}, "ancient-part": {"store"},
    "place": {"discard"}, "claim": {"no"}, "fight": {"hold", "attack-on", "attack-half"},
    "hit": {"greedy", "greedy-on"}, "stalemate": {"stay"}, "population": {"no"}, "reputation": {"none"},
    "offer": {"no"},
    "species": set(), "colony": set(), "colony-square": set(), "move-from": set(), "move-to": set(), "build-at": set(),
    "influence-to": set(), "victims": set(), "grave": set(), "cube": set(), "return-tile": set(), "propose": set(),
    "ambassador-cube": set(), "free-technology": set(), "artifact": set(), "trade": set(), "trade-amount": set(),
    "discovery": set(),
}  # fmt: skip
"""The kinds of prompts whose options have places, with the ids of those that are verbs and have none."""
VERBS = {"turn", "finish", "give-up", "second", "offers"}
"""Kinds of prompts about verbs alone."""


def known(place: str, state: EclipseState) -> bool:
    """Whether a place names something that there is."""
    kind, which = split(place)
    sides = {*SIDES.values(), *map(str, range(len(state.players)))}
    if kind in ("sector", "square"):
        return which.split("-")[0] in state.sectors
    if kind in ("ship", "item"):
        thing, _, sector = which.partition("-")
        return thing in (*SHIPS, *STRUCTURES) and (not sector or sector in state.sectors)
    if kind == "slot":
        ship, _, slot = which.rpartition("-")
        return ship in SHIPS and slot.isdecimal()
    if kind == "trade":
        give, given, get, got = which.split("-")
        return {give, get} <= set(TRACKS) and int(given) >= 2 * int(got) > 0
    if kind == "reputation":
        return which.replace("-for-", "").isdecimal()
    if kind in ("group", "turned"):
        return which.split("-")[0] in (sides if kind == "group" else state.turned)
    return which in {
        "place": {which}, "tile": state.turned, "side": sides,
        "blueprint": SHIPS, "part": PARTS, "technology": TECHNOLOGIES, "track": (*TRACKS, INFLUENCE_TRACK),
        "discovery": DISCOVERIES, "use": DISCOVERIES, "keep": DISCOVERIES, "species": SPECIES, "seat": sides,
    }[kind]  # fmt: skip


def check(prompt: Prompt, state: EclipseState) -> None:
    """Look whether a prompt's options are where they should be, each at a place of its own."""
    lacking = {option.id for option in prompt.legal if not option.place}
    # What was built last and where, and a trade whose number is asked next, are no place of their own.
    lacking -= {id for id in lacking if (prompt.kind, id.count("-")) in {("build", 1), ("trade", 1)}}
    # Nor has what may be done beside anything else: no picture of such a choice is about it.
    lacking -= {id for id in lacking if id.startswith(free.TO) and prompt.kind not in VERBS}
    if prompt.kind in VERBS:
        assert lacking == {option.id for option in prompt.legal}, prompt.kind
    else:
        assert lacking <= WITHOUT[prompt.kind], prompt.kind
    places = [option.place for option in prompt.options if option.place and not option.former]
    if prompt.kind != "population":
        assert len(set(places)) == len(places), prompt.kind
    assert [place for place in [*places, *prompt.so_far] if not known(place, state)] == []


@pytest.mark.parametrize(
    ("seats", "config", "robots"),
    [(2, {}, True), (4, {"hits": "chosen", "species": "random"}, True), (6, {"species": "random"}, False),
     (3, {"hits": "chosen", "species": "random", "population": "damage"}, False)],
)  # fmt: skip
def test_options_of_every_kind_of_prompt_have_places(seats: int, config: dict[str, str], robots: bool) -> None:
    position, _ = GAME.setup(config, seats, Rng("0a"))
    chance, words = Rng("0b"), Words("en", tuple("ABCDEF"))
    kinds = set()
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        kinds.add(prompt.kind)
        check(prompt, position.state)
        view = GAME.view(position, prompt.seat)
        said = GAME.alerts(view, prompt.seat)
        told = " ".join(words.say(text) for text in said)
        fought = view.battle.sector if view.battle is not None else ""
        assert all((sector.id in told) == (sector.id != fought) for sector in coming(view))
        assert len(said) <= len(coming(view)) + len(threatened(view, prompt.seat))
        picks = GAME.choose(view, prompt, chance) if robots else careful(view, prompt, chance)
        GAME.answer(position, prompt.seat, picks)
    assert kinds >= {"turn", "explore", "place", "claim", "move", "move-to", "build", "upgrade-part", "research"}


def crowded() -> EclipseState:
    """Lay out a table of four who have something of everything."""
    state = make("terran-directorate", "hydran", "planta", "orion")
    for me in state.players:
        me.loose, me.reputation, me.goods = 1, [2, 3], dict.fromkeys(TRACKS, 30)
    bare(add(state, "104", "1A", 3, disc=0, ships={0: {"interceptor": 1}, 1: {"cruiser": 2}}))
    bare(add(state, "105", "1B"))
    return state


@pytest.mark.parametrize(
    ("step", "places", "so_far"),
    [
        (ChooseTrack(0, list(TRACKS), "104 wild"), ["track:money", "track:science", "track:materials"],
         ["square:104-wild"]),
        (ReturnTile(0, 1), ["reputation:2", "reputation:3"], ["seat:1"]),
        (ChooseCube(0, 1), ["track:money", "track:science", "track:materials"], ["seat:1"]),
        (MoveDisc(0, "track"), ["sector:105"], ["track:influence"]),
        (AnswerOffer(0, 3, "money"), ["seat:3", ""], []),
    ],
)  # fmt: skip
def test_options_of_rare_prompts_have_places(step: Ask[EclipseState], places: list[str], so_far: list[str]) -> None:
    prompt = step.prompt(state := crowded())
    check(prompt, state)
    assert ([option.place for option in prompt.options], prompt.so_far) == (places, so_far)


@pytest.mark.parametrize("step", [Propose(0), FreeTechnology(0), AncientPart(0, "ion-turret"), UseArtifact(0, 1)])
def test_every_option_of_other_rare_prompts_has_a_place_of_its_own(step: Ask[EclipseState]) -> None:
    state = crowded()
    check(step.prompt(state), state)


def test_a_stalemate_marks_the_sectors_to_retreat_to() -> None:
    state = crowded()
    state.battle = open_battle(state.sectors["104"])
    group = next(index for index, one in enumerate(state.battle.groups) if one.side == 0)
    prompt = LeaveStalemate(0, group).prompt(state)
    assert prompt.so_far == ["group:0-interceptor"]
    assert {option.id for option in prompt.options if not option.place} == {"stay"}


@pytest.mark.parametrize(
    ("line", "so_far"),
    [
        ("build cruiser", ["item:cruiser"]),
        ("influence 104", ["sector:104"]),
        ("upgrade cruiser 2", ["blueprint:cruiser", "slot:cruiser-2"]),
        ("colony 104", ["sector:104"]),
        ("trade money-science", ["track:money", "track:science"]),
    ],
)
def test_a_prompt_tells_the_places_of_what_was_chosen_on_the_way(line: str, so_far: list[str]) -> None:
    state = crowded()
    state.sectors["104"].ships.pop(1)
    table = table_of(state)
    table.play(line)
    assert table.prompt().so_far == so_far


def test_the_way_of_a_ship_is_told_and_where_it_may_stop_is_marked() -> None:
    state = make("terran-directorate", "hydran")
    bare(add(state, "104", "1A", 3, ships={0: {"cruiser": 1}}))
    for at in ("1B", "2A"):
        add(state, {"1B": "105", "2A": "201"}[at], at)
    table = table_of(state, MoveTo(0, "cruiser", "104", ["105", "104"], 2))
    prompt = table.prompt()
    check(prompt, state)
    assert prompt.so_far == ["ship:cruiser", "sector:105", "sector:104"]
    assert prompt.option("stop").place == "sector:104"


def test_a_slot_keeps_its_own_number() -> None:
    prompt = UpgradeSlot(0, 2, "cruiser").prompt(crowded())
    assert prompt.numbers == {str(n): str(n) for n in range(1, 7)}


def test_battles_to_come_are_said_those_of_the_reader_first() -> None:
    state = make("terran-directorate", "hydran", "draco")
    bare(add(state, "104", "1A", disc=0, ships={0: {"interceptor": 3}, 1: {"dreadnought": 1}}))
    home(state, 2).ships[1] = {"interceptor": 1}
    view = table_of(state).view(None)
    words = Words("en", ("Ann", "Ben", "Cem"))
    said = [words.say(text) for text in GAME.alerts(view, 0)]
    assert said[0] == "Battle in 104: Ben (1) against Ann (3)"
    assert len(said) == 2
    bare(add(state, "105", "1B", disc=2, ships={1: {"cruiser": 1}, 2: {"cruiser": 1}}))
    view = table_of(state).view(None)
    first, rest = (words.say(text) for text in GAME.alerts(view, 0))
    assert first == said[0]
    assert rest.startswith("Battles: ")
    assert "105 (Ben, Cem)" in rest
    assert len(GAME.alerts(view, None)) == 1
    assert words.say(battle_text(view, view.sectors["104"])) == (
        "Battle in 104: Ben (1 dreadnought) against Ann (3 interceptors)"
    )
    view.phase = "over"
    assert GAME.alerts(view, 0) == []


def test_a_battle_that_is_being_fought_is_no_longer_said_to_come() -> None:
    state = make("terran-union", "orion")
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": 2}, 1: {"cruiser": 1}})
    add(state, "103", "1B", turns=3, disc=1)
    bare(add(state, "104", "1C", disc=1, ships={1: {"cruiser": 1}, 0: {"cruiser": 1}}))
    words = Words("en", ("Ann", "Ben"))
    said = ["Battle in 106: Ben (1) against Ann (2)", "Battle in 104: Ann (1) against Ben (1)"]
    assert [words.say(text) for text in GAME.alerts(table_of(state).view(None), None)] == [
        "Battles: 106 (Ben, Ann), 104 (Ann, Ben)"
    ]
    assert [words.say(text) for text in GAME.alerts(table_of(state).view(0), 0)] == said
    table = table_of(state, Combat())
    assert table.prompt().kind == "fight"
    for seat in (0, 1, None):
        assert [words.say(text) for text in GAME.alerts(table.view(seat), seat)] == said[1:]


def test_whoever_comes_to_an_undefended_sector_is_said_to_its_owner() -> None:
    state = make("terran-directorate", "hydran")
    home(state, 0).ships = {1: {"cruiser": 1}}
    view, words = table_of(state).view(None), Words("en", ("Ann", "Ben"))
    assert [words.say(text) for text in GAME.alerts(view, 0)] == ["Ships of others in your sector 221: Ben"]
    assert GAME.alerts(view, 1) == GAME.alerts(view, None) == []
    home(state, 0).ships[0] = {"interceptor": 1}
    assert len(GAME.alerts(table_of(state).view(None), 0)) == 1
