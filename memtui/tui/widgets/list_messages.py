"""What a line list tells the view around it; handlers are named `on_line_list_*`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from memtui.tui.widgets.row_view import RowView


class Moved(Message, namespace="line_list"):
    """The cursor came to another row (`key` None: the list is empty)."""

    def __init__(self, line_list: RowView, key: int | None, index: int) -> None:
        super().__init__()
        self.line_list, self.key, self.index = line_list, key, index

    @property
    def control(self) -> RowView:
        """The list."""
        return self.line_list


class Opened(Message, namespace="line_list"):
    """Enter or a double click on a row."""

    def __init__(self, line_list: RowView, key: int, index: int) -> None:
        super().__init__()
        self.line_list, self.key, self.index = line_list, key, index

    @property
    def control(self) -> RowView:
        """The list."""
        return self.line_list


class MarksChanged(Message, namespace="line_list"):
    """Rows were marked or unmarked; `count` are marked now."""

    def __init__(self, line_list: RowView, count: int) -> None:
        super().__init__()
        self.line_list, self.count = line_list, count

    @property
    def control(self) -> RowView:
        """The list."""
        return self.line_list


class Told(Message, namespace="line_list"):
    """A key could do nothing; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence
