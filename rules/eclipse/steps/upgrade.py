"""Upgrade: take part tiles off blueprints, and lay new ones on."""

from __future__ import annotations

from rules.eclipse import blueprints
from rules.eclipse.components import PARTS, SHIPS
from rules.eclipse.places import blueprint_place, part_place, slot_place
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.steps.finish import Finish
from rules.eclipse.texts import part_note, slot_text, totals
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow
from rules.kernel.text import TN, T, Text, name, player

REMOVE = "remove"


def faults(me: Player) -> list[str]:
    """The types of ships whose blueprints are not legal as they are."""
    return [kind for kind in SHIPS if not blueprints.is_legal(blueprints.stats(me, kind), kind)]


def totals_text(me: Player, kind: str) -> Text:
    """Say what a blueprint adds up to."""
    return T("{totals}", totals=totals(blueprints.stats(me, kind)))


class Upgrade(Ask[EclipseState], tag=True):
    """Ask which blueprint is changed; `left` tiles may still be taken."""

    left: int

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        wrong = faults(me)
        refusal = None
        if wrong:
            ships: list[Text] = [name(f"eclipse.ship.{kind}") for kind in wrong]
            refusal = T("A blueprint lacks energy or a drive, or has a drive too many: {ships}.", ships=ships)
        options = [Option("done", T("The blueprints stay like this"), refusal=refusal, ends=True)]
        options += [
            Option(kind, name(f"eclipse.ship.{kind}"), totals_text(me, kind), blueprint_place(kind)) for kind in SHIPS
        ]
        text = TN(
            "Upgrade: you may take {n} more part. Which blueprint do you change?",
            "Upgrade: you may take {n} more parts. Which blueprint do you change?",
            self.left,
        )
        return Prompt(self.seat, "upgrade", text, options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks != ["done"]:
            flow.then(UpgradeSlot(self.seat, self.left, picks[0]))
        else:
            flow.then(Finish(self.seat))


class UpgradeSlot(Ask[EclipseState], tag=True):
    """Ask which slot is changed."""

    left: int
    kind: str

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        tiles = blueprints.placed(me, self.kind)
        options = [
            Option(
                str(slot + 1),
                slot_text(self.kind, slot, part),
                T("A tile lies here.") if tiles[slot] else None,
                slot_place(self.kind, slot),
                None if self.left or tiles[slot] else T("You may take no more parts."),
            )
            for slot, part in enumerate(blueprints.parts(me, self.kind))
        ]
        options.append(Option("back", T("Another blueprint"), ends=True))
        text = T("Which slot of the {ship} do you change?", ship=name(f"eclipse.ship.{self.kind}"))
        so_far = [blueprint_place(self.kind)]
        return Prompt(self.seat, "upgrade-slot", text, options, detail=totals_text(me, self.kind), so_far=so_far)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks == ["back"]:
            flow.then(Upgrade(self.seat, self.left))
        else:
            flow.then(UpgradePart(self.seat, self.left, self.kind, int(picks[0]) - 1))


def no_part(me: Player, part: str, left: int, tile: str) -> Text | None:
    """Say why a part cannot be laid on a slot where `tile` lies."""
    if tile:
        return T("Take off the tile that lies there first.")
    if not left:
        return T("You may take no more parts.")
    needed = PARTS[part].technology
    if needed and needed not in me.technologies:
        return T("You need the technology {technology}.", technology=name(f"eclipse.technology.{needed}"))
    return None


class UpgradePart(Ask[EclipseState], tag=True):
    """Ask what is done with a slot."""

    left: int
    kind: str
    slot: int

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        tile = blueprints.placed(me, self.kind)[self.slot]
        options = []
        if tile:
            note = self._removal_note(me, tile)
            options.append(Option(REMOVE, T("Take the tile off"), note, slot_place(self.kind, self.slot)))
        for id, part in PARTS.items():
            if part.ancient and id not in me.stored:
                continue
            refusal = no_part(me, id, self.left, tile)
            note = part_note(id) if refusal is not None else self._note(me, id)
            options.append(Option(id, name(f"eclipse.part.{id}"), note, part_place(id), refusal))
        options.append(Option("back", T("Another slot"), ends=True))
        now = blueprints.parts(me, self.kind)[self.slot]
        text = T("What comes on {slot}?", slot=slot_text(self.kind, self.slot, now))
        so_far = [blueprint_place(self.kind), slot_place(self.kind, self.slot)]
        return Prompt(self.seat, "upgrade-part", text, options, detail=totals_text(me, self.kind), so_far=so_far)

    def _removal_note(self, me: Player, tile: str) -> Text:
        if PARTS[tile].ancient:
            return T("The ancient part leaves the game.")
        below = blueprints.printed(me.species, self.kind)[self.slot]
        if below:
            return T("Then the printed {part} counts again.", part=name(f"eclipse.part.{below}"))
        return T("Then the slot is empty.")

    def _note(self, me: Player, part: str) -> Text:
        tiles = blueprints.placed(me, self.kind)
        after = blueprints.sum_up(me.species, self.kind, (*tiles[: self.slot], part, *tiles[self.slot + 1 :]))
        return T("{part} Energy left then: {energy}.", part=part_note(part), energy=after.energy)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        me, pick, who = state.players[self.seat], picks[0], player(self.seat)
        ship = name(f"eclipse.ship.{self.kind}")
        left = self.left
        if pick == "back":
            flow.then(UpgradeSlot(self.seat, left, self.kind))
            return
        if pick == REMOVE:
            tile = blueprints.lay(me, self.kind, self.slot, "")
            part = name(f"eclipse.part.{tile}")
            text = T("{who} takes the {part} off the {ship}.", who=who, part=part, ship=ship)
        else:
            left -= 1
            if pick in me.stored:
                me.stored.remove(pick)
            blueprints.lay(me, self.kind, self.slot, pick)
            part = name(f"eclipse.part.{pick}")
            text = T("{who} builds the {part} into the {ship}.", who=who, part=part, ship=ship)
        flow.tell("upgrade", text, seat=self.seat)
        if left or faults(me):
            flow.then(Upgrade(self.seat, left))
        else:
            flow.then(Finish(self.seat))
