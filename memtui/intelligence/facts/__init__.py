"""Facts that a text states: subject, predicate and object, one per clause (SPEC 4, after TekMemo's seven relations)."""

from __future__ import annotations

from memtui.intelligence.facts.labels import entity_named, fold_label
from memtui.intelligence.facts.stating import WE, facts, states_in_every_sentence

__all__ = ["WE", "entity_named", "facts", "fold_label", "states_in_every_sentence"]
