"""While another program has the terminal, the interrupt key is that program's."""

from __future__ import annotations

import signal
import sys

from memtui.lent_terminal import lend_to


def test_an_interrupt_meant_for_the_editor_leaves_memtui_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    interrupts = "import os, signal; os.kill(os.getppid(), signal.SIGINT)"
    assert lend_to([sys.executable, "-c", interrupts]) == 0
    assert signal.getsignal(signal.SIGINT) is before


def test_the_program_can_be_interrupted_itself() -> None:
    assert lend_to([sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGINT)"]) != 0
