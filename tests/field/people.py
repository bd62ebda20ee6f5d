"""The people in the field: they press, choose, type and read what is there, each in their own time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.enums import AppCommandType, InteractionType

from bot.views.custom_ids import BUTTON, SELECT, CustomId, read_custom_id
from tests.field.server import Asked, Discord

PATIENCE = 30.0
"""Seconds that somebody waits for a reply before a test fails."""


@dataclass(frozen=True)
class Part:
    """A button or a menu, and what it means."""

    code: CustomId
    raw: dict[str, Any] = field(repr=False)

    @property
    def label(self) -> str:
        return str(self.raw.get("label") or self.raw.get("placeholder") or "")

    @property
    def values(self) -> list[str]:
        return [option["value"] for option in self.raw.get("options", [])]


def walk(raw: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component, from top to bottom."""
    for one in raw:
        yield dict(one)
        yield from walk(one.get("components", []))


def parts_of(components: Sequence[Mapping[str, Any]]) -> list[Part]:
    """The buttons and menus among them that can be used and are ours."""
    found = []
    for one in walk(components):
        match = BUTTON.fullmatch(str(one.get("custom_id", ""))) or SELECT.fullmatch(str(one.get("custom_id", "")))
        if match is not None and not one.get("disabled"):
            found.append(Part(read_custom_id(match), one))
    return found


def text_of(components: Sequence[Mapping[str, Any]]) -> str:
    """Everything that a message says, labels and choices included."""
    said: list[str] = []
    for one in walk(components):
        said += [str(one[key]) for key in ("content", "label", "placeholder") if one.get(key)]
        said += [option["label"] for option in one.get("options", [])]
    return "\n".join(said)


class Seen:
    """What somebody did, and what they have seen of the reply so far."""

    def __init__(self, discord: Discord, asked: Asked, pressed: Part | None) -> None:
        self._discord = discord
        self.asked = asked
        self.pressed = pressed
        """The button or menu that was used; None for a command or a form."""

    async def answered(self, *, seconds: float = PATIENCE) -> Seen:
        """Wait for something else than "thinking…"."""
        try:
            await asyncio.wait_for(self.asked.replied.wait(), seconds)
        except TimeoutError:
            calls = [(one.name, one.status) for one in self._discord.calls if self.asked.record.token in one.path]
            raise AssertionError(f"no reply within {seconds} s; the bot has called {calls}") from None
        return self

    @property
    def thinks(self) -> bool:
        """Whether "thinking…" is all there is to see."""
        return self.asked.record.loading

    @property
    def failed(self) -> bool:
        """Whether Discord has told the person that the bot does not respond."""
        return self.asked.first is None

    @property
    def message(self) -> Message:
        """The newest message of the reply."""
        record = self.asked.record
        number = record.followup_ids[-1] if record.followup_ids else record.message_id
        assert number is not None, "there is no message in the reply"
        return self._discord.backend.get_message(record.channel_id, number)

    @property
    def text(self) -> str:
        return text_of(self.message.components)

    @property
    def parts(self) -> list[Part]:
        return parts_of(self.message.components)

    @property
    def modal(self) -> dict[str, Any]:
        """The form that was opened."""
        assert self.asked.record.modal is not None, "no form was opened"
        return self.asked.record.modal


@dataclass(frozen=True)
class Person:
    """Somebody on the server. What they do is told to the bot at once; the reply is to be waited for."""

    discord: Discord
    guild_id: int
    id: int
    name: str
    did: list[Seen] = field(default_factory=list, repr=False)

    def slash(self, channel_id: int, command: str, **options: Any) -> Seen:
        """Send a command, by its full name; people and plain values are options."""
        backend = self.discord.backend
        first, *rest = command.split()
        root = backend.find_command(first, self.guild_id, type=AppCommandType.CHAT_INPUT)
        assert root is not None, f"Discord knows no /{first}"
        leaf, nesting = interactions.walk_to_subcommand(root, rest)
        declared = {one["name"]: one for one in leaf.get("options") or []}
        resolved: dict[str, Any] = {}
        given = []
        for name, value in options.items():
            told = str(value.id) if isinstance(value, Person) else value
            if isinstance(value, Person):
                resolved.setdefault("users", {})[told] = dict(serializers.user_payload(backend.get_user(value.id)))
                guild = backend.get_guild(self.guild_id)
                member = serializers.member_payload(backend, guild, guild.members[value.id], with_user=False)
                resolved.setdefault("members", {})[told] = dict(member)
            given.append({"name": name, "type": declared[name]["type"], "value": told})
        data: dict[str, Any] = {
            "id": root["id"],
            "name": root["name"],
            "type": AppCommandType.CHAT_INPUT,
            "options": interactions.nest_options(root, nesting, given),
        }
        if resolved:
            data["resolved"] = resolved
        return self._do(InteractionType.APPLICATION_COMMAND, channel_id, data)

    def press(self, message: Message, verb: str, argument: str | None = None) -> Seen:
        """Press the first button with this verb (and argument)."""
        part = self._find(message, 2, verb, argument)
        data = {"custom_id": part.raw["custom_id"], "component_type": 2}
        return self._use(message, part, data)

    def choose(self, message: Message, verb: str, *values: str, argument: str | None = None) -> Seen:
        """Choose in the first menu with this verb (and argument)."""
        part = self._find(message, 3, verb, argument)
        data = {"custom_id": part.raw["custom_id"], "component_type": 3, "values": list(values)}
        return self._use(message, part, data)

    def use(self, message: Message, part: Part, values: Sequence[str] = ()) -> Seen:
        """Press a button, or choose in a menu."""
        data: dict[str, Any] = {"custom_id": part.raw["custom_id"], "component_type": part.raw["type"]}
        if part.raw["type"] == 3:
            data["values"] = list(values)
        return self._use(message, part, data)

    def submit(self, seen: Seen, **typed: str) -> Seen:
        """Send a form that was opened."""
        rows = [
            {"type": 18, "component": {"type": 4, "custom_id": name, "value": value}} for name, value in typed.items()
        ]
        data = {"custom_id": seen.modal["custom_id"], "components": rows}
        return self._do(InteractionType.MODAL_SUBMIT, seen.asked.record.channel_id, data)

    @property
    def dms(self) -> list[Message]:
        """Every direct message, the oldest first."""
        channel = self.discord.backend.dm_channels.get(self.id)
        return [] if channel is None else list(self.discord.backend.messages[channel].values())

    def _find(self, message: Message, kind: int, verb: str, argument: str | None) -> Part:
        for part in parts_of(message.components):
            if part.raw["type"] == kind and part.code.verb == verb and argument in {None, part.code.argument}:
                return part
        raise AssertionError(f"nothing there says {verb}: {[one.code for one in parts_of(message.components)]}")

    def _use(self, message: Message, part: Part, data: dict[str, Any]) -> Seen:
        payload = dict(serializers.message_payload(self.discord.backend, message))
        return self._do(InteractionType.MESSAGE_COMPONENT, message.channel_id, data, message, part, payload)

    def _do(  # noqa: PLR0917
        self,
        kind: InteractionType,
        channel_id: int,
        data: dict[str, Any],
        source: Message | None = None,
        part: Part | None = None,
        message: dict[str, Any] | None = None,
    ) -> Seen:
        backend = self.discord.backend
        in_guild = backend.get_channel(channel_id).guild_id
        record, payload = interactions.base_payload(
            backend, type=kind, channel_id=channel_id, guild_id=in_guild, user_id=self.id, data=data
        )
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = message
        seen = Seen(self.discord, self.discord.ask(record, payload), part)
        self.did.append(seen)
        return seen
