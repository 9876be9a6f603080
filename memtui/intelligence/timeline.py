"""What a memory says about a named thing, in a few words: its headline on a timeline and the label of its context.

The words are those of the text; the name itself is left out, since the timeline already says it. Word lists are in
`timeline.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memtui.domain.kinds import EntityType, Kind
from memtui.intelligence import lexicon
from memtui.intelligence.reading.plain import plain
from memtui.intelligence.timeline_cut import shortened

HEADLINE_CELLS = 40
"""A headline takes at most so many terminal cells."""

READ = 2_000
"""So many characters of a text are looked at for its main clause."""

LONGEST_CLAUSE = 400

_END = re.compile(r"[.!?;](?=\s|$)|[\n\u3002\uff01\uff1f\uff1b]|\s(?:--|\u2014|\u2013)\s|\u2014")
_WORD = re.compile(r"[^\W_]+(?:['\u2019./+#_-][^\W_]+)*[+#]*")
_LEAD = re.compile(r"^(?:[A-Z][\w ]{1,20}|TODO|FIXME):\s+")
_TO_USE = re.compile(r"\bto (?:use|using) ", re.IGNORECASE)
_LOOSE = re.compile(r"\s+([,;:.!?])")
_NOW = re.compile(r"^now\s+", re.IGNORECASE)
_HEADING = re.compile(r"(?m)^#{1,6} [^\n]*\n")
_CIRCUMSTANCE = re.compile(r"^(?:as of|since|from|after|on|in|during|with|ab|seit|am|im) [^,]{1,30}, ", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|an?|our|its|der|die|das|ein|eine)\s+", re.IGNORECASE)
_THING_END = re.compile(
    r"[,;:()]|\s(?:for|after|because|since|as|in|on|so|when|which|that|and|from|with|für|nach)\b", re.IGNORECASE
)
_COPULA = re.compile(
    r"^(?:is|are|was|were|has been|have been|had been)\s+(?:now\s+)?(?=\w+(?:ed|en|wn)\b)", re.IGNORECASE
)
_HAS = re.compile(r"^(?:has|have|had|shows?|suffers? from|hat)\s+(?:an?\s+|some\s+|known\s+)?(.+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Telling:
    """A main clause without the name: `text`, and whether the name was its subject."""

    text: str
    subject: bool
    whole: str


def headline(text: str, names: Sequence[str], *, first: bool = False) -> str:
    """Return what a memory says of the thing with these names, in at most 40 cells.

    `first` is for the first memory of a timeline: what it describes is told as the beginning.
    """
    told = telling(text, names)
    said = _described(told, first=first) or _repaired(told) or _plainly(told)
    return _capital(shortened(said, HEADLINE_CELLS)) or shortened(told.whole, HEADLINE_CELLS)


def context_label(
    text: str,
    names: Sequence[str],
    *,
    type: EntityType | None = None,
    kind: Kind | None = None,
    tags: Collection[str] = (),
) -> str:
    """Return in which role a memory names a thing: function definition, bug fix, refactoring, migration, decision, question or mention."""
    from memtui.intelligence.evolution import state

    clause = main_clause(text)
    if asks(clause):
        return "question"
    match state(clause):
        case "Bug-free":
            return "bug fix"
        case "Functional":
            return "refactoring"
        case "Switched":
            return "migration"
    if kind is Kind.DECISION or "decision" in tags or _decides(clause):
        return "decision"
    if type is EntityType.FUNCTION and telling(text, names).subject:
        return "function definition"
    return "mention"


def main_clause(text: str) -> str:
    """Return the first clause of a text that says something, without markup and without a label such as `Decision:`."""
    return _main_clause(text[:READ])


@lru_cache(maxsize=1024)
def _main_clause(shown: str) -> str:
    flat = plain(_HEADING.sub("", shown) if shown.startswith("#") else shown).replace("`", "")
    if not flat.strip():
        flat = plain(shown).replace("`", "")
    start = 0
    for end in _END.finditer(flat):
        clause = _unlabelled(flat[start : end.start() + (end.group() in "?\uff1f")])
        if sum(map(str.isalnum, clause)) > 3 and clause.lower() not in lexicon.words("timeline", "corrections"):
            return clause
        start = end.end()
    return _unlabelled(flat[start:]) or _unlabelled(flat)


def telling(text: str, names: Sequence[str]) -> Telling:
    """Return the main clause without the name and the words that only belong to it."""
    return _telling(main_clause(text), tuple(names))


@lru_cache(maxsize=1024)
def _telling(clause: str, names: tuple[str, ...]) -> Telling:
    found = _naming(names).search(clause) if names else None
    if found is None:
        return Telling(_without_openers(clause), False, clause)
    before, after = clause[: found.start()].rstrip(), clause[found.end() :]
    if asks(clause):
        return Telling(clause, not _without_openers(before), clause)
    if not _without_openers(before):
        return Telling(_predicate(after), True, clause)
    rest = _beside_name(before, after)
    said = clause if rest is None else _TO_USE.sub("to ", rest.strip(" ,:-"))
    return Telling(_without_openers(said), False, clause)


def _predicate(after: str) -> str:
    """Return what is said of a name that is the subject: without a phrase of place right behind it."""
    words = after.strip(" ,:-").split()
    if len(words) > 3 and words[0].lower() in lexicon.words("timeline", "prepositions"):
        words = words[3:] if words[1].lower() in ("the", "a", "an", "our") and len(words) > 4 else words[2:]
    return " ".join(words)


def _beside_name(before: str, after: str) -> str | None:
    """Return a clause without a name that stands between these two; None where nothing would be left to say."""
    prepositions = lexicon.words("timeline", "prepositions")
    words = before.split()
    following = after.split(None, 1)[0].lower() if after.strip() else ""
    if words[-1].lower() not in prepositions:
        loose = not following or following in prepositions - {"to"} or after.lstrip().startswith((",", ";", ")"))
        return None if loose else _tight(f"{before} {after.strip()}")
    kept = words[:-1]
    while kept and kept[-1].lower() in ("out", "because", "instead", "ahead"):
        kept = kept[:-1]
    if not _without_openers(_NOW.sub("", " ".join(kept) + " ")):
        return None
    rest = _after_place(after).strip()
    if not rest.startswith("to ") and kept[-1].lower() in lexicon.words("timeline", "needing"):
        return None
    return _tight(f"{' '.join(kept)} {rest}")


def _tight(text: str) -> str:
    """Return a text without blanks before its punctuation."""
    return _LOOSE.sub(r"\1", text)


def asks(clause: str) -> bool:
    """Say whether a clause asks."""
    return clause.rstrip(" \"')").endswith(("?", "\uff1f"))


def is_problem(phrase: str) -> bool:
    """Say whether a phrase names something that is wrong."""
    words = _WORD.findall(phrase.lower())
    return bool(words) and (words[-1] in lexicon.words("timeline", "problems") or " ".join(words) in _known_problems())


def made_with(told: Telling) -> tuple[str, str] | None:
    """Return (what it is made with, which part of it) of a clause such as "styling uses Tailwind"."""
    if not told.subject:
        return None
    found = _uses().match(told.text)
    return (_thing(found["value"]), found["part"].strip()) if found is not None else None


def _thing(phrase: str) -> str:
    """Return the noun that a phrase begins with, without its article and what follows a preposition."""
    end = _THING_END.search(phrase, 1)
    return _ARTICLE.sub("", (phrase[: end.start()] if end is not None else phrase).strip())


def _described(told: Telling, *, first: bool) -> str:
    """Return a description of the thing as an event: what it is made with, what is wrong with it, what it newly does."""
    if not told.subject:
        return ""
    use = made_with(told)
    if use is not None and use[1]:
        return f"{'Initial ' if first else ''}{shortened(use[0], 24)} {use[1]}"
    has = _HAS.match(told.text)
    if has is not None and is_problem(has[1]):
        return f"{has[1]} discovered"
    if _NOW.match(told.text):
        verb = _NOW.sub("", told.text).split(None, 1)
        gain = lexicon.mapping("timeline", "gains").get(verb[0].lower()) if verb else None
        return f"Added {gain}" if gain else _NOW.sub("Now ", told.text)
    return _COPULA.sub("", told.text)


def _repaired(told: Telling) -> str:
    """Return a repair with the bare name of the problem, where that is a well-known one."""
    from memtui.intelligence.evolution import state

    verb = told.text.split(None, 1)
    if len(verb) < 2 or state(told.text) != "Bug-free":
        return ""
    lower = told.text.lower()
    for known in _known_problems():
        if lower.endswith(known) and lower[-len(known) - 1].isspace():
            return f"{verb[0]} {told.text[-len(known) :]}"
    return ""


def _plainly(told: Telling) -> str:
    return told.text if len(_WORD.findall(told.text)) > 1 else told.whole


def _decides(clause: str) -> bool:
    words = _WORD.findall(clause.lower())[:6]
    return bool(lexicon.words("timeline", "decisions").intersection(words)) or any(
        sign in clause for sign in lexicon.table("timeline")["decisions_unspaced"]
    )


def _without_openers(clause: str) -> str:
    """Return a clause without "We", "also" and the like before its verb."""
    words = clause.split()
    while words and words[0].lower().strip(",") in lexicon.words("timeline", "openers"):
        words = words[1:]
    return " ".join(words)


def _after_place(after: str) -> str:
    """Return what goes on after a name that stood in a phrase of place: not what only describes the name."""
    following = after.lstrip()
    word = following.split(None, 1)[0].lower() if following else ""
    if not word or not (word.endswith(("ed", "ing")) or word in ("which", "that", "who")):
        return after
    found = re.search(r",|\b(?:to|so|because|and)\b", following)
    return following[found.start() :].lstrip(", ") if found is not None and found.start() > 0 else ""


def _unlabelled(clause: str) -> str:
    clause = " ".join(clause[:LONGEST_CLAUSE].split())
    return _CIRCUMSTANCE.sub("", _LEAD.sub("", clause, count=1), count=1).strip(" ,:-.")


def _capital(text: str) -> str:
    """Return a text with a capital at its start, but for identifiers."""
    word = text.split(None, 1)[0] if text else ""
    return text[0].upper() + text[1:] if word.isalpha() and word[1:].islower() else text


@lru_cache(maxsize=256)
def _naming(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a thing's names with their articles and the noun that only says what it is."""
    heads = "|".join(sorted(lexicon.words("timeline", "heads"), key=len, reverse=True))
    each = "|".join(re.escape(name) for name in sorted(set(names), key=len, reverse=True) if name)
    return re.compile(
        rf"(?:\b(?:the|our|an?|this|that|der|die|das) )?(?<![A-Za-z0-9_])(?:{each})(?:\(\))?(?![A-Za-z0-9_])(?:['\u2019]s)?(?: v?\d[\w.]{{0,12}}(?![\w%]))?(?: (?:{heads})\b)?",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _uses() -> re.Pattern[str]:
    table = lexicon.table("timeline")
    made = (f"is {verb} (?:{'|'.join(behind.split())})" for verb, behind in table["made"].items())
    verbs = "|".join([*made, *table["uses"]])
    return re.compile(rf"(?P<part>(?:[^\W\d][\w-]{{0,40}} ){{0,3}}?)(?:now )?(?:{verbs}) (?P<value>.+)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _known_problems() -> tuple[str, ...]:
    return tuple(sorted(lexicon.table("timeline")["known_problems"], key=len, reverse=True))
