"""What a file or folder is called: endings, whole names and folders, by list and by shape."""

from __future__ import annotations

import re
from functools import lru_cache

from memtui.intelligence import lexicon
from memtui.intelligence.tokens import fold

_STRANGE = re.compile(r"[<>{}|*?\"'`,;=\s()\[\]$%^&!]|\.\.\.|://|//")
_SEGMENT = re.compile(r"[\w.@+~-]+")
_ENDING = re.compile(r"[A-Za-z0-9_]{1,14}")
_DRIVE = re.compile(r"[A-Za-z]:\\[\w\\ .-]+")
_ROUTE = re.compile(r"/(?:api|v\d+)(?:/|$)")
_ORDINARY = re.compile(r"\d+(?:/\d+)+")


@lru_cache(maxsize=1 << 12)
def is_path(text: str, coded: bool) -> bool:
    """Return whether a word is the path or name of a file or folder.

    `coded` says that it stands in a code span, where less proof is asked for.
    """
    if _DRIVE.fullmatch(text):
        return True
    if text[0] in "-\\" or _STRANGE.search(text) or not any(character.isalpha() for character in text):
        return False
    plain = text.replace("\\", "/")
    if "/" not in plain:
        return _is_file_name(plain, coded)
    rooted = plain.startswith(("/", "./", "../", "~/"))
    parts = [part for part in plain.split("/") if part not in ("", ".", "..", "~")]
    if not parts or not all(_SEGMENT.fullmatch(part) for part in parts):
        return False
    if _is_file_name(parts[-1], True, beside_slash=True) and not plain.endswith("/"):
        return not (len(parts) == 1 and not rooted and not coded)
    return _is_folder(plain, parts, rooted, coded)


def _is_folder(plain: str, parts: list[str], rooted: bool, coded: bool) -> bool:
    first = fold(parts[0])
    folders, never = lexicon.words("file_names", "folders"), lexicon.words("file_names", "never")
    if rooted:
        if plain.startswith("/") and not coded:
            return (
                first in folders
                and not _ROUTE.match(plain)
                and (len(parts) > 1 or plain.endswith("/") or first in _ROOTS)
            )
        return (coded and not _ROUTE.match(plain)) or plain.startswith(("./", "../", "~/"))
    if plain.startswith("@") or first in never or _ORDINARY.fullmatch(plain):
        return False
    if plain.endswith("/"):
        return coded or len(parts) > 1 or first in folders
    if len(parts) == 2:
        return first in (folders if coded else lexicon.words("file_names", "surely")) and not parts[0].isupper()
    known = sum(fold(part) in folders or part[0] == "." or "_" in part for part in parts)
    return known >= (1 if coded else 2) or (known == 1 and first in folders)


_ROOTS = frozenset(["etc", "usr", "var", "opt", "tmp", "home", "dev", "proc", "mnt", "srv", "boot", "root"])


def _is_file_name(text: str, coded: bool, beside_slash: bool = False) -> bool:
    lower = fold(text)
    if lower in lexicon.words("file_names", "names"):
        return coded or lower not in lexicon.words("file_names", "plain") or text in _SHOUTED
    stem, dot, ending = text.rpartition(".")
    if (
        dot
        and fold(stem) in lexicon.words("file_names", "names")
        and _ENDING.fullmatch(ending)
        and (stem[0] == "." or not stem.islower())
    ):
        return True
    if not dot or not _ENDING.fullmatch(ending) or not (ending.islower() or ending.isupper() or ending.isdigit()):
        return False
    if ending.lower() not in lexicon.words("file_names", "endings"):
        return False
    if not stem:
        return coded and beside_slash
    if stem[-1] == "." or (stem[0] == "." and len(stem) == 1):
        return False
    if ending.lower() in lexicon.words("file_names", "weak") and not beside_slash:
        return fold(stem.split(".")[0]) not in lexicon.words("file_names", "objects") and _is_stem(stem, ending)
    return beside_slash or fold(stem.split(".")[0]) not in lexicon.words("file_names", "objects") or ending in _MAIN


_SHOUTED = frozenset(["README", "ReadMe", "CHANGELOG", "CODEOWNERS", "CONTRIBUTING", "COPYING"])
_MAIN = frozenset(
    ["py", "js", "ts", "tsx", "jsx", "json", "yaml", "yml", "toml", "rs", "go", "md", "rb", "html", "css"]
)


def _is_stem(stem: str, ending: str) -> bool:
    """Whether what stands before a weak ending looks like a file's stem rather than a word or an object."""
    return (
        len(ending) == 1
        and stem.replace("_", "").replace("-", "").isalnum()
        and len(stem) > 2
        and not stem[0].isupper()
    )
