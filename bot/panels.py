"""The private panel: my view as a picture, what is asked of me in words, and everything I may answer to press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot import layouts
from bot.codes import Code
from bot.happened import happened_text
from bot.layouts import MOST_BUTTONS, MOST_CHOICES, Piece, button, menu, rows
from bot.premoves import prompts_ahead
from bot.sketches import Drawn, Sketch
from bot.table_data import Live, Told, Undoable, mark
from bot.voice import Voice
from rendering.kit.picture import Marks, Occasion
from rendering.registry import PICTURES, TEXT_BOARDS
from rules.kernel.game import Game
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Event
from rules.kernel.text import TN, T, Text, player

if TYPE_CHECKING:
    from bot.calls import Call

MOST_HAPPENED = 700
MOST_GLANCE = 900
MOST_REFUSED = 700
MOST_NOTES = 1200
MOST_DESCRIPTION = 100
"""Characters that Discord shows of a choice of a menu, and of what is said of it."""
MOST_GROUPS = 5
"""So many menus stand below each other; with more groups of choices they come one page at a time."""
MOST_NAMED = 5
"""So many choices are named that are refused for the same reason."""


async def open_panel(
    call: Call,
    table_id: int,
    *,
    notice: Text | None = None,
    happened: Sequence[Event] | None = None,
    live: Live | None = None,
    page: int = 0,
    changing: bool = False,
) -> None:
    """Show somebody their panel as it is now; `live` is the game as the caller knows it.

    Raises:
        NotSeated: they do not sit there. Otherwise as `Tables.game`.

    """
    call.at = table_id
    panel = await call.tables.shown.panel(table_id, call.user_id, live, logged=happened is None)
    live, seat = panel.live, panel.seat
    if happened is None:
        happened = since_mine(panel.log, seat)
    notice = notice or call.missing_permissions()  # the game goes on, but nobody would see it
    drawn = await draw_panel(call, live, seat)
    voice = call.voice(live.info.names)
    view = panel_layout(
        live,
        seat,
        voice,
        drawn,
        back=panel.back,
        notice=notice,
        happened=happened,
        page=page,
        changing=changing,
        planned=panel.planned,
    )
    await call.show(view, layouts.files(drawn))


def since_mine(log: Sequence[Told], seat: int, *, own: bool = True) -> list[Event]:
    """What happened since a seat last answered, with `own` its own answer included."""
    mine = max((at for at, one in enumerate(log) if one.seat == seat and one.by == "player"), default=-1)
    first = max(mine, 0) if own else mine + 1
    return [event for one in log[first:] for event in one.events]


async def draw_panel(call: Call, live: Live, seat: int) -> Drawn | None:
    """Draw what the seat decides by, with what it may pick marked."""
    prompt = live.prompt_of(seat)
    return await call.client.drawer.draw(sketch(live, "panel", seat, call.language, call.preferences.picture, prompt))


def sketch(  # noqa: PLR0917
    live: Live, kind: str, seat: int | None, language: str, size: str = "normal", prompt: Prompt | None = None
) -> Sketch:
    """Describe a picture of a table as a seat (None: an onlooker) may see it."""
    return Sketch(
        live.info.game,
        kind,
        live.view(seat),
        language,
        tuple(Voice(language, live.info.names).players),
        seat=seat or 0,
        waiting=live.waiting,
        seed=live.info.id,
        marks=marks_of(prompt),
        size=size,
    )


def marks_of(prompt: Prompt | None) -> Marks:
    """Tell a picture what may be picked and what was picked."""
    if prompt is None:
        return Marks()
    chosen = prompt.answered or []
    return Marks(
        frozenset(option.place for option in prompt.legal if option.place),
        frozenset(option.place for option in prompt.options if option.place and option.id in chosen),
    )


def panel_layout(
    live: Live,
    seat: int,
    voice: Voice,
    drawn: Drawn | None,
    *,
    back: Undoable | None = None,
    notice: Text | None = None,
    happened: Sequence[Event] = (),
    page: int = 0,
    changing: bool = False,
    planned: bool = False,
) -> ui.LayoutView:
    """Build a panel; `planned`: answers wait that the seat has planned, and can be cancelled."""
    prompt = live.prompt_of(seat)
    asked = prompt is not None and prompt.answered is None  # only then a half-made turn is this seat's own
    code = Code(
        "", live.info.id, live.revision, mark(prompt) if prompt is not None else "", step=live.step if asked else 0
    )
    pieces: list[Piece] = []
    if notice is not None:
        pieces += [layouts.words(f"⚠️ {voice.post(notice)}"), ui.Separator()]
    if happened:
        pieces.append(layouts.words(happened_text(happened, voice, MOST_HAPPENED, small=True)))
    if drawn is not None:
        pieces.append(layouts.picture(drawn))
    else:
        at_a_glance = glance(live, seat, voice, MOST_GLANCE)
        if happened:
            pieces.append(ui.Separator())
        pieces += map(layouts.words, at_a_glance)
    robot = live.info.players[seat].robot
    if robot and not live.over:
        pieces.append(layouts.words(voice.post(T("A robot plays for you here. You can take your seat back any time."))))
    elif prompt is None:
        pieces.append(layouts.words(voice.post(_nothing_asked(live))))
    elif prompt.answered is not None and not changing:
        pieces += _sealed(prompt, voice, code)
    else:
        pieces += _question(prompt, voice, code, page)
        if live.half_made:
            pieces.append(layouts.words("-# " + voice.post(T("The others see your turn when it is done."))))
    tools = _tools(live, voice, code, back) + _ahead_tools(live, seat, voice, code, planned=planned)
    return layouts.layout(*pieces, accent=layouts.BRASS if asked else None, below=rows(tools))


def glance(live: Live, seat: int | None, voice: Voice, room: int) -> list[str]:
    """Tell the board in a few lines, for a game without pictures; blocks that find no room are left out."""
    if live.info.game in PICTURES or live.info.game not in TEXT_BOARDS:
        return []
    occasion = Occasion(voice.markdown, live.waiting, seed=live.info.id, reader=seat)
    blocks: list[str] = []
    for block in TEXT_BOARDS[live.info.game].glance(live.view(seat), occasion):
        if len(block) <= room:
            blocks.append(block)
            room -= len(block)
    return blocks


def _nothing_asked(live: Live) -> Text:
    if live.over:
        return T("The game is over.")
    return T("Nothing is asked of you now. The table waits for: {who}.", who=[player(seat) for seat in live.waiting])


def _sealed(prompt: Prompt, voice: Voice, code: Code) -> list[Piece]:
    picked = [option.text for option in prompt.options if option.id in (prompt.answered or [])]
    said = (
        T("You chose: {picks}. You can change it until the last answer is in.", picks=picked)
        if picked
        else T("You chose nothing. You can change it until the last answer is in.")
    )
    change = button(voice.label(T("Change")), _verb(code, "change"))
    return [layouts.words(f"**{voice.post(prompt.text)}**\n🔒 {voice.post(said)}"), *rows([change])]


def _question(prompt: Prompt, voice: Voice, code: Code, page: int) -> list[Piece]:
    legal = prompt.legal
    text = f"**{voice.post(prompt.text)}**"
    if prompt.detail is not None:
        text += f"\n{voice.post(prompt.detail)}"
    pieces: list[Piece] = []
    buttons: list[layouts.Press] = []
    said = _labels(legal, voice)
    if len(legal) <= MOST_BUTTONS and prompt.at_most == 1 and all(len(label) <= layouts.MOST_LABEL for label in said):
        notes = _notes(legal, voice)
        if notes:
            text += f"\n{notes}"
        pieces.append(layouts.words(text))
        for option, label in zip(legal, said, strict=True):
            at = prompt.options.index(option)
            buttons.append(button(label, _verb(code, "pick", str(at)), discord.ButtonStyle.primary))
    else:
        pieces.append(layouts.words(text))
        groups = _groups(prompt, legal, voice)
        pieces += _group_menus(groups, voice, code) if groups else _menus(prompt, legal, voice, code, page)
        for option in legal if prompt.at_most == 1 else ():
            if option.ends or (groups and option.group is None):
                pick = _verb(code, "pick", str(prompt.options.index(option)))
                buttons.append(button(voice.label(option.text), pick, discord.ButtonStyle.primary))
    if prompt.at_least == 0:
        buttons.append(button(voice.label(T("Pick none")), _verb(code, "none")))
    pieces += rows(buttons)
    refused = _refused(prompt, voice)
    if refused:
        pieces.append(layouts.words(refused))
    return pieces


def _labels(options: Sequence[Option], voice: Voice) -> list[str]:
    """What the buttons of choices say; with their notes where these alone tell them apart."""
    said = [voice.words.say(one.text) for one in options]
    noted = [
        f"{text} – {voice.words.say(one.note)}" if one.note else text for text, one in zip(said, options, strict=True)
    ]
    apart = {text for text in said if len({noted[at] for at, other in enumerate(said) if other == text}) > 1}
    return [long if text in apart else text for text, long in zip(said, noted, strict=True)]


def _notes(options: Sequence[Option], voice: Voice) -> str:
    """A line for each option with a note."""
    notes = [f"- {voice.post(one.text)}: {voice.post(one.note)}" for one in options if one.note is not None]
    return layouts.fitted(notes, MOST_NOTES, lambda n: f"- … (+{n})")


def _refused(prompt: Prompt, voice: Voice) -> str:
    """A line for each reason why something is refused, with what it refuses; how many more there are, at the end."""
    by_reason: dict[str, list[str]] = {}
    for one in prompt.options:
        if one.refusal is not None:
            by_reason.setdefault(voice.post(one.refusal), []).append(f"~~{voice.post(one.text)}~~")
    lines: list[str] = []
    left = sum(map(len, by_reason.values()))
    for reason, refused in by_reason.items():
        named = refused[:MOST_NAMED]
        more = ["…"] if len(refused) > MOST_NAMED else []
        line = f"- {', '.join([*named, *more])} {reason}"
        if sum(map(len, lines)) + len(line) > MOST_REFUSED:
            break
        lines.append(line)
        left -= len(refused)
    return "\n".join([*lines, *([_and_more(voice, left)] if left else [])])


def _and_more(voice: Voice, n: int) -> str:
    return "- " + voice.post(TN("and one more that is not possible now", "and {n} more that are not possible now", n))


def _groups(prompt: Prompt, legal: Sequence[Option], voice: Voice) -> dict[str, list[Option]]:
    """Part the choices by what they are about; nothing where that is not how they can be shown."""
    groups: dict[str, list[Option]] = {}
    for one in legal:
        if one.group is not None:
            groups.setdefault(voice.label(one.group, 150), []).append(one)
    alone = sum(one.group is None for one in legal)
    if prompt.at_most > 1 or len(groups) > MOST_GROUPS or alone > MOST_BUTTONS:
        return {}
    return groups if all(len(group) <= MOST_CHOICES for group in groups.values()) else {}


def _group_menus(groups: Mapping[str, Sequence[Option]], voice: Voice, code: Code) -> list[Piece]:
    """A menu for each group of choices; above them what they cut off."""
    pieces = _cut_off([one for group in groups.values() for one in group], voice)
    for at, (title, group) in enumerate(groups.items()):
        pieces.append(layouts.row(menu(_verb(code, "choose", f"g{at}"), _choices(group, voice), title)))
    return pieces


def _choices(options: Sequence[Option], voice: Voice) -> list[tuple[str, str, str]]:
    return [
        (
            one.id,
            voice.label(one.text, MOST_DESCRIPTION),
            voice.label(one.note, MOST_DESCRIPTION) if one.note is not None else "",
        )
        for one in options
    ]


def _cut_off(options: Sequence[Option], voice: Voice) -> list[Piece]:
    """What is said of choices at such length that a menu cuts it off."""
    cut = [one for one in options if one.note is not None and len(voice.words.say(one.note)) > MOST_DESCRIPTION]
    return [layouts.words(_notes(cut, voice))] if cut else []


def _menus(prompt: Prompt, legal: list[Option], voice: Voice, code: Code, page: int) -> list[Piece]:
    """A menu, or one page of it where there are more choices than Discord shows at once; above it what it cuts off."""
    pages = -(-len(legal) // MOST_CHOICES)
    page = min(page, pages - 1)
    here = legal[page * MOST_CHOICES : (page + 1) * MOST_CHOICES]
    most = min(prompt.at_most, len(here))
    how_many = number_of_picks(prompt) or T("Choose here")
    placeholder = (
        how_many
        if pages == 1
        else T("{how_many} (page {page} of {pages})", how_many=how_many, page=page + 1, pages=pages)
    )
    pieces = _cut_off(here, voice)
    pieces.append(
        layouts.row(
            menu(
                _verb(code, "choose", str(page)),
                _choices(here, voice),
                voice.label(placeholder, 150),
                at_least=min(max(1, prompt.at_least), most),
                at_most=most,
            )
        )
    )
    if pages > 1:
        pieces += rows(
            [
                button(voice.label(T("Back a page")), _verb(code, "page", str(page - 1)), disabled=page == 0),
                button(voice.label(T("On a page")), _verb(code, "page", str(page + 1)), disabled=page == pages - 1),
                button(voice.label(T("Type it")), _verb(code, "type")),
            ]
        )
    return pieces


def number_of_picks(prompt: Prompt) -> Text | None:
    """Say how many picks make an answer; None where it is the usual one."""
    low, high = prompt.at_least, min(prompt.at_most, len(prompt.legal))
    if low == high == 1:
        return None
    if low >= high:
        return TN("Pick one.", "Pick {n}.", high)
    if low == 0:
        return TN("Pick one or none.", "Pick up to {n}, or none.", high)
    return T("Pick {low} to {high}.", low=low, high=high)


def _verb(code: Code, verb: str, argument: str = "") -> Code:
    return replace(code, verb=verb, argument=argument)


def mark_of_undo(back: Undoable) -> str:
    """Give a short mark of what would be taken back, for the button that says so."""
    said = f"{back.place}|{back.question.id}|{sorted(back.question.args.items(), key=str)!r}|{back.picks!r}"
    return blake2b(said.encode(), digest_size=5).hexdigest()


def hand_label(game: Game[Any, Any]) -> Text:
    """Name the button that shows what a seat holds; where nobody holds anything hidden, that is its tableau."""
    return T("My hand") if game.info.hands else T("My tableau")


def _tools(live: Live, voice: Voice, code: Code, back: Undoable | None) -> list[layouts.Press]:
    tools: list[layouts.Press] = []
    if back is not None:
        label = voice.label(T("Back to: {question}", question=back.question))
        tools.append(button(label, _verb(code, "back", mark_of_undo(back))))
        if back.steps > 1:
            label = voice.label(TN("Reset: {n} step back", "Reset: {n} steps back", back.steps))
            tools.append(button(label, _verb(code, "reset", mark_of_undo(back))))
    tools.append(button(voice.label(hand_label(live.game)), _verb(code, "hand")))
    tools.append(button(voice.label(T("Board")), _verb(code, "board")))
    tools.append(button(voice.label(T("Refresh")), _verb(code, "fresh")))
    return tools


def _ahead_tools(live: Live, seat: int, voice: Voice, code: Code, *, planned: bool) -> list[layouts.Press]:
    """What spares a player being asked; or, where a robot plays for them, the way back."""
    if live.over:
        return []
    if live.info.players[seat].robot:
        return [button(voice.label(T("Take my seat back")), _verb(code, "join"), discord.ButtonStyle.primary)]
    tools: list[layouts.Press] = []
    if planned or prompts_ahead(live, seat):
        tools.append(button(voice.label(T("Plan ahead")), _verb(code, "plan")))
    if live.game.policies:
        tools.append(button(voice.label(T("Standing answers")), _verb(code, "policy")))
    return tools


__all__ = ["glance", "marks_of", "number_of_picks", "open_panel", "panel_layout", "since_mine", "sketch"]
