"""Names of cards and where their long words may break on a card."""

from __future__ import annotations

from functools import lru_cache

from rendering.kit.fonts import SOFT
from rendering.words import Words
from rules.kernel.text import name
from rules.race.components import Card

# Words too long for a line of a small card; "|" marks where they may break.
_BREAKS = """
Abge|schie|dene Absatz|märkte Aste|roiden|gürtel Ausfuhr|zölle
Außen|posten Bau|arbeiten Bergbau|konzern Bergbau|roboter
Bergbau|welt Biblio|thek Blaster|kristall Casino|welt
Defizit|finan|zierung Empathen|welt Ent|laufene Erkun|dungs|schiff
Expan|dierende Expe|ditions|trupp Flücht|lings|welt For|schungs|institut Frei|handels|union Föde|ration Galak|tische
Galak|tischer Galak|tisches Gen|manipu|liertes Gesetz|losen Gewürz|welt Heimat|welt Inge|nieure Inter|stellare
Inves|titions|kredite Kampf|flotte Kolonie|schiff Kometen|zone Kontakt|spezia|list Krieger|volk Kriegs|schiff
Kristall|welt Künstler|kolonie Landungs|schiffe Lebens|formen Militä|rische Pan|galak|tische Pilger|welt Piraten|welt
Radio|aktive Raum|hafen Raum|soldaten Renais|sance
Reptilien|volk Roboter|fabrik Rosetta|stein Rüstungs|welt Schwarz|markt|welt
Selbst|repli|zierende Seuchen|welt Stern|nomaden Straf|kolonie Stütz|punkt Terra|forming Terra|formte Touristen|welt
Treib|stoff|lager Trend|setter Unter|grund Unter|schlupf Ver|lassene Ver|lassener Ver|schol|lene Ver|schol|lenes
Viel|seitige Wach|roboter Wasser|volk Wirt|schaft Wohl|habende gen|manipu|lierten ver|lorenen vernunft|begabte
Über|lebens|künstler Asso|ciation Conglom|erate Diver|sified Expe|dition Feder|ation Inter|stellar Invest|ment
Malev|olent Pilgrim|age Pros|perous Radio|active Spe|cialist Surviv|alists Terra|formed Terra|forming Trend|setters
Under|ground
"""
_SOFT = {entry.replace("|", ""): entry.replace("|", SOFT) for entry in _BREAKS.split()}


@lru_cache(maxsize=2048)
def breakable(title: str) -> str:
    """A title with soft hyphens in its long words."""
    parts = title.split(" ")
    return " ".join("-".join(_SOFT.get(piece, piece) for piece in part.split("-")) for part in parts)


def title(card: Card, words: Words) -> str:
    """The name of a card in the reader's language."""
    return words.say(name(f"race.card.{card.key}"))
