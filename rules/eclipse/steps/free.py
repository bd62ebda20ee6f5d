"""What a player may do at any time of the own turn: colony ships, trades, and within some actions more."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.eclipse.components import MONEY, ORBITAL, SPECIES, TRACKS
from rules.eclipse.economy import empty_squares, own_sectors, square_index
from rules.eclipse.fleets import foreign
from rules.eclipse.places import sector_place, square_place, track_place, trade_place
from rules.eclipse.state import EclipseState, Player, Sector
from rules.eclipse.steps import diplomacy
from rules.eclipse.texts import amount, goods_text, resource, rise
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import T, Text, name, player

COLONY, TRADE, FLIP, PROPOSE = "colony", "trade", "flip", "propose"
MOST_FLIPS = 2
TO = f"{COLONY}-"
"""What the id of a square begins with that a colony ship settles at once."""
MENU = 25
"""How many trades, or squares to settle, are offered at once: what one menu holds."""
FEW = 5
"""How many squares to settle are offered beside other things."""


def colony_squares(state: EclipseState, seat: int, *, upkeep: bool) -> dict[str, dict[str, list[str]]]:
    """The squares that a colony ship may settle: sector -> square -> tracks.

    In the upkeep phase none where enemy ships are (ruling D5).
    """
    me = state.players[seat]
    if not me.colony:
        return {}
    found: dict[str, dict[str, list[str]]] = {}
    for sector in own_sectors(state, seat):
        squares = empty_squares(me, sector)
        if squares and not (upkeep and foreign(state, sector, seat)):
            found[sector.id] = squares
    return found


def can_colonise(state: EclipseState, seat: int, *, upkeep: bool = False) -> bool:
    """Whether a colony ship of a seat can settle anywhere."""
    return bool(colony_squares(state, seat, upkeep=upkeep))


def no_colony(state: EclipseState, seat: int, *, upkeep: bool) -> Text | None:
    """Say why no colony ship can settle."""
    if not state.players[seat].colony:
        return T("None of your colony ships lies face up.")
    if not can_colonise(state, seat, upkeep=upkeep):
        return T("None of your sectors has an empty square that you can use.")
    return None


def _colony_options(state: EclipseState, seat: int, beside: Sequence[Option], *, upkeep: bool) -> list[Option]:
    """Offer to use a colony ship: each square by itself where they are few and one menu holds them with the others.

    Where there is one way to settle, the option says where.
    """
    me, text, refusal = state.players[seat], T("Use a colony ship"), no_colony(state, seat, upkeep=upkeep)
    ways = [
        (id, one) for id in colony_squares(state, seat, upkeep=upkeep) for one in square_options(me, state.sectors[id])
    ]
    note = None
    if len(ways) == 1:
        ((id, one),) = ways
        square, _, track = one.id.partition("-")
        track = track or empty_squares(me, state.sectors[id])[square][0]
        note = T("In {sector}: {resource}.", sector=id, resource=resource(track))
    taken = sum(one.refusal is None and not one.former for one in beside)
    at_once = 1 < len(ways) <= min(FEW, MENU - taken)
    direct = [
        Option(f"{TO}{id}-{one.id}", T("Colony ship: {sector}, {square}", sector=id, square=one.text), one.note)
        for id, one in ways
    ]
    return [Option(COLONY, text, note, refusal=refusal, former=at_once), *(direct if at_once else [])]


def rate(me: Player) -> int:
    """How much of one resource a player gives for one of another."""
    return SPECIES[me.species].trade


def no_trade(me: Player) -> Text | None:
    """Say why a player cannot trade."""
    if max(me.goods.values()) < rate(me):
        return T("You need {n} of one resource to trade.", n=rate(me))
    return None


def options(
    state: EclipseState,
    seat: int,
    beside: Sequence[Option],
    *,
    upkeep: bool = False,
    offers: bool = False,
    flips: int | None = None,
) -> list[Option]:
    """What may be done at any time of the own turn, `beside` the other options of a prompt.

    `offers`: diplomacy may be proposed (Explore and Influence). `flips`: how many colony ships may still be turned
    face up (Influence).
    """
    me = state.players[seat]
    rest = [Option(TRADE, T("Trade resources"), refusal=no_trade(me))]
    if flips is not None:
        rest.append(Option(FLIP, T("Turn a colony ship face up"), refusal=no_flip(me, flips)))
    if offers and diplomacy.in_game(state):
        rest.append(Option(PROPOSE, T("Propose diplomatic relations"), refusal=diplomacy.no_proposal(state, seat)))
    return [*_colony_options(state, seat, [*beside, *rest], upkeep=upkeep), *rest]


def is_colony(pick: str) -> bool:
    """Whether an option of `options` uses a colony ship."""
    return pick == COLONY or pick.startswith(TO)


def no_flip(me: Player, flips: int) -> Text | None:
    """Say why no colony ship can be turned face up."""
    if not flips:
        return T("In one action you turn at most {n} colony ships.", n=MOST_FLIPS)
    if me.colony >= SPECIES[me.species].colony_ships:
        return T("All your colony ships lie face up.")
    return None


def carry_out(
    state: EclipseState, seat: int, pick: str, flow: Flow[EclipseState], *, upkeep: bool = False
) -> list[Step[EclipseState]]:
    """Do one of `options`; gives the steps for what it asks."""
    if pick == COLONY:
        return [Colony(seat, upkeep)]
    if pick.startswith(TO):
        sector, _, square = pick.removeprefix(TO).partition("-")
        ColonySquare(seat, sector).take(state, [square], flow)
        return []
    if pick == TRADE:
        return [Trade(seat)]
    if pick == PROPOSE:
        return [diplomacy.Propose(seat)]
    state.players[seat].colony += 1
    flow.tell("flip", T("{who} turns a colony ship face up.", who=player(seat)), seat=seat)
    return []


class Colony(Ask[EclipseState], tag=True):
    """Ask which square of which sector a colony ship settles; where there are very many, in which sector."""

    upkeep: bool = False

    def prompt(self, state: EclipseState) -> Prompt:
        found = colony_squares(state, self.seat, upkeep=self.upkeep)
        ways = {id: square_options(state.players[self.seat], state.sectors[id]) for id in found}
        at_once = len(found) > 1 and sum(map(len, ways.values())) <= MENU
        options = [self._settled(id, one, alone=len(ways[id]) == 1) for id in found if at_once for one in ways[id]]
        options += [
            Option(
                id,
                T("{number} {star}", number=id, star=name(f"eclipse.sector.{id}")),
                T("Empty squares: {squares}", squares=[name(f"eclipse.square.{one.rstrip('23')}") for one in squares]),
                sector_place(id),
                former=at_once,
            )
            for id, squares in found.items()
            if not at_once or len(ways[id]) > 1
        ]
        text = T("Where does a colony ship settle?") if at_once else T("In which sector does a colony ship settle?")
        return Prompt(self.seat, "colony", text, options)

    @staticmethod
    def _settled(sector: str, square: Option, *, alone: bool) -> Option:
        """Offer a square with its sector; by that alone where it has no other."""
        text = T("{sector}, {square}", sector=sector, square=square.text)
        return msgspec.structs.replace(square, id=sector if alone else f"{sector}-{square.id}", text=text)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        sector, _, square = picks[0].partition("-")
        asked = ColonySquare(self.seat, sector)
        if square:
            asked.take(state, [square], flow)
        else:
            flow.then(asked)


def square_options(me: Player, sector: Sector) -> list[Option]:
    """Offer the squares of a sector to settle; of those that take the same cubes one."""
    options = []
    empty = empty_squares(me, sector)
    first = {square.rstrip("23"): square for square in reversed(empty)}
    for square, tracks in empty.items():
        kind = square.rstrip("23")
        if first[kind] != square:
            continue
        shown = name(f"eclipse.square.{kind}")
        for track in tracks:
            note = rise(me, track)
            if len(tracks) == 1:
                options.append(Option(square, shown, note, square_place(sector.id, square)))
            else:
                text = T("{square}: {resource}", square=shown, resource=resource(track))
                at = square_place(sector.id, square, track)
                options.append(Option(f"{square}-{track}", text, note, at))
    return options


class ColonySquare(Ask[EclipseState], tag=True):
    """Ask which square is settled, and from which track where that is open."""

    sector: str

    def prompt(self, state: EclipseState) -> Prompt:
        options = square_options(state.players[self.seat], state.sectors[self.sector])
        text = T("Which square of {sector} is settled?", sector=self.sector)
        return Prompt(self.seat, "colony-square", text, options, so_far=[sector_place(self.sector)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        me, sector = state.players[self.seat], state.sectors[self.sector]
        square, _, track = picks[0].partition("-")
        if not track:
            track = empty_squares(me, sector)[square][0]
        if square == ORBITAL:
            sector.orbital_cube = True
        else:
            sector.cubes = sorted([*sector.cubes, square_index(sector, square)])
        me.cubes[track] -= 1
        me.colony -= 1
        flow.tell(
            "colony",
            T(
                "{who} settles {sector}: {resource}.",
                who=player(self.seat),
                sector=self.sector,
                resource=resource(track),
            ),
            seat=self.seat,
        )


class Trade(Ask[EclipseState], tag=True):
    """Ask what is traded for what. `money`: only for money, to pay the upkeep."""

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        given = rate(me)
        pairs = [(give, get) for give in TRACKS for get in TRACKS if give != get]
        most = {give: me.goods[give] // given for give in TRACKS}
        able = [(give, get) for give, get in pairs if most[give]]
        many = sum(most[give] for give, _ in able) > MENU
        options: list[Option] = []
        for give, get in able:
            counts = list(range(1, most[give] + 1))
            if many:  # The first ones and all of it; any other number is asked for.
                counts = sorted({*counts[: max(1, MENU // len(able) - 2)], most[give]})
            options += [trade_option(me, give, get, n, id=f"{give}-{get}-{n}") for n in counts]
            if many:
                text = T("{give} for {get}, how many?", give=resource(give), get=resource(get))
                options.append(Option(f"{give}-{get}", text))
        few = [] if many else able
        options += [
            msgspec.structs.replace(trade_option(me, give, get, 1, id=f"{give}-{get}"), former=True)
            for give, get in few
        ]
        options += [
            Option(
                f"{give}-{get}",
                T("{give} for {get}", give=amount(give, given), get=amount(get, 1)),
                refusal=T("You have too little to trade."),
            )
            for give, get in pairs
            if not most[give]
        ]
        return Prompt(self.seat, "trade", T("What do you trade?"), options, detail=goods_text(me))

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        give, get, *n = picks[0].split("-")
        amount_ = TradeAmount(self.seat, give, get)
        if n:
            amount_.take(state, n, flow)
        else:
            flow.then(amount_)


def trade_option(me: Player, give: str, get: str, n: int, *, id: str) -> Option:
    """Offer a trade that is made so often, with what is left then."""
    given = n * rate(me)
    left = amount(give, me.goods[give] - given), amount(get, me.goods[get] + n)
    return Option(
        id,
        T("{give} for {get}", give=amount(give, given), get=amount(get, n)),
        T("Then you have {give} and {get}.", give=left[0], get=left[1]),
        trade_place(give, given, get, n),
    )


class TradeAmount(Ask[EclipseState], tag=True):
    """Ask how often a trade is made."""

    give: str
    get: str

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        most = me.goods[self.give] // rate(me)
        options = [trade_option(me, self.give, self.get, n, id=str(n)) for n in range(1, most + 1)]
        text = T("You take {get}: how much?", get=resource(self.get))
        return Prompt(self.seat, "trade-amount", text, options, so_far=[track_place(self.give), track_place(self.get)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        me, n = state.players[self.seat], int(picks[0])
        me.goods[self.give] -= n * rate(me)
        me.goods[self.get] += n
        flow.tell(
            "trade",
            T(
                "{who} trades {give} for {get}.",
                who=player(self.seat),
                give=amount(self.give, n * rate(me)),
                get=amount(self.get, n),
            ),
            seat=self.seat,
        )


def may_help(state: EclipseState, seat: int) -> bool:
    """Whether a trade might pay for what cannot be paid now; recorded games do not ask for that."""
    return not state.rules.as_recorded and no_trade(state.players[seat]) is None


def sells(me: Player) -> bool:
    """Whether a player can trade anything for money."""
    return any(me.goods[track] >= rate(me) for track in TRACKS if track != MONEY)
