"""The planet in words: harvesters, tokens, gem caches and arrows, and where a harvester could go."""

from __future__ import annotations

from rendering.circadians.letter_map import CACHE, contents, short
from rendering.circadians.phrases import SHORT_WAYS
from rules.circadians.components import FACES
from rules.circadians.goods import words
from rules.circadians.planet import cache_open, hex_data, hex_names, step
from rules.circadians.state import CircadiansState
from rules.kernel.text import T, Text, player


def planet_lines(view: CircadiansState) -> list[Text]:
    """Explain the map and tell what is on it, also for who cannot see it."""
    names, parts = hex_names(view), view.parts
    hexes = parts.planet[view.side]
    said = [
        T(
            "Side {side}. Each hex shows its harvest in water (w), algae (a), power (p), and + where a token lies; "
            "where harvesters stand, # and the players’ numbers.",
            side=view.side.upper(),
        ),
        T("Harvesters: {places}.", places=[_harvester(view, names, seat) for seat in range(len(view.players))]),
    ]
    tokens = [
        T("{place} {goods}", place=names[at], goods=short(token))
        for at in view.tokens
        if (token := hexes[at].token) is not None
    ]
    if tokens:
        said.append(T("Tokens: {places}.", places=tokens))
    corners = {at: one for at, one in hexes.items() if one.corner}
    if cache_open(view):
        found = [
            T("{place} {vp} VP", place=names[at], vp=view.caches[one.corner]) for at, one in corners.items()
        ]  # fmt: skip
        said.append(T("Gem caches ({sign}), face up, nothing to harvest: {places}.", sign=CACHE, places=found))
    else:
        found = [T("{place} {goods}", place=names[at], goods=short(one.harvest)) for at, one in corners.items()]
        said.append(
            T(
                "Gem caches ({sign}), face down until the last round ({points} VP): {places}.",
                sign=CACHE,
                points=", ".join(map(str, parts.caches)),
                places=found,
            )
        )
    arrows = [
        T("{place} {way} {to}", place=names[at], way=SHORT_WAYS[direction], to=names[to])
        for (at, direction), to in parts.arrows.items()
    ]
    said.append(T("Arrows at the rim: {arrows}.", arrows=arrows))
    return said


def _harvester(view: CircadiansState, names: dict[tuple[int, int], str], seat: int) -> Text:
    at = view.players[seat].harvester
    return T("{n}: {who} {place} ({goods})", n=seat + 1, who=player(seat), place=names[at], goods=contents(view, at))


def steps_lines(view: CircadiansState, seat: int) -> list[Text]:
    """Tell where a seat's harvester could go, with the die for each direction."""
    names, at = hex_names(view), view.players[seat].harvester
    data = hex_data(view, at)
    said = [T("Harvester on {place}: {goods}.", place=names[at], goods=words(data.harvest))]
    if data.corner and cache_open(view):
        said = [T("Harvester on the gem cache {place}: {vp} VP.", place=names[at], vp=view.caches[data.corner])]
    ways = []
    for value in FACES:
        direction = view.parts.direction_by_die[value - 1]
        to = step(view, at, direction)
        if to is None:
            continue
        ways.append(
            T(
                "{value} {way} {to} ({goods})",
                value=value,
                way=SHORT_WAYS[direction],
                to=names[to],
                goods=contents(view, to),
            )
        )
    return [*said, T("From there, by die: {ways}.", ways=ways)]
