"""Serialisation: plain typed data to bytes and back, by msgspec, as MessagePack or JSON.

msgspec learns a type when the first decoder for it is made, and a second thread that meets a type which is only half
learnt ends the process with a segmentation fault. So a codec is made where its module or its game's class is made, in
the one thread that imports it, and threads decode through codecs alone (`tests/rules/kernel/test_codec.py` holds both).
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

Thing = TypeVar("Thing")

MADE: list[Codec[Any]] = []
"""Every codec of this process."""


class Codec(Generic[Thing]):
    """Encodes things of one type and decodes them exactly; to JSON where `json`, which people can read."""

    def __init__(self, kind: Any, *, json: bool = False) -> None:
        """`kind` is the type with all that it is made of, such as ``list[Event]``."""
        self.kind = kind
        self._encoder = msgspec.json.Encoder() if json else msgspec.msgpack.Encoder()
        self._decoder: Any = msgspec.json.Decoder(kind) if json else msgspec.msgpack.Decoder(kind)
        MADE.append(self)

    def encode(self, thing: Thing) -> bytes:
        """Turn a thing into bytes."""
        return self._encoder.encode(thing)

    def decode(self, data: bytes) -> Thing:
        """Turn bytes made by `encode` back into the thing.

        Raises:
            msgspec.MsgspecError: they are no such thing.

        """
        thing: Thing = self._decoder.decode(data)
        return thing

    def copy(self, thing: Thing) -> Thing:
        """Copy a thing with all that it is made of; going through bytes is several times faster than a deep copy."""
        return self.decode(self.encode(thing))
