"""What the Table service takes and gives: people, tables, a live game, what an answer led to. Plain, read-only data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from bot.tables.core.names import distinct_names, letter_of, tidy_name, visible
from rendering.words.folding import verbatim
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Prompt
from rules.kernel.scoring import Standing
from rules.kernel.steps import Event, Forced
from rules.kernel.text import T, Text

Phase = Literal["lobby", "running", "finished", "abandoned"]

LANGUAGES = ("auto", "en", "de")
PICTURE_SIZES = ("small", "normal", "large")
CHANNELS = ("dm", "channel", "none")
CLOCKS = ("none", "soft", "hard")
FIRST_ROBOT = "R"
"""The letter of the first robot, which no seat has: pictures and maps call the seats by A to F."""


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
    for a person who asked to be forgotten. `robot`: a robot plays; a `user_id` below 0 is nobody, otherwise the robot
    plays for that person, who may take the seat back.

    `deadline` is when the table's clock runs out; `overdue`: it has, and the others may vote, as `votes` (seats) have;
    `given_up`: they have, and anybody may take the seat. `away` is the last day of a vacation that lasts. `gone`: the
    person has left the server, as far as we know.
    """

    seat: int
    user_id: int
    name: str
    since: datetime | None = None
    robot: bool = False
    deadline: datetime | None = None
    overdue: bool = False
    given_up: bool = False
    votes: tuple[int, ...] = ()
    away: date | None = None
    gone: bool = False

    @property
    def person(self) -> bool:
        """Whether a person plays here; only they are asked, called and waited for."""
        return not self.robot

    @property
    def bare(self) -> str | Text:
        """The player's name: a robot's as such in the reader's language; of which nothing can be seen, the seat's."""
        if self.user_id < 0:
            return T("Robot {letter}", letter=chr(ord(FIRST_ROBOT) - 1 - self.user_id))
        return tidy_name(self.name) if visible(self.name) else T("Player {n}", n=self.seat + 1)

    def display_name(self, name: str | Text) -> str | Text:
        """How the player of this name is called: where a robot plays for a person, that is said."""
        return T("{name} (robot)", name=name) if self.robot and self.user_id > 0 else name


@dataclass(frozen=True)
class TableInfo:
    """A table without its game: who, where, what, since when. `options` holds what was chosen, not the defaults.

    `revision` counts what everybody may know of, `step` what somebody has done since in a half-made turn: that is for
    nobody else to see.
    """

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
    remind_hours: int = 24
    reminders: int = 5
    clock: str = "none"
    clock_hours: int = 72
    rewind_hours: int = 24
    """How long the others have to agree to going back."""
    step: int = 0
    lost: str = ""
    """Why nothing can be posted in its channel: gone (deleted) or shut (not allowed); empty where it can be."""

    @property
    def live(self) -> bool:
        """Whether the table holds its channel: in the lobby or running."""
        return self.phase in {"lobby", "running"}

    @property
    def waiting(self) -> tuple[Player, ...]:
        """Those who must act, the longest waiting first."""
        open_ = [player for player in self.players if player.since is not None]
        return tuple(sorted(open_, key=lambda player: (player.since, player.seat)))

    @cached_property
    def names(self) -> list[str | Text]:
        """The players' names by seat, for `rendering.words.Words`; two of one name have the letters of their seats."""
        apart, _ = self._apart
        return [player.display_name(name) for player, name in zip(self.players, apart, strict=True)]

    @cached_property
    def _apart(self) -> tuple[list[str | Text], set[int]]:
        return distinct_names([player.bare for player in self.players])

    def mention(self, seat: int) -> Text:
        """Mention the person in a seat; with its letter, where another has the same name."""
        _, lettered = self._apart
        letter = f" ({letter_of(seat)})" if seat in lettered else ""
        return verbatim(f"<@{self.players[seat].user_id}>{letter}")

    @property
    def persons(self) -> tuple[Player, ...]:
        """The players that are persons; robots agree to everything."""
        return tuple(player for player in self.players if player.person)

    @property
    def voters(self) -> tuple[Player, ...]:
        """The persons whom a vote waits for."""
        return tuple(player for player in self.persons if not player.gone)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, if they have one."""
        return next((player.seat for player in self.players if player.user_id == user_id), None)

    def manages(self, person: Person) -> bool:
        """Whether a person may manage this table."""
        return person.manages or person.user_id == self.owner_id


def fingerprint(prompt: Prompt) -> str:
    """Give a short mark (10 characters, a-z and 0-9) of what a prompt asks, for a panel's buttons to carry.

    Two prompts with the same mark ask the same seat the same thing with the same choices. A sealed answer given
    meanwhile does not change it.
    """
    asked = msgspec.structs.replace(prompt, answered=None)
    return blake2b(msgspec.msgpack.encode(asked), digest_size=5).hexdigest()


def fingerprint_of(prompts: Sequence[Prompt], seat: int) -> str | None:
    """Mark what a seat is asked; None where it is asked nothing."""
    return next((fingerprint(prompt) for prompt in prompts if prompt.seat == seat), None)


@dataclass(frozen=True)
class Ahead:
    """What would be asked of a seat after some answers; `forced` are those that the last of them has led to.

    `others`: it would be asked nothing yet, for others must answer in the middle of its turn.
    """

    prompt: Prompt | None
    forced: tuple[Forced, ...] = field(default=(), repr=False)
    others: bool = False


@dataclass(frozen=True)
class Live:
    """A started game as it stands (running, finished or abandoned), read at one revision.

    `prompts` are those of all seats: show a person only their own (`prompt_of`). The position is kept inside;
    what a seat may see of it is `view`. Where the seat that is waited for has a half-made turn, all others see the
    position before it, and what was asked then (`public_prompts`).
    """

    info: TableInfo
    game: Game[Any, Any] = field(repr=False)
    prompts: tuple[Prompt, ...] = field(repr=False)
    waiting: tuple[int, ...]
    over: bool
    _position: Position[Any, Any] = field(repr=False, compare=False)
    _public: Position[Any, Any] | None = field(default=None, repr=False, compare=False)
    _public_prompts: tuple[Prompt, ...] | None = field(default=None, repr=False)

    @property
    def revision(self) -> int:
        """The revision that this is; buttons carry it."""
        return self.info.revision

    @property
    def step(self) -> int:
        """How far the seat that makes a turn in secret has come since; only its own buttons carry that."""
        return self.info.step

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, if they have one."""
        return self.info.seat_of(user_id)

    def prompt_of(self, seat: int) -> Prompt | None:
        """What is asked of a seat now: an open question, or a sealed answer (`answered`) that may be changed."""
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    @property
    def half_made(self) -> bool:
        """Whether the seat that is waited for is in the middle of a turn that nobody else knows of yet."""
        return self._public is not None

    @property
    def robots_asked(self) -> bool:
        """Whether robots are about to play on, which have let others go first."""
        return any(self.info.players[seat].robot for seat in self.waiting)

    @property
    def public_prompts(self) -> tuple[Prompt, ...]:
        """What is asked as far as everybody may know, by seat."""
        return self.prompts if self._public_prompts is None else self._public_prompts

    def public_prompt_of(self, seat: int) -> Prompt | None:
        """What is asked of a seat as far as the others know."""
        return next((prompt for prompt in self.public_prompts if prompt.seat == seat), None)

    def view(self, seat: int | None) -> Any:
        """Everything that a seat (None: an onlooker) may know: the game's state with the rest taken out."""
        return self.game.view(self._seen_by(seat), seat)

    def _seen_by(self, seat: int | None) -> Position[Any, Any]:
        return self._position if self._public is None or seat in self.waiting else self._public

    def after(self, seat: int, answers: Sequence[Sequence[str]], *, suppose: bool = False) -> Ahead:
        """Tell what would be asked of a seat after these answers of its own, without giving them.

        Nothing where that is not the seat's to know: chance is asked, something is revealed, or others decide first.
        With `suppose`, as if those others declined what they are asked in the middle of the seat's turn.

        Raises:
            NotAsked, IllegalAnswer: of the rules, as `Tables.answer`.

        """
        ahead = self.game.decode(self.game.encode(self._position))
        forced: list[Forced] = []
        others = False
        for picks in answers:
            if suppose and not self._others_decline(ahead, seat):
                return Ahead(None)
            outcome = self.game.answer(ahead, seat, picks)
            if outcome.barrier:
                return Ahead(None)
            others = not outcome.turn_over
            forced = [one for one in outcome.forced if one.seat == seat]
        if suppose and not self._others_decline(ahead, seat):
            return Ahead(None)
        prompt = next((one for one in self.game.prompts(ahead) if one.seat == seat and one.answered is None), None)
        return Ahead(prompt, tuple(forced), others=prompt is None and others and not self.game.over(ahead))

    def _others_decline(self, ahead: Position[Any, Any], seat: int) -> bool:
        """Let others answer with the last legal option, which declines, until the seat is asked; whether it is then."""
        for _ in range(len(self.info.players) * 4):
            prompts = [one for one in self.game.prompts(ahead) if one.answered is None]
            if any(one.seat == seat for one in prompts):
                return True
            if not prompts:
                return False
            legal = [option.id for option in prompts[0].legal]
            outcome = self.game.answer(ahead, prompts[0].seat, legal[len(legal) - prompts[0].at_least :])
            if outcome.barrier or outcome.turn_over:
                return False
        return False

    def scores(self, seat: int | None) -> list[Standing]:
        """Every seat's score in seat order as a seat (None: an onlooker) can count it; the true ones at the end."""
        if self.over:
            return self.standings
        return self.game.standings(msgspec.structs.replace(self._seen_by(seat), state=self.view(seat)))

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
    `rest_waits`: some of the rest of a typed line is planned and waits for others. `panel` is what the seat is shown
    now, where that was read with the answer.
    """

    seat: int
    before: int
    live: Live
    events: tuple[Event, ...] = field(repr=False)
    public: tuple[Event, ...] = field(repr=False)
    newly_asked: tuple[int, ...] = ()
    repeated: bool = False
    rest_waits: bool = False
    panel: Panel | None = field(default=None, repr=False)

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
    """An answer that its seat may take back: the question that it goes back to, and what had been picked.

    `sequence` is its place in the log, by which it is told from another answer that picked the same; `place` tells it
    from others without saying how much has been logged. `steps` counts the answers that could be taken back one after
    the other, this one included.
    """

    seat: int
    sequence: int
    question: Text
    picks: tuple[str, ...] = field(repr=False)
    steps: int = 1
    place: str = ""


@dataclass(frozen=True)
class Undone:
    """What was taken back, and the game after it; `back_to` is the question that is open again."""

    seat: int
    live: Live
    back_to: Text
    answers: int


@dataclass(frozen=True)
class LogEntry:
    """One entry of a table's log as a reader may know it. `by` is player, policy, premove, robot or clock, or empty.

    Of other seats a policy or a plan is told only where the events say so: elsewhere it might give away a hand.

    `revision` is the one since which the reader may know of it. `step` counts on from there what they have done in a
    half-made turn of their own. `events` holds only what the reader may know, so it may be empty. `taken_back` entries
    stand no more.
    """

    sequence: int
    revision: int
    step: int
    at: datetime
    kind: Literal[
        "start",
        "answer",
        "undo",
        "replace",
        "overdue",
        "given_up",
        "abandon",
        "vote",
        "rewind",
        "rules",
        "move",
        "robot",
        "dropped",
    ]
    seat: int | None
    by: str
    events: tuple[Event, ...]
    taken_back: bool = False


@dataclass(frozen=True)
class Panel:
    """A seat's side of a table. `log` is what the seat may know of the last revisions, if asked for.

    `planned`: answers wait that the seat has planned.
    """

    live: Live
    seat: int
    back: Undoable | None
    log: tuple[LogEntry, ...] = field(repr=False)
    planned: bool = False


@dataclass(frozen=True)
class Turn:
    """One answer that stands. `number` counts them from 1; `round` and `phase` head the time when it was asked for.

    `revision` is the one since which everybody may know of it, and `by` says who answered as far as everybody may know.
    """

    number: int
    sequence: int
    revision: int
    at: datetime
    seat: int
    by: str
    question: Text
    round: Text | None = None
    phase: Text | None = None


@dataclass(frozen=True)
class Turns:
    """The turns of a game that can be gone back to or looked at: those after turn `first`, in order.

    `first` is 0, the start, unless the rules have changed under the game.
    """

    info: TableInfo
    turns: tuple[Turn, ...] = field(repr=False)
    first: int = 0

    @property
    def last(self) -> int:
        """The number of the newest turn."""
        return self.first + len(self.turns)

    def turn(self, number: int) -> Turn | None:
        """The turn of a number."""
        at = number - self.first - 1
        return self.turns[at] if 0 <= at < len(self.turns) else None


@dataclass(frozen=True)
class Past:
    """The game as it was after a turn (None: at the start). `events` are that turn's, as far as the reader may know."""

    live: Live
    number: int
    first: int
    last: int
    turn: Turn | None
    events: tuple[Event, ...] = field(repr=False)


@dataclass(frozen=True)
class Vote:
    """The open vote of a table on going back to before a turn. `revision` tells it from others.

    `agreed` are the seats that agree, whoever asked first; `missing` those that must still say so.
    """

    info: TableInfo
    revision: int
    turn: Turn | None
    asked_by: int | None
    agreed: tuple[int, ...]
    missing: tuple[int, ...]
    due_at: datetime


@dataclass(frozen=True)
class Waiting:
    """A table that waits for a person: since when (UTC), and what it asks."""

    info: TableInfo
    seat: int
    since: datetime
    task: Text


@dataclass(frozen=True)
class Preferences:
    """How a person wants to be served. `language` is one of LANGUAGES, `picture` one of PICTURE_SIZES.

    `locale` is what their Discord last spoke. `notices` is one of CHANNELS; `quiet_from` and `quiet_to` are minutes
    after midnight in the IANA time zone `zone` (empty: UTC); `remind_hours` takes the place of a table's.
    A vacation lasts until the end of `away_day` (ISO; empty: none) in that zone, which is `away_until`.
    """

    language: str = "auto"
    picture: str = "normal"
    locale: str = ""
    zone: str = ""
    quiet_from: int | None = None
    quiet_to: int | None = None
    notices: str = "dm"
    remind_hours: int | None = None
    away_until: datetime | None = None
    away_day: str = ""
    muted: bool = False


@dataclass(frozen=True)
class Post:
    """A message of ours that belongs to a table: the lobby or table message that is edited in place, say."""

    table_id: int
    kind: str
    channel_id: int
    message_id: int
    revision: int
    at: datetime
