"""Turns of Circadians: plans by their dice, and dice by where they are sent."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.turns import Answered, Turns, first_asked


def kind(answered: Sequence[Answered], before: Sequence[str]) -> str:
    """Name a plan of four dice `plan-4`, and a die that goes to the academy `send-academy`."""
    first = first_asked(answered, before)
    if first == "plan":
        # A plan that is begun anew has its dice counted again, from there on.
        begun = max((at + 1 for at, (_, picks) in enumerate(answered) if "anew" in picks), default=0)
        return f"plan-{sum('>' in pick for _, picks in answered[begun:] for pick in picks)}"
    sent = [picks[0] for asked, picks in answered if asked == "send" and not picks[0].startswith("to-")]
    return f"send-{sent[-1].partition('-')[0]}" if sent else first


TURNS = Turns(kind=kind)
