"""How words are cut and compared: shortened to a length, folded to what people compare."""

from __future__ import annotations

import unicodedata

from rules.kernel.text import Text


def plain(text: str) -> str:
    """Fold case, accents and spaces away: what is left is what people compare."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return " ".join("".join(letter for letter in folded if not unicodedata.combining(letter)).split())


def shorten(text: str, most: int) -> str:
    """Cut a text to a number of characters, with an ellipsis where something is missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def verbatim(text: str) -> Text:
    """Make a text that is said as it is in every language: a mention or a time of Discord's, say."""
    return Text(text.replace("{", "{{").replace("}", "}}"))
