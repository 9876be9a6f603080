"""The measuring itself: what it prints, what it writes, and when it fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.quality import __main__ as quality
from tests.quality import recalling, scoring

TALK = (
    ("Ana", "Where should the nightly backup of the shop run?"),
    ("Lee", "On the Frankfurt machine, it is idle after midnight."),
    ("Ana", "Fine. Lunch is at noon, by the way."),
    ("Lee", "The invoices go through the billing queue since May."),
)
QUESTIONS = (("Where does the nightly backup run?", [0, 1]), ("Which queue do invoices use?", [3]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of data sets: a conversation of four turns, and a set that nothing knows."""
    place = tmp_path / "data"
    rows = [
        {
            "kind": "memory",
            "id": f"t{at}",
            "corpus": "talk",
            "text": f"{speaker}: {text}",
            "speaker": speaker,
            "session": "one",
            "created_at": "2026-03-01T10:00:00",
        }
        for at, (speaker, text) in enumerate(TALK)
    ] + [
        {
            "kind": "query",
            "id": f"q{at}",
            "corpus": "talk",
            "text": text,
            "category": "plain",
            "gold": [f"t{n}" for n in right],
        }
        for at, (text, right) in enumerate(QUESTIONS)
    ]
    for name, lines in ((recalling.NAME, rows), ("unheard-of", [])):
        (place / name).mkdir(parents=True)
        (place / name / "dev.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lines), encoding="utf-8")
    return place


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the command with these words and return its exit code."""
    monkeypatch.setattr("sys.argv", ["quality", *words])
    return quality.main()


def test_a_set_is_scored_and_its_rankings_written(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(monkeypatch, str(folder), "--out", str(out)) == 0
    said = capsys.readouterr().out
    assert "2 questions, recall@10 1.0000" in said
    assert "words alone (BM25)" in said
    assert "unheard-of: no target; not measured" in said
    written = [json.loads(line) for line in (out / "recall-locomo.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in written] == ["q0", "q1"]
    assert set(written[0]["ranked"][:2]) == {"t0", "t1"}
    assert written[1]["ranked"][0] == "t3"


def test_a_set_that_is_not_there_is_a_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, str(folder), "--only", "nothing-of-the-kind") == 1


def test_without_anything_to_do_the_usage_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch)
    assert ended.value.code == 2


def test_scores_count_the_first_ten_and_where_they_stand() -> None:
    ranked = [f"m{number}" for number in range(20)]
    assert scoring.recall(["m0", "m15"], ranked) == 0.5
    assert scoring.ndcg(["m0"], ranked) == 1.0
    assert scoring.ndcg(["m1"], ranked) == pytest.approx(0.6309, abs=1e-4)
    assert scoring.ndcg(["m12"], ranked) == 0.0
