"""Gaining and paying: the limits of the resource track, victory points and where they came from."""

from __future__ import annotations

import msgspec

from rules.gaia import power
from rules.gaia.components import ACADEMY_Q, LIMITS, ROUND_TILES, TILES, Goods
from rules.gaia.state import AREA_1, GaiaState, Player
from rules.gaia.texts import SOURCES, goods_texts
from rules.kernel.steps import Flow
from rules.kernel.text import TN, T, Text
from rules.kernel.text import player as player_name


def receives_ore_for_qic(player: Player) -> bool:
    """Gleens get ore in place of Q.I.C. until their academy for actions stands."""
    return player.faction == "gleens" and ACADEMY_Q not in player.structures.values()


def taken(player: Player, goods: Goods) -> Goods:
    """What a player really gets of some goods: up to the limits, and power as far as there is room for it."""
    ore, qic = goods.ore, goods.qic
    if qic and receives_ore_for_qic(player):
        ore, qic = ore + qic, 0
    return msgspec.structs.replace(
        goods,
        ore=max(0, min(ore, LIMITS.ore - player.ore)),
        credits=max(0, min(goods.credits, LIMITS.credits - player.credits)),
        knowledge=max(0, min(goods.knowledge, LIMITS.knowledge - player.knowledge)),
        qic=qic,
        power=min(goods.power, power.room(player, extra=goods.tokens)),
    )


def wasted(player: Player, goods: Goods) -> Goods:
    """What of some goods a player would lose beyond the limits."""
    got = taken(player, goods)
    ore = goods.ore + (goods.qic - got.qic) - got.ore
    return Goods(
        ore=ore,
        credits=goods.credits - got.credits,
        knowledge=goods.knowledge - got.knowledge,
        power=goods.power - got.power,
    )


def warned(note: Text | None, player: Player, goods: Goods) -> Text | None:
    """A note that also says what of some goods would be lost; as it is where nothing would."""
    lost = wasted(player, goods)
    if lost == Goods():
        return note
    if note is None:
        return T("Lost beyond your limit: {goods}", goods=goods_texts(lost))
    return T("{note}. Lost beyond your limit: {goods}", note=note, goods=goods_texts(lost))


def tell_loss(flow: Flow[GaiaState], seat: int, lost: Goods) -> None:
    """Tell of what a seat has lost beyond its limits."""
    if lost != Goods():
        text = T("{who} loses {goods} beyond the limit.", who=player_name(seat), goods=goods_texts(lost))
        flow.tell("lost-goods", text, seat=seat)


def receive(player: Player, goods: Goods, source: str) -> None:
    """Take goods, up to the limits; charging power is left to the caller, as it may be a choice."""
    ore, qic = goods.ore, goods.qic
    if qic and receives_ore_for_qic(player):
        ore, qic = ore + qic, 0
    player.ore = min(LIMITS.ore, player.ore + ore)
    player.credits = min(LIMITS.credits, player.credits + goods.credits)
    player.knowledge = min(LIMITS.knowledge, player.knowledge + goods.knowledge)
    player.qic += qic
    player.power[AREA_1] += goods.tokens
    player.formers += goods.formers
    if goods.vp:
        score(player, goods.vp, source)


def score(player: Player, points: int, source: str) -> None:
    """Add (or take) victory points."""
    assert source in SOURCES
    player.vp += points
    player.points[source] = player.points.get(source, 0) + points


def covers(player: Player, cost: Goods) -> bool:
    """Whether a player has enough for a price in ore, credits, knowledge and Q.I.C."""
    return (
        player.ore >= cost.ore
        and player.credits >= cost.credits
        and player.knowledge >= cost.knowledge
        and player.qic >= cost.qic
    )


def shortage(player: Player, cost: Goods) -> Text | None:
    """Say what is missing of a price; None where it can be paid."""
    if covers(player, cost):
        return None
    missing = Goods(
        ore=max(0, cost.ore - player.ore),
        credits=max(0, cost.credits - player.credits),
        knowledge=max(0, cost.knowledge - player.knowledge),
        qic=max(0, cost.qic - player.qic),
    )
    return T("It costs {cost}, and you lack {missing} of that.", cost=goods_texts(cost), missing=goods_texts(missing))


def pay(player: Player, cost: Goods) -> None:
    """Pay a price."""
    assert covers(player, cost)
    player.ore -= cost.ore
    player.credits -= cost.credits
    player.knowledge -= cost.knowledge
    player.qic -= cost.qic


def happened(state: GaiaState, player: Player, what: str, times: int = 1) -> int:
    """Score what a round tile or a technology tile gives each time that something happens; give the points."""
    points = 0
    if 1 <= state.round <= len(state.round_tiles):
        tile = ROUND_TILES[state.round_tiles[state.round - 1]]
        if tile.on == what:
            score(player, tile.vp * times, "round")
            points += tile.vp * times
    for own in player.tiles:
        technology = TILES[own.tile]
        if technology.when == "each" and technology.per == what and not own.covered:
            score(player, technology.gain.vp * times, "tech")
            points += technology.gain.vp * times
    return points


def tell_points(flow: Flow[GaiaState], seat: int, points: int) -> None:
    """Tell of points that something has brought by the way, after the event that tells what it was."""
    if points:
        text = TN("{who} gains {n} VP for it.", "{who} gains {n} VP for it.", points, who=player_name(seat))
        flow.tell("points", text, seat=seat)
