"""The list of where tables hold something of a person is whole: every column that could is in it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Float, Integer
from sqlmodel import SQLModel

from storage.person_rows import PERSON_ROWS, Removed
from storage.persons import FORMER, HELD, NOBODYS, Goes, Held, former, is_former, is_robot
from storage.schema import UtcTime

CANNOT_HOLD = (Integer, Float, Boolean, UtcTime)
"""Kinds of values that are no id (which needs a BigInteger), no name and no payload."""


def columns() -> set[tuple[str, str]]:
    return {
        (table.name, column.name)
        for table in SQLModel.metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, BigInteger) or not isinstance(column.type, CANNOT_HOLD)
    }


def test_every_column_that_may_hold_a_person_is_classified_once() -> None:
    held = {(table, column) for table, found in HELD.items() for column in found}
    others = {(table, column) for table, found in NOBODYS.items() for column in found}
    assert not held & others
    assert columns() - held - others == set(), "say in storage/persons.py what these hold of a person, and how it goes"
    assert (held | others) - columns() == set(), "these are no columns any more"
    assert all(why for found in NOBODYS.values() for why in found.values())


def test_every_id_of_a_person_is_handed_out() -> None:
    by_id = {one.kind.__tablename__ for one in PERSON_ROWS}
    read_with_their_table = {"game_table", "seat", "log", "rewind", "premove", "weekly", "shared_fact"}
    assert set(HELD) <= by_id | read_with_their_table
    assert {table for table, found in HELD.items() if found.get("user_id")} <= by_id | read_with_their_table


def test_every_row_that_is_a_persons_alone_is_removed_with_them() -> None:
    theirs = {table for table, found in HELD.items() if found.get("user_id") == Held(Goes.ROW)}
    gone = {one.kind.__tablename__ for one in PERSON_ROWS if one.removed is not Removed.ELSEWHERE}
    assert theirs == gone | {"imported"}  # an imported game goes with its table
    by_table = [one.kind for one in PERSON_ROWS if one.removed is Removed.BY_TABLE]
    assert all({"table_id", "user_id"} == {*one.__table__.primary_key.columns.keys()} for one in by_table)


def test_what_is_not_handed_out_is_a_secret_of_chance_or_a_note_of_ours() -> None:
    kept_back = {
        (table, column) for table, found in HELD.items() for column, one in found.items() if not one.handed_out
    }
    assert kept_back == {("trial", "begins"), ("trial", "key"), ("shared_fact", "key")}
    assert {one.goes for found in HELD.values() for one in found.values()} == {*Goes}


def test_former_people_are_no_robots_and_apart_at_a_table() -> None:
    ids = [former(seat) for seat in range(8)]
    assert len({*ids}) == 8
    assert all(is_former(one) and not is_robot(one) for one in ids)
    assert all(is_robot(one) and not is_former(one) for one in range(-8, 0))
    assert not is_robot(0)
    assert not is_former(FORMER + 1)
