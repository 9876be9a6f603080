"""One sentence to the facts that its clauses state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from memtui.domain.kinds import Predicate
from memtui.intelligence import lexicon
from memtui.intelligence.facts.groups import Group, group_at, object_start
from memtui.intelligence.facts.labels import WE, without_article
from memtui.intelligence.facts.objects import NONE, Objects, objects
from memtui.intelligence.facts.phrases import Phrase, thing_named
from memtui.intelligence.facts.stated import Stated, as_subject, doubted, we_at
from memtui.intelligence.facts.subjects import USER, subjects
from memtui.intelligence.facts.tokens import Token
from memtui.intelligence.facts.vocabulary import words
from memtui.intelligence.facts.wording import read_phrases

LABEL_WORDS = 3
"""Longer labels name nothing that does anything."""

REDUCED_WORDS = 2
"""A longer phrase before "used by", without a form of "be", may hold a verb of its own; articles do not count."""

_PERSON = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+){0,2}|(?:\w+ ){1,4}(?:team|guild|squad|group)")

_BEFORE_IT = frozenset([",", ";", "and", "but", "now", "so"])
_IMPERATIVE = frozenset({Predicate.USES, Predicate.PREFERS})
_FRAGMENT = frozenset({Predicate.USES, Predicate.DEPENDS_ON})


def read_clauses(stated: Stated, tokens: Sequence[Token], taken: frozenset[int]) -> None:
    """Add the facts of a sentence's clauses; verbs at the indexes `taken` were read already."""
    found = [g for at in range(len(tokens)) if at not in taken and (g := group_at(tokens, at)) is not None]
    groups = [one for one, after in zip_longest(found, found[1:]) if not _within(one, after)]
    last = stated.subjects
    for index, group in enumerate(groups):
        before = groups[index - 1].at + 1 if index else 0
        after = groups[index + 1] if index + 1 < len(groups) else None
        limit = _border(tokens, group.at, after.start) if after is not None else len(tokens)
        last = _read(stated, tokens, group, before, limit, last) or last
        stated.subjects = last
    read_phrases(stated, tokens, taken | {group.at for group in groups})


def _within(group: Group, after: Group | None) -> bool:
    """Say whether a verb belongs to the group of the next one ("used to use")."""
    return after is not None and after.start <= group.at


def _border(tokens: Sequence[Token], at: int, following: int) -> int:
    """Return where the object of the verb at `at` ends at the latest, given where the next verb's group begins."""
    for index in range(following - 1, at, -1):
        token = tokens[index]
        if (token.kind == "." and token.text in ",;:") or (token.kind == "w" and token.lower in words("coordinator")):
            return index
    return following


def _read(
    stated: Stated, tokens: Sequence[Token], group: Group, before: int, limit: int, last: tuple[Phrase, ...]
) -> tuple[Phrase, ...]:
    """Add the facts of one verb and return its subjects, which the next one may share."""
    plural = not group.verb.forms & {"third"}
    found = subjects(stated.source, tokens, before, group.start, plural=plural)
    if found is None and last and _is_it(tokens, group):
        found = last
    if found is None or doubted(tokens, group.start, _past(group)):
        return ()
    if group.passive:
        _read_passive(stated, tokens, group, found, limit)
        return ()
    start = _through_infinitive(tokens, group, object_start(tokens, group.at, group.verb) or group.at + 1)
    held = objects(stated.source, tokens, start, limit)
    implied = not found
    if implied:
        found = (
            (last if before and _joined(tokens, group) else ())
            or _labelling(stated, tokens, group)
            or _implied(tokens, group)
            or _begun(tokens, group)
        )
    if not group.real or not found:
        return found
    lower = tokens[group.at].lower
    found = tuple(subject for subject in found if _may_act(stated, lower, subject))
    shared = implied and bool(found) and found[0].label == WE
    kept = tuple(phrase for phrase in held.phrases if _may_be_object(stated, lower, phrase, shared=shared))
    ended = group.ended or _is_past(tokens, group, before, held, limit)
    for phrase in kept:
        for subject in found:
            stated.add(subject, group.verb.predicate, phrase, held.scope, ended=ended)
    _read_further(stated, tokens, group, found, held, limit)
    if group.verb.predicate is Predicate.USES and not ended and kept and found:
        read_contrast(stated, tokens, held, found, plain=not shared)
    return found


def _is_past(tokens: Sequence[Token], group: Group, before: int, held: Objects, limit: int) -> bool:
    """Say whether a clause in the past tense says that this was before: "previously we used X", "we used X before"."""
    if not _past(group) or "base" in group.verb.forms:
        return False
    opened = any(token.lower in words("past_time") for token in tokens[before : group.at])
    after = held.after < limit and tokens[held.after].lower in words("past_time")
    return opened or (after and (held.after + 1 >= limit or tokens[held.after + 1].kind == "."))


def _is_it(tokens: Sequence[Token], group: Group) -> bool:
    """Say whether a clause's subject is "it" or "they": what the clause before it was about."""
    at = group.start - 1
    return at >= 0 and tokens[at].lower in ("it", "they") and (at == 0 or tokens[at - 1].lower in _BEFORE_IT)


def _may_act(stated: Stated, lower: str, subject: Phrase) -> bool:
    """Say whether a subject fits its verb: people maintain, and what deprecates something is a thing."""
    if lower.startswith("maintain"):
        return subject.label in (WE, USER) or (subject.label[:1].isupper() and bool(_PERSON.fullmatch(subject.label)))
    return lower != "deprecated" or thing_named(stated.source, subject)


def _may_be_object(stated: Stated, lower: str, phrase: Phrase, *, shared: bool) -> bool:
    """Say whether an object is one: after a verb without a subject, and some verbs, only a name."""
    if shared and not thing_named(stated.source, phrase):
        return False
    return lower not in words("named_only") or stated.source.named(phrase)


def _read_further(
    stated: Stated, tokens: Sequence[Token], group: Group, found: tuple[Phrase, ...], held: Objects, limit: int
) -> None:
    """Add "and B for Y" after "A for X": each object has a scope of its own."""
    for _ in range(4):
        at = held.after
        while at < limit and (tokens[at].lower == "and" or tokens[at].text == ","):
            at += 1
        if not held.scope or at == held.after or at >= limit:
            return
        held = objects(stated.source, tokens, at, limit)
        if not held.scope or not all(stated.source.named(phrase) for phrase in held.phrases):
            return
        for phrase in held.phrases:
            for subject in found:
                stated.add(subject, group.verb.predicate, phrase, held.scope, ended=group.ended)


def _past(group: Group) -> bool:
    return bool(group.verb.forms & {"past"})


def _through_infinitive(tokens: Sequence[Token], group: Group, start: int) -> int:
    """Step over "to use" and "using" between "prefers" and what is preferred."""
    if group.verb.predicate is not Predicate.PREFERS or start >= len(tokens):
        return start
    if tokens[start].lower in ("using", "having", "working"):
        return start + 1
    if tokens[start].lower == "to" and start + 1 < len(tokens) and tokens[start + 1].lower in ("use", "have", "see"):
        return start + 2
    return start


def _labelling(stated: Stated, tokens: Sequence[Token], group: Group) -> tuple[Phrase, ...]:
    """Return the label before a verb as its subject ("Backend: uses Go"), unless anything may stand under it ("Note: …")."""
    colon = group.start - 1
    if not 0 < colon <= LABEL_WORDS or tokens[colon].text != ":" or "third" not in group.verb.forms:
        return ()
    label = tokens[:colon]
    if any(token.kind == "." for token in label) or label[-1].lower in lexicon.words("generic", "labels", "announcing"):
        return ()
    phrase = stated.source.phrase(label)
    return (phrase,) if phrase is not None else ()


def _implied(tokens: Sequence[Token], group: Group) -> tuple[Phrase, ...]:
    """Return the subject of a clause that begins with its verb: the project, where such a clause states anything."""
    predicate = group.verb.predicate
    fits = predicate in (_IMPERATIVE if group.bare else _FRAGMENT)
    if not fits or not _opens(tokens, group):
        return ()
    if "gerund" in group.verb.forms and any(token.text == "," for token in tokens[group.at :]):
        return ()
    return (we_at(tokens, group.at),)


def _joined(tokens: Sequence[Token], group: Group) -> bool:
    """Say whether a verb is joined to what stands before it by a comma, "and" or "but"."""
    return group.start > 0 and tokens[group.start - 1].lower in (",", "and", "but", "&", "or")


def _begun(tokens: Sequence[Token], group: Group) -> tuple[Phrase, ...]:
    """Return "we" where the sentence began with it and goes on with "and" or "but"."""
    return (we_at(tokens, 0),) if _joined(tokens, group) and tokens[0].lower == WE else ()


def _opens(tokens: Sequence[Token], group: Group) -> bool:
    """Say whether a verb without a subject stands at the beginning: of the line, after a label, after an opener."""
    if group.start == 0:
        return True
    previous, first = tokens[group.start - 1], tokens[0].lower
    if previous.kind != ".":
        return False
    if previous.text == ",":
        return "third" not in group.verb.forms and first in words("cut") | words("scope") | words("adverb")
    return previous.text in ":.-–—)"


def _read_passive(stated: Stated, tokens: Sequence[Token], group: Group, found: tuple[Phrase, ...], limit: int) -> None:
    """Add the facts of a passive: by whom, else (of a use) by the project."""
    start = group.at + 1
    agents = NONE
    if start < len(tokens) and tokens[start].lower == "by":
        agents = objects(stated.source, tokens, start + 1, limit)
    if not group.real:
        return
    predicate = group.verb.predicate
    if not any(token.lower in words("be") for token in tokens[group.start : group.at]):
        found = tuple(phrase for phrase in found if len(without_article(phrase.label).split()) <= REDUCED_WORDS)
    for phrase in found:
        for agent in agents.phrases:
            stated.add(as_subject(agent), predicate, phrase, agents.scope, ended=group.ended)
        if not agents.phrases and predicate is Predicate.USES and stated.source.named(phrase):
            following = objects(stated.source, tokens, start, limit)
            if not following.phrases and not (start < len(tokens) and tokens[start].lower in ("to", "by")):
                stated.add(we_at(tokens, group.at), predicate, phrase, following.scope, ended=group.ended)


def _alike(new: Phrase, olds: Sequence[Phrase]) -> bool:
    """Say whether things of prose stand in contrast: plain words or names, no pieces of code."""
    return all(token.kind == "w" and token.text.isalpha() for phrase in (new, *olds) for token in phrase.tokens)


def read_contrast(
    stated: Stated, tokens: Sequence[Token], held: Objects, found: Sequence[Phrase], *, plain: bool
) -> None:
    """Read what is used instead of, rather than, or and not: the first is replaced, the others are contradicted."""
    at = held.end
    while at < len(tokens) and tokens[at].kind == "." and tokens[at].text == ",":
        at += 1
    lowers = [token.lower for token in tokens[at : at + 3]]
    if lowers[:2] == ["instead", "of"] or lowers[:3] == ["in", "place", "of"]:
        after, replaces = at + (2 if lowers[0] == "instead" else 3), True
    elif lowers[:2] == ["rather", "than"] or lowers[:2] == ["and", "not"] or lowers[:2] == ["but", "not"]:
        after, replaces = at + 2, False
    elif lowers[:1] == ["not"]:
        after, replaces = at + 1, False
    else:
        return
    out = objects(stated.source, tokens, after, len(tokens))
    ours = found[0].label in (WE, USER)
    for new in held.phrases[:1]:
        if not thing_named(stated.source, new) and not (plain and _alike(new, out.phrases)):
            return
        for old in out.phrases:
            scope = held.scope or out.scope or ("" if ours else without_article(found[0].label))
            if replaces:
                stated.add(new, Predicate.SUPERSEDES, old, scope)
            elif not scope:
                stated.contradictions.append((new.label, old.label))
