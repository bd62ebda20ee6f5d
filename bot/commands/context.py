"""The context of an interaction: the person, the language, the replies.

Replies are private; what the table must know is posted from the outbox.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

import discord

from bot.app import App
from bot.commands.errors import Refused, reason
from bot.connection.replies import ReplyLost, describe_error, reply_later, sendable
from bot.tables.core.commit_trace import Trace
from bot.tables.core.data import Person, Preferences, TableInfo
from bot.tables.core.errors import NoTableHere, TableError
from bot.tables.core.names import visible
from bot.views import components
from bot.views.components import NOBODY, sentence
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.pages import leaf_layout
from rendering.jobs import Drawn
from rendering.pool import Drawing
from rendering.words import language_of
from rendering.words.folding import verbatim
from rules.kernel.text import T, Text, names_players

log = logging.getLogger(__name__)


MAX_FOLLOWED = 5
"""Further messages of a reply that Discord takes where only the person has installed the bot."""
RESTARTING = T("I am just being restarted. Please press again in a moment.")
"""The reply if nothing was carried out."""


class Several(Exception):
    """A command names no table where the person may mean several of theirs; `verb` is that of the buttons to them."""

    def __init__(self, infos: Sequence[TableInfo], verb: str) -> None:
        super().__init__(verb)
        self.infos = infos
        self.verb = verb


class Context:
    """A slash command, or a press of a component. `redraws`: it came from a private panel, which replies replace.

    `at` is the table that it is about, once that is known: after an error its panel is shown, and replies use the names
    of its players. `trace` tells what was committed so far.
    """

    def __init__(self, interaction: discord.Interaction[App], preferences: Preferences, *, redraws: bool) -> None:
        self.interaction = interaction
        self.client = interaction.client
        self.tables = interaction.client.tables
        self.preferences = preferences
        self.redraws = redraws
        self.at: int | None = None
        message = interaction.message if redraws else None
        self._shown_in = None if message is None else message.id
        """The message that `show` replaces, once that is known."""
        self.trace = Trace()
        self._followed = 0
        """Messages sent so far beside the first."""
        self.language = self.language_for(preferences)
        self._here: list[TableInfo | None] = []
        """The table of this channel as loaded with the settings, until it is used once."""
        self.about: TableInfo | None = None
        """The table that the pressed component names, as loaded with the settings."""

    def language_for(self, preferences: Preferences) -> str:
        """The language of these settings: as set, else the locale of the person's Discord."""
        return language_of_caller(self.interaction, preferences)

    @property
    def person(self) -> Person:
        """The person; of a server where the bot is not they manage nothing that it knows."""
        manages = self.in_server and self.interaction.permissions.manage_guild
        return person_of(self.interaction.user, manages=manages)

    @property
    def user_id(self) -> int:
        """The person's user id."""
        return self.interaction.user.id

    @property
    def guild_id(self) -> int:
        """The server that this comes from.

        Raises:
            Refused: it comes from a direct message, or from a server where the bot is not.

        """
        if self.interaction.guild_id is None:
            raise Refused(T("That works in a channel of a server, not here."))
        if not self.in_server:
            raise Refused(T("I am not a member of this server. Here you can use /practice, /mine and /play."))
        return self.interaction.guild_id

    @property
    def in_server(self) -> bool:
        """Whether this comes from a server where the bot is, and not only installed by the person."""
        return in_server(self.interaction)

    @property
    def _by_person_alone(self) -> bool:
        """Whether only the person has installed the bot, as far as Discord tells."""
        return _by_person_alone(self.interaction)

    @property
    def channel_id(self) -> int:
        """The channel or thread that this comes from."""
        assert self.interaction.channel_id is not None
        return self.interaction.channel_id

    def localizer(self, players: Sequence[str | Text] = ()) -> Localizer:
        """The localizer of the person's language and these players."""
        return Localizer(self.language, players, self.client.mentions)

    def set_table_here(self, here: TableInfo | None) -> None:
        """Set the table of this channel, live or the last one that was played here."""
        self._here = [here]

    @property
    def plays_here(self) -> bool:
        """Whether a game runs in this channel, as loaded with the settings."""
        return any(one is not None and one.phase == "running" for one in self._here)

    async def _of_channel(self, *, ended: bool) -> TableInfo:
        if not self._here or self.trace.changed or self.trace.unsure:
            return await self.tables.lobby.of_channel(self.channel_id, ended=ended)
        here = self._here.pop()  # once: a second query wants the present state
        if here is None or not (here.live or ended):
            raise NoTableHere
        return here

    async def table(self, *, ended: bool = False) -> TableInfo:
        """Find the table of this channel.

        Raises:
            NoTableHere: there is none.
            Refused: there is none; the text names the person's own on this server.

        """
        try:
            return await self.found(await self._of_channel(ended=ended))
        except NoTableHere:
            here = await self.tables.lobby.of_guild(self.guild_id)
            mine = [info for info in here if info.seat_of(self.user_id) is not None]
            if not mine:
                below = [verbatim(f"<#{one.channel_id}>") for one in here if one.parent_id == self.channel_id]
                if not below:
                    raise
                text = T("The tables of this channel are in threads of their own: {channels}", channels=below[:5])
                raise Refused(text) from None
            found = [verbatim(f"<#{info.channel_id}>") for info in mine if not info.lost]
            if not found:
                text = T(
                    "There is no table in this channel. Yours has lost its own; whoever opened it can bring it here"
                    " with /table move."
                )
                raise Refused(text) from None
            text = T("There is no table in this channel. Yours is here: {channels}", channels=found[:5])
            raise Refused(text) from None

    async def own_table(self, verb: str, *, ended: bool = False) -> TableInfo:
        """Find the table of this channel; where there is none, the person's own that they can only mean.

        Outside of servers that is their only running table, on a server their only practice table; with `ended` also
        the last practice game that is over. `verb` is that of the buttons that lead to several.

        Raises:
            NoTableHere, Refused: as `table`.
            Several: there are several of them.

        """
        if self.in_server:
            try:
                return await self.table(ended=ended)
            except NoTableHere:
                own = await self._practised(ended=ended)
                if not own:
                    raise
        else:
            running = await self.tables.wishes.tables_of(self.user_id)
            own = [*running, *await self._practised(ended=ended and not running)]
        if not own:
            raise Refused(T("You have no game running. /practice begins one against robots, just for you."))
        if len(own) > 1:
            raise Several(own, verb)
        self.at = own[0].id
        return own[0]

    async def _practised(self, *, ended: bool) -> list[TableInfo]:
        """The person's running practice tables; with `ended`, where none runs, the last one that is over."""
        practised = await self.tables.practice.of(self.user_id)
        running = [one for one in practised.running if one.phase == "running"]
        return running or [*practised.over[: 1 if ended else 0]]

    async def found(self, info: TableInfo) -> TableInfo:
        """Continue with a table; updates the person's display name and membership."""
        self.at = info.id
        if info.private or not self.in_server:
            return info
        seat, name = info.seat_of(self.user_id), self.person.name
        if seat is not None and info.players[seat].gone:
            await self.tables.members.note(info.id, self.user_id, gone=False)
        known = info.players[seat].name if seat is not None else ""
        if known in {"", name}:  # not seated
            return info
        await self.tables.lobby.rename(self.guild_id, self.user_id, name)
        return await self.tables.lobby.info(info.id)

    def missing_permissions(self) -> Text | None:
        """The permissions that the bot lacks in this channel; None if it has all of them."""
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
        if not missing or not self.in_server:
            return None
        return T(
            "I cannot host a table here, because in this channel I lack: {permissions}. Whoever manages this "
            "server can give me that.",
            permissions=missing,
        )

    async def show(self, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Reply; from a panel, in its place.

        Raises:
            ReplyLost: it was not delivered, after retries.

        """
        if self._shown_in is not None:
            await self.client.late_pictures.leave_alone(self._shown_in)
        self._shown_in = (await self._edit(view, files)).id

    async def show_drawn(self, view: Callable[[Drawn | None], discord.ui.LayoutView], drawing: Drawing) -> None:
        """Reply, as `show`; with a picture, if it is there soon, else without, and it is put in when it is there."""
        late = self.client.late_pictures
        drawn = await drawing.within(late.patience.panel)
        await self.show(view(drawn), components.files(drawn))
        if drawn is None and self._shown_in is not None:
            late.put_in(self._shown_in, drawing, lambda drawn: self._edit(view(drawn), components.files(drawn)))

    async def _edit(self, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> discord.InteractionMessage:
        edit, again = self.interaction.edit_original_response, sendable(files)
        return await reply_later(lambda: edit(view=view, attachments=again(), allowed_mentions=NOBODY))

    async def add(self, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Reply; from a panel, beside it. Raises as `show`."""
        if self.redraws:
            await self._follow(view, files)
        else:
            await self.show(view, files)

    async def more(self, view: discord.ui.LayoutView) -> None:
        """Continue a reply that does not fit into one message. Raises as `show`."""
        await self._follow(view, ())

    def as_many_as_go(self, messages: Sequence[list[str]], *, beside: bool) -> Sequence[list[str]]:
        """Those of the messages of a reply that Discord takes; `beside`: the first comes beside what is shown as well.

        The last one says if there were more.
        """
        room = MAX_FOLLOWED - self._followed + (0 if beside else 1)
        if not self._by_person_alone or len(messages) <= room:
            return messages
        return [*messages[: room - 1], [*messages[room - 1], "…"]]

    async def add_pages(
        self,
        blocks: Sequence[str],
        localizer: Localizer,
        custom_id: CustomId,
        below: Sequence[components.Piece] = (),
    ) -> None:
        """Reply with the first page of a text, from a panel beside it; or in its place with the page of this button.

        The buttons to the other pages do what this one does; `below` stands under each. Raises as `show`.
        """
        view = leaf_layout(
            blocks,
            custom_id.number if custom_id.argument else 0,
            localizer,
            lambda page: replace(custom_id, argument=str(page)),
            below=below,
        )
        await (self.show if custom_id.argument else self.add)(view)

    async def _follow(self, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> None:
        """Send a followup: with one retry at most, as it may arrive twice."""
        self._followed += 1
        send, again = self.interaction.followup.send, sendable(files)
        await reply_later(lambda: send(view=view, files=again(), ephemeral=True, allowed_mentions=NOBODY), tries=2)

    async def say(self, text: Text) -> None:
        """Reply with one sentence, beside a panel."""
        await self.add(sentence(self.localizer(await self._players_of(text)).post(text)))

    async def _players_of(self, text: Text) -> Sequence[str | Text]:
        """The names of the players of the table, if a text names seats."""
        if self.at is None or not names_players(text):
            return ()
        try:
            return (await self.tables.lobby.info(self.at)).names
        except TableError:  # the text then has the numbers of the seats
            return ()

    def why(self, error: Exception) -> Text:
        """Describe an error, and what was committed all the same."""
        return reason(error, self.trace)

    async def give_up(self) -> None:
        """Reply that this is given up, as the process ends."""
        if self.trace.unsure:
            text = T(
                "I am just being restarted and do not know whether that was saved. In a moment, /play will show it."
            )
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


def in_server(interaction: discord.Interaction[App]) -> bool:
    """Whether an interaction comes from a server where the bot is, and not only installed by the person."""
    return interaction.guild_id is not None and not _by_person_alone(interaction)


def _by_person_alone(interaction: discord.Interaction[App]) -> bool:
    return interaction.is_user_integration() and not interaction.is_guild_integration()


def language_of_caller(interaction: discord.Interaction[App], preferences: Preferences) -> str:
    """The language of the person: as set, else the locale of their Discord."""
    return language_of(interaction.locale.value) if preferences.language == "auto" else preferences.language


def person_of(user: discord.abc.Snowflake, *, manages: bool = False) -> Person:
    """Convert a user of Discord to a `Person`.

    Raises:
        Refused: Discord has sent only the id of the user.

    """
    if not isinstance(user, discord.abc.User):
        raise Refused(T("I do not know that person. Please choose somebody whom Discord offers you."))
    roles = frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset[int]()
    return Person(user.id, name_of(user), is_bot=user.bot, manages=manages, roles=roles)


def name_of(user: discord.abc.User) -> str:
    """The display name of a user: the first of their names that is visible."""
    names = (user.display_name, user.global_name or "", user.name)
    return next(filter(visible, names), user.name)
