"""The score, line by line, and who wins."""

from __future__ import annotations

from rules.eclipse.scoring import score, standings
from tests.rules.eclipse.table import add, make

TERRANS = ("terran-directorate", "terran-union")


def test_the_score_has_a_line_for_everything() -> None:
    state = make("planta", "draco", "hydran", "orion")
    one = state.players[0]
    add(state, "106", "1A", disc=0).monolith = True
    add(state, "104", "1B")
    one.reputation, one.partners, one.discoveries, one.traitor = [2, 4], [2], ["money-8"], True
    one.technologies = ["starbase", "neutron-bombs", "plasma-cannon", "phase-shield"]
    assert score(state, 0) == {
        "reputation": 6, "ambassadors": 1, "sectors": 5, "discoveries": 2, "monoliths": 3, "technologies": 1,
        "traitor": -2, "species": 2, "total": 18, "left": 12,
    }  # fmt: skip
    assert score(state, 1)["species"] == 2  # two Ancients on the map; the defence of the centre is none


def test_equal_points_are_decided_by_what_is_left_or_shared() -> None:
    state = make(*TERRANS)
    assert [one.winner for one in standings(state, over=True)] == [True, True]
    state.players[1].goods["money"] += 1
    assert [(one.rank, one.winner) for one in standings(state, over=True)] == [(2, False), (1, True)]
