"""After the battles: attacks on population, control of sectors, last offers."""

from __future__ import annotations

from rules.eclipse import blueprints
from rules.eclipse.battle_report import dice_text
from rules.eclipse.combat import need, roll, rolls
from rules.eclipse.components import NEUTRON_BOMBS, ORBITAL, SHIPS, SIZES, SPECIES
from rules.eclipse.economy import square_id, square_index, tracks_for
from rules.eclipse.fleets import foreign
from rules.eclipse.places import sector_place, square_place, technology_place, track_place
from rules.eclipse.state import NOBODY, Die, EclipseState, Sector
from rules.eclipse.steps.cubes import lift_disc
from rules.eclipse.steps.diplomacy import LastOffers, possible
from rules.eclipse.steps.discovery import TakeDiscovery
from rules.eclipse.steps.explore import Claim
from rules.eclipse.texts import count_text, damages, resource, sector_name
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, name, player


class Conquest(Act[EclipseState], tag=True):
    """All attacks on population, then all changes of control, from the highest sector number down; then offers."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        flow.end_turn()
        seats = len(state.players)
        sectors = sorted((id for id, sector in state.sectors.items() if sector.ships), reverse=True)
        open_ = {id for id, sector in state.sectors.items() if unguarded(state, sector)}
        flow.then(
            *(Population(id) for id in sectors),
            *(Control(id) for id in sorted({*sectors, *open_}, reverse=True)),
            *(Offers((state.start + step) % seats) for step in range(seats)),
        )


def squares(sector: Sector) -> list[str]:
    """The squares of a sector with a cube, by name."""
    found = [square_id(sector, index) for index in sector.cubes]
    return [*found, ORBITAL] if sector.orbital_cube else found


def attacker(sector: Sector) -> int:
    """Whose ships stand on somebody else's sector without a defender."""
    if sector.disc == NOBODY or sector.disc in sector.ships or len(sector.ships) != 1:
        return NOBODY
    return next(iter(sector.ships))


def unguarded(state: EclipseState, sector: Sector) -> bool:
    """Whether whoever controls a sector gets its discovery tile, which nobody guards any more.

    So it is where others have killed the Ancients beside Draco's disc. In recorded games the tile stays.
    """
    free = sector.discovery and not sector.ancients and not sector.gcds
    return free and sector.disc != NOBODY and not state.rules.as_recorded


def kinds_with_cannons(state: EclipseState, sector: Sector, seat: int) -> list[str]:
    """The types of ships that can attack a population, the largest first."""
    me = state.players[seat]
    kinds = [kind for kind in SHIPS if kind in sector.ships[seat] and blueprints.stats(me, kind).cannons]
    return sorted(kinds, key=lambda kind: -SIZES[kind])


class Population(Act[EclipseState], tag=True):
    """Let ships attack the population of a sector."""

    sector: str

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        sector = state.sectors[self.sector]
        seat = attacker(sector)
        if seat == NOBODY or not squares(sector):
            return
        owner = state.players[sector.disc]
        if SPECIES[owner.species].defenceless:
            flow.tell(
                "population",
                T("{who} loses the whole population of {sector}.", who=player(sector.disc), sector=sector_name(sector)),
                seat=sector.disc,
            )
            flow.then(*kill(state, sector, squares(sector)))
        elif NEUTRON_BOMBS in state.players[seat].technologies or kinds_with_cannons(state, sector, seat):
            flow.then(AttackPopulation(seat, self.sector))


class AttackPopulation(Ask[EclipseState], tag=True):
    """Ask whether and how a population is attacked."""

    sector: str

    def prompt(self, state: EclipseState) -> Prompt:
        sector = state.sectors[self.sector]
        options, at = [], sector_place(sector.id)
        if kinds_with_cannons(state, sector, self.seat):
            options.append(Option("roll", T("Attack with all cannons"), _attack_note(state, sector, self.seat), at))
        if NEUTRON_BOMBS in state.players[self.seat].technologies:
            bombs = technology_place(NEUTRON_BOMBS)
            options.append(Option("bombs", T("Use neutron bombs"), T("All cubes are destroyed."), bombs))
        options.append(Option("no", T("Spare it")))
        text = T(
            "Your ships stand in {sector} of {who}: {squares}. Do they attack the population?",
            sector=sector_name(sector),
            who=player(sector.disc),
            squares=[square_name(square) for square in squares(sector)],
        )
        return Prompt(self.seat, "population", text, options, so_far=[at])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        sector, who = state.sectors[self.sector], player(self.seat)
        if picks == ["bombs"]:
            flow.tell(
                "population",
                T("{who} destroys the population of {sector} with neutron bombs.", who=who, sector=sector_name(sector)),
                seat=self.seat,
            )
            flow.then(*kill(state, sector, squares(sector)))
        elif picks == ["roll"]:
            dice, hits = shoot(state, sector, self.seat, flow)
            flow.tell(
                "population",
                TN(
                    "{who} attacks the population of {sector}: {dice} – {n} cube hit.",
                    "{who} attacks the population of {sector}: {dice} – {n} cubes hit.",
                    hits,
                    who=who,
                    sector=sector_name(sector),
                    dice=dice_text(dice),
                ),
                seat=self.seat,
            )
            if hits >= len(squares(sector)):
                flow.then(*kill(state, sector, squares(sector)))
            elif hits:
                flow.then(ChooseVictims(self.seat, self.sector, hits))


def _attack_note(state: EclipseState, sector: Sector, seat: int) -> Text:
    """Say what hits destroy, and which dice hit with what."""
    fleets: list[Text] = []
    for kind in kinds_with_cannons(state, sector, seat):
        can = blueprints.stats(state.players[seat], kind)
        ships = count_text(kind, sector.ships[seat][kind])
        fleets.append(
            T(
                "{ships} with cannons {dice}, hitting on {rolls}",
                ships=ships,
                dice=damages(can.cannons),
                rolls=rolls(need(can.computer, 0)),
            )
        )
    if state.rules.by_damage:
        return T("{fleets}. Each point of damage that hits destroys a cube.", fleets=fleets)
    return T("{fleets}. Each die that hits destroys a cube.", fleets=fleets)


def shoot(state: EclipseState, sector: Sector, seat: int, flow: Flow[EclipseState]) -> tuple[list[Die], int]:
    """Roll the cannons of all ships at a population: the dice, and how many cubes they destroy."""
    dice: list[Die] = []
    hits = 0
    for kind in kinds_with_cannons(state, sector, seat):
        can = blueprints.stats(state.players[seat], kind)
        rolled = roll(can.cannons, sector.ships[seat][kind], flow.rng)
        hitting = [die for die in rolled if die.roll >= need(can.computer, 0)]
        hits += sum(die.damage for die in hitting) if state.rules.by_damage else len(hitting)
        dice += rolled
    return dice, hits


def square_name(square: str) -> Text:
    """Name a square."""
    return name(f"eclipse.square.{square.rstrip('23')}")


class ChooseVictims(Ask[EclipseState], tag=True):
    """Ask which cubes are destroyed."""

    sector: str
    n: int

    def prompt(self, state: EclipseState) -> Prompt:
        sector = state.sectors[self.sector]
        options = [
            Option(square, square_name(square), place=square_place(sector.id, square)) for square in squares(sector)
        ]
        text = TN(
            "Which cube of {sector} is destroyed?",
            "Which {n} cubes of {sector} are destroyed?",
            self.n,
            sector=sector_name(sector),
        )
        return Prompt(self.seat, "victims", text, options, self.n, self.n, so_far=[sector_place(sector.id)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        flow.then(*kill(state, state.sectors[self.sector], picks))


def kill(state: EclipseState, sector: Sector, victims: list[str]) -> list[Bury]:
    """Destroy cubes; gives the steps by which they come to their owner's graveyard."""
    owner = sector.disc
    for square in victims:
        if square == ORBITAL:
            sector.orbital_cube = False
        else:
            sector.cubes.remove(square_index(sector, square))
    state.players[owner].loose += len(victims)
    return [Bury(owner, sector.id, square) for square in victims]


def bury(state: EclipseState, seat: int, track: str) -> None:
    """Put a cube into the graveyard."""
    me = state.players[seat]
    me.graveyard[track] += 1
    me.loose -= 1


class Bury(Act[EclipseState], tag=True):
    """Put a destroyed cube into its owner's graveyard; ask of which colour it is where that is open."""

    seat: int
    sector: str
    square: str

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        tracks = tracks_for(self.square.rstrip("23"))
        if len(tracks) == 1:
            bury(state, self.seat, tracks[0])
        else:
            flow.then(ChooseGrave(self.seat, self.sector, self.square))


class ChooseGrave(Ask[EclipseState], tag=True):
    """Ask the owner of a destroyed cube for its colour."""

    sector: str
    square: str

    def prompt(self, state: EclipseState) -> Prompt:
        del state
        options = [
            Option(track, resource(track), place=track_place(track)) for track in tracks_for(self.square.rstrip("23"))
        ]
        text = T(
            "Your cube on the square for {square} in {sector} is destroyed. To which track should it return at "
            "the end of the round?",
            square=square_name(self.square),
            sector=self.sector,
        )
        return Prompt(self.seat, "grave", text, options, so_far=[square_place(self.sector, self.square)])

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        del flow
        bury(state, self.seat, picks[0])


class Control(Act[EclipseState], tag=True):
    """Take the disc off a sector that is lost, and let whoever has ships there take control.

    Whoever still controls it after others have killed the Ancients there gets the discovery tile.
    """

    sector: str

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        sector = state.sectors[self.sector]
        if attacker(sector) != NOBODY and not squares(sector):
            flow.tell(
                "lost",
                T("{who} loses control of {sector}.", who=player(sector.disc), sector=sector_name(sector)),
                seat=sector.disc,
            )
            lift_disc(state, sector)
        if unguarded(state, sector):
            flow.then(TakeDiscovery(sector.disc, self.sector))
        if sector.disc != NOBODY:
            return
        for seat in sector.ships:
            if state.players[seat].discs and not foreign(state, sector, seat):
                flow.then(Claim(seat, self.sector))


class Offers(Act[EclipseState], tag=True):
    """Let a seat propose relations at the end of the combat phase, if there is anybody to propose to."""

    seat: int

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        flow.end_turn()
        if not state.players[self.seat].out and possible(state, self.seat):
            flow.then(LastOffers(self.seat))
