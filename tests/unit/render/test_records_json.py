"""JSON keeps one schema, whatever is in a memory."""

from __future__ import annotations

import json

from memtui.domain.filters import Badge
from memtui.domain.kinds import Kind, RelationKind
from memtui.domain.records import Relation
from memtui.render import records_json


def same(text: str) -> str:
    return text


def test_lists_are_wrapped_with_their_version_and_count(make) -> None:
    hits = [records_json.hit_value(make.hit("x", rank=1, rank_before=2), same)]
    assert {key: value for key, value in records_json.listing(hits).items() if key != "results"} == {
        "schema_version": 1,
        "count": 1,
    }


def test_a_memory_has_the_fields_that_others_expect(make) -> None:
    memory = make.memory("We use MongoDB", kind=Kind.DECISION, tags=("db",), superseded_by="B")
    value = records_json.memory_value(memory, same, importance=make.Importance(value=0.9275), conflicts_with=["C"])
    assert value["id"] == memory.id
    assert (value["content"], value["kind"], value["type"], value["layer"]) == (
        "We use MongoDB", "decision", "semantic", "semantic",
    )  # fmt: skip
    assert value["importance"] == 0.9275
    assert value["created_at"] == "2026-03-20T14:10:00Z"
    assert (value["superseded_by"], value["conflicts_with"], value["tags"]) == ("B", ["C"], ["db"])


def test_a_score_has_parts_and_reasons(make) -> None:
    parts = (make.Part("words", 0.52, "database", 0.3, 2),)
    hit = make.hit("x", rank=1, rank_before=3, explanation=make.Explanation(parts, 0.84, "above 3", ("newest 2,000",)))
    score = records_json.hit_value(hit, same)["score"]
    assert score["value"] == 0.84
    assert score["parts"] == [{"name": "words", "value": 0.52, "added": 0.3, "moved": 2, "note": "database"}]
    assert score["reasons"] == ["words: database", "above 3", "newest 2,000"]


def test_control_bytes_leave_only_as_escapes_and_the_text_is_unchanged(make) -> None:
    hostile = "\x1b]52;c;aGk=\x07 \x9b31m \u202e"
    value = records_json.hit_value(make.hit(hostile, badges=frozenset({Badge.CONTROL})), same)
    printed = json.dumps(value)
    assert printed.isascii()
    assert printed.isprintable()
    assert json.loads(printed)["content"] == hostile
    assert value["badges"] == ["control"]


def test_secrets_are_masked_everywhere(make) -> None:
    def mask(text: str) -> str:
        return text.replace("hunter22", "hun…2")

    text = "password is hunter22"
    where = dict.fromkeys(("agent", "file", "session", "speaker", "uri", "project"), text)
    memory, other = make.memory(text, tags=(text,), **where), make.memory(text, id="B", number=2)
    relation = Relation(from_number=1, to_number=2, kind=RelationKind.SIMILAR, created_at=make.now)
    trail = (make.Trail(make.batch("add", text), text),)
    values = [
        records_json.detail_value(make.Detail(memory, relations=((relation, other),), trail=trail), mask),
        records_json.hit_value(make.hit(text), mask),
        records_json.batch_line_value(make.BatchLine(make.batch("add", text)), mask),
        records_json.batch_detail_value(
            make.BatchDetail(make.batch("edit", text), rows=(make.RowChange(text, (make.Field("text", text, text),)),)),
            mask,
        ),
    ]
    assert "hunter22" not in json.dumps(values)


def test_a_result_says_what_is_hidden_and_which_engine_answered(make) -> None:
    value = records_json.result_value(
        make.Result((make.hit("x"),), 5, 9, {"superseded": 2}, ("read as postgres",), "postgres"), same
    )
    assert (value["count"], value["matches"], value["total"]) == (1, 5, 9)
    assert (value["hidden"], value["notices"], value["closest"]) == (
        {"superseded": 2},
        ["read as postgres"],
        "postgres",
    )
    assert (value["engine_asked"], value["engine"]) == ("auto", "lexical")
