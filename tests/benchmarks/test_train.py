"""Teaching the robot of Race: the same lessons teach the same, and a lesson that was broken off goes on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchmarks import train
from benchmarks.opponents import OPPONENTS
from rules.race.components import PHASES
from rules.race.robot.inputs import CALLING, NAMES
from rules.race.robot.judgement import LEARNED, Lesson, read

NONE: dict[str, float] = dict.fromkeys(PHASES, 0.0)
FIRST, SECOND = Lesson("v2", "a", 2), Lesson("learned", "b", 1)


def test_the_same_lessons_teach_the_same_and_their_games_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["race", "--keep", str(tmp_path), "--lesson", "v2:a:2", "--lesson", "learned:b:1"]
    assert train.main(arguments) == 0
    printed = capsys.readouterr().out
    taught = read(printed.encode())
    assert taught.learned_from == (FIRST, SECOND)
    assert any(taught.weights.values())
    assert taught.weights != train.teach([FIRST], tmp_path).weights

    games = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert set(games) == {"a.games", "b.games"}
    (tmp_path / "a.games").write_bytes(games["a.games"][:-5])
    assert train.main(arguments) == 0
    assert capsys.readouterr().out == printed
    assert (tmp_path / "a.games").read_bytes() == games["a.games"]

    monkeypatch.setattr(train, "play", None)
    assert train.main(arguments) == 0
    assert capsys.readouterr().out == printed


def test_the_weights_in_use_say_of_which_lessons_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(LEARNED.learned_from) > 1
    assert {lesson.player for lesson in LEARNED.learned_from} <= {"learned", *OPPONENTS}
    taken: list[Lesson] = []

    def teach(lessons: tuple[Lesson, ...], folder: Path) -> object:
        taken.extend(lessons)
        assert folder == tmp_path
        return LEARNED

    monkeypatch.setattr(train, "teach", teach)
    monkeypatch.setattr(train, "FILE_OF_WEIGHTS", tmp_path / "weights.json")
    assert train.main(["race", "--keep", str(tmp_path), "--write"]) == 0
    assert tuple(taken) == LEARNED.learned_from
    assert read((tmp_path / "weights.json").read_bytes()) == LEARNED
    assert (tmp_path / "weights.json").read_bytes() == Path("rules/race/data/judgement.json").read_bytes()


def test_every_round_but_the_last_is_learned_from_for_every_seat() -> None:
    played = train.play(OPPONENTS["v2"]["race"], "c", 3)
    assert len(played.scores) == 4
    assert [one.round for one in played.tables] == list(range(1, len(played.tables) + 1))
    assert all(all(picks) for picks in played.called)
    found = list(train.rounds(played))
    assert len(found) == 4 * (len(played.tables) - 1)
    best = max(played.scores)
    assert sum(ahead > 0 for _, ahead in found[:4]) <= 1
    assert min(ahead for _, ahead in found[:4]) == max(-train.FAR, min(played.scores) - best)
    assert msgspec.msgpack.encode(played) == msgspec.msgpack.encode(train.play(OPPONENTS["v2"]["race"], "c", 3))


def test_weights_are_those_of_the_least_squares_drawn_towards_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def learn(pull: int) -> tuple[float, list[float]]:
        monkeypatch.setattr(train, "PULL", pull)
        sums = train.Sums()
        for number in range(4_500):
            inputs = [0.0] * len(NAMES)
            inputs[0], inputs[1] = number % 7, number % 3
            sums.add(inputs, 2.0 + 3.0 * inputs[0] - inputs[1])
        return train.weights(sums)

    constant, found = learn(0)
    assert constant == pytest.approx(2.0)
    assert found[:3] == pytest.approx([3.0, -1.0, 0.0])
    assert learn(1_000_000)[1][0] < 0.1


def test_calls_are_learned_from_what_was_called() -> None:
    def seen(hand: float) -> list[float]:
        return [1.0, hand, *[0.0] * (len(CALLING) - 2)]

    calls: train.Calls = [(seen(0.0), {**NONE, "explore": 1.0}), (seen(6.0), {**NONE, "settle": 0.5, "develop": 0.5})]
    found = train.call_weights(calls * 50)
    by_hand = {phase: weights["hand"] for phase, weights in found.items()}
    assert by_hand["settle"] == pytest.approx(by_hand["develop"], abs=0.05)
    assert by_hand["settle"] > 0.3 > by_hand["explore"]
    assert all(weights["goods"] == 0 for weights in found.values())


def test_equations_are_solved() -> None:
    assert train.solve([[2.0, 1.0, 5.0], [1.0, 3.0, 10.0]]) == pytest.approx([1.0, 3.0])


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
