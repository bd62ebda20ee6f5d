"""Translates texts into the reader's language: gettext catalogs, one domain for each part.

The catalogs are read as they are (.po), so there is nothing to compile and nothing that can be out of date.
English needs no translation; its catalog would repeat the messages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from importlib import resources

from babel import Locale
from babel.dates import format_skeleton
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from rendering.words.former import FORMER
from rules.kernel.prompt import NUMBERED
from rules.kernel.text import Text, signed
from rules.registry import GAMES

LANGUAGES = ("en", "de")
_LOCALES = {"en": Locale("en", "GB"), "de": Locale("de")}
"""Whose dates and plurals a language has: our English is British."""
_FORMS = ("one", "other")
"""The plural categories of our languages, in the order of a message's forms."""
_FIRST_PLACE = re.compile(r"\{(\w+)\}")
_STOPPED = re.compile(r"(\{(\w+)\})\.(?!\.)")
"""A place with a full stop, which is one too many where what stands there ends with one: an abbreviation, say."""
LOCALE_PATH = resources.files("rendering.words") / "locale"


def language_of(locale: str) -> str:
    """Choose the language for a Discord locale such as ``de`` or ``en-GB``; English where we have none."""
    short = locale.split("-", maxsplit=1)[0]
    return short if short in LANGUAGES else "en"


@cache
def _catalog(language: str) -> dict[str, tuple[str, ...]]:
    """All translations into a language: message -> its singular and, where it counts, its plural."""
    messages: dict[str, tuple[str, ...]] = {}
    folder = LOCALE_PATH / language
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda one: one.name):
            if file.name.endswith(".po"):
                with file.open("rb") as stream:
                    catalog = read_po(stream, locale=language)
                for message in catalog:
                    if not message.id or message.fuzzy:
                        continue
                    key = message.id if isinstance(message.id, str) else message.id[0]
                    forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
                    if all(forms):
                        messages[key] = forms
    return messages


@cache
def _names() -> dict[str, Mapping[str, str]]:
    return {key: names for game in GAMES.values() for key, names in game.names.items()}


class Words:
    """Says texts in one language, to a table whose players have these names (by seat); a robot's name is a text."""

    def __init__(self, language: str = "en", players: Sequence[str | Text] = ()) -> None:
        self.language = language
        self._locale = _LOCALES[language]
        self._messages = _catalog(language)
        self.players = tuple(one if isinstance(one, str) else self.say(one) for one in players)

    def say(self, text: Text) -> str:
        """Translate a text and fill in its arguments."""
        if text.id.startswith("#"):
            names = _names()[text.id[1:]]
            return names.get(self.language) or names["en"]
        if text.id.startswith("@"):
            seat = int(text.id[1:])
            return self.players[seat] if seat < len(self.players) else f"#{seat + 1}"
        form = self._form(text)
        said = {key: self._argument(value) for key, value in text.args.items()}
        if "}." in form:
            form = _STOPPED.sub(lambda place: place[1] if said.get(place[2], "").endswith(".") else place[0], form)
        return form.format_map(said)

    def label(self, text: Text) -> str:
        """Say a text as a label, which begins with a capital wherever it stands; names of players stay as they are.

        >>> Words().label(Text("{number} · {option}", {"number": "3", "option": Text("#eclipse.square.wild")}))
        '3 · Any resource'
        """
        said, at = self.say(text), self._start(text)
        return said if at is None else said[:at] + said[at : at + 1].upper() + said[at + 1 :]

    def _form(self, text: Text) -> str:
        """The sentence of a message in this language, with its places; that of a former message is today’s."""
        id, plural = FORMER.get(text.id, text.id), FORMER.get(text.plural, text.plural)
        forms = self._messages.get(id) or ((id, plural) if plural else (id,))
        number = text.args.get("n")
        if plural and isinstance(number, int):
            return forms[_FORMS.index(self._locale.plural_form(number))]
        return forms[0]

    def _start(self, text: Text) -> int | None:
        """Where the words of a text begin, behind the number of an option; None where a name or a sign is first."""
        if text.id.startswith("#"):
            return 0
        if text.id.startswith("@"):
            return None
        first = _FIRST_PLACE.match(self._form(text))
        if first is None:
            return 0
        before = 0
        value = text.args[first[1]]
        if text.id == NUMBERED:
            before, value = len(f"{value} · "), text.args["option"]
        if isinstance(value, list) and value:
            value = value[0]
        start = self._start(value) if isinstance(value, Text) else None
        return None if start is None else before + start

    def decimal(self, number: float, *, plus: bool = False) -> str:
        """Write a number with one decimal place, as the language writes it, with a true minus sign."""
        written = format_decimal(abs(number), "0.0", self._locale)
        sign = "−" if number < 0 else "+" * plus
        return sign + written

    def day(self, day: date) -> str:
        """Name a day, the same for every reader: 12 August 2030. A time that means a day is another one elsewhere."""
        return format_skeleton("yMMMMd", day, locale=self._locale)

    def _argument(self, value: int | str | Text | list[Text]) -> str:
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, list):
            return ", ".join(self.say(one) for one in value)
        return signed(value) if isinstance(value, int) else value
