"""What a person wants at one table: the page that shows and changes it, and the buttons that lead there."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.core.data import Live, Wish
from bot.tables.core.ways import DAILY
from bot.views import components, own_notes
from bot.views.components import Button, Piece, button, menu, row, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rules.kernel.text import T, Text

TOLD: dict[str, Text] = {
    "dm": T("direct message"),
    "channel": T("mention"),
    "none": T("not told"),
    DAILY: T("once a day"),
}
"""How a person is told of their turn, in a menu, whose width on a phone is that of about 28 letters."""
EVERYWHERE = "everywhere"
"""The value of a menu's choice that nothing else is wanted at a table than at all."""
IN_PLACE = "here"
"""An argument that has a page shown in the place of the one that it was pressed on."""


def wish_buttons(live: Live, localizer: Localizer) -> list[Button]:
    """Buttons on a notice: to be told of no more turns in this round, and how to be told at this table."""
    info, number = live.info, live.game.round(live.view(None))
    page = button(localizer.label(T("Notices")), CustomId("own", info.id, info.revision))
    return [mute_button(live, number, localizer), page] if number else [page]


def mute_button(live: Live, number: int, localizer: Localizer, argument: str = "") -> Button:
    """The button to be told of no turns until a round ends."""
    custom_id = CustomId("hush", live.info.id, live.revision, argument=argument)
    return button(localizer.label(T("Mute until round {n} ends", n=number)), custom_id)


def wish_page(live: Live, title: str, wish: Wish, everywhere: str, localizer: Localizer) -> list[Piece]:
    """The page of what a person wants at a table; `everywhere` is how they are told where they want nothing else."""
    info, number = live.info, live.game.round(live.view(None))
    now = wish.notices or everywhere
    muted = bool(number) and wish.muted_round == number
    lines = [
        title,
        *([own_notes.whole(wish.note)] if wish.note else []),
        localizer.post(T("Here I tell you of your turn: {way}.", way=TOLD[now])),
    ]
    if muted:
        lines.append("🔕 " + localizer.post(T("Muted until round {n} ends.", n=number)))
    short = localizer.label(T("Here"))
    choices = [
        (EVERYWHERE, localizer.label(T("As everywhere: {way}", way=TOLD[everywhere])), ""),
        *((key, f"{short}: {localizer.label(TOLD[key])}", "") for key in ("dm", "channel", "none")),
    ]
    chosen = wish.notices or EVERYWHERE
    custom_id = CustomId("wish", info.id, info.revision)
    noted = CustomId("note", info.id, info.revision)
    notes = [button(localizer.label(T("Note")), noted)]
    if wish.note:
        notes.append(button(localizer.label(T("Delete the note")), replace(noted, verb="unnote")))
    below = [] if not number else [mute_button(live, number, localizer, IN_PLACE)]
    if muted:
        unmute = CustomId("unhush", info.id, info.revision)
        below = [button(localizer.label(T("Mute no longer")), unmute)]
    return [
        components.words("\n".join(lines)),
        row(menu(custom_id, choices, localizer.label(T("How I tell you of your turn here")), chosen=chosen)),
        *rows([*notes, *below]),
    ]
