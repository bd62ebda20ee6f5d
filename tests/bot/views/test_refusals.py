"""What is refused is told by reason, and nothing of it is left out."""

from __future__ import annotations

from bot.views.components import MAX_BLOCKS_TEXT, in_messages
from bot.views.localizer import Localizer
from bot.views.refusals import refusal_blocks
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T

FAR, DEAR = T("It is too far away."), T("It costs too much.")


def test_refused_choices_stand_below_their_reason() -> None:
    options = [
        Option("here", T("Here")),
        Option("0A1", T("Moon"), refusal=FAR),
        Option("0B1", T("Mars"), refusal=DEAR),
        Option("0C1", T("Sun"), refusal=FAR),
    ]
    assert refusal_blocks(Prompt(0, "build", T("Where?"), options), Localizer("en")) == [
        "### 3 choices that are not possible now",
        "**It is too far away.**\nMoon · Sun",
        "**It costs too much.**\nMars",
    ]


def test_a_refused_choice_is_named_as_its_button_would_be() -> None:
    option = Option("m", T("{thing} in {place}", thing=T("moon"), place="*3*"), refusal=FAR)
    blocks = refusal_blocks(Prompt(0, "build", T("Where?"), [option]), Localizer("en"))
    assert blocks[1:] == ["**It is too far away.**\nMoon in \\*3\\*"]


def test_what_is_offered_no_more_needs_no_reason() -> None:
    options = [
        Option("here", T("Here")),
        Option("a", T("Moon"), refusal=FAR),
        Option("b", T("Sun"), refusal=FAR, former=True),
    ]
    assert refusal_blocks(Prompt(0, "build", T("Where?"), options), Localizer("en")) == [
        "### One choice that is not possible now",
        "**It is too far away.**\nMoon",
    ]


def test_where_nothing_is_refused_nothing_is_told() -> None:
    assert refusal_blocks(Prompt(0, "build", T("Where?"), [Option("here", T("Here"))]), Localizer("en")) == []


def test_of_many_refused_choices_every_one_is_told() -> None:
    options = [Option(f"p{at}", T("The place number {n}.", n=at), refusal=FAR) for at in range(400)]
    blocks = refusal_blocks(Prompt(0, "build", T("Where?"), options), Localizer("en"))
    messages = in_messages(blocks)
    assert all(sum(map(len, one)) <= MAX_BLOCKS_TEXT for one in messages)
    told = " ".join(text for one in messages for text in one)
    assert all(f"The place number {at}." in told for at in range(400))
