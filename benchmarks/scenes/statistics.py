"""Statistics as a picture: of somebody who plays all games, and of them in one game."""

from __future__ import annotations

from benchmarks.scenes import PLAYERS, Example
from rendering.kit.picture import RenderContext
from rendering.statistics import Row, Sheet, draw
from rendering.words import Words
from rendering.words.folding import verbatim
from rules.kernel.text import TN, T, Text, name

SERVER, EVERYTHING = T("{what}, on this server", what=T("all games")), (38, 13)
"""What is told, and of all games together how many were played and won."""
PLAYED = (
    ("race", 17, 7, 31.4, 52),
    ("gaia", 9, 3, 138.2, 171),
    ("eclipse", 7, 2, 29.9, 41),
    ("circadians", 5, 1, 61.0, 74),
)
SIDES = (
    ("gaia.faction.ivits", 3, 2, 149.7, 171),
    ("gaia.faction.terrans", 3, 1, 140.3, 152),
    ("gaia.faction.taklons", 2, 0, 128.5, 131),
    ("gaia.faction.xenos", 1, 0, 117.0, 117),
)


def _rows(told: tuple[tuple[str, int, int, float, int], ...]) -> tuple[Row, ...]:
    return tuple(Row(name(what), played, won, mean, best) for what, played, won, mean, best in told)


def _figures(played: int, won: int) -> tuple[tuple[Text, Text], ...]:
    return (T("Played"), T("{n}", n=played)), (T("Won"), T("{n} %", n=round(100 * won / played)))


def examples(words: Words) -> list[Example]:
    """Statistics over all games, and in one."""
    context = RenderContext(words, seed=1)
    played, won = EVERYTHING
    who, rival = verbatim(PLAYERS[0]), verbatim(PLAYERS[1])
    met = TN(
        "Met most: {who} ({n} game; ahead {ahead}, behind {behind})",
        "Met most: {who} ({n} games; ahead {ahead}, behind {behind})",
        21,
        who=rival,
        ahead=9,
        behind=12,
    )
    every = Sheet(
        who, SERVER, _figures(played, won), ((1, 13), (2, 12), (3, 9), (4, 4)), T("Game"), _rows(PLAYED), (met,)
    )
    game = T("{what}, on this server", what=name("gaia"))
    best = (*_figures(9, 3), (T("Mean"), T("{n}", n=138)), (T("Best"), T("{n}", n=171)))
    one = Sheet(who, game, best, ((1, 3), (2, 3), (3, 2), (4, 1)), T("Played with"), _rows(SIDES), ())
    return [Example("all", lambda: draw(every, context)), Example("gaia", lambda: draw(one, context))]
