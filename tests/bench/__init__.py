"""Speed as SPEC asks for it: `python -m tests.bench`."""
