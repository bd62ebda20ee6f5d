"""What the factions have and can do, in our own words: for whoever chooses one or looks one up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rules.gaia.components import ACADEMY_Q, FACTIONS, STRUCTURES, Goods
from rules.gaia.texts import goods_texts
from rules.kernel.text import T, Text, name

FACTION = "gaia.faction."

ABILITIES: dict[str, tuple[Text, ...]] = {
    "terrans": (
        T("In the Gaia phase your tokens of the Gaia area move to area II instead of area I."),
        T("Institute: as they move you may gain goods for them, as if you spent them on free actions."),
    ),
    "lantids": (
        T(
            "You may build mines on planets that others have colonised, without terraforming. Such a mine cannot be"
            " upgraded and counts neither for planet types nor for Gaia Planets."
        ),
        T("Institute: each such mine brings 2 knowledge."),
    ),
    "xenos": (
        T("You begin with a third mine."),
        T("Institute: federations need a power value of 6 only, and it gives 1 Q.I.C. as income, not a token."),
    ),
    "gleens": (
        T("Until your academy for actions stands, you gain ore instead of Q.I.C."),
        T("A Gaia Planet costs you 1 ore instead of 1 Q.I.C.; each mine on one brings 2 VP."),
        T("Institute: you gain the Gleens’ federation token."),
    ),
    "taklons": (
        T("The Brainstone is a power token that pays for 3 power."),
        T("Institute: each time you charge power because others build you gain a power token, before or after."),
    ),
    "ambas": (T("Institute: once per round you may swap it with one of your mines, as a special action."),),
    "hadsch-hallas": (T("Institute: you may pay the free actions that gain goods with credits instead of power."),),
    "ivits": (
        T("You begin with your planetary institute and no mines."),
        T("You have one federation, enlarged by 7 for each further token; its satellites cost 1 Q.I.C. each."),
        T("Institute: once per round you place a space station; range counts from it, and it is worth 1 power."),
    ),
    "geodens": (T("Institute: the first mine on each further planet type brings 3 knowledge."),),
    "baltaks": (
        T("You cannot advance in Navigation before your institute stands."),
        T("As a free action a Gaiaformer goes to the Gaia area, until the next Gaia phase, for 1 Q.I.C."),
        T("Your academy’s action gives 4 credits."),
    ),
    "firaks": (
        T(
            "Institute: once per round you may turn a research lab into a trading station and advance in "
            "research; it counts as building a trading station."
        ),
    ),
    "bescods": (
        T("Institute and academies have changed places, and so have the incomes of trading stations and labs."),
        T("Once per round you may advance in a research area where you are lowest, as a special action."),
        T("Institute: your structures on titanium planets are worth 1 power more."),
    ),
    "nevlas": (
        T("As a free action a token of area III goes to the Gaia area for 1 knowledge."),
        T("Institute: each token of area III pays 2 power; of an odd price 1 power is lost."),
    ),
    "itars": (
        T("Tokens that you burn go to the Gaia area."),
        T("Institute: in the Gaia phase you may discard 4 tokens of the Gaia area for a technology tile, repeatedly."),
    ),
}

IN_SHORT: dict[str, Text] = {
    "terrans": T("Tokens of the Gaia area return to area II. Institute: goods for them"),
    "lantids": T("Mines on others’ planets, too, without terraforming"),
    "xenos": T("A third mine at the start. Institute: federations from 6"),
    "gleens": T("Ore instead of Q.I.C. at first; 2 VP for each mine on a Gaia Planet"),
    "taklons": T("The Brainstone pays 3 power. Institute: a token each time you charge"),
    "ambas": T("Institute: swap it with a mine, once per round"),
    "hadsch-hallas": T("Institute: credits buy goods instead of power"),
    "ivits": T("Begins with its institute, no mines; one growing federation; space stations"),
    "geodens": T("Institute: 3 knowledge for each new planet type"),
    "baltaks": T("Gaiaformers become Q.I.C.; no Navigation before the institute"),
    "firaks": T("Institute: a lab becomes a trading station, for a step of research"),
    "bescods": T("Once per round a step of research where you are lowest; trading stations bring knowledge"),
    "nevlas": T("Tokens of area III become knowledge. Institute: each pays 2 power"),
    "itars": T("Burnt tokens go to the Gaia area. Institute: 4 of them for a tile"),
}
"""What is most the factions' own, in a line or two: to choose by, not to play by."""


def institute(faction: str) -> Text | None:
    """What a faction's planetary institute gives it beside its income."""
    return next((text for text in ABILITIES[faction] if text.id.startswith("Institute:")), None)


def look_up(key: str) -> Sequence[Text]:
    """Explain all of a faction; nothing for other things, whose names say all."""
    faction = key.removeprefix(FACTION)
    if not key.startswith(FACTION) or faction not in FACTIONS:
        return ()
    return (*_start(faction), *ABILITIES[faction], *_incomes(faction))


def in_full(faction: str) -> Text:
    """Say all of a faction in one paragraph, its name first."""
    said = T("{faction}:", faction=name(FACTION + faction))
    for one in look_up(FACTION + faction):
        said = T("{before} {next}", before=said, next=one)
    return said


def _start(faction: str) -> Iterable[Text]:
    """What a faction begins with."""
    one = FACTIONS[faction]
    yield T("Home planet type: {planet}.", planet=name(f"gaia.planet.{one.home}"))
    yield T("{goods} at the start.", goods=goods_texts(one.start))
    yield T("Power tokens: {first} in area I, {second} in area II.", first=one.power[0], second=one.power[1])
    tracks = [
        T("{track}, level {n}", track=name(f"gaia.track.{track}"), n=level) for track, level in one.research.items()
    ]
    if tracks:
        yield T("Research at the start: {tracks}.", tracks=tracks)


def _incomes(faction: str) -> Iterable[Text]:
    """What a faction's board and structures bring."""
    one = FACTIONS[faction]
    yield T("{goods} as income from the faction board.", goods=goods_texts(one.income))
    for kind in STRUCTURES:
        if kind != ACADEMY_Q:
            structure = name(f"gaia.structure.{kind}")
            yield T("{goods} as income from each {structure}.", structure=structure, goods=_in_turn(one.slots[kind]))
    yield T("{goods} once per round from the academy for actions.", goods=goods_texts(one.academy))


def _in_turn(slots: Sequence[Goods]) -> list[Text]:
    """What structures of a kind bring in the order in which they are built; how often, where they differ."""
    runs = [(goods, len(list(alike))) for goods, alike in groupby(slots)]
    if len(runs) == 1:
        return goods_texts(runs[0][0])
    return [
        T("{goods} ({n} times)", goods=goods_texts(goods), n=times)
        if times > 1
        else T("{goods}", goods=goods_texts(goods))
        for goods, times in runs
    ]
