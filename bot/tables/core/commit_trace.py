"""Whether what somebody asks for is kept, known to whoever tells them what became of it.

A press is watched from its beginning (`watch`). The desk notes on its trace what is committed meanwhile, so that no
error says that nothing was changed where something was.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Trace:
    """What a press has left in the store so far, apart from what is noted by the way."""

    changed: bool = False
    """Something is kept."""
    unsure: bool = False
    """A commit has begun, and whether it was done is not known (yet)."""

    def confirm(self) -> None:
        """Note that what was not known to be kept is."""
        self.changed, self.unsure = True, False


_TRACE: ContextVar[Trace | None] = ContextVar("trace", default=None)


def watch() -> Trace:
    """Watch what is kept from here on, in this task and in whatever it begins."""
    trace = Trace()
    _TRACE.set(trace)
    return trace


def trace() -> Trace:
    """Give the trace of the press that is being done; what is nobody's press leaves one that nobody reads."""
    return _TRACE.get() or Trace()
