"""A robot for Eclipse: it tries what it may do on a copy of the table and takes what gains most.

`robot_plan` plans each action and `robot_attack` the battles, on a `robot_table`; `robot_value` says what the table is
worth then, and `robot_force` how strong ships are. It sees its seat's view and the prompt, as a person does, and
remembers nothing: within an action, what is best is planned again from what is there by then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.eclipse.components import MATERIALS, MONEY, SCIENCE, SPECIES, TRACKS
from rules.eclipse.economy import balance, production
from rules.eclipse.robot_attack import moves, targets
from rules.eclipse.robot_force import Squad, odds
from rules.eclipse.robot_plan import (
    best_claim,
    best_deal,
    best_item,
    best_part,
    explorations,
    placement,
    plans,
    researches,
    site,
    tile_value,
)
from rules.eclipse.robot_table import Table, best_colony, learn
from rules.eclipse.robot_value import left, worth
from rules.eclipse.state import EclipseState
from rules.eclipse.steps.battle import battle_of, living, stats_of
from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import Text

Chooser = Callable[[EclipseState, Prompt], str]
#: What an action must gain to be better than passing.
PATIENCE = 0.05
#: How often an offer is made where one can be made; who has declined is not asked without end.
OFFERS = 3
#: A discovery tile is used while so many rounds are left, then kept for its points.
USE_UNTIL = {"money-8": 4, "science-5": 6, "materials-6": 5, "ancient-technology": 2, "ancient-cruiser": 3}


def choose(view: EclipseState, prompt: Prompt, rng: Rng) -> list[str]:
    """Answer a prompt."""
    able = legal(prompt)
    if "propose" in able and rng.below(OFFERS, "robot.offer") == 0:
        return ["propose"]
    chooser = CHOOSERS.get(prompt.kind)
    pick = ALWAYS.get(prompt.kind, "") if chooser is None else chooser(view, prompt)
    return [pick] if pick in able else robots.choose(view, prompt, rng)


def legal(prompt: Prompt) -> set[str]:
    """The picks that are allowed."""
    return {option.id for option in prompt.legal}


def _turn(view: EclipseState, prompt: Prompt) -> str:
    """Settle first; then the action that gains most, or pass."""
    able, seat = legal(prompt), prompt.seat
    if "colony" in able and _settles(view, seat):
        return "colony"
    found = plans(view, seat, [option.id for option in prompt.legal])
    deal = best_deal(view, seat, targets(view, seat)) if "trade" in able else None
    if deal is not None and deal.gain > max(PATIENCE, found[0].gain if found else 0.0):
        return "trade"
    if found and found[0].gain > PATIENCE:
        return found[0].action
    return "pass"


def _settles(view: EclipseState, seat: int, *, upkeep: bool = False) -> bool:
    best = best_colony(view, seat, upkeep=upkeep)
    return best is not None and best.gain > 0


def _trade_what(view: EclipseState, prompt: Prompt) -> str:
    me = view.players[prompt.seat]
    if balance(me) < 0:
        give = max((track for track in TRACKS if track != MONEY), key=lambda track: _spare(view, prompt.seat, track))
        return f"{give}-{MONEY}"
    deal = best_deal(view, prompt.seat, targets(view, prompt.seat))
    return prompt.legal[0].id if deal is None else f"{deal.give}-{deal.get}"


def _spare(view: EclipseState, seat: int, track: str) -> float:
    me = view.players[seat]
    if me.goods[track] < SPECIES[me.species].trade:
        return -1.0
    return me.goods[track] + production(me, track)


def _trade_amount(view: EclipseState, prompt: Prompt) -> str:
    me = view.players[prompt.seat]
    lacking = -balance(me)
    if lacking > 0:
        return str(min(lacking, len(prompt.legal)))
    deal = best_deal(view, prompt.seat, targets(view, prompt.seat))
    return str(min(deal.n if deal else 1, len(prompt.legal)))


def _free(view: EclipseState, prompt: Prompt) -> str | None:
    """What is free and worth it in the middle of an action."""
    able, seat = legal(prompt), prompt.seat
    if "colony" in able and _settles(view, seat, upkeep=prompt.kind == "upkeep"):
        return "colony"
    return None


def _finish(view: EclipseState, prompt: Prompt) -> str:
    free = _free(view, prompt)
    if free is None and "flip" in legal(prompt) and _flips(view, prompt.seat):
        return "flip"
    return free or "done"


def _flips(view: EclipseState, seat: int) -> bool:
    """Whether one more colony ship could settle something."""
    table = Table(view, seat)
    table.me.colony += 1
    return _settles(table.state, seat)


def _explore(view: EclipseState, prompt: Prompt) -> str:
    free = _free(view, prompt)
    if free is not None:
        return free
    able = legal(prompt)
    found = [plan for plan in explorations(view, prompt.seat, ()) if plan.picks[0] in able]
    return max(found, key=lambda one: one.gain).picks[0]


def _place(view: EclipseState, prompt: Prompt) -> str:
    """Place the better sector so that it fits well."""
    seat = prompt.seat
    best, chosen = -9.0, prompt.legal[0].id
    for option in prompt.legal:
        tile, _, turns = option.id.partition("-")
        value = 0.0
        if turns:
            value = tile_value(view, seat, tile) + 0.2 * placement(view, seat, tile, int(turns))
        if value > best:
            best, chosen = value, option.id
    return chosen


def _claim(view: EclipseState, prompt: Prompt) -> str:
    """Take control where that is worth its upkeep."""
    id = next(option.place for option in prompt.options if option.id == "yes").removeprefix("sector:")
    table = Table(view, prompt.seat)
    table.claim(id)
    sector = view.sectors[id]
    gain = worth(table.state, prompt.seat) - worth(view, prompt.seat) + 2.0 * (sector.discovery and not sector.ancients)
    return "yes" if gain > 0 else "no"


def _discovery(view: EclipseState, prompt: Prompt) -> str:
    """Use resources and technologies early, keep the tile late."""
    early = left(view) >= USE_UNTIL.get(_named(prompt, "tile"), 4)
    return "use" if early and "use" in legal(prompt) else "keep"


def _technology(view: EclipseState, prompt: Prompt) -> str:
    """Take the technology that is worth most."""

    def value(id: str) -> float:
        table = Table(view, prompt.seat)
        learn(table, id)
        return worth(table.state, prompt.seat)

    return max((option.id for option in prompt.legal), key=value)


def _influence(view: EclipseState, prompt: Prompt) -> str:
    seat, able = prompt.seat, legal(prompt)
    free = _free(view, prompt)
    if free is not None:
        return free
    if "track" in able:
        best = best_claim(view, seat)
        if best is not None and best.gain > 0:
            return "track"
    if "flip" in able and _flips(view, seat):
        return "flip"
    return "done"


def _influence_to(view: EclipseState, prompt: Prompt) -> str:
    best = best_claim(view, prompt.seat)
    return prompt.legal[0].id if best is None else best.picks[0]


def _research(view: EclipseState, prompt: Prompt) -> str:
    seat = prompt.seat
    if "colony" in legal(prompt) and _settles(view, seat):
        return "colony"
    found = [plan for plan in researches(view, seat, targets(view, seat)) if plan.picks[0] in legal(prompt)]
    if "done" in legal(prompt) and (not found or found[0].gain < -0.6):
        return "done"
    return found[0].picks[0] if found else "done"


def _upgrade(view: EclipseState, prompt: Prompt) -> str:
    best = best_part(view, prompt.seat)
    return "done" if best is None else best[0]


def _upgrade_slot(view: EclipseState, prompt: Prompt) -> str:
    best = best_part(view, prompt.seat)
    return "back" if best is None else str(best[1] + 1)


def _upgrade_part(view: EclipseState, prompt: Prompt) -> str:
    best = best_part(view, prompt.seat)
    able = legal(prompt)
    if best is None:
        return "back"
    return best[2] if best[2] in able else "remove" if "remove" in able else "back"


def _build(view: EclipseState, prompt: Prompt) -> str:
    seat, able = prompt.seat, legal(prompt)
    if "colony" in able and _settles(view, seat):
        return "colony"
    best = best_item(view, seat, targets(view, seat), forced="done" not in able)
    return "done" if best is None else best[0]


def _build_at(view: EclipseState, prompt: Prompt) -> str:
    where = site(view, prompt.seat, _named(prompt, "item"), targets(view, prompt.seat))
    return where or prompt.legal[0].id


def _named(prompt: Prompt, what: str) -> str:
    """The id of a thing that a prompt names."""
    named = prompt.text.args[what]
    assert isinstance(named, Text)
    return named.id.rsplit(".", 1)[-1]


def _move(view: EclipseState, prompt: Prompt) -> str:
    seat, able = prompt.seat, legal(prompt)
    if "colony" in able and _settles(view, seat):
        return "colony"
    trip = _trip(view, seat)
    if trip is not None and trip[0] in able:
        return trip[0]
    return "done" if "done" in able else prompt.legal[0].id


def _trip(view: EclipseState, seat: int) -> list[str] | None:
    """The next ship to move, and its way, of the best attack there is."""
    limit = SPECIES[view.players[seat].species].limits.move
    found = max(moves(view, seat, limit), key=lambda one: one.gain, default=None)
    if found is None or found.gain < -0.5:
        return None
    return found.picks[1].split(" ")


def _move_from(view: EclipseState, prompt: Prompt) -> str:
    trip = _trip(view, prompt.seat)
    return trip[1] if trip is not None else prompt.legal[0].id


def _move_to(view: EclipseState, prompt: Prompt) -> str:
    """Go on along the way of the best attack that a ship here takes part in, or stop."""
    at = str(prompt.text.args["sector"])
    limit = SPECIES[view.players[prompt.seat].species].limits.move
    for plan in sorted(moves(view, prompt.seat, limit), key=lambda one: -one.gain):
        for trip in plan.picks[1:]:
            path = trip.split(" ")[1:]
            if at in path[:-1]:
                return path[path.index(at) + 1]
    return "stop" if "stop" in legal(prompt) else prompt.legal[0].id


def _colony(view: EclipseState, prompt: Prompt) -> str:
    best = best_colony(view, prompt.seat, upkeep=view.phase == "upkeep")
    return prompt.legal[0].id if best is None else best.sector


def _colony_square(view: EclipseState, prompt: Prompt) -> str:
    best = best_colony(view, prompt.seat, only=str(prompt.text.args["sector"]))
    return prompt.legal[0].id if best is None else best.square


def _upkeep(view: EclipseState, prompt: Prompt) -> str:
    """Settle, then trade what is lacking, then give up the sector that is missed least."""
    seat, able = prompt.seat, legal(prompt)
    free = _free(view, prompt)
    if free is not None:
        return free
    if "done" in able:
        return "done"
    if "trade" in able and max(_spare(view, seat, SCIENCE), _spare(view, seat, MATERIALS)) > 0:
        return "trade"

    def without(id: str) -> float:
        table = Table(view, seat)
        sector = table.sector(id)
        sector.disc = -1
        table.me.discs += 1
        return worth(table.state, seat) - 0.8 * (len(sector.cubes) + sector.orbital_cube)

    return max((id for id in able if id in view.sectors), key=without, default=prompt.legal[0].id)


def _cube(view: EclipseState, prompt: Prompt) -> str:
    """Return a cube to the track that suffers least."""
    me = view.players[prompt.seat]
    return max((option.id for option in prompt.legal), key=lambda track: me.cubes[track])


def _ambassador(view: EclipseState, prompt: Prompt) -> str:
    """Send a cube of the track that gains most by it."""

    def value(track: str) -> float:
        table = Table(view, prompt.seat)
        table.me.cubes[track] -= 1
        return worth(table.state, prompt.seat)

    return max((option.id for option in prompt.legal), key=value)


def _fight(view: EclipseState, prompt: Prompt) -> str:
    """Fight on, unless it is hopeless and there is a way out."""
    battle, able = battle_of(view), legal(prompt)
    other = battle.defender if prompt.seat == battle.attacker else battle.attacker
    mine = [Squad(stats_of(view, one), len(one.damage)) for one in living(battle, prompt.seat)]
    foes = [Squad(stats_of(view, one), len(one.damage)) for one in living(battle, other)]
    retreat = next((id for id in sorted(able) if id.startswith("retreat")), None)
    if retreat is not None and odds(mine, foes) < 0.12:
        return retreat
    return "attack" if "attack" in able else retreat or prompt.legal[0].id


def _reputation(view: EclipseState, prompt: Prompt) -> str:
    """Keep the highest tile, for the lowest one if need be."""
    del view

    def value(id: str) -> int:
        if id == "none":
            return 0
        kept, _, old = id.partition("-for-")
        return int(kept) - int(old or 0)

    return max((option.id for option in prompt.legal), key=value)


def _return_tile(view: EclipseState, prompt: Prompt) -> str:
    del view
    return min((option.id for option in prompt.legal), key=int)


def _artifact(view: EclipseState, prompt: Prompt) -> str:
    """Take the resources that are worth most."""

    def value(track: str) -> float:
        table = Table(view, prompt.seat)
        table.me.goods[track] += 5
        return worth(table.state, prompt.seat)

    return max((option.id for option in prompt.legal), key=value)


def _population(view: EclipseState, prompt: Prompt) -> str:
    del view
    able = legal(prompt)
    return "bombs" if "bombs" in able else "roll" if "roll" in able else "no"


def _offers(view: EclipseState, prompt: Prompt) -> str:
    return _free(view, prompt) or "done"


#: Questions with one answer, where it is allowed.
ALWAYS: Mapping[str, str] = {"ancient-part": "store", "give-up": "no", "offer": "yes", "second": "yes"}
CHOOSERS: Mapping[str, Chooser] = {
    "ambassador-cube": _ambassador,
    "artifact": _artifact,
    "build": _build,
    "build-at": _build_at,
    "claim": _claim,
    "colony": _colony,
    "colony-square": _colony_square,
    "cube": _cube,
    "discovery": _discovery,
    "explore": _explore,
    "fight": _fight,
    "finish": _finish,
    "free-technology": _technology,
    "grave": _cube,
    "influence": _influence,
    "influence-to": _influence_to,
    "move": _move,
    "move-from": _move_from,
    "move-to": _move_to,
    "offers": _offers,
    "place": _place,
    "population": _population,
    "research": _research,
    "reputation": _reputation,
    "trade": _trade_what,
    "trade-amount": _trade_amount,
    "return-tile": _return_tile,
    "turn": _turn,
    "upgrade": _upgrade,
    "upgrade-part": _upgrade_part,
    "upgrade-slot": _upgrade_slot,
    "upkeep": _upkeep,
}
