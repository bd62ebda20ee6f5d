"""What cannot be chosen and why, grouped by reason."""

from __future__ import annotations

from bot.views.localizer import Localizer
from rules.kernel.prompt import Prompt
from rules.kernel.text import TN


def refusal_blocks(prompt: Prompt, localizer: Localizer) -> list[str]:
    """Give a block for each reason, with every option that it refuses; below a heading. Empty where none is refused."""
    by_reason: dict[str, list[str]] = {}
    for one, reason in prompt.refused:
        by_reason.setdefault(localizer.post(reason), []).append(localizer.title(one.text))
    if not by_reason:
        return []
    number = sum(map(len, by_reason.values()))
    heading = TN("One choice that is not possible now", "{n} choices that are not possible now", number)
    return [
        f"### {localizer.post(heading)}",
        *(f"**{said}**\n{' · '.join(refused)}" for said, refused in by_reason.items()),
    ]
