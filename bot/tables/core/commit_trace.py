"""Traces whether an interaction has committed anything, for the reply after an error.

An interaction begins a trace (`watch`), on which `UnitOfWork` notes commits. So no error message says that nothing was
changed when something was.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Trace:
    """What an interaction has committed so far, apart from changes `aside` (`UnitOfWork.writing`)."""

    changed: bool = False
    """Something was committed."""
    unsure: bool = False
    """A commit has begun, and its result is not known (yet)."""

    def confirm(self) -> None:
        """Note that a commit of unknown result was done."""
        self.changed, self.unsure = True, False


_TRACE: ContextVar[Trace | None] = ContextVar("trace", default=None)


def watch() -> Trace:
    """Begin a trace for this task and the tasks that it starts."""
    trace = Trace()
    _TRACE.set(trace)
    return trace


def trace() -> Trace:
    """The trace of the present interaction; a new one that nobody reads outside of interactions."""
    return _TRACE.get() or Trace()
