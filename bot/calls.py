"""One interaction being served: who calls, in which language, how to reply. Errors become replies here alone.

Everything is acknowledged at once and done afterwards. Replies are private; what the table must know is posted from
the outbox. What is said of an error goes by what is kept (`bot.lasting`): "nothing was changed" is said where it is
known, and where something stands, that is said.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.codes import Unreadable
from bot.lasting import Trace, watch
from bot.layouts import NOBODY, sentence
from bot.names import visible
from bot.panels import open_panel
from bot.picks import shorten
from bot.replies import IN_TIME, Arrival, Unheard, reply_first, reply_later, sendable, told
from bot.table_data import Person, Preferences, TableInfo
from bot.table_errors import DatabaseAway, MaybeChanged, NoTableHere, TableError
from bot.voice import Voice, verbatim
from rendering.words import language_of
from rules.kernel.errors import RulesError
from rules.kernel.text import T, Text, names_players

if TYPE_CHECKING:
    from bot.client import Orrery

log = logging.getLogger(__name__)

Work = Callable[["Call"], Awaitable[None]]

MOST_OFFERED = 25
RESTARTING = T("I am just being restarted. Please press again in a moment.")
"""Said where nothing of what was asked for has been done."""


class Refused(Exception):
    """Something that the bot itself refuses, before any table is asked. `text` is for the person."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


class Call:
    """Somebody's command or press. `redraws`: it came from a private panel, which replies replace.

    `at` is the table that it is about, as soon as that is known: its panel shows what becomes of it, and what is said
    calls its people by their names. `trace` tells what is kept so far.
    """

    def __init__(self, interaction: discord.Interaction[Orrery], preferences: Preferences, *, redraws: bool) -> None:
        self.interaction = interaction
        self.client = interaction.client
        self.tables = interaction.client.tables
        self.preferences = preferences
        self.redraws = redraws
        self.at: int | None = None
        self.trace = Trace()
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
        await self.add(sentence(self.voice(await self._players_of(text)).post(text)))

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

    async def tell(self, error: Exception) -> None:
        """Reply with what went wrong; where what was asked for stands, in the panel as it is now, if it can be shown.

        Raises:
            Unheard: as `show`.

        """
        text = self.why(error)
        if self.at is not None and (self.trace.changed or self.trace.unsure):
            try:
                await open_panel(self, self.at, notice=text)
            except Unheard as unheard:
                if not unheard.again:
                    raise
            except Exception as second:  # noqa: BLE001 - what was said first matters more
                log.info("The panel could not be shown either: %s", told(second))
            else:
                return
        await self.say(text)

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
        except (Unheard, discord.HTTPException) as error:
            log.warning("A reply could not be sent: %s", error if isinstance(error, Unheard) else told(error))


def _language(interaction: discord.Interaction[Orrery], preferences: Preferences) -> str:
    return language_of(interaction.locale.value) if preferences.language == "auto" else preferences.language


async def language_of_reader(interaction: discord.Interaction[Orrery]) -> str:
    """Choose the language for what must be answered at once: a form, or ways to go on while somebody types."""
    try:
        preferences = await interaction.client.tables.preferences(interaction.user.id)
    except TableError:  # the store is away, which the command itself will say
        preferences = Preferences()
    return _language(interaction, preferences)


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


async def serve(interaction: discord.Interaction[Orrery], work: Work) -> None:
    """Acknowledge an interaction, do the work, and turn whatever it raises into a friendly reply."""
    presses = interaction.client.presses
    if presses.over:
        return
    with presses.taken() as one:
        message = interaction.message
        redraws = message is not None and message.flags.ephemeral
        defer = interaction.response.defer
        arrival = await reply_first(defer if redraws else partial(defer, ephemeral=True, thinking=True))
        if arrival is Arrival.NEVER:
            return
        one.call = Call(interaction, Preferences(), redraws=redraws)
        try:
            if arrival is Arrival.LATE:
                await one.call.say(T("The connection to Discord was lost, and nothing was done. Please try again."))
            elif presses.closing:
                await one.call.say(RESTARTING)
            else:
                await _do(one.call, work)
        except (Unheard, discord.HTTPException) as error:
            log.warning("A reply could not be sent: %s", error if isinstance(error, Unheard) else told(error))


async def refuse(interaction: discord.Interaction[Orrery], error: Exception) -> None:
    """Acknowledge an interaction, and say why nothing is done."""

    async def work(_: Call) -> None:
        raise error

    await serve(interaction, work)


async def _do(call: Call, work: Work) -> None:
    """Do the work, and say what went wrong if something does.

    Raises:
        Unheard, discord.HTTPException: that could not be said.

    """
    try:
        call.preferences = await _preferences(call.interaction)
        call.language = call.language_for(call.preferences)
        call.trace = watch()  # from here on: that somebody's Discord speaks another language now is no change
        await work(call)
    except Unheard as error:
        if not error.again:
            raise
        await call.tell(error)
    except Exception as error:  # noqa: BLE001 - the one place that answers for everything
        await call.tell(error)


async def show_form(interaction: discord.Interaction[Orrery], form: discord.ui.Modal) -> None:
    """Show a form, which must be the first reply."""
    if interaction.client.presses.over:
        return
    with interaction.client.presses.taken():
        await reply_first(partial(interaction.response.send_modal, form), IN_TIME)


Finds = Callable[[], Awaitable[Sequence[tuple[str, str]]]]
"""Finds ways to go on with what somebody types: what is shown of each, and its value."""


async def offer(interaction: discord.Interaction[Orrery], find: Finds) -> list[app_commands.Choice[str]]:
    """Offer ways to go on while somebody types; nothing where anything is wrong, which the command then tells."""
    presses = interaction.client.presses
    choices: list[app_commands.Choice[str]] = []
    if not presses.closing:
        with presses.taken():
            choices = [app_commands.Choice(name=shorten(name, 100), value=value) for name, value in await _found(find)]
            del choices[MOST_OFFERED:]
            await reply_first(partial(interaction.response.autocomplete, choices), IN_TIME)
    # Whatever became of it: discord.py, which notes what it knows to have arrived, shall not reply once more.
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result  # noqa: SLF001
    return choices


async def _found(find: Finds) -> Sequence[tuple[str, str]]:
    try:
        return await find()
    except (TableError, RulesError):
        return []
    except Exception as error:  # noqa: BLE001 - as in `_do`
        _log(error)
        return []


async def _preferences(interaction: discord.Interaction[Orrery]) -> Preferences:
    """Load the caller's settings; the language of their Discord is kept for what they are told without asking."""
    people, spoken = interaction.client.tables.people, interaction.locale.value
    kept = await people.preferences(interaction.user.id)
    return kept if kept.locale == spoken else await people.prefer(interaction.user.id, locale=spoken)


def reason(error: Exception, trace: Trace | None = None) -> Text:
    """Say what went wrong, and what stands. What nobody foresaw is logged under a short code, and the code is told."""
    trace = trace or Trace()
    if trace.unsure:
        return MaybeChanged().text
    if trace.changed:
        return _reason_where_it_stands(error)
    foreseen = _foreseen(error)
    if foreseen is not None:
        return foreseen
    if isinstance(error, Unheard):
        return T("Discord did not take my reply. Nothing is lost; please try again.")
    return T(
        "Something went wrong on my side, and nothing was changed. Please tell whoever runs me: code {code}.",
        code=_log(error),
    )


def _reason_where_it_stands(error: Exception) -> Text:
    if isinstance(error, Unheard):
        return T("What you did stands; only my reply to it was lost. /play shows the table as it is now.")
    if isinstance(error, DatabaseAway):
        return T(
            "What you did stands, but the game store cannot be reached just now. In a minute, /play shows the table as"
            " it is."
        )
    foreseen = _foreseen(error)
    if foreseen is not None:
        return T("What you did stands. After it, this went wrong: {why}", why=foreseen)
    return T(
        "What you did stands, but something went wrong on my side after it. Please tell whoever runs me: code {code}.",
        code=_log(error),
    )


def _foreseen(error: Exception) -> Text | None:
    if isinstance(error, (Refused, TableError, RulesError)):
        return error.text
    if isinstance(error, Unreadable):
        return T("That button does nothing any more. What this table asks, /play shows.")
    if isinstance(error, discord.Forbidden):
        return T("I may not do that in this channel. Please ask whoever manages this server to let me post here.")
    return None


def _log(error: Exception) -> str:
    """Log what nobody foresaw, and give the code under which it stands there."""
    code = secrets.token_hex(3)
    log.error("Unexpected error %s: %s", code, type(error).__name__, exc_info=error)
    return code
