"""Shows a person their private panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.commands.context import Context
from bot.commands.practice_end import show_end
from bot.tables.core.data import Live, Played, fingerprint
from bot.tables.core.errors import NotSeated, Stale
from bot.tables.preferences import ASKED, asks_for_hours
from bot.views import components
from bot.views.custom_ids import CustomId
from bot.views.events import events_of, since_mine
from bot.views.hours_question import question
from bot.views.localizer import Localizer
from bot.views.notes import all_notes
from bot.views.panel import panel_layout
from bot.views.pictures import panel_job
from bot.views.refusals import refusal_blocks
from rendering.pool import Drawing
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Event
from rules.kernel.text import Text


async def open_panel(
    context: Context,
    table_id: int,
    *,
    notice: Text | None = None,
    done: Text | None = None,
    played: Played | None = None,
    page: int = 0,
    changing: bool = False,
) -> None:
    """Show a person their panel as it is now; `played` is the answer that they have just given.

    `notice` is what has gone otherwise than they wanted, or what is to be heeded, `done` what has gone as they wanted.

    Raises:
        NotSeated: they do not sit there. Otherwise as `Tables.game`.

    """
    context.at = table_id
    panel = None if played is None else played.panel
    if panel is None:
        known = None if played is None else played.live
        panel = await context.tables.queries.panel(table_id, context.user_id, known, logged=played is None)
    live, seat = panel.live, panel.seat
    happened: Sequence[Event]
    if played is None:
        since = since_mine(panel.log, seat)
        own = len(since[0].events) if since and since[0].seat == seat else 0
        happened, told = events_of(since), since[0].revision - 1 if since else live.revision
    else:
        happened, own, told = played.events, played.own, played.before
    if live.over and live.info.private:
        await show_end(context, live, happened, told, notice)
        return
    notice = notice or (None if live.info.private else context.missing_permissions())  # nobody would see the game
    view = partial(
        panel_layout,
        live,
        seat,
        context.localizer(live.info.names),
        back=panel.back,
        notice=notice,
        done=done,
        happened=happened,
        own=own,
        page=page,
        changing=changing,
        planned=panel.planned,
        note=panel.note,
    )
    await context.show_drawn(view, begin_panel(context, live, seat, told))
    # A practice table reminds nobody, so it is no place to ask when not to.
    if not live.info.private and asks_for_hours(context.preferences, in_panel=True):
        await _ask_for_hours(context)


async def _ask_for_hours(context: Context) -> None:
    """Ask a person for time zone and quiet hours, once: no direct message can do it."""
    context.preferences = replace(context.preferences, hours_asked=ASKED)
    pieces = question(context.localizer(), context.preferences.locale, context.client.clock())
    await context.more(components.layout(pieces[0], below=pieces[1:]))
    await context.tables.people.note_asked(context.user_id)


async def show_refused(context: Context, custom_id: CustomId) -> None:
    """Tell a person, beside their panel, what they cannot choose now and why. Raises as `_shown`."""
    prompt, localizer = await _shown(context, custom_id)
    await context.add_pages(refusal_blocks(prompt, localizer), localizer, custom_id)


async def show_notes(context: Context, custom_id: CustomId) -> None:
    """Tell a person, beside their panel, all that there is to say of what they are asked. Raises as `_shown`."""
    prompt, localizer = await _shown(context, custom_id)
    await context.add_pages(all_notes(prompt, localizer), localizer, custom_id)


async def _shown(context: Context, custom_id: CustomId) -> tuple[Prompt, Localizer]:
    """What a panel with this button has asked. Raises as `still_asked`, and as `Tables.game`."""
    live = await context.tables.game(custom_id.table)
    return still_asked(context, live, custom_id)[1], context.localizer(live.info.names)


def still_asked(context: Context, live: Live, custom_id: CustomId) -> tuple[int, Prompt]:
    """The seat of the person and its prompt, if it is the one that this component was shown for.

    Raises:
        NotSeated: they do not sit there. Stale: something else is asked by now.

    """
    seat = live.seat_of(context.user_id)
    if seat is None:
        raise NotSeated
    prompt = live.prompt_of(seat)
    if prompt is None or fingerprint(prompt) != custom_id.fingerprint:
        raise Stale
    return seat, prompt


def begin_panel(context: Context, live: Live, seat: int, told: int) -> Drawing:
    """Have the seat's view drawn, with legal options highlighted, and what has changed since the revision `told`."""
    boards = context.client.boards
    before = None if live.half_made else boards.posted(live, told)
    job = panel_job(live, seat, context.language, context.preferences.picture, before)
    job = replace(job, held=boards.held(live, seat, told))
    boards.note_held(live, seat, job.view)
    return context.client.drawer.begin(job)
