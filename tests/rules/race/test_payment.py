"""What it takes to settle a world: the price, the strength, what may be given up."""

from __future__ import annotations

import pytest

from rules.race.components import card_number
from rules.race.payment import general_strength, ways_to_settle
from rules.race.state import Player
from tests.rules.race.table import ids


def ways(tableau: str, world: str, hand: int = 9) -> dict[str, int]:
    """List the ways to settle a world as option id -> hand cards."""
    player = Player(start=0, tableau=ids(tableau))
    return {way.id: way.cards for way in ways_to_settle(player, card_number(world), hand)}


@pytest.mark.parametrize(
    ("tableau", "world", "expected"),
    [
        ("old_earth", "comet_zone", {"pay": 3}),
        ("old_earth replicant_robots", "comet_zone", {"pay": 1}),
        ("alpha_centauri replicant_robots mining_robots", "comet_zone", {"pay": 0}),
        ("old_earth mining_robots", "spice_world", {"pay": 2}),
        ("old_earth alien_rosetta_stone_world", "deserted_alien_colony", {"pay": 3}),
        # Colony Ship: cost 0, not for Alien worlds, but for the Rosetta Stone World; not offered for nothing.
        ("old_earth colony_ship", "comet_zone", {"pay": 3, "colony_ship": 0}),
        ("old_earth colony_ship", "deserted_alien_colony", {"pay": 5}),
        ("old_earth colony_ship", "alien_rosetta_stone_world", {"pay": 3, "colony_ship": 0}),
        ("old_earth colony_ship", "refugee_world", {"pay": 0}),
        # Military strength: general, against kinds, against Rebels, negative.
        ("new_sparta", "aquatic_uplift_race", {"conquer": 0}),
        ("new_sparta contact_specialist", "aquatic_uplift_race", {"pay": 1}),
        ("new_sparta empath_world", "aquatic_uplift_race", {}),
        ("alpha_centauri", "runaway_robots", {"conquer": 0}),
        ("alpha_centauri", "star_nomad_lair", {}),
        ("new_sparta alien_rosetta_stone_world", "alien_robot_scout_ship", {"conquer": 0}),
        ("new_sparta galactic_imperium", "rebel_base", {"conquer": 0}),
        ("new_sparta galactic_imperium", "alien_robot_scout_ship", {}),
        # Temporary strength, given up only where it is needed.
        ("old_earth new_military_tactics", "pirate_world", {"new_military_tactics": 0}),
        ("new_sparta new_military_tactics", "aquatic_uplift_race", {"conquer": 0}),
        ("old_earth new_military_tactics", "malevolent_lifeforms", {}),
        # Paying for military worlds: defence less 1, discounts count, strength does not, never for Alien worlds.
        ("old_earth contact_specialist", "rebel_homeworld", {"pay": 6}),
        ("old_earth contact_specialist replicant_robots", "rebel_homeworld", {"pay": 4}),
        ("old_earth contact_specialist mining_robots", "rebel_miners", {"pay": 0}),
        ("old_earth contact_specialist", "alien_robot_sentry", {}),
        ("new_sparta space_marines contact_specialist", "rebel_warrior_race", {"conquer": 0, "pay": 2}),
        ("old_earth contact_specialist colony_ship", "rebel_homeworld", {"pay": 6, "colony_ship": 0}),
        (
            "old_earth contact_specialist new_military_tactics",
            "avian_uplift_race",
            {"new_military_tactics": 0, "pay": 1},
        ),
        # Paying nothing through the Contact Specialist is the same as conquering.
        ("new_sparta contact_specialist", "star_nomad_lair", {"conquer": 0}),
    ],
)
def test_ways_to_settle(tableau: str, world: str, expected: dict[str, int]) -> None:
    assert ways(tableau, world) == expected


def test_only_what_the_hand_can_pay_is_a_way() -> None:
    assert ways("old_earth colony_ship", "comet_zone", hand=2) == {"colony_ship": 0}
    assert ways("old_earth", "comet_zone", hand=2) == {}


def test_a_card_placed_in_this_phase_has_no_power_yet() -> None:
    player = Player(start=0, tableau=ids("old_earth drop_ships"), placed=card_number("drop_ships"))
    assert general_strength(player) == 0
    player.placed = None
    assert general_strength(player) == 3
