"""The languages that signals are known in: one file `signals_*.toml` each beside this module."""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from memtui.intelligence import lexicon
from memtui.intelligence.tokens import fold

_DECIDING = ("conditions", "modals", "obligations", "plans", "future", "next", "decided", "prepositions", "joins")


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a file, English first."""
    names = [entry.name for entry in files(__package__).iterdir()]
    codes = sorted(name[8:-5] for name in names if name.startswith("signals_") and name.endswith(".toml"))
    return tuple(sorted(codes, key=lambda code: code != "en"))


def table(code: str) -> dict[str, Any]:
    """Return the file of a language."""
    return lexicon.table(f"reading/signals_{code}")


@cache
def unspaced_cues() -> frozenset[str]:
    """Return the words of all signals that are written in a script without spaces: there words end and begin."""
    found: set[str] = set()
    for code in languages():
        held = table(code)
        if held.get("unspaced"):
            found.update(part for forms in held["verbs"].values() for words in forms for part in words.split())
            found.update(word for words in held["sets"].values() for word in words.split())
            found.update(word for key in _DECIDING for word in held["words"].get(key, "").split() if len(word) > 1)
            shapes = (shape for shapes in held["shapes"].values() for shape in shapes)
            found.update(
                word for shape in shapes for element in shape.split() for word in element.rstrip("?").split("|")
            )
    found = {word for word in found if not word.isascii()}
    return frozenset(found)


_local = threading.local()


@lru_cache(maxsize=1 << 12)
def german_stem(lower: str) -> str:
    """Return the Snowball stem of a German word; a stemmer is not safe to share, so each thread has its own."""
    stemmer: Any = getattr(_local, "german", None)
    if stemmer is None:
        from Stemmer import Stemmer

        stemmer = _local.german = Stemmer("german")
    return str(stemmer.stemWord(lower))


@lru_cache(maxsize=256)
def words(code: str, key: str) -> frozenset[str]:
    """Return one of the word lists under [words] of a language, folded."""
    return frozenset(map(fold, table(code).get("words", {}).get(key, "").split()))


@lru_cache(maxsize=64)
def spelled(code: str, key: str) -> frozenset[str]:
    """Return one of the word lists under [words] of a language with its accents ("würde" is not "wurde")."""
    return frozenset(table(code).get("words", {}).get(key, "").split())


@cache
def all_words(key: str) -> frozenset[str]:
    """Return one of the word lists under [words], of all languages together."""
    return frozenset[str]().union(*(words(code, key) for code in languages()))
