"""Films of games that are over: made frame by frame, in the drawing processes, when nothing else is to be drawn.

What a film shows is what onlookers saw. One that fails costs nothing: the last post of a game goes without.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.tables.core.errors import DatabaseAway, TableError
from bot.tables.history import Reel
from bot.tables.service import Tables
from bot.views.localizer import Localizer
from bot.views.pictures import SKY
from rendering.film import MAX_FRAMES, Scores, assemble
from rendering.jobs import FRAME, DrawJob, Drawn
from rendering.pool import Drawer, Drawing, Urgency
from rendering.registry import PICTURES
from rendering.words import Words
from rules.kernel.text import TN

log = logging.getLogger(__name__)

MAX_KEPT = 2
"""Number of films that are kept, of eight megabytes at most."""

_Key = tuple[int, str, tuple[str, ...]]
"""A table, a language and the names of its seats: somebody who was forgotten stays in no film."""


class Films:
    """Makes films, one after the other, and keeps the last ones."""

    def __init__(self, tables: Tables, drawer: Drawer) -> None:
        self._tables = tables
        self._drawer = drawer
        self._films: dict[_Key, Drawing] = {}
        self._making = asyncio.Lock()

    def has_film(self, game: str) -> bool:
        """Whether there are films of a game."""
        return self._drawer.draws and game in PICTURES

    def begin(self, reel: Reel, language: str) -> Drawing:
        """Have the film of a game made, unless it is being made or kept."""
        key = (reel.info.id, language, tuple(one.name for one in reel.info.players))
        film = self._films.pop(key, None)
        if film is None or film.failed:
            film = Drawing(DrawJob(reel.info.game, "film", None, language, ()), Urgency.FILM)
            asyncio.create_task(self._make(film, reel, language), name="orrery-film").add_done_callback(_look)
        else:
            film.share()
        self._films[key] = film
        while len(self._films) > MAX_KEPT:
            del self._films[next(iter(self._films))]
        return film

    async def of_last_post(self, table_id: int, language: str) -> Drawing | None:
        """Have the film made that comes with the last post of a game; None if there is none (the log tells)."""
        try:
            return self.begin(await self._tables.history.reel(table_id, MAX_FRAMES), language)
        except DatabaseAway:
            raise
        except TableError as error:
            log.info("There is no film of table %d: %s", table_id, type(error).__name__)
        except Exception:  # the last post goes without
            log.exception("There is no film of table %d", table_id)
        return None

    async def _make(self, film: Drawing, reel: Reel, language: str) -> None:
        try:
            async with self._making:
                film.end(await self._made(film, reel, language))
        except Exception:  # as with any other picture
            log.exception("The film of table %d could not be made", reel.info.id)
        finally:
            film.end(None)

    async def _made(self, film: Drawing, reel: Reel, language: str) -> Drawn | None:
        names = tuple(Localizer(language, reel.info.names).players)
        job = DrawJob(reel.info.game, FRAME, None, language, names, seed=SKY)
        frames: list[bytes] = []
        for index, scores in enumerate(await asyncio.to_thread(_scores, reel)):
            if film.done:  # nobody wants it any more
                return None
            drawn = await self._drawer.draw(replace(job, view=reel.view(index), scores=scores), Urgency.FILM)
            if drawn is not None:  # else it lacks one frame
                frames.append(drawn.data)
        if not frames:
            return None
        said = TN("The course of the game in one picture.", "The course of the game in {n} pictures.", len(frames))
        data = await asyncio.to_thread(assemble, frames)
        return Drawn(data, "film.webp", Words(language, names).say(said))


def _scores(reel: Reel) -> list[Scores]:
    """What each frame of a film shows of the scores; in the middle of a round what everybody has then."""
    noted = [reel.game.scores(reel.view(index)) for index in range(len(reel.positions))]
    rounds, done = tuple(map(tuple, noted[-1])), [len(one) for one in noted]
    found: list[Scores] = []
    for index, shown in enumerate(done):
        first = done.index(shown)
        if index == first or index == len(done) - 1:
            found.append(Scores(rounds, shown))
        else:
            found.append(Scores(rounds, shown, reel.now(index), (index - first) / done.count(shown)))
    return found


def _look(task: asyncio.Task[None]) -> None:
    """Take note of what became of a task, so that nothing is said of it at its end."""
    if not task.cancelled():
        task.exception()
