"""How words are truncated, and normalized for comparison."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from rules.kernel.text import Text


def plain(text: str) -> str:
    """Normalize for comparison: case, accents and repeated spaces do not count."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return " ".join("".join(letter for letter in folded if not unicodedata.combining(letter)).split())


def shorten(text: str, most: int) -> str:
    """Truncate a text to a number of characters, with an ellipsis where something is missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def shorten_before_end(text: str, most: int) -> str:
    """Truncate a text, but keep whole what stands after its last middle dot, which is what all of it comes to.

    >>> shorten_before_end("pay 2 cards / discard Colony Ship · 4 VP", 30)
    'pay 2 cards / discard… · 4 VP'
    """
    beginning, dot, end = text.rpartition(" · ")
    room = most - len(dot) - len(end)
    if len(text) <= most or room < 1:
        return shorten(text, most)
    return shorten(beginning, room) + dot + end


_ASIDE = re.compile(r" *\([^()]*\)")
_SENTENCE = re.compile(r"(?<=[.?!]) +(?=\S)")
_FEW_WORDS, _LEAST_WORDS, _SPEAKING_WORDS = 2, 3, 4
"""So short a heading names a question best; from so many words on a sentence tells something, and all that it asks."""


def in_brief(question: str, most: int) -> str:
    """Say a question in at most so many characters, shortened by what it can do without rather than by letters.

    >>> in_brief("Your turn: one action, and free actions before or after it.", 36)
    'Your turn'
    >>> in_brief("Ann has built a mine on 4B4. Charge 1 power for free?", 36)
    'Charge 1 power for free?'
    """
    return next(one for one in _shorter(question) if len(one) <= most) if question else question


def _shorter(question: str) -> Iterator[str]:
    """Ways to say a question, each with less of it; the last is of no length."""
    yield question
    plainly = _ASIDE.sub("", question)
    yield plainly
    sentences = _SENTENCE.split(plainly)
    head = sentences[0].partition(": ")[0] if ": " in sentences[0] else ""
    if head and len(head.split()) <= _FEW_WORDS:
        yield head
    asked = [one for one in sentences if one.endswith("?")]
    yield from (one for one in asked if len(one.split()) >= _SPEAKING_WORDS)
    yield from ([head, head.partition(",")[0]] if head else [])
    yield sentences[0]
    yield from (one for one in asked if len(one.split()) >= _LEAST_WORDS)
    yield from (part.partition(sign)[0] for part in (*asked, sentences[0]) for sign in ";," if sign in part)
    words = sentences[0].rstrip(".?!").split(" ")
    yield from (" ".join(words[:n]) + " …" for n in range(len(words) - 1, 0, -1))
    yield from (f"{words[0][:n]}…" for n in range(len(words[0]), 0, -1))
    yield ""


def verbatim(text: str) -> Text:
    """Escape a string so that it is said as it is in every language: a mention or a time of Discord's, say."""
    return Text(text.replace("{", "{{").replace("}", "}}"))
