"""A set of components of one's own: read at start, kept in the game's record, and told where it is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from bot.commands.reference import complete_topics, find_topic
from bot.component_sets import equip
from bot.settings import BadSettings, Settings
from bot.tables.core.errors import Stuck
from bot.tables.service import Tables
from bot.views.localizer import Localizer
from rules.circadians import sets
from rules.circadians.game import CircadiansGame
from rules.circadians.sets import DESIGNED, FIRST_SET, ORRERY_SET, SECOND_SET, SETS, UnknownSet
from rules.kernel.game import Game, GameInfo
from rules.kernel.record import Record, replay
from rules.kernel.rng import Rng
from rules.registry import GAMES
from storage.store import Store
from tests.at_table import ANN, BEN, Clock, keys

DATA = Path(__file__).parents[2] / "rules/circadians/data/orrery.json"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Settings]:
    raw = json.loads(DATA.read_text(encoding="utf-8"))
    raw["title"] = {"en": "Ann’s cards", "de": "Anns Karten"}
    raw["items"][0]["vp"] = 9
    (tmp_path / "own.json").write_text(json.dumps(raw), encoding="utf-8")
    before = dict(sets.SETS)
    yield Settings(component_sets={"circadians": str(tmp_path / "own.json")})
    sets.SETS.clear()
    sets.SETS.update(before)


def test_without_the_setting_games_are_played_with_orrerys_set() -> None:
    equipped = equip(Settings())
    assert equipped.games is GAMES
    assert equipped.prepare is None
    assert equipped.games["circadians"].check_setup({}, 2)["set"] == ORRERY_SET.digest


def test_a_set_of_ones_own_is_played_with_and_named_in_the_record(own: Settings) -> None:
    game: Any = equip(own).games["circadians"]
    config = game.check_setup({}, 2)
    position, outcome = game.setup(config, 2, Rng("00" * 16))
    assert config["set"] == position.state.set != ORRERY_SET.digest
    assert position.state.parts.items["item-1"].vp == 9
    key = outcome.events[0].text.args["set"].id[1:]
    assert game.names[key]["en"] == "Ann’s cards"


@pytest.fixture(autouse=True)
def _no_set_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process keeps every set that it has ever loaded."""
    for digest in SETS.keys() - DESIGNED:
        monkeypatch.delitem(SETS, digest)


def test_a_name_that_stands_in_both_sets_is_explained_for_both_those_of_new_games_first(own: Settings) -> None:
    game: Any = equip(own).games["circadians"]
    found = find_topic(game, "dew collector", Localizer("en"))
    assert found is not None
    assert [one.args.get("vp") for one in found[1] if "vp" in one.args] == [9, 2]
    assert [one.args["set"] for one in found[1] if "set" in one.args] == [
        game.parts.name("set"),
        ORRERY_SET.name("set"),
    ]
    offered = [key for shown, key in complete_topics(game, "dew coll", Localizer("en"))]
    assert offered == [f"{game.parts.prefix}.item-1"]
    by_key = find_topic(game, "circadians.item-1", Localizer("en"))
    assert by_key is not None
    assert [one.args.get("vp") for one in by_key[1] if "vp" in one.args] == [2, 9]


def test_what_is_the_same_in_all_of_orrerys_sets_is_explained_once_and_what_differs_for_each() -> None:
    asked = ("dew collector", "kelp terrace", "dew nets")
    found = {name: find_topic(GAMES["circadians"], name, Localizer("en")) for name in asked}
    said = {name: one[1] for name, one in found.items() if one is not None}
    assert [one.args.get("set") for one in said["dew collector"]] == [None, ORRERY_SET.name("set")]
    assert [one.args["vp"] for one in said["kelp terrace"] if "vp" in one.args] == [4, 1]
    assert [one.args["vp"] for one in said["dew nets"] if "vp" in one.args] == [3, 2]
    sets = {name: [one.args["set"] for one in texts if "set" in one.args] for name, texts in said.items()}
    assert sets["kelp terrace"] == [ORRERY_SET.name("set"), FIRST_SET.name("set")]
    assert sets["dew nets"] == [ORRERY_SET.name("set"), SECOND_SET.name("set")]


def test_games_of_both_sets_go_on_side_by_side(own: Settings) -> None:
    options = GAMES["circadians"].check_setup({}, 2)
    before, _ = GAMES["circadians"].setup(options, 2, Rng("00" * 16))
    game: Any = equip(own).games["circadians"]
    again = game.decode(GAMES["circadians"].encode(before))
    assert again.state.parts is ORRERY_SET
    record = Record("circadians", 1, options, 2, "00" * 16, [])
    assert replay(game, record)[0].state == before.state


def test_a_game_whose_set_is_gone_says_so_and_goes_nowhere(own: Settings) -> None:
    game: Any = equip(own).games["circadians"]
    position, _ = game.setup({}, 2, Rng("00" * 16))
    data, config = game.encode(position), game.check_setup({}, 2)
    del sets.SETS[game.parts.digest]
    with pytest.raises(UnknownSet):
        CircadiansGame().decode(data)
    with pytest.raises(UnknownSet):
        replay(CircadiansGame(), Record("circadians", 1, config, 2, "00" * 16, []))


def test_a_new_process_knows_the_set_by_what_was_read_at_start(own: Settings) -> None:
    equipped = equip(own)
    game: Any = equipped.games["circadians"]
    del sets.SETS[game.parts.digest]
    Path(own.component_sets["circadians"]).unlink()
    assert equipped.prepare is not None
    equipped.prepare()
    assert sets.the_set(game.parts.digest).items["item-1"].vp == 9


def test_a_setting_for_a_game_whose_components_are_fixed_is_refused() -> None:
    for key in ("race", "chess"):
        with pytest.raises(BadSettings, match=f"ORRERY_{key.upper()}_SET: .* there is ORRERY_CIRCADIANS_SET"):
            equip(Settings(component_sets={key: "own.json"}))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"ORRERY_CIRCADIANS_SET.*none\.json cannot be read"):
        equip(Settings(component_sets={"circadians": str(tmp_path / "none.json")}))


@pytest.mark.parametrize("version", [1, 2])
async def test_at_a_table_a_missing_set_is_told_and_the_game_goes_on_when_it_is_back(
    own: Settings, store: Store, clock: Clock, version: int
) -> None:
    tables = under(store, clock, equip(own).games["circadians"])
    info = await tables.lobby.create(1, 20, ANN, "circadians", {})
    await tables.lobby.join(info.id, BEN)
    before = (await tables.lobby.start(info.id, ANN)).view(0)
    assert before.set != ORRERY_SET.digest

    parts = sets.SETS.pop(before.set)
    tables = under(store, clock, Versions[version - 1]())
    await tables.upgrades.run()
    with pytest.raises(Stuck) as stuck:
        await tables.game(info.id)
    assert stuck.value.text.args == {"digest": before.set}
    assert (await tables.lobby.info(info.id)).waiting

    sets.SETS[before.set] = parts
    tables = under(store, clock, Versions[version - 1]())
    assert (await tables.game(info.id)).view(0) == before


class Later(CircadiansGame):
    """A later version of the rules."""

    info: ClassVar[GameInfo] = msgspec.structs.replace(
        CircadiansGame.info, rules_version=CircadiansGame.info.rules_version + 1
    )


Versions = (CircadiansGame, Later)


def under(store: Store, clock: Clock, game: Game[Any, Any]) -> Tables:
    """Start the bot's tables with this game."""
    return Tables(store, {"circadians": game}, clock, keys().__next__)
