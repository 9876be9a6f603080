"""Whether a signal tells what happened: plans, wishes, conditions, rules for others and adjectives do not."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.intelligence.reading.languages import all_words, spelled
from memtui.intelligence.reading.languages import words as listed
from memtui.intelligence.reading.matching import Match
from memtui.intelligence.reading.shapes import verb_forms
from memtui.intelligence.reading.words import NEGATORS, Word

MARKERS = frozenset(["wrong", "correction", "fromnowon", "asof", "now", "actually", "insteadonly"])
"""Kinds that mark a whole statement as new, instead of telling an event."""

COMPARING = frozenset(["instead", "arrow"])
"""Kinds that set one thing against another without a verb of their own."""

_STATES = frozenset(["superseded"])


def is_plan(words: Sequence[Word]) -> bool:
    """Return whether a sentence begins like a plan or one step of a series ("Phase 2: …", "TODO: …"), so that nothing in it has happened."""
    head = [word for word in words[:4] if word.kind != "." or word.text in ":："]
    if len(head) < 2 or head[0].lower not in all_words("plan_labels"):
        return False
    return head[1].text in ":：" or (head[1].kind == "d" and len(head) > 2 and head[2].text in ":：")


def head_of(words: Sequence[Word]) -> int:
    """Return the index where a sentence begins after labels such as "PEP 12:", "docs(api):" and "Core -"."""
    head = 0
    for at, word in enumerate(words[:9]):
        if word.span or word.kind != ".":
            continue
        if word.text in ":：" or (word.text in "-–—" and at <= 3):
            head = at + 1
    while head < len(words) and words[head].kind == ".":
        head += 1
    return head


def happened(words: Sequence[Word], match: Match, head: int) -> bool:
    """Return whether what a match says did happen, or holds from now on."""
    kind, code = match.shape.kind, match.shape.language
    start = min(match.literals)
    before = [word for word in words[:start] if word.kind != "."]
    lowers = frozenset(word.lower for word in before if word.span == 0)
    behind = frozenset(word.lower for word in words[max(match.literals) + 1 :] if word.span == 0)
    if not lowers.isdisjoint(listed(code, "nobody")) and kind not in MARKERS:
        return False
    if not lowers.isdisjoint(listed(code, "conditions")) or _quoted(words, start):
        return False
    if not behind.isdisjoint(listed(code, "future")) or _next(words, start, code):
        return False
    modals = frozenset(word.text.lower() for word in before if word.span == 0) & spelled(code, "modals")
    if kind in MARKERS:
        return modals <= spelled(code, "obligations") and not _after_negator(words, start)
    if modals and not (kind in COMPARING and modals <= spelled(code, "obligations")):
        return False
    plans = lowers & listed(code, "plans")
    if plans and not (lowers & listed(code, "decided")):
        return False
    if _after_negator(words, start) or (kind != "ended" and _negated_verb(words, match)):
        return False
    if (
        kind == "ended"
        and max(match.literals) + 1 < len(words)
        and words[max(match.literals) + 1].lower in listed(code, "comparatives")
    ):
        return False
    if _under_way(words, match, code) or _habitual(words, match, behind):
        return False
    if kind in COMPARING:
        return behind.isdisjoint(listed(code, "weak_conditions"))
    return _verb_tells(words, match, head, behind)


def _verb_tells(words: Sequence[Word], match: Match, head: int, behind: frozenset[str]) -> bool:
    """Whether the form of the verb and where it stands tell of an event."""
    code, form = match.shape.language, match.form
    if not form or code != "en":
        return True
    start = min(match.literals)
    before = words[start - 1] if start > head else None
    forms = form.split()
    if "past" in forms and _tells_past(words, match, before):
        return True
    if "base" in forms and "past" not in forms and not behind.isdisjoint(listed(code, "weak_conditions")):
        return False
    if "base" in forms and words[start - 1].lower in listed(code, "infinitive") and _decided(words, start, code):
        return True
    if "base" in forms and (start <= _lead(words, head, code) or _continues(words, start, head, code)):
        return True
    if "gerund" in forms:
        return (before is None or before.lower in listed(code, "joins")) and not _finite_follows(words, match)
    if "third" in forms:
        subject = frozenset(word.lower for word in words[head:start])
        states = match.shape.kind in _STATES or match.shape.elements[0].slot == "IN" or start == head
        return states or not subject.isdisjoint(listed(code, "event_subjects"))
    return False


def _under_way(words: Sequence[Word], match: Match, code: str) -> bool:
    """Whether it is only being done, or moves a thing somewhere ("dropped into the pan")."""
    if any(words[at].lower == "being" for at in match.literals):
        return True
    behind = words[match.verb + 1].lower if 0 <= match.verb < len(words) - 1 else ""
    return match.shape.kind == "dropped" and behind in listed(code, "into")


def _habitual(words: Sequence[Word], match: Match, behind: frozenset[str]) -> bool:
    """Whether the present passive tells what is done again and again ("Old messages are deleted", "are removed after a day").

    A thing with a name of its own goes only once ("The `--fast` flag is removed").
    """
    code = match.shape.language
    if match.shape.kind != "dropped" or match.form != "past" or match.shape.elements[0].slot != "OUT":
        return False
    start, end = match.slots["OUT"][0]
    going = words[start:end]
    # German sets its participle last: what it is done by stands in between
    framed = [words[at].lower for at in match.literals] + [word.lower for word in going if code != "en"]
    if "IN" in match.slots or listed(code, "present").isdisjoint(framed):
        return False
    if not listed(code, "habits").isdisjoint(behind.union(framed)):
        return True
    if any(word.is_value or word.kind == "n" for word in going):
        return False
    return not listed(code, "present_plural").isdisjoint(framed)


def _decided(words: Sequence[Word], start: int, code: str) -> bool:
    """Whether "to switch" follows a decision ("We decided to switch")."""
    decided = listed(code, "decided")
    return any(word.lower in decided for word in words[max(0, start - 4) : start])


def _lead(words: Sequence[Word], head: int, code: str) -> int:
    """Return the index behind the adverbs that a sentence opens with ("Also drop X")."""
    adverbs = listed(code, "adverbs")
    while head < len(words) and (words[head].lower in adverbs or words[head].kind == "."):
        head += 1
    return head


def _tells_past(words: Sequence[Word], match: Match, before: Word | None) -> bool:
    code, at = match.shape.language, match.anchor
    follows = words[at + 1].lower if at + 1 < len(words) else ""
    if before is not None and before.lower in listed(code, "adjective_before"):
        return False
    if _finite_follows(words, match):
        return False
    return follows not in listed(code, "adjective_after")


def _finite_follows(words: Sequence[Word], match: Match) -> bool:
    """Whether the phrase behind the verb goes on with a finite verb: "Removed files are kept", "Dropping X will help"."""
    if match.shape.elements[-1].slot != "OUT":
        return False
    start, end = match.slots["OUT"][-1]
    finite = listed(match.shape.language, "adjective_after")
    return any(word.lower in finite and word.span == 0 for word in words[start : end + 1])


def _continues(words: Sequence[Word], start: int, head: int, code: str) -> bool:
    """Whether a bare verb goes on from an imperative at the head ("Drop X and rename Y to Z", "Update X to use Y")."""
    if head >= start or not (words[head].lower in verb_forms() or words[head].lower in listed(code, "rewriting")):
        return _head_is_bare(words, start, head, code)
    previous = words[start - 1]
    if previous.lower in listed(code, "joins") or previous.text in ",/;":
        return True
    return previous.lower in listed(code, "infinitive") and words[head].lower in listed(code, "rewriting")


def _head_is_bare(words: Sequence[Word], start: int, head: int, code: str) -> bool:
    """Whether a short statement lists what was done: a bare verb after a comma or "and"."""
    previous = words[start - 1]
    return len(words) <= 24 and (previous.lower in listed(code, "joins") or previous.text in ",;")


def _after_negator(words: Sequence[Word], start: int) -> bool:
    return any(_is_negator(word) for word in words[max(0, start - 2) : start])


def _negated_verb(words: Sequence[Word], match: Match) -> bool:
    """Whether a negator stands among the words of the signal itself or right behind its verb."""
    return any(
        _is_negator(words[at]) for at in match.literals if match.shape.kind != "wrong" and words[at].lower != "no"
    )


def _is_negator(word: Word) -> bool:
    return word.span == 0 and (word.lower in NEGATORS or word.lower.endswith("n't"))


def _next(words: Sequence[Word], start: int, code: str) -> bool:
    """Whether "next month" or the like tells that it is still to come."""
    following = listed(code, "next")
    return any(
        word.lower in following and word.span == 0 and at + 1 < len(words) and words[at + 1].kind == "w"
        for at, word in enumerate(words)
        if at > start
    )


def _quoted(words: Sequence[Word], start: int) -> bool:
    """Whether the signal stands in a quotation that is not the whole sentence."""
    marks = [at for at, word in enumerate(words) if word.text == '"' and word.span == 0]
    for first, last in zip(marks[::2], marks[1::2], strict=False):
        if first < start < last:
            return first > 1 or last < len(words) - 2
    return False
