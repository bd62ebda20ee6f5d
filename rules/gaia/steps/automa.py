"""The Automa's turns, what it begins with, its deck at the end of a round.

Its seat is the last one. It is asked nothing: cards decide, in the order that `rules.gaia.automa` gives.
"""

from __future__ import annotations

from rules.gaia import automa as choices
from rules.gaia.automa_cards import CARDS, FACTION_CARDS, LEVELS, PASS_ZONE, ROUND_POINTS, DecisionCard, FactionCard
from rules.gaia.components import LAB, LAST_ROUND, MINE, STATION, TOP, TRACKS, TRANSDIM
from rules.gaia.galaxy import planet
from rules.gaia.goods import score
from rules.gaia.state import Automa, GaiaState, Player
from rules.gaia.steps.charging import AskCharges
from rules.gaia.texts import takes_booster
from rules.kernel.rng import Rng
from rules.kernel.steps import Act, Flow
from rules.kernel.text import TN, T, Text, name, player

CARD, DRAWN = "card", "drawn"
"""The kinds of events that tell what chance has decided: a card of the deck, or a draw of the setup."""


def cards_of(state: GaiaState) -> Automa:
    """The Automa's cards."""
    automa = state.automa
    assert isinstance(automa, Automa), "nobody plays against the Automa"
    return automa


def new_automa(level: str, rng: Rng) -> Automa:
    """Make the Automa of a level: the cards of its first deck, one of them at random, and those that may come."""
    rule = LEVELS[level]
    spare = rng.shuffle([card for card in CARDS if card not in (*rule.fixed, *rule.out)], "gaia.automa.spare")
    deck = rng.shuffle([*rule.fixed, spare.pop(0)], "gaia.automa.deck")
    return Automa(level, deck, spare, known=sorted(rule.fixed))


def equip_automa(state: GaiaState, faction: str) -> None:
    """Give the Automa a faction, with the points of its level and its first step of research."""
    me, card = choices.rival(state), FACTION_CARDS[faction]
    me.faction = faction
    me.vp = LEVELS[cards_of(state).level].vp
    me.points = {"start": me.vp}
    me.research = {track: int(track == card.level) for track in TRACKS}


def reshuffle(state: GaiaState, rng: Rng) -> None:
    """Shuffle the deck of the next round: every card of this one, and one that was not in it yet."""
    automa = cards_of(state)
    seen = [card for card in (automa.support, automa.action) if card]
    more, automa.spare = automa.spare[:1], automa.spare[1:]
    automa.deck = rng.shuffle([*automa.deck, *automa.used, *seen, *more], "gaia.automa.deck")
    automa.used, automa.support, automa.action = [], 0, 0


def gain_points(state: GaiaState, points: int, source: str) -> int:
    """Let the Automa gain points, with what its level adds each time; give how many."""
    if points <= 0:
        return 0
    points += LEVELS[cards_of(state).level].extra
    score(choices.rival(state), points, source)
    return points


def tell_faction(state: GaiaState, flow: Flow[GaiaState], *, drawn: bool) -> None:
    """Tell which faction the Automa plays, and how strong it is."""
    seat = state.persons
    text = T(
        "{who} plays the {faction} ({level}).",
        who=player(seat),
        faction=name(f"gaia.faction.{state.players[seat].faction}"),
        level=name(f"gaia.level.{cards_of(state).level}"),
    )
    flow.tell(DRAWN if drawn else "faction", text, seat=seat)


def take_booster(state: GaiaState, flow: Flow[GaiaState], at: int, kind: str = "booster") -> None:
    """Let the Automa take the open booster at a place of their row."""
    seat = state.persons
    booster = state.boosters.pop(at)
    state.players[seat].booster = booster
    flow.tell(kind, takes_booster(seat, booster), seat=seat)


class AutomaTurn(Act[GaiaState], tag=True):
    """A turn of the Automa: a card is drawn, which acts or lets it pass; the one before it supports."""

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        automa, seat = cards_of(state), state.persons
        flow.reveal()
        if not automa.action:
            automa.action = automa.deck.pop(0)
        if automa.support:
            automa.used.append(automa.support)
        automa.support = automa.action
        automa.action = automa.deck.pop(0) if automa.deck else 0
        automa.known = sorted({*automa.known, automa.support, automa.action} - {0})
        support = CARDS[automa.support]
        if not automa.action:
            flow.tell(CARD, T("{who} has no card left to draw.", who=player(seat)), seat=seat)
            _pass(state, support, flow)
            return
        card = CARDS[automa.action]
        if card.stops and len(automa.deck) < PASS_ZONE:
            flow.tell(
                CARD,
                T(
                    "{who} draws card {card}, which lets it pass near the end of its deck.",
                    who=player(seat),
                    card=card.id,
                ),
                seat=seat,
            )
            _pass(state, support, flow)
            return
        flow.tell(CARD, _card_text(state, card, support), seat=seat)
        _Hand(state, support, flow).play(card)
        flow.then(AskCharges(seat))


def _card_text(state: GaiaState, card: DecisionCard, support: DecisionCard) -> Text:
    """Tell which card acts, which one supports it, and how many are left."""
    return TN(
        "{who} draws card {card}: {does}. Card {support} decides; {n} card is left.",
        "{who} draws card {card}: {does}. Card {support} decides; {n} cards are left.",
        len(cards_of(state).deck),
        who=player(state.persons),
        card=card.id,
        does=choices.does_text(card.does),
        support=support.id,
    )


def _pass(state: GaiaState, support: DecisionCard, flow: Flow[GaiaState]) -> None:
    """Pass: points for the tile of the round, and except in the last round another booster."""
    me, seat = choices.rival(state), state.persons
    flow.tell("pass", T("{who} passes.", who=player(seat)), seat=seat)
    early, late = ROUND_POINTS[state.round_tiles[state.round - 1]]
    points = gain_points(state, early if 2 * state.round <= LAST_ROUND else late, "round")
    if points:
        text = TN("{who} gains {n} VP for the round.", "{who} gains {n} VP for the round.", points, who=player(seat))
        flow.tell("pass-points", text, seat=seat)
    if state.round < LAST_ROUND:
        before = me.booster
        take_booster(state, flow, support.booster)
        state.boosters.append(before)
    me.passed = True
    state.passed.append(seat)


class _Hand:
    """An action being carried out: on which state, by the icons of which card."""

    def __init__(self, state: GaiaState, support: DecisionCard, flow: Flow[GaiaState]) -> None:
        self.state, self.support, self.flow = state, support, flow
        self.me: Player = choices.rival(state)
        self.seat = state.persons
        self.faction: FactionCard = FACTION_CARDS[self.me.faction]

    def tell(self, kind: str, text: Text) -> None:
        self.flow.tell(kind, text, seat=self.seat)

    def gain(self, points: int, source: str) -> None:
        """Gain points for something that has just been told."""
        points = gain_points(self.state, points, source)
        if points:
            text = TN("{who} gains {n} VP for it.", "{who} gains {n} VP for it.", points, who=player(self.seat))
            self.tell("points", text)

    def play(self, card: DecisionCard) -> None:
        """Take the action of a card and gain its points; what cannot be done is left out."""
        points, source, told = card.vp, "card", len(self.flow.events)
        if card.does == "faction":
            points, source = self.faction.vp, "ability"
            self._faction_action()
        elif card.does == "mine":
            self._mine_or_upgrade(self.support.range)
        elif card.does == "upgrade":
            self._upgrade()
        elif card.does == "board":
            for _ in range(2 if self.faction.board_twice else 1):
                self._board()
        else:
            self._research(choices.areas(self.state, highest=card.does == "highest"))
        if len(self.flow.events) == told:
            self.tell("nothing", T("{who} can do none of it.", who=player(self.seat)))
        gained = gain_points(self.state, points, source)
        if gained:
            text = TN(
                "{who} gains {n} VP for card {card}.",
                "{who} gains {n} VP for card {card}.",
                gained,
                who=player(self.seat),
                card=card.id,
            )
            self.tell("points", text)

    def _faction_action(self) -> None:
        for part in self.faction.parts:
            if part.does == "mine":
                self._mine_or_upgrade(part.range, part.tie)
            elif part.does == "upgrade":
                done = self._upgrade(downgrade=part.downgrade)
                if not done and part.else_range:
                    self._mine(part.else_range)
            elif part.does == "board":
                self._board()
            elif part.does == "area":
                self._research([part.area] if choices.can_research(self.state, part.area) else [], counted=False)
            else:
                self._research(choices.areas(self.state))

    def _mine_or_upgrade(self, reach: int, tie: str = "") -> None:
        """A mine, or where none can be built an upgrade."""
        if not self._mine(reach, tie):
            self._upgrade()

    def _mine(self, reach: int, tie: str = "") -> bool:
        """Build a mine; whether one can be built."""
        state, me = self.state, self.me
        chosen = choices.mine(state, self.support, reach, tie)
        if chosen is None:
            return False
        place = chosen.place
        new_type = choices.is_new_type(state, place)
        satellite = choices.satellite(state, place, self.support)
        text = T("{who} builds a mine on {place} ({why}).", who=player(self.seat), place=place, why=chosen.why)
        self.tell("build", text)
        if planet(state, place) == TRANSDIM:
            state.gaia.append(place)
            self.tell("gaia", T("{place} becomes a Gaia Planet.", place=place))
        me.structures[place] = MINE
        state.built.append(place)
        if satellite:
            me.satellites.append(satellite)
            self.tell("satellite", T("{who} places a satellite on {place}.", who=player(self.seat), place=satellite))
        if new_type:
            self.gain(self.faction.new_type_vp, "ability")
        return True

    def _upgrade(self, *, downgrade: bool = False) -> bool:
        """Upgrade a structure; whether one can be upgraded."""
        state, me = self.state, self.me
        chosen = choices.upgrade(state, self.support, downgrade=downgrade)
        if chosen is None:
            return False
        place, why = chosen.chosen.place, chosen.chosen.why
        me.structures[place] = chosen.after
        state.built.append(place)
        structure = name(f"gaia.structure.{chosen.after}")
        if chosen.before == LAB and chosen.after == STATION:
            text = T(
                "{who} turns the research lab on {place} into a trading station.", who=player(self.seat), place=place
            )
            self.tell("downgrade", text)
        elif why:
            text = T(
                "{who} builds the {structure} on {place} ({why}).",
                who=player(self.seat),
                structure=structure,
                place=place,
                why=why,
            )
            self.tell("upgrade", text)
        else:
            text = T(
                "{who} builds the {structure} on {place}.", who=player(self.seat), structure=structure, place=place
            )
            self.tell("upgrade", text)
        if chosen.before == MINE:
            self.gain(self.faction.station_vp, "ability")
        if chosen.after == LAB and self.faction.lab_research:
            self._research(choices.areas(state))
        return True

    def _board(self) -> None:
        """Take a power or Q.I.C. action, which brings nothing, and which nobody can take any more in this round."""
        free = choices.board_actions(self.state)
        if not free:
            return
        id = choices.counted(free, self.support)
        self.state.taken[id] = self.seat
        text = T(
            "{who} takes the action {action} ({count}).",
            who=player(self.seat),
            action=name(f"gaia.action.{id}"),
            count=choices.count_text(free, self.support),
        )
        self.tell("action", text)

    def _research(self, areas: list[str], *, counted: bool = True) -> None:
        """Go up one level; from level 4 on the advanced tile of the area goes first, out of the game."""
        if not areas:
            return
        state, me = self.state, self.me
        track = choices.counted(areas, self.support)
        area, who = name(f"gaia.track.{track}"), player(self.seat)
        if me.research[track] == TOP - 1 and track in state.advanced:
            tile = state.advanced.pop(track)
            cards_of(state).removed.append(tile)
            text = T(
                "{who} takes “{tile}” of {area} out of the game.", who=who, tile=name(f"gaia.tile.{tile}"), area=area
            )
            self.tell("removed", text)
            return
        me.research[track] += 1
        level = me.research[track]
        if counted and len(areas) > 1:
            how = choices.count_text(areas, self.support)
            text = T("{who} reaches level {level} of {area} ({count}).", who=who, level=level, area=area, count=how)
        else:
            text = T("{who} reaches level {level} of {area}.", who=who, level=level, area=area)
        self.tell("research", text)
