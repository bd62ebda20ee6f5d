"""Makes the letter of an outbox row, unless it is out of date."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.app import App
from bot.delivery.letters.dropped import DroppedLetter
from bot.delivery.letters.ended import EndedLetter, ResultLetter
from bot.delivery.letters.followed import find_followed
from bot.delivery.letters.invited import InvitedLetter
from bot.delivery.letters.letter import Letter
from bot.delivery.letters.offered import OfferedLetter
from bot.delivery.letters.owner import DeletedLetter, FilesLetter, LostChannelLetter
from bot.delivery.letters.paused import PausedLetter
from bot.delivery.letters.vote import VoteLetter
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import NoTableHere
from bot.tables.core.messages import (
    InvitedTo,
    OwnerWarning,
    PlansDropped,
    SeatOffered,
    ToPerson,
    VoteRequest,
    WeeklyPaused,
    read,
)
from bot.tables.open_votes import open_votes
from storage.outbox import Message


async def find_letter(client: App, message: Message) -> Letter | None:
    """Make the letter of an outbox row; None if it is out of date."""
    user_id = read(message, ToPerson).user
    try:
        if message.kind == "ballot":
            return await _find_vote(client, message, user_id)
        info = await client.tables.lobby.info(message.table_id)
    except NoTableHere:
        return None
    if message.kind in FINDERS:
        return await FINDERS[message.kind](client, message, info)
    return _find_warning(client, message, info, user_id)


async def _find_ended(client: App, message: Message, info: TableInfo) -> EndedLetter:
    return EndedLetter(client, message, info)


async def _find_result(client: App, message: Message, info: TableInfo) -> ResultLetter | None:
    return ResultLetter(client, message, info) if info.phase == "finished" else None


async def _find_invited(client: App, message: Message, info: TableInfo) -> InvitedLetter | None:
    invited = read(message, InvitedTo)
    asked = info.phase == "lobby" and invited.user in info.invited
    return InvitedLetter(client, message, info, user_id=invited.user, by=invited.by) if asked else None


async def _find_offered(client: App, message: Message, info: TableInfo) -> OfferedLetter | None:
    offered = read(message, SeatOffered)
    open_ = info.phase == "running" and info.players[offered.seat].offered_to == offered.user
    return OfferedLetter(client, message, info, seat=offered.seat, by=offered.by) if open_ else None


async def _find_paused(client: App, message: Message, info: TableInfo) -> PausedLetter | None:
    paused = read(message, WeeklyPaused)
    found = await client.tables.weekly.paused(paused.weekly, paused.user)
    return None if found is None else PausedLetter(client, message, info, appointment=found, left=paused.left)


async def _find_dropped(client: App, message: Message, info: TableInfo) -> Letter | None:
    """Make the letter about dropped plans; None if the game is over."""
    dropped = read(message, PlansDropped)
    seat, revision = dropped.seat, dropped.revision
    if info.phase != "running":
        return None
    fallen = tuple(dropped.told)
    if not fallen:
        entries = await client.tables.events(info.id, seat, revision - 1, until=revision)
        fallen = tuple(event.text for one in entries if one.kind == "dropped" for event in one.events)
    seated = info.seat_of(dropped.user) is not None
    return DroppedLetter(client, message, info, fallen=fallen, seated=seated) if fallen else None


def _find_warning(client: App, message: Message, info: TableInfo, user_id: int) -> Letter | None:
    """Make the letter to a table's owner about what only they can mend; None if it is mended."""
    if not info.live or info.owner_id != user_id:
        return None
    if message.kind == "homeless":
        return LostChannelLetter(client, message, info) if info.lost else None
    about = read(message, OwnerWarning).about
    if message.kind == "deleted":
        seat = info.seat_of(about)
        return None if seat is None or info.players[seat].robot else DeletedLetter(client, message, info, seat=seat)
    mended = info.channel_id != about or client.file_rights.may_attach(info.channel_id) is True
    return None if mended else FilesLetter(client, message, info)


async def _find_vote(client: App, message: Message, user_id: int) -> Letter | None:
    for open_vote in await open_votes(client.tables, message.table_id):
        seat = open_vote.info.seat_of(user_id)
        if open_vote.about == read(message, VoteRequest).about and seat in open_vote.missing:
            return VoteLetter(client, message, open_vote)
    return None


FINDERS: Mapping[str, Callable[[App, Message, TableInfo], Awaitable[Letter | None]]] = {
    "dropped": _find_dropped,
    "ended": _find_ended,
    "followed": find_followed,
    "invited": _find_invited,
    "offered": _find_offered,
    "paused": _find_paused,
    "result": _find_result,
}
"""Kind of row about a table -> what makes its letter; the other kinds are warnings to its owner."""
