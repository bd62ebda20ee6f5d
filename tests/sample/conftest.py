"""Makes the sample one of the games while its tests run; nowhere else is it one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sample.registered import registered


@pytest.fixture(autouse=True)
def sample_game() -> Iterator[None]:
    with registered():
        yield
