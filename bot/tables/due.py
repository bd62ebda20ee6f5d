"""What falls due besides outbox rows: votes, clocks, reminders, and robots for those on vacation."""

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
    next: datetime | None = None

    def __bool__(self) -> bool:
        """Whether anything is due now."""
        return self.votes or self.clocks or self.reminders or self.robots


async def find_due(session: AsyncSession, now: datetime) -> Due:
    """Look up what is due."""
    ended = await rewinds.ended_votes(session, now)
    reminder, clock, vote = (
        await reminders.next_reminder(session),
        await reminders.next_clock(session),
        await rewinds.next_due(session),
    )
    robots = await tables.next_robots(session)
    times = [one for one in (reminder, clock, vote, robots and robots[0]) if one is not None]
    return Due(
        votes=bool(ended),
        clocks=clock is not None and clock <= now,
        reminders=reminder is not None and reminder <= now,
        robots=robots is not None and robots[0] <= now,
        next=now if ended else min(times, default=None),
    )
