"""The pictures and text boards of each game. A new game is one line here for each of them."""

from __future__ import annotations

from rendering.circadians.pictures import CircadiansPictures
from rendering.circadians.text_board import CircadiansTextBoard
from rendering.eclipse.pictures import EclipsePictures
from rendering.eclipse.text_board import EclipseTextBoard
from rendering.gaia.pictures import GaiaPictures
from rendering.gaia.text_board import GaiaTextBoard
from rendering.kit.picture import Pictures
from rendering.kit.text_board import TextBoard
from rendering.race.pictures import RacePictures
from rendering.race.text_board import RaceTextBoard

PICTURES: dict[str, Pictures] = {
    "race": RacePictures(),
    "gaia": GaiaPictures(),
    "eclipse": EclipsePictures(),
    "circadians": CircadiansPictures(),
}

TEXT_BOARDS: dict[str, TextBoard] = {
    "race": RaceTextBoard(),
    "gaia": GaiaTextBoard(),
    "eclipse": EclipseTextBoard(),
    "circadians": CircadiansTextBoard(),
}


def parts_of(game: str) -> list[str]:
    """Name the parts of a game's board that can be looked at alone, as pictures or in words."""
    shown = PICTURES[game].parts if game in PICTURES else {}
    told = TEXT_BOARDS[game].parts if game in TEXT_BOARDS else {}
    return list(dict.fromkeys([*shown, *told]))
