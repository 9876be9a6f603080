"""The configuration from the command line: config list, get, set, unset, path."""

from __future__ import annotations

import click

from memtui.cli import shapes, sheets
from memtui.cli.frame import CommandGroup
from memtui.cli.session import current


@click.group(
    cls=CommandGroup,
    examples=(("memtui config list", "every key"), ("memtui config set name ana", "")),
    help="Read and change the settings. They stand in one TOML file; comments and order in it are kept.",
)
def config() -> None:
    """Read and change the settings."""


@config.command("list", examples=(("memtui config list", "every key, its value, what is set"),))
def list_() -> None:
    """List every key with its value; those that the file sets are marked."""
    from memtui.config_edit import listing

    run = current()
    rows = listing(run.settings)
    if run.output.json:
        results = [{"key": name, "value": value, "set": given} for name, value, given in rows]
        run.output.document(shapes.listed(results, path=str(run.settings.path)))
        return
    sheets.print_table(
        run, ("key", "value", "from"), [(name, value, "file" if given else "default") for name, value, given in rows]
    )


@config.command("get", examples=(("memtui config get recall.engine", ""),))
@click.argument("key")
def get(key: str) -> None:
    """Print the value of a key, its default where the file does not set it."""
    run = current()
    value = run.settings.value(key)
    if run.output.json:
        run.output.document({"key": key, "value": value, "set": key in run.settings.given})
    elif value is not None:
        run.output.data(str(value).lower() if isinstance(value, bool) else str(value))
    else:
        run.output.note(f"{key} is not set.")


@config.command("set", examples=(("memtui config set recall.engine lexical", ""), ("memtui config set name ana", "")))
@click.argument("key")
@click.argument("value")
def set_(key: str, value: str) -> None:
    """Set a key in the file; only its line changes."""
    from memtui.config_edit import set_value

    run = current()
    found = set_value(key, value, run.config)
    _say(key, found.value(key), str(found.path))


@config.command("unset", examples=(("memtui config unset recall.engine", ""),))
@click.argument("key")
def unset(key: str) -> None:
    """Take a key out of the file, so that its default holds again."""
    from memtui.config_edit import unset as take_out

    run = current()
    found = take_out(key, run.config)
    _say(key, found.value(key), str(found.path))


def _say(key: str, value: object, place: str) -> None:
    run = current()
    if run.output.json:
        run.output.document({"key": key, "value": value, "path": place})
        return
    run.output.data(f"{key} = {'(not set)' if value is None else value}")
    run.output.note(place)


@config.command("path", examples=(("memtui config path", ""),))
def path() -> None:
    """Print where the configuration file is, or would be."""
    from memtui import paths

    run = current()
    place = run.config or paths.config_file()
    if run.output.json:
        run.output.document({"path": str(place), "exists": place.is_file()})
    else:
        run.output.data(str(place))
