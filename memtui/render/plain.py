"""Lines as plain text, for pipes, files and screen readers."""

from __future__ import annotations

from collections.abc import Iterable

from memtui.render.spans import Line, plain


def plain_lines(lines: Iterable[Line]) -> list[str]:
    """Return the text of lines without the blanks at their ends."""
    return [plain(one).rstrip() for one in lines]


def plain_text(lines: Iterable[Line]) -> str:
    """Return lines as one text that ends in a line break; nothing for no lines.

    Draw with `Pen(brackets=True)`: then changed words, signals and badges stand in brackets instead of styles.
    """
    return "".join(f"{one}\n" for one in plain_lines(lines))
