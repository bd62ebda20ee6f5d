"""Planning turns ahead: the panel of a draft, and its presses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from bot.commands.context import Context
from bot.commands.plans import PLANNED, open_plans
from bot.tables.core.answers import picks_of
from bot.tables.core.errors import NotSeated, RobotPlays, Stale, TableError
from bot.tables.drafts import Drafted
from bot.tables.trials import Trial
from bot.typed.picks import check_length, find_picks
from bot.views.custom_ids import CustomId
from bot.views.drafts import IF_LEGAL, draft_layout
from bot.views.localizer import Localizer
from bot.views.notes import all_notes
from bot.views.pictures import panel_job
from bot.views.refusals import refusal_blocks
from rules.kernel.errors import RulesError
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Event
from rules.kernel.text import Text

Sketch = TypeVar("Sketch", Drafted, Trial)


async def open_draft(
    context: Context,
    table_id: int,
    *,
    notice: Text | None = None,
    page: int = 0,
    happened: Sequence[Event] | None = None,
) -> None:
    """Show a person the turns that they are planning.

    With `happened` it is shown by itself, after the answer that led to that; what they had begun to plan before it is
    not gone on with, as it was for another turn.
    """
    context.at = table_id
    drafts = context.tables.drafts
    drafted = await drafts.of(table_id, context.user_id)
    if happened is not None and drafted.steps:
        drafted = await drafts.back(table_id, context.user_id, drafted.fingerprint, all_steps=True)
    await _show(context, drafted, notice=notice, page=page, happened=happened)


async def _show(
    context: Context,
    drafted: Drafted,
    *,
    notice: Text | None = None,
    page: int = 0,
    happened: Sequence[Event] | None = None,
) -> None:
    shown = drafted.shown
    named, number = context.localizer(shown.info.names), context.interaction.id
    view = partial(draft_layout, drafted, named, notice=notice, page=page, happened=happened, press=number)
    job = panel_job(shown, drafted.seat, context.language, context.preferences.picture)
    await context.show_drawn(view, context.client.drawer.begin(job))


async def press(context: Context, custom_id: CustomId) -> None:
    """Answer with a button."""
    await _answer(context, custom_id, lambda drafted: picks_of(drafted.prompt, custom_id.number))


async def choose(context: Context, custom_id: CustomId, picks: Sequence[str]) -> None:
    """Answer with a menu, or with none of its choices."""
    await _answer(context, custom_id, lambda _: picks)


async def typed(context: Context, custom_id: CustomId, answer: str) -> None:
    """Answer as typed."""
    check_length(answer)

    def found(drafted: Drafted) -> Sequence[str]:
        prompt, live = drafted.prompt, drafted.live
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
    await or_again(
        context,
        lambda: change_and(change, partial(_show, context)),
        lambda notice: open_draft(context, custom_id.table, notice=notice),
    )


async def change_and(change: Callable[[], Awaitable[Sketch]], show: Callable[[Sketch], Awaitable[None]]) -> None:
    """Change what is planned or tried, and show it."""
    await show(await change())


async def or_again(
    context: Context, do: Callable[[], Awaitable[None]], again: Callable[[Text], Awaitable[None]]
) -> None:
    """Do something in a panel of one's own; what cannot be done is told in that panel as it is now."""
    try:
        await do()
    except (NotSeated, RobotPlays):
        raise
    except (TableError, RulesError) as error:
        await again(context.why(error))


async def show_refused(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, what cannot be chosen and why."""
    prompt, localizer = await _shown_draft(context, custom_id)
    await context.add_pages(refusal_blocks(prompt, localizer), localizer, custom_id)


async def show_notes(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, all that there is to say of what is asked."""
    prompt, localizer = await _shown_draft(context, custom_id)
    await context.add_pages(all_notes(prompt, localizer), localizer, custom_id)


async def _shown_draft(context: Context, custom_id: CustomId) -> tuple[Prompt, Localizer]:
    context.at = custom_id.table
    drafted = await context.tables.drafts.of(custom_id.table, context.user_id)
    return still_shown(context, drafted, custom_id)


def still_shown(context: Context, sketch: Drafted | Trial, custom_id: CustomId) -> tuple[Prompt, Localizer]:
    """What is asked in a plan or a line that is tried, if it is what this component was shown for.

    Raises:
        Stale: it is not.

    """
    if sketch.prompt is None or sketch.fingerprint != custom_id.fingerprint:
        raise Stale
    return sketch.prompt, context.localizer(sketch.live.info.names)


async def keep(context: Context, custom_id: CustomId, drops: Sequence[str]) -> None:
    """Plan what was drafted; `drops` says what drops it besides that something which it names has changed."""
    await context.tables.drafts.keep(custom_id.table, context.user_id, if_legal=IF_LEGAL in drops, watches=drops)
    await open_plans(context, custom_id.table, PLANNED)
