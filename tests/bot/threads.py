"""What the simulated Discord does not know of threads and forums: archives, locks, limits, and their errors."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import simcord
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel

RENAMES, WITHIN = 2, timedelta(minutes=10)
"""Discord lets the name of a thread change so often."""


class Threads:
    """Teaches a simulated Discord; `most` is how many threads may be active, and `renamed` whose names have changed."""

    def __init__(self, env: simcord.Env) -> None:
        self.most = 1000
        self.renamed: list[tuple[int, str]] = []
        """Every name that was changed, by channel."""
        self.too_often: list[int] = []
        """Channels of which more names were changed than Discord allows."""
        self._at: dict[int, list[Any]] = {}
        self._env = env
        self._backend: Any = env.backend
        self._known = {
            name: getattr(self._backend, name)
            for name in ("create_thread", "edit_channel", "edit_message", "require_permissions")
        }
        for name in self._known:
            setattr(self._backend, name, getattr(self, f"_{name}"))

    def archive(self, channel_id: int, *, locked: bool = False) -> None:
        """Archive a thread, as time or a moderator does."""
        thread = self.thread(channel_id)
        assert thread.thread_metadata is not None
        thread.thread_metadata.archived = True
        thread.thread_metadata.locked = locked
        self._backend.announce_channel_update(channel_id)

    def lock(self, channel_id: int) -> None:
        """Lock a thread, as a moderator does."""
        thread = self.thread(channel_id)
        assert thread.thread_metadata is not None
        thread.thread_metadata.locked = True
        self._backend.announce_channel_update(channel_id)

    def archived(self, channel_id: int) -> bool:
        """Whether a thread is archived."""
        thread = self.thread(channel_id)
        return thread.thread_metadata is not None and thread.thread_metadata.archived

    def thread(self, channel_id: int) -> Channel:
        """A thread."""
        found: Channel = self._backend.channels[channel_id]
        return found

    def _create_thread(self, parent_id: int, name: str, owner_id: int, **more: Any) -> Any:
        message_id = more.get("message_id")
        if message_id is not None and message_id in self._backend.channels:
            raise BackendError(400, 160004, "A thread has already been created for this message")
        parent = self._backend.get_channel(parent_id)
        if len(self._backend.active_threads(parent.guild_id)) >= self.most:
            raise BackendError(400, 160006, "Maximum number of active threads reached")
        if not 1 <= len(name) <= 100:
            raise BackendError(400, 50035, "Invalid Form Body")
        return self._known["create_thread"](parent_id, name, owner_id, **more)

    def _edit_channel(self, channel_id: int, changes: Any, **more: Any) -> Any:
        channel = self._backend.get_channel(channel_id)
        if channel.is_thread and changes:
            opens = (more.get("thread_metadata") or {}).get("archived") is False
            if channel.thread_metadata.archived and not opens:
                raise BackendError(400, 50083, "Thread is archived")
            if "name" in changes:
                self._note_name(channel_id, changes["name"])
        return self._known["edit_channel"](channel_id, changes, **more)

    def _note_name(self, channel_id: int, name: str) -> None:
        now = self._env.now()
        at = [one for one in self._at.get(channel_id, []) if now - one < WITHIN]
        if len(at) >= RENAMES:
            self.too_often.append(channel_id)
        self._at[channel_id] = [*at, now]
        self.renamed.append((channel_id, name))

    def _edit_message(self, channel_id: int, *rest: Any, **more: Any) -> Any:
        channel = self._backend.get_channel(channel_id)
        if channel.is_thread and channel.thread_metadata.archived:
            raise BackendError(400, 50083, "Thread is archived")
        return self._known["edit_message"](channel_id, *rest, **more)

    def _require_permissions(self, guild_id: Any, user_id: int, channel_id: Any, *names: str) -> None:
        channel = self._backend.channels.get(channel_id)
        if channel is not None and channel.is_thread and user_id == self._backend.bot_user.id:
            if names == ("manage_channels",) and channel.owner_id == user_id:
                names = ()  # whoever began a thread may name it
            if names == ("send_messages_in_threads",):
                self._wake(channel)
        self._known["require_permissions"](guild_id, user_id, channel_id, *names)

    def _wake(self, channel: Channel) -> None:
        """A message opens an archived thread again, unless it is locked."""
        assert channel.thread_metadata is not None
        if channel.thread_metadata.locked:
            if channel.thread_metadata.archived:
                raise BackendError(400, 50083, "Thread is archived")
            raise BackendError(403, 160005, "Thread is locked")
        channel.thread_metadata.archived = False
