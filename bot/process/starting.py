"""Getting into Discord and staying there: however long it is away, and what alone ends the process instead."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord
from discord.http import HTTPClient
from discord.utils import MISSING

from bot.connection.gateway import pauses, why
from bot.tables.core.errors import DatabaseAway
from storage.errors import StoreAway

log = logging.getLogger(__name__)

LOGIN_SECONDS = 60.0
"""How long a whole login may take, the commands included."""
AWAY = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""What says that Discord cannot be reached now. OSError: and its TimeoutError."""

REFUSED_TOKEN = "Discord does not accept the token. Reset it in the developer portal and update .env."  # noqa: S105
MORE_SHARDS = 4011
_CLOSED = {
    4004: REFUSED_TOKEN,
    4010: "Discord does not know this shard. Check the setting of shards, if there is one.",
    MORE_SHARDS: "Discord wants this bot in more shards than it has; start it again.",
    4012: "Discord does not speak as this version of discord.py does any more. Upgrade Orrery.",
    4013: "Discord refuses the intents that the bot asks for. Upgrade Orrery.",
    4014: "Discord refuses the intents that the bot asks for. Look at them in the developer portal, under Bot.",
}
"""Codes with which the gateway closes for good."""


class Stopped(Exception):
    """The bot cannot run. The message is one line for whoever started it."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


async def stay_connected(client: discord.AutoShardedClient, token: str) -> None:
    """Log in, connect and stay connected until the client is closed; while Discord is away, try again.

    Raises:
        Stopped: Discord does not want this bot, which trying again does not mend.

    """

    async def log_in() -> None:
        try:
            async with asyncio.timeout(LOGIN_SECONDS):
                await client.login(token)
        except BaseException:
            await _forget(client.http)
            raise

    try:
        await _persist(log_in, client)
        await _persist(client.connect, client)
    except Exception as error:
        refused = _refusal(error)
        if refused is None:
            log.exception("The connection to Discord cannot go on")
            refused = Stopped(f"The connection to Discord broke ({type(error).__name__}); the log tells more.", 1)
        raise refused from None


async def _persist(work: Callable[[], Awaitable[None]], client: discord.AutoShardedClient) -> None:
    """Do something as often as it fails because Discord is away; one line in the log for each time."""
    for pause in pauses():
        try:
            return await work()
        except Exception as error:
            if client.is_closed() or _refusal(error) is not None or not _is_away(error, client):
                raise
            log.warning("Discord is away (%s); trying again in %.0f s", _said(error), pause)
        await asyncio.sleep(pause)
    raise AssertionError


def _said(error: Exception) -> str:
    if isinstance(error, (DatabaseAway, StoreAway)):
        return "or rather, the database is"
    return why(error) if isinstance(error, AWAY) else f"the answer is none of Discord's: {type(error).__name__}"


def _is_away(error: Exception, client: discord.AutoShardedClient) -> bool:
    """Whether it is worth another try: also where somebody answers in Discord's place, as a hotel's network does."""
    nonsense = isinstance(error, (AttributeError, KeyError, TypeError, ValueError)) and client.application is None
    return nonsense or isinstance(error, (*AWAY, DatabaseAway, StoreAway))


async def _forget(http: HTTPClient) -> None:
    """Let the next login begin with a session of its own; discord.py leaves that of a failed one open."""
    await http.close()
    http.clear()
    http.connector = MISSING


def _refusal(error: BaseException | None) -> Stopped | None:
    """Say what Discord refuses for good; None where it may be otherwise next time."""
    if isinstance(error, discord.GatewayNotFound):
        error = error.__cause__
    if isinstance(error, discord.LoginFailure) or (isinstance(error, discord.HTTPException) and error.status == 401):
        return Stopped(REFUSED_TOKEN, 4)
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return Stopped(_CLOSED[4014], 4)
    if isinstance(error, discord.ConnectionClosed):
        said = _CLOSED.get(error.code, f"Discord has closed the connection for good ({error.code}).")
        return Stopped(said, 1 if error.code == MORE_SHARDS else 4)
    return None
