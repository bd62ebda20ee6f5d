"""What a robot plans over: its own seat in few plain values, copied and changed many thousand times a turn.

The game's own steps make prompts with all their texts, which a plan has no use for. A `Scene` holds what stays the same
while a seat plans (the map, the others, the tiles), a `Sketch` what its own play changes. Others stand still in it,
but that they let the seat charge a little power between its turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from rules.gaia.components import (
    ACADEMY_K,
    ACADEMY_Q,
    ACTIONS,
    BIG,
    BOOSTERS,
    FACTIONS,
    FINAL_TILES,
    GAIA,
    INSTITUTE,
    LAB,
    LAST_ROUND,
    LIMITS,
    LOST,
    MINE,
    RANKS,
    RESEARCH,
    ROUND_TILES,
    STATION,
    STRUCTURES,
    TILES,
    TOP,
    TRACKS,
    TRANSDIM,
    WHEEL,
    Goods,
)
from rules.gaia.counts import count
from rules.gaia.galaxy import galaxy, steps_between
from rules.gaia.reach import NEIGHBOURHOOD
from rules.gaia.state import AREA_1, AREA_2, AREA_3, NO_BRAINSTONE, GaiaState

TERRA, NAV, AI, GAIA_TRACK, ECO, SCI = range(6)
KINDS = (MINE, STATION, LAB, INSTITUTE, ACADEMY_K, ACADEMY_Q)
CODE = {kind: number + 1 for number, kind in enumerate(KINDS)}
STEP_ORE = tuple(level.step_ore for level in RESEARCH["terra"].levels)
RANGE = tuple(level.range for level in RESEARCH["nav"].levels)
PROJECT = tuple(level.project for level in RESEARCH["gaia"].levels)


class Bundle(NamedTuple):
    """Goods that come together: an income, or what a level brings."""

    ore: int = 0
    credits: int = 0
    knowledge: int = 0
    qic: int = 0
    power: int = 0
    tokens: int = 0
    formers: int = 0
    vp: int = 0

    @staticmethod
    def of(goods: Goods) -> Bundle:
        """Take over goods."""
        return Bundle(
            goods.ore, goods.credits, goods.knowledge, goods.qic, goods.power, goods.tokens, goods.formers, goods.vp
        )


def total(bundles: Iterable[Bundle]) -> Bundle:
    """Add goods up."""
    return Bundle(*(sum(parts) for parts in zip(Bundle(), *bundles, strict=True)))


LEVELS = tuple(tuple(Bundle.of(level.once) for level in RESEARCH[track].levels) for track in TRACKS)
TRACK_INCOME = tuple(tuple(Bundle.of(level.income) for level in RESEARCH[track].levels) for track in TRACKS)
GAIN = {tile.id: Bundle.of(tile.gain) for tile in TILES.values()}
BOOSTER_INCOME = {booster.id: Bundle.of(booster.income) for booster in BOOSTERS.values()}
ACTION_GAIN = {action.id: Bundle.of(action.gain) for action in ACTIONS.values()}


class Scene:
    """What stays the same while a seat plans."""

    def __init__(self, state: GaiaState, seat: int) -> None:
        self.state, self.seat = state, seat
        me = state.players[seat]
        self.faction, self.board = me.faction, FACTIONS[me.faction]
        self.sky = sky = galaxy(state)
        self.distance = sky.distance
        self.bit = {place: sky.bits([place]) for place in sky.names}
        turned = set(state.gaia)
        self.kind = {
            place: GAIA if place in turned else LOST if place == state.lost else sky.spaces[place].planet
            for place in sky.names
        }
        self.planets = [*sky.planets, *([state.lost] if state.lost else [])]
        self.index = {place: 3 * number for number, place in enumerate(sky.names)}
        self.steps = {place: steps_between(self.board.home, kind) for place, kind in self.kind.items() if kind in WHEEL}
        self.sector = {place: space.sector for place, space in sky.spaces.items()}
        self.owned: set[str] = set()
        self.formers: set[str] = set()
        stations, satellites = set[str](), set[str]()
        neighbours: list[str] = []
        top = 0
        for at, other in enumerate(state.players):
            stations.update(other.stations)
            satellites.update(other.satellites)
            if at == seat:
                continue
            self.owned.update(other.structures)
            self.formers.update(other.sent_formers)
            neighbours += other.places()
            for number, track in enumerate(TRACKS):
                if other.research and other.research[track] == TOP:
                    top |= 1 << number
        self.no_station = stations | ({state.lost} if state.lost else set())
        self.no_lost = self.no_station | satellites
        self.closed = top
        """Research areas where somebody else is at the top, as bits."""
        self.beside = {
            place for place in self.planets if any(sky.distance[place][other] <= NEIGHBOURHOOD for other in neighbours)
        }
        """Planets near somebody else: trading stations are cheaper there, and power is charged."""
        self.tech, self.advanced, self.boosters = state.tech, state.advanced, list(state.boosters)
        self.scored: list[tuple[str, int]] = [
            (tile.on, tile.vp) for tile in map(ROUND_TILES.__getitem__, state.round_tiles)
        ]
        """What the tile of each round gives points for, and how many."""
        self.scored += [("", 0)] * (LAST_ROUND - len(self.scored))
        self.finals = list(state.final_tiles)
        rivals = [one for at, one in enumerate(state.players) if at != seat]
        self.rivals = {tile: [count(state, one, tile) for one in rivals] for tile in self.finals}
        self.alone = len(state.players) <= 2
        self.left = LAST_ROUND - max(1, state.round)
        board = self.board
        self.slots = {
            kind: [total(Bundle.of(goods) for goods in board.slots[kind][:many]) for many in range(9)]
            for kind in (MINE, STATION, LAB, INSTITUTE, ACADEMY_K)
        }
        self.academy = Bundle.of(board.academy)
        self.basic = Bundle.of(board.income)
        self.counts: dict[object, int] = {}
        self.incomes: dict[object, Bundle] = {}
        self.memo: dict[object, object] = {}
        self.final_memo: dict[tuple[str, int, int], float] = {}

    def final(self, tile: str, mine: int, left: int) -> float:
        """Estimate the points of a final tile, for what the seat has of it when `left` rounds are to come."""
        key = (tile, mine, left)
        points = self.final_memo.get(key)
        if points is None:
            points = self.final_memo[key] = self._final(tile, mine, left)
        return points

    def _final(self, tile: str, mine: int, left: int) -> float:
        if not mine:
            return 0.0
        rivals: list[float] = [have + GROWTH[tile] * (self.left - left) for have in self.rivals[tile]]
        if self.alone:
            rivals.append(round(FINAL_TILES[tile].neutral * (1 - 0.13 * left)))
        if len(rivals) < len(RANKS) - 1:
            rivals += [0] * (len(RANKS) - 1 - len(rivals))
        spread = SOFT[tile] * (0.25 + 0.3 * left)
        each = RANKS[0] / len(rivals)
        return sum(each / (1 + exp(min(40.0, (other - mine) / spread))) for other in rivals)


#: How far apart two seats are usually, in what a final tile counts.
SOFT = {"structures": 1.3, "federated": 1.8, "types": 0.7, "gaia": 0.7, "sectors": 0.8, "satellites": 1.5}
#: How much of it a seat gains in a round.
GROWTH = {"structures": 1.5, "federated": 1.5, "types": 0.6, "gaia": 0.5, "sectors": 0.7, "satellites": 0.9}


class Sketch:
    """A seat in the middle of a plan."""

    __slots__ = (
        "acad_k",
        "acad_q",
        "advanced",
        "booster",
        "covered",
        "credits",
        "fed",
        "formed",
        "formers",
        "gaia_area",
        "green",
        "guests",
        "institute",
        "knowledge",
        "labs",
        "lost",
        "mines",
        "ore",
        "own",
        "p1",
        "p2",
        "p3",
        "passed",
        "qic",
        "ready",
        "research",
        "resting",
        "risk",
        "round",
        "satbits",
        "satellites",
        "scene",
        "sent",
        "sig",
        "standard",
        "stations",
        "stone",
        "structures",
        "supply",
        "taken",
        "tiles",
        "tokens",
        "top_token",
        "trading",
        "used",
        "vp",
    )

    scene: Scene
    vp: float
    ore: int
    credits: int
    knowledge: int
    qic: int
    p1: int
    p2: int
    p3: int
    gaia_area: int
    stone: int
    research: tuple[int, ...]
    formers: int
    resting: int
    sent: tuple[str, ...]
    """Planets that a Gaiaformer still works on."""
    ready: tuple[str, ...]
    """Planets with an own Gaiaformer that are Gaia Planets by now."""
    structures: dict[str, str]
    guests: tuple[str, ...]
    stations: tuple[str, ...]
    satellites: int
    satbits: int
    fed: int
    formed: int
    green: int
    tokens: tuple[str, ...]
    standard: tuple[str, ...]
    """Standard tiles that are owned, covered ones as well."""
    tiles: tuple[str, ...]
    """Tiles in force."""
    covered: int
    """Standard tiles that could still be covered."""
    advanced: tuple[str, ...]
    """Research areas whose advanced tile is still there."""
    booster: str
    used: tuple[str, ...]
    taken: tuple[str, ...]
    passed: bool
    supply: dict[str, int]
    top_token: str
    lost: str
    round: int
    mines: int
    trading: int
    labs: int
    institute: bool
    acad_k: bool
    acad_q: bool
    own: int
    sig: int
    risk: float
    """Points off for what others may take before."""

    def copy(self) -> Sketch:
        """Copy it, to change the copy."""
        new: Sketch = _new(Sketch)
        new.scene = self.scene
        new.vp = self.vp
        new.ore = self.ore
        new.credits = self.credits
        new.knowledge = self.knowledge
        new.qic = self.qic
        new.p1 = self.p1
        new.p2 = self.p2
        new.p3 = self.p3
        new.gaia_area = self.gaia_area
        new.stone = self.stone
        new.research = self.research
        new.formers = self.formers
        new.resting = self.resting
        new.sent = self.sent
        new.ready = self.ready
        new.structures = self.structures
        new.guests = self.guests
        new.stations = self.stations
        new.satellites = self.satellites
        new.satbits = self.satbits
        new.fed = self.fed
        new.formed = self.formed
        new.green = self.green
        new.tokens = self.tokens
        new.standard = self.standard
        new.tiles = self.tiles
        new.covered = self.covered
        new.advanced = self.advanced
        new.booster = self.booster
        new.used = self.used
        new.taken = self.taken
        new.passed = self.passed
        new.supply = self.supply
        new.top_token = self.top_token
        new.lost = self.lost
        new.round = self.round
        new.mines = self.mines
        new.trading = self.trading
        new.labs = self.labs
        new.institute = self.institute
        new.acad_k = self.acad_k
        new.acad_q = self.acad_q
        new.own = self.own
        new.sig = self.sig
        new.risk = self.risk
        return new

    def key(self) -> tuple[object, ...]:
        """What two lines that come to the same have alike."""
        return (
            self.sig,
            self.own,
            self.fed,
            self.research,
            self.ore,
            self.credits,
            self.knowledge,
            self.qic,
            self.p1,
            self.p2,
            self.p3,
            self.stone,
            self.sent,
            len(self.tiles),
            self.tokens,
            self.booster,
            self.passed,
            self.round,
            len(self.used),
            len(self.taken),
        )

    # What is gained and paid.

    def gain(self, bundle: Bundle) -> None:
        """Take goods, up to the limits."""
        ore, credits, knowledge, qic, power, tokens, formers, vp = bundle
        if qic and receives_ore(self):
            ore, qic = ore + qic, 0
        if ore:
            self.ore = min(LIMITS.ore, self.ore + ore)
        if credits:
            self.credits = min(LIMITS.credits, self.credits + credits)
        if knowledge:
            self.knowledge = min(LIMITS.knowledge, self.knowledge + knowledge)
        self.qic += qic
        self.p1 += tokens
        self.formers += formers
        self.vp += vp
        if power:
            self.charge(power)

    def charge(self, amount: int) -> None:
        """Charge power, the Brainstone first."""
        stone = self.stone
        if stone == NO_BRAINSTONE:
            first = min(amount, self.p1)
            second = min(amount - first, self.p2 + first)
            self.p1 -= first
            self.p2 += first - second
            self.p3 += second
            return
        ones = self.p1 + (stone == AREA_1)
        first = min(amount, ones)
        twos = self.p2 + (stone == AREA_2) + first
        second = min(amount - first, twos)
        threes = self.p3 + (stone == AREA_3) + second
        if stone == AREA_1 and first:
            stone = AREA_2
        if stone == AREA_2 and second:
            stone = AREA_3
        self.stone = stone
        self.p1 = ones - first - (stone == AREA_1)
        self.p2 = twos - second - (stone == AREA_2)
        self.p3 = threes - (stone == AREA_3)

    def token_worth(self) -> int:
        """How much power a token of area III pays for."""
        return 2 if self.institute and self.scene.faction == "nevlas" else 1

    def spendable(self) -> int:
        """How much power could be spent at most."""
        return self.p3 * self.token_worth() + (3 if self.stone == AREA_3 else 0)

    def tokens_in_play(self) -> int:
        """Tokens that can be given up."""
        return self.p1 + self.p2 + self.p3 + (0 <= self.stone <= AREA_3)

    def spend(self, price: int) -> None:
        """Spend power; the Brainstone where it is worth it."""
        worth = self.token_worth()
        if self.stone == AREA_3 and (price >= 3 or self.p3 * worth < price):
            self.stone = AREA_1
            price = max(0, price - 3)
        tokens = -(-price // worth)
        self.p3 -= tokens
        self.p1 += tokens

    def burn(self) -> bool:
        """Burn a token of area II, if there are two; the Brainstone goes up."""
        if self.stone == AREA_2:
            if self.p2 < 1:
                return False
            self.p2 -= 1
            self.stone = AREA_3
        else:
            if self.p2 < 2:
                return False
            self.p2 -= 2
            self.p3 += 1
        if self.scene.faction == "itars":
            self.gaia_area += 1
        return True

    def give_up(self, tokens: int, *, to_gaia: bool) -> None:
        """Give tokens up, those of area I first."""
        if to_gaia:
            self.gaia_area += tokens
        one = min(tokens, self.p1)
        two = min(tokens - one, self.p2)
        three = min(tokens - one - two, self.p3)
        self.p1 -= one
        self.p2 -= two
        self.p3 -= three
        if one + two + three < tokens:
            self.stone = 3 if to_gaia else NO_BRAINSTONE
            self.gaia_area -= to_gaia

    def happened(self, what: str, times: int = 1) -> None:
        """Score what the tile of the round and technology tiles give for it."""
        on, points = self.scene.scored[self.round - 1]
        if on == what:
            self.vp += points * times
        for own in self.tiles:
            technology = TILES[own]
            if technology.when == "each" and technology.per == what:
                self.vp += technology.gain.vp * times

    # What is counted.

    def kind_of(self, place: str) -> str:
        """The planet type of a place that the seat has colonised."""
        kind = self.scene.kind[place]
        if kind == TRANSDIM:
            return GAIA
        return LOST if place == self.lost else kind

    def count(self, what: str) -> int:
        """Count one kind of thing; `what` is what a tile or booster names."""
        if what == "mine":
            return self.mines + (self.lost != "")
        if what == "station":
            return self.trading
        if what == "lab":
            return self.labs
        if what == "big":
            return self.institute + self.acad_k + self.acad_q
        if what == "structures":
            return len(self.structures) + len(self.guests)
        if what == "federation":
            return len(self.tokens)
        if what == "satellites":
            return self.satellites + len(self.stations)
        key = (what, self.sig, self.fed, self.guests, self.lost)
        memo = self.scene.counts
        known = memo.get(key)
        if known is None:
            known = memo[key] = self._count(what)
        return known

    def _count(self, what: str) -> int:
        if what in ("type", "types"):
            return len({self.kind_of(place) for place in self.structures})
        if what == "gaia":
            return sum(self.kind_of(place) == GAIA for place in self.structures)
        if what in ("sector", "sectors"):
            sector = self.scene.sector
            return len({sector[place] for place in (*self.structures, *self.guests)})
        assert what == "federated"
        bit, fed = self.scene.bit, self.fed
        return sum(bit[place] & fed != 0 for place in (*self.structures, *self.guests))

    def value_at(self, place: str) -> int:
        """The power value of what stands on a place."""
        kind = self.structures.get(place)
        if kind is None:
            return 1
        worth = STRUCTURES[kind].value
        if kind in BIG and "strength" in self.tiles:
            worth = 4
        if self.institute and self.scene.faction == "bescods" and self.scene.kind[place] == "titanium":
            worth += 1
        return worth

    def income(self) -> Bundle:
        """What every round brings, the booster left out."""
        research = self.research
        key = (
            self.mines, self.trading, self.labs, self.institute, self.acad_k, research[ECO], research[SCI], self.tiles,
        )  # fmt: skip
        scene = self.scene
        bundle = scene.incomes.get(key)
        if bundle is None:
            slots = scene.slots
            bundle = scene.incomes[key] = total(
                [
                    scene.basic,
                    slots[MINE][self.mines],
                    slots[STATION][self.trading],
                    slots[LAB][self.labs],
                    slots[INSTITUTE][self.institute],
                    slots[ACADEMY_K][self.acad_k],
                    TRACK_INCOME[ECO][research[ECO]],
                    TRACK_INCOME[SCI][research[SCI]],
                    *(GAIN[tile] for tile in self.tiles if TILES[tile].when == "income"),
                ]
            )
        return bundle

    def pass_points(self) -> float:
        """What passing brings."""
        points = 0
        if self.booster:
            booster = BOOSTERS[self.booster]
            if booster.per:
                points += booster.vp * self.count(booster.per)
        for own in self.tiles:
            tile = TILES[own]
            if tile.when == "pass":
                points += tile.gain.vp * self.count(tile.per)
        return points

    def specials(self) -> list[str]:
        """The special actions that are not used yet."""
        found = []
        if self.booster and BOOSTERS[self.booster].special:
            found.append(BOOSTERS[self.booster].special)
        found += [TILES[own].special for own in self.tiles if TILES[own].special]
        faction = self.scene.faction
        if self.acad_q:
            found.append("4c" if self.scene.academy.credits else "q")
        if faction == "bescods":
            found.append("lowest")
        elif self.institute and faction in OWN:
            found.append(OWN[faction])
        return [id for id in found if id not in self.used]

    def next_round(self) -> None:
        """Go on to the next round: its income, and what leaves the Gaia area."""
        self.round += 1
        self.passed = False
        self.used = self.taken = ()
        if self.booster:
            self.gain(total([self.income(), BOOSTER_INCOME[self.booster]]))
        else:
            self.gain(self.income())
        self.gaia_phase()

    def gaia_phase(self) -> None:
        """Turn planets into Gaia Planets, and take tokens back."""
        self.ready += self.sent
        self.sent = ()
        self.formers += self.resting
        self.resting = 0
        tokens = self.gaia_area
        faction = self.scene.faction
        if faction == "terrans":
            if self.institute:
                self._terrans(tokens)
            self.p2 += tokens
            area = AREA_2
        else:
            if self.institute and faction == "itars":
                self.vp += ITAR_TILE * (tokens // 4)
                tokens -= tokens // 4 * 4
            self.p1 += tokens
            area = AREA_1
        self.gaia_area = 0
        if self.stone == 3:
            self.stone = area

    def _terrans(self, tokens: int) -> None:
        """Goods for the tokens that return."""
        turn = self.qic > 0
        while tokens >= 4:
            if turn:
                self.knowledge = min(LIMITS.knowledge, self.knowledge + 1)
            else:
                self.qic += 1
            turn, tokens = not turn, tokens - 4
        if tokens == 3:
            self.ore, tokens = min(LIMITS.ore, self.ore + 1), 0
        self.credits = min(LIMITS.credits, self.credits + tokens)


def receives_ore(m: Sketch) -> bool:
    """Gleens get ore in place of Q.I.C. until their academy for actions stands."""
    return m.scene.faction == "gleens" and not m.acad_q


OWN = {"ambas": "swap", "firaks": "downgrade", "ivits": "station"}
#: What a technology tile is worth to the Itars in their Gaia phase, roughly.
ITAR_TILE = 7.0
_new = object.__new__


def sketch_of(state: GaiaState, seat: int, scene: Scene | None = None) -> Sketch:
    """Sketch a seat as it is in a view."""
    scene = scene or Scene(state, seat)
    me = state.players[seat]
    new: Sketch = _new(Sketch)
    new.scene = scene
    new.vp = me.vp
    new.ore, new.credits, new.knowledge, new.qic = me.ore, me.credits, me.knowledge, me.qic
    new.p1, new.p2, new.p3, new.gaia_area = me.power
    new.stone = me.brainstone
    new.research = tuple(me.research[track] for track in TRACKS)
    new.formers, new.resting = me.formers, me.resting_formers
    new.ready = tuple(place for place in me.sent_formers if scene.kind[place] == GAIA)
    new.sent = tuple(place for place in me.sent_formers if scene.kind[place] != GAIA)
    new.structures = dict(me.structures)
    new.guests, new.stations = tuple(me.guests), tuple(me.stations)
    new.satellites, new.satbits = len(me.satellites), scene.sky.bits(me.satellites)
    new.fed, new.formed = scene.sky.bits(me.federated), me.formed
    new.green = sum(token.green for token in me.tokens)
    new.tokens = tuple(token.token for token in me.tokens)
    new.standard = tuple(own.tile for own in me.tiles if not own.space.startswith("adv-"))
    new.tiles = tuple(own.tile for own in me.tiles if not own.covered)
    new.covered = sum(not own.covered and not own.space.startswith("adv-") for own in me.tiles)
    new.advanced = tuple(state.advanced)
    new.booster, new.used, new.taken, new.passed = me.booster, tuple(me.used), tuple(state.taken), me.passed
    new.supply = dict(state.supply)
    new.top_token = state.top_token
    new.lost = state.lost if state.lost in me.structures else ""
    new.round = max(1, state.round)
    kinds = list(me.structures.values())
    new.mines = kinds.count(MINE) + len(me.guests) - (new.lost != "")
    new.trading, new.labs = kinds.count(STATION), kinds.count(LAB)
    new.institute, new.acad_k, new.acad_q = INSTITUTE in kinds, ACADEMY_K in kinds, ACADEMY_Q in kinds
    new.own = scene.sky.bits([*me.places(), *me.stations])
    new.sig = sum(CODE[kind] << scene.index[place] for place, kind in me.structures.items())
    new.risk = 0.0
    return new
