"""Where the finite verbs of a sentence stand, with all that belongs to each: auxiliaries, negation and adverbs."""

from __future__ import annotations

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import roles
from memtui.intelligence.clauses.chains import AUXILIARIES, Chain, Group
from memtui.intelligence.clauses.sentences import Sentence
from memtui.intelligence.clauses.verbs import Form

_LOOKAHEAD = 6
_OF_NOUNS = frozenset(["of", "in", "for", "on"])


def groups(sentence: Sentence) -> list[Group]:
    """Return the finite verbs in order."""
    found: list[Group] = []
    at, count = 0, len(sentence.words)
    while at < count:
        behind_verb = bool(found) and found[-1].end == at and sentence.words[at - 1].kind != "."
        if not behind_verb and _opens(sentence, at):
            group = _group(sentence, at)
            found.append(group)
            at = max(group.end, at + 1)
        else:
            at += 1
    return found


def _before(sentence: Sentence, at: int) -> int:
    """Return the index of the word before `at`, adverbs skipped; -1 at the beginning or after a sign."""
    at -= 1
    while at >= 0 and (sentence.parts[at] & roles.ADVERB or sentence.words[at].lower == "please"):
        at -= 1
    if at >= 0 and sentence.words[at].kind == ".":
        return -1
    return at


def _opens(sentence: Sentence, at: int) -> bool:
    word, form = sentence.words[at], sentence.forms[at]
    if word.lower.endswith("n't") or word.lower == "cannot":
        return True
    if sentence.parts[at] & roles.MODAL:
        return not (word.lower == "may" and word.kind == "n")
    if form is None:
        return False
    before = _before(sentence, at)
    parts = sentence.parts[before] if before >= 0 else 0
    if form.kind in AUXILIARIES:
        return form.tense != "ing" and not (before >= 0 and sentence.words[before].lower == "to")
    if sentence.language != "en":
        return not parts & roles.BEFORE_NOUN
    if parts & (roles.BEFORE_NOUN | roles.SCOPE | roles.CONTRAST) and not parts & roles.PERSON:
        return False
    return _is_finite(sentence, at, form, before)


def _is_finite(sentence: Sentence, at: int, form: Form, before: int) -> bool:
    nounlike = form.lemma in lexicon.words("clauses/verbs_en", "nouns")
    if before < 0 and form.tense == "base" and form.lemma in lexicon.words("clauses/verbs_en", "commands"):
        return True
    if before < 0:
        if form.tense == "ing":
            return (at == 0 or bool(sentence.parts[at - 1] & roles.ADVERB)) and not _verb_ahead(sentence, at)
        return not _verb_ahead(sentence, at)
    if form.tense == "ing":
        return False
    if form.tense == "base" and not _is_plural(sentence, before):
        return False
    return not (nounlike and _verb_ahead(sentence, at))


def _is_plural(sentence: Sentence, at: int) -> bool:
    word = sentence.words[at]
    if sentence.parts[at] & roles.PERSON:
        return word.lower in ("i", "we", "us", "users", "team")
    if word.lower in ("you", "they", "who", "people", "data", "let's"):
        return True
    if any(sentence.words[early].lower == "and" for early in range(max(0, at - 3), at)):
        return True
    return len(word.lower) > 3 and word.lower.endswith("s") and not word.lower.endswith(("ss", "'s", "us", "is"))


def _verb_ahead(sentence: Sentence, at: int) -> bool:
    """Say whether a surer verb follows in the same phrase, so that this word must be a noun or an adjective."""
    own = sentence.forms[at]
    titled = own is not None and own.lemma in lexicon.words("clauses/verbs_en", "nouns")
    for later in range(at + 1, min(len(sentence.words), at + _LOOKAHEAD)):
        word, part, form = sentence.words[later], sentence.parts[later], sentence.forms[later]
        if titled and later > at + 1 and word.lower in _OF_NOUNS:
            # "log level in production is WARN": what limits a noun stands before its verb
            continue
        if word.kind == "." or part & (
            roles.RELATIVE | roles.CONJUNCTION | roles.SCOPE | roles.CONTRAST | roles.REASON
        ):
            return False
        if part & roles.MODAL or word.lower.endswith("n't"):
            return True
        if form is None or sentence.parts[later - 1] & roles.BEFORE_NOUN:
            continue
        if form.kind in AUXILIARIES and form.tense != "ing":
            return True
        if later > at + 1 and form.tense == "s" and form.lemma not in lexicon.words("clauses/verbs_en", "nouns"):
            return True
        if later == at + 1 and _follows_noun(sentence, at, form):
            return True
    return False


def _follows_noun(sentence: Sentence, at: int, form: Form) -> bool:
    """Say whether a verb right behind a doubtful word shows that word to be its subject ("Caching reduces", "Reports run")."""
    own = sentence.forms[at]
    if own is None or own.kind == "use":
        return False
    nouns = lexicon.words("clauses/verbs_en", "nouns")
    if form.tense == "base":
        return own.tense == "s" and form.lemma not in nouns
    if form.tense == "past" and own.tense == "s":
        behind = sentence.parts[at + 2] if at + 2 < len(sentence.parts) else roles.SCOPE
        return bool(behind & roles.SCOPE)
    return (
        form.tense in ("s", "past")
        and form.lemma not in nouns
        and (own.tense in ("base", "ing") or own.lemma in nouns or form.kind == "be")
    )


def _group(sentence: Sentence, at: int) -> Group:
    """Read the verb group that opens at `at`: auxiliaries, adverbs and the main verb."""
    start = at
    while start > 0 and sentence.parts[start - 1] & roles.ADVERB:
        start -= 1
    state = Chain(sentence)
    for index in range(start, at):
        state.adverb(index)
    end = at
    while end < len(sentence.words) and state.take(end):
        end += state.skip
        state.skip = 1
    before = _before(sentence, at)
    return state.group(start, end, before < 0)
