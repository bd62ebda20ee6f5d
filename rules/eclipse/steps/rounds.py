"""The rounds: action, combat, upkeep and cleanup phase; the end of the game."""

from __future__ import annotations

from collections import Counter

from rules.eclipse.components import ROUNDS, SPECIES, TECHS_DRAWN, TRACKS
from rules.eclipse.scoring import score, standings
from rules.eclipse.state import NOBODY, EclipseState
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.cubes import come_home
from rules.eclipse.steps.turn import NextTurn
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel.rng import Rng
from rules.kernel.steps import Act, Flow, Step
from rules.kernel.text import T, Text, name, player


class Round(Act[EclipseState], tag=True):
    """Begin the next round."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        state.round += 1
        state.phase = "action"
        state.next_start = NOBODY
        flow.round(T("Round {n} of {rounds}.", n=state.round, rounds=ROUNDS))
        flow.tell("start", T("{who} begins.", who=player(state.start)), seat=state.start)
        flow.then(NextTurn(state.start - 1), Combat(), Upkeep(), EndOfRound())


class EndOfRound(Act[EclipseState], tag=True):
    """After the upkeep: the cleanup and the next round, or the end of the game."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        flow.end_turn()
        seats = range(len(state.players))
        hidden = [score(state, seat)["reputation"] for seat in seats]
        state.scores.append([score(state, seat)["total"] - hidden[seat] for seat in seats])
        if state.round >= ROUNDS or all(one.out for one in state.players):
            state.phase = "over"
            final = standings(state, over=True)
            flow.finish(final)
            for standing in final:
                flow.tell(
                    "score",
                    T("{who} has {n} VP.", who=player(standing.seat), n=standing.total),
                    seat=standing.seat,
                )
            return
        flow.then(*clean_up(state, flow), Round())


def _drawn(technology: str, n: int) -> Text:
    """Name a technology of which so many tiles were drawn."""
    named = name(f"eclipse.technology.{technology}")
    return named if n == 1 else T("{technology} ×{n}", technology=named, n=n)


def clean_up(state: EclipseState, flow: Flow[EclipseState]) -> list[Step[EclipseState]]:
    """Draw technologies, return discs and cubes, turn colony ships face up."""
    state.phase = "cleanup"
    drawn = draw_technologies(state, TECHS_DRAWN["cleanup"][len(state.players)], flow.rng)
    flow.tell(
        "technologies",
        T("New technologies: {technologies}.", technologies=[_drawn(id, n) for id, n in Counter(drawn).items()]),
    )
    steps: list[Step[EclipseState]] = []
    for seat, me in enumerate(state.players):
        me.discs += sum(me.actions.values())
        me.actions = {}
        me.passed, me.resting = False, False
        me.declined = []
        if me.out:
            continue
        me.colony = SPECIES[me.species].colony_ships
        steps += [come_home(state, seat, [track], "graveyard") for track in TRACKS for _ in range(me.graveyard[track])]
        me.graveyard = dict.fromkeys(TRACKS, 0)
    first = state.start if state.next_start == NOBODY else state.next_start
    seats = len(state.players)
    living = [(first + step) % seats for step in range(seats) if not state.players[(first + step) % seats].out]
    state.start = living[0]
    return steps


def draw_technologies(state: EclipseState, count: int, rng: Rng) -> list[str]:
    """Draw technology tiles from the bag onto the supply board."""
    drawn: list[str] = []
    for _ in range(count):
        tiles = [one for one, left in state.bag.items() for _ in range(left)]
        if not tiles:
            break
        tile = rng.pick(tiles, "eclipse.technology")
        state.bag[tile] -= 1
        if not state.bag[tile]:
            del state.bag[tile]
        state.supply[tile] = state.supply.get(tile, 0) + 1
        drawn.append(tile)
    return drawn
