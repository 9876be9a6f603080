"""Plays the sample project's year into a store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from importlib.resources import as_file, files

from memtui.clock import FixedClock
from memtui.demo.script import PROJECT, Scene, edit_of, scenes
from memtui.demo.time import NOW
from memtui.domain.kinds import ActorKind, RelationKind, Status
from memtui.domain.records import Relation
from memtui.services import history, remember, transfer
from memtui.services.titles import counted, title
from memtui.services.workspace import Workspace


def build(workspace: Workspace) -> None:
    """Write the sample project into an empty store, each act under its own actor, face and time.

    The workspace lends its store and settings; its own actor and clock take no part.
    """
    story = scenes()
    stage = _Stage(workspace)
    for scene in story:
        stage.play(scene)
    stage.count_openings(story)


class _Stage:
    """Where the story is played: it remembers which key became which row."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._numbers: dict[str, int] = {}
        self._acts: dict[str, Callable[[Workspace, Scene], None]] = {
            "add": self._add,
            "talk": self._talk,
            "edit": self._edit,
            "supersede": self._supersede,
            "link": self._link,
            "import": self._import,
            "undo": self._undo,
            "redo": self._redo,
        }

    def play(self, scene: Scene) -> None:
        """Carry out one act at its time, as its actor, through the face that actor uses."""
        face = "mcp" if scene.actor.kind is ActorKind.AGENT else "screens"
        workspace = replace(self._workspace, clock=FixedClock(scene.at), actor=scene.actor, face=face)
        self._acts[scene.do](workspace.in_project(None), scene)

    def count_openings(self, story: list[Scene]) -> None:
        """Count how often each memory was opened, the last time a day before the story ends."""
        opened = [(self._numbers[key], scene.what.get("opened", 0)) for scene in story for key in scene.drafts]
        for count in range(1, max(times for _, times in opened) + 1):
            numbers = [number for number, times in opened if times >= count]
            self._workspace.store.touch(numbers, NOW - timedelta(days=1, hours=count))

    def _add(self, workspace: Workspace, scene: Scene) -> None:
        ((key, draft),) = scene.drafts.items()
        self._numbers[key] = _number(remember.add(workspace, draft, allow_secrets=True).memory.number)

    def _talk(self, workspace: Workspace, scene: Scene) -> None:
        told = remember.add_all(workspace, scene.drafts.values()).memories
        self._numbers |= {key: _number(memory.number) for key, memory in zip(scene.drafts, told, strict=True)}

    def _edit(self, workspace: Workspace, scene: Scene) -> None:
        numbers = [self._numbers[key] for key in scene.what["of"]]
        if len(numbers) == 1:
            remember.edit(workspace, numbers[0], edit_of(scene.what))
        else:
            remember.edit_all(workspace, numbers, edit_of(scene.what))

    def _supersede(self, workspace: Workspace, scene: Scene) -> None:
        """Give a verdict: the newer memory is true, the older ones are kept as superseded."""
        act = workspace.act("verdict")
        signal = scene.what.get("signal")
        evidence = {"signal": signal} if signal else {}
        with workspace.store.write(act) as work:
            winner = work.memory(self._numbers[scene.what["new"]])
            for key in scene.what["old"]:
                loser = work.memory(self._numbers[key])
                work.update(replace(loser, status=Status.SUPERSEDED, superseded_by=winner.id, updated_at=act.at))
                link = Relation(
                    from_number=_number(winner.number),
                    to_number=_number(loser.number),
                    kind=RelationKind.SUPERSEDES,
                    created_at=act.at,
                    evidence=evidence,
                    actor=act.actor.name,
                )
                work.insert(link)
            work.summarise(f"newer is true: {title(winner.content, 60)}")

    def _link(self, workspace: Workspace, scene: Scene) -> None:
        act = workspace.act("link", counted(len(scene.what["links"]), "relation"))
        with workspace.store.write(act) as work:
            for source, kind, target in scene.what["links"]:
                link = Relation(
                    from_number=self._numbers[source],
                    to_number=self._numbers[target],
                    kind=RelationKind(kind),
                    created_at=act.at,
                    actor=act.actor.name,
                )
                work.insert(link)

    def _import(self, workspace: Workspace, scene: Scene) -> None:
        with as_file(files("memtui.demo") / "data" / scene.what["file"]) as path:
            transfer.import_path(workspace, path, project=PROJECT)

    def _undo(self, workspace: Workspace, _: Scene) -> None:
        history.undo(workspace)

    def _redo(self, workspace: Workspace, _: Scene) -> None:
        history.redo(workspace)


def _number(number: int | None) -> int:
    assert number is not None, "a stored memory has a row number"
    return number
