"""A memory as a row of a list, in columns that keep their place: text left; importance, layer, status, age right."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.filters import Badge
from memtui.domain.kinds import Layer, Tier
from memtui.domain.layers import SHORT_NAMES
from memtui.domain.records import Memory
from memtui.render.dates import age, short_day
from memtui.render.glyphs import status_sign
from memtui.render.pen import Pen, line_width
from memtui.render.shapes import HitShape, ImportanceShape
from memtui.render.spans import Line, Role, Span, marked
from memtui.render.widths import shown, width, wrap

GUTTER = 2
"""Cells at the left of each row that its list keeps for the cursor and the mark; rows are drawn without them."""

ROW_TEXT_LIMIT = 4000
"""Characters of a memory that a row reads; no row shows as many."""

_LONGEST_SECRET = 500

_FULL_RIGHT = 20
_NARROW_RIGHT = 14
_NARROW_BELOW = 50

_BADGES = (
    (Badge.SECRET, "secret", Role.BADGE_ERROR),
    (Badge.ORDERS, "orders", Role.BADGE_ERROR),
    (Badge.CONTROL, "control", Role.BADGE_ERROR),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLook:
    """How the rows of one list are laid out: its width without the gutter, whether it is ranked, lines a row.

    `rank_cells` and `move_cells` are the widths of the first two columns.
    """

    width: int
    ranked: bool = True
    rank_cells: int = 2
    move_cells: int = 2
    lines: int = 1

    @property
    def left(self) -> int:
        """Cells before the text."""
        return self.rank_cells + 2 + self.move_cells + 2 if self.ranked else 1

    @property
    def narrow(self) -> bool:
        """Whether the importance is a bare number."""
        return self.width < _NARROW_BELOW

    @property
    def right(self) -> int:
        """Cells of the columns at the right."""
        return _NARROW_RIGHT if self.narrow else _FULL_RIGHT

    @property
    def text(self) -> int:
        """Cells of the text column."""
        return max(self.width - self.left - 1 - self.right, 1)


def look_for(width: int, *, ranked: bool, last_rank: int = 0, furthest_move: int = 0, lines: int = 1) -> RowLook:
    """Return the layout for a list whose highest rank and furthest move are known."""
    return RowLook(
        width=width,
        ranked=ranked,
        rank_cells=max(2, len(str(last_rank))),
        move_cells=max(2, 1 + len(str(furthest_move))),
        lines=lines,
    )


def header(look: RowLook) -> Line:
    """Return the column heads for the whole width of the list, its gutter included."""
    left = " " * (GUTTER + look.rank_cells - 1) + "# move  memory" if look.ranked else " " * (GUTTER + 1) + "memory"
    right = "imp in st  age" if look.narrow else "importance in st  age"
    gap = GUTTER + look.width - width(left) - width(right)
    return (Span(left + " " * max(gap, 1) + right, Role.LABEL),)


def share(value: float) -> str:
    """Return a share from 0 to 1 in three cells: `.93`, `1.0`."""
    hundredths = int(value * 100 + 0.5)
    return f".{hundredths:02}" if hundredths < 100 else "1.0"


def importance_bar(importance: ImportanceShape, pen: Pen) -> Line:
    """Return nine cells: five of bar in half steps, `=` before a person's own value, and the number."""
    halves = min(max(int(importance.value * 10 + 0.5), 0), 10)
    full, half = divmod(halves, 2)
    bar = pen.glyphs.bar_full * full + pen.glyphs.bar_half * half
    return (
        Span(bar + pen.glyphs.bar_empty * (5 - full - half), Role.BAR),
        Span(pen.glyphs.own if importance.override is not None else " ", Role.ACCENT),
        Span(share(importance.value)),
    )


def layer_span(layer: Layer) -> Span:
    """Return the layer's two letters."""
    role = {Layer.OPERATIONAL: Role.STRONG, Layer.ARCHIVED: Role.DIM}.get(layer, Role.TEXT)
    return Span(SHORT_NAMES[layer], role)


def status_span(memory: Memory, pen: Pen) -> Span:
    """Return the glyph of a memory's status, pin and tier."""
    sign = status_sign(pen.glyphs, memory.status, pinned=memory.pinned, transient=memory.tier is Tier.TRANSIENT)
    return Span(sign.glyph, sign.role)


def move(rank: int, rank_before: int | None, pen: Pen) -> Span:
    """Return how far re-ranking moved a memory: `↑2`, `↓2`, `=`, and `+` for one that words alone did not find."""
    if rank_before is None:
        return Span("+", Role.SUCCESS)
    steps = rank_before - rank
    if steps == 0:
        return Span(pen.glyphs.same, Role.DIM)
    sign, role = (pen.glyphs.up, Role.SUCCESS) if steps > 0 else (pen.glyphs.down, Role.WARNING)
    return Span(f"{sign}{abs(steps)}", role)


def badge_spans(badges: frozenset[Badge], pen: Pen, *, new: bool = False) -> Line:
    """Return the badges of a row, a space between two."""
    words = [Span(word, role) for badge, word, role in _BADGES if badge in badges]
    if new:
        words.append(Span("new", Role.BADGE_ACCENT))
    spans: list[Span] = []
    for word in words:
        if spans:
            spans.append(Span(" "))
        spans.append(Span(f"[{word.text}]", word.role) if pen.brackets else word)
    return tuple(spans)


def row_text(memory: Memory, badges: frozenset[Badge], pen: Pen) -> str:
    """Return a memory's text on one line, safe, with its secrets masked."""
    if Badge.SECRET in badges:
        return shown(pen.mask(memory.content)[:ROW_TEXT_LIMIT])
    return beginning(memory.content, pen)


def beginning(content: str, pen: Pen) -> str:
    """Return the beginning of a text on one line, safe, masked; a secret at the cut is masked whole."""
    return shown(pen.mask(content[: ROW_TEXT_LIMIT + _LONGEST_SECRET])[:ROW_TEXT_LIMIT])


def memory_row(hit: HitShape, pen: Pen, look: RowLook, *, current: bool = False, new: bool = False) -> list[Line]:
    """Return the lines of one row, each exactly `look.width` cells: the columns, then more of the text."""
    badges = badge_spans(hit.badges, pen, new=new)
    room = max(look.text - (line_width(badges) + 1 if badges else 0), 1)
    role = Role.STRONG if current else Role.TEXT
    first, *more = text_lines(row_text(hit.memory, hit.badges, pen), pen, room, look.lines, role)
    columns = (
        *_left(hit, pen, look),
        *first,
        *((Span(" "), *badges) if badges else ()),
        Span(" "),
        *_right(hit, pen, look),
    )
    indent = Span(" " * look.left)
    return [pen.fit_line(columns, look.width), *(pen.fit_line((indent, *one), look.width) for one in more)]


def text_lines(text: str, pen: Pen, cells: int, limit: int, role: Role = Role.TEXT) -> list[Line]:
    """Return a one-line text in at most `limit` lines of exactly `cells`, words of the query marked."""
    marks = pen.highlight(text)
    if limit == 1:
        return [pen.fit_line(marked(text, marks, role=role), cells)]
    parts = wrap(text, cells)
    lines = [marked(text, marks, role=role, start=start, end=end) for start, end in parts[:limit]]
    if len(parts) > limit:
        lines[-1] = marked(text, marks, role=role, start=parts[limit - 1][0])
    return [pen.fit_line(one, cells) for one in lines]


def _left(hit: HitShape, pen: Pen, look: RowLook) -> Line:
    if not look.ranked:
        return (Span(" "),)
    step = move(hit.rank, hit.rank_before, pen) if hit.explanation is not None else Span("")
    gap = " " * (2 + look.move_cells - width(step.text))
    return (Span(f"{hit.rank:>{look.rank_cells}}"), Span(gap), step, Span("  "))


def _right(hit: HitShape, pen: Pen, look: RowLook) -> Line:
    memory = hit.memory
    bar = importance_bar(hit.importance, pen)
    return (
        *(bar[1:] if look.narrow else bar),
        Span("  " if not look.narrow else " "),
        layer_span(memory.layer),
        Span(" "),
        status_span(memory, pen),
        Span(pen.fit_right(age(memory.created_at, pen.now, pen.zone), 5), Role.LABEL),
    )


def superseded_line(
    pen: Pen, look: RowLook, memory: Memory, successor: Memory | None = None, successor_rank: int | None = None
) -> Line:
    """Return the dim line below a superseded row: by which row or which memory, and since when."""
    sign = pen.glyphs.superseded_by
    when = memory.valid_until or (successor.sort_at if successor else None)
    since = f" on {short_day(when, pen.now, pen.zone)}" if when else ""
    indent = " " * (look.left + 1)
    room = look.width - len(indent) - width(since) - width(f"{sign} superseded by ")
    if successor_rank:
        by = f" by {successor_rank}"
    elif successor is not None:
        by = f" by {pen.cut(beginning(successor.content, pen), min(room, 40))}"
    else:
        by = ""
    return pen.fit_line((Span(indent), Span(f"{sign} superseded{by}{since}", Role.DIM)), look.width)


def conflict_line(pen: Pen, look: RowLook, remark: str) -> Line:
    """Return the dim line below a row that is in conflict: with what, and why."""
    words = shown(pen.mask(remark))
    return pen.fit_line((Span(" " * (look.left + 1)), Span(f"{pen.glyphs.conflicted} {words}", Role.DIM)), look.width)


def rule_line(text: str, pen: Pen, cells: int, role: Role = Role.DIM) -> Line:
    """Return a day's rule above its rows: ` ─ today, 23 March 2026 ─`."""
    sign = pen.glyphs.rule
    return pen.fit_line((Span(f" {sign} {text} {sign}", role),), cells)
