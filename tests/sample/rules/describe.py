"""What a site or a kind of site is, for whoever looks it up."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.text import TN, T, Text
from tests.sample.rules.components import CHARTER_POINTS, KINDS, SITES
from tests.sample.rules.texts import site_name, worth_text


def look_up(key: str) -> Sequence[Text]:
    """Explain what a name of the game stands for; nothing where the name says it all."""
    part, _, id = key.removeprefix("prospect.").partition(".")
    if part == "site" and id in SITES:
        return (worth_text(id),)
    if part == "kind" and id in KINDS:
        sites = sorted((site for site in SITES.values() if site.kind == id), key=lambda one: one.points)
        return (
            TN(
                "A charter for it brings {n} point for each.",
                "A charter for it brings {n} points for each.",
                CHARTER_POINTS,
            ),
            T("Sites: {sites}.", sites=[site_name(site.id) for site in sites]),
        )
    return ()
