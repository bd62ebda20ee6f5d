"""A battle told: a line for each round, volley by volley, in one text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.eclipse.combat import COLOURS, Target
from rules.eclipse.components import GCDS
from rules.eclipse.state import Battle, Die, EclipseState, Group
from rules.eclipse.texts import count_text, joined
from rules.kernel.steps import Flow
from rules.kernel.text import T, Text, name, player

DICE = {1: "🟡", 2: "🟠", 4: "🔴"}


def group_text(kind: str, n: int) -> Text:
    """Say a number of ships of a type."""
    return name(f"eclipse.ship.{GCDS}") if kind == GCDS else count_text(kind, n)


def ships_text(groups: Sequence[Group]) -> list[Text]:
    """Say the ships of some groups, those with damage apart."""
    said: list[Text] = []
    for group in groups:
        for damage, n in sorted(Counter(group.damage).items()):
            ships = group_text(group.kind, n)
            said.append(T("{ships} with {damage} damage", ships=ships, damage=damage) if damage else ships)
    return said


def dice_text(dice: Sequence[Die]) -> str:
    """Show rolled dice, colour by colour."""
    shown = []
    for damage in COLOURS:
        rolls = [str(die.roll) for die in dice if die.damage == damage]
        if rolls:
            shown.append(f"{DICE[damage]} {' '.join(rolls)}")
    return " ".join(shown)


def results(ships: Sequence[Target]) -> list[Text]:
    """Say what a volley did."""
    destroyed = Counter(ship.group.kind for ship in ships if ship.taken >= ship.left)
    said = [T("{ships} destroyed", ships=group_text(kind, n)) for kind, n in destroyed.items()]
    said += [
        T("{n} damage to {ship}", n=ship.taken, ship=group_text(ship.group.kind, 1))
        for ship in ships
        if 0 < ship.taken < ship.left
    ]
    return said


def fleet_text(side: int, groups: Sequence[Group]) -> Text:
    """Name some ships of a side: whose they are, and what they are."""
    ships = ships_text(groups)
    if side < 0:
        return T("{ships}", ships=ships)
    return T("{who} ({ships})", who=player(side), ships=ships)


def volley_text(group: Group | None, dice: Sequence[Die], ships: Sequence[Target]) -> Text:
    """Tell a volley. No group: dice that were told already are assigned now."""
    done = results(ships)
    if group is None:
        return T("assigned: {results}", results=done)
    fleet = fleet_text(group.side, [group])
    if not done:
        return T("{fleet}: {dice}", fleet=fleet, dice=dice_text(dice))
    return T("{fleet}: {dice} – {results}", fleet=fleet, dice=dice_text(dice), results=done)


def line_of(battle: Battle) -> None:
    """Close the line of a round."""
    if not battle.line:
        return
    told = battle.line
    battle.line = []
    volleys = told[0]
    for one in told[1:]:
        volleys = T("{before}; {next}", before=volleys, next=one)
    if battle.round == 0:
        add_line(battle, T("Missiles: {volleys}.", volleys=volleys))
        return
    line = T("Round {n}: {volleys}.", n=battle.round, volleys=volleys)
    if battle.effect:
        add_line(battle, line)
    else:
        battle.quiet.append(line)
    battle.effect = False


def add_line(battle: Battle, line: Text) -> None:
    """Add a line to the report, after the rounds in which nothing was hit."""
    end_quiet(battle)
    battle.report.append(line)


def end_quiet(battle: Battle) -> None:
    """Report rounds in which nothing was hit: one as it was, several in one line."""
    quiet, battle.quiet = battle.quiet, []
    if len(quiet) > 1:
        first, last = (int(str(line.args["n"])) for line in (quiet[0], quiet[-1]))
        battle.report.append(T("Rounds {first} to {last}: nobody hits anything.", first=first, last=last))
    else:
        battle.report += quiet


def end_line(battle: Battle) -> Text:
    """Say who is left of two sides."""
    for side in (battle.attacker, battle.defender):
        left = [group for group in battle.groups if group.side == side and group.damage]
        if left:
            return T("Left over: {fleet}.", fleet=fleet_text(side, left))
    return T("Nobody is left.")


def tell_so_far(battle: Battle, flow: Flow[EclipseState]) -> None:
    """Tell what has happened since somebody decided last, before somebody decides again."""
    line_of(battle)
    end_quiet(battle)
    new = battle.report[battle.told :]
    battle.told = len(battle.report)
    if new:
        flow.tell("volleys", T("Battle in {number}: {lines}", number=battle.sector, lines=joined(new)))


def report_text(battle: Battle) -> Text:
    """Tell all battles of a sector, but for what was told before somebody decided in them."""
    return T(
        "Battle in {number} {star}\n{lines}",
        number=battle.sector,
        star=name(f"eclipse.sector.{battle.sector}"),
        lines=joined(battle.report[battle.told :]),
    )
