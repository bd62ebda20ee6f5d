"""Layouts of posts in the channel: the lobby, the table message, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

import discord
from discord import ui

from bot.tables.core.data import Live, LogEntry, Player, TableInfo
from bot.tables.results import Record
from bot.tables.rooms import WHY_HERE
from bot.views import components, phone
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.events import Newest, newest_events, number_told, weight_of, weightiest_events
from bot.views.localizer import Localizer
from bot.views.offers import offer_buttons, offer_lines
from bot.views.panel import alert_lines, glance, hand_label, more_label
from bot.views.records import record_lines
from bot.views.reviews import REVIEW
from bot.views.robots import level_menu, named
from bot.views.score import brief_lines, points_text, weightiest_lines
from bot.views.seeking import free_seats
from bot.views.status import away_lines
from rendering.jobs import Drawn
from rendering.words.folding import verbatim
from rules.kernel.game import Game, TableOption
from rules.kernel.scoring import Standing
from rules.kernel.steps import OVER, Event
from rules.kernel.stories import Story
from rules.kernel.text import TN, T, Text, player, signed

MAX_ROWS, FEW_ROWS = 8, 2
"""Rows of a phone above the picture of a post, and those that are for what happened in any case."""
FINAL_ROWS = 12
"""Rows of a phone that the words of a last post take together, above its pictures and below them."""
WHOLE_STORY = T("Whole story")
"""The label of the button to what a last post leaves out of the story, the honours and the records of its game."""
MAX_HAPPENED = 1800
MAX_GUESTS = 10
"""Guests that the lobby message names."""
MAX_MENUS = 10
FULL_SIZE = T("In full size")
"""The label of a link to the board on the web."""

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
    invited: list[str] = []
    if info.invited and open_:
        invited = [localizer.post(T("Invited: {who}", who=_guests(info.invited)))]
    if info.declined and open_:
        invited.append(localizer.post(T("Declined: {who}", who=_guests(info.declined))))
    # Right below the list, a line may be taken for a part of its last entry.
    pieces: list[Piece] = [components.words("\n".join(one)) for one in (lines, invited) if one]
    if not open_:
        return components.layout(*pieces, accent=None)
    if info.why_here:
        pieces.append(components.words("-# " + localizer.post(WHY_HERE[info.why_here])))
    if info.seating:
        pieces.append(components.words("-# " + localizer.post(T("The seats are as last time, turned by one."))))
    owner = info.seat_of(info.owner_id)
    if owner is not None:
        start = T("{who} presses Start once everybody is here.", who=player(owner))
        pieces.append(components.words("-# " + localizer.post(start)))
    if len(info.players) < game.info.fewest:
        pieces.append(components.words("-# " + localizer.post(T("It takes at least {n} players.", n=game.info.fewest))))
    offered = [option for option in game.info.options if matters(info, option)]
    pieces += [option_menu(info, option, localizer) for option in offered[:MAX_MENUS]]
    pieces += level_menu(info, localizer, "option")
    buttons = [
        join_button(info, localizer),
        button(localizer.label(T("Leave")), CustomId("leave", info.id, info.revision)),
        button(localizer.label(T("Start")), CustomId("start", info.id, info.revision), BLUE),
    ]
    if len(info.players) < game.info.most:
        buttons.append(button(localizer.label(T("Add a robot")), CustomId("robot", info.id, info.revision)))
    if any(one.robot for one in info.players):
        buttons.append(
            button(localizer.label(T("Remove a robot")), CustomId("robot", info.id, info.revision, argument="away"))
        )
    if info.sought_in is None and free_seats(info, game) > 0:
        buttons.append(button(localizer.label(T("Look for players")), CustomId("seek", info.id, info.revision)))
    elif info.sought_in is not None:
        stop = CustomId("seek", info.id, info.revision, argument="no")
        buttons.append(button(localizer.label(T("Look for nobody any more")), stop))
    return components.layout(*pieces, *rows(buttons))


def _guests(users: Sequence[int]) -> list[Text]:
    """Mention guests; of many, the first ones and how many more there are."""
    guests = [verbatim(f"<@{user}>") for user in users[:MAX_GUESTS]]
    more = len(users) - len(guests)
    return [*guests, TN("one more", "{n} more", more)] if more else guests


def matters(info: TableInfo, option: TableOption) -> bool:
    """Whether there is something to choose: not where all but the default is for fewer players than have joined."""
    chosen, default = info.options.get(option.key), option.choices[0].value
    fits = any(not one.seats or max(one.seats) >= len(info.players) for one in option.choices[1:])
    return fits or chosen not in (None, default)


def invitation_post(info: TableInfo, guest: int, localizer: Localizer, key: str = "", more: str = "") -> ui.LayoutView:
    """Ask a guest to the table in its channel; `key` is the idempotency key, `more` stands below."""
    text = localizer.post(T("{who}, there is a seat for you at this table.", who=verbatim(f"<@{guest}>")))
    buttons = invitation_buttons(info, localizer, key or str(guest))
    return components.layout(components.words("\n".join([text, more] if more else [text])), below=rows(buttons))


def invitation_buttons(info: TableInfo, localizer: Localizer, key: str) -> list[components.Button]:
    """Make the buttons of an invitation: to take the seat, and to decline it; `key` is the idempotency key."""
    decline = CustomId("decline", info.id, info.revision)
    return [join_button(info, localizer, key), button(localizer.label(T("Decline")), decline)]


def join_button(info: TableInfo, localizer: Localizer, argument: str = "") -> components.Button:
    """Make a button to take a seat, at the table or in a direct message."""
    return button(localizer.label(T("Join")), CustomId("join", info.id, info.revision, argument=argument), GREEN)


def option_menu(info: TableInfo, option: TableOption, localizer: Localizer, verb: str = "option") -> Piece:
    """A menu of a game's option, with what is chosen."""
    chosen = info.options.get(option.key, option.choices[0].value)
    choices = []
    labels = [localizer.label(one.text, 100) for one in option.choices]
    names = Counter(label.partition(": ")[0] for label in labels)
    for one, label in zip(option.choices, labels, strict=True):
        counts = ", ".join(map(str, one.seats))
        text = T("For one player only") if one.seats == (1,) else T("For {counts} players only", counts=counts)
        # A closed menu has room for few words: what a choice means stands below its name, where the menu is open.
        name, _, meaning = label.partition(": ")
        if names[name] > 1:  # the name alone does not tell which it is
            name, meaning = label, ""
        below = [meaning[:1].upper() + meaning[1:], localizer.label(text) if one.seats else ""]
        choices.append((one.value, f"{localizer.label(option.text, 40)}: {name}", ". ".join(filter(None, below))))
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
    web: str = "",
) -> ui.LayoutView:
    """Build the table message: events, the board, who must act since when; mentions persons and asks for votes.

    `since` is the revision after which the events begin; of many the newest are told, and a button tells them all.
    `web` is the address of the board on the web, if it has one.
    """
    info = live.info
    pieces: list[Piece] = []
    lines = status_lines(live, localizer, mentioned)
    if asked:
        who = [info.mention(seat) for seat in asked]
        lines.append("🗳️ " + localizer.post(T("A vote is open to {who}.", who=who)))
    status = "\n".join(lines)
    alerts = alert_lines(live, None, localizer)
    room = max(FEW_ROWS, MAX_ROWS - sum(map(phone.rows, alerts)))
    told = told_to_all(live, happened, localizer, MAX_HAPPENED, room)
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
        *components.links(localizer.label(FULL_SIZE), web),
        *_more(live, localizer, happened, told, since),
    ]
    free = [*_absent(live, localizer), *offer_buttons(info, localizer)]
    below = [*rows(buttons), *seats_menu(info, live.revision, localizer), *rows(free)]
    return components.layout(*pieces, below=below)


def told_to_all(live: Live, happened: Sequence[Event], localizer: Localizer, most: int, rows: int) -> Newest:
    """What there is room for of what has happened, for everybody who looks on: last what is missed least."""
    return weightiest_events(
        happened, localizer, most, rows, lambda one: min(0, weight_of(one, None, live.game)), small=False
    )


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
    return [button(localizer.label(more_label(number_told(happened))), custom_id)]


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
    return [*lines, *away_lines(live.info, localizer), *offer_lines(live.info, localizer)]


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
    web: str = "",
    story: Story | None = None,
    records: Sequence[Record] = (),
    instead: Sequence[components.Button] | None = None,
    place: str = "",
) -> ui.LayoutView:
    """Build the last message: winners, story, scores line by line, scores by round, the film, honours, what is next.

    Its words take as many rows as a phone shows at once, if the names of its players do. Half of those that the winners
    and the points leave are for the story, then come records and honours, then the lines of the scores; what finds no
    room is behind buttons.

    `since` and `web` are as for `table_post`. What the rules told when the game was over is who has won, and with how
    many points: that stands in the heading and the scores. Where the game has a story, what has happened last is behind
    a button.

    `chart` is the picture of the scores by round; without it they are text. `key` is the idempotency key of a message
    to one person. `instead` are buttons in the place of those that open the next table.
    """
    standings = sorted(live.standings, key=lambda one: (one.rank, one.seat))
    heading = "\n".join(filter(None, [_heading(standings, localizer), place]))
    happened = list(takewhile(lambda event: event.kind != OVER, happened))
    least = sum(phone.rows(line) for one in standings for line in brief_lines(one, localizer))
    room = FINAL_ROWS - phone.rows(heading) - least
    lines, honours, set_here = story_lines(live, story, records, localizer)
    told_story = _fitting(lines, room - room // 2)
    kept = FEW_ROWS if story is None and happened else phone.rows("\n".join(told_story))
    told_records = _fitting(set_here, room - kept)
    told_honours = _fitting(honours, room - phone.rows("\n".join([*told_story, *told_records])))
    best = [*told_honours, *told_records]
    room -= phone.rows("\n".join([*told_story, *best]))
    told = Newest("", left=len(happened))
    if story is None:
        told = newest_events(happened, localizer, MAX_HAPPENED, max(FEW_ROWS, min(room, MAX_ROWS)))
        room -= phone.rows(told.text)
    course = [] if chart is not None else chart_lines(live, localizer)
    course_told = "\n".join(course) if phone.rows("\n".join(course)) <= room else ""
    scores, whole = _scores(standings, localizer, max(0, room - phone.rows(course_told)) // len(standings))
    shown = [components.picture(one) if one is not None else None for one in (drawn, chart, film)]
    texts = [
        components.words(text) if text else None
        for text in ("\n".join(told_story), told.text, scores, course_told, "\n".join(best))
    ]
    pieces = [components.words(heading), *texts[:2], shown[0], texts[2], shown[1] or texts[3], shown[2], texts[4]]
    record = button(localizer.label(T("Record")), CustomId("export", live.info.id, live.revision, argument=key))
    board = button(localizer.label(T("Board")), CustomId("board", live.info.id, live.revision))
    more = [*components.links(localizer.label(FULL_SIZE), web), *_more(live, localizer, happened, told, since)]
    if len(told_story) + len(best) < len(lines) + len(honours) + len(set_here):
        more.insert(0, button(localizer.label(WHOLE_STORY), CustomId("story", live.info.id, live.revision)))
    if not whole or (course and not course_told):
        more.insert(0, button(localizer.label(T("Score")), CustomId("score", live.info.id, live.revision)))
    leaf = [button(localizer.label(T("Leaf through")), CustomId("past", live.info.id, live.revision)), record]
    if type(live.game).appraise is not Game.appraise:
        leaf.append(button(localizer.label(REVIEW), CustomId("review", live.info.id, live.revision)))
    again = [] if key else again_buttons(live, localizer)  # of a table without a channel, one person is told alone
    again = again if instead is None else list(instead)
    below = [*rows([*again, *leaf, board, *more]), *seats_menu(live.info, live.revision, localizer)]
    return components.layout(*pieces, below=below)


def _heading(standings: Sequence[Standing], localizer: Localizer) -> str:
    """Say who has won; nobody has who has played alone."""
    winners = [player(one.seat) for one in standings if one.winner]
    if not winners:
        return f"## {localizer.post(points_text(standings[0]))}"
    title = T("{who} has won!", who=winners) if len(winners) == 1 else T("{who} share the victory!", who=winners)
    return f"## 🏆 {localizer.post(title)}"


def story_lines(
    live: Live, story: Story | None, records: Sequence[Record], localizer: Localizer
) -> tuple[list[str], list[str], list[str]]:
    """The lines of the story of a game, of the honours of its players, and of the records that it has set."""
    told = [] if story is None else ["📖 " + localizer.post(line) for line in story.lines]
    honours = [] if story is None else ["🏅 " + localizer.post(line) for line in story.honours]
    return told, honours, record_lines(records, live.game, localizer)


def _scores(standings: Sequence[Standing], localizer: Localizer, each: int) -> tuple[str, bool]:
    """Tell the scores, the best first, their lines in so many rows each; and whether that is all of them."""
    found = [weightiest_lines(one, localizer, each) for one in standings]
    return "\n".join(line for lines, _ in found for line in lines), all(whole for _, whole in found)


def _fitting(lines: Sequence[str], most: int) -> list[str]:
    """The first lines that take at most so many rows of a phone together."""
    fitting: list[str] = []
    for line in lines:
        if phone.rows("\n".join([*fitting, line])) <= most:
            fitting.append(line)
    return fitting


def again_buttons(live: Live, localizer: Localizer) -> list[components.Button]:
    """Make the buttons that open the next table: with the seats turned by one, or drawn where there are several."""
    custom_id = CustomId("again", live.info.id, live.revision)
    again = button(localizer.label(T("Again")), custom_id, GREEN)
    roll = button(localizer.label(T("Again, all roll for seats")), replace(custom_id, argument="roll"))
    return [again, roll] if len(live.info.players) > 1 else [again]


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


def skipped_post(info: TableInfo, game: Text, localizer: Localizer, key: str) -> ui.LayoutView:
    """Say that a weekly table did not open, as another one is in its channel."""
    text = T("The weekly table of {game} does not open while another table is in this channel.", game=game)
    every = button(localizer.label(T("Weekly tables")), CustomId("every", info.id, info.revision, argument=key))
    return components.layout(components.words("📅 " + localizer.post(text)), below=rows([every]))


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
