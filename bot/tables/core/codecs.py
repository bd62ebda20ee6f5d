"""Codecs of what is stored as bytes, apart from positions."""

from __future__ import annotations

from rules.kernel.codec import Codec
from rules.kernel.policies import Premove
from rules.kernel.steps import Event
from rules.kernel.text import Text

EVENTS: Codec[list[Event]] = Codec(list[Event], json=True)
QUESTIONS: Codec[Text] = Codec(Text, json=True)
PREMOVES: Codec[Premove] = Codec(Premove, json=True)
