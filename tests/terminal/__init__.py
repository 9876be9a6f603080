"""Runs of the screens in a real terminal: the keys that a person presses and what they lead to in the store."""
