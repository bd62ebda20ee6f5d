"""How words are truncated, and normalized for comparison."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import takewhile

from rules.kernel.text import Text


def plain(text: str) -> str:
    """Normalize for comparison: case, accents and repeated spaces do not count."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return " ".join("".join(letter for letter in folded if not unicodedata.combining(letter)).split())


_CLOSING = tuple(".,;:?!")
"""How a word ends after which something else begins."""
_JOINTS = frozenset({*"–·/→+=-", "and", "or", "und", "oder"})
"""Words that stand between two things."""
_LEADING = """
a an the this that these those my your its their of to for from with without in into on onto at by up as than per then
if when whether where which not no only each every you do does
der die das des dem den ein eine einen einem einer eines kein keine keinen dein deine deinen deinem deiner deines dann
zu zum zur von vom mit ohne für auf in im ins an am bei beim bis als nach aus um durch über unter vor pro je
wenn ob nicht nur jede jeder jedes jeden sein ihr
"""
_LEADING_WORDS = frozenset(_LEADING.split())
"""Words that belong to what follows them."""
_MARKERS = frozenset({"-", "-#", "#", "##", "###"})
"""How a line may begin that says nothing yet."""
FEWEST_WORDS = 2
"""So many words are left at least where something is cut, for one tells nothing."""


def cut(text: str, fits: Callable[[str], bool]) -> str:
    """The best beginning of a text, itself included, that fits with an ellipsis; empty where none does.

    That is the longest that ends with a phrase, or some words of one; or with any word where that is more than double.
    No word is the last that belongs to what follows it.

    >>> cut("Pay 3 ore, 2", lambda one: len(one) < 99)
    'Pay 3 ore …'
    >>> cut("Where do you build a mine or start", lambda one: len(one) < 99)
    'Where do you build a mine …'
    >>> cut("Trades and ships or the", lambda one: len(one) < 99)
    'Trades and ships …'
    """
    words = text.split(" ")
    first = sum(1 for _ in takewhile(_MARKERS.__contains__, words))
    begun, good, ends = first, list[int](), list[int]()
    for at in range(first, len(words)):
        word = words[at].strip("*_„“”‘’\"'()").casefold()
        if words[at].startswith("("):
            begun = at
        closes, phrase = words[at].endswith(_CLOSING), at + 1 - begun >= FEWEST_WORDS
        if word in _JOINTS:
            begun = at + 1
        elif (
            not (words[at].endswith(":") or (word in _LEADING_WORDS and not closes)) and at + 1 - first >= FEWEST_WORDS
        ):
            good += [at + 1] if closes or phrase else []
            ends += [at + 1] if closes or phrase or not words[at].startswith("(") else []
        if closes:
            begun = at + 1

    def best(of: list[int]) -> str:
        return next(filter(fits, (f"{' '.join(words[:end]).rstrip(',;')} …" for end in reversed(of))), "")

    said, most = best(good), best(ends)
    return said if 2 * len(said) >= len(most) else most


def shorten(text: str, most: int) -> str:
    """Truncate a text to a number of characters, with an ellipsis where something is missing.

    It is cut after a phrase or a word (`cut`), or within a word rather than to less than a third of the room.

    >>> shorten("Trade one of your ore for two of my credits", 32)
    'Trade one of your ore for two …'
    """
    if len(text) <= most:
        return text
    found = cut(text[: most + 1].rpartition(" ")[0], lambda one: len(one) <= most)
    return found if 3 * len(found) >= most else text[: most - 1].rstrip() + "…"


def shorten_before_end(text: str, most: int) -> str:
    """Truncate a text, but keep whole what stands after its last middle dot, which is what all of it comes to.

    >>> shorten_before_end("pay 2 cards / discard Colony Ship · 4 VP", 30)
    'pay 2 cards … · 4 VP'
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
    return next(one for one in _shorter(question, most) if len(one) <= most) if question else question


def _shorter(question: str, most: int) -> Iterator[str]:
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
    found = cut(" ".join(words[:-1]), lambda one: len(one) <= most)
    yield from [found] if found else []
    letters = sentences[0]
    yield from (f"{letters[:n].rstrip()}…" for n in range(len(letters) - 1, 0, -1))
    yield ""


def verbatim(text: str) -> Text:
    """Escape a string so that it is said as it is in every language: a mention or a time of Discord's, say."""
    return Text(text.replace("{", "{{").replace("}", "}}"))
