"""The components of Race for the Galaxy as data: loaded once from `data/`, checked, and typed.

`CARDS[number]` is the design (`Card`) of a physical card. There are 95 designs and 114 physical cards, numbered 0 to
113. Names in both languages are in `NAMES`, under ``race.<kind>.<key>``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from rules.kernel.data import decode_file, load_names
from rules.kernel.errors import BadData

Kind = Literal["world", "development"]
Good = Literal["novelty", "rare", "genes", "alien"]
Mode = Literal["production", "windfall"]
Keyword = Literal["REBEL", "ALIEN", "IMPERIUM", "TERRAFORMING", "UPLIFT"]
Phase = Literal["explore", "develop", "settle", "consume", "produce"]
PowerPhase = Literal["explore", "develop", "settle", "trade", "consume", "produce"]

FILE = "cards.json"


class Power(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """What every power is; `op` in the data says which."""


class DrawMore(Power, frozen=True, tag="draw_more"):
    """Explore: draw `n` more cards to choose from."""

    n: int


class KeepMore(Power, frozen=True, tag="keep_more"):
    """Explore: keep `n` more cards."""

    n: int


class DrawAtStart(Power, frozen=True, tag="draw_at_start"):
    """Develop: draw `n` cards when the phase begins."""

    n: int


class DrawAfterPlacing(Power, frozen=True, tag="draw_after_placing"):
    """Develop, Settle: draw `n` cards after placing a development or a world."""

    n: int


class Discount(Power, frozen=True, tag="discount"):
    """Develop, Settle: pay `n` cards less; with `good` only for worlds of that kind."""

    n: int
    good: Good | None = None


class Strength(Power, frozen=True, tag="strength"):
    """Settle: military strength, general unless it is against a kind of good or `versus` a keyword only."""

    n: int
    good: Good | None = None
    versus: Keyword | None = None

    @property
    def general(self) -> bool:
        """Whether it counts against every world."""
        return self.good is None and self.versus is None


class GiveUpForStrength(Power, frozen=True, tag="give_up_for_strength"):
    """Settle: discard this card from the tableau for strength `n` until the phase ends."""

    n: int


class GiveUpForCostZero(Power, frozen=True, tag="give_up_for_cost_zero"):
    """Settle: discard this card from the tableau to pay nothing for a world that is not of kind `not_good`."""

    not_good: Good


class PayForMilitary(Power, frozen=True, tag="pay_for_military"):
    """Settle: pay its defence less `discount` for a military world that is not of kind `not_good`."""

    discount: int
    not_good: Good


class ExtraCards(Power, frozen=True, tag="extra_cards"):
    """Trade: `n` more cards for a good of this kind, for any, or for the one sold from this very world."""

    n: int
    good: Literal["any", "this_world", "novelty", "rare", "genes", "alien"]


class Consume(Power, frozen=True, tag="consume"):
    """Consume: up to `uses` times discard `per_use` goods for `vp` chips and `cards` cards."""

    good: Literal["any", "different_kinds", "novelty", "rare", "genes", "alien"]
    per_use: int
    uses: int
    vp: int
    cards: int


class ConsumeAll(Power, frozen=True, tag="consume_all"):
    """Consume: discard all goods for one point less than their number."""


class SellGood(Power, frozen=True, tag="sell_good"):
    """Consume: sell a good, with or without the trade powers."""

    use_trade_powers: bool


class Draw(Power, frozen=True, tag="draw"):
    """Consume, Produce: draw `n` cards."""

    n: int


class Gamble(Power, frozen=True, tag="gamble"):
    """Consume: guess the cost or defence of the next card."""

    low: int
    high: int


class DiscardHand(Power, frozen=True, tag="discard_hand"):
    """Consume, if the player wants: discard up to `max` hand cards for `vp` chips each, never doubled."""

    max: int
    vp: int


class ProduceHere(Power, frozen=True, tag="produce_here"):
    """Produce: a good on this production world; `then_draw` cards if one was produced."""

    then_draw: int


class DrawWhenProducedHere(Power, frozen=True, tag="draw_when_produced_here"):
    """Produce: `n` cards whenever a good is produced on this windfall world."""

    n: int


class ProduceWindfall(Power, frozen=True, tag="produce_windfall"):
    """Produce: a good on an empty windfall world of this kind."""

    good: Literal["any", "novelty", "rare", "genes", "alien"]


class DrawPerGood(Power, frozen=True, tag="draw_per_good_produced"):
    """Produce: `n` cards for each good of this kind produced this phase."""

    n: int
    good: Good


class DrawPerKind(Power, frozen=True, tag="draw_per_kind_produced"):
    """Produce: `n` cards for each kind of good produced this phase."""

    n: int


class DrawIfMost(Power, frozen=True, tag="draw_if_most_produced"):
    """Produce: `n` cards for producing more goods of this kind this phase than every other player."""

    n: int
    good: Good


class DrawPerWorld(Power, frozen=True, tag="draw_per_world"):
    """Produce: `n` cards for each world of this kind in the tableau."""

    n: int
    good: Good


ExplorePower: TypeAlias = DrawMore | KeepMore
DevelopPower: TypeAlias = DrawAtStart | Discount | DrawAfterPlacing
SettlePower: TypeAlias = Discount | Strength | GiveUpForStrength | GiveUpForCostZero | PayForMilitary | DrawAfterPlacing
TradePower: TypeAlias = ExtraCards
ConsumePower: TypeAlias = Consume | ConsumeAll | SellGood | Draw | Gamble | DiscardHand
ProducePower: TypeAlias = (
    ProduceHere | DrawWhenProducedHere | ProduceWindfall | Draw | DrawPerGood | DrawPerKind | DrawIfMost | DrawPerWorld
)


class Powers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card's powers by phase; the position in a list is the power's index."""

    explore: tuple[ExplorePower, ...] = ()
    develop: tuple[DevelopPower, ...] = ()
    settle: tuple[SettlePower, ...] = ()
    trade: tuple[TradePower, ...] = ()
    consume: tuple[ConsumePower, ...] = ()
    produce: tuple[ProducePower, ...] = ()

    def of(self, phase: PowerPhase) -> tuple[Power, ...]:
        """Give the powers of one phase."""
        powers: tuple[Power, ...] = getattr(self, phase)
        return powers


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a six-cost development: `points` for each card that fits all that is set (or for chips, strength).

    For each card of the tableau only the first line that fits counts.
    """

    points: int
    chips_each: int | None = None
    strength: bool = False
    kind: Kind | None = None
    cost: int | None = None
    good: Good | None = None
    mode: Mode | None = None
    military: bool | None = None
    keyword: Keyword | None = None
    power: PowerPhase | None = None
    card: str | None = None


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A design. `ids` are its physical cards; exactly one of `cost` and `defence` is set.

    `vp` is None for the developments that score by `scoring`. `de_source` says whether the German title is printed
    in the German rulebook or our own translation.
    """

    key: str
    en: str
    de: str
    de_source: Literal["printed", "ours"]
    kind: Kind
    ids: tuple[int, ...]
    cost: int | None = None
    defence: int | None = None
    vp: int | None = None
    good: Good | None = None
    mode: Mode | None = None
    keywords: tuple[Keyword, ...] = ()
    start: int | None = None
    preset_hand: int | None = None
    powers: Powers = Powers()
    scoring: tuple[Scoring, ...] = ()

    @property
    def world(self) -> bool:
        """Whether it is a world."""
        return self.kind == "world"

    @property
    def development(self) -> bool:
        """Whether it is a development."""
        return self.kind == "development"

    @property
    def military(self) -> bool:
        """Whether it is a military world, which must be conquered."""
        return self.defence is not None

    @property
    def windfall(self) -> bool:
        """Whether it is a windfall world."""
        return self.mode == "windfall"

    @property
    def number(self) -> int:
        """Its cost or defence, whichever is printed."""
        return self.cost if self.cost is not None else self.defence or 0


class GoodKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of good: names, selling price, colour."""

    key: Good
    en: str
    de: str
    price: int
    colour: str


class PhaseName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase: its Roman number and its names."""

    key: Phase
    number: str
    en: str
    de: str


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of an action card's bonus; what trading, doubling and producing do is in the rules."""

    draw_more: int = 0
    keep_more: int = 0
    discount: int = 0


class ActionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action card; `experienced` ones belong to the two-player game for experienced players only."""

    key: str
    phase: Phase
    en: str
    de: str
    experienced: bool
    bonus: Bonus


class Chips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The victory point chips of the box."""

    ones: int
    fives: int
    tens: int
    pool_per_player: int


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hand cards at a round's end, cards that end the game, cards dealt and kept."""

    hand: int
    tableau: int
    deal: int
    keep: int


class FirstGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start worlds of the first game, by number of players."""

    start_worlds: dict[str, tuple[int, ...]]


class Data(msgspec.Struct, frozen=True):
    """Everything in the data file."""

    goods: tuple[GoodKind, ...]
    phases: tuple[PhaseName, ...]
    actions: tuple[ActionCard, ...]
    chips: Chips
    limits: Limits
    first_game: FirstGame
    cards: tuple[Card, ...]


Entry = TypeVar("Entry")


def _entries(raw: Mapping[str, Any], part: str, type_: type[Entry]) -> tuple[Entry, ...]:
    found: list[Entry] = []
    for index, entry in enumerate(raw.get(part, ())):
        label = entry.get("key", f"number {index}") if isinstance(entry, dict) else f"number {index}"
        try:
            found.append(msgspec.convert(entry, type_))
        except msgspec.ValidationError as error:
            raise BadData(f"{FILE}, {part}, {label}: {error}") from error
    return tuple(found)


def _one(raw: Mapping[str, Any], part: str, type_: type[Entry]) -> Entry:
    try:
        return msgspec.convert(raw.get(part), type_)
    except msgspec.ValidationError as error:
        raise BadData(f"{FILE}, {part}: {error}") from error


def read(data: bytes) -> Data:
    """Read and check a data file.

    Raises:
        BadData: something is missing, unknown or does not fit; the message names the entry.

    """
    raw = decode_file(data, dict[str, Any], FILE)
    result = Data(
        _entries(raw, "goods", GoodKind),
        _entries(raw, "phases", PhaseName),
        _entries(raw, "actions", ActionCard),
        _one(raw, "chips", Chips),
        _one(raw, "limits", Limits),
        _one(raw, "first_game", FirstGame),
        _entries(raw, "cards", Card),
    )
    for card in result.cards:
        for problem, wrong in CARD_CHECKS.items():
            if wrong(card):
                raise BadData(f"{FILE}, cards, {card.key}: {problem}")
    _check_whole(result)
    return result


CARD_CHECKS: Mapping[str, Callable[[Card], bool]] = {
    "exactly one of cost and defence must be given": lambda card: (card.cost is None) == (card.defence is None),
    "a development has a cost and no defence": lambda card: card.development and card.cost is None,
    "numbers must not be negative": lambda card: min(card.number, card.vp or 0) < 0,
    "either vp or scoring must be given": lambda card: (card.vp is None) != bool(card.scoring),
    "only developments of cost 6 have scoring, and all of them": lambda card: (
        bool(card.scoring) != (card.development and card.cost == 6)
    ),
    "a good needs a mode and a mode a good": lambda card: (card.good is None) != (card.mode is None),
    "only worlds have goods": lambda card: card.good is not None and not card.world,
    "a production world must produce, and nothing else": lambda card: (
        (card.mode == "production") != any(isinstance(power, ProduceHere) for power in card.powers.produce)
    ),
    "only windfall worlds draw when a good is produced on them": lambda card: (
        not card.windfall and any(isinstance(power, DrawWhenProducedHere) for power in card.powers.produce)
    ),
    "a design has one physical card, developments below cost 6 two": lambda card: (
        len(card.ids) != (2 if card.development and card.number < 6 else 1)
    ),
    "every development has a power": lambda card: card.development and card.powers == Powers(),
    "start worlds are worlds without a preset hand": lambda card: (
        card.start is not None and (not card.world or card.preset_hand is not None)
    ),
}


def _check_whole(data: Data) -> None:
    def must_be_unique(what: str, values: list[str]) -> None:
        for value, times in Counter(values).items():
            if times > 1:
                raise BadData(f"{FILE}, {what}: {value} is there {times} times")

    cards = data.cards
    must_be_unique("goods", [good.key for good in data.goods])
    must_be_unique("actions", [action.key for action in data.actions])
    must_be_unique("cards, key", [card.key for card in cards])
    must_be_unique("cards, en", [card.en for card in cards])
    must_be_unique("cards, de", [card.de for card in cards])
    ids = [number for card in cards for number in card.ids]
    must_be_unique("cards, ids", [str(number) for number in ids])
    if sorted(ids) != list(range(len(ids))):
        raise BadData(f"{FILE}, cards, ids: they must run from 0 without a gap")
    starts = sorted(card.start for card in cards if card.start is not None)
    if starts != list(range(len(starts))):
        raise BadData(f"{FILE}, cards, start: the numbers must run from 0 without a gap")
    hands = Counter(card.preset_hand for card in cards if card.preset_hand is not None)
    for seats, numbers in data.first_game.start_worlds.items():
        for number in numbers:
            if number not in starts or hands[number] != data.limits.keep:
                raise BadData(f"{FILE}, first_game, {seats}: start world {number} or its hand is not complete")
    keys = {card.key for card in cards}
    for card in cards:
        for line in card.scoring:
            if line.card is not None and line.card not in keys:
                raise BadData(f"{FILE}, cards, {card.key}: no card is called {line.card}")


DATA = read((resources.files("rules.race") / "data" / FILE).read_bytes())
_PHYSICAL = {number: card for card in DATA.cards for number in card.ids}
CARDS: tuple[Card, ...] = tuple(_PHYSICAL[number] for number in range(len(_PHYSICAL)))
BY_KEY: Mapping[str, Card] = {card.key: card for card in DATA.cards}
ACTIONS: Mapping[str, ActionCard] = {action.key: action for action in DATA.actions}
GOODS: Mapping[str, GoodKind] = {good.key: good for good in DATA.goods}
PHASES: tuple[Phase, ...] = tuple(phase.key for phase in DATA.phases)
START_WORLDS: tuple[int, ...] = tuple(
    card.ids[0] for card in sorted(DATA.cards, key=lambda card: card.start or 0) if card.start is not None
)
NAMES: Mapping[str, Mapping[str, str]] = {
    **load_names("rules.race"),
    **{
        f"race.{kind}.{entry.key}": {"en": entry.en, "de": entry.de}
        for kind, entries in (
            ("card", DATA.cards),
            ("good", DATA.goods),
            ("action", DATA.actions),
            ("phase", DATA.phases),
        )
        for entry in entries
    },
}


def card_id(number: int) -> str:
    """Give the option id of a physical card: its key, with ``-2`` for the second copy."""
    card = CARDS[number]
    at = card.ids.index(number)
    return card.key if at == 0 else f"{card.key}-{at + 1}"


def card_number(id: str) -> int:
    """Find the physical card of an option id made by `card_id`."""
    key, _, copy = id.partition("-")
    return BY_KEY[key].ids[int(copy) - 1 if copy else 0]
