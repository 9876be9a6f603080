"""The store: SQLModel lives here and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.clock import Clock
    from memtui.services.ports import Derive, Store


def open_store(
    location: str, derive: Derive, clock: Clock, *, read_only: bool = False, tokenizer_version: int
) -> Store:
    """Open the store at a path, `:memory:` or a postgresql:// URL; a missing file is made, an older one migrated.

    `derive` works out from a memory what the index holds of it; `tokenizer_version` is written beside that.
    Raises StoreUnavailable for a file that is foreign, newer, damaged, locked or not to be written, and
    leaves it as it was.
    """
    from memtui.store.opening import open_database
    from memtui.store.sql_store import SqlStore

    return SqlStore(open_database(location, read_only=read_only), derive, clock, tokenizer_version)
