"""The places of prompts in words, for alt texts (`rules.eclipse.places` says what each kind is)."""

from __future__ import annotations

from collections.abc import Callable

from rendering.eclipse.battle import side_text
from rules.eclipse import places
from rules.kernel.text import T, Text, name

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


_WORDS: dict[str, Callable[[str], Text]] = {
    "sector": lambda which: T("sector {sector}", sector=which),
    "technology": lambda which: name(f"eclipse.technology.{which}"),
    "part": lambda which: name(f"eclipse.part.{which}"),
    "blueprint": lambda which: name(f"eclipse.ship.{which}"),
    "ship": lambda which: name(f"eclipse.ship.{which}"),
    "slot": _slot,
    "track": _track,
    "side": _side,
    "group": _group,
}


def place_text(place: str) -> Text:
    """Name a place that a picture marks."""
    kind, which = places.split(place)
    say = _WORDS.get(kind)
    return say(which) if say is not None else T("{place}", place=which)
