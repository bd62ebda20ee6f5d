"""Prompts and options: every decision of every game is a pick of some options among those offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from string import ascii_lowercase

import msgspec

from rules.kernel.errors import IllegalAnswer, NoLegalAnswer
from rules.kernel.text import T, Text


def _short_names() -> Iterator[str]:
    """1 to 9, a to z, a1 to z9 and so on: what is typed with one finger comes first."""
    yield from "123456789"
    yield from ascii_lowercase
    for tens in range(1, 100):
        yield from (f"{letter}{tens}" for letter in ascii_lowercase)


def _numbered(number: str, option: Text) -> Text:
    return T("{number} · {option}", number=number, option=option)


NUMBERED = _numbered("", Text("")).id
"""The message of an option with its short name before it."""


def _is_number(id: str) -> bool:
    return id.isdecimal() and len(id) <= 2


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that may be picked.

    `id` is short, stable and typeable: it stands in logs, in autocomplete and in exported games. `note` says what
    the option costs and brings. `place` is what a picture marks (``card:gem_world``, ``hex:3B1``). `refusal`, when
    set, says which rule forbids the option and what is missing; a refused option is shown but cannot be picked.
    `ends`: it ends a chain of choices (done, enough), and so has a button of its own beside a long menu.
    `group` names what the option is about (one of several dice, say): where there are too many for buttons, the
    options of a group stand together under that name. `brief` is a few letters for a small button, by which the
    options of a group can be told apart beside a picture with their numbers.
    `price` is what it takes, for pictures that show it on the place: names of goods, as the game's pictures know them,
    and how many of each; in words it stands in the note.
    `former`: it is offered no more, as others do the same, ask for it in fewer steps or are better in every way, but is
    still an answer: in records of before, and in what is typed.
    `last`: nothing more is asked of the seat in this turn but whether it is done (`Game.ending`), so that a panel can
    offer to take it and to end the turn in one.
    """

    id: str
    text: Text
    note: Text | None = None
    place: str = ""
    refusal: Text | None = None
    ends: bool = False
    group: Text | None = None
    price: tuple[tuple[str, int], ...] = ()
    former: bool = False
    brief: Text | None = None
    last: bool = False


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A question to one seat: pick between `at_least` and `at_most` of the options.

    `text` names the task and may be read by everybody; what only the seat may know stands in the options. `detail`
    says what the seat decides by (what it owns, say); it stands below the task where that is answered.
    `secret` answers are sealed until every seat that is asked the same has answered, and may be changed until
    then. `tells` marks a prompt whose only legal answer must still be given by the player, because taking it at
    once would tell the others something of what is hidden (that no card of the hand can be paid, say). `commits`
    marks one whose only legal answer must still be given because it binds its player to what was not said when the
    way to it was taken: who chose to move has not yet seen where to.
    `asked_before`: some of its options are offered no more (`Option.former`), and games of before have an answer to it
    also where only one is left; so the rules take none by themselves.
    `answered` holds the sealed answer where one was given already.
    `aside`: it is asked outside of the seat's own turn, because of what somebody else does; a notice is headed so.
    `so_far` are the places of what was chosen on the way here, in order: the ship that moves and where from, the
    structure that is built. A picture shows them with the options (`Option.place`).
    `suggested` is an answer of several picks that will do for most: it has a button of its own.
    """

    seat: int
    kind: str
    text: Text
    options: list[Option]
    at_least: int = 1
    at_most: int = 1
    secret: bool = False
    tells: bool = False
    commits: bool = False
    answered: list[str] | None = None
    detail: Text | None = None
    so_far: list[str] = []
    aside: bool = False
    suggested: list[str] = []
    asked_before: bool = False

    @property
    def legal(self) -> list[Option]:
        """The options that are offered and may be picked."""
        return [option for option in self.options if option.refusal is None and not option.former]

    @property
    def refused(self) -> list[tuple[Option, Text]]:
        """The options that are shown and may not be picked, each with its reason."""
        return [(one, one.refusal) for one in self.options if one.refusal is not None and not one.former]

    @property
    def only(self) -> Option | None:
        """The option that leaves no choice where it is asked all the same, lest the others learn of it."""
        legal = self.legal
        return legal[0] if self.tells and len(legal) == 1 == self.at_least else None

    @cached_property
    def numbers(self) -> Mapping[str, str]:
        """The short names of the legal options that have a place, by their ids, in order: 1 to 9, then a to z.

        They stand on the places in pictures and before the options' texts, and may be typed. An id that is
        a number itself (a space's) is its option's short name already; a letter (``n`` for north) is not, so that all
        options are counted alike. None is another option's id or begins one that is typed in two words (the die of
        ``3>g1``), so that a number means one thing; where numbers begin such ids all short names are letters, so that
        none seems to be missing.
        """
        ids = [option.id.casefold() for option in self.options]
        taken = {*ids, *(id.partition(">")[0] for id in ids)}
        lettered = any(id.partition(">")[0].isdecimal() for id in ids if ">" in id)
        short = (name for name in _short_names() if name not in taken and not (lettered and name.isdecimal()))
        return {one.id: one.id if _is_number(one.id) else next(short) for one in self.legal if one.place}

    def numbered(self, option: Option) -> Text:
        """The text of an option with its short name before it, where it has one."""
        number = self.numbers.get(option.id)
        return option.text if number is None else _numbered(number, option.text)

    def forced(self) -> list[str] | None:
        """Give the only legal answer, or None where there is a choice (or `tells` or `commits` forbids to hurry).

        Raises:
            NoLegalAnswer: see `check_askable`.

        """
        if self.tells or self.commits or self.asked_before:
            return None
        legal = self.check_askable()
        if len(legal) == self.at_least:
            return [option.id for option in legal]
        return [] if self.at_most == 0 else None

    def left_over(self) -> list[str] | None:
        """Give the only legal answer of a prompt that is `asked_before`: nobody at a table needs to be asked for it.

        None where there is a choice, or where `tells` or `commits` forbids to hurry.
        """
        if not self.asked_before or self.tells or self.commits or len(self.legal) != self.at_least:
            return None
        return [option.id for option in self.legal]

    def check_askable(self) -> list[Option]:
        """Check that there is a legal answer, and give the options that it may be made of.

        Raises:
            NoLegalAnswer: fewer options are legal than must be picked.

        """
        legal = self.legal
        if not max(0, self.at_least) <= min(self.at_most, len(legal)):
            raise NoLegalAnswer(
                f"seat {self.seat} is asked “{self.kind}” and cannot answer: {self.at_least} to {self.at_most} of"
                f" {len(legal)} legal options"
            )
        return legal

    def option(self, id: str) -> Option:
        """Find an option by its id.

        Raises:
            IllegalAnswer: the prompt offers no such option.

        """
        for option in self.options:
            if option.id == id:
                return option
        raise IllegalAnswer(T("“{option}” is not among the choices here.", option=id))

    def check(self, picks: Sequence[str]) -> None:
        """Check an answer against this prompt.

        Raises:
            IllegalAnswer: an option is unknown, refused or picked twice, or the number of picks is wrong.

        """
        for pick in picks:
            refusal = self.option(pick).refusal
            if refusal is not None:
                raise IllegalAnswer(refusal)
        if len(set(picks)) != len(picks):
            raise IllegalAnswer(T("Pick each choice only once."))
        if not self.at_least <= len(picks) <= self.at_most:
            if self.at_least == self.at_most:
                raise IllegalAnswer(
                    T("Pick exactly {wanted} here, not {given}.", wanted=self.at_least, given=len(picks))
                )
            raise IllegalAnswer(
                T(
                    "Pick {low} to {high} here, not {given}.",
                    low=self.at_least,
                    high=self.at_most,
                    given=len(picks),
                )
            )
