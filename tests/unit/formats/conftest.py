"""What the formats' tests share: files written on the spot, and the sample stores."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.domain.drafts import Draft
from memtui.formats.base import Format, Item, Problem
from memtui.formats.registry import recognise

SAMPLES = Path(__file__).parents[2] / "fixtures" / "imports"


@pytest.fixture
def samples() -> Path:
    """The folder of sample stores, one a format."""
    return SAMPLES


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file in a project's folder of its own and returns its path."""

    def put(name: str, content: str | bytes) -> Path:
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return path

    return put


class Reading:
    """What a reader yielded, sorted by kind."""

    def __init__(self, reader: Format, path: Path) -> None:
        entries = list(reader.read(path))
        self.items = [entry for entry in entries if isinstance(entry, Item)]
        self.problems = [entry for entry in entries if isinstance(entry, Problem)]

    @property
    def drafts(self) -> list[Draft]:
        """The drafts in order."""
        return [item.draft for item in self.items]

    @property
    def contents(self) -> list[str]:
        """The texts in order."""
        return [item.draft.content for item in self.items]

    @property
    def told(self) -> list[tuple[int, str]]:
        """Line and reason of each problem."""
        return [(problem.line, problem.reason) for problem in self.problems]


@pytest.fixture
def read() -> Callable[[Path], Reading]:
    """Reads a path with the format that knows it."""

    def reading(path: Path) -> Reading:
        reader = recognise(path)
        assert reader is not None, f"no format knows {path.name}"
        return Reading(reader, path)

    return reading
