"""``/table rewind``: choosing the turn, and the buttons of the vote (`bot.tables.rewinds`).

The buttons carry the revision that identifies the vote, so those of an earlier one do nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import discord

from bot.commands.context import Context
from bot.departures import check_members
from bot.tables.core.data import TableInfo, Turn, Turns
from bot.tables.core.errors import NoSuchTurn, NotSeated
from bot.views import components, phone
from bot.views.components import MAX_CHOICES, button, menu, rows
from bot.views.custom_ids import CustomId, only_value
from bot.views.events import turn_done, turn_heads, turn_label
from bot.views.localizer import Localizer, escaped
from bot.views.pages import MAX_ROWS
from bot.views.votes import ending_events, vote_post
from rules.kernel.record import Answerer
from rules.kernel.text import TN, T, Text

RECENT = 14
"""Maximum number of the newest whole turns offered; before them, the beginnings of rounds."""
ALONE = "alone"
"""The argument of a menu of single answers."""


@dataclass(frozen=True)
class Whole:
    """The answers of persons that belong together: what one player did in a row, or all in a phase that all play."""

    answers: tuple[Turn, ...]

    @property
    def first(self) -> Turn:
        """The first of them: who goes back to before it, goes back to before all of them."""
        return self.answers[0]

    @property
    def done(self) -> list[Text]:
        """What was done in them, each once."""
        return list({str(one.done): one.done for one in self.answers if one.done is not None}.values())


def whole_turns(turns: Turns, *, together: bool = False) -> list[Whole]:
    """Put answers of a player in a row together, within a phase; `together`: all those of a phase."""
    found: list[Whole] = []
    for _, answers in groupby(turns.turns, lambda one: (str(one.round), str(one.phase), -1 if together else one.seat)):
        people = tuple(one for one in answers if one.by == Answerer.PLAYER)
        if people:
            found.append(Whole(people))
    return found


def places_to_go(turns: Turns, *, together: bool = False) -> list[Whole]:
    """The turns to offer, the newest first: the last turns of persons, then the first of each round before them."""
    whole = whole_turns(turns, together=together)
    recent = whole[-RECENT:]
    begins = [
        turn
        for before, turn in zip([None, *whole], whole, strict=False)
        if before is None or turn.first.round != before.first.round
    ]
    earlier = [turn for turn in begins if turn.first.number < recent[0].first.number]
    return [*reversed(recent), *reversed(earlier)][:MAX_CHOICES]


def read_turn(typed: str, turns: Turns, *, lowest: int) -> int:
    """Parse a turn's number; the labels of completions begin with it.

    Raises:
        NoSuchTurn: there is none.

    """
    number = typed.split("·", maxsplit=1)[0].strip()
    if not number.isdecimal() or len(number) > 9 or not lowest <= int(number) <= turns.last:
        raise NoSuchTurn(lowest, turns.last)
    return int(number)


async def start_rewind(context: Context, typed: str | None) -> None:
    """Open a vote on a rewind to the named turn; without one show the open vote, or a menu of turns."""
    info = await context.table()
    if info.seat_of(context.user_id) is None:
        raise NotSeated
    vote = await context.tables.rewinds.vote(info.id) if typed is None else None
    if vote is not None:
        await context.add(vote_post(vote, context.localizer(info.names)))
        return
    turns = await context.tables.history.turns(info.id)
    if typed is not None:
        await ask_table(context, info.id, read_turn(typed, turns, lowest=turns.first + 1))
        return
    localizer = context.localizer(info.names)
    places = places_to_go(turns, together=_plays_together(context, info))
    if not places:
        await context.say(T("Nothing has been played yet that could be rolled back."))
        return
    choices = [(_name_of(one.first), *_described(one, localizer)) for one in places]
    hours = TN("{n} hour", "{n} hours", n=info.rewind_hours)
    text = T(
        "Go back to before which turn? Everybody else has to agree within {hours}; nothing is drawn anew."
        " A turn of your own that nothing depends on is quicker with /undo.",
        hours=hours,
    )
    await context.add(
        components.layout(
            components.words(localizer.post(text)),
            components.row(
                menu(CustomId("rewind", info.id, info.revision), choices, localizer.label(T("Before the turn …")))
            ),
        )
    )


def _plays_together(context: Context, info: TableInfo) -> bool:
    """Whether all players of a table's game play at once, so that it has phases in place of turns."""
    return info.game in context.client.games and context.client.games[info.game].info.by_round


def _described(whole: Whole, localizer: Localizer) -> tuple[str, str]:
    """Who did what in a turn, behind its number; and where it stands in the game, with what else was done in it."""
    first = whole.first
    if len(whole.answers) == 1:
        return turn_label(first, localizer), _asked_again(first, localizer)
    done = [localizer.label(text).split("\n")[0] for text in whole.done] or [turn_done(first, localizer)]
    return f"{first.number} · {done[0]}", " · ".join([*turn_heads(first, localizer), *done[1:]])


def _asked_again(turn: Turn, localizer: Localizer) -> str:
    """What would be asked again; else two steps with one outcome, to choose an action and its place, look alike."""
    return "" if turn.done is None else localizer.label(turn.question)


def _name_of(turn: Turn) -> str:
    """The value of a turn in a menu: unique for ever, and without hidden information."""
    return f"{turn.number}.{turn.revision}"


async def chosen(context: Context, custom_id: CustomId, values: Sequence[str]) -> None:
    """Open a vote on a rewind to before the chosen turn, if it still stands; first show the answers that it is made of.

    A button names the turn itself, and the menu of single answers one of them.
    """
    named = only_value(values) if values else custom_id.argument
    turns = await context.tables.history.turns(custom_id.table)
    turn = next((one for one in turns.turns if _name_of(one) == named), None)
    if turn is None:
        raise NoSuchTurn(turns.first + 1, turns.last)
    if values and custom_id.argument != ALONE:
        whole_ones = whole_turns(turns, together=_plays_together(context, turns.info))
        whole = next((one for one in whole_ones if one.first == turn), None)
        if whole is not None and len(whole.answers) > 1:
            await _show_answers(context, turns.info, whole)
            return
    await ask_table(context, custom_id.table, turn.number)


async def _show_answers(context: Context, info: TableInfo, whole: Whole) -> None:
    """Ask whether to go back to before the whole of a turn, or to before one of its answers alone."""
    localizer = context.localizer(info.names)
    named, more = _described(whole, localizer)
    later = whole.answers[1:][-MAX_CHOICES:]
    custom_id = CustomId("rewind", info.id, info.revision, argument=_name_of(whole.first))
    before = button(localizer.label(T("Before all of it")), custom_id, discord.ButtonStyle.primary)
    choices = [(_name_of(one), turn_label(one, localizer), _asked_again(one, localizer)) for one in later]
    alone = menu(replace(custom_id, argument=ALONE), choices, localizer.label(T("Before a single answer …")))
    lines = [f"### {escaped(named)}", *([f"-# {escaped(more)}"] if more else [])]
    text = phone.cut_text("\n".join(lines), MAX_ROWS)
    await context.show(components.layout(components.words(text), *rows([before]), components.row(alone)))


async def ask_table(context: Context, table_id: int, number: int) -> None:
    """Open the vote."""
    vote = await context.tables.rewinds.ask(table_id, context.user_id, number)
    if vote is None:
        await context.say(T("There was nobody to ask: the game was rolled back."))
    else:
        await context.say(T("The table is asked. One refusal ends the vote; until then the game goes on."))


async def cast(context: Context, custom_id: CustomId, *, agree: bool) -> None:
    """Agree or refuse."""
    vote = await context.tables.rewinds.answer(custom_id.table, context.user_id, custom_id.revision, agree=agree)
    if not agree:
        await context.say(T("The game is not rolled back."))
    elif vote is None:
        ended = ending_events(await context.tables.events(custom_id.table, None, custom_id.revision))
        back = not ended or ended[-1].kind == "rewind"
        await context.say(T("Everybody agrees: the game was rolled back.") if back else ended[-1].text)
    else:
        await context.say(TN("Noted. One more has to agree.", "Noted. {n} more have to agree.", len(vote.missing)))
        await check_members(context.client, vote.info, vote.missing)
