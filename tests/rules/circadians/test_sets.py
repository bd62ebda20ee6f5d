"""Sets of components that are loaded beside Orrery’s."""

from __future__ import annotations

from typing import Any

import pytest

from rules.circadians import sets
from rules.circadians.sets import ORRERY_SET, SETS, UnknownSet, load, the_set
from tests.rules.circadians.test_components import changed


def test_another_set_is_loaded_beside_the_first_and_has_names_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "SETS", {**SETS})

    def rename(raw: Any) -> None:
        raw["items"][0]["vp"] += 1
        raw["items"][0]["names"]["en"] = "Another Collector"

    other = load(changed(rename), "own.json")
    assert the_set(other.digest) is other
    assert the_set(ORRERY_SET.digest) is ORRERY_SET
    assert other.names[other.name("item-1").id[1:]]["en"] == "Another Collector"
    assert ORRERY_SET.names[ORRERY_SET.name("item-1").id[1:]]["en"] == "Dew Collector"


def test_a_set_that_is_not_loaded_is_told_by_its_digest() -> None:
    with pytest.raises(UnknownSet) as error:
        the_set("0123")
    assert error.value.text.args["digest"] == "0123"
