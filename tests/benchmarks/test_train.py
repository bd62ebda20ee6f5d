"""Teaching the robot of Race: the same lessons teach the same, and a lesson that was broken off goes on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchmarks import lessons, train
from benchmarks.opponents import OPPONENTS
from rules.race import robot
from rules.race.robot.judgement import CHOICES, IN_USE, KINDS, Lesson, kind_of_table, read
from rules.race.robot.plan import WIN

FIRST, SECOND = Lesson("v3", "a", 4), Lesson("learned", "b", 1)


def test_the_same_lessons_teach_the_same_and_their_games_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy", reason="who teaches needs numpy")
    arguments = ["race", "--keep", str(tmp_path), "--lesson", "v3:a:4", "--lesson", "learned:b:1"]
    assert train.main(arguments) == 0
    printed = capsys.readouterr().out
    taught = read(printed.encode())
    assert taught.learned_from == (FIRST, SECOND)
    assert set(taught.value) == set(taught.calls) == set(KINDS)
    assert taught.value != train.teach([FIRST], tmp_path).value

    games = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert set(games) == {"a.games", "b.games"}
    (tmp_path / "a.games").write_bytes(games["a.games"][:-5])
    assert train.main(arguments) == 0
    assert capsys.readouterr().out == printed
    assert (tmp_path / "a.games").read_bytes() == games["a.games"]

    monkeypatch.setattr(lessons, "play_out", None)
    assert train.main(arguments) == 0
    assert capsys.readouterr().out == printed


def test_the_weights_in_use_say_of_which_lessons_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(IN_USE.learned_from) > 1
    assert {lesson.player for lesson in IN_USE.learned_from} <= {"learned", *OPPONENTS}
    taken: list[Lesson] = []

    def teach(lessons: tuple[Lesson, ...], folder: Path) -> object:
        taken.extend(lessons)
        assert folder == tmp_path
        return IN_USE

    monkeypatch.setattr(train, "teach", teach)
    monkeypatch.setattr(train, "FILE_OF_WEIGHTS", tmp_path / "weights.json")
    assert train.main(["race", "--keep", str(tmp_path), "--write"]) == 0
    assert tuple(taken) == IN_USE.learned_from
    assert read((tmp_path / "weights.json").read_bytes()) == IN_USE
    assert (tmp_path / "weights.json").read_bytes() == Path("rules/race/data/judgement.json").read_bytes()


def test_every_round_is_learned_from_for_every_seat_but_an_end_that_it_brought_about() -> None:
    played = lessons.play(OPPONENTS["v2"]["race"], "c", 3)
    assert len(played.scores) == 4
    # The table at the end stands behind those before the rounds.
    assert [one.round for one in played.tables[:-1]] == list(range(1, len(played.tables)))
    assert played.tables[-1].round == len(played.called) == len(played.tables) - 1
    assert all(all(picks) for picks in played.called)
    found = list(lessons.rounds(played))
    full = sum(len(one.tableau) >= 12 for one in played.tables[-1].players)
    assert 4 * (len(played.called) - 1) <= len(found) <= 4 * len(played.called) - full
    best = max(played.scores)
    assert sum(sample.ahead > 0 for sample in found[:4]) <= 1
    assert min(sample.ahead for sample in found[:4]) == min(played.scores) - best
    assert msgspec.msgpack.encode(played) == msgspec.msgpack.encode(lessons.play(OPPONENTS["v2"]["race"], "c", 3))


def test_of_cards_that_came_to_a_hand_mostly_only_the_number_is_told() -> None:
    played = lessons.play(OPPONENTS["v2"]["race"], "d", 0)
    blind = known = 0
    for sample in lessons.rounds(played):
        done = sample.done
        had = set(done.state.players[done.seat].hand)
        new = set(done.after.hand) - had
        assert not (new and done.after.unknown)
        blind, known = blind + bool(done.after.unknown), known + bool(new)
    assert blind > known > 0


def test_a_lesson_of_the_robot_is_played_in_turn_with_and_without_chance() -> None:
    def found(number: int) -> lessons.Played:
        return lessons.match(robot.choose, "e", number)

    assert [len(found(number).scores) for number in (0, 4)] == [2, 4]
    assert kind_of_table(found(1).tables[0]) == "two actions"
    assert msgspec.msgpack.encode(found(0)) == msgspec.msgpack.encode(found(0))


def test_what_is_called_is_one_of_the_choices() -> None:
    played = lessons.match(robot.choose, "e", 5)
    calls = list(lessons.calls_in(played))
    assert len(calls) == 2 * len(played.called)
    assert all(0 <= choice < len(CHOICES["two actions"]) for _, choice in calls)
    assert len({choice for _, choice in calls}) > 3


def test_winning_counts_however_narrowly() -> None:
    assert lessons.prospect(1) > WIN > 0 == lessons.prospect(0)
    assert lessons.prospect(-7) == -lessons.prospect(7)
    assert lessons.prospect(9) - lessons.prospect(8) > lessons.prospect(39) - lessons.prospect(38)


@pytest.mark.parametrize(
    ("lesson", "said"),
    [
        ("nobody:a:2", "nobody is called nobody"),
        ("v2:a", "PLAYER:SEED:GAMES"),
        ("v2:a:0", "PLAYER:SEED:GAMES"),
        ("learned:a:2", "the first lesson"),
    ],
)
def test_lessons_that_cannot_be_given_are_refused(
    lesson: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        train.main(["race", "--keep", str(tmp_path), "--lesson", lesson])
    assert said in capsys.readouterr().err
