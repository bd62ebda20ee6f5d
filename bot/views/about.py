"""All that there is to say of what may be chosen: a faction, a species, a card; one at a time, chosen from a menu."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.views import components
from bot.views.components import MAX_CHOICES, Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.pages import page_of, titled, turning
from rendering.jobs import Drawn
from rules.kernel.game import Game
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T

ABOUT = T("All about each choice")
"""The label of the button to it."""


def explained(game: Game[Any, Any], prompt: Prompt) -> list[Option]:
    """The options of a prompt that are things which the game explains whole."""
    if prompt.kind not in game.explained:
        return []
    return [one for one in prompt.options if not one.former and one.text.id.startswith("#") and _body(game, one)]


def _body(game: Game[Any, Any], option: Option) -> list[Any]:
    return list(game.look_up(option.text.id.removeprefix("#")))


def about_layout(
    game: Game[Any, Any],
    prompt: Prompt,
    localizer: Localizer,
    custom_id: CustomId,
    drawn: Drawn | None = None,
    *,
    option: Option | None = None,
    page: int = 0,
) -> ui.LayoutView:
    """Show all of an option, if one was chosen, above a menu of those that there are; and a button that picks it.

    More than fit into a menu come a page at a time: this `page`, or the one that has the option.
    """
    things = explained(game, prompt)
    if option is not None:
        page = things.index(option) // MAX_CHOICES
    here, page, pages = page_of(things, page)
    choices = [(one.id, localizer.label(prompt.numbered(one), 100), "") for one in here]
    chosen = None if option is None else option.id
    pieces: list[Piece] = [] if drawn is None else [components.picture(drawn)]
    if option is None:
        pieces.append(components.words(f"**{localizer.post(prompt.text)}**"))
    else:
        lines = [f"### {localizer.title(prompt.numbered(option))}", *map(localizer.post, _body(game, option))]
        pieces.append(components.words("\n".join(lines)))

    def shows(page: int) -> CustomId:
        return replace(custom_id, verb="about", argument=str(page))

    title = localizer.label(titled(ABOUT, page, pages), 150)
    pieces.append(components.row(menu(shows(page), choices, title, chosen=chosen)))
    if pages > 1:
        pieces += rows(turning(localizer, page, pages, shows))
    if option is not None and option.refusal is None and prompt.at_least == prompt.at_most == 1:
        label = localizer.label(T("Choose: {option}", option=prompt.numbered(option)))
        pick = replace(custom_id, verb="pick", argument=str(prompt.options.index(option)))
        pieces += rows([button(label, pick, discord.ButtonStyle.primary)])
    elif option is not None and option.refusal is not None:
        pieces.append(components.words(f"⛔ {localizer.post(option.refusal)}"))
    return components.layout(*pieces)
