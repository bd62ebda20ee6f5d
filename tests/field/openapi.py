"""Holds what the bot sends against Discord's published OpenAPI description, where that is at hand.

It is looked for at ORRERY_DISCORD_OPENAPI and in ``../shared/reference/discord``; where it is not, nothing is checked.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

if TYPE_CHECKING:
    from tests.field.server import Call

DESCRIPTION = Path(
    os.environ.get("ORRERY_DISCORD_OPENAPI")
    or Path(__file__).parents[3] / "shared" / "reference" / "discord" / "openapi.json"
)
HERE = "urn:discord"
FORM, JSON = "multipart/form-data", "application/json"


def there_is_one() -> bool:
    """Whether the description is at hand."""
    return DESCRIPTION.is_file()


def find_faults(calls: Sequence[Call]) -> list[str]:
    """Say what is wrong with the bodies of calls; the same of many once."""
    if not there_is_one():
        return []
    found: dict[str, None] = {}
    for call in calls:
        fault = _fault(call)
        if fault is not None:
            name = re.sub(r"simcord_\w+|\d{5,}", "…", call.name)
            found[f"{name} is not as described: {fault}"] = None
    return list(found)


def _fault(call: Call) -> str | None:
    checker = _checker(call.method.lower(), call.path, multipart=call.multipart)
    if checker is None:
        return None if call.body is None else "no body is described"
    error = next(iter(sorted(checker.iter_errors(call.body), key=lambda one: -len(one.absolute_path))), None)
    return None if error is None else f"{error.json_path}: {error.message[:300]}"


def _checker(method: str, path: str, *, multipart: bool) -> Any:
    template = _template(path)
    if template is None:
        return None
    return _checker_of(method, template, multipart=multipart)


@cache
def _checker_of(method: str, template: str, *, multipart: bool) -> Any:
    content = _described()["paths"][template].get(method, {}).get("requestBody", {}).get("content", {})
    kind = FORM if multipart else JSON
    if kind not in content:
        return None
    steps = ["paths", template, method, "requestBody", "content", kind, "schema"]
    pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
    return Draft202012Validator({"$ref": f"{HERE}#/{pointer}"}, registry=_registry())


def _template(path: str) -> str | None:
    """The described path that this one is an example of: the one with the most fixed words."""
    steps = path.split("/")
    best: tuple[int, str] | None = None
    for template, parts in _templates():
        if len(parts) != len(steps):
            continue
        if all(part.startswith("{") or part == step for part, step in zip(parts, steps, strict=True)):
            fixed = sum(not part.startswith("{") for part in parts)
            best = max(best or (-1, ""), (fixed, template))
    return best[1] if best is not None else None


@cache
def _templates() -> list[tuple[str, list[str]]]:
    return [(template, template.split("/")) for template in _described()["paths"]]


@cache
def _described() -> dict[str, Any]:
    described: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    # discord.py sends numbers for the ids of files and people, and Discord has always taken them.
    described["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return described


@cache
def _registry() -> Any:
    # Its references are relative to the whole description, so that is the one resource.
    resource = Resource.from_contents({"$schema": "https://json-schema.org/draft/2020-12/schema", **_described()})
    return Registry().with_resource(HERE, resource)
