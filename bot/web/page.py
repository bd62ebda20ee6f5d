"""The page of a board: one document, which a script fills; words in the reader's language, no picture of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from html import escape
from importlib import resources

from bot.views.localizer import Localizer
from rules.kernel.text import T, Text

_STATIC = resources.files("bot.web") / "static"
STATIC: Mapping[str, tuple[str, bytes]] = {
    "board.css": ("text/css", (_STATIC / "board.css").read_bytes()),
    "board.js": ("text/javascript", (_STATIC / "board.js").read_bytes()),
}
"""The files beside the page: type and bytes by name."""
VERSION = blake2b(b"".join(data for _, data in STATIC.values()), digest_size=6).hexdigest()
"""Changes with the files, so that they may be kept for good."""

_BUTTONS: tuple[tuple[str, str, Text], ...] = (
    ("smaller", "−", T("Smaller")),
    ("larger", "+", T("Larger")),
    ("fit", "⤢", T("Fit to the screen")),
)
_LEAVES: tuple[tuple[str, str, Text], ...] = (
    ("start", "⏮", T("Beginning")),
    ("earlier", "◀", T("Earlier")),
    ("later", "▶", T("Later")),
    ("end", "⏭", T("End")),
)


def board_page(  # noqa: PLR0917
    title: str, who: str, localizer: Localizer, static: str, kinds: Sequence[tuple[str, str]], note: str = ""
) -> str:
    """The document of a table's board.

    `static` is the path of the files beside it, `kinds` are the pictures that there are (name in the address, label),
    `note` stands above all else.
    """
    label = localizer.label
    tabs = "".join(
        f'<button type="button" data-kind="{escape(kind)}">{escape(said)}</button>'
        for kind, said in (kinds if len(kinds) > 1 else ())
    )
    words = {
        "first": label(T("The start of the game")),
        "turn": label(T("After turn {n} of {last}", n="{n}", last="{last}"), 200),
        "away": label(T("This cannot be shown just now. It is tried again by itself."), 200),
        "gone": label(T("This address shows nothing any more."), 200),
        "drawing": label(T("Drawing …")),
    }
    data = "".join(f' data-{key}="{escape(said)}"' for key, said in words.items())
    body = f"""
<body{data} data-kind="{escape(kinds[0][0])}">
<header><h1>{escape(title)}</h1><p>{escape(who)}</p>{f'<p class="note">{escape(note)}</p>' if note else ""}</header>
<main>
<div id="frame"><img id="picture" alt=""><p id="busy" role="status"></p></div>
<nav id="zoom">{_buttons(_BUTTONS, localizer)}{tabs}</nav>
<nav id="leaf" hidden>{_buttons(_LEAVES, localizer)}
<button type="button" id="film">{escape(label(T("Film")))}</button>
<label><span id="turn"></span><input id="slider" type="range" min="0" max="0" value="0"></label></nav>
<section><p id="heads"></p><ul id="told"></ul></section>
<section id="status"></section>
<section id="scores"></section>
</main>
</body>"""
    return _document(title, static, localizer.language, body)


def plain_page(said: str, static: str, language: str) -> str:
    """A document that says one sentence."""
    return _document("Orrery", static, language, f"<body><header><h1>Orrery</h1><p>{escape(said)}</p></header></body>")


def _buttons(buttons: Sequence[tuple[str, str, Text]], localizer: Localizer) -> str:
    said = [(name, sign, escape(localizer.label(text))) for name, sign, text in buttons]
    return "".join(
        f'<button type="button" id="{name}" aria-label="{text}" title="{text}">{sign}</button>'
        for name, sign, text in said
    )


def _document(title: str, static: str, language: str, body: str) -> str:
    script = f'<script type="module" src="{static}/board.js?{VERSION}"></script>' if "data-kind" in body else ""
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="dark">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{static}/board.css?{VERSION}">
{script}
</head>{body}
</html>
"""
