"""The closed vocabularies of the records: every value that a column may hold."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a memory is (TekMemo's seven kinds)."""

    DECISION = "decision"
    CONSTRAINT = "constraint"
    GOAL = "goal"
    PREFERENCE = "preference"
    REFERENCE = "reference"
    SUMMARY = "summary"
    NOTE = "note"


class MemoryType(StrEnum):
    """How a memory behaves (Mneno's four types)."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    OPERATIONAL = "operational"
    PREFERENCE = "preference"


class Source(StrEnum):
    """How a memory came into being (Memento's capture sources)."""

    WRITE = "write"
    EDIT = "edit"
    BASH = "bash"
    READ = "read"
    MANUAL = "manual"
    IMPORT = "import"


class Trust(StrEnum):
    """Whose word it is; a held memory takes no part in recall until a person has looked at it."""

    OWN = "own"
    AGENT = "agent"
    IMPORTED = "imported"
    HELD = "held"


class Priority(StrEnum):
    """Memento's explicit priorities; none is the default."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    NONE = "none"


class Status(StrEnum):
    """Whether a memory is still true (Mneno's four statuses)."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    CONFLICTED = "conflicted"


class Layer(StrEnum):
    """Mneno's layers, in rank order from low to high."""

    ARCHIVED = "archived"
    SHORT_TERM = "short_term"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    WORKING = "working"
    OPERATIONAL = "operational"


class Tier(StrEnum):
    """Whether a memory steers retrieval (TekMemo's durability tiers)."""

    DURABLE = "durable"
    TRANSIENT = "transient"


class RelationKind(StrEnum):
    """Memento's five relations, always stored from the newer memory to the older one."""

    SIMILAR = "similar"
    SUPERSEDES = "supersedes"
    REFERENCES = "references"
    CONTRADICTS = "contradicts"
    ELABORATES = "elaborates"


class RelationStatus(StrEnum):
    """Whether a relation still counts."""

    ACTIVE = "active"
    DEPRECATED = "deprecated"


class ConflictType(StrEnum):
    """What kind of disagreement two memories have."""

    CONTRADICTION = "contradiction"
    SUPERSESSION = "supersession"
    DUPLICATE = "duplicate"
    PREFERENCE_CHANGE = "preference_change"
    OPERATIONAL_CHANGE = "operational_change"
    STALE = "stale"


class Severity(StrEnum):
    """How much a conflict matters."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class SuggestedAction(StrEnum):
    """What a detector proposes to do about a conflict."""

    KEEP_BOTH = "keep_both"
    SUPERSEDE_EXISTING = "supersede_existing"
    MARK_CONFLICTED = "mark_conflicted"
    ARCHIVE_EXISTING = "archive_existing"
    MERGE = "merge"


class ConflictState(StrEnum):
    """Where a conflict stands in the review queue."""

    OPEN = "open"
    AUTO = "auto"
    KEPT = "kept"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"


class EntityType(StrEnum):
    """Memento's seven entity types and the four that prose adds."""

    FILE_PATH = "file_path"
    FUNCTION = "function"
    CLASS = "class"
    PACKAGE = "package"
    URL = "url"
    ENV_VAR = "env_var"
    CODE_NOTE = "code_note"
    PERSON = "person"
    PROJECT = "project"
    TOOL = "tool"
    CONCEPT = "concept"


class EntityStatus(StrEnum):
    """Whether an entity is current, absorbed into another, or retired."""

    ACTIVE = "active"
    MERGED = "merged"
    DEPRECATED = "deprecated"


class Predicate(StrEnum):
    """TekMemo's seven structural relations between entities."""

    USES = "uses"
    DEPENDS_ON = "depends_on"
    PREFERS = "prefers"
    BLOCKS = "blocks"
    SUPERSEDES = "supersedes"
    OWNS = "owns"
    RELATED_TO = "related_to"


class FactStatus(StrEnum):
    """Whether a fact holds, was retired, or is disputed."""

    ACTIVE = "active"
    DEPRECATED = "deprecated"
    CONFLICTED = "conflicted"


class ActorKind(StrEnum):
    """Who acts: a person at a face, an agent through MCP or Python, or one of memtui's own rules."""

    PERSON = "person"
    AGENT = "agent"
    RULE = "rule"
