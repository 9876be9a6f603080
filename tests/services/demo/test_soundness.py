"""The sample project as a whole: sound, without secrets, and the same every time."""

from __future__ import annotations

from importlib.resources import files

from memtui.bootstrap import open_memory_workspace
from memtui.demo import build
from memtui.demo.script import scenes
from memtui.domain.records import Batch, Memory
from memtui.intelligence import secrets
from memtui.services import review
from memtui.services.workspace import Workspace

from .conftest import batches_of, memories_of


def test_no_file_of_the_sample_holds_a_secret() -> None:
    for file in (files("memtui.demo") / "data").iterdir():
        assert not secrets.find(file.read_text("utf-8")), file.name


def test_the_sample_is_sound(sample: Workspace) -> None:
    assert sample.store.maintenance.check() == []


def test_the_sample_is_the_same_every_time(memories: list[Memory], batches: list[Batch], sample: Workspace) -> None:
    again = open_memory_workspace()
    try:
        build(again)
        assert _story(memories_of(again)) == _story(memories)
        assert [(b.at, b.actor, b.action, b.summary) for b in batches_of(again)] == [
            (b.at, b.actor, b.action, b.summary) for b in batches
        ]
        assert _findings(again) == _findings(sample)
    finally:
        again.store.close()


def _story(memories: list[Memory]) -> list[tuple[object, ...]]:
    """Return what makes the sample the same; an id that the script does not give (imported, merged) is drawn afresh."""
    told = {draft.id for scene in scenes() for draft in scene.drafts.values()}
    return [
        (m.number, m.id if m.id in told else None, m.content, m.sort_at, m.status, m.layer, m.tags, m.pinned)
        for m in memories
    ]


def _findings(workspace: Workspace) -> list[tuple[object, ...]]:
    """Return what detection made of the sample, in the order of the store."""
    conflicts = sorted(review.conflict_reports(workspace), key=lambda conflict: conflict.number or 0)
    links = workspace.store.reads.records("relation", 0, 1_000)
    return [
        *((c.new_number, c.old_number, c.type, c.state, c.reason, c.human_verdict) for c in conflicts),
        *((r.from_number, r.to_number, r.kind, r.status) for r in links),  # type: ignore[union-attr]
        *((e.number, e.type, e.name, e.status) for e in workspace.store.graph.all_entities(0, 10_000)),
    ]
