"""The power cycle: charging, spending, discarding and burning power, with the Brainstone of the Taklons.

The Brainstone is one token among the others in everything but spending, where it pays for up to three power.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from rules.gaia.components import INSTITUTE
from rules.gaia.state import AREA_1, AREA_2, AREA_3, GAIA_AREA, NO_BRAINSTONE, Player

BRAINSTONE_WORTH = 3
BOWL = "bowl:"
"""What the places of options begin with that leave the areas of power in a certain way."""


def bowl(tokens: Sequence[int], brainstone: int) -> str:
    """The place of an option about power: what it leaves in areas I, II, III and Gaia, and where the Brainstone is."""
    return BOWL + ",".join(map(str, (*tokens, brainstone)))


def bowl_after(player: Player, act: Callable[[Player], object]) -> str:
    """The place of an option that does this to a player's power."""
    trial = msgspec.structs.replace(player, power=list(player.power))
    act(trial)
    return bowl(trial.power, trial.brainstone)


def in_bowl(place: str) -> tuple[list[int], int]:
    """Read such a place: the tokens of the four areas, and the Brainstone's area."""
    *tokens, brainstone = map(int, place.removeprefix(BOWL).split(","))
    return tokens, brainstone


def room(player: Player, *, extra: int = 0) -> int:
    """How much power can still be charged; with `extra` tokens put into area I first."""
    ones = player.power[AREA_1] + (player.brainstone == AREA_1) + extra
    return 2 * ones + player.power[AREA_2] + (player.brainstone == AREA_2)


def charged(player: Player, amount: int) -> dict[int, list[int]]:
    """Every way to charge power: the area where the Brainstone ends -> the tokens afterwards.

    Without a Brainstone that moves there is one way.
    """
    stone = player.brainstone
    ones = player.power[AREA_1] + (stone == AREA_1)
    first = min(amount, ones)
    twos = player.power[AREA_2] + (stone == AREA_2) + first
    second = min(amount - first, twos)
    totals = [ones - first, twos - second, player.power[AREA_3] + (stone == AREA_3) + second, player.power[GAIA_AREA]]
    ends = {stone}
    if stone == AREA_1 and first:
        ends = {AREA_2} if first == ones else {AREA_1, AREA_2}
    if AREA_2 in ends and second:
        ends = (ends - {AREA_2} if second == twos else ends) | {AREA_3}
    return {end: [total - (area == end) for area, total in enumerate(totals[:3])] + totals[3:] for end in sorted(ends)}


def token_worth(player: Player) -> int:
    """How much power a token of area III pays for."""
    return 2 if player.faction == "nevlas" and INSTITUTE in player.structures.values() else 1


def spendable(player: Player) -> int:
    """How much power could be spent at most."""
    stone = BRAINSTONE_WORTH if player.brainstone == AREA_3 else 0
    return player.power[AREA_3] * token_worth(player) + stone


def spend_ways(player: Player, price: int) -> list[bool]:
    """Whether a price can be paid without (False) and with (True) the Brainstone; both are a real choice.

    The Brainstone is not offered for a price below its worth where other tokens suffice: it would be a waste.
    """
    tokens = player.power[AREA_3] * token_worth(player)
    ways = [False] if tokens >= price else []
    if player.brainstone == AREA_3 and tokens + BRAINSTONE_WORTH >= price and (price >= BRAINSTONE_WORTH or not ways):
        ways.append(True)
    return ways


def spend(player: Player, price: int, *, brainstone: bool) -> None:
    """Spend power: tokens go from area III to area I. What a token is worth beyond the price is lost."""
    if brainstone:
        player.brainstone = AREA_1
        price = max(0, price - BRAINSTONE_WORTH)
    tokens = -(-price // token_worth(player))
    player.power[AREA_3] -= tokens
    player.power[AREA_1] += tokens
    assert player.power[AREA_3] >= 0


def tokens(player: Player) -> int:
    """All tokens that can be discarded or moved to the Gaia area."""
    return sum(player.power[:3]) + (player.brainstone in (AREA_1, AREA_2, AREA_3))


def discard_ways(player: Player, amount: int) -> list[tuple[int, int, int, bool]]:
    """Every way to take this many tokens out of areas I to III: tokens of each, and whether the Brainstone is one.

    The first is the one that most players want: area I, then II, then III, keeping the Brainstone.
    """
    ways = []
    for stone in (False, True):
        if stone and player.brainstone not in (AREA_1, AREA_2, AREA_3):
            continue
        need = amount - stone
        for three in range(min(need, player.power[AREA_3]) + 1):
            for two in range(min(need - three, player.power[AREA_2]) + 1):
                one = need - three - two
                if one <= player.power[AREA_1]:
                    ways.append((one, two, three, stone))
    return sorted(ways, key=lambda way: (way[3], way[2], way[1]))


def take_out(player: Player, way: tuple[int, int, int, bool], *, to_gaia: bool) -> None:
    """Take tokens out of the areas, into the Gaia area or out of the game."""
    for area, count in enumerate(way[:3]):
        player.power[area] -= count
        assert player.power[area] >= 0
    if to_gaia:
        player.power[GAIA_AREA] += sum(way[:3])
    if way[3]:
        player.brainstone = GAIA_AREA if to_gaia else NO_BRAINSTONE


def burnable(player: Player) -> int:
    """How often two tokens of area II can be made one of area III."""
    return (player.power[AREA_2] + (player.brainstone == AREA_2)) // 2


def burn_ways(player: Player) -> list[str]:
    """What may become of the Brainstone when one token of area II is burnt and one moved up: up, stay or burn."""
    if player.brainstone != AREA_2:
        return ["stay"]
    plain = player.power[AREA_2]
    return ["up", *(["stay"] if plain >= 2 else []), "burn"]


def burn(player: Player, way: str = "stay") -> None:
    """Discard one token of area II and move another one to area III (Itars: the one goes to the Gaia area)."""
    gone, moved = 1, 1
    if way == "up":
        player.brainstone, moved = AREA_3, 0
    elif way == "burn":
        player.brainstone, gone = NO_BRAINSTONE, 0
    player.power[AREA_2] -= gone + moved
    player.power[AREA_3] += moved
    if player.faction == "itars":
        player.power[GAIA_AREA] += gone
    assert player.power[AREA_2] >= 0
