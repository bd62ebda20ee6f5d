"""What is said below a question fits its rows, and the rest of it can be read all the same."""

from __future__ import annotations

from bot.views import phone
from bot.views.localizer import Localizer
from bot.views.notes import Below, Note, all_notes, below_question, notes_of
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T

LONG = "It costs two ore and takes what is left of the credits of its player, in this round and the next"
PROMPT = Prompt(
    0,
    "turn",
    T("Your turn."),
    [
        Option("explore", T("Explore"), T("Upkeep 2")),
        Option("move", T("Move"), T("Upkeep 2")),
        Option("build", T("Build"), T(LONG)),
        Option("pass", T("Pass")),
        Option("dig", T("Dig"), T("Deep"), refusal=T("No.")),
    ],
    detail=T("You have 3 ore."),
)


def test_what_several_choices_bring_alike_is_said_once() -> None:
    assert notes_of(PROMPT, PROMPT.legal, Localizer("en")) == [("Explore, Move", "Upkeep 2"), ("Build", LONG)]


def test_choices_are_named_as_on_their_buttons() -> None:
    options = [
        Option(at, T("{ship} in {at}", ship=T("cruiser"), at=at), T("Deep"), f"sector:{at}") for at in ("7A", "7B")
    ]
    prompt = Prompt(0, "build", T("Build."), options)
    assert notes_of(prompt, prompt.legal, Localizer("en")) == [("1 · Cruiser in 7A, 2 · Cruiser in 7B", "Deep")]


def test_what_fits_is_whole() -> None:
    lines = notes_of(PROMPT, PROMPT.legal, Localizer("en"))
    whole = below_question("You have 3 ore.", lines, 12)
    assert whole == Below("\n".join(["You have 3 ore.", *(one.line for one in lines)]), whole=True)
    assert below_question("", [], 0) == Below("", whole=True)


def test_what_does_not_fit_is_cut_where_it_is_longest() -> None:
    lines = notes_of(PROMPT, PROMPT.legal, Localizer("en"))
    for room in range(3, 5):
        below = below_question("You have 3 ore.", lines, room)
        assert not below.whole
        assert phone.rows(below.text) <= room
        assert below.text.startswith("You have 3 ore.\n- Explore, Move: Upkeep 2\n- Build: It costs")
        assert below.text.endswith(" …")


def test_where_not_every_note_has_a_row_none_is_told() -> None:
    lines = notes_of(PROMPT, PROMPT.legal, Localizer("en"))
    assert below_question("You have 3 ore.", lines, 2) == Below("You have 3 ore.", whole=False)
    assert below_question("You have 3 ore.", lines, 0) == Below("", whole=False)


def test_a_note_that_is_cut_before_it_begins_is_left_out() -> None:
    name = "3 · Three materials for one science"
    note = Note(name, "Then you have nothing left of the materials that you need for the next ship of yours.")
    for room in range(1, 4):
        below = below_question("", [note], room)
        assert not below.whole
        assert below.text == "" or below.text.startswith(f"- {name}: Then"), room
    assert below_question("", [note], 1).text == ""
    assert below_question("", [note], 2).text != ""


def test_all_that_can_be_said_is_said_of_what_can_be_chosen() -> None:
    assert all_notes(PROMPT, Localizer("en")) == [
        "### Your turn.\nYou have 3 ore.",
        "- Explore, Move: Upkeep 2",
        f"- Build: {LONG}",
    ]


def test_a_list_of_notes_has_no_gap() -> None:
    names = ["Explore", "Reptilian Uplift Race, Gene", "Build"]
    lines = [Note(name, "World, cost 4, windfall: Genes, 3 points at the end") for name in names]
    below = below_question("", lines, 3)
    assert [line.partition(":")[0] for line in below.text.splitlines()] == [
        "- Explore",
        "- Reptilian Uplift Race, Gene",
        "- Build",
    ]
    assert phone.rows(below.text) == 3
    assert below_question("", [Note(names[1], "World, cost 4")], 1) == Below("", whole=False)
