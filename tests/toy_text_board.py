"""The toy game's table in words: what a game without pictures is looked at by, with a block that is too long."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.kit.picture import RenderContext
from rules.kernel.text import T, player
from tests.toy import ToyState


class ToyTextBoard:
    @property
    def parts(self) -> Mapping[str, Callable[[ToyState, RenderContext], list[str]]]:
        return {"lots": self.lots, "long": self.long}

    def glance(self, view: ToyState, context: RenderContext) -> list[str]:
        return self.lots(view, context)

    def board(self, view: ToyState, context: RenderContext) -> list[str]:
        return self.lots(view, context) + [self._seat(view, seat, context) for seat in range(len(view.coins))]

    def lots(self, view: ToyState, context: RenderContext) -> list[str]:
        return [f"### {context.words.say(T('Lot {n}', n=view.lot))}"]

    def long(self, view: ToyState, context: RenderContext) -> list[str]:
        rows = "\n".join(f"row {at} {'x' * 60}" for at in range(20))
        torn = "\n".join(f"line {at} {'y' * 60}" for at in range(80))
        return [*([f"```\n{rows}\n```"] * 4), f"```\n{torn}\n```"]

    def tableau(self, view: ToyState, seat: int, context: RenderContext) -> list[str]:
        return [self._seat(view, seat, context)]

    def hand(self, view: ToyState, seat: int, context: RenderContext) -> list[str]:
        return [context.words.say(T("Hidden coins: {n}", n=view.secrets[seat]))]

    def _seat(self, view: ToyState, seat: int, context: RenderContext) -> str:
        return context.words.say(T("{who} has {n} coins.", who=player(seat), n=view.coins[seat]))
