"""Short texts that are said in several places."""

from __future__ import annotations

from rules.kernel.text import TN, T, Text, name
from tests.sample.rules.components import SITES


def site_name(site: str) -> Text:
    """Name a site."""
    return name(f"prospect.site.{site}")


def kind_name(kind: str) -> Text:
    """Name a kind of site."""
    return name(f"prospect.kind.{kind}")


def worth_text(site: str) -> Text:
    """Say what a site is: its kind and its points."""
    one = SITES[site]
    return TN("{kind}, {n} point", "{kind}, {n} points", one.points, kind=kind_name(one.kind))


def fuel_text(fuel: int) -> Text:
    """Say what fuel the reader has, below a question about it."""
    return T("You have {n} fuel.", n=fuel)
