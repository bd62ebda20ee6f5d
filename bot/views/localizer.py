"""Localizes texts into one language, with names and user input escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import discord

from bot.tables.core.data import Preferences
from bot.tables.core.names import DISPLAY_NAME_LENGTH, HARMFUL, tidy_name
from rendering.words import Words, language_of
from rendering.words.folding import shorten
from rules.kernel.text import Text

_COMMAND = re.compile(r"(?<![\w/`<\\])/([a-z]+(?: [a-z]+)?)")
_MARKDOWN = re.compile(r"([\\*_~|`<>\[\]()#/])")


def escaped(text: str) -> str:
    """Escape markdown, mentions, links and commands in user input."""
    return _MARKDOWN.sub(r"\\\1", text).replace("@", "@\u200b")


class Localizer:
    """Localizes texts into one language.

    `players` are the names by seat, as they are; `commands` maps ``table new`` to Discord's mention of that command,
    so that a command named in a post can be pressed and is shown under its own name in the reader's language.
    """

    def __init__(
        self, language: str, players: Sequence[str | Text] = (), commands: Mapping[str, str] | None = None
    ) -> None:
        self.language = language
        self.players = tuple(tidy_name(one, DISPLAY_NAME_LENGTH) for one in Words(language, players).players)
        self.words = Words(language, self.players)
        self.markdown = Words(language, tuple(map(escaped, self.players)))
        """The same with escaped names, for messages with markdown."""
        self._commands = commands or {}

    def label(self, text: Text, most: int = 80) -> str:
        """Localize a text as plain text that begins with a capital: for a button, a menu, a title."""
        return shorten(self.words.label(text), most)

    def post(self, text: Text) -> str:
        """Localize a text for a message: names are escaped, commands become mentions."""
        return _COMMAND.sub(self._mention, self.markdown.say(_safe(text)))

    def title(self, text: Text) -> str:
        """Localize a text for a message as `post` does, with a capital first: it names a choice as its button does."""
        return _COMMAND.sub(self._mention, self.markdown.label(_safe(text)))

    def _mention(self, match: re.Match[str]) -> str:
        path = match.group(1)
        if path in self._commands:
            return self._commands[path]
        first, _, rest = path.partition(" ")
        return f"{self._commands[first]} {rest}".rstrip() if first in self._commands else match.group(0)


def _safe(text: Text) -> Text:
    """Escape the plain strings among a text's arguments: they may be user input."""
    if not text.args:
        return text
    args = {
        key: escaped(shorten("".join(sign for sign in value if sign not in HARMFUL), 200))
        if isinstance(value, str)
        else _safe(value)
        if isinstance(value, Text)
        else [_safe(one) for one in value]
        if isinstance(value, list)
        else value
        for key, value in text.args.items()
    }
    return Text(text.id, args, text.plural)


def language_of_posts(preferences: Preferences, guild: discord.Guild | None) -> str:
    """The language of a channel: as set, else as its server prefers."""
    if preferences.language != "auto":
        return preferences.language
    return language_of(guild.preferred_locale.value) if guild is not None else "en"
