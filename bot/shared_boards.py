"""Pictures of public boards that several messages show: a table's post, and the letters to those whose turn it is.

What is asked for again while it is kept is the same picture; what changed since the post before it has a halo.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.tables.core.data import Live, Post
from bot.views.pictures import draw_job
from rendering.kit.encode import Format
from rendering.pool import Drawer, Drawing, Urgency

MAX_BOARDS = 16
"""Number of pictures that are kept: half a megabyte each."""
MAX_SHOWN = 200
"""Number of tables whose last posted views are kept, to highlight changes."""
MAX_HELD = 400
"""Number of seats whose own views are kept, to mark new cards."""
MAX_PANELS = 3
"""Number of views that are kept of each: the panel may be opened again before one answers."""
MAX_FORMER = 12
"""Number of views that are kept of each: what several others did before it was one's turn again."""

_Key = tuple[int, int, str, str]


@dataclass(frozen=True)
class ShownViews:
    """A table's message as this process left it: which it is, the revision and the view that it shows.

    `former` is the view that the message before it showed last: the texts of both count their events from there.
    """

    message_id: int = 0
    revision: int = 0
    former: Any = None
    shown: Any = None


@dataclass(frozen=True)
class _Board:
    """A picture, and the view since which its changes have a halo."""

    before: Any
    drawing: Drawing


class SharedBoards:
    """The boards that are shown just now, and what was shown before."""

    def __init__(self, drawer: Drawer) -> None:
        self.drawer = drawer
        self._boards: dict[_Key, _Board] = {}
        self._shown: dict[int, ShownViews] = {}  # by table; without it, only halos are missing
        self._posted: dict[int, tuple[tuple[int, bytes], ...]] = {}  # by table: revisions with their encoded views
        self._held: dict[tuple[int, int], tuple[tuple[int, bytes], ...]] = {}  # the same by table and seat

    def post(self, live: Live, language: str, before: Any, place: int | None = None) -> Drawing:
        """Have the picture of a table's post drawn; `before` is the view since which changes have a halo.

        `place` is that of the picture of the former post, if that still waited.
        """
        return self._begin((live.info.id, live.revision, language, "normal"), live, before, Urgency.POST, place)

    def letter(self, live: Live, language: str, size: str) -> Drawing:
        """Have the picture of a letter drawn: that of the post, if there is one or will be."""
        key = (live.info.id, live.revision, language, size)
        known = self._boards.get(key)
        # In another language or size there is a picture of its own; where the post was first, it shows the same change.
        seen = self._shown.get(live.info.id, ShownViews())
        before = seen.former if seen.revision == live.revision else seen.shown
        return self._begin(key, live, before if known is None else known.before, Urgency.LETTER)

    def _begin(self, key: _Key, live: Live, before: Any, urgency: Urgency, place: int | None = None) -> Drawing:
        known = self._boards.pop(key, None)
        # One with other halos that has not been begun gets these, for all who share it.
        if (
            known is not None
            and not known.drawing.failed
            and (known.before is before or known.drawing.change(replace(known.drawing.job, before=before)))
        ):
            drawing = known.drawing.share()
            self.drawer.hurry(drawing, urgency, place)
        else:
            job = draw_job(live, "post", None, key[2], key[3])
            drawing = self.drawer.begin(replace(job, before=before, format=Format.LASTING), urgency, place)
        self._boards[key] = _Board(before, drawing)
        while len(self._boards) > MAX_BOARDS:
            del self._boards[next(iter(self._boards))]
        return drawing

    def seen(self, table_id: int, post: Post | None) -> ShownViews:
        """The views of the last two posts of a table; empty if another process has made the last.

        One that another process has edited since shows what is not known here.
        """
        seen = self._shown.get(table_id)
        if seen is None or post is None or seen.message_id != post.message_id:
            return ShownViews()
        return seen if seen.revision == post.revision else replace(seen, shown=None)

    def note_seen(self, live: Live, seen: ShownViews) -> None:
        """Note what the last two posts of a table show."""
        table_id = live.info.id
        self._shown.pop(table_id, None)
        self._shown[table_id] = seen
        posted = self._posted.pop(table_id, ())
        if seen.shown is not None:
            older = tuple(one for one in posted if one[0] < seen.revision)  # a game that was taken back has no later
            posted = (*older, (seen.revision, live.game.encode_view(seen.shown)))[-MAX_FORMER:]
        self._posted[table_id] = posted
        for kept in (self._shown, self._posted):
            while len(kept) > MAX_SHOWN:
                del kept[next(iter(kept))]

    def posted(self, live: Live, revision: int) -> Any:
        """The view that a table's channel showed at a revision; None where this process does not know it (any more)."""
        known = [view for at, view in self._posted.get(live.info.id, ()) if at <= revision]
        return live.game.decode_view(known[-1]) if known else None

    def note_held(self, live: Live, seat: int, view: Any) -> None:
        """Note what a seat sees in its panel, in a game in which it holds something that the others do not see."""
        if not live.game.info.hands or live.half_made:
            return
        key = (live.info.id, seat)
        older = tuple(one for one in self._held.pop(key, ()) if one[0] < live.revision)
        self._held[key] = (*older, (live.revision, live.game.encode_view(view)))[-MAX_PANELS:]
        while len(self._held) > MAX_HELD:
            del self._held[next(iter(self._held))]

    def held(self, live: Live, seat: int, revision: int) -> Any:
        """What a seat saw in its panel at a revision; None where this process does not know it (any more)."""
        known = [view for at, view in self._held.get((live.info.id, seat), ()) if at <= revision]
        return live.game.decode_view(known[-1]) if known else None
