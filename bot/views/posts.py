"""Layouts of posts in the channel: the lobby, the table message, the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import discord
from discord import ui

from bot.tables.core.data import Live, LogEntry, Player, TableInfo
from bot.tables.results import Record
from bot.views import components, phone
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.events import Newest, newest_events
from bot.views.localizer import Localizer
from bot.views.panel import alert_lines, glance, hand_label, more_label
from bot.views.records import record_lines
from bot.views.reviews import REVIEW
from bot.views.robots import level_menu, named
from bot.views.score import brief_lines, points_text, standing_lines
from bot.views.status import away_lines
from rendering.jobs import Drawn
from rendering.words.folding import verbatim
from rules.kernel.game import Game, TableOption
from rules.kernel.steps import OVER, Event
from rules.kernel.text import TN, T, player, signed

MAX_ROWS, FEW_ROWS = 8, 2
"""Rows of a phone above the picture of a post, and those that are for what happened in any case."""
MAX_HAPPENED = 1800
MAX_FINAL = 2600
MAX_GUESTS = 10
"""Guests that the lobby message names."""
MAX_MENUS = 10

GREEN = discord.ButtonStyle.success
BLUE = discord.ButtonStyle.primary
RED = discord.ButtonStyle.danger


def lobby_post(info: TableInfo, game: Game[Any, Any], localizer: Localizer) -> ui.LayoutView:
    """Build the lobby message: seats, options, Join, Leave, Start; closed once the game runs or the table ends."""
    open_ = info.phase == "lobby"
    state = {
        "lobby": TN(
            "{n} of {most} seats is taken.", "{n} of {most} seats are taken.", len(info.players), most=game.info.most
        ),
        "abandoned": T("This table is closed."),
    }.get(info.phase, T("The game has started."))
    lines = [f"## {localizer.post(game.info.title)}", localizer.post(state)]
    lines += [f"{at}. {localizer.post(named(one))}" for at, one in enumerate(info.players, start=1)]
    if info.invited and open_:
        guests = [verbatim(f"<@{user}>") for user in info.invited[:MAX_GUESTS]]
        more = len(info.invited) - len(guests)
        if more:
            guests.append(TN("one more", "{n} more", more))
        lines.append(localizer.post(T("Invited: {who}", who=guests)))
    pieces: list[Piece] = [components.words("\n".join(lines))]
    if not open_:
        return components.layout(*pieces, accent=None)
    owner = info.seat_of(info.owner_id)
    if owner is not None:
        pieces.append(components.words("-# " + localizer.post(T("{who} starts the game.", who=player(owner)))))
    if len(info.players) < game.info.fewest:
        pieces.append(components.words("-# " + localizer.post(T("It takes at least {n} players.", n=game.info.fewest))))
    offered = [option for option in game.info.options if _matters(info, option)]
    pieces += [option_menu(info, option, localizer) for option in offered[:MAX_MENUS]]
    pieces += level_menu(info, localizer, "option")
    buttons = [
        button(localizer.label(T("Join")), CustomId("join", info.id, info.revision), GREEN),
        button(localizer.label(T("Leave")), CustomId("leave", info.id, info.revision)),
        button(localizer.label(T("Start")), CustomId("start", info.id, info.revision), BLUE),
    ]
    if len(info.players) < game.info.most:
        buttons.append(button(localizer.label(T("Add a robot")), CustomId("robot", info.id, info.revision)))
    if any(one.robot for one in info.players):
        buttons.append(
            button(localizer.label(T("Remove a robot")), CustomId("robot", info.id, info.revision, argument="away"))
        )
    return components.layout(*pieces, *rows(buttons))


def _matters(info: TableInfo, option: TableOption) -> bool:
    """Whether there is something to choose: not where all but the default is for fewer players than have joined."""
    chosen, default = info.options.get(option.key), option.choices[0].value
    fits = any(not one.seats or max(one.seats) >= len(info.players) for one in option.choices[1:])
    return fits or chosen not in (None, default)


def invitation_post(info: TableInfo, guest: int, localizer: Localizer) -> ui.LayoutView:
    """Ask a guest to the table."""
    text = T("{who}, there is a seat for you at this table.", who=verbatim(f"<@{guest}>"))
    join = button(localizer.label(T("Join")), CustomId("join", info.id, info.revision, argument=str(guest)), GREEN)
    return components.layout(components.words(localizer.post(text)), below=rows([join]))


def option_menu(info: TableInfo, option: TableOption, localizer: Localizer, verb: str = "option") -> Piece:
    """A menu of a game's option, with what is chosen."""
    chosen = info.options.get(option.key, option.choices[0].value)
    choices = []
    for one in option.choices:
        counts = ", ".join(map(str, one.seats))
        text = T("For one player only") if one.seats == (1,) else T("For {counts} players only", counts=counts)
        only = localizer.label(text, 100) if one.seats else ""
        choices.append((one.value, f"{localizer.label(option.text, 40)}: {localizer.label(one.text, 100)}", only))
    return components.row(
        menu(
            CustomId(verb, info.id, info.revision, argument=option.key),
            choices,
            localizer.label(option.text),
            chosen=chosen,
        )
    )


def table_post(  # noqa: PLR0917
    live: Live,
    localizer: Localizer,
    happened: Sequence[Event],
    drawn: Drawn | None,
    mentioned: Sequence[int] = (),
    asked: Sequence[int] = (),
    *,
    since: int = 0,
) -> ui.LayoutView:
    """Build the table message: events, the board, who must act since when; mentions persons and asks for votes.

    `since` is the revision after which the events begin; of many the newest are told, and a button tells them all.
    """
    info = live.info
    pieces: list[Piece] = []
    lines = status_lines(live, localizer, mentioned)
    if asked:
        who = [info.mention(seat) for seat in asked]
        lines.append("🗳️ " + localizer.post(T("A vote is open to {who}.", who=who)))
    status = "\n".join(lines)
    alerts = alert_lines(live, None, localizer)
    told = newest_events(happened, localizer, MAX_HAPPENED, max(FEW_ROWS, MAX_ROWS - sum(map(phone.rows, alerts))))
    pieces += map(components.words, alerts)
    if told.text:
        pieces.append(components.words(told.text))
    if drawn is not None:
        pieces.append(components.picture(drawn))
    else:
        pieces += map(
            components.words,
            glance(live, None, localizer, components.MAX_TEXT - sum(map(len, [*alerts, told.text, status]))),
        )
    pieces.append(components.words(status))
    buttons = [
        button(localizer.label(T("Play")), CustomId("fresh", info.id, live.revision), BLUE),
        button(localizer.label(hand_label(live.game)), CustomId("hand", info.id, live.revision)),
        button(localizer.label(T("Board")), CustomId("board", info.id, live.revision)),
        *_more(live, localizer, happened, told, since),
    ]
    below = [*rows(buttons), *seats_menu(info, live.revision, localizer), *rows(_absent(live, localizer))]
    return components.layout(*pieces, below=below)


def seats_menu(info: TableInfo, revision: int, localizer: Localizer) -> list[Piece]:
    """A menu of the seats below a picture of the table, which shows the tableau of one; nothing for a single seat."""
    seats = [(str(one.seat), localizer.label(player(one.seat), 100), "") for one in info.players]
    whose = localizer.label(T("Whose tableau?"), 150)
    return [components.row(menu(CustomId("tableau", info.id, revision), seats, whose))] if len(seats) > 1 else []


def _more(
    live: Live, localizer: Localizer, happened: Sequence[Event], told: Newest, since: int
) -> list[components.Button]:
    """A button to all events of a post, where it does not tell them all."""
    if told.whole:
        return []
    custom_id = CustomId("log", live.info.id, live.revision, argument=str(since))
    return [button(localizer.label(more_label(len(happened))), custom_id)]


def _absent(live: Live, localizer: Localizer) -> list[components.Button]:
    """Buttons for seats whose time has run out: to vote, and once all have, to take the seat."""
    buttons = []
    for one in live.info.players:
        seat, who = str(one.seat), player(one.seat)
        if one.given_up:
            label = localizer.label(T("Take the seat of {who}", who=who))
            buttons.append(button(label, CustomId("take", live.info.id, live.revision, argument=seat), GREEN))
        elif one.overdue:
            label = localizer.label(T("Hand over the seat of {who}", who=who))
            buttons.append(button(label, CustomId("vote", live.info.id, live.revision, argument=seat), RED))
    return buttons


def status_lines(live: Live, localizer: Localizer, mentioned: Sequence[int] = ()) -> list[str]:
    """Who must do what and since when, and who has given sealed answers; `mentioned` seats are mentioned."""
    tasks: dict[str, list[Player]] = {}
    for one in live.info.waiting:
        prompt = live.public_prompt_of(one.seat)
        if prompt is not None:
            tasks.setdefault(localizer.post(prompt.text), []).append(one)
    lines = []
    for task, players in tasks.items():
        who = [live.info.mention(one.seat) if one.seat in mentioned else player(one.seat) for one in players]
        since = min(one.since for one in players if one.since is not None)
        asked = verbatim(discord.utils.format_dt(since, "R"))
        lines.append(
            "⏳ " + localizer.post(T("{who}: {task} (asked {since})", who=who, task=verbatim(task), since=asked))
        )
    lines += _clock_lines(live, localizer)
    sealed = [player(prompt.seat) for prompt in live.public_prompts if prompt.answered is not None]
    if sealed:
        lines.append("✅ " + localizer.post(T("Answered already, still secret: {who}", who=sealed)))
    lines = lines or [localizer.post(T("Nobody has to act."))]
    return [*lines, *away_lines(live.info, localizer)]


def _clock_lines(live: Live, localizer: Localizer) -> list[str]:
    """The deadlines of those who must act, and the votes about overdue ones."""
    lines = []
    for one in live.info.waiting:
        if one.deadline is None or one.given_up:
            continue
        who, at = player(one.seat), verbatim(discord.utils.format_dt(one.deadline, "R"))
        if one.overdue:
            text = TN(
                "The time of {who} ran out {at}. One vote to hand the seat over.",
                "The time of {who} ran out {at}. {n} votes to hand the seat over.",
                len(one.votes),
                who=who,
                at=at,
            )
        else:
            text = T("The time of {who} runs out {at}.", who=who, at=at)
        lines.append("⌛ " + localizer.post(text))
    return lines


def final_post(  # noqa: PLR0917
    live: Live,
    localizer: Localizer,
    happened: Sequence[Event],
    drawn: Drawn | None,
    chart: Drawn | None = None,
    key: str = "",
    *,
    film: Drawn | None = None,
    since: int = 0,
    records: Sequence[Record] = (),
) -> ui.LayoutView:
    """Build the last message: winners, scores line by line, scores by round, the film, a button for the record.

    `since` is as for `table_post`. What the rules told when the game was over is who has won, and with how many points:
    that stands in the heading and the scores, so the room is for what came before.

    `chart` is the picture of the scores by round; without it they are text. `key` is the idempotency key of a message
    to one person.
    """
    standings = sorted(live.standings, key=lambda one: (one.rank, one.seat))
    winners = [player(one.seat) for one in standings if one.winner]
    if winners:
        title = T("{who} has won!", who=winners) if len(winners) == 1 else T("{who} share the victory!", who=winners)
        heading = f"## 🏆 {localizer.post(title)}"
    else:  # nobody has won who has played alone
        heading = f"## {localizer.post(points_text(standings[0]))}"
    scores = "\n".join("\n".join(standing_lines(one, localizer)) for one in standings)
    if len(scores) > MAX_FINAL:
        scores = "\n".join(line for one in standings for line in brief_lines(one, localizer))
    happened = list(takewhile(lambda event: event.kind != OVER, happened))
    course = "" if chart is not None else "\n".join(chart_lines(live, localizer))
    pieces: list[Piece] = [components.words(heading)]
    set_here = "\n".join(record_lines(records, live.game, localizer))
    room = components.MAX_TEXT - len(heading) - len(scores) - len(course) - len(set_here)
    told = newest_events(happened, localizer, min(MAX_HAPPENED, room), max(FEW_ROWS, MAX_ROWS - phone.rows(heading)))
    if told.text:
        pieces.append(components.words(told.text))
    if drawn is not None:
        pieces.append(components.picture(drawn))
    pieces.append(components.words(scores))
    if set_here:
        pieces.append(components.words(set_here))
    if chart is not None:
        pieces.append(components.picture(chart))
    elif course:
        pieces.append(components.words(course))
    if film is not None:
        pieces.append(components.picture(film))
    record = button(
        localizer.label(T("Record of the game")), CustomId("export", live.info.id, live.revision, argument=key)
    )
    board = button(localizer.label(T("Board")), CustomId("board", live.info.id, live.revision))
    more = _more(live, localizer, happened, told, since)
    if type(live.game).appraise is not Game.appraise:
        more.append(button(localizer.label(REVIEW), CustomId("review", live.info.id, live.revision)))
    below = [*rows([record, board, *more]), *seats_menu(live.info, live.revision, localizer)]
    return components.layout(*pieces, below=below)


def scores_by_round(live: Live) -> list[list[int]]:
    """The scores by round and seat, for games that store them."""
    return live.game.scores(live.view(None))


def chart_lines(live: Live, localizer: Localizer) -> list[str]:
    """The scores after the last rounds as text, a line for each seat."""
    rounds = scores_by_round(live)
    if not rounds:
        return []
    lines = [f"**{localizer.post(T('Score after each round'))}**"]
    for seat in range(len(rounds[0])):
        scores = " ".join(f"{signed(scores[seat]):>3}" for scores in rounds[-20:])
        lines.append(f"`{scores}` {localizer.post(player(seat))}")
    return lines


def closing_post(info: TableInfo, localizer: Localizer, log: Sequence[LogEntry], key: str = "") -> ui.LayoutView:
    """Build the message of a table that was ended early, as its `log` says; `key` as for `final_post`."""
    texts = [event.text for one in log for event in one.events if event.kind == "abandon"]
    text = "\n".join(map(localizer.post, texts))
    board = button(localizer.label(T("Board")), CustomId("board", info.id, info.revision, argument=key))
    return components.layout(components.words(text), below=rows([board]))


def moved_post(info: TableInfo, localizer: Localizer) -> ui.LayoutView:
    """Build the message that replaces those in a channel that a table has left."""
    text = T("The table has moved: {channel}", channel=verbatim(f"<#{info.channel_id}>"))
    return components.layout(components.words(localizer.post(text)), accent=None)


def rules_post(info: TableInfo, localizer: Localizer, key: str, *, stuck: bool) -> ui.LayoutView:
    """Build the post to the owner of a table about changed rules; `key` is its idempotency key."""
    owner = verbatim(f"<@{info.owner_id}>")
    goes_on = T(
        "{owner}, the rules of this game were updated. It goes on from where it stands; what came before stands and"
        " cannot be taken back.",
        owner=owner,
    )
    waits = T(
        "{owner}, the rules of this game were updated, and as they are now they cannot read it. Nothing is lost: the"
        " table waits until whoever runs me installs a version that can.",
        owner=owner,
    )
    status = button(localizer.label(T("Status")), CustomId("status", info.id, info.revision, argument=key))
    return components.layout(components.words(localizer.post(waits if stuck else goes_on)), below=rows([status]))
