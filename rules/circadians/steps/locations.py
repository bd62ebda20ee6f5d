"""Headquarters, mining camp, laboratory, foundry, control room and academy."""

from __future__ import annotations

from rules.circadians import places
from rules.circadians.boards import (
    Case,
    academy_spots,
    case_of,
    free_farm,
    hq_gives_cards,
    lab_refusal,
    mine_spots,
    pairs,
)
from rules.circadians.components import TILE_FARMS, TILE_GARAGES
from rules.circadians.describe import tile_text
from rules.circadians.effects import HqBoth
from rules.circadians.gains import gain, warned
from rules.circadians.goods import Goods, gain_text
from rules.circadians.means import HQ, Means, Sending
from rules.circadians.options import spot_option
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.moving import Steer
from rules.circadians.steps.spending import Receive, Used, leave, then_pay
from rules.circadians.steps.tiles import take_farm, take_upgrade
from rules.circadians.texts import COSTS_NOTHING, price_text
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, player

KEEP = "keep"


# Headquarters.


def go_to_hq(state: CircadiansState, seat: int, sending: Sending, flow: Flow[CircadiansState]) -> None:
    """The leftmost free space, and the rewards at once."""
    means = Means(state, seat)
    leave(state, seat, sending, "hq", flow)
    state.hq.append(Die(seat, sending.value))
    both = bool(means.of(HqBoth, sending.garages))
    cards = Receive(seat, Goods(item=means.parts.hq_items))
    water = Receive(seat, Goods(water=means.parts.hq_water))
    used = Used(seat, "hq", sending.garages)
    if both:
        flow.then(cards, water, used)
    else:
        flow.then(HqReward(seat), used)


class HqReward(Ask[CircadiansState], tag=True):
    """Item cards or water."""

    def prompt(self, state: CircadiansState) -> Prompt:
        parts = state.parts
        none = None if hq_gives_cards(Means(state, self.seat)) else T("There is no item card left to draw.")
        options = [
            Option(
                id,
                gain_text(goods),
                warned(state, self.seat, None, goods) if refusal is None else None,
                places.reward(id),
                refusal,
            )
            for id, goods, refusal in (
                ("items", Goods(item=parts.hq_items), none),
                ("water", Goods(water=parts.hq_water), None),
            )
        ]
        return Prompt(self.seat, "hq", T("What do the headquarters give you?"), options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        parts = state.parts
        goods = Goods(item=parts.hq_items) if picks[0] == "items" else Goods(water=parts.hq_water)
        gain(state, flow, self.seat, goods)


# Mining camp.


class MineSpace(Ask[CircadiansState], tag=True):
    """Which space of the mining camp."""

    sending: Sending

    def prompt(self, state: CircadiansState) -> Prompt:
        case = case_of(Means(state, self.seat), self.sending)
        assert isinstance(case, Case)
        options = []
        for spot in mine_spots(case):
            space = case.means.boards.mine[int(spot.id) - 1]
            text = TN(
                "Space {number}, {n} gem for {x} less the die",
                "Space {number}, {n} gems for {x} less the die",
                n=space.gems,
                number=int(spot.id),
                x=space.x,
            )
            options.append(spot_option(spot, text, price_text(spot.prices) or COSTS_NOTHING, places.mine(spot.id)))
        text, so_far = T("Which space of the mining camp?"), places.sent(self.sending)
        return Prompt(self.seat, "mine", text, options, so_far=so_far)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        space = Means(state, self.seat).boards.mine[int(picks[0]) - 1]
        leave(state, self.seat, self.sending, "mine", flow)
        state.mine[int(picks[0]) - 1].append(Die(self.seat, self.sending.value))
        cost = Goods(water=max(0, space.x - self.sending.value))
        flow.then(
            then_pay(state, self.seat, "mine", [cost], self.sending),
            Receive(self.seat, Goods(gem=space.gems)),
            Used(self.seat, "mine", self.sending.garages),
        )


# Laboratory.


class SecondDie(Ask[CircadiansState], tag=True):
    """Which die goes to the laboratory with the first: the next of the garages or of the headquarters."""

    sending: Sending

    def prompt(self, state: CircadiansState) -> Prompt:
        means = Means(state, self.seat)
        options = []
        for pair in pairs(Case(means, self.sending, means.me.goods)):
            both = case_of(means, pair)
            refusal = both if isinstance(both, Text) else lab_refusal(both)
            if pair.second == HQ:
                text = T("The next die of the headquarters")
                options.append(Option("hq", text, place=places.in_hq(2), refusal=refusal))
            else:
                n = pair.second or 0
                text = T("The die of garage {n} ({face})", n=n, face=means.face(n))
                options.append(Option("garage", text, place=places.garage(n), refusal=refusal))
        return Prompt(self.seat, "pair", T("Which die is the second?"), options, so_far=places.sent(self.sending))

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        means = Means(state, self.seat)
        found = pairs(Case(means, self.sending, means.me.goods))
        pair = next(one for one in found if (one.second == HQ) == (picks[0] == "hq"))
        leave(state, self.seat, pair, "lab", flow)
        state.lab += [Die(self.seat, pair.value)] * 2
        flow.then(
            then_pay(state, self.seat, "lab", list(state.parts.costs["lab"]), pair),
            TakeFarm(self.seat),
            Used(self.seat, "lab", pair.garages),
        )


class TakeFarm(Ask[CircadiansState], tag=True):
    """Which open farm is taken."""

    def prompt(self, state: CircadiansState) -> Prompt:
        options = [
            Option(farm, state.parts.name(farm), tile_text(state.parts, farm), places.farm_tile(farm))
            for farm in state.farms
            if farm
        ]
        return Prompt(self.seat, "farm", T("Which farm do you take?"), options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        flow.then(RemoveFarm(self.seat, picks[0]), PlaceFarm(self.seat, picks[0]))


class RemoveFarm(Ask[CircadiansState], tag=True):
    """One own farm may be removed first, and must be where there is no room (R27)."""

    tile: str

    def prompt(self, state: CircadiansState) -> Prompt:
        means = Means(state, self.seat)
        full = None if free_farm(means) is not None else T("There is no room for another farm.")
        options = [Option(KEEP, T("Keep all your farms"), refusal=full)]
        options += [
            Option(
                f"f{spot}",
                T("Remove {tile} from farm {n}", tile=state.parts.name(tile), n=spot),
                T("It leaves the game, with its points"),
                places.farm(spot),
            )
            for spot, tile in zip(TILE_FARMS, means.me.farms, strict=True)
            if tile
        ]
        text, so_far = T("Do you remove a farm to make room?"), [places.farm_tile(self.tile)]
        return Prompt(self.seat, "remove-farm", text, options, so_far=so_far)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        if picks[0] != KEEP:
            _remove(state, self.seat, state.players[self.seat].farms, int(picks[0][1:]) - TILE_FARMS[0], flow)


def _remove(state: CircadiansState, seat: int, tiles: list[str], at: int, flow: Flow[CircadiansState]) -> None:
    """Take one of a seat's tiles out of the game."""
    tile, tiles[at] = tiles[at], ""
    flow.tell(
        "remove", T("{who} removes {tile} from the game.", who=player(seat), tile=state.parts.name(tile)), seat=seat
    )


class PlaceFarm(Act[CircadiansState], tag=True):
    """The farm comes to the leftmost free spot, and the next of its stack is turned up."""

    seat: int
    tile: str

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        me = state.players[self.seat]
        me.farms[me.farms.index("")] = self.tile
        flow.tell(
            "farm", T("{who} takes {tile}.", who=player(self.seat), tile=state.parts.name(self.tile)), seat=self.seat
        )
        take_farm(state, self.tile, flow)


# Foundry.


def go_to_foundry(state: CircadiansState, seat: int, sending: Sending, flow: Flow[CircadiansState]) -> None:
    """Pay, and take the open upgrade of the stack for the die."""
    leave(state, seat, sending, "foundry", flow)
    state.foundry.append(Die(seat, sending.value))
    stack = state.parts.stack_by_die[sending.value - 1]
    flow.then(
        then_pay(state, seat, "foundry", list(state.parts.costs["foundry"]), sending),
        RemoveUpgrade(seat, stack),
        PlaceUpgrade(seat, stack),
        Used(seat, "foundry", sending.garages),
    )


class RemoveUpgrade(Ask[CircadiansState], tag=True):
    """One own upgrade may be removed first, and must be where there is no room (R27)."""

    stack: str

    def prompt(self, state: CircadiansState) -> Prompt:
        me = state.players[self.seat]
        full = None if "" in me.upgrades else T("There is no garage left without an upgrade.")
        options = [Option(KEEP, T("Keep all your upgrades"), refusal=full)]
        options += [
            Option(
                f"g{garage}",
                T("Remove {tile} from garage {n}", tile=state.parts.name(tile), n=garage),
                T("It leaves the game, with its points"),
                places.garage(garage),
            )
            for garage, tile in zip(TILE_GARAGES, me.upgrades, strict=True)
            if tile
        ]
        text, so_far = T("Do you remove an upgrade to make room?"), [places.upgrade_tile(state.upgrades[self.stack])]
        return Prompt(self.seat, "remove-upgrade", text, options, so_far=so_far)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        if picks[0] != KEEP:
            _remove(state, self.seat, state.players[self.seat].upgrades, int(picks[0][1:]) - TILE_GARAGES[0], flow)


class PlaceUpgrade(Act[CircadiansState], tag=True):
    """The upgrade comes to the leftmost garage without one and works at once, for a die there too (R03, R28)."""

    seat: int
    stack: str

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        me, tile = state.players[self.seat], state.upgrades[self.stack]
        at = me.upgrades.index("")
        me.upgrades[at] = tile
        flow.tell(
            "upgrade",
            T(
                "{who} takes {tile} for garage {n}.",
                who=player(self.seat),
                tile=state.parts.name(tile),
                n=at + TILE_GARAGES[0],
            ),
            seat=self.seat,
        )
        take_upgrade(state, self.stack, flow)


# Control room.


def go_to_control(state: CircadiansState, seat: int, sending: Sending, flow: Flow[CircadiansState]) -> None:
    """Pay, and move the harvester."""
    leave(state, seat, sending, "control", flow)
    state.control.append(Die(seat, sending.value))
    flow.then(
        then_pay(state, seat, "control", list(state.parts.costs["control"]), sending),
        Steer(seat, sending),
        Used(seat, "control", sending.garages),
    )


# Academy.


class AcademyDice(Ask[CircadiansState], tag=True):
    """How many new dice, and on which space where there are two for the value."""

    sending: Sending

    def prompt(self, state: CircadiansState) -> Prompt:
        case = case_of(Means(state, self.seat), self.sending)
        assert isinstance(case, Case)
        spots = academy_spots(case)
        first = spots[0].id[0]
        options = []
        for spot in spots:
            number, n = spot.id.split("-")
            id = {"1": "one", "2": "two"}[n] + ("" if number == first else f"-{number}")
            note: Text | None = price_text(spot.prices) or COSTS_NOTHING
            if spot.refusal is None:
                note = warned(state, self.seat, note, Goods(die=int(n)))
            text = TN("{n} new die (space {space})", "{n} new dice (space {space})", n=int(n), space=int(number))
            options.append(Option(id, text, note, places.academy(number, n), spot.refusal))
        return Prompt(self.seat, "academy", T("How many new dice?"), options, so_far=places.sent(self.sending))

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        means = Means(state, self.seat)
        fits = [n for n, space in enumerate(means.boards.academy) if self.sending.value in space.values]
        how_many, _, number = picks[0].partition("-")
        at = int(number) - 1 if number else fits[0]
        n = 1 if how_many == "one" else 2
        space = means.boards.academy[at]
        leave(state, self.seat, self.sending, "academy", flow)
        state.academy[at].append(Die(self.seat, self.sending.value))
        flow.then(
            then_pay(state, self.seat, "academy", [space.one if n == 1 else space.two], self.sending),
            Receive(self.seat, Goods(die=n)),
            Used(self.seat, "academy", self.sending.garages),
        )
