"""A seat's research base in words: garages, farms, cards and the harvester; in short, in a line, or in full."""

from __future__ import annotations

from rendering.circadians.planet import steps_lines
from rules.circadians.components import FARMS, GARAGES, TILE_FARMS, TILE_GARAGES
from rules.circadians.describe import effect_text, tile_text
from rules.circadians.effects import FarmEffect
from rules.circadians.goods import Goods, words
from rules.circadians.means import Means, takes_die
from rules.circadians.scoring import standings
from rules.circadians.state import EMPTY, CircadiansState, Player
from rules.circadians.texts import RESOURCE_NAMES
from rules.kernel.text import TN, T, Text, player

NOT_PLAYED = T("No character yet")
FREE = T("free")


def seat_lines(view: CircadiansState, seat: int) -> list[Text]:
    """Tell in short what a seat has: resources, dice, tiles, cards, points."""
    me = view.players[seat]
    total = standings(view, over=False)[seat].total
    said = [
        T("{goods}. {n} VP.", goods=words(me.goods), n=total)
        if view.phase == "over"
        else T("{goods}. {n} VP if the game ended now.", goods=words(me.goods), n=total),
        T("Dice: {dice}.", dice=_dice_of(view, seat)),
    ]
    placed = _placed(me)
    if placed:
        said.append(T("On the base: {dice}.", dice=placed))
    tiles = [
        *(T("{tile} (garage {n})", tile=view.parts.name(tile), n=n)
          for n, tile in zip(TILE_GARAGES, me.upgrades, strict=True) if tile),
        *(T("{tile} (farm {n})", tile=view.parts.name(tile), n=n)
          for n, tile in zip(TILE_FARMS, me.farms, strict=True) if tile),
    ]  # fmt: skip
    if tiles:
        said.append(T("Tiles: {tiles}.", tiles=tiles))
    if me.played:
        said.append(T("Played: {cards}.", cards=[view.parts.name(card) for card in me.played]))
    character = view.parts.name(me.character) if me.character else NOT_PLAYED
    said.append(
        TN("{character}; {n} item card in hand.", "{character}; {n} item cards in hand.", n=len(me.hand),
           character=character)
    )  # fmt: skip
    return said


def glance_line(view: CircadiansState, seat: int) -> Text:
    """Tell in one line what a seat has: points, resources, dice."""
    me = view.players[seat]
    total = standings(view, over=view.phase == "over")[seat].total
    return T(
        "{who}: {n} VP; {goods}; dice: {dice}.",
        who=player(seat), n=total, goods=words(me.goods), dice=_dice_of(view, seat),
    )  # fmt: skip


def _placed(me: Player) -> list[Text]:
    garages = [T("garage {n}: {value}", n=n, value=die) for n, die in enumerate(me.garages, 1) if die != EMPTY]
    return [*garages, *(T("farm {n}: {value}", n=n, value=die) for n, die in enumerate(me.farm_dice, 1) if die)]


def _dice_of(view: CircadiansState, seat: int) -> list[Text]:
    """Where a seat's dice are, by number."""
    me = view.players[seat]
    kept = [place for place, die in view.kept_dice() if die.seat == seat]
    away = sum(die.seat == seat for place in ("mine", "lab", "foundry", "control", "market", "academy")
               for die in view.dice_on(place))  # fmt: skip
    hidden = len(me.rolled) + len(me.plan)
    base = sum(die != EMPTY for die in (*me.garages, *me.farm_dice))
    counts = [
        (me.ready, T("{n} to be rolled", n=me.ready)),
        (hidden, T("{n} rolled in secret", n=hidden)),
        (base, T("{n} placed", n=base)),
        (view.hq_dice(seat), T("{n} in the headquarters", n=view.hq_dice(seat))),
        (away, T("{n} on locations", n=away)),
        (me.canteen, T("{n} in the canteen", n=me.canteen)),
        (me.waiting, T("{n} new for the next round", n=me.waiting)),
        (kept.count("negotiate"), T("{n} on the negotiation board", n=kept.count("negotiate"))),
        (kept.count("depot"), T("{n} in the depository", n=kept.count("depot"))),
    ]
    return [*(text for n, text in counts if n), T("{n} in the supply", n=me.supply)]


def base_lines(view: CircadiansState, seat: int) -> list[Text]:
    """Tell a seat's research base in full: every garage and farm, cards with what they do, the harvester."""
    means = Means(view, seat)
    me, parts = means.me, means.parts
    character: list[Text] = []
    if me.character:
        what = effect_text(parts.characters[me.character].effect)
        character = [T("{character}: {what}", character=parts.name(me.character), what=what)]
    said = [*seat_lines(view, seat)[:2], *character, *steps_lines(view, seat)]
    said += [_garage(means, n) for n in GARAGES]
    said += [_farm(means, n) for n in FARMS]
    said.append(_table(means))
    if me.choices:
        chosen = [T("farm {n}: {kind}", n=farm, kind=RESOURCE_NAMES[kind]) for farm, kind in me.choices.items()]
        said.append(T("Chosen for the harvest: {farms}.", farms=chosen))
    said.append(_first_empty(means))
    said += [
        T("Played: {card}, {what}", card=parts.name(card), what=_played(means, card)) for card in me.played
    ]  # fmt: skip
    said.append(TN("{n} item card in hand.", "{n} item cards in hand.", n=len(me.hand)))
    free = means.free_trades()
    if free:
        said.append(TN("{n} free trade left this round.", "{n} free trades left this round.", n=free))
    return said


def _played(means: Means, card: str) -> Text:
    one = means.parts.items[card]
    return T("{vp} VP. {what}", vp=one.vp, what=effect_text(one.effect))


def _garage(means: Means, n: int) -> Text:
    algae, die = means.algae(n), means.me.garages[n - 1]
    lying = T("{value}", value=die) if die != EMPTY else T("no die")
    cost = words(Goods(algae=algae)) if algae else [FREE]
    tile = means.me.upgrades[n - 2] if n in TILE_GARAGES else ""
    if tile:
        return T(
            "Garage {n}: {die} ({cost}). {tile}: {what}", n=n, die=lying, cost=cost, tile=means.parts.name(tile),
            what=tile_text(means.parts, tile),
        )  # fmt: skip
    printed = means.tile(n)
    if printed is not None:
        return T("Garage {n}: {die} ({cost}). {what}", n=n, die=lying, cost=cost, what=effect_text(printed))
    return T("Garage {n}: {die} ({cost}).", n=n, die=lying, cost=cost)


def _farm(means: Means, n: int) -> Text:
    die = means.me.farm_dice[n - 1]
    lying = T("{value}", value=die) if die != EMPTY else T("no die")
    tile = means.me.farms[n - 4] if n in TILE_FARMS else ""
    if tile:
        name, what = means.parts.name(tile), tile_text(means.parts, tile)
        if not takes_die(means.parts, means.me, n):
            return T("Farm {n}: {tile}: {what}", n=n, tile=name, what=what)
        return T("Farm {n}: {die}. {tile}: {what}", n=n, die=lying, tile=name, what=what)
    printed: FarmEffect | None = means.parts.base.farms[n - 1].effect
    if printed is None:
        return T("Farm {n}: no tile.", n=n)
    return T("Farm {n}: {die}. {what}", n=n, die=lying, what=effect_text(printed))


def _table(means: Means) -> Text:
    table = means.parts.base.table
    rows = [
        T("{kind} {numbers}", kind=RESOURCE_NAMES[kind], numbers="/".join(map(str, table[kind])))
        for kind in ("water", "algae", "power")
    ]  # fmt: skip
    return T("Farm table for a die of 1 to 6: {rows}.", rows=rows)


def _first_empty(means: Means) -> Text:
    """The points that an empty garage or farm spot brings while it is the first."""
    base = means.parts.base
    garages = [*(str(base.garages[n - 1].vp) for n in TILE_GARAGES), str(base.garages_full)]
    farms = [*(str(base.farms[n - 1].vp) for n in TILE_FARMS), str(base.farms_full)]
    return T(
        "VP of the first garage without a tile: {garages}; of the first spot without a farm: {farms} (the last: none "
        "left).",
        garages="/".join(garages),
        farms="/".join(farms),
    )
