"""The program itself: its global options and the table of its commands."""

from __future__ import annotations

import click

from memtui.cli.frame import Program, global_options
from memtui.cli.session import current, leave

TABLE = {
    "demo": ("memtui.cli.screens", "demo", "Look around in a sample project; nothing is kept."),
    "add": ("memtui.cli.writing", "add", "Write a memory."),
    "edit": ("memtui.cli.writing", "edit", "Change a memory's text or fields."),
    "tag": ("memtui.cli.curating", "tag", "Add and remove tags."),
    "pin": ("memtui.cli.curating", "pin", "Keep memories at the top, out of every evaluation."),
    "archive": ("memtui.cli.curating", "archive", "Put memories away, or bring them back."),
    "show": ("memtui.cli.reading", "show", "Show memories in full."),
    "list": ("memtui.cli.reading", "list_", "List memories, narrowed and in order."),
    "recent": ("memtui.cli.reading", "recent", "List the newest memories."),
    "search": ("memtui.cli.recall", "search", "Find memories, best first."),
    "related": ("memtui.cli.relating", "related", "Show what is related to a memory or a name."),
    "entities": ("memtui.cli.relating", "entities", "List what the memories name."),
    "timeline": ("memtui.cli.relating", "timeline", "Show how a thing came to be what it is."),
    "status": ("memtui.cli.standing", "status", "Show the store in numbers, or as a graph."),
    "conflicts": ("memtui.cli.conflicts", "conflicts", "List, show and settle conflicts; scan the store for them."),
    "detect": ("memtui.cli.conflicts", "detect", "Say what adding a text would lead to."),
    "extract": ("memtui.cli.extracting", "extract", "Print what a text names and states."),
    "layers": ("memtui.cli.layers", "layers", "Show the layers, or the memories of one."),
    "promote": ("memtui.cli.layers", "promote", "Move memories to a higher layer."),
    "demote": ("memtui.cli.layers", "demote", "Move memories to a lower layer."),
    "evaluate": ("memtui.cli.layers", "evaluate", "Say which memories deserve another layer, and move them."),
    "consolidate": ("memtui.cli.consolidating", "consolidate", "Merge duplicate entities and retire old facts."),
    "compact": ("memtui.cli.consolidating", "compact", "Archive the least important memories."),
    "context": ("memtui.cli.recall", "context", "Print what an agent should read now."),
    "import": ("memtui.cli.importing", "import_", "Bring in what other programs remember."),
    "export": ("memtui.cli.exporting", "export", "Write memories to a file or folder."),
    "history": ("memtui.cli.journal", "history", "Show what was done, to the store or to a memory."),
    "undo": ("memtui.cli.journal", "undo", "Take back your newest act, or the one named."),
    "redo": ("memtui.cli.journal", "redo", "Take back your newest undo."),
    "backup": ("memtui.cli.care", "backup", "Write a copy of the store to a file."),
    "restore": ("memtui.cli.care", "restore", "Put a backup in the store's place."),
    "doctor": ("memtui.cli.care", "doctor", "Check the store, and rebuild its indexes."),
    "purge": ("memtui.cli.care", "purge", "Delete memories for good."),
    "config": ("memtui.cli.settings", "config", "Read and change the settings."),
    "serve": ("memtui.cli.serving", "serve", "Show the screens in a browser."),
    "--plain": (
        "memtui.cli.plain",
        "plain",
        "Print a view as text: search, review, layers, graph, timeline or history.",
    ),
}
"""Each command's module, attribute and one line of help, so that help loads none of them."""

SECTIONS = (
    ("Look", ("search", "show", "list", "recent", "context", "demo", "serve")),
    ("Follow", ("related", "entities", "timeline", "status")),
    ("Judge", ("conflicts", "detect", "extract")),
    ("Rank", ("layers", "promote", "demote", "evaluate", "consolidate", "compact")),
    ("Write", ("add", "edit", "tag", "pin", "archive")),
    ("Move", ("import", "export", "backup", "restore")),
    ("Take back", ("history", "undo", "redo")),
    ("Care", ("doctor", "purge", "config")),
)
ALIASES = {"recall": "search", "save": "add", "remember": "add", "get": "show"}

HELP = """A workbench for the long-term memory of AI agents.

On a terminal, memtui without a command opens the screens. ID is a memory's id or any unique beginning of
it, or the id it had where it was imported from; - reads from standard input.

Exit codes: 0 done, 1 not found, refused or needs a look, 2 wrong usage. Completion in bash:
eval "$(_MEMTUI_COMPLETE=bash_source memtui)"
"""


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from memtui import __version__

        click.echo(f"memtui {__version__}")
        ctx.exit()


def _program() -> Program:
    version = click.Option(
        ["--version"], is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Say which version."
    )
    plain = click.Option(
        ["--plain"],
        expose_value=False,
        metavar="VIEW",
        help=TABLE["--plain"][2],
    )
    return Program(
        "memtui",
        table=TABLE,
        sections=SECTIONS,
        aliases=ALIASES,
        invoke_without_command=True,
        callback=_open_screens,
        params=[*global_options(), plain, version],
        help=HELP,
    )


def _open_screens() -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is not None:
        return
    from memtui.cli.screens import on_a_terminal, open_screens, why_no_screens

    if on_a_terminal():
        leave(open_screens(current()))
    else:
        click.echo(ctx.get_help())
        if why := why_no_screens():
            current().output.note(f"\n{why}")


cli = _program()
"""The command line as one Click command."""
