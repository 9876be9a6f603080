"""The forms of the verbs that clauses turn on, each with its lemma, its class and what form it is."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from memtui.intelligence import lexicon

_VOWELS = frozenset("aeiou")


class Form(NamedTuple):
    """A form of a verb. `tense` is base, s (third person), past, ing, or any (no ending tells)."""

    lemma: str
    kind: str
    tense: str


@cache
def english() -> dict[str, Form]:
    """Return every English form; a form that belongs to two classes keeps the first."""
    lists = lexicon.table("clauses/verbs_en")
    irregular: dict[str, str] = lists["irregular"]
    forms: dict[str, Form] = {}
    for kind, lemmas in lists["classes"].items():
        for lemma in lemmas.split():
            for form, tense in _forms(lemma, irregular.get(lemma)):
                forms.setdefault(form, Form(lemma, kind, tense))
    for lemma in ("be", "have", "do"):
        for form in irregular[lemma].split():
            forms[form] = Form(lemma, lemma, _auxiliary_tense(form))
        forms[lemma] = Form(lemma, lemma, "base")
    return forms


@cache
def listed(language: str) -> dict[str, Form]:
    """Return every form of a language whose forms are written out (de, zh); the lemma is the class."""
    lists = lexicon.table(f"clauses/verbs_{language}")
    past = frozenset(lists["past"]["forms"].split())
    return {
        form: Form(kind, kind, "past" if form in past else "any")
        for kind, forms in lists["classes"].items()
        for form in forms.split()
    }


def _auxiliary_tense(form: str) -> str:
    if form in ("was", "were", "had", "did", "been", "done"):
        return "past"
    return "ing" if form.endswith("ing") else "base" if form in ("be", "am", "are") else "s"


def _forms(lemma: str, irregular: str | None) -> list[tuple[str, str]]:
    if irregular is not None:
        forms = irregular.split()
        return [(lemma, "any" if lemma in forms else "base"), *((f, _tense(f, lemma)) for f in forms if f != lemma)]
    if lemma.endswith("y") and lemma[-2] not in _VOWELS:
        third, past, ing = f"{lemma[:-1]}ies", f"{lemma[:-1]}ied", f"{lemma}ing"
    elif lemma.endswith("e"):
        third, past, ing = f"{lemma}s", f"{lemma}d", f"{lemma[:-1]}ing"
    elif lemma.endswith(("s", "sh", "ch", "x", "z")):
        third, past, ing = f"{lemma}es", f"{lemma}ed", f"{lemma}ing"
    else:
        third, past, ing = f"{lemma}s", f"{lemma}ed", f"{lemma}ing"
    regular = [(lemma, "base"), (third, "s"), (past, "past"), (ing, "ing")]
    return [*regular, (f"{lemma}led", "past"), (f"{lemma}ling", "ing")] if lemma.endswith("l") else regular


def _tense(form: str, lemma: str) -> str:
    if form.endswith("ing") and form != lemma:
        return "ing"
    if form.endswith("s") and form not in ("was",) and (form[:-1] == lemma or form in (f"{lemma}es", "does", "has")):
        return "s"
    if form.endswith("ies") and lemma.endswith("y"):
        return "s"
    return "past"
