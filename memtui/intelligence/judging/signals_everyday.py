"""Everyday words that are names too: whether the older statement means the thing by "go", "black" or "requests", or the word."""

from __future__ import annotations

from functools import cache

from memtui.intelligence import families, lexicon
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.judging.signals_target import Hit
from memtui.intelligence.reading import Word

LISTS = ("everyday", "plain")
"""The lists of names that are everyday words as well; those of the list of what is never a name are the thing itself in prose."""


def is_only_a_word(pair: Pair, hit: Hit) -> bool:
    """Whether the older statement holds an everyday word where the newer one means the thing of that name."""
    if len(hit.found) != 1:
        return False
    word = pair.old_statement.content[hit.found[0]]
    meant = next((one for one in hit.phrase if one.stem == word.stem), None)
    if meant is None or word.kind not in "wn" or word.span or not families.kinds(word.name):
        return False
    if word.lower in lexicon.words("packages", "never") and _is_shouted(meant) and not _is_shouted(word):
        return True
    return word.lower in lexicon.words("packages", *LISTS) and not _stands_as_a_name(word, pair)


def _is_shouted(word: Word) -> bool:
    return len(word.text) > 1 and word.text.isupper()


def _stands_as_a_name(word: Word, pair: Pair) -> bool:
    """Whether what stands around a word says that it is a thing: "built with go", "black formats the code", "client: requests"."""
    words = pair.old_statement.words
    before = next((one for one in reversed(words) if one.end <= word.start), None)
    after = next((one for one in words if one.start >= word.end), None)
    if before is not None and word.kind == "n":
        return after is None or after.kind != "n"
    if before is not None and (before.lower in _beside("before") or (before.kind == "." and before.text in ":=/")):
        return True
    if after is None:
        return before is None
    if before is not None and before.text in ",(" and after.text in ",)":
        return True
    if after.kind in "vd" or after.lower in _beside("after"):
        return True
    return before is None and (after.lower in _beside("verbs") or after.lower in _verbs())


def _beside(name: str) -> frozenset[str]:
    return lexicon.words("everyday", name)


@cache
def _verbs() -> frozenset[str]:
    """Return the verbs in the form that goes with one thing: "runs", "serves"."""
    return frozenset(verb for verb in lexicon.table("facts")["general"]["verbs"].split() if verb.endswith("s"))
