"""Small acts on memories at hand: tags, pins, the archive."""

from __future__ import annotations

from collections.abc import Sequence

import click

from memtui.cli import bulk
from memtui.cli.fields import split_tags
from memtui.cli.frame import Command
from memtui.cli.selection import handles_given, numbers_of
from memtui.cli.session import current
from memtui.domain.drafts import Edit

_IDS_HELP = "ID is a memory's id or its beginning; - reads ids from standard input, one a line."


def _act(ctx: click.Context, ids: Sequence[str], wanted: Edit, *, apply: bool) -> None:
    session = current()
    handles = handles_given(ids)
    with session.workspace() as workspace:
        numbers = numbers_of(workspace, handles)
        ctx.exit(bulk.change(session, workspace, numbers, wanted, apply=apply))


@click.command(
    cls=Command,
    context_settings={"ignore_unknown_options": True},
    help=f"""Add and remove tags: +TAG adds, -TAG removes. {_IDS_HELP}

    With ids alone, print their tags. Several memories are previewed; --apply changes them.""",
    examples=(
        ("memtui tag 01JQ4MZ3KE +database -scratch", "one memory, at once"),
        ("memtui list tag:db | memtui tag - +database --apply", "all that a list finds"),
    ),
)
@click.argument("words", metavar="ID... [+TAG] [-TAG]", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--add", "added", multiple=True, metavar="TAG", help="A tag to add.")
@click.option("--remove", "removed", multiple=True, metavar="TAG", help="A tag to take away.")
@bulk.apply_option
@click.pass_context
def tag(ctx: click.Context, words: Sequence[str], added: Sequence[str], removed: Sequence[str], apply: bool) -> None:
    """Add and remove tags."""
    unknown = next((word for word in words if word.startswith("--")), None)
    if unknown is not None:
        raise click.NoSuchOption(unknown, ctx=ctx)
    ids = [word for word in words if word == "-" or not word.startswith(("+", "-"))]
    plus = split_tags([*(word[1:] for word in words if word.startswith("+")), *added])
    minus = split_tags([*(word[1:] for word in words if word.startswith("-")), *removed])
    if not ids:
        raise click.UsageError("Name at least one memory.", ctx=ctx)
    if plus or minus:
        _act(ctx, ids, Edit(add_tags=plus, remove_tags=minus), apply=apply)
    else:
        _print_tags(ids)


def _print_tags(ids: Sequence[str]) -> None:
    from memtui.cli import shapes

    session = current()
    handles = handles_given(ids)
    with session.workspace() as workspace:
        memories = workspace.store.reads.memories(numbers_of(workspace, handles))
        if session.output.json:
            session.output.document(
                shapes.listed([{"id": each.id, "tags": list(map(shapes.masking(), each.tags))} for each in memories])
            )
            return
        masked = shapes.masking()
        for memory in memories:
            names = masked(" ".join(f"#{name}" for name in memory.tags)) or "no tags"
            session.output.row(*((memory.id, names) if len(memories) > 1 else (names,)))


@click.command(
    cls=Command,
    help=f"Pin memories, so that no evaluation moves them and every context starts with them. {_IDS_HELP}",
    examples=(("memtui pin 01JQ4MZ3KE", "keep it"), ("memtui pin 01JQ4MZ3KE --off", "let it go again")),
)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--off", is_flag=True, help="Take the pin out.")
@bulk.apply_option
@click.pass_context
def pin(ctx: click.Context, ids: Sequence[str], off: bool, apply: bool) -> None:
    """Pin memories, or take the pin out."""
    _act(ctx, ids, Edit(pinned=not off), apply=apply)


@click.command(
    cls=Command,
    help=f"""Put memories away: they stay in the store, out of recall. {_IDS_HELP}

    Several memories are previewed; --apply archives them. Nothing is ever deleted.""",
    examples=(
        ("memtui archive 01JQ4MZ3KE", "one memory, at once"),
        ("memtui archive 01JQ4MZ3KE --off", "bring it back to the layer that it came from"),
        ("memtui list tag:scratch | memtui archive - --apply", "all that a list finds"),
    ),
)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--off", is_flag=True, help="Bring them back.")
@bulk.apply_option
@click.pass_context
def archive(ctx: click.Context, ids: Sequence[str], off: bool, apply: bool) -> None:
    """Archive memories, or bring them back."""
    _act(ctx, ids, Edit(archived=not off), apply=apply)
