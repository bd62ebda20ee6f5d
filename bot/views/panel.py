"""The layout of the private panel: the seat's view as a picture, its prompt, and the options as buttons and menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import discord
from discord import ui

from bot.tables.core.data import Live, Undoable, fingerprint
from bot.tables.drafts import may_draft
from bot.tables.plans import prompts_ahead
from bot.tables.trials import NOW, may_try
from bot.views import components, own_notes, phone
from bot.views.about import ABOUT, explained
from bot.views.components import MAX_BUTTONS, MAX_CHOICES, Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.events import HEADINGS, Newest, number_told, said_once, weight_of, weightiest_events
from bot.views.localizer import Localizer
from bot.views.notes import MORE, below_question, notes_of
from bot.views.pages import page_of, titled, turning
from bot.views.status import away_lines
from rendering.jobs import Drawn
from rendering.kit.picture import RenderContext
from rendering.registry import PICTURES, TEXT_BOARDS
from rendering.words.folding import in_brief, shorten, shorten_before_end, verbatim
from rules.kernel.game import Game
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Event
from rules.kernel.text import TN, T, Text, player

TRY = "try"
"""The beginning of the verbs of the panel in which a line is tried."""
MAX_ROWS = 12
"""Rows of a phone that the words of a panel with a picture take; where what is asked alone takes more, no others."""
HAPPENED_ROWS, FEW_HAPPENED_ROWS = 4, 2
"""Rows of what happened, and those that are kept for it where the notes of the choices need the others."""
MAX_ALERTS, MAX_ALERT = 320, 160
"""Characters of all that nobody may overlook, and of one line of it: a longer one is cut rather than left out."""
MAX_HAPPENED = 700
MAX_GLANCE = 900
MAX_DESCRIPTION = 100
"""Characters of the label and the description of a menu's choice."""
MAX_BACK = 45
"""Characters of the button back to a question: more would take two lines of a phone."""
OWN = T("More")
"""The button to what is one's own at the table."""
MAX_GROUPS = 5
"""Maximum number of menus below each other; with more groups of choices they come one page at a time."""
MAX_COMPONENTS = 40
"""Components of a message."""
BESIDE = 6
"""Components of a panel beside its picture, its choices and its tools: frame, texts, a row with a button."""
MAX_ENDING_BUTTONS = 3
"""Maximum number of buttons that take an option and end the turn; more are a menu."""
MAX_ALONE = 2 * MAX_BUTTONS
"""Maximum number of choices of no group that are buttons beside the menus of groups: two rows."""


def panel_layout(
    live: Live,
    seat: int,
    localizer: Localizer,
    drawn: Drawn | None,
    *,
    back: Undoable | None = None,
    notice: Text | None = None,
    done: Text | None = None,
    happened: Sequence[Event] = (),
    own: int = 0,
    page: int = 0,
    changing: bool = False,
    planned: bool = False,
    note: str = "",
) -> ui.LayoutView:
    """Build a panel; `planned`: the seat has plans that wait; `own`: so many events, the first, are its answer.

    `note` is the private one of its person, of which the beginning stands above all.
    """
    prompt = live.prompt_of(seat)
    asked = prompt is not None and prompt.answered is None  # only then a half-made turn is this seat's own
    custom_id = CustomId(
        "",
        live.info.id,
        live.revision,
        fingerprint(prompt) if prompt is not None else "",
        step=live.step if asked else 0,
    )
    tools = _tools(live, localizer, custom_id, back) + _ahead_tools(live, seat, localizer, custom_id, planned=planned)
    tools += _own_tools(live, localizer, note)
    asks = prompt if prompt is not None and (prompt.answered is None or changing) else None
    half_made = "-# " + localizer.post(T("The others see your turn once it is done.")) if live.half_made else ""
    said_above = [("✅", done), ("⚠️", notice)]
    warned = "\n".join(f"{sign} {localizer.post(text)}" for sign, text in said_above if text is not None)
    alerts = alert_lines(live, seat, localizer)
    noted = own_notes.folded(note)
    room = MAX_ROWS - sum(map(phone.rows, [noted, warned, *alerts, half_made if asks else ""]))
    told = Newest("")
    if happened:
        said = [] if asks is None else [localizer.post(asks.text), localizer.post(asks.detail or Text(""))]
        unsaid = _unsaid(said_once(happened, seat, live.game.restating), [warned, *alerts, *said], localizer)
        mine = set(map(id, happened[:own]))
        told = weightiest_events(
            unsaid,
            localizer,
            MAX_HAPPENED,
            _log_rows(asks, localizer, room, page),
            lambda one: weight_of(one, seat, live.game, mine),
        )
    if not told.whole:
        tools.append(button(localizer.label(more_label(number_told(happened))), doing(custom_id, "log")))
    pieces: list[Piece] = [components.words(noted)] if noted else []
    pieces += [components.words(warned), ui.Separator()] if warned else []
    pieces += [components.words(one) for one in [*alerts, told.text] if one]
    if drawn is not None:
        pieces.append(components.picture(drawn))
    else:
        at_a_glance = glance(live, seat, localizer, MAX_GLANCE)
        if told.text:
            pieces.append(ui.Separator())
        pieces += map(components.words, at_a_glance)
    robot = live.info.players[seat].robot
    if robot and not live.over:
        pieces.append(
            components.words(localizer.post(T("A robot plays for you here. You can take your seat back any time.")))
        )
    elif prompt is None:
        nothing = localizer.post(_nothing_asked(live))
        if nothing.rstrip(".") not in told.text:  # what happened last may say that the game is over
            away = away_lines(live.info, localizer, () if live.over else live.waiting)
            pieces.append(components.words("\n".join([nothing, *away])))
    elif asks is None:
        pieces += _sealed(live, prompt, localizer, custom_id)
    else:
        at_once = _at_once(live, asks, localizer, custom_id)
        # Small buttons are told apart beside the picture alone; what else there is takes its share of a message.
        taken = BESIDE + len(pieces) + len(tools) + len(rows(tools)) + 6 * len(at_once)
        spare = MAX_COMPONENTS - taken if drawn is not None else 0
        pieces += question(
            asks,
            localizer,
            custom_id,
            page=page,
            room=room - phone.rows(told.text),
            spare=spare,
            at_once=at_once,
            about=bool(explained(live.game, asks)),
        )
        if half_made:
            pieces.append(components.words(half_made))
    return components.layout(*pieces, accent=components.BRASS if asked else None, below=rows(tools))


def more_label(number: int) -> Text:
    """The label of the button to all of so many events."""
    return TN("What happened", "What happened ({n})", number)


def _unsaid(events: Sequence[Event], said: Sequence[str], localizer: Localizer) -> list[Event]:
    """The events that are not told elsewhere in the panel, in the question say."""
    return [one for one in events if one.kind in HEADINGS or not any(localizer.post(one.text) in all_ for all_ in said)]


def _log_rows(asks: Prompt | None, localizer: Localizer, room: int, page: int) -> int:
    """How many rows of what happened there is room for; what is asked comes first."""
    if asks is None:
        return HAPPENED_ROWS
    asked, notes = asked_rows(asks, localizer, page)
    kept = min(FEW_HAPPENED_ROWS, room - asked)
    return max(0, min(HAPPENED_ROWS, max(kept, room - asked - notes)))


def asked_rows(prompt: Prompt, localizer: Localizer, page: int = 0) -> tuple[int, int]:
    """How many rows a question takes in full, and how many the notes of its choices take below it."""
    asked = phone.rows(f"**{localizer.post(prompt.text)}**")
    detail = phone.rows(localizer.post(prompt.detail)) if prompt.detail is not None else 0
    notes = notes_of(prompt, _noted(prompt, localizer, page), localizer)
    return asked + detail, sum(phone.rows(one.line) for one in notes)


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
    if live.info.phase == "abandoned":
        return T("The table was ended before its game was over.")
    if not live.waiting:
        return T("Nothing is asked of you now.")
    return T("Nothing is asked of you now. The table waits for: {who}.", who=[player(seat) for seat in live.waiting])


def _sealed(live: Live, prompt: Prompt, localizer: Localizer, custom_id: CustomId) -> list[Piece]:
    """A sealed answer, for whom the table waits, and a button to change it."""
    picked = [prompt.numbered(option) for option in prompt.options if option.id in (prompt.answered or [])]
    text = (
        T("You chose: {picks}. You can change it until the last answer is in.", picks=picked)
        if picked
        else T("You chose nothing. You can change it until the last answer is in.")
    )
    change = button(localizer.label(T("Change")), doing(custom_id, "change"))
    said = f"**{localizer.post(prompt.text)}**\n🔒 {localizer.post(text)}"
    if live.waiting:
        awaited = T("The table waits for: {who}.", who=[player(seat) for seat in live.waiting])
        said += f"\n-# ⏳ {localizer.post(awaited)}"
    return [components.words(said), *rows([change])]


def question(
    prompt: Prompt,
    localizer: Localizer,
    custom_id: CustomId,
    *,
    page: int,
    room: int,
    spare: int,
    at_once: Sequence[Piece] = (),
    about: bool = False,
) -> list[Piece]:
    """What is asked, in so many rows if that can be, and the choices; below them what spares further questions.

    `spare` are the components that small buttons may take, their rows included. `about`: a button leads to all that
    there is to say of each choice. What `custom_id` has for an argument (`showing`) tells these menus from others.
    """
    legal = prompt.legal
    text = f"**{localizer.post(prompt.text)}**"
    detail = localizer.post(prompt.detail) if prompt.detail is not None else ""
    below = below_question(
        detail, notes_of(prompt, _noted(prompt, localizer, page), localizer), max(0, room - phone.rows(text))
    )
    pieces: list[Piece] = [components.words(f"{text}\n{below.text}" if below.text else text)]
    menus: list[Piece] = []
    buttons: list[components.Button] = []
    labels = _labels(prompt, legal, localizer)
    if _as_buttons(prompt, labels):
        for option, label in zip(legal, labels, strict=True):
            at = prompt.options.index(option)
            buttons.append(button(label, doing(custom_id, "pick", str(at)), discord.ButtonStyle.primary))
    else:
        groups = _groups(prompt, legal, localizer)
        menus = (
            _small_buttons(prompt, groups, localizer, custom_id, spare)
            or _group_menus(prompt, groups, localizer, custom_id)
            if groups
            else _menus(prompt, legal, localizer, custom_id, page)
        )
        for option in legal if prompt.at_most == 1 else ():
            if option.ends or (groups and option.group is None):
                pick = doing(custom_id, "pick", str(prompt.options.index(option)))
                buttons.append(button(localizer.label(prompt.numbered(option)), pick, discord.ButtonStyle.primary))
    if prompt.suggested:
        picks = [prompt.numbered(prompt.option(id)) for id in prompt.suggested]
        label = localizer.words.say(T("Suggested: {picks}", picks=picks))
        if len(label) > components.MAX_LABEL and all(id in prompt.numbers for id in prompt.suggested):
            label = localizer.label(
                T("Suggested: {picks}", picks=[verbatim(prompt.numbers[id]) for id in prompt.suggested])
            )
        pick = doing(custom_id, "pick", str(len(prompt.options)))
        buttons.append(button(label, pick, discord.ButtonStyle.primary))
    if prompt.at_least == 0:
        buttons.append(button(localizer.label(T("Pick none")), doing(custom_id, "none")))
    # What stands alone comes first where the groups are but the rest of it.
    rest = 0 < 2 * sum(one.group is not None for one in legal) < len(legal) and len(buttons) > 1
    pieces += [*rows(buttons), *menus] if rest else menus
    asides: list[components.Button] = [] if rest else buttons
    if not below.whole:
        asides.append(button(localizer.label(MORE), doing(custom_id, "notes")))
    if about:
        asides.append(button(localizer.label(ABOUT), doing(custom_id, "about")))
    refused = len(prompt.refused)
    if refused:
        why = TN("One more can’t be chosen: why?", "{n} more can’t be chosen: why?", refused)
        asides.append(button(localizer.label(why), doing(custom_id, "why")))
    return [*pieces, *rows(asides), *at_once]


def _as_buttons(prompt: Prompt, labels: Sequence[str]) -> bool:
    """Whether the choices are buttons."""
    few = len(labels) <= MAX_BUTTONS and prompt.at_most == 1
    return few and all(len(label) <= components.MAX_LABEL for label in labels)


def _noted(prompt: Prompt, localizer: Localizer, page: int) -> Sequence[Option]:
    """The choices whose notes stand below the question: all that are buttons, else those too long for their menu."""
    legal = prompt.legal
    if _as_buttons(prompt, _labels(prompt, legal, localizer)):
        return legal
    groups = _groups(prompt, legal, localizer)
    here = [one for group in groups.values() for one in group] if groups else page_of(legal, page)[0]
    return [one for one in here if one.note is not None and len(localizer.words.say(one.note)) > MAX_DESCRIPTION]


def _at_once(live: Live, prompt: Prompt, localizer: Localizer, custom_id: CustomId) -> list[Piece]:
    """Buttons that spare further questions: policies for this one, options that end the turn as well."""
    pieces = rows(always_buttons(live, prompt, localizer, custom_id))
    last = [one for one in prompt.legal if one.last] if prompt.at_least == prompt.at_most == 1 else []
    if not last:
        return pieces
    return [*pieces, *_to_the_end(prompt, last[:MAX_CHOICES], localizer, custom_id)]


def always_buttons(live: Live, prompt: Prompt, localizer: Localizer, custom_id: CustomId) -> list[components.Button]:
    """Buttons for policies about a prompt, so that it is not asked again."""
    return [
        button(localizer.label(one.label), doing(custom_id, "always", f"{one.key}.{one.value}"))
        for one in live.standing_offers(prompt)
    ]


def _to_the_end(prompt: Prompt, last: Sequence[Option], localizer: Localizer, custom_id: CustomId) -> list[Piece]:
    """Buttons, or a menu, for options after which only the turn is to be ended: they are taken and it ends at once."""
    labels = [localizer.words.label(T("{option}, and end the turn", option=prompt.numbered(one))) for one in last]
    if len(last) <= MAX_ENDING_BUTTONS and all(len(label) <= components.MAX_LABEL for label in labels):
        return rows([button(label, doing(custom_id, "end", one.id)) for one, label in zip(last, labels, strict=True)])
    choices = _choices(prompt, last, localizer)
    return [components.row(menu(doing(custom_id, "end"), choices, localizer.label(T("Choose and end the turn"), 150)))]


def _labels(prompt: Prompt, options: Sequence[Option], localizer: Localizer) -> list[str]:
    """The labels of options: with their numbers in pictures, and with their notes if equal otherwise."""
    said = [localizer.words.label(one.text) for one in options]
    texts = [localizer.words.label(prompt.numbered(one)) for one in options]
    remarks = ["" if one.note is None else localizer.words.say(one.note) for one in options]
    noted = [f"{text} – {remark}" if remark else text for text, remark in zip(texts, remarks, strict=True)]
    notes: dict[str, set[str]] = {}
    for text, remark in zip(said, remarks, strict=True):
        notes.setdefault(text, set()).add(remark)
    return [long if len(notes[text]) > 1 else short for text, short, long in zip(said, texts, noted, strict=True)]


def _groups(prompt: Prompt, legal: Sequence[Option], localizer: Localizer) -> dict[str, list[Option]]:
    """Group the options; empty if they cannot be shown in groups."""
    groups: dict[str, list[Option]] = {}
    for one in legal:
        if one.group is not None:
            groups.setdefault(localizer.label(one.group, 150), []).append(one)
    alone = sum(one.group is None for one in legal)
    if prompt.at_most > 1 or len(groups) > MAX_GROUPS or alone > MAX_ALONE:
        return {}
    return groups if all(len(group) <= MAX_CHOICES for group in groups.values()) else {}


def _small_buttons(
    prompt: Prompt, groups: Mapping[str, Sequence[Option]], localizer: Localizer, custom_id: CustomId, room: int
) -> list[Piece]:
    """A row of small buttons for each group, in the order of the picture; empty where there is no room for them."""
    most = max(map(len, groups.values()))
    if most > MAX_BUTTONS or sum(1 + len(group) for group in groups.values()) > room:
        return []
    pieces: list[Piece] = []
    for group in groups.values():
        buttons = []
        for one in group:
            if one.brief is None:
                return []
            label = " ".join([*([prompt.numbers[one.id]] if one.id in prompt.numbers else []),
                              localizer.words.say(one.brief)])  # fmt: skip
            pick = doing(custom_id, "pick", str(prompt.options.index(one)))
            buttons.append(button(label, pick, discord.ButtonStyle.primary))
        pieces += rows(buttons)
    return pieces


def _group_menus(
    prompt: Prompt, groups: Mapping[str, Sequence[Option]], localizer: Localizer, custom_id: CustomId
) -> list[Piece]:
    """A menu for each group of options."""
    return [
        components.row(
            menu(doing(custom_id, "choose", f"g{at}{custom_id.argument}"), _choices(prompt, group, localizer), title)
        )
        for at, (title, group) in enumerate(groups.items())
    ]


def _choices(prompt: Prompt, options: Sequence[Option], localizer: Localizer) -> list[tuple[str, str, str]]:
    return [
        (
            one.id,
            localizer.label(prompt.numbered(one), MAX_DESCRIPTION),
            shorten_before_end(localizer.words.label(one.note), MAX_DESCRIPTION) if one.note is not None else "",
        )
        for one in options
    ]


def _menus(prompt: Prompt, legal: list[Option], localizer: Localizer, custom_id: CustomId, page: int) -> list[Piece]:
    """A menu, or one page of it if there are too many options."""
    here, page, pages = page_of(legal, page)
    most = min(prompt.at_most, len(here))
    placeholder = titled(number_of_picks(prompt) or T("Choose here"), page, pages)
    pieces: list[Piece] = [
        components.row(
            menu(
                doing(custom_id, "choose", f"{page}{custom_id.argument}"),
                _choices(prompt, here, localizer),
                localizer.label(placeholder, 150),
                at_least=min(max(1, prompt.at_least), most),
                at_most=most,
            )
        )
    ]
    if pages > 1:
        turns = turning(localizer, page, pages, lambda page: doing(custom_id, "page", str(page)))
        pieces += rows([*turns, button(localizer.label(T("Type it")), doing(custom_id, "type"))])
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


def doing(custom_id: CustomId, verb: str, argument: str = "") -> CustomId:
    """What a component of a panel does; the verbs of another kind of panel begin with that of `custom_id`."""
    return replace(custom_id, verb=custom_id.verb + verb, argument=argument)


def showing(press: int) -> str:
    """Tell the menus of a panel that a press brought up from those of the same question before, in the same message.

    Who went back to a question would else see there what they chose before, and could not choose just that again.
    """
    return f".{press}" if press else ""


def undo_fingerprint(back: Undoable) -> str:
    """Hash what would be taken back, for the button that names it."""
    described = f"{back.place}|{back.question.id}|{sorted(back.question.args.items(), key=str)!r}|{back.picks!r}"
    return blake2b(described.encode(), digest_size=5).hexdigest()


def hand_label(game: Game[Any, Any]) -> Text:
    """The label of the button for a seat's hand; in games without hands, for its tableau."""
    return T("My hand") if game.info.hands else T("My tableau")


def try_button(live: Live, localizer: Localizer, turn: int = NOW) -> components.Button:
    """The button to a line that is tried, from now or after a former turn; `turn_tried` reads that of its custom_id."""
    return button(localizer.label(T("Try a line")), CustomId(TRY, live.info.id, live.revision, step=turn - NOW))


def turn_tried(custom_id: CustomId) -> int:
    """The former turn after which a line is tried whose panel has this component; or `NOW`."""
    return custom_id.step + NOW


def _tools(live: Live, localizer: Localizer, custom_id: CustomId, back: Undoable | None) -> list[components.Button]:
    tools: list[components.Button] = []
    if back is not None:
        label = _back_label(back.question, localizer)
        tools.append(button(label, doing(custom_id, "back", undo_fingerprint(back))))
        if back.steps > 1:
            label = localizer.label(TN("Reset: {n} step back", "Reset: {n} steps back", back.steps))
            tools.append(button(label, doing(custom_id, "reset", undo_fingerprint(back))))
    tools.append(button(localizer.label(hand_label(live.game)), doing(custom_id, "hand")))
    if live.game.info.hands:
        tools.append(button(localizer.label(T("My tableau")), doing(custom_id, "tableau")))
    tools.append(button(localizer.label(T("Board")), doing(custom_id, "board")))
    tools.append(button(localizer.label(T("Refresh")), doing(custom_id, "fresh")))
    return tools


def _own_tools(live: Live, localizer: Localizer, note: str) -> list[components.Button]:
    """Buttons to what is one's own at the table, and to all of one's note where the panel has but its beginning."""
    if live.over:
        return []
    if live.info.private:
        return [button(localizer.label(T("Practice games")), CustomId("practice", 0))]
    own = CustomId("own", live.info.id, live.revision)
    tools = [button(localizer.label(OWN), own)]
    if note and not own_notes.is_whole(note):
        tools.append(button(localizer.label(T("Whole note")), replace(own, argument="note")))
    return tools


def _back_label(question: Text, localizer: Localizer) -> str:
    """The label of the button back to a question, which is said in brief where it would take two lines of a phone."""
    room = MAX_BACK - len(localizer.label(T("Back to: {question}", question=Text(""))))
    brief = in_brief(localizer.words.say(question), room)
    return localizer.label(T("Back to: {question}", question=verbatim(brief)))


def _ahead_tools(
    live: Live, seat: int, localizer: Localizer, custom_id: CustomId, *, planned: bool
) -> list[components.Button]:
    """Buttons for plans and policies; or, if a robot plays for the person, to take the seat back."""
    if live.over:
        return []
    if live.info.players[seat].robot:
        return [button(localizer.label(T("Take my seat back")), doing(custom_id, "join"), discord.ButtonStyle.primary)]
    tools: list[components.Button] = []
    if live.info.hinted and live.prompt_of(seat) is not None:
        tools.append(button(localizer.label(T("What would you do?")), doing(custom_id, "hint")))
    if may_draft(live, seat):
        tools.append(button(localizer.label(T("Plan ahead")), doing(custom_id, "draft")))
        if planned:
            tools.append(button(localizer.label(T("My plans")), doing(custom_id, "plan")))
    elif live.prompt_of(seat) is not None and may_try(live, seat):
        tools.append(try_button(live, localizer))
    if not may_draft(live, seat) and (planned or prompts_ahead(live, seat)):
        label = T("My plans") if planned else T("Plan ahead")
        tools.append(button(localizer.label(label), doing(custom_id, "plan")))
    if live.game.policies:
        tools.append(button(localizer.label(T("Automatic answers")), doing(custom_id, "policy")))
    return tools
