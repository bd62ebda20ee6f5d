"""What can be planned in Race for the Galaxy: the next action cards, and what to place in Develop and Settle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.kernel.prompt import Prompt
from rules.kernel.text import TN, T
from rules.race.state import RaceState
from rules.race.steps.develop import PlaceDevelopment
from rules.race.steps.rounds import ChooseActions, actions_of
from rules.race.steps.settle import PlaceWorld

FORMER_HEADINGS = (T("What you place in the next Develop phase"), T("What you place in the next Settle phase"))
"""What plans of before are headed with; it must have its words in every language."""


def ahead(view: RaceState, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
    """Ask ahead; prices are those with the action cards that the seat has chosen or planned, as far as it has."""
    if view.phase in {"setup", "over"}:
        return []
    seats = list(range(len(view.players)))
    actions = ChooseActions(seats).prompt(view, seat)
    text = TN("Your next action card", "Your next {n} action cards", actions.at_least)
    asked = [msgspec.structs.replace(actions, text=text)]
    for phase, step, heading in (
        ("develop", PlaceDevelopment(seats), T("Your next development")),
        ("settle", PlaceWorld(seats), T("Your next world")),
    ):
        state = view if _to_come(view, phase) else _with_actions(view, seat, given.get("actions", ()))
        asked.append(msgspec.structs.replace(step.prompt(state, seat), text=heading, tells=False))
    return asked


def _to_come(view: RaceState, phase: str) -> bool:
    """Whether this round still asks what to place in a phase."""
    at = view.phases.index(view.phase) if view.phase in view.phases else len(view.phases)
    return any(later.removesuffix("_2") == phase for later in view.phases[at + 1 :])


def _with_actions(view: RaceState, seat: int, picks: Sequence[str]) -> RaceState:
    """Give the view with the seat's action cards as in the round that these picks begin."""
    players = list(view.players)
    players[seat] = msgspec.structs.replace(players[seat], actions=actions_of(list(picks)))
    return msgspec.structs.replace(view, players=players)
