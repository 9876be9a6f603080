"""An update about one thing says nothing of another thing of its kind."""

from __future__ import annotations

import pytest

from memtui.intelligence.judging import judge
from memtui.intelligence.reading import read

APART = (
    ("The invoice service uses Kafka.", "The ledger service now uses NATS instead of Kafka."),
    ("Project Falcon uses Elixir.", "Project Heron now uses Go instead of Elixir."),
    ("The endpoint /v2/orders accepts CSV.", "The endpoint /v2/stock no longer accepts CSV."),
    ("PR #41 adds tracing.", "PR #57 removes tracing."),
    ("The EU region runs Postgres 14.", "The US region runs Postgres 16."),
)
TOGETHER = (
    ("The invoice service uses Kafka.", "The invoice service now uses NATS instead of Kafka."),
    ("We use Kafka for invoices.", "We now use NATS instead of Kafka."),
    ("The US region runs Postgres 14.", "The US region runs Postgres 16."),
)


@pytest.mark.parametrize(("old", "new"), APART)
def test_another_subject_is_left_alone(old: str, new: str) -> None:
    assert judge(read(new), read(old)) is None


@pytest.mark.parametrize(("old", "new"), TOGETHER)
def test_the_same_subject_is_found(old: str, new: str) -> None:
    assert judge(read(new), read(old)) is not None
