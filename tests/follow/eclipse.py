"""Following a recorded game of Eclipse, decision by decision.

Its setup is laid out, its random outcomes are drawn, its decisions answer our prompts; the options are compared where
the record lists them, the whole state at every snapshot, the hits of every volley, and the score line by line.

Squares of a sector that take the same cubes are not told apart; only the galactic centre has two.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rules.eclipse.combat import Target
from rules.eclipse.components import LAYOUTS, RING_3, SECTORS, TRACKS
from rules.eclipse.galaxy import place_name
from rules.eclipse.game import EclipseGame, EclipseStep
from rules.eclipse.scoring import score
from rules.eclipse.state import NOBODY, EclipseState, Player, Rules, Sector
from rules.eclipse.steps import battle, build, influence
from rules.eclipse.steps.battle import NextSector
from rules.eclipse.steps.move import ONE_OF
from rules.eclipse.steps.rounds import EndOfRound, Round
from rules.eclipse.steps.setup import SettleHomes, equip, lay_out
from rules.eclipse.steps.turn import NextTurn
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel.errors import RulesError
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Act, Flow
from tests.follow.recorded import Differs, load, outcome
from tests.table import ScriptedRng

Json = dict[str, Any]

#: Prompts at which a recorded player may do something free -> the windows of the record that they stand for.
OWN_WINDOW = {"turn": "turn", "upkeep": "upkeep", "offers": "combat_end"}
WITHIN = ("explore", "influence", "research", "build", "move", "finish")
LINES = {
    "reputation": "reputation", "ambassadors": "ambassadors", "sectors": "sectors", "discoveries": "discoveries",
    "monoliths": "monoliths", "technologies": "techs", "traitor": "traitor", "species": "species", "total": "total",
    "left": "tie",
}  # fmt: skip


def ours(id: str) -> str:
    """Our id of a component."""
    return id.replace("_", "-")


class Recorded(EclipseGame):
    """Eclipse with the setup of a record instead of a random one."""

    def __init__(self, setup: Json) -> None:
        self.record = setup

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[EclipseState]) -> EclipseState:
        """Lay everything out as the record has it; the species are chosen."""
        setup = self.record
        options = setup["options"]
        rules = Rules(
            by_damage=options["population_attack"] != "hits",
            near_ships=options["influence"] != "strict",
            give_up=False,
            hold_fire=True,
            as_recorded=True,
        )
        state = EclipseState(rules=rules, players=[Player() for _ in range(seats)], start=setup["start_player"])
        lay_out(state, flow.rng)
        for one in setup["players"]:
            equip(state, one["seat"], ours(one["species"]))
            place = LAYOUTS[seats][one["seat"]]
            if [[place.q, place.r], place.turns] != [one["axial"], one["rotation"]]:
                raise Differs(f"seat {one['seat']} has its home on {place}")
        if state.stacks[RING_3].count != setup["ring_III_count"]:
            raise Differs("the stack of ring III is another one")
        flow.then(SettleHomes())
        return state


class Follower:
    """Plays one recorded game again and compares."""

    def __init__(self, lines: list[Json]) -> None:
        self.setup, *self.lines = lines
        self.seats = self.setup["n"]
        self.intents: list[deque[Json]] = [deque() for _ in range(self.seats)]
        self.picks: list[deque[tuple[str, list[str]]]] = [deque() for _ in range(self.seats)]
        """What is left of an intent that answers several of our prompts: kind -> picks."""
        self.draws: deque[tuple[str, Any]] = deque(("technology", ours(tech)) for tech in self.setup["techs"])
        self.discoveries: dict[tuple[int, int], str] = {}
        self.snapshots: deque[Json] = deque()
        self.hits: deque[Any] = deque()
        self.scores: list[Json] = []
        self.winners: list[int] = []
        self.known: Json = {}
        self.answers = 0
        self.position: Position[EclipseState, EclipseStep] | None = None
        self.current: EclipseState | None = None
        for line in self.lines:
            self.sort(line)

    def sort(self, line: Json) -> None:
        """Put a line where it will be looked for."""
        kind = line["t"], line.get("k")
        if line["t"] in ("d", "f"):
            self.intents[line["s"]].append(line)
        elif line["t"] == "s":
            self.snapshots.append(line["v"])
        elif kind == ("r", "sector"):
            self.draws.append(("sector." + line["ring"], line["v"]))
        elif kind == ("r", "discovery"):
            self.discoveries[tuple(line["at"])] = ours(line["v"])
        elif kind == ("r", "reputation"):
            self.draws.extend(("reputation", value) for value in line["v"])
        elif kind == ("r", "techs"):
            self.draws.extend(("technology", ours(tech)) for tech in line["v"])
        elif kind == ("r", "dice"):
            colours = ("yellow", "orange", "red")
            self.draws.extend((f"die.{colour}", roll) for colour in colours for roll in line["v"].get(colour, ()))
        elif kind == ("x", "hits"):
            self.hits.append(line["r"])
        elif kind == ("x", "score"):
            self.scores, self.winners = line["lines"], line["winners"]

    # Chance.

    def drawn(self, why: str, items: Sequence[Any]) -> Any:
        """Give what the record draws next; a die is recorded as what it shows."""
        value = self._next(why) - 1 if why.startswith("eclipse.die.") else self._next(why)
        if value not in items:
            raise Differs(f"{value} is drawn ({why}), but cannot be")
        return value

    def _next(self, why: str) -> Any:
        wanted = why.removeprefix("eclipse.")
        if wanted.startswith("discovery."):
            assert self.current is not None
            sector = self.current.sectors[wanted.removeprefix("discovery.")]
            return self.discoveries[sector.q, sector.r]
        if not self.draws:
            raise Differs(f"we draw {wanted}, the record nothing more")
        kind, value = self.draws.popleft()
        if kind != wanted:
            raise Differs(f"we draw {wanted}, the record {kind}")
        return value

    # Looking on.

    def watched(self) -> ExitStack:
        """Look on at the moments of snapshots and at volleys, and let every question be asked."""
        stack = ExitStack()
        begun = {NextTurn: Round, NextSector: battle.Combat}
        last: list[type[Act[EclipseState]]] = []

        def watch(step: type[Act[EclipseState]], checks: bool) -> None:
            run: Callable[[Any, EclipseState, Flow[EclipseState]], None] = step.run

            def watching(this: Any, state: EclipseState, flow: Flow[EclipseState]) -> None:
                self.current = state
                # The first turn of a round and the first sector of a phase follow no turn and no sector.
                if checks and not (last and begun.get(step) is last[-1]):
                    self.compare(state)
                last.append(step)
                run(this, state, flow)

            stack.enter_context(patch.object(step, "run", watching))

        checked: tuple[type[Act[EclipseState]], ...] = (NextTurn, NextSector, Upkeep, EndOfRound, Round)
        others: tuple[type[Act[EclipseState]], ...] = (battle.Combat, SettleHomes)
        for step in checked + others:
            watch(step, checks=step in checked)
        strike = battle.strike

        def striking(state: EclipseState, shooter: int, ships: list[Target]) -> None:
            dealt = [
                [ship.group.kind, ship.taken, "destroyed" if ship.taken >= ship.left else damage + ship.taken]
                for ship in ships
                if ship.taken
                for damage in [ship.group.damage[ship.index]]
            ]
            recorded = self.hits.popleft()
            if sorted(map(str, dealt)) != sorted(map(str, recorded)):
                raise Differs(f"a volley deals {dealt}, recorded {recorded}")
            strike(state, shooter, ships)

        stack.enter_context(patch.object(battle, "strike", striking))
        stack.enter_context(patch.object(Prompt, "forced", lambda prompt: None if prompt.options else []))
        return stack

    # Playing.

    def run(self) -> None:
        """Follow to the end of the record."""
        rng = ScriptedRng("00", script=self.drawn)
        game = Recorded(self.setup)
        config = game.check_setup({}, self.seats)
        with self.watched():
            self.position, _ = game.setup(config, self.seats, rng)
            self.play(game, self.position)
        self.current = self.position.state
        self.compare(self.position.state)
        self.compare_end(game)

    def play(self, game: Game[EclipseState, EclipseStep], position: Position[EclipseState, EclipseStep]) -> None:
        """Answer as the record does until nobody is asked any more."""
        while waiting := game.waiting(position):
            seat = waiting[0]
            self.current = position.state
            prompt = game.prompt(position, seat)
            at = f"round {self.current.round}, seat {seat}, {prompt.kind}"
            try:
                picks = self.answer(prompt)
                game.answer(position, seat, picks)
            except RulesError as error:
                raise Differs(f"{at}: {picks}: {error.text.id}") from error
            except (LookupError, ValueError) as error:
                raise Differs(f"{at}: {error!r}; next: {list(self.intents[seat])[:2]}") from error
            except Differs as difference:
                raise Differs(f"{at}: {difference}") from difference
            self.answers += 1

    def sector_at(self, place: Any) -> Sector:
        assert self.current is not None
        return next(one for one in self.current.sectors.values() if [one.q, one.r] == list(place))

    def name(self, place: Any) -> str:
        """Name what a record names by its position: a sector, or the track."""
        return "track" if place == "track" else self.sector_at(place).id

    def answer(self, prompt: Prompt) -> list[str]:
        """Choose the answer to a prompt."""
        mine, queue = self.picks[prompt.seat], self.intents[prompt.seat]
        # Our upgrade ends by itself with the last part.
        while prompt.kind != "upgrade" and queue and queue[0]["k"] == "upgrade" and queue[0]["left"] == 0:
            queue.popleft()
        if prompt.kind == "move-to" and (not mine or mine[0][0] != "move-to"):
            return ["stop"]
        if prompt.kind == "cube":  # It may come in the middle of a ship's way.
            line = self.cube_line(prompt)
            self.compare_options(prompt, line)
            return [str(line["a"])]
        if not mine and not self.next_intent(prompt):
            return ["done"]
        kind, picks = mine.popleft()
        if kind != prompt.kind:
            raise Differs(f"the record answers {kind}: {picks}")
        if kind == "colony-square":
            return [self.square(picks[0], {option.id for option in prompt.legal})]
        return picks

    def cube_line(self, prompt: Prompt) -> Json:
        """Take the recorded line of a cube that comes home.

        One of a sector given up early in the upkeep may stand behind one that a bankrupt partner's ambassador brings.
        """
        queue = self.intents[prompt.seat]
        passed = 0
        while prompt.so_far and self.of_ambassador(queue[passed]):
            passed += 1
        line = queue[passed]
        if line["k"] != "cube_home":
            raise Differs(f"the record goes on with {line}")
        del queue[passed]
        return line

    @staticmethod
    def of_ambassador(line: Json) -> bool:
        """Whether a recorded line is of a cube that comes home with an ambassador."""
        return bool(line["k"] == "cube_home" and line["why"] == "ambassador")

    @staticmethod
    def square(pick: str, legal: set[str]) -> str:
        """Find the square that a cube goes to: of two equal ones the first, without its colour where none is asked."""
        square, _, track = pick.partition("-")
        alike = [one for one in (square, square + "2") if {one, f"{one}-{track}"} & legal]
        return alike[0] if alike and alike[0] in legal else f"{(alike or [square])[0]}-{track}"

    def next_intent(self, prompt: Prompt) -> bool:
        """Turn the next recorded line into picks; False where the seat does nothing more at this prompt."""
        queue = self.intents[prompt.seat]
        kind = prompt.kind
        skipped: list[Json] = []
        if kind == "upkeep":  # Cubes that come back from a bankrupt partner are asked for later in our game.
            while queue and self.of_ambassador(queue[0]):
                skipped.append(queue.popleft())
        line = queue[0] if queue else None
        takes = line is not None and self.takes(prompt, line)
        if takes:
            assert line is not None
            queue.popleft()
            if line["t"] == "d" and "o" in line:
                self.compare_options(prompt, line)
            self.picks[prompt.seat].extend(self.read(kind, line))
        queue.extendleft(reversed(skipped))
        return takes or kind not in (*OWN_WINDOW, "finish")

    def takes(self, prompt: Prompt, line: Json) -> bool:
        """Whether a recorded line is for a prompt of ours that has windows."""
        kind = prompt.kind
        if line["t"] == "f":
            if kind in OWN_WINDOW:
                return bool(line["w"] == OWN_WINDOW[kind])
            return kind in WITHIN and line["w"] not in OWN_WINDOW.values()
        if kind == "upkeep":  # What is lacking only when that cube has come back is found later, too.
            return bool(line["k"] == "relief") and all(option.id != "done" for option in prompt.legal)
        return kind not in ("finish", "offers")

    def read(self, kind: str, line: Json) -> list[tuple[str, list[str]]]:
        """Turn a recorded line into the picks that it stands for."""
        reader = getattr(self, f"read_{line['k']}", None)
        if reader is not None:
            found: list[tuple[str, list[str]]] = reader(kind, line["a"], line)
            return found
        simple: dict[str, str] = {"draw_second": "second", "free_tech": "free-technology", "cube_home": "cube"}
        answer = line["a"]
        if line["k"] in ("fight", "stalemate") and isinstance(answer, list):
            return [(line["k"], [f"retreat-{self.name(answer[1])}"])]
        kind = str(line["k"])
        return [(simple.get(kind, kind), [ours(answer)])]

    def read_explore(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        return [("explore", ["done" if answer == "done" else place_name(tuple(answer))])]

    def read_place(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        return [("place", ["discard" if answer == "discard" else f"{answer[0]}-{answer[1]}"])]

    def read_discovery(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        return [("discovery", ["keep" if answer == "vp" else "use"])]

    def read_ancient_part(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        return [("ancient-part", ["store" if answer == "store" else f"{answer[0]}-{answer[1] + 1}"])]

    def read_influence(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        if answer == "done":
            return [("influence", ["done"])]
        return [("influence", [self.name(answer[0])]), ("influence-to", [self.name(answer[1])])]

    def read_artifact(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        return [("artifact", [track]) for track, n in zip(TRACKS, answer, strict=True) for _ in range(n)]

    def read_upgrade(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        if answer == "done":
            return [("upgrade", ["done"])]
        part = "remove" if answer[0] == "remove" else ours(answer[3])
        return [("upgrade", [answer[1]]), ("upgrade-slot", [str(answer[2] + 1)]), ("upgrade-part", [part])]

    def read_build(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        if answer == "done":
            return [("build", ["done"])]
        return [("build", [answer[0]]), ("build-at", [self.name(answer[1:])])]

    def read_move(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        if answer == "done":
            return [("move", ["done"])]
        ship, start, path = answer
        steps = [("move-to", [self.name(place)]) for place in path]
        return [("move", [ONE_OF[ship]]), ("move-from", [self.name(start)]), *steps]

    def read_answer(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        if not answer["yes"]:
            return [("offer", ["no"])]
        return [("offer", ["yes"]), *self._cube_and_tile(answer)]

    def read_propose(self, kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        assert self.current is not None
        species = self.current.players[answer["to"]].species
        return [(kind, ["propose"]), ("propose", [species]), *self._cube_and_tile(answer)]

    @staticmethod
    def _cube_and_tile(answer: Any) -> list[tuple[str, list[str]]]:
        tile = answer.get("return")
        return [("ambassador-cube", [answer["cube"]]), *([("return-tile", [str(tile)])] if tile is not None else [])]

    def read_colony(self, kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        track, q, r, square = answer
        sector = self.sector_at((q, r))
        name = square if square == "orbital" else SECTORS[sector.id].squares[square]
        return [(kind, ["colony"]), ("colony", [sector.id]), ("colony-square", [f"{name}-{track}"])]

    def read_trade(self, kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        return [(kind, ["trade"]), ("trade", [f"{answer[0]}-{answer[1]}"]), ("trade-amount", ["1"])]

    def read_flip(self, kind: str, _answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        return [(kind, ["flip"])]

    def read_relief(self, kind: str, answer: Any, line: Json) -> list[tuple[str, list[str]]]:
        if answer[0] == "trade":
            return self.read_trade(kind, answer[1], line)
        return [(kind, [self.name(answer[1])])]

    def read_reputation(self, _kind: str, answer: Any, _line: Json) -> list[tuple[str, list[str]]]:
        return [("reputation", [self.kept(answer)])]

    @staticmethod
    def kept(answer: Any) -> str:
        if answer == "none":
            return "none"
        return str(answer[0]) if answer[1] is None else f"{answer[0]}-for-{answer[1]}"

    def read_victims(self, _kind: str, answer: Any, line: Json) -> list[tuple[str, list[str]]]:
        """Name the victims; of two squares that are alike the first with a cube stands for either."""
        squares = SECTORS[self.sector_at(line["at"]).id].squares
        names: list[str] = []
        with_cubes = [one for one in line["of"] if one != "orbital"]
        for victim in answer:
            if victim == "orbital":
                names.append("orbital")
                continue
            alike = [one for one in with_cubes if squares[one] == squares[victim]]
            taken = sum(name.rstrip("2") == squares[victim] for name in names)
            first = squares.index(squares[victim])
            names.append(squares[victim] + ("2" if alike[taken] != first and self._second(line, alike[taken]) else ""))
        return [("victims", names)]

    def _second(self, line: Json, square: int) -> bool:
        sector = self.sector_at(line["at"])
        return square in sector.cubes and square != SECTORS[sector.id].squares.index(SECTORS[sector.id].squares[square])

    # Comparing.

    def compare_options(self, prompt: Prompt, line: Json) -> None:
        """Compare what we offer with what the record lists."""
        theirs = self.offered(line)
        if theirs is None:
            return
        mine = self.offers(prompt, line["k"])
        if mine != theirs:
            raise Differs(f"we offer {sorted(mine - theirs)} more and {sorted(theirs - mine)} less")

    def offers(self, prompt: Prompt, kind: str) -> set[str]:
        """What we offer, as far as the record lists such things."""
        assert self.current is not None
        state, seat = self.current, prompt.seat
        # The record asks step by step, as former options do; those that ask for several at once are left out.
        legal = {option.id for option in prompt.options if option.refusal is None}
        if kind in ("build", "influence"):
            legal = {id for id in legal if "-" not in id or id == "give-up"}
        if kind == "build":
            sectors = [one for one in state.sectors.values() if one.disc == seat]
            found = {
                f"{item} {sector.id}"
                for item in build.ITEMS
                if item in legal
                for sector in sectors
                if build.takes(sector, item)
            }
            return found | (legal & {"done"})
        if kind == "influence":
            found = set(legal & {"done"})
            for origin in legal - {"done", "colony", "trade", "flip", "propose"}:
                to = {*influence.targets(state, seat, origin), *(() if origin == "track" else ("track",))} - {origin}
                found |= {f"{origin} {one}" for one in to}
            return found
        return legal - {"colony", "trade", "flip", "propose", "give-up", "attack-on", "attack-half"}

    def offered(self, line: Json) -> set[str] | None:
        """What the record lists, in our names; None where it lists other things."""
        kind, options = line["k"], line["o"]
        if kind in ("relief", "upgrade", "artifact", "victims", "move"):
            return None
        if kind == "build":
            return {one if one == "done" else f"{one[0]} {self.name(one[1:])}" for one in options}
        if kind == "influence":
            return {one if one == "done" else f"{self.name(one[0])} {self.name(one[1])}" for one in options}
        if kind == "reputation":
            return {self.kept(one) for one in options}
        if kind == "answer":
            return None
        return {pick for one in options for _, picks in self.read(kind, {**line, "a": one}) for pick in picks}

    def compare(self, state: EclipseState) -> None:
        """Compare the whole state with the next snapshot."""
        if not self.snapshots:
            raise Differs("we have come to one more snapshot than the record")
        self.known.update(self.snapshots.popleft())
        wrong = [*self.compare_table(state)]
        for seat, me in enumerate(state.players):
            wrong += self.compare_player(seat, me)
        places = {f"{one.q},{one.r}": one for one in state.sectors.values()}
        recorded = {key for key in self.known if "," in key}
        if set(places) != recorded:
            wrong.append(f"sectors on {sorted(set(places) ^ recorded)}")
        else:
            for key, sector in places.items():
                wrong += self.compare_sector(sector, self.known[key])
        if wrong:
            raise Differs("; ".join(wrong))

    @staticmethod
    def same(what: str, mine: Json, theirs: Json) -> list[str]:
        return [f"{what}: {key} is {mine[key]}, recorded {theirs[key]}" for key in mine if mine[key] != theirs[key]]

    def compare_table(self, state: EclipseState) -> list[str]:
        theirs = self.known["game"]
        face_down = sum(one.discovery for one in state.sectors.values())
        mine = {
            "start": state.start,
            "supply": dict(state.supply),
            "bag": sum(state.bag.values()),
            "stacks": {ring: stack.count for ring, stack in state.stacks.items()},
            "discards": {ring: sorted(stack.discards) for ring, stack in state.stacks.items()},
            "discovery_left": sum(state.discoveries.values()) - face_down,
            "reputation_bag": [state.reputation[value] for value in (1, 2, 3, 4)],
            "structures_left": state.structures,
        }
        recorded = {
            **theirs,
            "supply": {ours(tech): n for tech, n in theirs["supply"].items()},
            "discards": {ring: sorted(tiles) for ring, tiles in theirs["discards"].items()},
        }
        return self.same("table", mine, recorded)

    def compare_player(self, seat: int, me: Player) -> list[str]:
        theirs = self.known[f"p{seat}"]
        if theirs.get("out", False) or me.out:
            return self.same(f"seat {seat}", {"out": me.out}, {"out": theirs.get("out", False)})
        mine = {
            "storage": [me.goods[track] for track in TRACKS],
            "discs": me.discs,
            "spare": me.spare,
            "on_actions": me.actions,
            "cubes": [me.cubes[track] for track in TRACKS],
            "graveyard": [me.graveyard[track] for track in TRACKS],
            "techs": sorted(me.technologies),
            "placed": me.placed,
            "stored": sorted(me.stored),
            "colony": me.colony,
            "reputation": sorted(me.reputation),
            "partners": sorted(me.partners),
            "discovery_vp": sorted(me.discoveries),
            "passed": me.passed,
            "traitor": me.traitor,
        }
        recorded = {
            **theirs,
            "techs": sorted(map(ours, theirs["techs"])),
            "placed": {kind: [ours(part or "") for part in tiles] for kind, tiles in theirs["placed"].items()},
            "stored": sorted(map(ours, theirs["stored"])),
            "reputation": sorted(theirs["reputation"]),
            "partners": sorted(theirs["partners"]),
            "discovery_vp": sorted(map(ours, theirs["discovery_vp"])),
            "traitor": theirs.get("traitor", False),
        }
        return self.same(f"seat {seat}", mine, recorded)

    def compare_sector(self, sector: Sector, theirs: Json) -> list[str]:
        squares = SECTORS[sector.id].squares
        orbital = None if not sector.orbital else int(sector.orbital_cube)
        mine = {
            "id": sector.id,
            "rot": sector.turns,
            "disc": None if sector.disc == NOBODY else sector.disc,
            "cubes": sorted(squares[index] for index in sector.cubes),
            "orbital": orbital,
            "monolith": sector.monolith,
            "ancients": sector.ancients,
            "gcds": sector.gcds,
            "discovery": self.discoveries[sector.q, sector.r] if sector.discovery else None,
            "ships": {str(seat): ships for seat, ships in sector.ships.items()},
            "entry": list(sector.ships),
        }
        recorded = {
            "orbital": None,
            "monolith": False,
            "ancients": 0,
            "gcds": False,
            "ships": {},
            "entry": [],
            **theirs,
            "cubes": sorted(squares[index] for index in theirs["cubes"]),
            "discovery": ours(theirs["discovery"]) if theirs.get("discovery") else None,
        }
        return self.same(sector.id, mine, recorded)

    def compare_end(self, game: Recorded) -> None:
        """Nothing is left of the record, and the score is the same."""
        assert self.position is not None
        left = [line for queue in self.intents for line in queue]
        for what, rest in (
            ("answers", left),
            ("draws", self.draws),
            ("snapshots", self.snapshots),
            ("hits", self.hits),
        ):
            if rest:
                raise Differs(f"our game is over, but the record has {len(rest)} more {what}: {list(rest)[:2]}")
        for seat, theirs in enumerate(self.scores):
            mine = score(self.position.state, seat)
            wrong = self.same(f"score of seat {seat}", {LINES[key]: mine[key] for key in LINES}, theirs)
            if wrong:
                raise Differs("; ".join(wrong))
        winners = [one.seat for one in game.standings(self.position) if one.winner]
        if winners != self.winners:
            raise Differs(f"seats {winners} win, recorded {self.winners}")


def follow(path: Path) -> str | None:
    """Follow a recorded game; say where it differs, or None."""
    return outcome(lambda: Follower(load(path)).run())
