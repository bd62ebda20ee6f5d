"""Translates names, descriptions and choices of slash commands, which Discord shows in each person's locale."""

from __future__ import annotations

import discord
from discord import app_commands

from rendering.words import Words, language_of
from rules.kernel.text import Text

LOCALES = (discord.Locale.german,)
"""The locales that need a translation; every other one is shown the English original."""


def label(text: Text, english: str = "") -> app_commands.locale_str:
    """A name or description that Discord shows in the reader's language.

    `english` is its English name where that names another thing elsewhere too: “move” is a move that is made, and what
    is done to a table; in other languages these are two words, and so two messages.
    """
    return app_commands.locale_str(english or Words().say(text), text=text)


class CatalogTranslator(app_commands.Translator):
    """Translates the command tree from the bot's own catalogs."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Translate into a supported locale; None leaves the English original."""
        text = string.extras.get("text")
        if locale not in LOCALES or not isinstance(text, Text):
            return None
        return Words(language_of(locale.value)).say(text)
