"""The command line: one module per command group, each loaded when its command is called."""

from __future__ import annotations

from memtui.cli.program import cli

__all__ = ["cli", "main"]


def main() -> None:
    """Run the command line and end the process with its exit code."""
    cli.main(prog_name="memtui")
