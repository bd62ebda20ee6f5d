"""Stories of games: told from what everybody could see, with honours that can be counted again."""

from __future__ import annotations

from typing import Any

import pytest

from rendering.words import Words
from rules.kernel.feats import holders
from rules.kernel.game import Game, Position
from rules.kernel.record import Answer, Record, replay
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.scoring import Line, Standing, rank_seats
from rules.kernel.stories import LINES, Course, Gain, Story, _lines, best_at, follow, story
from rules.kernel.text import T, player
from rules.registry import GAMES

NAMES = ("Ann", "Ben", "Cem")


def course(rounds: list[list[int]], turns: list[Gain] | None = None) -> Course:
    """A course of so many points after each round."""
    lines = [[Line(T("Points"), points)] for points in rounds[-1]]
    standings: list[Standing] = rank_seats(lines, over=True)
    return Course(rounds, turns or [], standings, [])


def told(one: Course, language: str = "en") -> list[str]:
    return [Words(language, NAMES).say(line) for line in _lines(one)]


def test_the_turning_point_is_where_the_lead_changed_for_good() -> None:
    said = told(course([[5, 1], [6, 8], [9, 8], [10, 14]]))
    assert said[:2] == [
        "The lead changed 3 times.",
        "The turning point was round 4: Ben took the lead from Ann and kept it.",
    ]


def test_a_lead_from_beginning_to_end_is_told_and_a_tie_is_no_lead() -> None:
    assert told(course([[5, 1], [6, 3]]))[0] == "Ann led from the first round to the last."
    late = told(course([[3, 3], [6, 3]]))
    assert late[0] == "Ann took the lead in round 2, and nobody else ever had it."


def test_the_biggest_turn_the_closest_race_and_the_way_back_are_told() -> None:
    turns = [Gain(0, 4, 1), Gain(1, 7, 2), Gain(2, 7, 3)]
    said = told(course([[5, 1, 0], [6, 9, 2], [9, 12, 11]], turns))
    assert "The biggest turn was that of Ben in round 2: 7 points." in said
    assert "The closest race: Ben ended 1 point ahead of Cem." in said
    assert "After round 1, Ben was 4 points behind, and won." in said
    assert "The greatest lead of the game: Ann, 4 points after round 1." in said


def test_a_race_that_was_not_close_is_not_told_of() -> None:
    assert not [line for line in told(course([[20, 11], [40, 11]])) if "race" in line]
    assert "The closest race: Ann ended 4 points ahead of Ben." in told(course([[20, 11], [40, 36]]))
    assert "The closest race: Ann ended 2 points ahead of Ben." in told(course([[3, 1], [5, 3]]))


def test_the_biggest_turn_which_the_story_tells_is_an_honour_only_where_there_are_few() -> None:
    turns = [Gain(0, 4, 1), Gain(1, 7, 2)]
    found = _honours(course([[5, 1], [6, 9], [7, 12]], turns))
    assert found == ["Longest in the lead, in rounds", "Most points caught up"]
    assert "Best turn" in _honours(course([[5, 1], [9, 1]], turns))


def _honours(one: Course) -> list[str]:
    return [feat.text.id for feat, _ in best_at(one)]


def test_where_all_play_at_once_rounds_are_told_of() -> None:
    assert "The biggest round was round 2: 8 points for Ben." in told(course([[5, 1], [6, 9]]))


def test_a_game_for_one_has_a_story_without_others() -> None:
    one = course([[2], [6], [10]])
    assert told(one) == [
        "The biggest round was round 2: 4 points for Ann.",
        "Half of the points were there after round 2.",
    ]


def played(game: Game[Any, Any], seats: int) -> Record:
    """A game of robots that choose at random."""
    key = f"{7:032x}"
    position, _ = game.setup({}, seats, Rng(key))
    rng = Rng(f"{8:032x}")
    answers: list[Answer] = []
    while not game.over(position):
        seat = game.waiting(position)[0]
        picks = choose(game.view(position, seat), game.prompt(position, seat), rng)
        answers.append(Answer(seat, picks))
        game.answer(position, seat, picks)
    return Record(game.info.key, game.info.rules_version, {}, seats, key, answers)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_a_story_of_what_everybody_could_see(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[key]
    record = played(game, 3)
    views: list[int] = []
    view, standings = type(game).view, type(game).standings

    def watched_view(self: Any, position: Position[Any, Any], seat: int | None) -> Any:
        assert seat is None
        views.append(id(seen := view(self, position, seat)))
        kept.append(seen)
        return seen

    def watched_standings(self: Any, position: Position[Any, Any]) -> list[Standing]:
        assert id(position.state) in views
        return standings(self, position)

    kept: list[Any] = []  # so that no other object takes the number of one
    monkeypatch.setattr(type(game), "view", watched_view)
    monkeypatch.setattr(type(game), "standings", watched_standings)
    found = story(game, record)
    monkeypatch.undo()
    assert story(game, record) == found
    check(game, record, found)


def check(game: Game[Any, Any], record: Record, found: Story) -> None:
    """Look that a story is short, is said in both languages, and that its honours are true."""
    assert 3 <= len(found.lines) <= LINES
    assert 2 <= len(found.honours) <= 3
    for language in ("en", "de"):
        for line in [*found.lines, *found.honours]:
            said = Words(language, NAMES).say(line)
            assert "{" not in said
            assert len(said) <= 100
    position, _ = replay(game, record)
    feats = game.story_feats(game.view(position, None))
    assert all(len(feat.values) == 3 for feat in feats)
    english = Words("en", NAMES)
    counted = {
        english.say(
            T("{feat}: {who} ({n})", feat=feat.text, who=[player(seat) for seat in holders(feat)], n=max(feat.values))
        )
        for feat in feats
    }
    honoured = [english.say(one) for one in found.honours]
    own = [one for one in honoured if not one.startswith(("Best", "Longest", "Most points caught up"))]
    assert own
    assert counted.issuperset(own)
    followed = follow(game, record)
    assert all(one.round > 0 for one in followed.turns)  # what is chosen before the first round is no turn
    rounds = followed.rounds
    assert rounds[-1] == [one.total for one in game.standings(position)]
