"""The line that tells how a thing came to be what it is: what of it stays where it is too long."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memtui.intelligence.secrets import mask
from memtui.render.pen import Pen
from memtui.render.plain import plain_text
from memtui.render.timeline_evolution import evolution_line, evolution_lines, states_line

NOW = datetime(2026, 3, 23, tzinfo=UTC)
PEN = Pen(now=NOW, mask=mask, zone=UTC)


@dataclass(frozen=True)
class Span:
    value: str
    start: datetime
    end: datetime | None = None


@dataclass(frozen=True)
class Told:
    values: tuple[Span, ...] = ()
    labels: tuple[str, ...] = ()
    evolution: tuple[str, ...] = field(default=())


def valued(*names: str) -> Any:
    """Values that each held for thirty days, the last until today."""
    days = [NOW - timedelta(days=30 * (len(names) - place)) for place in range(len(names))]
    ends = [*days[1:], None]
    return Told(values=tuple(Span(*one) for one in zip(names, days, ends, strict=True)))


def drawn(told: Any, cells: int, lines: int = 1, **options: Any) -> list[str]:
    return plain_text(evolution_lines(told, PEN, cells, lines, **options)).splitlines()


def test_a_short_one_stands_whole_with_its_days() -> None:
    assert drawn(valued("Redux", "Zustand"), 79) == [" Redux » 21 Feb, 30 days » Zustand (30 days so far)"]


def test_days_go_before_any_value_does() -> None:
    assert drawn(valued("Session authentication", "JWT", "OAuth2"), 79) == [
        " Session authentication » 22 Jan » JWT » 21 Feb » OAuth2 (30 days so far)"
    ]


def test_a_second_line_keeps_the_days() -> None:
    lines = drawn(valued("Session authentication", "JWT", "OAuth2"), 79, 2)
    assert len(lines) == 2
    assert " ".join(" ".join(lines).split()) == evolution_line(valued("Session authentication", "JWT", "OAuth2"), PEN)


def test_the_first_and_the_last_two_stay_where_the_middle_has_no_room() -> None:
    names = [f"framework number {place}" for place in range(9)]
    (only,) = drawn(valued(*names), 79)
    assert only.startswith(" framework number 0 » … » ")
    assert "framework number 7 » " in only
    assert only.endswith("framework number 8")


@pytest.mark.parametrize("lines", [1, 2])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 200, 3000])
def test_no_line_is_too_long_and_the_newest_is_always_there(count: int, lines: int) -> None:
    names = [f"数据库 version {place} with many words behind its name that never end" for place in range(count)]
    for told, options in (
        (valued(*names), {}),
        (Told(labels=tuple(names)), {}),
        (Told(evolution=tuple(names)), {"states": True}),
    ):
        for cells in (60, 79, 140):
            shown = drawn(told, cells, lines, **options)
            assert 1 <= len(shown) <= lines
            assert all(PEN.cut(one, cells) == one for one in shown)
            if count > 1:
                assert " 数据" in " ".join(shown)[5:]


def test_labels_are_left_out_in_their_middle_too() -> None:
    told: Any = Told(labels=tuple(f"step {place} of the way" for place in range(12)))
    (only,) = drawn(told, 79)
    assert only.startswith(" step 0 of the way → … → step ")
    assert only.endswith("step 11 of the way")


def test_of_very_many_states_the_first_is_told_before_the_gap() -> None:
    told: Any = Told(evolution=tuple(f"s{place}" for place in range(100)))
    assert states_line(told, PEN).startswith("s0 → … → s40 → s41")
