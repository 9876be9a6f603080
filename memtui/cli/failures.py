"""How a run may fail: every failure becomes one sentence and an exit code, never a traceback."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import click

from memtui.cli.output import Output, flush
from memtui.domain.errors import Cancelled, MemtuiError, NotFound, Refused, SecretRefused, StoreUnavailable

OK = 0
NEEDS_A_LOOK = 1
"""Not found, refused, or something to look at."""
USAGE = 2

_CODES: tuple[tuple[type[MemtuiError], str], ...] = (
    (SecretRefused, "secret_refused"),
    (NotFound, "not_found"),
    (StoreUnavailable, "store_unavailable"),
    (Cancelled, "stopped"),
    (Refused, "refused"),
)


def guarded(run: Callable[[], Any], arguments: Sequence[str], output: Callable[[], Output]) -> int:
    """Carry out a run and return its exit code; whatever goes wrong is said in one sentence."""
    try:
        code = run()
        flush(sys.stdout)
        flush(sys.stderr)
        return code if isinstance(code, int) else OK
    except BrokenPipeError:
        return reader_left()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else OK
    except click.UsageError as error:
        tell(output(), arguments, "usage", error.format_message(), hint_of(error), usage=usage_of(error))
        return USAGE
    except click.ClickException as error:
        tell(output(), arguments, "failed", error.format_message())
        return NEEDS_A_LOOK
    except (click.Abort, KeyboardInterrupt):
        tell(output(), arguments, "stopped", "Stopped.")
        return NEEDS_A_LOOK
    except MemtuiError as error:
        tell(output(), arguments, code_of(error), error.sentence, error.hint, **details_of(error))
        return NEEDS_A_LOOK
    except OSError as error:
        return input_or_output_failed(error, output, arguments)
    except Exception as error:
        if os.environ.get("MEMTUI_DEBUG"):
            traceback.print_exc()
        what = next(iter(str(error).splitlines()), "")
        sentence = f"memtui failed ({type(error).__name__}{': ' if what else ''}{what})."
        tell(output(), arguments, "internal", sentence, "MEMTUI_DEBUG=1 shows where; please report it.")
        return NEEDS_A_LOOK


def tell(output: Output, arguments: Sequence[str], code: str, sentence: str, hint: str = "", **more: Any) -> None:
    """Say what went wrong: on stderr for people, as the document on stdout where JSON was asked for."""
    try:
        if output.json or asks_for_json(arguments):
            usage = more.pop("usage", None)
            body = {"code": code, "message": sentence, "hint": hint, **more}
            output.document({"error": body if usage is None else {**body, "usage": usage}})
        else:
            usage = more.get("usage")
            output.complain("\n".join(part for part in (usage, f"{sentence} {hint}".strip()) if part))
        flush(sys.stdout)
        flush(sys.stderr)
    except OSError:
        silence(sys.stdout)
        silence(sys.stderr)


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Say whether `--json` stands among the options, for errors that come before the options are read."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def code_of(error: MemtuiError) -> str:
    """Return the stable name of a failure."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), "invalid")


def details_of(error: MemtuiError) -> dict[str, str]:
    """Return what a program may want to know beside the sentence."""
    return {"rule": error.rule, "preview": error.preview} if isinstance(error, SecretRefused) else {}


def usage_of(error: click.UsageError) -> str | None:
    """Return the usage line of the command that was called wrongly, unless the message is its whole help."""
    whole = isinstance(error, click.exceptions.NoArgsIsHelpError)
    return error.ctx.get_usage() if error.ctx is not None and not whole else None


def hint_of(error: click.UsageError) -> str:
    """Return where to read on."""
    return f"Try `{error.ctx.command_path} --help`." if error.ctx is not None else "Try `memtui --help`."


def input_or_output_failed(error: OSError, output: Callable[[], Output], arguments: Sequence[str]) -> int:
    """Say which file could not be read or written and why."""
    if error.errno == errno.EPIPE:
        return reader_left()
    reason = error.strerror or str(error) or type(error).__name__
    place = f": {os.fspath(error.filename)!s}" if error.filename is not None else ""
    if error.filename is None:
        silence(sys.stdout)
    tell(output(), arguments, "io", f"{reason}{place}.")
    return NEEDS_A_LOOK


def reader_left() -> int:
    """End quietly when the reader of a pipe has seen enough."""
    silence(sys.stdout)
    return OK


def silence(stream: Any) -> None:
    """Point a broken stream at nothing, so that closing it at the end of the process cannot fail again."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
    except (OSError, ValueError, AttributeError):
        pass
