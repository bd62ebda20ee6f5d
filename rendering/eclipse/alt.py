"""The pictures of Eclipse in words: alt texts from which somebody who does not see them can play.

Each has several degrees of detail, of which the fullest that Discord takes is said.
"""

from __future__ import annotations

from rendering.eclipse import sentences
from rendering.kit.alt import fullest
from rendering.kit.picture import RenderContext
from rules.eclipse.state import EclipseState
from rules.kernel.text import Text


def galaxy(view: EclipseState, context: RenderContext) -> str:
    """Say what the table shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(context), *sentences.now(view, context), *sentences.battles(view)]
        said += sentences.new(view, context) if degree > 1 else []
        for seat in sentences.in_order(view):
            said.append(sentences.standing(view, seat, short=degree < 3))
            said += sentences.held(view, seat, degree - 3) if degree > 0 else []
        said += sentences.nobodys(view, degree - 3) if degree > 1 else []
        return said + (sentences.unexplored(view) if degree > 1 else [])

    return fullest(context.words, detail, 6)


def map(view: EclipseState, context: RenderContext) -> str:
    """Say what the map shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(context), *sentences.now(view, context)[:1], *sentences.battles(view)]
        for seat in sentences.in_order(view):
            said += sentences.held(view, seat, degree - 1)
        said += sentences.nobodys(view, degree - 1)
        return said + sentences.unexplored(view)

    return fullest(context.words, detail, 5)
