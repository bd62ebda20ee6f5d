"""``/policy``: the panel of policies, and its menus."""

from __future__ import annotations

from discord import ui

from bot.commands.context import Context
from bot.commands.panel import open_panel, still_asked
from bot.tables.policies import EVERYWHERE, HERE, INHERIT, PolicyView
from bot.views import components
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from rules.kernel.policies import Policy
from rules.kernel.record import Answerer
from rules.kernel.text import T, Text


async def open_policies(context: Context, table_id: int, where: str = EVERYWHERE, notice: Text | None = None) -> None:
    """Show a person their policies in the game of a table, to change them."""
    info = await context.tables.lobby.info(table_id)
    settings = await context.tables.policies.of(table_id, context.user_id)
    if not settings.policies:
        await context.say(T("This game has no automatic answers."))
        return
    localizer = context.localizer(info.names)
    seated = info.seat_of(context.user_id) is not None and info.live
    where = where if seated else EVERYWHERE
    heading = (
        T("Automatic answers at this table only")
        if where == HERE
        else T("Your automatic answers in {game}", game=context.client.games[info.game].info.title)
    )
    pieces: list[Piece] = []
    if notice is not None:
        pieces += [components.words(localizer.post(notice)), ui.Separator()]
    pieces.append(components.words(f"### {localizer.post(heading)}"))
    for policy in settings.policies:
        pieces += _policy(context, info.id, policy, settings, where)
    tools = []
    if seated:
        other = EVERYWHERE if where == HERE else HERE
        label = T("For this table only") if other == HERE else T("For all my tables")
        tools.append(button(localizer.label(label), CustomId("policy", info.id, argument=other)))
        tools.append(button(localizer.label(T("Play")), CustomId("fresh", info.id)))
    await context.show(components.layout(*pieces, below=rows(tools)))


def _policy(context: Context, table_id: int, policy: Policy, settings: PolicyView, where: str) -> list[Piece]:
    """Describe a policy as set, over a menu to change it."""
    localizer = context.localizer()
    in_force = policy.set_to(settings.in_force if where == HERE else settings.everywhere)
    choices = [(one.value, localizer.label(one.label, 100), "") for one in policy.all_choices]
    chosen = in_force.value
    if where == HERE:
        choices.insert(0, (INHERIT, localizer.label(T("As at my other tables"), 100), ""))
        chosen = chosen if policy.key in settings.here else INHERIT
    elif policy.key in settings.here:
        in_force = policy.set_to(settings.here)
        exception = localizer.post(T("At this table only: {rule}", rule=in_force.text))
        in_force = policy.set_to(settings.everywhere)
        return [
            components.words(f"**{localizer.post(policy.title)}**: {localizer.post(in_force.text)}\n-# {exception}"),
            _menu(context, table_id, policy, choices, chosen, where),
        ]
    return [
        components.words(f"**{localizer.post(policy.title)}**: {localizer.post(in_force.text)}"),
        _menu(context, table_id, policy, choices, chosen, where),
    ]


def _menu(  # noqa: PLR0917
    context: Context, table_id: int, policy: Policy, choices: list[tuple[str, str, str]], chosen: str, where: str
) -> Piece:
    custom_id = CustomId("standing", table_id, argument=f"{where}.{policy.key}")
    return components.row(menu(custom_id, choices, context.localizer().label(policy.title, 150), chosen=chosen))


async def always(context: Context, custom_id: CustomId) -> None:
    """Set a policy at all tables of the game by a button beside what it answers, and show what comes next.

    Raises:
        NotSeated, Stale: as `still_asked`.

    """
    context.at = custom_id.table
    still_asked(context, await context.tables.game(custom_id.table), custom_id)
    key, _, value = custom_id.argument.partition(".")
    set_ = await context.tables.policies.set(custom_id.table, context.user_id, key, value)
    policy = next(one for one in set_.policies if one.key == key)
    rule = policy.set_to(set_.in_force).text
    notice = T("{title}: {rule} You can change it under “Automatic answers”.", title=policy.title, rule=rule)
    await open_panel(context, custom_id.table, notice=notice)


async def set_policy(context: Context, table_id: int, argument: str, value: str) -> None:
    """Change a policy by a menu of the panel, and show the panel."""
    where, _, key = argument.partition(".")
    before = (await context.tables.lobby.info(table_id)).revision
    await context.tables.policies.set(table_id, context.user_id, key, value, HERE if where == HERE else EVERYWHERE)
    info = await context.tables.lobby.info(table_id)
    seat = info.seat_of(context.user_id)
    entries = await context.tables.events(table_id, seat, before) if seat is not None and info.started_at else []
    answered = next(
        (event.text for one in entries for event in one.events if one.seat == seat and one.by == Answerer.POLICY), None
    )
    await open_policies(context, table_id, where, notice=answered)
