"""What an agent should read now: a budget filled with what is pinned, what answers, and what is new (SPEC 8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from memtui.domain.errors import InvalidRecord
from memtui.domain.filters import Filter, Order
from memtui.domain.kinds import Status
from memtui.domain.records import Memory
from memtui.intelligence.secrets import mask
from memtui.services import searching
from memtui.services.current_facts import live_facts
from memtui.services.findings import Context, ContextItem, Hit, LeftOut, Request, never_stop
from memtui.services.listing import conflict_reasons
from memtui.services.titles import title
from memtui.services.workspace import Workspace

CHARACTERS_A_TOKEN = 4
"""A rough measure that needs no model's own tokeniser."""

RECALLED = 40
"""How many answers are considered."""

RECENT = 10
"""How many of the newest are considered."""

PINNED_SHARE = 0.5
"""What is pinned takes at most this share while there is a query, so that the answer finds room."""

FACTS_SHARE = 0.25
"""Facts take at most this share each, so that memories find room."""

HEADINGS = {"pinned": "## Pinned", "facts": "## Facts", "recalled": "## Recalled", "recent": "## Recent"}


@dataclass(slots=True)
class _Page:
    """A context being written: its text never grows beyond `room` characters."""

    room: int
    used: int = 0
    lines: list[str] = field(default_factory=list)
    items: list[ContextItem] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    seen: set[int | None] = field(default_factory=set)

    def offer(
        self, memory: Memory, section: str, reason: str, remarks: Iterable[str] = (), limit: int | None = None
    ) -> None:
        """Take a memory in if it fits, else note why not; a memory is taken or left out once."""
        if memory.number in self.seen:
            return
        self.seen.add(memory.number)
        entry = self._headed(section, _entry(memory, remarks))
        room = self.room if limit is None else min(limit, self.room)
        if not self._fits(entry, room):
            left = max(room - self.used, 0) // CHARACTERS_A_TOKEN
            said = f"no room: it takes {tokens(entry):,} tokens, {left:,} are left"
            self.left_out.append(
                LeftOut(memory=memory, reason=said if room == self.room else f"{said} for what is pinned")
            )
            return
        self._take(memory, section, entry, reason)

    def state(self, memory: Memory, fact: str, limit: int) -> None:
        """Take a fact in if it fits; the memory that it stands in may still come in whole."""
        entry = self._headed("facts", f"- {fact}")
        if self._fits(entry, min(self.used + limit, self.room)):
            self._take(memory, "facts", entry, "a fact about what the query names")

    def _headed(self, section: str, entry: str) -> str:
        if section in {item.section for item in self.items}:
            return entry
        heading = HEADINGS[section] if not self.lines else f"\n{HEADINGS[section]}"
        return f"{heading}\n{entry}"

    def _fits(self, entry: str, room: int) -> bool:
        return self.used + len(entry) + (1 if self.lines else 0) <= room

    def _take(self, memory: Memory, section: str, entry: str, reason: str) -> None:
        self.used += len(entry) + (1 if self.lines else 0)
        self.lines.append(entry)
        self.items.append(ContextItem(memory=memory, section=section, tokens=tokens(entry), reason=reason))


def build(workspace: Workspace, query: str, budget: int) -> Context:
    """Return a context of at most `budget` tokens, and count the recalled memories as opened."""
    if budget < 0:
        raise InvalidRecord(f"A budget of {budget} tokens is too small.", "It must be 0 or more.")
    page = _Page(room=budget * CHARACTERS_A_TOKEN)
    _pinned(workspace, page, query)
    for memory, fact in live_facts(workspace, query):
        page.state(memory, fact, int(page.room * FACTS_SHARE))
    found = searching.run(workspace, Request(text=query, limit=RECALLED), never_stop)
    for hit in found.hits:
        page.offer(hit.memory, "recalled", _why(hit), conflict_reasons(workspace.store.reads, hit.memory))
    for hit in _superseded(workspace, query, bool(found.hidden.get("superseded"))):
        if hit.memory.number not in page.seen:
            page.seen.add(hit.memory.number)
            page.left_out.append(LeftOut(memory=hit.memory, reason=_gone(workspace, hit.memory)))
    _recent(workspace, page)
    opened = [
        item.memory.number for item in page.items if item.section == "recalled" and item.memory.number is not None
    ]
    if opened and not workspace.store.read_only:
        workspace.store.touch(opened, workspace.clock.now())
    text = "\n".join(page.lines)
    return Context(
        query=query,
        budget=budget,
        tokens=tokens(text),
        items=tuple(page.items),
        left_out=tuple(page.left_out),
        text=text,
    )


def tokens(text: str) -> int:
    """Return about how many tokens a text costs: its characters by four, rounded up."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


def _pinned(workspace: Workspace, page: _Page, query: str) -> None:
    where = _usual(workspace, pinned=True)
    limit = int(page.room * PINNED_SHARE) if query.strip() else None
    for memory in workspace.store.reads.page(where, Order.IMPORTANCE, RECALLED).memories:
        page.offer(memory, "pinned", "pinned", conflict_reasons(workspace.store.reads, memory), limit)


def _recent(workspace: Workspace, page: _Page) -> None:
    for memory in workspace.store.reads.page(_usual(workspace), Order.NEWEST, RECENT).memories:
        page.offer(memory, "recent", "among the newest", conflict_reasons(workspace.store.reads, memory))


def _usual(workspace: Workspace, *, pinned: bool | None = None) -> Filter:
    return Filter(project=workspace.settings.project, now=workspace.clock.now(), pinned=pinned)


def _superseded(workspace: Workspace, query: str, any_hidden: bool) -> Iterable[Hit]:
    """Return the superseded memories that the query finds, which recall leaves out."""
    if not any_hidden:
        return ()
    found = searching.run(workspace, Request(text=query, limit=RECALLED, superseded=True), never_stop)
    return (hit for hit in found.hits if hit.memory.status is Status.SUPERSEDED)


def _gone(workspace: Workspace, memory: Memory) -> str:
    by = workspace.store.reads.by_ids([memory.superseded_by]) if memory.superseded_by else {}
    names = [f"superseded by “{title(successor.content, 60)}”" for successor in by.values()]
    return names[0] if names else "superseded"


def _why(hit: Hit) -> str:
    if hit.explanation is None:
        return f"importance {hit.importance.value:.2f}"
    return f"answers the query: rank {hit.rank}, score {hit.score:.2f}"


def _entry(memory: Memory, remarks: Iterable[str]) -> str:
    """Return a memory as a list item: its text with secrets masked, its date, and what is to be known about it."""
    first, *rest = mask(memory.content).strip().splitlines() or [""]
    dated = f" ({memory.created_at.astimezone():%Y-%m-%d})" if memory.created_at is not None else ""
    lines = [f"- {first}", *(f"  {line}" for line in rest)]
    lines[-1] += dated
    return "\n".join([*lines, *(f"  ! {remark}" for remark in remarks)])
