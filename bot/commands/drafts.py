"""Planning turns ahead: the panel of a draft, and its presses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.commands.context import Context
from bot.commands.plans import open_plans
from bot.tables.core.errors import NotSeated, RobotPlays, Stale, TableError
from bot.tables.drafts import Drafted
from bot.typed.picks import check_length, find_picks
from bot.views.custom_ids import CustomId, Unreadable
from bot.views.drafts import IF_LEGAL, draft_layout
from bot.views.localizer import Localizer
from bot.views.notes import all_notes
from bot.views.pictures import panel_job
from bot.views.refusals import refusal_blocks
from rules.kernel.errors import RulesError
from rules.kernel.prompt import Prompt
from rules.kernel.text import T, Text


async def open_draft(context: Context, table_id: int, *, notice: Text | None = None, page: int = 0) -> None:
    """Show a person the turns that they are planning."""
    context.at = table_id
    await _show(context, await context.tables.drafts.of(table_id, context.user_id), notice=notice, page=page)


async def _show(context: Context, drafted: Drafted, *, notice: Text | None = None, page: int = 0) -> None:
    shown = drafted.shown
    view = partial(draft_layout, drafted, context.localizer(shown.info.names), notice=notice, page=page)
    job = panel_job(shown, drafted.seat, context.language, context.preferences.picture)
    await context.show_drawn(view, context.client.drawer.begin(job))


async def press(context: Context, custom_id: CustomId) -> None:
    """Answer with a button."""

    def picked(drafted: Drafted) -> Sequence[str]:
        options = drafted.supposed.prompt.options if drafted.supposed.prompt is not None else []
        if custom_id.number >= len(options):
            raise Unreadable
        return [options[custom_id.number].id]

    await _answer(context, custom_id, picked)


async def choose(context: Context, custom_id: CustomId, picks: Sequence[str]) -> None:
    """Answer with a menu, or with none of its choices."""
    await _answer(context, custom_id, lambda _: picks)


async def typed(context: Context, custom_id: CustomId, answer: str) -> None:
    """Answer as typed."""
    check_length(answer)

    def found(drafted: Drafted) -> Sequence[str]:
        prompt, live = drafted.supposed.prompt, drafted.live
        return [] if prompt is None else find_picks(prompt, answer, live.info.names, live.game.verbs)

    await _answer(context, custom_id, found)


async def _answer(context: Context, custom_id: CustomId, picks: Callable[[Drafted], Sequence[str]]) -> None:
    drafts = context.tables.drafts
    await _then_show(
        context, custom_id, lambda: drafts.answer(custom_id.table, context.user_id, custom_id.fingerprint, picks)
    )


async def go_on(context: Context, custom_id: CustomId) -> None:
    """Begin the turn after the last one."""
    await _then_show(context, custom_id, lambda: context.tables.drafts.go_on(custom_id.table, context.user_id))


async def back(context: Context, custom_id: CustomId, *, all_steps: bool = False) -> None:
    """Take the last answer out, or all of them."""
    await _then_show(
        context,
        custom_id,
        lambda: context.tables.drafts.back(
            custom_id.table, context.user_id, custom_id.fingerprint, all_steps=all_steps
        ),
    )


async def _then_show(context: Context, custom_id: CustomId, change: Callable[[], Awaitable[Drafted]]) -> None:
    context.at = custom_id.table
    try:
        drafted = await change()
    except (NotSeated, RobotPlays):
        raise
    except (TableError, RulesError) as error:
        await open_draft(context, custom_id.table, notice=context.why(error))
        return
    await _show(context, drafted)


async def show_refused(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, what cannot be chosen and why."""
    await context.add_blocks(refusal_blocks(*await _shown_draft(context, custom_id)))


async def show_notes(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, all that there is to say of what is asked."""
    await context.add_blocks(all_notes(*await _shown_draft(context, custom_id)))


async def _shown_draft(context: Context, custom_id: CustomId) -> tuple[Prompt, Localizer]:
    context.at = custom_id.table
    drafted = await context.tables.drafts.of(custom_id.table, context.user_id)
    prompt = drafted.supposed.prompt
    if prompt is None or drafted.fingerprint != custom_id.fingerprint:
        raise Stale
    return prompt, context.localizer(drafted.live.info.names)


async def keep(context: Context, custom_id: CustomId, drops: Sequence[str]) -> None:
    """Plan what was drafted; `drops` says what drops it besides that something which it names has changed."""
    picked = await context.tables.drafts.keep(
        custom_id.table, context.user_id, if_legal=IF_LEGAL in drops, watches=drops
    )
    await open_plans(context, custom_id.table, T("Planned: {picks}", picks=picked))
