"""`python -m memtui.store.migrations "Add a column"` writes a draft of the step that the changed tables need."""

from __future__ import annotations

import sys

from memtui.store.migrations.drafting import draft
from memtui.store.migrations.run import HERE
from memtui.store.schema import SCHEMA_VERSION


def main() -> int:
    """Write the draft and say where; exits 2 without a message."""
    if len(sys.argv) != 2:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    message = sys.argv[1]
    name = "_".join(word for word in message.lower().split() if word.isalnum())
    path = HERE / "versions" / f"{SCHEMA_VERSION + 1:04d}_{name}.py"
    path.write_text(draft(message), encoding="utf-8")
    sys.stderr.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
