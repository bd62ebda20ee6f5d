"""Alt texts of a player's board, the supply and battles: what the pictures say, for somebody who does not see them."""

from __future__ import annotations

from rendering.eclipse import battle as told
from rendering.eclipse import sentences, supply, tableau
from rendering.eclipse.battle_looks import LEAST_STALEMATE, average, percent
from rendering.kit.alt import fullest
from rendering.kit.picture import RenderContext
from rendering.kit.text_board import Line
from rendering.words import Words
from rules.eclipse.battle_report import fleet_text
from rules.eclipse.components import CATEGORIES, RINGS, ROUNDS
from rules.eclipse.prospect import Prospect, prospect, prospect_in
from rules.eclipse.state import Battle, EclipseState
from rules.eclipse.steps.battle import open_battle
from rules.kernel.text import T, Text


def _flat(lines: list[Line]) -> list[Text]:
    """All texts of some lines."""
    return [text for line in lines for text in line]


def sheet(view: EclipseState, seat: int, context: RenderContext) -> str:
    """Say what lies before a player: goods and tracks, totals of the ships, technologies and tiles, and so on."""
    me = view.players[seat]
    if not me.species:
        said = [*sentences.marked(context), T("{who}.", who=tableau.title(me, seat)), T("No species chosen yet.")]
        return " ".join(context.words.say(text) for text in said)
    points, money, science, materials, influence, colony, cubes, *rest = tableau.tableau_lines(view, seat)
    plans = tableau.blueprint_lines(view, seat)
    technologies, others = rest[: len(CATEGORIES)], rest[len(CATEGORIES) :]
    pieces = [points, money, science, materials, influence, *technologies, *(line[:1] for line in plans)]
    pieces += [colony, *others, cubes]

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(context), T("{who}.", who=tableau.title(me, seat))]
        return said + _flat(pieces[:degree])

    return _plain(fullest(context.words, detail, len(pieces) + 1))


def tray(view: EclipseState, context: RenderContext) -> str:
    """Say what the supply has, with prices."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(context), T("Round {n} of {most}.", n=view.round, most=ROUNDS)]
        me = supply.reading(view, context.reader)
        said += [supply.stored(me)] if me is not None else []
        lines = supply.supply_lines(view, context.reader)
        if degree > 1 and me is not None:
            for at, category in enumerate(CATEGORIES):
                lines[at] = [*lines[at], *supply.discount(me, category)]
        said += _flat(lines) if degree > 0 else [line[0] for line in lines]
        left = [T("{ring}: {n}", ring=ring, n=view.stacks[ring].count) for ring in RINGS if ring in view.stacks]
        return said + ([T("Sectors left by ring: {stacks}.", stacks=left)] if left else [])

    return _plain(fullest(context.words, detail, 3))


def chances(found: Prospect, battle: Battle, words: Words) -> list[Text]:
    """How likely each side wins if all fight to the end, and how many ships are left then on average."""
    odds = found.odds
    said = [
        T(
            "If all fight to the end in {sector}: {attacker} wins with {p}, {defender} with {q}.",
            sector=battle.sector,
            attacker=told.side_text(found.attacker),
            defender=told.side_text(found.defender),
            p=percent(odds.attacker, words),
            q=percent(odds.defender, words),
        )
    ]
    if odds.stalemate > LEAST_STALEMATE:
        said.append(T("Stalemate with {p}.", p=percent(odds.stalemate, words)))
    return said


def losses(found: Prospect, words: Words) -> Text:
    """How many ships of each group are left on average."""
    left = [
        T("{ships}: {left}", ships=fleet_text(group.side, [group]), left=average(n, words))
        for group, n in zip(found.groups, found.odds.left, strict=True)
    ]
    return T("Left on average: {groups}.", groups=left)


def battle(view: EclipseState, fought: Battle, context: RenderContext) -> str:
    """Say a battle that is fought: chances, who fights with what, who acts next, what happened last."""
    found = prospect(view, fought)

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(context), T("Battle in sector {sector}.", sector=fought.sector)]
        said += sentences.to_act(context)
        said += chances(found, fought, context.words) if found is not None else []
        said += _flat(told.forces(view, fought)) if degree > 0 else []
        said += [losses(found, context.words)] if found is not None and degree > 1 else []
        if degree > 2:
            said += _flat(told.report(fought))[-(degree - 2) :]
        return said

    return _plain(fullest(context.words, detail, 6))


def coming(view: EclipseState, context: RenderContext) -> str:
    """Say the battles to come."""
    sectors = told.contested(view)

    def detail(degree: int) -> list[Text]:
        if not sectors:
            return [T("No battle is in sight.")]
        said: list[Text] = []
        for sector in sectors:
            found = prospect_in(view, sector)
            said += chances(found, open_battle(sector), context.words) if found is not None else []
        if degree > 1:
            return said + _flat(told.to_come(view))
        return said + (sentences.battles(view) if degree > 0 else [])

    return _plain(fullest(context.words, detail, 3))


def _plain(text: str) -> str:
    """A text without the marks of bold type, which alt texts do not have."""
    return text.replace("**", "")
