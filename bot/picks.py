"""Typed moves: finds the options that a person means, by id or by words, in either language.

A move is several answers separated by ``;``; an answer is several picks separated by ``,`` or by spaces. A pick is an
option's id, its text, or the beginning of either if nothing else begins so. Case and accents do not matter, and a
space is as good as a hyphen or an arrow: ``6 g1`` is ``6>g1``. Where one pick is asked, what follows it after a space
or a comma answers the next question: ``build 7A3, done`` is as good as ``build; 7A3; done``, and ``build cruiser 224,
orbital 224`` builds twice. A hyphen may join answers like the steps of a way, ``move i1 224-201-001``; a lone ``=``
says nothing. The word that a question is known by may stand before its answer: ``plan 6>g1``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rendering.words import LANGUAGES, Words
from rules.kernel.errors import IllegalAnswer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T, Text

LONGEST = 1000
"""Characters that a move may have; no honest one comes near."""

LONGEST_CHOICE = 100
"""Characters that a completed move may have."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
"""How Germans write where their keyboard has no umlauts; `plain` leaves the dots out, as others do."""

JOINTS = str.maketrans(dict.fromkeys("->→", " "))
"""What stands between the parts of an id; a space is as good."""

NOTHING = ("-", "none", "nothing", "nichts", "keine", "keins")
"""What says “I pick nothing” where that is allowed."""


def plain(text: str) -> str:
    """Fold case, accents and spaces away: what is left is what people compare."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return " ".join("".join(letter for letter in folded if not unicodedata.combining(letter)).split())


def check_length(move: str) -> None:
    """Refuse what no honest player types.

    Raises:
        IllegalAnswer: it is too long.

    """
    if len(move) > LONGEST:
        raise IllegalAnswer(
            T("That is too long for a move: {given} characters, and {most} are enough.", given=len(move), most=LONGEST)
        )


def split_move(move: str) -> list[str]:
    """Split a move into its answers.

    Raises:
        IllegalAnswer: it is too long, or says nothing.

    """
    check_length(move)
    answers = [part.strip() for part in move.split(";")]
    while len(answers) > 1 and not answers[-1]:
        answers.pop()
    if not all(answers):
        raise IllegalAnswer(T("There is nothing between two semicolons; write an answer there, or “-” for none."))
    return answers


def spellings(option: Option, players: Sequence[str | Text]) -> list[str]:
    """Give everything that an option may be called by."""
    texts = [Words(language, players).say(option.text) for language in LANGUAGES]
    names = [plain(one) for one in (option.id, *texts)]
    return list(dict.fromkeys([*names, *(plain(one.casefold().translate(UMLAUTS)) for one in texts)]))


def find_picks(prompt: Prompt, answer: str, players: Sequence[str | Text]) -> list[str]:
    """Find the options of a prompt that a typed answer means.

    Raises:
        IllegalAnswer: an option is not found, or several begin like that; whether the prompt accepts the picks is not
            checked here.

    """
    called = {option.id: spellings(option, players) for option in prompt.options}
    whole = plain(answer)
    if whole in NOTHING and prompt.at_least == 0 and not any(whole in names for names in called.values()):
        return []
    if "," not in answer:
        if _meant(prompt, called, whole, []):
            return [_one(prompt, called, answer, [])]
        parts = answer.split()
        if len(parts) == 1 or not all(_meant(prompt, called, plain(part), []) for part in parts):
            return [_one(prompt, called, answer, [])]
    else:
        parts = _joined([part.strip() for part in answer.split(",") if part.strip()], called)
    picks: list[str] = []
    for part in parts:
        picks.append(_one(prompt, called, part, picks))
    return picks


def _joined(parts: Sequence[str], called: dict[str, list[str]]) -> list[str]:
    """Put those parts together again that are the name of one option, which has commas of its own."""
    names = {name for spelt in called.values() for name in spelt if "," in name}
    longest = max((name.count(",") + 1 for name in names), default=1)
    out: list[str] = []
    at = 0
    while at < len(parts):
        ends = range(min(at + longest, len(parts)), at + 1, -1)
        end = next((end for end in ends if plain(", ".join(parts[at:end])) in names), at + 1)
        out.append(", ".join(parts[at:end]))
        at = end
    return out


def read_on(prompt: Prompt, answer: str, players: Sequence[str | Text]) -> tuple[list[str], str]:
    """Find the options that an answer, or the beginning of it, means; gives also the words left for what is asked next.

    Raises:
        IllegalAnswer: as `find_picks`.

    """
    words = [word for word in (one.strip("=") for one in answer.split()) if word]
    called = {option.id: spellings(option, players) for option in prompt.options}
    if len(words) > 1 and plain(words[0]) == prompt.kind and not _meant(prompt, called, plain(words[0]), []):
        words = words[1:]
    if prompt.at_most == 1:
        for length in range(len(words), 0, -1):
            begun = " ".join(words[:length])
            for spelt in dict.fromkeys((begun, begun.rstrip(","))):
                if _meant(prompt, called, plain(spelt), []):
                    return [_one(prompt, called, spelt, [])], " ".join(words[length:])
        for sign in "-=":
            first, _, after = words[0].partition(sign) if words else ("", "", "")
            if after and any(plain(first) in names for names in called.values()):
                return [_one(prompt, called, first, [])], " ".join([after, *words[1:]])
    return find_picks(prompt, " ".join(words), players), ""


def pass_over(answer: str, forced: Sequence[str]) -> tuple[str, list[str]]:
    """Leave out the words at the beginning of an answer that name picks which were taken already, as the only ones.

    Some of them may be named and others left out. Gives what is left of the answer, and of those picks.
    """
    words, left = answer.split(), list(forced)
    while words and left:
        word = plain(words[0].rstrip(","))
        found = next((at for at, pick in enumerate(left) if word == plain(pick)), None)
        if found is not None:
            del words[0], left[: found + 1]
        elif word.startswith((f"{plain(left[0])}-", f"{plain(left[0])}=")):
            words[0] = words[0][len(left[0]) + 1 :]
            del left[0]
        else:
            break
    return " ".join(words), left


def _loose(text: str) -> str:
    return " ".join(text.translate(JOINTS).split())


def _meant(prompt: Prompt, called: dict[str, list[str]], given: str, taken: Sequence[str]) -> list[Option]:
    """The options that a word may mean: those called exactly so, else those that begin so."""
    if not given:
        return []
    found = [option for option in prompt.options if given in called[option.id]]
    if not found:
        given = _loose(given)
        loose = {option.id: [_loose(one) for one in called[option.id]] for option in prompt.options}
        found = [option for option in prompt.options if given in loose[option.id]]
        if given:
            found = found or [one for one in prompt.options if any(name.startswith(given) for name in loose[one.id])]
    return [option for option in found if option.id not in taken] or found


def _one(prompt: Prompt, called: dict[str, list[str]], given: str, taken: Sequence[str]) -> str:
    found = _meant(prompt, called, plain(given), taken)
    if not found:
        raise IllegalAnswer(
            T(
                "“{given}” is not among the choices here. You can pick: {choices}",
                given=shorten(given, 60),
                choices=[one.text for one in prompt.legal[:8]],
            )
        )
    # Two copies of the same thing are no riddle: any of them will do, best one that may be picked.
    if len({tuple(called[option.id][1:]) for option in found}) == 1:
        return min(found, key=lambda option: option.refusal is not None).id
    raise IllegalAnswer(
        T(
            "“{given}” could mean several choices: {choices}. Type a little more of it.",
            given=shorten(given, 60),
            choices=[T("{choice} ({id})", choice=one.text, id=one.id) for one in found[:8]],
        )
    )


def shorten(text: str, most: int) -> str:
    """Cut a text to a number of characters, with an ellipsis where something is missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def complete(prompt: Prompt, typed: str, words: Words) -> list[tuple[str, str]]:
    """Offer ways to go on with a half-typed move, at most 25: what is shown, and the whole move it stands for.

    Only the answer to this prompt is completed: what is asked after it depends on it.
    """
    if ";" in typed:
        return []
    before, comma, last = typed.rpartition(",")
    if any(one.startswith(plain(typed)) for option in prompt.options for one in spellings(option, words.players)):
        before, comma, last = "", "", typed  # the comma belongs to a name
    start = f"{before.strip()}, " if comma else ""
    taken = {plain(one) for one in before.split(",")}
    wanted = _loose(plain(last))
    ranked: list[tuple[int, int, Option]] = []
    for at, option in enumerate(prompt.options):
        if option.refusal is not None or plain(option.id) in taken:
            continue
        names = [_loose(one) for one in spellings(option, words.players)]
        if any(one.startswith(wanted) for one in names):
            ranked.append((0, at, option))
        elif any(wanted in one for one in names):
            ranked.append((1, at, option))
    offered = [(_shown(option, words), start + option.id) for _, _, option in sorted(ranked, key=lambda one: one[:2])]
    return [(start + shown if start else shown, value) for shown, value in offered if len(value) <= LONGEST_CHOICE][:25]


def _shown(option: Option, words: Words) -> str:
    text = words.say(option.text)
    return f"{text} – {words.say(option.note)}" if option.note is not None else text
