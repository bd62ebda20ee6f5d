"""What each part of the table says, line by line; works on views only, so nothing hidden is in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rendering.circadians.chart import CACHE, places, short, told
from rules.circadians.components import COLUMNS, FACES, FARMS, GARAGES, ROUNDS, ROWS, STACKS, TILE_FARMS, TILE_GARAGES
from rules.circadians.describe import effect_text, item_text, origin, tile_text
from rules.circadians.effects import Close, FarmEffect, Resource
from rules.circadians.goods import Goods, words
from rules.circadians.means import Means, takes_die
from rules.circadians.planet import cache_open, hex_data, step
from rules.circadians.scoring import standings
from rules.circadians.state import EMPTY, UNKNOWN, UNSEEN, CircadiansState, Die, Player
from rules.circadians.steps.planning import plan_words
from rules.circadians.steps.trading import rate_text
from rules.circadians.texts import COLUMN_NAMES, MARKET_NAMES, PLACE_NAMES, ROW_NAMES, TOKEN_NAMES
from rules.kernel.text import TN, T, Text, player

PHASES: dict[str, Text] = {
    "setup": T("setting up"),
    "planning": T("planning phase"),
    "hq": T("action phase: dice of the headquarters"),
    "garages": T("action phase: dice of the garages"),
    "harvest": T("harvest"),
    "rest": T("rest phase"),
    "over": T("the game is over"),
}
SHORT_WAYS: dict[str, Text] = {"n": T("N"), "ne": T("NE"), "se": T("SE"), "s": T("S"), "sw": T("SW"), "nw": T("NW")}
"""Directions in letters: Discord makes pictures of some arrows."""
NOT_PLAYED = T("no character yet")
FREE = T("free")


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _dice(dice: Iterable[Die]) -> list[Text]:
    return [T("{who} {value}", who=player(die.seat), value=die.value) for die in dice]


# The round.


def round_told(view: CircadiansState, waiting: Sequence[int] = ()) -> list[Text]:
    """Tell which round and phase it is, the event, who begins and who must act."""
    if view.round:
        said = [T("Round {n} of {last}, {phase}.", n=view.round, last=ROUNDS, phase=PHASES[view.phase])]
    else:
        said = [T("Before the first round: {phase}.", phase=PHASES[view.phase])]
    said += event_told(view)
    said.append(T("Start player: {who}.", who=player(view.start)))
    if view.turn >= 0:
        said.append(T("The die of {who} is being used.", who=player(view.turn)))
    if view.flip:
        said.append(T("The first die of the headquarters may be turned to its opposite face."))
    if waiting:
        said.append(T("To act: {players}.", players=[player(seat) for seat in waiting]))
    if view.scores:
        points = [
            T("{who} {value}", who=player(seat), value=total) for seat, total in enumerate(view.scores[-1])
        ]  # fmt: skip
        said.append(TN("Points after {n} round: {points}.", "Points after {n} rounds: {points}.",
                       n=len(view.scores), points=points))  # fmt: skip
    return said


def planned_told(view: CircadiansState, waiting: Sequence[int]) -> list[Text]:
    """Tell who has planned while others have not."""
    done = [player(seat) for seat, one in enumerate(view.players) if (one.rolled or one.plan) and seat not in waiting]
    return [T("Planned already: {players}.", players=done)] if done else []


def event_told(view: CircadiansState) -> list[Text]:
    """Tell the event of the round."""
    if not view.event:
        return []
    event = view.parts.events[view.event]
    return [T("Event: {event}. {what}", event=view.parts.name(view.event), what=effect_text(event.effect))]


def set_told(view: CircadiansState) -> list[Text]:
    """Say which set of cards, tiles and boards is played with."""
    return [origin(view.parts)]


# The planet.


def planet_told(view: CircadiansState) -> list[Text]:
    """Explain the map and tell what is on it, also for who cannot see it."""
    names, parts = places(view), view.parts
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
    return T("{n}: {who} {place} ({goods})", n=seat + 1, who=player(seat), place=names[at], goods=told(view, at))


def steps_told(view: CircadiansState, seat: int) -> list[Text]:
    """Tell where a seat's harvester could go, with the die for each direction."""
    names, at = places(view), view.players[seat].harvester
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
                goods=told(view, to),
            )
        )
    return [*said, T("From there, by die: {ways}.", ways=ways)]


# Negotiation board.


def negotiation_told(view: CircadiansState) -> list[Text]:
    """Tell the columns with their clans, sums and spaces, then advances and setbacks."""
    board, parts = view.parts.board(len(view.players)), view.parts
    said = _closed(view, "negotiate")
    for column in COLUMNS:
        dice = view.negotiation[column]
        lying = [die.value for die in dice if die is not None]
        said.append(
            T(
                "{column}: sum {sum}, limit {limit}. {clan}: {what}",
                column=COLUMN_NAMES[column],
                sum=sum(lying),
                limit=board.negotiation[column].limit,
                clan=parts.name(view.clans[column]),
                what=effect_text(parts.clans[view.clans[column]].effect),
            )
        )
        spaces = [
            T("{n}: {vp} VP, {who} {value}", n=at, vp=space.vp, who=player(die.seat), value=die.value)
            if die is not None
            else T("{n}: {vp} VP for {cost}", n=at, vp=space.vp, cost=words(space.cost))
            for at, (space, die) in enumerate(zip(board.negotiation[column].spaces, dice, strict=True), 1)
        ]
        said.append(T("{column}, spaces: {spaces}.", column=COLUMN_NAMES[column], spaces=_apart(spaces)))
    return [*said, *_advances(view), *_setbacks(view)]


def _apart(texts: Sequence[Text]) -> Text:
    """Join with semicolons what has commas in it."""
    found = texts[0]
    for text in texts[1:]:
        found = T("{before}; {then}", before=found, then=text)
    return found


def _advances(view: CircadiansState) -> list[Text]:
    left = [value for value in FACES if value not in view.advances.values()]
    values = {die.value for column in view.negotiation.values() for die in column if die is not None}
    said = []
    if left:
        fresh = [value for value in left if value not in values]
        said.append(T("Advances for a die of {values}, the first of its value.", values=_numbers(fresh))
                    if fresh else T("There is no advance left for any value."))  # fmt: skip
    rewards = [words(one.gain) for id, one in view.parts.advances.items() if id not in view.advances]
    if rewards:
        said.append(T("Rewards left: {rewards}.", rewards=[one for goods in rewards for one in goods]))
    if view.advances:
        taken = [
            T("{goods} ({value})", goods=words(view.parts.advances[id].gain), value=value)
            for id, value in view.advances.items()
        ]
        said.append(T("Taken: {rewards}.", rewards=taken))
    return said


def _setbacks(view: CircadiansState) -> list[Text]:
    waiting = [text for token, text in TOKEN_NAMES.items() if token not in view.setbacks.values()]
    said = [T("Setbacks still to come: {tokens}.", tokens=waiting)] if waiting else []
    left = [words(one.lose) for id, one in view.parts.setbacks.items() if id not in view.setbacks]
    if left:
        said.append(T("Penalties left: {penalties}.", penalties=[one for goods in left for one in goods]))
    if view.setbacks:
        taken = [
            T("{goods} ({token})", goods=words(view.parts.setbacks[id].lose), token=TOKEN_NAMES[token])
            for id, token in view.setbacks.items()
        ]
        said.append(T("Suffered: {penalties}.", penalties=taken))
    return said


def _closed(view: CircadiansState, *these: str) -> list[Text]:
    """Say which of these places the event closes."""
    event = view.parts.events[view.event].effect if view.event else None
    shut = [PLACE_NAMES[place] for place in these if isinstance(event, Close) and place in event.where]
    return [T("Closed this round by the event: {places}.", places=shut)] if shut else []


# Depository and headquarters.


def depository_told(view: CircadiansState) -> list[Text]:
    """Tell the rows with their bonuses and what is free in them."""
    shut = view.parts.board(len(view.players)).closed
    said = _closed(view, "depot")
    for row in ROWS:
        dice = view.depository[row]
        free = [n for n, die in enumerate(dice, 1) if die is None and n not in shut]
        lying = [die for die in dice if die is not None]
        name, what = ROW_NAMES[row], effect_text(view.parts.rows[row])
        if lying:
            said.append(
                T(
                    "{row}: {what} Free: {free}. Taken: {dice}.",
                    row=name,
                    what=what,
                    free=_free(free),
                    dice=_dice(lying),
                )
            )
        else:
            said.append(T("{row}: {what} Free: {free}.", row=name, what=what, free=_free(free)))
    if shut:
        said.append(T("Not used with so few players: column {columns}.", columns=_numbers(shut)))
    return said


def _free(free: Sequence[int]) -> Text:
    return T("{numbers}", numbers=_numbers(free)) if free else T("none")


def hq_told(view: CircadiansState) -> list[Text]:
    """Tell the row of the headquarters from the left."""
    parts, room = view.parts, view.parts.board(len(view.players)).hq
    said = _closed(view, "hq")
    if view.hq:
        said.append(T("From the left: {dice}.", dice=_dice(view.hq)))
    return [
        *said,
        TN("{n} of {room} spaces is free.", "{n} of {room} spaces are free.", n=room - len(view.hq), room=room),
        T(
            "A die brings {items} or {water} at once; it is used next round, without algae.",
            items=words(Goods(item=parts.hq_items)),
            water=words(Goods(water=parts.hq_water)),
        ),
    ]


# The six locations.


def locations_told(view: CircadiansState) -> list[Text]:
    """Tell spaces, prices and dice of the six locations; prices without anybody's discounts."""
    board = view.parts.board(len(view.players))
    said = _closed(view, "mine", "lab", "foundry", "control", "market", "academy")
    mines = [
        _space(
            T("{n}: {x} water less the die for {gems}", n=n, x=space.x, gems=words(Goods(gem=space.gems))),
            view.mine[n - 1],
        )
        for n, space in enumerate(board.mine, 1)
    ]
    said.append(_at("mine", _apart(mines)))
    said.append(_at("lab", _room(view, "lab", board.lab, len(view.lab) // 2,
                                 T("two equal dice in a row bring a farm"))))  # fmt: skip
    said.append(_at("foundry", _room(view, "foundry", board.foundry, len(view.foundry),
                                     T("an upgrade of the die’s stack"))))  # fmt: skip
    ways = [
        T("{value} {way}", value=value, way=SHORT_WAYS[view.parts.direction_by_die[value - 1]]) for value in FACES
    ]  # fmt: skip
    said.append(_at("control", _room(view, "control", board.control, len(view.control),
                                     T("a step by the die ({ways})", ways=ways))))  # fmt: skip
    markets = [
        _space(
            T("{space} for {kinds}", space=MARKET_NAMES.get(space.id, T("Space “{name}”", name=space.id)),
              kinds=[_kind(kind) for kind in space.to]),
            view.market[space.id],
        )
        for space in board.market
    ]  # fmt: skip
    said.append(_at("market", _apart(markets)))
    said.append(
        T("As many trades as the die has pips: {rates}.", rates=_apart([rate_text(one) for one in view.parts.rates]))
    )
    academies = [
        _space(
            T(
                "{n}: with {values}, 1 die for {one}, 2 for {two}",
                n=n,
                values="/".join(map(str, space.values)),
                one=words(space.one),
                two=words(space.two),
            ),
            view.academy[n - 1],
        )
        for n, space in enumerate(board.academy, 1)
    ]
    said.append(_at("academy", _apart(academies)))
    return said


def _kind(kind: Resource) -> Text:
    return {"water": T("water"), "algae": T("algae"), "power": T("power")}[kind]


def _at(place: str, what: Text) -> Text:
    return T("{place}: {what}.", place=PLACE_NAMES[place], what=what)


def _space(what: Text, dice: Sequence[Die]) -> Text:
    return T("{what} ({dice})", what=what, dice=_dice(dice)) if dice else T("{what} (free)", what=what)


def _room(view: CircadiansState, place: str, room: int, used: int, what: Text) -> Text:
    prices = [words(cost) for cost in view.parts.costs[place]]
    cost = T("{cost}", cost=prices[0])
    for other in prices[1:]:
        cost = T("{cost} or {other}", cost=cost, other=other)
    dice = view.dice_on(place)
    free = max(0, room - used)
    if dice:
        return T(
            "{what}, for {cost}; {free} of {room} free ({dice})", what=what, cost=cost, free=free, room=room,
            dice=_dice(dice),
        )  # fmt: skip
    return T("{what}, for {cost}; {free} of {room} free", what=what, cost=cost, free=free, room=room)


# Stacks.


def stacks_told(view: CircadiansState) -> list[Text]:
    """Tell the open farms and upgrades, and the item cards."""
    parts, said = view.parts, []
    for number, tile in enumerate(view.farms):
        if tile:
            said.append(
                T("Farm: {tile}. {what} {n} below.", tile=parts.name(tile), what=tile_text(parts, tile),
                  n=view.farms_under[number])
            )  # fmt: skip
        else:
            said.append(T("A stack of farms is empty."))
    for stack in STACKS:
        values = [value for value in FACES if parts.stack_by_die[value - 1] == stack]
        tile = view.upgrades.get(stack, "")
        dice = "/".join(map(str, values))
        if tile:
            said.append(
                T(
                    "Upgrade for a {dice}: {tile}. {what} {n} below.",
                    dice=dice,
                    tile=parts.name(tile),
                    what=tile_text(parts, tile),
                    n=len(view.upgrades_unseen[stack]),
                )
            )
        else:
            said.append(T("Upgrade for a {dice}: the stack is empty.", dice=dice))
    deck = len(view.deck) + len(view.under)
    said.append(TN("{n} item card to draw.", "{n} item cards to draw.", n=deck))
    if view.discards:
        said.append(T("Discarded: {cards}.", cards=[parts.name(card) for card in view.discards]))
    return said


def unseen_told(view: CircadiansState) -> list[Text]:
    """Tell what lies face down, which everybody can work out: farms, upgrades, events."""
    parts, said = view.parts, []
    if view.farms_unseen:
        said.append(T("Farms face down: {tiles}.", tiles=[parts.name(tile) for tile in view.farms_unseen]))
    for stack in STACKS:
        if view.upgrades_unseen[stack]:
            tiles = [parts.name(tile) for tile in view.upgrades_unseen[stack]]
            said.append(T("Upgrades face down in stack {stack}: {tiles}.", stack=stack, tiles=tiles))
    if view.events and view.round < ROUNDS:
        last = T("{event} comes in the last round.", event=parts.name(parts.last_event))
        n = ROUNDS - 1 - view.round
        if n:
            events = [parts.name(event) for event in view.events]
            said.append(
                TN("{n} of these events is to come: {events}.", "{n} of these events are to come: {events}.", n=n,
                   events=events)
            )  # fmt: skip
        said.append(last)
    return said


# Seats.


def seat_told(view: CircadiansState, seat: int) -> list[Text]:
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
        TN("{character}; {n} item card on the hand.", "{character}; {n} item cards on the hand.", n=len(me.hand),
           character=character)
    )  # fmt: skip
    return said


def glance_told(view: CircadiansState, seat: int) -> Text:
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


def base_told(view: CircadiansState, seat: int) -> list[Text]:
    """Tell a seat's research base in full: every garage and farm, cards with what they do, the harvester."""
    means = Means(view, seat)
    me, parts = means.me, means.parts
    character: list[Text] = []
    if me.character:
        what = effect_text(parts.characters[me.character].effect)
        character = [T("{character}: {what}", character=parts.name(me.character), what=what)]
    seat_lines = seat_told(view, seat)
    said = [*seat_lines[:2], *character, *steps_told(view, seat)]
    said += [_garage(means, n) for n in GARAGES]
    said += [_farm(means, n) for n in FARMS]
    said.append(_table(means))
    if me.choices:
        chosen = [T("farm {n}: {kind}", n=farm, kind=_kind(kind)) for farm, kind in me.choices.items()]  # type: ignore[arg-type]
        said.append(T("Chosen for the harvest: {farms}.", farms=chosen))
    said.append(_first_empty(means))
    said += [
        T("Played: {card}, {what}", card=parts.name(card), what=_played(means, card)) for card in me.played
    ]  # fmt: skip
    said.append(TN("{n} item card on the hand.", "{n} item cards on the hand.", n=len(me.hand)))
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
        T("{kind} {numbers}", kind=_kind(kind), numbers="/".join(map(str, table[kind])))
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


# What a seat holds.


def hand_told(view: CircadiansState, seat: int) -> list[Text]:
    """Tell a seat's item cards, or how many there are where they are hidden."""
    return [_card(view, card) for card in view.players[seat].hand if card != UNKNOWN] or [
        T("No item card.")
        if not view.players[seat].hand
        else TN("{n} item card, hidden.", "{n} item cards, hidden.", n=len(view.players[seat].hand))
    ]


def _card(view: CircadiansState, card: str) -> Text:
    parts = view.parts
    if card in parts.items:
        return T("{card}: {what}", card=parts.name(card), what=item_text(parts, card))
    return T("{card}: {what}", card=parts.name(card), what=effect_text(parts.characters[card].effect))


def dealt_told(view: CircadiansState, seat: int) -> list[Text]:
    """Tell the characters or cards that a seat chooses one from."""
    return [_card(view, card) for card in view.players[seat].dealt if card != UNKNOWN]


def plan_told(view: CircadiansState, seat: int) -> list[Text]:
    """Tell a seat's secret plan: what has a place, and what has none yet."""
    me = view.players[seat]
    rolled = [face for face in me.rolled if face != UNSEEN]
    said = []
    if me.plan:
        said.append(T("Your plan: {plan}.", plan=plan_words(me)))
    if rolled:
        said.append(T("Rolled, without a place yet: {dice}.", dice=_numbers(sorted(rolled, reverse=True))))
    if said:
        said.append(T("The others see it when everybody has planned."))
    return said
