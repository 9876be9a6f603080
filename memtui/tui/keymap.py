"""The keys: one table of what each does, the same on every screen, and a person's own keys checked against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from memtui.domain.errors import Refused


class Act(NamedTuple):
    """Something a key does: its id (the name in config `[keys]`), its keys as Textual spells them, one word for the footer, and what it does."""

    id: str
    keys: str
    word: str
    says: str


SHARED: tuple[Act, ...] = (
    Act("search", "1", "search", "Search"),
    Act("review", "2", "review", "Review"),
    Act("layers", "3", "layers", "Layers"),
    Act("graph", "4", "graph", "Graph"),
    Act("timeline", "5", "timeline", "Timeline"),
    Act("history", "6", "history", "History"),
    Act("desk", "0", "desk", "Desk: search, review, layers and graph at once, from 140 columns"),
    Act("left", "h,left", "left", "pane to the left; fold"),
    Act("right", "l,right", "right", "pane to the right; unfold"),
    Act("next_row", "J", "next", "next list row from any pane"),
    Act("previous_row", "K", "previous", "previous list row from any pane"),
    Act("back", "backspace", "back", "back to where I was"),
    Act("out", "escape", "out", "one step out: popup, running work, zoom, marks, filter"),
    Act("filter", "slash", "find", "filter or search this view"),
    Act("facets", "f", "facets", "facets and order; the selection's values first"),
    Act("why", "w", "why", "why: score, verdict, suggestion"),
    Act("form", "v", "form", "the other form of this view"),
    Act("hidden", "full_stop", "hidden", "superseded, archived, transient: show, hide"),
    Act("as_of", "T", "as-of", "the store as of a day; empty is now"),
    Act("earlier", "left_square_bracket", "earlier", "previous tab or range"),
    Act("later", "right_square_bracket", "later", "next tab or range"),
    Act("more", "plus", "more", "more: lines per row"),
    Act("less", "minus", "less", "less: lines per row"),
    Act("zoom", "z", "zoom", "zoom this pane, and back"),
    Act("narrower", "less_than_sign", "narrower", "move the split to the left or up"),
    Act("wider", "greater_than_sign", "wider", "move the split to the right or down"),
    Act("jump", "semicolon", "jump", "jump: a letter on every pane"),
    Act("accept", "a", "accept", "accept what is suggested"),
    Act("accept_all", "A", "all", "accept all that is suggested, previewed"),
    Act("archive", "d", "archive", "archive; u brings it back"),
    Act("edit", "e", "edit", "edit in $EDITOR or the built-in editor"),
    Act("source", "E", "source", "open the file it came from"),
    Act("new", "n", "new", "write a new memory"),
    Act("note", "N", "note", "note on this conflict"),
    Act("merge", "m", "merge", "merge the marked two, or the pair"),
    Act("move", "M", "move", "move to a layer"),
    Act("demote", "H", "demote", "one layer down"),
    Act("promote", "L", "promote", "one layer up"),
    Act("conflict", "c", "conflict", "these two conflict"),
    Act("tags", "t", "tags", "tags: +add -remove, or the whole list"),
    Act("importance", "i", "importance", "importance and priority"),
    Act("pin", "p", "pin", "pin or unpin"),
    Act("undo", "u", "undo", "take back your newest act"),
    Act("redo", "U,ctrl+r", "redo", "take back the undo"),
    Act("copy", "y", "copy", "copy the text"),
    Act("copy_id", "Y", "id", "copy the id"),
    Act("export", "x", "export", "export the view: text, Markdown, CSV, SVG"),
    Act("reload", "r", "reload", "reload now"),
    Act("project", "P", "project", "one project, or all"),
    Act("help", "question_mark,f1", "keys", "keys of this pane, to filter; enter runs one"),
    Act("palette", "colon,ctrl+p", "palette", "every act by name"),
    Act("quit", "q", "quit", "close what is on top; else quit, place kept"),
)
"""The shared keys of SCREENS 2 for what there is; a view leaves one without effect by having no `act_` for it."""

UNBOUND: tuple[Act, ...] = (
    Act("import", "", "import", "bring in memories from a file or folder (dry run first)"),
    Act("theme", "", "theme", "change the colours"),
    Act("suspend", "ctrl+z", "suspend", "leave to the shell; fg comes back"),
)
"""Acts that the palette offers; only the last has a key, where the terminal can."""

BOTH = Act("both", "b", "both", "both are true; refuse what is suggested")

VIEW_ACTS: dict[str, tuple[Act, ...]] = {
    "search": (Act("reveal", "exclamation_mark", "reveal", "show or mask the secrets of this memory"),),
    "review": (
        Act("older", "o", "older", "the older is true"),
        BOTH,
        Act("put_off", "s", "later", "later: to the end of the queue"),
    ),
    "timeline": (BOTH,),
}
"""The acts that one view adds, by its name; they stand here so that a keymap can be checked without loading it."""

EVERY: tuple[Act, ...] = tuple(dict.fromkeys((*SHARED, *UNBOUND, *(act for own in VIEW_ACTS.values() for act in own))))
ACTS: dict[str, Act] = {act.id: act for act in EVERY}

LIST_KEYS: dict[str, str] = {
    "list.down": "down,j",
    "list.up": "up,k",
    "list.top": "home,g",
    "list.bottom": "end,G",
    "list.half_down": "ctrl+d",
    "list.half_up": "ctrl+u",
    "list.page_down": "pagedown",
    "list.page_up": "pageup",
    "list.mark": "space",
    "list.range": "V",
    "list.stretch_down": "shift+down",
    "list.stretch_up": "shift+up",
    "list.mark_all": "asterisk",
    "list.open": "enter",
}
"""The keys of every list, by binding id."""

LIST_SAYS: dict[str, str] = {
    "list.down": "next",
    "list.up": "previous",
    "list.top": "first",
    "list.bottom": "last",
    "list.half_down": "half a page down",
    "list.half_up": "half a page up",
    "list.page_down": "a page down",
    "list.page_up": "a page up",
    "list.mark": "mark and go down",
    "list.range": "range: extend marks as the cursor moves",
    "list.mark_all": "mark all that the filter shows; again none",
    "list.open": "open",
}
"""What the keys of every list do, for the help page and the palette; the first eight scroll a pane as well."""

_FIXED = {"tab", "shift+tab", "ctrl+c", "ctrl+q", "escape", "enter", "ctrl+p"}
"""Keys that nobody's configuration may take: they are the terminal's, or the way out."""

_SPELLED = {
    "/": "slash",
    ".": "full_stop",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "+": "plus",
    "-": "minus",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    ";": "semicolon",
    ":": "colon",
    "?": "question_mark",
    "*": "asterisk",
    ",": "comma",
    "=": "equals_sign",
    "!": "exclamation_mark",
    "#": "number_sign",
    "@": "at",
    "%": "percent_sign",
    "&": "ampersand",
    "(": "left_parenthesis",
    ")": "right_parenthesis",
    "_": "underscore",
    "|": "vertical_line",
    "$": "dollar_sign",
    " ": "space",
}
_SHOWN = {spelled: sign for sign, spelled in _SPELLED.items() if sign != " "} | {
    "backspace": "bksp",
    "escape": "esc",
    "question_mark": "?",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
}


def spelled(key: str) -> str:
    """Return a key as Textual spells it: `/` → slash, `ctrl+R` → ctrl+r, `space` stays."""
    bare = key.strip() or key[:1]
    if len(bare) == 1:
        return _SPELLED.get(bare, bare)
    return bare.lower()


def shown_key(keys: str) -> str:
    """Return how a footer or a help page prints the first of some keys."""
    first = keys.split(",")[0]
    return _SHOWN.get(first, first)


def shown_keys(keys: str) -> str:
    """Return how a help page prints all of some keys: `U, ctrl+r`."""
    return ", ".join(_SHOWN.get(key, key) for key in keys.split(",") if key)


class Keymap:
    """The keys in force: the table's own, with a person's choices in place of them.

    Raises Refused with one sentence for an id that there is not (the
    nearest one named), a key that another act has, or a key that must stay as it is.
    """

    def __init__(self, choices: Mapping[str, str] | None = None) -> None:
        self._keys: dict[str, str] = {act.id: act.keys for act in EVERY} | LIST_KEYS
        self.changed: dict[str, str] = {}
        for name, keys in (choices or {}).items():
            self._choose(name, keys)
        self._refuse_clashes()

    def _choose(self, name: str, keys: str) -> None:
        if name not in self._keys:
            from difflib import get_close_matches

            near = get_close_matches(name, self._keys, 1, 0.5)
            meant = f"Did you mean {near[0]}?" if near else "memtui's ? page lists what there is."
            raise Refused(f"[keys] {name}: there is no act of that name.", meant)
        parts = [keys] if keys in (",", " ") else [part for part in keys.split(",") if part.strip()]
        if not parts:
            raise Refused(f"[keys] {name}: no key is given.", "Name one key, or several with commas between them.")
        chosen = [spelled(part) for part in parts]
        for key in chosen:
            if key in _FIXED and key not in self._keys[name].split(","):
                raise Refused(f"[keys] {name}: {key} cannot be given another meaning.", "Choose another key.")
        self._keys[name] = self.changed[name] = ",".join(chosen)

    def _refuse_clashes(self) -> None:
        owners: dict[str, str] = {}
        for name, keys in self._keys.items():
            for key in filter(None, keys.split(",")):
                other = owners.setdefault(key, name)
                if other == name:
                    continue
                mine, theirs = (name, other) if name in self.changed else (other, name)
                raise Refused(
                    f"[keys] {mine}: {_SHOWN.get(key, key)} already means {theirs}.",
                    f"Choose another key, or give {theirs} one too.",
                )

    def keys(self, name: str) -> str:
        """Return the keys of an act, comma between them; empty when it has none."""
        return self._keys.get(name, "")

    def shown(self, name: str) -> str:
        """Return the key that the footer prints for an act."""
        return shown_key(self.keys(name))
