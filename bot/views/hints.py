"""What a robot would do, as a private message beside a panel: the answer, what would follow, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ui

from bot.tables.core.data import Live
from bot.views import components
from bot.views.components import Piece, button, rows
from bot.views.custom_ids import CustomId, read_number
from bot.views.localizer import Localizer
from bot.views.panel import doing
from bot.views.pictures import draw_job
from rendering.jobs import DrawJob, Drawn
from rendering.kit.picture import Marks
from rendering.words.folding import verbatim
from rules.kernel.hints import Hint
from rules.kernel.prompt import Option, Prompt
from rules.kernel.supposing import SupposedStep
from rules.kernel.text import T, Text

NONE = T("I have no opinion about that: whatever you choose is fine.")
JOIN = "."
"""Between the numbers of the picks of an answer in the custom_id of the button that gives it."""


def hint_job(live: Live, seat: int, hint: Hint, language: str, size: str) -> DrawJob | None:
    """Make the job of the panel's picture with the places marked that the answer is about; None where it has none."""
    marks = marked(hint)
    if marks is None:
        return None
    return replace(draw_job(live, "panel", seat, language, size, hint.steps[0].prompt), marks=marks)


def marked(hint: Hint) -> Marks | None:
    """Mark the places of an answer, or of the first one after it that has any; None where none has.

    What follows that is often its price: cards to pay with would seem to be what is built.
    """
    for step in hint.steps:
        places = frozenset(option.place for option in map(step.prompt.option, step.picks) if option.place)
        if places:
            return replace(Marks.of(hint.steps[0].prompt), chosen=places, about=True)
    return None


def hint_layout(hint: Hint, localizer: Localizer, custom_id: CustomId, drawn: Drawn | None) -> ui.LayoutView:
    """Build the message; a button does what it says."""
    prompt = hint.steps[0].prompt
    picks = [verbatim(f"**{one}**") for one in answer_names(prompt, hint.picks, localizer)]
    lines = [f"**{localizer.post(asked(prompt))}**", f"💡 {localizer.post(T('I would do this: {picks}', picks=picks))}"]
    if hint.why is not None:
        lines.append(localizer.post(hint.why))
    lines += _compared(prompt, hint, localizer)
    following = _following(hint.steps[1:], localizer)
    pieces: list[Piece] = [components.words("\n".join(one)) for one in (lines, following) if one]
    if drawn is not None:
        pieces.append(components.picture(drawn))
    numbers = [str(at) for at, one in enumerate(prompt.options) if one.id in hint.picks]
    do = doing(custom_id, "pick" if len(numbers) == 1 else "hinted", JOIN.join(numbers))
    if do.fits:
        pieces += rows([button(localizer.label(T("Do that")), do, discord.ButtonStyle.primary)])
    return components.layout(*pieces)


def numbers_hinted(argument: str) -> tuple[int, ...]:
    """What the button of a hint stands for.

    Raises:
        Unreadable: it is not of a hint.

    """
    return tuple(read_number(one) for one in argument.split(JOIN)) if argument else ()


def asked(prompt: Prompt) -> Text:
    """What is asked: of a choice in secret, whose question tells nobody how far it has come, that is its detail."""
    return prompt.detail if prompt.secret and prompt.detail is not None else prompt.text


def answer_lines(prompt: Prompt, picks: Sequence[str], localizer: Localizer) -> list[Text]:
    """Name an answer in a text."""
    return list(map(verbatim, answer_names(prompt, picks, localizer)))


def answer_names(prompt: Prompt, picks: Sequence[str], localizer: Localizer) -> list[str]:
    """Name an answer as a panel offers what it is made of, in that order."""
    options = [option for option in prompt.options if option.id in picks]
    return [_name(prompt, one, localizer) for one in options] or [localizer.title(T("Pick none"))]


def _name(prompt: Prompt, option: Option, localizer: Localizer) -> str:
    """Name a choice: its number stays beside its name; without one the letters of its small button follow."""
    name = localizer.title(prompt.numbered(option)).replace(" · ", "\u00a0·\u00a0", 1)
    if option.brief is None or option.id in prompt.numbers:
        return name
    return f"{name} ({localizer.title(option.brief)})"


def _following(steps: Sequence[SupposedStep], localizer: Localizer) -> list[str]:
    """What would be answered next, each after its question; without the numbers that its choices will have then."""
    lines: list[str] = []
    before: Text | None = None
    for step in steps:
        question = asked(step.prompt)
        options = [option.text for option in step.prompt.options if option.id in step.picks]
        picks = ", ".join(map(localizer.title, options or [T("Pick none")]))
        if question == before:
            lines[-1] += f" → **{picks}**"
        else:
            lines.append(f"- {localizer.post(question)} **{picks}**")
        before = question
    return [localizer.post(T("Then:")), *lines] if lines else []


def _compared(prompt: Prompt, hint: Hint, localizer: Localizer) -> list[str]:
    """Say what is as good, what is next best, and by what that is worse."""
    lines: list[str] = []
    if hint.as_good is not None:
        lines.append(localizer.post(T("About as good: {other}", other=answer_lines(prompt, hint.as_good, localizer))))
    if hint.second is None:
        return lines
    other = answer_lines(prompt, hint.second, localizer)
    if not hint.by:
        return [*lines, localizer.post(T("Better than this: {other}", other=other))]
    points = localizer.words.decimal(hint.by)
    lines.append(localizer.post(T("By about {points} points better than this: {other}", points=points, other=other)))
    return [*lines, *reason_lines(hint, localizer)]


def reason_lines(hint: Hint, localizer: Localizer) -> list[str]:
    """What makes the difference, a line each, as in scores: a number before “algae” would seem to count them."""
    if not hint.reasons:
        return []
    return [
        localizer.post(T("What makes the difference, in points:")),
        *(f"- {localizer.title(term.text)}: {localizer.words.decimal(term.value, plus=True)}" for term in hint.reasons),
    ]
