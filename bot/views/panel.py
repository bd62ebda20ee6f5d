"""The layout of the private panel: the seat's view as a picture, its prompt, and the options as buttons and menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import discord
from discord import ui

from bot.tables.core.data import Live, Undoable, fingerprint
from bot.tables.plans import prompts_ahead
from bot.views import components
from bot.views.components import MAX_BUTTONS, MAX_CHOICES, Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.events import happened_text
from bot.views.localizer import Localizer
from rendering.jobs import Drawn
from rendering.kit.picture import RenderContext
from rendering.registry import PICTURES, TEXT_BOARDS
from rendering.words.folding import shorten
from rules.kernel.game import Game
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Event
from rules.kernel.text import TN, T, Text, player

MAX_ALERTS, MAX_ALERT = 640, 300
"""Characters of all that nobody may overlook, and of one line of it: a longer one is cut rather than left out."""
MAX_HAPPENED = 700
HAPPENED_ROWS = 6
"""Lines of what happened above the picture, by which one chooses and which a phone should show without scrolling."""
MAX_GLANCE = 900
MAX_REFUSED = 700
MAX_NOTES = 1200
MAX_DESCRIPTION = 100
"""Characters of the label and the description of a menu's choice."""
MAX_BACK = 45
"""Characters of the button back to a question: more would take two lines of a phone."""
MAX_GROUPS = 5
"""Maximum number of menus below each other; with more groups of choices they come one page at a time."""
MAX_NAMED = 3
"""Maximum number of choices that are named as refused for the same reason; of more their number is told."""
MANY_REFUSED = 20
"""From so many refused choices on, such as places all over a map, none is named: why not, it says when one is typed."""


def panel_layout(
    live: Live,
    seat: int,
    localizer: Localizer,
    drawn: Drawn | None,
    *,
    back: Undoable | None = None,
    notice: Text | None = None,
    happened: Sequence[Event] = (),
    page: int = 0,
    changing: bool = False,
    planned: bool = False,
) -> ui.LayoutView:
    """Build a panel; `planned`: the seat has plans that wait."""
    prompt = live.prompt_of(seat)
    asked = prompt is not None and prompt.answered is None  # only then a half-made turn is this seat's own
    custom_id = CustomId(
        "",
        live.info.id,
        live.revision,
        fingerprint(prompt) if prompt is not None else "",
        step=live.step if asked else 0,
    )
    pieces: list[Piece] = []
    if notice is not None:
        pieces += [components.words(f"⚠️ {localizer.post(notice)}"), ui.Separator()]
    pieces += map(components.words, alert_lines(live, seat, localizer))
    if happened:
        pieces.append(components.words(_happened(happened, localizer)))
    if drawn is not None:
        pieces.append(components.picture(drawn))
    else:
        at_a_glance = glance(live, seat, localizer, MAX_GLANCE)
        if happened:
            pieces.append(ui.Separator())
        pieces += map(components.words, at_a_glance)
    robot = live.info.players[seat].robot
    if robot and not live.over:
        pieces.append(
            components.words(localizer.post(T("A robot plays for you here. You can take your seat back any time.")))
        )
    elif prompt is None:
        pieces.append(components.words(localizer.post(_nothing_asked(live))))
    elif prompt.answered is not None and not changing:
        pieces += _sealed(prompt, localizer, custom_id)
    else:
        pieces += _question(prompt, localizer, custom_id, page)
        pieces += rows(always_buttons(live, prompt, localizer))
        if live.half_made:
            pieces.append(components.words("-# " + localizer.post(T("The others see your turn when it is done."))))
    tools = _tools(live, localizer, custom_id, back) + _ahead_tools(live, seat, localizer, custom_id, planned=planned)
    return components.layout(*pieces, accent=components.BRASS if asked else None, below=rows(tools))


def _happened(events: Sequence[Event], localizer: Localizer) -> str:
    return happened_text(events, localizer, MAX_HAPPENED, rows=HAPPENED_ROWS, small=True)


def glance(live: Live, seat: int | None, localizer: Localizer, room: int) -> list[str]:
    """The board in a few lines, for a game without pictures; blocks that do not fit are left out."""
    if live.info.game in PICTURES or live.info.game not in TEXT_BOARDS:
        return []
    render_context = RenderContext(localizer.markdown, live.waiting, seed=live.info.id, reader=seat)
    blocks: list[str] = []
    for block in TEXT_BOARDS[live.info.game].glance(live.view(seat), render_context):
        if len(block) <= room:
            blocks.append(block)
            room -= len(block)
    return blocks


def alert_lines(live: Live, seat: int | None, localizer: Localizer) -> list[str]:
    """What nobody may overlook, in one block to begin a message with; empty if there is nothing."""
    lines = [f"❗ **{shorten(localizer.post(one), MAX_ALERT)}**" for one in live.alerts(seat)]
    return [components.fitted(lines, MAX_ALERTS, lambda n: f"… (+{n})")] if lines else []


def _nothing_asked(live: Live) -> Text:
    if live.over:
        return T("The game is over.")
    return T("Nothing is asked of you now. The table waits for: {who}.", who=[player(seat) for seat in live.waiting])


def _sealed(prompt: Prompt, localizer: Localizer, custom_id: CustomId) -> list[Piece]:
    picked = [prompt.numbered(option) for option in prompt.options if option.id in (prompt.answered or [])]
    text = (
        T("You chose: {picks}. You can change it until the last answer is in.", picks=picked)
        if picked
        else T("You chose nothing. You can change it until the last answer is in.")
    )
    change = button(localizer.label(T("Change")), _verb(custom_id, "change"))
    return [components.words(f"**{localizer.post(prompt.text)}**\n🔒 {localizer.post(text)}"), *rows([change])]


def _question(prompt: Prompt, localizer: Localizer, custom_id: CustomId, page: int) -> list[Piece]:
    legal = prompt.legal
    text = f"**{localizer.post(prompt.text)}**"
    if prompt.detail is not None:
        text += f"\n{localizer.post(prompt.detail)}"
    pieces: list[Piece] = []
    buttons: list[components.Button] = []
    labels = _labels(prompt, legal, localizer)
    if (
        len(legal) <= MAX_BUTTONS
        and prompt.at_most == 1
        and all(len(label) <= components.MAX_LABEL for label in labels)
    ):
        notes = _notes(prompt, legal, localizer)
        if notes:
            text += f"\n{notes}"
        pieces.append(components.words(text))
        for option, label in zip(legal, labels, strict=True):
            at = prompt.options.index(option)
            buttons.append(button(label, _verb(custom_id, "pick", str(at)), discord.ButtonStyle.primary))
    else:
        pieces.append(components.words(text))
        groups = _groups(prompt, legal, localizer)
        pieces += (
            _group_menus(prompt, groups, localizer, custom_id)
            if groups
            else _menus(prompt, legal, localizer, custom_id, page)
        )
        for option in legal if prompt.at_most == 1 else ():
            if option.ends or (groups and option.group is None):
                pick = _verb(custom_id, "pick", str(prompt.options.index(option)))
                buttons.append(button(localizer.label(prompt.numbered(option)), pick, discord.ButtonStyle.primary))
    if prompt.suggested:
        picks = [prompt.numbered(prompt.option(id)) for id in prompt.suggested]
        label = localizer.label(T("Suggested: {picks}", picks=picks))
        pick = _verb(custom_id, "pick", str(len(prompt.options)))
        buttons.append(button(label, pick, discord.ButtonStyle.primary))
    if prompt.at_least == 0:
        buttons.append(button(localizer.label(T("Pick none")), _verb(custom_id, "none")))
    pieces += rows(buttons)
    refused = _refused(prompt, localizer)
    if refused:
        pieces.append(components.words(refused))
    return pieces


def _labels(prompt: Prompt, options: Sequence[Option], localizer: Localizer) -> list[str]:
    """The labels of options: with their numbers in pictures, and with their notes if equal otherwise."""
    said = [localizer.words.say(one.text) for one in options]
    texts = [localizer.words.say(prompt.numbered(one)) for one in options]
    remarks = ["" if one.note is None else localizer.words.say(one.note) for one in options]
    noted = [f"{text} – {remark}" if remark else text for text, remark in zip(texts, remarks, strict=True)]
    notes: dict[str, set[str]] = {}
    for text, remark in zip(said, remarks, strict=True):
        notes.setdefault(text, set()).add(remark)
    return [long if len(notes[text]) > 1 else short for text, short, long in zip(said, texts, noted, strict=True)]


def _notes(prompt: Prompt, options: Sequence[Option], localizer: Localizer) -> str:
    """A line for each option with a note."""
    notes = [
        f"- {localizer.post(prompt.numbered(one))}: {localizer.post(one.note)}"
        for one in options
        if one.note is not None
    ]
    return components.fitted(notes, MAX_NOTES, lambda n: f"- … (+{n})")


def _refused(prompt: Prompt, localizer: Localizer) -> str:
    """A small line for each reason of refusals, with the refused options; the number of further ones at the end."""
    by_reason: dict[str, tuple[Text, list[Option]]] = {}
    for one in prompt.options:
        if one.refusal is not None:
            by_reason.setdefault(localizer.post(one.refusal), (one.refusal, []))[1].append(one)
    lines: list[str] = []
    left = sum(len(refused) for _, refused in by_reason.values())
    many = left >= MANY_REFUSED
    for said, (reason, refused) in by_reason.items():
        if len(refused) <= MAX_NAMED:
            if many:
                continue
            line = f"-# {', '.join(f'~~{localizer.post(one.text)}~~' for one in refused)} {said}"
        else:
            counted = TN("{n} choice: {reason}", "{n} choices: {reason}", len(refused), reason=reason)
            line = f"-# {localizer.post(counted)}"
        if sum(map(len, lines)) + len(line) > MAX_REFUSED:
            break
        lines.append(line)
        left -= len(refused)
    return "\n".join([*lines, *([_and_more(localizer, left)] if left else [])])


def _and_more(localizer: Localizer, n: int) -> str:
    return "-# " + localizer.post(
        TN("and one more that is not possible now", "and {n} more that are not possible now", n)
    )


def _groups(prompt: Prompt, legal: Sequence[Option], localizer: Localizer) -> dict[str, list[Option]]:
    """Group the options; empty if they cannot be shown in groups."""
    groups: dict[str, list[Option]] = {}
    for one in legal:
        if one.group is not None:
            groups.setdefault(localizer.label(one.group, 150), []).append(one)
    alone = sum(one.group is None for one in legal)
    if prompt.at_most > 1 or len(groups) > MAX_GROUPS or alone > MAX_BUTTONS:
        return {}
    return groups if all(len(group) <= MAX_CHOICES for group in groups.values()) else {}


def _group_menus(
    prompt: Prompt, groups: Mapping[str, Sequence[Option]], localizer: Localizer, custom_id: CustomId
) -> list[Piece]:
    """A menu for each group of options; above them the notes that are too long for a menu."""
    pieces = _cut_off(prompt, [one for group in groups.values() for one in group], localizer)
    for at, (title, group) in enumerate(groups.items()):
        choices = _choices(prompt, group, localizer)
        pieces.append(components.row(menu(_verb(custom_id, "choose", f"g{at}"), choices, title)))
    return pieces


def _choices(prompt: Prompt, options: Sequence[Option], localizer: Localizer) -> list[tuple[str, str, str]]:
    return [
        (
            one.id,
            localizer.label(prompt.numbered(one), MAX_DESCRIPTION),
            localizer.label(one.note, MAX_DESCRIPTION) if one.note is not None else "",
        )
        for one in options
    ]


def _cut_off(prompt: Prompt, options: Sequence[Option], localizer: Localizer) -> list[Piece]:
    """The notes that are too long for a menu, as text."""
    cut = [one for one in options if one.note is not None and len(localizer.words.say(one.note)) > MAX_DESCRIPTION]
    return [components.words(_notes(prompt, cut, localizer))] if cut else []


def _menus(prompt: Prompt, legal: list[Option], localizer: Localizer, custom_id: CustomId, page: int) -> list[Piece]:
    """A menu, or one page of it if there are too many options; above it the notes that are too long for it."""
    pages = -(-len(legal) // MAX_CHOICES)
    page = min(page, pages - 1)
    here = legal[page * MAX_CHOICES : (page + 1) * MAX_CHOICES]
    most = min(prompt.at_most, len(here))
    how_many = number_of_picks(prompt) or T("Choose here")
    placeholder = (
        how_many
        if pages == 1
        else T("{how_many} (page {page} of {pages})", how_many=how_many, page=page + 1, pages=pages)
    )
    pieces = _cut_off(prompt, here, localizer)
    pieces.append(
        components.row(
            menu(
                _verb(custom_id, "choose", str(page)),
                _choices(prompt, here, localizer),
                localizer.label(placeholder, 150),
                at_least=min(max(1, prompt.at_least), most),
                at_most=most,
            )
        )
    )
    if pages > 1:
        pieces += rows(
            [
                button(localizer.label(T("Back a page")), _verb(custom_id, "page", str(page - 1)), disabled=page == 0),
                button(
                    localizer.label(T("On a page")), _verb(custom_id, "page", str(page + 1)), disabled=page == pages - 1
                ),
                button(localizer.label(T("Type it")), _verb(custom_id, "type")),
            ]
        )
    return pieces


def number_of_picks(prompt: Prompt) -> Text | None:
    """How many picks make an answer; None if exactly one does."""
    low, high = prompt.at_least, min(prompt.at_most, len(prompt.legal))
    if low == high == 1:
        return None
    if low >= high:
        return TN("Pick one.", "Pick {n}.", high)
    if low == 0:
        return TN("Pick one or none.", "Pick up to {n}, or none.", high)
    return T("Pick {low} to {high}.", low=low, high=high)


def _verb(custom_id: CustomId, verb: str, argument: str = "") -> CustomId:
    return replace(custom_id, verb=verb, argument=argument)


def only_answer(prompt: Prompt) -> Option | None:
    """The option of a prompt that leaves no choice and is asked all the same, lest the others learn of it."""
    legal = prompt.legal
    return legal[0] if prompt.tells and len(legal) == 1 == prompt.at_least else None


def always_buttons(live: Live, prompt: Prompt, localizer: Localizer) -> list[components.Button]:
    """Buttons for the standing answers that would give the only answer there is, so that it is not asked again."""
    only = only_answer(prompt)
    if only is None:
        return []
    view = live.view(prompt.seat)
    return [
        button(
            localizer.label(T("Always: {answer}", answer=choice.label)),
            CustomId("always", live.info.id, live.revision, argument=f"{policy.key}.{choice.value}"),
        )
        for policy in live.game.policies
        for choice in policy.choices
        if live.game.policy_answer(view, prompt, {policy.key: choice.value}) == [only.id]
    ]


def undo_fingerprint(back: Undoable) -> str:
    """Hash what would be taken back, for the button that names it."""
    described = f"{back.place}|{back.question.id}|{sorted(back.question.args.items(), key=str)!r}|{back.picks!r}"
    return blake2b(described.encode(), digest_size=5).hexdigest()


def hand_label(game: Game[Any, Any]) -> Text:
    """The label of the button for a seat's hand; in games without hands, for its tableau."""
    return T("My hand") if game.info.hands else T("My tableau")


def _tools(live: Live, localizer: Localizer, custom_id: CustomId, back: Undoable | None) -> list[components.Button]:
    tools: list[components.Button] = []
    if back is not None:
        label = localizer.label(T("Back to: {question}", question=back.question), MAX_BACK)
        tools.append(button(label, _verb(custom_id, "back", undo_fingerprint(back))))
        if back.steps > 1:
            label = localizer.label(TN("Reset: {n} step back", "Reset: {n} steps back", back.steps))
            tools.append(button(label, _verb(custom_id, "reset", undo_fingerprint(back))))
    tools.append(button(localizer.label(hand_label(live.game)), _verb(custom_id, "hand")))
    if live.game.info.hands:
        tools.append(button(localizer.label(T("My tableau")), _verb(custom_id, "tableau")))
    tools.append(button(localizer.label(T("Board")), _verb(custom_id, "board")))
    tools.append(button(localizer.label(T("Refresh")), _verb(custom_id, "fresh")))
    return tools


def _ahead_tools(
    live: Live, seat: int, localizer: Localizer, custom_id: CustomId, *, planned: bool
) -> list[components.Button]:
    """Buttons for plans and standing answers; or, if a robot plays for the person, to take the seat back."""
    if live.over:
        return []
    if live.info.players[seat].robot:
        return [button(localizer.label(T("Take my seat back")), _verb(custom_id, "join"), discord.ButtonStyle.primary)]
    tools: list[components.Button] = []
    if planned or prompts_ahead(live, seat):
        tools.append(button(localizer.label(T("Plan ahead")), _verb(custom_id, "plan")))
    if live.game.policies:
        tools.append(button(localizer.label(T("Standing answers")), _verb(custom_id, "policy")))
    return tools
