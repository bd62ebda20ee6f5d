"""``/table follow`` and its buttons: to be told of a table without playing there."""

from __future__ import annotations

from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.views.custom_ids import Unreadable
from bot.views.follow import END, LABELS, STOP, follow_page
from bot.views.status import title_of
from rules.kernel.text import T


async def follow(context: Context, table_id: int, argument: str) -> None:
    """Follow a table, each round or the end only, or stop that; and say so.

    From a direct message alone only what somebody follows already is changed: they see the channel.

    Raises:
        Refused: it is not followed. Unreadable: that is nothing to choose.

    """
    if argument not in LABELS:
        raise Unreadable
    follows, user_id = context.tables.follows, context.user_id
    if argument == STOP:
        await follows.stop(table_id, user_id)
    elif context.interaction.guild_id is None and await follows.of(table_id, user_id) is None:
        raise Refused(T("You follow a table from its channel: there is a button below /table status."))
    else:
        await follows.follow(table_id, user_id, only_end=argument == END)
    info = await context.tables.lobby.info(table_id)
    localizer = context.localizer(info.names)
    title = f"### 👁️ {localizer.post(title_of(info, context.client.games))}"
    view = follow_page(info, title, argument, localizer)
    await context.add(view)
