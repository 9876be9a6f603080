"""The screens in a browser: serve."""

from __future__ import annotations

import errno
import os
import sys
from importlib.util import find_spec

import click

from memtui.cli.frame import Command
from memtui.cli.session import Session, current
from memtui.domain.errors import Refused

HOST = "127.0.0.1"
PORT = 8000
LEAST_PORT_OF_ALL = 1024
"""Ports below it belong to the system on most machines."""


@click.command(
    cls=Command,
    help="""Show the screens in a browser: the same views, keys and store. The address that is printed holds a key; who has
    it can do whatever the screens can. Each page that is opened is a memtui of its own; ctrl+c ends them all.

    Only this machine reaches the server unless --host says otherwise. Texts are written in memtui's own editor there.
    Needs textual-serve, which is memtui's extra `web`.""",
    examples=(
        ("memtui serve", "open the address that it prints"),
        ("memtui serve --port 0 --read-only", "any free port, and nothing can be changed"),
        ("memtui serve --demo", "the sample project; nothing is kept"),
    ),
)
@click.option("--host", default=HOST, show_default=True, metavar="HOST", help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="The port to listen on; 0 is any free one.",
)
@click.option("--demo", is_flag=True, help="Show the sample project; nothing is kept.")
def serve(host: str, port: int, demo: bool) -> None:
    """Show the screens in a browser."""
    run = current()
    if run.output.json:
        raise click.UsageError("`serve` prints an address for people, no JSON.")
    if find_spec("textual_serve") is None:
        raise Refused(
            "Screens in a browser need textual-serve, which is not here.", "`pip install textual-serve` adds it."
        )
    command = screens_command(run, demo=demo)
    from memtui.cli.browser import ScreenServer, is_loopback

    if not is_loopback(host):
        run.output.complain(
            f"{host} can be reached from other machines: whoever has the address can read and change the memories, "
            "and what passes is not encrypted."
        )
    server = ScreenServer(command, host, port, lambda address: _announce(run, address))
    try:
        server.run()
    except OSError as error:
        raise _unheard(host, port, error) from None


def screens_command(run: Session, *, demo: bool = False) -> list[str]:
    """Return the command that opens the screens as this run would.

    The store goes by the environment: a command line can be seen by others, and its address may hold a password.
    Raises ConfigError for a configuration that cannot be read, and Refused for a store that is not there.
    """
    words = [sys.executable, "-m", "memtui"]
    for name, value in (("--project", run.project), ("--config", run.config)):
        words += [] if value is None else [name, str(value)]
    flags = (("--ascii", run.ascii), ("--no-color", run.no_color), ("--no-mouse", run.no_mouse))
    words += [flag for flag, wanted in (("--read-only", run.read_only), *flags) if wanted]
    if demo:
        return [*words, "demo"]
    if run.read_only and not run.store_exists():
        raise run.no_store()
    if run.store is not None:
        os.environ["MEMTUI_STORE"] = run.store
    return words


def _announce(run: Session, address: str) -> None:
    run.output.data(address)
    run.output.note("Open this address in a browser; ctrl+c ends.")
    sys.stdout.flush()


def _unheard(host: str, port: int, error: OSError) -> Refused:
    if error.errno == errno.EADDRINUSE:
        return Refused(f"Port {port} of {host} is taken.", "--port N takes another one, --port 0 any that is free.")
    if error.errno == errno.EACCES and port < LEAST_PORT_OF_ALL:
        return Refused(f"Port {port} belongs to the system.", f"Choose one from {LEAST_PORT_OF_ALL} on.")
    return Refused(f"{host}:{port} cannot be listened on ({error.strerror or error}).", "--host names another address.")
