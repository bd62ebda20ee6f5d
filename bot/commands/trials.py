"""Trying a line: its panel, and its presses. Nothing of it happens at the table before it is played or planned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.commands.context import Context
from bot.commands.drafts import change_and, or_again, still_shown
from bot.commands.panel import open_panel
from bot.commands.plans import PLANNED, open_plans
from bot.commands.play import show_played
from bot.tables.core.answers import picks_of
from bot.tables.core.errors import Stale, TrialGone
from bot.tables.trials import NOW, Trial
from bot.typed.line import read_line
from bot.typed.picks import check_length
from bot.views.custom_ids import CustomId
from bot.views.events import event_lines, said_once
from bot.views.localizer import Localizer
from bot.views.notes import all_notes
from bot.views.panel import turn_tried
from bot.views.pictures import panel_job
from bot.views.refusals import refusal_blocks
from bot.views.trials import BEYOND, trial_layout
from rules.kernel.prompt import Prompt
from rules.kernel.text import T, Text


async def open_trial(context: Context, table_id: int, turn: int = NOW) -> None:
    """Show a person the line that they try, from now or after a former turn; begin one if there is none."""
    context.at = table_id
    await _show(context, await context.tables.trials.open(table_id, context.user_id, turn))


async def show_page(context: Context, custom_id: CustomId) -> None:
    """Show another page of the choices."""
    trial = await context.tables.trials.of(custom_id.table, context.user_id, turn_tried(custom_id))
    await _show(context, trial, page=custom_id.number)


async def _show(context: Context, trial: Trial, *, notice: Text | None = None, page: int = 0) -> None:
    shown = trial.shown
    named, number = context.localizer(shown.info.names), context.interaction.id
    view = partial(trial_layout, trial, named, notice=notice, page=page, press=number)
    if trial.tried is None:
        await context.show(view(None))
        return
    job = panel_job(shown, trial.seat, context.language, context.preferences.picture)
    await context.show_drawn(view, context.client.drawer.begin(job))


async def press(context: Context, custom_id: CustomId) -> None:
    """Answer with a button."""
    await _answer(context, custom_id, lambda trial: [picks_of(trial.prompt, custom_id.number)])


async def choose(context: Context, custom_id: CustomId, picks: Sequence[str]) -> None:
    """Answer with a menu, or with none of its choices."""
    await _answer(context, custom_id, lambda _: [picks])


async def typed(context: Context, custom_id: CustomId, move: str) -> None:
    """Answer as typed, one or several answers."""
    check_length(move)
    await _answer(context, custom_id, lambda trial: read_line(trial.shown, trial.seat, move).picks)


async def _answer(context: Context, custom_id: CustomId, picks: Callable[[Trial], Sequence[Sequence[str]]]) -> None:
    trials, turn = context.tables.trials, turn_tried(custom_id)
    await _then_show(
        context, custom_id, lambda: trials.answer(custom_id.table, context.user_id, turn, custom_id.fingerprint, picks)
    )


async def guess_on(context: Context, custom_id: CustomId) -> None:
    """Go on beyond a draw with a guess."""
    trials, turn = context.tables.trials, turn_tried(custom_id)
    await _then_show(
        context, custom_id, lambda: trials.guess_on(custom_id.table, context.user_id, turn, custom_id.fingerprint)
    )


async def back(context: Context, custom_id: CustomId) -> None:
    """Take the last answer out."""
    trials, turn = context.tables.trials, turn_tried(custom_id)
    await _then_show(
        context, custom_id, lambda: trials.back(custom_id.table, context.user_id, turn, custom_id.fingerprint)
    )


async def begin_anew(context: Context, custom_id: CustomId) -> None:
    """Begin anew, at the game as it is now."""
    trials, turn = context.tables.trials, turn_tried(custom_id)
    await _then_show(context, custom_id, lambda: trials.begin_anew(custom_id.table, context.user_id, turn))


async def play(context: Context, custom_id: CustomId) -> None:
    """Play the line, as far as nothing in it is a guess."""

    async def do() -> None:
        try:
            played, beyond = await context.tables.trials.play(custom_id.table, context.user_id, custom_id.fingerprint)
        except TrialGone as error:
            await open_panel(context, custom_id.table, notice=context.why(error))
            return
        await show_played(context, played, BEYOND if beyond else None)

    await _or_again(context, custom_id, do)


async def plan(context: Context, custom_id: CustomId) -> None:
    """Plan the line, as far as nothing in it is a guess."""

    async def do() -> None:
        try:
            _, beyond = await context.tables.trials.plan(custom_id.table, context.user_id, custom_id.fingerprint)
        except TrialGone as error:
            await open_plans(context, custom_id.table, context.why(error))
            return
        notice = T("{planned} {beyond}", planned=PLANNED, beyond=BEYOND) if beyond else PLANNED
        await open_plans(context, custom_id.table, notice)

    await _or_again(context, custom_id, do)


async def _then_show(context: Context, custom_id: CustomId, change: Callable[[], Awaitable[Trial]]) -> None:
    await _or_again(context, custom_id, lambda: change_and(change, partial(_show, context)))


async def _or_again(context: Context, custom_id: CustomId, do: Callable[[], Awaitable[None]]) -> None:
    context.at = custom_id.table

    async def again(notice: Text) -> None:
        trial = await context.tables.trials.of(custom_id.table, context.user_id, turn_tried(custom_id))
        await _show(context, trial, notice=notice)

    await or_again(context, do, again)


async def show_refused(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, what cannot be chosen and why."""
    prompt, localizer = await _shown(context, custom_id)
    await context.add_pages(refusal_blocks(prompt, localizer), localizer, custom_id)


async def show_notes(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, all that there is to say of what is asked."""
    prompt, localizer = await _shown(context, custom_id)
    await context.add_pages(all_notes(prompt, localizer), localizer, custom_id)


async def show_events(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, all that would happen in the line."""
    context.at = custom_id.table
    trial = await context.tables.trials.of(custom_id.table, context.user_id, turn_tried(custom_id))
    if trial.tried is None or trial.fingerprint != custom_id.fingerprint:
        raise Stale
    events = said_once(trial.tried.events, trial.seat, trial.live.game.restating)
    localizer = context.localizer(trial.live.info.names)
    await context.add_pages(["\n".join(event_lines(events, localizer))], localizer, custom_id)


async def _shown(context: Context, custom_id: CustomId) -> tuple[Prompt, Localizer]:
    context.at = custom_id.table
    trial = await context.tables.trials.of(custom_id.table, context.user_id, turn_tried(custom_id))
    if trial.lost:
        raise Stale
    return still_shown(context, trial, custom_id)
