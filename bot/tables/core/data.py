"""Parameters and results of the table service: people, tables, a live game, outcomes. Plain, read-only data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from bot.tables.core.names import distinct_names, letter_of, robot_name, tidy_name, visible
from rendering.words.folding import verbatim
from rules.kernel.game import Game, Position
from rules.kernel.hints import Hint, hint
from rules.kernel.policies import StandingOffer
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.kernel.scoring import Standing
from rules.kernel.steps import Event, Forced
from rules.kernel.supposing import Tried, decline, try_line
from rules.kernel.text import T, Text, player
from storage.persons import NOBODY, is_former, is_robot
from storage.schema import PRIVATE

Phase = Literal["lobby", "running", "finished", "abandoned", "imported"]

LANGUAGES = ("auto", "en", "de")
PICTURE_SIZES = ("small", "normal", "large")
CHANNELS = ("dm", "channel", "none")
CLOCKS = ("none", "soft", "hard")
HINTS = ("auto", "on", "off")


@dataclass(frozen=True)
class Person:
    """A user of Discord who acts. `manages`: may manage the server of the table; `roles` are theirs there."""

    user_id: int
    name: str
    is_bot: bool = False
    manages: bool = False
    roles: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Player:
    """A seat at a table. `seat` is the order of joining in the lobby, and the game's seat once it has started.

    `since` is when the seat got its open prompt (UTC); None if it has none. `name` is empty for a person who asked to
    be forgotten. `robot`: a robot plays; with a `user_id` below 0 for nobody, else for that person, who may take the
    seat back.

    `deadline` is when the table's clock runs out; `overdue`: it has, and the others may vote, as `votes` (seats) have;
    `given_up`: all have voted, and anybody may take the seat. `away` is the last day of a present vacation. `gone`: the
    person has left the server, as far as is known.
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
    level: str = Level.GOOD
    """How well a robot of its own plays (`rules.kernel.robots.Level`)."""
    offered_to: int = NOBODY
    """Somebody to whom the seat is offered (`bot.tables.offers`)."""
    offered_by: int = NOBODY

    @property
    def person(self) -> bool:
        """Whether a person plays here; only persons get notices and are waited for."""
        return not self.robot

    @property
    def bare(self) -> str | Text:
        """The player's own name; for a robot, and for an invisible name, a generic one in the reader's language."""
        if is_robot(self.user_id):
            return robot_name(-self.user_id)
        if visible(self.name):
            return tidy_name(self.name)
        if is_former(self.user_id):
            return T("Former player {n}", n=self.seat + 1)
        return T("Player {n}", n=self.seat + 1)

    def display_name(self, name: str | Text) -> str | Text:
        """Add to the player's name that a robot plays for them, if one does."""
        return T("{name} (robot)", name=name) if self.robot and self.user_id > 0 else name


@dataclass(frozen=True)
class TableInfo:
    """A table without its game: who, where, what, since when. `options` holds what was chosen, not the defaults.

    `revision` counts public changes, `step` the steps of a half-made turn since, which only its player may see.
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
    """Why nothing can be posted in its channel: gone (deleted), shut (not allowed), unmade or private; else empty."""
    hints: str = "auto"
    """Whether players may ask what a robot would do: on, off, or auto (on where a robot of its own plays)."""
    room: str = ""
    """thread or post, where its channel was made for it; see `storage.schema.GameTable`, also for what follows."""
    parent_id: int | None = None
    room_name: str = ""
    renamed_at: datetime | None = None
    why_here: str = ""
    pictures: str = "on"
    seating: tuple[int, ...] = ()
    """The user ids in the order of the seats that the game is to have; empty: they are drawn."""
    sought_in: int | None = None
    """The channel in which a post looks for players."""
    rivals: tuple[Text, ...] = ()
    """The names of opponents whom the rules move, once the game has begun; their seats come after the players'."""
    declined: tuple[int, ...] = ()
    """Who has declined an invitation to the lobby, by user id; they may still join."""

    @property
    def live(self) -> bool:
        """Whether the table occupies its channel: in the lobby or running."""
        return self.phase in {"lobby", "running"}

    @property
    def private(self) -> bool:
        """Whether one person practises here, whom alone it concerns (`bot.tables.practice`)."""
        return self.lost == PRIVATE

    @property
    def waiting(self) -> tuple[Player, ...]:
        """Those who must act, the longest waiting first."""
        open_ = [player for player in self.players if player.since is not None]
        return tuple(sorted(open_, key=lambda player: (player.since, player.seat)))

    @cached_property
    def names(self) -> list[str | Text]:
        """The display names by seat, for `rendering.words.Words`; seats of equal names have their letters added."""
        apart, _ = self._apart
        seated = [player.display_name(name) for player, name in zip(self.players, apart, strict=False)]
        return [*seated, *apart[len(seated) :]]

    @property
    def people(self) -> list[str | Text]:
        """The names by seat of whose the seats are, also where a robot plays for them."""
        return self._apart[0]

    @cached_property
    def _apart(self) -> tuple[list[str | Text], set[int]]:
        return distinct_names([*(player.bare for player in self.players), *self.rivals])

    def mention(self, seat: int) -> Text:
        """Mention the person in a seat; with the seat's letter if another has the same name. A robot is only named."""
        if self.players[seat].user_id <= 0:
            return player(seat)
        _, lettered = self._apart
        letter = f" ({letter_of(seat)})" if seat in lettered else ""
        return verbatim(f"<@{self.players[seat].user_id}>{letter}")

    @property
    def hinted(self) -> bool:
        """Whether players may ask what a robot would do."""
        return self.hints == "on" or (self.hints == "auto" and any(is_robot(player.user_id) for player in self.players))

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
    """Hash a prompt to 10 characters (a-z and 0-9), for the custom_ids of a panel's buttons.

    Prompts of equal fingerprints are of the same seat and have the same text and options. A sealed answer does not
    change the fingerprint.
    """
    asked = msgspec.structs.replace(prompt, answered=None)
    return blake2b(msgspec.msgpack.encode(asked), digest_size=5).hexdigest()


def fingerprint_of(prompts: Sequence[Prompt], seat: int) -> str | None:
    """The fingerprint of a seat's prompt; None if it has none."""
    return next((fingerprint(prompt) for prompt in prompts if prompt.seat == seat), None)


@dataclass(frozen=True)
class Ahead:
    """The prompt that a seat would have after some answers; `forced` are the answers forced by the last of them.

    `others`: it would have none yet, as others must answer first in the middle of its turn.
    """

    prompt: Prompt | None
    forced: tuple[Forced, ...] = field(default=(), repr=False)
    others: bool = False


@dataclass(frozen=True)
class Live:
    """A started game as it stands (running, finished or abandoned), read at one revision.

    `prompts` are those of all seats: show a person only their own (`prompt_of`). The position is private; a seat sees
    its `view`. During a half-made turn all other seats see the position before it, and its prompts
    (`public_prompts`).
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
        """The revision; custom_ids carry it."""
        return self.info.revision

    @property
    def step(self) -> int:
        """The step of a half-made turn; only custom_ids of its own seat carry it."""
        return self.info.step

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, if they have one."""
        return self.info.seat_of(user_id)

    def prompt_of(self, seat: int) -> Prompt | None:
        """The prompt of a seat: open, or with a sealed answer (`answered`) that may be changed."""
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    @property
    def half_made(self) -> bool:
        """Whether there is a half-made turn."""
        return self._public is not None

    @property
    def robots_asked(self) -> bool:
        """Whether paused robots are about to play on."""
        return any(self.info.players[seat].robot for seat in self.waiting)

    @property
    def public_prompts(self) -> tuple[Prompt, ...]:
        """The prompts that everybody may know of, by seat."""
        return self.prompts if self._public_prompts is None else self._public_prompts

    def public_prompt_of(self, seat: int) -> Prompt | None:
        """The prompt of a seat that everybody may know of."""
        return next((prompt for prompt in self.public_prompts if prompt.seat == seat), None)

    def view(self, seat: int | None) -> Any:
        """The state as a seat (None: an onlooker) may see it, without hidden information."""
        return self.game.view(self._seen_by(seat), seat)

    @property
    def round(self) -> int:
        """The round that is played, as everybody knows it (`Game.round`)."""
        return self.game.round(self._seen_by(None).state)

    def alerts(self, seat: int | None) -> Sequence[Text]:
        """What nobody may overlook now, as a seat (None: everybody) sees it."""
        if type(self.game).alerts is Game.alerts:  # a game that never says any: a view would be copied for nothing
            return ()
        return self.game.alerts(self.view(seat), seat)

    def standing_offers(self, prompt: Prompt) -> Sequence[StandingOffer]:
        """Policies that would answer a prompt of its seat."""
        if type(self.game).standing_offers is Game.standing_offers and prompt.only is None:
            return ()  # a view would be copied for nothing
        return self.game.standing_offers(self.view(prompt.seat), prompt)

    @property
    def gathers(self) -> bool:
        """Whether the turns of now are told in one post, until the next heading."""
        # Where a game never does, a view would be copied for nothing.
        return type(self.game).gathers is not Game.gathers and self.game.gathers(self.view(None))

    def _seen_by(self, seat: int | None) -> Position[Any, Any]:
        return self._position if self._public is None or seat in self.waiting else self._public

    def after(self, seat: int, answers: Sequence[Sequence[str]], *, suppose: bool = False) -> Ahead:
        """Look ahead: the prompt that a seat would have after these answers of its own.

        None after a barrier (chance, something revealed), or if others decide first. With `suppose`, as if those others
        declined their prompts in the middle of the seat's turn.

        Raises:
            NotAsked, IllegalAnswer: of the rules, as `Tables.answer`.

        """
        ahead = self.game.decode(self.game.encode(self._position))
        forced: list[Forced] = []
        others = False
        for picks in answers:
            if suppose and not decline(self.game, ahead, seat):
                return Ahead(None)
            outcome = self.game.answer(ahead, seat, picks)
            if outcome.barrier:
                return Ahead(None)
            others = not outcome.turn_over
            forced = [one for one in outcome.forced if one.seat == seat]
        if suppose and not decline(self.game, ahead, seat):
            return Ahead(None)
        prompt = next((one for one in self.game.prompts(ahead) if one.seat == seat and one.answered is None), None)
        return Ahead(prompt, tuple(forced), others=prompt is None and others and not self.game.over(ahead))

    def tried(self, seat: int, key: str, answers: Sequence[Sequence[str]], draws: int = 0) -> Tried:
        """Try a line of a seat's answers over a guess, by a secret `key`, of what the seat does not know."""
        here = self.game.copy(self._seen_by(seat))
        return try_line(self.game, here, seat, Rng(key), answers, draws=draws)

    def hint(self, seat: int) -> Hint | None:
        """What a strong robot would do for a seat, of what the seat knows. Raises NotAsked."""
        return hint(self.game, self.game.copy(self._seen_by(seat)), seat)

    def supposed(self, seat: int, position: Position[Any, Any] | None, prompt: Prompt | None) -> Live:
        """A copy in which a position of supposed turns is what a seat sees, and the real one what everybody does."""
        return replace(
            self,
            prompts=() if prompt is None else (prompt,),
            waiting=(seat,),
            _position=self._position if position is None else position,
            _public=self._public or self._position,
            _public_prompts=self.public_prompts,
        )

    def scores(self, seat: int | None) -> list[Standing]:
        """The scores by seat, as visible to a seat (None: an onlooker); the final ones at the end."""
        if self.over:
            return self.standings
        return self.game.standings(msgspec.structs.replace(self._seen_by(seat), state=self.view(seat)))

    @cached_property
    def standings(self) -> list[Standing]:
        """The scores by seat, as if the game ended now; includes hidden information."""
        return self.game.standings(self._position)


@dataclass(frozen=True)
class Played:
    """The outcome of an answer.

    `events` are those that the answering seat may know, of which the first `own` are of its answers themselves, and
    `public` those that everybody may. `before` is the revision that it was applied to, `live` the game after it.
    `repeated`: it had been given before (a double press), and nothing was done. `newly_asked` are the other seats that
    must act now and did not have to before. `rest_waits`: some of the rest of a typed line is planned and waits for
    others. `panel` is the seat's panel now, if it was read with the answer.
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
    own: int = 0

    @property
    def after(self) -> int:
        """The revision that it led to."""
        return self.live.revision

    @property
    def prompt(self) -> Prompt | None:
        """The next prompt of the seat that answered."""
        return self.live.prompt_of(self.seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.live.over


@dataclass(frozen=True)
class Undoable:
    """An answer that its seat may take back: the text of its prompt, and its picks.

    `sequence` identifies it in the log; `place` identifies it without revealing the length of the log. `steps` counts
    the answers that could be taken back one after the other, this one included.
    """

    seat: int
    sequence: int
    question: Text
    picks: tuple[str, ...] = field(repr=False)
    steps: int = 1
    place: str = ""


@dataclass(frozen=True)
class Undone:
    """The outcome of an undo; `back_to` is the text of the prompt that is open again.

    `dropped` tells the person which of their plans fell with it.
    """

    seat: int
    live: Live
    back_to: Text
    answers: int
    dropped: Text | None = None


@dataclass(frozen=True)
class LogEntry:
    """An entry of a table's log as visible to a reader. `by` is an `Answerer`, or empty.

    A policy or a plan of another seat is shown only if a public event says so: it might reveal a hand.

    `revision` is the one with which it became visible to the reader. `step` is that of a half-made turn of their own.
    `events` are the visible ones, so it may be empty. `taken_back` entries do not stand any more.
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
    """What the panel of a seat shows. `log` are the visible entries of the last revisions, if asked for.

    `planned`: the seat has plans that wait. `note` is the private one of its person.
    """

    live: Live
    seat: int
    back: Undoable | None
    log: tuple[LogEntry, ...] = field(repr=False)
    planned: bool = False
    note: str = field(default="", repr=False)


@dataclass(frozen=True)
class Turn:
    """An answer that stands. `number` counts them from 1; `round` and `phase` are those of its prompt.

    `done` is what was done by it, or by the step of the turn that it was a part of, as everybody was told; None where
    nothing was.

    `revision` is the one with which it became public, and `by` the answerer as far as everybody may know.
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
    done: Text | None = None


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
    """The open vote of a table on a rewind to before a turn, identified by `revision`.

    `agreed` are the seats that agree, the one that asked first; `missing` those that have not voted.
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
class Wish:
    """What a person wants at one table: see `storage.schema.TableWish`."""

    notices: str = ""
    muted_round: int | None = None
    told_after: int | None = None
    note: str = field(default="", repr=False)


@dataclass(frozen=True)
class Preferences:
    """The settings of a person. `language` is one of LANGUAGES, `picture` one of PICTURE_SIZES.

    `locale` is that of their Discord when they last acted. `notices` is one of CHANNELS; `quiet_from` and `quiet_to`
    are minutes after midnight in the IANA time zone `zone` (empty: UTC); `remind_hours` overrides a table's.
    A vacation lasts from the beginning of `away_first` (ISO; empty: now), which is `away_from`, until the morning after
    `away_day` (empty: none), which is `away_until`, in that zone. `away_robot`: robots play for them meanwhile.
    `hours_asked`: whether they were asked for their hours (see `storage.schema.Preference`). `digest_at`: minutes after
    midnight of the one message a day about all that waits; `tells_next`: they are told that their turn comes next.
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
    away_from: datetime | None = None
    away_first: str = ""
    away_robot: bool = False
    hours_asked: str = ""
    muted: bool = False
    digest_at: int | None = None
    tells_next: bool = False


@dataclass(frozen=True)
class Post:
    """A message of ours that shows a table, such as the lobby or the table message, which are edited in place."""

    table_id: int
    kind: str
    channel_id: int
    message_id: int
    revision: int
    at: datetime
