"""First lessons: their panel, and its presses. Nothing of it happens at a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.commands import practice, table
from bot.commands.context import Context
from bot.commands.drafts import or_again
from bot.tables.core.answers import picks_of
from bot.tables.core.errors import LessonMovedOn
from bot.tables.lessons import Learning
from bot.typed.line import read_line
from bot.typed.picks import check_length
from bot.views.custom_ids import CustomId
from bot.views.events import event_lines
from bot.views.lessons import game_of, lesson_job, lesson_layout, lesson_left, lesson_over, step_of
from bot.views.localizer import Localizer
from bot.views.notes import all_notes
from bot.views.practice import Wanted
from bot.views.refusals import refusal_blocks
from rules.kernel.prompt import Prompt
from rules.kernel.robots import Level
from rules.kernel.text import Text


async def open_lesson(context: Context, key: str) -> None:
    """Show a person where they are in the lesson of a game; its beginning where they have not begun it."""
    await _show(context, await context.tables.lessons.of(context.user_id, key))


async def open_again(context: Context, custom_id: CustomId) -> None:
    """Show a person who has left a lesson where they are."""
    await open_lesson(context, game_of(custom_id))


async def show_page(context: Context, custom_id: CustomId) -> None:
    """Show another page of the choices."""
    learning = await context.tables.lessons.of(context.user_id, game_of(custom_id))
    await _show(context, learning, page=custom_id.number)


async def _show(context: Context, learning: Learning, *, notice: Text | None = None, page: int = 0) -> None:
    live = learning.seen_by(context.person.name)
    if live is None:
        await context.show(lesson_over(learning, context.localizer(), notice=notice, in_server=context.in_server))
        return
    named, number = context.localizer(live.info.names), context.interaction.id
    view = partial(lesson_layout, learning, named, notice=notice, page=page, press=number)
    job = lesson_job(learning, live, context.language, context.preferences.picture)
    await context.show_drawn(view, context.client.drawer.begin(job))


async def press(context: Context, custom_id: CustomId) -> None:
    """Answer with a button."""
    await _answer(context, custom_id, lambda learning: [picks_of(learning.prompt, custom_id.number)])


async def choose(context: Context, custom_id: CustomId, picks: Sequence[str]) -> None:
    """Answer with a menu, or with none of its choices."""
    await _answer(context, custom_id, lambda _: [picks])


async def typed(context: Context, custom_id: CustomId, move: str) -> None:
    """Answer as typed, one or several answers."""
    check_length(move)

    def picks(learning: Learning) -> Sequence[Sequence[str]]:
        if learning.live is None or learning.prompt is None:
            return []
        return read_line(learning.live, learning.lesson.seat, move).picks

    await _answer(context, custom_id, picks)


async def _answer(context: Context, custom_id: CustomId, picks: Callable[[Learning], Sequence[Sequence[str]]]) -> None:
    async def do() -> None:
        key, shown = game_of(custom_id), step_of(custom_id)
        learning, why = await context.tables.lessons.answer(context.user_id, key, shown, picks)
        await _show(context, learning, notice=why)

    await _or_again(context, custom_id, do)


async def go_on(context: Context, custom_id: CustomId) -> None:
    """Go on from a step that only shows something."""
    await _then_show(context, custom_id, context.tables.lessons.go_on)


async def back(context: Context, custom_id: CustomId) -> None:
    """Go back to the step before."""
    await _then_show(context, custom_id, context.tables.lessons.back)


async def begin_anew(context: Context, custom_id: CustomId) -> None:
    """Begin the lesson anew."""
    await _show(context, await context.tables.lessons.begin_anew(context.user_id, game_of(custom_id)))


async def leave(context: Context, custom_id: CustomId) -> None:
    """Leave the lesson; where its person is stays kept."""
    learning = await context.tables.lessons.of(context.user_id, game_of(custom_id))
    await context.show(lesson_left(learning, context.localizer()))


async def play(context: Context, custom_id: CustomId) -> None:
    """Open a table for a first game in this channel, with robots, and start it; elsewhere a practice table."""

    async def do() -> None:
        learning = await context.tables.lessons.of(context.user_id, game_of(custom_id))
        first = learning.table
        if not context.in_server:
            await practice.begin(context, Wanted(learning.key, first.robots, Level.FRIENDLY), first.options)
            return
        await table.open_with_robots(context, learning.key, first.options, first.robots)

    await _or_again(context, custom_id, do)


async def _then_show(
    context: Context, custom_id: CustomId, change: Callable[[int, str, str], Awaitable[Learning]]
) -> None:
    async def do() -> None:
        await _show(context, await change(context.user_id, game_of(custom_id), step_of(custom_id)))

    await _or_again(context, custom_id, do)


async def _or_again(context: Context, custom_id: CustomId, do: Callable[[], Awaitable[None]]) -> None:

    async def again(notice: Text) -> None:
        learning = await context.tables.lessons.of(context.user_id, game_of(custom_id))
        await _show(context, learning, notice=notice)

    await or_again(context, do, again)


async def show_refused(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, what cannot be chosen and why."""
    prompt, localizer = await _asked(context, custom_id)
    await context.add_pages(refusal_blocks(prompt, localizer), localizer, custom_id)


async def show_notes(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, all that there is to say of what is asked."""
    prompt, localizer = await _asked(context, custom_id)
    await context.add_pages(all_notes(prompt, localizer), localizer, custom_id)


async def show_events(context: Context, custom_id: CustomId) -> None:
    """Tell, beside the panel, all that the answer before has led to."""
    learning, localizer = await _shown(context, custom_id)
    await context.add_pages(["\n".join(event_lines(learning.events, localizer))], localizer, custom_id)


async def _asked(context: Context, custom_id: CustomId) -> tuple[Prompt, Localizer]:
    learning, localizer = await _shown(context, custom_id)
    if learning.prompt is None:
        raise LessonMovedOn
    return learning.prompt, localizer


async def _shown(context: Context, custom_id: CustomId) -> tuple[Learning, Localizer]:
    """Where a person is, if it is what this component was shown for.

    Raises:
        LessonMovedOn: it is not.

    """
    learning = await context.tables.lessons.of(context.user_id, game_of(custom_id))
    live = learning.seen_by(context.person.name)
    if live is None or learning.fingerprint != step_of(custom_id):
        raise LessonMovedOn
    return learning, context.localizer(live.info.names)
