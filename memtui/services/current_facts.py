"""What is known to hold now of the things that a query names: facts that no later one has ended."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memtui.domain.filters import Filter
from memtui.domain.kinds import EntityStatus, FactStatus, Predicate
from memtui.domain.records import Entity, Fact, Memory
from memtui.intelligence import sessions
from memtui.intelligence.secrets import mask
from memtui.services.titles import title
from memtui.services.workspace import Workspace

MOST_FACTS = 12
MOST_WORDS = 24
LONGEST_NAME = 3
"""Names of up to so many words are looked for in a query."""

SINGULAR = {Predicate.DEPENDS_ON: "depends on", Predicate.RELATED_TO: "is related to"}
PLURAL = {
    Predicate.USES: "use",
    Predicate.DEPENDS_ON: "depend on",
    Predicate.PREFERS: "prefer",
    Predicate.BLOCKS: "block",
    Predicate.OWNS: "own",
    Predicate.RELATED_TO: "are related to",
}
"""How predicates read after one thing and after "we"."""

_WORD = re.compile(r"[^\W_]+(?:[./_@:#+-]+[^\W_]+)*[+#]*")


def live_facts(workspace: Workspace, query: str) -> list[tuple[Memory, str]]:
    """Return the facts that hold now about what a query names, the newest first, each with the memory that states it.

    Facts of memories that recall would leave out are left out.
    """
    graph = workspace.store.graph
    entities = _named(workspace, query)
    if not entities:
        return []
    facts = [fact for fact in graph.facts_about(sorted(entities)) if _holds(workspace, fact)]
    memories = {one.number: one for one in workspace.store.reads.memories([fact.memory_number for fact in facts])}
    usual = Filter(project=workspace.settings.project)
    told: dict[str, Memory] = {}
    ends = graph.entities([number for fact in facts for number in (fact.subject_number, fact.object_number)])
    for fact in sorted(facts, key=lambda one: _age(one, memories), reverse=True):
        memory = memories.get(fact.memory_number)
        if memory is not None and sessions.passes(memory, usual):
            told.setdefault(_sentence(fact, ends, memory), memory)
    return [(memory, sentence) for sentence, memory in list(told.items())[:MOST_FACTS]]


def _named(workspace: Workspace, query: str) -> set[int]:
    """Return the entities whose whole name or alias stands in the query."""
    from memtui.intelligence.entities import entities

    found: dict[str, None] = dict.fromkeys(each.name for each in entities(query[:2_000]))
    words = _WORD.findall(query)[:MOST_WORDS]
    for size in range(1, LONGEST_NAME + 1):
        found |= dict.fromkeys(" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
    return {
        number for name in found if len(name) > 1 for number in _numbers(workspace.store.graph.entities_named(name))
    }


def _numbers(entities: Iterable[Entity]) -> list[int]:
    return [one.number for one in entities if one.number is not None and one.status is EntityStatus.ACTIVE]


def _holds(workspace: Workspace, fact: Fact) -> bool:
    now = workspace.clock.now()
    begun = fact.valid_from is None or fact.valid_from <= now
    return fact.status is not FactStatus.DEPRECATED and begun and (fact.valid_until is None or fact.valid_until > now)


def _age(fact: Fact, memories: dict[int | None, Memory]) -> tuple[float, int]:
    memory = memories.get(fact.memory_number)
    since = fact.valid_from or (memory.sort_at if memory is not None else None)
    return since.timestamp() if since is not None else 0.0, fact.number or 0


def _sentence(fact: Fact, ends: dict[int, Entity], memory: Memory) -> str:
    """Return a fact in words: `acme-shop uses PostgreSQL (user data), since 2026-01-15`."""
    names = [ends[number].name if number in ends else "?" for number in (fact.subject_number, fact.object_number)]
    scope = f" ({fact.scope})" if fact.scope else ""
    since = fact.valid_from or memory.created_at
    dated = f", since {since.astimezone():%Y-%m-%d}" if since is not None else ""
    disputed = ", disputed" if fact.status is FactStatus.CONFLICTED else ""
    verbs = PLURAL if names[0].casefold() == "we" else SINGULAR
    verb = verbs.get(fact.predicate, fact.predicate.value)
    return title(mask(f"{names[0]} {verb} {names[1]}{scope}{dated}{disputed}"), 200)
