"""Steps from one schema to the next: `versions/` holds one file for each, numbered like the schema that it leads to.

A change of the tables needs a new step: `python -m memtui.store.migrations "Add a column"` writes a draft of it
from the difference between the tables and the newest schema. Raise `schema.SCHEMA_VERSION` with it, and keep a
filled store of the schema before among the tests' fixtures.
"""
