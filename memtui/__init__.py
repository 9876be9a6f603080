"""memtui: a terminal workbench for the long-term memory of AI agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from memtui.client import MemoryClient

__all__ = ["MemoryClient", "__version__"]


def __getattr__(name: str) -> Any:
    if name == "MemoryClient":
        from memtui.client import MemoryClient

        return MemoryClient
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
