"""Random robots pick every legal answer, and no other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.text import T


def test_every_legal_set_of_picks_is_equally_likely() -> None:
    options = [Option(id, T("Option"), refusal=T("No.") if id == "x" else None) for id in "axbcd"]
    prompt = Prompt(0, "test", T("Choose."), options, 0, 2)
    rng = Rng("00")
    counts = Counter(tuple(choose(None, prompt, rng)) for _ in range(5500))
    assert set(counts) == {picks for n in range(3) for picks in combinations("abcd", n)}
    assert all(380 < count < 620 for count in counts.values())


def test_a_robot_gives_what_is_asked_for_exactly() -> None:
    prompt = Prompt(0, "test", T("Choose."), [Option(id, T("Option")) for id in "abcde"], 3, 3)
    rng = Rng("00")
    assert all(len(set(choose(None, prompt, rng))) == 3 for _ in range(50))
