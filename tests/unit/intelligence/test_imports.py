"""What importing the modules may load."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("numpy", "rank_bm25", "rapidfuzz", "Stemmer")
LIGHT = (
    "badges",
    "boosts",
    "durability",
    "explanations",
    "importance",
    "moments",
    "qualifiers",
    "queries",
    "questions",
    "ranking",
    "rerank",
    "secrets",
    "sessions",
    "tokens",
    "vocabulary",
    "weights",
)


def test_importing_the_modules_loads_nothing_heavy() -> None:
    imports = ", ".join(f"memtui.intelligence.{name}" for name in LIGHT)
    code = f"import sys, {imports}; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
