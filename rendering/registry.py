"""The pictures of each game. A new game is one line here."""

from __future__ import annotations

from rendering.gaia.pictures import GaiaPictures
from rendering.kit.picture import Pictures
from rendering.race.pictures import RacePictures

PICTURES: dict[str, Pictures] = {
    "race": RacePictures(),
    "gaia": GaiaPictures(),
}
