"""Rows of lists: columns keep their place, text is safe, secrets are masked."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.domain.filters import Badge
from memtui.domain.kinds import Layer, Status, Tier
from memtui.intelligence.secrets import mask
from memtui.render.glyphs import ASCII
from memtui.render.memories import (
    ROW_TEXT_LIMIT,
    beginning,
    conflict_line,
    header,
    importance_bar,
    look_for,
    memory_row,
    share,
    superseded_line,
)
from memtui.render.pen import line_width
from memtui.render.plain import plain_lines
from memtui.render.spans import Role, plain
from memtui.render.tables import memory_table
from memtui.safe_text import has_controls

TEXT = (
    st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=80)
    | st.sampled_from(
        ["👩‍👩‍👧 ❤️ 🏳️‍🌈", "数据库 backups", "\u200d\ufe0f x", "1\ufe0f\u20e3", "\x1b]52;c;aGk=\x07", "\u202eabc"]
    )
).filter(lambda text: bool(text.strip()))


def the_database_question(make) -> list:
    return [
        make.hit("Switched from PostgreSQL to MongoDB", 3, 0.93, rank=1, rank_before=3, id="A"),
        make.hit("We use MongoDB for product catalog", 31, 0.81, rank=2, rank_before=2, id="B"),
        make.hit(
            "We use PostgreSQL for user data",
            67,
            0.75,
            rank=3,
            rank_before=1,
            layer=Layer.EPISODIC,
            status=Status.SUPERSEDED,
            superseded_by="A",
            id="C",
        ),
        make.hit("Database migration plan", 50, 0.73, rank=5, rank_before=4, layer=Layer.WORKING, id="D"),
        make.hit(
            "Set DATABASE_URL in .env to postgres://localhost", 22, 0.73, rank=6, rank_before=6,
            layer=Layer.OPERATIONAL, id="E",
        ),
        make.hit("Replaced MySQL with PostgreSQL for ACID guarantees in orders", 93, 0.82, rank=10, rank_before=10, id="F"),
    ]  # fmt: skip


def test_the_ranked_list_looks_as_designed(make, pen) -> None:
    assert plain_lines(memory_table(the_database_question(make), pen(), 79)) == [
        "   # move  memory                                         importance in st  age",
        "   1  ↑2  Switched from PostgreSQL to MongoDB              ████▌ .93  se ●   3d",
        "   2   =  We use MongoDB for product catalog               ████░ .81  se ●  31d",
        "   3  ↓2  We use PostgreSQL for user data                  ████░ .75  ep ○  67d",
        "           « superseded by 1 on 20 Mar",
        "   5  ↓1  Database migration plan                          ███▌░ .73  wk ●  50d",
        "   6   =  Set DATABASE_URL in .env to postgres://localhost ███▌░ .73  op ●  22d",
        "  10   =  Replaced MySQL with PostgreSQL for ACID guarant… ████░ .82  se ●  93d",
    ]


def test_ascii_swaps_every_sign(make, pen) -> None:
    lines = plain_lines(memory_table(the_database_question(make), pen(glyphs=ASCII), 79))
    assert lines[1] == "   1  ^2  Switched from PostgreSQL to MongoDB              ####- .93  se *   3d"
    assert lines[3] == "   3  v2  We use PostgreSQL for user data                  ####. .75  ep o  67d"
    assert all(line.isascii() for line in lines)


def test_wide_characters_leave_the_columns_in_their_place(make, pen) -> None:
    rows = [
        make.hit("数据库 backups run nightly at 02:00 UTC in the Frankfurt region 数据", rank=1, rank_before=1, id="A")
    ]
    assert plain_lines(memory_table(rows, pen(), 60, head=False)) == [
        "   1   =  数据库 backups run nightly a… ██▌░░ .50  se ●   3d"
    ]


def test_brackets_that_look_like_markup_are_shown_as_they_are(make, pen) -> None:
    for text in ("[/", "a [/] b", "[type=x, v={'a[0]'}]", "array[i]", "[red]alert", "[@click=app.quit]x[/]"):
        row = memory_row(make.hit(text), pen(), look_for(78, ranked=False))
        assert text in plain(row[0])


def test_control_bytes_become_visible_and_the_row_says_so(make, pen) -> None:
    hostile = "\x1b]52;c;aGk=\x07 \x1b[2J \x9b31m \u202eevil"
    row = plain(memory_row(make.hit(hostile, badges=frozenset({Badge.CONTROL})), pen(), look_for(90, ranked=False))[0])
    assert "␛]52;c;aGk=␇ ␛[2J �31m �evil" in row
    assert " control " in row


def test_a_secret_is_masked_even_where_the_row_cuts_the_text(make, pen) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    hit = make.hit(f"the key is {key}", badges=frozenset({Badge.SECRET}))
    drawn = plain(memory_row(hit, pen(mask=lambda text: text.replace(key, "AKI…E")), look_for(78, ranked=False))[0])
    assert key not in drawn
    assert "the key is AKI…E" in drawn
    assert " secret " in drawn


def test_status_and_pin_and_tier_each_have_a_glyph(make, pen) -> None:
    look = look_for(78, ranked=False)

    def ending(**more: object) -> str:
        return plain(memory_row(make.hit("text", **more), pen(), look)[0])[-10:]

    assert ending() == " se ●   3d"
    assert ending(pinned=True) == " se ◊   3d"
    assert ending(tier=Tier.TRANSIENT, layer=Layer.SHORT_TERM) == " st ·   3d"
    assert ending(status=Status.CONFLICTED, pinned=True) == " se ≠   3d"
    assert ending(status=Status.ARCHIVED, layer=Layer.ARCHIVED) == " ar □   3d"
    assert ending(days=None) == " se ●    ?"


def test_a_persons_own_importance_has_a_sign_before_it(make, pen) -> None:
    assert plain(importance_bar(make.Importance(value=0.93), pen())) == "████▌ .93"
    assert plain(importance_bar(make.Importance(value=1.0, override=1.0), pen())) == "█████=1.0"
    assert plain(importance_bar(make.Importance(value=0.0), pen())) == "░░░░░ .00"


def test_shares_take_three_cells() -> None:
    assert [share(value) for value in (0, 0.004, 0.5, 0.994, 0.996, 1)] == [".00", ".00", ".50", ".99", "1.0", "1.0"]


def test_words_of_the_query_are_marked_where_they_are_seen(make, pen) -> None:
    row = memory_row(make.hit("use MongoDB now"), pen(highlight=lambda text: [(4, 11)]), look_for(78, ranked=False))[0]
    assert [span.text for span in row if span.role is Role.MATCH] == ["MongoDB"]


def test_more_lines_show_more_of_the_text(make, pen) -> None:
    look = look_for(60, ranked=False, lines=3)
    rows = memory_row(make.hit("one two three four five six seven eight nine ten eleven twelve " * 3), pen(), look)
    assert plain_lines(rows) == [
        " one two three four five six seven      ██▌░░ .50  se ●   3d",
        " eight nine ten eleven twelve one two",
        " three four five six seven eight nine…",
    ]


def test_a_superseded_row_names_what_replaced_it(make, pen) -> None:
    look = look_for(77, ranked=True, last_rank=9)
    old = make.memory("We use PostgreSQL", 67, status=Status.SUPERSEDED, superseded_by="A")
    new = make.memory("Switched to MongoDB", 3, id="A")
    assert plain_lines([superseded_line(pen(), look, old, new, 1)]) == ["         « superseded by 1 on 20 Mar"]
    assert plain_lines([superseded_line(pen(), look, old, new)]) == [
        "         « superseded by Switched to MongoDB on 20 Mar"
    ]
    assert plain_lines([superseded_line(pen(), look, old)]) == ["         « superseded"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXT, cells=st.integers(12, 200), lines=st.integers(1, 4), ranked=st.booleans())
def test_every_row_fits_its_width_and_holds_no_control_byte(make, pen, text, cells, lines, ranked) -> None:
    pen = pen(highlight=lambda one: [(1, 3), (5, 6)])
    look = look_for(cells, ranked=ranked, last_rank=200, furthest_move=120, lines=lines)
    hit = make.hit(text, badges=frozenset(Badge), rank=100 if ranked else 0, rank_before=3)
    drawn = memory_row(hit, pen, look, new=True)
    drawn.append(superseded_line(pen, look, hit.memory, hit.memory))
    assert len(drawn) <= lines + 1
    for line in drawn:
        assert line_width(line) == cells
        assert not has_controls(plain(line))
    assert line_width(header(look)) >= 1


def test_a_slim_list_gives_up_the_bar_but_no_column(make, pen) -> None:
    rows = [make.hit("Switched from PostgreSQL to MongoDB", 3, 0.93, rank=1, rank_before=3, id="A")]
    assert plain_lines(memory_table(rows, pen(), 44)) == [
        "   # move  memory             imp in st  age",
        "   1  ↑2  Switched from Post…  .93 se ●   3d",
    ]


def test_a_row_in_conflict_gives_the_reason_below(make, pen) -> None:
    line = conflict_line(pen(), look_for(60, ranked=False), "in conflict with “Redis limit is 8GB”: other value")
    assert plain_lines([line]) == ["  ≠ in conflict with “Redis limit is 8GB”: other value"]


def test_a_secret_where_a_rows_text_is_cut_is_masked_whole(pen) -> None:
    secret = "gh" + "p_" + "a1B2" * 9
    content = " " * (ROW_TEXT_LIMIT - 20) + secret
    assert secret[:12] not in beginning(content, pen(mask=mask))
