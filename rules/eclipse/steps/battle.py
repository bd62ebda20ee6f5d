"""Battles: pairings in a sector, missiles, rounds of engagement, retreat, stalemate."""

from __future__ import annotations

from rules.eclipse import fleets
from rules.eclipse.battle_report import (
    add_line,
    dice_text,
    end_line,
    fleet_text,
    line_of,
    report_text,
    ships_text,
    tell_so_far,
    volley_text,
)
from rules.eclipse.blueprints import NPC_STATS, Stats, stats
from rules.eclipse.combat import Target, assign, need, roll, rolls, targets
from rules.eclipse.components import ANCIENT, DRAWS, GCDS, SHIPS, SIZES, STARBASE
from rules.eclipse.fleets import foreign, least_link, with_ancients
from rules.eclipse.galaxy import near
from rules.eclipse.places import group_place, sector_place, side_place
from rules.eclipse.state import ANCIENTS, DEFENCE, NOBODY, Battle, Die, EclipseState, Fighter, Group, Sector
from rules.eclipse.steps.conquest import Conquest
from rules.eclipse.steps.reputation import DrawReputation
from rules.eclipse.texts import joined, sector_name, strength
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import T, Text, name

ATTACK, HOLD, STAY = "attack", "hold", "stay"
#: Orders for a whole battle: attack to the end, or until half of the ships are lost.
ON, HALF = "attack-on", "attack-half"
#: How hits are assigned without being chosen: those of a volley, those of a whole battle.
GREEDY, GREEDY_ON = "greedy", "greedy-on"


def has_battle(state: EclipseState, sector: Sector) -> bool:
    """Whether ships of two parties are in a sector. Who shares sectors with Ancients does not fight them."""
    if len(sector.ships) != 1:
        return len(sector.ships) > 1
    (seat,) = sector.ships
    return foreign(state, sector, seat)


class Combat(Act[EclipseState], tag=True):
    """Begin the combat phase: battles are fought in the sector with the highest number first."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        state.phase = "combat"
        state.battles = sorted((id for id, one in state.sectors.items() if has_battle(state, one)), reverse=True)
        flow.phase(T("Combat phase."))
        # Of one alone its own report says where it is fought.
        if len(state.battles) > 1:
            flow.tell("battles", T("Battles in: {sectors}.", sectors=", ".join(state.battles)))
        flow.then(NextSector(), Conquest())


class NextSector(Act[EclipseState], tag=True):
    """Fight the battles of the next sector."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        if state.battles:
            state.battle = open_battle(state.sectors[state.battles.pop(0)])
            flow.then(NextPairing(), CloseBattle(), NextSector())


def open_battle(sector: Sector) -> Battle:
    """Line up everybody who fights in a sector."""
    order = sorted(sector.ships, key=lambda seat: seat != sector.disc)
    groups = [
        Group(seat, kind, [0] * sector.ships[seat][kind], sector.ships[seat][kind])
        for seat in order
        for kind in sorted(SHIPS, key=lambda kind: -SIZES[kind])
        if kind in sector.ships[seat]
    ]
    if sector.ancients:
        groups.append(Group(ANCIENTS, ANCIENT, [0] * sector.ancients, sector.ancients))
    if sector.gcds:
        groups.append(Group(DEFENCE, GCDS, [0], 1))
    return Battle(sector.id, [Fighter(seat) for seat in order], groups)


def battle_of(state: EclipseState) -> Battle:
    """The battle that is being fought."""
    assert state.battle is not None
    return state.battle


def stats_of(state: EclipseState, group: Group) -> Stats:
    """What the ships of a group can do."""
    return NPC_STATS[group.kind] if group.side < 0 else stats(state.players[group.side], group.kind)


def living(battle: Battle, side: int) -> list[Group]:
    """The groups of a side that are still in the sector."""
    return [group for group in battle.groups if group.side == side and group.damage]


def other_side(battle: Battle, side: int) -> int:
    """The side against which this one fights."""
    return battle.defender if side == battle.attacker else battle.attacker


def fighter(battle: Battle, seat: int) -> Fighter:
    """What a player has done in this battle."""
    return next(one for one in battle.fighters if one.seat == seat)


def pairing(state: EclipseState, battle: Battle) -> tuple[int, int] | None:
    """Who attacks and who defends next in a sector; None where nobody fights any more."""
    left = [one.seat for one in battle.fighters if living(battle, one.seat)]
    if len(left) > 1:
        return left[-1], left[-2]
    if left and living(battle, DEFENCE):
        return left[0], DEFENCE
    if left and living(battle, ANCIENTS) and not with_ancients(state.players[left[0]]):
        return left[0], ANCIENTS
    return None


class NextPairing(Act[EclipseState], tag=True):
    """The two who came last fight, the later one attacking; whoever is left last fights Ancients or the defence."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        battle = battle_of(state)
        pair = pairing(state, battle)
        if pair is None:
            return
        attacker, defender = pair
        battle.attacker, battle.defender, battle.round = attacker, defender, 0
        attack = T(
            "Attack: {attacker} against {defender}.",
            attacker=fleet_text(attacker, living(battle, attacker)),
            defender=fleet_text(defender, living(battle, defender)),
        )
        add_line(battle, attack)
        for side in (attacker, defender):
            if side >= 0:
                fighter(battle, side).fought = True
        battle.queue = order(state, battle)
        flow.then(NextGroup())


def order(state: EclipseState, battle: Battle) -> list[int]:
    """The groups of both sides by initiative; of equals the defender's first, then the larger type."""
    sides = (battle.attacker, battle.defender)
    indices = [index for index, group in enumerate(battle.groups) if group.side in sides and group.damage]

    def rank(index: int) -> tuple[int, bool, int]:
        group = battle.groups[index]
        return -stats_of(state, group).initiative, group.side == battle.attacker, -SIZES[group.kind]

    return sorted(indices, key=rank)


def armed(state: EclipseState, battle: Battle) -> bool:
    """Whether any ship of either side has a cannon."""
    sides = (battle.attacker, battle.defender)
    return any(stats_of(state, group).cannons for side in sides for group in living(battle, side))


class NextGroup(Act[EclipseState], tag=True):
    """Let the next group act, or begin the next round of engagement, or end the battle of two sides."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        battle = battle_of(state)
        if not living(battle, battle.attacker) or not living(battle, battle.defender):
            end_pairing(state, flow)
            return
        if not battle.queue:
            line_of(battle)
            battle.round += 1
            if not armed(state, battle):
                add_line(battle, T("Nobody has a cannon: a stalemate."))
                flow.then(*stalemate(state, battle))
                return
            battle.queue = order(state, battle)
        index = battle.queue.pop(0)
        flow.then(NextGroup())
        group = battle.groups[index]
        if not group.damage:
            return
        can = stats_of(state, group)
        if battle.round == 0:
            if can.missiles:
                fire(state, index, can.missiles, flow)
        elif group.retreat:
            go(state, group)
        elif group.side < 0:
            fire(state, index, can.cannons, flow)
        else:
            ordered(state, index, flow)


def ordered(state: EclipseState, index: int, flow: Flow[EclipseState]) -> None:
    """Let a player's group act as ordered for this battle, or ask."""
    battle = battle_of(state)
    group = battle.groups[index]
    orders = fighter(battle, group.side).orders
    if not orders:
        found = choices(state, group)
        if len(found) == 1 and not state.rules.hold_fire:
            act(state, index, found[0], flow)
        else:
            tell_so_far(battle, flow)
            flow.then(Fight(group.side, index))
        return
    pick = ATTACK if stats_of(state, group).cannons else HOLD
    if orders == HALF and half_lost(battle, group.side):
        retreats = retreat_targets(state, group)
        pick = f"retreat-{retreats[0]}" if retreats else pick
    act(state, index, pick, flow)


def half_lost(battle: Battle, side: int) -> bool:
    """Whether a side has lost at least half of the ships that it had in the sector."""
    own = [group for group in battle.groups if group.side == side]
    return 2 * sum(len(group.damage) for group in own) <= sum(group.began for group in own)


def retreat_targets(state: EclipseState, group: Group) -> list[str]:
    """The sectors to which a group can retreat: adjacent, controlled, without enemy ships."""
    if group.kind == STARBASE or group.side < 0:
        return []
    here = state.sectors[battle_of(state).sector]
    return [
        id
        for id in near(here, least_link(state.players[group.side]))
        if state.sectors[id].disc == group.side and not foreign(state, state.sectors[id], group.side)
    ]


def choices(state: EclipseState, group: Group) -> list[str]:
    """What a group can do in a round: with cannons attack or retreat, without them nothing or retreat (ruling A12)."""
    armed_ = bool(stats_of(state, group).cannons)
    found = [ATTACK] if armed_ else []
    if not armed_ or state.rules.hold_fire:
        found.append(HOLD)
    return [*found, *(f"retreat-{id}" for id in retreat_targets(state, group))]


def forces_text(state: EclipseState, battle: Battle) -> Text:
    """Say what the groups of both sides fight with and on which rolls they hit, in the order of initiative."""
    lines: list[Text] = []
    for index in order(state, battle):
        group = battle.groups[index]
        can = stats_of(state, group)
        said = T("{fleet}: {strength}.", fleet=fleet_text(group.side, [group]), strength=strength(can))
        if can.cannons:
            enemies = living(battle, other_side(battle, group.side))
            needs = [rolls(need(can.computer, stats_of(state, one).shield)) for one in enemies]
            hits = [
                T("{ship} {rolls}", ship=name(f"eclipse.ship.{one.kind}"), rolls=least)
                for one, least in zip(enemies, needs, strict=True)
            ]
            said = T("{forces} Hits: {targets}.", forces=said, targets=hits)
        lines.append(said)
    return joined(lines)


class Fight(Ask[EclipseState], tag=True):
    """Ask what a group does in this round: attack, or announce its retreat."""

    index: int

    def prompt(self, state: EclipseState) -> Prompt:
        battle = battle_of(state)
        group = battle.groups[self.index]
        other = other_side(battle, self.seat)
        options = [choice_option(state, pick, other) for pick in choices(state, group)]
        if len(options) > 1 and any(stats_of(state, one).cannons for one in living(battle, self.seat)):
            if chooses(state, self.seat):
                note = T("Until this battle is over you are only asked what your dice hit.")
                half = T("Then all of them retreat where they can; you are only asked what your dice hit.")
            else:
                note = T("Until this battle is over you are not asked again.")
                half = T("Then all of them retreat where they can; you are not asked again in this battle.")
            options.append(Option(ON, T("All attack to the end"), note))
            options.append(Option(HALF, T("All attack until half are lost"), half))
        text = T(
            "Battle in {sector}, round {n}: you have {ships} against {others}. What do you do?",
            sector=sector_name(state.sectors[battle.sector]),
            n=battle.round,
            ships=ships_text([group]),
            others=fleet_text(other, living(battle, other)),
        )
        so_far = [group_place(self.seat, group.kind)]
        return Prompt(self.seat, "fight", text, options, detail=forces_text(state, battle), so_far=so_far)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks[0] in (ON, HALF):
            fighter(battle_of(state), self.seat).orders = picks[0]
            ordered(state, self.index, flow)
        else:
            act(state, self.index, picks[0], flow)


def choice_option(state: EclipseState, pick: str, other: int) -> Option:
    """Offer what a group can do against the other side."""
    if pick == ATTACK:
        return Option(ATTACK, T("Attack"), place=side_place(other))
    if pick == HOLD:
        return Option(HOLD, T("Do nothing"))
    id = pick.removeprefix("retreat-")
    note = T("It can still be shot at, and leaves when its turn comes again.")
    return Option(pick, T("Retreat to {sector}", sector=sector_name(state.sectors[id])), note, sector_place(id))


def act(state: EclipseState, index: int, pick: str, flow: Flow[EclipseState]) -> None:
    """Carry out what a player's group does."""
    battle = battle_of(state)
    group = battle.groups[index]
    if pick.startswith("retreat-"):
        group.retreat = pick.removeprefix("retreat-")
        battle.effect = True
        battle.line.append(
            T(
                "{fleet}: retreat to {sector} announced",
                fleet=fleet_text(group.side, [group]),
                sector=group.retreat,
            )
        )
    own = living(battle, group.side)
    fighter(battle, group.side).all_announced = all(one.retreat for one in own)
    if pick == ATTACK:
        fire(state, index, stats_of(state, group).cannons, flow)


def go(state: EclipseState, group: Group) -> None:
    """Carry out an announced retreat."""
    battle = battle_of(state)
    n = len(group.damage)
    fleets.remove(state.sectors[battle.sector], group.side, group.kind, n)
    fleets.add(state.sectors[group.retreat], group.side, group.kind, n)
    fighter(battle, group.side).retreated = battle.effect = True
    battle.line.append(T("{fleet}: left for {sector}", fleet=fleet_text(group.side, [group]), sector=group.retreat))
    group.damage = []


def chooses(state: EclipseState, side: int) -> bool:
    """Whether a side says itself which ships its dice hit."""
    return state.rules.choose_hits and side >= 0 and not fighter(battle_of(state), side).greedy


def fire(state: EclipseState, index: int, dice: tuple[int, ...], flow: Flow[EclipseState]) -> None:
    """Roll the dice of a group, and assign what hits: by the greedy policy, or as its player says."""
    battle = battle_of(state)
    group = battle.groups[index]
    rolled = roll(dice, len(group.damage), flow.rng)
    ships = against(state, index)
    if chooses(state, group.side):
        battle.shooter, battle.volley = index, sorted(rolled, key=lambda die: (-die.damage, die.roll))
        battle.line.append(volley_text(group, rolled, []))
        flow.then(NextHit())
        return
    assign(rolled, ships)
    battle.line.append(volley_text(group, rolled, ships))
    strike(state, group.side, ships)


def against(state: EclipseState, index: int) -> list[Target]:
    """The ships that a group may shoot at, in the order of the greedy policy."""
    battle = battle_of(state)
    group = battle.groups[index]
    enemies = living(battle, other_side(battle, group.side))
    return targets([(one, stats_of(state, one)) for one in enemies], stats_of(state, group).computer)


def strike(state: EclipseState, shooter: int, ships: list[Target]) -> None:
    """Deal the damage that was assigned, and take destroyed ships off."""
    hit = [ship for ship in ships if ship.taken]
    battle_of(state).effect |= bool(hit)
    for ship in hit:
        ship.group.damage[ship.index] += ship.taken
    for ship in sorted(hit, key=lambda one: -one.index):
        if ship.taken >= ship.left:
            del ship.group.damage[ship.index]
            destroy(state, ship.group, shooter)


def destroy(state: EclipseState, group: Group, by: int) -> None:
    """Take a destroyed ship off the map; whoever destroyed it draws for it."""
    battle = battle_of(state)
    sector = state.sectors[battle.sector]
    if group.side == ANCIENTS:
        sector.ancients -= 1
    elif group.side == DEFENCE:
        sector.gcds = False
    else:
        fleets.remove(sector, group.side, group.kind)
    if by >= 0:
        fighter(battle, by).kills += DRAWS[group.kind]


class NextHit(Act[EclipseState], tag=True):
    """Assign the dice of a volley, one by one; ask where a die can hit different ships.

    `asked`: it has been asked already, so that the table knows the volley; what it hits is told as one.
    """

    asked: bool = False

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        battle = battle_of(state)
        while battle.volley:
            found = aims(state, battle.volley[0])
            if len(found) > 1:
                if not self.asked:
                    tell_so_far(battle, flow)
                flow.then(AssignHit(battle.groups[battle.shooter].side), NextHit(asked=True))
                return
            aim(state, next(iter(found.values()), None))
        battle.shooter = NOBODY


def aim(state: EclipseState, ship: Target | None) -> None:
    """Let the next die hit a ship, or none."""
    battle = battle_of(state)
    die = battle.volley.pop(0)
    if ship is not None:
        ship.taken = die.damage
        battle.line.append(volley_text(None, [], [ship]))
        strike(state, battle.groups[battle.shooter].side, [ship])


class AssignHit(Ask[EclipseState], tag=True):
    """Ask which ship the next die of a volley hits."""

    def prompt(self, state: EclipseState) -> Prompt:
        battle = battle_of(state)
        die, shooter = battle.volley[0], battle.groups[battle.shooter]
        options = [Option(id, target_text(ship), place=target_place(ship)) for id, ship in aims(state, die).items()]
        options.append(Option(GREEDY, T("Assign all dice so that ships are destroyed, the largest first")))
        note = T("Until this battle is over you are not asked what your dice hit.")
        options.append(Option(GREEDY_ON, T("The largest first, to the end of this battle"), note))
        text = T(
            "Your die shows {roll} and does {damage} damage. Which ship does it hit?", roll=die.roll, damage=die.damage
        )
        later = [one for one in battle.volley[1:] if aims(state, one)]
        detail = T("After it you assign: {dice}", dice=dice_text(later)) if later else None
        so_far = [group_place(shooter.side, shooter.kind)]
        return Prompt(self.seat, "hit", text, options, detail=detail, so_far=so_far)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        battle = battle_of(state)
        if picks[0] not in (GREEDY, GREEDY_ON):
            aim(state, aims(state, battle.volley[0])[picks[0]])
            return
        fighter(battle, self.seat).greedy = picks[0] == GREEDY_ON
        dice, battle.volley = battle.volley, []
        ships = against(state, battle.shooter)
        assign(dice, ships)
        battle.line.append(volley_text(None, [], ships))
        strike(state, battle.groups[battle.shooter].side, ships)


def aims(state: EclipseState, die: Die) -> dict[str, Target]:
    """The ships that a die can hit, one of each type and state: what to type for it -> the ship."""
    found: dict[str, Target] = {}
    for ship in against(state, battle_of(state).shooter):
        if die.roll > 1 and die.roll >= ship.need:
            damage = ship.group.damage[ship.index]
            found.setdefault(ship.group.kind + (f"-{damage}" if damage else ""), ship)
    return found


def target_place(ship: Target) -> str:
    """Where pictures mark a ship to shoot at."""
    return group_place(ship.group.side, ship.group.kind, ship.group.damage[ship.index])


def target_text(ship: Target) -> Text:
    """Name a ship to shoot at, with what destroys it."""
    kind = name(f"eclipse.ship.{ship.group.kind}")
    return T("{ship}, destroyed by {n} damage", ship=kind, n=ship.left)


def stalemate(state: EclipseState, battle: Battle) -> list[Step[EclipseState]]:
    """Let the attacker's groups leave, those that have not announced it by choice; the others are destroyed."""
    for group in living(battle, battle.attacker):
        if group.retreat:
            go(state, group)
    indices = [index for index, group in enumerate(battle.groups) if group.side == battle.attacker and group.damage]
    indices.sort(key=lambda index: -SIZES[battle.groups[index].kind])
    return [*(StuckGroup(index) for index in indices), NextGroup()]


class StuckGroup(Act[EclipseState], tag=True):
    """Ask an attacking group in a stalemate whether it leaves; where it cannot, it is destroyed."""

    index: int

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        battle = battle_of(state)
        group = battle.groups[self.index]
        if retreat_targets(state, group) or state.rules.as_recorded:
            tell_so_far(battle, flow)
            flow.then(LeaveStalemate(group.side, self.index))
        else:
            scuttle(state, group)


def scuttle(state: EclipseState, group: Group) -> None:
    """Destroy a group that does not leave a stalemate; the defender draws for it (ruling A14)."""
    battle = battle_of(state)
    own = living(battle, group.side)
    fighter(battle, group.side).all_announced = all(one.retreat for one in own)
    battle.effect = True
    battle.line.append(T("{fleet}: destroyed in the stalemate", fleet=fleet_text(group.side, [group])))
    while group.damage:
        group.damage.pop()
        destroy(state, group, battle.defender)


class LeaveStalemate(Ask[EclipseState], tag=True):
    """Ask an attacking group whether it leaves a stalemate; else it is destroyed."""

    index: int

    def prompt(self, state: EclipseState) -> Prompt:
        battle = battle_of(state)
        group = battle.groups[self.index]
        options = [
            Option(
                f"retreat-{id}", T("Retreat to {sector}", sector=sector_name(state.sectors[id])), place=sector_place(id)
            )
            for id in retreat_targets(state, group)
        ]
        options.append(Option(STAY, T("Stay, and be destroyed")))
        text = T(
            "Stalemate in {sector}: you have {ships}. Do you retreat?",
            sector=sector_name(state.sectors[battle.sector]),
            ships=ships_text([group]),
        )
        return Prompt(self.seat, "stalemate", text, options, so_far=[group_place(self.seat, group.kind)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        battle = battle_of(state)
        group = battle.groups[self.index]
        if picks == [STAY]:
            scuttle(state, group)
        else:
            group.retreat = picks[0].removeprefix("retreat-")
            go(state, group)


def end_pairing(state: EclipseState, flow: Flow[EclipseState]) -> None:
    """End the battle of two sides. Retreats that were announced are still carried out."""
    battle = battle_of(state)
    for side in (battle.attacker, battle.defender):
        for group in living(battle, side):
            if group.retreat:
                go(state, group)
    line_of(battle)
    battle.queue = []
    add_line(battle, end_line(battle))
    flow.then(NextPairing())


class CloseBattle(Act[EclipseState], tag=True):
    """Tell the battles of a sector, and let whoever fought draw reputation tiles."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        battle = battle_of(state)
        flow.tell("battle", report_text(battle))
        steps = [
            DrawReputation(one.seat, one.kills + (0 if took_no_part(battle, one) else DRAWS["taking_part"]))
            for one in battle.fighters
            if one.fought
        ]
        state.battle = None
        flow.then(*steps)


def took_no_part(battle: Battle, one: Fighter) -> bool:
    """Whether a fighter draws nothing for taking part: all ships that were left have retreated (ruling A9)."""
    return not living(battle, one.seat) and (one.retreated or one.all_announced)
