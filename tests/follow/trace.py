"""A recorded game of Race for the Galaxy, cut into the segments between its snapshots."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict, deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Event = dict[str, Any]


@dataclass
class Segment:
    """What happened in one phase (or the setup, or the choice of actions) and how the table looked after it."""

    name: str
    at: int
    bonus: list[list[str]] | None = None
    choices: dict[int, list[Event]] = field(default_factory=lambda: defaultdict(list))
    draws: dict[str, deque[int]] = field(default_factory=lambda: defaultdict(deque))
    """The name of a draw, as the rules name it -> the cards that it gave."""
    points: list[tuple[int, int]] = field(default_factory=list)
    reshuffled: bool = False
    snapshots: list[Event] = field(default_factory=list)


@dataclass
class Trace:
    """A whole recorded game."""

    id: str
    variant: dict[str, Any]
    keys: list[str]
    setup: dict[str, Any]
    result: dict[str, Any]
    segments: list[Segment]

    @property
    def config(self) -> dict[str, str]:
        """Give the table options that it was played with."""
        if self.variant["preset_hands"]:
            return {"setup": "first"}
        return {"setup": "experienced" if self.variant["two_card_variant"] else "normal"}


def read(path: Path) -> Trace:
    """Read a recorded game."""
    raw = json.loads(gzip.decompress(path.read_bytes()))
    if raw["format"] != "race-trace/1":
        raise ValueError(f"{path.name}: the format {raw['format']} is unknown")
    return Trace(
        raw["id"], raw["variant"], raw["cards"], raw["setup"], raw["result"], _cut(raw["events"], raw["cards"])
    )


def _cut(events: list[Event], keys: list[str]) -> list[Segment]:
    segments = [Segment("setup", 0)]
    discards: set[int] = set()
    for at, event in enumerate(events):
        _follow_discards(discards, event, events[at - 1])
        if event["e"] == "round":
            segments.append(Segment("choose", at))
        elif event["e"] == "phase":
            segments.append(Segment(event["name"], at, event["bonus"]))
        else:
            _add(segments[-1], event, keys)
    return segments


def _follow_discards(discards: set[int], event: Event, before: Event) -> None:
    """Keep track of which cards are discarded; snapshots within a round tell their number only."""
    if event["e"] == "drop" or (event["e"] == "flip" and not event["kept"]):
        discards.add(event["card"])
    elif event["e"] == "reshuffle":
        discards.clear()
        if before["e"] == "flip" and not before["kept"]:  # The deck's last card was no part of it.
            discards.add(before["card"])
    elif event["e"] == "state":
        event["discarded"] = sorted(discards)
        if len(discards) != event["discards"] or event.get("discard_pile", event["discarded"]) != event["discarded"]:
            raise ValueError(f"the record contradicts itself about the discards: {event}")


def _add(segment: Segment, event: Event, keys: list[str]) -> None:
    match event["e"]:
        case "choose":
            segment.choices[event["seat"]].append(event)
        case "draw":
            segment.draws[f"race.draw:{event['seat']}:{_why(event['why'], keys)}"].append(event["card"])
        case "good":
            segment.draws[f"race.good:{event['seat']}:{keys[event['world']]}"].append(event["card"])
        case "flip":
            segment.draws[f"race.flip:{event['seat']}"].append(event["card"])
        case "vp":
            segment.points.append((event["seat"], event["n"]))
        case "reshuffle":
            segment.reshuffled = True
        case "state":
            segment.snapshots.append(event)


def _why(why: str | list[Any], keys: list[str]) -> str:
    return why if isinstance(why, str) else f"power:{keys[why[0]]}"
