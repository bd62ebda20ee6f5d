"""The places of prompts in words, for alt texts (`rules.eclipse.places` says what each kind is)."""

from __future__ import annotations

from collections.abc import Callable

from rendering.eclipse.battle import side_text
from rules.eclipse import places
from rules.eclipse.components import SHIPS
from rules.eclipse.texts import amount
from rules.kernel.text import TN, T, Text, name, player

_SIDES = {said: side for side, said in places.SIDES.items()}


def _slot(which: str) -> Text:
    kind, _, slot = which.rpartition("-")
    return T("{ship}, slot {n}", ship=name(f"eclipse.ship.{kind}"), n=slot)


def _track(which: str) -> Text:
    if which == places.INFLUENCE_TRACK:
        return T("influence track")
    return T("track of {good}", good=name(f"eclipse.resource.{which}"))


def _side(which: str) -> Text:
    return side_text(_SIDES[which] if which in _SIDES else int(which))


def _group(which: str) -> Text:
    side, kind, *damage = which.split("-")
    values = {"who": _side(side), "ship": name(f"eclipse.ship.{kind}")}
    return T("{who}: {ship} with {n} damage", **values, n=damage[0]) if damage else T("{who}: {ship}", **values)


def _turned(which: str) -> Text:
    tile, _, turns = which.partition("-")
    return T("{tile} turned by {degrees}°", tile=tile, degrees=60 * int(turns))


def _square(which: str) -> Text:
    sector, square, *tracks = which.split("-")
    found: Text = name(f"eclipse.square.{square.rstrip('23')}")
    if tracks:
        found = T("{square} for {track}", square=found, track=name(f"eclipse.resource.{tracks[0]}"))
    return T("{sector} {square}", sector=sector, square=found)


def _ship(which: str) -> Text:
    kind, _, sector = which.partition("-")
    ship = name(f"eclipse.ship.{kind}")
    return T("{ship} in {sector}", ship=ship, sector=sector) if sector else ship


def _item(which: str) -> Text:
    item, _, sector = which.partition("-")
    said = name(f"eclipse.{'ship' if item in SHIPS else 'structure'}.{item}")
    return T("{item} in {sector}", item=said, sector=sector) if sector else said


def _reputation(which: str) -> Text:
    kept, _, returned = which.partition("-for-")
    if returned:
        return T("{n} VP for {old} VP", n=kept, old=returned)
    return TN("{n} VP", "{n} VP", int(kept))


def _trade(which: str) -> Text:
    give, given, get, got = which.split("-")
    return T("{give} for {get}", give=amount(give, int(given)), get=amount(get, int(got)))


_WORDS: dict[str, Callable[[str], Text]] = {
    "sector": lambda which: T("sector {sector}", sector=which),
    "technology": lambda which: name(f"eclipse.technology.{which}"),
    "part": lambda which: name(f"eclipse.part.{which}"),
    "blueprint": lambda which: name(f"eclipse.ship.{which}"),
    "ship": _ship,
    "slot": _slot,
    "track": _track,
    "side": _side,
    "place": lambda which: T("place {place}", place=which),
    "tile": lambda which: T("sector {sector}", sector=which),
    "turned": _turned,
    "square": _square,
    "item": _item,
    "reputation": _reputation,
    "discovery": lambda which: name(f"eclipse.discovery.{which}"),
    "use": lambda which: T("{tile}, used", tile=name(f"eclipse.discovery.{which}")),
    "keep": lambda which: T("{tile}, kept", tile=name(f"eclipse.discovery.{which}")),
    "species": lambda which: name(f"eclipse.species.{which}"),
    "seat": lambda which: player(int(which)),
    "group": _group,
    "trade": _trade,
}


def place_text(place: str) -> Text:
    """Name a place that a picture marks."""
    kind, which = places.split(place)
    say = _WORDS.get(kind)
    return say(which) if say is not None else T("{place}", place=which)
