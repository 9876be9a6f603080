"""Thin screens: chrome and one view."""
