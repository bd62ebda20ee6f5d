"""One interaction being served: who calls, in which language, how to reply.

Replies are private; what the table must know is posted from the outbox.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.app import App
from bot.commands.errors import Refused, reason
from bot.connection.replies import ReplyLost, describe_error, reply_later, sendable
from bot.tables.core.commit_trace import Trace
from bot.tables.core.data import Person, Preferences, TableInfo
from bot.tables.core.errors import NoTableHere, TableError
from bot.tables.core.names import visible
from bot.views.components import NOBODY, sentence
from bot.views.localizer import Localizer
from rendering.words import language_of
from rendering.words.folding import verbatim
from rules.kernel.text import T, Text, names_players

log = logging.getLogger(__name__)


RESTARTING = T("I am just being restarted. Please press again in a moment.")
"""Said where nothing of what was asked for has been done."""


class Context:
    """Somebody's command or press. `redraws`: it came from a private panel, which replies replace.

    `at` is the table that it is about, as soon as that is known: its panel shows what becomes of it, and what is said
    calls its people by their names. `trace` tells what is kept so far.
    """

    def __init__(self, interaction: discord.Interaction[App], preferences: Preferences, *, redraws: bool) -> None:
        self.interaction = interaction
        self.client = interaction.client
        self.tables = interaction.client.tables
        self.preferences = preferences
        self.redraws = redraws
        self.at: int | None = None
        self.trace = Trace()
        self.language = self.language_for(preferences)
        self._here: list[TableInfo | None] = []
        """The table of this channel as it was on arrival, until somebody asks for it."""

    def language_for(self, preferences: Preferences) -> str:
        """Choose the language of somebody with these settings: as set, else as their Discord speaks."""
        return language_of_caller(self.interaction, preferences)

    @property
    def person(self) -> Person:
        """Whoever calls."""
        return person_of(self.interaction.user, manages=self.interaction.permissions.manage_guild)

    @property
    def user_id(self) -> int:
        """Whoever calls, as Discord's number."""
        return self.interaction.user.id

    @property
    def guild_id(self) -> int:
        """The server that this comes from.

        Raises:
            Refused: it comes from a direct message.

        """
        if self.interaction.guild_id is None:
            raise Refused(T("That works in a channel of a server, not here."))
        return self.interaction.guild_id

    @property
    def channel_id(self) -> int:
        """The channel or thread that this comes from."""
        assert self.interaction.channel_id is not None
        return self.interaction.channel_id

    def localizer(self, players: Sequence[str | Text] = ()) -> Localizer:
        """Speak the caller's language at a table with these players."""
        return Localizer(self.language, players, self.client.mentions)

    def came_to(self, here: TableInfo | None) -> None:
        """Take note of the table of this channel, be it live or the last one that was played here."""
        self._here = [here]

    @property
    def plays_here(self) -> bool:
        """Whether a game runs in this channel, as was found on arrival."""
        return any(one is not None and one.phase == "running" for one in self._here)

    async def _of_channel(self, *, ended: bool) -> TableInfo:
        if not self._here or self.trace.changed or self.trace.unsure:
            return await self.tables.lobby.of_channel(self.channel_id, ended=ended)
        here = self._here.pop()  # once: whoever asks again wants to know what has become of it
        if here is None or not (here.live or ended):
            raise NoTableHere
        return here

    async def table(self, *, ended: bool = False) -> TableInfo:
        """Find the table of this channel.

        Raises:
            NoTableHere: there is none; says where the caller's own is, if they have one on this server.

        """
        try:
            return await self.found(await self._of_channel(ended=ended))
        except NoTableHere:
            mine = [
                info
                for info in await self.tables.lobby.of_guild(self.guild_id)
                if info.seat_of(self.user_id) is not None
            ]
            if not mine:
                raise
            found = [verbatim(f"<#{info.channel_id}>") for info in mine if not info.lost]
            if not found:
                text = T(
                    "There is no table in this channel. Yours has lost its own; whoever opened it can bring it here"
                    " with /table move."
                )
                raise Refused(text) from None
            text = T("There is no table in this channel. Yours is here: {channels}", channels=found[:5])
            raise Refused(text) from None

    async def found(self, info: TableInfo) -> TableInfo:
        """Go on with a table. Those of this server learn the present name of whoever calls, if that is news."""
        self.at = info.id
        seat, name = info.seat_of(self.user_id), self.person.name
        if seat is not None and info.players[seat].gone:
            await self.tables.members.note(info.id, self.user_id, gone=False)
        known = info.players[seat].name if seat is not None else ""
        if known in {"", name}:  # nobody's, or of somebody who asked to be forgotten
            return info
        await self.tables.lobby.rename(self.guild_id, self.user_id, name)
        return await self.tables.lobby.info(info.id)

    def missing_permissions(self) -> Text | None:
        """Say which permissions the bot lacks to hold a table in this channel; None where it has them all."""
        may = self.interaction.app_permissions
        in_thread = isinstance(self.interaction.channel, discord.Thread)
        needed = [
            (T("View Channel"), may.view_channel),
            (T("Send Messages in Threads"), may.send_messages_in_threads)
            if in_thread
            else (T("Send Messages"), may.send_messages),
            (T("Attach Files"), may.attach_files),
        ]
        missing = [name for name, given in needed if not given]
        if self.interaction.guild_id is None or not missing:
            return None
        return T(
            "I cannot hold a table here, for in this channel I lack: {permissions}. Whoever manages this server can"
            " give me that.",
            permissions=missing,
        )

    async def show(self, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Reply; from a panel, in its place.

        Raises:
            Unheard: Discord does not take it now. It has been tried some times.

        """
        edit, again = self.interaction.edit_original_response, sendable(files)
        await reply_later(lambda: edit(view=view, attachments=again(), allowed_mentions=NOBODY))

    async def add(self, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Reply; from a panel, beside it. Raises as `show`."""
        if self.redraws:
            await self._follow(view, files)
        else:
            await self.show(view, files)

    async def more(self, view: discord.ui.LayoutView) -> None:
        """Go on with a reply that does not fit into one message. Raises as `show`."""
        await self._follow(view, ())

    async def _follow(self, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> None:
        """Send one more message: twice at most, for where an answer is lost it may come twice."""
        send, again = self.interaction.followup.send, sendable(files)
        await reply_later(lambda: send(view=view, files=again(), ephemeral=True, allowed_mentions=NOBODY), tries=2)

    async def say(self, text: Text) -> None:
        """Reply with one sentence, beside a panel."""
        await self.add(sentence(self.localizer(await self._players_of(text)).post(text)))

    async def _players_of(self, text: Text) -> Sequence[str | Text]:
        """The names of the table that this is about, where a text calls somebody by their seat."""
        if self.at is None or not names_players(text):
            return ()
        try:
            return (await self.tables.lobby.info(self.at)).names
        except TableError:  # the numbers of the seats must do
            return ()

    def why(self, error: Exception) -> Text:
        """Say what went wrong, and what stands all the same."""
        return reason(error, self.trace)

    async def give_up(self) -> None:
        """Say that this is not gone on with, for the process ends."""
        if self.trace.unsure:
            text = T("I am just being restarted and do not know whether that is kept. In a moment, /play shows it.")
        elif self.trace.changed:
            text = T("What you did stands. I am just being restarted; in a moment, /play shows the table as it is.")
        else:
            text = RESTARTING
        try:
            await self.say(text)
        except (ReplyLost, discord.HTTPException) as error:
            log.warning(
                "A reply could not be sent: %s", error if isinstance(error, ReplyLost) else describe_error(error)
            )


def language_of_caller(interaction: discord.Interaction[App], preferences: Preferences) -> str:
    """Choose the language of whoever calls: as they have set, else as their Discord speaks."""
    return language_of(interaction.locale.value) if preferences.language == "auto" else preferences.language


def person_of(user: discord.abc.Snowflake, *, manages: bool = False) -> Person:
    """Tell the Table service of somebody.

    Raises:
        Refused: Discord has given the number of a person, and does not say who it is.

    """
    if not isinstance(user, discord.abc.User):
        raise Refused(T("I do not know that person. Please choose somebody whom Discord offers you."))
    return Person(user.id, name_of(user), is_bot=user.bot, manages=manages)


def name_of(user: discord.abc.User) -> str:
    """What somebody is called here: by the first of their names of which anything can be seen."""
    names = (user.display_name, user.global_name or "", user.name)
    return next(filter(visible, names), user.name)
