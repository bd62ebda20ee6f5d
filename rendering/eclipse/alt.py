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
        said = [*sentences.marked(context), *sentences.now(view, context)]
        said += sentences.battles(view, short=degree < 3)
        said += sentences.new(view, context) if degree > 3 else []
        for seat in sentences.in_order(view):
            said.append(sentences.standing(view, seat, short=degree < 5))
            said += sentences.held(view, seat, degree - 6, ships=degree > 1) if degree > 0 else []
        said += sentences.nobodys(view, degree - 6) if degree > 3 else []
        return said + (sentences.unexplored(view) if degree > 3 else [])

    return fullest(context.words, detail, 9)


def map(view: EclipseState, context: RenderContext) -> str:
    """Say what the map shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(context), *sentences.now(view, context)[:1]]
        said += sentences.battles(view, short=degree < 1)
        for seat in sentences.in_order(view):
            said += sentences.held(view, seat, degree - 2)
        said += sentences.nobodys(view, degree - 2)
        return said + sentences.unexplored(view)

    return fullest(context.words, detail, 6)
