"""Writing a memory and changing one: add, edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import bulk, shapes
from memtui.cli.fields import memory_fields, split_tags
from memtui.cli.frame import Command
from memtui.cli.moments import Moment
from memtui.cli.output import sentence_of
from memtui.cli.selection import handles_given, numbers_of, read_stdin, short_ids
from memtui.cli.session import Session, current, leave
from memtui.domain.drafts import Draft, Edit

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.remember import WriteReport
    from memtui.services.workspace import Workspace

_CLEARABLE = {"kind": "kind", "confidence": "confidence", "importance": "importance_override", "project": "project"}

allow_secrets_option = click.option(
    "--allow-secrets", is_flag=True, help="Store a text that holds a credential; it is masked wherever it is shown."
)


@click.command(
    cls=Command,
    help="""Write a memory. Several words are one text; - reads it from standard input.

    Into a pipe it prints the new id alone. A text that holds a credential is refused.""",
    examples=(
        ('memtui add "We use PostgreSQL for user data" --kind decision --tag db', ""),
        ("git log -1 --format=%B | memtui add - --source bash --at yesterday", ""),
        ('id=$(memtui add "Never push to main" --pin)', ""),
    ),
)
@click.argument("words", metavar="TEXT|-", nargs=-1, required=True)
@memory_fields(editing=False)
@click.option("--pin", is_flag=True, help="Pin it at once.")
@click.option("--session", metavar="ID", help="The session that it came from.")
@click.option("--agent", metavar="NAME", help="The agent that wrote it.")
@allow_secrets_option
def add(
    words: Sequence[str], pin: bool, session: str | None, agent: str | None, allow_secrets: bool, **given: Any
) -> None:
    """Write a memory."""
    from memtui.services import remember

    run = current()
    draft = _draft(text_given(words), given)
    draft = replace(draft, pinned=pin, session=session, agent=agent)
    with run.workspace(create=True) as workspace:
        report = remember.add(workspace, draft, allow_secrets=allow_secrets)
        _say_added(run, workspace, report)


def text_given(words: Sequence[str]) -> str:
    """Return the text of an act: the words, or standard input for a single `-`."""
    return read_stdin().rstrip("\r\n") if list(words) == ["-"] else " ".join(words)


def _draft(content: str, given: dict[str, Any]) -> Draft:
    at = given["at"]
    kept = {
        name: value for name, value in given.items() if value is not None and name not in ("at", "tags", "importance")
    }
    return Draft(
        content=content,
        tags=split_tags(given["tags"]),
        importance_override=given["importance"],
        created_at=at if isinstance(at, datetime) else None,
        undated=at == "undated",
        **kept,
    )


def _say_added(run: Session, workspace: Workspace, report: WriteReport) -> None:
    output, memory = run.output, report.memory
    if output.json:
        output.document(shapes.write_report(workspace, report))
        return
    if output.pictures:
        output.data(f"Added {short_ids(workspace, [memory])[memory.id]}  {shapes.headline(memory)}")
    else:
        output.row(memory.id)
    what = [f"{memory.tier} ({memory.tier_reason})", f"layer {memory.layer.replace('_', ' ')}"]
    proposed = f"tag #{memory.proposed_tag} proposed" if memory.proposed_tag else ""
    output.note(sentence_of([*what, shapes.masking()(" ".join(f"#{tag}" for tag in memory.tags)), proposed]))
    for line in shapes.consequences(report):
        output.note(line)


@click.command(
    cls=Command,
    help="""Change a memory. With a new TEXT (or - for standard input) or options, these are set; with neither,
    the text opens in $VISUAL or $EDITOR and the changed words are shown before it is saved.

    Several ids, parted by commas, take the same options: previewed, and done with --apply.""",
    examples=(
        ("memtui edit 01JQ4MZ3KE", "in your editor"),
        ('memtui edit 01JQ4MZ3KE "Redis limit is 8GB"', "a new text"),
        ("memtui edit 01JQ4MZ3KE --kind decision --priority high", "fields"),
        ("memtui edit 01JQ4MZ3KE --at 2026-03-20 --project none", "set one, unset another"),
    ),
)
@click.argument("ids", metavar="ID[,ID...]")
@click.argument("words", metavar="[TEXT|-]", nargs=-1)
@memory_fields(editing=True)
@click.option(
    "--until",
    type=Moment(undated=True),
    metavar="WHEN",
    help="When it stopped being true: 2026-03-20, yesterday, none.",
)
@click.option("-y", "--yes", is_flag=True, help="Save what the editor returns without asking.")
@allow_secrets_option
@bulk.apply_option
def edit(ids: str, words: Sequence[str], yes: bool, allow_secrets: bool, apply: bool, **given: Any) -> None:
    """Change a memory's text or fields."""
    run = current()
    handles = handles_given([each for each in ids.split(",") if each])
    wanted = _wanted(given)
    if words:
        wanted = replace(wanted, content=text_given(words))
    with run.workspace() as workspace:
        numbers = numbers_of(workspace, handles)
        if len(numbers) != 1:
            _edit_several(run, workspace, numbers, wanted, apply)
            return
        memory = workspace.store.reads.memory(numbers[0])
        if wanted == Edit():
            from memtui.cli.editor import edited_by_hand

            text = edited_by_hand(run, workspace, memory, ask=not yes, allow_secrets=allow_secrets)
            if text is None:
                run.output.note("Nothing changed.")
            return
        save(run, workspace, memory, wanted, allow_secrets=allow_secrets)


def _edit_several(run: Session, workspace: Workspace, numbers: list[int], wanted: Edit, apply: bool) -> None:
    if wanted == Edit() or wanted.content is not None:
        raise click.UsageError("Several memories can share fields, not a text.")
    leave(bulk.change(run, workspace, numbers, wanted, apply=apply))


def save(
    run: Session, workspace: Workspace, memory: Memory, wanted: Edit, *, allow_secrets: bool, words: bool = True
) -> None:
    """Carry out an edit of one memory as it was read and say what changed; `words` shows those of a new text."""
    from memtui.services import remember

    number = memory.number or 0
    report = remember.edit(workspace, number, wanted, version=memory.version, allow_secrets=allow_secrets)
    if run.output.json:
        run.output.document(shapes.write_report(workspace, report))
        return
    changes = bulk.differences(memory, report.memory)
    if report.batch is None or not changes:
        run.output.note("Nothing changed.")
        return
    what = "; ".join(changes)
    run.output.data(run.output.signs(f"Changed {short_ids(workspace, [memory])[memory.id]}: {what}"))
    if wanted.content is not None and words:
        run.output.note(shapes.word_changes(memory.content, report.memory.content, run.output))
    for line in shapes.consequences(report):
        run.output.note(line)


def _wanted(given: dict[str, Any]) -> Edit:
    """Return the edit that the options ask for; `none` unsets."""
    clear = {_CLEARABLE[name] for name in _CLEARABLE if given[name] == "none"}
    fields = {_CLEARABLE.get(name, name): value for name, value in given.items() if value not in (None, "none")}
    tags, at, until = fields.pop("tags", ()), fields.pop("at", None), fields.pop("until", None)
    if at == "undated":
        clear.add("created_at")
    elif at is not None:
        fields["created_at"] = at
    if until == "undated":
        clear.add("valid_until")
    elif until is not None:
        fields["valid_until"] = until
    if tags:
        fields["tags"] = split_tags(tags)
    return Edit(clear=frozenset(clear), **fields)
