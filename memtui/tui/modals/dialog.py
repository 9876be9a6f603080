"""What every dialog shares: a title rule, a body, a line of keys, and a way out that changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget

from memtui.render.pen import line_width
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut
from memtui.safe_text import one_line
from memtui.tui.widgets.drawn import LineBar

R = TypeVar("R")

Keys = Sequence[tuple[str, str]]
"""What the line of keys says: key and word."""


def title_rule(title: str, hint: str, sign: str) -> LineBar:
    """Return a bar that draws a dialog's title rule."""
    safe = one_line(title)

    def draw(width: int) -> Line:
        right = f" {hint} {sign}" if hint else ""
        head = f" {cut(safe, max(width - len(right) - 4, 1))} "
        fill = max(width - 1 - line_width((Span(head),)) - len(right), 0)
        return Span(sign, Role.ACCENT), Span(head, Role.TITLE), Span(sign * fill, Role.ACCENT), Span(right, Role.LABEL)

    return LineBar(draw, classes="dialog-title")


def key_line(keys: Keys) -> Line:
    """Return the line of keys of a dialog."""
    spans: list[Span] = []
    for key, word in keys:
        spans += [Span(key, Role.KEY), Span(f" {word}   ")]
    return tuple(spans)


class Modal(ModalScreen[R]):
    """A screen over the view, which is left once, however many keys came before it was gone."""

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Leave with an answer; without effect once it is left, since Textual would leave the screen below."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Dialog(Modal[R]):
    """A dialog over the view; escape leaves it and changes nothing.

    Subclasses yield their parts from `body` and say their keys in `KEYS`.
    """

    AUTO_FOCUS = None
    KEYS: ClassVar[Keys] = ()
    HINT: ClassVar[str] = "esc leaves"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "leave, changing nothing", show=False),
    ]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title_text = title

    def compose(self) -> ComposeResult:
        """Compose title, body and keys."""
        sign = self._rule_sign()
        with Vertical(classes="dialog-body"):
            yield title_rule(self._title_text, self.HINT, sign)
            yield from self.body()
            yield LineBar(lambda _: key_line(self.KEYS), classes="dialog-keys")

    def _rule_sign(self) -> str:
        from memtui.tui.app import MemtuiApp

        app = self.app
        return app.options.glyphs.focus_rule if isinstance(app, MemtuiApp) else "═"

    def body(self) -> ComposeResult:
        """Yield the dialog's own parts."""
        raise NotImplementedError

    def first(self) -> Widget | None:
        """Return what has the focus at the start."""
        return None

    def on_mount(self) -> None:
        """Give the focus to the first part."""
        self.set_focus(self.first())
        release = getattr(self.app, "release_keys", None)
        if release is not None:
            release()

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Leave with an answer; the keys behind it wait until what was answered is done."""
        left = super().dismiss(result)
        hold = getattr(self.app, "hold_while_acting", None)
        if hold is not None:
            hold()
        return left

    def action_leave(self) -> None:
        """Leave and change nothing."""
        self.dismiss(None)
