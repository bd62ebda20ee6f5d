"""Setting the table up: boards and stacks, characters, and the draft of item cards."""

from __future__ import annotations

from collections.abc import Mapping

from rules.circadians import places
from rules.circadians.components import COLUMNS, STACKS, Components
from rules.circadians.describe import effect_text, origin
from rules.circadians.gains import add, card_order
from rules.circadians.options import item_option
from rules.circadians.state import CircadiansState, Player
from rules.circadians.steps.rounds import StartRound
from rules.circadians.texts import names
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Act, AskAll, Flow
from rules.kernel.text import T, player

RANDOM = "random"


def lay_out(parts: Components, config: Mapping[str, str], seats: int, rng: Rng) -> CircadiansState:
    """Lay out every board and deal characters and item cards."""
    boards = parts.board(seats)
    state = CircadiansState(
        set=parts.digest,
        players=[Player(supply=parts.base.dice) for _ in range(seats)],
        side=rng.pick(("a", "b"), "circadians.side") if config["planet"] == RANDOM else config["planet"],
        events=sorted((event for event in parts.events if event != parts.last_event), key=card_order),
        deck=sorted(parts.items, key=card_order),
        negotiation={column: [None] * len(boards.negotiation[column].spaces) for column in COLUMNS},
        mine=[[] for _ in boards.mine],
        market={space.id: [] for space in boards.market},
        academy=[[] for _ in boards.academy],
    )
    state.tokens = sorted(at for at, one in parts.planet[state.side].items() if one.token is not None)
    for column in COLUMNS:
        side = rng.pick(("a", "b"), f"circadians.clan:{column}")
        state.clans[column] = next(one.id for one in parts.clans.values() if (one.column, one.side) == (column, side))
    _lay_tiles(state, parts, rng)
    left = sorted(parts.characters, key=card_order)
    for seat, one in enumerate(state.players):
        add(one, parts.base.start)
        one.supply -= parts.base.start_dice
        one.ready = parts.base.start_dice
        for _ in range(parts.base.characters_dealt):
            one.dealt.append(rng.pick(left, f"circadians.character:{seat}"))
            left.remove(one.dealt[-1])
    state.start = rng.below(seats, "circadians.start")
    return state


def _lay_tiles(state: CircadiansState, parts: Components, rng: Rng) -> None:
    state.farms_unseen = sorted(parts.farms, key=card_order)
    for stack in range(3):
        state.farms.append(rng.pick(state.farms_unseen, f"circadians.farm:{stack}"))
        state.farms_unseen.remove(state.farms[-1])
    state.farms_under = [len(parts.farms) // 3 - 1] * 3
    for kind in STACKS:
        unseen = sorted((id for id, one in parts.upgrades.items() if one.stack == kind), key=card_order)
        state.upgrades[kind] = rng.pick(unseen, f"circadians.upgrade:{kind}")
        unseen.remove(state.upgrades[kind])
        state.upgrades_unseen[kind] = unseen


class Opening(Act[CircadiansState], tag=True):
    """Say what lies on the table."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        parts = state.parts
        flow.tell("set", origin(parts))
        flow.tell("clans", T("The clans are {clans}.", clans=names(state, list(state.clans.values()))))
        flow.tell("start", T("{who} is the start player.", who=player(state.start)), seat=state.start)
        for seat, one in enumerate(state.players):
            flow.tell(
                "dealt",
                T("You are dealt the characters {characters}.", characters=names(state, one.dealt)),
                seat=seat,
                to=[seat],
            )
        flow.then(ChooseCharacter(list(range(len(state.players)))))


class ChooseCharacter(AskAll[CircadiansState], tag=True):
    """Everybody keeps one of the characters dealt; the others leave the game."""

    def prompt(self, state: CircadiansState, seat: int) -> Prompt:
        parts = state.parts
        options = [
            Option(one, parts.name(one), effect_text(parts.characters[one].effect), places.character(one))
            for one in state.players[seat].dealt
        ]
        return Prompt(seat, "character", T("Which character do you play?"), options, secret=True)

    def take(self, state: CircadiansState, answers: dict[int, list[str]], flow: Flow[CircadiansState]) -> None:
        base = state.parts.base
        for seat, one in enumerate(state.players):
            one.character, one.dealt = answers[seat][0], []
            character = state.parts.name(one.character)
            flow.tell("character", T("{who} plays {character}.", who=player(seat), character=character), seat=seat)
        for seat, one in enumerate(state.players):
            for _ in range(base.items_dealt):
                one.dealt.append(flow.rng.pick(state.deck, f"circadians.item:{seat}"))
                state.deck.remove(one.dealt[-1])
        flow.then(Draft(list(range(len(state.players)))))


class Draft(AskAll[CircadiansState], tag=True):
    """Everybody keeps one item card and passes the others to the left, until three are kept."""

    def prompt(self, state: CircadiansState, seat: int) -> Prompt:
        options = [item_option(state.parts, item) for item in state.players[seat].dealt]
        text = T("Which item card do you keep? The others are passed on.")
        return Prompt(seat, "draft", text, options, secret=True)

    def take(self, state: CircadiansState, answers: dict[int, list[str]], flow: Flow[CircadiansState]) -> None:
        for seat, one in enumerate(state.players):
            one.dealt.remove(answers[seat][0])
            one.hand = sorted([*one.hand, answers[seat][0]], key=card_order)
        if len(state.players[0].hand) < state.parts.base.items_kept:
            passed = [one.dealt for one in state.players]
            for seat, one in enumerate(state.players):
                one.dealt = passed[seat - 1]
            flow.then(Draft(list(range(len(state.players)))))
            return
        for seat, one in enumerate(state.players):
            state.under.extend(one.dealt)
            one.dealt = []
            flow.tell("kept", T("You keep {cards}.", cards=names(state, one.hand)), seat=seat, to=[seat])
        flow.then(StartRound())
