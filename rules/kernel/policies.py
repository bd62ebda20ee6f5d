"""Answers given ahead: policies (players read “automatic answers”), which stand until changed, and premoves (plans).

Both answer for a player who is not there, so both are careful: whatever is not certainly what the player meant is
asked. What they answer is an ordinary answer; the log says that a policy or a premove gave it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

import msgspec

from rules.kernel.errors import IllegalAnswer, RulesError
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T, Text

#: The value of every policy by which nothing is answered; the default of those that have no other.
ASK = "ask"
#: The value of a policy's own default: as if nothing were set.
UNSET = "default"


class PolicyChoice(msgspec.Struct, frozen=True):
    """A value of a policy; `text` says what will be answered, and what is still asked, `label` the same in short.

    `late` is another value of the policy that this one stands for after a pause of chance, so that nobody can tell its
    answers from those of a person. The game itself answers nothing by it: the table takes the other value by then.
    """

    value: str
    text: Text
    label: Text
    late: str = ""


class Policy(msgspec.Struct, frozen=True):
    """What a game can answer for a player from now on; `choices` are those besides being asked.

    `default` stands for what a table has chosen (`Game.table_settings`), where that may be something else than being
    asked, and holds while nothing is set; its value is `UNSET`.
    """

    key: str
    title: Text
    asks: Text
    """What happens while nothing is set and there is no `default`: the text of the choice `ASK`."""
    choices: tuple[PolicyChoice, ...]
    default: PolicyChoice | None = None

    @property
    def all_choices(self) -> tuple[PolicyChoice, ...]:
        """Every choice, first what holds while nothing is set."""
        asked = PolicyChoice(ASK, self.asks, T("Ask me"))
        return (asked, *self.choices) if self.default is None else (self.default, asked, *self.choices)

    @property
    def unset(self) -> PolicyChoice:
        """The choice that holds while nothing is set."""
        return self.all_choices[0]

    def set_to(self, settings: Mapping[str, str]) -> PolicyChoice:
        """Give the choice that a player's settings make; `unset` where they say nothing that is offered."""
        value = settings.get(self.key, self.unset.value)
        return next((choice for choice in self.all_choices if choice.value == value), self.unset)


class StandingOffer(msgspec.Struct, frozen=True):
    """A policy that would answer an open prompt, to be set by one press beside the prompt's options."""

    key: str
    value: str
    label: Text


def after_pause(policies: Sequence[Policy], settings: Mapping[str, str]) -> dict[str, str]:
    """Take for settings that answer after a pause what they stand for."""
    late = {(policy.key, one.value): one.late for policy in policies for one in policy.all_choices if one.late}
    return {key: late.get((key, value), value) for key, value in settings.items()}


def check_settings(policies: Sequence[Policy], settings: Mapping[str, str]) -> None:
    """Check a player's settings.

    Raises:
        RulesError: there is no such policy, or it has no such choice.

    """
    known = {policy.key: policy for policy in policies}
    for key, value in settings.items():
        if key not in known:
            raise RulesError(T("This game has no automatic answer “{policy}”.", policy=key))
        if all(choice.value != value for choice in known[key].all_choices):
            raise RulesError(T("“{value}” is not a choice for {policy}.", value=value, policy=known[key].title))


class Watch(msgspec.Struct, frozen=True):
    """Something that a player may want to drop a planned turn for; `text` says it as what has happened."""

    key: str
    text: Text


class Named(msgspec.Struct, frozen=True):
    """What an option was when the player named it: a later option of the same id may be another thing or cost more.

    `note` is None where it does not matter: there was none, or the option was refused, and so not known in full.
    """

    id: str
    text: Text
    note: Text | None = None


class Premove(msgspec.Struct, frozen=True):
    """An answer to the next prompt of a kind.

    `line`: it belongs to the rest of a typed line or to a planned turn, which answers the very next questions of its
    seat, or none of them. `turn`: it is of a planned turn. `begins`: such a turn begins with it; what is asked before
    that is left to the player.
    `watched` are facts of the view as it was planned over, by `Watch`: the turn is dropped if one is another by then.
    """

    kind: str
    named: list[Named]
    line: bool = False
    begins: bool = False
    watched: dict[str, str] = {}
    turn: bool = False

    @property
    def picks(self) -> list[str]:
        """The answer."""
        return [named.id for named in self.named]


def _named(option: Option) -> Named:
    return Named(option.id, option.text, option.note if option.refusal is None else None)


def changed(named: Named, option: Option) -> bool:
    """Whether an option is another thing, or costs something else, than when it was named."""
    return named.text != option.text or (
        named.note not in (None, option.note) and not _only_warned(named.note, option.note)
    )


def _only_warned(before: Text | None, now: Text | None) -> bool:
    """Whether a note differs from a former one only in that it warns of a waste no more."""
    if before is None:
        return False
    if now is None:
        return before.id.startswith("⚠️")
    return before.id.startswith("{note}") and before.args.get("note") == now


def premove(
    prompt: Prompt, picks: Sequence[str], *, line: bool = False, begins: bool = False, if_legal: bool = False
) -> Premove:
    """Plan an answer to the next prompt of this kind; `prompt` is one as it would be asked now.

    Options that are refused now may be named, for what is missing may be there by then. With `if_legal` it does not
    matter whether what their notes tell, such as a price, has changed.

    Raises:
        IllegalAnswer: the prompt has no such option.

    """
    named = [_named(prompt.option(pick)) for pick in picks]
    if if_legal:
        named = [msgspec.structs.replace(one, note=None) for one in named]
    return Premove(prompt.kind, named, line, begins)


Steps: TypeAlias = Sequence[tuple[Prompt, Sequence[str]]]
"""Prompts with the answers to them, in order."""


def as_planned(turn: Steps, unfolds: Collection[str] = ()) -> list[list[tuple[Prompt, Sequence[str]]]]:
    """Put the steps of a turn together that are one planned answer: those of kinds that `Game.unfold` reads."""
    found: list[list[tuple[Prompt, Sequence[str]]]] = []
    for prompt, picks in turn:
        if found and prompt.kind in unfolds and found[-1][0][0].kind in unfolds:
            found[-1].append((prompt, picks))
        else:
            found.append([(prompt, picks)])
    return found


def planned_turns(
    turns: Sequence[Steps],
    *,
    if_legal: bool = False,
    watched: Mapping[str, str] | None = None,
    unfolds: Collection[str] = (),
) -> list[Premove]:
    """Plan whole turns: for each its prompts with the answers, in order. Each is taken from its beginning, or none.

    `watched` are the facts that drop the first one, and so all of them, when they change. Each answer is one of
    `as_planned`.
    """
    made: list[Premove] = []
    for turn in turns:
        for at, steps in enumerate(as_planned(turn, unfolds)):
            first, *others = [premove(prompt, picks, line=True, if_legal=if_legal) for prompt, picks in steps]
            named = [one for step in (first, *others) for one in step.named]
            made.append(msgspec.structs.replace(first, named=named, begins=at == 0, turn=True))
    return [msgspec.structs.replace(one, watched=dict(watched or {})) for one in made[:1]] + made[1:]


def changed_watch(watches: Sequence[Watch], planned: Premove, now: Mapping[str, str]) -> Text | None:
    """Why a planned turn is dropped for what it watches, whose facts are these now; None where nothing has changed."""
    for watch in watches:
        if watch.key in planned.watched and planned.watched[watch.key] != now.get(watch.key):
            return T("Your planned turn was dropped, as you wished: {what}.", what=watch.text)
    return None


def premove_answer(prompt: Prompt, planned: Premove) -> list[str] | Text | None:
    """Answer a prompt as planned.

    Returns the picks; or the reason why the plan is dropped; or None where the prompt is another one, so that the plan
    waits on.
    """
    if prompt.kind != planned.kind:
        if planned.line and not planned.begins:
            return T("The rest of your plan was dropped, because you are asked something else first.")
        return None
    try:
        prompt.check(planned.picks)
    except IllegalAnswer as error:
        return impossible_text(error)
    for named in planned.named:
        if changed(named, prompt.option(named.id)):
            return changed_text(named)
    return planned.picks


def impossible_text(error: RulesError) -> Text:
    """Say that a plan is dropped because the rules do not allow it by now."""
    return T("Your planned answer was dropped, because it is not possible now: {reason}", reason=error.text)


def changed_text(named: Named) -> Text:
    """Say that a plan is dropped because what it names is another thing by now."""
    return T(
        "Your planned answer was dropped, because something that it names has changed: {option}.",
        option=named.text,
    )
