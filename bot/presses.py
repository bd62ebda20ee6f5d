"""What buttons, menus and forms do. One of an earlier table or question does nothing but show the present."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot import looking, me, moving, playing, policies, premoves, reviewing, rewinding, seating
from bot.calls import Call, Refused, language_of_reader, serve
from bot.codes import FORM, Code, read_code
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

Deed = Callable[[Call, Code, Sequence[str]], Awaitable[None]]


async def pressed(interaction: discord.Interaction[Orrery], code: Code, values: Sequence[str]) -> None:
    """Do what a component means, for whoever used it."""
    if code.verb == "type":
        await _open_form(interaction, code)
        return
    if code.verb == "hours":
        await me.open_form(interaction)
        return

    async def work(call: Call) -> None:
        await _check_table(call, code)
        deed = DEEDS.get(code.verb)
        if deed is None:
            raise Refused(T("That button does nothing any more. What this table asks, /play shows."))
        await deed(call, code, values)

    await serve(interaction, work)


async def submitted(interaction: discord.Interaction[Orrery]) -> None:
    """Do what a form means, if it is one of ours."""
    data: dict[str, Any] = dict(interaction.data or {})
    match = FORM.fullmatch(str(data.get("custom_id", "")))
    if match is None:
        return
    code = read_code(match)
    fields = _walk(data.get("components", []))
    typed = {str(one["custom_id"]): str(one["value"]) for one in fields if one.get("custom_id") and one.get("value")}

    async def work(call: Call) -> None:
        if code.verb == "hours":
            await me.submit(call, typed)
            return
        await _check_table(call, code)
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
    await interaction.response.send_modal(form)


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
    if not here and not await _homeless(call, code.table):
        raise Refused(T("That button belongs to an earlier table of this channel. What this table asks, /play shows."))


async def _homeless(call: Call, table_id: int) -> bool:
    """Whether a table has no channel of its own, so that its people may play from anywhere."""
    try:
        return bool((await call.tables.lobby.info(table_id)).lost)
    except NoTableHere:
        return False


async def _in_panel(call: Call, code: Code, deed: Callable[[], Awaitable[None]]) -> None:
    """Do something from a panel; if it is refused, say why in the panel as it is now."""
    try:
        await deed()
    except NotSeated:
        raise
    except (TableError, RulesError) as error:
        await open_panel(call, code.table, notice=error.text)


async def _pick(call: Call, code: Code, values: Sequence[str]) -> None:
    del values

    async def deed() -> None:
        live = await call.tables.game(code.table)
        seat = live.seat_of(call.user_id)
        if seat is None:
            raise NotSeated
        prompt = live.prompt_of(seat)
        if prompt is None or mark(prompt) != code.mark or int(code.argument) >= len(prompt.options):
            raise Stale
        await playing.play_picks(call, code, [prompt.options[int(code.argument)].id])

    await _in_panel(call, code, deed)


async def _choose(call: Call, code: Code, values: Sequence[str]) -> None:
    await _in_panel(call, code, lambda: playing.play_picks(call, code, list(values)))


async def _none(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await _in_panel(call, code, lambda: playing.play_picks(call, code, []))


async def _back(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await _take_back(call, code, all_steps=False)


async def _reset(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await _take_back(call, code, all_steps=True)


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


async def _fresh(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await open_panel(call, code.table)


async def _change(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await open_panel(call, code.table, changing=True)


async def _page(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await open_panel(call, code.table, page=int(code.argument), changing=True)


async def _hand(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await looking.show_hand(call, code.table)


async def _board(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await looking.show_board(call, code.table)


async def _part(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await looking.show_board(call, code.table, code.argument, text=code.mark == "t", in_place=True)


async def _join(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.join(call, code.table)


async def _leave(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.leave(call, code.table)


async def _start(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.start(call, code.table)


async def _option(call: Call, code: Code, values: Sequence[str]) -> None:
    await seating.configure(call, code.table, code.argument, values[0])


async def _abandon(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.abandon(call, code.table)


async def _close(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.ask_to_abandon(call, code.table)


async def _move(call: Call, code: Code, values: Sequence[str]) -> None:
    del code
    await moving.bring(call, int(values[0]))


async def _status(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.show_status(call, code.table)


async def _robot(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.robot_in_lobby(call, code.table, away=code.argument == "away")


async def _policy(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await policies.open_policies(call, code.table, code.argument)


async def _standing(call: Call, code: Code, values: Sequence[str]) -> None:
    await policies.set_policy(call, code.table, code.argument, values[0])


async def _plan(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await premoves.open_plans(call, code.table)


async def _planned(call: Call, code: Code, values: Sequence[str]) -> None:
    await premoves.plan_picked(call, code, values)


async def _unplan(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await premoves.cancel_plan(call, code.table, code.argument)


async def _export(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await looking.export(call, code.table)


async def _vote(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.vote(call, code.table, int(code.argument))


async def _take(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await seating.take(call, code.table, int(code.argument))


async def _me(call: Call, code: Code, values: Sequence[str]) -> None:
    name, _, value = code.argument.partition("=")
    await me.change(call, name, values[0] if values else value)


async def _snooze(call: Call, code: Code, values: Sequence[str]) -> None:
    del code
    await me.snooze(call, values[0])


async def _mute(call: Call, code: Code, values: Sequence[str]) -> None:
    del code, values
    await me.mute(call)


async def _rewind(call: Call, code: Code, values: Sequence[str]) -> None:
    await rewinding.chosen(call, code.table, int(values[0]))


async def _agree(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await rewinding.cast(call, code, agree=True)


async def _refuse(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await rewinding.cast(call, code, agree=False)


async def _past(call: Call, code: Code, values: Sequence[str]) -> None:
    del values
    await reviewing.show_past(call, code.table, int(code.argument))


DEEDS: dict[str, Deed] = {
    "abandon": _abandon,
    "agree": _agree,
    "back": _back,
    "board": _board,
    "change": _change,
    "choose": _choose,
    "close": _close,
    "export": _export,
    "fresh": _fresh,
    "hand": _hand,
    "join": _join,
    "leave": _leave,
    "me": _me,
    "move": _move,
    "mute": _mute,
    "none": _none,
    "option": _option,
    "page": _page,
    "past": _past,
    "part": _part,
    "pick": _pick,
    "plan": _plan,
    "planned": _planned,
    "policy": _policy,
    "robot": _robot,
    "snooze": _snooze,
    "refuse": _refuse,
    "reset": _reset,
    "rewind": _rewind,
    "standing": _standing,
    "start": _start,
    "status": _status,
    "take": _take,
    "unplan": _unplan,
    "vote": _vote,
}
"""What each verb of a code does; ``type`` and ``hours`` open a form instead."""
