"""``/plan``: the panel of planned answers, and its menus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.commands.context import Context
from bot.tables.core.automatic import MAX_PLANS
from bot.tables.core.data import fingerprint
from bot.tables.core.errors import NotSeated, NotToPlan, PlanGone, RobotPlays, TableError
from bot.tables.drafts import may_draft
from bot.tables.plans import Plan, Planning
from bot.typed.picks import check_length, find_picks
from bot.views import components
from bot.views.components import MAX_CHOICES, Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from rules.kernel.errors import RulesError
from rules.kernel.game import Game
from rules.kernel.prompt import Prompt
from rules.kernel.text import T, Text

PLANNED = T("Planned.")
"""What is said above the list of plans once it has one more."""


async def open_plans(context: Context, table_id: int, notice: Text | None = None) -> None:
    """Show a person their plans, and what they may plan."""
    planning = await context.tables.plans.of(table_id, context.user_id)
    localizer = context.localizer(planning.live.info.names)
    pieces: list[Piece] = []
    if notice is not None:
        pieces += [components.words(localizer.post(notice)), ui.Separator()]
    lines = [f"### {localizer.post(T('Plan ahead'))}"]
    if notice is None:  # whoever has just planned something was told so where they did
        given = T(
            "A planned answer is given as soon as its question is asked, if it is still possible and nothing "
            "that it names has changed. Otherwise it is dropped, and you are told and asked."
        )
        lines.append(f"-# {localizer.post(given)}")
    lines += [
        f"{at}. {localizer.post(_in_words(plan, planning.live.game))}"
        for at, plan in enumerate(planning.plans, start=1)
    ]
    pieces.append(components.words("\n".join(lines)))
    cancels = [
        button(localizer.label(T("Cancel {n}", n=at)), CustomId("unplan", table_id, argument=str(plan.id)))
        for at, plan in enumerate(planning.plans, start=1)
    ]
    pieces += rows(cancels)
    drafts = may_draft(planning.live, planning.seat)
    if not planning.prompts and not drafts:
        pieces.append(components.words(localizer.post(T("Nothing can be planned just now."))))
    for prompt in planning.prompts[:5] if len(planning.plans) < MAX_PLANS else ():
        pieces += _prompt_menu(context, planning, prompt)
    tools = [
        *([button(localizer.label(T("Plan my turn")), CustomId("draft", table_id))] if drafts else []),
        button(localizer.label(T("Play")), CustomId("fresh", table_id)),
        button(localizer.label(T("Refresh")), CustomId("plan", table_id)),
    ]
    await context.show(components.layout(*pieces, below=rows(tools)))


def _in_words(plan: Plan, game: Game[Any, Any]) -> Text:
    if plan.premove.begins:
        watched = [one.text for one in game.watches if one.key in plan.premove.watched]
        if watched:
            return T("A turn of yours: {picks} (dropped when: {what})", picks=plan.picked, what=watched)
        return T("A turn of yours: {picks}", picks=plan.picked)
    return T("{question}: {picks}", question=plan.question, picks=plan.picked)


def _prompt_menu(context: Context, planning: Planning, prompt: Prompt) -> list[Piece]:
    """A menu to plan an answer; refused options are included with the reason, as they may be legal by then."""
    localizer = context.localizer(planning.live.info.names)
    offered = sorted(prompt.options, key=lambda one: one.refusal is not None)[:MAX_CHOICES]
    choices = [
        (
            one.id,
            localizer.label(prompt.numbered(one), 100),
            localizer.label(about, 100) if (about := one.refusal or one.note) else "",
        )
        for one in offered
    ]
    most = min(prompt.at_most, len(choices))
    custom_id = CustomId("planned", planning.live.info.id, planning.live.revision, fingerprint(prompt), prompt.kind)
    return [
        components.row(
            menu(
                custom_id,
                choices,
                localizer.label(prompt.text, 150),
                at_least=min(max(1, prompt.at_least), most),
                at_most=most,
            )
        )
    ]


async def plan_picked(context: Context, custom_id: CustomId, picks: Sequence[str]) -> None:
    """Plan the picks of a menu of the panel."""
    await _plan(context, custom_id.table, custom_id.argument, picks, custom_id.fingerprint)


async def plan_typed(context: Context, table_id: int, question: str, answer: str) -> None:
    """Plan an answer as typed."""
    planning = await context.tables.plans.of(table_id, context.user_id)
    prompt = next((one for one in planning.prompts if one.kind == question), None)
    if prompt is None:
        raise NotToPlan
    check_length(answer)
    picks = find_picks(prompt, answer, planning.live.info.names, planning.live.game.verbs)
    await _plan(context, table_id, question, picks, None)


async def _plan(
    context: Context, table_id: int, kind: str, picks: Sequence[str], prompt_fingerprint: str | None
) -> None:
    try:
        await context.tables.plans.plan(table_id, context.user_id, kind, picks, prompt_fingerprint)
    except (NotSeated, RobotPlays):
        raise
    except (TableError, RulesError) as error:
        await open_plans(context, table_id, error.text)
        return
    await open_plans(context, table_id, PLANNED)


async def cancel_plan(context: Context, table_id: int, plan: str) -> None:
    """Cancel a planned answer by a button of the panel."""
    try:
        gone = await context.tables.plans.cancel(table_id, context.user_id, int(plan) if plan.isdecimal() else 0)
    except PlanGone as error:
        await open_plans(context, table_id, error.text)
        return
    await open_plans(context, table_id, T("Cancelled: {picks}", picks=gone.picked))
