"""One interaction being served: who calls, in which language, how to reply. Errors become replies here alone.

Everything is acknowledged at once and done afterwards. Replies are private; what the table must know is posted from
the outbox.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

import discord

from bot.layouts import NOBODY, sentence
from bot.names import visible
from bot.table_data import Person, Preferences, TableInfo
from bot.table_errors import NoTableHere, TableError
from bot.voice import Voice, verbatim
from rendering.words import language_of
from rules.kernel.errors import RulesError
from rules.kernel.text import T, Text, names_players

if TYPE_CHECKING:
    from bot.client import Orrery

log = logging.getLogger(__name__)

Work = Callable[["Call"], Awaitable[None]]


class Refused(Exception):
    """Something that the bot itself refuses, before any table is asked. `text` is for the person."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


class Call:
    """Somebody's command or press. `redraws`: it came from a private panel, which replies replace.

    `at` is the table that it is about, as soon as that is known: what is said then calls its people by their names.
    """

    def __init__(self, interaction: discord.Interaction[Orrery], preferences: Preferences, *, redraws: bool) -> None:
        self.interaction = interaction
        self.client = interaction.client
        self.tables = interaction.client.tables
        self.preferences = preferences
        self.redraws = redraws
        self.at: int | None = None
        self.language = self.language_for(preferences)

    def language_for(self, preferences: Preferences) -> str:
        """Choose the language of somebody with these settings: as set, else as their Discord speaks."""
        return _language(self.interaction, preferences)

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

    def voice(self, players: Sequence[str | Text] = ()) -> Voice:
        """Speak the caller's language at a table with these players."""
        return Voice(self.language, players, self.client.mentions)

    async def table(self, *, ended: bool = False) -> TableInfo:
        """Find the table of this channel.

        Raises:
            NoTableHere: there is none; says where the caller's own is, if they have one on this server.

        """
        try:
            return await self.found(await self.tables.lobby.of_channel(self.channel_id, ended=ended))
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
        """Reply; from a panel, in its place."""
        await self.interaction.edit_original_response(view=view, attachments=list(files), allowed_mentions=NOBODY)

    async def add(self, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Reply; from a panel, beside it."""
        if self.redraws:
            await self.interaction.followup.send(view=view, files=list(files), ephemeral=True, allowed_mentions=NOBODY)
        else:
            await self.show(view, files)

    async def more(self, view: discord.ui.LayoutView) -> None:
        """Go on with a reply that does not fit into one message."""
        await self.interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)

    async def say(self, text: Text) -> None:
        """Reply with one sentence, beside a panel."""
        await self.add(sentence(self.voice(await self._players_of(text)).post(text)))

    async def _players_of(self, text: Text) -> Sequence[str | Text]:
        """The names of the table that this is about, where a text calls somebody by their seat."""
        if self.at is None or not names_players(text):
            return ()
        try:
            return (await self.tables.lobby.info(self.at)).names
        except TableError:  # the numbers of the seats must do
            return ()


def _language(interaction: discord.Interaction[Orrery], preferences: Preferences) -> str:
    return language_of(interaction.locale.value) if preferences.language == "auto" else preferences.language


async def language_of_reader(interaction: discord.Interaction[Orrery]) -> str:
    """Choose the language for what must be answered at once: a form, or ways to go on while somebody types."""
    try:
        preferences = await interaction.client.tables.preferences(interaction.user.id)
    except TableError:  # the store is away, which the command itself will say
        preferences = Preferences()
    return _language(interaction, preferences)


def person_of(user: discord.abc.User, *, manages: bool = False) -> Person:
    """Tell the Table service of somebody."""
    return Person(user.id, name_of(user), is_bot=user.bot, manages=manages)


def name_of(user: discord.abc.User) -> str:
    """What somebody is called here: by the first of their names of which anything can be seen."""
    names = (user.display_name, user.global_name or "", user.name)
    return next(filter(visible, names), user.name)


async def serve(interaction: discord.Interaction[Orrery], work: Work) -> None:
    """Acknowledge an interaction, do the work, and turn whatever it raises into a friendly reply."""
    message = interaction.message
    redraws = message is not None and message.flags.ephemeral
    try:
        if redraws:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
    except discord.HTTPException as error:
        log.warning("An interaction could not be acknowledged: %s", error.code)
        return
    call = Call(interaction, Preferences(), redraws=redraws)
    try:
        try:
            call = Call(interaction, await _preferences(interaction), redraws=redraws)
            await work(call)
        except Exception as error:  # noqa: BLE001 - the one place that answers for everything
            await call.say(reason(error))
    except discord.HTTPException as error:
        log.warning("A reply could not be sent: %s %s", error.status, error.code)


async def _preferences(interaction: discord.Interaction[Orrery]) -> Preferences:
    """Load the caller's settings; the language of their Discord is kept for what they are told without asking."""
    people, spoken = interaction.client.tables.people, interaction.locale.value
    kept = await people.preferences(interaction.user.id)
    return kept if kept.locale == spoken else await people.prefer(interaction.user.id, locale=spoken)


def reason(error: Exception) -> Text:
    """Say what went wrong. What nobody foresaw is logged under a short code, and the code is told."""
    if isinstance(error, (Refused, TableError, RulesError)):
        return error.text
    if isinstance(error, discord.Forbidden):
        return T("I may not do that in this channel. Please ask whoever manages this server to let me post here.")
    if isinstance(error, discord.DiscordServerError):
        return T("Discord did not take my reply. Nothing is lost; please try again.")
    code = secrets.token_hex(3)
    log.error("Unexpected error %s: %s", code, type(error).__name__, exc_info=error)
    return T(
        "Something went wrong on my side, and nothing was changed. Please tell whoever runs me: code {code}.", code=code
    )
