"""Plays the sample project's year into a store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from importlib.resources import as_file, files

from memtui.clock import FixedClock
from memtui.demo.script import PROJECT, Scene, edit_of, scenes
from memtui.demo.time import NOW
from memtui.domain.kinds import ActorKind, RelationKind
from memtui.domain.records import Relation
from memtui.domain.verdicts import Verdict
from memtui.services import consolidate, hierarchy, history, remember, review, transfer
from memtui.services.titles import counted
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
            "decide": self._decide,
            "report": self._report,
            "promote": self._move,
            "demote": self._move,
            "evaluate": self._evaluate,
            "revoke": self._revoke,
            "later": self._later,
            "remark": self._remark,
            "link": self._link,
            "consolidate": self._consolidate,
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

    def _decide(self, workspace: Workspace, scene: Scene) -> None:
        """Give a verdict on conflicts, as one act; one that detection did not find is reported by hand first."""
        handles = [self._conflict(workspace, *pair, report=True) for pair in scene.what["pairs"]]
        review.decide(
            workspace, handles, Verdict(scene.what["verdict"]), text=scene.what.get("text"), note=scene.what.get("note")
        )

    def _report(self, workspace: Workspace, scene: Scene) -> None:
        for newer, older in scene.what["pairs"]:
            review.report_missed(workspace, self._numbers[newer], self._numbers[older])

    def _revoke(self, workspace: Workspace, scene: Scene) -> None:
        for pair in scene.what["pairs"]:
            review.revoke(workspace, self._conflict(workspace, *pair))

    def _later(self, workspace: Workspace, scene: Scene) -> None:
        for pair in scene.what["pairs"]:
            review.put_off(workspace, self._conflict(workspace, *pair))

    def _remark(self, workspace: Workspace, scene: Scene) -> None:
        for pair in scene.what["pairs"]:
            review.annotate(workspace, self._conflict(workspace, *pair), scene.what["note"])

    def _conflict(self, workspace: Workspace, newer: str, older: str, *, report: bool = False) -> int:
        """Return the number of the conflict between two memories."""
        sides = {self._numbers[newer], self._numbers[older]}
        while True:
            known = workspace.store.queue.of(sorted(sides))
            found = [each.number for each in known if {each.new_number, each.old_number} == sides]
            if found or not report:
                return _number(found[-1] if found else None)
            review.report_missed(workspace, self._numbers[newer], self._numbers[older])
            report = False

    def _move(self, workspace: Workspace, scene: Scene) -> None:
        numbers = [self._numbers[key] for key in scene.what["of"]]
        if len(numbers) == 1:
            move = hierarchy.promote if scene.do == "promote" else hierarchy.demote
            move(workspace, numbers[0], scene.what.get("to"))
        else:
            hierarchy.move_all(workspace, numbers, scene.what["to"])

    def _evaluate(self, workspace: Workspace, _: Scene) -> None:
        hierarchy.evaluate(workspace, apply=True)

    def _consolidate(self, workspace: Workspace, _: Scene) -> None:
        consolidate.consolidate(workspace)

    def _link(self, workspace: Workspace, scene: Scene) -> None:
        """Tie memories by hand, which no service does."""
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
    assert number is not None, "a stored row has a number"
    return number
