"""Markdown as blocks: headings, paragraphs, lists with what stands in them, code, tables, quotes.

A reader for notes, not a renderer: it follows CommonMark where agents' files do, is lenient with
indentation, and never fails. Lines are (number, text) pairs; numbers count from 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from memtui.formats.markdown_lines import FENCE, Numbered, prepared


class BlockKind(StrEnum):
    """What a block is; `left` is markup without prose (a link definition, an import, a tag)."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    ITEM = "item"
    CODE = "code"
    TABLE = "table"
    QUOTE = "quote"
    RULE = "rule"
    LEFT = "left"


@dataclass(slots=True)
class Block:
    """A block: its first line's number, its text, and what stands in it.

    `level` is a heading's (1 to 6). An item has `step` in an ordered list, and `task` (open or done) where
    it has a box. `tight` says that the block follows the one before it without a blank line.
    """

    kind: BlockKind
    line: int
    text: str = ""
    level: int = 0
    step: int | None = None
    task: str = ""
    tight: bool = False
    children: list[Block] = field(default_factory=list)


_LONGEST_MARKUP = 20_000
"""A line longer than this is text, whatever it begins with."""
_LONGEST_SETEXT = 100
_FENCE = re.compile(r"( {0,3})(`{3,}|~{3,})([^`]*)$")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_MARKER = re.compile(r"( *)([-*+•]|\d{1,9}[.)])(?:([ \t]+)(.*)|[ \t]*$)")
_DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DEFINITION = re.compile(r" {0,3}\[[^\]]+\]:[ \t]*\S+")
_IMPORT = re.compile(r"[ \t]*@[\w.~/-][^\s`]*\.\w+[ \t]*$")
_TAGS_ONLY = re.compile(r"[ \t]*(?:</?[A-Za-z][^<>]*>[ \t]*)+$")
_TASK = re.compile(r"\[([ xX~/>-])\][ \t]+(.*)", re.DOTALL)
_QUOTE = re.compile(r" {0,3}> ?(.*)$")
_ALERT = re.compile(r"\[!\w+\][ \t]*$")


def blocks(text_lines: list[str], first_line: int = 1) -> list[Block]:
    """Return the blocks of a file's lines; comments are taken out first."""
    lines = prepared([(first_line + index, text) for index, text in enumerate(text_lines)])
    try:
        return _blocks(lines)
    except RecursionError:
        return [Block(BlockKind.PARAGRAPH, number, text.strip()) for number, text in lines if text.strip()]


def _blocks(lines: list[Numbered]) -> list[Block]:
    result: list[Block] = []
    at = 0
    blank_before = True
    while at < len(lines):
        if not lines[at][1].strip():
            blank_before = True
            at += 1
            continue
        block, at = _next(lines, at, bool(result) and not blank_before, result)
        block.tight = not blank_before and bool(result)
        result.append(block)
        blank_before = False
    return result


def _next(lines: list[Numbered], at: int, tight: bool, before: list[Block]) -> tuple[Block, int]:
    number, text = lines[at]
    if len(text) > _LONGEST_MARKUP:
        return Block(BlockKind.PARAGRAPH, number, text.strip()), at + 1
    if fence := _FENCE.match(text):
        return _code(lines, at, fence)
    if heading := _HEADING.match(text):
        return Block(BlockKind.HEADING, number, (heading[2] or "").strip(), level=len(heading[1])), at + 1
    if _RULE.match(text):
        return Block(BlockKind.RULE, number), at + 1
    if _QUOTE.match(text):
        return _quote(lines, at)
    if _is_table(lines, at):
        return _table(lines, at)
    marker = _MARKER.match(text)
    if marker and (len(marker[1]) < 4 or tight or (before and before[-1].kind is BlockKind.LIST)):
        return _list(lines, at)
    if text.startswith("    ") and not tight:
        return _indented(lines, at)
    if _DEFINITION.match(text) or _IMPORT.match(text) or _TAGS_ONLY.match(text):
        return Block(BlockKind.LEFT, number, text.strip()), at + 1
    return _paragraph(lines, at)


def _code(lines: list[Numbered], at: int, fence: re.Match[str]) -> tuple[Block, int]:
    indent, mark = len(fence[1]), fence[2]
    end = at + 1
    while end < len(lines):
        closing = FENCE.match(lines[end][1])
        if closing and closing[2].startswith(mark) and not closing[3].strip():
            break
        end += 1
    body = [_dedent(text, indent) for _, text in lines[at : end + 1]]
    return Block(BlockKind.CODE, lines[at][0], "\n".join(body)), end + 1


def _indented(lines: list[Numbered], at: int) -> tuple[Block, int]:
    end = at
    while end < len(lines) and (not lines[end][1].strip() or lines[end][1].startswith("    ")):
        end += 1
    body = "\n".join(_dedent(text, 4) for _, text in lines[at:end]).rstrip()
    return Block(BlockKind.CODE, lines[at][0], body), end


def _is_table(lines: list[Numbered], at: int) -> bool:
    text = lines[at][1].strip()
    if "|" not in text:
        return False
    if text.startswith("|") and text.endswith("|") and len(text) > 1:
        return True
    following = lines[at + 1][1] if at + 1 < len(lines) else ""
    return "|" in following and _DELIMITER.match(following) is not None


def _table(lines: list[Numbered], at: int) -> tuple[Block, int]:
    end = at
    while end < len(lines) and "|" in lines[end][1]:
        end += 1
    return Block(BlockKind.TABLE, lines[at][0], "\n".join(text.strip() for _, text in lines[at:end])), end


def _quote(lines: list[Numbered], at: int) -> tuple[Block, int]:
    inner: list[Numbered] = []
    end = at
    while end < len(lines):
        number, text = lines[end]
        quoted = _QUOTE.match(text)
        if quoted is None and (not text.strip() or not inner[-1][1].strip() or _starts_block(lines, end)):
            break
        inner.append((number, quoted[1] if quoted else text))
        end += 1
    if inner and _ALERT.match(inner[0][1].strip()):
        inner = inner[1:]
    return Block(BlockKind.QUOTE, lines[at][0], children=_blocks(inner)), end


def _starts_block(lines: list[Numbered], at: int) -> bool:
    """Say whether a line ends the paragraph before it."""
    text = lines[at][1]
    if len(text) > _LONGEST_MARKUP:
        return True
    if _FENCE.match(text) or _HEADING.match(text) or _RULE.match(text) or _QUOTE.match(text):
        return True
    if _TAGS_ONLY.match(text) or _IMPORT.match(text) or _is_table(lines, at):
        return True
    marker = _MARKER.match(text)
    return marker is not None and marker[4] is not None and (not marker[2][0].isdigit() or marker[2][:-1] == "1")


def _paragraph(lines: list[Numbered], at: int) -> tuple[Block, int]:
    end = at + 1
    while end < len(lines) and lines[end][1].strip():
        underline = _SETEXT.match(lines[end][1])
        title = lines[at][1].strip()
        if underline and end == at + 1 and len(title) <= _LONGEST_SETEXT and not title.endswith((".", ":", "?", "!")):
            return Block(BlockKind.HEADING, lines[at][0], title, level=1 if underline[1][0] == "=" else 2), end + 1
        if _starts_block(lines, end):
            break
        end += 1
    return Block(BlockKind.PARAGRAPH, lines[at][0], joined([text for _, text in lines[at:end]])), end


def joined(texts: list[str]) -> str:
    """Return wrapped lines as one, but for hard breaks and lines that begin with a bold label."""
    result = ""
    for text in texts:
        part = text.strip()
        hard = part.startswith(("**", "__")) or result.endswith("\\")
        result = f"{result.removesuffix(chr(92))}{chr(10) if hard else ' '}{part}" if result else part
    return result


def _list(lines: list[Numbered], at: int) -> tuple[Block, int]:
    first = _MARKER.match(lines[at][1])
    assert first is not None
    result = Block(BlockKind.LIST, lines[at][0])
    indent = len(first[1])
    while at < len(lines):
        marker = _MARKER.match(lines[at][1])
        if marker is None or not _same_list(first, marker, indent) or _RULE.match(lines[at][1]):
            break
        item, at = _item(lines, at, marker)
        result.children.append(item)
        ahead = at
        while ahead < len(lines) and not lines[ahead][1].strip():
            ahead += 1
        if ahead < len(lines) and _MARKER.match(lines[ahead][1]):
            at = ahead
    return result, at


def _same_list(first: re.Match[str], marker: re.Match[str], indent: int) -> bool:
    return first[2][0].isdigit() == marker[2][0].isdigit() and len(marker[1]) < indent + 4


def _item(lines: list[Numbered], at: int, marker: re.Match[str]) -> tuple[Block, int]:
    number, _ = lines[at]
    indent = len(marker[1])
    space = len(marker[3] or " ")
    offset = indent + len(marker[2]) + (space if space < 5 else 1)
    inner: list[Numbered] = [(number, (marker[4] or "") if space < 5 else " " * (space - 1) + (marker[4] or ""))]
    end = at + 1
    fence = ""
    while end < len(lines):
        text = lines[end][1]
        if not fence and not _belongs(lines, end, indent, offset):
            break
        if text.strip() and not fence and _deeper(text, indent):
            offset = min(offset, _depth(text))
        opened = FENCE.match(text)
        if opened and (not fence or (opened[2].startswith(fence) and not opened[3].strip())):
            fence = "" if fence else opened[2]
        inner.append((lines[end][0], _dedent(text, offset)))
        end += 1
    while len(inner) > 1 and not inner[-1][1].strip():
        inner.pop()
        end -= 1
    step = int(marker[2][:-1]) if marker[2][0].isdigit() else None
    item = Block(BlockKind.ITEM, number, step=step, children=_blocks(inner))
    _take_text(item)
    return item, end


def _belongs(lines: list[Numbered], at: int, indent: int, offset: int) -> bool:
    """Say whether a line goes on with the list item whose marker stands at `indent` and text at `offset`."""
    text = lines[at][1]
    if not text.strip():
        ahead = at
        while ahead < len(lines) and not lines[ahead][1].strip():
            ahead += 1
        if ahead == len(lines):
            return False
        return _depth(lines[ahead][1]) >= offset or _deeper(lines[ahead][1], indent)
    if _depth(text) >= offset or _deeper(text, indent):
        return True
    if not lines[at - 1][1].strip():
        return False
    return not _starts_block(lines, at) and _MARKER.match(text) is None


def _deeper(text: str, indent: int) -> bool:
    """Say whether a line is nested by a smaller indent than its parent's text: a marker or a fence."""
    depth = _depth(text)
    if depth < indent + 2:
        return False
    return _MARKER.match(text) is not None or FENCE.match(text) is not None


def _take_text(item: Block) -> None:
    """Move an item's leading paragraph into the item itself, and read its task box."""
    if item.children and item.children[0].kind is BlockKind.PARAGRAPH:
        item.text = item.children.pop(0).text
    if box := _TASK.match(item.text):
        item.task = "done" if box[1] in "xX" else "open"
        item.text = box[2]


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _dedent(text: str, count: int) -> str:
    return text[min(count, _depth(text)) :]
