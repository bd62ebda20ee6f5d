"""Statistics as a private message: a picture or words, with buttons to the other ways to look at them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from bot.tables.core.names import tidy_name, visible
from bot.tables.ratings import Skill
from bot.tables.statistics import Statistics
from bot.views import components
from bot.views.components import button, menu, rows
from bot.views.custom_ids import CustomId, Unreadable
from bot.views.localizer import Localizer
from rendering.jobs import DrawJob, Drawn
from rendering.statistics import KIND, Row, Sheet, rank_text, row_text, share
from rendering.words import Words
from rendering.words.folding import verbatim
from rules.kernel.game import Game
from rules.kernel.text import TN, T, Text, name

MOST_ROWS = 25
MAX_LINES = 3600
_MINUTE, _HOUR, _DAY = 60, 3600, 86400
ALL = "all"
NONE_COUNTS = T("No game counts yet: only those among people do that are played to the end.")
"""What is said where there is nothing to add up."""

Games = Mapping[str, Game[Any, Any]]


@dataclass(frozen=True)
class Asked:
    """What somebody wants to see: of whom (0: everybody), of which game, on all servers or on this one, how."""

    user_id: int
    game: str | None = None
    everywhere: bool = False
    in_words: bool = False

    def custom_id(self, verb: str = "stats") -> CustomId:
        """Write it for a button, or without its game for the menu of games."""
        where, how = ("a" if self.everywhere else "h"), ("t" if self.in_words else "p")
        return CustomId(verb, 0, fingerprint=where + how, argument=f"{self.user_id}-{self.game or ALL}")

    @classmethod
    def read(cls, custom_id: CustomId) -> Asked:
        """Read what a button says.

        Raises:
            Unreadable: it says nothing of this kind.

        """
        user, _, game = custom_id.argument.partition("-")
        flags = custom_id.fingerprint
        if not (user.isascii() and user.isdigit() and len(user) < 21) or not game or len(flags) != 2:
            raise Unreadable
        return cls(int(user), None if game == ALL else game, flags[0] == "a", flags[1] == "t")


def said_name(named: str) -> Text:
    """Name a person who plays elsewhere; somebody without a name where it is empty."""
    return verbatim(tidy_name(named)) if visible(named) else T("somebody")


def sheet_of(found: Statistics, who: str | None, games: Games, language: str, *, everywhere: bool) -> Sheet:
    """Lay statistics out; `who` is the name of the person whose they are, None: everybody's."""
    scope, whole = found.scope, found.whole
    words = Words(language)
    title = said_name(who) if who is not None else T("Everybody")
    what = _title(scope.game, games) if scope.game else T("all games")
    if scope.side and scope.game:
        what = T("{game}, {side}", game=what, side=side_text(scope.side, scope.game, games))
    figures: list[tuple[Text, Text]] = []
    if scope.user_id is None:
        figures.append((T("Games"), _number(found.games)))
    elif whole.played:
        figures.append((T("Played"), _number(whole.played)))
        figures.append((T("Won"), T("{n} %", n=share(whole.won, whole.played))))
    if whole.played and scope.game and whole.best is not None:
        figures += [(T("Mean"), _number(round(whole.mean))), (T("Best"), _number(whole.best))]
    ranks = tuple(sorted(whole.ranks.items())) if scope.user_id is not None else ()
    if scope.side:
        lines: tuple[Row, ...] = ()
    elif scope.game:
        sides = [(side_text(side, game, games), tally) for (game, side), tally in found.by_side]
        lines = tuple(Row(said, one.played, one.won, one.mean, one.best or 0) for said, one in sides)
    else:
        played = [(_title(game, games), tally) for game, tally in found.by_game]
        lines = tuple(Row(said, one.played, one.won, one.mean, one.best or 0) for said, one in played)
    return Sheet(
        title,
        T("{what}, on all servers", what=what) if everywhere else T("{what}, on this server", what=what),
        tuple(figures),
        ranks,
        T("Played with") if scope.game else T("Game"),
        lines[:MOST_ROWS],
        (*([] if figures else [NONE_COUNTS]), *_notes(found, games, words)),
    )


def _notes(found: Statistics, games: Games, words: Words) -> list[Text]:
    notes: list[Text] = []
    if not (found.whole.played or found.games or found.mixed or found.abandoned):
        notes.append(T("No game is over yet that could be counted here."))
    if found.seconds is not None:
        notes.append(T("Answers mostly within {time}", time=time_text(found.seconds)))
    if found.rival is not None:
        met = found.rival.met
        notes.append(
            TN(
                "Met most: {who} ({n} game; ahead {ahead}, behind {behind})",
                "Met most: {who} ({n} games; ahead {ahead}, behind {behind})",
                met.games,
                who=said_name(found.rival.name),
                ahead=met.ahead,
                behind=met.behind,
            )
        )
    notes += [
        T("Rating in {game}: {rating}", game=_title(game, games), rating=rating_text(skill, words))
        for game, skill in found.skills
    ]
    for one in found.regulars:
        text = TN(
            "{who}: {n} game, {won} won",
            "{who}: {n} games, {won} won",
            one.played,
            who=said_name(one.name),
            won=one.won,
        )
        if one.skill is not None:
            text = T("{played}; rating {rating}", played=text, rating=rating_text(one.skill, words))
        notes.append(text)
    if found.mixed:
        notes.append(
            TN(
                "Not counted: {n} game with robots or of one person",
                "Not counted: {n} games with robots or of one person",
                found.mixed,
            )
        )
    if found.abandoned:
        notes.append(TN("Not counted: {n} game ended early", "Not counted: {n} games ended early", found.abandoned))
    return notes


def rating_text(skill: Skill, words: Words) -> Text:
    """A rating, and how far off it may be: two standard deviations."""
    return T("{skill} ± {doubt}", skill=words.decimal(skill.skill), doubt=words.decimal(2 * skill.doubt))


def time_text(seconds: int) -> Text:
    """Say about how long something takes."""
    if seconds < _MINUTE:
        return TN("{n} second", "{n} seconds", max(1, seconds))
    if seconds < _HOUR:
        return TN("{n} minute", "{n} minutes", round(seconds / _MINUTE))
    if seconds < 2 * _DAY:
        return TN("{n} hour", "{n} hours", max(1, round(seconds / _HOUR)))
    return TN("{n} day", "{n} days", round(seconds / _DAY))


def _number(number: int) -> Text:
    return T("{n}", n=number)


def _title(game: str, games: Games) -> Text:
    return games[game].info.title if game in games else verbatim(game)


def side_text(side: str, game: str, games: Games) -> Text:
    """Name what was played with; as it is stored where the game does not know it any more."""
    known = game in games and side in games[game].names
    return name(side) if known else verbatim(side.rpartition(".")[2])


def sheet_job(sheet: Sheet, language: str, size: str) -> DrawJob:
    """Make the job of their picture."""
    return DrawJob("", KIND, sheet, language, (), seed=len(sheet.rows), size=size)


def sheet_lines(sheet: Sheet, localizer: Localizer) -> list[str]:
    """Tell a sheet in words."""
    lines = [f"## {localizer.title(sheet.title)}", f"-# {localizer.title(sheet.under)}"]
    figures = [f"**{localizer.title(label)}** {localizer.post(value)}" for label, value in sheet.figures]
    if figures:
        lines.append(" · ".join(figures))
    if sheet.ranks:
        lines.append(" · ".join(f"{localizer.post(rank_text(rank))}: {count}" for rank, count in sheet.ranks))
    lines += [f"- {localizer.title(row_text(row, localizer.words))}" for row in sheet.rows]
    lines += ["", *(f"-# {localizer.title(note)}" for note in sheet.notes)] if sheet.notes else []
    return lines


def sheet_layout(
    asked: Asked, sheet: Sheet, games: Games, localizer: Localizer, drawn: Drawn | None, *, switches: bool, draws: bool
) -> ui.LayoutView:
    """Build the message; `switches`: the reader may look at all servers; `draws`: there are pictures."""
    pieces = [components.picture(drawn)] if drawn is not None else []
    if drawn is None:
        lines = sheet_lines(sheet, localizer)
        pieces.append(components.words(components.fitted(lines, MAX_LINES, lambda n: f"- … (+{n})")))
    tools = []
    if switches:
        there = T("On this server") if asked.everywhere else T("On all servers")
        tools.append(button(localizer.label(there), replace(asked, everywhere=not asked.everywhere).custom_id()))
    if draws:
        how = T("As a picture") if asked.in_words else T("In words")
        tools.append(button(localizer.label(how), replace(asked, in_words=not asked.in_words).custom_id()))
    choices = [(ALL, localizer.label(T("All games")), "")]
    choices += [(key, localizer.label(game.info.title, 100), "") for key, game in games.items()]
    chosen = menu(asked.custom_id("statsof"), choices[:25], localizer.label(T("Game")), chosen=asked.game or ALL)
    return components.layout(*pieces, below=[*rows(tools), components.row(chosen)])
