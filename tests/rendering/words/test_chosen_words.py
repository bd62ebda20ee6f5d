"""Words that readers stumbled over do not come back into the texts: each stands here with the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rendering.words.extract import messages_in_code, read_catalog
from rules.registry import GAMES

PARTS = tuple(messages_in_code())
NAMES = "names"
"""Stands for the English message of names, which have none: they are data."""


@dataclass(frozen=True)
class Text:
    """One text of a language: the part that it belongs to, its English message, and what is said."""

    part: str
    message: str
    said: str


@dataclass(frozen=True)
class Word:
    """A word that is wrong in some parts (in all, if none is named), and the one that is right there.

    `wrong` is a regular expression, and `example` a text in which it must be found. `but` are the English messages of
    texts in which the word is right all the same.
    """

    wrong: str
    example: str
    right: str
    parts: tuple[str, ...] = ()
    but: tuple[str, ...] = ()

    def found(self, text: Text) -> bool:
        """Whether a text has the word where it is wrong."""
        return self._stands(text) and text.message not in self.but

    def spares(self, text: Text) -> bool:
        """Whether a text has the word where it is right."""
        return self._stands(text) and text.message in self.but

    def _stands(self, text: Text) -> bool:
        return (not self.parts or text.part in self.parts) and re.search(self.wrong, text.said) is not None


GERMAN = (
    # How the bot speaks.
    Word(r"[Dd]auerantwort", "Deine Dauerantworten", "automatische Antwort"),
    Word(r"Mehr zu dieser Möglichkeit", "Mehr zu dieser Möglichkeit", "zu dieser Entscheidung"),
    Word(r"[Aa]uffrischen", "Auffrischen", "aktualisieren"),
    Word(r"\bPanel", "Dieses Panel sieht sonst niemand.", "Bedienfeld"),
    Word(r"[Zz]urückgehen|Tisch.* zurückgegangen", "Der Tisch ist zurückgegangen.", "zurücksetzen"),
    Word(r"\bverworfen", "Dein Plan wurde verworfen.", "verfallen", ("kernel", "bot")),
    Word(r"\b(?:[Ii]hr (?:habt|braucht|seid|könnt|dürft)|[Ee]uch|[Ee]ure[rnms]?)\b", "Eure Sektoren", "du, dein"),
    Word(r"\bumsonst\b", "Welche nimmst du umsonst?", "kostenlos"),
    Word(r"\bals Erster?\b", "{who} passt als Erster.", "zuerst"),
    Word(r"\bje Runde\b", "einmal je Runde", "pro Runde"),
    Word(r"(?<![\w„])-(?=[\d{])", "-1 Siegpunkt", "− before a number"),
    Word(r"\.\.\.|[\"']", "So planen...", "… and „“ and ’"),
    Word(r"\b[Dd]as Spiel (?:läuft|jetzt|hat|ist aus)\b", "Das Spiel läuft.", "die Partie: what is played at a table"),
    Word(r"als nächste\b", "Welche nutzt du als nächste?", "als Nächstes"),
    # What lies before a player; each box has its own words for its boards.
    Word(r"\bTableaus?\b", "Mein Tableau", "Auslage; in Eclipse Spielertafel", tuple(set(PARTS) - {"circadians"})),
    Word(
        r"\b(?:der|die) Karte\b",
        "Schiffe auf der Karte",
        "Spielplan",
        ("gaia", "eclipse"),
        ("Each turn it draws a card, whose action it takes; the icons of the card before it decide where.",),
    ),
    Word(r"\b(?:tun|[Zz]iehen) sie\b.*\?", "Was tun sie?", "Was tust du? Of one ship as well", ("eclipse",)),
    # Gaia Project.
    Word(r"Machtgewinn", "4 Machtgewinn als Einkommen", "Macht"),
    Word(r"Aufwertung", "Aufwertungen: {tiles}", "Ausbautechnologie; Gebäude aufwerten", ("gaia",)),
    Word(r"Freie Aktionen: ", "Freie Aktionen: {actions}.", "Noch verfügbar: ", ("gaia",)),
    Word(r"\bGebiet|\bSchale", "Für jedes Gebiet", "Bereich", ("gaia",)),
    Word(r"\bStufe", "{track}, Stufe {n}", "Level", ("gaia",)),
    Word(r"Rohstoff", "übrige Rohstoffe", "Ressourcen", ("gaia",)),
    # Race for the Galaxy.
    Word(r"„Windfall“", "eine „Windfall“-Welt", "Windfall-Welt"),
    Word(r"Produktions-Welt", "Produktions-Welten zuerst", "Produktionswelt"),
    Word(r"[Mm]ilitärische[nr]? Welt", "eine militärische Welt", "Militärwelt"),
    Word(r"Kennw[oö]rt", "mit dem Kennwort Alien", "Merkmal; Rebellen-Welten"),
    Word(r"\baus(?:zu)?legen\b|\blegst du .*\baus\b", "Nichts auszulegen", "ausspielen", ("race",)),
    Word(r"\bWaren\b", "verbrauchte Waren", "Güter", ("race",)),
    Word(r"Zwei Fortgeschrittene", "Zwei Fortgeschrittene", "Zwei erfahrene Spieler"),
    # Eclipse and Circadians.
    Word(r"Spezies", "wenn alle eine Spezies haben", "Rasse"),
    Word(r"Verräter-Karte", "Hat die Verräter-Karte.", "Verräterkarte"),
    Word(r"\bTausche\b(?! so oft)", "Bis zu 3 Tausche", "3-mal tauschen", ("circadians",)),
    Word(r"\bPlätze\b|\b(?:[Jj]eder|der|den) Platz\b", "Jeder Platz nennt seinen Preis.", "Feld", ("circadians",)),
)

WHO = ("Who gives the seat up.", "Who takes it over.")
"""What is said of a person that is to be named in a command."""

ENGLISH = (
    Word(r"\bwhile of chance", "after a while of chance", "a random while"),
    Word(r"\b[Bb]owls?\b", "a token of bowl III", "area", ("gaia",)),
    Word(r"\b[Hh]ex(?:es)?\b", "the hexes of ring I", "sector", ("eclipse",)),
    Word(r"\b(?:[Ff]action|[Rr]ace)s?\b", "Which faction do you play?", "species", ("eclipse",)),
    Word(r"\b[Pp]lanets?\b", "a military planet", "world", ("race",)),
    Word(
        r"(?i)\b(?:colors?|center|gray|neighbor\w*|coloniz\w*|favor\w*|armor\w*)\b",
        "the center of the galaxy",
        "British spelling",
    ),
    Word(r"(?<!right-)\b[Cc]lick", "Click the button", "press"),
    Word(r"(?<![\w“])-(?=[\d{])", "-1 VP", "− before a number"),
    Word(r"\.\.\.|[\"']", "Plan this...", "… and “” and ’"),
    # How the bot speaks.
    Word(r"[Ss]tanding answer", "Your standing answers", "automatic answer"),
    Word(r"\bfor nothing\b", "Charge 1 power for nothing", "for free"),
    Word(r"\b(?:[Aa]n|[Tt]he|only) own\b", "an own disc", "of yours, of your own"),
    Word(r"\b(?:have|has) not (?:so|that|enough|the)\b", "You have not enough Q.I.C.", "do not have"),
    Word(r"\bwhich you have not\b|\bthat you have not\b", "which you have not.", "do not have"),
    Word(r"(?:^|[.:;] )(?:Only w|W)ho (?!is |do )[a-z]+s? [^?]*$", "Who passes first begins.", "Whoever", but=WHO),
    Word(r"[Ww]hoever has most\b", "Whoever has most points wins.", "the most"),
    Word(r"(?i)(?:\bonce|\btwo|\bthree|\}) a round\b", "once a round", "per round"),
    Word(r"[,;] else\b", "Take algae; else you are asked.", "otherwise"),
    Word(r"\bof chance\b", "after a while of chance", "random"),
    Word(r"[Nn]obody must\b", "Nobody must act.", "nobody has to"),
    Word(r"\bnot\b[^.;,]* any more\b", "That seat is not free any more.", "no longer"),
    Word(
        r"(?:^|\. )What [^.?]*, /[a-z]+ (?:\w+ )?(?:shows|tells)",
        "What this table asks, /play shows.",
        "/play shows what",
    ),
    Word(r", for (?:the table|a robot|somebody|in this)\b", "dropped, for the table has gone back", "because"),
    Word(r"table has gone back|taken back (?:al|what)", "The table has gone back.", "the game was rolled back"),
    Word(r"\balone\b(?=[:.]|$)", "At this table alone: {rule}", "only", ("bot",)),
    Word(r"^Stay$", "Stay", "Do not go back", ("bot",)),
    Word(r"\bshall\b|\bShall\b", "Which table shall come?", "should"),
    Word(r"\b(?:is|are) no (?:date|time|setting|choice)\b", "“{typed}” is no date.", "not a"),
    Word(r"more win a tie", "Hand cards, more win a tie", "Tie-break"),
    Word(r"on the hand\b", "{n} item card on the hand.", "in hand"),
    Word(r"[Oo]n a page|[Bb]ack a page", "On a page", "Next page"),
    Word(r"From where\?|^From where", "From where?", "From which area?", ("gaia",)),
    # Single games.
    Word(r"\bmarked \{keyword\}", "worlds marked {keyword}", "{keyword} worlds", ("race",)),
    Word(r"\bgiv(?:e|es|ing) up\b", "{who} gives up {card}.", "discard", ("race",)),
    Word(r"[Dd]earest", "Keep the dearest", "the most expensive", ("race",)),
    Word(r"\b(?:is|are) laid\b(?! out)", "The map is laid first.", "laid out", ("gaia", "eclipse")),
    Word(r"[Dd]o they (?:do|retreat)", "What do they do?", "What do you do? Of one ship as well", ("eclipse",)),
    Word(r"Printed map", "Printed map", "As in the basic setup", ("gaia",)),
    Word(r"without (?:upgrade|farm)\b", "First spot without farm", "without a farm", ("circadians",)),
)


def texts(language: str) -> Iterator[Text]:
    """Give every text of a language, and every name of a game."""
    for part in PARTS:
        for entry in read_catalog(part):
            if entry.id:
                forms = entry.string if language == "de" else entry.id
                message = entry.id if isinstance(entry.id, str) else entry.id[0]
                for said in (forms,) if isinstance(forms, str) else tuple(forms or ()):
                    yield Text(part, message, said)
    for key, game in GAMES.items():
        for names in game.names.values():
            yield Text(key, NAMES, names.get(language) or names["en"])


LISTS = {"de": GERMAN, "en": ENGLISH}
WORDS = [(language, word) for language, words in LISTS.items() for word in words]
SAID = {language: list(texts(language)) for language in LISTS}
each_word = pytest.mark.parametrize(("language", "word"), WORDS, ids=[f"{one}-{word.right}" for one, word in WORDS])


@each_word
def test_no_text_has_a_word_in_place_of_the_right_one(language: str, word: Word) -> None:
    faults = [f"{text.part}: {text.said!r}" for text in SAID[language] if word.found(text)]
    assert not faults, f"should be {word.right}:\n" + "\n".join(faults)


@each_word
def test_the_word_is_found_where_it_stands_and_each_exception_is_one(language: str, word: Word) -> None:
    for part in word.parts or PARTS:
        assert word.found(Text(part, "", word.example))
    spared = {text.message for text in SAID[language] if word.spares(text)}
    assert spared == set(word.but)


NAMED = re.compile(r"(?<=[a-zäöüß]) \{(?:card|world|clan|tile|technology|faction|species)\}")
"""A name in the middle of a German sentence, where a case would bend it: “nutzt Verschollenes Kriegsschiff”."""
UNBENT = frozenset(
    {
        "You have drawn {tile}. Do you draw a second sector?",
        "Card {card} has acted ({does}) and decides next: {icons}.",
        "{who} draws card {card}, which lets it pass near the end of its deck.",
        "{who} draws card {card}: {does}. Card {support} decides; {n} card is left.",
        "{who} gains {n} VP for card {card}.",
    }
)
"""Messages whose names are never bent: sectors, and the numbers of the Automa's cards."""


def test_a_name_in_the_middle_of_a_german_sentence_stands_in_quotation_marks() -> None:
    assert NAMED.search("{who} nutzt {card}.")
    assert not NAMED.search("{who} nutzt „{card}“.")
    bent = {text.message: text.said for text in SAID["de"] if NAMED.search(text.said)}
    assert set(bent) == UNBENT, bent
