"""Typos and beginnings of words in a search, and the closest word when nothing is found."""

from __future__ import annotations

from memtui.services.workspace import Workspace

from .conftest import Note
from .searching import found, search


def test_a_typo_is_read_as_the_word_it_means_and_says_so(ana: Workspace, note: Note) -> None:
    note("The Kubernetes cluster has three nodes.")
    note("The office plants need water.")
    result = search(ana, "kubrenetes")
    assert [hit.memory.content for hit in result] == ["The Kubernetes cluster has three nodes."]
    assert any("kubrenetes" in notice for notice in result.notices)
    assert search(ana, "kubernetes").notices == ()


def test_a_known_word_is_never_widened(ana: Workspace, note: Note) -> None:
    note("The form is long.")
    note("The farm is far.")
    assert found(ana, "form") == ["The form is long."]


def test_while_typing_the_last_word_is_a_beginning(ana: Workspace, note: Note) -> None:
    note("The Kubernetes cluster has three nodes.")
    assert found(ana, "kub", typing=True) == ["The Kubernetes cluster has three nodes."]
    assert found(ana, "kub") == []


def test_nothing_found_names_the_closest_word(ana: Workspace, note: Note) -> None:
    note("We tune postgres twice a year.")
    result = search(ana, "pstgrss tag:nothing")
    assert result.hits == ()
    assert result.closest is not None
    assert result.closest.startswith("postgr")
    assert search(ana, "postgres").closest is None
