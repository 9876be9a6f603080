"""Consolidations and extractions on paper and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memtui.cli import shapes, sheets
from memtui.cli.curated import SHOWN, end, more
from memtui.safe_text import one_line

if TYPE_CHECKING:
    from memtui.cli.session import Session
    from memtui.domain.judgements import Extraction
    from memtui.intelligence.consolidation import Plan
    from memtui.services.consolidate import Consolidation
    from memtui.services.workspace import Workspace


def show_consolidation(run: Session, workspace: Workspace, found: Consolidation, *, applied: bool) -> None:
    """Print what a consolidation merges and retires, by name."""
    output = run.output
    if output.json:
        output.document(_consolidation_value(workspace, found, applied))
        return
    rows = list(_plan_rows(run, workspace, found.plan))
    shown = rows[:SHOWN] if output.pictures else rows
    sheets.print_table(run, ("what", "which", "why"), shown)
    more(run, len(rows) - len(shown))
    output.note(found.sentence)
    end(run, found.batch, applied, bool(found.plan))


def _plan_rows(run: Session, workspace: Workspace, plan: Plan) -> list[tuple[str, str, str]]:
    signs = run.output.signs
    named = [(memory.memory, memory.reason) for memory in plan.retired_memories]
    texts = {m.number: shapes.headline(m) for m in workspace.store.reads.memories([number for number, _ in named])}
    rows = [("merge", _text(signs(f"{m.source.name} → {m.target.name}")), m.reason) for m in plan.merges]
    rows += [("retire fact", _text(str(fact)), _text(fact.reason)) for fact in plan.retired_facts]
    rows += [("retire entity", _text(node.name), _text(node.reason)) for node in plan.retired_nodes]
    rows += [("supersede memory", texts.get(number, ""), _text(reason)) for number, reason in named]
    rows += [("bring back", _text(entity.name), "It is in use again.") for entity in plan.revived]
    rows += [("left to you", _text(str(twins)), "One name, two types: --merge joins them.") for twins in plan.twins]
    return rows


def _text(text: str) -> str:
    return one_line(shapes.masking()(text))


def _consolidation_value(workspace: Workspace, found: Consolidation, applied: bool) -> dict[str, Any]:
    plan, mask = found.plan, shapes.masking()
    numbers = [number for each in plan.retired_memories for number in (each.memory, each.by)]
    ids = {memory.number: memory.id for memory in workspace.store.reads.memories(numbers)}
    return {
        "applied": found.batch is not None,
        "preview": not applied,
        "plan": {
            "merges": [
                {
                    "source": {"id": m.source.id, "name": mask(m.source.name), "type": m.source.type.value},
                    "target": {"id": m.target.id, "name": mask(m.target.name), "type": m.target.type.value},
                    "reason": m.reason,
                }
                for m in plan.merges
            ],
            "retired_nodes": [
                {"id": n.entity.id, "name": mask(n.name), "by": mask(n.by), "reason": mask(n.reason)}
                for n in plan.retired_nodes
            ],
            "retired_facts": [
                {
                    "subject": mask(f.subject),
                    "predicate": f.fact.predicate.value,
                    "object": mask(f.object),
                    "scope": mask(f.fact.scope),
                    "valid_until": _time(f.at),
                    "reason": mask(f.reason),
                }
                for f in plan.retired_facts
            ],
            "retired_memories": [
                {"id": ids.get(m.memory), "by": ids.get(m.by), "reason": mask(m.reason)} for m in plan.retired_memories
            ],
            "revived": [{"id": entity.id, "name": mask(entity.name)} for entity in plan.revived],
            "twins": [[t.one.id, t.other.id] for t in plan.twins],
        },
        "merges_applied": found.merges_applied,
        "retirements_applied": found.retirements_applied,
        "memories_superseded": found.memories_superseded,
        "stopped": found.stopped,
        "message": found.sentence,
        "batch": shapes.batch(found.batch),
    }


def _time(moment: Any) -> str | None:
    from memtui.render.dates import iso

    return iso(moment)


def show_extraction(run: Session, found: Extraction) -> None:
    """Print entities and facts, one a line, each once however often the text names it."""
    output, mask = run.output, shapes.masking()
    if output.json:
        from memtui.render.judgements_json import extraction_value

        output.document(extraction_value(found, mask))
        return
    rows = []
    for node in found.nodes:
        told = [node.context, *(f"{name} {value}" for name, value in node.attributes.items())]
        rows.append((node.type.value, _text(node.name), _text(", ".join(word for word in told if word))))
    for edge in found.edges:
        scope = f"for {edge.scope}" if edge.scope else ""
        said = f"{edge.subject} {edge.predicate.value.replace('_', ' ')} {edge.object}"
        rows.append(("no longer" if edge.ended else "fact", _text(said), _text(scope)))
    rows += [("contradicts", _text(output.signs(f"{one} → {other}")), "") for one, other in found.contradictions]
    sheets.print_table(run, ("what", "which", "more"), list(dict.fromkeys(rows)))
    if found.notice:
        output.note(found.notice)
    if not rows:
        output.note("No entities and no facts.")
