"""Property tests here look for wrong answers, not for slow ones: the first example of a run also imports numpy."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")
