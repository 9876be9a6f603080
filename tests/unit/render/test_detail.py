"""One memory in full: what is known, why it ranks there, what belongs to it."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.domain.filters import Badge
from memtui.domain.kinds import (
    ConflictType,
    Kind,
    Layer,
    Priority,
    RelationKind,
    Severity,
    Status,
    SuggestedAction,
)
from memtui.domain.records import Conflict, Relation
from memtui.render import detail, links
from memtui.render.detail import DetailLook
from memtui.render.pen import line_width
from memtui.render.plain import plain_lines
from memtui.render.spans import plain
from memtui.render.tables import memory_page
from memtui.render.why import ordinal, part_value, why_lines, why_table, why_title
from memtui.safe_text import has_controls

TEXT = (
    "Switched from PostgreSQL to MongoDB for user data. Migration scripts live in scripts/migrate/;"
    " the old cluster is read-only until April."
)


def the_switch(make, **more):
    memory = make.memory(
        TEXT,
        3.2,
        kind=Kind.DECISION,
        agent="ana",
        tags=("decision", "db"),
        tier_reason="durable-kind",
        priority=Priority.HIGH,
        access_count=6,
    )
    old = make.memory("We use PostgreSQL for user data", 67, id="OLD", number=2, status=Status.SUPERSEDED)
    plan = make.memory("Database migration plan", 50, id="PLAN", number=3, layer=Layer.WORKING)
    link = {"created_at": make.now}
    relations = (
        (Relation(from_number=1, to_number=2, kind=RelationKind.SUPERSEDES, **link), old),
        (Relation(from_number=3, to_number=1, kind=RelationKind.REFERENCES, **link), plan),
    )
    trail = (make.Trail(make.batch("add", "x", hours=77), "added by ana"),)
    values = {"relations": relations, "trail": trail, "importance": make.Importance(value=0.93, computed=0.93)}
    return make.Detail(memory, **(values | more))


def test_below_a_list_it_is_brief(make, pen) -> None:
    lines = plain_lines(detail.body(the_switch(make), pen(), DetailLook(width=79)))
    assert lines == [
        " Switched from PostgreSQL to MongoDB for user data. Migration scripts live in",
        " scripts/migrate/; the old cluster is read-only until April.",
        " decision · durable (kind decision) · manual · ana · 20 Mar 2026",
        " priority high · #decision #db",
    ]


def test_beside_a_list_it_has_room_for_columns(make, pen) -> None:
    lines = plain_lines(detail.body(the_switch(make), pen(), DetailLook(width=49, beside=True)))
    assert lines[2] == " migrate/; the old cluster is read-only until"
    assert lines[5:] == [
        " ● active     se semantic     durable: decision",
        " manual · ana · 20 Mar 2026, 10:22 · opened 6×",
        " #decision #db     priority high",
    ]


def test_an_undated_memory_says_so(make, pen) -> None:
    lines = plain_lines(detail.body(make.Detail(make.memory("text", None)), pen(), DetailLook(width=79)))
    assert "undated" in lines[-1]


def test_relations_are_seen_from_the_memory_shown(make, pen) -> None:
    assert plain_lines(links.related(the_switch(make), pen(), DetailLook(width=80))) == [
        " » supersedes    ○ We use PostgreSQL for user data                          67d",
        " ← referenced by ● Database migration plan                                  50d",
    ]


def test_a_successor_without_a_relation_is_named_as_well(make, pen) -> None:
    old = make.memory("We use PostgreSQL", 67, status=Status.SUPERSEDED, superseded_by="NEW")
    shown = make.Detail(old, successor=make.memory("Switched to MongoDB", 3, id="NEW"))
    assert plain_lines(links.related(shown, pen(), DetailLook(width=50))) == [" « superseded by ● Switched to MongoDB"]


def test_a_similarity_shows_its_score(make, pen) -> None:
    other = make.memory("We use MongoDB", 31, id="B", number=2)
    relation = Relation(
        from_number=1, to_number=2, kind=RelationKind.SIMILAR, created_at=make.now, evidence={"score": 0.88}
    )
    shown = make.Detail(make.memory("text"), relations=((relation, other),))
    assert plain_lines(links.related(shown, pen(), DetailLook(width=50))) == [" ≈ .88 similar   ● We use MongoDB"]


def test_a_conflict_gives_its_reason(make, pen) -> None:
    conflict = Conflict(
        id="C1",
        new_number=1,
        old_number=2,
        type=ConflictType.CONTRADICTION,
        severity=Severity.HIGH,
        confidence=0.96,
        reason="Same subject (Redis), same slot (memory limit), other value.",
        suggested_action=SuggestedAction.MARK_CONFLICTED,
        fingerprint="f",
        created_at=make.now,
    )
    other = make.memory("Redis memory limit is 1GB", 20, number=2, id="B", status=Status.CONFLICTED)
    shown = make.Detail(make.memory("Redis limit is 8GB"), conflicts=((conflict, other),))
    assert plain_lines(links.conflicts(shown, pen(), DetailLook(width=60))) == [
        " ≠ contradiction (open)  ≠ Redis memory limit is 1GB",
        "   Same subject (Redis), same slot (memory limit), other",
        "   value.",
    ]


def test_the_trail_is_told_in_its_order_and_marks_what_was_taken_back(make, pen) -> None:
    trail = (
        make.Trail(make.batch("pin", "", hours=1, undone_by=9), "pinned by ana"),
        make.Trail(make.batch("add", "", hours=24 * 120), "added by codex"),
    )
    lines = plain_lines(links.trail(make.Detail(make.memory("x"), trail=trail), pen(), DetailLook(width=50)))
    assert lines == [" 23 Mar  pinned by ana (undone)", " 23 Nov… added by codex"]


def test_warnings_stand_below_the_text_with_the_key_that_shows_a_secret(make, pen) -> None:
    shown = make.Detail(make.memory("x"), badges=frozenset(Badge))
    line = plain_lines(detail.badge_lines(shown, pen(brackets=True), DetailLook(width=120, reveal="! shows it")))[0]
    assert line == " [secret] ! shows it  [orders: reads like instructions] [contains control characters]"


def test_a_long_text_below_a_list_ends_with_how_much_follows(make, pen) -> None:
    shown = make.Detail(make.memory("\n".join(f"line {n}" for n in range(20))))
    lines = plain_lines(detail.text(shown, pen(), DetailLook(width=60, lines=4)))
    assert lines == [" line 0", " line 1", " line 2", " … 17 more lines"]


def test_a_huge_text_is_cut_with_a_word(make, pen) -> None:
    lines = plain_lines(detail.text(make.Detail(make.memory("word " * 20_000)), pen(), DetailLook(width=100)))
    assert lines[-1] == " 50,000 more characters; e opens all of it"


def test_an_override_stands_beside_what_the_rule_says(make, pen) -> None:
    importance = make.Importance(value=0.9, override=0.9, computed=0.51)
    lines = plain_lines(detail.facts(make.Detail(make.memory("x"), importance), pen(), DetailLook(width=80)))
    assert " importance    .90, set by hand (rule says .51)" in lines


def explained(make, **more):
    parts = (
        make.Part("words", 0.52, "database, use", 0.3),
        make.Part("importance", 0.93, ".26 source .19 tags", 0.2, 2),
        make.Part("recent", 1.08, "3 days old", 0.05),
        make.Part("layer", 0.04, "semantic", 0.04),
    )
    values = {"parts": parts, "score": 0.84, "placed": "above 3: it supersedes it"}
    return make.hit("x", rank=1, rank_before=3, explanation=make.Explanation(**(values | more)))


def test_why_fits_on_a_line_below_a_list(make, pen) -> None:
    hit = explained(make)
    assert why_title(hit) == "why 1st (was 3rd)"
    assert plain_lines(why_lines(hit, hit.explanation, pen(), 79)) == [
        " words .52   importance .93   recent +8%   layer se +.04   = .84",
        " above 3: it supersedes it",
    ]


def test_why_is_a_table_beside_a_list(make, pen) -> None:
    hit = explained(make)
    assert plain_lines(why_table(hit, hit.explanation, pen(), 49, runner_up=0.71)) == [
        " words (BM25)        .52   database, use",
        " importance          .93   .26 source .19 tags,",
        "                           +2 places",
        " recent              +8%   3 days old",
        " layer semantic      +.04",
        " score               .84   2nd: .71",
        " placed              above 3: it supersedes it",
    ]


def test_ranks_and_parts_in_words(make) -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th",
    ]  # fmt: skip
    assert part_value(make.Part("source", 0.95)) == "-5%"
    assert part_value(make.Part("layer", -0.02)) == "-.02"
    assert why_title(make.hit("x", rank=2, rank_before=None)) == "why 2nd (not found by its own words)"
    assert why_title(make.hit("x", rank=2, rank_before=2)) == "why 2nd"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(alphabet=st.characters(exclude_categories=("Cs",)), min_size=1, max_size=200).filter(str.strip),
    cells=st.integers(30, 160),
    beside=st.booleans(),
)
def test_no_line_is_wider_than_its_pane_and_none_holds_a_control_byte(make, pen, text, cells, beside) -> None:
    shown = the_switch(make)
    hostile = make.Detail(
        make.memory(text, agent=text[:20] or "a", file=text, uri=text),
        badges=frozenset(Badge),
        entities=(text, text),
        relations=tuple((relation, make.memory(text, id="Z")) for relation, _ in shown.relations),
        trail=(make.Trail(make.batch("add", text), text),),
        successor=make.memory(text, id="S"),
    )
    pen, look = pen(highlight=lambda one: [(0, 2)]), DetailLook(width=cells, beside=beside)
    drawn = [
        detail.title_rule(hostile.memory, hostile.badges, pen, cells, "enter opens", focused=True),
        *detail.body(hostile, pen, look),
        *detail.facts(hostile, pen, look),
        *links.related(hostile, pen, look),
        *links.trail(hostile, pen, look),
        *memory_page(hostile, pen, cells, explained(make, placed=text)),
    ]
    for line in drawn:
        assert line_width(line) <= cells
        assert not has_controls(plain(line))
