"""Pictures of the real screens: `python -m tests.screenshots` writes them to `screenshots/`."""
