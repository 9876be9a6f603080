"""The rules that rest on update signals: what goes out is named in the older statement, or what comes in answers the same question."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from memtui.domain.judgements import Finding
from memtui.intelligence import families, lexicon
from memtui.intelligence.dates import opening
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.judging.signals_apart import apart, foreign_subject
from memtui.intelligence.judging.signals_everyday import is_only_a_word
from memtui.intelligence.judging.signals_meaning import changed_at, conflict_type, meaning, suggested, trigger
from memtui.intelligence.judging.signals_standing import is_main_claim, is_of_another, is_standing
from memtui.intelligence.judging.signals_target import Hit, Phrase, denied, moved, same, stems_of, target, weight
from memtui.intelligence.reading import Signal, Word
from memtui.intelligence.reading.words import NEGATORS

RULE = "signal"
STANDING = "standing"

_ENDING = frozenset(["ended", "dropped", "instead", "switched"])
"""Kinds that an older statement may have said already by denying the thing."""

_PASSED_OVER = frozenset(["instead", "rather", "statt", "anstatt", "anstelle", "而不是", "而非"])

_ARTICLES = frozenset(["the", "a", "an", "our", "der", "die", "das", "ein", "eine"])

_QUOTES = "\"'\u201c\u201d\u2018\u2019\u201e\u00ab\u00bb\u300c\u300d"

CLOSER = 0.02
"""So much the confidence grows, at most, where the two statements share more than the phrase."""

ELSEWHERE = 0.2
"""So much less a finding scores where labels say that the statements are of two things."""

MAX_SHORT = 3
"""A memory of more sentences says more than the one that is judged: it is not superseded at once for that one."""

LEAST = 0.6
"""Findings that score less are none."""


def named_target(pair: Pair) -> Answer:
    """Judge a signal whose outgoing phrase the older statement names."""
    best: Finding | None = None
    for signal in pair.new_statement.signals:
        if signal.form == "base" and _in_passing(pair):
            continue
        for phrase in signal.outgoing or moved(signal, pair):
            hit = None if _is_date(phrase) else _hit(signal, phrase, pair)
            if hit is None or is_only_a_word(pair, hit) or not _measures(signal, phrase, hit, pair):
                continue
            if _already_gone(pair, signal, hit):
                continue
            score = _score(pair, signal, hit)
            if score < LEAST or apart(pair, signal):
                continue
            standing = is_standing(signal, pair.new_statement)
            if (standing or not pair.forward) and not is_main_claim(pair, signal, hit):
                continue
            found = _finding(pair, signal, hit, score)
            if standing:
                found = replace(found, confidence=calibrated(STANDING, found.confidence), exact=False)
            if best is None or found.confidence > best.confidence:
                best = found
    return best


def _in_passing(pair: Pair) -> bool:
    """Whether a statement stands in the middle of a long text, where a bare verb is an instruction."""
    statements = pair.new.statements
    return len(statements) > MAX_SHORT and pair.new_statement is not statements[0]


def _is_date(phrase: Phrase) -> bool:
    """Whether a phrase is a date alone: that names when something changed, and is nothing that goes out."""
    return any(opening([word]) for word in phrase) and all(word.kind in "dv" or opening([word]) for word in phrase)


def _hit(signal: Signal, phrase: Phrase, pair: Pair) -> Hit | None:
    if signal.kind in ("ended", "previously"):
        return denied(signal, phrase, pair)
    return target(phrase, signal.incoming, pair.old_statement)


def _measures(signal: Signal, phrase: Phrase, hit: Hit, pair: Pair) -> bool:
    """Whether a number that goes is one of the same thing: what it measures is named in the older statement too."""
    if any(word.kind not in "dv" for word in phrase):
        return any(pair.old_statement.content[at].kind not in "dv" for at in hit.found)
    return any(word.stem in pair.old_statement.stems for word in (*signal.slot, *signal.subject))


def _already_gone(pair: Pair, signal: Signal, hit: Hit) -> bool:
    """Whether the older statement itself says that the same thing went."""
    phrase = [word for word in hit.phrase if weight(word) >= 1]
    for signal in pair.old_statement.signals:
        gone = [word for outgoing in signal.outgoing for word in outgoing if weight(word) >= 1]
        if any(same(word, other) for word in phrase for other in gone):
            return True
    words = pair.old_statement.words
    first = pair.old_statement.content[hit.found[0]].start
    before = [word for word in words if word.end <= first and word.kind != "."]
    if any(word.lower in _PASSED_OVER and word.span == 0 for word in before[-3:]):
        return True
    if signal.kind not in _ENDING:
        return False
    before = [word for word in before if word.span == 0]
    if before and before[0].lower in ("avoid", "vermeide") and len(before) <= 4:
        return True
    return any(word.lower in NEGATORS or word.lower.endswith("n't") for word in before[-4:])


def _score(pair: Pair, signal: Signal, hit: Hit) -> float:
    """Return how surely the older statement names what goes out, 0 to 1."""
    score = 0.45 + 0.3 * hit.share
    score += 0.15 * hit.whole + 0.07 * hit.specific + 0.05 * hit.strong
    if foreign_subject(pair, signal):
        score -= 0.6 if signal.kind == "ended" else 0.12
    if signal.kind == "dropped" and _taken_out(signal, pair) and not _meets(signal.scope, pair):
        score -= 0.3
    if signal.form in ("gerund",) or (not signal.at_head and signal.form == "base"):
        score -= 0.08
    if signal.kind == "replaced" and signal.took_over and signal.scope and not _meets(signal.scope, pair):
        score -= 0.6
    if signal.slot and not _meets(signal.slot, pair) and _is_part_of_a_name(pair, hit):
        score -= 0.4
    if _names(signal.incoming, pair):
        score -= _named_both(signal, hit)
    if all(weight(word) < 1 for word in hit.phrase):
        score -= _generic_only(pair, signal, hit)
    elif signal.kind == "ended" and len(hit.phrase) == 1 and not hit.strong:
        score -= 0.2
    return max(0.0, min(1.0, score))


def _generic_only(pair: Pair, signal: Signal, hit: Hit) -> float:
    """Return what it costs that a phrase is made of words such as "method": least where it is a term or has a new name."""
    if len(hit.phrase) > 1 or _quoted(hit.phrase[0], pair):
        return 0.1
    return 0.35 if signal.kind in ("renamed", "replaced") and signal.incoming else 0.45


def _quoted(word: Word, pair: Pair) -> bool:
    """Whether a word of the newer statement is named as a word: in code, in quotes, or with a capital."""
    text = pair.new.text
    before, behind = text[max(0, word.start - 1) : word.start], text[word.end : word.end + 1]
    return word.span > 0 or word.kind == "n" or (before in _QUOTES and behind in _QUOTES and bool(before and behind))


def _taken_out(signal: Signal, pair: Pair) -> bool:
    """Whether a thing is only taken out of another one ("removed X from Y"): it is Y that lost something."""
    if not signal.scope:
        return False
    between = [word for word in pair.new_statement.words if signal.end <= word.start < signal.scope[0].start]
    return any(word.lower in ("from", "aus") and word.span == 0 for word in between[-3:])


def _meets(scope: Phrase, pair: Pair) -> bool:
    return any(word.stem in pair.old_statement.stems for word in scope)


def _named_both(signal: Signal, hit: Hit) -> float:
    """Return what it costs that the older statement names what comes in as well: most where that holds the old name."""
    if not hit.whole:
        return 0.45
    if any(word.stem in other.parts for word in hit.phrase for other in signal.incoming):
        return 0.3
    return 0.1 if hit.strong else 0.15


def _knows(signal: Signal, pair: Pair) -> bool:
    """Whether the older statement names what comes in by a name of its own: then it lists both rather than saying which is used."""
    stems = pair.old_statement.stems
    going = frozenset[str]().union(*map(stems_of, signal.outgoing))
    if going and any(going <= stems_of(other.incoming) for other in pair.old_statement.signals):
        return False
    return any(
        word.stem in stems or (bool(word.parts) and stems.issuperset(word.parts))
        for word in signal.incoming
        if (word.parts or weight(word) > 1) and word.stem not in going
    )


def _names(incoming: Phrase, pair: Pair) -> bool:
    stems = pair.old_statement.stems
    return bool(incoming) and all(word.stem in stems for word in incoming)


def _finding(pair: Pair, signal: Signal, hit: Hit, score: float) -> Finding:
    means = meaning(signal)
    kind = conflict_type(signal, pair)
    words = [pair.old_statement.content[at] for at in hit.found]
    span = (words[0].start, words[-1].end) if hit.whole else (words[0].start, words[0].end)
    gone = pair.old.text[span[0] : span[1]]
    come = _written(signal.incoming or _following(pair, signal), pair.new.text)
    note = "deprecated" if signal.kind == "deprecated" else ""
    type_ = None if note and _state_only(signal) else kind
    elsewhere = is_of_another(pair)
    score -= ELSEWHERE * elsewhere
    return Finding(
        type=type_,
        relation=means.relation,
        severity=means.severity,
        confidence=min(1.0, calibrated(RULE, score) + CLOSER * _closeness(pair, signal, hit)),
        rule=RULE,
        reason=f'{_said(signal, gone, used=_is_said(pair, hit))}; signal "{signal.text}"',
        signal=signal.text,
        trigger=trigger(signal),
        span=signal.span,
        old_span=span,
        subject=_written(signal.subject, pair.new.text) or _written(signal.slot, pair.new.text) or gone,
        slot=_written(signal.slot, pair.new.text),
        old_value=gone,
        new_value=come,
        scope=_written(signal.scope, pair.new.text),
        exact=not note
        and len(pair.old.statements) <= MAX_SHORT
        and signal.form != "gerund"
        and not (signal.kind == "switched" and signal.slot and _knows(signal, pair))
        and not elsewhere
        and _is_said(pair, hit)
        and (hit.whole or (hit.share >= 1 and hit.strong)),
        group=f"{signal.text}@{signal.start}",
        note=note,
        changed_at=changed_at(pair),
        suggested=suggested(type_),
    )


def _is_said(pair: Pair, hit: Hit) -> bool:
    """Whether the older statement says something of what it names, rather than naming with it another thing that it is about.

    "JWT token contains a user id" is about a token and "Stripe test cards" are cards: both may well stand.
    """
    statement = pair.old_statement
    first, last = statement.content[hit.found[0]], statement.content[hit.found[-1]]
    if first.span or (first.kind not in "wn" and not families.kinds(first.name)):
        return True
    if any(word.end <= first.start and word.kind != "." and word.lower not in _ARTICLES for word in statement.words):
        return True
    after = next((word for word in statement.words if word.start >= last.end), None)
    if after is None or after.kind in ".vd" or all(after is not word for word in statement.content):
        return True
    return after.lower.endswith(("s", "ed")) and after.lower in _verbs()


@cache
def _verbs() -> frozenset[str]:
    return frozenset(lexicon.table("facts")["general"]["verbs"].split())


def _is_part_of_a_name(pair: Pair, hit: Hit) -> bool:
    """Whether a plain word only tells of which sort another thing is ("master key", where the branch `master` goes)."""
    word = pair.old_statement.content[hit.found[-1]]
    if len(hit.phrase) > 1 or word.kind != "w" or word.span or families.kinds(word.name):
        return False
    after = next((other for other in pair.old_statement.words if other.start == word.end + 1), None)
    return after is not None and after.kind == "w" and not after.stop and after.lower not in _verbs()


def _said(signal: Signal, gone: str, *, used: bool) -> str:
    if signal.kind == "ended":
        return f"denies {gone}, which the older memory {'says' if used else 'names'}"
    if signal.kind == "renamed":
        return f"renames {gone}, which the older memory names"
    return f"names {gone}, which the older memory {'says is used' if used else 'mentions'}"


def _closeness(pair: Pair, signal: Signal, hit: Hit) -> float:
    """Return how near the older statement is to the newer one beside the phrase, 0 to 1: it ranks what one signal hits."""
    words = pair.old_statement.content
    phrase = {word.stem for word in (*hit.phrase, *signal.incoming)}
    around = [word for word in pair.new_statement.content if word.end <= signal.start or word.start >= signal.end]
    rest = {word.stem for word in around} - phrase
    shared = len(rest & pair.old_statement.stems)
    written = {words[at].text for at in hit.found}
    alike = sum(word.text in written for word in hit.phrase) / len(hit.phrase)
    return 0.5 * min(shared, 3) / 3 + 0.25 * alike + 0.75 / max(3, len(words))


def _state_only(signal: Signal) -> bool:
    """Whether the text only says that something is deprecated: no act, no successor."""
    return not signal.incoming and signal.form == "past" and not signal.at_head


def _following(pair: Pair, signal: Signal) -> Phrase:
    """Return what another signal of the statement says comes in ("no longer use A, migrated to B")."""
    for other in pair.new_statement.signals:
        if other is not signal and other.incoming and not other.outgoing:
            return other.incoming
    return ()


def _written(words: Phrase, text: str) -> str:
    return text[words[0].start : words[-1].end] if words else ""
