"""No file makes a reader fail or is changed by being read: what cannot be read is a problem with a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.formats.base import FileEnd, Format, Item, Problem, RawRecord
from memtui.formats.registry import all_formats, named, recognise

JSONISH = st.text(alphabet='{}[]":,\\ud8\n aetypnmsoirlbv01.-eE', max_size=200).map(lambda text: text.encode("utf-8"))
KEYS = st.sampled_from(
    [
        "type",
        "name",
        "entityType",
        "observations",
        "from",
        "to",
        "relationType",
        "_type",
        "text",
        "content",
        "id",
        "memories",
        "sessions",
        "format",
        "version",
        "table",
        "number",
        "of",
        "row",
        "before",
        "after",
        "superseded_by",
        "conflicts_with",
        "created_at",
        "tags",
        "importance",
        "audit",
        "session_id",
    ]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["entity", "memtui"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.lists(st.dictionaries(KEYS, VALUES, max_size=6), max_size=4)
MARKDOWN = st.text(alphabet="#-*>`~|[]()! \t\r\n:.1xаé\u4e2d<-\ud800", max_size=300).map(
    lambda text: text.encode("utf-8", "surrogatepass")
)
NAMES = {"memtui": "a.jsonl", "mcp": "a.jsonl", "mneno": "a.json", "claude-code": "MEMORY.md", "jsonl": "a.jsonl"}
READERS = [each.name for each in all_formats() if each.reads]


def lines_of(objects: list[dict[str, object]]) -> bytes:
    import json

    return "\n".join(json.dumps(each) for each in objects).encode()


def whole_of(objects: list[dict[str, object]]) -> bytes:
    import json

    return json.dumps({"format": "mneno.memory_export", "memories": objects, "sessions": objects}).encode()


ANY_FILE = st.one_of(st.binary(max_size=200), JSONISH, MARKDOWN, OBJECTS.map(lines_of), OBJECTS.map(whole_of))


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=ANY_FILE)
def test_any_bytes_are_read_without_failing_and_stay_as_they_are(tmp_path: Path, name: str, raw: bytes) -> None:
    reader = named(name)
    assert reader is not None
    path = tmp_path / "memory" / NAMES.get(name, "a.md")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    check(reader, path)
    assert path.read_bytes() == raw
    assert list(tmp_path.iterdir()) == [path.parent]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=ANY_FILE, suffix=st.sampled_from([".md", ".json", ".jsonl", ".db", ".mdc", ".txt", ""]))
def test_any_file_is_known_or_not_without_failing(tmp_path: Path, raw: bytes, suffix: str) -> None:
    path = tmp_path / f"any{suffix}"
    path.write_bytes(raw)
    reader = recognise(path)
    if reader is not None:
        check(reader, path)


def check(reader: Format, path: Path) -> None:
    for entry in reader.read(path):
        assert isinstance(entry, Item | Problem | RawRecord | FileEnd)
        if isinstance(entry, Item):
            entry.draft.content.encode("utf-8")
            assert entry.draft.content.strip()
            assert entry.draft.foreign_id
