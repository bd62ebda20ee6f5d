"""Following a recorded game of Race for the Galaxy (see trace.py for its shape).

Two things differ by the rulebook and are followed as recorded:

- The Settle bonus and windfall goods come after paying (rulebook: III Settle, "am Ende der Phase"); the recorded games
  draw them earlier. Where the deck is used up within a Settle phase, deck and discards together must agree, and which
  of their cards is where is then taken from the record.
- Ways to pay with the same outcome (paying 0 cards through a Contact Specialist, or conquering) are offered once.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from rules.kernel.prompt import Prompt
from rules.kernel.steps import Flow
from rules.kernel.text import Text
from rules.race.components import ACTIONS, CARDS, card_id, card_number
from rules.race.game import PAYMENT, STRICT, TOGETHER, RaceGame
from rules.race.payment import general_strength, ways_of
from rules.race.scoring import lines, tie_break, total
from rules.race.state import RaceState
from tests.follow.recorded import Differs, outcome
from tests.follow.trace import Event, Segment, Trace, read
from tests.table import ScriptedRng


class FollowedFlow(Flow[RaceState]):
    """Lets the follower look on at each event, before the rules go on."""

    follower: ClassVar[Follower]

    def tell(self, kind: str, text: Text, *, seat: int | None = None, to: Sequence[int] | None = None) -> None:
        super().tell(kind, text, seat=seat, to=to)
        self.follower.told(kind, text, seat)


class Follower:
    """Plays one recorded game again and compares."""

    def __init__(self, trace: Trace, *, together: bool = False) -> None:
        self.trace = trace
        self.payment = TOGETHER if together else STRICT
        self.segments = trace.segments
        if trace.config["setup"] == "first":  # Given, not drawn; compared with what was dealt.
            self.segments[0].draws = defaultdict(
                deque, {why: cards for why, cards in self.segments[0].draws.items() if not why.endswith(":deal")}
            )
        self.at = 0
        self.state: RaceState | None = None
        self.points: list[tuple[int, int]] = []

    @property
    def segment(self) -> Segment:
        return self.segments[self.at]

    def fail(self, what: str) -> Differs:
        segment = self.segment
        round_ = self.state.round if self.state else 0
        return Differs(f"round {round_}, {segment.name} (from event {segment.at}): {what}")

    def expect(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise self.fail(f"{what}: {ours!r} here, {theirs!r} in the record")

    # Chance

    def drawn(self, why: str, items: Sequence[Any]) -> Any:
        if why.startswith("race.start:"):
            return self.trace.setup["seats"][int(why.rpartition(":")[2])]["start"]
        queue = self.segment.draws[why]
        if not queue:
            raise self.fail(f"nothing was drawn as {why} any more")
        card = queue.popleft()
        if card not in items:
            self._bring_to_deck(card, why)
        return card

    def _bring_to_deck(self, card: int, why: str) -> None:
        """Exchange two hidden cards where the record drew the same cards of a Settle phase in another order."""
        state = self.state
        if not self.segment.name.startswith("settle") or not self.segment.reshuffled or state is None:
            raise self.fail(f"card {card} ({why}) is not in the deck")
        if card not in state.discards:
            raise self.fail(f"card {card} ({why}) is neither in the deck nor discarded")
        later = {one for queue in self.segment.draws.values() for one in queue}
        other = next((one for one in state.deck if one in later), state.deck[0])
        state.discards.remove(card)
        state.deck[:] = sorted([*(one for one in state.deck if one != other), card])  # what is being drawn from
        state.discards = sorted([*state.discards, other])

    # What happens

    def told(self, kind: str, text: Text, seat: int | None) -> None:
        if kind == "vp" and seat is not None:
            self.points.append((seat, int(str(text.args["n"]))))
        elif kind in ("round", "phase", "over"):
            self._finish()
            if kind == "over":
                return
            self.at += 1
            if self.at >= len(self.segments):
                raise Differs("our game goes on after the end of the recorded one")
            assert self.state is not None
            if kind == "phase":
                self.expect("phase", self.state.phase, self.segment.name)
            if self.segment.bonus is not None:
                self.expect("bonus", self._bonus(), [sorted(one) for one in self.segment.bonus])

    def _bonus(self) -> list[list[str]]:
        assert self.state is not None
        phase = self.state.phase
        if phase.endswith("_2"):
            return [[phase] if phase in one.actions else [] for one in self.state.players]
        return [
            sorted(action for action in one.actions if ACTIONS[action].phase == phase and not action.endswith("_2"))
            for one in self.state.players
        ]

    def _finish(self) -> None:
        """Compare the table with the snapshots of the segment that is over."""
        segment = self.segment
        left = {why: list(queue) for why, queue in segment.draws.items() if queue}
        self.expect("draws not asked for", left, {})
        for choices in segment.choices.values():
            for choice in choices:
                if not is_forced(choice):
                    raise self.fail(f"we did not ask: {choice}")
        by_seat = sorted(self.points, key=lambda one: one[0])
        self.expect("points", by_seat, sorted(segment.points, key=lambda one: one[0]))
        self.points = []
        for snapshot in segment.snapshots:
            self.compare(snapshot)

    def compare(self, snapshot: Event) -> None:
        state = self.state
        assert state is not None
        for seat, (one, theirs) in enumerate(zip(state.players, snapshot["seats"], strict=True)):
            self.expect(f"hand of {seat}", sorted(one.hand + one.drawn), theirs["hand"])
            self.expect(f"tableau of {seat}", one.tableau, theirs["tableau"])
            goods = {str(world): card for world, card in one.goods.items()}
            self.expect(f"goods of {seat}", goods, theirs["goods"])
            self.expect(f"chips of {seat}", one.chips, theirs["chips"])
            self.expect(f"strength of {seat}", general_strength(one), theirs["military"])
            self.expect(f"score of {seat}", total(one), theirs["score_now"])
        self.expect("round", state.round, snapshot["round"])
        self.expect("pool", state.pool, snapshot["pool"])
        self._compare_piles(state, snapshot)

    def _compare_piles(self, state: RaceState, snapshot: Event) -> None:
        theirs = snapshot["discarded"]
        if self.segment.name.startswith("settle") and self.segment.reshuffled:
            self.expect(
                "number of discards and cards of the deck", len(state.deck + state.discards), self._hidden(snapshot)
            )
            cards = set(state.deck + state.discards)
            self.expect("discards that we do not have", set(theirs) - cards, set())
            state.discards, state.deck = list(theirs), sorted(cards - set(theirs))
        self.expect("deck", len(state.deck), snapshot["deck"])
        self.expect("discards", state.discards, theirs)

    @staticmethod
    def _hidden(snapshot: Event) -> int:
        return int(snapshot["deck"]) + int(snapshot["discards"])

    # Decisions

    def picks(self, prompt: Prompt) -> list[str]:
        return PICKERS[prompt.kind](self, prompt)

    def choice(self, prompt: Prompt, what: str, **fits: object) -> Event:
        """Find the recorded decision that answers a prompt; decisions that had no alternative are passed over."""
        choices = self.segment.choices[prompt.seat]
        while choices:
            choice = choices.pop(0)
            if choice["what"] == what and all(choice.get(key) == value for key, value in fits.items()):
                return choice
            if not is_forced(choice):
                raise self.fail(f"seat {prompt.seat} is asked {prompt.kind}, the record decides {choice}")
        raise self.fail(f"seat {prompt.seat} is asked {prompt.kind}; the record has no decision left")

    def options(self, prompt: Prompt, theirs: Sequence[int]) -> None:
        ours = sorted(card_number(option.id) for option in prompt.legal if option.place.startswith("card:"))
        self.expect(f"options of {prompt.kind} for seat {prompt.seat}", ours, sorted(theirs))

    def bounds(self, prompt: Prompt, low: int, high: int) -> None:
        self.expect(f"number of picks of {prompt.kind}", (prompt.at_least, prompt.at_most), (low, high))

    def run(self) -> None:
        game = FollowedRace(self)
        rng = ScriptedRng("00", script=self.drawn)
        position, _ = game.setup({**self.trace.config, PAYMENT: self.payment}, len(self.trace.setup["seats"]), rng)
        self._compare_setup(position.state)
        while waiting := game.waiting(position):
            prompt = game.prompt(position, waiting[0])
            picks = self.picks(prompt)
            for pick in picks:
                if prompt.option(pick).refusal is not None:
                    raise self.fail(f"we refuse {pick} to seat {prompt.seat} ({prompt.kind})")
            game.answer(position, prompt.seat, picks)
        if self.at != len(self.segments) - 1:
            raise self.fail("our game ends before the recorded one")
        self._compare_result(game, position)

    def _compare_setup(self, state: RaceState) -> None:
        for seat, theirs in enumerate(self.trace.setup["seats"]):
            one = state.players[seat]
            self.expect(f"start world of {seat}", one.start, theirs["start"])
            self.expect(f"cards dealt to {seat}", sorted(one.drawn or one.hand), sorted(theirs["dealt"]))

    def _compare_result(self, game: RaceGame, position: Any) -> None:
        state: RaceState = position.state
        result = self.trace.result
        self.expect("rounds", state.round, result["rounds"])
        self.expect("pool at the end", state.pool, result["pool"])
        standings = game.standings(position)
        for seat, theirs in enumerate(result["seats"]):
            one = state.players[seat]
            worlds, developments, chips, *six = [line.points for line in lines(one)]
            self.expect(f"points for worlds of {seat}", worlds, theirs["world_vp"])
            self.expect(f"points for developments of {seat}", developments, theirs["development_vp"])
            self.expect(f"chips of {seat}", chips, theirs["chips"])
            named = [[card, points] for card, points in zip(_six_cost(one.tableau), six, strict=True)]
            self.expect(f"six-cost developments of {seat}", sorted(named), sorted(theirs["six"]))
            self.expect(f"total of {seat}", standings[seat].total, theirs["total"])
            self.expect(f"tie-break of {seat}", tie_break(one), theirs["tiebreak"])
            self.expect(f"whether {seat} wins", standings[seat].winner, theirs["winner"])


def _six_cost(tableau: list[int]) -> list[int]:
    return [card for card in tableau if CARDS[card].scoring]


class FollowedRace(RaceGame):
    """The game itself, with a follower looking on."""

    def __init__(self, follower: Follower) -> None:
        self.follower = follower
        self.flow_type = type("FlowOfOneGame", (FollowedFlow,), {"follower": follower})  # type: ignore[misc]

    def begin(self, config: Any, seats: int, flow: Flow[RaceState]) -> RaceState:
        self.follower.state = super().begin(config, seats, flow)
        return self.follower.state


def is_forced(choice: Event) -> bool:
    """Say whether a recorded decision had no alternative, so that we need not have asked for it."""
    match choice["what"]:
        case "start_discard" | "explore_discard" | "hand_limit":
            return int(choice["count"]) in (0, len(choice["from"]))
        case "place_development" | "place_world":
            return not choice["from"]
        case "pay":
            # Which hand cards are paid is a decision of its own, unless all or none of them are.
            return outcomes(choice) == {picked(choice)} and picked(choice)[1] in (0, len(choice["hand"]))
        case "sell" | "windfall":
            return len(choice["from"]) == 1
        case "consume_power":
            return len(choice["from"]) == 1 and not choice["optional"]
        case "consume_goods":
            return "used" in choice or int(choice["min"]) == len(choice["from"])
        case _:
            return False


def outcomes(choice: Event) -> set[tuple[tuple[int, ...], int]]:
    """List the recorded ways to pay by what they cost: cards given up, and number of hand cards."""
    return {(given_up(way["use"]), way["cards"]) for way in choice["ways"]}


def picked(choice: Event) -> tuple[tuple[int, ...], int]:
    """Give the recorded way to pay, by what it cost."""
    return given_up(choice["pick"]["use"]), len(choice["pick"]["cards"])


def given_up(use: Sequence[int]) -> tuple[int, ...]:
    """Leave out the devices that stay in the tableau."""
    return tuple(sorted(card for card in use if CARDS[card].key != "contact_specialist"))


def pick_start(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "start_discard")
    follower.options(prompt, choice["from"])
    follower.bounds(prompt, choice["count"], choice["count"])
    return [card_id(card) for card in choice["pick"]]


def pick_actions(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "actions")
    follower.bounds(prompt, len(choice["pick"]), len(choice["pick"]))
    return list(choice["pick"])


def pick_explore(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "explore_discard")
    follower.options(prompt, choice["from"])
    kept = len(choice["from"]) - choice["count"]
    follower.bounds(prompt, kept, kept)
    return [card_id(card) for card in choice["from"] if card not in choice["pick"]]


def pick_placement(follower: Follower, prompt: Prompt) -> list[str]:
    what = {"develop": "place_development", "settle": "place_world"}[prompt.kind]
    choice = follower.choice(prompt, what)
    follower.options(prompt, choice["from"])
    return ["pass"] if choice["pick"] is None else [card_id(choice["pick"])]


def pick_way(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "pay")
    assert follower.state is not None
    one = follower.state.players[prompt.seat]
    ways = ways_of(one, choice["card"])
    follower.expect("ways to pay", {(tuple(sorted(way.give_up)), way.cards) for way in ways}, outcomes(choice))
    follower.expect("ways offered", sorted(way.id for way in ways), sorted(option.id for option in prompt.legal))
    way = next(way for way in ways if (tuple(sorted(way.give_up)), way.cards) == picked(choice))
    if 0 < way.cards < len(one.hand) - (choice["card"] in one.hand):  # The next prompt asks for the cards.
        chosen = {"use": choice["pick"]["use"], "cards": way.cards}
        follower.segment.choices[prompt.seat].insert(0, choice | {"ways": [chosen]})
    return [way.id]


def pick_payment(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "pay")
    follower.options(prompt, choice["hand"])
    cards = choice["pick"]["cards"]
    follower.bounds(prompt, len(cards), len(cards))
    follower.expect("ways to pay", {picked(choice)}, outcomes(choice))
    return [card_id(card) for card in cards]


def pick_sale(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "sell")
    follower.options(prompt, choice["from"])
    return [card_id(choice["pick"])]


def power_name(power: Sequence[int]) -> str:
    key: str = CARDS[power[0]].key
    return key if power[1] == 0 else f"{key}-{power[1] + 1}"


def pick_power(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "consume_power")
    ours = Counter(option.id for option in prompt.legal)
    theirs = Counter(power_name(power) for power in choice["from"])
    if choice["optional"]:
        theirs["done"] += 1
    follower.expect(f"powers of seat {prompt.seat}", ours, theirs)
    return ["done"] if choice["pick"] is None else [power_name(choice["pick"])]


def spending(follower: Follower, prompt: Prompt) -> Event:
    """Find the recorded choice of goods for the card that the prompt names."""
    card = prompt.text.args["card"]
    assert isinstance(card, Text)
    key = card.id.removeprefix("#race.card.")
    choices = follower.segment.choices[prompt.seat]
    power = next((one["power"] for one in choices if one["what"] == "consume_goods" and _key(one) == key), None)
    return follower.choice(prompt, "consume_goods", power=power)


def _key(choice: Event) -> str:
    card: int = choice["power"][0]
    return CARDS[card].key


def again(follower: Follower, prompt: Prompt, choice: Event) -> None:
    """Keep a choice of goods of different kinds: it answers several of our prompts, and may be passed over later."""
    follower.segment.choices[prompt.seat].insert(0, choice | {"used": True})


def pick_goods(follower: Follower, prompt: Prompt) -> list[str]:
    choice = spending(follower, prompt)
    power = CARDS[choice["power"][0]].powers.consume[choice["power"][1]]
    if getattr(power, "good", "") == "different_kinds":
        world = next(card for card in choice["pick"] if any(card_id(card) == option.id for option in prompt.legal))
        again(follower, prompt, choice)
        return [card_id(world)]
    follower.options(prompt, choice["from"])
    follower.bounds(prompt, choice["min"], choice["max"])
    return [card_id(card) for card in choice["pick"]]


def pick_kinds(follower: Follower, prompt: Prompt) -> list[str]:
    choice = spending(follower, prompt)
    again(follower, prompt, choice)
    ours = sorted(option.id for option in prompt.legal)
    follower.expect("kinds of goods", ours, sorted({str(CARDS[card].good) for card in choice["from"]}))
    follower.bounds(prompt, choice["min"], choice["max"])
    return [str(CARDS[card].good) for card in choice["pick"]]


def pick_hand(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "consume_hand")
    follower.options(prompt, choice["from"])
    follower.bounds(prompt, 0, min(choice["max"], len(choice["from"])))
    return [card_id(card) for card in choice["pick"]]


def pick_guess(follower: Follower, prompt: Prompt) -> list[str]:
    return [str(follower.choice(prompt, "gamble")["pick"])]


def pick_windfall(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "windfall")
    follower.options(prompt, choice["from"])
    return [card_id(choice["pick"])]


def pick_hand_limit(follower: Follower, prompt: Prompt) -> list[str]:
    choice = follower.choice(prompt, "hand_limit")
    follower.options(prompt, choice["from"])
    follower.bounds(prompt, choice["count"], choice["count"])
    return [card_id(card) for card in choice["pick"]]


PICKERS = {
    "start": pick_start,
    "actions": pick_actions,
    "explore": pick_explore,
    "develop": pick_placement,
    "settle": pick_placement,
    "way": pick_way,
    "pay": pick_payment,
    "sell": pick_sale,
    "power": pick_power,
    "goods": pick_goods,
    "kinds": pick_kinds,
    "hand": pick_hand,
    "guess": pick_guess,
    "windfall": pick_windfall,
    "hand_limit": pick_hand_limit,
}


def follow(path: Path, *, together: bool = False) -> str | None:
    """Follow one recorded game; give what differs, or None.

    With `together` the cards are paid for as they are chosen, and not after all were revealed, as in the record.
    """

    def run() -> None:
        trace = read(path)
        for number, key in enumerate(trace.keys):
            if CARDS[number].key != key:
                raise Differs(f"card {number} is {CARDS[number].key} here, {key} in the record")
        Follower(trace, together=together).run()

    return outcome(run)
