"""Measures the intelligence against real data and worked cases; see `python -m tests.quality --help`."""
