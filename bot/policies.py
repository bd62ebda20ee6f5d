"""Standing answers: what each does now, kept for a person and a game, or otherwise for one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discord import ui
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import automatic, layouts
from bot.codes import Code
from bot.desk import Desk
from bot.layouts import Piece, button, menu, rows
from bot.table_errors import NotSeated
from rules.kernel.policies import ASK, Policy, check_settings
from rules.kernel.text import T, Text
from storage import automatic as stored_automatic
from storage import tables
from storage.schema import PolicySetting
from storage.tables import Stored

if TYPE_CHECKING:
    from bot.calls import Call

HERE, EVERYWHERE = "here", "everywhere"
"""Where a setting holds: at one table, or at all of the game that have none of their own."""
INHERIT = "inherit"
"""The value at a table by which the person's setting for the game holds."""


@dataclass(frozen=True)
class Standing:
    """What a person has set in a game (`everywhere`), and what otherwise at one of its tables (`here`)."""

    policies: tuple[Policy, ...]
    everywhere: dict[str, str]
    here: dict[str, str]

    @property
    def in_force(self) -> dict[str, str]:
        """What holds at the table."""
        return {**self.everywhere, **self.here}


class Policies:
    """See `bot.tables.Tables`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of(self, table_id: int, user_id: int) -> Standing:
        """Give a person's standing answers in the game of a table.

        Raises:
            NoTableHere, UnknownGame, DatabaseAway.

        """
        async with self._desk.reading() as session:
            stored = await self._desk.find(session, table_id)
            game = self._desk.game(stored.table.game)
            found = await stored_automatic.settings(session, {user_id}, stored.table.game, table_id)
        return Standing(game.policies, found[user_id][stored_automatic.EVERYWHERE], found[user_id][table_id])

    async def set(self, table_id: int, user_id: int, key: str, value: str, where: str = EVERYWHERE) -> Standing:
        """Set a standing answer, and give it at once where its question is open already.

        Raises:
            NoTableHere, NotSeated (for this table alone), UnknownGame, DatabaseAway.
            RulesError: the game has no such standing answer, or it has no such choice.

        """
        others: list[int] = []

        async def work(session: AsyncSession, stored: Stored) -> None:
            check_settings(self._desk.game(stored.table.game).policies, {key: ASK if value == INHERIT else value})
            kept = "" if value == INHERIT or (value == ASK and where == EVERYWHERE) else value
            at = stored_automatic.EVERYWHERE if where == EVERYWHERE else table_id
            setting = PolicySetting(user_id=user_id, game=stored.table.game, table_id=at, key=key, value=kept)
            seated = any(seat.user_id == user_id for seat in stored.seats)
            if where == HERE and not seated:
                raise NotSeated
            await stored_automatic.set_policy(session, setting)
            if where == EVERYWHERE:
                waiting = await tables.waiting_for(session, user_id)
                others.extend(one.id for one in waiting if one.table.game == stored.table.game and one.id != table_id)
            if seated:
                await self._apply(session, stored, user_id)

        await self._desk.change(table_id, work)
        for other in others:
            await self._desk.change(other, lambda session, stored: self._apply(session, stored, user_id))
        self._desk.news.set()
        return await self.of(table_id, user_id)

    async def _apply(self, session: AsyncSession, stored: Stored, user_id: int) -> None:
        """Let a changed setting answer what is open."""
        seat = next((one.number for one in stored.seats if one.user_id == user_id and not one.robot), None)
        if seat is None or stored.table.phase != "running":
            return
        # The revision is raised so that an answer which another process has begun does not miss the setting.
        await tables.advance(session, stored.id, stored.table.revision)
        await stored_automatic.hold(session, stored.id, seat, "")
        await automatic.go_on(self._desk, session, stored.id, seat=seat)


async def open_policies(call: Call, table_id: int, where: str = EVERYWHERE, notice: Text | None = None) -> None:
    """Show somebody their standing answers in the game of a table, to change them."""
    info = await call.tables.lobby.info(table_id)
    standing = await call.tables.policies.of(table_id, call.user_id)
    if not standing.policies:
        await call.say(T("This game has no standing answers."))
        return
    voice = call.voice(info.names)
    seated = info.seat_of(call.user_id) is not None and info.live
    where = where if seated else EVERYWHERE
    heading = (
        T("Standing answers at this table alone")
        if where == HERE
        else T("Your standing answers in {game}", game=call.client.games[info.game].info.title)
    )
    pieces: list[Piece] = []
    if notice is not None:
        pieces += [layouts.words(voice.post(notice)), ui.Separator()]
    pieces.append(layouts.words(f"### {voice.post(heading)}"))
    for policy in standing.policies:
        pieces += _policy(call, info.id, policy, standing, where)
    tools = []
    if seated:
        other = EVERYWHERE if where == HERE else HERE
        label = T("For this table alone") if other == HERE else T("For all my tables")
        tools.append(button(voice.label(label), Code("policy", info.id, argument=other)))
        tools.append(button(voice.label(T("Play")), Code("fresh", info.id)))
    await call.show(layouts.layout(*pieces, below=rows(tools)))


def _policy(call: Call, table_id: int, policy: Policy, standing: Standing, where: str) -> list[Piece]:
    """Say what a standing answer does now, over a menu to change it."""
    voice = call.voice()
    in_force = policy.set_to(standing.in_force if where == HERE else standing.everywhere)
    choices = [(one.value, voice.label(one.label, 100), "") for one in policy.all_choices]
    chosen = in_force.value
    if where == HERE:
        choices.insert(0, (INHERIT, voice.label(T("As at my other tables"), 100), ""))
        chosen = chosen if policy.key in standing.here else INHERIT
    elif policy.key in standing.here:
        in_force = policy.set_to(standing.here)
        exception = voice.post(T("At this table alone: {rule}", rule=in_force.text))
        in_force = policy.set_to(standing.everywhere)
        return [
            layouts.words(f"**{voice.post(policy.title)}**: {voice.post(in_force.text)}\n-# {exception}"),
            _menu(call, table_id, policy, choices, chosen, where),
        ]
    return [
        layouts.words(f"**{voice.post(policy.title)}**: {voice.post(in_force.text)}"),
        _menu(call, table_id, policy, choices, chosen, where),
    ]


def _menu(  # noqa: PLR0917
    call: Call, table_id: int, policy: Policy, choices: list[tuple[str, str, str]], chosen: str, where: str
) -> Piece:
    code = Code("standing", table_id, argument=f"{where}.{policy.key}")
    return layouts.row(menu(code, choices, call.voice().label(policy.title, 150), chosen=chosen))


async def set_policy(call: Call, table_id: int, argument: str, value: str) -> None:
    """Change a standing answer as a menu of the panel says, and show what holds now."""
    where, _, key = argument.partition(".")
    before = (await call.tables.lobby.info(table_id)).revision
    await call.tables.policies.set(table_id, call.user_id, key, value, HERE if where == HERE else EVERYWHERE)
    info = await call.tables.lobby.info(table_id)
    seat = info.seat_of(call.user_id)
    told = await call.tables.events(table_id, seat, before) if seat is not None and info.started_at else []
    answered = next(
        (event.text for one in told for event in one.events if one.seat == seat and one.by == "policy"), None
    )
    await open_policies(call, table_id, where, notice=answered)
