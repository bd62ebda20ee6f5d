"""The votes that are open at a table."""

from __future__ import annotations

from bot.tables.core.votes import OpenVote, about_rewind, about_seat
from bot.tables.service import Tables


async def open_votes(tables: Tables, table_id: int) -> list[OpenVote]:
    """List the open votes of a table.

    Raises:
        NoTableHere, DatabaseAway.

    """
    vote = await tables.rewinds.vote(table_id)
    info = await tables.lobby.info(table_id)
    found = [] if vote is None else [OpenVote(about_rewind(vote.revision), vote.info, vote.missing, rewind=vote)]
    for one in info.players:
        if one.overdue and not one.given_up and one.since is not None:
            missing = [other.seat for other in info.voters if other.seat not in {one.seat, *one.votes}]
            found.append(OpenVote(about_seat(one.seat, one.since), info, tuple(missing), seat=one.seat))
    return found
