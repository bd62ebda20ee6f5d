"""What lies in the box: sites as data, checked and typed, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

import msgspec

from rules.kernel.data import decode_file, index
from rules.kernel.errors import BadData

PACKAGE = "tests.sample.rules"

KINDS = ("ice", "ore", "gas", "ruins")
"""The kinds of sites; a charter is for one of them."""
SITES_EACH = 5
"""Sites of each kind."""
START_FUEL, INCOME, MOST_FUEL = 6, 3, 9
DRILL_COST = 1
CORES = (0, 1, 2, 3)
"""The points that a core may bring, each as likely."""
FOLLOW_COST, FOLLOW_POINTS = 1, 1
LEAD_POINTS, SHARED_LEAD_POINTS = 2, 1
CHARTER_POINTS = 2
FUEL_PER_POINT = 3


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A site: what is found there, and its points for whoever claims it."""

    id: str
    kind: str
    points: int
    names: Mapping[str, str]


def read_sites(data: bytes, file: str) -> dict[str, Site]:
    """Read the sites and check them.

    Raises:
        BadData: as `rules.kernel.data.index`, or a kind is unknown or has another number of sites.

    """
    sites = index(decode_file(data, list[Site], file), file, expect=len(KINDS) * SITES_EACH)
    for kind in KINDS:
        found = [site.id for site in sites.values() if site.kind == kind]
        if len(found) != SITES_EACH:
            raise BadData(f"{file}: {len(found)} sites of {kind} where {SITES_EACH} are needed")
    for site in sites.values():
        if site.points < 1:
            raise BadData(f"{file}: {site.id} needs points")
    return sites


def _data(file: str) -> bytes:
    return resources.files(PACKAGE).joinpath("data", file).read_bytes()


SITES = read_sites(_data("sites.json"), "sites.json")
NAMES: Mapping[str, Mapping[str, str]] = {
    **decode_file(_data("names.json"), dict[str, dict[str, str]], "names.json"),
    **{f"prospect.site.{site.id}": site.names for site in SITES.values()},
}
