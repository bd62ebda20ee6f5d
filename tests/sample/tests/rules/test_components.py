"""The data file is as the rules say, and what is wrong in one is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.kernel.data import decode_file
from rules.kernel.errors import BadData
from tests.sample.rules.components import KINDS, SITES, Site, check_sites


def test_each_kind_has_sites_of_one_to_five_points() -> None:
    for kind in KINDS:
        assert sorted(site.points for site in SITES.values() if site.kind == kind) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": "anvil"}, "anvil stands twice"),
        ({"kind": "ore"}, "4 sites of ice"),
        ({"points": 0}, "frost-gate needs points"),
        ({"points": "1"}, "points"),
        ({"names": {"en": "Frost Gate"}}, "frost-gate needs an English and a German name"),
    ],
)
def test_what_is_wrong_in_the_file_is_named_with_its_entry(change: dict[str, Any], said: str) -> None:
    sites = [
        {"id": site.id, "kind": site.kind, "points": site.points, "names": dict(site.names)} for site in SITES.values()
    ]
    sites[0] |= change
    with pytest.raises(BadData, match=said):
        check_sites(decode_file(json.dumps(sites).encode(), list[Site], "sites.json"), "sites.json")
