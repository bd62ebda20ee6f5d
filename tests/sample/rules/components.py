"""What lies in the box: sites as data, checked and typed, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.kernel.data import index, load_file, load_names, names_under
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


def check_sites(sites: list[Site], file: str) -> dict[str, Site]:
    """Check the sites, and index them by id.

    Raises:
        BadData: as `rules.kernel.data.index`, or a kind is unknown or has another number of sites.

    """
    found = index(sites, file, expect=len(KINDS) * SITES_EACH)
    for kind in KINDS:
        number = sum(site.kind == kind for site in sites)
        if number != SITES_EACH:
            raise BadData(f"{file}: {number} sites of {kind} where {SITES_EACH} are needed")
    for site in sites:
        if site.points < 1:
            raise BadData(f"{file}: {site.id} needs points")
    return found


SITES = check_sites(load_file(PACKAGE, "sites.json", list[Site]), "sites.json")
NAMES: Mapping[str, Mapping[str, str]] = {
    **load_names(PACKAGE),
    **names_under("prospect.site", SITES.values()),
}
