"""Auction of lots: a tiny game with every shape of decision, to test the kernel, the store and the table with.

Each round a die (chance) gives a lot its worth; everybody bids coins in secret at once; the highest bidder (lowest
seat among equals) pays and takes the lot, then spends a turn of its own: it either keeps the lot or gives it to a
neighbour, who is asked whether to accept. At the end of a round everybody sorts their coins side by side: keep one
or drop one. Most points after the last round win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from rules.kernel.game import Choice, Game, GameInfo, Position, TableOption, Topic
from rules.kernel.policies import Policy, PolicyChoice
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.scoring import Line, Standing, rank_seats
from rules.kernel.steps import Act, Ask, AskAll, Flow
from rules.kernel.text import T, name, player


class ToyState(msgspec.Struct):
    coins: list[int]
    points: list[int]
    rounds: int
    round: int = 0
    lot: int = 0
    secrets: list[int] = msgspec.field(default_factory=list)


class Round(Act[ToyState], tag=True):
    def run(self, state: ToyState, flow: Flow[ToyState]) -> None:
        state.round += 1
        state.lot = flow.rng.below(6, "toy.lot") + 1
        flow.tell("lot", T("A {lot} worth {n} is up.", lot=name("toy.lot"), n=state.lot))
        flow.then(Bid(list(range(len(state.coins)))), Sort(), End())


class Bid(AskAll[ToyState], tag=True):
    def prompt(self, state: ToyState, seat: int) -> Prompt:
        options = [
            Option(
                str(coins),
                T("Bid {n}", n=coins),
                refusal=None
                if coins <= state.coins[seat]
                else T("You have only {have} coins, not {n}.", have=state.coins[seat], n=coins),
            )
            for coins in range(6)
        ]
        return Prompt(seat, "bid", T("Bid for the lot."), options, secret=True, tells=state.coins[seat] == 0)

    def take(self, state: ToyState, answers: dict[int, list[str]], flow: Flow[ToyState]) -> None:
        bids = {seat: int(picks[0]) for seat, picks in answers.items()}
        best = max(bids, key=lambda seat: (bids[seat], -seat))
        state.coins[best] -= bids[best]
        flow.tell("won", T("{who} takes the lot for {n}.", who=player(best), n=bids[best]), seat=best)
        flow.then(Use(best))


class Use(Ask[ToyState], tag=True):
    def prompt(self, state: ToyState) -> Prompt:
        give = (self.seat + 1) % len(state.coins)
        return Prompt(
            self.seat,
            "use",
            T("What do you do with the lot?"),
            [Option("keep", T("Keep it")), Option("give", T("Give it to {who}", who=player(give)))],
        )

    def take(self, state: ToyState, picks: list[str], flow: Flow[ToyState]) -> None:
        if picks == ["keep"]:
            state.points[self.seat] += state.lot
            flow.tell("keep", T("{who} keeps it.", who=player(self.seat)), seat=self.seat)
        else:
            flow.then(Accept((self.seat + 1) % len(state.coins), self.seat))


class Accept(Ask[ToyState], tag=True):
    giver: int

    def prompt(self, state: ToyState) -> Prompt:
        options = [Option("yes", T("Accept")), Option("no", T("Decline"))]
        return Prompt(self.seat, "accept", T("{who} offers you the lot.", who=player(self.giver)), options)

    def take(self, state: ToyState, picks: list[str], flow: Flow[ToyState]) -> None:
        taker = self.seat if picks == ["yes"] else self.giver
        state.points[taker] += state.lot
        flow.tell("accept", T("{who} has the lot now.", who=player(taker)), seat=taker)


class Sort(Act[ToyState], tag=True):
    def run(self, state: ToyState, flow: Flow[ToyState]) -> None:
        flow.side_by_side({seat: [Drop(seat)] for seat in range(len(state.coins)) if state.coins[seat]})


class Drop(Ask[ToyState], tag=True):
    def prompt(self, state: ToyState) -> Prompt:
        options = [Option("coin", T("Drop a coin"), T("for a secret"))]
        return Prompt(self.seat, "drop", T("Drop a coin?"), options, at_least=0)

    def take(self, state: ToyState, picks: list[str], flow: Flow[ToyState]) -> None:
        if picks:
            state.coins[self.seat] -= 1
            state.secrets[self.seat] += 1
            flow.tell("drop", T("You hide a coin."), seat=self.seat, to=[self.seat])


class End(Act[ToyState], tag=True):
    def run(self, state: ToyState, flow: Flow[ToyState]) -> None:
        if state.round < state.rounds:
            flow.then(Round())
        else:
            flow.finish(standings(state, over=True))


def standings(state: ToyState, *, over: bool) -> list[Standing]:
    lines = [
        [Line(T("Lots"), points), Line(T("Secrets"), secrets)]
        for points, secrets in zip(state.points, state.secrets, strict=True)
    ]
    return rank_seats(lines, over=over)


ToyStep = Round | Bid | Use | Accept | Sort | Drop | End


class ToyGame(Game[ToyState, ToyStep]):
    info: ClassVar[GameInfo] = GameInfo(
        key="toy",
        title=name("toy"),
        fewest=2,
        most=4,
        options=(
            TableOption(
                "length",
                T("Length"),
                (Choice("short", T("Two rounds")), Choice("long", T("Five rounds")), Choice("duel", T("Duel"), (2,))),
            ),
        ),
        rules_version=1,
    )
    names: Mapping[str, Mapping[str, str]] = {
        "toy": {"en": "Auction", "de": "Auktion"},
        "toy.lot": {"en": "lot", "de": "Los"},
        "toy.red": {"en": "Red", "de": "Rot"},
        "toy.blue": {"en": "Blue", "de": "Blau"},
    }
    topics: tuple[Topic, ...] = (Topic("bidding", T("Bidding"), (T("The highest bid wins."),)),)
    policies = (
        Policy(
            "accept",
            T("Offers"),
            T("You are asked whether you accept a lot."),
            (PolicyChoice("yes", T("You accept every lot."), T("Yes")), PolicyChoice("no", T("You decline."), T("No"))),
        ),
        Policy("bid", T("Bids"), T("You bid yourself."), (PolicyChoice("0", T("You bid nothing."), T("Nothing")),)),
        Policy("use", T("Lots"), T("You are asked."), (PolicyChoice("keep", T("You keep lots."), T("Keep")),)),
    )
    position_type = Position[ToyState, ToyStep]

    def policy_answer(self, view: ToyState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        value = settings.get(prompt.kind, "ask")
        return None if value == "ask" else [value]

    def ahead(self, view: ToyState, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
        bid = Bid(list(range(len(view.coins)))).prompt(view, seat)
        return [bid, Use(seat).prompt(view), Accept(seat, 0).prompt(view)]

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[ToyState]) -> ToyState:
        flow.then(Round())
        return ToyState([5] * seats, [0] * seats, 5 if config["length"] == "long" else 2, secrets=[0] * seats)

    def hide(self, view: ToyState, seat: int | None) -> None:
        view.secrets = [count if at == seat else 0 for at, count in enumerate(view.secrets)]

    def guess(self, position: Position[ToyState, ToyStep], seat: int | None, rng: Rng) -> Position[ToyState, ToyStep]:
        """Hide for others any number of the coins that they do not have any more."""
        state = position.state
        for other, coins in enumerate(state.coins):
            if other != seat:
                state.secrets[other] = rng.below(6 - coins, "guess")
        return super().guess(position, seat, rng)

    def sides(self, position: Position[ToyState, ToyStep]) -> list[str]:
        return [("toy.red", "toy.blue")[seat % 2] for seat in range(len(position.state.coins))]

    def round(self, view: ToyState) -> int:
        return view.round

    def standings(self, position: Position[ToyState, ToyStep]) -> list[Standing]:
        return standings(position.state, over=self.over(position))
