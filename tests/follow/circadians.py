"""Following a recorded game of Circadians: First Light.

Chance draws what the record says; each recorded decision is read as answers to our prompts; where the record lists what
could be chosen, our legal options must be the same. The table is compared after the setup and after every phase, the
score line by line.

The games were played with Orrery's first set. The record asks differently in some places: where a die goes is one
answer there and several here, items and first trades are asked after the place, and C4's trades are a question of their
own. What has one possible answer is sometimes asked on one side only. An advance needs its token alone there
(`Rules.advance_by_token`, see docs/circadians.md).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rules.circadians.boards import (
    Case,
    academy_spots,
    case_of,
    depot_rows,
    lab_refusal,
    market_rates,
    market_spaces,
    mine_spots,
    negotiation_spots,
    pairs,
    refusal,
)
from rules.circadians.effects import PLACES
from rules.circadians.game import CircadiansGame, CircadiansStep
from rules.circadians.goods import Goods, letters
from rules.circadians.means import HQ, Means
from rules.circadians.scoring import tie_break
from rules.circadians.sets import FIRST_SET
from rules.circadians.state import CircadiansState, Die, Player, Rules
from rules.circadians.steps.action import Send
from rules.circadians.steps.trading import rate_of
from rules.kernel.errors import RulesError
from rules.kernel.game import Position
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Flow
from rules.kernel.text import Text
from tests.follow.recorded import Differs, load, outcome
from tests.table import ScriptedRng

Json = dict[str, Any]
Intent = tuple[str, list[str]]

KINDS = {"I": "item", "E": "event", "F": "farm", "U": "up", "C": "char"}
REWARDS = dict(zip(("A1", "A2", "A3", "A4", "A5", "A6"), ("5w", "3a", "2p", "1g", "items", "die"), strict=True))
PENALTIES = dict(zip(("S1", "S2", "S3", "S4", "S5", "S6"), ("4w", "2a", "1p", "1g", "item", "die"), strict=True))
MARKET = {"L": "left", "M": "middle", "R": "right", "X": "any"}
PLACE = {
    "negotiation": "negotiate", "depository": "depot", "headquarters": "hq", "mining_camp": "mine",
    "laboratory": "lab", "foundry": "foundry", "control_room": "control", "market": "market", "academy": "academy",
}  # fmt: skip


def ours(id: str) -> str:
    """Our id of a recorded card or tile.

    >>> ours("I07"), ours("C3")
    ('item-7', 'char-3')
    """
    return f"{KINDS[id[0]]}-{int(id[1:])}"


class FollowedFlow(Flow[CircadiansState]):
    """Lets the follower look on when a phase begins, before the rules go on."""

    follower: ClassVar[Follower]

    def tell(self, kind: str, text: Text, *, seat: int | None = None, to: Sequence[int] | None = None) -> None:
        super().tell(kind, text, seat=seat, to=to)
        if kind in ("round", "phase", "over"):
            self.follower.told(kind)


class Recorded(CircadiansGame):
    """The game with the switch that the recorded games need."""

    flow_type = FollowedFlow

    def __init__(self, follower: Follower) -> None:
        super().__init__(FIRST_SET)
        self.follower = follower

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[CircadiansState]) -> CircadiansState:
        state = super().begin(config, seats, flow)
        state.rules = Rules(advance_by_token=True)
        self.follower.state = state
        return state


class Follower:
    """Plays one recorded game again and compares."""

    def __init__(self, lines: list[Json]) -> None:
        self.setup = lines[0]
        self.lines = lines
        self.decisions = [line for line in lines if line["t"] == "decision"]
        self.recorded_states = deque(line for line in lines if line["t"] == "state")
        self.draws = self._draws()
        self.state: CircadiansState | None = None
        self.forced: deque[tuple[int, str]] = deque()
        self.at = 0
        self.compared = 0
        """Questions whose options were compared."""
        FollowedFlow.follower = self
        self.game = Recorded(self)
        self.position: Position[CircadiansState, CircadiansStep]
        self.position, outcome = self.game.setup({}, self.setup["players"], ScriptedRng("00", script=self.drawn))
        self.note(outcome.forced)

    # Chance.

    def _draws(self) -> dict[str, deque[Any]]:
        setup = self.setup
        draws: dict[str, deque[Any]] = defaultdict(deque)
        draws["side"].append(setup["planet_side"].lower())
        draws["start"].append(setup["start_player"])
        for column, side in setup["clan_sides"].items():
            draws[f"clan:{column}"].append(side.lower())
        for stack, tiles in enumerate(setup["farm_stacks"]):
            draws[f"farm:{stack}"].extend(map(ours, tiles))
        for kind, tiles in setup["upgrade_stacks"].items():
            draws[f"upgrade:{kind}"].extend(map(ours, tiles))
        for seat, dealt in enumerate(setup["characters_dealt"]):
            draws[f"character:{seat}"].extend(map(ours, dealt))
        draws["item"].extend(map(ours, setup["item_deck"]))
        draws["event"].extend(map(ours, setup["event_deck"]))
        for corner, value in setup["caches"].items():
            draws[f"cache:{corner.lower()}"].append(value)
        for line in self.lines:
            if line["t"] == "event" and line["k"] == "roll":
                draws[f"roll:{line['seat']}"].extend(line["faces"])
            elif line["t"] == "event" and line["k"] == "reshuffle":
                draws["item"].extend(map(ours, line["deck"]))
        return draws

    def _next(self, why: str) -> Any:
        name = why.removeprefix("circadians.")
        queue = self.draws["item" if name.startswith("item:") else name]
        if not queue:
            raise Differs(f"the record has no more draw of {why}")
        return queue.popleft()

    def drawn(self, why: str, items: Sequence[Any]) -> Any:
        """Give what the record draws next; a die is recorded as what it shows."""
        item = self._next(why) - 1 if why.startswith("circadians.roll:") else self._next(why)
        if item not in items:
            raise Differs(f"{item} cannot be drawn as {why}")
        return item

    # Answers.

    def run(self) -> None:
        """Follow to the end of the record."""
        while self.at < len(self.decisions):
            decision = self.decisions[self.at]
            try:
                for kind, picks in self.read(decision):
                    self.answer(decision["seat"], kind, picks, decision)
            except (RulesError, AssertionError, LookupError, ValueError, StopIteration) as error:
                text = str(error.text) if isinstance(error, RulesError) else repr(error)
                raise Differs(f"decision {decision['i']} ({decision['kind']}): {text}") from error
            except Differs as difference:
                raise Differs(f"decision {decision['i']} ({decision['kind']}): {difference}") from difference
            self.at += 1
        self.compare_end()

    def note(self, forced: Sequence[Any]) -> None:
        self.forced.extend((one.seat, pick) for one in forced for pick in one.picks)

    def answer(self, seat: int, kind: str, picks: list[str], decision: Json) -> None:
        """Give an answer, or see that it was taken already as the only one."""
        asked = seat in self.game.waiting(self.position) and self.game.prompt(self.position, seat)
        if asked and asked.kind == kind and not (kind == "send" and (seat, picks[0]) in self.forced):
            self.compare_options(asked, decision)
            outcome = self.game.answer(self.position, seat, picks)
            self.forced.clear()
            self.note(outcome.forced)
            return
        for pick in picks:
            if (seat, pick) not in self.forced:
                raise Differs(f"{kind} {pick} is not asked of seat {seat}, but {asked and asked.kind}")
            self.forced.remove((seat, pick))

    def peek(self, kind: str, seat: int) -> Json | None:
        """The next decision, if it is this one; it counts as read."""
        if self.at + 1 < len(self.decisions):
            found = self.decisions[self.at + 1]
            if found["kind"] == kind and found["seat"] == seat:
                self.at += 1
                return found
        return None

    def read(self, decision: Json) -> list[Intent]:
        """Read a decision as answers to our prompts: their kinds and picks."""
        answer = decision["answer"]
        match decision["kind"]:
            case "character" | "draft" as kind:
                return [(kind, [ours(answer)])]
            case "assign":
                garages = [f"{face}>g{n}" for n, face in enumerate(answer["garages"], 1)]
                farms = [f"{face}>f{n}" for n, face in answer["farms"].items()]
                return [("plan", [pick]) for pick in (*garages, *farms)]
            case "hq_die" | "garage_die":
                return self.read_die(decision)
            case "trade":
                return self.read_trade(decision)
            case "pay":
                return [("pay", [letters(Goods(**answer))])]
            case "direction":
                direction, n = answer.lower().split(":")
                return [("direction", [direction if n == "1" else f"{direction}-{n}"])]
            case "setback":
                token, penalty = answer.split(">")
                return [("setback", [token.replace("_", "-")]), ("penalty", [PENALTIES[penalty]])]
            case "discard_items":
                return [("discard", [ours(item) for item in answer])]
            case _:
                return [self.read_simple(decision["kind"], answer)]

    def read_simple(self, kind: str, answer: str) -> Intent:
        """Read a decision that is one answer here too."""
        match kind:
            case "move" | "clan":
                return kind, [answer.lower()]
            case "advance":
                return kind, [REWARDS.get(answer, answer)]
            case "take_farm":
                return "farm", [ours(answer)]
            case "remove_farm" | "remove_upgrade":
                letter = "f" if kind == "remove_farm" else "g"
                pick = answer if answer == "keep" else letter + answer.split(":", maxsplit=1)[0]
                return kind.replace("_", "-"), [pick]
            case "lose_item":
                return "lose-item", [ours(answer)]
            case "lose_die":
                place, _, n = answer.partition(":")
                return "lose-die", [place[0] + n if n else place]
            case "hq_reward":
                return "hq", [answer]
            case "farm_choice":
                return "harvest", [answer]
            case _:
                raise Differs(f"the decision {kind} is unknown")

    def read_die(self, decision: Json) -> list[Intent]:
        """Read where a die goes, with what the record asks later and our prompts at once."""
        answer, seat = decision["answer"], decision["seat"]
        if answer in ("canteen", "recall"):
            return [("send", [answer])]
        value, _, target = answer.partition(">")
        place, _, where = target.partition(":")
        intents: list[Intent] = []
        if int(value) != decision["ctx"]["face"]:
            intents.append(("send", [f"to-{value}"]))
        intents.append(("send", [PLACE[place]]))
        match place:
            case "negotiation":
                intents.append(("negotiate", [where.replace(":", "-")]))
            case "depository":
                asked = self.peek("play_item", seat)
                item = ours(asked["answer"]) if asked is not None else self.only_item(decision, int(value))
                intents += [("item", [item]), ("row", [where])]
            case "mining_camp":
                intents.append(("mine", [where]))
            case "laboratory":
                intents.append(("pair", [where]))
            case "market":
                trade = self.peek("trade", seat)
                assert trade is not None
                rate = self.rate(trade["answer"])
                intents += [("market", [rate]), ("market-space", [MARKET[where]]), ("times", ["x1"])]
            case "academy":
                intents.append(("academy", [self.academy(seat, int(value), where, self.peek("academy", seat))]))
        return intents

    def sending(self, decision: Json, value: int) -> Case:
        """The case of a recorded die with a value."""
        assert self.state is not None
        means = Means(self.state, decision["seat"])
        source = decision["ctx"].get("garage", HQ)
        case = case_of(means, Send(decision["seat"], source).sending(means, value))
        assert isinstance(case, Case)
        return case

    def only_item(self, decision: Json, value: int) -> str:
        """The one item that can be played."""
        case = self.sending(decision, value)
        payable = [
            item
            for item in case.means.me.hand
            if any(
                all(a >= b for a, b in zip(case.have.amounts, price.amounts, strict=True))
                for price in case.prices("depot", case.means.parts.items[item].cost)
            )
        ]
        assert len(payable) == 1
        return payable[0]

    def academy(self, seat: int, value: int, number: str, asked: Json | None) -> str:
        """Our answer for a space of the academy; where the record does not ask, one die is all that can be had."""
        assert self.state is not None
        fits = [n for n, one in enumerate(Means(self.state, seat).boards.academy, 1) if value in one.values]
        suffix = "" if fits[0] == int(number) else f"-{number}"
        if asked is not None:
            return f"{asked['answer']}{suffix}"
        return f"one{suffix}"

    def rate(self, answer: str) -> str:
        """Our id of a recorded trade."""
        assert self.state is not None
        give, get = answer.split(">")
        rates = self.state.parts.rates
        return next(one.id for one in rates if getattr(one.give, give) and getattr(one.get, get))

    def read_trade(self, decision: Json) -> list[Intent]:
        """Read a trade; the first one of a character is an answer about the die here."""
        assert self.state is not None
        first = decision["ctx"]["source"].startswith("C") and not self.state.players[decision["seat"]].traded
        if decision["answer"] == "stop":
            return [] if first else [("trade", ["stop"])]
        intents: list[Intent] = [("send", ["trade"])] if first else []
        return [*intents, ("trade", [self.rate(decision["answer"])]), ("times", ["x1"])]

    # Options.

    def compare_options(self, prompt: Prompt, decision: Json) -> None:
        """Compare what can be chosen with what could be chosen in the record."""
        mine = {option.id for option in prompt.options if option.refusal is None}
        if prompt.kind == "send":
            if decision["kind"] == "trade" or not self.fresh(prompt.seat):
                return
            mine, theirs = self.targets(decision), set(decision["options"])
        elif decision["kind"] in ("assign", "hq_die", "garage_die") or prompt.kind == "times":
            return  # Compared as a whole, or only counted in the record.
        else:
            theirs = self.offered(prompt.kind, decision, mine)
        self.compared += 1
        if mine != theirs:
            raise Differs(f"{prompt.kind}: only here {sorted(mine - theirs)}, only recorded {sorted(theirs - mine)}")

    def offered(self, kind: str, decision: Json, mine: set[str]) -> set[str]:
        """The recorded options of a decision as the ids of ours."""
        options = decision["options"]
        match decision["kind"]:
            case "trade":  # To stop before the first free trade is to leave it here.
                return {one if one == "stop" else self.rate(one) for one in options if one != "stop" or one in mine}
            case "setback":
                token = decision["answer"].partition(">")[0]
                if kind == "penalty":
                    return {PENALTIES[one.partition(">")[2]] for one in options if one.partition(">")[0] == token}
                return {one.partition(">")[0].replace("_", "-") for one in options}
            case "pay":
                return {letters(Goods(**one)) for one in options}
            case "direction":
                return {one.lower().replace(":1", "").replace(":", "-") for one in options}
            case "discard_items" | "character" | "draft":
                return {ours(one) for one in options}
            case _:
                return {self.read_simple(decision["kind"], one)[1][0] for one in options}

    def fresh(self, seat: int) -> bool:
        """Whether the die that is asked about has not been turned yet."""
        top = self.position.stack[-1]
        return isinstance(top, Send) and top.seat == seat and not top.value

    def targets(self, decision: Json) -> set[str]:
        """Everything that a die could do, as the record writes it."""
        top = self.position.stack[-1]
        assert isinstance(top, Send)
        assert self.state is not None
        means = Means(self.state, top.seat)
        face = means.face(top.source)
        found = {one.id for one in top.staying(means) if one.refusal is None}
        for value in (face, *top.values(means)):
            case = case_of(means, top.sending(means, value))
            if isinstance(case, Case):
                found |= {f"{value}>{target}" for target in targets(case)}
        return found

    # Comparing.

    def told(self, kind: str) -> None:
        """A phase begins: the table is as it was after the one before."""
        assert self.state is not None
        before = {"hq": "planning", "garages": "hq", "harvest": "garages", "rest": "harvest"}
        after = before[self.state.phase] if kind == "phase" else "rest"
        if kind == "round" and self.state.round == 1:
            after = "setup"
        theirs = self.recorded_states.popleft()
        if theirs["after"] != after:
            raise Differs(f"our game is after {after}, the record after {theirs['after']}")
        try:
            self.compare(theirs)
        except Differs as difference:
            raise Differs(f"after {theirs['after']} of round {theirs['round']}: {difference}") from difference

    def compare(self, line: Json) -> None:
        """Compare the whole table."""
        state, theirs = self.state, line["state"]
        assert state is not None
        mine = table(state)
        expected = recorded_table(theirs, caches_open=theirs["caches_open"])
        deck = [ours(item) for item in theirs["item_deck"]]
        mine["deck"] = (sorted(state.deck), state.under)
        cut = len(deck) - len(state.under)
        expected["deck"] = (sorted(deck[:cut]), deck[cut:])
        if line["after"] == "setup":
            expected["event"] = state.event
        for key, value in expected.items():
            if mine[key] != value:
                raise Differs(f"{key} is {mine[key]}, recorded {value}")
        for seat, (one, record) in enumerate(zip(state.players, theirs["players"], strict=True)):
            us, them = player_table(one), recorded_player(record)
            if line["after"] == "rest":
                us["traded"] = them["traded"]
            for key, value in them.items():
                if us[key] != value:
                    raise Differs(f"seat {seat}: {key} is {us[key]}, recorded {value}")

    def compare_end(self) -> None:
        """Compare the scores."""
        assert self.state is not None
        if not self.game.over(self.position):
            raise Differs(f"the record ends, our game asks {self.game.prompts(self.position)}")
        if self.recorded_states:
            raise Differs("the record has more phases than our game")
        standings = self.game.standings(self.position)
        end = self.lines[-1]
        for line in self.lines:
            if line["t"] == "score":
                standing = standings[line["seat"]]
                points = sorted(one.points for one in standing.lines)
                recorded = sorted(one[2] for one in line["lines"])
                if (points, standing.total) != (recorded, line["total"]):
                    raise Differs(f"seat {line['seat']} scores {points}, recorded {recorded}")
        result = {
            "totals": [one.total for one in standings],
            "ranks": [one.rank for one in standings],
            "winners": [one.seat for one in standings if one.winner],
            "tiebreak": [list(tie_break(self.state, seat)) for seat in range(len(standings))],
        }
        for key, value in result.items():
            if end[key] != value:
                raise Differs(f"{key} are {value}, recorded {end[key]}")


def targets(case: Case) -> set[str]:
    """Everything that a die of one value could do on a board, as the record writes it."""
    found: set[str] = set()
    state = case.means.state
    theirs = {place: name for name, place in PLACE.items()}
    market = {id: name for name, id in MARKET.items()}
    for place in PLACES:
        if refusal(case, place) is not None:
            continue
        name = theirs[place]
        match place:
            case "negotiate":
                spots = [spot.id.replace("-", ":") for spot in negotiation_spots(case) if spot.refusal is None]
            case "depot":
                spots = [spot.id for spot in depot_rows(case) if spot.refusal is None]
            case "mine":
                spots = [spot.id for spot in mine_spots(case) if spot.refusal is None]
            case "academy":
                spots = [spot.id.split("-")[0] for spot in academy_spots(case) if spot.refusal is None]
            case "market":
                rates = [rate_of(state, spot.id) for spot in market_rates(case) if spot.refusal is None]
                spots = [
                    market[space.id] for rate in rates for space in market_spaces(case, rate) if space.refusal is None
                ]
            case "lab":
                both = [(pair, case_of(case.means, pair)) for pair in pairs(case)]
                able = [pair for pair, one in both if isinstance(one, Case) and lab_refusal(one) is None]
                spots = ["hq" if pair.second == HQ else "garage" for pair in able]
            case _:
                found.add(name)
                continue
        found |= {f"{name}:{spot}" for spot in spots}
    return found


def _dice(dice: Sequence[Die | None]) -> list[Any]:
    return [None if die is None else [die.seat, die.value] for die in dice]


def table(state: CircadiansState) -> Json:
    """What lies on the table, in a form that both sides have."""
    return {
        "start": state.start,
        "event": state.event,
        "discards": state.discards,
        "farms": state.farms,
        "farms under": state.farms_under,
        "upgrades": state.upgrades,
        "upgrades under": state.upgrades_unseen,
        "caches": state.caches,
        "tokens": [list(at) for at in state.tokens],
        "negotiation": {column: _dice(dice) for column, dice in state.negotiation.items()},
        "advances": state.advances,
        "setbacks": state.setbacks,
        "depository": {row: _dice(dice) for row, dice in state.depository.items()},
        "hq": _dice(state.hq),
        "mine": [_dice(dice) for dice in state.mine],
        "lab": _dice(state.lab),
        "foundry": _dice(state.foundry),
        "control": _dice(state.control),
        "market": {space: _dice(dice) for space, dice in state.market.items()},
        "academy": [_dice(dice) for dice in state.academy],
    }


def recorded_table(theirs: Json, *, caches_open: bool) -> Json:
    """The recorded table in that form."""

    def by_number(id: str) -> tuple[int, str]:
        return len(ours(id)), ours(id)

    return {
        "start": theirs["start"],
        "event": ours(theirs["event"]) if theirs["event"] else "",
        "discards": [ours(item) for item in sorted(theirs["item_discard"], key=by_number)],
        "farms": [ours(stack[0]) if stack else "" for stack in theirs["farm_stacks"]],
        "farms under": [max(0, len(stack) - 1) for stack in theirs["farm_stacks"]],
        "upgrades": {kind: ours(stack[0]) if stack else "" for kind, stack in theirs["upgrade_stacks"].items()},
        "upgrades under": {
            kind: [ours(tile) for tile in sorted(stack[1:], key=by_number)]
            for kind, stack in theirs["upgrade_stacks"].items()
        },
        "caches": {corner.lower(): vp for corner, vp in theirs["caches"].items()} if caches_open else {},
        "tokens": [[q, r] for q, r, _token in theirs["planet_tokens"]],
        "negotiation": theirs["negotiation"],
        "advances": {REWARDS[reward]: value for reward, value in theirs["advances_used"].items()},
        "setbacks": {PENALTIES[one]: token.replace("_", "-") for one, token in theirs["setbacks_used"].items()},
        "depository": theirs["depository"],
        "hq": theirs["headquarters"],
        "mine": theirs["mining_camp"],
        "lab": [die for entry in theirs["laboratory"] for die in (entry if isinstance(entry[0], list) else [entry])],
        "foundry": theirs["foundry"],
        "control": theirs["control_room"],
        "market": {MARKET[space]: dice for space, dice in theirs["market"].items()},
        "academy": theirs["academy"],
    }


def player_table(one: Player) -> Json:
    """One player, in a form that both sides have."""
    return {
        "character": one.character,
        "resources": list(one.goods.amounts),
        "harvester": list(one.harvester),
        "dice": [one.supply, one.ready, one.waiting, one.canteen],
        "garages": one.garages,
        "farm dice": one.farm_dice,
        "upgrades": one.upgrades,
        "farms": one.farms,
        "hand": sorted(one.hand),
        "played": one.played,
        "traded": one.traded,
    }


def recorded_player(one: Json) -> Json:
    """A recorded player in that form."""
    return {
        "character": ours(one["character"]),
        "resources": [one["water"], one["algae"], one["power"], one["gem"]],
        "harvester": one["harvester"],
        "dice": [one["dice"][kind] for kind in ("supply", "ready", "waiting", "canteen")],
        "garages": [die or 0 for die in one["garages"]],
        "farm dice": [die or 0 for die in one["farm_dice"]],
        "upgrades": [ours(tile) if tile else "" for tile in one["upgrades"]],
        "farms": [ours(tile) if tile else "" for tile in one["farms"]],
        "hand": sorted(map(ours, one["hand"])),
        "played": [ours(item) for item in one["played"]],
        "traded": one["broker_used"],
    }


def follow(path: Path) -> str | None:
    """Follow a recorded game; say where it differs, or None."""
    return outcome(lambda: Follower(load(path)).run())
