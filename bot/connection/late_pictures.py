"""Pictures that are put into messages after those were sent: a message waits for its picture only for a moment.

A message that shows something else by then is left as it is. What is lost here costs nobody a move: the text of a
message says everything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.connection.replies import ReplyLost, describe_error
from bot.connection.traffic import NotNow
from rendering.jobs import Drawn
from rendering.pool import Drawing

log = logging.getLogger(__name__)

MAX_LATE = 300
"""Maximum number of messages that wait for their pictures; with more, the oldest goes without."""
SECONDS_TO_SEND = 3.0
"""How long a newer content of a message waits for a picture that is just being put into it."""


@dataclass
class Patience:
    """How long, in seconds, a message waits for its picture before it is sent without."""

    panel: float = 0.4
    letter: float = 2.0
    post: float = 2.0


@dataclass(eq=False)
class _Late:
    """A message that waits for its picture; `sending`: the task that is just putting it in."""

    drawing: Drawing
    sending: asyncio.Task[None] | None = None


class LatePictures:
    """The messages to one person that wait for their pictures, by their ids."""

    def __init__(self) -> None:
        self.patience = Patience()
        self._late: dict[int, _Late] = {}

    def put_in(self, message_id: int, drawing: Drawing, edit: Callable[[Drawn], Awaitable[object]]) -> None:
        """Edit a message once its picture is there, unless it is left alone by then."""
        if drawing.failed:
            return
        self._forget(message_id)
        while len(self._late) >= MAX_LATE:
            self._forget(next(iter(self._late)))
        self._late[message_id] = late = _Late(drawing)

        def drawn() -> None:
            if self._late.get(message_id) is late:
                late.sending = asyncio.create_task(self._send(message_id, late, edit), name="orrery-late-picture")

        drawing.when_done(drawn)

    async def leave_alone(self, message_id: int) -> None:
        """Put no picture into a message any more, for it will show something else; call it before that is sent."""
        late = self._late.get(message_id)
        if late is not None and late.sending is not None:  # what comes later must arrive later
            await asyncio.wait({late.sending}, timeout=SECONDS_TO_SEND)
        self._forget(message_id)

    def close(self) -> None:
        """Put in no more pictures."""
        for message_id in list(self._late):
            self._forget(message_id)

    def _forget(self, message_id: int) -> None:
        late = self._late.pop(message_id, None)
        if late is not None:
            late.drawing.drop()
            if late.sending is not None:
                late.sending.cancel()

    async def _send(self, message_id: int, late: _Late, edit: Callable[[Drawn], Awaitable[object]]) -> None:
        try:
            drawn = late.drawing.drawn
            if drawn is not None:
                await edit(drawn)
        except (ReplyLost, NotNow) as error:
            log.info("A picture could not be put into a message: %s", error)
        except discord.HTTPException as error:
            log.info("A picture could not be put into a message: %s", describe_error(error))
        except Exception:  # a picture costs nobody a move
            log.exception("A picture could not be put into a message")
        finally:
            if self._late.get(message_id) is late:
                del self._late[message_id]
