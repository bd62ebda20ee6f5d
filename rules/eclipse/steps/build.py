"""Build: ships and structures in own sectors."""

from __future__ import annotations

from rules.eclipse import fleets
from rules.eclipse.components import (
    COSTS,
    MATERIALS,
    MONOLITH,
    NANOROBOTS,
    ORBITAL,
    SHIPS,
    SPECIES,
    STARBASE,
    STRUCTURES,
)
from rules.eclipse.economy import own_sectors
from rules.eclipse.fleets import foreign
from rules.eclipse.places import item_place, sector_place
from rules.eclipse.state import EclipseState, Player, Sector
from rules.eclipse.steps import free
from rules.eclipse.steps.finish import Finish, asks, beside
from rules.eclipse.texts import amount, goods_text, sector_name
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow
from rules.kernel.text import TN, T, Text, name, player

ITEMS = (*SHIPS, *STRUCTURES)
AT_ONCE, NAMED = 22, 6
"""So many things with their sectors, and so many sectors, are offered at once: they stand in one menu and picture."""
NEEDED = {STARBASE: "starbase", ORBITAL: "orbital", MONOLITH: "monolith"}


def most(me: Player) -> int:
    """How much a player builds in one action."""
    return SPECIES[me.species].limits.build + (NANOROBOTS in me.technologies)


def cost(me: Player, item: str) -> int:
    """What a ship or structure costs a player."""
    return COSTS[SPECIES[me.species].costs][item]


def item_name(item: str) -> Text:
    """Name a ship or structure."""
    return name(f"eclipse.{'ship' if item in SHIPS else 'structure'}.{item}")


def takes(sector: Sector, item: str) -> bool:
    """Whether a sector has room for a ship or structure: one orbital and one monolith at most."""
    return not (item == ORBITAL and sector.orbital) and not (item == MONOLITH and sector.monolith)


def note(me: Player, item: str, sectors: list[Sector]) -> Text:
    """Say what a thing costs a player, who controls these sectors, and where one alone has room for it, which."""
    price, found = amount(MATERIALS, cost(me, item)), [sector for sector in sectors if takes(sector, item)]
    if len(found) == 1:
        return T("{cost}, in {sector}.", cost=price, sector=sector_name(found[0]))
    return T("{cost}.", cost=price)


def refusal(state: EclipseState, seat: int, item: str, sectors: list[Sector]) -> Text | None:
    """Say why a seat, which controls these sectors, cannot build a thing."""
    me = state.players[seat]
    needed = NEEDED.get(item, "")
    if needed and needed not in me.technologies:
        return T("You need the technology {technology}.", technology=name(f"eclipse.technology.{needed}"))
    wanted = cost(me, item)
    if me.goods[MATERIALS] < wanted:
        return T("It costs {wanted} materials; you have {n}.", wanted=wanted, n=me.goods[MATERIALS])
    if item in SHIPS and not fleets.supply(state, seat, item):
        return T("All your ships of this type are on the map.")
    if item in STRUCTURES and not state.structures:
        return T("All orbitals and monoliths are built.")
    if not any(takes(sector, item) for sector in sectors):
        return T("None of your sectors has room for it.")
    return None


def no_build(state: EclipseState, seat: int) -> Text | None:
    """Say why a seat can build nothing."""
    sectors = own_sectors(state, seat)
    if not sectors:
        return T("You control no sector to build in.")
    if any(refusal(state, seat, item, sectors) is None for item in ITEMS):
        return None
    return T("There is nothing that you can pay for and have room for.")


class Build(Ask[EclipseState], tag=True):
    """Ask what is built; `left` things may still be built, `first` if none is yet."""

    left: int
    first: bool = True
    last: tuple[str, str] | None = None
    """What was built last, and in which sector."""

    def prompt(self, state: EclipseState) -> Prompt:
        me, sectors = state.players[self.seat], own_sectors(state, self.seat)
        found = {item: refusal(state, self.seat, item, sectors) for item in ITEMS}
        where = {item: [one for one in sectors if takes(one, item)] for item in ITEMS if found[item] is None}
        last = self.left > 1 or asks(state, self.seat)
        at_once = len(sectors) <= NAMED and sum(map(len, where.values())) <= AT_ONCE
        options = []
        for item in ITEMS:
            several = where.get(item, []) if at_once and len(where.get(item, [])) > 1 else []
            price = note(me, item, sectors)
            lone = last and len(where.get(item, [])) == 1
            options.append(
                Option(item, item_name(item), price, item_place(item), found[item], former=bool(several), last=lone)
            )
            for one in several:
                text = T("{item} in {sector}", item=item_name(item), sector=one.id)
                options.append(Option(f"{item}-{one.id}", text, price, item_place(item, one.id), last=last))
        options += [] if at_once else self._again(state, sectors, last=last)
        # A trade may have taken what the first thing needs; then the action ends without any.
        if not self.first or all(option.refusal for option in options):
            options.insert(0, Option("done", T("Build no more"), ends=True))
        options += free.options(state, self.seat, options)
        text = TN("Build: {n} more thing. What?", "Build: up to {n} things. What?", self.left)
        return Prompt(self.seat, "build", text, options, detail=goods_text(me), commits=True)

    def _again(self, state: EclipseState, sectors: list[Sector], *, last: bool) -> list[Option]:
        """Offer what was built last in the same sector once more, if that is possible."""
        item, id = self.last or ("", "")
        sector = next((one for one in sectors if one.id == id), None)
        if sector is None or not takes(sector, item) or refusal(state, self.seat, item, sectors) is not None:
            return []
        text = T("{item} in {sector} once more", item=item_name(item), sector=id)
        return [Option(f"{item}-{id}", text, note(state.players[self.seat], item, []), last=last)]

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        pick = picks[0]
        if beside(state, self.seat, pick, flow, Build(self.seat, self.left, self.first, self.last)):
            return
        item, _, sector = pick.partition("-")
        at = BuildAt(self.seat, self.left, item)
        if sector:
            at.take(state, [sector], flow)
        else:
            flow.then(at)


class BuildAt(Ask[EclipseState], tag=True):
    """Ask where it is built."""

    left: int
    item: str

    def prompt(self, state: EclipseState) -> Prompt:
        options = [
            Option(
                sector.id,
                sector_name(sector),
                T("Other ships are here.") if foreign(state, sector, self.seat) else None,
                place=sector_place(sector.id),
                refusal=None if takes(sector, self.item) else T("There is one already."),
            )
            for sector in own_sectors(state, self.seat)
        ]
        text = T("Where do you build the {item}?", item=item_name(self.item))
        return Prompt(self.seat, "build-at", text, options, so_far=[item_place(self.item)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        me, sector = state.players[self.seat], state.sectors[picks[0]]
        me.goods[MATERIALS] -= cost(me, self.item)
        if self.item in SHIPS:
            fleets.add(sector, self.seat, self.item)
        else:
            state.structures -= 1
            if self.item == ORBITAL:
                sector.orbital = True
            else:
                sector.monolith = True
        flow.tell(
            "build",
            T("{who} builds: {item} in {sector}.", who=player(self.seat), item=item_name(self.item), sector=sector.id),
            seat=self.seat,
        )
        left = self.left - 1
        if left and (no_build(state, self.seat) is None or free.may_help(state, self.seat)):
            flow.then(Build(self.seat, left, first=False, last=(self.item, sector.id)))
        else:
            flow.then(Finish(self.seat))
