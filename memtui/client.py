"""The Python API: one class over the same services that the screens and the command line use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from memtui import bootstrap
from memtui.domain.drafts import Draft
from memtui.domain.errors import InvalidRecord
from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, EVERYTHING, LIVE, Filter, Order
from memtui.domain.kinds import ActorKind, Layer, Status
from memtui.domain.records import Actor, Memory, member_of
from memtui.services import history, recall, remember, transfer
from memtui.services.fields import DraftFields, EditFields, draft_of, edit_of
from memtui.services.workspace import ENGINES

if TYPE_CHECKING:
    from memtui.services.findings import Context, Detail, SearchResult
    from memtui.services.history import BatchDetail, BatchLine
    from memtui.services.remember import WriteReport
    from memtui.services.transfer import ExportReport, ImportReport
    from memtui.services.workspace import Outcome, Workspace

    Batches = list[BatchLine]

PAGE = 500
"""How many memories a list reads at once."""

Memories = list[Memory]
"""What the methods that list return."""


class RecallOptions(TypedDict, total=False):
    """What `search` and `recall` take beside the query and the limit."""

    engine: str | None
    include_superseded: bool
    include_archived: bool
    include_transient: bool
    include_inactive: bool


class MemoryClient:
    """A store of memories for a program.

    `store` is a path, a database URL, ":memory:" for a throw-away one, or None for the default store.
    Ids may be given in full or by a unique beginning; enums as their values ("decision"); times naive ones
    are read as UTC. All errors are `memtui.domain.errors.MemtuiError`. Use it in a `with` block, or close it.
    """

    def __init__(
        self,
        store: str | PathLike[str] | None = None,
        *,
        engine: str = "auto",
        project: str | None = None,
        actor: str = "python",
        read_only: bool = False,
    ) -> None:
        who = Actor(actor, ActorKind.AGENT)
        chosen = _engine(engine)
        location = None if store is None else str(store)
        if location == bootstrap.MEMORY:
            opened = bootstrap.open_memory_workspace(actor=who)
        else:
            opened = bootstrap.open_workspace(location, face="python", actor=who, read_only=read_only)
        settings = replace(opened.settings, engine=chosen, project=project or opened.settings.project)
        self._workspace = replace(opened, settings=settings)

    @property
    def workspace(self) -> Workspace:
        """The workspace that the services take, for what this class does not offer."""
        return self._workspace

    def close(self) -> None:
        """Give up the store."""
        self._workspace.store.close()

    def __enter__(self) -> MemoryClient:
        """Return the client itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()

    def add(
        self, content: str, *, detect: bool = True, allow_secrets: bool = False, **fields: Unpack[DraftFields]
    ) -> Memory:
        """Store a memory and return it, with its tier and the reason for it.

        The fields are those of `DraftFields`. Without `detect` nothing but the memory itself is written. Raises SecretRefused, InvalidRecord.
        """
        return self.add_with_report(content, detect=detect, allow_secrets=allow_secrets, **fields).memory

    def add_with_report(
        self, content: str, *, detect: bool = True, allow_secrets: bool = False, **fields: Unpack[DraftFields]
    ) -> WriteReport:
        """Store a memory as `add` does, and return all that it led to."""
        return remember.add(self._workspace, draft_of(content, fields), allow_secrets=allow_secrets, detect=detect)

    def add_many(self, memories: Iterable[str | Mapping[str, Any] | Draft], *, allow_secrets: bool = False) -> Outcome:
        """Store many memories as one act and one undo: texts, drafts, or mappings with `content` and fields of `add`."""
        return remember.add_all(self._workspace, map(_draft, memories), allow_secrets=allow_secrets)

    def get(self, id: str) -> Memory:
        """Return a memory without counting it as opened; raises NotFound."""
        return self._workspace.store.reads.memory(self._number(id))

    def open(self, id: str) -> Detail:
        """Return a memory with its importance, links and trail, and count it as opened; raises NotFound."""
        return recall.open_memory(self._workspace, self._number(id))

    def update(
        self, id: str, *, version: int | None = None, allow_secrets: bool = False, **changes: Unpack[EditFields]
    ) -> Memory:
        """Change a memory and return it as it is now.

        The changes are those of `EditFields`; `clear` names fields to unset. Raises NotFound, Refused, StaleWrite where `version` is not the stored one, SecretRefused, InvalidRecord.
        """
        change = edit_of(changes)
        return remember.edit(
            self._workspace, self._number(id), change, version=version, allow_secrets=allow_secrets
        ).memory

    def update_many(self, ids: Iterable[str], **changes: Unpack[EditFields]) -> Outcome:
        """Change many memories as one act and one undo; what the rules forbid is left out with its reason."""
        numbers = [self._number(handle) for handle in ids]
        return remember.edit_all(self._workspace, numbers, edit_of(changes))

    def list(
        self,
        *,
        limit: int | None = None,
        order: str = "newest",
        where: Filter | None = None,
        include_superseded: bool = False,
        include_archived: bool = False,
        include_transient: bool = True,
        include_inactive: bool = False,
    ) -> Memories:
        """Return memories in order: newest, oldest, recorded, importance or opened."""
        statuses = _statuses(include_superseded or include_inactive, include_archived or include_inactive)
        tiers = ALL_TIERS if include_transient or include_inactive else Filter().tiers
        return self._listed(where or Filter(statuses=statuses, tiers=tiers), order, limit)

    def list_by_layer(self, layer: str, *, limit: int | None = None) -> Memories:
        """Return the memories of a layer, newest first; raises InvalidRecord for a layer that does not exist."""
        where = Filter(statuses=ALL_STATUSES, tiers=ALL_TIERS, layers=frozenset({member_of(Layer, layer)}))
        return self._listed(where, "newest", limit)

    def recent(self, limit: int = 10) -> Memories:
        """Return the newest memories by when they happened, transient ones too."""
        return [hit.memory for hit in recall.recent(self._workspace, limit)]

    def search(
        self,
        query: str = "",
        *,
        limit: int = 10,
        engine: str | None = None,
        include_superseded: bool = False,
        include_archived: bool = False,
        include_transient: bool = False,
        include_inactive: bool = False,
    ) -> SearchResult:
        """Rank memories for words and qualifiers as a person types them; iterating over the answer gives its hits.

        Listing a memory does not count it as opened. `include_inactive` is all three of the others.
        """
        request = recall.Request(
            text=_text(query),
            limit=limit,
            engine=None if engine is None else _engine(engine),
            superseded=include_superseded or include_inactive,
            archived=include_archived or include_inactive,
            transient=include_transient or include_inactive,
        )
        return recall.search(self._workspace, request)

    def recall(self, query: str = "", *, limit: int = 10, **options: Unpack[RecallOptions]) -> SearchResult:
        """Rank memories as `search` does, and count those that come back as opened: an agent has read them."""
        found = self.search(query, limit=limit, **options)
        numbers = [hit.memory.number for hit in found.hits if hit.memory.number is not None]
        if numbers and not self._workspace.store.read_only:
            self._workspace.store.touch(numbers, self._workspace.clock.now())
        return found

    def build_context(self, query: str = "", *, budget: int = 1200) -> Context:
        """Return what an agent should read now in at most `budget` tokens, and what was left out and why."""
        return recall.build_context(self._workspace, _text(query), budget)

    def history(self, id: str | None = None, *, limit: int = 50) -> Batches:
        """Return the newest acts, of one memory or of the store."""
        number = self._number(id) if id is not None else None
        return history.batches(self._workspace, limit=limit, memory=number)

    def batch(self, batch: str | int) -> BatchDetail:
        """Return one act row by row, with what undoing it would do or why it cannot be undone; raises NotFound."""
        return history.detail(self._workspace, batch)

    def undo(self, batch: str | int | None = None) -> Outcome:
        """Take back an act: the named one, else this actor's newest; raises UndoBlocked, Refused."""
        return history.undo(self._workspace, batch)

    def redo(self) -> Outcome:
        """Take back this actor's newest undo; raises UndoBlocked, Refused."""
        return history.redo(self._workspace)

    def import_path(
        self,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        mode: str = "merge",
        apply: bool = True,
        project: str | None = None,
    ) -> ImportReport:
        """Read a file or folder of any known format as one act; `apply=False` only says what would happen."""
        return transfer.import_path(
            self._workspace,
            Path(path),
            format=format,
            mode=member_of(transfer.Mode, mode),
            apply=apply,
            project=project,
        )

    def export_path(
        self,
        path: str | PathLike[str],
        *,
        format: str = "memtui",
        where: Filter = EVERYTHING,
        overwrite: bool = False,
        reveal_secrets: bool = False,
    ) -> ExportReport:
        """Write memories to a new file or folder; raises Refused if it exists and `overwrite` is not set."""
        return transfer.export_path(
            self._workspace,
            Path(path),
            format=format,
            where=where,
            overwrite=overwrite,
            reveal_secrets=reveal_secrets,
        )

    def _number(self, id: str) -> int:
        return self._workspace.store.reads.resolve(id)

    def _listed(self, where: Filter, order: str, limit: int | None) -> Memories:
        project = where.project or self._workspace.settings.project
        scoped = replace(where, project=project, now=where.now or self._workspace.clock.now())
        found: Memories = []
        after = None
        while limit is None or len(found) < limit:
            size = PAGE if limit is None else min(PAGE, limit - len(found))
            page = self._workspace.store.reads.page(scoped, member_of(Order, order), size, after)
            found += page.memories
            after = page.next
            if after is None:
                break
        return found


def _text(query: object) -> str:
    """Return a query; raises InvalidRecord for what is no text."""
    if not isinstance(query, str):
        raise InvalidRecord(f"A query is text, and {query!r} is not.")
    return query


def _engine(name: object) -> str:
    """Return the name of a way to search; raises InvalidRecord for one that there is not."""
    if name not in ENGINES:
        raise InvalidRecord(f"There is no engine {name!r}.", f"Choose one of: {', '.join(ENGINES)}.")
    return str(name)


def _draft(given: str | Mapping[str, Any] | Draft) -> Draft:
    if isinstance(given, Draft):
        return given
    if isinstance(given, str):
        return draft_of(given, {})
    if "content" not in given:
        raise InvalidRecord("A memory needs some text.", "Give it as `content`.")
    return draft_of(given["content"], {name: value for name, value in given.items() if name != "content"})


def _statuses(superseded: bool, archived: bool) -> frozenset[Status]:
    more = {Status.SUPERSEDED: superseded, Status.ARCHIVED: archived}
    return LIVE | {status for status, wanted in more.items() if wanted}
