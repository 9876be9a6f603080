"""From Markdown blocks to notes: one a prose bullet or paragraph, with what it stands under."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from memtui.formats.markdown_blocks import Block, BlockKind
from memtui.formats.markdown_context import (
    bold_only,
    is_generic,
    is_label,
    is_negative,
    is_rule,
    opens,
    prefix_of,
    says_nothing,
    stands_alone,
    word_count,
)

_MOST_CODE_LINES = 40
_MOST_CODE_SIGNS = 3000
_LABEL_WORDS = 3
"""Up to so many words and a colon are a label even before code or text."""


@dataclass(slots=True)
class Note:
    """A bullet or paragraph: its own words, what was put before them, and what stands around them.

    A task keeps its box, which says whether it is done.

    `parent` is the bullet, label or sentence that introduces it. `code` and `tables` were beside it and are
    not part of the content; `content` is the prefix, the words, and the code that the words announce.
    """

    text: str
    line: int
    headings: tuple[str, ...]
    parent: str = ""
    prefix: str = ""
    attached: str = ""
    task: str = ""
    step: int | None = None
    code: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    @property
    def content(self) -> str:
        """The text of the memory."""
        box = {"open": "[ ] ", "done": "[x] "}.get(self.task, "")
        words = f"{self.prefix}: {box}{self.text}" if self.prefix else f"{box}{self.text}"
        return f"{words}\n{self.attached}" if self.attached else words

    @property
    def extra(self) -> dict[str, Any]:
        """What an export needs to know and the content does not say."""
        found = {
            "headings": list(self.headings),
            "parent": self.parent,
            "text": self.text if self.prefix else "",
            "task": self.task,
            "step": self.step,
            "code": self.code,
            "tables": self.tables,
        }
        return {name: value for name, value in found.items() if value not in ("", None, [])}


@dataclass(slots=True)
class _Frame:
    """What stands over a line: a label, a bullet or a sentence; `forced` where its words are said nowhere else."""

    text: str
    forced: bool = False


@dataclass(slots=True)
class Notes:
    """The notes of a file, and what was left out: lines without words, and code or tables with no note near."""

    notes: list[Note] = field(default_factory=list)
    wordless: list[int] = field(default_factory=list)
    stray: list[int] = field(default_factory=list)


def notes_of(blocks: list[Block], headings: tuple[str, ...] = ()) -> Notes:
    """Return a file's notes in order."""
    walker = _Walker(headings)
    walker.walk(blocks, ())
    walker.end_section()
    return walker.settle()


class _Walker:
    def __init__(self, headings: tuple[str, ...]) -> None:
        self.result = Notes()
        self.outer = headings
        self.stack: list[tuple[int, str]] = []
        self.section_start = 0
        self.pending: list[Block] = []
        self.orphans: list[Block] = []

    @property
    def headings(self) -> tuple[str, ...]:
        return (*self.outer, *(title for _, title in self.stack))

    def walk(self, blocks: list[Block], frames: tuple[_Frame, ...]) -> None:
        label: tuple[_Frame, ...] = ()
        for index, block in enumerate(blocks):
            following = blocks[index + 1] if index + 1 < len(blocks) else None
            match block.kind:
                case BlockKind.HEADING:
                    self._enter(block)
                    label = ()
                case BlockKind.RULE:
                    label = ()
                case BlockKind.PARAGRAPH:
                    label = self._paragraph(block, following, frames, label)
                case BlockKind.LIST:
                    self._list(block, (*frames, *(self._lead(blocks, index) or label)))
                    label = ()
                case BlockKind.QUOTE:
                    self.walk(block.children, (*frames, *label))
                    label = ()
                case BlockKind.LEFT:
                    self.result.wordless.append(block.line)
                case _:
                    self._beside(block, announced=self._announced(blocks, index))
                    label = ()

    def _enter(self, heading: Block) -> None:
        self.end_section()
        while self.stack and self.stack[-1][0] >= heading.level:
            self.stack.pop()
        if heading.text:
            self.stack.append((heading.level, heading.text))

    def end_section(self) -> None:
        """Give code and tables that had no note before them to the section's first note, else keep them for the end."""
        if self.pending:
            notes = self.result.notes[self.section_start :]
            if notes:
                for block in self.pending:
                    _keep(notes[0], block)
            else:
                self.orphans += self.pending
            self.pending = []
        self.section_start = len(self.result.notes)

    def settle(self) -> Notes:
        """Give what stood in sections without notes to the note before it, else report it."""
        for block in self.orphans:
            before = [note for note in self.result.notes if note.line < block.line]
            near = before[-1] if before else next(iter(self.result.notes), None)
            if near is None:
                self.result.stray.append(block.line)
            else:
                _keep(near, block)
        return self.result

    def _paragraph(
        self, block: Block, following: Block | None, frames: tuple[_Frame, ...], label: tuple[_Frame, ...]
    ) -> tuple[_Frame, ...]:
        """Note a paragraph, and return the label that holds for what follows."""
        if says_nothing(block.text):
            self.result.wordless.append(block.line)
            return label
        leads = following is not None and following.kind not in (BlockKind.HEADING, BlockKind.RULE)
        bold = bold_only(block.text)
        if leads and is_label(block.text) and not (bold and is_rule(block.text)):
            lists = following is not None and following.kind is BlockKind.LIST
            if bold or lists or word_count(block.text) <= _LABEL_WORDS:
                return (_Frame(block.text),)
        own = bold or block.text.startswith(("**", "__"))
        self._note(block, block.text, frames if own else (*frames, *label))
        return (_Frame(block.text),) if bold and leads else ()

    def _lead(self, blocks: list[Block], index: int) -> tuple[_Frame, ...]:
        """Return the sentence with a colon right before a list."""
        before = blocks[index - 1] if index else None
        if before is not None and before.kind is BlockKind.PARAGRAPH and opens(before.text):
            return (_Frame(before.text),)
        return ()

    def _announced(self, blocks: list[Block], index: int) -> bool:
        """Say whether the words right before a block of code announce it and are more than a label."""
        before = blocks[index - 1] if index else None
        if before is None or before.kind is not BlockKind.PARAGRAPH or not opens(before.text):
            return False
        return not self.result.notes or self.result.notes[-1].line == before.line

    def _beside(self, block: Block, *, announced: bool) -> None:
        """Keep code or a table with the note that it belongs to."""
        notes = self.result.notes[self.section_start :]
        if not notes:
            self.pending.append(block)
        elif announced and block.kind is BlockKind.CODE and not notes[-1].attached and _fits(block.text):
            notes[-1].attached = block.text
        else:
            _keep(notes[-1], block)

    def _list(self, block: Block, frames: tuple[_Frame, ...]) -> None:
        """Note a list's items; where most of them need the words above them, all get them."""
        texts = [item.text for item in block.children if item.text]
        bare = [text for text in texts if _prefix(text, frames, self.headings, False)]
        for item in block.children:
            self._item(item, frames, prefixed=item.step is not None or len(bare) * 2 > len(texts))

    def _item(self, item: Block, frames: tuple[_Frame, ...], *, prefixed: bool) -> None:
        text, inner = _whole_text(item)
        nested = any(child.kind is BlockKind.LIST for child in inner)
        if not text.strip():
            self.walk(inner, frames)
        elif says_nothing(text) and not item.task:
            self.result.wordless.append(item.line)
            self.walk(inner, frames)
        elif nested and not item.task and (is_label(text) or not stands_alone(text)):
            before = len(self.result.notes)
            self.walk(inner, (*frames, _Frame(text, forced=True)))
            if len(self.result.notes) == before:
                self._note(item, text, frames, prefixed=prefixed)
        else:
            note = self._note(item, text, frames, prefixed=prefixed)
            own = [child for child in inner if child.kind in (BlockKind.CODE, BlockKind.TABLE)]
            for child in own:
                if child.kind is BlockKind.CODE and not note.attached and _fits(child.text):
                    note.attached = child.text
                else:
                    _keep(note, child)
            self.walk([child for child in inner if child not in own], (*frames, _Frame(text)))

    def _note(self, block: Block, text: str, frames: tuple[_Frame, ...], *, prefixed: bool = False) -> Note:
        note = Note(
            text=text.strip(),
            line=block.line,
            headings=self.headings,
            parent=frames[-1].text if frames else "",
            prefix=_prefix(text, frames, self.headings, prefixed or bool(block.task)),
            task=block.task,
            step=block.step,
        )
        self.result.notes.append(note)
        return note


def _prefix(text: str, frames: tuple[_Frame, ...], headings: tuple[str, ...], wanted: bool) -> str:
    """Return the words that a line needs before it to be understood; none where it stands alone and none are wanted."""
    needed = [frame.text for frame in frames if frame.forced or is_negative(frame.text)]
    if not needed and headings and is_negative(headings[-1]):
        needed = [headings[-1]]
    if not needed:
        near = prefix_of(frames[-1].text) if frames else ""
        if wanted or not stands_alone(text, labelled=bool(near)):
            needed = [near] if near else [heading for heading in headings if not is_generic(heading)][-1:]
            if not near and needed and not prefix_of(needed[0]):
                needed = []
    parts = [prefix_of(part, force=True) for part in dict.fromkeys(needed[-2:])]
    prefix = ": ".join(part for part in parts if part)
    return "" if text.startswith(prefix) else prefix


def _whole_text(item: Block) -> tuple[str, list[Block]]:
    """Return an item's words with its further paragraphs, and what else stands in it."""
    paragraphs: list[str] = [item.text] if item.text else []
    inner: list[Block] = []
    for child in item.children:
        before_list = not any(other.kind is BlockKind.LIST for other in inner)
        if child.kind is BlockKind.PARAGRAPH and before_list and paragraphs and not says_nothing(child.text):
            paragraphs.append(child.text)
        else:
            inner.append(child)
    return "\n\n".join(paragraphs), inner


def _fits(code: str) -> bool:
    return len(code) <= _MOST_CODE_SIGNS and code.count("\n") < _MOST_CODE_LINES


def _keep(note: Note, block: Block) -> None:
    (note.tables if block.kind is BlockKind.TABLE else note.code).append(block.text)
