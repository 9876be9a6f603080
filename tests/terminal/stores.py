"""Stores for the runs: the sample project, and a year in which nobody looked at what agents disagreed about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory

from memtui.bootstrap import open_demo, open_workspace
from memtui.domain.drafts import Draft
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import Kind
from memtui.domain.policy import Policy
from memtui.domain.records import Actor
from memtui.services import hierarchy, remember, review
from memtui.services.workspace import Settings

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
HEADS = "al bren cor dul fen gor hal jor kel lum mor nol pel quin ral sol"
TAILS = "bach dorf feld gard heim kamp linde moor nau rode stedt tal wald zell bruck furt hof ingen leben"
CHANGES = (
    ("RabbitMQ", "Kafka"),
    ("MySQL", "PostgreSQL"),
    ("Redis", "Memcached"),
    ("Jenkins", "Buildkite"),
    ("Webpack", "Vite"),
    ("Express", "Fastify"),
)
"""What services are moved from, and to what."""

CHANGED, REPEATED, CORRECTED, SILENT = 60, 50, 60, 110
"""60 changes of a tool, 50 texts written twice, 60 values that were told in two ways and then changed (three
conflicts each, one of which the two others settle), 110 told in two ways: 60 + 50 + 3·60 + 110 = 400 conflicts."""


def names() -> Iterator[str]:
    """Names of places that no two services share."""
    return (head + tail for head, tail in product(HEADS.split(), TAILS.split()))


def disagreements() -> list[Draft]:
    """What agents wrote: the texts of 400 open conflicts, many of which settle one another."""
    name = names()
    texts: list[list[str]] = []
    for number in range(CHANGED):
        old, new = CHANGES[number % len(CHANGES)]
        service = f"The {next(name)} service"
        texts.append([f"{service} uses {old}", f"{service} switched from {old} to {new}"])
    for _ in range(REPEATED):
        task = f"Run pnpm test:{next(name)} before"
        texts.append([f"{task} every commit", f"{task} each commit"])
    for number in range(CORRECTED + SILENT):
        app = f"Sessions of the {next(name)} app"
        told = [f"{app} time out after 15 minutes", f"{app} time out after 30 minutes"]
        texts.append(told + [f"{app} now time out after 45 minutes"] * (number < CORRECTED))
    return [
        Draft(content=text, kind=Kind.REFERENCE, created_at=START + timedelta(days=7 * place, minutes=number))
        for number, group in enumerate(texts)
        for place, text in enumerate(group)
    ]


def overgrown(place: Path) -> None:
    """Write the store of 400 open conflicts: found by detection, nothing applied."""
    workspace = open_workspace(str(place), face="mcp", actor=Actor("ana"), config=place.parent / "none.toml")
    waiting = Settings(policy=Policy(at_once=1.01))
    remember.add_all(replace(workspace, settings=waiting), disagreements())
    workspace.store.close()


def sample(place: Path) -> None:
    """Write the sample project to a file, as `memtui demo --into` does."""
    with TemporaryDirectory() as folder:
        workspace = open_demo(Path(folder), config=place.parent / "none.toml")
        workspace.store.maintenance.backup(place)
        workspace.store.close()


def hostile(place: Path) -> None:
    """Write the sample project with its hostile memories in conflict with, and linked to, one another."""
    sample(place)
    workspace = open_workspace(str(place), face="cli", actor=Actor("ana"), config=place.parent / "none.toml")
    where = replace(EVERYTHING, tags=("hostile",))
    numbers = list(workspace.store.reads.numbers(where, Order.RECORDED))
    for older, newer in pairwise(numbers):
        review.report_missed(workspace, newer, older)
    hierarchy.move_all(workspace, numbers[::2], "working")
    workspace.store.close()
