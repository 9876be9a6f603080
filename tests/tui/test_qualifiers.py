"""Qualifiers in a filter line: written and taken away whole."""

from __future__ import annotations

from memtui.tui.views.qualifiers import holds, qualified, toggled


def test_a_qualifier_is_added_and_taken_away_again() -> None:
    assert toggled("database", "tag:db") == "database tag:db"
    assert toggled("database tag:db", "tag:db") == "database"
    assert toggled("", qualified("entity", "token endpoint")) == 'entity:"token endpoint"'


def test_a_longer_one_that_begins_alike_stays() -> None:
    assert toggled("tag:dbs tag:db", "tag:db") == "tag:dbs"
    assert not holds("tag:dbs", "tag:db")
    assert toggled("tag:dbs", "tag:db") == "tag:dbs tag:db"
