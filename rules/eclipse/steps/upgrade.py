"""Upgrade: take part tiles off blueprints, and lay new ones on."""

from __future__ import annotations

from rules.eclipse import blueprints
from rules.eclipse.components import PARTS, SHIPS
from rules.eclipse.places import blueprint_place, part_place, slot_place
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.steps.finish import Finish, asks
from rules.eclipse.texts import part_note, slot_text, totals
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow
from rules.kernel.text import TN, T, Text, name, player

REMOVE = "remove"
STORED_TEXTS = (
    TN(
        "Upgrade: you may take {n} more part. Which blueprint do you change?",
        "Upgrade: you may take {n} more parts. Which blueprint do you change?",
        1,
    ),
)
"""Questions as logs of older games keep them; here so that they keep their German."""


def faults(me: Player) -> list[str]:
    """The types of ships whose blueprints are not legal as they are."""
    return [kind for kind in SHIPS if not blueprints.is_legal(blueprints.stats(me, kind), kind)]


def totals_text(me: Player, kind: str) -> Text:
    """Say what a blueprint adds up to."""
    return T("{totals}", totals=totals(blueprints.stats(me, kind)))


def now_text(me: Player, kind: str) -> Text:
    """Say below a question what a blueprint adds up to before anything is changed."""
    return T("Now: {totals}.", totals=totals(blueprints.stats(me, kind)))


class Upgrade(Ask[EclipseState], tag=True):
    """Ask which slot of which blueprint is changed; `left` tiles may still be taken."""

    left: int

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        wrong = faults(me)
        refusal = None
        if wrong:
            ships: list[Text] = [name(f"eclipse.ship.{kind}") for kind in wrong]
            refusal = T("A blueprint lacks energy or a drive, or has a drive too many: {ships}.", ships=ships)
        ending = refusal is None and asks(state, self.seat)
        options = [Option("done", T("The blueprints stay like this"), refusal=refusal, ends=True, last=ending)]
        options += [slot_option(me, kind, slot, self.left) for kind in SHIPS for slot in slots(me, kind)]
        options += [
            Option(kind, name(f"eclipse.ship.{kind}"), totals_text(me, kind), blueprint_place(kind), former=True)
            for kind in SHIPS
        ]
        text = TN(
            "Upgrade: you may take {n} more part. Which slot do you change?",
            "Upgrade: you may take {n} more parts. Which slot do you change?",
            self.left,
        )
        return Prompt(self.seat, "upgrade", text, options, commits=True)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        kind, _, slot = picks[0].partition("-")
        if picks == ["done"]:
            flow.then(Finish(self.seat))
        elif not slot:
            flow.then(UpgradeSlot(self.seat, self.left, kind))
        elif blueprints.placed(state.players[self.seat], kind)[int(slot) - 1]:
            change(state, self.seat, (kind, int(slot) - 1), REMOVE, flow, left=self.left)
        else:
            flow.then(UpgradePart(self.seat, self.left, kind, int(slot) - 1, direct=True))


def slots(me: Player, kind: str) -> range:
    """The slots of a blueprint."""
    return range(len(blueprints.parts(me, kind)))


def slot_option(me: Player, kind: str, slot: int, left: int) -> Option:
    """Offer a slot of any blueprint: for a part, or where a tile lies there, to take that off."""
    now, tile = blueprints.parts(me, kind)[slot], blueprints.placed(me, kind)[slot]
    place, shown = slot_place(kind, slot), slot_text(kind, slot, now)
    if tile:
        return Option(f"{kind}-{slot + 1}", T("Take off: {slot}", slot=shown), removal_note(me, kind, slot), place)
    refusal = None if left else T("You may take no more parts.")
    return Option(f"{kind}-{slot + 1}", shown, None, place, refusal)


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
        return Prompt(self.seat, "upgrade-slot", text, options, detail=now_text(me, self.kind), so_far=so_far)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks == ["back"]:
            flow.then(Upgrade(self.seat, self.left))
        else:
            flow.then(UpgradePart(self.seat, self.left, self.kind, int(picks[0]) - 1))


def no_part(me: Player, part: str, left: int, tile: str) -> Text | None:
    """Say why a part cannot be laid on a slot where `tile` lies."""
    if tile:
        return T("First take off the tile that lies there.")
    if not left:
        return T("You may take no more parts.")
    needed = PARTS[part].technology
    if needed and needed not in me.technologies:
        return T("You lack the technology for it.")
    return None


class UpgradePart(Ask[EclipseState], tag=True):
    """Ask what is done with a slot."""

    left: int
    kind: str
    slot: int
    direct: bool = False
    """Whether the slot was chosen among those of all blueprints."""

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        tile = blueprints.placed(me, self.kind)[self.slot]
        ending = self.left > 1 or asks(state, self.seat)
        options = []
        if tile:
            note = removal_note(me, self.kind, self.slot)
            options.append(Option(REMOVE, T("Take the tile off"), note, slot_place(self.kind, self.slot)))
        for id, part in PARTS.items():
            if part.ancient and id not in me.stored:
                continue
            refusal = no_part(me, id, self.left, tile)
            note = part_note(id) if refusal is not None else self._note(me, id)
            last = ending and refusal is None and self._can_stay(me, id)
            options.append(Option(id, name(f"eclipse.part.{id}"), note, part_place(id), refusal, last=last))
        options.append(Option("back", T("Another slot"), ends=True))
        now = blueprints.parts(me, self.kind)[self.slot]
        text = T("What goes on {slot}?", slot=slot_text(self.kind, self.slot, now))
        so_far = [blueprint_place(self.kind), slot_place(self.kind, self.slot)]
        return Prompt(self.seat, "upgrade-part", text, options, detail=now_text(me, self.kind), so_far=so_far)

    def _with(self, me: Player, part: str) -> blueprints.Stats:
        tiles = blueprints.placed(me, self.kind)
        return blueprints.sum_up(me.species, self.kind, (*tiles[: self.slot], part, *tiles[self.slot + 1 :]))

    def _can_stay(self, me: Player, part: str) -> bool:
        """Whether all blueprints are legal with the part."""
        return not {*faults(me)} - {self.kind} and blueprints.is_legal(self._with(me, part), self.kind)

    def _note(self, me: Player, part: str) -> Text:
        after = self._with(me, part)
        return T("{part} Energy left then: {energy}.", part=part_note(part), energy=after.energy)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks != ["back"]:
            change(state, self.seat, (self.kind, self.slot), picks[0], flow, left=self.left)
        elif self.direct:
            flow.then(Upgrade(self.seat, self.left))
        else:
            flow.then(UpgradeSlot(self.seat, self.left, self.kind))


def removal_note(me: Player, kind: str, slot: int) -> Text:
    """Say what is left of a slot when the tile that lies there is taken off."""
    if PARTS[blueprints.placed(me, kind)[slot]].ancient:
        return T("The ancient part leaves the game.")
    below = blueprints.printed(me.species, kind)[slot]
    if below:
        return T("Then the printed {part} counts again.", part=name(f"eclipse.part.{below}"))
    return T("Then the slot is empty.")


def change(
    state: EclipseState, seat: int, where: tuple[str, int], pick: str, flow: Flow[EclipseState], *, left: int
) -> None:
    """Lay a part on a slot of a blueprint, or take off what lies there, and go on with the action."""
    me, who, (kind, slot) = state.players[seat], player(seat), where
    ship = name(f"eclipse.ship.{kind}")
    if pick == REMOVE:
        tile = blueprints.lay(me, kind, slot, "")
        part = name(f"eclipse.part.{tile}")
        text = T("{who} takes the {part} off the {ship}.", who=who, part=part, ship=ship)
    else:
        left -= 1
        if pick in me.stored:
            me.stored.remove(pick)
        blueprints.lay(me, kind, slot, pick)
        part = name(f"eclipse.part.{pick}")
        text = T("{who} builds the {part} into the {ship}.", who=who, part=part, ship=ship)
    flow.tell("upgrade", text, seat=seat)
    if left or faults(me):
        flow.then(Upgrade(seat, left))
    else:
        flow.then(Finish(seat))
