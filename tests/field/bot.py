"""``python -m tests.field.bot ADDRESS [ARGUMENT ...]``: ``python -m bot``, for which Discord is at that address."""

from __future__ import annotations

import sys

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main

if __name__ == "__main__":
    address, *arguments = sys.argv[1:]
    Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{address}/gateway").with_scheme("ws")
    sys.exit(main(arguments))
