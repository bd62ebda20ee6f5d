"""The invite link, made of the token alone: its first part is the application's id."""

from __future__ import annotations

import base64
import re

import discord

from bot.app import PERMISSIONS
from bot.settings import BadSettings

TOKEN_PART = re.compile(r"[\w-]+", re.ASCII)


def invite_link(token: str) -> str:
    """Make the link that adds the bot to a server with the fewest permissions.

    Raises:
        BadSettings: the token is missing or malformed.

    """
    application = application_of(token)
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


def application_of(token: str) -> int:
    """Read the application's id from the first part of a bot's token.

    Raises:
        BadSettings: the token is missing or malformed.

    """
    if not token:
        raise BadSettings(
            "There is no token. Put DISCORD_TOKEN=... into the file .env of this folder, or into the environment."
        )
    first, *others = token.split(".")
    try:
        number = base64.b64decode(first + "=" * (-len(first) % 4), validate=True).decode("ascii")
    except ValueError:  # no Base64, or no number in it
        number = ""
    if not number.isdecimal() or len(others) != 2 or not all(map(TOKEN_PART.fullmatch, others)):
        raise BadSettings("DISCORD_TOKEN is not a bot's token. Copy it anew from the developer portal.")
    return int(number)
