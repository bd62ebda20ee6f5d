"""The table of Eclipse in words: complete enough to play from, short enough for a phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.eclipse import battle, letter_map, sectors, supply, tableau
from rendering.kit.picture import RenderContext
from rendering.kit.text_board import Line, blocks
from rules.eclipse.components import CATEGORIES, ROUNDS
from rules.eclipse.state import NOBODY, EclipseState
from rules.eclipse.steps.diplomacy import in_game, possible
from rules.kernel.text import TN, T, Text, name, player


class EclipseTextBoard:
    """A view of Eclipse in, blocks of words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[EclipseState, RenderContext], list[str]]]:
        """The map, the sectors, technologies, battles, and the standings with diplomacy, each alone."""
        return {
            "map": self.map,
            "sectors": self.sectors,
            "supply": self.technologies,
            "battle": self.battle,
            "standings": self.standings,
        }

    def glance(self, view: EclipseState, context: RenderContext) -> list[str]:
        """Tell everybody's points and discs, and draw the galaxy; to a reader their own alone."""
        if not view.round:
            return []
        said = context.words.say
        shown = _order(view) if context.reader is None else [context.reader]
        seats = "\n".join(" ".join(["-#", *(said(text) for text in tableau.glance_line(view, seat))]) for seat in shown)
        lines = letter_map.draw(view) if context.reader is None else []
        return [seats, _fenced(lines)] if lines else [seats]

    def board(self, view: EclipseState, context: RenderContext) -> list[str]:
        """Tell the whole table."""
        lines = [_round(view, context), *_battles(view), *(tableau.short_line(view, seat) for seat in _order(view))]
        found = [*blocks(name("eclipse"), [*lines, *_diplomacy(view)], context), *self.map(view, context)]
        found += self.sectors(view, context)
        found += blocks(name("eclipse.part.technologies"), supply.supply_lines(view, context.reader), context)
        return found + (self.battle(view, context) if view.battle else [])

    def map(self, view: EclipseState, context: RenderContext) -> list[str]:
        """Draw the galaxy in letters and say what they mean, and what can be explored."""
        said = context.words.say
        found = []
        lines = letter_map.draw(view)
        if lines:
            legend = "\n".join(f"-# {said(text)}" for text in letter_map.legend(view, "".join(lines)))
            found.append(f"### {said(name('eclipse.part.map'))}\n{_fenced(lines)}\n{legend}")
        return [*found, *blocks(T("Unexplored"), sectors.unexplored(view), context)]

    def sectors(self, view: EclipseState, context: RenderContext) -> list[str]:
        """Tell every sector, by whoever controls it."""
        found = []
        for seat in sectors.owners(view):
            lines = [sectors.sector_line(sector) for sector in sectors.sectors_of(view, seat)]
            found += blocks(sectors.heading(view, seat), lines, context)
        return found

    def technologies(self, view: EclipseState, context: RenderContext) -> list[str]:
        """Tell the supply of technologies, with what each does."""
        found = []
        for category in CATEGORIES:
            lines = supply.category_lines(view, category, context.reader)
            lines += [[supply.left_in_bag(view)]] if category == CATEGORIES[-1] else []
            found += blocks(supply.category_title(category), lines, context)
        return found

    def battle(self, view: EclipseState, context: RenderContext) -> list[str]:
        """Tell the battle that is fought, volley by volley, and those to come."""
        found: list[str] = []
        if view.battle is not None:
            title = T("Battle in sector {sector}", sector=view.battle.sector)
            found = blocks(title, battle.forces(view, view.battle), context)
            so_far = battle.report(view.battle)
            found += blocks(T("So far"), so_far, context) if so_far else []
        coming = battle.to_come(view)
        if coming:
            return found + blocks(TN("One battle to come", "{n} battles to come", len(coming)), coming, context)
        return found or blocks(name("eclipse.part.battle"), [[T("No battle is in sight.")]], context)

    def standings(self, view: EclipseState, context: RenderContext) -> list[str]:
        """Tell how everybody stands, and who has relations with whom."""
        lines = [_round(view, context), *(tableau.short_line(view, seat) for seat in _order(view))]
        return blocks(name("eclipse.part.standings"), [*lines, *_diplomacy(view)], context)

    def tableau(self, view: EclipseState, seat: int, context: RenderContext) -> list[str]:
        """Tell a player's board and blueprints."""
        found = blocks(tableau.title(view.players[seat], seat), tableau.tableau_lines(view, seat), context)
        own = [sectors.sector_line(sector) for sector in sectors.sectors_of(view, seat)]
        found += blocks(sectors.heading(view, seat), own, context) if own else []
        plans = tableau.blueprint_lines(view, seat)
        return found + (blocks(T("Blueprints"), plans, context) if plans else [])

    def hand(self, view: EclipseState, seat: int, context: RenderContext) -> list[str]:
        """Tell what a player alone knows, the reputation tiles, and what lies before them."""
        me = view.players[seat]
        lines: list[Line] = [[tableau.reputation(me)]]
        if me.drawn:
            drawn = [T("{n}", n=value) for value in me.drawn]
            lines.append([T("Drawn, of which you may keep one: {values}.", values=drawn)])
        return [*blocks(T("Only you know this"), lines, context), *self.tableau(view, seat, context)]


def _fenced(lines: list[str]) -> str:
    drawn = "\n".join(lines)
    return f"```\n{drawn}\n```"


def _order(view: EclipseState) -> list[int]:
    """The seats clockwise from the start player."""
    n = len(view.players)
    return [(view.start + at) % n for at in range(n)]


def _round(view: EclipseState, context: RenderContext) -> Line:
    phase = {
        "setup": T("Setup"),
        "action": T("Action phase"),
        "combat": T("Combat phase"),
        "upkeep": T("Upkeep phase"),
        "cleanup": T("Cleanup phase"),
        "over": T("End of the game"),
    }[view.phase]
    line = [T("Round {n} of {most}, {phase}.", n=view.round, most=ROUNDS, phase=phase) if view.round else phase]
    if context.waiting:
        line.append(T("To act: {players}.", players=[player(seat) for seat in context.waiting]))
    if view.round and view.phase != "over":
        line.append(T("Turn order: {players}.", players=[player(seat) for seat in _order(view)]))
        passed = [player(seat) for seat in _order(view) if view.players[seat].passed]
        if passed and view.phase == "action":
            line.append(T("Passed: {players}.", players=passed))
        if view.next_start != NOBODY:
            line.append(T("{who} will be the start player.", who=player(view.next_start)))
    return line


def _battles(view: EclipseState) -> list[Line]:
    coming = [sector.id for sector in battle.contested(view)]
    return [[T("Battles: {sectors}.", sectors=" ".join(coming))]] if coming else []


def _diplomacy(view: EclipseState) -> list[Line]:
    """Say who has relations, who could have, and who is the traitor."""
    if not in_game(view) or not view.round:
        return []
    seats = range(len(view.players))
    have = [_pair(seat, other) for seat in seats for other in view.players[seat].partners if other > seat]
    could = [_pair(seat, other) for seat in seats for other in possible(view, seat) if other > seat]
    line = [T("Relations: {pairs}.", pairs=have)] if have else []
    line += [T("Could have diplomatic relations: {pairs}.", pairs=could)] if could else []
    return [line] if line else []


def _pair(one: int, other: int) -> Text:
    return T("{who} and {other}", who=player(one), other=player(other))
