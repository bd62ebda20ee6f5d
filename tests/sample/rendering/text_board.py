"""The table of Prospect in words, complete enough to play from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.kit.picture import RenderContext
from rendering.kit.text_board import blocks
from rules.kernel.text import TN, T, Text, name, player
from tests.sample.rules.scoring import lines, total
from tests.sample.rules.state import ProspectState
from tests.sample.rules.texts import kind_name, site_name, worth_text


class ProspectTextBoard:
    """A view of Prospect in, blocks of words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[ProspectState, RenderContext], list[str]]]:
        """The open sites and the claimed ones, each alone."""
        return {"sites": self.sites, "claims": self.claims}

    def glance(self, view: ProspectState, context: RenderContext) -> list[str]:
        """Tell the open sites, and what everybody has; to a reader what they have themselves."""
        if not view.round:
            return []
        seats = range(len(view.players)) if context.reader is None else [context.reader]
        said = [*_open(view), *(_seat(view, seat) for seat in seats)]
        return ["\n".join(f"-# {context.words.say(text)}" for text in said)]

    def board(self, view: ProspectState, context: RenderContext) -> list[str]:
        """Tell the whole table."""
        seats = range(len(view.players))
        said = blocks(name("prospect"), [_round(view), *(_seat(view, seat) for seat in seats)], context)
        return [*said, *self.sites(view, context), *self.claims(view, context)]

    def sites(self, view: ProspectState, context: RenderContext) -> list[str]:
        """Tell each open site, and how many lie in the deck."""
        said = [T("{site}: {worth}", site=site_name(site), worth=worth_text(site)) for site in view.open]
        deck = TN("{n} site lies face down.", "{n} sites lie face down.", len(view.deck))
        return blocks(name("prospect.part.sites"), [*said, deck], context)

    def claims(self, view: ProspectState, context: RenderContext) -> list[str]:
        """Tell who has claimed what."""
        said = [
            T("{who}: {sites}", who=player(seat), sites=[site_name(site) for site in me.sites])
            for seat, me in enumerate(view.players)
            if me.sites
        ]
        return blocks(name("prospect.part.claims"), said or [T("Nobody has claimed a site yet.")], context)

    def tableau(self, view: ProspectState, seat: int, context: RenderContext) -> list[str]:
        """Tell what a seat has, site by site."""
        sites = view.players[seat].sites
        said = [T("{site}: {worth}", site=site_name(site), worth=worth_text(site)) for site in sites]
        return blocks(player(seat), [_seat(view, seat), *said], context)

    def hand(self, view: ProspectState, seat: int, context: RenderContext) -> list[str]:
        """Tell a seat its charter, or those it chooses from."""
        me = view.players[seat]
        kinds = [kind_name(kind) for kind in me.dealt or [me.charter]]
        said = T("To choose from: {kinds}.", kinds=kinds) if me.dealt else T("For {kind}.", kind=kinds[0])
        return blocks(T("Your charter"), [said], context)


def _round(view: ProspectState) -> Text:
    if not view.round:
        return T("The charters are being chosen.")
    return T("Round {n} of {rounds}.", n=view.round, rounds=view.rounds)


def _open(view: ProspectState) -> list[Text]:
    return [T("Open sites: {sites}.", sites=[site_name(site) for site in view.open])] if view.open else []


def _seat(view: ProspectState, seat: int) -> Text:
    """Tell what a seat has in one line; a charter counts for whoever may know it."""
    me = view.players[seat]
    return T(
        "{who}: {points}, {sites}, {fuel}.",
        who=player(seat),
        points=TN("{n} point", "{n} points", total(lines(me))),
        sites=TN("{n} site", "{n} sites", len(me.sites)),
        fuel=T("{n} fuel", n=me.fuel),
    )
