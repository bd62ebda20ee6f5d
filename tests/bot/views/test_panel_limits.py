"""Panels of every game keep the limits of Discord, in both languages, whatever the position and the names are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice, takewhile
from random import Random

import discord
import msgspec
import pytest
from discord import ui

from bot.tables.core.data import Live, Player, TableInfo, Undoable
from bot.tables.trials import Trial
from bot.views import own_notes, phone
from bot.views.localizer import Localizer
from bot.views.panel import MAX_BACK, MAX_DESCRIPTION, MAX_ROWS, TRY, _back_label, _choices, panel_layout
from bot.views.posts import MAX_ROWS as POST_ROWS
from bot.views.posts import table_post
from bot.views.trials import trial_layout
from rendering.jobs import Drawn
from rendering.words import Words
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.steps import Event
from rules.kernel.text import T
from rules.registry import GAMES
from tests.fuzz.play import key_of, setups
from tests.rules.gaia.lines import token

GAMES_EACH = 3
SAMPLED = 25
"""One prompt in this number is shown, besides the first of its kind."""

NAMES = ["*" * 32, "👩‍🚀" * 10, "||@everyone||[x](http://y)<@1>", "[" * 32, "_" * 32, "ض" * 30]
CLOSED = 24
"""Letters that a closed menu shows of its title, or of what is set in it, where a page is 390 pixels wide."""
WIDE = 24
"""Letters of two words of which neither is too long."""
LATE = 10**18
"""As large as Discord's numbers are."""

NOW = datetime(2030, 3, 1, 12, tzinfo=UTC)
NOTE = "*word* " * 80
PICTURE = Drawn(b"RIFF", "panel.webp", "x" * 5000)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_panels_keep_the_limits_of_discord(key: str) -> None:
    shown = set()
    for live, prompt, happened in _positions(key):
        for asked in (prompt, _few(prompt)):
            live = replace(live, prompts=(asked,))  # noqa: PLW2901 - the same table with less to choose from
            for language in ("en", "de"):
                localizer = Localizer(language, live.info.names)
                back = Undoable(prompt.seat, 7, prompt.text, ("x",), 4)
                plain = panel_layout(live, prompt.seat, localizer, PICTURE, happened=happened)
                full = panel_layout(
                    live, prompt.seat, localizer, None, back=back, notice=prompt.text, happened=happened, changing=True
                )
                noted = panel_layout(live, prompt.seat, localizer, PICTURE, back=back, happened=happened, note=NOTE)
                for view in (plain, full, noted):
                    problems = [*_problems(view), *_small_labels(view, asked)]
                    assert not problems, (prompt.kind, language, problems)
                    shown.add(prompt.kind)
                post = table_post(live, localizer, happened, PICTURE, since=3)
                assert not list(_problems(post)), (prompt.kind, language)
                assert _rows_above_picture(post) <= POST_ROWS, (prompt.kind, language)
                if asked is prompt:  # made of the longest texts there are, a question says as much as it must
                    assert _rows(plain) <= MAX_ROWS, (prompt.kind, language)
                    assert _rows(noted) <= MAX_ROWS, (prompt.kind, language)
    assert shown


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_is_shortened_ends_with_a_word_and_never_with_one_alone(
    key: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.NAMES", ["Annegret", "Benjamin", "Chidi", "Dorothea", "Emil", "Fatou"])
    cut: list[str] = []
    for live, prompt, happened in _positions(key):
        localizer = Localizer(language, live.info.names)
        back = Undoable(prompt.seat, 7, prompt.text, ("x",), 4)
        view = panel_layout(live, prompt.seat, localizer, PICTURE, back=back, happened=happened)
        cut += [one for one in _said(view) if one.endswith("…")]
        cut += [_back_label(option.text, localizer) for option in prompt.legal]
        cut += [localizer.label(option.note, MAX_BACK) for option in prompt.legal if option.note is not None]
    shortened = [one for one in cut if one.endswith("…")]
    assert shortened
    for one in shortened:
        *_, last = words = one.removesuffix("…").split()
        assert len(words) > 1, one
        if len(words[-2]) + len(last) < WIDE:  # else a word that is too long by itself
            assert one.endswith(" …"), one
            assert last.casefold() not in {
                "der",
                "die",
                "das",
                "eine",
                "oder",
                "dann",
                "the",
                "a",
                "of",
                "or",
                "then",
            }, one


def _said(view: ui.LayoutView) -> Iterator[str]:
    """Every line of text, label and description of a message."""
    for one in view.walk_children():
        if isinstance(one, ui.TextDisplay):
            yield from one.content.split("\n")
        elif isinstance(one, ui.Button):
            yield one.label or ""
        elif isinstance(one, ui.Select):
            yield from (said for choice in one.options for said in (choice.label, choice.description or ""))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_panels_of_lines_that_are_tried_keep_them_too(key: str) -> None:
    chance = Rng(key_of("lines", key, 0))
    for live, prompt, _ in islice(_positions(key), 0, None, 3):
        answers: list[list[str]] = []
        for draws in (0, 0, 0, 2):
            tried = live.tried(prompt.seat, "7" * 32, answers, draws)
            trial = Trial(live, prompt.seat, LATE, "a" * 10, "7" * 32, NOW, tried, draws)
            for language in ("en", "de"):
                view = trial_layout(trial, Localizer(language, live.info.names), PICTURE)
                assert not list(_problems(view)), (prompt.kind, language, answers)
                assert _rows_above_picture(view) <= MAX_ROWS, (prompt.kind, language, answers)
            if tried.prompt is not None:
                answers = [*(step.picks for step in tried.steps), choose(None, tried.prompt, chance)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_buttons_of_choices_with_the_same_text_say_what_tells_them_apart(language: str) -> None:
    game, position = token()
    players = tuple(Player(seat, seat + 1, NAMES[seat]) for seat in range(len(position.state.players)))
    info = TableInfo(1, 1, 1, "gaia", {}, "running", 1, 1, players, (), NOW, NOW)
    live = Live(info, game, tuple(game.prompts(position)), (1,), over=False, _position=position)
    view = panel_layout(live, 1, Localizer(language, live.info.names), None)
    items = list(view.walk_children())
    said = [one.label for one in items if isinstance(one, ui.Button) and ":pick:" in str(one.custom_id)]
    assert len(said) == len(set(said)) == 3


def _small_labels(view: ui.LayoutView, prompt: Prompt) -> Iterator[str]:
    """Labels of buttons and menus that begin with a small letter, behind the number of an option in pictures."""
    for item in view.walk_children():
        labels = [item.label] if isinstance(item, ui.Button) else []
        if isinstance(item, ui.Select):
            labels = [item.placeholder, *(text for one in item.options for text in (one.label, one.description))]
        for label in labels:
            number, _, behind = (label or "").partition(" ")
            numbered = behind.startswith("· ") or (number.isalpha() and number in prompt.numbers.values())
            said = behind.removeprefix("· ") if numbered else label or ""
            if said[:1].islower():
                yield f"begins with a small letter: {label!r}"


def _rows_above_picture(view: ui.LayoutView) -> int:
    above = takewhile(lambda one: not isinstance(one, ui.MediaGallery), view.walk_children())
    return sum(phone.rows(one.content) for one in above if isinstance(one, ui.TextDisplay))


def _rows(view: ui.LayoutView) -> int:
    return sum(phone.rows(one.content) for one in view.walk_children() if isinstance(one, ui.TextDisplay))


def _few(prompt: Prompt) -> Prompt:
    """The same question with those of its choices alone that have the longest texts, as few as buttons can show."""
    longest = sorted(prompt.options, key=lambda one: -len(Words("de").say(one.text)))[: max(5, prompt.at_least)]
    return msgspec.structs.replace(prompt, options=[msgspec.structs.replace(one, refusal=None) for one in longest])


def _positions(key: str) -> Iterator[tuple[Live, Prompt, list[Event]]]:
    """Play games at random, with every setup as likely; gives the first prompt of each kind, and some others."""
    game, kinds = GAMES[key], set()
    random = Random(f"panels {key}")
    for number in range(GAMES_EACH):
        config, seats = random.choice(setups(game))
        rng = Rng(key_of("panels", key, number))
        position, outcome = game.setup(config, seats, Rng(key_of("panel game", key, number)))
        players = tuple(Player(seat, LATE + seat, NAMES[seat]) for seat in range(seats))
        info = TableInfo(LATE, LATE, LATE, key, {}, "running", 10**6, LATE, players, (), NOW, NOW)
        happened = outcome.events
        while waiting := tuple(game.waiting(position)):
            prompt = game.prompt(position, random.choice(waiting))
            if prompt.kind not in kinds or random.random() < 1 / SAMPLED:
                kinds.add(prompt.kind)
                asked = tuple(game.prompts(position))
                yield (
                    Live(info, game, asked, waiting, over=False, _position=position, _public=position),
                    prompt,
                    happened[-80:],
                )
            picks = choose(game.view(position, prompt.seat), prompt, rng)
            happened = [*happened[-80:], *game.answer(position, prompt.seat, picks).events]


def _problems(view: ui.LayoutView) -> Iterator[str]:
    """Tell what Discord would refuse, and what would be cut off."""
    items = list(view.walk_children())
    if len(items) > 40:
        yield f"{len(items)} parts"
    texts = [one.content for one in items if isinstance(one, ui.TextDisplay)]
    if sum(map(len, texts)) > 4000:
        yield f"{sum(map(len, texts))} characters"
    verbs = {str(one.custom_id).split(":")[1].removeprefix(TRY) for one in items if isinstance(one, ui.Button)}
    more = bool(verbs & {"notes", "log"})  # what leads to the rest
    if any(str(one.custom_id).endswith(":note") for one in items if isinstance(one, ui.Button)):
        texts = [one for one in texts if not one.startswith(own_notes.SIGN)]  # that leads to all of it
    yield from (f"a text cut off: {text[-80:]}" for text in texts if not text.strip() or (text[-1] == "…" and not more))
    for one in items:
        if isinstance(one, ui.ActionRow) and not 1 <= len(one.children) <= 5:
            yield f"{len(one.children)} in a row"
        if isinstance(one, ui.Button):
            yield from _label(one.label, 80, exempt=":back:" in str(one.custom_id))
        if isinstance(one, ui.Select):
            yield from _menu(one)
    yield from _alike_on_a_phone(view)
    codes = Counter(str(one.custom_id) for one in items if isinstance(one, ui.Button | ui.Select))
    yield from (f"{code} twice" for code, times in codes.items() if times > 1)
    yield from (f"{code} is too long" for code in codes if len(code) > 100)


def _alike_on_a_phone(view: ui.LayoutView) -> Iterator[str]:
    """Menus whose closed form says the same on a phone, and choices of one that shows there which of them is set."""
    menus = [one for one in view.walk_children() if isinstance(one, ui.Select)]
    titles = Counter((one.placeholder or "")[:CLOSED] for one in menus)
    yield from (f"menus alike: {title!r}" for title, times in titles.items() if times > 1)
    for one in menus:
        if any(choice.default for choice in one.options):
            labels = Counter(choice.label[:CLOSED] for choice in one.options)
            yield from (f"choices alike: {label!r}" for label, times in labels.items() if times > 1)


def _menu(menu: ui.Select[ui.LayoutView]) -> Iterator[str]:
    options: list[discord.SelectOption] = menu.options
    if not 1 <= len(options) <= 25 or not 0 <= menu.min_values <= menu.max_values <= len(options):
        yield f"{menu.min_values} to {menu.max_values} of {len(options)}"
    if len({one.value for one in options}) < len(options) or any(len(one.value) > 100 for one in options):
        yield f"values: {[one.value for one in options]}"
    yield from _label(menu.placeholder, 150)
    for one in options:
        yield from _label(one.label, 100)
        if len(one.description or "") > 100:
            yield f"a description of {len(one.description or '')} characters"


def _label(label: str | None, most: int, *, exempt: bool = False) -> Iterator[str]:
    """Check a label; one that is exempt may be cut off."""
    if not label or len(label) > most or (label.endswith("…") and not exempt):
        yield f"label: {label!r}"


def test_what_a_choice_brings_is_not_cut_off_its_description() -> None:
    ways = " / ".join(["discard Colony Ship"] * 6)
    options = [Option("a", T("A"), T(f"{ways} · 4 VP")), Option("b", T("B"), T("pay 2 cards · 1 VP"))]
    prompt = Prompt(0, "settle", T("Which?"), options)
    said = [description for _, _, description in _choices(prompt, options, Localizer("en"))]
    assert said[0].endswith("… · 4 VP")
    assert len(said[0]) <= MAX_DESCRIPTION
    assert said[1] == "Pay 2 cards · 1 VP"
