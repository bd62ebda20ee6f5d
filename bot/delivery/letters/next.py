"""The silent letter to whose turn comes next."""

from __future__ import annotations

from dataclasses import dataclass

from bot.app import App
from bot.delivery.letters.letter import InPersonAlone, Written, where
from bot.tables.core.data import Live, Preferences
from bot.tables.core.messages import NextNotice, idempotency_key, read
from bot.tables.drafts import may_draft
from bot.tables.plans import prompts_ahead
from bot.tables.queries import Turn
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from rules.kernel.text import T, player
from storage.outbox import Message


@dataclass(frozen=True)
class NextLetter(InPersonAlone):
    """This person's turn comes next, after that of a seat; `verb` is what there is to press: a plan, or the board."""

    after: int = 0
    verb: str = "board"

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say after whom, with the button to plan ahead where there is something to plan."""
        del preferences
        localizer = self.client.localizer(language, self.about)
        lines = [
            f"### 🔜 {localizer.post(T('You are next'))}",
            await where(self.client, self.about, localizer),
            localizer.post(T("Your turn comes after that of {who}.", who=player(self.after))),
        ]
        label = T("Board") if self.verb == "board" else T("Plan ahead")
        key = CustomId(self.verb, self.about.id, self.about.revision, argument=idempotency_key(self.message))
        layout = components.layout(
            components.words("\n".join(lines)), below=rows([button(localizer.label(label), key)])
        )
        return Written(lambda _: layout, silent=True)


def who_is_next(live: Live) -> tuple[int, int] | None:
    """The seat whose turn it is and the next one that a person plays, as everybody may know; None if there is none."""
    order = live.game.turn_order(live.view(None))
    people = [seat for seat in order[1:] if seat < len(live.info.players) and live.info.players[seat].person]
    return (order[0], people[0]) if people else None


async def find_next(client: App, message: Message, user_id: int, turn: Turn | None) -> NextLetter | None:
    """Make the letter if this person's turn comes next and they were not told so yet."""
    if turn is None:
        return None
    live, _, told = turn
    seat = read(message, NextNotice).seat
    if live.info.phase != "running" or live.seat_of(user_id) != seat:
        return None
    found = who_is_next(live)
    order = live.game.turn_order(live.view(None))
    if order and order[0] == seat:  # they have the turn that they were told of
        if told.wish.told_after is not None:
            await client.tables.wishes.note_next(live.info.id, user_id, None)
        return None
    muted = told.wish.muted_round is not None and told.wish.muted_round == live.game.round(live.view(None))
    if found is None or found[1] != seat or seat in live.waiting or muted or told.way in {"none", "daily"}:
        return None
    if told.wish.told_after == found[0] and not message.tried:
        return None
    await client.tables.wishes.note_next(live.info.id, user_id, found[0])
    verb = "draft" if may_draft(live, seat) else "plan" if prompts_ahead(live, seat) else "board"
    return NextLetter(client, message, live.info, after=found[0], verb=verb)
