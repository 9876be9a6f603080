"""Every worked case of what is built holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.quality import cases, curation_cases, hard_cases

HERE = Path(__file__).parent
ROWS = [row for name in ("seed_cases.jsonl", "hard_cases.jsonl") for row in cases.read(HERE / name)]
READY = [(row, check) for row in ROWS if (check := cases.check_of(row)) is not None]

BUILT = {
    "recency_weight": 7,
    "importance": 2,
    "durability": 13,
    "rerank_scores": 3,
    "secret_rule": 4,
    "entities": 12,
    "auto_tag": 11,
    "pair": 84,
    "ranking": 1,
    "behaviour": 26,
    **curation_cases.BUILT,
}
"""How many rows of each kind must be checked: none may go missing unseen."""


@pytest.mark.parametrize(("row", "check"), READY, ids=[cases.name_of(row).replace(" ", "-") for row, _ in READY])
def test_a_worked_case_holds(row: cases.Row, check: cases.Check) -> None:
    assert check(row) == ""


@pytest.mark.parametrize("kind", BUILT)
def test_no_row_of_a_kind_is_left_out(kind: str) -> None:
    assert sum(row.get("kind") == kind for row, _ in READY) == BUILT[kind]


def test_every_hard_case_is_tried_here_or_said_to_be_tried_elsewhere() -> None:
    hard = {str(row["id"]) for row in ROWS if "kind" not in row}
    assert hard == set(hard_cases.CHECKS) | set(hard_cases.ELSEWHERE)


def test_the_copies_hold_no_string_that_looks_like_a_secret() -> None:
    from memtui.intelligence import secrets

    for name in ("seed_cases.jsonl", "hard_cases.jsonl"):
        assert secrets.find((HERE / name).read_text(encoding="utf-8")) == []


def test_a_row_that_does_not_hold_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(
        '{"kind": "recency_weight", "case": "right", "age_days": 0, "expected": 1.0}\n'
        '{"kind": "recency_weight", "case": "made-up", "age_days": 347, "expected": 0.9}\n'
        '{"kind": "prophecy", "case": "later", "expected": 1}\n',
        encoding="utf-8",
    )
    assert not cases.report(file)
    said = capsys.readouterr().out
    assert "1 rows hold, 1 do not, 1 not yet" in said
    assert "recency_weight made-up" in said
    assert "not yet: prophecy (1)" in said
