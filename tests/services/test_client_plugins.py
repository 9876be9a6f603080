"""Plug-ins of the Python API: a judge and an extractor are heeded, and the rules stand where one fails or talks rubbish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memtui import MemoryClient
from memtui.domain.judgements import Extraction, Finding, FoundEntity, StatedFact
from memtui.domain.kinds import (
    ConflictState,
    ConflictType,
    EntityType,
    Predicate,
    RelationKind,
    Severity,
    Status,
    SuggestedAction,
    Tier,
)
from memtui.domain.plugins import ConflictJudge, ExtractionInput, Extractor, JudgedMemory

TWO = ("The lobby is painted blue.", "The lobby is painted in the colour of the sea.")
SWITCH = ("We use PostgreSQL for user data", "Switched from PostgreSQL to MongoDB")


class Seeing:
    """A judge that answers what it is told to, and remembers what it was asked."""

    name = "seeing"

    def __init__(self, answer: Callable[[JudgedMemory, JudgedMemory], Any]) -> None:
        self.answer = answer
        self.asked: list[tuple[JudgedMemory, JudgedMemory]] = []

    def judge(self, new: JudgedMemory, old: JudgedMemory) -> Finding | None:
        """Return the answer."""
        self.asked.append((new, old))
        found: Finding | None = self.answer(new, old)
        return found


class Reading:
    """An extractor that answers what it is told to."""

    name = "reading"

    def __init__(self, answer: Callable[[ExtractionInput], Any]) -> None:
        self.answer = answer
        self.asked = 0

    def extract(self, input: ExtractionInput) -> Extraction:
        """Return the answer."""
        self.asked += 1
        found: Extraction = self.answer(input)
        return found


def disagree(new: JudgedMemory, old: JudgedMemory, **more: Any) -> Finding:
    """A finding that the rules would not make."""
    told: dict[str, Any] = {
        "type": ConflictType.CONTRADICTION,
        "relation": RelationKind.CONTRADICTS,
        "severity": Severity.HIGH,
        "confidence": 0.8,
        "rule": "seeing",
        "reason": "a colour of the sea is not blue in here",
        "suggested": SuggestedAction.MARK_CONFLICTED,
    }
    return Finding(**{**told, **more})


def fail(*_: object) -> Any:
    raise RuntimeError("the model is asleep")


def test_the_doubles_are_what_the_protocols_ask_for() -> None:
    assert isinstance(Seeing(fail), ConflictJudge)
    assert isinstance(Reading(fail), Extractor)


def test_a_plugged_judge_is_heeded() -> None:
    judge = Seeing(disagree)
    with MemoryClient(":memory:", judge=judge) as client:
        client.add(TWO[0], kind="reference", tags=["walls"], project="house")
        done = client.add_with_report(TWO[1], kind="reference", project="house")
        (report,) = done.conflict_reports
        assert (report.reason, report.confidence) == ("a colour of the sea is not blue in here", 0.8)
        assert {memory.status for memory in client.list()} == {Status.CONFLICTED}
        assert done.report.notices == ()
    ((new, old),) = judge.asked
    assert (new.content, old.content) == (TWO[1], TWO[0])
    assert (old.tags, old.project) == (("walls",), "house")
    assert new.created_at is not None
    assert old.created_at is not None
    assert old.created_at < new.created_at


def test_a_judge_that_finds_nothing_is_believed() -> None:
    with MemoryClient(":memory:", judge=Seeing(lambda new, old: None)) as client:
        client.add(SWITCH[0])
        assert client.add_with_report(SWITCH[1]).conflict_reports == ()
        assert client.list_conflicts() == []


RUBBISH: dict[str, Callable[[JudgedMemory, JudgedMemory], Any]] = {
    "fails": fail,
    "says yes": lambda new, old: True,
    "returns a sentence": lambda new, old: "they contradict each other",
    "returns a mapping": lambda new, old: {"type": "contradiction"},
    "makes up a type": lambda new, old: disagree(new, old, type="quarrel"),
    "makes up an action": lambda new, old: disagree(new, old, suggested="burn_both"),
    "gives a reason that is no text": lambda new, old: disagree(new, old, reason=None),
    "gives no reason": lambda new, old: disagree(new, old, reason="  "),
    "is surer than sure": lambda new, old: disagree(new, old, confidence=17),
    "is not a number": lambda new, old: disagree(new, old, confidence=float("nan")),
}


@pytest.mark.parametrize("answer", RUBBISH.values(), ids=RUBBISH)
def test_where_a_judge_fails_the_rules_judge_and_say_so(answer: Callable[[JudgedMemory, JudgedMemory], Any]) -> None:
    judge = Seeing(answer)
    with MemoryClient(":memory:", judge=judge) as client:
        client.add(SWITCH[0])
        client.add("We run the nightly job on PostgreSQL")
        judge.asked.clear()
        done = client.add_with_report(SWITCH[1])
        assert ConflictType.SUPERSESSION in {report.conflict_type for report in done.conflict_reports}
        (notice,) = done.report.notices
        assert "The judge seeing failed" in notice
        assert "rules" in notice
        assert len(judge.asked) == 1
        assert client.get(done.conflict_reports[0].existing_id).status is Status.SUPERSEDED


def test_spans_outside_the_texts_mark_nothing() -> None:
    judge = Seeing(lambda new, old: disagree(new, old, span=(5, 9_000), old_span="ab"))
    with MemoryClient(":memory:", judge=judge) as client:
        client.add(TWO[0])
        (report,) = client.add_with_report(TWO[1]).conflict_reports
        assert "span" not in report.conflict.evidence
        assert "old_span" not in report.conflict.evidence


def test_a_scan_with_a_failing_judge_finds_what_the_rules_find() -> None:
    with MemoryClient(":memory:", judge=Seeing(fail)) as client:
        for text in SWITCH:
            client.add(text, detect=False)
        report = client.scan()
        assert report.found == 1
        assert len(report.notices) == 1
        assert client.list_conflicts()[0].state is ConflictState.AUTO


# Extractors


def teach(input: ExtractionInput) -> Extraction:
    """Names and a fact that the rules do not find."""
    return Extraction(
        nodes=(FoundEntity(type=EntityType.PERSON, name="Mirabelle", start=0, end=9),),
        edges=(StatedFact(subject="Mirabelle", predicate=Predicate.OWNS, object="ferry", start=0, end=9),),
    )


def test_a_plugged_extractor_is_heeded() -> None:
    with MemoryClient(":memory:", extractor=Reading(teach)) as client:
        done = client.add_with_report("mirabelle, she is the one with the boats")
        assert [entity.name for entity in done.report.entities] == ["Mirabelle"]
        assert [fact.predicate for fact in done.report.facts] == [Predicate.OWNS]
        assert done.report.notices == ()
        found = client.extract("anything at all")
        assert found.extractor == "reading"
        assert [node.name for node in found.nodes] == ["Mirabelle"]
        assert client.related(entity="Mirabelle").count == 1


def test_an_extractor_may_rescore_the_tier() -> None:
    text = "We had a look at the printers today, they are fine"
    with MemoryClient(":memory:", extractor=Reading(lambda given: Extraction(tier=Tier.DURABLE))) as client:
        memory = client.add(text, kind="note")
        assert (memory.tier, memory.tier_reason, memory.tier_rule_reason) == (
            Tier.DURABLE,
            "rescored",
            "transient-kind",
        )
        chosen = client.add(text, kind="note", tier="transient")
        assert (chosen.tier, chosen.tier_reason) == (Tier.TRANSIENT, "explicit-override")


def test_what_an_extractor_calls_a_contradiction_is_a_supersedes_fact() -> None:
    answer = Extraction(contradictions=(("green paint", "blue paint"),))
    with MemoryClient(":memory:", extractor=Reading(lambda given: answer)) as client:
        done = client.add_with_report("The lobby got its new colour at last.")
        names = {entity.number: entity.name for entity in client.workspace.store.graph.all_entities(0, 10)}
        (fact,) = done.report.facts
        assert (names[fact.subject_number], fact.predicate, names[fact.object_number]) == (
            "green paint",
            Predicate.SUPERSEDES,
            "blue paint",
        )


NONSENSE: dict[str, Callable[[ExtractionInput], Any]] = {
    "fails": fail,
    "returns nothing": lambda given: None,
    "returns a sentence": lambda given: "Mirabelle owns a ferry",
    "nodes are sentences": lambda given: Extraction(nodes=("Mirabelle",)),  # type: ignore[arg-type]
    "edges are triples": lambda given: Extraction(edges=(("a", "owns", "b"),)),  # type: ignore[arg-type]
    "a contradiction has three ends": lambda given: Extraction(contradictions=(("a", "b", "c"),)),  # type: ignore[arg-type]
    "a contradiction is of numbers": lambda given: Extraction(contradictions=((1, 2),)),  # type: ignore[arg-type]
    "a tier is made up": lambda given: Extraction(tier="forever"),  # type: ignore[arg-type]
    "a name is empty": lambda given: Extraction(nodes=(FoundEntity(type=EntityType.PERSON, name=" ", start=0, end=0),)),
    "a type is made up": lambda given: Extraction(
        nodes=(FoundEntity(type="ghost", name="Casper", start=0, end=6),)  # type: ignore[arg-type]
    ),
}


@pytest.mark.parametrize("answer", NONSENSE.values(), ids=NONSENSE)
def test_where_an_extractor_fails_the_rules_read_and_say_so(answer: Callable[[ExtractionInput], Any]) -> None:
    with MemoryClient(":memory:", extractor=Reading(answer)) as client:
        done = client.add_with_report("We replaced session-based auth with JWT.", kind="decision")
        assert "JWT" in {entity.name for entity in done.report.entities}
        assert [fact.predicate for fact in done.report.facts] == [Predicate.SUPERSEDES]
        (notice,) = done.report.notices
        assert "The extractor reading failed" in notice
        told = client.extract("Switched from tabs to spaces")
        assert told.extractor == "rules"
        assert "reading" in told.notice


def test_a_name_that_stands_nowhere_in_the_text_is_kept_all_the_same() -> None:
    node = FoundEntity(type=EntityType.CONCEPT, name="harbour fee", start=700, end=-3)
    with MemoryClient(":memory:", extractor=Reading(lambda given: Extraction(nodes=(node,)))) as client:
        memory = client.add("It was raised again, they said.")
        assert [each.memory.id for each in client.related(entity="harbour fee").mentioned] == [memory.id]
        assert client.workspace.store.maintenance.check() == []


def test_a_plug_in_that_fails_is_asked_once_in_an_act() -> None:
    reading = Reading(fail)
    with MemoryClient(":memory:", extractor=reading) as client:
        client.add_many(f"Note number {number} about the harbour" for number in range(5))
    assert reading.asked == 1
