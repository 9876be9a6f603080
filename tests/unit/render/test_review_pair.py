"""The two sides of a pair: ids that tell them apart, and what is known of a side cut at no bad place."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from memtui.domain.records import Memory
from memtui.render.review_pair import PairLook, pair_title, side_notes
from memtui.render.spans import plain
from memtui.render.widths import width
from tests.unit.render.test_queue import entry, pen


def titled(old: str, new: str, cells: int) -> str:
    """The rule above a pair with these ids."""
    one = entry()
    one = replace(one, old=replace(one.old, id=old), new=replace(one.new, id=new))
    row = SimpleNamespace(entry=one, importance_old=0.5, importance_new=0.5)
    return plain(pair_title(row, pen(), PairLook(width=cells)))


@pytest.mark.parametrize("cells", [80, 100, 120, 160])
def test_ids_of_one_hour_are_told_apart_and_others_are_short(cells: int) -> None:
    close = titled("01M8NPQ05C13NZ02YPYSZHM9WH", "01M8NPQFF4Q04YMB46Z7W1Q6VZ", cells)
    assert "OLD 01M8NPQ0 " in close
    assert "NEW 01M8NPQF " in close
    far = titled("01JHB205C13NZ02YPYSZHM9WH0", "01JQ50FF4Q04YMB46Z7W1Q6VZ0", cells)
    assert "OLD 01JHB2 " in far
    assert "NEW 01JQ50 " in far
    assert width(close) == width(far) == cells


@pytest.mark.parametrize("cells", [48, 58, 78])
def test_how_often_a_memory_was_opened_is_said_whole_where_words_are_written_out(cells: int) -> None:
    memory: Memory = entry().old
    head = plain(side_notes(memory, 0.64, None, pen(), cells, wide=True)[0])
    assert head.rstrip().endswith("opened 0×")
    assert width(head) <= cells
