"""``/table rewind``: choosing the turn, and the buttons of the vote (`bot.tables.rewinds`).

The buttons carry the revision that identifies the vote, so those of an earlier one do nothing.
"""

from __future__ import annotations

from bot.commands.context import Context
from bot.departures import check_members
from bot.tables.core.data import Turn, Turns
from bot.tables.core.errors import NoSuchTurn, NotSeated
from bot.views import components
from bot.views.components import MAX_CHOICES, menu
from bot.views.custom_ids import CustomId
from bot.views.events import turn_label
from bot.views.localizer import Localizer
from bot.views.votes import ending_events, vote_post
from rules.kernel.record import Answerer
from rules.kernel.text import TN, T

RECENT = 14
"""Maximum number of the newest turns offered one by one; before them, the beginnings of rounds."""


def places_to_go(turns: Turns) -> list[Turn]:
    """The turns to offer, the newest first: the last turns of persons, then the first of each round before them."""
    people = [turn for turn in turns.turns if turn.by == Answerer.PLAYER]
    recent = people[-RECENT:]
    begins: list[Turn] = []
    for before, turn in zip([None, *people], people, strict=False):
        if before is None or turn.round != before.round:
            begins.append(turn)
    earlier = [turn for turn in begins if not recent or turn.number < recent[0].number]
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
    places = places_to_go(turns)
    if not places:
        await context.say(T("Nothing has been played yet that could be rolled back."))
        return
    choices = [(_name_of(turn), turn_label(turn, localizer), _asked_again(turn, localizer)) for turn in places]
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


def _asked_again(turn: Turn, localizer: Localizer) -> str:
    """What would be asked again; else two steps with one outcome, to choose an action and its place, look alike."""
    return "" if turn.done is None else localizer.label(turn.question)


def _name_of(turn: Turn) -> str:
    """The value of a turn in a menu: unique for ever, and without hidden information."""
    return f"{turn.number}.{turn.revision}"


async def chosen(context: Context, table_id: int, named: str) -> None:
    """Open a vote on a rewind to before the chosen turn, if it still stands."""
    turns = await context.tables.history.turns(table_id)
    turn = next((one for one in turns.turns if _name_of(one) == named), None)
    if turn is None:
        raise NoSuchTurn(turns.first + 1, turns.last)
    await ask_table(context, table_id, turn.number)


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
