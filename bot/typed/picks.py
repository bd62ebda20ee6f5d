"""Parses typed answers: finds options by id, text or verb, in either language.

A move is several answers separated by ``;``; an answer is several picks separated by ``,`` or by spaces. A pick is an
option's id, its text, or the beginning of either if nothing else begins so, its number in pictures
(`Prompt.numbers`), or a word that the game's verbs give it (`rules.kernel.verbs`): ids, texts and numbers come before
verbs, and a verb is written out, so that no slip of the pen is taken for one. Whole words from the middle of a text
will do where nothing else is called so (``engineers``). Case, accents and punctuation do not
matter: a space is as good as a hyphen or an arrow, ``6 g1`` is ``6>g1``. Where one pick is asked, what follows it after
a space or a comma answers the next question: ``build 7A3, done`` is as good as ``build; 7A3; done``, and
``build cruiser 224, orbital 224`` builds twice. A hyphen may join answers like the steps of a way,
``move i1 224-201-001``; a lone ``=`` says nothing. A word that a question is known by, or that has led to it, may stand
before its answer: ``plan 6>g1``, ``research nanorobots, research orbital``; and so may a preposition:
``move i1 from 224 to 201``. Where a line cannot be read so, `readings` gives the other ways: a place may stand before
the thing (``1A6 mine``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rendering.words import LANGUAGES, Words
from rendering.words.folding import plain, shorten
from rules.kernel.errors import IllegalAnswer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Forced
from rules.kernel.text import T, Text
from rules.kernel.verbs import SHARED, Verbs

LONGEST = 1000
"""Maximum length of a move, far above that of any real one."""

LONGEST_CHOICE = 100
"""Maximum length of a completion."""

MAX_OFFERED = 25
"""Maximum number of completions that Discord shows."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
"""Umlauts as typed on keyboards without them; `plain` strips the dots instead."""

NOTHING = ("-", "none", "nothing", "nichts", "keine", "keins")
"""Words for an empty answer."""

ENOUGH = 4
"""Minimum number of letters of an unambiguous prefix of a name."""

PREPOSITIONS = frozenset(
    {"an", "at", "for", "from", "in", "into", "my", "on", "the", "to", "with"}
    | {"auf", "aus", "mit", "nach", "von", "zu", "zum", "zur"}
    | {"das", "dem", "den", "der", "die", "ein", "eine", "einem", "einen", "einer", "mein", "meine", "meinen"}
)
"""Prepositions and articles, which may stand before an answer and are ignored."""

ALIKE = 0.7
"""How like a word must be to a name, from 0 to 1, to be taken for a slip of the pen."""

MAX_AHEAD = 16
"""Maximum number of words among which a name further on is looked for."""

LONGEST_SLIP = 4
"""Maximum number of words that are compared with names for a slip of the pen."""

LOOSE = str.maketrans({**dict.fromkeys("-_:,>→=+()", " "), "×": "x"})
"""Punctuation that may be left out."""


class Unknown(IllegalAnswer):
    """What was typed names no option."""


def check_length(move: str) -> None:
    """Check the length of a move.

    Raises:
        IllegalAnswer: it is too long.

    """
    if len(move) > LONGEST:
        raise IllegalAnswer(
            T(
                "That is too long for a move: {given} characters, where {most} are enough.",
                given=len(move),
                most=LONGEST,
            )
        )


def split_move(move: str) -> list[str]:
    """Split a move into its answers.

    Raises:
        IllegalAnswer: it is too long, or an answer is empty.

    """
    check_length(move)
    answers = [part.strip() for part in move.split(";")]
    while len(answers) > 1 and not answers[-1]:
        answers.pop()
    if not all(answers):
        raise IllegalAnswer(T("There is nothing between two semicolons; write an answer there, or “-” for none."))
    return answers


def _spelt(texts: Sequence[str]) -> list[str]:
    """Normalize texts for comparison: once with umlauts stripped, once with an e for them."""
    plainly = [plain(one) for one in texts]
    return list(dict.fromkeys([*plainly, *(plain(one.casefold().translate(UMLAUTS)) for one in texts)]))


def spellings(option: Option, players: Sequence[str | Text]) -> list[str]:
    """An option's id and its texts in every language, normalized."""
    return _spelt([option.id, *(Words(language, players).say(option.text) for language in LANGUAGES)])


@dataclass(frozen=True)
class OptionNames:
    """The names of an option: its id and texts, its number in pictures, verbs, and the labels of completions."""

    own: list[str]
    own_loose: list[str]
    verbs: list[str]
    verbs_loose: list[str]
    shown: list[str]
    number: str = ""

    @property
    def longest(self) -> int:
        """The number of words of its longest name."""
        names = (*self.own, *self.own_loose, *self.verbs, *self.verbs_loose, *self.shown)
        return max(len(name.split()) for name in names)

    def whole(self, given: str) -> bool:
        """Whether a word is a full name."""
        return given in (*self.own, *self.verbs, *self.shown, self.number)

    def names(self, given: str) -> bool:
        """Whether a word is a name of a forced option, or a sufficiently long prefix."""
        loose = _loose(given)
        begins = len(loose) >= ENOUGH and loose.isalpha() and any(one.startswith(loose) for one in self.own_loose)
        return self.whole(given) or loose in self.own_loose or loose in self.verbs_loose or begins

    def holds(self, loose: str) -> bool:
        """Whether words stand whole inside one of its own names, apart from prepositions alone."""
        long = any(len(word) >= ENOUGH and not _is_preposition(word) for word in loose.split())
        return long and any(f" {loose} " in f" {one} " for one in self.own_loose)

    def likeness(self, given: str) -> float:
        """How like a word is to one of its names, from 0 to 1."""
        return max(SequenceMatcher(None, given, one).ratio() for one in (*self.own, *self.verbs))

    def goes_on(self, loose: str) -> int | None:
        """Rank as a completion of a partial word (0 best): prefix of its own names, of a verb, part of a name."""
        if loose and loose == self.number:
            return 0
        if any(one.startswith(loose) for one in self.own_loose):
            return 0
        if any(one.startswith(loose) for one in self.verbs_loose):
            return 1
        return 2 if any(loose in one for one in self.own_loose) else None


def _names_by_id(
    prompt: Prompt, options: Iterable[Option], players: Sequence[str | Text], verbs: Verbs
) -> dict[str, OptionNames]:
    """The names of some options of a prompt, by id."""
    speakers = [Words(language, players) for language in LANGUAGES]
    names_by_id = {}
    numbers = prompt.numbers
    for option in options:
        own = spellings(option, players)
        known = _spelt(verbs.of(prompt.kind, option.id))
        number = numbers.get(option.id, "")
        shown = [plain(_shown(option, words)) for words in speakers if option.note]
        shown += [plain(_shown(option, words, number)) for words in speakers if number]
        names_by_id[option.id] = OptionNames(
            own, list(map(_loose, own)), known, list(map(_loose, known)), shown, number
        )
    return names_by_id


def find_picks(prompt: Prompt, answer: str, players: Sequence[str | Text], verbs: Verbs = SHARED) -> list[str]:
    """Find the options of a prompt that a typed answer means.

    Raises:
        IllegalAnswer: an option is not found, or several begin like that; whether the prompt accepts the picks is not
            checked here.

    """
    return _find(prompt, answer, _names_by_id(prompt, prompt.options, players, verbs))


def _find(prompt: Prompt, answer: str, names_by_id: dict[str, OptionNames]) -> list[str]:
    cut = answer.endswith("…")  # a completion that was too long is cut like this
    answer = answer.rstrip("…")
    whole = plain(answer)
    if whole in NOTHING and prompt.at_least == 0 and not any(whole in names.own for names in names_by_id.values()):
        return []
    if "," not in answer:
        if _meant(prompt, names_by_id, whole, inside=True):
            return [_one(prompt, names_by_id, answer)]
        parts = answer.split()
        if len(parts) == 1 or not all(_meant(prompt, names_by_id, plain(part), inside=True) for part in parts):
            return [_one(prompt, names_by_id, answer)]
    else:
        parts = _joined([part.strip() for part in answer.split(",") if part.strip()], names_by_id, cut=cut)
    picks: list[str] = []
    for part in parts:
        picks.append(_one(prompt, names_by_id, part, picks))
    return picks


def _joined(parts: Sequence[str], names_by_id: dict[str, OptionNames], *, cut: bool) -> list[str]:
    """Rejoin parts that are the name of one option with commas in it.

    If the answer was `cut`, the last part may be a prefix of one.
    """
    names = {name for one in names_by_id.values() for name in (*one.own, *one.shown) if "," in name}
    longest = max((name.count(",") + 1 for name in names), default=1)
    out: list[str] = []
    at = 0
    while at < len(parts):
        ends = range(min(at + longest, len(parts)), at + 1, -1)
        joined = {end: plain(", ".join(parts[at:end])) for end in ends}
        end = next((end for end, name in joined.items() if name in names), at + 1)
        last = joined.get(len(parts))
        if cut and last and end == at + 1 and any(name.startswith(last) for name in names):
            end = len(parts)
        out.append(", ".join(parts[at:end]))
        at = end
    return out


def read_on(prompt: Prompt, answer: str, players: Sequence[str | Text], verbs: Verbs = SHARED) -> tuple[list[str], str]:
    """Find the options of an answer, or of the beginning of it; returns also the words left for the next prompt.

    Raises:
        IllegalAnswer: as `find_picks`.

    """
    words = [word for word in (one.strip("=") for one in answer.split()) if word]
    names_by_id = _names_by_id(prompt, prompt.options, players, verbs)
    words = words[_leads(prompt, words, names_by_id, verbs) :]
    if prompt.at_most == 1:
        longest = max((one.longest for one in names_by_id.values()), default=0)
        for length in range(min(longest, len(words)), 0, -1):
            begun = " ".join(words[:length]).rstrip(",…")
            if _meant(prompt, names_by_id, plain(begun)):
                return [_one(prompt, names_by_id, begun)], " ".join(words[length:])
        for sign in "-=":
            first, _, after = words[0].partition(sign) if words else ("", "", "")
            if after and any(names_by_id[option.id].whole(plain(first)) for option in prompt.options):
                return [_one(prompt, names_by_id, first)], " ".join([after, *words[1:]])
    return _find(prompt, " ".join(words), names_by_id), ""


def readings(
    prompt: Prompt, answer: str, players: Sequence[str | Text], verbs: Verbs = SHARED
) -> Iterator[tuple[list[str], str]]:
    """The ways to read a beginning of an answer, the likeliest first: picks, and the words left for the next prompts.

    As `read_on` does; else by fewer words of it; else a name further on, as far as the next comma, and what stands
    before it is left. A name that is not written out or that several options have is passed over.
    """
    words = [word for word in (one.strip("=") for one in answer.split()) if word]
    names_by_id = _names_by_id(prompt, prompt.options, players, verbs)
    words = words[_leads(prompt, words, names_by_id, verbs) :]
    if prompt.at_most > 1:
        for length in range(len(words), 0, -1):
            try:
                picks = _find(prompt, " ".join(words[:length]).rstrip(","), names_by_id)
            except IllegalAnswer:
                continue
            if length == len(words) or not _begins(prompt, words[length:], names_by_id):  # else it is a pick too many
                yield picks, " ".join(words[length:])
        return
    longest = max((one.longest for one in names_by_id.values()), default=0)
    comma = next((at for at, word in enumerate(words[:MAX_AHEAD], 1) if word.endswith(",")), len(words[:MAX_AHEAD]))
    for start in range(comma):
        at = start
        while at + 1 < comma and _is_preposition(words[at]):
            at += 1
        for length in range(min(longest, comma - at), 0, -1):
            end = at + length
            found = _clear(prompt, names_by_id, " ".join(words[at:end]).rstrip(","), begins=start == 0)
            if found is not None:
                before = words[:start]
                if before and words[end - 1].endswith(","):
                    before[-1] += ","
                yield [found], " ".join([*before, *words[end:]])


def _clear(prompt: Prompt, names_by_id: dict[str, OptionNames], given: str, *, begins: bool) -> str | None:
    """The option that is clearly meant: by a name written out; where it `begins`, also by whole words inside one."""
    found = _meant(prompt, names_by_id, plain(given), inside=begins)
    if not begins:
        found = [one for one in found if names_by_id[one.id].names(plain(given))]
    try:
        return _one(prompt, names_by_id, given) if found else None
    except IllegalAnswer:
        return None


def nearest(
    prompt: Prompt, answer: str, players: Sequence[str | Text], verbs: Verbs = SHARED
) -> tuple[str, str] | None:
    """The legal option whose name is most like the beginning of an answer, and the words after that beginning.

    None where none is like it.
    """
    words = answer.split()
    names_by_id = _names_by_id(prompt, prompt.legal, players, verbs)
    longest = max((one.longest for one in names_by_id.values()), default=0)
    best, found = ALIKE, None
    for length in range(1, min(longest, len(words), LONGEST_SLIP) + 1):
        given = plain(" ".join(words[:length]).rstrip(","))
        for id, one in names_by_id.items():
            likeness = one.likeness(given) if len(given) >= ENOUGH else 0.0
            if likeness > best:
                best, found = likeness, (id, " ".join(words[length:]))
    return found


def refused(prompt: Prompt, answer: str, players: Sequence[str | Text], verbs: Verbs = SHARED) -> Text | None:
    """Why the option that an answer begins with is refused; None where it begins with none that is."""
    words = answer.split()
    options = [one for one in prompt.options if one.refusal is not None]
    names_by_id = _names_by_id(prompt, options, players, verbs)
    longest = max((one.longest for one in names_by_id.values()), default=0)
    start = len(words) > 1 and _is_preposition(words[0])
    for length in range(min(longest, len(words) - start), 0, -1):
        given = plain(" ".join(words[start : start + length]).rstrip(","))
        found = next((one for one in options if names_by_id[one.id].names(given)), None)
        if found is not None:
            return found.refusal
    return None


def _leads(prompt: Prompt, words: Sequence[str], names_by_id: dict[str, OptionNames], verbs: Verbs) -> int:
    """Count the leading words to skip: words for the kind of prompt, and then a preposition.

    Words that an option begins with are not skipped, nor is the preposition of its name; at least one word is left.
    """
    if _begins(prompt, words, names_by_id):
        return 0
    known = [spelt.split() for spelt in _spelt(verbs.before(prompt.kind))]
    longest = max(map(len, known))
    given = [plain(word) for word in words[:longest]]
    count = next((one for one in range(min(longest, len(words) - 1), 0, -1) if given[:one] in known), 0)
    while count + 1 < len(words) and _is_preposition(words[count]) and not _begins(prompt, words[count:], names_by_id):
        count += 1
    return count


def _begins(prompt: Prompt, words: Sequence[str], names_by_id: dict[str, OptionNames]) -> bool:
    """Whether words begin with the name of an option."""
    longest = min(len(words), max((one.longest for one in names_by_id.values()), default=0))
    begun = (" ".join(words[:length]).rstrip(",") for length in range(1, longest + 1))
    return any(_meant(prompt, names_by_id, plain(one)) for one in begun)


def _is_preposition(word: str) -> bool:
    return plain(word) in PREPOSITIONS


def taken(forced: Sequence[Forced], players: Sequence[str | Text], verbs: Verbs = SHARED) -> list[OptionNames]:
    """The names of the picks of forced answers, for `pass_over`."""
    asked = [(one.prompt, map(one.prompt.option, one.picks)) for one in forced]
    return [one for prompt, options in asked for one in _names_by_id(prompt, options, players, verbs).values()]


def pass_over(answer: str, forced: Sequence[OptionNames]) -> tuple[str, list[OptionNames]]:
    """Skip words at the beginning of an answer that name forced picks.

    Some of them may be named and others left out. Returns the rest of the answer, and of those picks.
    """
    words, left = answer.split(), list(forced)
    while words and left:
        leads = range(1 + (len(words) > 1 and _is_preposition(words[0])))
        named = next(
            (
                (end, at)
                for lead in leads
                for end in range(len(words), lead, -1)
                for at, one in enumerate(left)
                if one.names(plain(" ".join(words[lead:end]).rstrip(",")))
            ),
            None,
        )
        id = left[0].own[0]
        if named is not None:
            del words[: named[0]], left[named[1]]
        elif plain(words[0]).startswith((f"{id}-", f"{id}=")):
            words[0] = words[0][len(id) + 1 :]
            del left[0]
        else:
            break
    return " ".join(words), left


def _loose(text: str) -> str:
    return " ".join(text.translate(LOOSE).split())


def _meant(
    prompt: Prompt,
    names_by_id: dict[str, OptionNames],
    given: str,
    picked: Sequence[str] = (),
    *,
    inside: bool = False,
) -> list[Option]:
    """The options that a word matches: by full name, else by prefix; preferably ones not yet picked.

    Else, with `inside`, by whole words of a name.
    """
    if not given:
        return []
    loose = _loose(given)
    tries: list[Callable[[OptionNames], bool]] = [
        lambda one: given in one.own,
        lambda one: given == one.number,
        lambda one: given in one.verbs,
    ]
    if loose and "," not in given:  # a comma parts two answers: “burn, power” is no “burn power”
        tries += [
            lambda one: loose in one.own_loose,
            lambda one: loose in one.verbs_loose,
            lambda one: any(name.startswith(f"{loose} ") for name in one.own_loose),
            lambda one: any(name.startswith(loose) for name in one.own_loose),
        ]
    tries.append(lambda one: any(name.startswith(given) for name in one.shown))
    if inside:
        tries.append(lambda one: one.holds(loose))
    for fits in tries:
        found = [option for option in prompt.options if fits(names_by_id[option.id])]
        if found:
            return [option for option in found if option.id not in picked] or found
    return []


def _one(prompt: Prompt, names_by_id: dict[str, OptionNames], given: str, picked: Sequence[str] = ()) -> str:
    found = _meant(prompt, names_by_id, plain(given), picked, inside=True)
    if not found:
        raise Unknown(
            T(
                "“{given}” is not among the choices here. You can pick: {choices}.",
                given=shorten(given, 60),
                choices=[one.text for one in prompt.legal[:8]],
            )
        )
    # Equal options are not ambiguous: any of them will do, preferably a legal one.
    best = [option for option in found if option.refusal is None] or found
    twins = len({tuple(names_by_id[option.id].own[1:]) for option in found}) == 1
    if twins and all(option.note == best[0].note for option in best):
        return best[0].id
    raise IllegalAnswer(
        T(
            "“{given}” could mean several choices: {choices}. Type a little more of it.",
            given=shorten(given, 60),
            choices=[_with_id(one, noted=twins) for one in found[:8]],
        )
    )


def _with_id(option: Option, *, noted: bool) -> Text:
    if option.note is None or not noted:
        return T("{choice} ({id})", choice=option.text, id=option.id)
    return T("{choice} – {note} ({id})", choice=option.text, note=option.note, id=option.id)


def complete(prompt: Prompt, typed: str, words: Words, verbs: Verbs = SHARED) -> list[tuple[str, str]]:
    """Autocomplete a typed move, the best completions first: the label, and the whole move.

    Only the answer to this prompt is completed: the next prompts depend on it.
    """
    if ";" in typed:
        return []
    names_by_id = _names_by_id(prompt, prompt.options, words.players, verbs)
    lead, before, last = _half_typed(prompt, typed, names_by_id, verbs)
    start = (f"{lead} " if lead else "") + (f"{before}, " if before else "")
    picked = {plain(one) for one in before.split(",")}
    ranked: list[tuple[int, int, Option]] = []
    for at, option in enumerate(prompt.options):
        rank = names_by_id[option.id].goes_on(_loose(plain(last)))
        if rank is not None and option.refusal is None and plain(option.id) not in picked:
            ranked.append((rank, at, option))
    offered = [option for *_, option in sorted(ranked, key=lambda one: one[:2])]
    numbers = prompt.numbers
    choices = [(start + _shown(option, words, numbers.get(option.id, "")), start + option.id) for option in offered]
    return [(shown, value) for shown, value in choices if len(value) <= LONGEST_CHOICE][:MAX_OFFERED]


def _half_typed(prompt: Prompt, typed: str, names_by_id: dict[str, OptionNames], verbs: Verbs) -> tuple[str, str, str]:
    """Split a partial answer: skipped words, the picks before the last comma, and the word to complete."""
    words = typed.split()
    leads = _leads(prompt, [*words, ""], names_by_id, verbs)
    lead, answer = " ".join(words[:leads]), " ".join(words[leads:])
    if any(name.startswith(plain(answer)) for one in names_by_id.values() for name in one.own):
        return lead, "", answer  # its commas belong to a name
    before, _, last = answer.rpartition(",")
    return lead, before.strip(), last


def _shown(option: Option, words: Words, number: str = "") -> str:
    """The label of an option with its number in pictures and its note.

    Without semicolons, which would separate answers if it is sent as typed.
    """
    text = f"{number} · {words.label(option.text)}" if number else words.label(option.text)
    return (f"{text} – {words.say(option.note)}" if option.note is not None else text).replace(";", ",")
