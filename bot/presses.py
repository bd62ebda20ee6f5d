"""What buttons, menus and forms do. One of an earlier table or question does nothing but show the present.

What stands in a code or was chosen in a menu comes from messages of any age. All of it is read as if anybody had
written it, and what means nothing (`bot.codes.Unreadable`) is refused as an old button is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot import looking, me, moving, playing, policies, premoves, reviewing, rewinding, seating
from bot.calls import Call, Refused, language_of_reader, refuse, serve, show_form
from bot.codes import BUTTON, FORM, SELECT, Code, Unreadable, find_code, only_value, read_number
from bot.panels import mark_of_undo, open_panel
from bot.picks import LONGEST
from bot.table_data import mark
from bot.table_errors import NoTableHere, NothingToUndo, NotSeated, Stale, TableError
from bot.voice import Voice
from rules.kernel.errors import RulesError
from rules.kernel.text import T

if TYPE_CHECKING:
    from bot.client import Orrery

ANYWHERE = frozenset({"export", "me", "move", "mute", "snooze"})
"""Verbs that do not need the table they name to be that of the channel."""
LOOKS = frozenset({"board", "hand", "part", "past", "status"})
"""Verbs that only look at a table, and so work on for one whose game is over."""

Deed = Callable[[Call, Code, Sequence[str]], Awaitable[None]]


async def pressed(interaction: discord.Interaction[Orrery]) -> None:
    """Do what a component means, for whoever used it. What nobody can read is an old one."""
    data: dict[str, Any] = dict(interaction.data or {})
    is_button = data.get("component_type") == discord.ComponentType.button.value
    values = [str(one) for one in data.get("values") or ()]
    try:
        code = find_code(BUTTON if is_button else SELECT, str(data.get("custom_id", "")))
    except Unreadable as error:
        await refuse(interaction, error)
        return
    if code.verb in FORMS and not interaction.client.presses.closing:
        await FORMS[code.verb](interaction, code)
        return

    async def work(call: Call) -> None:
        await _check_table(call, code)
        call.at = code.table
        deed = DEEDS.get(code.verb)
        if deed is None:
            raise Unreadable
        await deed(call, code, values)

    await serve(interaction, work)


async def submitted(interaction: discord.Interaction[Orrery]) -> None:
    """Do what a form means. What nobody can read is an old one."""
    data: dict[str, Any] = dict(interaction.data or {})
    try:
        code = find_code(FORM, str(data.get("custom_id", "")))
    except Unreadable as error:
        await refuse(interaction, error)
        return
    fields = _walk(data.get("components", []))
    typed = {str(one["custom_id"]): str(one["value"]) for one in fields if one.get("custom_id") and one.get("value")}

    async def work(call: Call) -> None:
        if code.verb == "hours":
            await me.submit(call, typed)
            return
        if code.verb != "typed":
            raise Unreadable
        await _check_table(call, code)
        call.at = code.table
        await _in_panel(call, code, lambda: playing.play_typed(call, code.table, typed.get("move", ""), code))

    await serve(interaction, work)


def _walk(components: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for one in components:
        found.append(one)
        found += _walk(one.get("components", []))
        if isinstance(one.get("component"), dict):
            found += _walk([one["component"]])
    return found


async def _open_form(interaction: discord.Interaction[Orrery], code: Code) -> None:
    """Ask for a typed move. A form must be the first reply, so nothing slow is looked up before it."""
    voice = Voice(await language_of_reader(interaction))
    form = ui.Modal(
        title=voice.label(T("Type your answer"), 45),
        custom_id=Code("typed", code.table, code.revision, code.mark).form(),
        timeout=None,
    )
    form.add_item(
        ui.Label(
            text=voice.label(T("Choices, separated by commas"), 45),
            component=ui.TextInput(custom_id="move", max_length=LONGEST),
        )
    )
    form.stop()  # `submitted` hears of it by its custom_id, also after a restart
    await show_form(interaction, form)


async def _check_table(call: Call, code: Code) -> None:
    """Refuse a component of a table that is not this channel's any more, and show the present one's panel."""
    if call.interaction.guild_id is None or code.verb in ANYWHERE:
        return
    try:
        here = (await call.table(ended=True)).id == code.table
    except (NoTableHere, Refused):
        if await _homeless(call, code.table):
            return
        raise
    looks = code.verb in LOOKS and await _over_here(call, code.table)
    if not here and not looks and not await _homeless(call, code.table):
        raise Refused(T("That button belongs to an earlier table of this channel. What this table asks, /play shows."))


async def _over_here(call: Call, table_id: int) -> bool:
    """Whether a table's game is over that was played in this channel, where everybody may look at it."""
    try:
        info = await call.tables.lobby.info(table_id)
    except NoTableHere:
        return False
    return info.started_at is not None and not info.live and info.channel_id == call.channel_id


async def _homeless(call: Call, table_id: int) -> bool:
    """Whether a table has no channel of its own, so that its people may play from anywhere."""
    try:
        return bool((await call.tables.lobby.info(table_id)).lost)
    except NoTableHere:
        return False


async def _in_panel(call: Call, code: Code, deed: Callable[[], Awaitable[None]]) -> None:
    """Do something from a panel; if it is refused, say why in the panel as it is now."""
    call.at = code.table
    try:
        await deed()
    except NotSeated:
        raise
    except (TableError, RulesError) as error:
        await open_panel(call, code.table, notice=call.why(error))


async def _pick(call: Call, code: Code) -> None:
    live = await call.tables.game(code.table)
    seat = live.seat_of(call.user_id)
    if seat is None:
        raise NotSeated
    prompt = live.prompt_of(seat)
    if prompt is None or mark(prompt) != code.mark or code.number >= len(prompt.options):
        raise Stale
    await playing.play_picks(call, code, [prompt.options[code.number].id])


async def _take_back(call: Call, code: Code, *, all_steps: bool) -> None:
    async def deed() -> None:
        back = await call.tables.undoable(code.table, call.user_id)
        if back is None:
            raise NothingToUndo
        if mark_of_undo(back) != code.argument:
            raise Stale
        await call.tables.undo(code.table, call.user_id, only=back, all_steps=all_steps)
        await open_panel(call, code.table)

    await _in_panel(call, code, deed)


DEEDS: dict[str, Deed] = {
    "abandon": lambda call, code, _: seating.abandon(call, code.table),
    "agree": lambda call, code, _: rewinding.cast(call, code, agree=True),
    "back": lambda call, code, _: _take_back(call, code, all_steps=False),
    "board": lambda call, code, _: looking.show_board(call, code.table),
    "change": lambda call, code, _: open_panel(call, code.table, changing=True),
    "choose": lambda call, code, values: _in_panel(call, code, lambda: playing.play_picks(call, code, list(values))),
    "close": lambda call, code, _: seating.ask_to_abandon(call, code.table),
    "export": lambda call, code, _: looking.export(call, code.table),
    "fresh": lambda call, code, _: open_panel(call, code.table),
    "hand": lambda call, code, _: looking.show_hand(call, code.table),
    "join": lambda call, code, _: seating.join(call, code.table),
    "leave": lambda call, code, _: seating.leave(call, code.table),
    "me": lambda call, code, values: me.choose(call, code.argument, values),
    "move": lambda call, _, values: moving.bring(call, read_number(only_value(values))),
    "mute": lambda call, *_: me.mute(call),
    "none": lambda call, code, _: _in_panel(call, code, lambda: playing.play_picks(call, code, [])),
    "option": lambda call, code, values: seating.configure(call, code.table, code.argument, only_value(values)),
    "page": lambda call, code, _: open_panel(call, code.table, page=code.number, changing=True),
    "part": lambda call, code, _: looking.show_board(
        call, code.table, code.argument, text=code.mark == "t", in_place=True
    ),
    "past": lambda call, code, _: reviewing.show_past(call, code.table, code.number),
    "pick": lambda call, code, _: _in_panel(call, code, lambda: _pick(call, code)),
    "plan": lambda call, code, _: premoves.open_plans(call, code.table),
    "planned": premoves.plan_picked,
    "policy": lambda call, code, _: policies.open_policies(call, code.table, code.argument),
    "refuse": lambda call, code, _: rewinding.cast(call, code, agree=False),
    "reset": lambda call, code, _: _take_back(call, code, all_steps=True),
    "rewind": lambda call, code, values: rewinding.chosen(call, code.table, only_value(values)),
    "robot": lambda call, code, _: seating.robot_in_lobby(call, code.table, away=code.argument == "away"),
    "snooze": lambda call, _, values: me.snooze(call, only_value(values)),
    "standing": lambda call, code, values: policies.set_policy(call, code.table, code.argument, only_value(values)),
    "start": lambda call, code, _: seating.start(call, code.table),
    "status": lambda call, code, _: seating.show_status(call, code.table),
    "take": lambda call, code, _: seating.take(call, code.table, code.number),
    "unplan": lambda call, code, _: premoves.cancel_plan(call, code.table, code.argument),
    "vote": lambda call, code, _: seating.vote(call, code.table, code.number),
}
"""What each verb of a code does."""

FORMS: dict[str, Callable[[discord.Interaction[Orrery], Code], Awaitable[None]]] = {
    "hours": lambda interaction, _: me.open_form(interaction),
    "type": _open_form,
}
"""What opens a form, which must be the first reply."""
