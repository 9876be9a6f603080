"""Texts read once for judging: sentences, words, labels, signals and clauses, with offsets into the text."""

from __future__ import annotations

from memtui.intelligence.reading.readings import Reading, Statement, read
from memtui.intelligence.reading.signals import Signal, signals
from memtui.intelligence.reading.words import Word

__all__ = ["Reading", "Signal", "Statement", "Word", "read", "signals"]
