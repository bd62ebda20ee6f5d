"""What the parts of the robot's outlook are about, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from rules.gaia.components import LAST_ROUND
from rules.gaia.robot.outlook import booster_promise, features, final_points, research_points, rest_points
from rules.gaia.robot.sketch import Sketch
from rules.gaia.robot.weights import BY_FEATURE, WEIGHTS
from rules.kernel.robots import Term
from rules.kernel.text import T, Text

TEXTS: Mapping[str, Text] = {
    "points": T("points"),
    "research": T("research"),
    "finals": T("final scoring tiles"),
    "passing": T("points for passing"),
    "booster": T("round booster"),
    "ore": T("ore"),
    "credits": T("credits"),
    "knowledge": T("knowledge"),
    "qic": T("Q.I.C."),
    "power": T("power that can be spent"),
    "income": T("income"),
    "terraforming": T("cheaper terraforming"),
    "range": T("range"),
    "gaia": T("Gaia projects"),
    "structures": T("structures"),
    "federations": T("federations"),
    "tiles": T("technology tiles"),
    "sites": T("planets within reach"),
    "goods": T("goods that are left over"),
    "risk": T("what others may take first"),
}
"""What each theme is called."""
SPREAD = T("distance to your other structures")
NEIGHBOURS = T("neighbours to charge power from")
"""What the place of a first structure is judged by besides."""
THEMES: Mapping[str, str] = {
    **dict.fromkeys(("ore", "ore+", "both"), "ore"),
    **dict.fromkeys(("credits", "credits+"), "credits"),
    **dict.fromkeys(("knowledge", "knowledge+"), "knowledge"),
    **dict.fromkeys(("qic", "qic+"), "qic"),
    **dict.fromkeys(("power3", "power2", "power1", "cycle"), "power"),
    **dict.fromkeys(("in-ore", "in-credits", "in-knowledge", "in-qic", "in-tokens"), "income"),
    **dict.fromkeys(("terra2", "terra3"), "terraforming"),
    **dict.fromkeys(("nav2", "nav4"), "range"),
    **dict.fromkeys(("level1", "level2", "level3", "level4"), "research"),
    **dict.fromkeys(("former", "sent", "project"), "gaia"),
    **dict.fromkeys(("station", "lab", "institute", "mines-gone"), "structures"),
    **dict.fromkeys(("strength", "second", "green"), "federations"),
    **dict.fromkeys(("special", "pass", "each", "coverable"), "tiles"),
    "easy": "sites",
}
"""What each feature of the outlook is about."""


def parts(m: Sketch) -> dict[str, float]:
    """Take `outlook` apart by theme."""
    left = LAST_ROUND - m.round
    found: dict[str, float] = defaultdict(float)
    found["points"] += m.vp
    found["research"] += research_points(m)
    found["finals"] += final_points(m, left)
    if not m.passed:
        found["passing"] += m.pass_points()
    if not left:
        found["goods"] += rest_points(m)
        return dict(found)
    if m.passed and m.booster:
        found["booster"] += booster_promise(m, m.booster)
    for name, much, weight in zip(BY_FEATURE, features(m, left), WEIGHTS[left], strict=True):
        found[THEMES[name]] += much * weight
    return dict(found)


def reasons(m: Sketch) -> tuple[Term, ...]:
    """Put the parts of what a line of play comes to into words."""
    return tuple(Term(TEXTS[theme], part) for theme, part in {**parts(m), "risk": -m.risk}.items())
