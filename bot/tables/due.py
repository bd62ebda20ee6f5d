"""What falls due besides outbox rows: votes, clocks, reminders, daily messages, and robots for those on vacation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from storage import reminders, rewinds, tables


@dataclass(frozen=True)
class Due:
    """Which of them are due now, and when the next one is."""

    votes: bool = False
    clocks: bool = False
    reminders: bool = False
    robots: bool = False
    digests: bool = False
    next: datetime | None = None

    def __bool__(self) -> bool:
        """Whether anything is due now."""
        return self.votes or self.clocks or self.reminders or self.robots or self.digests


async def find_due(session: AsyncSession, now: datetime) -> Due:
    """Look up what is due."""
    ended = await rewinds.ended_votes(session, now)
    reminder, clock, vote = (
        await reminders.next_reminder(session),
        await reminders.next_clock(session),
        await rewinds.next_due(session),
    )
    robots, digest = await tables.next_of_people(session)
    times = [one for one in (reminder, clock, vote, robots, digest) if one is not None]
    return Due(
        votes=bool(ended),
        clocks=clock is not None and clock <= now,
        reminders=reminder is not None and reminder <= now,
        robots=robots is not None and robots <= now,
        digests=digest is not None and digest <= now,
        next=now if ended else min(times, default=None),
    )
