"""A store that fills every view as its picture does: one project from September 2025 to 23 March 2026, 14:10.

What is written here is found, queued and applied by memtui's own services, each act at its moment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ulid import ULID

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.kinds import Kind, Layer, MemoryType, Priority, RelationKind, Source, Tier
from memtui.domain.policy import Policy
from memtui.domain.records import Actor, Relation
from memtui.domain.verdicts import Verdict
from memtui.services import hierarchy, remember, review
from memtui.services.workspace import Settings, Workspace
from tests.snapshots.sample import AGENT, ANA, CODEX, NOW

BEN = Actor("ben")
WAITING = Settings(policy=Policy(at_once=1.01))
"""Nothing is applied by itself, so that all that is found waits for a person."""

DURABLE: dict[str, Any] = {"kind": Kind.REFERENCE}
DECIDED: dict[str, Any] = {"kind": Kind.DECISION, "tags": ("decision",)}
CODE: dict[str, Any] = {"memory_type": MemoryType.EPISODIC, "tags": ("code",), "source": Source.EDIT}
NOTED: dict[str, Any] = {"kind": Kind.NOTE}


@dataclass(frozen=True, slots=True)
class Told:
    """One memory: its key, when it was written and by whom, what it says, how often it was opened, and the rest."""

    key: str
    at: datetime
    by: Actor
    text: str
    opened: int
    waits: bool
    more: dict[str, Any]


def told(key: str, at: str, by: Actor, text: str, *, opened: int = 0, waits: bool = True, **more: Any) -> Told:
    """Write one memory; unless it `waits`, detection applies what it finds at once."""
    return Told(key, datetime.fromisoformat(at).replace(tzinfo=UTC), by, text, opened, waits, more)


HOSTILE = "\x1b]52;c;aGk=\x07 and \x1b[2J"

MEMORIES = (
    # How people sign in
    told("sessions", "2025-09-10T10:00", ANA, "Session-based authentication", opened=4, **DURABLE),
    told("cookie", "2025-09-12T09:30", AGENT, "Session cookie lives 30 minutes", **CODE),
    told("rsa", "2025-10-30T09:00", ANA, "RSA cryptography", opened=2, tier=Tier.DURABLE, **DURABLE),
    told("jwt-spec", "2025-11-01T09:00", ANA, "JWT specification RFC 7519", opened=3, **DURABLE),
    told("jwt", "2025-11-02T09:30", ANA, "We replaced session-based auth with JWT", opened=6, waits=False, **DECIDED),
    told("jwt-impl", "2025-11-02T15:00", AGENT, "JWT authentication implementation", opened=9, **DURABLE),
    told("oauth-flow", "2025-11-05T10:00", AGENT, "OAuth2 token flow", opened=3, tier=Tier.DURABLE, **DURABLE),
    told("jwt-holds", "2025-11-20T09:00", AGENT, "JWT token contains user ID and role", opened=3, **DURABLE),
    told("access-holds", "2025-11-24T09:00", CODEX, "Access tokens include user ID and permissions", **DURABLE),
    told("refresh", "2025-12-14T11:00", AGENT, "Refresh token rotation", opened=5, file="src/auth/refresh.ts", **CODE),
    told("limit-60", "2026-02-11T10:00", AGENT, "The token endpoint allows 60 requests per minute", **DURABLE),
    told("oauth", "2026-03-05T16:20", ANA, "Switched from JWT to OAuth2 after security audit", opened=8, **DECIDED),
    told("limit-100", "2026-03-10T10:00", CODEX, "The token endpoint allows 100 requests per minute", **DURABLE),
    # Databases
    told("mysql", "2025-12-20T09:00", ANA, "Database transactions use MySQL InnoDB", **DURABLE),
    told("pg", "2026-01-15T09:12", ANA, "We use PostgreSQL for user data", opened=11, **DECIDED),
    told("acid", "2025-12-21T09:00", ANA, "Replaced MySQL with PostgreSQL for ACID guarantees", waits=False, **DECIDED),
    told("plan", "2026-02-01T10:30", ANA, "Database migration plan", opened=7, kind=Kind.GOAL, layer=Layer.WORKING),
    told("pooling", "2026-02-10T17:00", AGENT, "PostgreSQL connection pooling", opened=4, **CODE),
    told("catalog", "2026-02-20T09:05", ANA, "We use MongoDB for product catalog", opened=6, **DECIDED),
    told("mongo", "2026-03-20T09:14", ANA, "We no longer use PostgreSQL, migrated to MongoDB", opened=6, **DECIDED),
    told(
        "url",
        "2026-03-01T12:10",
        CODEX,
        "Set DATABASE_URL in .env to postgres://localhost",
        opened=12,
        kind=Kind.CONSTRAINT,
        memory_type=MemoryType.OPERATIONAL,
    ),
    told("redis-1", "2026-02-03T08:50", CODEX, "Redis memory limit is 1GB", opened=5, **DURABLE),
    told("redis-8", "2026-03-20T09:40", BEN, "That's incorrect—we set Redis to 8GB last month", opened=2, **DURABLE),
    # Building and running
    told("webpack", "2026-01-09T14:10", BEN, "Build system uses Webpack", opened=3, **DURABLE),
    told("vite", "2026-03-23T11:30", BEN, "As of March 2026, now using Vite for faster builds", opened=4, **DECIDED),
    told("node-18", "2026-01-09T14:22", CODEX, "Node.js LTS version is 18.x", waits=False, **DURABLE),
    told(
        "node-20", "2026-03-19T16:44", CODEX, "As of March 2026, Node.js LTS is 20.x", opened=9, waits=False, **DURABLE
    ),
    told(
        "page-50", "2026-02-05T10:12", AGENT, "API endpoint: GET /users returns 50 items per page", waits=False, **CODE
    ),
    told("page-100", "2026-03-14T13:40", AGENT, "Updated endpoint to return 100 items per page", waits=False, **CODE),
    told("docker-good", "2026-02-01T16:45", BEN, "Docker reduces deployment issues by 80%", opened=2, **CODE),
    told("docker-bad", "2026-03-15T18:20", BEN, "Docker added complexity and network issues aren't worth it", **CODE),
    told(
        "never",
        "2026-02-21T09:00",
        ANA,
        "Never push to main",
        opened=31,
        pinned=True,
        kind=Kind.CONSTRAINT,
        memory_type=MemoryType.OPERATIONAL,
    ),
    told("deploys", "2026-03-08T09:00", BEN, "Deploys go out on Tuesdays 🚀 and never on Fridays 👩‍👩‍👧", **DURABLE),
    told("port-3000", "2026-01-16T09:25", CODEX, "The dev server listens on port 3000", opened=4, **DURABLE),
    told("port-8080", "2026-03-11T15:05", CODEX, "The dev server listens on port 8080", opened=3, **DURABLE),
    # The store front
    told(
        "tailwind",
        "2026-01-15T16:00",
        AGENT,
        "Button component styling uses Tailwind",
        opened=2,
        file="src/components/Button.tsx",
        **CODE,
    ),
    told(
        "a11y",
        "2026-02-03T11:00",
        BEN,
        "Button component has accessibility issues",
        opened=4,
        file="src/components/Button.tsx",
        **CODE,
    ),
    told(
        "race",
        "2026-03-01T10:30",
        AGENT,
        "Fixed Button component click handler race condition",
        opened=3,
        file="src/components/Button.tsx",
        **CODE,
    ),
    told(
        "hooks",
        "2026-03-20T11:20",
        AGENT,
        "Refactored Button component to use hooks",
        opened=5,
        file="src/components/Button.tsx",
        **CODE,
    ),
    told(
        "submit",
        "2026-03-18T13:40",
        AGENT,
        "Fixed race condition in handleSubmit called by form onSubmit",
        opened=9,
        priority=Priority.HIGH,
        file="src/checkout/form.ts",
        **CODE,
    ),
    told("redux", "2026-01-14T11:20", BEN, "Use Redux for state management", opened=4, **DECIDED),
    told("zustand", "2026-03-21T15:00", BEN, "Switched to Zustand for simpler state management", opened=2, **DECIDED),
    told("guest-yes", "2026-01-20T10:00", ANA, "Checkout supports guest orders", **DECIDED),
    told("guest-no", "2026-03-16T11:30", CODEX, "Checkout does not support guest orders", **DURABLE),
    told(
        "typescript",
        "2026-03-23T09:00",
        ANA,
        "Decided to adopt TypeScript for type safety",
        opened=8,
        pinned=True,
        priority=Priority.HIGH,
        **DECIDED,
    ),
    told("typo", "2026-03-22T09:20", AGENT, "Line 42 has a typo in variable name", source=Source.READ, **NOTED),
    # People, plans and scratch
    told("cli", "2026-03-05T09:05", AGENT, "User prefers CLI", opened=4, kind=Kind.PREFERENCE),
    told("mcp", "2026-03-22T16:44", CODEX, "User wants MCP", opened=1, kind=Kind.PREFERENCE),
    told("logs", "2026-03-17T11:15", CODEX, "handleSubmit logs twice in staging", opened=3, **NOTED),
    told("esbuild", "2026-03-14T09:45", BEN, "Try esbuild for the worker images?", opened=1, **NOTED),
    told(
        "checkout",
        "2026-03-21T09:45",
        BEN,
        "Redesign checkout form before April",
        opened=9,
        kind=Kind.GOAL,
        layer=Layer.WORKING,
    ),
    told(
        "runners", "2026-03-01T13:45", BEN, "Move CI to the new runners", opened=1, kind=Kind.GOAL, layer=Layer.WORKING
    ),
    told(
        "spike",
        "2026-03-15T16:20",
        CODEX,
        "Spike: rate limiting for token endpoint",
        kind=Kind.GOAL,
        memory_type=MemoryType.EPISODIC,
        layer=Layer.WORKING,
        importance_override=0.1,
    ),
    told("avatar-2", "2026-02-15T14:20", BEN, "用户头像的文件大小上限是 2 MB", opened=1, **DURABLE),
    told("avatar-5", "2026-03-13T10:30", BEN, "用户头像的文件大小上限是 5 MB", **DURABLE),
    told("party-a", "2026-02-16T14:20", BEN, "The release party is on Friday 🎉", **DURABLE),
    told("party-b", "2026-03-12T10:30", CODEX, "The release party is on Thursday 🎉 东京", **DURABLE),
    told("cms", "2026-03-09T14:00", CODEX, f"The old CMS answers with {HOSTILE} in its [red]title[/]", **CODE),
    told("cms-new", "2026-03-12T14:00", CODEX, f"The old CMS no longer answers with {HOSTILE}", **CODE),
    told("images-a", "2026-02-24T16:20", BEN, "Product images are stored as WebP in three sizes", **DURABLE),
    told("images-b", "2026-03-11T16:20", CODEX, "Product images are stored as WebP in three sizes", **DURABLE),
    told("undated", "2026-02-11T08:00", ANA, "The build runs on three machines", undated=True, **DURABLE),
)

LINKS = (
    ("jwt-impl", RelationKind.REFERENCES, "jwt-spec"),
    ("jwt-spec", RelationKind.REFERENCES, "rsa"),
    ("jwt-impl", RelationKind.CONTRADICTS, "sessions"),
    ("oauth-flow", RelationKind.SIMILAR, "jwt-impl"),
    ("refresh", RelationKind.ELABORATES, "jwt-impl"),
    ("limit-60", RelationKind.ELABORATES, "refresh"),
    ("cookie", RelationKind.ELABORATES, "sessions"),
    ("docker-bad", RelationKind.REFERENCES, "jwt-impl"),
    ("plan", RelationKind.REFERENCES, "pg"),
    ("pooling", RelationKind.ELABORATES, "pg"),
)
"""What no detection can know: the newer memory, the kind, the older one."""


class Story:
    """The store while it is written; what was told is found by its key."""

    def __init__(self, workspace: Workspace, clock: FixedClock) -> None:
        self.workspace, self.clock = workspace, clock
        self.numbers: dict[str, int] = {}

    def at(self, moment: str, by: Actor = ANA) -> Workspace:
        """Go on to a moment and return the workspace of whoever acts then."""
        self.clock.moment = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        return replace(self.workspace, actor=by, face="screens" if by in (ANA, BEN) else "mcp")

    def tell(self, one: Told) -> None:
        """Write one memory at its moment."""
        workspace = self.at(one.at.replace(tzinfo=None).isoformat(), one.by)
        more = dict(one.more)
        undated = more.get("undated", False)
        draft = Draft(
            id=ulid(one.at, one.key),
            content=one.text,
            project="acme-shop",
            created_at=None if undated else one.at,
            **more,
        )
        chosen = replace(workspace, settings=WAITING) if one.waits else workspace
        self.numbers[one.key] = remember.add(chosen, draft, allow_secrets=True).memory.number or 0

    def pair(self, newer: str, older: str) -> int:
        """Return the conflict of two memories, reported by hand where detection sees none."""
        sides = {self.numbers[newer], self.numbers[older]}
        for _ in range(2):
            for known in self.workspace.store.queue.of(sorted(sides)):
                if {known.new_number, known.old_number} == sides:
                    return known.number or 0
            review.report_missed(self.workspace, self.numbers[newer], self.numbers[older])
        raise AssertionError(f"{newer} and {older} cannot be in conflict")

    def judge(self, at: str, verdict: Verdict, *pairs: tuple[str, str], by: Actor = ANA, note: str = "") -> None:
        """Give a verdict on some pairs."""
        workspace = self.at(at, by)
        review.decide(workspace, [self.pair(*pair) for pair in pairs], verdict, note=note or None)


def ulid(at: datetime, key: str) -> str:
    """Return the ULID that a memory has in every copy of the store."""
    chance = hashlib.blake2b(key.encode(), digest_size=10).digest()
    return str(ULID.from_bytes(int(at.timestamp() * 1000).to_bytes(6, "big") + chance))


def write(workspace: Workspace, clock: FixedClock) -> None:
    """Write the whole story into an empty store, in the order of its days."""
    story = Story(workspace, clock)
    in_order = sorted(MEMORIES, key=lambda one: one.at)
    today = NOW.replace(hour=0, minute=0)
    for one in in_order:
        if one.at < today:
            story.tell(one)
    _yesterday(story)
    for one in in_order:
        if one.at >= today:
            story.tell(one)
    _today(story)
    for times in range(1, max(one.opened for one in MEMORIES) + 1):
        numbers = [story.numbers[one.key] for one in MEMORIES if one.opened >= times]
        workspace.store.touch(numbers, NOW - timedelta(hours=24 + times))
    clock.moment = NOW


def _yesterday(story: Story) -> None:
    workspace = story.at("2026-03-22T17:00", AGENT)
    with workspace.store.write(workspace.act("link", f"{len(LINKS)} relations")) as work:
        for newer, kind, older in LINKS:
            ends = {"from_number": story.numbers[newer], "to_number": story.numbers[older]}
            work.insert(Relation(**ends, kind=kind, created_at=story.clock.moment, actor=AGENT.name))
    hierarchy.promote(story.at("2026-03-22T17:20"), story.numbers["hooks"])
    story.judge("2026-03-22T18:00", Verdict.NEWER, ("hooks", "tailwind"), ("hooks", "race"))
    story.judge("2026-03-22T18:05", Verdict.KEEP, ("limit-100", "limit-60"), note="the gateway says 60")


def _today(story: Story) -> None:
    story.judge("2026-03-23T13:56", Verdict.NEWER, ("zustand", "redux"))
    story.judge("2026-03-23T13:57", Verdict.OLDER, ("guest-no", "guest-yes"))
    story.judge("2026-03-23T13:58", Verdict.BOTH, ("access-holds", "jwt-holds"))
    noted = story.at("2026-03-23T13:59")
    review.annotate(noted, story.pair("docker-bad", "docker-good"), "ask ben after the next release")
    review.put_off(noted, story.pair("mcp", "cli"))
    story.pair("party-b", "party-a")
    story.pair("cms-new", "cms")
    hierarchy.promote(story.at("2026-03-23T14:02"), story.numbers["zustand"], Layer.OPERATIONAL)
    remember.edit_all(story.at("2026-03-23T14:05"), [story.numbers["esbuild"]], Edit(archived=True))


_WRITTEN: dict[str, bytes] = {}
"""The story's file, written once for all tests of a run."""


def story_file() -> bytes:
    """Return the file of the store."""
    if "file" not in _WRITTEN:
        with TemporaryDirectory() as folder:
            clock = FixedClock(NOW)
            there = str(Path(folder) / "story.db")
            workspace = open_workspace(there, face="screens", actor=ANA, clock=clock, config=Path(folder) / "none.toml")
            write(workspace, clock)
            copy = Path(folder) / "copy.db"
            workspace.store.maintenance.backup(copy)
            workspace.store.close()
            _WRITTEN["file"] = copy.read_bytes()
    return _WRITTEN["file"]


def story_opener(location: Path) -> Callable[[], Workspace]:
    """Return what opens the story at a path, its clock standing still."""

    def open_story() -> Workspace:
        if not location.exists():
            location.write_bytes(story_file())
        return open_workspace(str(location), face="screens", actor=ANA, clock=FixedClock(NOW))

    return open_story
