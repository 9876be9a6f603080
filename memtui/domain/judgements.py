"""What the intelligence says about texts: entities and facts found in one, and what one memory means for another.

Nothing here is stored as it is: services turn it into records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from memtui.domain.kinds import ConflictType, EntityType, Predicate, RelationKind, Severity, SuggestedAction, Tier
from memtui.domain.records import Json, share

Span = tuple[int, int]
"""Offsets into a text, from the first character up to but without the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntity:
    """A named thing in a text: its canonical `name`, where it stands, and what the text says of it.

    `context` is one word or phrase (modified, validates, inherits, middleware); `attributes` are such as
    version, domain and priority. `aliases` are other names that the word lists know for it.
    """

    type: EntityType
    name: str
    start: int
    end: int
    context: str = ""
    attributes: Json = field(default_factory=dict)
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedFact:
    """Subject, predicate and object as a text states them, where, and with which scope.

    `ended` marks what the text says no longer holds ("We no longer use X"): it is no fact, and retires one.
    """

    subject: str
    predicate: Predicate
    object: str
    start: int
    end: int
    scope: str = ""
    confidence: float = 0.6
    ended: bool = False

    def __post_init__(self) -> None:
        share("confidence", self.confidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What an extractor found in one text (TekMemo's nodes, edges and contradictions).

    A contradiction {from, to} names what replaces and what is replaced. `tier` re-scores the durability where
    the extractor has an opinion. `notice` says why a plugged-in extractor was not heeded.
    """

    nodes: tuple[FoundEntity, ...] = ()
    edges: tuple[StatedFact, ...] = ()
    contradictions: tuple[tuple[str, str], ...] = ()
    tier: Tier | None = None
    extractor: str = "rules"
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a newer memory means for an older one, with the reason.

    `type` is unset where there is only a relation. `rule` names the rule that decided; `confidence` (0 to 1) is
    what that rule's findings of this score were measured to be right. `reason` is one sentence that a person
    can check. `signal` is the update word as written, `trigger` how the evidence prints it (`Negation trigger
    "no longer"`). `span` lies in the newer text, `old_span` in the older. `exact` says that a whole, specific
    outgoing phrase was found in the older text: only then may a supersession be applied at once. `group` is
    equal for all findings of one signal of the newer memory, or of one slot. `changed_at` is a date that the
    text gives for the change. `note` goes with the relation ("deprecated").
    """

    type: ConflictType | None
    relation: RelationKind | None
    severity: Severity
    confidence: float
    rule: str
    reason: str
    signal: str = ""
    trigger: str = ""
    span: Span | None = None
    old_span: Span | None = None
    subject: str = ""
    slot: str = ""
    old_value: str = ""
    new_value: str = ""
    scope: str = ""
    exact: bool = False
    group: str = ""
    note: str = ""
    changed_at: datetime | None = None
    suggested: SuggestedAction = SuggestedAction.KEEP_BOTH

    def __post_init__(self) -> None:
        share("confidence", self.confidence)
