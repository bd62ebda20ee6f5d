"""The layout of the panel in which a person plans turns: what it would be, as a picture, and what would be asked."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.tables.drafts import MAX_TURNS, Drafted
from bot.tables.trials import may_try
from bot.views import components, phone
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.events import newest_events, said_once
from bot.views.localizer import Localizer
from bot.views.panel import (
    BESIDE,
    FEW_HAPPENED_ROWS,
    MAX_COMPONENTS,
    MAX_HAPPENED,
    MAX_ROWS,
    doing,
    more_label,
    question,
    showing,
    try_button,
)
from rendering.jobs import Drawn
from rules.kernel.steps import Event
from rules.kernel.supposing import SupposedStep
from rules.kernel.text import T, Text

DRAFT = "draft"
"""The beginning of the verbs of this panel."""
MAX_STEPS = 900
"""Characters of what is planned so far."""
MIN_ROWS = 4
"""Rows that a question has in any case, however long the plan is."""
IF_LEGAL = "legal"
"""In place of what drops a plan: nothing but that it is not possible any more."""


def draft_layout(
    drafted: Drafted,
    localizer: Localizer,
    drawn: Drawn | None,
    *,
    notice: Text | None = None,
    page: int = 0,
    happened: Sequence[Event] | None = None,
    press: int = 0,
) -> ui.LayoutView:
    """Build the panel; with `happened` it is shown by itself, in place of the one that would tell those events.

    `press` is the number of the interaction that brought it up.
    """
    supposed, prompt = drafted.supposed, drafted.supposed.prompt
    live = drafted.live
    custom_id = CustomId(DRAFT, live.info.id, live.revision, drafted.fingerprint, showing(press), live.step)
    pieces: list[Piece] = []
    if supposed.refused is not None and notice is None and happened is None:
        notice = T("The game has gone on, and your plan goes only so far now: {reason}", reason=supposed.refused)
    warned = f"⚠️ {localizer.post(notice)}" if notice is not None else ""
    if warned:
        pieces += [components.words(warned), ui.Separator()]
    events = said_once(happened or (), drafted.seat, live.game.restating)
    told = newest_events(events, localizer, MAX_HAPPENED, FEW_HAPPENED_ROWS, small=True)
    if told.text:
        pieces.append(components.words(told.text))
    heads = [f"### {localizer.post(T('Plan'))}"]
    if happened is not None:
        ahead = T(
            "You can already say what you will answer next. Until it is asked, you can change it, and nobody sees it."
        )
        heads.append(f"-# {localizer.post(ahead)}")
    lines = [turn_line(steps, localizer) for steps in supposed.turns if steps]
    said = "\n".join([*heads, components.fitted(lines, MAX_STEPS, lambda n: f"… (+{n})")])
    pieces.append(components.words(said))
    if drawn is not None:
        pieces.append(components.picture(drawn))
    tools = _tools(drafted, localizer, custom_id, by_itself=happened is not None)
    if not told.whole:
        tools.append(button(localizer.label(more_label(len(events))), CustomId("log", live.info.id)))
    if prompt is not None:
        spare = MAX_COMPONENTS - taken_by(pieces, tools) if drawn is not None else 0
        room = room_below(warned, told.text, said)
        pieces += question(prompt, localizer, custom_id, page=page, room=room, spare=spare)
    else:
        ended = supposed.stopped if supposed.stopped is not None else T("The turn is planned to its end.")
        pieces.append(components.words(localizer.post(ended)))
        if drafted.steps:
            pieces.append(components.row(_drops(drafted, localizer, custom_id)))
            secret = T(
                "Nobody sees it. It is played when your turn comes, and dropped if something that it names has changed;"
                " then you are told, and asked."
            )
            pieces.append(components.words(f"-# {localizer.post(secret)}"))
    return components.layout(*pieces, accent=components.BRASS, below=rows(tools))


def taken_by(pieces: Sequence[Piece], tools: Sequence[components.Button]) -> int:
    """How many components of a message are taken where a question is put below some pieces and above the tools."""
    return BESIDE + len(pieces) + len(tools) + len(rows(tools))


def room_below(*said: str) -> int:
    """The rows of a phone for a question below what is said."""
    return max(MIN_ROWS, MAX_ROWS - sum(map(phone.rows, said)))


def turn_line(steps: Sequence[SupposedStep], localizer: Localizer, *, without: int = 0) -> str:
    """A line of what is picked in some steps, one after the other, but for so many at its beginning."""
    picked = [step.prompt.numbered(step.prompt.option(pick)) for step in steps for pick in step.picks]
    return "- " + " → ".join([*(["…"] if without else []), *map(localizer.title, picked[without:])])


def _drops(drafted: Drafted, localizer: Localizer, custom_id: CustomId) -> components.Menu:
    """The menu that plans it with other grounds to drop it."""
    watches = drafted.live.game.watches
    choices = [
        (IF_LEGAL, localizer.label(T("Never, as long as it is possible")), localizer.label(T("Whatever it costs then")))
    ]
    choices += [(one.key, localizer.label(T("When: {what}", what=one.text), 100), "") for one in watches]
    return menu(
        doing(custom_id, "keep"),
        choices,
        localizer.label(T("Plan this, and drop it …"), 150),
        at_most=len(choices),
    )


def _tools(drafted: Drafted, localizer: Localizer, custom_id: CustomId, *, by_itself: bool) -> list[components.Button]:
    tools: list[components.Button] = []
    if drafted.steps:
        tools.append(button(localizer.label(T("Plan this")), doing(custom_id, "keep"), discord.ButtonStyle.success))
    if drafted.ends and len(drafted.turns) < MAX_TURNS:
        tools.append(button(localizer.label(T("And the turn after it")), doing(custom_id, "more")))
    if drafted.steps:
        tools.append(button(localizer.label(T("Back")), doing(custom_id, "back")))
        tools.append(button(localizer.label(T("Begin anew")), doing(custom_id, "reset")))
    tools.append(button(localizer.label(T("My plans")), CustomId("plan", custom_id.table)))
    if may_try(drafted.live, drafted.seat):
        tools.append(try_button(drafted.live, localizer))
    tools.append(button(localizer.label(T("Later") if by_itself else T("Close")), CustomId("fresh", custom_id.table)))
    return tools
