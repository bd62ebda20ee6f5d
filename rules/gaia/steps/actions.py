"""Power, Q.I.C. and special actions (rulebook, actions 6 and 7, appendix III)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.gaia import goods, power, reach
from rules.gaia.components import ACADEMY_Q, ACTIONS, BOOSTERS, FACTIONS, TILES, TRACKS, BoardAction, Goods
from rules.gaia.counts import count, has_institute
from rules.gaia.reach import Look
from rules.gaia.state import GaiaState, Player
from rules.gaia.steps.basics import Gain, gain, pay_power
from rules.gaia.steps.building import (
    BuildMine,
    Downgrade,
    FarReach,
    SpaceStation,
    Swap,
    can_downgrade,
    can_place_station,
    place_text,
    swappable,
    with_lone_place,
    with_spare_steps,
)
from rules.gaia.steps.research import Advance, cannot_advance
from rules.gaia.steps.tech import NO_TILE, ChooseTech, can_take
from rules.gaia.steps.tokens import ScoreAgain
from rules.gaia.texts import goods_texts, power_shortage
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import T, Text, name, player

FAR = 3
#: Special actions of faction boards: faction -> id, and whether it needs the planetary institute.
OWN_ACTIONS: dict[str, tuple[str, bool]] = {
    "ambas": ("swap", True),
    "firaks": ("downgrade", True),
    "ivits": ("station", True),
    "bescods": ("lowest", False),
}


def board_option(look: Look, action: BoardAction) -> Option:
    """Offer an action of the research board, or say why not."""
    refusal = board_refusal(look, action)
    note = T("For {n} power", n=action.price) if action.pay == "power" else T("For {n} Q.I.C.", n=action.price)
    if action.steps and refusal is None:
        place = reach.lone(reach.mine_places(look, steps=action.steps))
        note = with_lone_place(look.state, note, place)
        if place:
            note = with_spare_steps(note, reach.mine(look, place, steps=action.steps), action.steps)
    note = goods.warned(note, look.me, action.gain) or note
    # What brings goods asks no more, unless the Brainstone could pay.
    brings = not action.steps and action.id not in ("tech", "again")
    clear = action.pay == "qic" or (refusal is None and len(power.spend_ways(look.me, action.price)) == 1)
    last = refusal is None and brings and clear and look.state.acts(look.seat)
    named = name(f"gaia.action.{action.id}")
    return Option(action.id, named, note, place=f"action:{action.id}", refusal=refusal, last=last)


def board_refusal(look: Look, action: BoardAction) -> Text | None:
    """Say why a board action cannot be taken."""
    state, me = look.state, look.me
    if action.id in state.taken:
        return T("{who} has taken this action this round.", who=player(state.taken[action.id]))
    if action.pay == "power" and power.spendable(me) < action.price:
        return power_shortage(action.price, power.spendable(me))
    if action.pay == "qic" and me.qic < action.price:
        return T("It takes {need} Q.I.C.; you have {have}.", need=action.price, have=me.qic)
    if action.id == "again" and not me.tokens:
        return T("You have no federation token.")
    if action.id == "tech" and not can_take(state, look.seat):
        return NO_TILE
    if action.steps:
        return no_mine(look, steps=action.steps)
    return None


def no_mine(look: Look, *, steps: int = 0) -> Text | None:
    """Say why no mine can be built anywhere."""
    if reach.can_mine(look, steps=steps):
        return None
    return T("There is no planet in reach on which you can pay for a mine.")


class BoardActions(Ask[GaiaState], tag=True):
    """Ask which of the power actions, or of the Q.I.C. actions."""

    pay: str

    def prompt(self, state: GaiaState) -> Prompt:
        look = Look(state, self.seat)
        options = [board_option(look, action) for action in ACTIONS.values() if action.pay == self.pay]
        text = T("Which power action?") if self.pay == "power" else T("Which Q.I.C. action?")
        return Prompt(self.seat, self.pay, text, options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me, action = state.players[self.seat], ACTIONS[picks[0]]
        state.taken[action.id] = self.seat
        steps: list[Step[GaiaState]] = []
        if action.pay == "power":
            steps = pay_power(state, self.seat, action.price)
        else:
            goods.pay(me, Goods(qic=action.price))
        flow.tell(
            "action",
            T("{who} takes the action {action}.", who=player(self.seat), action=name(f"gaia.action.{action.id}")),
            seat=self.seat,
        )
        flow.then(*steps, *self._effect(state, action))

    def _effect(self, state: GaiaState, action: BoardAction) -> list[Step[GaiaState]]:
        if action.steps:
            return [BuildMine(self.seat, action.steps)]
        if action.id == "tech":
            return [ChooseTech(self.seat)]
        if action.id == "again":
            return [ScoreAgain(self.seat)]
        gained = action.gain
        if action.id == "types":
            gained = Goods(vp=3 + count(state, state.players[self.seat], "type"))
        return [Gain(self.seat, gained, "action")]


def specials(me: Player) -> dict[str, Text]:
    """The special actions that a player has, used or not: id -> what it does."""
    found: dict[str, Text] = {}
    if me.booster and BOOSTERS[me.booster].special == "step":
        found["step"] = T("Build a mine with 1 free terraforming step")
    if me.booster and BOOSTERS[me.booster].special == "range":
        found["range"] = T("Build a mine or start a Gaia project with a range raised by 3")
    for own in me.tiles:
        tile = TILES[own.tile]
        if tile.special and not own.covered:
            found[tile.special] = T("Gain {goods}", goods=goods_texts(tile.gain))
    if ACADEMY_Q in me.structures.values():
        gained = FACTIONS[me.faction].academy
        found["4c" if gained.credits else "q"] = T("Academy: gain {goods}", goods=goods_texts(gained))
    if me.faction in OWN_ACTIONS:
        id, needs_institute = OWN_ACTIONS[me.faction]
        if has_institute(me) or not needs_institute:
            found[id] = {
                "swap": T("Swap the planetary institute with a mine"),
                "downgrade": T("Turn a research lab into a trading station and advance in research"),
                "station": T("Place a space station"),
                "lowest": T("Advance in a research area where you are lowest"),
            }[id]
    return found


def special_gain(me: Player, id: str) -> Goods | None:
    """What a special action that simply gives goods gives."""
    if id in ("q", "4c"):
        return FACTIONS[me.faction].academy
    return next((TILES[own.tile].gain for own in me.tiles if TILES[own.tile].special == id), None)


def _is_last(look: Look, id: str) -> bool:
    """Whether nothing more is asked: the action gives goods, and no Brainstone could go two ways."""
    gained = special_gain(look.me, id)
    return gained is not None and look.state.acts(look.seat) and len(power.charged(look.me, gained.power)) == 1


def special_note(look: Look, id: str) -> Text | None:
    """Name the only place where a special action can build, which is not asked for."""
    places: Iterable[str] = ()
    if id == "step":
        places = reach.mine_places(look, steps=1)
    elif id == "range":
        projects = list(reach.project_places(look, extra=FAR))
        places = [*projects, *(one for one in reach.mine_places(look, extra=FAR) if one not in projects)]
    place = reach.lone(places)
    if not place:
        return None
    note = T("Possible only on {place}", place=place_text(look.state, place))
    return with_spare_steps(note, reach.mine(look, place, steps=1), 1) if id == "step" else note


def special_refusal(look: Look, id: str) -> Text | None:
    """Say why a special action cannot be taken."""
    state, seat, me = look.state, look.seat, look.me
    if id in me.used:
        return T("You have taken this action this round.")
    match id:
        case "step":
            return no_mine(look, steps=1)
        case "range":
            if not reach.can_mine(look, extra=FAR) and not reach.can_project(look, extra=FAR):
                return T("There is no planet in reach for a mine or a Gaia project.")
        case "station":
            return can_place_station(state, seat)
        case "swap":
            return None if swappable(state, seat) else T("You have no mine on the map.")
        case "downgrade":
            return can_downgrade(state, seat)
        case "lowest" if all(cannot_advance(state, seat, track) for track in lowest(me)):
            return T("You cannot advance in any area where you are lowest.")
    return None


def lowest(me: Player) -> list[str]:
    """The research areas where a player is lowest."""
    bottom = min(me.research.values())
    return [track for track in TRACKS if me.research[track] == bottom]


class Specials(Ask[GaiaState], tag=True):
    """Ask which special action."""

    def prompt(self, state: GaiaState) -> Prompt:
        me = state.players[self.seat]
        look = Look(state, self.seat)
        options = [
            Option(
                id,
                text,
                goods.warned(special_note(look, id), me, special_gain(me, id) or Goods()),
                place=f"special:{id}",
                refusal=refusal,
                last=refusal is None and _is_last(look, id),
            )
            for id, text in specials(me).items()
            for refusal in (special_refusal(look, id),)
        ]
        return Prompt(self.seat, "special", T("Which special action?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me, id = state.players[self.seat], picks[0]
        me.used.append(id)
        gained = special_gain(me, id)
        if gained is not None:
            got = goods.taken(me, gained)
            flow.tell(
                "special",
                T("{who} gains {goods} from a special action.", who=player(self.seat), goods=goods_texts(got)),
                seat=self.seat,
            )
            flow.then(*gain(state, self.seat, gained))
            return
        effects: dict[str, Step[GaiaState]] = {
            "step": BuildMine(self.seat, 1),
            "range": FarReach(self.seat, FAR),
            "station": SpaceStation(self.seat),
            "swap": Swap(self.seat),
            "downgrade": Downgrade(self.seat),
            "lowest": Advance(self.seat, lowest(me)),
        }
        flow.tell("special", T("{who} takes a special action.", who=player(self.seat)), seat=self.seat)
        flow.then(effects[id])
