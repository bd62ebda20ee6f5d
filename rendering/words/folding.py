"""How words are truncated, and normalized for comparison."""

from __future__ import annotations

import unicodedata

from rules.kernel.text import Text


def plain(text: str) -> str:
    """Normalize for comparison: case, accents and repeated spaces do not count."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return " ".join("".join(letter for letter in folded if not unicodedata.combining(letter)).split())


def shorten(text: str, most: int) -> str:
    """Truncate a text to a number of characters, with an ellipsis where something is missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def verbatim(text: str) -> Text:
    """Escape a string so that it is said as it is in every language: a mention or a time of Discord's, say."""
    return Text(text.replace("{", "{{").replace("}", "}}"))
