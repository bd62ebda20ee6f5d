"""Discovery tiles: kept for their points, or used at once."""

from __future__ import annotations

from rules.eclipse import blueprints, fleets
from rules.eclipse.components import (
    CRUISER,
    DISCOVERIES,
    PARTS,
    POINTS,
    SHIPS,
    TECH_TRACK,
    TECHNOLOGIES,
    Discovery,
)
from rules.eclipse.economy import in_category
from rules.eclipse.places import (
    discovery_place,
    keep_place,
    part_place,
    sector_place,
    slot_place,
    technology_place,
    use_place,
)
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.steps.technology import gain_technology
from rules.eclipse.texts import amount, part_note, slot_text, technology_effect
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import T, Text, name, player

STORE = "store"


class TakeDiscovery(Act[EclipseState], tag=True):
    """Turn up the discovery tile of a sector."""

    seat: int
    sector: str

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        state.sectors[self.sector].discovery = False
        unseen = [id for id, count in state.discoveries.items() for _ in range(count)]
        tile = flow.rng.pick(unseen, f"eclipse.discovery.{self.sector}")
        state.discoveries[tile] -= 1
        if not state.discoveries[tile]:
            del state.discoveries[tile]
        flow.tell(
            "discovery",
            T(
                "{who} discovers in {sector}: {tile}.",
                who=player(self.seat),
                sector=self.sector,
                tile=name(f"eclipse.discovery.{tile}"),
            ),
            seat=self.seat,
        )
        flow.then(UseDiscovery(self.seat, self.sector, tile))


class UseDiscovery(Ask[EclipseState], tag=True):
    """Ask whether a discovery tile is used or kept."""

    sector: str
    tile: str

    def prompt(self, state: EclipseState) -> Prompt:
        keep = Option(
            "keep", T("Keep it"), T("It is worth {n} VP at the end.", n=POINTS.discovery), keep_place(self.tile)
        )
        use = Option("use", T("Use it"), self._note(state), use_place(self.tile), refusal=self._refusal(state))
        text = T(
            "You have discovered in {sector}: {tile}. Use it, or keep it for {n} VP?",
            sector=self.sector,
            tile=name(f"eclipse.discovery.{self.tile}"),
            n=POINTS.discovery,
        )
        found = [sector_place(self.sector), discovery_place(self.tile)]
        return Prompt(self.seat, "discovery", text, [use, keep], so_far=found)

    def _note(self, state: EclipseState) -> Text:
        """Say what using the tile brings; which technologies are the cheapest depends on the player."""
        cheapest = free_technologies(state, state.players[self.seat])
        if self.tile == "ancient-technology" and cheapest:
            return T(
                "You take one of these: {technologies}.",
                technologies=[name(f"eclipse.technology.{id}") for id in cheapest],
            )
        return use_note(DISCOVERIES[self.tile])

    def _refusal(self, state: EclipseState) -> Text | None:
        me = state.players[self.seat]
        if self.tile == "ancient-technology" and not free_technologies(state, me):
            return T("There is no technology on the supply board that you could take.")
        if self.tile == "ancient-cruiser" and not fleets.supply(state, self.seat, CRUISER):
            return T("All your cruisers are on the map.")
        return None

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        me, tile, who = state.players[self.seat], DISCOVERIES[self.tile], player(self.seat)
        named = name(f"eclipse.discovery.{self.tile}")
        if picks == ["keep"]:
            me.discoveries.append(self.tile)
            flow.tell(
                "keep", T("{who} keeps {tile} for {n} VP.", who=who, tile=named, n=POINTS.discovery), seat=self.seat
            )
            return
        flow.tell("use", T("{who} uses {tile}.", who=who, tile=named), seat=self.seat)
        for track, n in tile.gain.items():
            me.goods[track] += n
        if self.tile == "ancient-technology":
            flow.then(FreeTechnology(self.seat))
        elif self.tile == "ancient-cruiser":
            fleets.add(state.sectors[self.sector], self.seat, CRUISER)
        elif tile.part:
            flow.then(AncientPart(self.seat, tile.part))


def use_note(tile: Discovery) -> Text:
    """Say what using a discovery tile brings."""
    for track, n in tile.gain.items():
        return T("You gain {amount}.", amount=amount(track, n))
    if tile.part:
        return part_note(tile.part)
    if tile.id == "ancient-cruiser":
        return T("One of your cruisers comes into the sector.")
    return T("You take the cheapest technology on the supply board that you do not have.")


def free_technologies(state: EclipseState, me: Player) -> list[str]:
    """The cheapest technologies on the supply board that a player can take; prices as printed."""
    able = [
        one
        for one in state.supply
        if one not in me.technologies and in_category(me, TECHNOLOGIES[one].category) < TECH_TRACK.slots
    ]
    least = min((TECHNOLOGIES[one].cost for one in able), default=0)
    return [one for one in able if TECHNOLOGIES[one].cost == least]


class FreeTechnology(Ask[EclipseState], tag=True):
    """Ask which of the cheapest technologies is taken."""

    def prompt(self, state: EclipseState) -> Prompt:
        options = [
            Option(one, name(f"eclipse.technology.{one}"), technology_effect(one), technology_place(one))
            for one in free_technologies(state, state.players[self.seat])
        ]
        return Prompt(self.seat, "free-technology", T("Which technology do you take for free?"), options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        flow.tell(
            "technology",
            T("{who} gains {technology}.", who=player(self.seat), technology=name(f"eclipse.technology.{picks[0]}")),
            seat=self.seat,
        )
        flow.then(*gain_technology(state, self.seat, picks[0]))


class AncientPart(Ask[EclipseState], tag=True):
    """Ask where an ancient part goes: on a blueprint, or aside for an upgrade."""

    part: str

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        options = [Option(STORE, T("Keep it aside for an upgrade"), ends=True)]
        for kind in SHIPS:
            tiles, shown = blueprints.placed(me, kind), blueprints.parts(me, kind)
            for slot, part in enumerate(shown):
                legal = blueprints.legal_with(me, kind, slot, self.part)
                options.append(
                    Option(
                        f"{kind}-{slot + 1}",
                        slot_text(kind, slot, part),
                        self._note(tiles[slot]),
                        slot_place(kind, slot),
                        None if legal else T("The blueprint would lack energy or a drive."),
                    )
                )
        text = T("Where does the {part} go?", part=name(f"eclipse.part.{self.part}"))
        return Prompt(self.seat, "ancient-part", text, options, so_far=[part_place(self.part)])

    def _note(self, tile: str) -> Text | None:
        if tile and PARTS[tile].ancient:
            return T("The ancient part that lies there leaves the game.")
        return None

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        me = state.players[self.seat]
        part = name(f"eclipse.part.{self.part}")
        if picks == [STORE]:
            me.stored.append(self.part)
            return
        kind, slot = picks[0].rsplit("-", 1)
        blueprints.lay(me, kind, int(slot) - 1, self.part)
        flow.tell(
            "part",
            T(
                "{who} builds the {part} into the {ship}.",
                who=player(self.seat),
                part=part,
                ship=name(f"eclipse.ship.{kind}"),
            ),
            seat=self.seat,
        )
