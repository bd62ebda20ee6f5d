"""Builds messages of Components V2, with stateless buttons and menus.

A button, a menu or a form carries all its data in its custom_id (`bot.views.custom_ids`), so that it works after a
restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import Any
from zlib import crc32

import discord
from discord import ui

from bot.views.custom_ids import CustomId
from rendering.jobs import Drawn
from rendering.words.folding import shorten

BRASS = discord.Colour(0xD9A441)
MAX_BUTTONS = 5
MAX_CHOICES = 25
MAX_LABEL = 80
"""Characters on a button."""
LARGEST_ID = 2**31 - 1
"""The largest number by which a component is known in its message."""
MAX_TEXT = 4000
MAX_BLOCKS_TEXT = 3900
MAX_BLOCKS = 25
"""Blocks of text in one message: Discord allows 40 components, the frame and the buttons included."""
_FENCE = "```"

Piece = ui.Item[Any]

NOBODY = discord.AllowedMentions.none()


class Button(ui.Button[ui.LayoutView]):
    """A button without a callback: `bot.commands.handlers` handles it by its custom_id."""


class Menu(ui.Select[ui.LayoutView]):
    """A select menu without a callback, like `Button`."""


def channel_url(guild_id: int, channel_id: int) -> str:
    """The address of a channel, which clients show as a link to it wherever they are."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"


def button(
    label: str,
    custom_id: CustomId,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Button:
    """Make a button."""
    return Button(label=shorten(label, MAX_LABEL) or "–", custom_id=custom_id.button(), style=style, disabled=disabled)


def links(label: str, *addresses: str) -> list[Button]:
    """Make a button to each address that is not empty; a browser opens it, and we hear nothing of it."""
    return [Button(label=shorten(label, MAX_LABEL), url=one) for one in addresses if one]


def menu(
    custom_id: CustomId,
    choices: Sequence[tuple[str, str, str]],
    placeholder: str,
    *,
    at_least: int = 1,
    at_most: int = 1,
    chosen: str | None = None,
    disabled: bool = False,
) -> Menu:
    """Make a menu of (value, label, description).

    The menu of another question is another component, also where it takes the same place in the same message: no
    client shows there what was chosen before, or takes the same choice for none.
    """
    return Menu(
        id=crc32(custom_id.select().encode()) % LARGEST_ID + 1,
        custom_id=custom_id.select(),
        placeholder=shorten(placeholder, 150),
        min_values=at_least,
        max_values=at_most,
        disabled=disabled,
        options=[
            discord.SelectOption(
                value=value,
                label=shorten(label, 100) or "–",
                description=shorten(description, 100) or None,
                default=value == chosen,
            )
            for value, label, description in choices
        ],
    )


def rows(buttons: Sequence[Button]) -> list[Piece]:
    """Lay buttons out, five in a row."""
    return [ui.ActionRow[Any](*buttons[start : start + MAX_BUTTONS]) for start in range(0, len(buttons), MAX_BUTTONS)]


def row(item: Menu) -> Piece:
    """Put a menu into a row of its own."""
    return ui.ActionRow[Any](item)


def words(text: str) -> Piece:
    """Make a piece of text."""
    return ui.TextDisplay(shorten(text, MAX_TEXT) or "–")


def picture(drawn: Drawn) -> Piece:
    """Show a picture that is sent along, with its alt text."""
    return ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{drawn.name}", description=shorten(drawn.alt, 1024) or None)
    )


def files(*drawn: Drawn | None) -> list[discord.File]:
    """Make the attachments of pictures; each can be sent once."""
    return [discord.File(BytesIO(one.data), one.name, description=one.alt[:1024]) for one in drawn if one is not None]


def layout(
    *items: Piece | None, accent: discord.Colour | None = BRASS, below: Iterable[ui.Item[Any]] = ()
) -> ui.LayoutView:
    """Put pieces into one framed message; `below` stands under the frame."""
    view = ui.LayoutView(timeout=None)
    framed = [item for item in items if item is not None]
    _fit_together([one for one in framed if isinstance(one, ui.TextDisplay)])
    view.add_item(ui.Container(*framed, accent_colour=accent))
    for item in below:
        view.add_item(item)
    # The library stores views that are not stopped, but ours need no callbacks.
    view.stop()
    return view


def _fit_together(texts: Sequence[ui.TextDisplay[Any]]) -> None:
    """Shorten the longest of a message's texts until they fit Discord's limit for all of them together.

    A last resort for unexpectedly long names and texts: callers choose what to leave out.
    """
    while (over := sum(len(one.content) for one in texts) - MAX_TEXT) > 0:
        longest = max(texts, key=lambda one: len(one.content))
        longest.content = shorten(longest.content, max(len(longest.content) // 2, len(longest.content) - over))


def sentence(text: str) -> ui.LayoutView:
    """Make a message of one sentence."""
    view = ui.LayoutView(timeout=None)
    view.add_item(words(text))
    view.stop()
    return view


def in_messages(blocks: Sequence[str]) -> list[list[str]]:
    """Distribute blocks of text over as few messages as the limits allow; only a too long block is split."""
    messages: list[list[str]] = [[]]
    length = 0
    for block in blocks:
        for piece in _split(block):
            if messages[-1] and (length + len(piece) > MAX_BLOCKS_TEXT or len(messages[-1]) == MAX_BLOCKS):
                messages.append([])
                length = 0
            messages[-1].append(piece)
            length += len(piece)
    return messages


def _split(block: str) -> list[str]:
    """Split a block that is too long for a message, at line ends if possible; code blocks are closed and reopened."""
    pieces: list[str] = []
    while len(block) > MAX_BLOCKS_TEXT:
        room = MAX_BLOCKS_TEXT - 2 * len(_FENCE) - 2
        cut = max(block.rfind("\n", 1, room), 0) or max(block.rfind(" ", 1, room), 0) or room
        piece, block = block[:cut], block[cut:].lstrip("\n ") if cut < room else block[cut:]
        if piece.count(_FENCE) % 2:
            piece, block = f"{piece}\n{_FENCE}", f"{_FENCE}\n{block}"
        pieces.append(piece)
    return [*pieces, block] if block else pieces


def fitted(lines: Sequence[str], most: int, more: Callable[[int], str]) -> str:
    """Join as many lines as fit into `most` characters; `more` makes a line for those left out."""
    fitting: list[str] = []
    length = 0
    room = most if sum(map(len, lines)) + len(lines) <= most else most - len(more(len(lines)))
    for at, line in enumerate(lines):
        if length + len(line) + 1 > room:
            fitting.append(more(len(lines) - at))
            break
        fitting.append(line)
        length += len(line) + 1
    return "\n".join(fitting)
