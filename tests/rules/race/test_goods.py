"""What goods sell for."""

from __future__ import annotations

import pytest

from rules.race.goods import sale
from tests.rules.race.table import ids, table_of


@pytest.mark.parametrize(
    ("tableau", "world", "cards"),
    [
        ("new_sparta gem_world", "gem_world", 2),
        ("new_sparta comet_zone", "comet_zone", 3),
        ("new_sparta plague_world", "plague_world", 4),
        ("new_sparta alien_robotic_factory", "alien_robotic_factory", 5),
        ("old_earth gem_world", "gem_world", 3),
        ("old_earth export_duties merchant_world gem_world", "gem_world", 6),
        ("new_sparta spice_world gem_world", "gem_world", 4),
        ("new_sparta genetics_lab bio_hazard_mining_world plague_world", "plague_world", 7),
        ("new_sparta pirate_world gem_world", "pirate_world", 5),
        ("new_sparta pirate_world gem_world", "gem_world", 2),
        ("new_sparta space_port mining_conglomerate comet_zone", "comet_zone", 6),
    ],
)
def test_a_sale_brings_the_price_and_what_trade_powers_add(tableau: str, world: str, cards: int) -> None:
    table = table_of([tableau, "new_sparta"], goods=[world, ""])
    assert sale(table.state.players[0], ids(world)[0]) == cards
