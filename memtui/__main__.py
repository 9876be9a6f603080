"""`python -m memtui` is the command line."""

from __future__ import annotations

from memtui.cli import main

if __name__ == "__main__":
    main()
