"""A robot for Eclipse. It sees its seat's view and the prompt, as a person does, and looks one action ahead.

`robot_turn` says what a turn could be used for, `robot_war` where ships fight, `robot_fleet` how strong they are, and
`robot_value` what it all is worth. Nothing is remembered: where an action goes on with another prompt, the rest is
worked out again from what is there by then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.eclipse.blueprints import parts, placed, stats
from rules.eclipse.components import (
    COSTS,
    CRUISER,
    DISCOVERIES,
    MATERIALS,
    MONEY,
    POINTS,
    POPULATION,
    SHIPS,
    SPECIES,
    STARBASE,
    TRACKS,
)
from rules.eclipse.economy import fits, own_sectors, tracks_for
from rules.eclipse.galaxy import EDGES, openings, opposite, place
from rules.eclipse.policies import policy_answer
from rules.eclipse.robot_fleet import odds, power
from rules.eclipse.robot_turn import (
    LEAST,
    Idea,
    Table,
    able_to_pay,
    build_plan,
    exploration,
    flip_gain,
    ideas,
    influence_targets,
    move_plan,
    next_tile,
    next_upgrade,
    researches,
    tile_gain,
    upgraded,
    weights,
)
from rules.eclipse.robot_value import (
    UNIT,
    balance,
    control_gain,
    loss_of,
    reputation_gain,
    technology_gain,
    worth,
)
from rules.eclipse.robot_war import ship_power
from rules.eclipse.state import FULL, NOBODY, EclipseState, Sector
from rules.eclipse.steps import build, diplomacy, free
from rules.eclipse.steps.battle import ATTACK, HOLD, ON, living, stats_of
from rules.eclipse.steps.discovery import STORE, free_technologies
from rules.eclipse.steps.explore import DISCARD
from rules.eclipse.steps.influence import TRACK
from rules.eclipse.steps.move import ONE_OF, STOP
from rules.eclipse.steps.upgrade import REMOVE, faults
from rules.kernel import hexes, robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import Text

Chooser = Callable[[Table, Prompt, Rng], str]

#: The chance to win below which ships leave a battle, if they can.
HOPELESS = 0.2
#: The part of ships on their retreat that gets away.
SAVED = 0.6


def choose(view: EclipseState, prompt: Prompt, rng: Rng) -> list[str]:
    """Answer a prompt."""
    legal = [option.id for option in prompt.legal]
    if len(legal) == 1:
        return legal
    chooser = CHOOSERS.get(prompt.kind)
    pick = "" if chooser is None else chooser(Table(view, prompt.seat), prompt, rng)
    if prompt.kind == "victims":
        return legal[: prompt.at_least]
    return [pick] if pick in legal else robots.choose(view, prompt, rng)


def ids(prompt: Prompt) -> list[str]:
    """What may be picked."""
    return [option.id for option in prompt.legal]


def named(prompt: Prompt, argument: str) -> str:
    """The ship or other thing that a prompt is about."""
    text = prompt.text.args[argument]
    assert isinstance(text, Text)
    return text.id.rsplit(".", 1)[-1]


def number(prompt: Prompt) -> int:
    """The number that a prompt is about."""
    n = prompt.text.args["n"]
    assert isinstance(n, int)
    return n


# Turns and what is free


def best_idea(table: Table, prompt: Prompt) -> Idea | None:
    """The best use of the turn, if any is better than passing."""
    legal = ids(prompt)
    found = [idea for idea in ideas(table.state, table.seat) if idea.picks[0] in legal and idea.gain > LEAST]
    return max(found, key=lambda idea: (idea.gain, idea.picks), default=None)


def _turn(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    if free.COLONY in ids(prompt) and settling(table)[0] > 0:
        return free.COLONY
    idea = best_idea(table, prompt)
    return "pass" if idea is None else idea.picks[0]


def settling(table: Table, upkeep: bool = False) -> tuple[float, str, str]:
    """The best use of a colony ship: its gain, the sector, and the square with its track."""
    one = table.books
    now = table.base
    best = (-1.0, "", "")
    for id, squares in free.colony_squares(table.state, table.seat, upkeep=upkeep).items():
        for square, tracks in squares.items():
            for track in tracks:
                gain = worth(one.settled(track), table.left) - now - 0.01 * square.startswith("wild")
                pick = square if len(tracks) == 1 else f"{square}-{track}"
                best = max(best, (gain, id, pick))
    return best


def _colony(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng, prompt
    return settling(table, table.state.phase == "upkeep")[1]


def _colony_square(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng

    def gain(pick: str) -> float:
        square, _, track = pick.partition("-")
        track = track or tracks_for(square.rstrip("123"))[0]
        return worth(table.books.settled(track), table.left) - 0.01 * square.startswith("wild")

    return max(ids(prompt), key=gain)


def wanted_trade(table: Table) -> tuple[str, ...]:
    """The trade that the best idea begins with, or that the upkeep asks for."""
    if table.state.phase == "upkeep":
        return upkeep_trade(table)
    found = [idea for idea in ideas(table.state, table.seat) if idea.gain > LEAST and idea.picks[0] == "trade"]
    return max(found, key=lambda idea: (idea.gain, idea.picks)).picks if found else ()


def upkeep_trade(table: Table) -> tuple[str, ...]:
    """Trade for the money that is lacking, first of what there is most of."""
    me, given = table.me, free.rate(table.me)
    able = [track for track in TRACKS[1:] if me.goods[track] >= given]
    if not able:
        return ()
    give = max(able, key=lambda track: me.goods[track])
    n = min(me.goods[give] // given, max(1, -balance(table.books)))
    return "trade", f"{give}-{MONEY}", str(n)


def _trade(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Make the trade that is wanted; where a person has begun one for the robot, the one that costs least."""
    del rng
    picks = wanted_trade(table)
    if picks:
        return picks[1]

    def after(pick: str) -> float:
        give, get = pick.split("-")
        return worth(table.books.paid(give, free.rate(table.me)).paid(get, -1), table.left)

    return max(ids(prompt), key=after)


def _trade_amount(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    picks = wanted_trade(table)
    return picks[2] if picks and picks[2] in ids(prompt) else ids(prompt)[0]


def _finish(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Settle and turn colony ships up before the turn ends."""
    del rng
    legal = ids(prompt)
    if free.COLONY in legal and settling(table)[0] > 0:
        return free.COLONY
    if free.FLIP in legal and flip_gain(table, 1) > 0.01:
        return free.FLIP
    return "done"


def _upkeep(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Settle, then trade, then give up what is lost most easily, until the upkeep can be paid."""
    del rng
    legal = ids(prompt)
    if free.COLONY in legal and settling(table, upkeep=True)[0] > 0:
        return free.COLONY
    if "done" in legal:
        return "done"
    if free.COLONY in legal and free.TRADE not in legal:
        return free.COLONY
    sectors = [sector for sector in own_sectors(table.state, table.seat) if sector.id in legal]
    if free.TRADE in legal and (able_to_pay(table, table.books) or not sectors):
        return free.TRADE
    lost = {sector.id: loss_of(table.state, table.seat, sector) for sector in sectors}
    return min(lost, key=lambda one: (lost[one], one)) if lost else legal[0]


# Actions


def _explore(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    if free.COLONY in legal and settling(table)[0] > 0:
        return free.COLONY
    gain, name = exploration(table)
    return "done" if "done" in legal and gain < 0.2 else name


def _second(table: Table, prompt: Prompt, rng: Rng) -> str:
    del table, prompt, rng
    return "yes"


def _place(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Lay the best of the sectors drawn as it fits best."""
    del rng
    gains = {tile: tile_gain(table, tile) for tile in table.state.turned}
    legal = ids(prompt)

    def gain(pick: str) -> float:
        if pick == DISCARD:
            return 0.05
        tile, _, turns = pick.partition("-")
        return gains[tile] + fitting(table, tile, int(turns))

    return max(legal, key=gain)


def fitting(table: Table, tile: str, turns: int) -> float:
    """What the wormholes of a sector are worth as it is turned: ways on, ways home, ways to others."""
    state, seat, me = table.state, table.seat, table.me
    hex = place(state.turned_for)
    at = {(one.q, one.r): one for one in state.sectors.values()}
    friends = {sector.disc for sector in own_neighbours(table)}
    total = 0.0
    for edge, open_ in enumerate(openings(tile, turns)):
        other = at.get(hexes.add(hex, EDGES[edge]))
        if other is None:
            total += 0.15 * open_
        elif open_ and openings(other.id, other.turns)[opposite(edge)]:
            if other.disc == seat:
                total += 0.3
            elif other.disc == NOBODY:
                total += 0.15
            elif other.disc in me.partners:
                total += 0.02
            elif diplomacy.in_game(state) and other.disc not in friends and diplomacy.unable(me) is None:
                total += 0.5
            else:
                total -= 0.2
    return total


def own_neighbours(table: Table) -> list[Sector]:
    """The sectors of others that own sectors are fully connected with."""
    return [
        table.state.sectors[id]
        for sector in own_sectors(table.state, table.seat)
        for id, link in zip(sector.around, sector.links, strict=True)
        if id and link == FULL and table.state.sectors[id].disc not in (NOBODY, table.seat)
    ]


def _claim(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    one = table.books
    option = prompt.option("yes")
    sector = table.state.sectors[option.place.removeprefix("sector:")]
    payable = able_to_pay(table, one._replace(discs=one.discs - 1))
    return "yes" if payable and control_gain(table.state, table.seat, sector, one) > 0 else "no"


def _influence(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    if free.COLONY in legal and settling(table)[0] > 0:
        return free.COLONY
    one = table.books
    if TRACK in legal and able_to_pay(table, one._replace(discs=one.discs - 1)):
        found = influence_targets(table)
        if found and found[0][0] > 0:
            return TRACK
    if free.FLIP in legal and flip_gain(table, 1) > 0.01:
        return free.FLIP
    return "done"


def _influence_to(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    return next((id for _, id in influence_targets(table) if id in legal), legal[0])


def _research(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    found = sorted(researches(table, trading=False), key=lambda one: (-one[0], one[1]))
    best = next((one for one in found if one[1] in legal), None)
    if best is None or ("done" in legal and best[0] <= 0):
        return "done" if "done" in legal else legal[0]
    return best[1]


def _upgrade(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    wrong, left = faults(table.me), number(prompt)
    if wrong and not left:
        return wrong[0]
    found = next_upgrade(table, table.me, left) if left else None
    if found is not None:
        return found[0]
    return wrong[0] if wrong else "done"


def changed_slot(table: Table, kind: str) -> tuple[int, str] | None:
    """The slot that is changed next on a blueprint, and the part that it gets."""
    tiles, _ = next_tile(table.me, kind, 2, table.standing.enemy)
    for slot, (now, then) in enumerate(zip(placed(table.me, kind), tiles, strict=True)):
        if now != then:
            return slot, then
    return None


def _upgrade_slot(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal, kind = ids(prompt), named(prompt, "ship")
    found = changed_slot(table, kind)
    if found is not None and str(found[0] + 1) in legal:
        return str(found[0] + 1)
    return legal[0] if kind in faults(table.me) else "back"


def _upgrade_part(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Lay the part that is wanted; a tile that lies there, or that cannot stay, is taken off first."""
    del rng
    slot = prompt.text.args["slot"]
    assert isinstance(slot, Text)
    ship = slot.args["ship"]
    assert isinstance(ship, Text)
    legal, kind = ids(prompt), ship.id.rsplit(".", 1)[-1]
    found = changed_slot(table, kind)
    here = found is not None and found[0] + 1 == slot.args["n"]
    if found is not None and here and found[1] in legal:
        return found[1]
    return REMOVE if REMOVE in legal and (here or kind in faults(table.me)) else "back"


def _build(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    plan = build_plan(table, number(prompt), trading=False)
    if plan is None or ("done" in legal and plan.gain <= 0):
        return "done" if "done" in legal else legal[0]
    return next((item for item in plan.items if item in legal), legal[0])


def _build_at(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Build ships where they are needed, structures where they are safe."""
    del rng
    legal, item = ids(prompt), named(prompt, "item")
    if item in SHIPS:
        plan = build_plan(table, build.most(table.me), trading=False, first=item)
        if plan is not None and plan.at in legal:
            return plan.at
    safe = {id: loss_of(table.state, table.seat, table.state.sectors[id]) for id in legal}
    return max(safe, key=lambda one: (safe[one], one))


def _move(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal = ids(prompt)
    plan = move_plan(table, number(prompt))
    if plan is None or ("done" in legal and plan.value <= 0):
        return "done" if "done" in legal else legal[0]
    return ONE_OF[plan.first[0]]


def _move_from(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    legal, kind = ids(prompt), named(prompt, "ship")
    limit = SPECIES[table.me.species].limits.move
    found = []
    for id in legal:
        plan = move_plan(table, limit, (kind, id))
        if plan is not None:
            found.append((plan.value, id))
    return max(found)[1] if found else legal[0]


def _move_to(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Go on to the target of the best attack that this ship can be a part of."""
    del rng
    legal, kind, at = ids(prompt), named(prompt, "ship"), str(prompt.text.args["sector"])
    limit = SPECIES[table.me.species].limits.move
    targets = {target.sector: target for target in table.targets}
    plan = move_plan(table, limit, (kind, at))
    here = targets.get(at)
    if STOP in legal and here is not None and (plan is None or plan.value <= 0 or here.against):
        return STOP
    if plan is None or (plan.value <= 0 and STOP in legal):
        own = [id for id in legal if id in table.state.sectors and table.state.sectors[id].disc == table.seat]
        return STOP if STOP in legal else (own or legal)[0]
    distance = targets[plan.target].distance
    return min((id for id in legal if id != STOP), key=lambda one: (distance.get(one, 99), one))


# Battles and what follows


def _fight(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Attack to the end, but leave where there is no hope and the ships are worth more than the tile for fighting."""
    del rng
    battle, legal, seat, me = table.state.battle, ids(prompt), prompt.seat, table.me
    assert battle is not None
    own, theirs = (
        living(battle, side) for side in (seat, battle.defender if battle.attacker == seat else battle.attacker)
    )
    chance = odds(
        tuple((stats_of(table.state, group), len(group.damage)) for group in own),
        tuple((stats_of(table.state, group), len(group.damage)) for group in theirs),
        battle.defender == seat,
    ).win
    retreat = next((id for id in legal if id.startswith("retreat-")), None)
    if retreat is not None and table.left and chance < HOPELESS:
        costs = COSTS[SPECIES[me.species].costs]
        saved = UNIT[MATERIALS] * sum(len(group.damage) * costs[group.kind] for group in own)
        if SAVED * saved > reputation_gain(me, 1):
            return retreat
    if ON in legal and chance > HOPELESS:
        return ON
    return ATTACK if ATTACK in legal else HOLD


def _by_policy(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Answer by a standing order that says what a robot wants, too."""
    del rng
    settings = {"fight": "attack", "hits": "greedy", "population": "attack", "reputation": "best"}
    picks = policy_answer(table.state, prompt, settings)
    return picks[0] if picks else ""


def _to_track(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Let a cube return where it is missed least."""
    del rng
    one = table.books

    def after(track: str) -> float:
        if table.me.cubes[track] >= POPULATION.cubes:
            return float("-inf")
        return worth(one._replace(cubes=_more(one.cubes, track)), table.left)

    return max(ids(prompt), key=after)


def _more(cubes: tuple[int, ...], track: str) -> tuple[int, ...]:
    at = TRACKS.index(track)
    return (*cubes[:at], cubes[at] + 1, *cubes[at + 1 :])


def _discovery(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Use a discovery tile if that is worth more than its points."""
    del rng
    if "use" not in ids(prompt):
        return "keep"
    named_ = prompt.text.args["tile"]
    assert isinstance(named_, Text)
    tile = DISCOVERIES[named_.id.rsplit(".", 1)[-1]]
    one = table.books
    gain = 0.0
    for track, n in tile.gain.items():
        gain += worth(one.paid(track, -n), table.left) - table.base
    if tile.id == "ancient-technology":
        gain = max(technology_gain(table.state, table.seat, id) for id in free_technologies(table.state, table.me))
    elif tile.id == "ancient-cruiser":
        strength = ship_power(table.me, CRUISER, table.standing.enemy)
        gain = table.standing.gain(strength) + 0.9 * (worth(one.paid(MATERIALS, -5), table.left) - table.base)
    elif tile.part:
        gain = table.standing.gain(max(part_gains(table, tile.part).values(), default=0.0))
    return "use" if gain > POINTS.discovery else "keep"


def part_gains(table: Table, part: str) -> dict[str, float]:
    """The strength that an ancient part brings in each slot where it may be laid."""
    me, found = table.me, {}
    for kind, n in weights(table).items():
        tiles = placed(me, kind)
        before = ship_power(me, kind, table.standing.enemy)
        for slot in range(len(parts(me, kind))):
            changed = upgraded(me, kind, (*tiles[:slot], part, *tiles[slot + 1 :]))
            can = stats(changed, kind)
            if can.energy >= 0 and (can.drives == 0) == (kind == STARBASE):
                found[f"{kind}-{slot + 1}"] = n * (power(can, table.standing.enemy) - before)
    return found


def _ancient_part(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    part = named(prompt, "part")
    gains = {id: gain for id, gain in part_gains(table, part).items() if id in ids(prompt) and gain > 0}
    return max(gains, key=lambda one: (gains[one], one)) if gains else STORE


def _free_technology(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    return max(ids(prompt), key=lambda one: technology_gain(table.state, table.seat, one))


def _artifact(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    one = table.books
    return max(ids(prompt), key=lambda track: worth(one.paid(track, -5), table.left))


# Diplomacy


def wants(table: Table) -> bool:
    """Whether one more ambassador is welcome: it should not take the last slot for a reputation tile too early."""
    me = table.me
    if not diplomacy.has_slot(me):
        return False
    return not table.left or bool(me.reputation) or fits(me, len(me.partners) + 1, len(me.reputation) + 1)


def _offers(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Offer relations to neighbours who have not declined in this round."""
    del rng
    asked = "propose" in ids(prompt) and wants(table)
    new = asked and set(diplomacy.possible(table.state, table.seat)) - set(table.me.declined)
    return "propose" if new else "done"


def _propose(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Propose to one of those who have not declined; to any where a person has begun it for the robot."""
    declined = {table.state.players[seat].species for seat in table.me.declined}
    return rng.pick([id for id in ids(prompt) if id not in declined] or ids(prompt), "robot.partner")


def _offer(table: Table, prompt: Prompt, rng: Rng) -> str:
    del prompt, rng
    return "yes" if wants(table) else "no"


def _ambassador_cube(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    one = table.books
    return max(ids(prompt), key=lambda track: worth(one.settled(track), table.left))


def _least(table: Table, prompt: Prompt, rng: Rng) -> str:
    del table, rng
    return min(ids(prompt), key=int)


def _play_on(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Answer, in place of a person who was about to give up."""
    del table, prompt, rng
    return "no"


def _species(table: Table, prompt: Prompt, rng: Rng) -> str:
    del table
    return rng.pick(ids(prompt), "robot.species")


CHOOSERS: Mapping[str, Chooser] = {
    "species": _species,
    "turn": _turn,
    "give-up": _play_on,
    "colony": _colony,
    "colony-square": _colony_square,
    "trade": _trade,
    "trade-amount": _trade_amount,
    "finish": _finish,
    "upkeep": _upkeep,
    "explore": _explore,
    "second": _second,
    "place": _place,
    "claim": _claim,
    "influence": _influence,
    "influence-to": _influence_to,
    "research": _research,
    "upgrade": _upgrade,
    "upgrade-slot": _upgrade_slot,
    "upgrade-part": _upgrade_part,
    "build": _build,
    "build-at": _build_at,
    "move": _move,
    "move-from": _move_from,
    "move-to": _move_to,
    "fight": _fight,
    "stalemate": _by_policy,
    "hit": _by_policy,
    "population": _by_policy,
    "reputation": _by_policy,
    "cube": _to_track,
    "grave": _to_track,
    "discovery": _discovery,
    "ancient-part": _ancient_part,
    "free-technology": _free_technology,
    "artifact": _artifact,
    "offers": _offers,
    "propose": _propose,
    "offer": _offer,
    "ambassador-cube": _ambassador_cube,
    "return-tile": _least,
}
