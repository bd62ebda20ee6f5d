"""Research: going up in an area, its bonuses, level 5, the Lost Planet (rulebook, action 5 and appendix II)."""

from __future__ import annotations

import msgspec

from rules.gaia import goods, power, reach
from rules.gaia.components import GAIA, RESEARCH, TOP, TRACKS, Goods
from rules.gaia.counts import count, green_token, has_institute
from rules.gaia.galaxy import planet
from rules.gaia.state import GaiaState
from rules.gaia.steps.basics import charge, gain
from rules.gaia.steps.tokens import gain_token, join_federation
from rules.gaia.texts import goods_texts
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import T, Text, name, player

CHARGE_AT_THREE = 3
RESEARCH_COST = Goods(knowledge=4)


def cannot_advance(state: GaiaState, seat: int, track: str) -> Text | None:
    """Say why a player cannot go up in a research area, whatever it costs."""
    me = state.players[seat]
    level = me.research[track]
    if level == TOP:
        return T("You are at the top of {area}.", area=name(f"gaia.track.{track}"))
    if track == "nav" and me.faction == "baltaks" and not has_institute(me):
        return T("The Bal T’aks cannot advance in Navigation before they have their planetary institute.")
    if level == TOP - 1:
        for at, other in enumerate(state.players):
            if other.research and other.research[track] == TOP:
                return T("Only one player can reach level 5, and {who} is there.", who=player(at))
        if not green_token(me):
            return T("For level 5 you must flip a federation token from green to grey, and you have none.")
    return None


def track_option(state: GaiaState, seat: int, track: str, refusal: Text | None = None) -> Option:
    """Offer to go up in an area, or say why not."""
    me = state.players[seat]
    level = me.research[track]
    refusal = refusal or cannot_advance(state, seat, track)
    return Option(
        track,
        T("{area}: level {level}", area=name(f"gaia.track.{track}"), level=min(level + 1, TOP)),
        goods.warned(_brings(track, level + 1), me, _once(track, level + 1)) if refusal is None else None,
        place=f"track:{track}",
        refusal=refusal,
        last=refusal is None and state.acts(seat) and not _asks_more(state, seat, track, level + 1),
    )


def _asks_more(state: GaiaState, seat: int, track: str, level: int) -> bool:
    """Whether reaching a level asks something: where the Lost Planet lies, or where the Brainstone goes."""
    if level == CHARGE_AT_THREE:
        return len(power.charged(state.players[seat], CHARGE_AT_THREE)) > 1
    return level == TOP and track == "nav"


def _brings(track: str, level: int) -> Text | None:
    """What a level brings: at once, as income from then on, and for good."""
    for_good, goods_brought = _makes_better(track, level), _brings_goods(track, level)
    if for_good is None or goods_brought is None:
        return for_good or goods_brought
    return T("{brings}. {better}", brings=goods_brought, better=for_good)


def _makes_better(track: str, level: int) -> Text | None:
    """What a level makes better for good, or brings at the top."""
    reached, before = RESEARCH[track].levels[level], RESEARCH[track].levels[level - 1]
    if level == TOP:
        brings = {
            "terra": T("The federation token that lies there"),
            "nav": T("Range {n} and the Lost Planet", n=reached.range),
            "gaia": T("1 VP for each of your Gaia Planets"),
        }.get(track)
        pays = T("A federation token of yours turns grey")
        return pays if brings is None else T("{brings}. {better}", brings=brings, better=pays)
    if reached.step_ore and reached.step_ore != before.step_ore:
        return T("A terraforming step costs {n} ore from then on", n=reached.step_ore)
    if reached.range != before.range:
        return T("Range {n}", n=reached.range)
    if reached.project and reached.project != before.project:
        return T("A Gaia project takes {n} power tokens", n=reached.project)
    return None


def _once(track: str, level: int) -> Goods:
    """What a level brings at once."""
    once = RESEARCH[track].levels[level].once
    return msgspec.structs.replace(once, power=once.power + CHARGE_AT_THREE) if level == CHARGE_AT_THREE else once


def _brings_goods(track: str, level: int) -> Text | None:
    """What a level brings at once, and as income from then on."""
    reached, once = RESEARCH[track].levels[level], _once(track, level)
    if once != Goods() and reached.income != Goods():
        return T("At once: {goods}. Income: {income}", goods=goods_texts(once), income=goods_texts(reached.income))
    if once != Goods():
        return T("At once: {goods}", goods=goods_texts(once))
    return T("Income: {income}", income=goods_texts(reached.income)) if reached.income != Goods() else None


def advance(state: GaiaState, seat: int, track: str, flow: Flow[GaiaState]) -> list[Step[GaiaState]]:
    """Go up one level and take what it brings; gives back the steps for what must be asked."""
    me = state.players[seat]
    level = me.research[track] + 1
    me.research[track] = level
    flow.tell(
        "research",
        T("{who} reaches level {level} of {area}.", who=player(seat), level=level, area=name(f"gaia.track.{track}")),
        seat=seat,
    )
    steps: list[Step[GaiaState]] = []
    if level == TOP:
        next(token for token in me.tokens if token.green).green = False
    goods.tell_points(flow, seat, goods.happened(state, me, "research"))
    steps += gain(state, seat, RESEARCH[track].levels[level].once, "track", flow)
    if level == CHARGE_AT_THREE:
        steps += charge(state, seat, CHARGE_AT_THREE)
    if level == TOP:
        steps += _top(state, seat, track, flow)
    return steps


def _top(state: GaiaState, seat: int, track: str, flow: Flow[GaiaState]) -> list[Step[GaiaState]]:
    """What only level 5 brings."""
    me = state.players[seat]
    if track == "gaia":
        points = count(state, me, "gaia")
        goods.score(me, points, "track")
        goods.tell_points(flow, seat, points)
    elif track == "terra" and state.top_token:
        token, state.top_token = state.top_token, ""
        return gain_token(state, seat, token, flow)
    elif track == "nav":
        return [LostPlanet(seat)]
    return []


class LostPlanet(Ask[GaiaState], tag=True):
    """Ask where the Lost Planet lies."""

    def prompt(self, state: GaiaState) -> Prompt:
        quotes = reach.empty_quotes(reach.Look(state, self.seat), satellites_block=True)
        options = [
            Option(
                quote.place,
                T("{place}", place=quote.place),
                T("For {cost}", cost=goods_texts(quote.cost)) if quote.cost.qic else None,
                place=f"hex:{quote.place}",
            )
            for quote in quotes
            if quote.refusal is None
        ]
        at_least = min(1, len(options))
        return Prompt(self.seat, "lost-planet", T("Where do you discover the Lost Planet?"), options, at_least)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        if not picks:
            flow.tell("lost", T("{who} finds no space for the Lost Planet.", who=player(self.seat)), seat=self.seat)
            return
        me, place = state.players[self.seat], picks[0]
        look = reach.Look(state, self.seat)
        goods.pay(me, Goods(qic=look.qic_for(place, 0)))
        state.lost = place
        flow.tell(
            "lost", T("{who} discovers the Lost Planet on {place}.", who=player(self.seat), place=place), seat=self.seat
        )
        flow.then(*settle(state, self.seat, place, flow))


def settle(
    state: GaiaState, seat: int, place: str, flow: Flow[GaiaState], *, guest: bool = False, points: int = 0
) -> list[Step[GaiaState]]:
    """Put a mine on a planet and score it. Costs are paid already; `points` were scored on the way."""
    me = state.players[seat]
    kind = planet(state, place)
    new_type = not guest and all(planet(state, other) != kind for other in me.structures)
    if guest:
        me.guests.append(place)
    else:
        me.structures[place] = "mine"
    join_federation(state, seat, place)
    state.built.append(place)
    points += goods.happened(state, me, "mine")
    if kind == GAIA and not guest:
        points += goods.happened(state, me, "gaia-mine")
        if me.faction == "gleens":
            goods.score(me, 2, "ability")
            points += 2
    goods.tell_points(flow, seat, points)
    if guest and has_institute(me):
        return gain(state, seat, Goods(knowledge=2))
    if new_type and me.faction == "geodens" and has_institute(me):
        return gain(state, seat, Goods(knowledge=3))
    return []


class Research(Ask[GaiaState], tag=True):
    """The action: four knowledge for a level."""

    def prompt(self, state: GaiaState) -> Prompt:
        options = [track_option(state, self.seat, track) for track in TRACKS]
        return Prompt(self.seat, "research", T("In which research area do you advance?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        goods.pay(state.players[self.seat], RESEARCH_COST)
        flow.then(*advance(state, self.seat, picks[0], flow))


class Advance(Ask[GaiaState], tag=True):
    """An advance that costs nothing and may be declined: in one of these areas."""

    tracks: list[str]

    def prompt(self, state: GaiaState) -> Prompt:
        options = [track_option(state, self.seat, track) for track in self.tracks]
        options.append(Option("stay", T("Do not advance"), last=state.acts(self.seat)))
        return Prompt(self.seat, "advance", T("Advance one level without paying knowledge."), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        if picks != ["stay"]:
            flow.then(*advance(state, self.seat, picks[0], flow))
