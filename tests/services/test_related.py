"""What is related to a memory or a name, printed as the guide prints it."""

from __future__ import annotations

from datetime import UTC

import pytest

from memtui.domain.errors import InvalidRecord, NotFound
from memtui.domain.verdicts import Verdict
from memtui.intelligence.secrets import mask
from memtui.render.glyphs import ASCII
from memtui.render.pen import Pen
from memtui.render.plain import plain_text
from memtui.render.related import entity_lines, memory_lines
from memtui.services import related, review
from memtui.services.ports import ConflictFilter
from memtui.services.workspace import Workspace
from tests.services import guides
from tests.services.conftest import NOW

PEN = Pen(now=NOW, mask=mask, zone=UTC)


def around(workspace: Workspace, name: str, limit: int = 10, pen: Pen = PEN) -> str:
    found = related.related_to_entity(workspace, name, limit=limit)
    return plain_text(entity_lines(found, pen, 80, lambda memory: memory.foreign_id or memory.id))


def test_the_guides_handle_submit_to_the_letter(ana: Workspace) -> None:
    guides.told(
        ana, [(f"2026-02-{day:02}", f"Note number {day}: users call handleSubmit twice") for day in range(1, 10)]
    )
    guides.told(ana, guides.HANDLE_SUBMIT)
    printed = around(ana, "handleSubmit", limit=3)
    assert printed.startswith("""\
Found 12 memories mentioning handleSubmit:

1. "The handleSubmit function now validates email format"
   Created: 2026-03-20
   Context: function definition

2. "Fixed race condition in handleSubmit called by form onSubmit"
   Created: 2026-03-18
   Context: bug fix

3. "Refactored handleSubmit to use async/await"
   Created: 2026-03-10
   Context: refactoring

...

Timeline visualization:
  2026-03-10: Refactored to async/await
  2026-03-18: Fixed race condition
  2026-03-20: Added validation

Evolution: Functional → Bug-free → Validated
""")


def test_the_guides_button_to_the_letter(ana: Workspace) -> None:
    texts = list(guides.BUTTON)
    guides.told(ana, texts[:1], tags=("code",), file="src/components/Button.tsx")
    guides.told(
        ana,
        [(texts[1][0], f"{texts[1][1]}. See onClick(), render() and accessibilityProps().", texts[1][2])],
        tags=("bug",),
    )
    guides.told(ana, texts[2:3])
    guides.told(ana, texts[3:], tags=("refactoring",))
    queued = review.queue(ana, ConflictFilter(), 10, 0).entries
    review.decide(ana, [entry.conflict.id for entry in queued], Verdict.NEWER)
    printed = around(ana, "Button")
    assert "Found 4 memories mentioning Button:" in printed
    assert (
        """
  2026-01-15: Initial Tailwind styling
  2026-02-03: Accessibility issues discovered
  2026-03-01: Fixed race condition
  2026-03-20: Refactored to hooks
"""
        in printed
    )
    for line in (
        "  - file: src/components/Button.tsx\n",
        "  - functions: onClick, render, accessibilityProps\n",
        "  - tags: [code, bug, refactoring]\n",
        "  - memory_042 → references → memory_001\n",
        "  - memory_156 → elaborates → memory_042\n",
        "  - memory_203 → supersedes → memory_001, memory_156\n",
    ):
        assert line in printed


def test_a_memory_shows_its_links_as_seen_from_itself_with_the_days_between(ana: Workspace) -> None:
    old, _, new = guides.told(ana, guides.DATABASES)
    printed = plain_text(memory_lines(related.related_to_memory(ana, old.number or 0), PEN, 80))
    assert (
        printed
        == """\
Memory: "We use PostgreSQL for user data"
Created: 2026-01-15
Relationships:

  ← supersedes ← "Switched from PostgreSQL to MongoDB"
                 Created: 2026-03-20 (64 days after)
                 Status: SUPERSEDED
                 Evidence: Negation trigger "switched from"
"""
    )
    printed = plain_text(memory_lines(related.related_to_memory(ana, new.number or 0), PEN, 80))
    assert '  → supersedes → "We use PostgreSQL for user data"\n' in printed
    assert "Created: 2026-01-15 (64 days before)\n" in printed


def test_further_steps_are_lists(ana: Workspace) -> None:
    memories = guides.told(ana, guides.BUTTON[:3])
    found = related.related_to_memory(ana, memories[0].number or 0, depth=2)
    assert (
        plain_text(memory_lines(found, PEN, 80))
        == """\
Central memory: "Button component styling uses Tailwind"

1-hop relationships:
  ← references ← "Button component has accessibility issues"

2-hop relationships:
  ← elaborates ← "Fixed Button component click handler race condition"
"""
    )


def test_similar_ones_point_both_ways(ana: Workspace) -> None:
    memories = guides.told(
        ana,
        [
            ("2026-03-14", "JWT token contains user ID and role"),
            ("2026-03-16", "Access tokens include user ID and permissions"),
        ],
    )
    printed = plain_text(memory_lines(related.related_to_memory(ana, memories[0].number or 0), PEN, 80))
    assert '  ↔ similar ↔ "Access tokens include user ID and permissions"' in printed
    narrow = plain_text(
        memory_lines(
            related.related_to_memory(ana, memories[0].number or 0), Pen(now=NOW, mask=mask, zone=UTC, glyphs=ASCII), 80
        )
    )
    assert "  <-> similar <-> " in narrow
    assert narrow.isascii()


def test_a_name_is_found_by_its_alias_and_a_wrong_one_suggests_another(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    assert around(ana, "postgres").startswith("Found 2 memories mentioning PostgreSQL:")
    with pytest.raises(NotFound) as caught:
        related.related_to_entity(ana, "PostgreSQ")
    assert "PostgreSQL" in caught.value.hint
    with pytest.raises(InvalidRecord):
        related.related_to_entity(ana, "PostgreSQL", limit=0)


def test_secrets_are_masked_and_control_bytes_drawn_harmlessly(ana: Workspace) -> None:
    secret = "ghp_" + "a1B2" * 9
    guides.told(ana, [("2026-03-01", "handleSubmit logs \x1b[31m in red")])
    from memtui.domain.drafts import Draft
    from memtui.services import remember

    remember.add(
        ana,
        Draft(content=f"handleSubmit sends token = {secret}", created_at=guides.at("2026-03-02")),
        allow_secrets=True,
    )
    printed = around(ana, "handleSubmit")
    assert secret not in printed
    assert "\x1b" not in printed
