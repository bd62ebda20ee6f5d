"""What happened is told in few lines: none for what did not happen."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.tables.core.data import Turn
from bot.views import phone
from bot.views.events import (
    Newest,
    event_lines,
    happened_text,
    is_weighty,
    newest_events,
    number_told,
    said_once,
    turn_label,
    weight_of,
    weightiest_events,
)
from bot.views.localizer import Localizer
from rendering.words.folding import verbatim
from rules.kernel.record import Answerer
from rules.kernel.steps import Event
from rules.kernel.text import T, Text, player
from rules.registry import GAMES


def told(*kinds: str, most: int = 1000) -> list[str]:
    events = [Event(kind, T("{n}", n=at)) for at, kind in enumerate(kinds)]
    return happened_text(events, Localizer("en"), most).splitlines()


def test_a_phase_in_which_nothing_happened_has_no_heading() -> None:
    assert told("draw", "phase", "phase", "round") == ["- 0", "### 3"]
    assert told("phase", "draw", "phase", "round") == ["### 0", "- 1", "### 3"]


def test_equal_lines_in_a_row_are_one_with_their_number() -> None:
    same = [Event("pay", T("same")) for _ in range(4)]
    two = [Event("pay", T("other")) for _ in range(2)]
    assert event_lines([*same, *two, same[0]], Localizer("en")) == ["- same (4×)", "- other (2×)", "- same"]
    assert newest_events(same, Localizer("en"), 100, 4, small=True) == Newest("-# same (4×)")
    one = Event("pay", T("another"))
    weighty = weightiest_events([one, *two, *same], Localizer("en"), 30, 4, lambda event: event is same[-1])
    assert weighty == Newest("-# other (2×)\n-# same (4×)", 1)


def test_the_newest_heading_stays_for_what_is_yet_to_come() -> None:
    assert told("choose", "phase") == ["- 0", "### 1"]


def test_what_is_left_out_is_counted_without_the_headings_that_nobody_misses() -> None:
    lines = told("a", "phase", "phase", "b", "c", most=12)
    assert lines == ["-# 2 events before this: see /log.", "- 3", "- 4"]


def newest(*texts: str, rows: int = 4, most: int = 700) -> Newest:
    events = [Event("volleys", T(text)) for text in texts]
    return newest_events(events, Localizer("en"), most, rows, small=True)


def test_a_panel_shows_the_newest_lines_and_counts_the_others() -> None:
    told = newest(*(f"Event {at}." for at in range(20)))
    assert told == Newest("\n".join(f"-# Event {at}." for at in range(16, 20)), left=16)
    assert not told.whole
    assert newest("A.", "B.").whole


def test_every_line_of_a_report_is_small_in_a_panel_and_counts() -> None:
    told = newest("A.", "B.", "Battle\nRound 1\nNobody is left.", "After.")
    assert told == Newest("-# Battle\n-# Round 1\n-# Nobody is left.\n-# After.", left=2)


def test_an_event_that_takes_two_rows_of_a_phone_takes_two_of_those_there_are() -> None:
    long = "Annegret builds a research lab on the planet with the longest name of all."
    assert newest("A.", "B.", long, "C.").text.splitlines() == ["-# B.", f"-# {long}", "-# C."]


def test_a_long_report_keeps_its_beginning_and_its_end_in_a_panel() -> None:
    report = "\n".join(["Battle", *(f"Round {n}" for n in range(1, 9)), "Nobody is left."])
    shown = "-# Battle …\n-# Round 7\n-# Round 8\n-# Nobody is left."
    assert newest(report) == Newest(shown, cut=True)
    assert newest("A.", "B.", report) == Newest(shown, left=2, cut=True)
    assert not newest(report).whole


def test_what_came_of_a_battle_is_told_also_when_something_came_after_it_or_there_is_least_room() -> None:
    report = "\n".join(["Battle", *(f"Round {n}" for n in range(1, 9)), "Nobody is left."])
    shown = "-# Battle …\n-# Round 8\n-# Nobody is left.\n-# After."
    assert newest("A.", report, "After.") == Newest(shown, left=1, cut=True)
    assert newest(report, rows=2) == Newest("-# Battle …\n-# Nobody is left.", cut=True)
    long = f"{report[:-1]} but {'a ship ' * 12}"
    told = newest(long, rows=2).text.splitlines()
    assert told[0] == "-# Battle …"
    assert told[1].startswith("-# Nobody is left but a ship")
    assert phone.rows("\n".join(told)) == 2
    assert newest(report, "B.", "C.", "D.") == Newest("-# B.\n-# C.\n-# D.", left=1)


def test_of_a_report_that_is_too_long_for_a_message_the_beginning_and_the_end_are_told() -> None:
    report = "\n".join(["Battle", *(f"Round {n}: " + "hit " * 40 for n in range(1, 9)), "Nobody is left."])
    posted = happened_text([Event("battle", T(report))], Localizer("en"), 700).splitlines()
    assert posted[0] == "- Battle …"
    assert posted[-1] == "Nobody is left."


def test_a_single_line_that_is_too_long_is_cut_to_its_rows() -> None:
    told = newest("word " * 200)
    assert told.cut
    assert told.text.endswith(" …")
    assert phone.rows(told.text) == 4
    assert newest("x" * 900, rows=30).text == "-# " + "x" * 695 + "…"


def weightiest(*events: Event, own: int = 0) -> Newest:
    mine = set(map(id, events[:own]))
    return weightiest_events(
        events, Localizer("en", ("Ann", "Ben")), 700, 4, lambda one: is_weighty(one, 0, mine, {"battle"})
    )


def happens(text: str, kind: str = "x", seat: int | None = None, to: list[int] | None = None, **args: Text) -> Event:
    return Event(kind, T(text, **args), seat, to)


def test_what_others_did_to_me_and_ends_of_battles_are_told_before_what_is_nothing_to_me() -> None:
    others = [happens(f"Event {at}.") for at in range(9)]
    me = happens("{who} attacks {whom}.", who=player(1), whom=player(0))
    mine, secret, battle = happens("A gain.", seat=0), happens("A card.", to=[0]), happens("The end.", "battle")
    told = weightiest(me, *others[:3], battle, *others[3:])
    assert told == Newest("-# Ben attacks Ann.\n-# The end.\n-# Event 7.\n-# Event 8.", left=7)
    told = weightiest(me, mine, secret, happens("A.", "phase"), *others, battle, mine)
    assert told.text.splitlines() == ["-# A gain.", "-# A card.", "-# The end.", "-# A gain."]
    assert weightiest(*others) == Newest("\n".join(f"-# Event {at}." for at in range(5, 9)), left=5)


def test_what_i_did_myself_in_my_last_answer_gives_way_to_what_is_newer() -> None:
    did = [happens(f"I do {at}.", seat=0) for at in range(3)]
    others = [happens(f"Event {at}.") for at in range(4)]
    assert weightiest(*did, *others, own=3).text.splitlines() == [f"-# Event {at}." for at in range(4)]
    assert weightiest(*did, *others).text.splitlines() == [*(f"-# I do {at}." for at in range(3)), "-# Event 3."]


def test_what_others_did_is_told_before_what_a_seat_has_chosen_itself_and_before_trifles() -> None:
    chosen = [happens("{who} chooses.", "action", seat, who=player(seat)) for seat in range(3)]
    trifle, drawn = happens("{who} pays.", "pay", 1, who=player(1)), happens("You draw.", "drawn", 0, [0])
    told = weightiest_events(
        [*chosen, trifle, drawn],
        Localizer("en", ("Ann", "Ben", "Cleo")),
        700,
        3,
        lambda one: weight_of(one, 0, GAMES["race"]),
    )
    assert told == Newest("-# Ben chooses.\n-# Cleo chooses.\n-# You draw.", left=2)


def test_where_all_play_at_once_what_others_did_is_told_before_the_phase_in_which_i_am_asked() -> None:
    chosen = [happens("{who} chooses.", "action", seat, who=player(seat)) for seat in (1, 2)]
    events = [*chosen, happens("Explore", "phase"), happens("You draw.", "drawn", 0, [0])]
    localizer = Localizer("en", ("Ann", "Ben", "Cleo"))
    told = weightiest_events(events, localizer, 700, 3, lambda one: weight_of(one, 0, GAMES["race"]))
    assert told == Newest("-# Ben chooses.\n-# Cleo chooses.\n-# You draw.", left=1)


def test_a_game_that_was_rolled_back_is_told_before_who_asked_for_it() -> None:
    asked, agreed = happens("I ask.", "vote", 0), happens("Ben agrees.", "vote", 1)
    back = happens("Rolled back.", "rewind")
    weights = [weight_of(one, 0, GAMES["race"]) for one in (asked, agreed, back)]
    assert weights == [-1, 0, 1]


def test_a_report_is_announced_with_as_many_lines_as_it_has() -> None:
    events = [happens("A.", "phase"), happens("B.", "phase"), *[happens("C.")] * 3, happens("D.", "round")]
    assert number_told(events) == len(event_lines(events, Localizer("en"))) == 3


def test_a_heading_is_told_only_above_what_it_heads() -> None:
    me = happens("{who} is hit.", who=player(0))
    others = [happens(f"Event {at}.") for at in range(3)]
    told = weightiest(me, others[0], happens("Phase", "phase"), others[1], others[2], happens("Next", "phase"))
    assert told.text.splitlines() == ["-# Ann is hit.", "-# Event 1.", "-# Event 2.", "-# **Next**"]


def test_a_report_that_is_too_long_keeps_its_ends_before_what_is_nothing_to_me() -> None:
    report = happens("\n".join(["Battle", *(f"Round {n}" for n in range(1, 9)), "Nobody is left."]), "battle")
    told = weightiest(report, happens("A."), happens("B."))
    assert told == Newest("-# Battle …\n-# Round 7\n-# Round 8\n-# Nobody is left.", left=2, cut=True)


def test_where_there_is_no_room_nothing_is_told_and_everything_counted() -> None:
    told = newest("A.", "B.", rows=0)
    assert not told.text
    assert not told.whole


def test_all_events_are_told_with_their_headings() -> None:
    events = [Event(kind, T("{n}", n=at)) for at, kind in enumerate(("round", "phase", "draw", "phase", "draw"))]
    assert event_lines(events, Localizer("en")) == ["### 1", "- 2", "### 3", "- 4"]
    assert event_lines([], Localizer("en")) == []


def test_why_something_happens_is_said_once_where_it_is_the_same_several_times_in_a_row() -> None:
    def charges(seat: int, where: str) -> Event:
        built = T("{who} has built a mine on {place}", who=player(0), place=verbatim(where))
        said = T("{who} charges 1 power ({built}).", who=player(seat), built=built)
        return Event("charge", said if seat == 1 else T("{event} (Automatic answer.)", event=said))

    localizer = Localizer("en", ("Ann", "Ben", "Cem"))
    events = [charges(1, "1A1"), charges(2, "1A1"), charges(2, "1A2")]
    assert event_lines(events, localizer) == [
        "- Ben charges 1 power (Ann has built a mine on 1A1).",
        "- Cem charges 1 power. (Automatic answer.)",
        "- Cem charges 1 power (Ann has built a mine on 1A2). (Automatic answer.)",
    ]
    # Where the one before is not told, why is said all the same.
    newest = newest_events(events[:2], localizer, 80, 9)
    assert newest == Newest("- Cem charges 1 power (Ann has built a mine on 1A1). (Automatic answer.)", 1)
    own = weightiest_events(events[:2], localizer, 80, 9, lambda event: event is events[1])
    assert own.text == "-# Cem charges 1 power (Ann has built a mine on 1A1). (Automatic answer.)"


def test_the_head_of_a_turn_is_its_round_and_not_that_it_begins() -> None:
    turn = Turn(
        7, 1, 1, datetime(2030, 3, 1, tzinfo=UTC), 0, Answerer.PLAYER, T("What now?"), T("Round {n} begins.", n=3), None
    )
    assert turn_label(turn, Localizer("en", ("Ann",))) == "7 · Round 3 · Ann: What now?"


def test_what_a_later_event_says_again_of_a_seat_is_said_once() -> None:
    first, second = (Event("planned", T("{n}", n=at), seat=1, to=[1]) for at in range(2))
    beside, shown = Event("planned", T("2"), seat=0), Event("plan", T("3"), seat=1)
    other = Event("roll", T("4"), seat=1)
    kinds = frozenset({"planned", "plan"})
    assert said_once([first, other, second, beside], 1, kinds) == [other, second, beside]
    assert said_once([second, beside, shown, other], 1, kinds) == [beside, shown, other]
    assert said_once([second, shown], 1, frozenset()) == [second, shown]
