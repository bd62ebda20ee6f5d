"""Where somebody lost points in a game that is over, as a private message to leaf through."""

from __future__ import annotations

from dataclasses import replace

from discord import ui

from bot.tables.core.data import Live
from bot.tables.reviews import Review
from bot.views import components
from bot.views.components import Piece, button, rows
from bot.views.custom_ids import CustomId
from bot.views.hints import answer_lines, marked, reason_lines
from bot.views.localizer import Localizer
from bot.views.pictures import draw_job
from rendering.jobs import DrawJob, Drawn
from rules.kernel.text import T

REVIEW = T("Where did I lose it?")
"""The label of the button to a review."""


def review_job(review: Review, number: int, language: str, size: str) -> DrawJob | None:
    """Make the job of the panel's picture of then, with the places marked of what the robot would have done."""
    live, miss = review.live[number], review.misses[number]
    job = draw_job(live, "panel", review.seat, language, size, miss.prompt)
    marks = marked(miss.hint)
    return None if marks is None else replace(job, marks=marks)


def review_layout(live: Live, review: Review, number: int, localizer: Localizer, drawn: Drawn | None) -> ui.LayoutView:
    """Build the message about one of the answers, with buttons to the others."""
    if not review.misses:
        text = T("Nowhere: with what you knew, I would have played about the same.")
        return components.layout(components.words(localizer.post(text)))
    miss, many = review.misses[number], len(review.misses)
    asked = localizer.words.say(miss.prompt.text)
    says_round = not miss.round or asked.startswith(localizer.words.say(T("Round {n}", n=miss.round)))
    where = T("Round {round}: {question}", round=miss.round, question=miss.prompt.text)
    title = T("{n} of {many}", n=number + 1, many=many)
    lines = [
        f"### {localizer.post(REVIEW)} {localizer.post(title)}",
        localizer.post(miss.prompt.text if says_round else where),
        localizer.post(T("You chose: {picks}", picks=answer_lines(miss.prompt, miss.hint.second or [], localizer))),
        "💡 "
        + localizer.post(
            T(
                "By about {points} points better: {picks}",
                points=localizer.words.decimal(miss.hint.by),
                picks=answer_lines(miss.prompt, miss.hint.picks, localizer),
            )
        ),
        *reason_lines(miss.hint, localizer),
    ]
    pieces: list[Piece] = [components.words("\n".join(lines))]
    if drawn is not None:
        pieces.append(components.picture(drawn))
    custom_id = CustomId("review", live.info.id, live.revision)
    earlier = replace(custom_id, argument=str(max(number - 1, 0)))
    later = replace(custom_id, argument=str(number + 1))
    turning = [
        button("◀ " + localizer.label(T("Worse")), earlier, disabled=not number),
        button("▶ " + localizer.label(T("Less bad")), later, disabled=number + 1 >= many),
    ]
    return components.layout(*pieces, *rows(turning if many > 1 else []))
