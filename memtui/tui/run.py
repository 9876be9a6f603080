"""The way in from the command line; imported only when the screens are wanted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace
    from memtui.tui.options import Options

PAINTS_A_SECOND = "120"
"""How often Textual may paint: at its own 60 a key that comes just after a paint waits longer than a key may."""

SWITCH_SECONDS = 0.001
"""How long a thread may keep the interpreter while another waits: a search must not make a key late (5 ms else)."""


def run_app(open_services: Callable[[], Workspace], options: Options | None = None) -> int:
    """Run the screens until they are left and return the exit code.

    `open_services` is called in a thread after the first paint; what it opened is closed at the end.
    Raises Refused for a keymap that clashes, before the terminal is touched.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    os.environ.setdefault("TEXTUAL_FPS", PAINTS_A_SECOND)
    from memtui.tui.app import MemtuiApp

    app = MemtuiApp(open_services, options)
    app.run(mouse=app.options.mouse)
    return app.return_code or 0
