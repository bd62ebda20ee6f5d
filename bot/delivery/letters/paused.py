"""A weekly table does not open any more: whoever has set it may not open tables on its server by now."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.delivery.letters.letter import InPersonAlone, Written, in_words
from bot.tables.core.data import Preferences
from bot.tables.core.messages import idempotency_key
from bot.tables.weekly import Appointment
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.weekly import DAYS, opens_at, title
from rendering.words.folding import verbatim
from rules.kernel.text import T


@dataclass(frozen=True, kw_only=True)
class PausedLetter(InPersonAlone):
    """To its owner alone. The row's table is only where it comes from: the weekly table is `appointment`."""

    appointment: Appointment
    left: bool

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say why it is paused, how it goes on, and offer to end it."""
        del preferences
        one = self.appointment
        localizer = self.client.localizer(language, self.about)
        which = T(
            "**{game}**, every {day} at {time}: {channel}",
            game=title(one.game, self.client.games),
            day=DAYS[one.weekday],
            time=opens_at(one),
            channel=verbatim(components.channel_url(self.about.guild_id, one.channel_id)),
        )
        why = (
            T("You are no longer on that server, so I open no table in your name there.")
            if self.left
            else T("By the settings of that server you may no longer open tables there.")
        )
        on = T(
            "It opens again by itself once you may, and until then somebody who may can take it over with /table every"
            " in that channel."
        )
        lines = [
            f"### ⏸️ {localizer.post(T('Your weekly table is paused'))}",
            *map(localizer.post, (which, why, on)),
        ]
        custom_id = CustomId("every", 0, fingerprint=str(one.id), argument=idempotency_key(self.message))
        end = button(localizer.label(T("End the weekly table")), custom_id, discord.ButtonStyle.danger)
        return in_words(components.layout(components.words("\n".join(lines)), below=rows([end])))
