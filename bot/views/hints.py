"""What a robot would do, as a private message beside a panel: the answer, what would follow, and why."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import ui

from bot.tables.core.data import Live
from bot.views import components
from bot.views.components import Piece, button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.panel import doing
from bot.views.pictures import draw_job
from rendering.jobs import DrawJob, Drawn
from rendering.kit.picture import Marks
from rules.kernel.hints import Hint
from rules.kernel.prompt import Prompt
from rules.kernel.text import T, Text

NONE = T("I have no opinion about that: whatever you choose is fine.")
AS_GOOD = 0.1
"""Points below which another answer is as good."""


def hint_job(live: Live, seat: int, hint: Hint, language: str, size: str) -> DrawJob | None:
    """Make the job of the panel's picture with the places marked that the answer is about; None where it has none."""
    marks = marked(hint)
    if marks is None:
        return None
    return replace(draw_job(live, "panel", seat, language, size, hint.steps[0].prompt), marks=marks)


def marked(hint: Hint) -> Marks | None:
    """Mark the places of an answer and of what would follow; None where it has none."""
    picked = [step.prompt.option(id) for step in hint.steps for id in step.picks]
    places = frozenset(option.place for option in picked if option.place)
    return replace(Marks.of(hint.steps[0].prompt), chosen=places, about=True) if places else None


def hint_layout(hint: Hint, localizer: Localizer, custom_id: CustomId, drawn: Drawn | None) -> ui.LayoutView:
    """Build the message; a button does what it says, where that is a single choice."""
    prompt = hint.steps[0].prompt
    lines = [f"💡 {localizer.post(T('I would do this: {picks}', picks=answer_lines(prompt, hint.picks)))}"]
    following = [localizer.post(one) for step in hint.steps[1:] for one in answer_lines(step.prompt, step.picks)]
    if following:
        lines.append(localizer.post(T("Then:")) + " " + " → ".join(following))
    if hint.second is not None:
        lines += _compared(prompt, hint, hint.second, localizer)
    pieces: list[Piece] = [components.words("\n".join(lines))]
    if drawn is not None:
        pieces.append(components.picture(drawn))
    if len(hint.picks) == prompt.at_most == 1:
        at = next(number for number, option in enumerate(prompt.options) if option.id == hint.picks[0])
        pick = doing(custom_id, "pick", str(at))
        pieces += rows([button(localizer.label(T("Do that")), pick, discord.ButtonStyle.primary)])
    return components.layout(*pieces)


def answer_lines(prompt: Prompt, picks: list[str]) -> list[Text]:
    """Name an answer."""
    return [prompt.numbered(prompt.option(id)) for id in picks] or [T("Pick none")]


def _compared(prompt: Prompt, hint: Hint, second: list[str], localizer: Localizer) -> list[str]:
    """Say what the next best is, and by what it is worse."""
    other = answer_lines(prompt, second)
    if hint.by < AS_GOOD:
        return [localizer.post(T("About as good: {other}", other=other))]
    points = localizer.words.decimal(hint.by)
    lines = [localizer.post(T("By about {points} points better than this: {other}", points=points, other=other))]
    return [*lines, *reason_lines(hint, localizer)]


def reason_lines(hint: Hint, localizer: Localizer) -> list[str]:
    """What makes the difference, a line each, as in scores: a number before “algae” would seem to count them."""
    return [
        f"- {localizer.title(term.text)}: {localizer.words.decimal(term.value, plus=True)}" for term in hint.reasons
    ]
