"""A panel in words: what may be picked with its number, what the seat has, and what is around."""

from __future__ import annotations

from dataclasses import replace

from rendering.eclipse import sentences, sheets_alt
from rendering.eclipse.panels.gains import given_up, stack_left
from rendering.eclipse.place_words import place_text
from rendering.eclipse.tableau import blueprint_lines
from rendering.kit.alt import MAX_ALT_TEXT, fullest
from rendering.kit.numbers import said
from rendering.kit.picture import NO_MARKS, RenderContext
from rules.eclipse import describe, galaxy
from rules.eclipse.blueprints import parts
from rules.eclipse.components import MATERIALS, MONEY, SCIENCE, SECTORS, SPECIES
from rules.eclipse.economy import price
from rules.eclipse.fleets import least_link
from rules.eclipse.places import discovery_place, split
from rules.eclipse.state import EclipseState
from rules.eclipse.steps.build import ITEMS, cost
from rules.eclipse.steps.discovery import free_technologies
from rules.eclipse.steps.move import movable
from rules.eclipse.texts import amount, contents, part_effects, presence
from rules.kernel.text import TN, T, Text, name

SPACIOUS = ("explore", "place", "second", "claim", "colony", "move", "move-from", "move-to", "build-at", "influence",
            "influence-to", "upkeep", "stalemate", "turn", "finish", "give-up", "offers")  # fmt: skip
"""Kinds of prompts that need the galaxy around."""
FIGHTS = ("fight", "hit", "stalemate")
DEGREES = 5


def panel(view: EclipseState, seat: int, context: RenderContext) -> str:
    """Say what a panel shows."""
    kind = context.marks.kind
    fought = view.battle if kind in FIGHTS else None

    def detail(degree: int) -> list[Text]:
        found = [*_so_far(context), *offered(view, seat, context, full=degree > 0, traits=degree > 1)]
        found.append(sentences.standing(view, seat, short=degree < 2))
        for other in _asked_of(context):
            found.append(sentences.standing(view, other, short=degree < 2))
            found += sentences.held(view, other, 0) if degree > 1 else []
        if fought is not None:
            return found
        if discovery_place("ancient-technology") in context.marks.so_far:
            found += _for_free(view, seat)
        found += sentences.battles(view)
        if kind.startswith(("upgrade", "ancient")):
            return found + ([line[0] for line in blueprint_lines(view, seat)] if degree > 1 else [])
        if kind in SPACIOUS or not kind:
            found += sentences.held(view, seat, degree - 2) if degree > 1 else []
            found += sentences.nobodys(view, degree - 3) if degree > 2 else []
            found += sentences.unexplored(view) if degree > 3 else []
        return found

    text = fullest(context.words, detail, DEGREES).replace("**", "")
    if fought is None:
        return text
    rest = sheets_alt.battle(view, fought, replace(context, marks=NO_MARKS))
    return cut_off(f"{text} {rest}")


def _for_free(view: EclipseState, seat: int) -> list[Text]:
    """The technologies of which the ancients' would be one."""
    ids = free_technologies(view, view.players[seat])
    names = [name(f"eclipse.technology.{id}") for id in ids]
    return [T("You take one of these: {technologies}.", technologies=names)] if ids else []


def cut_off(text: str) -> str:
    """A text as far as Discord takes it."""
    return text if len(text) <= MAX_ALT_TEXT else text[: MAX_ALT_TEXT - 1].rstrip() + "…"


def _asked_of(context: RenderContext) -> list[int]:
    """The players with whom there may be relations."""
    return [int(which) for kind, which in map(split, context.marks.numbers) if kind == "seat"]


def _so_far(context: RenderContext) -> list[Text]:
    """What was chosen on the way here; a blueprint is named by its slot where that was chosen as well."""
    chosen = [(*split(spot), spot) for spot in context.marks.so_far]
    ships = {which.rpartition("-")[0] for kind, which, _ in chosen if kind == "slot"}
    spots = [place_text(spot) for kind, which, spot in chosen if kind != "blueprint" or which not in ships]
    return [T("So far: {places}.", places=spots)] if spots else []


def offered(view: EclipseState, seat: int, context: RenderContext, *, full: bool, traits: bool = True) -> list[Text]:
    """What may be picked, with its number, and what is picked; in full with what would come of it.

    Of a species this is all that is special about it, or where that is too much, what it starts with.
    """
    marks = context.marks
    free: list[Text] = []
    for spot, numbers in marks.numbers.items():
        more = _more(view, seat, context, spot) if full else None
        if full and split(spot)[0] == "species":
            more = _species(split(spot)[1], traits=traits)
        what = place_text(spot)
        what = what if more is None else T("{what} ({more})", what=what, more=more)
        free.append(T("{n}: {what}", n=said(numbers), what=what))
    return sentences.chosen(context) + ([T("You may pick: {places}.", places=free)] if free else [])


def _species(id: str, *, traits: bool) -> Text:
    """What is special about a species, or what it starts with."""
    if traits:
        return T("{effects}", effects=describe.traits(id))
    start = SPECIES[id].start
    return T("{effects}", effects=[amount(track, start[track]) for track in (MONEY, SCIENCE, MATERIALS)])


def _points(n: int) -> Text:
    return TN("{n} VP", "{n} VP", n)


def _more(view: EclipseState, seat: int, context: RenderContext, spot: str) -> Text | None:
    """What would come of a pick, or what is there."""
    kind, which = split(spot)
    me = view.players[seat]
    if kind == "turned":
        return _joined(view, seat, context, which)
    if kind == "slot":
        ship, _, slot = which.rpartition("-")
        part = parts(me, ship)[int(slot) - 1]
        return name(f"eclipse.part.{part}") if part else T("empty")
    if kind == "place":
        hex = galaxy.place(which)
        return T("ring {ring}: {n} left", ring=galaxy.stack_of(hex), n=stack_left(view, hex))
    if kind == "ship" and "-" not in which:
        return T("in {sectors}", sectors=" ".join(sector.id for sector in movable(view, seat, which)))
    if kind == "sector" and context.marks.kind == "upkeep":
        return T("money left then: {n}", n=given_up(view, seat, view.sectors[which]))
    if kind == "item" and (item := which.partition("-")[0]) in ITEMS:
        return amount(MATERIALS, cost(me, item))
    if kind == "technology":
        return amount(SCIENCE, price(me, which))
    if kind == "part":
        return T("{effects}", effects=list(part_effects(which)))
    if kind == "sector" and context.marks.kind == "move-to":
        there = presence(view.sectors[which], seat)
        return T("{ships}", ships=there) if there else None
    if kind == "sector" and (
        context.marks.kind in ("claim", "influence-to")
        or (context.marks.kind == "influence" and view.sectors[which].disc != seat)
    ):
        on_it = contents(which)
        points = SECTORS[which].vp
        return T("{n} VP; {things}", n=points, things=on_it) if on_it else _points(points)
    return None


def _joined(view: EclipseState, seat: int, context: RenderContext, which: str) -> Text | None:
    tile, _, turns = which.partition("-")
    places = [one for kind, one in map(split, context.marks.so_far) if kind == "place"]
    if not places:
        return None
    least = least_link(view.players[seat])
    found = galaxy.connections(view, tile, galaxy.place(places[0]), int(turns), least)
    return T("joined with {sectors}", sectors=", ".join(found))
