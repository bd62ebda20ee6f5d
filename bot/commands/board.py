"""Shows boards, tableaus and hands: as a picture, or in words if there is none or the person wants that."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.tables.core.data import Live
from bot.views import components
from bot.views.components import Piece
from bot.views.localizer import Localizer
from bot.views.pictures import draw_job
from rendering.jobs import Drawn
from rendering.kit.picture import RenderContext
from rendering.registry import PICTURES, TEXT_BOARDS, parts_of
from rendering.words.folding import plain, shorten, verbatim
from rules.kernel.game import Game
from rules.kernel.prompt import Prompt
from rules.kernel.text import T, Text, name


@dataclass(frozen=True)
class Seen:
    """What is shown: a picture, or blocks of text; neither if the game has neither of them."""

    drawn: Drawn | None = None
    blocks: Sequence[str] = field(default=())


async def look(
    context: Context,
    live: Live,
    kind: str,
    viewer: int | None,
    whose: int | None = None,
    *,
    part: str = "",
    prompt: Prompt | None = None,
    text: bool = False,
) -> Seen:
    """Draw or describe a board (or a part of it), a tableau or a hand as `viewer` may see it.

    If a picture cannot be drawn now, the text board takes its place.
    """
    described = draw_job(live, kind, viewer, context.language, context.preferences.picture, prompt)
    described = replace(described, part=part, seat=described.seat if whose is None else whose)
    drawer = context.client.drawer
    drawn_here = is_drawn(live.info.game, part)
    if drawn_here and not text:
        drawn = await drawer.draw(described)
        if drawn is not None:
            return Seen(drawn)
    if live.info.game in TEXT_BOARDS:
        return Seen(
            blocks=await asyncio.to_thread(
                _text_blocks, context.localizer(live.info.names), live, kind, viewer, whose, part
            )
        )
    if drawn_here and text:
        said = await drawer.describe(described)
        return Seen(blocks=[] if said is None else [said])
    return Seen()


def is_drawn(game: str, part: str = "") -> bool:
    """Whether a game's board, or a part of it, has a picture."""
    return game in PICTURES and (not part or part in PICTURES[game].parts)


def _text_blocks(  # noqa: PLR0917
    localizer: Localizer, live: Live, kind: str, viewer: int | None, whose: int | None, part: str
) -> list[str]:
    """The blocks of the text board; for a part that it does not know, those of the whole."""
    board = TEXT_BOARDS[live.info.game]
    view = live.view(viewer)
    render_context = RenderContext(localizer.markdown, live.waiting, seed=live.info.id, reader=viewer)
    seat = viewer if whose is None else whose
    if kind == "tableau" and seat is not None:
        return board.tableau(view, seat, render_context)
    if kind == "hand" and seat is not None:
        return board.hand(view, seat, render_context)
    if part in board.parts:
        return board.parts[part](view, render_context)
    return board.board(view, render_context)


async def show(
    context: Context,
    seen: Seen,
    above: Sequence[str] = (),
    beneath: Sequence[str] = (),
    below: Sequence[Piece] = (),
    *,
    in_place: bool = False,
) -> None:
    """Reply with what is shown between some lines, in as many messages as necessary; `below` stands under the last."""
    send = context.show if in_place else context.add
    if seen.drawn is not None or not seen.blocks:
        picture = components.picture(seen.drawn) if seen.drawn is not None else None
        pieces = [*map(components.words, above), picture, *map(components.words, beneath)]
        await send(components.layout(*pieces, below=below), components.files(seen.drawn))
        return
    messages = context.as_many_as_go(
        components.in_messages([*above, *seen.blocks, *beneath]), beside=context.redraws and not in_place
    )
    for at, blocks in enumerate(messages):
        last = at == len(messages) - 1
        view = components.layout(*map(components.words, blocks), below=below if last else ())
        await (send(view) if at == 0 else context.more(view))


def part_title(game: Game[Any, Any], part: str) -> Text:
    """The title of a part of a game's board, from the game's data."""
    key = f"{game.info.key}.part.{part}"
    return name(key) if key in game.names else verbatim(part.capitalize())


def find_part(game: Game[Any, Any], typed: str, localizer: Localizer) -> str:
    """Find a part of a game's board by what was typed.

    Raises:
        Refused: it has no such part; the text lists those it has.

    """
    wanted, parts = plain(typed), parts_of(game.info.key)
    names_by_part = {part: (plain(part), plain(localizer.label(part_title(game, part)))) for part in parts}
    for part, names in names_by_part.items():
        if wanted in names:
            return part
    for part, names in names_by_part.items():
        if wanted and any(one.startswith(wanted) for one in names):
            return part
    if not parts:
        raise Refused(T("The board of this game has no parts of its own; /board shows all of it."))
    raise Refused(
        T(
            "The board has no part “{part}”. There is: {parts}",
            part=shorten(typed, 60),
            parts=[part_title(game, part) for part in parts],
        )
    )


def complete_part(game: Game[Any, Any], typed: str, localizer: Localizer) -> list[tuple[str, str]]:
    """Completions: the parts whose names contain what was typed, as label and key."""
    offered = [(localizer.label(part_title(game, part), 100), part) for part in parts_of(game.info.key)]
    return [one for one in offered if plain(typed) in plain(one[0]) or plain(typed) in plain(one[1])][:25]
