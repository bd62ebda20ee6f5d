"""Logs in to Discord and stays connected through outages; ends the process only for errors that a retry cannot fix."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord
from discord.http import HTTPClient
from discord.utils import MISSING

from bot.connection.gateway import backoff, describe_outage
from bot.tables.core.errors import DatabaseAway
from storage.errors import StoreAway

log = logging.getLogger(__name__)

LOGIN_SECONDS = 60.0
"""Timeout of the login, registering the commands included."""
AWAY = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""Errors of an outage. OSError: and its TimeoutError."""

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
"""Close codes of the gateway after which a reconnect is futile."""


class Stopped(Exception):
    """The bot cannot run. The message is one line for whoever started it."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


async def stay_connected(client: discord.AutoShardedClient, token: str) -> None:
    """Log in, connect and stay connected until the client is closed; retry during outages.

    Raises:
        Stopped: Discord refuses this bot, and a retry would not help.

    """

    async def log_in() -> None:
        try:
            async with asyncio.timeout(LOGIN_SECONDS):
                await client.login(token)
        except BaseException:
            await _reset(client.http)
            raise

    try:
        await _retry(log_in, client)
        await _retry(client.connect, client)
    except Exception as error:
        refused = _refusal(error)
        if refused is None:
            log.exception("The connection to Discord cannot go on")
            refused = Stopped(f"The connection to Discord broke ({type(error).__name__}); the log tells more.", 1)
        raise refused from None


async def _retry(work: Callable[[], Awaitable[None]], client: discord.AutoShardedClient) -> None:
    """Retry something with backoff as long as it fails because of an outage; log one line for each failure."""
    for pause in backoff():
        try:
            return await work()
        except Exception as error:
            if client.is_closed() or _refusal(error) is not None or not _is_away(error, client):
                raise
            log.warning("Discord is away (%s); trying again in %.0f s", _describe(error), pause)
        await asyncio.sleep(pause)
    raise AssertionError


def _describe(error: Exception) -> str:
    if isinstance(error, (DatabaseAway, StoreAway)):
        return "or rather, the database is"
    return (
        describe_outage(error)
        if isinstance(error, AWAY)
        else f"the answer is none of Discord's: {type(error).__name__}"
    )


def _is_away(error: Exception, client: discord.AutoShardedClient) -> bool:
    """Whether it is worth a retry: also if something else answers in Discord's place, such as a captive portal."""
    no_discord = isinstance(error, (AttributeError, KeyError, TypeError, ValueError)) and client.application is None
    return no_discord or isinstance(error, (*AWAY, DatabaseAway, StoreAway))


async def _reset(http: HTTPClient) -> None:
    """Close the HTTP session, so that the next login opens a new one; discord.py does not after a failed login."""
    await http.close()
    http.clear()
    http.connector = MISSING


def _refusal(error: BaseException | None) -> Stopped | None:
    """Describe a permanent refusal of Discord; None where a retry may help."""
    if isinstance(error, discord.GatewayNotFound):
        error = error.__cause__
    if isinstance(error, discord.LoginFailure) or (isinstance(error, discord.HTTPException) and error.status == 401):
        return Stopped(REFUSED_TOKEN, 4)
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return Stopped(_CLOSED[4014], 4)
    if isinstance(error, discord.ConnectionClosed):
        message = _CLOSED.get(error.code, f"Discord has closed the connection for good ({error.code}).")
        return Stopped(message, 1 if error.code == MORE_SHARDS else 4)
    return None
