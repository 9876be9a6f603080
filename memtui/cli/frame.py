"""The shape of the program: commands with examples and the global options, and a group that loads them on demand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from memtui.cli.failures import guarded, reader_left
from memtui.cli.file_names import FileName
from memtui.cli.output import Output
from memtui.cli.session import Session

HELP_NAMES = {"help_option_names": ["-h", "--help"]}


def _remember(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    if isinstance(value, str) and "\0" in value:
        raise click.BadParameter("it cannot hold a NUL byte.", ctx, param)
    if value not in (None, False) and param.name is not None:
        setattr(ctx.ensure_object(Session), param.name, value)


def global_options() -> list[click.Parameter]:
    """Return the options that hold for a whole run; they may stand before or after the command."""

    def option(*names: str, **more: Any) -> click.Option:
        return click.Option(names, expose_value=False, callback=_remember, **more)

    return [
        option(
            "--store",
            metavar="PATH|URL",
            help="The store to work on, instead of MEMTUI_STORE, .memtui/ or the default.",
        ),
        option("--project", metavar="NAME", help="The project to work in; an empty name is all projects."),
        option("--config", metavar="FILE", type=FileName(), help="Another configuration file."),
        option("--read-only", is_flag=True, help="Change nothing."),
        option("--json", is_flag=True, help="Write one JSON document to stdout, failures too."),
        option("--ascii", is_flag=True, help="Draw with + - | > only."),
        option("--no-color", is_flag=True, help="No colours (as with NO_COLOR)."),
        option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal (screens)."),
        option("-q", "--quiet", is_flag=True, help="No notes on stderr."),
    ]


class Command(click.Command):
    """A command that takes the global options too and ends its help with examples."""

    def __init__(self, name: str | None, *, examples: Sequence[tuple[str, str]] = (), **more: Any) -> None:
        settings = {**HELP_NAMES, **(more.pop("context_settings", None) or {})}
        own: list[click.Parameter] = list(more.pop("params", None) or [])
        taken = {name for param in own for name in param.opts}
        shared = [each for each in _hidden_globals() if not taken & set(each.opts)]
        super().__init__(name, context_settings=settings, params=[*own, *shared], **more)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and where the global options are told."""
        _write_examples(self.examples, formatter)
        formatter.write_paragraph()
        formatter.write_text("The global options (memtui --help) may stand here too.")


class CommandGroup(click.Group):
    """A command with commands of its own, each with the global options; its help ends with examples."""

    command_class = Command

    def __init__(self, *args: Any, examples: Sequence[tuple[str, str]] = (), **more: Any) -> None:
        super().__init__(*args, context_settings=HELP_NAMES, **more)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        _write_examples(self.examples, formatter)


def _write_examples(examples: Sequence[tuple[str, str]], formatter: click.HelpFormatter) -> None:
    if examples:
        with formatter.section("Examples"):
            formatter.write_dl([(f"$ {line}", what) for line, what in examples], col_max=52)


def _hidden_globals() -> list[click.Parameter]:
    found = global_options()
    for each in found:
        if isinstance(each, click.Option):
            each.hidden = True
    return found


class LazyGroup(click.Group):
    """A group whose commands are named in a table and loaded when they are called.

    `table` maps a command's name to (module, attribute, one line of help); `aliases` other names to names.
    """

    def __init__(
        self,
        *args: Any,
        table: Mapping[str, tuple[str, str, str]],
        sections: Sequence[tuple[str, Sequence[str]]] = (),
        aliases: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(*args, context_settings=HELP_NAMES, **more)
        self.table = table
        self.sections = sections or (("Commands", tuple(table)),)
        self.aliases = aliases or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return [name for _, names in self.sections for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load and return a command by its name or another name of it."""
        entry = self.table.get(self.aliases.get(cmd_name, cmd_name))
        if entry is None:
            return None
        found = getattr(import_module(entry[0]), entry[1])
        return found if isinstance(found, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; a name that is nearly one is suggested."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            near = get_close_matches(name, [*self.table, *self.aliases], n=1)
            ctx.fail(f"There is no command {name!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by what they are for, without loading them."""
        for title, names in self.sections:
            with formatter.section(title):
                formatter.write_dl([(name, self.table[name][2]) for name in names])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a reader of its output that has left is no failure."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return reader_left()


class Program(LazyGroup):
    """The root: every failure of a run ends here."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take --plain as a command of its own, with all that stands behind it."""
        valued = {
            name for each in self.params if isinstance(each, click.Option) and not each.is_flag for name in each.opts
        }
        place = 0
        while place < len(args) and args[place].startswith("-"):
            word = args[place]
            if word == "--plain" or word.startswith("--plain="):
                args = [*args[:place], "--", *word.split("=", 1), *args[place + 1 :]]
                break
            place += 2 if word in valued else 1
        return super().parse_args(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the program; in standalone mode the process ends with the exit code, else it is returned."""
        arguments = list(sys.argv[1:] if args is None else args)
        session = extra.setdefault("obj", Session())
        start: Callable[..., Any] = super().main
        code = guarded(
            lambda: start(arguments, prog_name or "memtui", complete_var, standalone_mode=False, **extra),
            arguments,
            lambda: session.output if isinstance(session, Session) else Output(),
        )
        if standalone_mode:
            sys.exit(code)
        return code
