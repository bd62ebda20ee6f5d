"""What people type besides ids and texts is read from data, which is checked."""

from __future__ import annotations

import pytest

from rules.kernel.errors import BadData
from rules.kernel.verbs import SHARED, Verbs, load_verbs, read_verbs


def test_numbers_of_an_id_stand_in_its_verbs() -> None:
    verbs = Verbs({"#>g#": {"en": ["# to #"], "de": ["# in #"]}, "row/a": {"en": ["x"], "de": ["y"]}})
    assert verbs.of("plan", "6>g1") == ["6 to 1", "6 in 1"]
    assert verbs.of("row", "a") == ["x", "y"]
    assert verbs.of("other", "a") == []
    assert verbs.before("a") == ["a", "x", "y"]


def test_a_game_has_its_own_verbs_and_those_of_all_games() -> None:
    verbs = load_verbs("rules.race")
    assert verbs.options["yes"] == SHARED.options["yes"]
    assert verbs.options["pass"] != SHARED.options["pass"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('{"options": {"build": {"en": ["mine"]}}}', "build needs English and German"),
        ('{"options": {"build": {"en": ["mine"], "de": []}}}', "build needs English and German"),
        ('{"options": {"build": {"en": ["a"], "de": ["b"], "fr": ["c"]}}}', "build needs English and German"),
        ('{"questions": {"build": {"en": [], "de": ["Mine"]}}}', "build needs English and German"),
        ('{"verbs": {}}', "unknown field `verbs`"),
        ('{"options": {"build": {"en": ["mine "], "de": ["Mine"]}}}', "build: “mine ” is not written"),
        ('{"options": {"build": {"en": ["mine"], "de": ["Mine, bauen"]}}}', "build: “Mine, bauen” is not written"),
        ('{"options": {"build": {"en": ["mine"], "de": [""]}}}', "build: “” is not written"),
        ('{"options": {"to-#": {"en": ["turn to #"], "de": ["von # auf #"]}}}', "to-#: “von # auf #” has more"),
        ('{"questions": {"build": {"en": ["mine #"], "de": ["Mine"]}}}', "build: “mine #” has more numbers"),
    ],
)
def test_verbs_that_are_missing_or_cannot_be_typed_are_refused(data: str, said: str) -> None:
    with pytest.raises(BadData, match=rf"^verbs\.json: .*{said}"):
        read_verbs(data.encode(), "verbs.json")
