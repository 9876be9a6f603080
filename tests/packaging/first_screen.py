"""Start a full-screen program in a pseudo-terminal, wait for words on its screen, quit it with `q`.

Usage: first_screen.py COMMAND [ARGUMENT ...]; exits 1 with what was on the screen when the words never came.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

WORDS = (b"Search", b"History")
SECONDS = 60.0


def main(command: list[str]) -> int:
    """Run `command` at 120x40 and return 0 once the words were painted and it ended by `q`."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="120", LINES="40")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    seen = b""
    quit_sent = False
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
        if not quit_sent and all(word in seen for word in WORDS) and b"PostgreSQL" in seen:
            os.write(terminal, b"q")
            quit_sent = True
    else:
        os.kill(child, 9)
        os.waitpid(child, 0)
        sys.stderr.write(seen.decode(errors="replace")[-4000:])
        return 1
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code or not quit_sent:
        sys.stderr.write(seen.decode(errors="replace")[-4000:])
    return code if quit_sent else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
