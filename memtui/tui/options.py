"""How the screens are to run: what the command line and the configuration decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.render.glyphs import Glyphs
    from memtui.services.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices of one run.

    `keys` maps act ids to keys (config `[keys]`). `state_file` is where screen, query and cursor are kept
    between runs; None keeps nothing. `location` names the store for people. `sample` is the sentence that
    stands in the filter line while the store is a sample. `open_sample`, `create_store` and `open_store`
    are what the first screen offers where there is no store yet; an unset one is not offered. `view` and
    `query` are where to start, stronger than the kept state.
    """

    read_only: bool = False
    ascii: bool = False
    mouse: bool = True
    theme: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    state_file: Path | None = None
    location: str = ""
    sample: str = ""
    view: str | None = None
    query: str | None = None
    open_sample: Callable[[], Workspace] | None = None
    create_store: Callable[[], Workspace] | None = None
    open_store: Callable[[str], Workspace] | None = None
    editor: str | None = None
    """The external editor's command line; None looks at $VISUAL and $EDITOR, an empty one uses the built-in."""

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        from memtui.render.glyphs import ASCII, UNICODE

        return ASCII if self.ascii else UNICODE
