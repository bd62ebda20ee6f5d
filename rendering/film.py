"""A game as a film: a picture of the table after each round, with the course of the scores below, in one animated WebP.

Each frame is drawn and encoded alone, as any other picture is, so that none keeps others waiting and few bytes are
held; then the frames are put one behind the other, which needs no pixels (the container's format: RFC 9649).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from rendering.kit import chart
from rendering.kit.palette import SeatStyle
from rendering.kit.picture import RenderContext

WIDE = 800
"""Width of a film in pixels: a post on a desktop shows 550 of them, one on a phone 330."""
QUALITY = 80
MAX_BYTES = 8_000_000
"""Discord takes 10 MB in a message, and the last post has other pictures, too."""
MAX_FRAMES = 36
LAST_SECONDS = 4.0
"""How long the end is shown."""
LONGEST_SECONDS = 1.2
MAX_SECONDS = 29.0
_NO_BLENDING = 2
_ANIMATED = 2


@dataclass(frozen=True)
class Scores:
    """What a frame shows of the scores: of all `rounds` of the game, a list of seats each, the first `shown`.

    `now` is what each seat has in the round after these, of which this `part` (0 to 1) is over; empty between rounds.
    """

    rounds: tuple[tuple[int, ...], ...] = ()
    shown: int = 0
    now: tuple[int, ...] = ()
    part: float = 0.0


NO_SCORES = Scores()


def frame(board: Image.Image, scores: Scores, seats: Sequence[SeatStyle], context: RenderContext) -> Image.Image:
    """Put the table and the scores so far below each other, as wide as a film is."""
    whole = board.convert("RGB").resize((WIDE, round(board.height * WIDE / board.width)), Image.Resampling.LANCZOS)
    if not scores.rounds:
        return whole
    strip = chart.strip(scores.rounds, scores.shown, seats, context, now=scores.now, part=scores.part)
    strip = strip.resize((WIDE, round(strip.height * WIDE / strip.width)), Image.Resampling.LANCZOS)
    both = Image.new("RGB", (WIDE, whole.height + strip.height))
    both.paste(whole, (0, 0))
    both.paste(strip, (0, whole.height))
    return both


def encode(image: Image.Image) -> tuple[bytes, str]:
    """Encode a frame: a still WebP, lossy, and the extension of its format."""
    out = BytesIO()
    image.save(out, "WEBP", quality=QUALITY, method=0)
    return out.getvalue(), "webp"


def assemble(frames: Sequence[bytes], most: int = MAX_BYTES) -> bytes:
    """Make a film of encoded frames; of too large ones every other is left out until it is small enough."""
    shown = list(frames)
    while sum(map(len, shown)) > most and len(shown) > 1:
        shown = [one for at, one in enumerate(shown) if (len(shown) - 1 - at) % 2 == 0]  # the end stays
    pictures = [_picture(one) for one in shown]
    sizes = [_size(one) for one in pictures]
    seconds = min(LONGEST_SECONDS, (MAX_SECONDS - LAST_SECONDS) / max(1, len(shown) - 1))
    canvas = _pair(max(wide for wide, _ in sizes), max(high for _, high in sizes))
    body = b"WEBP" + _chunk(b"VP8X", bytes([_ANIMATED, 0, 0, 0]) + canvas)
    body += _chunk(b"ANIM", bytes(6))  # on black, again and again
    for at, (picture, size) in enumerate(zip(pictures, sizes, strict=True)):
        lasts = LAST_SECONDS if at == len(pictures) - 1 else seconds
        head = bytes(6) + _pair(*size) + round(lasts * 1000).to_bytes(3, "little") + bytes([_NO_BLENDING])
        body += _chunk(b"ANMF", head + picture)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def _picture(still: bytes) -> bytes:
    """Give the chunk of a lossy still WebP that holds its picture, name and length included."""
    at = 12
    while at + 8 <= len(still):
        long = int.from_bytes(still[at + 4 : at + 8], "little")
        if still[at : at + 4] == b"VP8 ":
            return still[at : at + 8 + long + long % 2]
        at += 8 + long + long % 2
    raise ValueError("no lossy WebP")


def _size(picture: bytes) -> tuple[int, int]:
    """Read the size of a picture from its chunk; it stands behind the three bytes of the start code."""
    wide, high = (int.from_bytes(picture[at : at + 2], "little") & 0x3FFF for at in (14, 16))
    return wide, high


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _pair(wide: int, high: int) -> bytes:
    return (wide - 1).to_bytes(3, "little") + (high - 1).to_bytes(3, "little")
