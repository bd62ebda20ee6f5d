"""Technologies: buying them, and what they bring at once."""

from __future__ import annotations

from rules.eclipse.components import (
    ARTIFACT_KEY,
    SCIENCE,
    SECTORS,
    SPECIES,
    TECH_TRACK,
    TECHNOLOGIES,
    TRACKS,
)
from rules.eclipse.economy import in_category, own_sectors, price
from rules.eclipse.places import technology_place, track_place
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.texts import amount, resource, technology_note
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import TN, T, Text, name, player

PER_ARTIFACT = 5


def gain_technology(state: EclipseState, seat: int, technology: str) -> list[Step[EclipseState]]:
    """Take a technology from the supply board, with what it brings at once."""
    me = state.players[seat]
    state.supply[technology] -= 1
    if not state.supply[technology]:
        del state.supply[technology]
    me.technologies.append(technology)
    discs = min(TECHNOLOGIES[technology].discs, me.spare)
    me.spare -= discs
    me.discs += discs
    if technology == ARTIFACT_KEY:
        artifacts = sum(SECTORS[sector.id].artifact for sector in own_sectors(state, seat))
        return [UseArtifact(seat, left) for left in range(artifacts, 0, -1)]
    return []


def refusal(me: Player, technology: str) -> Text | None:
    """Say why a player cannot buy a technology."""
    if technology in me.technologies:
        return T("You have this technology already.")
    if in_category(me, TECHNOLOGIES[technology].category) >= TECH_TRACK.slots:
        return T("Your row for this category is full: it has {n} slots.", n=TECH_TRACK.slots)
    wanted = price(me, technology)
    if me.goods[SCIENCE] < wanted:
        return T("It costs {wanted} science; you have {n}.", wanted=wanted, n=me.goods[SCIENCE])
    return None


def no_research(state: EclipseState, seat: int) -> Text | None:
    """Say why a player can buy nothing."""
    me = state.players[seat]
    if any(refusal(me, one) is None for one in state.supply):
        return None
    return T("There is no technology on the supply board that you can pay for.")


class UseArtifact(Ask[EclipseState], tag=True):
    """Ask what an artifact gives."""

    left: int

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        options = [
            Option(track, amount(track, PER_ARTIFACT), T("You have {n}.", n=me.goods[track]), track_place(track))
            for track in TRACKS
        ]
        text = TN(
            "Artifact key: what does your artifact give?",
            "Artifact key: {n} artifacts to use. What does the next one give?",
            self.left,
        )
        return Prompt(self.seat, "artifact", text, options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        state.players[self.seat].goods[picks[0]] += PER_ARTIFACT
        flow.tell(
            "artifact",
            T("{who} gains {amount} from an artifact.", who=player(self.seat), amount=amount(picks[0], PER_ARTIFACT)),
            seat=self.seat,
        )


def technology_options(state: EclipseState, seat: int) -> list[Option]:
    """Offer every technology of the supply board, with its price."""
    me = state.players[seat]
    return [
        Option(
            one,
            name(f"eclipse.technology.{one}"),
            technology_note(one, price(me, one)),
            technology_place(one),
            refusal(me, one),
        )
        for one in TECHNOLOGIES
        if one in state.supply
    ]


def buy(state: EclipseState, seat: int, technology: str, flow: Flow[EclipseState]) -> list[Step[EclipseState]]:
    """Pay for a technology and take it."""
    me = state.players[seat]
    cost = price(me, technology)
    me.goods[SCIENCE] -= cost
    flow.tell(
        "technology",
        T(
            "{who} researches {technology} for {n} {science}.",
            who=player(seat),
            technology=name(f"eclipse.technology.{technology}"),
            n=cost,
            science=resource(SCIENCE),
        ),
        seat=seat,
    )
    return gain_technology(state, seat, technology)


def most(me: Player) -> int:
    """How many technologies a player buys in one action."""
    return SPECIES[me.species].limits.research
