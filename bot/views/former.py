"""A table's post that a newer one has taken the place of: without what holds no more."""

from __future__ import annotations

from pathlib import PurePosixPath
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.views import components
from bot.views.custom_ids import BUTTON
from bot.views.localizer import Localizer
from rules.kernel.text import T

OUT_OF_DATE = frozenset({"fresh", "take", "vote"})
"""Verbs of buttons that only the newest post has: Play, and what is to be done about seats whose time ran out."""
NOT_ANY_MORE = ("⏳", "⌛", "✅", "🗳️", "🌴", "❗")
"""How the lines begin that say how a table stands, rather than what has happened."""


def former_post(message: discord.Message, localizer: Localizer) -> ui.LayoutView | None:
    """Give the same message without these lines and buttons; None if it has none of them.

    Where nothing else stood above its buttons it says that there is a newer one.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()  # as those of `bot.views.components`
    changed = False
    for piece in list(view.walk_children()):
        if isinstance(piece, ui.MediaGallery):
            for shown in piece.items:
                shown.media = discord.UnfurledMediaItem(f"attachment://{_file_name(shown.media.url)}")
        elif isinstance(piece, ui.TextDisplay):
            changed = _shorten(piece) or changed
        elif isinstance(piece, ui.Button) and _verb_of(piece) in OUT_OF_DATE:
            _remove(piece)
            changed = True
    left = [one for one in view.walk_children() if isinstance(one, ui.TextDisplay | ui.MediaGallery)]
    if changed and not left:
        newer = components.words("-# " + localizer.post(T("A newer post of this table stands below.")))
        next(one for one in view.children if isinstance(one, ui.Container)).add_item(newer)
    return view if changed else None


def _shorten(piece: ui.TextDisplay[ui.LayoutView]) -> bool:
    """Leave lines out, and the whole piece where no other is; whether any was."""
    lines = piece.content.split("\n")
    kept = [line for line in lines if not line.startswith(NOT_ANY_MORE)]
    if len(kept) == len(lines):
        return False
    piece.content = "\n".join(kept)
    if not kept:
        _remove(piece)
    return True


def _verb_of(piece: ui.Button[ui.LayoutView]) -> str:
    match = BUTTON.fullmatch(piece.custom_id or "")
    return match["verb"] if match is not None else ""


def _remove(piece: components.Piece) -> None:
    """Take a piece out of what it stands in; a row that is empty then goes as well."""
    around = piece.parent if piece.parent is not None else piece.view
    assert isinstance(around, ui.ActionRow | ui.Container | ui.LayoutView)
    around.remove_item(piece)
    if isinstance(around, ui.ActionRow) and not around.children:
        _remove(around)


def _file_name(url: str) -> str:
    return PurePosixPath(urlsplit(url).path).name
