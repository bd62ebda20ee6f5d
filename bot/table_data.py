"""What the Table service takes and gives: people, tables, a live game, what an answer led to. Plain, read-only data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from rules.kernel.game import Game, Position, Standing
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Event
from rules.kernel.text import Text

Phase = Literal["lobby", "running", "finished", "abandoned"]

LANGUAGES = ("auto", "en", "de")
PICTURE_SIZES = ("small", "normal", "large")


@dataclass(frozen=True)
class Person:
    """Somebody who does something, as Discord tells of them. `manages`: may manage the server of the table."""

    user_id: int
    name: str
    is_bot: bool = False
    manages: bool = False


@dataclass(frozen=True)
class Player:
    """Somebody at a table. `seat` is the order of joining in the lobby, and the game's seat once it has started.

    `since` is when the seat's open question was put to it (UTC); None where nothing is asked of it. `name` is empty
    for a person who asked to be forgotten.
    """

    seat: int
    user_id: int
    name: str
    since: datetime | None = None


@dataclass(frozen=True)
class TableInfo:
    """A table without its game: who, where, what, since when. `options` holds what was chosen, not the defaults."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    options: dict[str, str]
    phase: Phase
    revision: int
    owner_id: int
    players: tuple[Player, ...]
    invited: tuple[int, ...]
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def live(self) -> bool:
        """Whether the table holds its channel: in the lobby or running."""
        return self.phase in {"lobby", "running"}

    @property
    def waiting(self) -> tuple[Player, ...]:
        """Those who must act, the longest waiting first."""
        open_ = [player for player in self.players if player.since is not None]
        return tuple(sorted(open_, key=lambda player: (player.since, player.seat)))

    @property
    def names(self) -> list[str]:
        """The players' names by seat, for `rendering.words.Words`."""
        return [player.name or f"#{player.seat + 1}" for player in self.players]

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, if they have one."""
        return next((player.seat for player in self.players if player.user_id == user_id), None)

    def manages(self, person: Person) -> bool:
        """Whether a person may manage this table."""
        return person.manages or person.user_id == self.owner_id


def mark(prompt: Prompt) -> str:
    """Give a short mark (10 characters, a-z and 0-9) of what a prompt asks, for a panel's buttons to carry.

    Two prompts with the same mark ask the same seat the same thing with the same choices. A sealed answer given
    meanwhile does not change it.
    """
    asked = msgspec.structs.replace(prompt, answered=None)
    return blake2b(msgspec.msgpack.encode(asked), digest_size=5).hexdigest()


@dataclass(frozen=True)
class Ahead:
    """What would be asked of a seat after some answers; `forced` are its picks that the last of them has led to."""

    prompt: Prompt | None
    forced: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Live:
    """A started game as it stands (running, finished or abandoned), read at one revision.

    `prompts` are those of all seats: show a person only their own (`prompt_of`). The position is kept inside;
    what a seat may see of it is `view`.
    """

    info: TableInfo
    game: Game[Any, Any] = field(repr=False)
    prompts: tuple[Prompt, ...] = field(repr=False)
    waiting: tuple[int, ...]
    over: bool
    _position: Position[Any, Any] = field(repr=False, compare=False)

    @property
    def revision(self) -> int:
        """The revision that this is; buttons carry it."""
        return self.info.revision

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, if they have one."""
        return self.info.seat_of(user_id)

    def prompt_of(self, seat: int) -> Prompt | None:
        """What is asked of a seat now: an open question, or a sealed answer (`answered`) that may be changed."""
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    def view(self, seat: int | None) -> Any:
        """Everything that a seat (None: an onlooker) may know: the game's state with the rest taken out."""
        return self.game.view(self._position, seat)

    def after(self, seat: int, answers: Sequence[Sequence[str]]) -> Ahead:
        """Tell what would be asked of a seat after these answers of its own, without giving them.

        Nothing where that is not the seat's to know: chance is asked, something is revealed, or others decide first.

        Raises:
            NotAsked, IllegalAnswer: of the rules, as `Tables.answer`.

        """
        ahead = self.game.decode(self.game.encode(self._position))
        forced: list[str] = []
        for picks in answers:
            outcome = self.game.answer(ahead, seat, picks)
            if outcome.barrier:
                return Ahead(None)
            forced = [pick for one in outcome.forced if one.seat == seat for pick in one.picks]
        prompt = next((one for one in self.game.prompts(ahead) if one.seat == seat and one.answered is None), None)
        return Ahead(prompt, tuple(forced))

    def scores(self, seat: int | None) -> list[Standing]:
        """Every seat's score in seat order as a seat (None: an onlooker) can count it; the true ones at the end."""
        if self.over:
            return self.standings
        return self.game.standings(msgspec.structs.replace(self._position, state=self.view(seat)))

    @cached_property
    def standings(self) -> list[Standing]:
        """Every seat's score in seat order, as if the game ended now. May tell what only the seat itself knows."""
        return self.game.standings(self._position)


@dataclass(frozen=True)
class Played:
    """What an answer led to.

    `events` are those that the answering seat may know, `public` those that everybody may. `before` is the revision
    that it was applied to, `live` the game after it. `repeated`: the same had been answered before (a double press),
    nothing was done again. `newly_asked` are the other seats that must act now and did not have to before.
    """

    seat: int
    before: int
    live: Live
    events: tuple[Event, ...] = field(repr=False)
    public: tuple[Event, ...] = field(repr=False)
    newly_asked: tuple[int, ...] = ()
    repeated: bool = False

    @property
    def after(self) -> int:
        """The revision that it led to."""
        return self.live.revision

    @property
    def prompt(self) -> Prompt | None:
        """What is asked of the seat that answered now."""
        return self.live.prompt_of(self.seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.live.over


@dataclass(frozen=True)
class Undoable:
    """An answer that its seat may take back: the question that it goes back to, and what had been picked."""

    seat: int
    question: Text
    picks: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class Undone:
    """What was taken back, and the game after it; `back_to` is the question that is open again."""

    seat: int
    live: Live
    back_to: Text
    answers: int


@dataclass(frozen=True)
class Told:
    """One entry of a table's log as a reader may know it. `by` is player, policy or robot, or empty at the start.

    `events` holds only what the reader may know, so it may be empty. `taken_back` entries stand no more.
    """

    sequence: int
    revision: int
    at: datetime
    kind: Literal["start", "answer", "undo", "replace", "abandon"]
    seat: int | None
    by: str
    events: tuple[Event, ...]
    taken_back: bool = False


@dataclass(frozen=True)
class Waiting:
    """A table that waits for a person: since when (UTC), and what it asks."""

    info: TableInfo
    seat: int
    since: datetime
    task: Text


@dataclass(frozen=True)
class Preferences:
    """How a person wants to be served. `language` is one of LANGUAGES, `picture` one of PICTURE_SIZES."""

    language: str = "auto"
    picture: str = "normal"


@dataclass(frozen=True)
class Post:
    """A message of ours that belongs to a table: the lobby or table message that is edited in place, say."""

    table_id: int
    kind: str
    channel_id: int
    message_id: int
    revision: int
    at: datetime
