"""The round in words: its phase and event, whose turn it is, who has planned, and the set that is played with."""

from __future__ import annotations

from collections.abc import Sequence

from rules.circadians.components import ROUNDS
from rules.circadians.describe import effect_text, origin
from rules.circadians.state import CircadiansState
from rules.kernel.text import TN, T, Text, player

PHASES: dict[str, Text] = {
    "setup": T("setting up"),
    "planning": T("planning phase"),
    "hq": T("action phase: dice of the headquarters"),
    "garages": T("action phase: dice of the garages"),
    "harvest": T("harvest"),
    "rest": T("rest phase"),
    "over": T("the game is over"),
}


def round_lines(view: CircadiansState, waiting: Sequence[int] = ()) -> list[Text]:
    """Tell which round and phase it is, the event, who begins and who must act."""
    if view.round:
        said = [T("Round {n} of {last}, {phase}.", n=view.round, last=ROUNDS, phase=PHASES[view.phase])]
    else:
        said = [T("Before the first round: {phase}.", phase=PHASES[view.phase])]
    said += event_lines(view)
    said.append(T("Start player: {who}.", who=player(view.start)))
    if view.turn >= 0:
        said.append(T("The die of {who} is being used.", who=player(view.turn)))
    if view.flip:
        said.append(T("The first die of the headquarters may be turned to its opposite face."))
    if waiting:
        said.append(T("To act: {players}.", players=[player(seat) for seat in waiting]))
    if view.scores:
        points = [
            T("{who} {value}", who=player(seat), value=total) for seat, total in enumerate(view.scores[-1])
        ]  # fmt: skip
        said.append(TN("Points after {n} round: {points}.", "Points after {n} rounds: {points}.",
                       n=len(view.scores), points=points))  # fmt: skip
    return said


def planned_lines(view: CircadiansState, waiting: Sequence[int]) -> list[Text]:
    """Tell who has planned while others have not."""
    done = [player(seat) for seat, one in enumerate(view.players) if (one.rolled or one.plan) and seat not in waiting]
    return [T("Planned already: {players}.", players=done)] if done else []


def event_lines(view: CircadiansState) -> list[Text]:
    """Tell the event of the round."""
    if not view.event:
        return []
    event = view.parts.events[view.event]
    return [T("Event: {event}. {what}", event=view.parts.name(view.event), what=effect_text(event.effect))]


def set_lines(view: CircadiansState) -> list[Text]:
    """Say which set of cards, tiles and boards is played with."""
    return [origin(view.parts)]
