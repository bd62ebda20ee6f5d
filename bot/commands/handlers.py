"""The handlers of buttons, menus and forms. One of an earlier table or prompt only shows the present state.

Custom_ids and chosen values come from messages of any age, and are parsed as untrusted input: what is malformed
(`bot.views.custom_ids.Unreadable`) is refused like an obsolete button.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.commands import (
    about,
    again,
    archive,
    drafts,
    follow,
    hints,
    history,
    imports,
    lessons,
    look,
    me,
    mine,
    move,
    mydata,
    plans,
    play,
    policies,
    practice,
    reference,
    reviews,
    rewind,
    rooms,
    seeking,
    server,
    statistics,
    table,
    trials,
    weekly,
    wishes,
)
from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.commands.panel import open_panel, show_notes, show_refused
from bot.commands.serving import language_of_reader, refuse, serve, show_form
from bot.departures import may_look_on
from bot.tables.archive import may_look_back
from bot.tables.core.errors import NoTableHere, NothingToUndo, NotSeated, Stale, TableError
from bot.tables.practice import NotInPractice, NotYourPractice
from bot.typed.picks import LONGEST
from bot.views.custom_ids import BUTTON, FORM, SELECT, CustomId, Unreadable, find_custom_id, only_value, read_number
from bot.views.lessons import LEARN
from bot.views.localizer import Localizer
from bot.views.panel import TRY, turn_tried, undo_fingerprint
from rules.kernel.errors import RulesError
from rules.kernel.text import T, Text

ANYWHERE = frozenset(
    {
        "enter", "every", "export", "games", "gamesopen", "hush", "importdrop", "importnames", "importopen", "imports",
        "importshow", "like", "me", "mine", "move", "mute", "mydata", "new", "notices", "own", "practice",
        "practicebegin", "rules", "server", "sit", "snooze", "stats", "statsof", "unhush", "unnote", "wish",
    }
)  # fmt: skip
"""Verbs whose table need not be that of the channel."""
LOOKS = frozenset(
    {
        "again", "board", "film", "hand", "lines", "log", "moves", "part", "past", "review", "score", "status", "story",
        "tableau",
    }
)  # fmt: skip
"""Verbs that leave a table as it is, and work for one whose game is over; those of a line that is tried do, too."""
TOGETHER = frozenset(
    {
        "abandon", "again", "agree", "close", "decline", "enter", "follow", "hush", "join", "leave", "like", "offerno",
        "offertake", "option", "own", "refuse", "rewind", "robot", "seek", "setting", "sit", "start", "take", "unhush",
        "vote", "wish",
    }
)  # fmt: skip
"""Verbs of tables at which several people sit: there is nothing of the kind at a practice table."""
CHOICES = T("Choices, separated by commas")
AS_TAUGHT = T("What the lesson has you write")
"""What forms ask for: in a lesson a line, such as a person types at a table."""

Handler = Callable[[Context, CustomId, Sequence[str]], Awaitable[None]]


async def pressed(interaction: discord.Interaction[App]) -> None:
    """Handle a button or a menu."""
    data: dict[str, Any] = dict(interaction.data or {})
    is_button = data.get("component_type") == discord.ComponentType.button.value
    values = [str(one) for one in data.get("values") or ()]
    try:
        custom_id = find_custom_id(BUTTON if is_button else SELECT, str(data.get("custom_id", "")))
    except Unreadable as error:
        await refuse(interaction, error)
        return
    if custom_id.verb in FORMS and not interaction.client.in_flight.closing:
        await FORMS[custom_id.verb](interaction, custom_id)
        return

    async def work(context: Context) -> None:
        if not custom_id.verb.startswith(LEARN):  # a lesson is at no table
            await _check_table(context, custom_id)
            context.at = custom_id.table
        handler = HANDLERS.get(custom_id.verb)
        if handler is None:
            raise Unreadable
        await handler(context, custom_id, values)

    await serve(interaction, work, _about(custom_id))


def _about(custom_id: CustomId) -> int:
    """The number of the table that a component is about; 0 where it is about none."""
    return 0 if custom_id.verb.startswith(LEARN) else custom_id.table


async def submitted(interaction: discord.Interaction[App]) -> None:
    """Handle a submitted form."""
    data: dict[str, Any] = dict(interaction.data or {})
    try:
        custom_id = find_custom_id(FORM, str(data.get("custom_id", "")))
    except Unreadable as error:
        await refuse(interaction, error)
        return
    fields = _walk(data.get("components", []))
    typed = {str(one["custom_id"]): str(one["value"]) for one in fields if one.get("custom_id") and one.get("value")}

    async def work(context: Context) -> None:
        if custom_id.verb == "hours":
            await me.submit(context, typed)
            return
        if custom_id.verb == "noted":
            await wishes.write_note(context, custom_id.table, typed.get("note", ""))
            return
        if custom_id.verb == "imported":
            await imports.submitted(context)
            return
        if custom_id.verb == "learntyped":
            await lessons.typed(context, custom_id, typed.get("move", ""))
            return
        if custom_id.verb not in {"typed", "drafttyped", "trytyped"}:
            raise Unreadable
        await _check_table(context, custom_id)
        context.at = custom_id.table
        if custom_id.verb == "drafttyped":
            await drafts.typed(context, custom_id, typed.get("move", ""))
            return
        if custom_id.verb == "trytyped":
            await trials.typed(context, custom_id, typed.get("move", ""))
            return
        await _in_panel(
            context, custom_id, lambda: play.play_typed(context, custom_id.table, typed.get("move", ""), custom_id)
        )

    await serve(interaction, work, _about(custom_id))


def _walk(components: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for one in components:
        found.append(one)
        found += _walk(one.get("components", []))
        if isinstance(one.get("component"), dict):
            found += _walk([one["component"]])
    return found


async def _open_form(
    interaction: discord.Interaction[App], custom_id: CustomId, verb: str = "typed", asks: Text = CHOICES
) -> None:
    """Open the form for a typed move. A form must be the first reply, so there is no slow query before it."""
    localizer = Localizer(await language_of_reader(interaction))
    form = ui.Modal(
        title=localizer.label(T("Type your answer"), 45),
        custom_id=replace(custom_id, verb=verb, argument="").form(),
        timeout=None,
    )
    form.add_item(
        ui.Label(
            text=localizer.label(asks, 45),
            component=ui.TextInput(custom_id="move", max_length=LONGEST),
        )
    )
    form.stop()  # `submitted` hears of it by its custom_id, also after a restart
    await show_form(interaction, form)


async def _check_table(context: Context, custom_id: CustomId) -> None:
    """Refuse a component of a table that is not this channel's any more, and of what is somebody else's alone.

    Raises:
        NotYourPractice, NotInPractice, Refused, NoTableHere.

    """
    if context.about is not None and context.about.private:
        if context.about.owner_id != context.user_id:
            raise NotYourPractice
        if custom_id.verb in TOGETHER:
            raise NotInPractice
        return
    looks = custom_id.verb in LOOKS or custom_id.verb.startswith(TRY)
    if context.interaction.guild_id is None or custom_id.verb in ANYWHERE:
        imported = context.about is not None and context.about.phase == "imported"
        if imported and not await _over_here(context, custom_id.table):
            raise NoTableHere
        if context.interaction.guild_id is None and looks and not imported:
            await _check_looks_on(context)
        return
    try:
        here = (await context.table(ended=True)).id == custom_id.table
    except (NoTableHere, Refused):
        if (
            await _homeless(context, custom_id.table)
            or (looks and await _over_here(context, custom_id.table))
            or await _theirs(context, custom_id)
        ):
            return
        raise
    looks = looks and not here and await _over_here(context, custom_id.table)
    if (
        not here
        and not looks
        and not await _homeless(context, custom_id.table)
        and not await _theirs(context, custom_id)
    ):
        raise Refused(
            T("That button belongs to an earlier table of this channel. /play shows what the table asks now.")
        )


async def _check_looks_on(context: Context) -> None:
    """Refuse to show a table in a direct message to whom its channel does not show it: buttons there grow old.

    Raises:
        Refused.

    """
    info, user_id = context.about, context.user_id
    if info is None or user_id == info.owner_id or info.seat_of(user_id) is not None:
        return
    if not await may_look_on(context.client, info, user_id):
        raise Refused(T("I show you that table here only while you can see its channel. By now you cannot."))


async def _over_here(context: Context, table_id: int) -> bool:
    """Whether a table's game is over and everybody here, or its player, may look at it (`bot.tables.archive`)."""
    try:
        info = await context.tables.lobby.info(table_id)
    except NoTableHere:
        return False
    if info.phase == "imported":
        return await context.tables.imports.sees(table_id, context.interaction.guild_id, context.user_id)
    ended_here = info.started_at is not None and not info.live and info.channel_id == context.channel_id
    return ended_here or may_look_back(info, context.interaction.guild_id, context.user_id)


async def _theirs(context: Context, custom_id: CustomId) -> bool:
    """Whether somebody has pressed on a page of their own, such as that of `/mine`, for a table of theirs elsewhere.

    Who follows a table may look on while they see its channel.
    """
    if not context.redraws:
        return False
    try:
        info = await context.tables.lobby.info(custom_id.table)
    except NoTableHere:
        return False
    if info.phase != "running":
        return False
    if info.seat_of(context.user_id) is not None:
        return True
    if custom_id.verb not in LOOKS and custom_id.verb != "follow":
        return False
    follows = await context.tables.follows.of(info.id, context.user_id) is not None
    return follows and await may_look_on(context.client, info, context.user_id)


async def _homeless(context: Context, table_id: int) -> bool:
    """Whether a table has no channel of its own, so that its people may play from anywhere."""
    try:
        return bool((await context.tables.lobby.info(table_id)).lost)
    except NoTableHere:
        return False


async def _in_panel(context: Context, custom_id: CustomId, handler: Callable[[], Awaitable[None]]) -> None:
    """Run a handler from a panel; an error is shown in the panel as it is now."""
    context.at = custom_id.table
    try:
        await handler()
    except NotSeated:
        raise
    except (TableError, RulesError) as error:
        await open_panel(context, custom_id.table, notice=context.why(error))


async def _take_back(context: Context, custom_id: CustomId, *, all_steps: bool) -> None:
    async def handler() -> None:
        back = await context.tables.undoable(custom_id.table, context.user_id)
        if back is None:
            raise NothingToUndo
        if undo_fingerprint(back) != custom_id.argument:
            raise Stale
        undone = await context.tables.undo(custom_id.table, context.user_id, only=back, all_steps=all_steps)
        await open_panel(context, custom_id.table, notice=undone.dropped)

    await _in_panel(context, custom_id, handler)


HANDLERS: dict[str, Handler] = {
    "about": lambda context, custom_id, values: _in_panel(
        context, custom_id, lambda: about.show(context, custom_id, values)
    ),
    "abandon": lambda context, custom_id, _: table.abandon(context, custom_id.table),
    "again": lambda context, custom_id, _: again.again(context, custom_id.table, roll=custom_id.argument == "roll"),
    "agree": lambda context, custom_id, _: rewind.cast(context, custom_id, agree=True),
    "always": lambda context, custom_id, _: _in_panel(context, custom_id, lambda: policies.always(context, custom_id)),
    "back": lambda context, custom_id, _: _take_back(context, custom_id, all_steps=False),
    "board": lambda context, custom_id, _: look.show_board(context, custom_id.table),
    "change": lambda context, custom_id, _: open_panel(context, custom_id.table, changing=True),
    "choose": lambda context, custom_id, values: _in_panel(
        context, custom_id, lambda: play.play_picks(context, custom_id, list(values))
    ),
    "close": lambda context, custom_id, _: table.ask_to_abandon(context, custom_id.table),
    "decline": lambda context, custom_id, _: table.decline(context, custom_id.table),
    "draft": lambda context, custom_id, _: drafts.open_draft(context, custom_id.table),
    "draftback": lambda context, custom_id, _: drafts.back(context, custom_id),
    "draftchoose": lambda context, custom_id, values: drafts.choose(context, custom_id, list(values)),
    "draftkeep": drafts.keep,
    "draftmore": lambda context, custom_id, _: drafts.go_on(context, custom_id),
    "draftnone": lambda context, custom_id, _: drafts.choose(context, custom_id, []),
    "draftnotes": lambda context, custom_id, _: drafts.show_notes(context, custom_id),
    "draftpage": lambda context, custom_id, _: drafts.open_draft(context, custom_id.table, page=custom_id.number),
    "draftpick": lambda context, custom_id, _: drafts.press(context, custom_id),
    "draftreset": lambda context, custom_id, _: drafts.back(context, custom_id, all_steps=True),
    "draftwhy": lambda context, custom_id, _: drafts.show_refused(context, custom_id),
    "end": lambda context, custom_id, values: _in_panel(
        context, custom_id, lambda: play.play_to_the_end(context, custom_id, custom_id.argument or only_value(values))
    ),
    "enter": lambda context, custom_id, _: rooms.enter(context, custom_id.table),
    "every": lambda context, custom_id, _: weekly.pressed(context, custom_id),
    "export": lambda context, custom_id, _: look.export(context, custom_id.table),
    "film": lambda context, custom_id, _: imports.film(context, custom_id.table),
    "follow": lambda context, custom_id, _: follow.follow(context, custom_id.table, custom_id.argument),
    "fresh": lambda context, custom_id, _: practice.go_on(context, custom_id.table),
    "games": lambda context, custom_id, _: archive.pressed(context, custom_id),
    "gamesopen": lambda context, custom_id, values: archive.opened(context, custom_id, only_value(values)),
    "hand": lambda context, custom_id, _: look.show_hand(context, custom_id.table),
    "hint": lambda context, custom_id, _: _in_panel(context, custom_id, lambda: hints.show(context, custom_id)),
    "hinted": lambda context, custom_id, _: _in_panel(
        context, custom_id, lambda: play.press_hinted(context, custom_id)
    ),
    "hush": lambda context, custom_id, _: wishes.mute(context, custom_id.table, custom_id.argument),
    "importdrop": lambda context, custom_id, _: imports.drop(context, custom_id),
    "importnames": lambda context, custom_id, _: imports.take_names_out(context, custom_id),
    "importopen": lambda context, _, values: imports.opened(context, only_value(values)),
    "imports": lambda context, *_: imports.show_list(context),
    "importshow": lambda context, custom_id, _: imports.show_here(context, custom_id),
    "join": lambda context, custom_id, _: table.join(context, custom_id.table),
    "learnback": lambda context, custom_id, _: lessons.back(context, custom_id),
    "learnchoose": lambda context, custom_id, values: lessons.choose(context, custom_id, list(values)),
    "learnleave": lambda context, custom_id, _: lessons.leave(context, custom_id),
    "learnlog": lambda context, custom_id, _: lessons.show_events(context, custom_id),
    "learnnone": lambda context, custom_id, _: lessons.choose(context, custom_id, []),
    "learnnotes": lambda context, custom_id, _: lessons.show_notes(context, custom_id),
    "learnon": lambda context, custom_id, _: lessons.go_on(context, custom_id),
    "learnopen": lambda context, custom_id, _: lessons.open_again(context, custom_id),
    "learnpage": lambda context, custom_id, _: lessons.show_page(context, custom_id),
    "learnpick": lambda context, custom_id, _: lessons.press(context, custom_id),
    "learnplay": lambda context, custom_id, _: lessons.play(context, custom_id),
    "learnreset": lambda context, custom_id, _: lessons.begin_anew(context, custom_id),
    "learnwhy": lambda context, custom_id, _: lessons.show_refused(context, custom_id),
    "leave": lambda context, custom_id, _: table.leave(context, custom_id.table),
    "like": lambda context, custom_id, _: again.as_last_time(context, custom_id.table),
    "lines": lambda context, custom_id, _: look.show_lines(context, custom_id),
    "log": lambda context, custom_id, _: look.show_events(context, custom_id),
    "me": lambda context, custom_id, values: me.choose(context, custom_id.argument, values),
    "mine": lambda context, custom_id, _: mine.show(context, custom_id.number, in_place=context.redraws),
    "move": lambda context, _, values: move.bring(context, read_number(only_value(values))),
    "moves": lambda context, custom_id, _: history.show_past(context, custom_id.table, custom_id.number, beside=True),
    "mute": lambda context, *_: me.mute(context),
    "mydata": mydata.pressed,
    "near": lambda context, custom_id, _: _in_panel(context, custom_id, lambda: play.play_nearest(context, custom_id)),
    "new": lambda context, custom_id, _: table.open_table(context, custom_id.argument),
    "none": lambda context, custom_id, _: _in_panel(
        context, custom_id, lambda: play.play_picks(context, custom_id, [])
    ),
    "notes": lambda context, custom_id, _: _in_panel(context, custom_id, lambda: show_notes(context, custom_id)),
    "notices": lambda context, custom_id, values: wishes.show_notices(context, custom_id.argument, values),
    "offerno": lambda context, custom_id, _: table.decline_offered(context, custom_id),
    "offertake": lambda context, custom_id, _: table.take_offered(context, custom_id),
    "option": lambda context, custom_id, values: table.configure(
        context, custom_id.table, custom_id.argument, only_value(values)
    ),
    "own": lambda context, custom_id, _: wishes.show_own(context, custom_id.table),
    "page": lambda context, custom_id, _: open_panel(context, custom_id.table, page=custom_id.number, changing=True),
    "part": lambda context, custom_id, _: look.show_board(
        context, custom_id.table, custom_id.argument, text=custom_id.fingerprint == "t", in_place=True
    ),
    "past": lambda context, custom_id, _: history.show_past(
        context, custom_id.table, custom_id.number if custom_id.argument else None
    ),
    "pick": lambda context, custom_id, _: _in_panel(context, custom_id, lambda: play.press(context, custom_id)),
    "plan": lambda context, custom_id, _: plans.open_plans(context, custom_id.table),
    "planned": plans.plan_picked,
    "policy": lambda context, custom_id, _: policies.pressed(context, custom_id),
    "practice": practice.pressed,
    "practicebegin": lambda context, custom_id, _: practice.begin_as_chosen(context, custom_id),
    "practiceend": lambda context, custom_id, _: practice.ask_to_end(context, custom_id.table),
    "practiceendit": lambda context, custom_id, _: practice.end(context, custom_id.table),
    "practicefilm": lambda context, custom_id, _: practice.film(context, custom_id.table),
    "refuse": lambda context, custom_id, _: rewind.cast(context, custom_id, agree=False),
    "reset": lambda context, custom_id, _: _take_back(context, custom_id, all_steps=True),
    "review": lambda context, custom_id, _: reviews.show(
        context, custom_id.table, read_number(custom_id.argument or "0"), in_place=bool(custom_id.argument)
    ),
    "rewind": rewind.chosen,
    "robot": lambda context, custom_id, _: table.robot_in_lobby(
        context, custom_id.table, away=custom_id.argument == "away"
    ),
    "rules": reference.pressed,
    "score": lambda context, custom_id, _: look.show_score(context, custom_id.table, custom_id.argument),
    "seek": lambda context, custom_id, _: seeking.seek(context, custom_id.table, on=custom_id.argument != "no"),
    "server": lambda context, custom_id, values: server.choose(context, custom_id.argument, values),
    "settings": lambda context, custom_id, _: table.turn_settings(context, custom_id.table, custom_id.number),
    "setting": lambda context, custom_id, values: table.set_in_menu(
        context, custom_id.table, custom_id.argument, only_value(values)
    ),
    "sit": lambda context, custom_id, _: seeking.sit(context, custom_id.table),
    "snooze": lambda context, _, values: me.snooze(context, only_value(values)),
    "standing": lambda context, custom_id, values: policies.set_policy(
        context, custom_id.table, custom_id.argument, only_value(values)
    ),
    "start": lambda context, custom_id, _: table.start(context, custom_id.table),
    "stats": lambda context, custom_id, _: statistics.pressed(context, custom_id),
    "statsof": lambda context, custom_id, values: statistics.pressed(context, custom_id, only_value(values)),
    "status": lambda context, custom_id, _: table.show_status(context, custom_id.table),
    "story": lambda context, custom_id, _: look.show_story(context, custom_id),
    "tableau": lambda context, custom_id, values: look.show_tableau(
        context, custom_id.table, None, chosen=read_number(only_value(values)) if values else None
    ),
    "take": lambda context, custom_id, _: table.take(context, custom_id.table, custom_id.number),
    "try": lambda context, custom_id, _: trials.open_trial(context, custom_id.table, turn_tried(custom_id)),
    "tryback": lambda context, custom_id, _: trials.back(context, custom_id),
    "trychoose": lambda context, custom_id, values: trials.choose(context, custom_id, list(values)),
    "tryguess": lambda context, custom_id, _: trials.guess_on(context, custom_id),
    "trylog": lambda context, custom_id, _: trials.show_events(context, custom_id),
    "trynone": lambda context, custom_id, _: trials.choose(context, custom_id, []),
    "trynotes": lambda context, custom_id, _: trials.show_notes(context, custom_id),
    "trypage": lambda context, custom_id, _: trials.show_page(context, custom_id),
    "trypick": lambda context, custom_id, _: trials.press(context, custom_id),
    "tryplan": lambda context, custom_id, _: trials.plan(context, custom_id),
    "tryplay": lambda context, custom_id, _: trials.play(context, custom_id),
    "tryreset": lambda context, custom_id, _: trials.begin_anew(context, custom_id),
    "trywhy": lambda context, custom_id, _: trials.show_refused(context, custom_id),
    "unhush": lambda context, custom_id, _: wishes.unmute(context, custom_id.table),
    "unnote": lambda context, custom_id, _: wishes.write_note(context, custom_id.table, ""),
    "unplan": lambda context, custom_id, _: plans.cancel_plan(context, custom_id.table, custom_id.argument),
    "vote": lambda context, custom_id, _: table.vote(context, custom_id.table, custom_id.number),
    "wish": lambda context, custom_id, values: wishes.choose(context, custom_id.table, only_value(values)),
    "why": lambda context, custom_id, _: _in_panel(context, custom_id, lambda: show_refused(context, custom_id)),
}
"""The handlers by verb of the custom_id."""

FORMS: dict[str, Callable[[discord.Interaction[App], CustomId], Awaitable[None]]] = {
    "hours": lambda interaction, _: me.open_form(interaction),
    "importfile": imports.open_form,
    "note": wishes.open_note,
    "type": _open_form,
    "learntype": lambda interaction, custom_id: _open_form(interaction, custom_id, "learntyped", AS_TAUGHT),
    "drafttype": lambda interaction, custom_id: _open_form(interaction, custom_id, "drafttyped"),
    "trytype": lambda interaction, custom_id: _open_form(interaction, custom_id, "trytyped"),
}
"""Handlers that open a form, which must be the first reply."""
