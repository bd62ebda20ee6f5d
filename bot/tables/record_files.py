"""Records as files: what a table gives out, and what somebody brings back. Everything in a file is hostile input.

A file is read in a thread, which takes no lock and no transaction: it is bounded in length, in how many answers it has,
and in time. Nothing of it is kept but what the rules, as they are now, have accepted answer by answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from time import monotonic
from typing import Any

import msgspec

from bot.tables.core.codecs import QUESTIONS
from bot.tables.core.errors import BadRecord
from bot.tables.core.events import encode_events
from bot.tables.core.names import NAME_LENGTH, ROBOTS, tidy_name, visible
from rules.kernel.codec import Codec
from rules.kernel.errors import NotLoaded, RulesError
from rules.kernel.game import Game
from rules.kernel.record import Answer, Record
from rules.kernel.rng import Rng
from rules.kernel.text import T, Text
from storage.persons import former, is_robot
from storage.schema import LogRow, Seat

MAX_BYTES = 1_000_000
"""Length of a file; whole games of the most players take up to 45 kilobytes."""
MAX_ANSWERS = 10_000
MAX_PICKS = 200
"""Picks of one answer."""
MAX_PICK = 200
"""Characters of a pick, of an option or of its value."""
MAX_SECONDS = 30.0
"""How long a record may take to be played again."""
_KEY = re.compile(r"[0-9a-f]{32}", re.ASCII)


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat in a seat: a name as everybody at the table saw it, or the number of a robot."""

    name: str = ""
    robot: int = 0


class RecordFile(Record, frozen=True, omit_defaults=True):
    """A record with who played, as far as that is told."""

    players: tuple[Seated, ...] = ()

    def __repr__(self) -> str:
        """Keep names, the key and the picks out of logs and error messages."""
        return super().__repr__()


@dataclass(frozen=True)
class Told:
    """What a file tells, played again under the rules as they are: all that is needed to look at the game.

    `over`: its end was reached. `digest` is the same for two files that tell the same game.
    """

    game: str
    options: dict[str, str]
    key: str = field(repr=False)
    rules_version: int
    played_under: int
    seats: list[Seat] = field(repr=False)
    rows: list[LogRow] = field(repr=False)
    position: bytes = field(repr=False)
    over: bool
    digest: str = field(repr=False)


def written(record: Record, seats: Sequence[Seat]) -> bytes:
    """Write the file of a record: with the names of who played, but for those who asked to be forgotten."""
    players = tuple(Seated(robot=-one.user_id) if is_robot(one.user_id) else Seated(one.name) for one in seats)
    file = RecordFile(**{key: getattr(record, key) for key in record.__struct_fields__}, players=players)
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def told(data: bytes, games: Mapping[str, Game[Any, Any]], at: datetime, time: Callable[[], float] = monotonic) -> Told:
    """Read a file and play its record again; run it off the event loop.

    Raises:
        BadRecord: it is none that can be opened here; the text says why, and what to do.

    """
    file = _read(data)
    game = games.get(file.game)
    if game is None:
        raise BadRecord(T("The record is of a game that is not played here: “{game}”.", game=file.game[:60]))
    _check(file, game)
    try:
        options = game.check_setup(file.config, file.seats)
    except RulesError as error:
        raise BadRecord(T("The record does not fit the rules of its game: {why}", why=error.text)) from None
    try:
        return _replayed(file, game, options, at, time)
    except BadRecord:
        raise
    except NotLoaded as error:
        raise BadRecord(error.text) from None
    except Exception:  # noqa: BLE001 - rules may fail anyhow on what they would never have asked
        raise BadRecord(DOES_NOT_FOLLOW) from None


DOES_NOT_FOLLOW = T(
    "The record cannot be played again: it does not follow the rules as I know them. It may be of another version of"
    " them, or was changed. Nothing was kept."
)
NO_RECORD = T(
    "That file is no record of mine. Choose one that the Record button or /table export has given you, as it is."
)


def _read(data: bytes) -> RecordFile:
    """Read the form of a file.

    Raises:
        BadRecord.

    """
    if len(data) > MAX_BYTES:
        raise too_long()
    try:
        return _FILES.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        raise BadRecord(NO_RECORD) from None


_FILES: Codec[RecordFile] = Codec(RecordFile, json=True)


def too_long() -> BadRecord:
    """What is said of a file that is too long to be read."""
    return BadRecord(T("That file is too long to be a record: I read at most {n} kilobytes.", n=MAX_BYTES // 1000))


def _check(file: RecordFile, game: Game[Any, Any]) -> None:
    """Check what can be checked without playing.

    Raises:
        BadRecord.

    """
    if file.base is not None or file.earlier:
        # A position from a file would be believed unseen, and no rules need cope with any position that there can be.
        raise BadRecord(
            T(
                "The rules have changed in the middle of this game, so its record does not lead from the beginning to"
                " its end, and I cannot open it."
            )
        )
    if file.rules_version > game.info.rules_version:
        raise BadRecord(
            T(
                "This record is of newer rules of {game} than mine. Ask whoever runs me for an update, then try again.",
                game=game.info.title,
            )
        )
    if len(file.answers) > MAX_ANSWERS:
        raise BadRecord(T("The record has more answers than any game of {game}.", game=game.info.title))
    words = [*file.config, *file.config.values(), *(pick for one in file.answers for pick in one.picks)]
    most = max((len(one.picks) for one in file.answers), default=0)
    sane = file.rules_version >= 0 and most <= MAX_PICKS and all(len(one) <= MAX_PICK for one in words)
    if not sane or _KEY.fullmatch(file.key) is None:
        raise BadRecord(NO_RECORD)


def _replayed(
    file: RecordFile, game: Game[Any, Any], options: dict[str, str], at: datetime, time: Callable[[], float]
) -> Told:
    end = time() + MAX_SECONDS
    position, outcome = game.setup(options, file.seats, Rng(file.key))
    rows = [LogRow(table_id=0, sequence=0, revision=1, at=at, kind="start", barrier=True)]
    rows[0].events = encode_events(outcome.events)
    for number, answer in enumerate(file.answers, start=1):
        if time() > end:
            raise BadRecord(T("The record takes too long to be played again, so I stopped. Nothing was kept."))
        try:
            question = game.prompt(position, answer.seat).text
            outcome = game.answer(position, answer.seat, answer.picks)
        except NotLoaded:
            raise
        except RulesError:
            raise BadRecord(_refused(file, game, number)) from None
        row = LogRow(table_id=0, sequence=0, revision=number + 1, at=at, kind="answer", seat=answer.seat)
        row.by, row.picks, row.question = answer.by, list(answer.picks), QUESTIONS.encode(question)
        row.events, row.barrier, row.asked = encode_events(outcome.events), outcome.barrier, list(outcome.asked)
        rows.append(row)
    return Told(
        game.info.key,
        options,
        file.key,
        game.info.rules_version,
        file.rules_version,
        _seats(file),
        rows,
        game.encode(position),
        game.over(position),
        _digest(file, options),
    )


def _refused(file: RecordFile, game: Game[Any, Any], number: int) -> Text:
    """Say that an answer does not follow the rules; if they have changed since, that this is why."""
    if file.rules_version != game.info.rules_version:
        return T(
            "The record was played under earlier rules of {game} and cannot be played again under those of now: answer"
            " {n} does not follow them. Nothing was kept.",
            game=game.info.title,
            n=number,
        )
    return T(
        "The record was changed or is damaged: answer {n} does not follow the rules of {game}. Nothing was kept.",
        n=number,
        game=game.info.title,
    )


def _seats(file: RecordFile) -> list[Seat]:
    """Seat whom the record names. None of them is anybody here: their numbers are no person's."""
    seats: list[Seat] = []
    robots: set[int] = set()
    for number in range(file.seats):
        told_of = file.players[number] if number < len(file.players) else Seated()
        if 0 < told_of.robot <= len(ROBOTS) and told_of.robot not in robots:
            robots.add(told_of.robot)
            seats.append(Seat(table_id=0, number=number, user_id=-told_of.robot, name="", robot=True))
            continue
        short = told_of.name[: 4 * NAME_LENGTH]
        name = tidy_name(short) if visible(short) else ""
        seats.append(Seat(table_id=0, number=number, user_id=former(number), name=name))
    return seats


def _digest(file: RecordFile, options: Mapping[str, str]) -> str:
    answers: list[Answer] = file.answers
    game = (file.game, sorted(options.items()), file.seats, file.key, [(one.seat, one.picks) for one in answers])
    return blake2b(msgspec.msgpack.encode(game), digest_size=16).hexdigest()
