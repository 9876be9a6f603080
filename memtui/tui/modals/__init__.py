"""Dialogs that lie over a screen."""
