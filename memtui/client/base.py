"""Opening a store for a program, and ids to row numbers."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Self

from memtui import bootstrap
from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import ActorKind
from memtui.domain.plugins import ConflictJudge, Embedder, Extractor, Plugins, Reranker
from memtui.domain.records import Actor
from memtui.services.workspace import ENGINES

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace


class Base:
    """An open store and who works on it."""

    def __init__(
        self,
        store: str | PathLike[str] | None = None,
        *,
        embedder: Embedder | None = None,
        extractor: Extractor | None = None,
        reranker: Reranker | None = None,
        judge: ConflictJudge | None = None,
        engine: str = "auto",
        project: str | None = None,
        actor: str = "python",
        read_only: bool = False,
    ) -> None:
        who = Actor(actor, ActorKind.AGENT)
        chosen = engine_of(engine)
        plugins = Plugins(embedder=embedder, extractor=extractor, reranker=reranker, judge=judge)
        location = None if store is None else str(store)
        if location == bootstrap.MEMORY:
            opened = bootstrap.open_memory_workspace(actor=who)
        else:
            opened = bootstrap.open_workspace(location, face="python", actor=who, read_only=read_only)
        settings = replace(opened.settings, engine=chosen, project=project or opened.settings.project, plugins=plugins)
        self._workspace = replace(opened, settings=settings)

    @property
    def workspace(self) -> Workspace:
        """The workspace that the services take, for what this class does not offer."""
        return self._workspace

    def close(self) -> None:
        """Give up the store."""
        self._workspace.store.close()

    def __enter__(self) -> Self:
        """Return the client itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()

    def _number(self, id: str) -> int:
        return self._workspace.store.reads.resolve(text_of(id, "An id"))


def text_of(value: object, what: str = "The content") -> str:
    """Return a text; raises InvalidRecord, naming `what`, for anything else."""
    if not isinstance(value, str):
        raise InvalidRecord(f"{what} must be text, not {value!r}.")
    return value


def engine_of(name: object) -> str:
    """Return the name of a way to search; raises InvalidRecord for one that there is not."""
    if name not in ENGINES:
        raise InvalidRecord(f"There is no engine {name!r}.", f"Choose one of: {', '.join(ENGINES)}.")
    return str(name)
