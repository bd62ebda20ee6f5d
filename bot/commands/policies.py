"""``/policy``: the panel of policies, and its menus."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.commands.context import Context
from bot.commands.panel import open_panel, still_asked
from bot.tables.policies import EVERYWHERE, HERE, INHERIT, PolicyView
from bot.views import components, phone
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId, read_number
from bot.views.localizer import Localizer
from bot.views.pages import MAX_ROWS, titled, turning
from rules.kernel.policies import Policy
from rules.kernel.record import Answerer
from rules.kernel.text import T, Text


async def open_policies(
    context: Context,
    table_id: int,
    where: str = EVERYWHERE,
    notice: Text | None = None,
    *,
    page: int = 0,
    key: str = "",
) -> None:
    """Show a person their policies in the game of a table, to change them: those on a page, or on that of a policy."""
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
    said = [(one, _said(localizer, one, settings, where)) for one in settings.policies]
    above = 0 if notice is None else phone.rows(localizer.post(notice))
    title = f"### {localizer.post(titled(heading, 0, 2))}"
    pages = _pages(said, MAX_ROWS - above - phone.rows(title))
    page = next((at for at, here in enumerate(pages) if key in {one.key for one, _ in here}), min(page, len(pages) - 1))
    pieces.append(components.words(f"### {localizer.post(titled(heading, page, len(pages)))}"))
    for policy, text in pages[page]:
        pieces += [components.words(text), _menu(context, info.id, policy, settings, where)]
    tools = []
    if len(pages) > 1:
        tools += turning(
            localizer, page, len(pages), lambda page: CustomId("policy", info.id, argument=f"{where}.{max(page, 0)}")
        )
    if seated:
        other = EVERYWHERE if where == HERE else HERE
        label = T("For this table only") if other == HERE else T("For all my tables")
        tools.append(button(localizer.label(label), CustomId("policy", info.id, argument=other)))
        tools.append(button(localizer.label(T("Play")), CustomId("fresh", info.id)))
    await context.show(components.layout(*pieces, below=rows(tools)))


async def pressed(context: Context, custom_id: CustomId) -> None:
    """Show the policies at all tables or at one alone, from the page on that a button names."""
    where, _, page = custom_id.argument.partition(".")
    await open_policies(context, custom_id.table, where, page=read_number(page or "0"))


def _pages(said: Sequence[tuple[Policy, str]], most: int) -> list[list[tuple[Policy, str]]]:
    """The policies on each page with what is said of them: as many as a phone shows at once.

    One of which more is said takes several pages, each with its menu.
    """
    pages: list[list[tuple[Policy, str]]] = []
    taken = most
    for policy, text in said:
        for (part,) in phone.pages([text], most):
            needed = phone.rows(part)
            if taken + needed > most:
                pages.append([])
                taken = 0
            pages[-1].append((policy, part))
            taken += needed
    return pages


def _said(localizer: Localizer, policy: Policy, settings: PolicyView, where: str) -> str:
    """Describe a policy as set, and an exception at this table below it."""
    in_force = policy.set_to(settings.in_force if where == HERE else settings.everywhere)
    said = f"**{localizer.post(policy.title)}**: {localizer.post(in_force.text)}"
    if where == HERE or policy.key not in settings.here:
        return said
    exception = T("At this table only: {rule}", rule=policy.set_to(settings.here).text)
    return f"{said}\n-# {localizer.post(exception)}"


def _menu(context: Context, table_id: int, policy: Policy, settings: PolicyView, where: str) -> Piece:
    """A menu to change a policy."""
    localizer = context.localizer()
    choices = [(one.value, localizer.label(one.label, 100), "") for one in policy.all_choices]
    chosen = policy.set_to(settings.in_force if where == HERE else settings.everywhere).value
    if where == HERE:
        choices.insert(0, (INHERIT, localizer.label(T("As at my other tables"), 100), ""))
        chosen = chosen if policy.key in settings.here else INHERIT
    custom_id = CustomId("standing", table_id, argument=f"{where}.{policy.key}")
    return components.row(menu(custom_id, choices, localizer.label(policy.title, 150), chosen=chosen))


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
    done = T("{title}: {rule} You can change it under “Automatic answers”.", title=policy.title, rule=rule)
    await open_panel(context, custom_id.table, done=done)


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
    await open_policies(context, table_id, where, notice=answered, key=key)
