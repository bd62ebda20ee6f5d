"""The errors that rules raise. Each carries a Text for the person who caused it; none carries a secret."""

from __future__ import annotations

from rules.kernel.text import Text


class RulesError(Exception):
    """Something that the rules do not allow. `text` says what is wrong and what to do instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


class NotAsked(RulesError):
    """The seat has no open prompt: it is not its turn, or the game is over."""


class IllegalAnswer(RulesError):
    """The answer is none that the open prompt offers."""


class BadSetup(RulesError):
    """The table's options or its number of seats do not make a game."""


class NotLoaded(RulesError):
    """A game needs something that is not loaded here, such as the set of components that it is played with.

    It goes on as soon as that is loaded again; until then nothing of it may be changed.
    """


class NoLegalAnswer(Exception):
    """A game asks a question that nobody could answer: a fault of its rules, which must not ask it then.

    The message names the seat and the kind of the question, and no option.
    """


class BadData(Exception):
    """A data file does not hold what it must. The message names the file and the entry."""
