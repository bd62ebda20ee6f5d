"""Games that are over as a private message to leaf through, and one of them with what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from discord import ui

from bot.tables.archive import Entry, Page, Placed
from bot.tables.core.quiet_hours import zone_of
from bot.views import components
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId, Unreadable
from bot.views.imports import list_button
from bot.views.localizer import Localizer
from bot.views.reviews import REVIEW
from bot.views.statistics import ALL, Games, side_text
from bot.views.status import title_of
from rendering.words.folding import verbatim
from rules.kernel.game import Game
from rules.kernel.text import TN, T, Text, player

MAX_LINES = 3600


@dataclass(frozen=True)
class Leafing:
    """Which games somebody leafs through: of a person (0: of all), of a game, on all servers or on this one."""

    user_id: int = 0
    game: str | None = None
    everywhere: bool = False
    page: int = 0

    def custom_id(self, verb: str = "games") -> CustomId:
        """Write it for a button or a menu."""
        where = "a" if self.everywhere else "h"
        return CustomId(verb, 0, self.page, where, f"{self.user_id}-{self.game or ALL}")

    @classmethod
    def read(cls, custom_id: CustomId) -> Leafing:
        """Read what a button says.

        Raises:
            Unreadable: it says nothing of this kind.

        """
        user, _, game = custom_id.argument.partition("-")
        if not (user.isascii() and user.isdigit() and len(user) < 21) or not game or len(custom_id.fingerprint) != 1:
            raise Unreadable
        where = custom_id.fingerprint == "a"
        return cls(int(user), None if game == ALL else game, where, min(custom_id.revision, 10_000))


def page_layout(leafing: Leafing, page: Page, games: Games, localizer: Localizer, zone: str) -> ui.LayoutView:
    """Build the list of some games, with a menu to open one."""
    title = T("Games that are over, on all servers") if leafing.everywhere else T("Games that are over, on this server")
    lines = [f"### {localizer.post(title)}"]
    choices = []
    for entry in page.entries:
        there = Localizer(localizer.language, entry.info.names)
        told = _line(entry, games, there, zone)
        lines.append(f"- {there.post(told)}")
        choices.append((str(entry.info.id), there.label(told, 100), ""))
    if not page.entries:
        lines.append(localizer.post(T("There is none here yet.") if not page.number else T("There are no more.")))
    below: list[Piece] = []
    if choices:
        opens = menu(leafing.custom_id("gamesopen"), choices, localizer.label(T("Look at a game")))
        below.append(components.row(opens))
    tools = []
    if page.number:
        tools.append(button("◀ " + localizer.label(T("Newer")), replace(leafing, page=page.number - 1).custom_id()))
    if page.more:
        tools.append(button("▶ " + localizer.label(T("Older")), replace(leafing, page=page.number + 1).custom_id()))
    tools.append(list_button(localizer))
    text = components.fitted(lines, MAX_LINES, lambda n: f"- … (+{n})")
    return components.layout(components.words(text), below=[*below, *rows(tools)])


def _line(entry: Entry, games: Games, there: Localizer, zone: str) -> Text:
    """Tell a game in a line: when it ended, and who came in how; names may end in a number, so points stand apart."""
    info = entry.info
    assert info.ended_at is not None
    who = [_placed(one) for one in entry.placed]
    when = verbatim(there.words.day(info.ended_at.astimezone(zone_of(zone)).date()))
    return T("{game}, {when}: {who}", game=title_of(info, games), when=when, who=who)


def _placed(one: Placed) -> Text:
    who, points = player(one.seat), one.points
    return (
        T("🏆 {who} ({points})", who=who, points=points)
        if one.rank == 1
        else T("{who} ({points})", who=who, points=points)
    )


def entry_layout(
    leafing: Leafing, entry: Entry, games: Games, localizer: Localizer, *, seated: bool, zone: str
) -> ui.LayoutView:
    """Build the message about one game, with its board as it was, its record and, for who played it, its review."""
    info = entry.info
    there = Localizer(localizer.language, info.names)
    assert info.ended_at is not None
    when = verbatim(there.words.day(info.ended_at.astimezone(zone_of(zone)).date()))
    lines = [f"### {there.post(T('{game}, {when}', game=title_of(info, games), when=when))}"]
    for one in entry.placed:
        text = TN("{who}: {n} point", "{who}: {n} points", one.points, who=player(one.seat))
        if one.side:
            text = T("{points}, {side}", points=text, side=side_text(one.side, info.game, games))
        lines.append(("🏆 " if one.rank == 1 else rf"{one.rank}\. ") + there.post(text))
    tools = [
        button(there.label(T("Moves")), CustomId("moves", info.id, info.revision, argument="0")),
        button(there.label(T("Record")), CustomId("export", info.id, info.revision)),
    ]
    if seated and _reviews(info.game, games):
        tools.append(button(there.label(REVIEW), CustomId("review", info.id, info.revision)))
    tools.append(button("◀ " + there.label(T("Back to the list")), leafing.custom_id()))
    return components.layout(components.words("\n".join(lines)), below=rows(tools))


def _reviews(game: str, games: Games) -> bool:
    return game in games and type(games[game]).appraise is not Game.appraise
