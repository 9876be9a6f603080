"""The journal as people read it."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.render import history
from memtui.render.history import HistoryLook
from memtui.render.pen import line_width
from memtui.render.plain import plain_lines, plain_text
from memtui.render.spans import Role, plain
from memtui.render.tables import batch_page, batch_table
from memtui.render.word_diff import changes, diff_lines
from memtui.safe_text import has_controls


def test_batches_stand_in_columns_under_their_days(make, pen) -> None:
    rows = [
        make.BatchLine(make.batch("archive", "3 memories tagged #scratch", hours=0.133, changes=3)),
        make.BatchLine(make.batch("edit", "Redis memory limit is 1GB", hours=2.917, changes=1), "blocked"),
        make.BatchLine(make.batch("evaluate", "11 up, 4 down, 19 archived", hours=3.133, actor="rule", changes=34), "undone"),
        make.BatchLine(make.batch("import", "Claude memory folder: 212 new, 4 changed", hours=28, actor="cli", changes=1260)),
    ]  # fmt: skip
    assert plain_lines(batch_table(rows, pen(), 79, "ana", ids=False)) == [
        "  when   who          what                                           changes",
        " ─ today, 23 March 2026 ─",
        "  15:02  you          archive   3 memories tagged #scratch           3  undo",
        "  12:14  you          edit      Redis memory limit is 1GB            1  blocked",
        "  12:02  rule         evaluate  11 up, 4 down, 19 archived          34  undone",
        " ─ yesterday, 22 March ─",
        "  11:10  cli          import    Claude memory folder: 212 new,…  1,260  undo",
    ]


def test_a_batch_shows_each_row_before_and_after(make, pen) -> None:
    rows = (
        make.RowChange("We use PostgreSQL", (make.Field("status", "active", "superseded"),)),
        make.RowChange("Never push to main", (make.Field("tags", "", "#git"), make.Field("pinned", "no", "yes"))),
    )
    shown = make.BatchDetail(make.batch("edit", "2 memories: pinned", face="screens"), rows=rows)
    assert plain_lines(history.batch_lines(shown, pen(), HistoryLook(width=60))) == [
        " 2 memories: pinned",
        " can be taken back as one · by screens",
        "   We use PostgreSQL",
        "     status        ● active → ○ superseded",
        "   Never push to main",
        "     tags          (none) → #git",
        "     pinned        no → yes",
    ]


def test_values_that_do_not_fit_stand_below_each_other(make, pen) -> None:
    field = make.Field("superseded by", "a rather long title of a memory", "another rather long title")
    assert plain_lines(history.field_lines(field, pen(), 52)) == [
        "     superseded by a rather long title of a memory",
        "                 → another rather long title",
    ]


def test_rows_that_came_or_went_say_so(make, pen) -> None:
    look = HistoryLook(width=60)
    made = make.RowChange("New memory", (make.Field("kind", "", "note"), make.Field("layer", "", "")), made=True)
    assert plain_lines(history.row_lines(made, pen(), look)) == [
        " + New memory (added)",
        "     kind          note",
    ]
    several = make.RowChange("New", (make.Field("kind", "(none)", "note"), make.Field("tags", "", "#db")), made=True)
    assert plain_lines(history.row_lines(several, pen(), look, brief=True)) == [" + New (added)", "     note · #db"]
    gone = make.RowChange("Old memory", gone=True)
    assert plain_lines(history.row_lines(gone, pen(), look)) == [" - Old memory (taken out)"]


def test_a_folded_batch_says_how_many_rows_follow(make, pen) -> None:
    rows = tuple(make.RowChange(f"memory {n}") for n in range(10))
    shown = make.BatchDetail(make.batch("import", "10 new"), rows=rows, more_rows=202)
    lines = plain_lines(history.batch_lines(shown, pen(), HistoryLook(width=60, row_limit=3, more="enter shows more")))
    assert lines[-2:] == ["   memory 2", "   209 more; enter shows more"]


def test_undo_says_what_it_would_do_or_why_not(make, pen) -> None:
    free = make.BatchDetail(make.batch("edit", "x"), undo_effects=("2 memories get the tags back.",))
    assert history.undo_title(free, pen()) == "what u would do"
    assert plain_lines(history.undo_lines(free, pen(), 60)) == [" 2 memories get the tags back."]
    blocked = make.BatchDetail(make.batch("edit", "x", hours=3), "blocked", blocked_because="It was pinned at 13:58.")
    assert history.undo_title(blocked, pen()) == "12:10 is blocked because"
    assert plain_lines(history.undo_lines(blocked, pen(), 60)) == [" It was pinned at 13:58."]


def test_a_page_of_one_batch_holds_all_of_it(make, pen) -> None:
    rows = tuple(make.RowChange(f"memory {n}") for n in range(30))
    page = plain_text(batch_page(make.BatchDetail(make.batch("tag", "30 memories"), rows=rows), pen(), 80))
    assert "memory 29" in page
    assert "what u would do" in page


def test_changed_words_are_marked(make, pen) -> None:
    assert changes("limit is 1GB now", "limit is 8GB now") == [
        ("same", "limit is "), ("removed", "1GB"), ("added", "8GB"), ("same", " now"),
    ]  # fmt: skip
    assert changes("use the big red one", "use a small one") == [
        ("same", "use "), ("removed", "the big red"), ("added", "a small"), ("same", " one"),
    ]  # fmt: skip
    assert changes("", "new") == [("added", "new")]
    line = diff_lines("limit is 1GB", "limit is 8GB", pen(), 60)[0]
    assert [(span.text, span.role) for span in line[1:]] == [
        ("limit is ", Role.TEXT), ("1GB", Role.REMOVED), ("8GB", Role.ADDED),
    ]  # fmt: skip


def test_without_styles_changed_words_stand_in_brackets(pen) -> None:
    assert plain_lines(diff_lines("limit is 1GB", "limit is 8GB\nfor now", pen(brackets=True), 60)) == [
        " limit is [-1GB-]{+8GB",
        " for now+}",
    ]


def test_texts_of_a_book_are_shown_whole_instead_of_compared(pen) -> None:
    before, after = "a b " * 3000, "c d " * 3000
    assert [kind for kind, _ in changes(before, after)] == ["removed", "added"]


WORDS = st.text(alphabet=st.sampled_from("ab c\n\x1b\u202e数,."), max_size=40)


@given(before=WORDS, after=WORDS)
def test_a_diff_keeps_every_character_of_both_texts(before: str, after: str) -> None:
    steps = changes(before, after)
    assert "".join(text for kind, text in steps if kind != "added") == before
    assert "".join(text for kind, text in steps if kind != "removed") == after


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=WORDS.filter(str.strip), other=WORDS, cells=st.integers(60, 160))
def test_no_line_is_too_wide_or_holds_a_control_byte(make, pen, text, other, cells) -> None:
    batch = make.batch(text[:8], text * 5, actor=text, changes=10**6)
    rows = (make.RowChange(text, (make.Field("text", text, other), make.Field(text, text, other * 9))),)
    shown = make.BatchDetail(batch, rows=rows, undo_effects=(text,), blocked_because=other)
    pen = pen()
    look = HistoryLook(width=cells, me="ana")
    row = history.batch_row(make.BatchLine(batch, "blocked"), pen, look)
    assert line_width(row) == cells
    for line in (row, *batch_page(shown, pen, cells), *batch_table([make.BatchLine(batch)], pen, cells)):
        assert line_width(line) <= cells
        assert not has_controls(plain(line))
