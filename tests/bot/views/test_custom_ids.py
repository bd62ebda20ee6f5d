"""What stands in a custom_id: it comes back as it was written, and anything else is known to mean nothing."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.views.custom_ids import (
    BUTTON,
    FORM,
    LARGEST,
    SELECT,
    CustomId,
    Unreadable,
    find_custom_id,
    only_value,
    read_number,
)

NUMBERS = st.integers(0, LARGEST)
CODES = st.builds(
    CustomId,
    st.sampled_from(["pick", "choose", "me"]),
    NUMBERS,
    NUMBERS,
    st.text("0123456789abcdef", max_size=10),
    st.text(st.characters(exclude_characters=":"), max_size=20),
)


@given(CODES)
def test_a_code_is_read_as_it_was_written(code: CustomId) -> None:
    assert find_custom_id(BUTTON, code.button()) == code
    assert find_custom_id(SELECT, code.select()) == code
    assert find_custom_id(FORM, code.form()) == code
    with pytest.raises(Unreadable):
        find_custom_id(BUTTON, code.select())


@given(st.text() | st.from_regex(r"orrery-[bsf]:\w+:[-\d]+:[-\d]+:\w*:\w*", fullmatch=True))
def test_anything_else_is_unreadable_or_a_code_within_its_bounds(text: str) -> None:
    for pattern in (BUTTON, SELECT, FORM):
        with suppress(Unreadable):
            code = find_custom_id(pattern, text)
            assert 0 <= code.table <= LARGEST
            assert 0 <= code.revision <= LARGEST


@pytest.mark.parametrize("number", [2**31, 2**63, 2**63 - 1, 10**30])
def test_a_table_or_a_revision_beyond_what_the_database_holds_is_unreadable(number: int) -> None:
    for text in (f"orrery-b:pick:{number}:1::0", f"orrery-b:pick:1:{number}::0", "orrery-b:pick:-1:1::0"):
        with pytest.raises(Unreadable):
            find_custom_id(BUTTON, text)


@given(NUMBERS)
def test_a_number_is_read_as_it_was_written(number: int) -> None:
    assert read_number(str(number)) == number


@given(st.text() | st.integers(max_value=-1).map(str) | st.integers(LARGEST + 1).map(str))
def test_what_is_no_number_of_ours_is_unreadable(text: str) -> None:
    with suppress(Unreadable):
        assert str(read_number(text)) == text


@pytest.mark.parametrize("text", ["-1", "", "00", "01", "+1", " 1", "1_0", "1e3", "٣", "²", "2147483648"])
def test_a_number_that_we_would_not_write_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        read_number(text)


def test_a_menu_of_one_choice_gives_one_value() -> None:
    assert only_value(["a"]) == "a"
    for values in ([], ["a", "b"]):
        with pytest.raises(Unreadable):
            only_value(values)
