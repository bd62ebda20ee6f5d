"""What actions do to a sketch of a seat, once they are paid for."""

from __future__ import annotations

from rules.gaia.components import (
    ACADEMY_K,
    FEDERATIONS,
    GAIA,
    INSTITUTE,
    LAB,
    LIMITS,
    MINE,
    SPACE,
    STATION,
    TILES,
    TOP,
    TRANSDIM,
)
from rules.gaia.robot.sketch import CODE, GAIA_TRACK, GAIN, LEVELS, NAV, RANGE, TERRA, Bundle, Sketch
from rules.gaia.steps.research import CHARGE_AT_THREE


def settle(m: Sketch, place: str, *, guest: bool = False) -> None:
    """Put a mine on a planet; its price is paid."""
    scene = m.scene
    kind = GAIA if scene.kind[place] == TRANSDIM else scene.kind[place]
    geodens = scene.faction == "geodens" and m.institute
    new_type = geodens and not guest and all(m.kind_of(other) != kind for other in m.structures)
    if guest:
        m.guests += (place,)
    else:
        m.structures = {**m.structures, place: MINE}
        m.sig += CODE[MINE] << scene.index[place]
    if place != m.lost:
        m.mines += 1
    m.own |= scene.bit[place]
    join(m, place)
    m.happened("mine")
    if kind == GAIA and not guest:
        m.happened("gaia-mine")
        if scene.faction == "gleens":
            m.vp += 2
    if guest and m.institute:
        m.knowledge = min(LIMITS.knowledge, m.knowledge + 2)
    if new_type:
        m.knowledge = min(LIMITS.knowledge, m.knowledge + 3)


def join(m: Sketch, place: str) -> None:
    """Let what is new join a federation that it touches."""
    if not m.fed or m.scene.bit[place] & m.fed:
        return
    around, own = m.scene.sky.around, m.own & ~m.fed
    group, grown = 0, m.scene.bit[place]
    while grown != group:
        group, grown = grown, grown | around(grown) & own
    if around(group) & m.fed:
        m.fed |= group


def put_up(m: Sketch, place: str, kind: str) -> None:
    """Replace a structure; a technology tile that comes with it is left to choose."""
    before = m.structures[place]
    m.structures = {**m.structures, place: kind}
    m.sig += CODE[kind] - CODE[before] << m.scene.index[place]
    _count(m, before, -1)
    _count(m, kind, 1)
    if kind == STATION:
        m.happened("station")
    elif kind != LAB:
        m.happened("big")
    if kind == INSTITUTE and m.scene.faction == "gleens":
        gain_token(m, "gleens")


def _count(m: Sketch, kind: str, by: int) -> None:
    if kind == MINE:
        m.mines += by
    elif kind == STATION:
        m.trading += by
    elif kind == LAB:
        m.labs += by
    elif kind == INSTITUTE:
        m.institute = by > 0
    elif kind == ACADEMY_K:
        m.acad_k = by > 0
    else:
        m.acad_q = by > 0


def gain_token(m: Sketch, token: str) -> None:
    """Take a federation token and what it shows."""
    m.tokens += (token,)
    m.green += FEDERATIONS[token].green
    m.happened("federation")
    m.gain(Bundle.of(FEDERATIONS[token].gain))


def can_advance(m: Sketch, track: int) -> bool:
    """Whether a seat can go up in a research area."""
    level = m.research[track]
    if level == TOP or (track == NAV and m.scene.faction == "baltaks" and not m.institute):
        return False
    return level < TOP - 1 or (m.green > 0 and not m.scene.closed >> track & 1)


def advance(m: Sketch, track: int) -> None:
    """Go up one level and take what it brings."""
    research = list(m.research)
    research[track] = level = research[track] + 1
    m.research = tuple(research)
    if level == TOP:
        m.green -= 1
    m.happened("research")
    m.gain(LEVELS[track][level])
    if level == CHARGE_AT_THREE:
        m.charge(CHARGE_AT_THREE)
    elif level == TOP:
        if track == GAIA_TRACK:
            m.vp += m.count("gaia")
        elif track == TERRA and m.top_token:
            token, m.top_token = m.top_token, ""
            gain_token(m, token)
        elif track == NAV:
            place = _lost_place(m)
            if place:
                settle_lost(m, place)


def settle_lost(m: Sketch, place: str) -> None:
    """Discover the Lost Planet."""
    m.lost = place
    settle(m, place)


def _lost_place(m: Sketch) -> str:
    """Where the Lost Planet would go: on the nearest free space."""
    scene, own = m.scene, (*m.structures, *m.guests, *m.stations)
    loose = [place for place in m.structures if not scene.bit[place] & m.fed] or list(m.structures)
    best, found = 99, ""
    for place in scene.sky.names:
        if scene.kind[place] != SPACE or place in scene.no_lost or scene.bit[place] & m.satbits:
            continue
        row = scene.distance[place]
        if min(row[other] for other in own) <= RANGE[TOP]:
            near = min(row[other] for other in loose)
            if near < best:
                best, found = near, place
    return found


def take_tile(m: Sketch, space: str, cover: str) -> None:
    """Take the technology tile of a space; an advanced one covers a standard one (`cover`, a tile)."""
    scene = m.scene
    if space.startswith("adv-"):
        track = space.removeprefix("adv-")
        tile = scene.advanced[track]
        m.green -= 1
        m.covered -= 1
        m.advanced = tuple(one for one in m.advanced if one != track)
        m.tiles = (*(own for own in m.tiles if own != cover), tile)
    else:
        tile = scene.tech[space]
        m.covered += 1
        m.standard += (tile,)
        m.tiles += (tile,)
    technology = TILES[tile]
    if technology.when == "once":
        gained = GAIN[tile]
        if technology.per:
            many = m.count(technology.per)
            gained = Bundle(*(part * many for part in gained))
        m.gain(gained)


def worst_tile(m: Sketch) -> str:
    """The standard tile that is missed least when it is covered."""
    return min((own for own in m.tiles if own in m.standard), key=lambda own: KEEP.get(own, 1.0))


#: How much standard tiles are missed when they are covered.
KEEP = {
    "points": 0.0, "ore-qic": 0.0, "types": 0.0, "gaia-mines": 2.0, "strength": 3.0, "charge": 2.5, "credits": 2.0,
    "knowledge-credit": 2.6, "ore-power": 2.6,
}  # fmt: skip


def build(m: Sketch, place: str, steps: int) -> None:
    """Build a mine that is paid for."""
    if place in m.ready:
        m.ready = tuple(one for one in m.ready if one != place)
        m.formers += 1
    if steps:
        m.happened("step", steps)
    settle(m, place, guest=place in m.scene.owned)
