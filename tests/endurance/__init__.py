"""Faults that a store must survive: `python -m tests.endurance`; pytest runs short forms."""
