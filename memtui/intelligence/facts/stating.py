"""A text to the facts that it states, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from memtui.domain.judgements import FoundEntity, StatedFact
from memtui.domain.kinds import EntityType, Predicate
from memtui.intelligence.facts.arrivals import read_arrivals
from memtui.intelligence.facts.clauses import read_clauses
from memtui.intelligence.facts.foreign import foreign_cues, read_foreign
from memtui.intelligence.facts.labels import WE as WE
from memtui.intelligence.facts.phrases import Phrase, Source
from memtui.intelligence.facts.stated import Stated
from memtui.intelligence.facts.succession import read_succession
from memtui.intelligence.facts.tokens import Token, tokens_of
from memtui.intelligence.facts.vocabulary import cues, predicate_of, verbs, words
from memtui.intelligence.families import same_family
from memtui.intelligence.reading.plain import plain, sentences

MAX_CHARACTERS = 20_000
"""So much of a text is read for facts."""

MAX_SENTENCES = 100
MAX_SENTENCE = 800
"""Characters of a sentence that are read."""

MAX_FACTS = 100
"""So many facts of one text are kept (TekMemo)."""

THINGS = frozenset({EntityType.PACKAGE, EntityType.TOOL})
"""What "use X" without a subject may name: all else that it is followed by is how to do something."""

_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,500}\)")
_ARROW = re.compile(r"(?<=[\s\w`\"])(?:->|=>|[\u2192\u21d2\u2794])\s*(?=\S)")
_NO_LABEL = re.compile(r"[(){};:=<>|$\[\]?\u2600-\u27bf\U0001f000-\U0001faff]|\b(?:if|then|else|when|return)\b")
_ARROW_WORDS = 6
_BORDER = re.compile(r"[.!?]\s")


def facts(text: str, found: Sequence[FoundEntity] = (), project: str | None = None) -> tuple[StatedFact, ...]:
    """Return what a text states, in its order; what it says to be over is marked `ended`.

    `found` are the text's entities, which tell names from words. "we" and "our team" stay "we"; `project` is the
    name of the memory's project, which is also read as "we".
    """
    return state(text, found, project).facts_in_order()


class Reader(Stated):
    """What a text states, put in order."""

    def facts_in_order(self) -> tuple[StatedFact, ...]:
        """Return the facts by where they stand."""
        return tuple(sorted(self.facts, key=lambda fact: (fact.start, fact.end))[:MAX_FACTS])


def state(text: str, found: Sequence[FoundEntity] = (), project: str | None = None) -> Reader:
    """Return all that a text states: facts, and which thing contradicts which."""
    raw = text[:MAX_CHARACTERS]
    if "](" in raw:
        raw = _LINK.sub(lambda link: f" {link.group(1)}".ljust(len(link.group())), raw)
    flat = plain(raw)
    reader = Reader(_source(flat, found))
    lowered = flat.lower()
    if not any(cue in lowered for cue in (*cues(), *foreign_cues())) and not _ARROW.search(raw):
        return reader
    fences = [match.start() for match in re.finditer("```", raw)] if "```" in raw else []
    open_quote = False
    for start, end in sentences(flat, MAX_SENTENCES):
        if len(reader.facts) >= MAX_FACTS:
            break
        line = raw.rfind("\n", 0, start) + 1
        begins_line = not flat[line:start].strip()
        if begins_line:
            open_quote = False
        quoted = raw[line : line + 4].lstrip()[:1] == ">" or sum(fence < end for fence in fences) % 2 == 1
        piece = flat[start : min(end, start + MAX_SENTENCE)]
        was_open, open_quote = open_quote, open_quote ^ (piece.count('"') % 2 == 1)
        if not quoted:
            _read_sentence(reader, raw, piece, start, unclosed=was_open)
    _contradict(reader)
    return reader


def _source(flat: str, found: Sequence[FoundEntity]) -> Source:
    return Source(
        flat,
        tuple((entity.start, entity.end) for entity in found),
        tuple((entity.start, entity.end) for entity in found if entity.type in THINGS),
    )


def states_in_every_sentence(text: str) -> bool:
    """Say whether a text is nothing but facts: each of its sentences states one. What is too long to read is not."""
    if len(text) > MAX_SENTENCE * 4:
        return False
    flat = plain(text)
    spans = list(sentences(flat, MAX_SENTENCES))
    if len(spans) < 2:
        return True
    stated = [fact for fact in facts(text) if not fact.ended]
    return all(any(start <= fact.start < end for fact in stated) for start, end in spans)


def _read_sentence(reader: Reader, raw: str, piece: str, start: int, *, unclosed: bool) -> None:
    if _read_arrows(reader, raw, piece, start) or read_foreign(reader, piece, start):
        return
    lowered = piece.lower()
    if not any(cue in lowered for cue in cues()):
        return
    if unclosed and '"' in piece:
        start, piece = start + piece.index('"') + 1, piece[piece.index('"') + 1 :]
    elif unclosed:
        return
    reader.subjects = ()
    tokens = [_speech(token) for token in tokens_of(piece, start)]
    for run in _runs(tokens):
        if _claims_nothing(run, piece):
            continue
        taken = read_succession(reader, run)
        read_arrivals(reader, run, taken)
        read_clauses(reader, run, taken)


def _runs(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield a sentence's parts between full stops and semicolons."""
    run: list[Token] = []
    for token in _without_asides(tokens):
        run.append(token)
        if token.kind == "." and token.text in ".;!?":
            yield run
            run = []
    if run:
        yield run


def _without_asides(tokens: list[Token]) -> list[Token]:
    """Return tokens without what stands in brackets."""
    if not any(token.text == ")" for token in tokens):
        return tokens
    kept: list[Token] = []
    opened: int | None = None
    for token in tokens:
        kept.append(token)
        if token.kind == "." and token.text == "(" and opened is None:
            opened = len(kept) - 1
        elif token.kind == "." and token.text == ")" and opened is not None:
            del kept[opened:]
            opened = None
    return kept


def _speech(token: Token) -> Token:
    """Return a short quotation that holds a verb as speech."""
    quoted = token.kind == "n" and " " in token.text
    return token._replace(kind="q") if quoted and any(word in verbs() for word in token.lower.split()) else token


def _claims_nothing(tokens: Sequence[Token], piece: str) -> bool:
    """Say whether a sentence asks, supposes, guesses or plans."""
    plain_words = [token for token in tokens if token.kind == "w"]
    if not plain_words or tokens[-1].text == "?" or piece.rstrip(" \"')`*").endswith("?"):
        return True
    first = plain_words[0].lower
    second = plain_words[1].lower if len(plain_words) > 1 else ""
    if first in words("question"):
        return True
    if first in words("asking") and (second in words("plural_pronoun") | words("article") | words("pronoun")):
        return True
    if first in words("plan") and any(token.text == ":" for token in tokens[:3]):
        return True
    return any(token.lower in words("condition") for token in plain_words) or _in_case(plain_words)


def _in_case(tokens: Sequence[Token]) -> bool:
    return any(one.lower == "in" and two.lower == "case" for one, two in pairwise(tokens))


def _read_arrows(reader: Reader, raw: str, piece: str, start: int) -> bool:
    """Read a line of the form A -> B or A -> REL -> B; returns whether it is one."""
    line = raw[start : start + len(piece)]
    if not _ARROW.search(line):
        return False
    spans: list[tuple[int, int]] = []
    at = 0
    for match in _ARROW.finditer(line):
        spans.append((at, match.start()))
        at = match.end()
    spans.append((at, len(line)))
    if len(spans) > 3:
        return False
    phrases = [_label(reader, piece, line, begin, end, start) for begin, end in spans]
    if any(phrase is None for phrase in phrases):
        return False
    found = [phrase for phrase in phrases if phrase is not None]
    middle = predicate_of(found[1].label) if len(found) == 3 else None
    if len(found) == 3 and (middle is not None or _is_relation(found[1].label)):
        reader.add(found[0], middle or Predicate.RELATED_TO, found[2])
        return True
    for one, other in pairwise(found):
        reader.add(one, Predicate.RELATED_TO, other)
    return True


def _label(reader: Reader, piece: str, line: str, begin: int, end: int, start: int) -> Phrase | None:
    text = piece[begin:end]
    parts = text.split()
    if not parts or len(parts) > _ARROW_WORDS or _NO_LABEL.search(line[begin:end]) or "," in text:
        return None
    if len(parts) > 1 and parts[0].lower() in words("doing"):
        return None
    tokens = tokens_of(text, start + begin)
    return reader.source.phrase(tokens) if tokens else None


def _is_relation(label: str) -> bool:
    """Say whether the middle of A -> REL -> B is a verb and no third thing."""
    return (label.islower() and len(label.split()) <= 2 and label.split()[0].endswith("s")) or "_" in label


def _contradict(reader: Reader) -> None:
    """Note what came into use where the same text says that something else is over, for the whole project."""
    using = [fact for fact in reader.facts if fact.predicate is Predicate.USES]
    for gone in (fact for fact in using if fact.ended):
        for fact in using:
            same = fact.subject == gone.subject == WE and not fact.scope and not gone.scope
            if fact.ended or fact.start < gone.start or not same:
                continue
            between = reader.source.text[gone.end : fact.start]
            one_sentence = not _BORDER.search(between) and "\n" not in between
            if one_sentence or same_family(fact.object, gone.object):
                reader.contradictions.append((fact.object, gone.object))
    reader.contradictions[:] = list(dict.fromkeys(reader.contradictions))
