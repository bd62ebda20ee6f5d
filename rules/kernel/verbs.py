"""What people type for the options and questions of a game besides ids and texts: verbs, nouns, short forms.

They are data: `verbs.json` of the kernel holds what several games share (yes, done, pass), that of a game the rest. An
entry has words in each language; both languages are understood by everybody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from typing import TypeAlias

import msgspec

from rules.kernel.data import decode_file
from rules.kernel.errors import BadData

FILE = "verbs.json"
NUMBER = re.compile(r"\d+")

Entries: TypeAlias = Mapping[str, Mapping[str, list[str]]]


class Verbs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words by language (``en``, ``de``), of options and of questions.

    `options`: by the id of an option or, where options of several questions share it, by ``kind/id``. A ``#`` in an id
    is any number, and the words say it where they have a ``#``: ``to-#`` has the words ``turn to #``. `questions`: by
    the kind of a question, what may stand before its answer.
    """

    options: Entries = {}
    questions: Entries = {}

    def of(self, kind: str, id: str) -> list[str]:
        """Give what an option of a question is called by."""
        numbers = NUMBER.findall(id)
        keys = dict.fromkeys((id, NUMBER.sub("#", id)))
        entries = [self.options.get(key, {}) for one in keys for key in (f"{kind}/{one}", one)]
        return [_numbered(word, numbers) for entry in entries for words in entry.values() for word in words]

    def before(self, kind: str) -> list[str]:
        """Give what may stand before the answer to a question: its kind and words, and those of what has led to it."""
        led = [entry for key, entry in self.options.items() if key.rpartition("/")[2] == kind]
        entries = [self.questions.get(kind, {}), *led]
        return [kind, *(word for entry in entries for words in entry.values() for word in words)]


def _numbered(word: str, numbers: list[str]) -> str:
    left = iter(numbers)
    return re.sub("#", lambda found: next(left, found[0]), word)


def read_verbs(data: bytes, file: str) -> Verbs:
    """Read a file of verbs and check it.

    Raises:
        BadData: a field is unknown or of the wrong type, words are missing in a language, or one cannot be typed.

    """
    verbs = decode_file(data, Verbs, file)
    for key, entry in [*verbs.options.items(), *verbs.questions.items()]:
        if set(entry) != {"en", "de"} or not all(entry.values()):
            raise BadData(f"{file}: {key} needs English and German words")
        for word in (word for words in entry.values() for word in words):
            if not word or word != " ".join(word.split()) or set(word) & set(",;"):
                raise BadData(f"{file}: {key}: “{word}” is not written as it is typed, without commas and spare spaces")
            if word.count("#") > key.count("#"):
                raise BadData(f"{file}: {key}: “{word}” has more numbers than its id")
    return verbs


SHARED = read_verbs((resources.files("rules.kernel") / FILE).read_bytes(), FILE)


def load_verbs(package: str, file: str = f"data/{FILE}") -> Verbs:
    """Load the verbs of a game, and those of all games for what it says nothing of itself.

    Raises:
        BadData: as `read_verbs`.

    """
    own = read_verbs(resources.files(package).joinpath(file).read_bytes(), file)
    return Verbs({**SHARED.options, **own.options}, {**SHARED.questions, **own.questions})
