"""The timeline of a thing: its lines, what was joined by supersession, what was current when, and what happened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.errors import InvalidRecord, NotFound
from memtui.domain.kinds import EntityType, Layer
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.intelligence.secrets import mask
from memtui.render.glyphs import ASCII
from memtui.render.pen import Pen, line_width
from memtui.render.plain import plain_text
from memtui.render.timeline import axis_of, current_lines, evolution_line, extent, happened
from memtui.services import hierarchy, remember, review
from memtui.services.ports import ConflictFilter
from memtui.services.timeline import timeline
from memtui.services.workspace import Workspace
from tests.services import guides
from tests.services.conftest import NOW

PEN = Pen(now=NOW, mask=mask, zone=UTC)
Note = Callable[..., Memory]

AUTH = (
    ("2025-09-10", "Authentication via server-side sessions"),
    ("2025-11-02", "We replaced server-side sessions with JWT"),
    ("2026-03-05", "Switched from JWT to OAuth2 after security audit"),
)


def test_lines_stand_oldest_first_with_their_headlines(ana: Workspace) -> None:
    guides.told(ana, reversed(guides.BUTTON))
    found = timeline(ana, "Button")
    assert [(f"{line.at:%Y-%m-%d}", line.headline) for line in found.lines if line.at and line.kind == "added"] == [
        ("2026-01-15", "Initial Tailwind styling"),
        ("2026-02-03", "Accessibility issues discovered"),
        ("2026-03-01", "Fixed race condition"),
        ("2026-03-20", "Refactored to hooks"),
    ]
    assert extent(found, PEN) == "15 Jan – 20 Mar 2026 (64 days)"
    assert evolution_line(found, PEN) == "Tailwind styling → accessibility issues → race condition fixed → hooks"


def test_a_memory_that_only_belongs_to_the_chain_is_joined_and_marked(ana: Workspace) -> None:
    guides.told(ana, AUTH)
    found = timeline(ana, "OAuth2")
    joined = {line.memory.content: line.joined for line in found.lines if line.kind == "added"}
    assert joined[AUTH[2][1]] is False
    assert joined[AUTH[1][1]] is True
    assert (found.mentioning, found.joined) == (1, len(joined) - 1)


def test_undated_ones_stand_in_a_band_of_their_own(ana: Workspace) -> None:
    guides.told(ana, guides.BUTTON[:2])
    remember.add(ana, Draft(content="Button component needs a new icon", undated=True))
    found = timeline(ana, "Button")
    assert [line.memory.content for line in found.undated] == ["Button component needs a new icon"]
    assert len([line for line in found.lines if line.kind == "added"]) == 2
    rows = plain_text([row.line for row in happened(found, PEN, 80)])
    assert rows.index(" undated\n") < rows.index("Button component needs a new icon")


def test_a_range_keeps_what_happened_in_it(ana: Workspace) -> None:
    guides.told(ana, guides.BUTTON)
    found = timeline(ana, "Button", since=guides.at("2026-02-01"), until=guides.at("2026-03-10"))
    assert [line.headline for line in found.lines if line.kind == "added"] == [
        "Accessibility issues discovered",
        "Fixed race condition",
    ]
    with pytest.raises(InvalidRecord, match="ends before"):
        timeline(ana, "Button", since=guides.at("2026-03-01"), until=guides.at("2026-02-01"))


def test_a_layer_move_an_archive_and_a_verdict_are_on_it_with_who_did_them(ana: Workspace, clock: FixedClock) -> None:
    memories = guides.told(ana, guides.BUTTON)
    clock.moment = guides.at("2026-03-24")
    hierarchy.promote(ana, memories[3].number or 0, Layer.OPERATIONAL)
    entry = next(e for e in review.queue(ana, ConflictFilter(), 10, 0).entries if e.old.number == memories[0].number)
    review.decide(ana, [entry.conflict.id], Verdict.NEWER)
    found = timeline(ana, "Button")
    moved = [line for line in found.lines if line.kind == "layer"]
    assert [(line.said, line.actor, line.memory.number) for line in moved] == [("se → op", "ana", memories[3].number)]
    given = [line for line in found.lines if line.kind == "verdict"]
    assert [(line.actor, line.memory.number) for line in given] == [("ana", memories[3].number)]
    assert given[0].said.startswith("newer is true: ")
    ended = [span for span in found.spans if span.key == memories[0].id]
    assert ended[0].end is not None


def test_what_was_taken_back_did_not_happen(ana: Workspace) -> None:
    from memtui.services import history

    memories = guides.told(ana, guides.BUTTON[:1])
    done = hierarchy.promote(ana, memories[0].number or 0, Layer.OPERATIONAL)
    assert done.batch is not None
    history.undo(ana, done.batch.number)
    assert [line.kind for line in timeline(ana, "Button").lines] == ["added"]


def test_values_are_current_one_after_the_other(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    found = timeline(ana, "PostgreSQL")
    spans = {span.value: span for span in found.spans}
    assert f"{spans['PostgreSQL'].start:%Y-%m-%d}" == "2026-01-15"
    assert f"{spans['PostgreSQL'].end:%Y-%m-%d}" == "2026-03-20"
    assert spans["MongoDB"].end is None
    assert evolution_line(found, PEN) == "PostgreSQL » 20 Mar, 64 days » MongoDB (3 days so far)"


def test_the_axis_draws_ended_and_lasting_spans(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    found = timeline(ana, "PostgreSQL")
    axis = axis_of(found, PEN, 80)
    assert axis is not None
    drawn = current_lines(found, PEN, axis)
    text = plain_text(drawn)
    assert text.splitlines()[0].split() == ["15", "Jan", "Feb", "Mar", "20"]
    assert next(line for line in text.splitlines() if line.startswith("   PostgreSQL")).endswith("─○")
    assert next(line for line in text.splitlines() if line.startswith("   MongoDB")).endswith("═►")
    assert all(line_width(line) <= 80 for line in drawn)
    plain = Pen(now=NOW, mask=mask, zone=UTC, glyphs=ASCII)
    assert plain_text(current_lines(found, plain, axis)).isascii()


def test_what_happened_names_the_relations_of_each_memory(ana: Workspace) -> None:
    guides.told(ana, guides.BUTTON)
    rows = [
        line.rstrip()
        for line in plain_text([row.line for row in happened(timeline(ana, "Button"), PEN, 80)]).splitlines()
    ]
    at = next(place for place, row in enumerate(rows) if row.startswith("  3 Feb"))
    assert rows[at + 1].strip() == "→ references 15 Jan"
    assert rows[at].endswith("● se")


def test_files_and_other_names_stand_beside_it_by_type(ana: Workspace) -> None:
    guides.told(
        ana, [("2026-03-01", "Button component uses lodash in src/ui/icons.ts")], file="src/components/Button.tsx"
    )
    names = timeline(ana, "Button").names
    assert names[EntityType.FILE_PATH] == ("src/components/Button.tsx", "src/ui/icons.ts")
    assert "lodash" in names[EntityType.PACKAGE]


def test_an_unknown_name_is_not_found(ana: Workspace) -> None:
    with pytest.raises(NotFound):
        timeline(ana, "nobody")
