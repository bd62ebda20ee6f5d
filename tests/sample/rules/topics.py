"""The short rules reference of Prospect."""

from __future__ import annotations

from rules.kernel.game import Topic
from rules.kernel.text import T

TOPICS: tuple[Topic, ...] = (
    Topic(
        "round",
        T("A round"),
        (
            T("Sites are turned up, one fewer than there are players."),
            T("Everybody bids fuel in secret, all at once. Equal bids are put in order by lot."),
            T("From the highest bid down, who bid anything pays it and claims a site, as long as there are any."),
            T("What nobody claims is gone. Then everybody gets 3 fuel, and never has more than 9."),
        ),
    ),
    Topic(
        "claim",
        T("Claiming a site"),
        (
            T("A site brings its points to whoever claims it."),
            T("At once you may drill there: 1 fuel for a core that is worth 0 to 3 points, by chance."),
            T("Then whoever has a site of the same kind may send a ship along: 1 fuel for 1 point."),
        ),
    ),
    Topic(
        "score",
        T("Points"),
        (
            T("After each round, who has the most sites gets 2 points; if several have, each of them gets 1."),
            T("At the end your charter, secret until then, brings 2 points for each of your sites of its kind."),
            T("3 fuel left are 1 point. Equal points: more fuel wins, then the victory is shared."),
        ),
    ),
)
