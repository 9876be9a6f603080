"""The index at a past moment: today's words, with the memories as they were; see `services.ports.Search`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memtui.domain.filters import Filter
from memtui.domain.records import Memory
from memtui.intelligence.importance import base
from memtui.intelligence.tokens import tokenize
from memtui.services.as_of_passing import passed, widened
from memtui.services.as_of_views import View
from memtui.services.ports import Candidate, CandidateSet, Corpus, Search, Term

MORE = 3
"""So many times as many of today's candidates are looked at: some of them were not there, or did not pass."""


class PastSearch:
    """The index as a view shows it. A text that was edited since is found by the words that it had."""

    def __init__(self, search: Search, view: View) -> None:
        self._search, self._view = search, view

    def corpus(self) -> Corpus:
        """Return the index's size today."""
        return self._search.corpus()

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Return df of those terms that the index holds today, or that texts held which were edited since."""
        found = self._search.document_frequencies(terms)
        for term in terms:
            if term not in found and (count := sum(term in tokens for _, tokens in self._edited())):
                found[term] = count
        return found

    def starting_with(self, prefix: str, limit: int = 8) -> list[tuple[str, int]]:
        """Return the commonest terms with that prefix."""
        return self._search.starting_with(prefix, limit)

    def resembling(self, term: str) -> list[tuple[str, int]]:
        """Return terms that resemble one."""
        return self._search.resembling(term)

    def candidates(self, terms: Sequence[Term], where: Filter, limit: int = 200) -> CandidateSet:
        """Return the best memories that held any term and passed the filter then."""
        wanted = {term.text for term in terms}
        today = self._search.candidates(terms, widened(where), limit * MORE)
        beside = [(memory, tokens) for memory, tokens in self._edited() if not wanted.isdisjoint(tokens)]
        return self._then(today, beside, where, limit)

    def candidates_for(self, memories: Sequence[Memory]) -> list[Candidate]:
        """Return the ranking data of memories at hand."""
        known = {memory.number: memory for memory in memories}
        found = self._search.candidates_for(memories)
        return [replace(each, memory=known.get(each.memory.number, each.memory)) for each in found]

    def literal(self, text: str, where: Filter, limit: int = 200) -> CandidateSet:
        """Return memories whose text held `text` as it stands."""
        today = self._search.literal(text, widened(where), limit * MORE)
        beside = [(memory, tokens) for memory, tokens in self._edited() if text.casefold() in memory.content.casefold()]
        return self._then(today, beside, where, limit)

    def _then(
        self, today: CandidateSet, beside: Sequence[tuple[Memory, tuple[str, ...]]], where: Filter, limit: int
    ) -> CandidateSet:
        overlaid = self._view.overlaid()
        edited = {memory.number for memory, _ in self._edited()}
        there = {one.number: one for one in self._view.memories([each.memory for each in today.candidates])}
        there |= {number: memory for number, memory in overlaid.items() if number not in edited}
        found = [
            replace(each, memory=there[each.memory.number], importance_base=base(there[each.memory.number]))
            for each in today.candidates
            if each.memory.number in there and each.memory.number not in edited
        ]
        found += [Candidate(memory=memory, tokens=tokens, importance_base=base(memory)) for memory, tokens in beside]
        passing = tuple(each for each in found if passed(each.memory, where))[:limit]
        return CandidateSet(candidates=passing, matches=len(passing), cut=today.cut)

    def _edited(self) -> list[tuple[Memory, tuple[str, ...]]]:
        """Return the memories whose text was another one then, with its words."""
        return [(memory, tuple(tokenize(memory.content))) for memory in self._view.reworded()]
