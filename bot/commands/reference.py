"""The rules reference: topics of a game, cards and the like by their names, how to play, and help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from bot.app import App
from bot.commands import board
from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.tables.core.errors import TableError, UnknownGame
from bot.views import components
from bot.views.components import MAX_CHOICES, Piece, menu
from bot.views.custom_ids import CustomId, only_value, read_number
from bot.views.localizer import Localizer
from bot.views.pages import leaf_layout
from rendering.words.folding import plain, shorten, verbatim
from rules.kernel.data import LANGUAGES
from rules.kernel.game import Game, Topic
from rules.kernel.text import T, Text

HELP = Topic(
    "help",
    T("Help"),
    (
        T("/play shows what is asked of you: what can be chosen, as buttons and menus, and all about it."),
        T("/board, /tableau, /hand and /score show the table, /log what happened. /undo takes your answer back."),
        T("/policy sets your automatic answers, /plan plans ahead. /me has your own settings."),
        T("/learn teaches a game by playing a few steps of it, with the same panel as at a table."),
        T("/practice plays alone against robots, wherever you are; only you see it, and nothing counts."),
        T("/rules explains a topic, or a card, a faction or the like by its name, in English or in German."),
    ),
    also=(T("Commands"), T("What can I do?")),
)
HOW = Topic(
    "how-to-play",
    T("How to play"),
    (
        T("Whoever is asked presses Play below the table’s post, or types /play. Nobody else sees that panel."),
        T("A turn can be taken back until something hidden was shown or somebody else has acted."),
    ),
    also=(T("How do I play?"), T("Game rules"), T("Rules"), T("All rules")),
)
"""Begins the rules as a whole: every topic of the game follows."""


async def show_rules(
    context: Context, game_key: str | None, topic: str | None, *, page: int = 0, in_place: bool = False
) -> None:
    """Explain a topic of the rules, or a card or another thing by its name; without one, what there is.

    What takes more rows than a phone shows at once is shown page by page.

    Raises:
        Refused: there is nothing of that name.

    """
    game = await _game_of(context, game_key)
    localizer = context.localizer()
    known = find_key(game, topic or HELP.key, localizer)
    if known is None:
        raise Refused(
            T(
                "The rules have no topic “{topic}”. There is: {topics}",
                topic=shorten(topic or "", 60),
                topics=[one.title for one in (HELP, HOW, *game.topics)],
            )
        )
    below = [_other_topics(game, localizer)]
    found = pages_of(game, known, localizer)
    if len(found) > 1:  # the rules as a whole, to be read from end to end
        blocks = ["\n\n".join([_headed(title, localizer), *map(localizer.post, body)]) for title, body in found]
        await board.show(context, board.Seen(blocks=blocks), below=below, in_place=in_place)
        return
    ((title, body),) = found
    key = known if isinstance(known, str) else known.key
    view = leaf_layout(
        [_headed(title, localizer), *map(localizer.post, body)],
        page,
        localizer,
        lambda page: CustomId("rules", 0, fingerprint=str(max(page, 0)), argument=f"{game.info.key}.{key}"),
        below=below,
    )
    await (context.show if in_place else context.add)(view)


async def pressed(context: Context, custom_id: CustomId, values: Sequence[str]) -> None:
    """Show the topic that was chosen in the menu, or another page of the one that is shown. Raises as `show_rules`."""
    game_key, _, topic = custom_id.argument.partition(".")
    page = read_number(custom_id.fingerprint or "0")
    await show_rules(context, game_key, topic or only_value(values), page=page, in_place=True)


def _headed(title: Text, localizer: Localizer) -> str:
    return f"### {localizer.post(title)}"


def _other_topics(game: Game[Any, Any], localizer: Localizer) -> Piece:
    """A menu of the topics."""
    offered = [(one.key, localizer.label(one.title, 100), "") for one in (HELP, HOW, *game.topics)[:MAX_CHOICES]]
    return components.row(
        menu(CustomId("rules", 0, argument=game.info.key), offered, localizer.label(T("Another topic"), 150))
    )


async def _game_of(context: Context, key: str | None) -> Game[Any, Any]:
    key = key or await game_played(context.client, context.interaction.channel_id, context.user_id)
    if key not in context.client.games:
        raise UnknownGame(key)
    return context.client.games[key]


async def game_played(client: App, channel_id: int | None, user_id: int) -> str:
    """The key of the game of a channel's table; without one, of the person's last practice game, or the first game."""
    if channel_id is not None:
        try:
            return (await client.tables.lobby.of_channel(channel_id, ended=True)).game
        except TableError:
            pass  # the rules can be read anywhere, with or without a table
    with suppress(TableError):
        practised = (await client.tables.practice.of(user_id)).running
        if practised and practised[-1].game in client.games:
            return practised[-1].game
    return next(iter(client.games))


def find_pages(game: Game[Any, Any], topic: str, localizer: Localizer) -> list[tuple[Text, Sequence[Text]]]:
    """Find what is said of a topic or a thing: a title and a body, or several of them; nothing where it is unknown."""
    known = find_key(game, topic, localizer)
    return [] if known is None else pages_of(game, known, localizer)


def pages_of(game: Game[Any, Any], known: Topic | str, localizer: Localizer) -> list[tuple[Text, Sequence[Text]]]:
    """What is said of a topic, or of the thing of a key; of how to play, every topic of the game."""
    return [_said_of(game, known, localizer), *((one.title, one.body) for one in game.topics if known is HOW)]


def find_topic(game: Game[Any, Any], topic: str, localizer: Localizer) -> tuple[Text, Sequence[Text]] | None:
    """What is said of a topic or a thing alone; see `find_key`."""
    known = find_key(game, topic, localizer)
    return None if known is None else _said_of(game, known, localizer)


def _said_of(game: Game[Any, Any], known: Topic | str, localizer: Localizer) -> tuple[Text, Sequence[Text]]:
    if isinstance(known, Topic):
        return known.title, known.body
    things = things_to_look_up(game, localizer)
    title = next(title for key, title in things if key == known)
    return verbatim(title), _explained(game, [known, *(other for other, same in things if same == title)])


def find_key(game: Game[Any, Any], topic: str, localizer: Localizer) -> Topic | str | None:
    """Find a topic by its key or names, or the key of something that the game can look up by name, in any language.

    A whole name counts before how one begins, that before words of one, and these before how one of them begins.
    """
    wanted = plain(topic)
    if not wanted:
        return None
    languages = sorted(LANGUAGES, key=lambda one: one != localizer.language)
    localizers = [Localizer(language) for language in languages]
    named: list[tuple[Topic | str, set[str]]] = [
        (
            one,
            {
                plain(one.key),
                *(plain(there.label(text, 200)) for there in localizers for text in (one.title, *one.also)),
            },
        )
        for one in (HELP, HOW, *game.topics)
    ]
    named += [(key, {plain(key), *map(plain, game.names[key].values())}) for key in game.names if game.look_up(key)]
    for fits in (_is, _begins, _has, _has_word):
        one = next((one for one, names in named if any(fits(name, wanted) for name in names)), None)
        if one is not None:
            return one
    return None


def _is(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted)


def _has(name: str, wanted: str) -> bool:
    return re.search(rf"\b{re.escape(wanted)}\b", name) is not None


def _has_word(name: str, wanted: str) -> bool:
    return re.search(rf"\b{re.escape(wanted)}", name) is not None


def _explained(game: Game[Any, Any], keys: Sequence[str]) -> list[Text]:
    """The explanations of all things of one name, which may differ between sets of cards; the same are said once."""
    said: list[Text] = []
    for key in dict.fromkeys(keys):
        body = game.look_up(key)
        if body[0] not in said:
            said += body
    return said


def things_to_look_up(game: Game[Any, Any], localizer: Localizer) -> list[tuple[str, str]]:
    """The things that a game can explain: key and name in the reader's language."""
    return [
        (key, names.get(localizer.language) or names["en"]) for key, names in game.names.items() if game.look_up(key)
    ]


def complete_topics(game: Game[Any, Any], typed: str, localizer: Localizer) -> list[tuple[str, str]]:
    """Completions: topics and things whose names contain what was typed, as label and key."""
    wanted = plain(typed)
    topics = (HELP, HOW, *game.topics)
    also = {one.key: " ".join(plain(localizer.label(text)) for text in one.also) for one in topics}
    offered = [(localizer.label(one.title, 100), one.key) for one in topics]
    keys: dict[str, str] = {}
    for key, title in things_to_look_up(game, localizer):
        keys.setdefault(shorten(title, 100), key)
    offered += keys.items()
    fitting = [one for one in offered if wanted in plain(one[0]) or wanted in also.get(one[1], "")]
    return sorted(fitting, key=lambda one: not plain(one[0]).startswith(wanted))[:25]
