"""Markdown as blocks: what CommonMark says where agents' files need it, leniently, and never failing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.formats.markdown_blocks import Block, BlockKind, blocks


def parse(text: str) -> list[Block]:
    return blocks(text.split("\n"))


def shape(found: list[Block]) -> list[object]:
    return [
        (block.kind.value, block.text, shape(block.children)) if block.children else (block.kind.value, block.text)
        for block in found
    ]


def test_headings_come_with_marks_or_underlined() -> None:
    found = parse("Title\n=====\n\nSub\n---\n\n### Third ###\n#nospace")
    assert [(block.text, block.level) for block in found if block.kind is BlockKind.HEADING] == [
        ("Title", 1),
        ("Sub", 2),
        ("Third", 3),
    ]
    assert found[-1].text == "#nospace"


def test_a_rule_under_a_sentence_does_not_make_it_a_heading() -> None:
    assert shape(parse("This is a whole sentence.\n---")) == [("paragraph", "This is a whole sentence."), ("rule", "")]


def test_wrapped_lines_are_one_paragraph_and_bold_labels_begin_a_line() -> None:
    assert parse("one\ntwo\n**Label:** three")[0].text == "one two\n**Label:** three"


def test_lists_nest_by_any_indent() -> None:
    found = parse("1. first\n  - loose child\n2. second\n   - strict child\n      - grandchild")
    assert shape(found) == [
        (
            "list",
            "",
            [
                ("item", "first", [("list", "", [("item", "loose child")])]),
                (
                    "item",
                    "second",
                    [("list", "", [("item", "strict child", [("list", "", [("item", "grandchild")])])])],
                ),
            ],
        )
    ]
    assert [item.step for item in found[0].children] == [1, 2]


def test_an_item_keeps_its_further_lines_and_its_code() -> None:
    (found,) = parse("- one\n  goes on\nlazily\n\n  ```sh\n  make x\n  ```\n- two")
    first, second = found.children
    assert first.text == "one goes on lazily"
    assert shape(first.children) == [("code", "```sh\nmake x\n```")]
    assert second.text == "two"


def test_task_boxes_are_read() -> None:
    (found,) = parse("- [ ] open\n- [x] done\n- [link](a.md) no box")
    assert [(item.task, item.text) for item in found.children] == [
        ("open", "open"),
        ("done", "done"),
        ("", "[link](a.md) no box"),
    ]


def test_code_is_whole_whatever_stands_in_it() -> None:
    text = "```\n# no heading\n- no list\n<!-- kept -->\n\n\n\n\tkept tab\n```"
    assert shape(parse(text)) == [("code", text)]


def test_an_unclosed_fence_runs_to_the_end() -> None:
    assert shape(parse("a\n\n~~~\nb\n# c")) == [("paragraph", "a"), ("code", "~~~\nb\n# c")]


def test_comments_are_taken_out_but_not_from_code() -> None:
    found = parse("before <!-- gone --> after\n\n<!-- many\nlines -->\nkept\n\n`<!--` stays")
    assert [block.text for block in found] == ["before  after", "kept", "`<!--` stays"]


def test_tables_quotes_and_bare_markup_are_told_apart() -> None:
    found = parse(
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n> [!NOTE]\n> quoted\n\n[ref]: https://x.test\n\n@rules/a.md\n\n<details>"
    )
    assert [block.kind.value for block in found] == ["table", "quote", "left", "left", "left"]
    assert found[1].children[0].text == "quoted"


def test_lines_are_counted_through_everything() -> None:
    found = parse("# a\n\n- b\n  - c\n\n```\nx\n```\nd")
    assert [block.line for block in found] == [1, 3, 6, 9]
    assert found[1].children[0].children[0].children[0].line == 4


@given(st.text(alphabet="#-*>`~| \t\n1.[]x:<!ab", max_size=200))
def test_no_text_makes_parsing_fail(text: str) -> None:
    parse(text)


@pytest.mark.parametrize(
    "text",
    [">" * 9_000, "- " * 9_000, "\n" * 200_000, "[" * 100_000, "- a\n" * 20_000, "<!--" * 50_000, "# " + "# " * 20_000],
    ids=["quotes", "lists", "blanks", "brackets", "items", "comments", "marks"],
)
def test_hostile_shapes_are_read(text: str) -> None:
    """Nesting, runs and openings without an end must neither overflow the stack nor take quadratic time."""
    assert parse(text) is not None
